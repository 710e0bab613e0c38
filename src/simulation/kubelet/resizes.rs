//! In-place resizes of pods: a kubelet grants them at once, later or never. Upstream: `allocation.Manager`.

use std::{cmp::Reverse, rc::Rc};

use api::{
    Condition, ConditionStatus, ConditionType, Kind, NamespacedName, Pod, ResourceList, ResourceRequirements, Str,
};
use scheduler::cluster::PodInfo;

use super::state::Kubelets;
use crate::{
    client::{Component, PodUpdate},
    ids::PodId,
};

/// A kubelet's decision about a pod's new requests.
enum ResizeDecision {
    Granted,
    /// The reason (`Deferred` or `Infeasible`) and the message of the condition `PodResizePending`.
    Pending(&'static str, Str),
}

impl Component<'_, Kubelets> {
    /// Called when a pod was edited: its requests may have changed.
    pub(crate) fn handle_pod_edited(&mut self, update: &PodUpdate) {
        let (before, after) = (&update.before.pod, &update.after.pod);
        let is_resized = before.spec.containers.iter().zip(&after.spec.containers).any(|(before, after)| {
            before.resources.requests != after.resources.requests || before.resources.limits != after.resources.limits
        });
        if !is_resized || after.spec.node_name.is_empty() || after.status.phase.is_over() {
            return;
        }
        let Some(id) = self.pod_id(&update.key) else { return };
        let count = self.state_mut().resizes.or_default(id.clone());
        *count = count.saturating_add(1);
        if self.is_kubelet_responsive(&update.key) {
            self.try_resize(&id, Some(before));
            self.retry_resizes(&after.spec.node_name);
        } else {
            self.edit_pod(&update.key, |pod| keep_given_resources(pod, before));
            self.await_resize(id);
        }
    }

    fn await_resize(&mut self, id: PodId) {
        let pending = &mut self.state_mut().pending_resizes;
        if !pending.contains(&id) {
            pending.push(id);
        }
    }

    /// Retries the pending resizes of a node that has more room or whose kubelet responds again, higher priorities first. Upstream:
    /// `retryPendingResizes`.
    pub(crate) fn retry_resizes(&mut self, node: &Str) {
        let mut waiting: Vec<(PodId, i32)> = Vec::new();
        for id in &self.state().pending_resizes {
            if let Some(record) = self.pod(&id.key).filter(|record| record.node() == Some(node)) {
                waiting.push((id.clone(), record.info.priority()));
            }
        }
        waiting.sort_by_key(|(_, priority)| Reverse(*priority));
        for (id, _) in waiting {
            if self.is_kubelet_responsive(&id.key) {
                self.try_resize(&id, None);
            }
        }
    }

    pub(crate) fn handle_pod_finished(&mut self, update: &PodUpdate) {
        if let Some(id) = self.pod_id(&update.key) {
            self.cancel_deadline(&id);
            self.forget_resize(&id, &update.after.pod.spec.node_name);
        }
    }

    /// Drops the pending resize of a removed or finished pod, and retries those of other pods on its node.
    pub(super) fn forget_resize(&mut self, id: &PodId, node: &Str) {
        let state = self.state_mut();
        state.resizes.remove(id);
        state.pending_resizes.retain(|other| other != id);
        self.retry_resizes(node);
    }

    /// Grants a resize, or records why it is pending. `before` is the pod before the resize was requested.
    pub(crate) fn decide_resize(&mut self, id: &PodId, before: Option<&Pod>) {
        match self.resize_decision(&id.key) {
            ResizeDecision::Granted => {
                self.state_mut().pending_resizes.retain(|other| other != id);
                self.edit_pod(&id.key, give_resources);
                self.report_granted_resize(id);
            }
            ResizeDecision::Pending(reason, message) => {
                if reason == "Infeasible" {
                    self.state_mut().pending_resizes.retain(|other| other != id);
                } else {
                    self.await_resize(id.clone());
                }
                self.report_pending_resize(id, before, reason, &message);
            }
        }
    }

