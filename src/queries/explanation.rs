//! Explains from the log of a run, and from details of its attempts, why a pod is on its node, not on another one, pending, or evicted. Each
//! observation refers to the moment at which it can be seen.

use std::rc::Rc;

use api::{NamespacedName, Str, Table};
use profiles::queue_policy;
use protocol::{Fact, Observation};
use releases::Release;
use runlog::{
    Attempt, AttemptEnd, AttemptOutcome, AttemptSummary, Deletion, DryRun, Event, EventKind, Failure, GroupUnit,
    HostChoice, NodeRecord, PreemptionRecord, PreemptionRoom, Preemptor, ProfileSummary, Queue, QueueEvent,
};
use scheduler::queue::QueuePolicy;
use trace::{AttemptLookup, Frame, History, Trace, group_steps::GroupStep, group_wait::find_group_wait, steps::Step};

/// Explains pods at a moment of a run.
pub struct Explainer<'t> {
    history: History<'t>,
    release: Release,
    details: AttemptLookup<'t>,
}

/// The full record of an attempt, and how many events had happened after it.
struct AttemptAt {
    events: usize,
    attempt: Rc<Attempt>,
}

impl<'t> Explainer<'t> {
    /// Explains the moment after the first `now` events of a run.
    #[must_use]
    pub fn new(trace: &'t Trace, now: usize, release: Release, details: AttemptLookup<'t>) -> Self {
        Self { history: History::new(trace, now), release, details }
    }

    fn attempt_in_detail(&self, (count, tried): (usize, &AttemptSummary)) -> Option<AttemptAt> {
        Some(AttemptAt { events: count, attempt: (self.details)(tried.number)? })
    }

    /// The pod's last attempt.
    fn last_attempt(&self, pod: &str) -> Option<AttemptAt> {
        self.attempt_in_detail(self.history.attempts(pod).next()?)
    }

    fn profile_summary(&self, attempt: &Attempt) -> Rc<ProfileSummary> {
        self.history.profile_summary(attempt.profile)
    }

    fn frame_now(&self) -> Frame {
        self.history.frame()
    }

    /// Why is the pod on its node?
    #[must_use]
    pub fn why_here(&self, pod: &str) -> Vec<Observation> {
        let Some(node) = self.frame_now().pods.get(pod).and_then(|view| view.node.clone()) else { return Vec::new() };
        let scheduled =
            self.last_attempt(pod).filter(|last| matches!(last.attempt.outcome, AttemptOutcome::Scheduled { .. }));
        let Some(AttemptAt { events: count, attempt }) = &scheduled else {
            let born = self.history.pod_events(pod).last().map(|(count, _)| (count, Step::Event));
            return vec![Observation { fact: Fact::CameBound(node), place: born }];
        };
        let mut answer = FindingsBuilder::new(*count);
        if let Some((before, victims)) = self.room_made(pod, &node) {
            answer.push_elsewhere(before, Step::Choose, Fact::RoomMade(node.clone(), victims));
        }
        let AttemptOutcome::Scheduled { node: winner, ties } = &attempt.outcome else { return answer.findings };
        let last = Step::Filter(attempt.filter.len().saturating_sub(1));
        if attempt.is_nominated_node_taken {
            answer.push_at(last, Fact::NominatedFirst(node));
            return answer.findings;
        }
        let feasible = attempt.filter.iter().filter(|record| record.is_feasible()).count();
        answer.push_at(last, Fact::Feasible(feasible, attempt.filter.len(), attempt.nodes.len()));
        let scores = &attempt.scores;
        let Some(winner_column) = scores.nodes.iter().position(|node| node == winner) else {
            answer.push_at(Step::Select, Fact::OnlyNode(node));
            return answer.findings;
        };
        let others = (0..scores.nodes.len()).filter(|column| *column != winner_column);
        let second_column = others.max_by_key(|column| (scores.totals[*column], std::cmp::Reverse(*column)));
        let runner_up = second_column.map(|column| (attempt.node_name(scores.nodes[column]), scores.totals[column]));
        if ties.len() > 1 {
            answer.push_at(Step::Select, Fact::Best(node, scores.totals[winner_column], None));
            answer.push_at(Step::Select, tie_break_fact(attempt, ties));
            return answer.findings;
        }
        answer.push_at(Step::Select, Fact::Best(node, scores.totals[winner_column], runner_up));
        if let Some((row, points)) =
            second_column.and_then(|second_column| largest_lead(attempt, winner_column, second_column))
        {
            answer.push_at(Step::Score(row), Fact::MadeBy(attempt.scores.rows[row].id.name(), points));
        }
        answer.findings
    }

