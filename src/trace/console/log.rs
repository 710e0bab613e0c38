//! The scheduler's log at verbosity 5.
//!
//! Lines whose words the release is known to print are told in these words. Between them stand plain lines of our own, which
//! say what was found on each node. Before each stands the virtual time in seconds. A line is put into words when it is looked
//! at; only its place is kept. How many lines an attempt has follows from its summary, most of their words from its detail.

use std::cell::Cell;
use std::rc::Rc;

use crate::Details;
use crate::steps;
use crate::steps::Step;
use api::{Millis, Str, Table};
use record::{
    Attempt, DryRun, Failure, LogEntry, Outcome, Point, PreemptionRecord, QueueEvent, RowId, Tried, TriedEnd,
    TriedPreemption, Wording,
};
use record::{Deletion, Event, Queue, What};

use super::names::{NODES, listed, name};
use super::{Book, Line, LinePosition, extender};

/// What an event's lines need to know of events before it.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Before {
    /// The attempt behind a binding.
    Attempt(usize),
    /// The node that a victim runs on.
    Node(Str),
}

/// The log of a run.
pub struct Log {
    wording: &'static dyn Wording,
    seen: usize,
    places: Vec<LinePosition>,
    /// The widest line so far, of those that were put into words.
    widest: Cell<usize>,
    before: Table<usize, Before>,
    /// The last attempt for each pod that has no node yet.
    attempts: Table<Str, usize>,
    nodes: Table<Str, Str>,
}

impl Log {
    /// An empty log in the words of a release.
    #[must_use]
    pub fn new(wording: &'static dyn Wording) -> Self {
        Self {
            wording,
            seen: 0,
            places: Vec::new(),
            widest: Cell::new(0),
            before: Table::new(),
            attempts: Table::new(),
            nodes: Table::new(),
        }
    }

    fn note(&mut self, index: usize, what: &What) {
        match what {
            What::PodCreated { pod, .. } if !pod.spec.node_name.is_empty() => {
                self.nodes.insert(pod.key().into(), pod.spec.node_name.clone());
            }
            What::Attempted(tried) => {
                self.attempts.insert(tried.pod.clone(), index);
            }
            What::Bound { pod, node } => {
                self.nodes.insert(pod.clone(), node.clone());
                if let Some(attempt) = self.attempts.remove(pod) {
                    self.before.insert(index, Before::Attempt(attempt));
                }
            }
            What::Terminating { pod, why: Deletion::Preempted { .. }, .. } => {
                if let Some(node) = self.nodes.get(pod) {
                    self.before.insert(index, Before::Node(node.clone()));
                }
            }
            What::PodRemoved(pod) => {
                self.nodes.remove(pod);
                self.attempts.remove(pod);
            }
            _ => {}
        }
    }

