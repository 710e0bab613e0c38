//! Lessons and predictions, where they lead the whole page.

use std::rc::Rc;

use crate::builder::writing::retext;
use crate::front::Toast;
use crate::lesson::update;
use crate::lesson::update::runs;
use crate::lesson::{Learning, Taken, predict};
use crate::page_part::PagePart;
use crate::panes::Page;
use crate::player::Wanted;
use crate::run::Status;
use crate::store::{Action, Effect, Store};
use crate::update::run::{replace, run};
use crate::wish::Wish;
use crate::{gallery, selection};
use wire::Lesson;

/// Does it.
pub fn change(store: &mut Store, learning: Learning) -> Vec<Wish> {
    match learning {
        Learning::Predict(on) => predict(store, on),
        Learning::Course(_) | Learning::Terms(_) | Learning::Fetched { .. } | Learning::Made { .. } => {
            vec![Wish::Part(PagePart::Teaching, Action::Lesson(learning))]
        }
        learning => {
            let mut wishes = learn(store, learning);
            wishes.push(Wish::NameLesson);
            wishes
        }
    }
}

/// Does it, and gives what is wanted beyond lessons.
fn learn(store: &mut Store, learning: Learning) -> Vec<Wish> {
    let choice = match learning {
        Learning::Reveal => None,
        // Outside of lessons it is a prediction that is answered.
        Learning::Answer(choice) if store.course.taken.is_none() => Some(choice),
        learning => return update::change(&mut store.course, &store.run, &store.builder.text, learning),
    };
    if let Some(given) = predict::answer(store, choice) {
        store.course.predict.gave(store.run.trace.run, store.player.at, given);
    }
    Vec::new()
}

/// The run shown may be the lesson's now, and with it its scenario, if that is a built-in one.
pub fn name(store: &mut Store) {
    if let Some(taken) = store.course.taken.as_ref().filter(|taken| runs(&store.run, taken)) {
        match gallery::named(&taken.lesson.scenario) {
            Some(number) => store.gallery.opened(number, &store.builder.text),
            None => store.gallery.scenario = None,
        }
    }
}

/// Begins to ask for decisions, or stops. Where nothing is left to ask, the run begins anew.
fn predict(store: &mut Store, on: bool) -> Vec<Wish> {
    (store.course.predict.on, store.front.welcomes) = (on, false);
    if on && predict::active(store) && !predict::hides(store) && store.run.status == Status::Done {
        store.player.seek(&store.run, 0);
    }
    let mut wishes = vec![Effect::KeepPredict.into()];
    // Where no question comes up at once, there is nothing else to see of it.
    if on && predict::active(store) && !predict::asks(store) && store.run.status == Status::Done {
        wishes.push(Wish::Tell(if predict::hides(store) { Toast::Predicts } else { Toast::NothingToPredict }));
    }
    wishes
}

/// To the moment of the lesson that is taken, in its own run.
pub fn stand(store: &mut Store) -> Vec<Effect> {
    let Some(taken) = store.course.taken.take() else { return Vec::new() };
    let effects = if runs(&store.run, &taken) { go(store, &taken) } else { open(store, &taken) };
    store.course.taken = Some(taken);
    effects
}

/// To the moment of the step, with what it looks at.
fn go(store: &mut Store, taken: &Taken) -> Vec<Effect> {
    let Some(at) = taken.moment() else { return Vec::new() };
    look(store, taken);
    // The run may not have come so far.
    if store.run.status == Status::Working && at > store.run.last() {
        (store.player.wanted, store.player.playing) = (Some(Wanted::Moment(at)), false);
    } else {
        store.player.seek(&store.run, at);
    }
    Vec::new()
}

/// Lets the lesson's own text run, to the moment of the step. What was there is set aside.
fn open(store: &mut Store, taken: &Taken) -> Vec<Effect> {
    let mut effects = replace(store);
    store.front.editor &= store.run.number == 0;
    let lesson = &taken.lesson;
    retext(&mut store.builder, &store.run, lesson.text.as_str().into(), false);
    // The release that the text asks for need not be named.
    store.run.release = Some(lesson.release);
    effects.extend(run(store, Some(Wanted::Moment(taken.moment().unwrap_or(usize::MAX)))));
    store.inspector.page = Page::Now;
    look(store, taken);
    effects
}

/// Runs a text that was made of a lesson's. What was there is set aside.
pub(crate) fn resume(store: &mut Store, lesson: &Lesson, text: Rc<str>) -> Vec<Effect> {
    let mut effects = replace(store);
    retext(&mut store.builder, &store.run, text, false);
    store.run.release = Some(lesson.release);
    store.gallery.scenario = None;
    effects.extend(run(store, None));
    effects
}

fn look(store: &mut Store, taken: &Taken) {
    let look = taken.shown().map(|step| step.look.clone()).filter(|it| !it.is_empty());
    selection::update::restore(&mut store.selection, look);
}
