//! A front end that knows only the worker's messages, as JSON, and folds a run from them.

use schedscope::{
    protocol::{Answer, Fact, Query, Question, Reply, Request},
    queries::WorkerService,
    runlog::{Attempt, Ending, EventKind},
    trace::{
        Trace,
        steps::{self, Step},
    },
};

/// A worker that exchanges JSON messages.
#[derive(Default)]
struct JsonWorker(WorkerService);

impl JsonWorker {
    fn exchange(&mut self, order: &Request) -> Vec<String> {
        let order = serde_json::to_string(order).expect("an order");
        let mut replies = self.0.handle_request(serde_json::from_str(&order).expect("an order"));
        replies.extend(std::iter::from_fn(|| self.0.advance()));
        replies.iter().map(|reply| serde_json::to_string(reply).expect("a reply")).collect()
    }
}

fn parse_reply(message: &str) -> Reply {
    serde_json::from_str(message).unwrap_or_else(|error| panic!("{error}: {message}"))
}

fn run(number: u32, text: &str, keep: Vec<u32>) -> Request {
    Request::Run { run: number, text: text.into(), release: None.into(), keep }
}

#[test]
fn a_run_can_be_folded_from_messages_alone() {
    let mut worker = JsonWorker::default();
    let mut trace = Trace::default();
    let (mut captions, mut title, mut done) = (Vec::new(), String::new(), false);
    for message in worker.exchange(&run(1, include_str!("../../www/scenarios/ladder.yaml"), Vec::new())) {
        match parse_reply(&message) {
            Reply::Loaded(1, loaded) => title = loaded.summary.title.en,
            Reply::Events(1, happened) => {
                assert!(!done, "nothing follows the last piece");
                trace.extend(happened.events);
                captions.extend(happened.captions);
                done = happened.is_done;
            }
            other => panic!("{other:?}"),
        }
    }
    assert!(done && !title.is_empty());
    let events = trace.events();
    assert!(matches!(events[0].what, EventKind::Profiles(_)));
    assert!(matches!(events[events.len() - 1].what, EventKind::End(Ending::Quiet)));
    let last = trace.frame_at(events.len());
    assert!(last.pods.values().any(|pod| pod.status() == "Running"));
    let moments = steps::moments(events);
    assert!(captions.len() > 2 && captions.iter().all(|caption| caption.moment(&moments).is_some()));

    // The details of an attempt.
    let tried = events.iter().find_map(|event| match &event.what {
        EventKind::Attempted(tried) if tried.room().is_some() => Some(tried),
        _ => None,
    });
    let tried = tried.expect("a preemption");
    let room = tried.room().expect("room");
    let texts = worker.exchange(&Request::FetchDetails { run: 1, attempts: vec![tried.number, 1000] });
    let [message] = texts.as_slice() else { panic!("{texts:?}") };
    let Reply::Detail(1, number, attempt) = parse_reply(message) else { panic!("{message}") };
    let attempt: &Attempt = &attempt;
    assert_eq!((number, &attempt.pod, attempt.filter.len()), (tried.number, &tried.pod, tried.judged));
    let record = attempt.preemption.as_ref().expect("a preemption");
    assert_eq!(record.chosen.map(|node| attempt.node_name(node)).as_ref(), Some(&room.node));

    // A question, and its answer with a link to the moment that proves it.
    let question = Question::Gone(room.victims[0].clone());
    let asked = Query { run: 1, events: events.len(), question };
    let texts = worker.exchange(&Request::Query(asked.clone()));
    let Reply::Answer(about, answer) = parse_reply(&texts[0]) else { panic!("{texts:?}") };
    let Answer::Why(findings) = answer.get() else { panic!("{texts:?}") };
    assert_eq!(about, asked);
    assert!(matches!(&findings[0].fact, Fact::PreemptedBy(by, node) if *by == tried.pod && *node == room.node));
    assert!(findings.iter().any(|finding| matches!(finding.place, Some((_, Step::Reprieve(..) | Step::Rung(_))))));

    // Questions about a dropped run are not answered.
    worker.exchange(&run(2, "kind: Node\nmetadata: {name: a}\n", Vec::new()));
    assert!(worker.exchange(&Request::Query(asked)).is_empty());
}

#[test]
fn invalid_manifests_are_rejected_and_kept_runs_answer() {
    let mut worker = JsonWorker::default();
    worker.exchange(&run(1, include_str!("../../www/scenarios/first-pod.yaml"), Vec::new()));
    let texts = worker.exchange(&run(2, "kind: Node\nmetadata: {name: a}\nstatus: {capacity: {cpu: lots}}\n", vec![1]));
    assert!(matches!(parse_reply(&texts[0]), Reply::Rejected(2, problems) if problems.items()[0].place.line == 3));
    assert_eq!(worker.exchange(&Request::FetchDetails { run: 1, attempts: vec![0] }).len(), 1);
    let log = worker.exchange(&Request::Query(Query { run: 1, events: 0, question: Question::Log }));
    let Reply::Answer(_, answer) = parse_reply(&log[0]) else { panic!("{log:?}") };
    let Answer::Log(lines) = answer.get() else { panic!("{log:?}") };
    assert!(lines.iter().any(|line| line.contains("Filter node-a")) && lines.iter().all(|line| !line.contains('…')));
}
