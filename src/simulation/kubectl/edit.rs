//! `kubectl` commands that edit existing objects: labels, requests and gates.

use std::borrow::Cow;

use api::{Kind, Labels, Namespace, NamespacedName, ObjectKey, ObjectMeta, Pod, Quantity, ResourceList, Str};

use super::state::Kubectl;
use crate::{action::LabelChanges, client::Component};

impl Component<'_, Kubectl> {
    /// `kubectl label pod --overwrite`.
    pub(super) fn label_pod(&mut self, key: &NamespacedName, changes: &LabelChanges) {
        let labels = self.pod(key).map(|record| record.pod().metadata.labels.clone());
        self.print_label_warnings(&format!("pod/{}", key.name()), labels, changes);
        self.edit_pod(key, |pod| apply_label_changes(&mut pod.metadata.labels, changes));
    }

    /// `kubectl label node --overwrite`.
    pub(super) fn label_node(&mut self, name: &Str, changes: &LabelChanges) {
        let labels = self.node(name).map(|node| node.metadata.labels.clone());
        self.print_label_warnings(&format!("node/{name}"), labels, changes);
        self.edit_node(name, |node| apply_label_changes(&mut node.metadata.labels, changes));
    }

    /// `kubectl label namespace --overwrite`. It wakes no pod: the scheduler has no event for namespaces.
    pub(super) fn label_namespace(&mut self, name: &Str, changes: &LabelChanges) {
        let mut labels = self.objects().namespaces.get(name).cloned().unwrap_or_default();
        self.print_label_warnings(&format!("namespace/{name}"), Some(labels.clone()), changes);
        apply_label_changes(&mut labels, changes);
        let key = ObjectKey::new(Kind::Namespace, &Str::default(), name);
        let current = self.metadata(&key).map(Cow::into_owned).unwrap_or_default();
        self.apply_namespace(Namespace { metadata: ObjectMeta { name: name.clone(), labels, ..current } });
    }

    /// Prints the messages about labels to remove that do not exist, and about a command without effect. Upstream: `RunLabel`, `updateDataChangeMsg`.
    fn print_label_warnings(&mut self, object: &str, labels: Option<Labels>, changes: &LabelChanges) {
        let Some(labels) = labels else { return };
        for (name, _) in changes.iter().filter(|(name, value)| value.is_none() && !labels.contains(name)) {
            self.print_line(false, format!("label {name:?} not found."));
        }
        if changes.iter().all(|(name, value)| labels.get(name) == value.as_ref()) {
            self.print_line(false, format!("{object} not labeled"));
        }
    }

    /// `kubectl patch pod --subresource resize`, in releases that have it: sets requests of the named container, or of the first one.
    pub(super) fn resize_pod(&mut self, key: &NamespacedName, container: &Str, requests: &ResourceList) {
        if !self.settings().flow.resizes_pods {
            let text = "pod updates may not change fields other than `spec.containers[*].image`, \
                        `spec.initContainers[*].image`, `spec.activeDeadlineSeconds` or `spec.tolerations` (only \
                        additions to existing tolerations)";
            return self.print_line(true, format!("The Pod \"{}\" is invalid: spec: Forbidden: {text}", key.name()));
        }
        let change = |pod: &mut Pod| {
            let named = |name: &Str| container.is_empty() || name == container;
            if let Some(container) = pod.spec.containers.iter_mut().find(|container| named(&container.name)) {
                for (name, amount) in requests.iter() {
                    container.resources.requests.insert(name.clone(), amount.clone());
                }
            }
        };
        match self.excessive_resize(key, change) {
            Some(excess) => {
                let text = format!(
                    "pods {:?} is forbidden: node didn't have enough allocatable resources: {excess}",
                    key.name()
                );
                self.print_line(true, format!("Error from server (Forbidden): {text}"));
            }
            None => self.edit_pod(key, change),
        }
    }

    /// The resources of which the resized pod would request more than its node has, in releases that check this. Upstream: the admission plugin
    /// `PodResizeValidator`.
    fn excessive_resize(&self, key: &NamespacedName, change: impl FnOnce(&mut Pod)) -> Option<String> {
        let record = self.pod(key).filter(|_| self.settings().flow.has_later_resizes)?;
        let allocatable = &self.node(record.node()?)?.status.allocatable;
        let mut pod = Pod::clone(record.pod());
        change(&mut pod);
        let request = self.settings().accounting.incoming_request(&pod);
        let cpu = allocatable.get("cpu").map_or(0, Quantity::milli_value);
        let memory = allocatable.get("memory").map_or(0, Quantity::value);
        let amounts = [("cpu", request.milli_cpu, cpu), ("memory", request.memory, memory)];
        let excess: Vec<String> = amounts
            .into_iter()
            .filter(|(_, requested, allocatable)| requested > allocatable)
            .map(|(name, requested, allocatable)| format!("{name}, requested: {requested}, allocatable: {allocatable}"))
            .collect();
        (!excess.is_empty()).then(|| excess.join("; "))
    }

    /// Removes the named scheduling gates of a pod, or all of them if the list is empty.
    pub(super) fn remove_gates(&mut self, key: &NamespacedName, gates: &[Str]) {
        self.edit_pod(key, |pod| {
            pod.spec.scheduling_gates.retain(|gate| !gates.is_empty() && !gates.contains(&gate.name));
        });
    }
}