    /// The preemption with which the pod made room on the node: the number of events up to it, and the victims.
    fn room_made(&self, pod: &str, node: &str) -> Option<(usize, Vec<NamespacedName>)> {
        self.history.attempts(pod).find_map(|(count, attempt_summary)| {
            let PreemptionRoom { victims, .. } =
                attempt_summary.room().filter(|preemption_room| preemption_room.node == *node)?;
            Some((count, victims.clone()))
        })
    }

    /// Why is the pod not on that node?
    #[must_use]
    pub fn why_not_there(&self, pod: &str, node: &str) -> Vec<Observation> {
        if self
            .frame_now()
            .pods
            .get(pod)
            .and_then(|view| view.node.as_ref())
            .is_some_and(|bound_node| *bound_node == *node)
        {
            return vec![Observation { fact: Fact::IsThere(node.into()), place: None }];
        }
        let Some(AttemptAt { events: count, attempt }) = self.last_attempt(pod) else {
            let fact = match self.frame_now().pods.get(pod).and_then(|view| view.node.clone()) {
                Some(text) => Fact::CameBound(text),
                None => Fact::NeverTried,
            };
            return vec![Observation { fact, place: None }];
        };
        let mut answer = FindingsBuilder::new(count);
        let Some(ix) = attempt.nodes.iter().position(|name| *name == *node) else {
            answer.push_at(Step::PreFilter, Fact::NoSuchNode(node.into()));
            return answer.findings;
        };
        if let Some((row, failure)) = &attempt.pre_filter.rejected {
            answer.push_at(Step::PreFilter, Fact::RejectedEverywhere(row.name(), failure.clone()));
        }
        match attempt.filter.iter().position(|record| record.node == ix) {
            None if attempt.pre_filter.rejected.is_some() => {}
            None => {
                let fact = match &attempt.outcome {
                    AttemptOutcome::Scheduled { node: winner, .. } if attempt.is_nominated_node_taken => {
                        Fact::NominatedFirst(attempt.nodes[*winner].clone())
                    }
                    _ => Fact::NotLooked(node.into()),
                };
                answer.push_at(Step::Filter(attempt.filter.len().saturating_sub(1)), fact);
            }
            Some(at) => match node_rejection(&attempt.filter[at]) {
                Some((plugin, failure)) => {
                    answer.push_at(Step::Filter(at), Fact::Rejected(node.into(), plugin, failure));
                }
                None => match attempt.extender_refusal(ix, attempt.extenders.len()) {
                    Some((request, failure)) => {
                        answer.push_at(
                            Step::ExtenderFilter(request),
                            Fact::Rejected(node.into(), Str::default(), failure),
                        );
                    }
                    None => push_outscored(&mut answer, &attempt, ix),
                },
            },
        }
        if let Some(record) = &attempt.preemption
            && record.ineligible.is_none()
        {
            push_not_preempted(&mut answer, &attempt, record, ix);
        }
        answer.findings
    }

