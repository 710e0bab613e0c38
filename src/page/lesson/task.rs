//! A task of a lesson: what the run has to come to, and with how many changes.

use std::rc::Rc;

use yew::{Callback, Html, html};

use crate::front::Showing;
use crate::lesson::{Counted, Course, Taken};
use crate::run::{Run, Status};
use crate::store::{Action, Store};
use crate::view::on;
use api::manifest::{Changed, changes};
use words::teach;

/// More changes than this are not listed.
const MOST_LISTED: usize = 6;

/// Whether it has to be counted anew how far the run's text is from the lesson's.
pub fn open(store: &Store) -> bool {
    let Some(taken) = &store.course.taken else { return false };
    let counts = taken.shown().and_then(|step| step.task.as_ref()).is_some_and(|goal| goal.changes.is_some());
    let known = taken.counted.as_ref().is_some_and(|it| Rc::ptr_eq(&it.text, &store.run.text));
    counts && !known && store.run.status == Status::Done && !store.run.stale
}

/// Counts it. Only the part that reads texts can.
pub fn count(course: &mut Course, run: &Run) {
    let text = Rc::clone(&run.text);
    if let Some(taken) = &mut course.taken {
        // What runs can be read.
        let found = changes(&taken.lesson.text, &text).unwrap_or_default();
        taken.counted = Some(Counted { text, changes: Rc::new(found) });
    }
}

/// The changes that were made, if they are counted and the task limits them.
fn made<'s>(store: &Store, taken: &'s Taken) -> Option<(usize, &'s [Changed])> {
    let most = taken.shown()?.task.as_ref()?.changes?;
    let counted = taken.counted.as_ref().filter(|it| Rc::ptr_eq(&it.text, &store.run.text))?;
    Some((most, &counted.changes))
}

/// Whether the run shown reaches the goal of the step, and no more was changed than it allows; nothing if it has none, or if the run goes on.
pub fn reached(store: &Store, taken: &Taken) -> Option<bool> {
    let goal = taken.shown()?.task.as_ref().filter(|_| store.run.status == Status::Done)?;
    let few = goal.changes.is_none() || made(store, taken).is_some_and(|(most, made)| made.len() <= most);
    Some(few && goal.met(&store.run.trace.trace))
}

/// Whether the task of the step was reached by any run so far, whatever led there. It stays solved.
pub(crate) fn is_solved(taken: &Taken) -> bool {
    taken.given.get(taken.step).is_some_and(|given| given.done)
}

/// Whether the run shown reaches the goal of the step.
pub(crate) fn is_reached(store: &Store) -> bool {
    store.course.taken.as_ref().is_some_and(|taken| reached(store, taken) == Some(true))
}

/// Keeps that the goal of the step was reached.
pub fn keep(course: &mut Course) {
    if let Some(taken) = &mut course.taken
        && let Some(given) = taken.given.get_mut(taken.step)
    {
        given.done = true;
    }
}

/// The task: what is wanted, each with whether it is so.
pub fn task(store: &Store, act: &Callback<Action>, taken: &Taken) -> Html {
    let (lang, words) = (store.lang, teach::words(store.lang));
    let fixed = words.teach();
    let Some(goal) = taken.shown().and_then(|step| step.task.as_ref()) else { return Html::default() };
    let (class, told) = match reached(store, taken) {
        Some(true) => ("answer right", fixed.reached),
        _ if is_solved(taken) => ("answer right", fixed.solved),
        _ => ("answer", fixed.not_reached),
    };
    let trace = &store.run.trace.trace;
    let end = trace.frame(trace.events().len());
    let line = |so: bool, text: String| html! { <li class={if so { "so" } else { "not-yet" }}>{ text }</li> };
    let wishes = goal.wishes().map(|wish| line(wish.granted(trace, &end), teach::wish(lang, wish)));
    let limit = made(store, taken).map(|(most, made)| {
        let listed =
            made.iter().take(MOST_LISTED).map(|it| html! { <li><code>{ teach::changed(lang, it) }</code></li> });
        html! {
            <>
                { line(made.len() <= most, words.wants_changes(most, made.len())) }
                if !made.is_empty() { <ul class="changes">{ for listed }</ul> }
            </>
        }
    });
    html! {
        <div class="quiz" role="group" aria-label={lang.lesson().task}>
            <p class={class}><strong>{ told }</strong></p>
            if store.run.status == Status::Done { <ul class="wishes" aria-label={fixed.wanted}>{ for wishes }{ limit }</ul> }
            if !store.front.editor {
                <button type="button" class="plain" onclick={on(act, Action::Front(Showing::Editor(true)))}>{ fixed.change_it }</button>
            }
        </div>
    }
}
