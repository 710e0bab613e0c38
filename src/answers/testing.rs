//! A question to a run of a text, for the tests of those who answer.

use api::Millis;
use releases::Release;
use trace::Frame;
use wire::{Asked, Order, Question, Reply, Told};

use crate::Service;

/// A run that went to its end, and the moment at which it is asked.
pub(crate) struct FinishedRun {
    service: Service,
    events: usize,
    /// The cluster at that moment.
    pub(crate) frame: Frame,
}

impl FinishedRun {
    /// A run of a text, asked at its end, or before what happens at a moment and later.
    pub(crate) fn new(text: &str, release: Option<Release>, before: Option<Millis>) -> Self {
        let mut service = Service::default();
        service.take(Order::Run { run: 1, text: text.into(), release, keep: Vec::new() });
        let (mut events, mut frame) = (0, Frame::default());
        while let Some(Reply::Events(_, happened)) = service.go_on() {
            for event in happened.events.iter().filter(|event| before.is_none_or(|before| event.at < before)) {
                frame.apply(event);
                events += 1;
            }
        }
        Self { service, events, frame }
    }

    /// What is told of it.
    pub(crate) fn answer_to(&mut self, question: Question) -> Told {
        match self.service.take(Order::Ask(Asked { run: 1, events: self.events, question })).pop() {
            Some(Reply::Told(_, told)) => told,
            other => panic!("{other:?}"),
        }
    }
}

/// What is told of a run: at its end, or before what happens at a moment and later.
pub(crate) fn answer_to(text: &str, release: Option<Release>, before: Option<Millis>, question: Question) -> Told {
    FinishedRun::new(text, release, before).answer_to(question)
}