    fn resize_decision(&self, key: &NamespacedName) -> ResizeDecision {
        let Some(record) = self.pod(key) else { return ResizeDecision::Granted };
        let Some(node) = record.node().and_then(|node| self.node(node)) else { return ResizeDecision::Granted };
        if given_pod(record.pod()).is_some_and(|pod| pod.spec == record.pod().spec) {
            return ResizeDecision::Granted;
        }
        let amount =
            |name: &str, amount: fn(&api::Quantity) -> i64| node.status.allocatable.get(name).map_or(0, amount);
        let (cpu, memory) = (amount("cpu", api::Quantity::milli_value), amount("memory", api::Quantity::value));
        let request = &record.info.request;
        let excess = if request.memory > memory {
            Some(format!("memory, requested: {}, capacity: {memory}", request.memory))
        } else if request.milli_cpu > cpu {
            Some(format!("cpu, requested: {}, capacity: {cpu}", request.milli_cpu))
        } else {
            None
        };
        if let Some(excess) = excess {
            return ResizeDecision::Pending("Infeasible", format!("Node didn't have enough capacity: {excess}").into());
        }
        match self.admission_failure(key) {
            Some(failure) => ResizeDecision::Pending("Deferred", failure.message),
            None => ResizeDecision::Granted,
        }
    }

    /// A pod as its kubelet counts it: with the resources that it has, not those that it requests.
    pub(super) fn admitted_pod(&self, info: &Rc<PodInfo>) -> Rc<PodInfo> {
        match given_pod(&info.pod) {
            Some(given) => Rc::new(PodInfo::new(Rc::new(given), &self.settings().accounting)),
            None => Rc::clone(info),
        }
    }

    fn report_pending_resize(&mut self, id: &PodId, before: Option<&Pod>, reason: &'static str, message: &Str) {
        let Some(record) = self.pod(&id.key) else { return };
        let is_pending = |condition: &Condition| condition.r#type == ConditionType::PodResizePending;
        let last = record.pod().status.conditions.iter().find(|condition| is_pending(condition));
        if last.is_some_and(|last| last.reason == *reason && last.message == *message) {
            return;
        }
        let condition = Condition {
            r#type: ConditionType::PodResizePending,
            status: ConditionStatus::True,
            reason: reason.into(),
            message: message.clone(),
        };
        self.edit_pod(&id.key, |pod| {
            if let Some(before) = before {
                keep_given_resources(pod, before);
            }
            pod.status.conditions.retain(|condition| !is_pending(condition));
            pod.status.conditions.push(condition);
        });
        if self.settings().flow.has_later_resizes {
            let text = self.describe_resize(id, reason, Some(message));
            self.record_message(Kind::Pod, &id.key, true, &format!("Resize{reason}"), text);
        }
    }

    fn report_granted_resize(&mut self, id: &PodId) {
        if self.settings().flow.has_later_resizes {
            let text = self.describe_resize(id, "started", None);
            self.record_message(Kind::Pod, &id.key, false, "ResizeStarted", text);
        }
        let text = self.describe_resize(id, "completed", None);
        self.record_message(Kind::Pod, &id.key, false, "ResizeCompleted", text);
    }

    /// The message of an event about a resize. Upstream: `events.podResizeMessage`.
    fn describe_resize(&self, id: &PodId, verb: &str, error: Option<&Str>) -> Str {
        let Some(record) = self.pod(&id.key) else { return Str::default() };
        let containers: Vec<String> = record
            .pod()
            .spec
            .containers
            .iter()
            .map(|container| {
                let lists = [("limits", &container.resources.limits), ("requests", &container.resources.requests)];
                let fields: Vec<String> = lists
                    .into_iter()
                    .filter(|(_, amounts)| amounts.iter().next().is_some())
                    .map(|(name, amounts)| format!("{name:?}:{}", format_amounts(amounts)))
                    .collect();
                format!("{{\"name\":{:?},\"resources\":{{{}}}}}", container.name, fields.join(","))
            })
            .collect();
        let mut fields = vec![format!("\"containers\":[{}]", containers.join(","))];
        if self.settings().flow.has_later_resizes {
            // The generation of a new pod is 1, and each resize increments it.
            let count = self.state().resizes.get(id).copied().unwrap_or(0);
            fields.push(format!("\"generation\":{}", count.saturating_add(1)));
        }
        fields.extend(error.map(|error| format!("\"error\":{error:?}")));
        format!("Pod resize {verb}: {{{}}}", fields.join(",")).into()
    }
}

