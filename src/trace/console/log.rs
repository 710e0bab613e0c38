//! The scheduler's log at verbosity 5.
//!
//! Lines that the release is known to print have upstream's wording. Plain lines of our own between them state what was found on each node. Each
//! line begins with the virtual time in seconds. Only positions are stored; a line is rendered when it becomes visible. The number of lines of an
//! attempt follows from its summary; most of their text needs the detail.

use std::{cell::Cell, rc::Rc};

use api::{Millis, NamespacedName, Str, Table};
use runlog::{
    Attempt, AttemptEnd, AttemptOutcome, AttemptSummary, DryRun, Event, EventKind, Failure, LogEntry, Point,
    PreemptionRecord, PreemptionSummary, Preemptor, Queue, QueueEvent, RowId, Wording,
};

use super::{
    ConsoleLine, LinePosition, LineSource, extender,
    names::{MAX_NAMES, join_names, node_name},
};
use crate::{
    AttemptLookup,
    steps::{self, Step},
};

/// What the lines of an event need to know from earlier events.
#[derive(Clone, Debug, PartialEq, Eq)]
enum EarlierEvent {
    /// The number of the attempt that led to a binding.
    Attempt(usize),
    /// The node of a victim.
    Node(Str),
}

/// The log of a run, rendered as lines on demand.
pub struct Log {
    wording: &'static dyn Wording,
    events_seen: usize,
    places: Vec<LinePosition>,
    /// The width of the widest line that has been rendered, in characters.
    widest_line: Cell<usize>,
    before: Table<usize, EarlierEvent>,
    /// The number of the last attempt for each pod without a node.
    attempts: Table<NamespacedName, usize>,
    nodes: Table<NamespacedName, Str>,
}

impl Log {
    /// An empty log in the wording of a release.
    #[must_use]
    pub fn new(wording: &'static dyn Wording) -> Self {
        Self {
            wording,
            events_seen: 0,
            places: Vec::new(),
            widest_line: Cell::new(0),
            before: Table::new(),
            attempts: Table::new(),
            nodes: Table::new(),
        }
    }

    fn note_event(&mut self, index: usize, event_kind: &EventKind) {
        match event_kind {
            EventKind::PodCreated { pod, .. } if !pod.spec.node_name.is_empty() => {
                self.nodes.insert(pod.key(), pod.spec.node_name.clone());
            }
            EventKind::Attempted(attempt_summary) => {
                self.attempts.insert(attempt_summary.pod.clone(), index);
            }
            EventKind::Bound { pod, node } => {
                self.nodes.insert(pod.clone(), node.clone());
                if let Some(attempt) = self.attempts.remove(pod) {
                    self.before.insert(index, EarlierEvent::Attempt(attempt));
                }
            }
            EventKind::Terminating { pod, why, .. } if why.preemptor().is_some() => {
                if let Some(node) = self.nodes.get(pod) {
                    self.before.insert(index, EarlierEvent::Node(node.clone()));
                }
            }
            EventKind::PodRemoved(pod) => {
                self.nodes.remove(pod);
                self.attempts.remove(pod);
            }
            _ => {}
        }
    }

