//! What a function takes and gives: the values of a step, as the record of its attempt has them.

use crate::steps::Step;
use api::Str;
use record::{
    Attempt, DryRun, ExtenderAnswer, ExtenderRecord, Failure, Ineligible, NodeRecord, Outcome, PreemptionRecord, RowId,
    Rule,
};
use record::{Deletion, Queue, What};
use releases::source::Role;

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name {
    Pod,
    /// Which attempt of the pod.
    Attempt,
    /// Nodes of the snapshot.
    Snapshot,
    Node,
    Plugin,
    Weight,
    Extender,
    /// Filters that leave themselves out.
    Skipped,
    /// Nodes that plugins named beforehand.
    NodeSet,
    /// Nominated pods that are counted.
    Nominated,
    /// What comes of it.
    Status,
    /// Nodes that fit.
    Feasible,
    Scores,
    /// Weighted sums.
    Totals,
    /// Nodes with the best sum.
    Ties,
    /// May it preempt?
    Eligible,
    /// Nodes where eviction may help.
    Potential,
    /// Nodes with their victims.
    Candidates,
    /// Pods of lower priority that are removed.
    Removed,
    /// The pod that is put back.
    PutBack,
    /// Budgets that its eviction would violate.
    Budgets,
    /// Pods whose eviction violates a budget.
    Violating,
    Others,
    /// Who has to go.
    Victims,
    /// How many of them violate a budget.
    Violations,
    /// A rule of the tie-break.
    Rule,
    /// Numbers that it compares.
    Compared,
    Left,
    /// Pods whose nomination ends.
    Cleared,
    /// Upstream's message.
    Message,
    Queue,
    /// What moved the pod.
    By,
}

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A number.
    Number(i64),
    /// Words that are the same in every language.
    Text(Str),
    /// Pods by their keys.
    Pods(Vec<Str>),
    Names(Vec<Str>),
    /// Names with numbers.
    Pairs(Vec<(Str, i64)>),
    /// A verdict: `None` is success; else who failed, and why.
    Verdict(Option<(Option<RowId>, Failure)>),
    /// May the pod preempt, and why not?
    Eligible(Option<Ineligible>),
    Rule(Rule),
    Queue(Queue),
}

/// A value with its name.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    pub name: Name,
    pub value: Value,
}

/// A call at a step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Call {
    /// Arguments.
    pub takes: Vec<Fact>,
    /// Results.
    pub gives: Vec<Fact>,
}

impl Call {
    fn takes(mut self, name: Name, value: Value) -> Self {
        self.takes.push(Fact { name, value });
        self
    }

    fn gives(mut self, name: Name, value: Value) -> Self {
        self.gives.push(Fact { name, value });
        self
    }

    /// Only where there is something to name.
    fn takes_any(self, name: Name, names: Vec<Str>, value: fn(Vec<Str>) -> Value) -> Self {
        if names.is_empty() { self } else { self.takes(name, value(names)) }
    }
}

/// A function's call: what it takes and gives. A caller's results are those of the whole attempt; whoever asks shows them once it is
/// over. `attempt` is missing until the worker has told it.
#[must_use]
pub fn of(role: Role, step: Step, what: Option<&What>, attempt: Option<&Attempt>) -> Call {
    match (what, attempt) {
        (Some(What::Attempted(tried)), None) => Call::default().takes(Name::Pod, pod(&tried.pod)),
        (Some(What::Attempted(_)), Some(attempt)) => in_attempt(role, step, attempt),
        (Some(what), _) => at_event(what),
        (None, _) => Call::default(),
    }
}

fn pod(key: &Str) -> Value {
    Value::Pods(vec![key.clone()])
}

fn number(count: usize) -> Value {
    Value::Number(i64::try_from(count).unwrap_or(i64::MAX))
}

fn names(attempt: &Attempt, nodes: &[usize]) -> Vec<Str> {
    nodes.iter().map(|ix| attempt.node(*ix)).collect()
}

fn pairs(attempt: &Attempt, numbers: impl Iterator<Item = (usize, i64)>) -> Value {
    Value::Pairs(numbers.map(|(ix, number)| (attempt.node(ix), number)).collect())
}

