//! Arguments and results of function calls, from the record of the attempt.

use api::{NamespacedName, Str};
use releases::call_graph::Role;
use runlog::{
    Attempt, AttemptOutcome, DryRun, EventKind, ExtenderAnswer, ExtenderRecord, Failure, Ineligible, LadderRule,
    NodeRecord, PreemptionRecord, Preemptor, Queue, RowId,
};

use crate::steps::Step;

/// What a value of a call is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueName {
    Pod,
    /// A group of pods.
    Group,
    /// The number of the attempt of the pod.
    Attempt,
    /// The number of nodes in the snapshot.
    Snapshot,
    Node,
    Plugin,
    Weight,
    Extender,
    /// Filters that skip themselves.
    Skipped,
    /// Nodes to which a `PreFilter` plugin limits the search.
    NodeSet,
    /// Nominated pods that the filter takes into account.
    Nominated,
    /// The verdict on the pod or node.
    Status,
    /// Feasible nodes.
    Feasible,
    Scores,
    /// Weighted sums of scores.
    Totals,
    /// Nodes with the highest total.
    Ties,
    /// Whether the pod may preempt.
    Eligible,
    /// Nodes on which preemption might help.
    Potential,
    /// Candidate nodes with their victims.
    Candidates,
    /// Pods of lower priority that a dry run removes.
    Removed,
    /// The pod that is reprieved.
    PutBack,
    /// Budgets that its eviction would violate.
    Budgets,
    /// Pods whose eviction violates a budget.
    Violating,
    Others,
    Victims,
    /// How many victims violate a budget.
    Violations,
    /// A rule of the tie-break.
    Rule,
    /// The numbers that it compares.
    Compared,
    Left,
    /// Pods whose nomination is cleared.
    Cleared,
    /// The message in upstream's wording.
    Message,
    Queue,
    /// The event that moved the pod between queues.
    By,
}

/// A value of a call.
#[derive(Clone, Debug, PartialEq)]
pub enum CallValue {
    Number(i64),
    /// Text that is the same in every language.
    Text(Str),
    Pods(Vec<NamespacedName>),
    Names(Vec<Str>),
    /// Names, each with a number.
    Pairs(Vec<(Str, i64)>),
    /// A verdict: `None` is success, otherwise the plugin that failed, if it is known, and the failure.
    Verdict(Option<(Option<RowId>, Failure)>),
    /// `None` if the pod may preempt, otherwise why it may not.
    Eligible(Option<Ineligible>),
    Rule(LadderRule),
    Queue(Queue),
}

#[derive(Clone, Debug, PartialEq)]
pub struct NamedValue {
    pub name: ValueName,
    pub value: CallValue,
}

/// The arguments and results of a function at a step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FunctionCall {
    pub arguments: Vec<NamedValue>,
    pub results: Vec<NamedValue>,
}

impl FunctionCall {
    fn with_argument(mut self, name: ValueName, value: CallValue) -> Self {
        self.arguments.push(NamedValue { name, value });
        self
    }

    fn with_result(mut self, name: ValueName, value: CallValue) -> Self {
        self.results.push(NamedValue { name, value });
        self
    }

    /// Adds the argument, unless there are no names.
    fn with_arguments(
        self,
        name: ValueName,
        names: Vec<NamespacedName>,
        value: fn(Vec<NamespacedName>) -> CallValue,
    ) -> Self {
        if names.is_empty() { self } else { self.with_argument(name, value(names)) }
    }
}

/// The arguments and results of a function's call. The results of a caller are those of the whole attempt; the page shows them only once the
/// attempt is over. `attempt` is `None` until the worker has sent the detail.
#[must_use]
pub fn call_of(role: Role, step: Step, event_kind: Option<&EventKind>, attempt: Option<&Attempt>) -> FunctionCall {
    match (event_kind, attempt) {
        (Some(EventKind::Attempted(attempt_summary)), None) => {
            FunctionCall::default().with_argument(ValueName::Pod, pod_value(&attempt_summary.pod))
        }
        (Some(EventKind::Attempted(_)), Some(attempt)) => call_in_attempt(role, step, attempt),
        (Some(what), _) => call_at_event(what),
        (None, _) => FunctionCall::default(),
    }
}