    /// The lines of an event.
    fn tell(&self, events: &[Rc<Event>], index: usize, details: Details<'_>) -> Teller {
        let mut teller = Teller { wording: self.wording, step: 0, about: Str::default(), lines: Vec::new() };
        match &events[index].what {
            What::PodCreated { pod, .. } if pod.spec.node_name.is_empty() => {
                teller.about = pod.key().into();
                let pod = teller.about.clone();
                teller.upstream(LogEntry::Seen { pod: &pod });
            }
            What::Popped { pod, .. } => {
                teller.about = pod.clone();
                teller.upstream(LogEntry::Popped { pod });
                teller.upstream(LogEntry::Attempting { pod });
            }
            What::Attempted(tried) => {
                teller.about = tried.pod.clone();
                let detail = details(tried.number);
                for (at, step) in steps::of_attempt(tried).into_iter().enumerate() {
                    teller.step = at;
                    teller.step(tried, detail.as_deref(), step);
                }
            }
            What::Queued { pod, queue, by, .. } => {
                teller.about = pod.clone();
                teller.queued(pod, *queue, *by);
            }
            What::Nominated { pod, node } => {
                teller.about = pod.clone();
                teller.own(format!("{pod}: nominated to {node}"));
            }
            What::NominationCleared { pod, by } => {
                teller.about = pod.clone();
                let by = by.as_ref().map(|by| format!(", {by} takes the node")).unwrap_or_default();
                teller.own(format!("{pod}: nomination cleared{by}"));
            }
            What::Terminating { pod, why: Deletion::Preempted { by }, .. } => {
                teller.about = pod.clone();
                let node = match self.before.get(&index) {
                    Some(Before::Node(node)) => node.as_str(),
                    _ => "",
                };
                if !teller.upstream(LogEntry::Preempted { preemptor: by, victim: pod, node }) {
                    teller.own(format!("{by} preempts {pod} on {node}"));
                }
            }
            What::Bound { pod, node } => {
                teller.about = pod.clone();
                teller.upstream(LogEntry::Binding { pod, node });
                let attempt = match self.before.get(&index) {
                    Some(Before::Attempt(at)) => match &events[*at].what {
                        What::Attempted(tried) => Some(tried),
                        _ => None,
                    },
                    _ => None,
                };
                if let Some(tried) = attempt {
                    let (evaluated, feasible) = (tried.judged, tried.feasible);
                    teller.step = 1;
                    teller.upstream(LogEntry::Bound { pod, node, evaluated, feasible });
                }
            }
            What::Waits { pod, node, plugins, until } => {
                teller.about = pod.clone();
                let plugins: Vec<&str> = plugins.iter().map(RowId::as_str).collect();
                let wait = until.since(events[index].at);
                teller.own(format!("{pod}: waits in Permit for {} on {node}, {wait} ms at most", plugins.join(", ")));
            }
            What::Allowed { pod, node } => {
                teller.about = pod.clone();
                teller.own(format!("{pod}: allowed on {node}"));
            }
            What::PreBinding { pod, node, .. } => {
                teller.about = pod.clone();
                teller.own(format!("{pod}: PreBind on {node}"));
            }
            What::Unreserved { pod, node, at: Point::Bind } => {
                teller.about = pod.clone();
                teller.own(format!("{pod}: the API server refuses the binding to {node}"));
            }
            What::Unreserved { pod, node, at } => {
                teller.about = pod.clone();
                teller.own(format!("{pod}: not bound to {node}: rejected at {at:?}"));
            }
            _ => {}
        }
        teller
    }
}

impl Log {
    fn widen(&self, told: &Teller) {
        let widest = told.lines.iter().map(|line| line.text.chars().count()).max().unwrap_or(0);
        self.widest.set(self.widest.get().max(widest));
    }
}

impl Book for Log {
    fn titles(&self) -> &'static [&'static str] {
        &[]
    }

    fn extend(&mut self, events: &[Rc<Event>]) {
        for (index, event) in events.iter().enumerate().skip(self.seen) {
            self.note(index, &event.what);
            let told = self.tell(events, index, &|_| None);
            self.widen(&told);
            let places = told.lines.iter().map(|line| LinePosition { events: index + 1, step: line.step });
            let places: Vec<LinePosition> = places.collect();
            debug_assert!(places.is_sorted(), "lines of an event never go back");
            self.places.extend(places);
        }
        self.seen = events.len();
    }

    fn places(&self) -> &[LinePosition] {
        &self.places
    }

    fn line(&self, events: &[Rc<Event>], index: usize, _: Millis, details: Details<'_>) -> Line {
        let place = self.places[index];
        let first = self.places.partition_point(|other| other.events < place.events);
        let event = place.events - 1;
        let told = self.tell(events, event, details);
        self.widen(&told);
        let about = told.about;
        let line = told.lines.into_iter().nth(index - first);
        let Told { text, upstream, waits, .. } = line.unwrap_or_default();
        let at = events[event].at;
        let time = format!("{:>9}", at.decimal());
        Line { place, at, about, cells: vec![time, text], upstream, waits }
    }

    fn widths(&self) -> Vec<usize> {
        vec![9, self.widest.get()]
    }
}

#[derive(Default)]
struct Told {
    step: usize,
    text: String,
    upstream: bool,
    waits: Option<usize>,
}

/// Gathers the lines of one event.
struct Teller {
    wording: &'static dyn Wording,
    step: usize,
    about: Str,
    lines: Vec<Told>,
}

impl Teller {
    fn own(&mut self, text: String) {
        self.lines.push(Told { step: self.step, text, ..Told::default() });
    }

