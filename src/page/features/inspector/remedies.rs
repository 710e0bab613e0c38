//! Suggested changes for a pod as forks, and the history of a pod or a node.

use api::{Kind, NamespacedName, Pod, Set};
use i18n::{format_amount, short_pod_name};
use manifest::{ObjectJson, ScriptCommand};
use page_state::{
    actions::{builder::ObjectMsg, comparison::Fork},
    builder::form::MIN_COUNT_PATH,
};
use protocol::{Change, HelpfulChange, PodConstraint, recreated_pod};
use runlog::EventKind;
use trace::{Trace, volumes};

/// The fork that makes the change; `None` if there is no change. The worker has tried its outcome (`queries::outcome`).
pub fn remedy_fork(key: &NamespacedName, answer: &HelpfulChange) -> Option<Fork> {
    let recreate = |pod: &Pod| -> Option<Vec<ScriptCommand>> {
        let create = ScriptCommand::Create(ObjectJson::new(Kind::Pod, &recreated_pod(pod))?);
        Some(vec![ScriptCommand::DeletePod(key.clone()), create])
    };
    let (commands, label) = match answer.change.as_ref()? {
        Change::MoreRoom { node, resource, by } => {
            let label = format!("{}: +{} {resource}", node.metadata.name, format_amount(resource, *by));
            (vec![ScriptCommand::UpdateNode(ObjectJson::new(Kind::Node, &**node)?)], label)
        }
        Change::SmallerRequest { pod, resource, by } => {
            (recreate(pod)?, format!("{}: −{} {resource}", short_pod_name(key), format_amount(resource, *by)))
        }
        Change::NodeLabels { node, edits } => {
            let edits: Vec<String> = edits.iter().map(ToString::to_string).collect();
            let label = format!("label node {} {}", node.metadata.name, edits.join(" "));
            (vec![ScriptCommand::UpdateNode(ObjectJson::new(Kind::Node, &**node)?)], label)
        }
        Change::WithoutConstraint { pod, constraint } => {
            (recreate(pod)?, format!("{}: −{}", short_pod_name(key), constraint_path(constraint)))
        }
        Change::NoTaint { node, key } => {
            (vec![ScriptCommand::Untaint { node: node.clone(), key: key.clone() }], format!("taint node {node} {key}-"))
        }
        Change::Uncordon(node) => (vec![ScriptCommand::Uncordon(node.clone())], format!("uncordon {node}")),
        Change::OneFewer { pod, .. } => {
            (vec![ScriptCommand::DeletePod(pod.clone())], format!("delete pod {}", short_pod_name(pod)))
        }
        Change::MoreDevices { slice, like, count } => (
            vec![ScriptCommand::Apply(ObjectJson::from_device(slice)?)],
            format!("{}: +{count} × {like}", slice.metadata.name),
        ),
        Change::NoDeviceTaint { slice, device, key } => (
            vec![ScriptCommand::Apply(ObjectJson::from_device(slice)?)],
            format!("{}: {device} {key}-", slice.metadata.name),
        ),
        Change::HigherPriority(pod) => (recreate(pod)?, format!("{}: {}", short_pod_name(key), pod.priority())),
        Change::AnotherNode(node) => (
            vec![ScriptCommand::Create(ObjectJson::new(Kind::Node, &**node)?)],
            format!("add node {}", node.metadata.name),
        ),
        // These apply from the start of the run, so they are edits of the manifest (`remedy_edit`).
        Change::LowerMinimum { .. } | Change::HigherClass { .. } | Change::GatesOff => return None,
    };
    Some(Fork { label, commands })
}

/// The field of a constraint.
fn constraint_path(constraint: &PodConstraint) -> String {
    match constraint {
        PodConstraint::NodeSelector(key) => format!("nodeSelector {key}"),
        PodConstraint::NodeAffinity => "nodeAffinity".to_owned(),
        PodConstraint::PodAffinity(key) => format!("podAffinity {key}"),
        PodConstraint::PodAntiAffinity(key) => format!("podAntiAffinity {key}"),
        PodConstraint::TopologySpread(key) => format!("topologySpreadConstraints {key}"),
        PodConstraint::Label(key) => format!("labels {key}"),
    }
}