    /// Why has the pod no node yet?
    #[must_use]
    pub fn why_pending(&self, pod: &str) -> Vec<Observation> {
        let frame = self.frame_now();
        let Some(view) = frame.pods.get(pod).filter(|view| view.node.is_none()) else { return Vec::new() };
        let queued = self.history.pod_events(pod).find_map(|(count, event)| match &event.what {
            EventKind::Queued { pod: queued, .. } if *queued == *pod => Some(count),
            _ => None,
        });
        let mut answer = FindingsBuilder::new(queued.unwrap_or(self.history.now));
        let group = view.pod.group_key();
        if let Some(group) = &group
            && let Some(finding) = find_group_wait(self.history.trace.events(), self.history.now, &frame, group)
        {
            let fact = Fact::GroupWaits(group.clone(), finding.wait);
            answer.findings.push(Observation { fact, place: finding.place });
        }
        // GangScheduling, too, keeps pods gated while their group is incomplete.
        if view.queue == Some(Queue::Gated) && (group.is_none() || !view.pod.spec.scheduling_gates.is_empty()) {
            answer.push_at(Step::Event, Fact::Gated);
        }
        let last = self.last_attempt(pod);
        match &last {
            Some(AttemptAt { events: count, attempt }) => {
                if let AttemptOutcome::Failed { message, .. } = &attempt.outcome {
                    answer.push_elsewhere(*count, Step::Failed, Fact::Message(message.clone()));
                    for (words, nodes) in self.node_reasons(attempt) {
                        answer.push_elsewhere(*count, Step::Failed, Fact::RejectedFor { words, nodes });
                    }
                }
            }
            None if view.queue != Some(Queue::Gated) => answer.push_at(Step::Event, Fact::NeverTried),
            None => {}
        }
        if let Some(node) = &view.nominated {
            let leaving_pods = frame.pods.iter().filter(|(_, other)| {
                let preemptor = other.deletion.as_ref().and_then(Deletion::preemptor);
                other.node.as_ref() == Some(node)
                    && preemptor.is_some_and(|preemptor| preemptor.makes_room_for(pod, group.as_ref()))
            });
            let leaving_until = leaving_pods.map(|(key, other)| (key.clone(), other.terminates_at)).collect();
            let place = self.history.pod_events(pod).find(
                |(_, event)| matches!(&event.what, EventKind::Nominated { pod: nominee, .. } if *nominee == *pod),
            );
            answer.findings.push(Observation {
                fact: Fact::WaitsFor(node.clone(), leaving_until),
                place: place.map(|(count, _)| (count, Step::Event)),
            });
        }
        if frame.in_cycle.as_deref() == Some(pod) {
            let fact = if self.has_just_failed(pod) { Fact::AttemptFailed } else { Fact::InCycle };
            answer.findings.push(Observation { fact, place: None });
        } else if let Some(queue) = view.queue.filter(|queue| *queue != Queue::Gated) {
            answer.push_at(Step::Event, Fact::Waits(queue, view.backoff_until));
            if let (Queue::Unschedulable, Some(AttemptAt { attempt, .. })) = (queue, &last)
                && let AttemptOutcome::Failed { rows, .. } = &attempt.outcome
            {
                let profile_summary = self.profile_summary(attempt);
                let rejecting = profile_summary.filters.iter().filter(|row| rows.contains(&row.id));
                let plugins = rejecting.map(|row| row.plugin).collect();
                let QueuePolicy { uses_hints: has_hints, unschedulable_timeout: longest, .. } =
                    queue_policy(self.release);
                answer
                    .findings
                    .push(Observation { fact: Fact::RejectedBy { plugins, has_hints, longest }, place: None });
            }
        }
        answer.findings.extend(self.next_move(pod));
        answer.findings
    }

    /// Whether the attempt that followed the pod's last pop has already failed.
    fn has_just_failed(&self, pod: &str) -> bool {
        let last = self.history.pod_events(pod).find_map(|(_, event)| match &event.what {
            EventKind::Popped { pod: popped_pod, .. } if *popped_pod == *pod => Some(false),
            EventKind::Attempted(attempt) if attempt.pod == *pod => {
                Some(matches!(attempt.end, AttemptEnd::Failed { .. }))
            }
            _ => None,
        });
        last.unwrap_or(false)
    }

    /// The reasons why nodes were rejected, in upstream's words, each with its nodes; the most common reason first.
    fn node_reasons(&self, attempt: &Attempt) -> Vec<(Str, Vec<Str>)> {
        let wording = releases::wording(self.release);
        let mut nodes_by_reason: Table<Str, Vec<Str>> = Table::new();
        for record in &attempt.filter {
            let failed_rows = record
                .failed
                .iter()
                .map(|(_, failure)| failure)
                .chain(&record.outside_node_set)
                .chain(&record.extender_rejection);
            for reason in failed_rows.flat_map(|failure| &failure.reasons) {
                nodes_by_reason.or_default(wording.render_reason(reason).into()).push(attempt.node_name(record.node));
            }
        }
        let mut reasons: Vec<_> = nodes_by_reason.into_iter().collect();
        reasons.sort_by_key(|(_, nodes)| std::cmp::Reverse(nodes.len()));
        reasons
    }

