//! Infers workloads that own pods but are missing in the manifest, as in a dump of nodes and pods only. They are derived from their pods, and their
//! controllers keep the current number of pods.
//!
//! | kind | replicas | template |
//! |---|---|---|
//! | `ReplicaSet`, `ReplicationController` | the number of active pods | from the newest pod |
//! | `StatefulSet` | up to the highest ordinal | the same; a pod's own claims become `volumeClaimTemplates` |
//! | `DaemonSet` | one on each node that has one, and on new nodes | the same, without its node |
//! | `Job` | active pods as `parallelism`, with succeeded ones as `completions` | the same |
//!
//! A `ReplicaSet` is assigned to its `Deployment` if the manifest has that; the newest one gets the `Deployment`'s template.

use api::{
    ClaimTemplate, LabelSelector, Labels, NamespacedName, Node, NodeSelectorTerm, ObjectMeta, OwnerReference,
    PersistentVolumeClaimSpec, Pod, PodPhase, PodTemplate, Set, StorageObject, Str, Table, Workload, WorkloadKind,
    annotations::RUN_SECONDS,
};
use manifest::admission::remove_merged_label_keys;

use super::scenario::Scenario;

/// The label with the hash of a Deployment's template.
const TEMPLATE_HASH_LABEL: &str = "pod-template-hash";
/// Labels that differ between the pods of a workload.
const POD_LABELS: [&str; 3] =
    ["statefulset.kubernetes.io/pod-name", "apps.kubernetes.io/pod-index", "batch.kubernetes.io/job-completion-index"];

impl Scenario {
    /// Adds the workloads that pods refer to and the manifest lacks. Counts them by kind, as well as owners that are not modeled.
    pub(super) fn infer_owners(&mut self) {
        let mut groups: Table<(WorkloadKind, NamespacedName), Vec<usize>> = Table::new();
        let mut others: Set<(Str, NamespacedName)> = Set::new();
        for (at, pod) in self.pods.iter().enumerate() {
            let Some(owner) = pod.metadata.pod_controller() else { continue };
            let key = NamespacedName::new(&pod.metadata.namespace, &owner.name);
            match owner.workload().filter(|kind| is_owner_of_kind(*kind, owner)) {
                Some(kind) => groups.or_default((kind, key)).push(at),
                None => others.extend(is_active(pod).then(|| (owner.kind.clone(), key))),
            }
        }
        for (kind, workload) in &self.workloads {
            groups.remove(&(*kind, NamespacedName::of(&workload.metadata)));
        }
        // The `ReplicaSet` of a Deployment with the newest pod comes last, because it becomes the current one.
        let mut owners: Vec<(WorkloadKind, i64, Workload)> = Vec::new();
        for ((kind, key), members) in &groups {
            let pods: Vec<&Pod> = members.iter().map(|at| &self.pods[*at]).collect();
            let Some(workload) = self.inferred_workload(*kind, &pods) else {
                others.extend(pods.iter().any(|pod| is_active(pod)).then(|| (kind.name().into(), key.clone())));
                continue;
            };
            *self.inferred_owners.or_insert(kind.name().into(), 0) += 1;
            owners.push((*kind, pods.iter().map(|pod| creation_time(pod)).max().unwrap_or_default(), workload));
        }
        owners.sort_by_key(|(_, made, _)| *made);
        self.group_into_deployments(&mut owners);
        self.workloads.extend(owners.into_iter().map(|(kind, _, workload)| (kind, workload)));
        for (kind, _) in others {
            *self.unsimulated_owners.or_insert(kind, 0) += 1;
        }
    }

    fn inferred_workload(&self, kind: WorkloadKind, pods: &[&Pod]) -> Option<Workload> {
        let active: Vec<&&Pod> = pods.iter().filter(|pod| is_active(pod)).collect();
        let last = active.iter().copied().max_by_key(|pod| creation_time(pod))?;
        let owner = last.metadata.controller()?;
        let labels = common_labels(&active);
        // The API server rejects an empty selector, which would match other pods.
        labels.iter().next()?;
        let metadata = ObjectMeta {
            name: owner.name.clone(),
            namespace: last.metadata.namespace.clone(),
            uid: owner.uid.clone(),
            ..ObjectMeta::default()
        };
        let mut workload = Workload { metadata, ..Workload::default() };
        workload.spec.selector = Some(LabelSelector { match_labels: labels.clone(), ..Default::default() });
        workload.spec.template = infer_template(last, labels);
        let count = i32::try_from(active.len()).ok();
        match kind {
            WorkloadKind::StatefulSet => {
                let numbers = pods.iter().filter_map(|pod| pod.metadata.name.rsplit_once('-')?.1.parse::<i32>().ok());
                workload.spec.replicas = Some(numbers.max()?.saturating_add(1));
                workload.spec.volume_claim_templates = self.infer_claim_templates(last, &mut workload.spec.template);
            }
            WorkloadKind::DaemonSet => {
                let on: Set<Str> = active.iter().filter_map(|pod| pod.target_node()).collect();
                let names = self.nodes.iter().map(|node: &Node| &node.metadata.name);
                workload.spec.excluded_nodes = names.filter(|name| !on.contains(*name)).cloned().collect();
                remove_node_binding(&mut workload.spec.template);
            }
            WorkloadKind::Job => {
                let succeeded = pods.iter().filter(|pod| pod.status.phase == PodPhase::Succeeded).count();
                workload.spec.parallelism = count;
                workload.spec.completions = i32::try_from(active.len().saturating_add(succeeded)).ok();
            }
            _ => workload.spec.replicas = count,
        }
        Some(workload)
    }