fn pod_value(pod_key: &NamespacedName) -> CallValue {
    CallValue::Pods(vec![pod_key.clone()])
}

fn count_value(count: usize) -> CallValue {
    CallValue::Number(i64::try_from(count).unwrap_or(i64::MAX))
}

fn node_names(attempt: &Attempt, nodes: &[usize]) -> Vec<Str> {
    nodes.iter().map(|ix| attempt.node_name(*ix)).collect()
}

fn pair_value(attempt: &Attempt, numbers: impl Iterator<Item = (usize, i64)>) -> CallValue {
    CallValue::Pairs(numbers.map(|(ix, number)| (attempt.node_name(ix), number)).collect())
}

fn call_at_event(event_kind: &EventKind) -> FunctionCall {
    let call = FunctionCall::default();
    match event_kind {
        EventKind::Popped { pod: key, attempt } => call
            .with_result(ValueName::Pod, pod_value(key))
            .with_result(ValueName::Attempt, CallValue::Number(i64::from(*attempt))),
        EventKind::Queued { pod: key, queue, by, .. } => call
            .with_argument(ValueName::Pod, pod_value(key))
            .with_argument(ValueName::By, CallValue::Text(by.as_str().into()))
            .with_result(ValueName::Queue, CallValue::Queue(*queue)),
        EventKind::Nominated { pod: key, node }
        | EventKind::Expected { pod: key, node }
        | EventKind::Assumed { pod: key, node }
        | EventKind::Bound { pod: key, node }
        | EventKind::Allowed { pod: key, node }
        | EventKind::PreBinding { pod: key, node, .. }
        | EventKind::Unreserved { pod: key, node, .. }
        | EventKind::VolumesReserved { pod: key, node, .. }
        | EventKind::Waits { pod: key, node, .. } => call
            .with_argument(ValueName::Pod, pod_value(key))
            .with_argument(ValueName::Node, CallValue::Text(node.clone())),
        EventKind::Terminating { pod: victim, why, .. } => match why.preemptor() {
            Some(Preemptor::Pod(preemptor)) => call
                .with_argument(ValueName::Pod, pod_value(preemptor))
                .with_argument(ValueName::Victims, pod_value(victim)),
            Some(Preemptor::Group(group)) => call
                .with_argument(ValueName::Group, CallValue::Text(group.as_text().clone()))
                .with_argument(ValueName::Victims, pod_value(victim)),
            None => call.with_argument(ValueName::Pod, pod_value(victim)),
        },
        EventKind::NominationCleared { pod: key, .. }
        | EventKind::Creating(key)
        | EventKind::Running { pod: key, .. }
        | EventKind::Succeeded(key)
        | EventKind::Failed { pod: key, .. }
        | EventKind::PodRemoved(key) => call.with_argument(ValueName::Pod, pod_value(key)),
        EventKind::PodCreated { pod: created, .. } | EventKind::PodUpdated(created) => {
            call.with_argument(ValueName::Pod, CallValue::Pods(vec![created.key()]))
        }
        EventKind::NodeAdded(node) | EventKind::NodeUpdated(node) => {
            call.with_argument(ValueName::Node, CallValue::Text(node.metadata.name.clone()))
        }
        EventKind::NodeRemoved(name) => call.with_argument(ValueName::Node, CallValue::Text(name.clone())),
        _ => call,
    }
}

