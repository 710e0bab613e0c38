//! What an action makes of a state: a state and effects. Only here, in this file and its folder, all features are known and the
//! whole state can be changed.
//!
//! An action names its feature. The feature's `update` gets its own part of the state to change and what it reads of others, and
//! gives wishes: effects, and what it wants beyond its part (`wish`). `grant` does what is wished. What changes the whole page
//! by itself stands in this folder: `opening` opens texts, and `link` links; `running` takes what happens to the run, which `run`
//! begins; `branches`, `caring`, `learning`, `files`, `front` and `settings` do of their features what reaches further.
//! `meaning` says what an action means where the page stands, and `after` what follows every action.

mod after;
mod branches;
mod caring;
mod files;
mod front;
pub mod grant;
mod learning;
mod link;
mod meaning;
mod means;
mod opening;
mod run;
mod running;
mod settings;

use crate::care::Trouble;
use crate::front::Toast;
use crate::lesson::Errand;
use crate::page_part::{Coming, PagePart, Stands};
use crate::store::{Action, Effect, Store};
use crate::update::grant::grant;
use crate::wish::Wish;
use crate::{bookmarks, builder, console, crafting, gallery, inspector, known, player, reading, selection, share};

/// What an action makes of a state.
pub fn reduce(store: &Store, action: Action) -> (Store, Vec<Effect>) {
    let turn = after::Turn::new(store, &action);
    let mut next = store.clone();
    let mut effects = change(&mut next, action);
    for follow in after::AFTER {
        follow(&turn, &mut next, &mut effects);
    }
    (next, effects)
}

/// Hands an action to its feature.
fn change(store: &mut Store, action: Action) -> Vec<Effect> {
    let action = meaning::of(store, action);
    if reading::sketch::stands(store) && action.plays() {
        return Vec::new();
    }
    let wishes = match action {
        Action::Open(opening) => opening::change(store, opening),
        Action::Run(running) => running::change(store, running),
        Action::Branches(branching) => branches::change(store, branching),
        Action::Lesson(learning) => learning::change(store, learning),
        Action::Care(caring) => caring::change(store, caring),
        Action::Reading(does) => files::change(store, does),
        Action::Front(showing) => front::change(store, showing),
        Action::Settings(setting) => settings::change(store, setting),
        Action::Parts(coming) => came(store, coming),
        Action::Player(playing) => player::update::change(&mut store.player, &store.run, playing),
        Action::Selection(look) => selection::update::change(&mut store.selection, &store.run, look),
        Action::Inspector(inspecting) => {
            inspector::update::change(&mut store.inspector, &store.run, store.player.at, inspecting)
        }
        Action::Console(printing) => console::update::change(&mut store.console, printing),
        Action::Gallery(browsing) => gallery::update::change(&mut store.gallery, browsing),
        Action::Known(knowing) => known::update::change(&mut store.details, &mut store.answers, knowing),
        Action::Bookmarks(marking) => bookmarks::update::change(&mut store.bookmarks, store.player.at, marking),
        Action::Builder(build) => builder::update::change(&mut store.builder, &store.run, build),
        Action::Crafting(craft) => crafting::change(craft),
        Action::Share(sharing) => share::update::change(&mut store.share, sharing),
    };
    grant(store, wishes)
}

/// A part of the program is there, or is to be fetched again.
fn came(store: &mut Store, coming: Coming) -> Vec<Wish> {
    let (part, stands) = match coming {
        Coming::Came(part, true) => (part, Stands::Here),
        Coming::Came(part, false) => (part, Stands::Failed),
        Coming::Again(part) => (part, Stands::Away),
    };
    store.parts[part as usize] = stands;
    if !store.parts.contains(&Stands::Failed) {
        store.care.troubles.retain(|told| *told != Trouble::PartNotFetched);
    }
    match (part, stands) {
        (PagePart::Teaching, Stands::Here) => vec![Effect::Learn(Errand::Terms).into()],
        (PagePart::Teaching, Stands::Failed) => store.course.wanted.take().map_or_else(Vec::new, |lesson| {
            // Nobody can read it: a visit begins with something else.
            let first = store.run.text.is_empty().then(|| Effect::Fetch(gallery::first(), false));
            first.into_iter().map(Wish::from).chain([Wish::Warn(Trouble::NotFetched(lesson))]).collect()
        }),
        (PagePart::Chinese, Stands::Failed) => vec![Wish::Tell(Toast::NoLanguage)],
        // It draws on the stage, where the rest stands without it.
        (PagePart::Devices, Stands::Failed) => vec![Wish::Warn(Trouble::PartNotFetched)],
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests;
