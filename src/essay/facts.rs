//! Facts of a run that the text of the essay refers to.

use api::{Millis, NamespacedName, Table};
use i18n::{Lang, short_pod_name};
use lessons::LessonRun;
use runlog::{Attempt, DryRun, EventKind, NodeIx};

/// Facts by their names.
pub(crate) type Facts = Table<String, String>;

/// The names of all facts that a run has.
const FACTS: [&str; 10] =
    ["node", "victims", "count", "stays", "violations", "candidates", "rule", "created", "bound", "first"];

/// The facts about a pod.
///
/// `node`: where it is bound, or nominated first. `victims`, `count`: the pods that it evicts first; `stays`: those of lower priority that
/// may stay on its node; `violations`: how many evictions violate a budget. `rule`: the number of the rule that decides among the nodes,
/// `candidates`: how many nodes could make room. `created`, `bound`: when it is, `first`: which of the pods that came is bound first.
pub(crate) fn facts_of_run(lang: Lang, run: &LessonRun, pod: &str) -> Facts {
    let missing = |name: &str| {
        let text = match (name, lang) {
            ("node", Lang::Zh) => "没有节点",
            ("node", _) => "no node",
            ("victims" | "stays" | "first", Lang::Zh) => "没有 Pod",
            ("victims" | "stays" | "first", _) => "no pod",
            ("created" | "bound", Lang::Zh) => "从未",
            ("created" | "bound", _) => "never",
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
        if !preemption.ladder.is_empty() {
            set("rule", preemption.ladder.len().to_string());
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
    let mut names: Vec<&str> = pods.map(|pod| short_pod_name(pod)).collect();
    let (last, none, and) = (
        names.pop(),
        if lang == Lang::Zh { "没有 Pod" } else { "no pod" },
        if lang == Lang::Zh { "和" } else { " and " },
    );
    match last {
        None => none.to_owned(),
        Some(last) if names.is_empty() => last.to_owned(),
        Some(last) => format!("{}{and}{last}", lang.list(&names)),
    }
}

/// A time of the run for a sentence. The milliseconds that the scheduler itself takes are dropped.
fn whole_seconds(time: Millis) -> String {
    format!("{} s", time.to_millis() / 1000)
}