fn call_in_attempt(role: Role, step: Step, attempt: &Attempt) -> FunctionCall {
    let call = FunctionCall::default();
    let scheduled = || match &attempt.outcome {
        AttemptOutcome::Scheduled { node, ties } => Some((*node, ties)),
        _ => None,
    };
    match role {
        Role::Pop => call.with_result(ValueName::Pod, pod_value(&attempt.pod)),
        Role::Schedule | Role::Algorithm | Role::Cycle | Role::OnePod | Role::Loop => {
            let call = call
                .with_argument(ValueName::Pod, pod_value(&attempt.pod))
                .with_argument(ValueName::Snapshot, count_value(attempt.nodes.len()));
            match scheduled() {
                Some((node, _)) => call.with_result(ValueName::Node, CallValue::Text(attempt.node_name(node))),
                None => call,
            }
        }
        Role::GroupMember => {
            let call = call.with_argument(ValueName::Pod, pod_value(&attempt.pod));
            match &attempt.outcome {
                AttemptOutcome::Scheduled { node, .. } => {
                    call.with_result(ValueName::Node, CallValue::Text(attempt.node_name(*node)))
                }
                AttemptOutcome::Failed { message, .. } => {
                    call.with_result(ValueName::Message, CallValue::Text(message.clone()))
                }
                AttemptOutcome::Open => call,
            }
        }
        Role::FindNodes | Role::EachNode => {
            let fits: Vec<usize> =
                attempt.filter.iter().filter(|filter| filter.is_feasible()).map(|filter| filter.node).collect();
            let call = call
                .with_argument(ValueName::Pod, pod_value(&attempt.pod))
                .with_argument(ValueName::Snapshot, count_value(attempt.nodes.len()));
            call.with_result(ValueName::Feasible, CallValue::Names(node_names(attempt, &fits)))
        }
        Role::PreFilter => with_pre_filter(call, attempt),
        Role::Filter => match step {
            Step::FirstPass(at) | Step::Filter(at) => attempt
                .filter
                .get(at)
                .map_or(FunctionCall::default(), |record| with_filter_verdict(call, attempt, record)),
            _ => call,
        },
        Role::ExtenderFilter => match step {
            Step::ExtenderFilter(at) => with_extender_exchange(call, attempt, attempt.extenders.get(at)),
            _ => call,
        },
        Role::PassExtenders => call.with_argument(ValueName::Pod, pod_value(&attempt.pod)),
        Role::Prioritize => call
            .with_argument(ValueName::Feasible, CallValue::Names(node_names(attempt, &attempt.scores.nodes)))
            .with_result(ValueName::Totals, totals_value(attempt)),
        Role::Score | Role::ExtenderScore => with_scores(call, attempt, step),
        Role::Select => match scheduled() {
            Some((node, ties)) => call
                .with_argument(ValueName::Totals, totals_value(attempt))
                .with_result(ValueName::Ties, CallValue::Names(node_names(attempt, ties)))
                .with_result(ValueName::Node, CallValue::Text(attempt.node_name(node))),
            None => call,
        },
        Role::Message | Role::Failure => match &attempt.outcome {
            AttemptOutcome::Failed { message, .. } => call
                .with_argument(ValueName::Pod, pod_value(&attempt.pod))
                .with_argument(ValueName::Snapshot, count_value(attempt.nodes.len()))
                .with_result(ValueName::Message, CallValue::Text(message.clone())),
            _ => call,
        },
        _ => match &attempt.preemption {
            Some(record) => call_in_preemption(role, step, attempt, record),
            None => call.with_argument(ValueName::Pod, pod_value(&attempt.pod)),
        },
    }
}

fn totals_value(attempt: &Attempt) -> CallValue {
    let scores = &attempt.scores;
    pair_value(attempt, scores.nodes.iter().copied().zip(scores.totals.iter().copied()))
}

fn with_pre_filter(call: FunctionCall, attempt: &Attempt) -> FunctionCall {
    let pre = &attempt.pre_filter;
    let mut call = call
        .with_argument(ValueName::Pod, pod_value(&attempt.pod))
        .with_argument(ValueName::Snapshot, count_value(attempt.nodes.len()));
    if !pre.skipped.is_empty() {
        let skipped = pre.skipped.iter().map(|row| row.as_str().into()).collect();
        call = call.with_result(ValueName::Skipped, CallValue::Names(skipped));
    }
    if let Some(nodes) = &pre.node_set {
        call = call.with_result(ValueName::NodeSet, CallValue::Names(nodes.clone()));
    }
    let verdict = pre.rejected.clone().map(|(row, failure)| (Some(row), failure));
    call.with_result(ValueName::Status, CallValue::Verdict(verdict))
}