    /// Renders the lines of an event.
    fn event_lines(&self, events: &[Rc<Event>], index: usize, details: AttemptLookup<'_>) -> LogWriter {
        let mut log_writer = LogWriter { wording: self.wording, step: 0, about: Str::default(), lines: Vec::new() };
        match &events[index].what {
            EventKind::PodCreated { pod, .. } if pod.spec.node_name.is_empty() => {
                log_writer.about = pod.key().into();
                let pod = log_writer.about.clone();
                log_writer.push_upstream(LogEntry::UnscheduledPodAdded { pod: &pod });
            }
            EventKind::Popped { pod, .. } => {
                log_writer.about = pod.as_text().clone();
                log_writer.push_upstream(LogEntry::PodPopped { pod });
                log_writer.push_upstream(LogEntry::AttemptStart { pod });
            }
            EventKind::Attempted(attempt_summary) => {
                log_writer.about = attempt_summary.pod.as_text().clone();
                let detail = details(attempt_summary.number);
                for (at, step) in steps::attempt_steps(attempt_summary).into_iter().enumerate() {
                    log_writer.step = at;
                    log_writer.write_step(attempt_summary, detail.as_deref(), step);
                }
            }
            EventKind::Queued { pod, queue, by, .. } => {
                log_writer.about = pod.as_text().clone();
                log_writer.write_queued(pod, *queue, *by);
            }
            EventKind::Nominated { pod, node } => {
                log_writer.about = pod.as_text().clone();
                log_writer.push_own(format!("{pod}: nominated to {node}"));
            }
            EventKind::NominationCleared { pod, by: taker } => {
                log_writer.about = pod.as_text().clone();
                let taker_suffix = taker.as_ref().map(|by| format!(", {by} takes the node")).unwrap_or_default();
                log_writer.push_own(format!("{pod}: nomination cleared{taker_suffix}"));
            }
            EventKind::Terminating { pod, why, .. } => {
                let Some(preemptor) = why.preemptor() else { return log_writer };
                log_writer.about = pod.as_text().clone();
                let by = preemptor.key();
                let node = match (preemptor, self.before.get(&index)) {
                    // The only candidate of a preemption for a group is named `cluster` upstream.
                    (Preemptor::Group(_), _) => "cluster",
                    (Preemptor::Pod(_), Some(EarlierEvent::Node(node))) => node.as_str(),
                    (Preemptor::Pod(_), _) => "",
                };
                if !log_writer.push_upstream(LogEntry::VictimDeletion { preemptor: by, victim: pod, node }) {
                    log_writer.push_own(format!("{by} preempts {pod} on {node}"));
                }
            }
            EventKind::Bound { pod, node } => {
                log_writer.about = pod.as_text().clone();
                log_writer.push_upstream(LogEntry::BindingStart { pod, node });
                let attempt = match self.before.get(&index) {
                    Some(EarlierEvent::Attempt(at)) => match &events[*at].what {
                        EventKind::Attempted(attempt_summary) => Some(attempt_summary),
                        _ => None,
                    },
                    _ => None,
                };
                if let Some(attempt_summary) = attempt {
                    let (evaluated, feasible) = (attempt_summary.judged, attempt_summary.feasible);
                    log_writer.step = 1;
                    log_writer.push_upstream(LogEntry::PodBound { pod, node, evaluated, feasible });
                }
            }
            EventKind::Waits { pod, node, plugins, until } => {
                log_writer.about = pod.as_text().clone();
                let plugins: Vec<&str> = plugins.iter().map(RowId::as_str).collect();
                let permit_wait = until.saturating_since(events[index].at);
                log_writer.push_own(format!(
                    "{pod}: waits in Permit for {} on {node}, {permit_wait} ms at most",
                    plugins.join(", ")
                ));
            }
            EventKind::Allowed { pod, node } => {
                log_writer.about = pod.as_text().clone();
                log_writer.push_own(format!("{pod}: allowed on {node}"));
            }
            EventKind::PreBinding { pod, node, .. } => {
                log_writer.about = pod.as_text().clone();
                log_writer.push_own(format!("{pod}: PreBind on {node}"));
            }
            EventKind::Unreserved { pod, node, at: Point::Bind } => {
                log_writer.about = pod.as_text().clone();
                log_writer.push_own(format!("{pod}: the API server refuses the binding to {node}"));
            }
            EventKind::Unreserved { pod, node, at } => {
                log_writer.about = pod.as_text().clone();
                log_writer.push_own(format!("{pod}: not bound to {node}: rejected at {at:?}"));
            }
            _ => {}
        }
        log_writer
    }
}

impl Log {
    fn widen_columns(&self, log_writer: &LogWriter) {
        let widest_line = log_writer.lines.iter().map(|line| line.text.chars().count()).max().unwrap_or(0);
        self.widest_line.set(self.widest_line.get().max(widest_line));
    }
}