    /// Tells a line in upstream's words, if the release has any.
    fn upstream(&mut self, entry: LogEntry<'_>) -> bool {
        let text = self.wording.log_line(&entry);
        let known = text.is_some();
        self.lines.extend(text.map(|text| Told { step: self.step, text, upstream: true, waits: None }));
        known
    }

    fn queued(&mut self, pod: &str, queue: Queue, by: QueueEvent) {
        let moved = by != QueueEvent::ScheduleAttemptFailure && matches!(queue, Queue::Active | Queue::Backoff);
        let active = queue == Queue::Active;
        if moved && self.upstream(LogEntry::Moved { pod, event: by.as_str(), active }) {
            return;
        }
        let queue = match queue {
            Queue::Active => "the active queue",
            Queue::Backoff => "the backoff queue",
            Queue::Unschedulable => "the unschedulable pods",
            Queue::Gated => "the gated pods",
        };
        self.own(format!("{pod}: to {queue} ({by})"));
    }

    fn step(&mut self, tried: &Tried, detail: Option<&Attempt>, step: Step) {
        match (step, detail, &tried.preemption) {
            (Step::Eligible, _, Some(preemption)) => self.eligible(&tried.pod, preemption),
            (Step::Potential, _, Some(preemption)) if preemption.potential == 0 => {
                self.upstream(LogEntry::NoHelp { pod: &tried.pod });
            }
            (Step::Failed, ..) => self.failed(tried),
            (_, Some(attempt), _) => self.found(attempt, step),
            (_, None, _) => {
                let line =
                    || Told { step: self.step, text: "…".to_owned(), waits: Some(tried.number), upstream: false };
                self.lines.extend(std::iter::repeat_with(line).take(lines(tried, step)));
            }
        }
    }

    /// What a step found, which only the detail of the attempt knows.
    fn found(&mut self, attempt: &Attempt, step: Step) {
        match step {
            Step::PreFilter => self.pre_filter(attempt),
            Step::Filter(at) => self.filter(attempt, at),
            Step::ExtenderFilter(at) => self.own(extender::told(attempt, &attempt.extenders[at])),
            Step::Score(at) => self.score(attempt, at),
            Step::Select => {
                if let Outcome::Scheduled { node, ties } = &attempt.outcome {
                    let others: Vec<&str> =
                        ties.iter().filter(|tie| *tie != node).map(|tie| name(attempt, *tie)).collect();
                    let ties =
                        if others.is_empty() { String::new() } else { format!(", tied with {}", others.join(", ")) };
                    self.own(format!("Select {}{ties}", name(attempt, *node)));
                }
            }
            Step::Start | Step::Event | Step::Point(_) | Step::FirstPass(_) | Step::Failed => {}
            _ => {
                if let Some(record) = &attempt.preemption {
                    self.preemption(attempt, record, step);
                }
            }
        }
    }

    fn pre_filter(&mut self, attempt: &Attempt) {
        let record = &attempt.pre_filter;
        if !record.skipped.is_empty() {
            let names: Vec<&str> = record.skipped.iter().map(RowId::as_str).collect();
            self.own(format!("PreFilter: not needed: {}", names.join(", ")));
        }
        if let Some(nodes) = &record.node_set {
            self.own(format!("PreFilter: only {}", listed(nodes.iter().map(Str::as_str))));
        }
        if let Some((row, failure)) = &record.rejected {
            let why = self.failure(failure);
            self.own(format!("PreFilter: {row}: {why}"));
        }
    }

    fn filter(&mut self, attempt: &Attempt, at: usize) {
        let record = &attempt.filter[at];
        if at > NODES {
            return;
        }
        if at == NODES {
            let rest = &attempt.filter[at..];
            let fit = rest.iter().filter(|record| record.passes()).count();
            return self.own(format!("Filter: {} more nodes, of which {fit} pass", rest.len()));
        }
        let mut why: Vec<String> =
            record.failed.iter().map(|(row, failure)| format!("{row}: {}", self.failure(failure))).collect();
        why.extend(record.outside.iter().map(|failure| self.failure(failure)));
        let verdict = if why.is_empty() { "passes".to_owned() } else { why.join("; ") };
        let with = match record.nominated.as_slice() {
            [] => String::new(),
            pods => format!(" (pass {}, with the nominated {})", record.pass, listed(pods.iter().map(Str::as_str))),
        };
        self.own(format!("Filter {}: {verdict}{with}", name(attempt, record.node)));
    }

