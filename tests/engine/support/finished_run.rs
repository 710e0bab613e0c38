//! A run in a worker's service, at its end, where questions can be asked about it.

use schedscope::{
    api::NamespacedName,
    protocol::{Answer, AnswerProgress, Consequences, Query, Question, Reply, Request, Trial},
    queries::WorkerService,
    trace::Frame,
};

/// A finished run, and the state of its cluster at the end.
pub(crate) struct FinishedRun {
    pub service: WorkerService,
    pub frame: Frame,
    event_count: usize,
}

impl FinishedRun {
    /// Runs a manifest to its end.
    pub(crate) fn new(text: &str) -> Self {
        let mut service = WorkerService::default();
        service.handle_request(Request::Run { run: 1, text: text.into(), release: None.into(), keep: Vec::new() });
        let (mut event_count, mut frame) = (0, Frame::default());
        while let Some(Reply::Events(_, batch)) = service.advance() {
            batch.events.iter().for_each(|event| frame.apply_event(event));
            event_count += batch.events.len();
        }
        Self { service, frame, event_count }
    }

    /// A query for a question at the end of the run.
    pub(crate) fn query(&self, question: Question) -> Query {
        Query { run: 1, events: self.event_count, question }
    }

    /// Answers a question at once.
    pub(crate) fn answer_at_once(&mut self, question: Question) -> Answer {
        let query = self.query(question);
        match self.service.handle_request(Request::Query(query)).pop() {
            Some(Reply::Answer(_, answer)) => answer.decode(),
            other => panic!("{other:?}"),
        }
    }

    /// Answers a question in slices, as the worker does, and checks that the answer at once is the same.
    pub(crate) fn answer(&mut self, question: Question) -> Answer {
        let query = self.query(question.clone());
        let mut reply = self.service.ask(query.clone());
        while reply.is_none() && self.service.is_answering() {
            reply = self.service.advance_answer();
            if reply.is_none()
                && let Some(Reply::Progress(of, AnswerProgress { done, total }, _)) = self.service.report_progress()
            {
                assert!(of == query && done <= total, "{done} of {total}");
            }
        }
        let Some(Reply::Answer(_, answer)) = reply else { panic!("{query:?}: {reply:?}") };
        let answer = answer.decode();
        assert_eq!(self.answer_at_once(question), answer, "{query:?}");
        answer
    }

    /// Answers what a trial would do.
    pub(crate) fn consequences(&mut self, trial: Trial) -> Consequences {
        match self.answer(Question::Consequences(trial)) {
            Answer::Consequences(consequences) => consequences,
            other => panic!("{other:?}"),
        }
    }

    /// The pods on those nodes whose names satisfy a condition.
    pub(crate) fn pods_on(&self, is_wanted: impl Fn(&str) -> bool) -> Vec<NamespacedName> {
        let pods = self.frame.pods.iter();
        pods.filter(|(_, view)| view.node.as_ref().is_some_and(|node| is_wanted(node)))
            .map(|(key, _)| key.clone())
            .collect()
    }
}
