//! Test support: runs a text and asks a question about the run.

use api::Millis;
use protocol::{Answer, AnswerProgress, Query, Question, Reply, Request};
use releases::Release;
use trace::Frame;

use crate::WorkerService;

/// A run that is computed to its end, and the moment at which it is queried.
pub(crate) struct FinishedRun {
    service: WorkerService,
    events: usize,
    pub(crate) frame: Frame,
}

impl FinishedRun {
    /// Runs a manifest; queries are about its end, or about the moment before `before`.
    pub(crate) fn new(text: &str, release: Option<Release>, before: Option<Millis>) -> Self {
        let mut service = WorkerService::default();
        service.handle_request(Request::Run { run: 1, text: text.into(), release: release.into(), keep: Vec::new() });
        let (mut events, mut frame) = (0, Frame::default());
        while let Some(Reply::Events(_, happened)) = service.advance() {
            for event in happened.events.iter().filter(|event| before.is_none_or(|before| event.at < before)) {
                frame.apply_event(event);
                events += 1;
            }
        }
        Self { service, events, frame }
    }

    pub(crate) fn answer_to(&mut self, question: Question) -> Answer {
        match self.service.handle_request(Request::Query(Query { run: 1, events: self.events, question })).pop() {
            Some(Reply::Answer(_, answer)) => answer.decode(),
            other => panic!("{other:?}"),
        }
    }

    /// Answers a question in slices. Returns the progress after each of them but the last.
    pub(crate) fn progress_of(&mut self, question: Question) -> Vec<AnswerProgress> {
        assert_eq!(self.service.ask(Query { run: 1, events: self.events, question }), None);
        let mut reports = Vec::new();
        while self.service.advance_answer().is_none() {
            match self.service.report_progress() {
                Some(Reply::Progress(_, progress, _)) => reports.push(progress),
                other => panic!("{other:?}"),
            }
        }
        reports
    }
}

/// The answer about a run of a manifest at its end, or at the moment before `before`.
pub(crate) fn answer_to(text: &str, release: Option<Release>, before: Option<Millis>, question: Question) -> Answer {
    FinishedRun::new(text, release, before).answer_to(question)
}
