//! Another text in the place of the present one.

use std::rc::Rc;

use crate::builder::writing::retext;
use crate::care::update as care;
use crate::gallery;
use crate::lesson::Errand;
use crate::lesson::update::leaves;
use crate::opening::Opening;
use crate::page_part::PagePart;
use crate::player::Wanted;
use crate::share::Sharing;
use crate::store::{Action, Effect, Store};
use crate::update::link;
use crate::update::run::{replace, run};
use crate::wish::{Wish, outside};
use api::alias::is_table;
use trace::names::Name;
use wire::is_lesson;

/// Opens it.
pub fn change(store: &mut Store, opening: Opening) -> Vec<Wish> {
    if leaves(&opening) {
        store.course.taken = None;
    }
    care::forget_files(&mut store.care);
    let effects = match opening {
        Opening::Text(text) if is_table(&text) => {
            return vec![Wish::Part(PagePart::Sharing, Action::Share(Sharing::Names(text)))];
        }
        Opening::Text(text) => self::text(store, text),
        Opening::Draft(text) => {
            let wishes = change(store, Opening::Text(text));
            store.front.welcomes = true;
            return wishes;
        }
        Opening::Scenario(number, text) => scenario(store, number, text),
        Opening::Welcome(number, text) => {
            let effects = scenario(store, number, text);
            store.player.wanted = Name::read(gallery::EVE).map(Wanted::Named);
            store.front.welcomes = true;
            effects
        }
        Opening::Watch(number, text) => {
            let effects = scenario(store, number, text);
            store.player.wanted = Name::read(gallery::EVE).map(Wanted::Named);
            store.player.playing = true;
            return [outside(effects), vec![Wish::Beat]].concat();
        }
        Opening::At(number, text, at) => {
            let effects = scenario(store, number, text);
            store.player.wanted = Some(Wanted::Moment(at));
            effects
        }
        Opening::Visit(number, text) => {
            let left = Rc::clone(&store.builder.text);
            let mut effects = scenario(store, number, text);
            effects.retain(|effect| *effect != Effect::Unlink);
            effects.push(Effect::Visit { left });
            effects
        }
        Opening::Link { text, scenario, fields } => link::open(store, text, scenario, &fields),
    };
    outside(effects)
}

/// A text may be a lesson; otherwise it is one that runs.
fn text(store: &mut Store, text: Rc<str>) -> Vec<Effect> {
    if is_lesson(&text) {
        return vec![Effect::Learn(Errand::Read { text, scenario: None })];
    }
    retext(&mut store.builder, &store.run, text, false);
    store.gallery.scenario = None;
    store.run.release = store.reading.take_release().or(store.run.release);
    let mut effects = run(store, None);
    effects.push(Effect::Draft);
    effects
}

/// A built-in scenario opens as it was written.
fn scenario(store: &mut Store, number: usize, text: Rc<str>) -> Vec<Effect> {
    let mut effects = replace(store);
    // Whoever opens another one wants to see it. One that is reset is still being built with, and what a visit begins with takes nobody away.
    store.front.editor &= store.run.number == 0 || store.gallery.scenario == Some(number);
    retext(&mut store.builder, &store.run, text, false);
    store.gallery.opened(number, &store.builder.text);
    store.run.release = None;
    store.gallery.open = false;
    effects.extend(run(store, None));
    effects
}
