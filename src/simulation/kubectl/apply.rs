//! `kubectl apply` of what is there already, as a merge of three: of what was applied last, of what is there, and of the new text.
//!
//! What the text names counts. What it leaves out stays, unless the last text that was applied had it. An object that was created, or
//! that the manifest has, was never applied. Upstream: `CreateThreeWayMergePatch`.

use std::rc::Rc;

use api::{
    ApiObject, Container, Labels, NamespacedName, ObjectKey, PodDisruptionBudgetSpec, PodTemplate, Str, Table, Volume,
};
use manifest::NullPaths;

use super::state::Kubectl;
use crate::client::Component;

/// What a value becomes that may be absent.
fn merge_option<T: Clone>(last: Option<&Option<T>>, current: Option<&T>, new: &mut Option<T>) {
    if new.is_none() && last.is_none_or(Option::is_none) {
        *new = current.cloned();
    }
}

/// What a list becomes that is taken as a whole.
fn merge_list<T: Clone>(last: Option<&Vec<T>>, current: &[T], new: &mut Vec<T>) {
    if new.is_empty() && last.is_none_or(Vec::is_empty) {
        *new = current.to_vec();
    }
}

/// What a list becomes whose items have names.
fn merge_named<T: Clone>(last: Option<&Vec<T>>, current: &[T], new: &mut Vec<T>, name: impl Fn(&T) -> Str) {
    let has = |list: &[T], item: &T| list.iter().any(|other| name(other) == name(item));
    let other_items: Vec<T> =
        current.iter().filter(|item| !has(new, item) && !last.is_some_and(|last| has(last, item))).cloned().collect();
    new.extend(other_items);
}

fn merge_labels(last: Option<&Labels>, current: &Labels, new: &mut Labels) {
    for (name, value) in current.iter() {
        if !new.contains(name) && !last.is_some_and(|last| last.contains(name)) {
            new.insert(name.clone(), value.clone());
        }
    }
}

fn merge_digests(last: Option<&Table<Str, u64>>, current: &Table<Str, u64>, new: &mut Table<Str, u64>) {
    for (path, digest) in current {
        if !new.contains_key(path) && !last.is_some_and(|last| last.contains_key(path)) {
            new.insert(path.clone(), *digest);
        }
    }
}

/// Labels without those that a text says `null` for.
fn labels_without_nulls(labels: &Labels, path: &[&str], has_null: &dyn Fn(&[&str]) -> bool) -> Labels {
    let mut labels = labels.clone();
    let nulls: Vec<Str> = labels
        .iter()
        .map(|(name, _)| name.clone())
        .filter(|name| has_null(&[path, &[name.as_str()]].concat()))
        .collect();
    for name in &nulls {
        labels.remove(name);
    }
    if has_null(path) { Labels::default() } else { labels }
}

/// The pod template of a workload.
fn merge_template(
    last: Option<&PodTemplate>,
    current: &PodTemplate,
    new: &mut PodTemplate,
    has_null: &dyn Fn(&[&str]) -> bool,
) {
    let names = |labels: &Labels, path: &[&str]| labels_without_nulls(labels, path, has_null);
    let (metadata, spec) = (&mut new.metadata, &mut new.spec);
    let (last_metadata, last_spec) = (last.map(|last| &last.metadata), last.map(|last| &last.spec));
    let labels = names(&current.metadata.labels, &["spec", "template", "metadata", "labels"]);
    merge_labels(last_metadata.map(|last| &last.labels), &labels, &mut metadata.labels);
    let annotations = names(&current.metadata.annotations, &["spec", "template", "metadata", "annotations"]);
    merge_labels(last_metadata.map(|last| &last.annotations), &annotations, &mut metadata.annotations);
    let node_selector = names(&current.spec.node_selector, &["spec", "template", "spec", "nodeSelector"]);
    merge_labels(last_spec.map(|last| &last.node_selector), &node_selector, &mut spec.node_selector);
    let is_kept = |field: &str| !has_null(&["spec", "template", "spec", field]);
    if is_kept("affinity") {
        merge_option(last_spec.map(|last| &last.affinity), current.spec.affinity.as_ref(), &mut spec.affinity);
    }
    if is_kept("topologySpreadConstraints") {
        merge_list(
            last_spec.map(|last| &last.topology_spread_constraints),
            &current.spec.topology_spread_constraints,
            &mut spec.topology_spread_constraints,
        );
    }
    let container = |container: &Container| container.name.clone();
    merge_named(last_spec.map(|last| &last.containers), &current.spec.containers, &mut spec.containers, container);
    if is_kept("initContainers") {
        merge_named(
            last_spec.map(|last| &last.init_containers),
            &current.spec.init_containers,
            &mut spec.init_containers,
            container,
        );
    }
    if is_kept("volumes") {
        let volume = |volume: &Volume| volume.name.clone();
        merge_named(last_spec.map(|last| &last.volumes), &current.spec.volumes, &mut spec.volumes, volume);
    }
    merge_digests(last.map(|last| &last.other_fields), &current.other_fields, &mut new.other_fields);
}

