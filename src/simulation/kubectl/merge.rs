//! The merge of three that `kubectl apply` makes: of what was applied last, of what is there, and of the new text.
//!
//! What the text names counts. What it leaves out stays, unless the last text that was applied had it; what it says `null` for goes. An object that
//! was created, or that the manifest has, was never applied. Upstream: `CreateThreeWayMergePatch`.

use api::{
    Container, ContainerPort, Labels, NameMap, PersistentVolume, PersistentVolumeClaim, PodDisruptionBudgetSpec,
    PodSpec, PodTemplate, ResourceQuota, ResourceRequirements, StorageClass, Str, Table, WorkloadSpec,
};
use manifest::NullPaths;

/// What a text says `null` for.
pub(super) struct Nulls<'n>(pub &'n NullPaths);

impl Nulls<'_> {
    /// Whether the text says so of the value at a path.
    pub(super) fn has(&self, path: &[&str]) -> bool {
        self.0.iter().any(|null| null.iter().map(Str::as_str).eq(path.iter().copied()))
    }
}

/// What a value becomes that is either there or has its default.
pub(super) fn merge_value<T: Clone + Default + PartialEq>(last: Option<&T>, current: &T, new: &mut T) {
    let is_absent = |value: &T| *value == T::default();
    if is_absent(new) && last.is_none_or(is_absent) {
        new.clone_from(current);
    }
}

/// Merges a list whose items have a merge key (`patchMergeKey` of upstream's types), such as their name.
fn merge_named<T: Clone, K: PartialEq>(
    last: Option<&Vec<T>>,
    current: &[T],
    new: &mut Vec<T>,
    key: impl Fn(&T) -> K,
    merge_item: impl Fn(Option<&T>, &T, &mut T),
) {
    fn find<'l, T, K: PartialEq>(list: &'l [T], key: &impl Fn(&T) -> K, wanted: &T) -> Option<&'l T> {
        list.iter().find(|other| key(other) == key(wanted))
    }
    let last_item = |item: &T| last.and_then(|last| find(last, &key, item));
    for item in new.iter_mut() {
        if let Some(current_item) = find(current, &key, item) {
            let last = last_item(item).cloned();
            merge_item(last.as_ref(), current_item, item);
        }
    }
    // Current items come first, in their order.
    let mut merged: Vec<T> = Vec::new();
    for item in current {
        match find(new, &key, item) {
            Some(changed) => merged.push(changed.clone()),
            None if last_item(item).is_none() => merged.push(item.clone()),
            None => {}
        }
    }
    merged.extend(new.iter().filter(|item| find(current, &key, item).is_none()).cloned());
    *new = merged;
}