    /// The next event of this run that moves a pending pod.
    fn next_move(&self, pod: &str) -> Option<Observation> {
        let events = self.history.trace.events();
        let next = events[self.history.now..].iter().enumerate().find_map(|(at, event)| {
            let fact = match &event.what {
                EventKind::Queued { pod: queued_pod, queue, by, .. }
                    if *queued_pod == *pod && *by != QueueEvent::ScheduleAttemptFailure =>
                {
                    Fact::MovedBy(*by, *queue, event.at)
                }
                EventKind::Popped { pod: popped_pod, .. } if *popped_pod == *pod => Fact::TriedAgain(event.at),
                _ => return None,
            };
            Some(Observation { fact, place: Some((self.history.now + at + 1, Step::Event)) })
        });
        let ending = events.iter().rev().take(4).find_map(|event| match event.what {
            EventKind::End(ending) if ending.is_end_of_run() => Some(Fact::NeverMoved),
            EventKind::End(_) => Some(Fact::NotMovedUntil(event.at)),
            _ => None,
        });
        next.or_else(|| ending.map(|fact| Observation { fact, place: None }))
    }

    /// Why is the pod a victim, or why is it gone?
    #[must_use]
    pub fn why_gone(&self, pod: &str) -> Vec<Observation> {
        let termination = self.history.pod_events(pod).find_map(|(count, event)| match &event.what {
            EventKind::Terminating { pod: terminated, why, .. } if *terminated == *pod => Some((count, why)),
            _ => None,
        });
        let Some((count, why)) = termination else { return self.why_gone_unbound(pod) };
        let mut answer = FindingsBuilder::new(count);
        let by = match why.preemptor() {
            Some(Preemptor::Pod(preemptor)) => preemptor,
            preemptor => {
                answer.push_at(Step::Event, Fact::Gone(why.clone()));
                if let Some(Preemptor::Group(group)) = preemptor {
                    self.push_unit_reprieve(&mut answer, count, group, pod);
                }
                return answer.findings;
            }
        };
        let preemptor = Explainer::new(self.history.trace, count, self.release, self.details).last_attempt(by);
        let preemption = preemptor.as_ref().and_then(|AttemptAt { events: count, attempt }| {
            let record = attempt.preemption.as_ref()?;
            Some((*count, attempt, record, record.chosen?))
        });
        let Some((attempted, attempt, record, chosen_node)) = preemption else {
            answer.push_at(Step::Event, Fact::Gone(why.clone()));
            return answer.findings;
        };
        let node = attempt.node_name(chosen_node);
        answer.push_at(Step::Event, Fact::PreemptedBy(by.clone(), node.clone()));
        if let Some((run_ix, dry_run)) = dry_run_on(record, chosen_node)
            && let Some((at, failure)) =
                reprieve_of(dry_run, pod).and_then(|at| Some((at, dry_run.reprieves[at].failure.as_ref()?)))
        {
            let plugin = failure.0.name();
            let violates = dry_run.reprieves[at].violates.clone();
            let fact = Fact::NoReprieve(by.clone(), plugin, failure.1.clone(), violates);
            answer.push_elsewhere(attempted, Step::Reprieve(run_ix, at), fact);
        }
        let decided = record.ladder.iter().rposition(|rung| rung.kept.len() < rung.values.len());
        match decided {
            Some(at) => {
                let fact = Fact::DecidedBy(node.clone(), record.ladder[at].rule, record.ladder[at].values.len());
                answer.push_elsewhere(attempted, Step::Rung(at), fact);
            }
            None if record.ties.len() < 2 => {
                answer.push_elsewhere(attempted, Step::Choose, Fact::OnlyCandidate(node.clone()));
            }
            None => {}
        }
        if record.ties.len() > 1 {
            let ties = record.ties.iter().map(|ix| attempt.node_name(*ix)).collect();
            answer.push_elsewhere(attempted, Step::Choose, Fact::Drawn(ties));
        }
        answer.findings
    }