/// The two numbers of a budget, of which it may have one.
fn merge_budget(
    last: Option<&PodDisruptionBudgetSpec>,
    current: &PodDisruptionBudgetSpec,
    new: &mut PodDisruptionBudgetSpec,
    has_null: &dyn Fn(&[&str]) -> bool,
) {
    if !has_null(&["spec", "minAvailable"]) {
        let last = last.map(|last| &last.min_available);
        merge_option(last, current.min_available.as_ref(), &mut new.min_available);
    }
    if !has_null(&["spec", "maxUnavailable"]) {
        let last = last.map(|last| &last.max_unavailable);
        merge_option(last, current.max_unavailable.as_ref(), &mut new.max_unavailable);
    }
}

/// Kind, namespace and name of an object.
fn object_key(object: &ApiObject) -> ObjectKey {
    ObjectKey::new(object.kind(), &object.metadata().namespace, object.name())
}

impl Component<'_, Kubectl> {
    /// `kubectl apply` of any object.
    pub(super) fn apply_object(&mut self, mut object: ApiObject, nulls: &NullPaths) {
        let key = object_key(&object);
        let text = Rc::new(object.clone());
        let last = self.state_mut().last_applied.insert(key.clone(), text).filter(|_| self.has_object(&key));
        let has_null = |path: &[&str]| nulls.iter().any(|null| null.iter().map(Str::as_str).eq(path.iter().copied()));
        match &mut object {
            ApiObject::Pod(pod) if self.pod(&pod.key()).is_some() => {
                let last = match last.as_deref() {
                    Some(ApiObject::Pod(last)) => Some(&**last),
                    _ => None,
                };
                return self.apply_pod(last, pod, nulls);
            }
            ApiObject::Namespace(namespace) => {
                if let Some(current) = self.objects().namespaces.get(&namespace.metadata.name) {
                    let current = labels_without_nulls(current, &["metadata", "labels"], &has_null);
                    let last = last.as_deref().map(|last| &last.metadata().labels);
                    merge_labels(last, &current, &mut namespace.metadata.labels);
                }
            }
            ApiObject::PodDisruptionBudget(budget) => {
                if let Some(current) = self.budget(&NamespacedName::of(&budget.metadata)) {
                    let last = match last.as_deref() {
                        Some(ApiObject::PodDisruptionBudget(last)) => Some(&last.spec),
                        _ => None,
                    };
                    merge_budget(last, &current.spec, &mut budget.spec, &has_null);
                    if budget.spec.min_available.is_some() && budget.spec.max_unavailable.is_some() {
                        let name = &budget.metadata.name;
                        return self.print_line(
                            true,
                            format!(
                                "The PodDisruptionBudget {name:?} is invalid: spec: Invalid value: {{…}}: minAvailable and \
                                 maxUnavailable cannot be both set"
                            ),
                        );
                    }
                }
            }
            _ => {}
        }
        if let Some(workload) = object.workload_mut()
            && let Some(kind) = key.kind.workload()
        {
            let name = NamespacedName::of(&workload.metadata);
            let current = self.workloads().find_by_name(kind, &name).and_then(|id| self.workload(id));
            if let Some(current) = current {
                let last = last.as_deref().and_then(ApiObject::workload).map(|last| &last.spec);
                let spec = &mut workload.spec;
                if !has_null(&["spec", "replicas"]) {
                    merge_option(last.map(|last| &last.replicas), current.spec.replicas.as_ref(), &mut spec.replicas);
                }
                merge_template(last.map(|last| &last.template), &current.spec.template, &mut spec.template, &has_null);
            }
        }
        self.put_object(object);
    }

    /// An object that comes anew under this name was not applied.
    pub(super) fn forget_applied(&mut self, key: &ObjectKey) {
        self.state_mut().last_applied.remove(key);
    }
}