impl LineSource for Log {
    fn titles(&self) -> &'static [&'static str] {
        &[]
    }

    fn extend(&mut self, events: &[Rc<Event>]) {
        for (index, event) in events.iter().enumerate().skip(self.events_seen) {
            self.note_event(index, &event.what);
            let log_writer = self.event_lines(events, index, &|_| None);
            self.widen_columns(&log_writer);
            let places = log_writer.lines.iter().map(|line| LinePosition { events: index + 1, step: line.step });
            let places: Vec<LinePosition> = places.collect();
            debug_assert!(places.is_sorted(), "lines of an event never go back");
            self.places.extend(places);
        }
        self.events_seen = events.len();
    }

    fn places(&self) -> &[LinePosition] {
        &self.places
    }

    fn line(&self, events: &[Rc<Event>], index: usize, _: Millis, details: AttemptLookup<'_>) -> ConsoleLine {
        let place = self.places[index];
        let first = self.places.partition_point(|other| other.events < place.events);
        let event = place.events - 1;
        let log_writer = self.event_lines(events, event, details);
        self.widen_columns(&log_writer);
        let about = log_writer.about;
        let line = log_writer.lines.into_iter().nth(index - first);
        let LogLine { text, is_upstream, awaited_attempt: waits, .. } = line.unwrap_or_default();
        let at = events[event].at;
        let time = format!("{:>9}", at.to_decimal_seconds());
        ConsoleLine { place, at, about, cells: vec![time, text], is_upstream, awaited_attempt: waits }
    }

    fn widths(&self) -> Vec<usize> {
        vec![9, self.widest_line.get()]
    }
}

#[derive(Default)]
struct LogLine {
    step: usize,
    text: String,
    is_upstream: bool,
    awaited_attempt: Option<usize>,
}

/// Collects the lines of one event.
struct LogWriter {
    wording: &'static dyn Wording,
    step: usize,
    about: Str,
    lines: Vec<LogLine>,
}

impl LogWriter {
    fn push_own(&mut self, text: String) {
        self.lines.push(LogLine { step: self.step, text, ..LogLine::default() });
    }

    /// Adds a line in upstream's wording, if the release has one; returns whether it does.
    fn push_upstream(&mut self, entry: LogEntry<'_>) -> bool {
        let text = self.wording.render_log_line(&entry);
        let known = text.is_some();
        self.lines.extend(text.map(|text| LogLine { step: self.step, text, is_upstream: true, awaited_attempt: None }));
        known
    }

    fn write_queued(&mut self, pod: &str, queue: Queue, queue_event: QueueEvent) {
        let moved =
            queue_event != QueueEvent::ScheduleAttemptFailure && matches!(queue, Queue::Active | Queue::Backoff);
        let is_active = queue == Queue::Active;
        if moved && self.push_upstream(LogEntry::PodMoved { pod, event: queue_event.as_str(), is_active }) {
            return;
        }
        let queue = match queue {
            Queue::Active => "the active queue",
            Queue::Backoff => "the backoff queue",
            Queue::Unschedulable => "the unschedulable pods",
            Queue::Gated => "the gated pods",
        };
        self.push_own(format!("{pod}: to {queue} ({queue_event})"));
    }

    fn write_step(&mut self, attempt_summary: &AttemptSummary, detail: Option<&Attempt>, step: Step) {
        match (step, detail, &attempt_summary.preemption) {
            (Step::Eligible, _, Some(preemption)) => self.write_eligible(&attempt_summary.pod, preemption),
            (Step::Potential, _, Some(preemption)) if preemption.potential == 0 => {
                self.push_upstream(LogEntry::PreemptionNotHelpful { pod: &attempt_summary.pod });
            }
            (Step::Failed, ..) => self.write_failed(attempt_summary),
            (_, Some(attempt), _) => self.write_details(attempt, step),
            (_, None, _) => {
                let line = || LogLine {
                    step: self.step,
                    text: "…".to_owned(),
                    awaited_attempt: Some(attempt_summary.number),
                    is_upstream: false,
                };
                self.lines.extend(std::iter::repeat_with(line).take(detail_line_count(attempt_summary, step)));
            }
        }
    }