    fn score(&mut self, attempt: &Attempt, at: usize) {
        let (scores, row) = (&attempt.scores, &attempt.scores.rows[at]);
        let points = |column: usize| {
            let (raw, normalized) = (row.raw[column], row.normalized[column]);
            let node = name(attempt, scores.nodes[column]);
            if raw == normalized { format!("{node} {raw}") } else { format!("{node} {raw} -> {normalized}") }
        };
        let points: Vec<String> = (0..scores.nodes.len()).take(NODES).map(points).collect();
        let points = listed(points.iter().map(String::as_str));
        self.own(format!("Score {} x{}: {points}", row.id, row.weight));
        if at + 1 == scores.rows.len() {
            let totals = scores.nodes.iter().zip(&scores.totals).take(NODES);
            let totals: Vec<String> = totals.map(|(node, total)| format!("{} {total}", name(attempt, *node))).collect();
            self.own(format!("Score total: {}", totals.join(", ")));
        }
    }

    fn preemption(&mut self, attempt: &Attempt, record: &PreemptionRecord, step: Step) {
        let run = |at: usize| (&record.dry_runs[at], name(attempt, record.dry_runs[at].node));
        let removed = |run: &DryRun, at: usize| run.removed[at].pod.clone();
        match step {
            Step::Potential => {
                let nodes = record.potential.iter().map(|node| name(attempt, *node));
                self.own(format!("Preemption may help on {}", listed(nodes)));
            }
            Step::Lift(at) => {
                let (run, node) = run(at);
                let pods = run.removed.iter().map(|victim| victim.pod.as_str());
                self.own(format!("Dry run on {node}: without {}", listed(pods)));
            }
            Step::Reprieve(at, index) => {
                let (run, node) = run(at);
                let reprieve = &run.reprieves[index];
                let victim = removed(run, reprieve.pod);
                match &reprieve.failure {
                    Some(_) if self.upstream(LogEntry::Victim { pod: &victim, node }) => {}
                    Some(_) => self.own(format!("Dry run on {node}: {victim} has to go")),
                    None => self.own(format!("Dry run on {node}: {victim} can stay")),
                }
            }
            Step::Verdict(at) => {
                let (run, node) = run(at);
                if let Some((row, failure)) = &run.failure {
                    let by = row.as_ref().map(|row| format!("{row}: ")).unwrap_or_default();
                    let why = self.failure(failure);
                    self.own(format!("Dry run on {node}: no candidate: {by}{why}"));
                }
            }
            Step::ExtenderPreempt(at) => self.own(extender::told(attempt, &record.extenders[at])),
            Step::Rung(at) => {
                let rung = &record.ladder[at];
                let values: Vec<String> = rung
                    .values
                    .iter()
                    .take(NODES)
                    .map(|(node, value)| format!("{} {value}", name(attempt, *node)))
                    .collect();
                let kept = listed(rung.kept.iter().map(|node| name(attempt, *node)));
                self.own(format!("{:?}: {}: keeps {kept}", rung.rule, values.join(", ")));
            }
            Step::Choose => {
                let chosen = record.chosen.map_or("", |node| name(attempt, node));
                let run = record.dry_runs.iter().find(|run| Some(run.node) == record.chosen);
                let victims: Vec<Str> =
                    run.map_or_else(Vec::new, |run| run.victims.iter().map(|at| removed(run, *at)).collect());
                self.own(format!("Preempt on {chosen}: {}", listed(victims.iter().map(Str::as_str))));
            }
            _ => {}
        }
    }

    fn eligible(&mut self, pod: &str, preemption: &TriedPreemption) {
        if let Some(why) = preemption.ineligible {
            self.upstream(LogEntry::NotEligible { pod, why });
        }
    }

