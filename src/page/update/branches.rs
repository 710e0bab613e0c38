//! Other runs beside the one shown: each changes the text, the run and the playhead.

use std::rc::Rc;

use crate::acts::Branching;
use crate::compare::Branch;
use crate::compare::branches::{branch_off, forked, keep};
use crate::page_part::PagePart;
use crate::player::Wanted;
use crate::run::Status;
use crate::store::{Action, Effect, Store};
use crate::update::run::start;
use crate::wish::{Wish, outside};
use releases::Release;

/// Does it.
pub fn change(store: &mut Store, branching: Branching) -> Vec<Wish> {
    outside(match branching {
        Branching::Fork { label, entries } => {
            let at = Wanted::Moment(store.player.at);
            fork(store, label, &entries, at)
        }
        Branching::Try { label, entries, about } => {
            let outcome = Wanted::Outcome(about, store.now());
            fork(store, label, &entries, outcome)
        }
        Branching::Back => {
            back(store);
            Vec::new()
        }
        Branching::Release(release) => compare(store, release),
        Branching::Reconfigure(..) => return vec![Wish::Part(PagePart::Building, Action::Branches(branching))],
        Branching::Retext(label, text) => retext(store, label, text),
        Branching::Beside(other) => {
            store.branches.beside = other;
            Vec::new()
        }
        Branching::Switch(to) => {
            switch(store, to);
            Vec::new()
        }
    })
}

/// Runs on from the moment shown with something done, and keeps what was. Its picture stays until the new one is there, so that nothing
/// around it moves.
fn fork(store: &mut Store, label: String, entries: &[String], wanted: Wanted) -> Vec<Effect> {
    if store.run.status == Status::Working {
        return Vec::new();
    }
    store.builder.text = forked(&store.run.text, store.now(), entries);
    let before = (Rc::clone(&store.run.trace), Rc::clone(&store.run.loaded), store.player.at);
    keep(&mut store.branches, &store.run, store.player.at);
    let effects = leave(store, label, wanted);
    if let Some(branch) = store.branches.all.last_mut() {
        branch.forked = true;
    }
    (store.run.trace, store.run.loaded, store.player.at) = before;
    store.run.stale = true;
    effects
}

/// Back to the run that the one shown was tried in, at the moment at which it was left.
fn back(store: &mut Store) {
    let Some(parent) = store.branches.all.get(store.branches.shown).map(|branch| branch.parent) else { return };
    if parent != store.branches.shown && store.run.status != Status::Working {
        switch(store, parent);
        store.player.at = store.branches.all[parent].at;
    }
}

/// The same text under another release, beside the present run.
pub fn compare(store: &mut Store, release: Release) -> Vec<Effect> {
    let now = Wanted::Time(store.now());
    store.builder.text = Rc::clone(&store.run.text);
    keep(&mut store.branches, &store.run, store.player.at);
    store.run.release = Some(release);
    let effects = leave(store, release.to_string(), now);
    store.branches.beside = Some(store.branches.shown);
    effects
}

/// The same scenario with another text, beside the present run.
pub(crate) fn retext(store: &mut Store, label: String, text: Rc<str>) -> Vec<Effect> {
    let now = Wanted::Time(store.now());
    keep(&mut store.branches, &store.run, store.player.at);
    store.builder.text = text;
    let effects = leave(store, label, now);
    store.branches.beside = Some(store.branches.shown);
    effects
}

fn leave(store: &mut Store, label: String, wanted: Wanted) -> Vec<Effect> {
    branch_off(&mut store.branches, &store.run, store.player.at, label);
    start(store, Some(wanted))
}

/// A run that was started only to be held beside another is there: back to that other one.
pub fn settle(store: &mut Store) {
    let branches = &store.branches;
    if branches.beside == Some(branches.shown)
        && let Some(branch) = branches.all.get(branches.shown)
    {
        let parent = branch.parent;
        switch(store, parent);
        store.player.at = store.branches.all[parent].at;
    }
}

/// Goes to another branch, at the same virtual time.
fn switch(store: &mut Store, to: usize) {
    let now = store.now();
    let branches = &store.branches;
    if store.run.status == Status::Working || to >= branches.all.len() || to == branches.shown {
        return;
    }
    keep(&mut store.branches, &store.run, store.player.at);
    let Branch { text, release, trace, loaded, .. } = store.branches.all[to].clone();
    store.branches.shown = to;
    store.builder.text = Rc::clone(&text);
    (store.run.text, store.run.release) = (text, release);
    (store.run.trace, store.run.loaded) = (trace, loaded);
    store.player.playing = false;
    store.player.at = store.run.moment_at(now);
}