fn apply_label_changes(labels: &mut Labels, changes: &LabelChanges) {
    for (name, value) in changes {
        match value {
            Some(value) => labels.insert(name.clone(), value.clone()),
            None => labels.remove(name),
        }
    }
}

#[cfg(test)]
mod tests {
    use runlog::EventKind;

    use super::*;
    use crate::{Scenario, Simulation};

    const EXISTING_OBJECTS: &str = r"apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: Namespace, metadata: {name: shop, labels: {team: a}}}
- {apiVersion: v1, kind: Node, metadata: {name: n, labels: {disk: ssd}}, spec: {taints: [{key: k, effect: PreferNoSchedule}]}, status: {capacity: {cpu: 4, pods: 9}}}
- {apiVersion: v1, kind: Pod, metadata: {name: p, labels: {app: web, tier: x}, annotations: {note: y, other: z}}, spec: {schedulingGates: [{name: a}, {name: b}], containers: [{name: c, image: i}]}}
- {apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: b}, spec: {maxUnavailable: 1, selector: {matchLabels: {app: web}}}}
- {apiVersion: apps/v1, kind: Deployment, metadata: {name: d}, spec: {replicas: 3, selector: {matchLabels: {app: d}}, template: {metadata: {labels: {app: d, old: x}}, spec: {nodeSelector: {disk: ssd}, containers: [{name: c, image: i}]}}}}
---
kind: Scenario
script:
- {at: 5s, DOES}
";

    /// Runs the scenario to its end. Returns the run, and what kubectl printed.
    fn run(does: &str) -> (Simulation, Vec<Str>) {
        let manifest = manifest::load(&EXISTING_OBJECTS.replace("DOES", does))
            .unwrap_or_else(|findings| panic!("{does}: {findings:?}"));
        let mut simulation = Simulation::new(Scenario::from_manifest(&manifest).expect("a scenario"));
        let mut printed = Vec::new();
        while let Some(events) = simulation.step() {
            printed.extend(events.into_iter().filter_map(|event| match event.what {
                EventKind::Printed { text, .. } => Some(text),
                _ => None,
            }));
        }
        (simulation, printed)
    }

    fn written_labels(labels: &Labels) -> String {
        let all: Vec<String> = labels.iter().map(|(name, value)| format!("{name}={value} ")).collect();
        all.concat()
    }

    #[test]
    fn null_takes_a_field_of_a_pod_away() {
        let pod = |meta: &str, spec: &str| {
            format!(
                "apply: {{apiVersion: v1, kind: Pod, metadata: {{name: p, {meta}}}, spec: {{{spec} containers: [{{name: c, image: i}}]}}}}"
            )
        };
        for (does, labels, annotations, gates) in [
            (pod("", ""), "app=web tier=x ", "note=y other=z ", 2),
            (pod("labels: {tier: null}", ""), "app=web ", "note=y other=z ", 2),
            (pod("labels: {tier: ~, new: '1'}", ""), "app=web new=1 ", "note=y other=z ", 2),
            (pod("labels: {absent: null}", ""), "app=web tier=x ", "note=y other=z ", 2),
            (pod("labels: null", ""), "", "note=y other=z ", 2),
            (pod("annotations: {note: null}", ""), "app=web tier=x ", "other=z ", 2),
            (pod("annotations: null", ""), "app=web tier=x ", "", 2),
            (pod("", "schedulingGates: null,"), "app=web tier=x ", "note=y other=z ", 0),
            // A list with fewer is merged by name.
            (pod("", "schedulingGates: [{name: a}],"), "app=web tier=x ", "note=y other=z ", 2),
        ] {
            let (simulation, printed) = run(&does);
            let pod = simulation.cluster.api.pod("default/p").expect("a pod").pod();
            let fields = (
                written_labels(&pod.metadata.labels),
                written_labels(&pod.metadata.annotations),
                pod.spec.scheduling_gates.len(),
            );
            assert_eq!(fields, (labels.to_owned(), annotations.to_owned(), gates), "{does}");
            assert!(printed.is_empty(), "{does}: {printed:?}");
        }
        for (spec, error) in [
            (
                "schedulingGates: [{name: new}],",
                "spec.schedulingGates[2].name: Forbidden: only deletion is allowed, but found new scheduling gate 'new'",
            ),
            ("hostNetwork: true,", "spec: Forbidden: pod updates may not change fields other than"),
        ] {
            let (_, printed) = run(&pod("", spec));
            let expected = format!("The Pod \"p\" is invalid: {error}");
            assert!(printed[0].starts_with(&expected), "{spec}: {printed:?}");
        }
    }

    #[test]
    fn null_takes_a_field_of_other_objects_away() {
        let budget = "apply: {apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: b}, spec: {maxUnavailable: null, minAvailable: 2, selector: {matchLabels: {app: web}}}}";
        let (simulation, _) = run(budget);
        let spec = &simulation.budgets().next().expect("a budget").spec;
        assert!(spec.max_unavailable.is_none() && spec.min_available.is_some(), "{spec:?}");

        let deployment = "apply: {apiVersion: apps/v1, kind: Deployment, metadata: {name: d}, spec: {replicas: null, selector: {matchLabels: {app: d}}, template: {metadata: {labels: {app: d, old: null}}, spec: {nodeSelector: null, containers: [{name: c, image: i}]}}}}";
        let (simulation, _) = run(deployment);
        let owned: Vec<&Pod> = simulation
            .pods()
            .map(|(_, pod)| pod)
            .filter(|pod| pod.metadata.labels.get("app").is_some_and(|app| *app == *"d"))
            .collect();
        assert_eq!(owned.len(), 1, "{owned:?}");
        assert!(owned[0].spec.node_selector.is_empty() && !owned[0].metadata.labels.contains("old"), "{owned:?}");

        for verb in ["updateNode: {", "apply: {apiVersion: v1, kind: Node, "] {
            let (simulation, _) = run(&format!(
                "{verb}metadata: {{name: n, labels: {{disk: null}}}}, spec: {{taints: null}}, status: {{capacity: {{cpu: 4, pods: 9}}}}}}"
            ));
            let node = &simulation.nodes().next().expect("a node").node;
            assert!(!node.metadata.labels.contains("disk") && node.spec.taints.is_empty(), "{verb}: {node:?}");
        }

        let (simulation, _) =
            run("apply: {apiVersion: v1, kind: Namespace, metadata: {name: shop, labels: {team: null}}}");
        let labels = simulation.cluster.api.objects().namespaces.get("shop").expect("a namespace");
        assert!(!labels.contains("team"), "{labels:?}");
    }
}