fn with_filter_verdict(call: FunctionCall, attempt: &Attempt, node_record: &NodeRecord) -> FunctionCall {
    let verdict = node_record
        .filter_verdict()
        .err()
        .map(|failure| (node_record.failed.first().map(|(row, _)| row.clone()), failure));
    call.with_argument(ValueName::Pod, pod_value(&attempt.pod))
        .with_argument(ValueName::Node, CallValue::Text(attempt.node_name(node_record.node)))
        .with_arguments(ValueName::Nominated, node_record.nominated.clone(), CallValue::Pods)
        .with_result(ValueName::Status, CallValue::Verdict(verdict))
}

fn with_scores(call: FunctionCall, attempt: &Attempt, step: Step) -> FunctionCall {
    let Step::Score(at) = step else { return call };
    if let Some(request) = attempt.scores.extender_of_row(at) {
        return with_extender_exchange(call, attempt, Some(request));
    }
    let Some(row) = attempt.scores.rows.get(at) else { return call };
    let scores = attempt.scores.nodes.iter().copied().zip(row.normalized.iter().copied());
    call.with_argument(ValueName::Pod, pod_value(&attempt.pod))
        .with_argument(ValueName::Plugin, CallValue::Text(row.id.as_str().into()))
        .with_argument(ValueName::Weight, CallValue::Number(row.weight))
        .with_result(ValueName::Scores, pair_value(attempt, scores))
}

fn with_extender_exchange(call: FunctionCall, attempt: &Attempt, request: Option<&ExtenderRecord>) -> FunctionCall {
    let Some(request) = request else { return call };
    let call = call
        .with_argument(ValueName::Extender, CallValue::Text(request.extender.clone()))
        .with_argument(ValueName::Feasible, CallValue::Names(node_names(attempt, &request.requested_nodes)));
    match &request.answer {
        ExtenderAnswer::Filtered { feasible: kept_nodes, .. } => {
            call.with_result(ValueName::Left, CallValue::Names(node_names(attempt, kept_nodes)))
        }
        ExtenderAnswer::Scored { scores, .. } => {
            call.with_result(ValueName::Scores, pair_value(attempt, scores.iter().copied()))
        }
        ExtenderAnswer::Sacrificed { candidates } => {
            let candidate_nodes: Vec<usize> = candidates.iter().map(|candidate| candidate.node).collect();
            call.with_result(ValueName::Left, CallValue::Names(node_names(attempt, &candidate_nodes)))
        }
        ExtenderAnswer::Failed { text, .. } => call.with_result(ValueName::Message, CallValue::Text(text.clone())),
    }
}

fn call_in_preemption(role: Role, step: Step, attempt: &Attempt, preemption_record: &PreemptionRecord) -> FunctionCall {
    let call = FunctionCall::default();
    let dry_run = match step {
        Step::Lift(at) | Step::Try(at) | Step::Reprieve(at, _) | Step::Verdict(at) => {
            preemption_record.dry_runs.get(at)
        }
        _ => None,
    };
    let candidates = || {
        let nodes =
            preemption_record.dry_runs.iter().filter(|dry_run| dry_run.failure.is_none()).map(|dry_run| dry_run.node);
        CallValue::Names(node_names(attempt, &nodes.collect::<Vec<_>>()))
    };
    match role {
        Role::Eligible => call
            .with_argument(ValueName::Pod, pod_value(&attempt.pod))
            .with_result(ValueName::Eligible, CallValue::Eligible(preemption_record.ineligible)),
        // From v1.34 on, the same function continues with the dry runs.
        Role::Potential => call
            .with_argument(ValueName::Snapshot, count_value(attempt.nodes.len()))
            .with_result(ValueName::Potential, CallValue::Names(node_names(attempt, &preemption_record.potential))),
        Role::Candidates | Role::DryRuns => call
            .with_argument(ValueName::Potential, count_value(preemption_record.potential.len()))
            .with_result(ValueName::Candidates, candidates()),
        Role::Victims | Role::Try | Role::Budgets | Role::Reprieve => {
            dry_run.map_or_else(FunctionCall::default, |dry_run| call_in_dry_run(role, step, attempt, dry_run))
        }
        Role::ExtenderPreempt => match step {
            Step::ExtenderPreempt(at) => with_extender_exchange(call, attempt, preemption_record.extenders.get(at)),
            _ => call,
        },
        Role::Sacrifice => call.with_argument(ValueName::Candidates, candidates()),
        Role::Ladder => match (step, preemption_record.chosen) {
            (Step::Rung(at), _) => preemption_record.ladder.get(at).map_or_else(FunctionCall::default, |rung| {
                FunctionCall::default()
                    .with_argument(ValueName::Rule, CallValue::Rule(rung.rule))
                    .with_argument(ValueName::Compared, pair_value(attempt, rung.values.iter().copied()))
                    .with_result(ValueName::Left, CallValue::Names(node_names(attempt, &rung.kept)))
            }),
            (_, Some(node)) => call.with_result(ValueName::Node, CallValue::Text(attempt.node_name(node))),
            _ => call,
        },
        Role::LowerNominated => {
            call.with_result(ValueName::Cleared, CallValue::Pods(preemption_record.cleared.clone()))
        }
        Role::Choose | Role::Preempt | Role::PostFilter | Role::Plugin => {
            let call = call.with_argument(ValueName::Pod, pod_value(&attempt.pod));
            let call =
                if step == Step::Choose { call.with_argument(ValueName::Candidates, candidates()) } else { call };
            match preemption_record.chosen {
                Some(node) => call
                    .with_result(ValueName::Node, CallValue::Text(attempt.node_name(node)))
                    .with_result(ValueName::Victims, CallValue::Pods(preemption_record.victims_on(node))),
                None => call,
            }
        }
        _ => call.with_argument(ValueName::Pod, pod_value(&attempt.pod)),
    }
}