    /// Adds the lines of a step that need the detail of the attempt.
    fn write_details(&mut self, attempt: &Attempt, step: Step) {
        match step {
            Step::PreFilter => self.write_pre_filter(attempt),
            Step::Filter(at) => self.write_filter(attempt, at),
            Step::ExtenderFilter(at) => self.push_own(extender::describe_exchange(attempt, &attempt.extenders[at])),
            Step::Score(at) => self.write_score(attempt, at),
            Step::Select => {
                if let AttemptOutcome::Scheduled { node, ties } = &attempt.outcome {
                    let other_nodes: Vec<&str> =
                        ties.iter().filter(|tie| *tie != node).map(|tie| node_name(attempt, *tie)).collect();
                    let ties = if other_nodes.is_empty() {
                        String::new()
                    } else {
                        format!(", tied with {}", other_nodes.join(", "))
                    };
                    self.push_own(format!("Select {}{ties}", node_name(attempt, *node)));
                }
            }
            Step::Start | Step::Event | Step::Point(_) | Step::Group(_) | Step::FirstPass(_) | Step::Failed => {}
            _ => {
                if let Some(record) = &attempt.preemption {
                    self.write_preemption(attempt, record, step);
                }
            }
        }
    }

    fn write_pre_filter(&mut self, attempt: &Attempt) {
        let record = &attempt.pre_filter;
        if !record.skipped.is_empty() {
            let names: Vec<&str> = record.skipped.iter().map(RowId::as_str).collect();
            self.push_own(format!("PreFilter: not needed: {}", names.join(", ")));
        }
        if let Some(nodes) = &record.node_set {
            self.push_own(format!("PreFilter: only {}", join_names(nodes.iter().map(Str::as_str))));
        }
        if let Some((row, failure)) = &record.rejected {
            let why = self.failure_text(failure);
            self.push_own(format!("PreFilter: {row}: {why}"));
        }
    }

    fn write_filter(&mut self, attempt: &Attempt, at: usize) {
        let record = &attempt.filter[at];
        if at > MAX_NAMES {
            return;
        }
        if at == MAX_NAMES {
            let rest = &attempt.filter[at..];
            let fit = rest.iter().filter(|record| record.passes_filters()).count();
            return self.push_own(format!("Filter: {} more nodes, of which {fit} pass", rest.len()));
        }
        let mut why: Vec<String> =
            record.failed.iter().map(|(row, failure)| format!("{row}: {}", self.failure_text(failure))).collect();
        why.extend(record.outside_node_set.iter().map(|failure| self.failure_text(failure)));
        let verdict = if why.is_empty() { "passes".to_owned() } else { why.join("; ") };
        let with = match record.nominated.as_slice() {
            [] => String::new(),
            pods => format!(
                " (pass {}, with the nominated {})",
                record.pass,
                join_names(pods.iter().map(NamespacedName::as_str))
            ),
        };
        self.push_own(format!("Filter {}: {verdict}{with}", node_name(attempt, record.node)));
    }

    fn write_score(&mut self, attempt: &Attempt, at: usize) {
        let (scores, row) = (&attempt.scores, &attempt.scores.rows[at]);
        let points = |column: usize| {
            let (raw, normalized) = (row.raw[column], row.normalized[column]);
            let node = node_name(attempt, scores.nodes[column]);
            if raw == normalized { format!("{node} {raw}") } else { format!("{node} {raw} -> {normalized}") }
        };
        let points: Vec<String> = (0..scores.nodes.len()).take(MAX_NAMES).map(points).collect();
        let points = join_names(points.iter().map(String::as_str));
        self.push_own(format!("Score {} x{}: {points}", row.id, row.weight));
        if at + 1 == scores.rows.len() {
            let totals = scores.nodes.iter().zip(&scores.totals).take(MAX_NAMES);
            let totals: Vec<String> =
                totals.map(|(node, total)| format!("{} {total}", node_name(attempt, *node))).collect();
            self.push_own(format!("Score total: {}", totals.join(", ")));
        }
    }

