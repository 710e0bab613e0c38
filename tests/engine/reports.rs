//! Manifests and dumps of users, each with the expected behavior of a real cluster: `tests/reports/README.md`.

use std::{collections::BTreeSet, fs, rc::Rc};

use schedscope::{
    api::{Millis, NamespacedName},
    findings::{AdmissionProblem, Finding, Problem},
    i18n::{
        Lang,
        answer_text::{AnswerText, render_answer},
        fact_text,
        problem_text::finding_line,
    },
    protocol::{Answer, Query, Question, Reply, Request, Trial},
    queries::WorkerService,
    releases::{Release, field_error_message},
    runlog::{Event, EventKind},
    trace::{
        Frame,
        console::{LineSource, PodWatch},
    },
};

use crate::support::texts;

/// The outcome of a text under a release.
#[derive(Default)]
struct Outcome {
    /// The API server's messages about invalid fields, and all other errors.
    refusals: BTreeSet<String>,
    notices: Vec<String>,
    /// Messages of Kubernetes events, and lines printed by `kubectl`.
    messages: Vec<String>,
    bound: BTreeSet<String>,
    gone: BTreeSet<String>,
    /// Pods created after the start, or by a controller.
    created: Vec<String>,
    /// The final line of each existing pod in `kubectl get pods`: name, ready, status.
    printed: Vec<String>,
    /// The service with the finished run, and the number of its events.
    service: WorkerService,
    events: usize,
}

impl Outcome {
    /// The answer to a question at the end of the run, in both languages: its sentence, rows and further findings.
    fn answer_to(&mut self, question: &str) -> String {
        let (verb, what) = question.split_once(' ').unwrap_or((question, ""));
        // Pods of controllers have random suffixes: a prefix names the first pod that is not bound.
        let is_pending = |name: &&String| name.starts_with(what) && !self.bound.contains(&format!("default/{name}"));
        let pending = || self.created.iter().find(is_pending).map_or(what, String::as_str);
        let key = || NamespacedName::new("default", if what.ends_with('-') { pending() } else { what });
        let question = match verb {
            "drain" => Question::Consequences(Trial::Drain(what.into())),
            "lose" => Question::Consequences(Trial::LoseZone(what.into())),
            "evict" => Question::Evictors(key()),
            "fit" => Question::Help(key()),
            "pending" => Question::Pending(key()),
            other => panic!("no question {other}"),
        };
        let query = Query { run: 1, events: self.events, question };
        let answer = match self.service.handle_request(Request::Query(query.clone())).pop() {
            Some(Reply::Answer(_, answer)) => answer.decode(),
            other => panic!("{other:?}"),
        };
        let mut text = String::new();
        for lang in [Lang::En, Lang::Zh] {
            let AnswerText { sentence, rows, notes, .. } = render_answer(lang, Millis::ZERO, &query.question, &answer);
            let rows = rows.iter().map(|row| row.cells.join(" | "));
            let lines = [sentence].into_iter().chain(rows).chain(notes.into_iter().map(|(note, _)| note));
            lines.for_each(|line| text.extend([line.as_str(), "\n"]));
            if let Answer::Help(help) = &answer {
                for change in &help.changes {
                    text.extend([fact_text::words(lang).helpful_change(change).as_str(), "\n"]);
                }
            }
        }
        text
    }
}

fn refusal_line(finding: &Finding) -> String {
    match &finding.problem {
        Problem::Admission(AdmissionProblem::Field(error)) => {
            format!("{}: {}", finding.place.path, field_error_message(error))
        }
        _ => finding_line(Lang::En, finding),
    }
}

fn play(text: &str, release: Release) -> Outcome {
    let mut service = WorkerService::default();
    let request = Request::Run { run: 1, text: text.into(), release: Some(release).into(), keep: Vec::new() };
    let mut outcome = Outcome::default();
    match service.handle_request(request).into_iter().next() {
        Some(Reply::Loaded(_, loaded)) => {
            outcome.notices = loaded.notices.items().iter().map(|finding| finding_line(Lang::En, finding)).collect();
        }
        Some(Reply::Rejected(_, problems)) => {
            outcome.refusals = problems.items().iter().map(refusal_line).collect();
            return outcome;
        }
        other => panic!("{other:?}"),
    }
    let mut events = Vec::new();
    while let Some(Reply::Events(_, batch)) = service.advance() {
        events.extend(batch.events);
    }
    for event in &events {
        match &event.what {
            EventKind::Bound { pod, .. } => drop(outcome.bound.insert(pod.to_string())),
            EventKind::PodRemoved(pod) => drop(outcome.gone.insert(pod.to_string())),
            EventKind::PodCreated { pod, by, .. } if !by.is_empty() || event.at > Millis::ZERO => {
                outcome.created.push(pod.metadata.name.to_string());
            }
            EventKind::Message { text, .. } | EventKind::Printed { text, .. } => {
                outcome.messages.push(text.to_string());
            }
            _ => {}
        }
    }
    outcome.printed = print_pods(&events);
    (outcome.service, outcome.events) = (service, events.len());
    outcome
}