    /// Adds why the unit of a pod, a victim of a group, was not reprieved.
    fn push_unit_reprieve(&self, answer: &mut FindingsBuilder, count: usize, group: &NamespacedName, pod: &str) {
        let events = &self.history.trace.events()[..count];
        let cycle = events.iter().enumerate().rev().find_map(|(at, event)| match &event.what {
            EventKind::GroupAttempted(summary) if summary.group == *group => {
                Some((at + 1, summary.preemption.as_ref()?))
            }
            _ => None,
        });
        let Some((cycle_at, preemption)) = cycle else { return };
        let is_unit = |unit: &GroupUnit| unit.pods.iter().any(|member| *member == *pod);
        let Some(at) = preemption.potential.iter().position(is_unit) else { return };
        let unit = &preemption.potential[at];
        let Some(reprieve) = preemption.reprieves.iter().position(|(unit, is_spared)| *unit == at && !is_spared) else {
            return;
        };
        let others = unit.pods.iter().filter(|member| **member != *pod).cloned().collect();
        let fact = Fact::NoUnitReprieve(group.clone(), others, unit.is_violating);
        answer.push_elsewhere(cycle_at, Step::Group(GroupStep::Reprieve(reprieve)), fact);
    }

    /// A pod without a node is deleted at once, without terminating first.
    fn why_gone_unbound(&self, pod: &str) -> Vec<Observation> {
        let removed = |event: &Event| matches!(&event.what, EventKind::PodRemoved(removed_pod) if *removed_pod == *pod);
        let Some((count, _)) = self.history.pod_events(pod).find(|(_, event)| removed(event)) else {
            return Vec::new();
        };
        let mut answer = FindingsBuilder::new(count);
        answer.push_at(Step::Event, Fact::GoneUnbound);
        answer.findings
    }

    /// Why did the last preemption not take this pod?
    #[must_use]
    pub fn why_spared(&self, pod: &str) -> Vec<Observation> {
        let Some(AttemptAt { events: count, attempt }) =
            self.history.last_preemption().and_then(|preemption| self.attempt_in_detail(preemption))
        else {
            return Vec::new();
        };
        let frame_before = self.history.trace.frame_at(count);
        let record = attempt.preemption.as_ref().filter(|_| attempt.pod != *pod);
        let (Some(record), Some(view)) = (record, frame_before.pods.get(pod)) else { return Vec::new() };
        let (Some(chosen_node), Some(node)) = (record.chosen, &view.node) else { return Vec::new() };
        if record.victims_on(chosen_node).iter().any(|victim| *victim == *pod) {
            return Vec::new();
        }
        let mut answer = FindingsBuilder::new(count);
        let preemptor_key = &attempt.pod;
        let preemptor = frame_before.pods.get(preemptor_key).map_or(0, |view| view.pod.priority());
        if view.pod.priority() >= preemptor {
            answer.push_at(Step::Eligible, Fact::NotLower(view.pod.priority(), preemptor_key.clone(), preemptor));
        }
        let Some(ix) = attempt.nodes.iter().position(|name| name == node) else { return answer.findings };
        if ix != chosen_node {
            answer.push_at(Step::Choose, Fact::OtherNode(node.clone(), attempt.node_name(chosen_node)));
            push_not_preempted(&mut answer, &attempt, record, ix);
        } else if let Some((run_ix, dry_run)) = dry_run_on(record, ix)
            && let Some(at) = reprieve_of(dry_run, pod)
        {
            answer.push_at(Step::Reprieve(run_ix, at), Fact::Spared(preemptor_key.clone(), node.clone()));
        }
        answer.findings
    }
}

/// Collects observations, most of them about the same event.
struct FindingsBuilder {
    count: usize,
    findings: Vec<Observation>,
}

impl FindingsBuilder {
    fn new(event_count: usize) -> Self {
        Self { count: event_count, findings: Vec::new() }
    }

    fn push_at(&mut self, step: Step, fact: Fact) {
        self.push_elsewhere(self.count, step, fact);
    }

    fn push_elsewhere(&mut self, event_count: usize, step: Step, fact: Fact) {
        self.findings.push(Observation { fact, place: Some((event_count, step)) });
    }
}

/// How the tie between the nodes with the best total was broken.
fn tie_break_fact(attempt: &Attempt, ties: &[usize]) -> Fact {
    let names = ties.iter().map(|ix| attempt.node_name(*ix)).collect();
    match attempt.host {
        HostChoice::Drawn => Fact::Drawn(names),
        HostChoice::TopOfHeap => Fact::TopOfHeap(names),
    }
}