pub(super) fn merge_map<V: Clone>(last: Option<&NameMap<V>>, current: &NameMap<V>, new: &mut NameMap<V>) {
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
pub(super) fn labels_without_nulls(labels: &Labels, path: &[&str], nulls: &Nulls<'_>) -> Labels {
    let mut labels = labels.clone();
    let null_names: Vec<Str> = labels
        .iter()
        .map(|(name, _)| name.clone())
        .filter(|name| nulls.has(&[path, &[name.as_str()]].concat()))
        .collect();
    for name in &null_names {
        labels.remove(name);
    }
    if nulls.has(path) { Labels::default() } else { labels }
}

fn merge_requirements(
    last: Option<&ResourceRequirements>,
    current: &ResourceRequirements,
    new: &mut ResourceRequirements,
) {
    merge_map(last.map(|last| &last.requests), &current.requests, &mut new.requests);
    merge_map(last.map(|last| &last.limits), &current.limits, &mut new.limits);
}

fn merge_container(last: Option<&Container>, current: &Container, new: &mut Container) {
    merge_value(last.map(|last| &last.image), &current.image, &mut new.image);
    merge_requirements(last.map(|last| &last.resources), &current.resources, &mut new.resources);
    let port = |port: &ContainerPort| port.container_port;
    merge_named(last.map(|last| &last.ports), &current.ports, &mut new.ports, port, |_, _, _| {});
    merge_value(last.map(|last| &last.restart_policy), &current.restart_policy, &mut new.restart_policy);
    let rules = last.map(|last| &last.restart_policy_rules);
    merge_value(rules, &current.restart_policy_rules, &mut new.restart_policy_rules);
}

/// Merges the spec of a pod or of a pod template. `path` is where the spec is in its object.
pub(super) fn merge_pod_spec(
    last: Option<&PodSpec>,
    current: &PodSpec,
    new: &mut PodSpec,
    path: &[&str],
    nulls: &Nulls<'_>,
) {
    let has_null = |field: &str| nulls.has(&[path, &[field]].concat());
    let node_selector = labels_without_nulls(&current.node_selector, &[path, &["nodeSelector"]].concat(), nulls);
    merge_map(last.map(|last| &last.node_selector), &node_selector, &mut new.node_selector);
    macro_rules! merge_fields {
        ($($field:ident $name:literal),* $(,)?) => {$(
            if !has_null($name) {
                merge_value(last.map(|last| &last.$field), &current.$field, &mut new.$field);
            }
        )*};
    }
    merge_fields!(
        affinity "affinity",
        runtime_class_name "runtimeClassName",
        overhead "overhead",
        resources "resources",
        host_network "hostNetwork",
        host_users "hostUsers",
        restart_policy "restartPolicy",
        scheduling_group "schedulingGroup",
        termination_grace_period_seconds "terminationGracePeriodSeconds",
        active_deadline_seconds "activeDeadlineSeconds",
    );
    let is_class_named = last.is_some_and(|last| !last.priority_class_name.is_empty());
    if new.priority_class_name.is_empty() && !is_class_named && !has_null("priorityClassName") {
        new.priority_class_name.clone_from(&current.priority_class_name);
        new.priority = current.priority;
        new.preemption_policy.clone_from(&current.preemption_policy);
    }
    // Admission adds some to those of a new pod.
    if !has_null("tolerations") {
        let has_own = new.tolerations.iter().any(|toleration| !current.tolerations.contains(toleration));
        let had_own = last.is_some_and(|last| !last.tolerations.is_empty());
        if !has_own && !had_own {
            new.tolerations.clone_from(&current.tolerations);
        }
    }
    let container = |container: &Container| container.name.clone();
    let last_containers = last.map(|last| &last.containers);
    merge_named(last_containers, &current.containers, &mut new.containers, container, merge_container);
    if !has_null("initContainers") {
        let last_containers = last.map(|last| &last.init_containers);
        merge_named(last_containers, &current.init_containers, &mut new.init_containers, container, merge_container);
    }
    macro_rules! merge_lists {
        ($($field:ident $name:literal by $key:ident),* $(,)?) => {$(
            if !has_null($name) {
                let last = last.map(|last| &last.$field);
                merge_named(last, &current.$field, &mut new.$field, |item| item.$key.clone(), |_, _, _| {});
            }
        )*};
    }
    merge_lists!(
        volumes "volumes" by name,
        scheduling_gates "schedulingGates" by name,
        resource_claims "resourceClaims" by name,
        topology_spread_constraints "topologySpreadConstraints" by topology_key,
    );
}

/// The pod template of a workload.
fn merge_template(last: Option<&PodTemplate>, current: &PodTemplate, new: &mut PodTemplate, nulls: &Nulls<'_>) {
    let metadata = &mut new.metadata;
    let last_metadata = last.map(|last| &last.metadata);
    let labels = labels_without_nulls(&current.metadata.labels, &["spec", "template", "metadata", "labels"], nulls);
    merge_map(last_metadata.map(|last| &last.labels), &labels, &mut metadata.labels);
    let path = ["spec", "template", "metadata", "annotations"];
    let annotations = labels_without_nulls(&current.metadata.annotations, &path, nulls);
    merge_map(last_metadata.map(|last| &last.annotations), &annotations, &mut metadata.annotations);
    let path = ["spec", "template", "spec"];
    merge_pod_spec(last.map(|last| &last.spec), &current.spec, &mut new.spec, &path, nulls);
    merge_digests(last.map(|last| &last.other_fields), &current.other_fields, &mut new.other_fields);
}

/// The spec of a workload.
pub(super) fn merge_workload(
    last: Option<&WorkloadSpec>,
    current: &WorkloadSpec,
    new: &mut WorkloadSpec,
    nulls: &Nulls<'_>,
) {
    macro_rules! merge_fields {
        ($($field:ident $(. $inner:ident)* [$($path:literal),*]),* $(,)?) => {$(
            if !nulls.has(&["spec", $($path),*]) {
                let last = last.map(|last| &last.$field $(. $inner)*);
                merge_value(last, &current.$field $(. $inner)*, &mut new.$field $(. $inner)*);
            }
        )*};
    }
    merge_fields!(
        replicas["replicas"],
        selector["selector"],
        parallelism["parallelism"],
        completions["completions"],
        completion_mode["completionMode"],
        suspend["suspend"],
        backoff_limit["backoffLimit"],
        min_ready_seconds["minReadySeconds"],
        paused["paused"],
        ordinals.start["ordinals", "start"],
        volume_claim_templates["volumeClaimTemplates"],
        pod_management_policy["podManagementPolicy"],
        update_strategy.rolling_update.partition["updateStrategy", "rollingUpdate", "partition"],
        update_strategy.rolling_update.max_unavailable["updateStrategy", "rollingUpdate", "maxUnavailable"],
        update_strategy.rolling_update.max_surge["updateStrategy", "rollingUpdate", "maxSurge"],
        update_strategy.r#type["updateStrategy", "type"],
        strategy.rolling_update.max_surge["strategy", "rollingUpdate", "maxSurge"],
        strategy.rolling_update.max_unavailable["strategy", "rollingUpdate", "maxUnavailable"],
        strategy.r#type["strategy", "type"],
        pod_failure_policy["podFailurePolicy"],
        pod_replacement_policy["podReplacementPolicy"],
    );
    merge_template(last.map(|last| &last.template), &current.template, &mut new.template, nulls);
}

/// The two numbers of a budget, of which it may have one, and its pods.
pub(super) fn merge_budget(
    last: Option<&PodDisruptionBudgetSpec>,
    current: &PodDisruptionBudgetSpec,
    new: &mut PodDisruptionBudgetSpec,
    nulls: &Nulls<'_>,
) {
    if !nulls.has(&["spec", "minAvailable"]) {
        merge_value(last.map(|last| &last.min_available), &current.min_available, &mut new.min_available);
    }
    if !nulls.has(&["spec", "maxUnavailable"]) {
        merge_value(last.map(|last| &last.max_unavailable), &current.max_unavailable, &mut new.max_unavailable);
    }
    if !nulls.has(&["spec", "selector"]) {
        merge_value(last.map(|last| &last.selector), &current.selector, &mut new.selector);
    }
}

/// A volume claim: who made it, and what has become of it, no text says.
pub(super) fn merge_claim(
    last: Option<&PersistentVolumeClaim>,
    current: &PersistentVolumeClaim,
    new: &mut PersistentVolumeClaim,
) {
    let (was, is) = (&current.spec, &mut new.spec);
    let last = last.map(|last| &last.spec);
    merge_value(last.map(|last| &last.access_modes), &was.access_modes, &mut is.access_modes);
    merge_map(last.map(|last| &last.resources.requests), &was.resources.requests, &mut is.resources.requests);
    merge_value(None, &was.storage_class_name, &mut is.storage_class_name);
    let attributes = last.map(|last| &last.volume_attributes_class_name);
    merge_value(attributes, &was.volume_attributes_class_name, &mut is.volume_attributes_class_name);
    merge_value(last.map(|last| &last.volume_mode), &was.volume_mode, &mut is.volume_mode);
    merge_value(last.map(|last| &last.selector), &was.selector, &mut is.selector);
    merge_value(None, &was.volume_name, &mut is.volume_name);
    new.status.clone_from(&current.status);
}

pub(super) fn merge_volume(last: Option<&PersistentVolume>, current: &PersistentVolume, new: &mut PersistentVolume) {
    let last = last.map(|last| &last.spec);
    let (was, is) = (&current.spec, &mut new.spec);
    merge_map(last.map(|last| &last.capacity), &was.capacity, &mut is.capacity);
    macro_rules! merge_fields {
        ($($field:ident),* $(,)?) => {
            $(merge_value(last.map(|last| &last.$field), &was.$field, &mut is.$field);)*
        };
    }
    merge_fields!(
        access_modes,
        volume_mode,
        storage_class_name,
        volume_attributes_class_name,
        node_affinity,
        persistent_volume_reclaim_policy,
        csi,
        gce_persistent_disk,
        aws_elastic_block_store,
        azure_disk,
        cinder,
        portworx_volume,
    );
    merge_value(None, &was.claim_ref, &mut is.claim_ref);
    new.status.clone_from(&current.status);
}

pub(super) fn merge_storage_class(last: Option<&StorageClass>, current: &StorageClass, new: &mut StorageClass) {
    merge_value(last.map(|last| &last.provisioner), &current.provisioner, &mut new.provisioner);
    merge_value(last.map(|last| &last.reclaim_policy), &current.reclaim_policy, &mut new.reclaim_policy);
    merge_value(last.map(|last| &last.volume_binding_mode), &current.volume_binding_mode, &mut new.volume_binding_mode);
    merge_value(last.map(|last| &last.allowed_topologies), &current.allowed_topologies, &mut new.allowed_topologies);
}

pub(super) fn merge_quota(last: Option<&ResourceQuota>, current: &ResourceQuota, new: &mut ResourceQuota) {
    let last = last.map(|last| &last.spec);
    merge_map(last.map(|last| &last.hard), &current.spec.hard, &mut new.spec.hard);
    merge_value(last.map(|last| &last.scopes), &current.spec.scopes, &mut new.spec.scopes);
    merge_value(last.map(|last| &last.scope_selector), &current.spec.scope_selector, &mut new.spec.scope_selector);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pod_keeps_its_priority_class_unless_a_text_names_one_or_no_longer_does() {
        let spec =
            |class: &str, priority| PodSpec { priority_class_name: class.into(), priority, ..PodSpec::default() };
        let null: &[&[&str]] = &[&["spec", "priorityClassName"]];
        for (last, new, nulls, expected) in [
            (None, "", &[][..], ("low", Some(1))),
            (Some(""), "", &[], ("low", Some(1))),
            (Some("low"), "", &[], ("", None)),
            (None, "", null, ("", None)),
            (None, "high", &[], ("high", None)),
            (Some("low"), "high", &[], ("high", None)),
        ] {
            let nulls: NullPaths = nulls.iter().map(|path| path.iter().map(|&name| name.into()).collect()).collect();
            let mut merged = spec(new, None);
            let last = last.map(|class| spec(class, None));
            merge_pod_spec(last.as_ref(), &spec("low", Some(1)), &mut merged, &["spec"], &Nulls(&nulls));
            assert_eq!((merged.priority_class_name.as_str(), merged.priority), expected, "{last:?} {new}");
        }
    }
}
