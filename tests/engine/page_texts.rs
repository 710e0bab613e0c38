//! What the page shows of a run besides its story, as recorded texts: the console, `kubectl describe` of each pod, the scheduler's functions with
//! arguments and results, the state at some moments, the timeline's lanes, and the answers to all questions.
//!
//! If a change of the engine, a scenario or an answer changes them, record them anew with `UPDATE_EXPECT=1 cargo test --test engine page_texts`, and review
//! the diff.

use std::{collections::BTreeMap, fmt::Write as _, fs, rc::Rc};

use schedscope::{
    api::Millis,
    manifest,
    protocol::{Export, FilePart, Query, Question, Reply, Request},
    queries::WorkerService,
    releases::{Release, ReleaseChoice, wording},
    runlog::{Attempt, Event, EventKind},
    simulation::{Scenario, Simulation},
    trace::{
        Trace,
        calls::{self, CallTree},
        console::{LineSource, Log, Messages, PodWatch, describe, render_lines},
        lanes::Lanes,
        ruling::ZoneRuling,
        steps,
    },
};

use crate::support::{readable_json, recorded_text, texts};

/// Built-in scenarios that cover, together with `motley.yaml`, everything that the page can show. The stories cover the events of all others.
const SCENARIOS: &[&str] = &["backoff", "own-plugin", "silent-node", "spread"];

/// The release of manifests that name none.
const RECORDED_UNDER: ReleaseChoice = ReleaseChoice { chosen: None, fallback: Release::V1_34 };

/// A run with the details of all its attempts.
struct RecordedRun {
    text: String,
    release: Release,
    trace: Trace,
    attempts: Vec<Rc<Attempt>>,
}

impl RecordedRun {
    fn from_text(text: String) -> Self {
        let manifest = manifest::load_for(&text, RECORDED_UNDER).unwrap_or_else(|errors| panic!("{:?}", errors[0]));
        let scenario = Scenario::from_manifest(&manifest).expect("a scenario");
        let (release, mut attempts) = (scenario.release, Vec::new());
        let trace =
            Trace::new(Simulation::new(scenario).run_with_attempts(|attempt| attempts.push(Rc::clone(attempt))).1);
        Self { text, release, trace, attempts }
    }

    fn events(&self) -> &[Rc<Event>] {
        self.trace.events()
    }

    /// Numbers of events at which the state is recorded: after the first two nominations, deletions or changes of a zone, and at the end.
    fn places(&self) -> Vec<usize> {
        let tells = |what: &EventKind| {
            matches!(what, EventKind::Nominated { .. } | EventKind::Terminating { .. } | EventKind::ZoneChanged(_))
        };
        let some = (1..self.events().len()).filter(|at| tells(&self.events()[at - 1].what)).take(2);
        some.chain([self.events().len()]).collect()
    }

    fn render_books(&self) -> String {
        let mut text = String::new();
        let mut books: [(&str, Box<dyn LineSource>); 2] = [
            ("log", Box::new(Log::new(wording(self.release)))),
            ("kubectl get pods --watch", Box::new(PodWatch::starting_at(0))),
        ];
        for (title, book) in &mut books {
            book.extend(self.events());
            let places: Vec<String> =
                book.places().iter().map(|place| format!("{}.{}", place.events, place.step)).collect();
            let detail = |number: usize| self.attempts.get(number).cloned();
            writeln!(text, "# {title}").expect("room");
            let all = 0..places.len();
            let lines = render_lines(book.as_ref(), self.events(), all, Millis::from_seconds(60), &detail);
            // Each line is after the place to which it leads: the number of events, and the step. Titles lead nowhere.
            let lines: Vec<&str> = lines.lines().collect();
            let titles = vec![String::new(); lines.len() - places.len()];
            for (place, line) in titles.iter().chain(&places).zip(lines) {
                writeln!(text, "{place:<6} {line}").expect("room");
            }
        }
        text
    }

