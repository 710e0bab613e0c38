//! The questions that a person asks about a pod, answered from the run and by trying.

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::answers::{Answer, Change, Effect, Moment};
use crate::api::{Pod, Str};
use crate::cluster::Objects;
use crate::releases::config::Configuration;
use crate::simulation::{What, WorkloadKind};
use crate::trace::Trace;

use super::load;
use super::state::{Lang, Store};
use super::text::{amount, pick, short};

/// What was asked at which moment, and the answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// The pod.
    pub pod: Str,
    /// How many events had happened.
    pub events: usize,
    /// What would help.
    pub answers: Rc<Vec<Answer>>,
}

/// What would make a pod fit, at the moment shown.
pub fn ask(store: &Store, key: &Str) -> Option<Asked> {
    let events = store.moment()?.events;
    let frame = store.trace.trace.frame(events);
    let pod = Rc::clone(&frame.pods.get(key)?.pod);
    let (_, mut scenario) = load::scenario(&store.ran, Some(store.shown_release()), store.extra_nodes).ok()?;
    let configuration = scenario.configuration.take();
    let profiles = configuration.unwrap_or_else(|| Configuration::default_of(scenario.release)).profiles;
    let name = &pod.spec.scheduler_name;
    let profile = profiles.iter().find(|profile| profile.scheduler == *name).or(profiles.first())?;
    let mut objects = Objects {
        services: scenario.services.into_iter().map(Rc::new).collect(),
        namespaces: scenario.namespaces.into_iter().map(|it| (it.metadata.name, it.metadata.labels)).collect(),
        ..Objects::default()
    };
    for (kind, workload) in scenario.selectors.into_iter().chain(scenario.workloads) {
        match kind {
            WorkloadKind::ReplicaSet => objects.replica_sets.push(Rc::new(workload)),
            WorkloadKind::StatefulSet => objects.stateful_sets.push(Rc::new(workload)),
            WorkloadKind::ReplicationController => objects.replication_controllers.push(Rc::new(workload)),
            _ => {}
        }
    }
    let answers = Rc::new(Moment::new(&frame, profile, objects).what_would_help(&pod));
    Some(Asked { pod: key.clone(), events, answers })
}

/// An answer in words.
pub fn tell(lang: Lang, answer: &Answer) -> String {
    let (en, zh) = match &answer.effect {
        Effect::Fits(node) => (format!("it goes to {node}"), format!("它会落在 {node}")),
        Effect::Preempts { node, victims } => {
            let names: Vec<&str> = victims.iter().map(|victim| short(victim)).collect();
            (
                format!("it preempts {} on {node}", names.join(", ")),
                format!("它会在 {node} 上抢占 {}", names.join("、")),
            )
        }
    };
    let (change_en, change_zh) = match &answer.change {
        None => ("Nothing has to change".to_owned(), "无需改变".to_owned()),
        Some(Change::MoreRoom { node, resource, by }) => {
            let (node, by) = (&node.metadata.name, amount(resource, *by));
            (format!("With {by} more {resource} on {node}"), format!("若 {node} 多 {by} {resource}"))
        }
        Some(Change::SmallerRequest { resource, by, .. }) => {
            let by = amount(resource, *by);
            (format!("If it asked for {by} less {resource}"), format!("若它少请求 {by} {resource}"))
        }
        Some(Change::NoTaint { node, key }) => {
            (format!("Without the taint {key} on {node}"), format!("若 {node} 没有污点 {key}"))
        }
        Some(Change::Uncordon(node)) => (format!("If {node} were uncordoned"), format!("若 {node} 解除封锁")),
        Some(Change::OneFewer { pod, node }) => {
            (format!("Without {} on {node}", short(pod)), format!("若 {node} 上没有 {}", short(pod)))
        }
        Some(Change::HigherPriority(pod)) => {
            (format!("With priority {}", pod.priority()), format!("若优先级为 {}", pod.priority()))
        }
        Some(Change::AnotherNode(node)) => {
            let like = node.metadata.name.trim_end_matches("-copy");
            (format!("With one more node like {like}"), format!("若再有一个像 {like} 的节点"))
        }
    };
    pick(lang, format!("{change_en}, {en}."), format!("{change_zh}，{zh}。"))
}

/// The script's entries that make the change, and the same in a few words; none where nothing has to change.
pub fn script(key: &str, answer: &Answer) -> Option<(Vec<String>, String)> {
    let name = |name: &str| serde_json::to_string(name).ok();
    let pod_of = |key: &str| {
        let (namespace, name) = key.split_once('/').unwrap_or(("default", key));
        format!("{{namespace: {namespace:?}, name: {name:?}}}")
    };
    let anew = |pod: &Pod| -> Option<Vec<String>> {
        let mut pod = Pod { metadata: pod.metadata.clone(), spec: pod.spec.clone(), ..Pod::default() };
        pod.metadata.owner_references.clear();
        pod.metadata.uid = Str::default();
        pod.metadata.creation_timestamp = None;
        Some(vec![format!("delete: {}", pod_of(key)), format!("create: {}", object("Pod", &pod)?)])
    };
    Some(match answer.change.as_ref()? {
        Change::MoreRoom { node, resource, by } => {
            let label = format!("{}: +{} {resource}", node.metadata.name, amount(resource, *by));
            (vec![format!("updateNode: {}", object("Node", &**node)?)], label)
        }
        Change::SmallerRequest { pod, resource, by } => {
            (anew(pod)?, format!("{}: −{} {resource}", short(key), amount(resource, *by)))
        }
        Change::NoTaint { node, key } => (
            vec![format!("untaint: {{node: {}, key: {}}}", name(node)?, name(key)?)],
            format!("taint node {node} {key}-"),
        ),
        Change::Uncordon(node) => (vec![format!("uncordon: {}", name(node)?)], format!("uncordon {node}")),
        Change::OneFewer { pod, .. } => {
            (vec![format!("delete: {}", pod_of(pod))], format!("delete pod {}", short(pod)))
        }
        Change::HigherPriority(pod) => (anew(pod)?, format!("{}: {}", short(key), pod.priority())),
        Change::AnotherNode(node) => {
            (vec![format!("create: {}", object("Node", &**node)?)], format!("add node {}", node.metadata.name))
        }
    })
}

