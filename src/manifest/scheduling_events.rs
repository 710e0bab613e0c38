//! Events in which a scheduler says why a pod fits on no node. They stand for the condition of a pod that lacks it.

use api::{ApiObject, Condition, ConditionStatus, ConditionType, Kind, NamespacedName, Str, Table, Time};

use super::{loaded_manifest::ManifestObject, tree::TreeNode};

/// The reason of these events.
pub const FAILED_SCHEDULING: &str = "FailedScheduling";

/// What a scheduler said about a pod.
pub(super) struct SchedulingEvent {
    pod: NamespacedName,
    /// Empty if the event does not state it.
    uid: Str,
    message: Str,
    /// When it said so last.
    said_at: Option<Time>,
}

impl SchedulingEvent {
    /// Reads an event of either version; `None` if it is about something else.
    pub(super) fn from_node(node: &TreeNode) -> Option<Self> {
        let text = |names: &[&str]| {
            let mut at = Some(node);
            for name in names {
                at = at?.get(name);
            }
            at?.text().filter(|text| !text.is_empty())
        };
        if text(&["reason"]) != Some(FAILED_SCHEDULING) {
            return None;
        }
        // The fields in `v1`, and in `events.k8s.io/v1`.
        let about = ["involvedObject", "regarding"].into_iter().find(|name| node.get(name).is_some())?;
        if text(&[about, "kind"]) != Some(Kind::Pod.name()) {
            return None;
        }
        let times =
            [&["series", "lastObservedTime"][..], &["lastTimestamp"], &["deprecatedLastTimestamp"], &["eventTime"]];
        Some(Self {
            pod: NamespacedName::new(text(&[about, "namespace"]).unwrap_or("default"), text(&[about, "name"])?),
            uid: text(&[about, "uid"]).unwrap_or_default().into(),
            message: text(&["message"]).or_else(|| text(&["note"]))?.into(),
            said_at: times.into_iter().find_map(|names| Time::parse(text(names)?)),
        })
    }
}

/// Adds the condition `PodScheduled` to each pod that lacks it, from the latest event about it.
pub(super) fn add_scheduled_conditions(objects: &mut [ManifestObject], events: Vec<SchedulingEvent>) {
    let mut latest: Table<NamespacedName, SchedulingEvent> = Table::new();
    for event in events {
        if latest.get(&event.pod).is_none_or(|other| other.said_at <= event.said_at) {
            latest.insert(event.pod.clone(), event);
        }
    }
    if latest.is_empty() {
        return;
    }
    for object in objects {
        let ApiObject::Pod(pod) = &mut object.kind else { continue };
        let has_condition =
            pod.status.conditions.iter().any(|condition| condition.r#type == ConditionType::PodScheduled);
        if has_condition || !pod.spec.node_name.is_empty() {
            continue;
        }
        // An earlier pod may have had the same name.
        let uid = &pod.metadata.uid;
        let Some(event) = latest.get(&pod.key()).filter(|event| event.uid.is_empty() || event.uid == *uid) else {
            continue;
        };
        pod.status.conditions.push(Condition {
            r#type: ConditionType::PodScheduled,
            status: ConditionStatus::False,
            reason: "Unschedulable".into(),
            message: event.message.clone(),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load;

    #[test]
    fn the_latest_event_about_a_pod_stands_for_its_condition() {
        let pod = |name: &str, uid: &str, status: &str| {
            format!(
                "kind: Pod\nmetadata: {{name: {name}, uid: {uid}}}\nspec: {{containers: [{{name: c}}]}}\nstatus: {{{status}}}\n---\n"
            )
        };
        let event = |fields: &str| format!("kind: Event\nmetadata: {{name: e, uid: e}}\n{fields}\n---\n");
        let old = |name: &str, uid: &str, message: &str, at: &str| {
            event(&format!(
                "apiVersion: v1\nreason: FailedScheduling\nmessage: {message}\nlastTimestamp: '{at}'\ninvolvedObject: {{kind: Pod, \
                 namespace: default, name: {name}, uid: {uid}}}"
            ))
        };
        let condition = "conditions: [{type: PodScheduled, status: 'False', reason: Unschedulable, message: own}]";
        let text = [
            pod("a", "ua", ""),
            pod("b", "ub", condition),
            pod("c", "uc", ""),
            pod("d", "ud", ""),
            pod("e", "ue", ""),
            old("a", "ua", "late", "2026-06-01T08:05:00Z"),
            old("a", "ua", "early", "2026-06-01T08:00:00Z"),
            old("b", "ub", "other", "2026-06-01T08:05:00Z"),
            old("c", "of-an-earlier-pod", "gone", "2026-06-01T08:05:00Z"),
            event(
                "apiVersion: events.k8s.io/v1\nreason: FailedScheduling\nnote: new\neventTime: '2026-06-01T08:00:00.123456Z'\nregarding: {kind: \
                 Pod, namespace: default, name: d, uid: ud}",
            ),
            event(
                "apiVersion: v1\nreason: Preempted\nmessage: other\ninvolvedObject: {kind: Pod, namespace: default, name: e, uid: ue}",
            ),
        ];
        let manifest = load(&text.concat()).expect("a text");
        let messages: Vec<_> = manifest
            .objects
            .iter()
            .filter_map(|object| match &object.kind {
                ApiObject::Pod(pod) => {
                    Some(pod.status.unscheduled_condition().map(|condition| condition.message.to_string()))
                }
                _ => None,
            })
            .collect();
        assert_eq!(
            messages,
            [Some("late"), Some("own"), None, Some("new"), None].map(|message| message.map(str::to_owned))
        );
    }
}