    fn failed(&mut self, tried: &Tried) {
        let TriedEnd::Failed { message, fit_error } = &tried.end else { return };
        let pod = tried.pod.as_str();
        if let Some(said) = &tried.post_filter {
            self.upstream(LogEntry::PostFilter { pod, status: said });
        }
        match (fit_error, tried.nodes == 0) {
            (true, _) => self.upstream(LogEntry::NoFit { pod, error: message }),
            (false, true) => self.upstream(LogEntry::NoNodes { pod }),
            (false, false) => {
                self.own(format!("{pod}: error: {message}"));
                true
            }
        };
        self.upstream(LogEntry::Condition { pod });
    }

    fn failure(&self, failure: &Failure) -> String {
        let reasons: Vec<String> = failure.reasons.iter().map(|reason| self.wording.reason(reason)).collect();
        format!("{} ({:?})", reasons.join(", "), failure.code)
    }
}

/// How many lines a step has that only the detail can tell.
fn lines(tried: &Tried, step: Step) -> usize {
    match step {
        Step::PreFilter => {
            let pre = tried.pre_filter;
            usize::from(pre.skipped) + usize::from(pre.node_set) + usize::from(pre.rejected)
        }
        Step::Filter(at) => usize::from(at <= NODES),
        Step::Score(at) => 1 + usize::from(at + 1 == tried.scored),
        Step::Verdict(at) => {
            let run = tried.preemption.as_ref().and_then(|preemption| preemption.dry_runs.get(at));
            usize::from(run.is_some_and(|run| !run.candidate))
        }
        Step::ExtenderFilter(_)
        | Step::ExtenderPreempt(_)
        | Step::Select
        | Step::Potential
        | Step::Lift(_)
        | Step::Reprieve(..)
        | Step::Rung(_)
        | Step::Choose => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use releases::{Release, wording};

    /// The lines of what happens, each with the pod that it is about.
    fn told(whats: Vec<What>) -> Vec<(String, String)> {
        let events: Vec<Rc<Event>> = whats.into_iter().map(|what| Rc::new(Event { at: Millis::ZERO, what })).collect();
        let mut log = Log::new(wording(Release::V1_16));
        log.extend(&events);
        let line = |index| log.line(&events, index, Millis::ZERO, &|_| None);
        let said = |line: Line| (line.about.to_string(), line.cells.last().cloned().unwrap_or_default());
        (0..log.places().len()).map(line).map(said).collect()
    }

    #[test]
    fn a_line_is_about_the_pod_whose_lot_it_tells() {
        let (pod, node) = (|| Str::from("default/a"), || Str::from("n"));
        let preempted = || Deletion::Preempted { by: "default/b".into() };
        for (what, part) in [
            (What::Nominated { pod: pod(), node: node() }, "nominated to n"),
            (What::NominationCleared { pod: pod(), by: None }, "nomination cleared"),
            (
                What::Terminating { pod: pod(), until: Millis::ZERO, why: preempted() },
                "default/b preempts default/a on",
            ),
            (What::Bound { pod: pod(), node: node() }, "default/a to n"),
            (What::Allowed { pod: pod(), node: node() }, "allowed on n"),
            (What::Unreserved { pod: pod(), node: node(), at: Point::Bind }, "the API server refuses the binding to n"),
            (What::Unreserved { pod: pod(), node: node(), at: Point::Permit }, "not bound to n: rejected at Permit"),
        ] {
            let lines = told(vec![what]);
            assert!(
                matches!(&lines[..], [(about, text)] if about == "default/a" && text.contains(part)),
                "{part}: {lines:?}"
            );
        }
    }

    #[test]
    fn a_victim_is_not_on_the_node_of_one_who_had_its_name_before() {
        let pod = || Str::from("default/a");
        let why = || Deletion::Preempted { by: "default/b".into() };
        let goes = || What::Terminating { pod: pod(), until: Millis::ZERO, why: why() };
        let last = |whats: Vec<What>| told(whats).pop().map(|(_, text)| text.contains("preempts default/a on n"));
        let bound = || What::Bound { pod: pod(), node: "n".into() };
        assert_eq!(last(vec![bound(), goes()]), Some(true));
        assert_eq!(last(vec![bound(), What::PodRemoved(pod()), goes()]), Some(false));
    }
}
