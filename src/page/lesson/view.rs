//! A lesson in the narrator's place, and the course in the gallery.

use std::rc::Rc;

use yew::{Callback, Html, component, html};

use crate::acts::Browsing;
use crate::front::Showing;
use crate::lang::Lang;
use crate::lesson::question;
use crate::lesson::question::learn;
use crate::lesson::task;
use crate::lesson::terms::Marker;
use crate::lesson::update::runs;
use crate::lesson::{Learning, Taken};
use crate::store::{Action, Store};
use crate::view::{Props, View, button, defines, on};
use wire::{Bilingual, Block, Inline, LessonEntry, LessonStep};

/// The step that is shown, and the ways on.
pub fn teacher(view: &Rc<View>, act: &Callback<Action>) -> Html {
    html! { <Teacher view={view.clone()} act={act.clone()} /> }
}

#[component]
fn Teacher(props: &Props) -> Html {
    let Props { view, act, .. } = props;
    let (store, words) = (&view.store, view.store.lang.lesson());
    let Some(taken) = &store.course.taken else { return Html::default() };
    let all = taken.lesson.steps.len();
    let count = match taken.shown() {
        Some(_) => store.lang.step_of(taken.step + 1, all),
        None => words.finished.to_owned(),
    };
    let body = match taken.shown() {
        Some(step) => told(view, act, taken, step),
        None => end(store, act, taken),
    };
    html! {
        <section id="narrator" class="story course" aria-label={store.lang.pick(&taken.lesson.entry.title).to_owned()}>
            <div class="told" aria-live="polite" tabindex="0" role="group" aria-label={view.words.lesson}>{ body }</div>
            <div class="course-nav">
                <span class="count">{ count }</span>
                <div class="buttons" role="group" aria-label={words.course}>
                    <button type="button" class="plain" disabled={taken.step == 0} onclick={learn(act, Learning::Step(false))}>{ format!("‹ {}", words.back) }</button>
                    if taken.step < all {
                        <button type="button" class="accent" onclick={learn(act, Learning::Step(true))}>{ format!("{} ›", words.next) }</button>
                    }
                </div>
                <button type="button" class="plain" title={words.leave_hint} onclick={learn(act, Learning::Leave)}>{ words.leave }</button>
                if store.front.presents { { button(store.lang.stage().present_end, "icon", html! { "×" }, on(act, Action::Front(Showing::Present(false)))) } }
            </div>
        </section>
    }
}

/// A step.
fn told(view: &View, act: &Callback<Action>, taken: &Taken, step: &LessonStep) -> Html {
    let (store, words) = (&view.store, view.store.lang.lesson());
    let said = if store.lang == Lang::Zh { &step.zh } else { &step.en };
    let here = !runs(&store.run, taken)
        || store.player.at == taken.moment().unwrap_or(store.player.at)
        || store.player.wanted.is_some();
    let define = defines(act);
    let mut marker = Marker::new(&store.course.terms.terms, store.lang, &define);
    html! {
        <>
            if taken.step == 0 { { about(store.lang, &taken.lesson.entry) } }
            <h2>{ store.lang.pick(&step.title).to_owned() }</h2>
            { for said.iter().map(|it| block(store.lang, it, &mut |text| marker.text(text))) }
            if let Some((ask, given)) = taken.ask() { { question::question(store, act, ask, given) } }
            if step.task.is_some() { { task::task(store, act, taken) } }
            if !here {
                <p class="aside"><span class="muted">{ view.story.title.clone() }</span>
                    <button type="button" class="link" onclick={learn(act, Learning::Here)}>{ words.here }</button></p>
            }
            if !runs(&store.run, taken) && !store.run.stale {
                <p class="aside"><span class="muted">{ words.other_run }</span>
                    <button type="button" class="link" onclick={learn(act, Learning::Here)}>{ words.own_run }</button></p>
            }
        </>
    }
}

/// What a lesson is there for.
fn about(lang: Lang, entry: &LessonEntry) -> Html {
    let words = lang.lesson();
    html! {
        <p class="about">
            <b>{ lang.pick(&entry.title).to_owned() }</b>
            <span>{ format!("{}{}{}", words.misconception, colon(lang), quoted(lang, &entry.misconception)) }</span>
            if entry.exam { <span class="exam">{ words.exam }</span> }
        </p>
    }
}

fn colon(lang: Lang) -> &'static str {
    if lang == Lang::Zh { "：" } else { ": " }
}

fn quoted(lang: Lang, text: &Bilingual) -> String {
    format!("“{}”", lang.pick(text).trim_end_matches(['.', '。']))
}

/// A part of the text; `mark` marks its terms.
pub fn block(lang: Lang, block: &Block, mark: &mut dyn FnMut(&str) -> Html) -> Html {
    let mut line = |line: &Vec<Inline>| -> Html { line.iter().map(|it| inline(lang, it, mark)).collect() };
    match block {
        Block::Paragraph(text) => html! { <p>{ line(text) }</p> },
        Block::List(items) => html! { <ul>{ for items.iter().map(|item| html! { <li>{ line(item) }</li> }) }</ul> },
        Block::Code(text) => html! { <pre tabindex="0"><code>{ text.clone() }</code></pre> },
    }
}

