//! What the page says to the worker, and what it hears: effects as orders, replies as actions.

use std::rc::Rc;

use crate::builder::Build;
use crate::known::Knowing;
use crate::reading::{Chosen, Does};
use crate::run::Running;
use crate::share::Sharing;
use crate::store::{Action, Effect, Store};
use wire::{Export, Order, Reply};

/// The order that an effect is; none if it is not the worker's.
pub fn order(store: &Store, effect: &Effect) -> Option<Order> {
    Some(match effect {
        Effect::Run { run, text, release, keep } => {
            Order::Run { run: *run, text: Rc::clone(text), release: *release, keep: keep.clone() }
        }
        Effect::Cancel => Order::Cancel,
        Effect::Read { number, files } => {
            Order::Read { number: *number, names: files.iter().map(Chosen::name).collect() }
        }
        Effect::StopReading => Order::StopReading,
        Effect::Details { run, attempts } => Order::Details { run: *run, attempts: attempts.clone() },
        Effect::Ask(asked) => Order::Ask(asked.clone()),
        Effect::Export(export) => {
            let text = if *export == Export::Trace { String::new() } else { store.run.text.to_string() };
            Order::Export { run: store.run.trace.run, export: *export, text }
        }
        Effect::Check { number } => {
            let (text, release) = (store.builder.text.to_string(), store.run.release);
            Order::Check { number: *number, text, release }
        }
        _ => return None,
    })
}

/// What a reply lets happen.
pub fn heard(reply: Reply) -> Option<Action> {
    Some(match reply {
        Reply::Ready | Reply::Cancelled => return None,
        Reply::Loaded(run, loaded) => Action::Run(Running::Loaded(run, loaded)),
        Reply::Rejected(run, problems) => Action::Run(Running::Rejected(run, problems)),
        Reply::Events(run, happened) => Action::Run(Running::Events(run, happened)),
        Reply::Detail(run, number, detail) => Action::Known(Knowing::Detail(run, number, detail)),
        Reply::Told(asked, told) => Action::Known(Knowing::Told(asked, told)),
        Reply::Reading(number, read, seen) => Action::Reading(Does::Goes(number, read, seen)),
        Reply::Opened(number, opened) => Action::Reading(Does::Done(number, opened)),
        Reply::Exported(export, made) => Action::Share(Sharing::Made(export, made)),
        Reply::Checked(number, problems) => Action::Builder(Build::Found(number, problems)),
    })
}