    fn describe_pods(&self) -> String {
        let mut messages = Messages::default();
        messages.extend(self.events());
        let mut text = String::new();
        for at in self.places() {
            let frame = self.trace.frame_at(at);
            for key in frame.pods.keys() {
                writeln!(text, "# {key} after {at}").expect("room");
                for line in describe::describe_pod(&frame, key, messages.of_pod(key, at)) {
                    writeln!(text, "{}", line.text).expect("room");
                }
            }
        }
        text
    }

    fn render_calls(&self) -> String {
        let moments = steps::moments(self.events());
        let mut text = String::new();
        for (at, moment) in moments.iter().enumerate() {
            let what = calls::event_at(self.events(), moment);
            let Some(role) = calls::role_at(moment.step, what) else { continue };
            let attempt = match what {
                Some(EventKind::Attempted(tried)) => self.attempts.get(tried.number).map(|attempt| &**attempt),
                _ => None,
            };
            let call = calls::call_of(role, moment.step, what, attempt);
            let tree = CallTree::at_moment(self.release, self.events(), &moments, at);
            let lit = tree.active.map(|lit| (tree.call_count(lit), tree.next_call(lit), tree.has_returned(lit)));
            let callers: Vec<_> = tree
                .callers
                .iter()
                .map(|caller| (*caller, tree.call_count(*caller), tree.has_returned(*caller)))
                .collect();
            let show = |facts: &[calls::NamedValue]| {
                let shown: Vec<_> = facts.iter().map(|fact| format!("{:?}={:?}", fact.name, fact.value)).collect();
                shown.join(" ")
            };
            writeln!(
                text,
                "{at} {role:?} {lit:?} {callers:?}\n  < {}\n  > {}",
                show(&call.arguments),
                show(&call.results)
            )
            .expect("room");
        }
        text
    }

    fn render_states(&self) -> String {
        let mut text = String::new();
        for at in self.places() {
            let frame = self.trace.frame_at(at);
            writeln!(text, "# after {at}: {:?} in cycle {:?} ended {:?}", frame.now, frame.in_cycle, frame.ending)
                .expect("room");
            for (name, node) in frame.nodes.iter() {
                writeln!(text, "{name}: {:?} {:?}", node.slots, node.nominated).expect("room");
            }
            for (name, pod) in frame.pods.iter() {
                let queue = (&pod.queue, &pod.queued_by, &pod.backoff_until, pod.attempts);
                let place = (&pod.node, &pod.nominated, &pod.terminates_at, &pod.deletion);
                writeln!(text, "{name}: {} {:?} {queue:?} {place:?} {:?}", pod.number, pod.phase, pod.start)
                    .expect("room");
                writeln!(
                    text,
                    "  guarded by {:?}",
                    frame.guarding_budgets(&pod.pod).0.iter().map(|budget| &budget.metadata.name).collect::<Vec<_>>()
                )
                .expect("room");
            }
            for (name, counted) in &frame.counts {
                writeln!(text, "{name}: {:?} {:?}", counted.counted_at, counted.count).expect("room");
            }
            for name in frame.zone_names() {
                let ZoneRuling { zone, name, since, nodes } = frame.ruling_of_zone(&name);
                writeln!(text, "{name:?}: {zone:?} since {since:?}").expect("room");
                for node in &nodes {
                    writeln!(text, "  {node:?}").expect("room");
                }
            }
        }
        text
    }

    fn render_lanes(&self) -> String {
        let mut lanes = Lanes::default();
        lanes.extend(self.events());
        let mut text = String::new();
        for lane in &lanes.lanes {
            writeln!(text, "{} {} attempts {:?}", lane.pod, lane.priority, lane.attempts).expect("room");
            lane.transitions.iter().for_each(|transition| writeln!(text, "  {transition:?}").expect("room"));
            lane.signs.iter().for_each(|sign| writeln!(text, "  {sign:?}").expect("room"));
        }
        lanes.groups.iter().for_each(|group| writeln!(text, "{group:?}").expect("room"));
        lanes.evictions.iter().for_each(|eviction| writeln!(text, "{eviction:?}").expect("room"));
        text
    }

