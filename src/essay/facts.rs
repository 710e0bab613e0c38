//! Facts of a run that the text of the essay refers to.

use api::{Millis, NamespacedName, Table};
use i18n::{Lang, short_pod_name};
use lessons::LessonRun;
use runlog::{Attempt, DryRun, EventKind, NodeIx};

/// Facts by name.
pub(crate) type Facts = Table<String, String>;

/// The names of all facts that a run has.
const FACTS: [&str; 13] = [
    "node",
    "victims",
    "count",
    "stays",
    "violations",
    "candidates",
    "rule",
    "decider",
    "created",
    "bound",
    "first",
    "passing",
    "helpful",
];

/// The facts about a pod, by name.
///
/// `node`: the node that it is bound to, or first nominated to. `victims`, `count`: the pods that its first preemption evicts; `stays`: those of
/// lower priority that may stay on the node; `violations`: the number of evictions that violate a budget. `rule`: the number of the rule that
/// decides between the candidates, `candidates`: their number, `decider`: what the choice between them is based on. `created`, `bound`: the times
/// of these events, `first`: which of the created pods is bound first. `passing`: the nodes that are feasible in its first attempt, `helpful`:
/// those on which preemption might help, if it is tried.
pub(crate) fn facts_of_run(lang: Lang, run: &LessonRun, pod: &str) -> Facts {
    let missing = |name: &str| {
        let text = match name {
            "node" => lang.pick_of("no node", "没有节点"),
            "victims" | "stays" | "first" => lang.pick_of("no pod", "没有 Pod"),
            "passing" | "helpful" => lang.pick_of("none", "无"),
            "decider" => lang.pick_of("no rule", "没有规则"),
            "created" | "bound" => lang.pick_of("never", "从未"),
            _ => "0",
        };
        (name.to_owned(), text.to_owned())
    };
    let mut facts: Facts = FACTS.into_iter().map(missing).collect();
    let mut set = |name: &str, value: String| {
        facts.insert(name.to_owned(), value);
    };
    let creation = run.trace.events().iter().find_map(|event| match &event.what {
        EventKind::PodCreated { pod: created, .. } if *created.key() == *pod => Some(event.at),
        _ => None,
    });
    if let Some(time) = creation {
        set("created", whole_seconds(time));
    }
    let attempts = run.attempts.iter().filter(|attempt| *attempt.pod == *pod);
    if let Some(attempt) = attempts.clone().next() {
        let passing = attempt.filter.iter().filter(|record| record.filter_verdict().is_ok()).map(|record| record.node);
        let passing: Vec<String> = passing.map(|node| node_name(attempt, node)).collect();
        match &attempt.preemption {
            Some(preemption) if !preemption.potential.is_empty() => {
                let nodes: Vec<String> = preemption.potential.iter().map(|node| node_name(attempt, *node)).collect();
                set("helpful", list_names(lang, nodes.iter().map(String::as_str).collect()));
            }
            None => set("helpful", lang.pick_of("nobody asks", "不必问").to_owned()),
            Some(_) => {}
        }
        if !passing.is_empty() {
            set("passing", list_names(lang, passing.iter().map(String::as_str).collect()));
        }
    }
    let preemption = attempts
        .filter_map(|attempt| attempt.preemption.as_ref().map(|preemption| (&**attempt, preemption)))
        .find(|(_, preemption)| preemption.chosen.is_some());
    let bindings = run.trace.events().iter().filter_map(|event| match &event.what {
        EventKind::Bound { pod, node } => Some((pod, node, event.at)),
        _ => None,
    });
    let binding = bindings.clone().find(|(bound_pod, ..)| ***bound_pod == *pod);
    if let Some((_, node, time)) = binding {
        set("node", node.to_string());
        set("bound", whole_seconds(time));
    }
    if let Some((first, ..)) = bindings.clone().next() {
        set("first", short_pod_name(first).to_owned());
    }
    if let Some((attempt, preemption)) = preemption
        && let Some(chosen) = preemption.chosen
        && let Some(dry_run) = preemption.dry_runs.iter().find(|dry_run| dry_run.node == chosen)
    {
        set("node", node_name(attempt, chosen));
        set("victims", list_pods(lang, dry_run.victims.iter().map(|at| &dry_run.removed[*at].pod)));
        set("count", dry_run.victims.len().to_string());
        set("stays", list_pods(lang, spared_pods(dry_run)));
        set("violations", dry_run.violations.to_string());
        let candidates = preemption.dry_runs.iter().filter(|dry_run| !dry_run.victims.is_empty()).count();
        set("candidates", candidates.to_string());
        let rule = preemption.ladder.len();
        if preemption.ties.len() > 1 {
            set("decider", lang.pick_of("a random number", "随机数").to_owned());
        } else if rule > 0 {
            set("rule", rule.to_string());
            set("decider", lang.pick_of(format!("rule {rule}"), format!("第 {rule} 条规则")));
        }
    }
    facts
}

fn node_name(attempt: &Attempt, node: NodeIx) -> String {
    attempt.nodes.get(node).map_or_else(String::new, ToString::to_string)
}

/// The pods that were reprieved.
fn spared_pods(dry_run: &DryRun) -> impl Iterator<Item = &NamespacedName> {
    let spared = dry_run.reprieves.iter().filter(|reprieve| reprieve.failure.is_none());
    spared.map(|reprieve| &dry_run.removed[reprieve.pod].pod)
}

/// A list for a sentence: `a, b and c`.
fn list_pods<'a>(lang: Lang, pods: impl Iterator<Item = &'a NamespacedName>) -> String {
    let names: Vec<&str> = pods.map(|pod| short_pod_name(pod)).collect();
    match names.is_empty() {
        true => lang.pick_of("no pod", "没有 Pod").to_owned(),
        false => list_names(lang, names),
    }
}

pub(crate) fn list_names(lang: Lang, mut names: Vec<&str>) -> String {
    let and = lang.pick_of(" and ", " 和 ");
    match names.pop() {
        Some(last) if !names.is_empty() => format!("{}{and}{last}", lang.list(&names)),
        last => last.unwrap_or_default().to_owned(),
    }
}

/// A time of the run for a sentence, in whole seconds: the milliseconds that the scheduler takes are dropped.
pub(crate) fn whole_seconds(time: Millis) -> String {
    format!("{} s", time.to_millis() / 1000)
}