/// Adds that the node is feasible, but that another one has a higher score.
fn push_outscored(answer: &mut FindingsBuilder, attempt: &Attempt, ix: usize) {
    let AttemptOutcome::Scheduled { node: winner, ties } = &attempt.outcome else { return };
    let column = |node: usize| attempt.scores.nodes.iter().position(|n| *n == node);
    let (Some(loser), Some(best)) = (column(ix), column(*winner)) else { return };
    if ties.contains(&ix) {
        return answer.push_at(Step::Select, tie_break_fact(attempt, ties));
    }
    let total = |column: usize| attempt.scores.totals[column];
    let fact = Fact::Outscored(attempt.node_name(ix), total(loser), attempt.node_name(*winner), total(best));
    answer.push_at(Step::Select, fact);
    if let Some((row, points)) = largest_lead(attempt, best, loser) {
        answer.push_at(Step::Score(row), Fact::LostBy(attempt.scores.rows[row].id.name(), points));
    }
}

fn node_rejection(node_record: &NodeRecord) -> Option<(Str, Failure)> {
    let filter_name = node_record.failed.first().map(|(row, _)| row.name()).unwrap_or_default();
    node_record.filter_verdict().err().map(|failure| (filter_name, failure))
}

/// The score row in which one node leads most over another, and by how many weighted points.
fn largest_lead(attempt: &Attempt, winner_column: usize, runner_up_column: usize) -> Option<(usize, i64)> {
    let gain = attempt.scores.rows.iter().enumerate().map(|(at, row)| {
        let points = |column: usize| row.weight * row.normalized.get(column).copied().unwrap_or(0);
        (at, points(winner_column) - points(runner_up_column))
    });
    gain.max_by_key(|(at, points)| (*points, std::cmp::Reverse(*at))).filter(|(_, points)| *points > 0)
}

fn dry_run_on(preemption_record: &PreemptionRecord, node: usize) -> Option<(usize, &DryRun)> {
    preemption_record.dry_runs.iter().enumerate().find(|(_, dry_run)| dry_run.node == node)
}

/// The index of the pod's reprieve in a dry run.
fn reprieve_of(dry_run: &DryRun, pod: &str) -> Option<usize> {
    dry_run.reprieves.iter().position(|reprieve| dry_run.removed.get(reprieve.pod).is_some_and(|info| info.pod == *pod))
}

/// Adds why the preemption did not choose the node, or that it did.
fn push_not_preempted(
    answer: &mut FindingsBuilder,
    attempt: &Attempt,
    preemption_record: &PreemptionRecord,
    ix: usize,
) {
    let node = attempt.node_name(ix);
    if !preemption_record.potential.contains(&ix) {
        return answer.push_at(Step::Potential, Fact::NotPotential(node));
    }
    let Some((run_ix, dry_run)) = dry_run_on(preemption_record, ix) else {
        return answer.push_at(Step::Potential, Fact::NotTried(node));
    };
    if let Some((_, failure)) = &dry_run.failure {
        return answer.push_at(Step::Verdict(run_ix), Fact::NoCandidate(node, failure.clone()));
    }
    if preemption_record.chosen == Some(ix) {
        return answer.push_at(Step::Choose, Fact::ChosenNode(node, dry_run.victims.len()));
    }
    let count = |ix: usize| dry_run_on(preemption_record, ix).map_or(0, |(_, dry_run)| dry_run.victims.len());
    if let Some(request) = preemption_record.withdrawing_request(ix) {
        let extender = preemption_record.extenders[request].extender.clone();
        return answer.push_at(Step::ExtenderPreempt(request), Fact::Withdrawn(extender, node));
    }
    let dropped = preemption_record.ladder.iter().position(|rung| !rung.kept.contains(&ix));
    match (dropped, preemption_record.chosen) {
        (Some(at), _) => {
            let rung = &preemption_record.ladder[at];
            let value = |ix: usize| rung.values.iter().find(|(node, _)| *node == ix).map_or(0, |(_, value)| *value);
            let best = rung.kept.first().copied().unwrap_or(ix);
            let fact = Fact::Dropped(node, rung.rule, (value(ix), count(ix)), (value(best), count(best)));
            answer.push_at(Step::Rung(at), fact);
        }
        (None, Some(chosen)) => answer.push_at(Step::Choose, Fact::EqualNode(node, attempt.node_name(chosen))),
        (None, None) => {}
    }
}