fn at_event(what: &What) -> Call {
    let call = Call::default();
    match what {
        What::Popped { pod: key, attempt } => {
            call.gives(Name::Pod, pod(key)).gives(Name::Attempt, Value::Number(i64::from(*attempt)))
        }
        What::Queued { pod: key, queue, by, .. } => call
            .takes(Name::Pod, pod(key))
            .takes(Name::By, Value::Text(by.as_str().into()))
            .gives(Name::Queue, Value::Queue(*queue)),
        What::Nominated { pod: key, node }
        | What::Expected { pod: key, node }
        | What::Assumed { pod: key, node }
        | What::Bound { pod: key, node }
        | What::Allowed { pod: key, node }
        | What::PreBinding { pod: key, node, .. }
        | What::Unreserved { pod: key, node, .. }
        | What::VolumesReserved { pod: key, node, .. }
        | What::Waits { pod: key, node, .. } => {
            call.takes(Name::Pod, pod(key)).takes(Name::Node, Value::Text(node.clone()))
        }
        What::Terminating { pod: victim, why: Deletion::Preempted { by }, .. } => {
            call.takes(Name::Pod, pod(by)).takes(Name::Victims, pod(victim))
        }
        What::NominationCleared { pod: key, .. }
        | What::Creating(key)
        | What::Running { pod: key, .. }
        | What::Succeeded(key)
        | What::PodRemoved(key)
        | What::Terminating { pod: key, .. } => call.takes(Name::Pod, pod(key)),
        What::PodCreated { pod: created, .. } | What::PodUpdated(created) => {
            call.takes(Name::Pod, Value::Pods(vec![created.key().as_str().into()]))
        }
        What::NodeAdded(node) | What::NodeUpdated(node) => {
            call.takes(Name::Node, Value::Text(node.metadata.name.clone()))
        }
        What::NodeRemoved(name) => call.takes(Name::Node, Value::Text(name.clone())),
        _ => call,
    }
}

fn in_attempt(role: Role, step: Step, attempt: &Attempt) -> Call {
    let call = Call::default();
    let scheduled = || match &attempt.outcome {
        Outcome::Scheduled { node, ties } => Some((*node, ties)),
        _ => None,
    };
    match role {
        Role::Pop => call.gives(Name::Pod, pod(&attempt.pod)),
        Role::Schedule | Role::Algorithm | Role::Cycle | Role::OnePod | Role::Loop => {
            let call = call.takes(Name::Pod, pod(&attempt.pod)).takes(Name::Snapshot, number(attempt.nodes.len()));
            match scheduled() {
                Some((node, _)) => call.gives(Name::Node, Value::Text(attempt.node(node))),
                None => call,
            }
        }
        Role::FindNodes | Role::EachNode => {
            let fits: Vec<usize> = attempt.filter.iter().filter(|it| it.fits()).map(|it| it.node).collect();
            let call = call.takes(Name::Pod, pod(&attempt.pod)).takes(Name::Snapshot, number(attempt.nodes.len()));
            call.gives(Name::Feasible, Value::Names(names(attempt, &fits)))
        }
        Role::PreFilter => pre_filter(call, attempt),
        Role::Filter => match step {
            Step::FirstPass(at) | Step::Filter(at) => {
                attempt.filter.get(at).map_or(Call::default(), |record| filter(call, attempt, record))
            }
            _ => call,
        },
        Role::ExtenderFilter => match step {
            Step::ExtenderFilter(at) => extender(call, attempt, attempt.extenders.get(at)),
            _ => call,
        },
        Role::PassExtenders => call.takes(Name::Pod, pod(&attempt.pod)),
        Role::Prioritize => call
            .takes(Name::Feasible, Value::Names(names(attempt, &attempt.scores.nodes)))
            .gives(Name::Totals, totals(attempt)),
        Role::Score | Role::ExtenderScore => score(call, attempt, step),
        Role::Select => match scheduled() {
            Some((node, ties)) => call
                .takes(Name::Totals, totals(attempt))
                .gives(Name::Ties, Value::Names(names(attempt, ties)))
                .gives(Name::Node, Value::Text(attempt.node(node))),
            None => call,
        },
        Role::Message | Role::Failure => match &attempt.outcome {
            Outcome::Failed { message, .. } => call
                .takes(Name::Pod, pod(&attempt.pod))
                .takes(Name::Snapshot, number(attempt.nodes.len()))
                .gives(Name::Message, Value::Text(message.clone())),
            _ => call,
        },
        _ => match &attempt.preemption {
            Some(record) => preemption(role, step, attempt, record),
            None => call.takes(Name::Pod, pod(&attempt.pod)),
        },
    }
}