/// The edit of the manifest for a change that applies from the start; `None` for a change that can be made at the current moment.
pub fn remedy_edit(answer: &HelpfulChange) -> Option<ObjectMsg> {
    Some(match answer.change.as_ref()? {
        Change::LowerMinimum { group, min_count } => {
            ObjectMsg::SetGroupFields { group: group.clone(), fields: vec![(MIN_COUNT_PATH, min_count.to_string())] }
        }
        Change::HigherClass { group, class, .. } => ObjectMsg::SetGroupFields {
            group: group.clone(),
            fields: vec![("spec.priority", String::new()), ("spec.priorityClassName", class.to_string())],
        },
        Change::GatesOff => ObjectMsg::TurnOffGates,
        _ => return None,
    })
}

/// The positions of the events about a pod, as numbers of events.
pub fn pod_history(trace: &Trace, key: &NamespacedName) -> Vec<usize> {
    // Includes events about the pod's volume claims.
    let claims: Set<NamespacedName> = trace
        .events()
        .iter()
        .filter_map(|event| match &event.what {
            EventKind::PodCreated { pod, .. } if pod.key() == *key => Some(pod),
            _ => None,
        })
        .flat_map(|pod| volumes::claim_names(pod).map(|name| NamespacedName::new(&pod.metadata.namespace, &name)))
        .collect();
    let concerns = |event_kind: &EventKind| match event_kind {
        EventKind::Provisioning { claim, .. }
        | EventKind::Provisioned { claim, .. }
        | EventKind::ProvisioningFailed { claim }
        | EventKind::ClaimBound { claim, .. } => claims.contains(claim),
        EventKind::PodCreated { pod, .. } | EventKind::PodUpdated(pod) => pod.key() == *key,
        EventKind::Queued { pod, .. }
        | EventKind::VolumesReserved { pod, .. }
        | EventKind::Nominated { pod, .. }
        | EventKind::Expected { pod, .. }
        | EventKind::NominationCleared { pod, .. }
        | EventKind::Assumed { pod, .. }
        | EventKind::Bound { pod, .. }
        | EventKind::Waits { pod, .. }
        | EventKind::Allowed { pod, .. }
        | EventKind::PreBinding { pod, .. }
        | EventKind::Unreserved { pod, .. }
        | EventKind::Running { pod, .. }
        | EventKind::Terminating { pod, .. }
        | EventKind::Creating(pod)
        | EventKind::Succeeded(pod)
        | EventKind::Failed { pod, .. }
        | EventKind::PodRemoved(pod) => pod == key,
        EventKind::Attempted(attempt) => attempt.pod == *key,
        _ => false,
    };
    trace.events().iter().enumerate().filter(|(_, event)| concerns(&event.what)).map(|(at, _)| at + 1).collect()
}