/// The output of `kubectl get pods` at the end.
fn print_pods(events: &[Rc<Event>]) -> Vec<String> {
    let mut frame = Frame::default();
    for event in events {
        frame.apply_event(event);
    }
    let mut watch = PodWatch::default();
    watch.extend(events);
    let lines = (0..watch.places().len()).rev().map(|index| watch.line(events, index, Millis::ZERO, &|_| None));
    let mut seen = BTreeSet::new();
    lines
        .filter(|line| seen.insert(line.cells[0].clone()))
        .filter(|line| frame.pods.keys().any(|key| key.name() == line.cells[0]))
        .map(|line| line.cells[..3].join(" "))
        .collect()
}

fn is_printed(printed: &[String], pattern: &str) -> bool {
    let (start, rest) = pattern.split_once(' ').expect("a name and what follows");
    printed
        .iter()
        .any(|line| line.split_once(' ').is_some_and(|(name, cells)| name.starts_with(start) && cells == rest))
}

/// The expected outcome of a text under a release.
struct Expectation {
    release: Release,
    /// The expected lines, each with its topic, such as "refused" or "bound".
    lines: Vec<(String, String)>,
}

fn read_expectations(text: &str) -> Vec<Expectation> {
    let mut expectations = vec![Expectation { release: Release::V1_36, lines: Vec::new() }];
    for line in text.lines().map_while(|line| line.strip_prefix("# ")) {
        let (verb, rest) = line.split_once(": ").unwrap_or_else(|| panic!("{line}"));
        if verb == "release" {
            let release = Release::from_name(rest).unwrap_or_else(|| panic!("no release {rest}"));
            expectations.push(Expectation { release, lines: Vec::new() });
        } else if let Some(last) = expectations.last_mut() {
            last.lines.push((verb.to_owned(), rest.to_owned()));
        }
    }
    expectations.retain(|expectation| !expectation.lines.is_empty());
    assert!(!expectations.is_empty(), "nothing is expected of\n{text}");
    expectations
}

#[test]
fn reports_behave_as_in_a_real_cluster() {
    let mut wrong = Vec::new();
    for path in texts::files("tests/reports", "yaml") {
        let text = fs::read_to_string(&path).expect("a text");
        let name = texts::name(&path);
        for Expectation { release, lines } in read_expectations(&text) {
            let mut outcome = play(&text, release);
            let mut refusals = outcome.refusals.clone();
            for (verb, what) in lines {
                let has = |texts: &[String]| texts.iter().any(|text| text.contains(&what));
                let pod = if what.contains('/') { what.clone() } else { format!("default/{what}") };
                let holds = match verb.as_str() {
                    "refused" => refusals.remove(&what),
                    "noticed" => has(&outcome.notices),
                    "unsaid" => !has(&outcome.notices),
                    "said" => has(&outcome.messages),
                    "bound" => outcome.bound.contains(&pod),
                    "pending" => outcome.refusals.is_empty() && !outcome.bound.contains(&pod),
                    "gone" => outcome.gone.contains(&pod),
                    "made" => {
                        let (count, start) = what.split_once(' ').expect("a number and a name");
                        outcome.created.iter().filter(|name| name.starts_with(start)).count().to_string() == count
                    }
                    "printed" => is_printed(&outcome.printed, &what),
                    "asked" => {
                        let (question, rest) = what.split_once(": ").expect("a question and a verb");
                        let answer = outcome.answer_to(question);
                        let holds = match rest.split_once(": ") {
                            Some(("answered", text)) => answer.contains(text),
                            Some(("unanswered", text)) => !answer.contains(text),
                            other => panic!("{name}: {other:?}"),
                        };
                        if !holds {
                            wrong.push(format!("{name} {release}: {question}:\n{answer}"));
                        }
                        holds
                    }
                    other => panic!("{name}: {other}"),
                };
                if !holds {
                    let Outcome { notices, messages, created, printed, .. } = &outcome;
                    wrong.push(format!(
                        "{name} {release}: not {verb}: {what}; notices: {notices:#?}, printed {printed:#?}, created {:?}, messages {:#?}",
                        created.iter().take(9).collect::<Vec<_>>(),
                        messages.iter().take(20).collect::<Vec<_>>()
                    ));
                }
            }
            wrong.extend(refusals.iter().map(|refusal| format!("{name} {release}: refused: {refusal}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