fn totals(attempt: &Attempt) -> Value {
    let scores = &attempt.scores;
    pairs(attempt, scores.nodes.iter().copied().zip(scores.totals.iter().copied()))
}

fn pre_filter(call: Call, attempt: &Attempt) -> Call {
    let pre = &attempt.pre_filter;
    let mut call = call.takes(Name::Pod, pod(&attempt.pod)).takes(Name::Snapshot, number(attempt.nodes.len()));
    if !pre.skipped.is_empty() {
        let skipped = pre.skipped.iter().map(|row| row.as_str().into()).collect();
        call = call.gives(Name::Skipped, Value::Names(skipped));
    }
    if let Some(nodes) = &pre.node_set {
        call = call.gives(Name::NodeSet, Value::Names(nodes.clone()));
    }
    let verdict = pre.rejected.clone().map(|(row, failure)| (Some(row), failure));
    call.gives(Name::Status, Value::Verdict(verdict))
}

fn filter(call: Call, attempt: &Attempt, record: &NodeRecord) -> Call {
    let verdict = record.judged().err().map(|failure| (record.failed.first().map(|(row, _)| row.clone()), failure));
    call.takes(Name::Pod, pod(&attempt.pod))
        .takes(Name::Node, Value::Text(attempt.node(record.node)))
        .takes_any(Name::Nominated, record.nominated.clone(), Value::Pods)
        .gives(Name::Status, Value::Verdict(verdict))
}

fn score(call: Call, attempt: &Attempt, step: Step) -> Call {
    let Step::Score(at) = step else { return call };
    if let Some(request) = attempt.scores.asked(at) {
        return extender(call, attempt, Some(request));
    }
    let Some(row) = attempt.scores.rows.get(at) else { return call };
    let scores = attempt.scores.nodes.iter().copied().zip(row.normalized.iter().copied());
    call.takes(Name::Pod, pod(&attempt.pod))
        .takes(Name::Plugin, Value::Text(row.id.as_str().into()))
        .takes(Name::Weight, Value::Number(row.weight))
        .gives(Name::Scores, pairs(attempt, scores))
}

fn extender(call: Call, attempt: &Attempt, request: Option<&ExtenderRecord>) -> Call {
    let Some(request) = request else { return call };
    let call = call
        .takes(Name::Extender, Value::Text(request.extender.clone()))
        .takes(Name::Feasible, Value::Names(names(attempt, &request.asked)));
    match &request.answer {
        ExtenderAnswer::Filtered { kept, .. } => call.gives(Name::Left, Value::Names(names(attempt, kept))),
        ExtenderAnswer::Scored { scores, .. } => call.gives(Name::Scores, pairs(attempt, scores.iter().copied())),
        ExtenderAnswer::Sacrificed { candidates } => {
            let left: Vec<usize> = candidates.iter().map(|candidate| candidate.node).collect();
            call.gives(Name::Left, Value::Names(names(attempt, &left)))
        }
        ExtenderAnswer::Failed { text, .. } => call.gives(Name::Message, Value::Text(text.clone())),
    }
}