fn call_in_dry_run(role: Role, step: Step, attempt: &Attempt, dry_run: &DryRun) -> FunctionCall {
    let call = FunctionCall::default()
        .with_argument(ValueName::Pod, pod_value(&attempt.pod))
        .with_argument(ValueName::Node, CallValue::Text(attempt.node_name(dry_run.node)));
    let removed = |at: &usize| dry_run.removed.get(*at).map(|victim| victim.pod.clone());
    let removed_pods = || dry_run.removed.iter().map(|removed| removed.pod.clone()).collect::<Vec<_>>();
    match (role, step) {
        (Role::Victims, Step::Verdict(_)) => match &dry_run.failure {
            Some((row, failure)) => {
                call.with_result(ValueName::Status, CallValue::Verdict(Some((row.clone(), failure.clone()))))
            }
            None => call
                .with_result(ValueName::Victims, CallValue::Pods(dry_run.victims.iter().filter_map(removed).collect()))
                .with_result(ValueName::Violations, count_value(dry_run.violations)),
        },
        (Role::Victims, Step::Lift(_)) => call.with_result(ValueName::Removed, CallValue::Pods(removed_pods())),
        (Role::Try, Step::Try(_)) => {
            let verdict = dry_run.failure.clone();
            call.with_argument(ValueName::Removed, CallValue::Pods(removed_pods()))
                .with_result(ValueName::Status, CallValue::Verdict(verdict))
        }
        (Role::Reprieve, Step::Reprieve(_, at)) => match dry_run.reprieves.get(at) {
            None => call,
            Some(reprieve) => {
                // The members' names, which are displayed like those of pods.
                let budgets = reprieve.violates.iter().map(NamespacedName::from).collect();
                call.with_argument(ValueName::PutBack, CallValue::Pods(removed(&reprieve.pod).into_iter().collect()))
                    .with_arguments(ValueName::Budgets, budgets, CallValue::Pods)
                    .with_result(
                        ValueName::Status,
                        CallValue::Verdict(reprieve.failure.clone().map(|(row, failure)| (Some(row), failure))),
                    )
            }
        },
        (Role::Budgets, _) => {
            let (violating, non_violating): (Vec<_>, Vec<_>) =
                dry_run.reprieves.iter().partition(|reprieve| !reprieve.violates.is_empty());
            let pods = |reprieves: &[&runlog::Reprieve]| {
                CallValue::Pods(reprieves.iter().filter_map(|reprieve| removed(&reprieve.pod)).collect())
            };
            call.with_result(ValueName::Violating, pods(&violating))
                .with_result(ValueName::Others, pods(&non_violating))
        }
        _ => call,
    }
}
