//! What would help a pod, in words and as a script; and the moments of a pod's or a node's life.

use crate::compare::branches::object;
use api::devices::DeviceObject;
use api::{Pod, Set, Str};
use record::What;
use trace::{Trace, volumes};
use wire::{Answer, Change, recreated_pod};
use words::{amount, short};

/// The script's entries that make the change, and the same in a few words; none where nothing has to change. The worker has tried what
/// comes of it (`answers::promise`).
pub fn script(key: &str, answer: &Answer) -> Option<(Vec<String>, String)> {
    let name = |name: &str| serde_json::to_string(name).ok();
    let pod_of = |key: &str| {
        let (namespace, name) = key.split_once('/').unwrap_or(("default", key));
        format!("{{namespace: {namespace:?}, name: {name:?}}}")
    };
    let anew = |pod: &Pod| -> Option<Vec<String>> {
        Some(vec![format!("delete: {}", pod_of(key)), format!("create: {}", object("Pod", &recreated_pod(pod))?)])
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
        Change::MoreDevices { slice, like, count } => {
            (vec![applied(slice)?], format!("{}: +{count} × {like}", slice.metadata.name))
        }
        Change::NoDeviceTaint { slice, device, key } => {
            (vec![applied(slice)?], format!("{}: {device} {key}-", slice.metadata.name))
        }
        Change::HigherPriority(pod) => (anew(pod)?, format!("{}: {}", short(key), pod.priority())),
        Change::AnotherNode(node) => {
            (vec![format!("create: {}", object("Node", &**node)?)], format!("add node {}", node.metadata.name))
        }
    })
}

/// The entry of a script that applies a slice. JSON is YAML.
fn applied(slice: &DeviceObject) -> Option<String> {
    let mut fields: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&slice.json).ok()?;
    fields.insert("apiVersion".to_owned(), "resource.k8s.io/v1".into());
    fields.insert("kind".to_owned(), slice.kind.name().into());
    let name = slice.metadata.name.as_str();
    fields.insert("metadata".to_owned(), serde_json::json!({ "name": name }));
    Some(format!("apply: {}", serde_json::to_string(&fields).ok()?))
}

/// The moments of a pod's life: how many events had happened after each, and when.
pub fn life(trace: &Trace, key: &Str) -> Vec<usize> {
    // The claims of the pod go its way.
    let claims: Set<String> = trace
        .events()
        .iter()
        .filter_map(|event| match &event.what {
            What::PodCreated { pod, .. } if pod.key() == **key => Some(pod),
            _ => None,
        })
        .flat_map(|pod| volumes::names(pod).map(|name| format!("{}/{name}", pod.metadata.namespace)))
        .collect();
    let concerns = |what: &What| match what {
        What::Provisioning { claim, .. }
        | What::Provisioned { claim, .. }
        | What::ProvisioningFailed { claim }
        | What::ClaimBound { claim, .. } => claims.contains(claim.as_str()),
        What::PodCreated { pod, .. } | What::PodUpdated(pod) => pod.key() == **key,
        What::Queued { pod, .. }
        | What::VolumesReserved { pod, .. }
        | What::Nominated { pod, .. }
        | What::Expected { pod, .. }
        | What::NominationCleared { pod, .. }
        | What::Assumed { pod, .. }
        | What::Bound { pod, .. }
        | What::Waits { pod, .. }
        | What::Allowed { pod, .. }
        | What::PreBinding { pod, .. }
        | What::Unreserved { pod, .. }
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
    let mut there: Set<Str> = Set::new();
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
        What::NodeRemoved(node) | What::Nominated { node, .. } | What::Unreserved { node, .. } => *node == *name,
        What::Terminating { pod, .. } | What::Succeeded(pod) => there.contains(pod),
        What::PodRemoved(pod) => there.remove(pod),
        _ => false,
    };
    trace.events().iter().enumerate().filter(|(_, event)| concerns(&event.what)).map(|(at, _)| at + 1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::acts::{Branching, Inspecting, Playing};
    use crate::lang::Lang;
    use crate::opening::Opening;
    use crate::store::{Action, Store};
    use crate::testing::Worker;
    use crate::update::reduce;
    use wire::{Outcome, Question, Told};

    #[test]
    fn every_answer_can_be_forked_and_helps() {
        let text = "kind: Node\nmetadata: {name: a}\nstatus: {allocatable: {cpu: 2, memory: 4Gi}}\n---\nkind: Pod\nmetadata: \
                    {name: there}\nspec: {priority: 5, nodeName: a, terminationGracePeriodSeconds: 1, containers: [{name: c, \
                    resources: {requests: {cpu: 1500m}}}]}\n---\nkind: Pod\nmetadata: {name: wants}\nspec: {containers: [{name: \
                    c, resources: {requests: {cpu: 1}}}]}\n";
        let (store, effects) = reduce(&Store::default(), Action::Open(Opening::Text(text.into())));
        let mut worker = Worker::default();
        let store = worker.serve(store, effects);
        let key: Str = "default/wants".into();
        let (store, _) = reduce(&store, Action::Player(Playing::End));
        let (store, effects) = reduce(&store, Action::Inspector(Inspecting::Ask(Some(Question::Help(key.clone())))));
        let store = worker.serve(store, effects);
        let told = store.inspector.asked.as_ref().and_then(|asked| store.answers.get(asked)).cloned();
        let Some(Told::Help(answers)) = told.as_deref() else { panic!("{told:?}") };
        assert_eq!(answers.len(), 5, "{answers:?}");
        for answer in answers {
            let (entries, label) = script(&key, answer).expect("a script");
            let (forked, effects) = reduce(&store, Action::Branches(Branching::Fork { label, entries }));
            let forked = worker.serve(forked, effects);
            let end = forked.run.trace.trace.frame(usize::MAX);
            let said = words::why::words(Lang::En).answer(answer);
            let Outcome::Bound { node, .. } = &answer.outcome else { panic!("{said}") };
            assert_eq!(end.pods[&key].node.as_ref(), Some(node), "{said}");
        }
        let told = life(&store.run.trace.trace, &key);
        assert!(told.len() >= 3, "{told:?}");
        let names = |count: &usize| match &store.run.trace.trace.events()[count - 1].what {
            What::NodeAdded(node) => node.metadata.name.to_string(),
            What::PodCreated { pod, .. } => pod.key(),
            what => format!("{what:?}"),
        };
        let lived: Vec<_> = node_life(&store.run.trace.trace, "a").iter().map(names).collect();
        assert_eq!(lived, ["a", "default/there"]);
    }
}
