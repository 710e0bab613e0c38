//! A question to a run of a text, for the tests of those who answer.

use api::Millis;
use releases::Release;
use wire::{Asked, Order, Question, Reply, Told};

use crate::Service;

/// What is told of a run: at its end, or before what happens at a moment and later.
pub(crate) fn answer_to(text: &str, release: Option<Release>, before: Option<Millis>, question: Question) -> Told {
    let mut service = Service::default();
    service.take(Order::Run { run: 1, text: text.into(), release, keep: Vec::new() });
    let mut events = 0;
    while let Some(Reply::Events(_, happened)) = service.go_on() {
        events += happened.events.iter().filter(|event| before.is_none_or(|before| event.at < before)).count();
    }
    match service.take(Order::Ask(Asked { run: 1, events, question })).pop() {
        Some(Reply::Told(_, told)) => told,
        other => panic!("{other:?}"),
    }
}