fn inline(lang: Lang, it: &Inline, mark: &mut dyn FnMut(&str) -> Html) -> Html {
    match it {
        Inline::Text(text) => mark(text),
        Inline::Strong(text) => html! { <strong>{ mark(text) }</strong> },
        Inline::Code(text) => html! { <code>{ text.clone() }</code> },
        Inline::Link(text, to) => html! {
            <a class="leaves" href={to.clone()} target="_blank" rel="noopener noreferrer" title={lang.lesson().leaves_page}>{ text.clone() }</a>
        },
    }
}

/// What comes after the last step.
fn end(store: &Store, act: &Callback<Action>, taken: &Taken) -> Html {
    let (lang, words) = (store.lang, store.lang.lesson());
    let (right, all) = taken.score();
    let tried = taken.given.iter().any(|given| given.first.is_some());
    html! {
        <>
            <h2>{ format!("{}{}{}", words.finished, colon(lang), lang.pick(&taken.lesson.entry.title)) }</h2>
            <p class="score">{ if tried { lang.score(right, all) } else { words.no_questions.to_owned() } }</p>
            <p>{ format!("{}{}{}", words.goal, colon(lang), lang.pick(&taken.lesson.entry.goal)) }</p>
            <div class="choices">
                if let Some(next) = taken.following(&store.course) {
                    <button type="button" class="accent" onclick={learn(act, Learning::Take { name: next.name.clone(), step: 0, visit: true })}>
                        { format!("{}{}{}", words.next_lesson, colon(lang), lang.pick(&next.title)) }
                    </button>
                }
                <button type="button" class="plain" onclick={on(act, Action::Gallery(Browsing::Show(true)))}>{ words.all_lessons }</button>
            </div>
        </>
    }
}

/// The course, above the scenarios.
pub(crate) fn shelf(store: &Store, act: &Callback<Action>, found: impl Fn(&[&str]) -> bool) -> Html {
    let (lang, words) = (store.lang, store.lang.lesson());
    let taken = store.course.taken.as_ref().map(|taken| taken.lesson.entry.name.as_str());
    let card = |entry: &LessonEntry| {
        let current = (taken == Some(entry.name.as_str())).then_some("true");
        let take = Learning::Take { name: entry.name.clone(), step: 0, visit: true };
        html! {
            <li>
                <button type="button" class="card" aria-current={current} onclick={learn(act, take)}>
                    <b>{ format!("{} · {}", entry.number, lang.pick(&entry.title)) }
                        if entry.exam { <small title={words.exam}>{ words.exam_short }</small> }
                    </b>
                    <span>{ quoted(lang, &entry.misconception) }</span>
                </button>
            </li>
        }
    };
    let says = |entry: &&LessonEntry| found(&[lang.pick(&entry.title), lang.pick(&entry.misconception)]);
    let entries: Vec<_> = store.course.entries.iter().filter(says).collect();
    if entries.is_empty() {
        return Html::default();
    }
    html! {
        <section class="lessons">
            <h3>{ words.course }</h3>
            <p class="muted">{ words.course_hint }</p>
            <ul>{ for entries.into_iter().map(card) }</ul>
        </section>
    }
}

/// All that a lesson says, for those who read it without its run.
#[cfg(feature = "still")]
#[component]
pub fn Whole(props: &WholeProps) -> Html {
    let WholeProps { lesson, lang, terms } = props;
    let (lang, words) = (*lang, lang.lesson());
    let choice = |choice: &wire::LessonChoice| html! { <li>{ question::phrase(lang.pick(&choice.name)) }</li> };
    let right = |choice: &wire::LessonChoice| html! { <p>{ question::phrase(&format!("{}{}{}", lang.pick(&choice.name), colon(lang), lang.pick(&choice.why))) }</p> };
    let ask = |ask: &wire::Ask| {
        html! {
            <>
                <p class="question">{ question::phrase(lang.pick(&ask.question)) }</p>
                <ul>{ for ask.choices.iter().map(choice) }</ul>
                <details><summary>{ words.answer }</summary>{ for ask.choices.iter().filter(|it| it.right).map(right) }</details>
            </>
        }
    };
    let mut seen = api::Set::new();
    let step = |step: &LessonStep| {
        let said = if lang == Lang::Zh { &step.zh } else { &step.en };
        let mut mark = |text: &str| crate::lesson::terms::linked(terms, lang, text, &mut seen);
        html! {
            <section>
                <h3>{ lang.pick(&step.title).to_owned() }</h3>
                { for said.iter().map(|it| block(lang, it, &mut mark)) }
                { for step.ask.iter().map(ask) }
            </section>
        }
    };
    html! {
        <article class="whole told">
            <h2>{ lang.pick(&lesson.entry.title).to_owned() }</h2>
            { about(lang, &lesson.entry) }
            <p>{ format!("{}{}{}", words.goal, colon(lang), lang.pick(&lesson.entry.goal)) }</p>
            { for lesson.steps.iter().map(step) }
        </article>
    }
}

/// A lesson to read.
#[cfg(feature = "still")]
#[derive(Clone, PartialEq, yew::Properties)]
pub struct WholeProps {
    /// The lesson.
    pub lesson: std::rc::Rc<wire::Lesson>,
    /// The language.
    pub lang: Lang,
    /// Terms of the glossary.
    pub terms: std::rc::Rc<Vec<wire::Term>>,
}