fn preemption(role: Role, step: Step, attempt: &Attempt, record: &PreemptionRecord) -> Call {
    let call = Call::default();
    let run = match step {
        Step::Lift(at) | Step::Try(at) | Step::Reprieve(at, _) | Step::Verdict(at) => record.dry_runs.get(at),
        _ => None,
    };
    let candidates = || {
        let nodes = record.dry_runs.iter().filter(|run| run.failure.is_none()).map(|run| run.node);
        Value::Names(names(attempt, &nodes.collect::<Vec<_>>()))
    };
    match role {
        Role::Eligible => {
            call.takes(Name::Pod, pod(&attempt.pod)).gives(Name::Eligible, Value::Eligible(record.ineligible))
        }
        // The same function goes on to the dry runs from v1.34 on.
        Role::Potential => call
            .takes(Name::Snapshot, number(attempt.nodes.len()))
            .gives(Name::Potential, Value::Names(names(attempt, &record.potential))),
        Role::Candidates | Role::DryRuns => {
            call.takes(Name::Potential, number(record.potential.len())).gives(Name::Candidates, candidates())
        }
        Role::Victims | Role::Try | Role::Budgets | Role::Reprieve => {
            run.map_or_else(Call::default, |run| dry_run(role, step, attempt, run))
        }
        Role::ExtenderPreempt => match step {
            Step::ExtenderPreempt(at) => extender(call, attempt, record.extenders.get(at)),
            _ => call,
        },
        Role::Sacrifice => call.takes(Name::Candidates, candidates()),
        Role::Ladder => match (step, record.chosen) {
            (Step::Rung(at), _) => record.ladder.get(at).map_or_else(Call::default, |rung| {
                Call::default()
                    .takes(Name::Rule, Value::Rule(rung.rule))
                    .takes(Name::Compared, pairs(attempt, rung.values.iter().copied()))
                    .gives(Name::Left, Value::Names(names(attempt, &rung.kept)))
            }),
            (_, Some(node)) => call.gives(Name::Node, Value::Text(attempt.node(node))),
            _ => call,
        },
        Role::LowerNominated => call.gives(Name::Cleared, Value::Pods(record.cleared.clone())),
        Role::Choose | Role::Preempt | Role::PostFilter | Role::Plugin => {
            let call = call.takes(Name::Pod, pod(&attempt.pod));
            let call = if step == Step::Choose { call.takes(Name::Candidates, candidates()) } else { call };
            match record.chosen {
                Some(node) => call
                    .gives(Name::Node, Value::Text(attempt.node(node)))
                    .gives(Name::Victims, Value::Pods(record.victims_on(node))),
                None => call,
            }
        }
        _ => call.takes(Name::Pod, pod(&attempt.pod)),
    }
}

fn dry_run(role: Role, step: Step, attempt: &Attempt, run: &DryRun) -> Call {
    let call =
        Call::default().takes(Name::Pod, pod(&attempt.pod)).takes(Name::Node, Value::Text(attempt.node(run.node)));
    let removed = |at: &usize| run.removed.get(*at).map(|it| it.pod.clone());
    let all = || run.removed.iter().map(|it| it.pod.clone()).collect::<Vec<_>>();
    match (role, step) {
        (Role::Victims, Step::Verdict(_)) => match &run.failure {
            Some((row, failure)) => call.gives(Name::Status, Value::Verdict(Some((row.clone(), failure.clone())))),
            None => call
                .gives(Name::Victims, Value::Pods(run.victims.iter().filter_map(removed).collect()))
                .gives(Name::Violations, number(run.violations)),
        },
        (Role::Victims, Step::Lift(_)) => call.gives(Name::Removed, Value::Pods(all())),
        (Role::Try, Step::Try(_)) => {
            let verdict = run.failure.clone();
            call.takes(Name::Removed, Value::Pods(all())).gives(Name::Status, Value::Verdict(verdict))
        }
        (Role::Reprieve, Step::Reprieve(_, at)) => match run.reprieves.get(at) {
            None => call,
            Some(reprieve) => call
                .takes(Name::PutBack, Value::Pods(removed(&reprieve.pod).into_iter().collect()))
                .takes_any(Name::Budgets, reprieve.violates.clone(), Value::Pods)
                .gives(
                    Name::Status,
                    Value::Verdict(reprieve.failure.clone().map(|(row, failure)| (Some(row), failure))),
                ),
        },
        (Role::Budgets, _) => {
            let (violating, others): (Vec<_>, Vec<_>) =
                run.reprieves.iter().partition(|reprieve| !reprieve.violates.is_empty());
            let pods = |of: &[&record::Reprieve]| {
                Value::Pods(of.iter().filter_map(|reprieve| removed(&reprieve.pod)).collect())
            };
            call.gives(Name::Violating, pods(&violating)).gives(Name::Others, pods(&others))
        }
        _ => call,
    }
}