fn format_amounts(amounts: &ResourceList) -> String {
    let amounts: Vec<String> = amounts.iter().map(|(name, amount)| format!("{name:?}:\"{amount}\"")).collect();
    format!("{{{}}}", amounts.join(","))
}

/// Records in a pod's status the resources that it had before a resize, which it keeps until the resize is granted.
fn keep_given_resources(pod: &mut Pod, before: &Pod) {
    for container in &before.spec.containers {
        let statuses = &mut pod.status.container_statuses;
        let index = statuses.iter().position(|status| status.name == container.name).unwrap_or_else(|| {
            statuses.push(api::ContainerStatus { name: container.name.clone(), ..api::ContainerStatus::default() });
            statuses.len() - 1
        });
        if statuses[index].resources.is_none() {
            statuses[index].resources = Some(container.resources.clone());
            statuses[index].allocated_resources = container.resources.requests.clone();
        }
    }
}

/// Records in a pod's status that it has the resources that it requests.
fn give_resources(pod: &mut Pod) {
    pod.status.conditions.retain(|condition| condition.r#type != ConditionType::PodResizePending);
    for status in &mut pod.status.container_statuses {
        let container = pod.spec.containers.iter().find(|container| container.name == status.name);
        if let Some(container) = container
            && status.resources.is_some()
        {
            status.resources = Some(container.resources.clone());
            status.allocated_resources = container.resources.requests.clone();
        }
    }
}

/// The pod with its allocated resources as its requests; `None` if its status has no allocated resources.
fn given_pod(pod: &Pod) -> Option<Pod> {
    let statuses = &pod.status.container_statuses;
    statuses.iter().find(|status| status.resources.is_some())?;
    let mut given = pod.clone();
    for container in &mut given.spec.containers {
        let status = statuses.iter().find(|status| status.name == container.name);
        if let Some(ResourceRequirements { requests, limits }) = status.and_then(|status| status.resources.as_ref()) {
            container.resources.requests = requests.clone();
            container.resources.limits = limits.clone();
        }
    }
    given.status.container_statuses.clear();
    Some(given)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pod_has_the_resources_of_its_status_if_there_are_any() {
        for (status, expected) in [
            ("", None),
            (r#"{"name":"a"}"#, None),
            (r#"{"name":"a","resources":{"requests":{"cpu":"2"}}}"#, Some(["2", "5"])),
            (r#"{"name":"a"},{"name":"b","resources":{"requests":{"cpu":"3"}}}"#, Some(["5", "3"])),
        ] {
            let container = |name: &str| format!(r#"{{"name":"{name}","resources":{{"requests":{{"cpu":"5"}}}}}}"#);
            let containers = ["a", "b"].map(container).join(",");
            let json =
                format!(r#"{{"spec":{{"containers":[{containers}]}},"status":{{"containerStatuses":[{status}]}}}}"#);
            let pod: Pod = serde_json::from_str(&json).expect("a pod");
            let given = given_pod(&pod).map(|given| {
                let requests = given.spec.containers.iter().map(|container| &container.resources.requests);
                requests.map(|requests| requests.get("cpu").expect("an amount").to_string()).collect::<Vec<_>>()
            });
            assert_eq!(given, expected.map(|amounts| amounts.map(str::to_owned).to_vec()), "{status}");
        }
    }
}