    fn write_preemption(&mut self, attempt: &Attempt, preemption_record: &PreemptionRecord, step: Step) {
        let dry_run =
            |at: usize| (&preemption_record.dry_runs[at], node_name(attempt, preemption_record.dry_runs[at].node));
        let removed = |dry_run: &DryRun, at: usize| dry_run.removed[at].pod.clone();
        match step {
            Step::Potential => {
                let nodes = preemption_record.potential.iter().map(|node| node_name(attempt, *node));
                self.push_own(format!("Preemption may help on {}", join_names(nodes)));
            }
            Step::Lift(at) => {
                let (dry_run, node) = dry_run(at);
                let pods = dry_run.removed.iter().map(|victim| victim.pod.as_str());
                self.push_own(format!("Dry run on {node}: without {}", join_names(pods)));
            }
            Step::Reprieve(at, index) => {
                let (dry_run, node) = dry_run(at);
                let reprieve = &dry_run.reprieves[index];
                let victim = removed(dry_run, reprieve.pod);
                match &reprieve.failure {
                    Some(_) if self.push_upstream(LogEntry::PotentialVictim { pod: &victim, node }) => {}
                    Some(_) => self.push_own(format!("Dry run on {node}: {victim} has to go")),
                    None => self.push_own(format!("Dry run on {node}: {victim} can stay")),
                }
            }
            Step::Verdict(at) => {
                let (dry_run, node) = dry_run(at);
                if let Some((row, failure)) = &dry_run.failure {
                    let row_prefix = row.as_ref().map(|row| format!("{row}: ")).unwrap_or_default();
                    let why = self.failure_text(failure);
                    self.push_own(format!("Dry run on {node}: no candidate: {row_prefix}{why}"));
                }
            }
            Step::ExtenderPreempt(at) => {
                self.push_own(extender::describe_exchange(attempt, &preemption_record.extenders[at]));
            }
            Step::Rung(at) => {
                let rung = &preemption_record.ladder[at];
                let values: Vec<String> = rung
                    .values
                    .iter()
                    .take(MAX_NAMES)
                    .map(|(node, value)| format!("{} {value}", node_name(attempt, *node)))
                    .collect();
                let text = join_names(rung.kept.iter().map(|node| node_name(attempt, *node)));
                self.push_own(format!("{:?}: {}: keeps {text}", rung.rule, values.join(", ")));
            }
            Step::Choose => {
                let chosen_node = preemption_record.chosen.map_or("", |node| node_name(attempt, node));
                let dry_run =
                    preemption_record.dry_runs.iter().find(|dry_run| Some(dry_run.node) == preemption_record.chosen);
                let victims: Vec<NamespacedName> = dry_run
                    .map_or_else(Vec::new, |dry_run| dry_run.victims.iter().map(|at| removed(dry_run, *at)).collect());
                self.push_own(format!(
                    "Preempt on {chosen_node}: {}",
                    join_names(victims.iter().map(NamespacedName::as_str))
                ));
            }
            _ => {}
        }
    }

    fn write_eligible(&mut self, pod: &str, preemption: &PreemptionSummary) {
        if let Some(why) = preemption.ineligible {
            self.push_upstream(LogEntry::NotEligible { pod, why });
        }
    }

    fn write_failed(&mut self, attempt_summary: &AttemptSummary) {
        let AttemptEnd::Failed { message, is_fit_error } = &attempt_summary.end else { return };
        let pod = attempt_summary.pod.as_str();
        if let Some(text) = &attempt_summary.post_filter {
            self.push_upstream(LogEntry::PostFilter { pod, status: text });
        }
        match (is_fit_error, attempt_summary.nodes == 0) {
            (true, _) => self.push_upstream(LogEntry::PodUnschedulable { pod, error: message }),
            (false, true) => self.push_upstream(LogEntry::NoNodes { pod }),
            (false, false) => {
                self.push_own(format!("{pod}: error: {message}"));
                true
            }
        };
        self.push_upstream(LogEntry::ConditionUpdate { pod });
    }

