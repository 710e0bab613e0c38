//! What happens to the run: what a person wants of it, and what the worker says.

use std::rc::Rc;

use crate::acts::Playing;
use crate::builder::Tab;
use crate::care::Trouble;
use crate::run::{Running, Status};
use crate::store::{Effect, Store};
use crate::update::run::{keeping, run};
use crate::update::{branches, link};
use crate::wish::{Wish, outside};
use crate::{care, player};
use api::shortened;
use wire::Happened;

/// What happens to the run.
pub fn change(store: &mut Store, running: Running) -> Vec<Wish> {
    match running {
        Running::Start => return outside(keeping(store, None)),
        // The text that is there is about to go.
        Running::Release(release) if store.reading.opens() => store.reading.choose(release),
        Running::Release(release) => {
            store.run.release = Some(release);
            return outside(run(store, None));
        }
        Running::Loaded(run, loaded) if run == store.run.number => store.run.loaded = Rc::new(loaded),
        Running::Rejected(run, problems) if run == store.run.number => {
            store.run.problems = Rc::new(problems);
            store.run.status = Status::Rejected;
            store.reading.ran();
            store.branches.beside = None;
            store.front.editor = true;
            if !store.run.stale {
                // What was not built is put right where its lines are.
                store.builder.tab = Tab::Yaml;
            }
        }
        Running::Events(run, happened) if run == store.run.number => return receive(store, happened),
        Running::Cancel if store.run.status == Status::Working => {
            store.run.number += 1;
            store.run.status = Status::Cancelled;
            return vec![Effect::Cancel.into()];
        }
        Running::Loaded(..) | Running::Rejected(..) | Running::Events(..) | Running::Cancel => {}
    }
    Vec::new()
}

fn receive(store: &mut Store, happened: Happened) -> Vec<Wish> {
    let done = happened.done;
    if !store.run.receive(happened) {
        return Vec::new();
    }
    store.reading.ran();
    if let Some(missed) = player::update::arrive(&mut store.player, &store.run) {
        care::update::tell(&mut store.care, Trouble::NoMoment(shortened(&missed.to_string())));
    }
    if !done {
        return Vec::new();
    }
    branches::settle(store);
    if std::mem::take(&mut store.share.autoplay) && !store.player.playing {
        return player::update::change(&mut store.player, &store.run, Playing::Toggle);
    }
    outside(link::ran(store))
}