    /// A service that has run the manifest, and its replies.
    fn serve(&self) -> (WorkerService, Vec<Reply>) {
        let mut service = WorkerService::default();
        let loaded = service.handle_request(Request::Run {
            run: 1,
            text: self.text.as_str().into(),
            release: RECORDED_UNDER,
            keep: Vec::new(),
        });
        while service.advance().is_some() {}
        (service, loaded)
    }

    /// The summary of the manifest, and the exported files. The exported trace is left out, because the story has its events.
    fn render_files(&self, service: &mut WorkerService, loaded: &[Reply]) -> String {
        let mut out = format!("{loaded:#?}\n");
        for export in [Export::Cluster, Export::Kwok, Export::Names] {
            for reply in service.handle_request(Request::Export { run: 1, export, text: self.text.clone() }) {
                let Reply::Exported(_, made) = reply else { panic!("{reply:?}") };
                let made = made.decode();
                let (mut body, mut remarks) = (String::new(), Vec::new());
                for part in made.body.parts() {
                    match part {
                        FilePart::Text(text) => body += text,
                        FilePart::Remark(note) => {
                            writeln!(body, "#@{}", remarks.len()).expect("room");
                            remarks.push(note);
                        }
                    }
                }
                writeln!(out, "# {export:?}\n{body}").expect("room");
                writeln!(out, "notes {:#?}\nremarks {remarks:#?}\n{}", made.notes, made.names).expect("room");
            }
        }
        out
    }

    /// The answers to every question about every pod, at some moments.
    fn render_answers(&self, service: &mut WorkerService) -> String {
        // Answers that are the same as at an earlier moment are not repeated.
        let (mut text, mut answers) = (String::new(), BTreeMap::new());
        let mut ask = |events: usize, question: Question| {
            let asked = Query { run: 1, events, question };
            for reply in service.handle_request(Request::Query(asked.clone())) {
                let Reply::Answer(_, answer) = reply else { panic!("{reply:?}") };
                let answer = serde_json::to_value(&answer).expect("an answer");
                let question = format!("{:?}", asked.question);
                if answers.get(&question) == Some(&answer) {
                    continue;
                }
                write!(text, "after {events} {question}\n{}", readable_json::render_value(&answer, 2)).expect("room");
                answers.insert(question, answer);
            }
        };
        for at in self.places() {
            let frame = self.trace.frame_at(at);
            for (key, pod) in frame.pods.iter() {
                let key = || key.clone();
                let node = pod.node.clone();
                ask(at, if node.is_some() { Question::Here(key()) } else { Question::Pending(key()) });
                for other in frame.nodes.keys().filter(|other| node.as_ref() != Some(*other)) {
                    ask(at, Question::NotThere(key(), other.clone()));
                }
                for question in [
                    Question::Gone(key()),
                    Question::Spared(key()),
                    Question::Help(key()),
                    Question::More(key(), true),
                    Question::More(key(), false),
                    Question::Evictors(key()),
                ] {
                    ask(at, question);
                }
            }
            ask(at, Question::Rebalance);
        }
        ask(self.events().len(), Question::Log);
        text
    }
}

#[test]
fn texts_of_the_page_are_unchanged() {
    let mut differences = Vec::new();
    let built_in = SCENARIOS.iter().map(|name| (*name, texts::place(&format!("www/scenarios/{name}.yaml"))));
    for (name, scenario) in built_in.chain([("motley", texts::place("tests/page_texts/motley.yaml"))]) {
        let ran = RecordedRun::from_text(
            fs::read_to_string(&scenario).unwrap_or_else(|error| panic!("{}: {error}", scenario.display())),
        );
        let (mut service, loaded) = ran.serve();
        for (what, text) in [
            ("console", ran.render_books()),
            ("described", ran.describe_pods()),
            ("calls", ran.render_calls()),
            ("states", ran.render_states()),
            ("lanes", ran.render_lanes()),
            ("answers", ran.render_answers(&mut service)),
            ("files", ran.render_files(&mut service, &loaded)),
        ] {
            let file = texts::place(&format!("tests/page_texts/{name}.{what}.txt"));
            differences.extend(recorded_text::describe_difference(&file, &text));
        }
    }
    recorded_text::assert_unchanged(&differences);
}