/// The positions of the events about a node, including pods that are placed on it and removed.
pub fn node_history(trace: &Trace, name: &str) -> Vec<usize> {
    let mut pods: Set<NamespacedName> = Set::new();
    let mut concerns = |event_kind: &EventKind| match event_kind {
        EventKind::NodeAdded(node) | EventKind::NodeUpdated(node) => node.metadata.name == *name,
        EventKind::PodCreated { pod, .. } => pod.spec.node_name == *name && pods.insert(pod.key()),
        EventKind::Bound { pod, node } => {
            let is_current_node = *node == *name;
            if is_current_node {
                pods.insert(pod.clone());
            }
            is_current_node
        }
        EventKind::NodeRemoved(node) | EventKind::Nominated { node, .. } | EventKind::Unreserved { node, .. } => {
            *node == *name
        }
        EventKind::Terminating { pod, .. } | EventKind::Succeeded(pod) | EventKind::Failed { pod, .. } => {
            pods.contains(pod)
        }
        EventKind::PodRemoved(pod) => pods.remove(pod),
        _ => false,
    };
    trace.events().iter().enumerate().filter(|(_, event)| concerns(&event.what)).map(|(at, _)| at + 1).collect()
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use i18n::Lang;
    use page_state::{
        actions::{Action, comparison::BranchMsg, inspector::InspectorMsg, player::PlayerMsg},
        store::Store,
        testing::InlineWorker,
        update::reduce,
    };
    use protocol::{Answer, Question, RunOutcome};

    use super::*;

    /// Runs a manifest to its end, and asks what would make a pod fit.
    fn ask_for_help(text: &str, pod: &NamespacedName) -> (Store, InlineWorker, Option<Rc<Answer>>) {
        let mut worker = InlineWorker::default();
        let store = worker.open_text(text);
        let (store, _) = reduce(&store, Action::Player(PlayerMsg::End));
        let question = Question::Help(pod.clone());
        let store = worker.apply_action(&store, Action::Inspector(InspectorMsg::SetQuestion(Some(question))));
        let answer = store.inspector.query.as_ref().and_then(|query| store.answer_cache.get(query)).cloned();
        (store, worker, answer)
    }

    #[test]
    fn every_answer_can_be_forked_and_helps() {
        let text = "kind: Node\nmetadata: {name: a}\nstatus: {allocatable: {cpu: 2, memory: 4Gi}}\n---\nkind: Pod\nmetadata: \
                    {name: there}\nspec: {priority: 5, nodeName: a, terminationGracePeriodSeconds: 1, containers: [{name: c, \
                    resources: {requests: {cpu: 1500m}}}]}\n---\nkind: Pod\nmetadata: {name: wants}\nspec: {containers: [{name: \
                    c, resources: {requests: {cpu: 1}}}]}\n";
        let key: NamespacedName = "default/wants".into();
        let (store, mut worker, answer) = ask_for_help(text, &key);
        let Some(Answer::Help(help)) = answer.as_deref() else { panic!("{answer:?}") };
        let answers = &help.changes;
        assert_eq!(answers.len(), 5, "{answers:?}");
        for answer in answers {
            let fork = remedy_fork(&key, answer).expect("a fork");
            let forked = worker.apply_action(&store, Action::Branches(BranchMsg::Fork(fork)));
            let end = forked.run.view.trace.frame_at(usize::MAX);
            let text = i18n::fact_text::words(Lang::En).helpful_change(answer);
            let RunOutcome::Bound { node, .. } = &answer.outcome else { panic!("{text}") };
            assert_eq!(end.pods[&key].node.as_ref(), Some(node), "{text}");
        }
        let event_counts = pod_history(&store.run.view.trace, &key);
        assert!(event_counts.len() >= 3, "{event_counts:?}");
        let names = |count: &usize| match &store.run.view.trace.events()[count - 1].what {
            EventKind::NodeAdded(node) => node.metadata.name.to_string(),
            EventKind::PodCreated { pod, .. } => pod.key().to_string(),
            event_kind => format!("{event_kind:?}"),
        };
        let history: Vec<_> = node_history(&store.run.view.trace, "a").iter().map(names).collect();
        assert_eq!(history, ["a", "default/there"]);
    }

    #[test]
    fn what_helps_a_gang_is_forked_or_edited_and_happens() {
        let pods: Vec<String> = (0..4)
            .map(|number| {
                format!(
                    "---\nkind: Pod\nmetadata: {{name: train-{number}}}\nspec: {{schedulingGroup: {{podGroupName: train}}, containers: \
                     [{{name: c, resources: {{requests: {{cpu: 1}}}}}}]}}\n"
                )
            })
            .collect();
        let pods = pods.concat();
        let text = format!(
            "kind: Scenario\nrelease: v1.36\nfeatureGates: {{GenericWorkload: true, GangScheduling: true}}\n---\nkind: Node\nmetadata: \
             {{name: a}}\nstatus: {{allocatable: {{cpu: 3, memory: 4Gi}}}}\n---\napiVersion: scheduling.k8s.io/v1alpha2\nkind: PodGroup\n\
             metadata: {{name: train}}\nspec: {{schedulingPolicy: {{gang: {{minCount: 4}}}}}}\n{pods}"
        );
        let key: NamespacedName = "default/train-0".into();
        let (store, mut worker, answer) = ask_for_help(&text, &key);
        let Some(Answer::Help(help)) = answer.as_deref() else { panic!("{answer:?}") };
        let answers = &help.changes;
        assert_eq!(answers.len(), 4, "{answers:?}");
        for answer in answers {
            let action = match (remedy_fork(&key, answer), remedy_edit(answer)) {
                (Some(fork), None) => Action::Branches(BranchMsg::Fork(fork)),
                (None, Some(edit)) => edit.into(),
                _ => panic!("{answer:?}"),
            };
            let changed_store = worker.apply_action(&store, action);
            let end = changed_store.run.view.trace.frame_at(usize::MAX);
            let text = i18n::fact_text::words(Lang::En).helpful_change(answer);
            let (RunOutcome::Bound { node, .. }, Some(group)) = (&answer.outcome, answer.group) else {
                panic!("{text}")
            };
            assert_eq!(end.pods[&key].node.as_ref(), Some(node), "{text}");
            let bound = end.pods.values().filter(|view| view.node.is_some()).count();
            assert_eq!(bound, group.bound, "{text}");
            assert!(text.contains(&format!("with {bound} of 4 pods")), "{text}");
        }
    }
}