    fn failure_text(&self, failure: &Failure) -> String {
        format!("{} ({:?})", failure.render_reasons(self.wording), failure.code)
    }
}

/// The number of lines of a step whose text needs the detail.
fn detail_line_count(attempt_summary: &AttemptSummary, step: Step) -> usize {
    match step {
        Step::PreFilter => {
            let pre = attempt_summary.pre_filter;
            usize::from(pre.has_skipped_filters) + usize::from(pre.has_node_set) + usize::from(pre.is_rejected)
        }
        Step::Filter(at) => usize::from(at <= MAX_NAMES),
        Step::Score(at) => 1 + usize::from(at + 1 == attempt_summary.scored),
        Step::Verdict(at) => {
            let dry_run = attempt_summary.preemption.as_ref().and_then(|preemption| preemption.dry_runs.get(at));
            usize::from(dry_run.is_some_and(|dry_run| !dry_run.is_candidate))
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
    use releases::{Release, wording};
    use runlog::Deletion;

    use super::*;

    /// The lines of events, each with the pod concerned.
    fn log_lines(whats: Vec<EventKind>) -> Vec<(String, String)> {
        let events: Vec<Rc<Event>> = whats.into_iter().map(|what| Rc::new(Event { at: Millis::ZERO, what })).collect();
        let mut log = Log::new(wording(Release::V1_16));
        log.extend(&events);
        let line = |index| log.line(&events, index, Millis::ZERO, &|_| None);
        let about_and_text =
            |line: ConsoleLine| (line.about.to_string(), line.cells.last().cloned().unwrap_or_default());
        (0..log.places().len()).map(line).map(about_and_text).collect()
    }

    #[test]
    fn log_line_is_attributed_to_the_affected_pod() {
        let (pod, node) = (|| NamespacedName::from("default/a"), || Str::from("n"));
        let preempted = || Deletion::Preempted { by: "default/b".into() };
        for (what, part) in [
            (EventKind::Nominated { pod: pod(), node: node() }, "nominated to n"),
            (EventKind::NominationCleared { pod: pod(), by: None }, "nomination cleared"),
            (
                EventKind::Terminating { pod: pod(), until: Millis::ZERO, why: preempted() },
                "default/b preempts default/a on",
            ),
            (EventKind::Bound { pod: pod(), node: node() }, "default/a to n"),
            (EventKind::Allowed { pod: pod(), node: node() }, "allowed on n"),
            (
                EventKind::Unreserved { pod: pod(), node: node(), at: Point::Bind },
                "the API server refuses the binding to n",
            ),
            (
                EventKind::Unreserved { pod: pod(), node: node(), at: Point::Permit },
                "not bound to n: rejected at Permit",
            ),
        ] {
            let lines = log_lines(vec![what]);
            assert!(
                matches!(&lines[..], [(about, text)] if about == "default/a" && text.contains(part)),
                "{part}: {lines:?}"
            );
        }
    }

    #[test]
    fn victim_is_not_on_the_node_of_an_earlier_pod_with_its_name() {
        let pod = || NamespacedName::from("default/a");
        let why = || Deletion::Preempted { by: "default/b".into() };
        let goes = || EventKind::Terminating { pod: pod(), until: Millis::ZERO, why: why() };
        let last =
            |whats: Vec<EventKind>| log_lines(whats).pop().map(|(_, text)| text.contains("preempts default/a on n"));
        let bound = || EventKind::Bound { pod: pod(), node: "n".into() };
        assert_eq!(last(vec![bound(), goes()]), Some(true));
        assert_eq!(last(vec![bound(), EventKind::PodRemoved(pod()), goes()]), Some(false));
    }
}
