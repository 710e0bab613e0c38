//! A question: in a lesson, or in the narrator's place before a decision.

use std::rc::Rc;

use yew::{Callback, Html, classes, html};

use crate::acts::Playing;
use crate::front::Showing;
use crate::lesson::{Given, Learning, predict};
use crate::slot::Slot;
use crate::store::{Action, Store};
use crate::view::{View, button, on};
use wire::{Ask, LessonChoice};

/// More answers than this are not listed: they are clicked on the stage.
const MOST_LISTED: usize = 24;

/// After an answer so many of the others are explained.
const MOST_TOLD: usize = 4;

/// A callback that does something with lessons.
pub(crate) fn learn<T: 'static>(act: &Callback<Action>, learning: Learning) -> Callback<T> {
    on(act, Action::Lesson(learning))
}

/// A line that a teacher wrote, with its `code` as code.
pub(crate) fn phrase(line: &str) -> Html {
    if !line.matches('`').count().is_multiple_of(2) {
        return html! { { line.to_owned() } };
    }
    let part = |(at, part): (usize, &str)| match at % 2 {
        0 => html! { { part.to_owned() } },
        _ => html! { <code>{ part.to_owned() }</code> },
    };
    line.split('`').enumerate().map(part).collect()
}

/// The decision that is to be predicted.
pub fn asked(view: &Rc<View>, act: &Callback<Action>) -> Html {
    let (store, words) = (&view.store, view.store.lang.lesson());
    let Some((ask, given)) = predict::shown(store) else { return Html::default() };
    // Before the answer: the title of the step is a question of its own, or tells it.
    let title = if given.done { view.story.title.clone() } else { words.predict.into() };
    html! {
        <section id="narrator" class="story course" aria-label={words.predict}>
            <div class="told" aria-live="polite" tabindex="0" role="group" aria-label={words.question}>
                <h2>{ title }</h2>
                if let Some(ask) = ask {
                    { question(store, act, ask, given) }
                    if given.done { { others(store, ask) } }
                } else if !given.done {
                    <p class="muted">{ words.comes }</p>
                }
            </div>
            <div class="course-nav">
                <span class="count">{ counted(store) }</span>
                if given.done {
                    <button type="button" class="accent" onclick={on(act, Action::Player(Playing::Toggle))}>{ format!("{} ▶", words.go_on) }</button>
                } else {
                    <button type="button" class="plain" onclick={learn(act, Learning::Reveal)}>{ words.show_me }</button>
                }
                if store.front.presents && !store.share.embedded {
                    if !given.done { { (view.part)(Slot::Code, view, act) } }
                    { button(store.lang.stage().present_end, "icon", html! { "×" }, on(act, Action::Front(Showing::Present(false)))) }
                }
            </div>
        </section>
    }
}

/// How many decisions were predicted so far; nothing before the first.
fn counted(store: &Store) -> String {
    store.predicted().map_or_else(String::new, |(right, all)| store.lang.predicted(right, all))
}

/// Why it is none of the others.
fn others(store: &Store, ask: &Ask) -> Html {
    let wrong = ask.choices.iter().filter(|choice| !choice.right && !choice.subject.is_empty()).take(MOST_TOLD);
    html! { <ul class="muted">{ for wrong.map(|choice| html! { <li>{ phrase(store.lang.pick(&choice.why)) }</li> }) }</ul> }
}

/// The question, what may be answered, and why an answer is right or wrong.
pub fn question(store: &Store, act: &Callback<Action>, ask: &Ask, given: Given) -> Html {
    let (lang, words) = (store.lang, store.lang.lesson());
    let found = |at: usize| ask.order.iter().position(|it| *it == at).is_some_and(|place| given.has(place));
    let choice = |(at, choice): (usize, &LessonChoice)| {
        let answered = given.last == Some(at);
        let mark = match choice.right {
            true if given.done || found(at) || answered && ask.order.is_empty() => Some("right"),
            _ if answered => Some("wrong"),
            _ => None,
        };
        html! {
            <button type="button" class={classes!("plain", "choice", mark)} aria-pressed={answered.to_string()}
                disabled={given.done || found(at)} onclick={learn(act, Learning::Answer(at))}>{ phrase(lang.pick(&choice.name)) }</button>
        }
    };
    let listed = |(_, choice): &(usize, &LessonChoice)| ask.choices.len() <= MOST_LISTED || choice.subject.is_empty();
    let hint = match ask.choices.iter().any(|choice| !choice.subject.is_empty()) {
        true if ask.choices.len() > MOST_LISTED => Some(words.click_hint),
        true => Some(words.stage_hint),
        false => None,
    };
    html! {
        <div class="quiz" role="group" aria-label={words.question}>
            <p class="question">{ phrase(lang.pick(&ask.question)) }</p>
            <div class="choices">{ for ask.choices.iter().enumerate().filter(listed).map(choice) }
                if let Some(hint) = hint.filter(|_| !given.done) { <span class="muted">{ hint }</span> }
            </div>
            { explained(store, ask, given) }
            if given.done && !lang.pick(&ask.note).is_empty() { <p class="note muted">{ phrase(lang.pick(&ask.note)) }</p> }
        </div>
    }
}

/// Why the last answer is right or wrong; or what would have been right, if somebody gave up.
fn explained(store: &Store, ask: &Ask, given: Given) -> Html {
    let (lang, words) = (store.lang, store.lang.lesson());
    let last = given.last.and_then(|last| Some((last, ask.choices.get(last)?)));
    let right = |at: usize| match ask.order.is_empty() {
        true => ask.choices[at].right,
        false => ask.order.iter().position(|it| *it == at).is_some_and(|place| given.has(place)),
    };
    match last.filter(|(at, _)| !given.done || right(*at)) {
        Some((at, choice)) => {
            let right = right(at);
            let why = if !right && choice.right { words.too_early } else { lang.pick(&choice.why) };
            let hint = if store.course.taken.is_some() { words.answer_hint } else { "" };
            html! {
                <p class={if right { "answer right" } else { "answer wrong" }}>
                    <strong>{ if right { words.right } else { words.wrong } }</strong>{ " " }{ phrase(why) }
                    if !right && !hint.is_empty() { <span class="muted">{ format!(" {hint}") }</span> }
                </p>
            }
        }
        None if given.done => {
            let whys = ask.choices.iter().filter(|choice| choice.right).map(|choice| lang.pick(&choice.why));
            let name = |choice: &LessonChoice| lang.pick(&choice.name).to_owned();
            let names: Vec<String> = match ask.order.is_empty() {
                true => ask.choices.iter().filter(|choice| choice.right).map(name).collect(),
                false => ask.order.iter().filter_map(|at| ask.choices.get(*at)).map(name).collect(),
            };
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            html! {
                <p class="answer"><strong>{ phrase(&format!("{} {}.", words.shown, lang.list(&names))) }</strong>{ " " }{ phrase(&whys.collect::<Vec<_>>().join(" ")) }</p>
            }
        }
        None => Html::default(),
    }
}