/// An object as JSON, which is YAML too.
pub fn object(kind: &str, object: &impl serde::Serialize) -> Option<String> {
    let mut value = serde_json::to_value(object).ok()?;
    value.as_object_mut()?.insert("kind".into(), kind.into());
    serde_json::to_string(&value).ok()
}

/// The moments of a pod's life: how many events had happened after each, and when.
pub fn life(trace: &Trace, key: &Str) -> Vec<usize> {
    let concerns = |what: &What| match what {
        What::PodCreated { pod, .. } | What::PodUpdated(pod) => pod.key() == **key,
        What::Queued { pod, .. }
        | What::Nominated { pod, .. }
        | What::NominationCleared { pod, .. }
        | What::Assumed { pod, .. }
        | What::Bound { pod, .. }
        | What::BindFailed { pod, .. }
        | What::Running { pod, .. }
        | What::Terminating { pod, .. }
        | What::Creating(pod)
        | What::Succeeded(pod)
        | What::PodRemoved(pod) => pod == key,
        What::Attempted(attempt) => attempt.pod == *key,
        _ => false,
    };
    trace.events().iter().enumerate().filter(|(_, event)| concerns(&event.what)).map(|(at, _)| at + 1).collect()
}

/// The moments of a node's life, with the pods that come to it and go: how many events had happened after each.
pub fn node_life(trace: &Trace, name: &str) -> Vec<usize> {
    let mut there: BTreeSet<Str> = BTreeSet::new();
    let mut concerns = |what: &What| match what {
        What::NodeAdded(node) | What::NodeUpdated(node) => node.metadata.name == *name,
        What::PodCreated { pod, .. } => pod.spec.node_name == *name && there.insert(pod.key().into()),
        What::Bound { pod, node } => {
            let here = *node == *name;
            if here {
                there.insert(pod.clone());
            }
            here
        }
        What::NodeRemoved(node) | What::Nominated { node, .. } | What::BindFailed { node, .. } => *node == *name,
        What::Terminating { pod, .. } | What::Succeeded(pod) => there.contains(pod),
        What::PodRemoved(pod) => there.remove(pod),
        _ => false,
    };
    trace.events().iter().enumerate().filter(|(_, event)| concerns(&event.what)).map(|(at, _)| at + 1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::state::{Action, reduce};
    use crate::simulation::Simulation;

    #[test]
    fn every_answer_can_be_forked_and_helps() {
        let text = "kind: Node\nmetadata: {name: a}\nstatus: {allocatable: {cpu: 2, memory: 4Gi}}\n---\nkind: Pod\nmetadata: \
                    {name: there}\nspec: {priority: 5, nodeName: a, terminationGracePeriodSeconds: 1, containers: [{name: c, \
                    resources: {requests: {cpu: 1500m}}}]}\n---\nkind: Pod\nmetadata: {name: wants}\nspec: {containers: [{name: \
                    c, resources: {requests: {cpu: 1}}}]}\n";
        let run = |store: Store, effects: &[crate::app::state::Effect]| {
            let crate::app::state::Effect::Run { run, text, release, nodes } = &effects[0] else {
                panic!("{effects:?}")
            };
            let (loaded, scenario) =
                load::scenario(text, *release, *nodes).unwrap_or_else(|it| panic!("{it:?}\n{text}"));
            let store = reduce(&store, Action::Loaded(*run, loaded)).0;
            reduce(&store, Action::Events(*run, Simulation::new(scenario).run().1, true)).0
        };
        let (store, effects) = reduce(&Store::default(), Action::Open(text.into()));
        let store = run(store, &effects);
        let store = reduce(&store, Action::End).0;
        let key: Str = "default/wants".into();
        let asked = ask(&store, &key).expect("answers");
        assert_eq!(asked.answers.len(), 5, "{:?}", asked.answers);
        for answer in &*asked.answers {
            let (entries, label) = script(&key, answer).expect("a script");
            let (forked, effects) = reduce(&store, Action::Fork { label, entries });
            let forked = run(forked, &effects);
            let end = forked.trace.trace.frame(usize::MAX);
            assert!(end.pods[&key].node.is_some(), "{}", tell(Lang::En, answer));
        }
        let told = life(&store.trace.trace, &key);
        assert!(told.len() >= 3, "{told:?}");
        let names = |count: &usize| match &store.trace.trace.events()[count - 1].what {
            What::NodeAdded(node) => node.metadata.name.to_string(),
            What::PodCreated { pod, .. } => pod.key(),
            what => format!("{what:?}"),
        };
        let lived: Vec<_> = node_life(&store.trace.trace, "a").iter().map(names).collect();
        assert_eq!(lived, ["a", "default/there"]);
    }
}