    /// Derives claim templates from the claims that are named after the pod. A claim that the manifest lacks is left out.
    fn infer_claim_templates(&self, pod: &Pod, template: &mut PodTemplate) -> Vec<ClaimTemplate> {
        let mut templates = Vec::new();
        template.spec.volumes.retain(|volume| {
            let Some(source) = &volume.persistent_volume_claim else { return true };
            if source.claim_name.as_str() != format!("{}-{}", volume.name, pod.metadata.name) {
                return true;
            }
            let is_it = |object: &&StorageObject| {
                object.metadata().name == source.claim_name && object.metadata().namespace == pod.metadata.namespace
            };
            if let Some(StorageObject::Claim(claim)) = self.storage.iter().find(is_it) {
                let metadata = ObjectMeta { name: volume.name.clone(), ..ObjectMeta::default() };
                let spec = PersistentVolumeClaimSpec { volume_name: Str::default(), ..claim.spec.clone() };
                templates.push(ClaimTemplate { metadata, spec });
            }
            false
        });
        templates
    }

    /// Assigns each `ReplicaSet` whose name ends with its pods' template hash to a Deployment.
    fn group_into_deployments(&self, owners: &mut [(WorkloadKind, i64, Workload)]) {
        let mut has_own = Set::new();
        for (kind, _, set) in owners.iter_mut().rev().filter(|(kind, ..)| *kind == WorkloadKind::ReplicaSet) {
            let Some(hash) = set.spec.template.metadata.labels.get(TEMPLATE_HASH_LABEL).cloned() else { continue };
            let name = set.metadata.name.strip_suffix(hash.as_str()).and_then(|name| name.strip_suffix('-'));
            let Some(name) = name.map(Str::from) else { continue };
            set.metadata.owner_references = vec![OwnerReference {
                api_version: kind.api_version().into(),
                kind: WorkloadKind::Deployment.name().into(),
                name: name.clone(),
                controller: Some(true),
                ..OwnerReference::default()
            }];
            let is_its = |(kind, workload): &&(WorkloadKind, Workload)| {
                *kind == WorkloadKind::Deployment
                    && (&workload.metadata.namespace, &workload.metadata.name) == (&set.metadata.namespace, &name)
            };
            let Some((_, deployment)) = self.workloads.iter().find(is_its) else { continue };
            if has_own.insert((set.metadata.namespace.clone(), name)) {
                set.spec.template = deployment.spec.template.clone();
                set.spec.template.metadata.labels.insert(TEMPLATE_HASH_LABEL.into(), hash);
            }
        }
    }
}

/// Whether an owner is a workload that is modeled here, and not of a custom group.
fn is_owner_of_kind(kind: WorkloadKind, owner: &OwnerReference) -> bool {
    kind != WorkloadKind::Deployment && (owner.api_version.is_empty() || owner.api_version == kind.api_version())
}

fn is_active(pod: &Pod) -> bool {
    !pod.is_terminating() && !pod.status.phase.is_over()
}

fn creation_time(pod: &Pod) -> i64 {
    pod.metadata.creation_timestamp.map_or(i64::MIN, |time| time.0)
}

fn common_labels(pods: &[&&Pod]) -> Labels {
    let mut labels = Labels::default();
    let Some((first, others)) = pods.split_first() else { return labels };
    for (key, value) in first.metadata.labels.iter() {
        let is_common = others.iter().all(|pod| pod.metadata.labels.get(key) == Some(value));
        if is_common && !POD_LABELS.contains(&key.as_str()) {
            labels.insert(key.clone(), value.clone());
        }
    }
    labels
}

fn infer_template(pod: &Pod, labels: Labels) -> PodTemplate {
    let mut template = PodTemplate { spec: pod.spec.clone(), ..PodTemplate::default() };
    template.metadata.labels = labels;
    if let Some(seconds) = pod.metadata.annotations.get(RUN_SECONDS) {
        template.metadata.annotations.insert(RUN_SECONDS.into(), seconds.clone());
    }
    template.spec.node_name = Str::default();
    // The values that were merged from the pod's own labels are removed.
    remove_merged_label_keys(&mut template.spec, &pod.metadata.labels);
    template
}

/// Removes the node affinity that pins a DaemonSet's pod to its node.
fn remove_node_binding(template: &mut PodTemplate) {
    let Some(affinity) = template.spec.affinity.as_mut().and_then(|affinity| affinity.node_affinity.as_mut()) else {
        return;
    };
    if let Some(required) = &mut affinity.required {
        for term in &mut required.node_selector_terms {
            term.match_fields.retain(|field| field.key != "metadata.name");
        }
        required.node_selector_terms.retain(|term| *term != NodeSelectorTerm::default());
        if required.node_selector_terms.is_empty() {
            affinity.required = None;
        }
    }
}
