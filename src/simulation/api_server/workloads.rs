//! The stored workloads, with the indexes that controllers keep over them: by name, by uid, by selector and by owner.

use std::rc::Rc;

use api::{NamespacedName, Pod, PodTemplate, Set, Str, Table, Time, Workload, WorkloadKind, WorkloadSpec};

use crate::ids::WorkloadId;

/// The label that names the `ControllerRevision` of a StatefulSet's pod.
const REVISION_HASH_LABEL: &str = "controller-revision-hash";

/// The annotation with the current template generation of a DaemonSet, and the label with that of each of its pods.
const GENERATION_ANNOTATION: &str = "deprecated.daemonset.template.generation";
const GENERATION_LABEL: &str = "pod-template-generation";

type Label = (Str, Str);

/// A workload that would adopt a pod.
pub(crate) struct Claimant {
    pub id: WorkloadId,
    pub kind: WorkloadKind,
    pub workload: Rc<Workload>,
}

/// A stored workload, with what its controller keeps about it.
#[derive(Clone, Debug)]
pub(crate) struct StoredWorkload {
    pub kind: WorkloadKind,
    pub workload: Rc<Workload>,
    /// The uid of the Deployment that manages it.
    pub owner: Option<Str>,
    /// Pods created so far, from which their names are generated.
    pub pods_created: u64,
    /// Every template that it has had, like upstream's `ReplicaSets` and `ControllerRevisions`. Pods that exist at the start of the run have the
    /// first one.
    pub templates: Vec<Rc<PodTemplate>>,
    /// Index in `templates` of the current template.
    pub revision: usize,
    /// Index in `templates` of the template with which the last completed rollout ended.
    pub last_revision: usize,
    /// Index of the template of each pod that does not have the first one.
    pod_revisions: Table<NamespacedName, usize>,
    /// Only for a ReplicaSet: its Deployment's size when it was last scaled. Upstream: the annotations `desired-replicas` and `max-replicas`.
    pub scaled_for: Option<DeploymentSize>,
}

/// A Deployment's size, as it is annotated on its `ReplicaSets`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DeploymentSize {
    /// Replicas plus the surge that the strategy allows.
    pub replicas: i32,
    pub max_pods: i32,
}

impl StoredWorkload {
    fn new(kind: WorkloadKind, workload: Rc<Workload>, owner: Option<Str>) -> Self {
        let template = Rc::new(workload.spec.template.clone());
        Self {
            kind,
            workload,
            owner,
            pods_created: 0,
            templates: vec![template],
            revision: 0,
            last_revision: 0,
            pod_revisions: Table::new(),
            scaled_for: None,
        }
    }

    /// Updates `revision` after the spec changed.
    fn update_template(&mut self) {
        let current = &self.workload.spec.template;
        let revision = self.templates.iter().position(|template| **template == *current);
        self.revision = revision.unwrap_or_else(|| {
            self.templates.push(Rc::new(current.clone()));
            self.templates.len() - 1
        });
    }

    /// Whether a pod has the current template.
    pub(crate) fn is_updated(&self, pod: &NamespacedName) -> bool {
        self.pod_revisions.get(pod).copied().unwrap_or(0) == self.revision
    }
}

/// All workloads, with their indexes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Workloads {
    by_id: Table<WorkloadId, StoredWorkload>,
    by_name: Table<(WorkloadKind, NamespacedName), WorkloadId>,
    by_uid: Table<Str, WorkloadId>,
    /// Workloads except Deployments, by namespace and the first label of their selector's `matchLabels`; by `None` if it has none.
    by_selector: Table<(Str, Option<Label>), Set<WorkloadId>>,
    /// `ReplicaSets`, by the uid of their Deployment.
    by_deployment: Table<Str, Set<WorkloadId>>,
    /// Names of pods, by the uid of the workload that manages them.
    pods_by_owner: Table<Str, Set<NamespacedName>>,
    next_id: WorkloadId,
    /// All templates that a Deployment of this name has had, each with its number.
    deployment_templates: Table<NamespacedName, Vec<(Rc<PodTemplate>, u64)>>,
}

/// Whether a pod has an older template: its revision hash differs from the StatefulSet's `status.updateRevision`, or its generation is lower than the
/// DaemonSet's annotation.
fn is_of_older_template(stored: &StoredWorkload, pod: &Pod) -> bool {
    let labels = &pod.metadata.labels;
    match stored.kind {
        WorkloadKind::StatefulSet => {
            let current = &stored.workload.status.update_revision;
            !current.is_empty() && labels.get(REVISION_HASH_LABEL).is_some_and(|hash| hash != current)
        }
        WorkloadKind::DaemonSet => {
            let number = |text: Option<&Str>| text.and_then(|text| text.parse::<i64>().ok());
            let current = number(stored.workload.metadata.annotations.get(GENERATION_ANNOTATION));
            number(labels.get(GENERATION_LABEL)).is_some_and(|of_pod| match current {
                Some(current) => of_pod < current,
                // A set without a generation gets the first one. Upstream then compares the hash of the template; here the images are compared.
                None => of_pod != 1 && has_other_images(pod, &stored.workload.spec.template),
            })
        }
        _ => false,
    }
}

/// Whether a container of the template has another image in the pod.
fn has_other_images(pod: &Pod, template: &PodTemplate) -> bool {
    template.spec.containers.iter().any(|container| {
        let of_pod = pod.spec.containers.iter().find(|other| other.name == container.name);
        of_pod.is_none_or(|other| other.image != container.image)
    })
}

/// The template from which a workload created a pod, as far as the pod shows it.
fn template_of_pod(pod: &Pod, current: &PodTemplate) -> PodTemplate {
    let mut template = PodTemplate { spec: pod.spec.clone(), ..current.clone() };
    template.spec.node_name = Str::default();
    // The pod's own claims come from the set's volumeClaimTemplates.
    let own_suffix = format!("-{}", pod.metadata.name);
    template.spec.volumes.retain(|volume| {
        let source = volume.persistent_volume_claim.as_ref();
        source.is_none_or(|source| !source.claim_name.ends_with(&own_suffix))
    });
    template
}

/// The key of a workload in the index `by_selector`.
fn selector_key(workload: &Workload) -> (Str, Option<Label>) {
    let labels = workload.spec.selector.as_ref().map(|selector| &selector.match_labels);
    let first = labels.and_then(|labels| labels.iter().next());
    (workload.metadata.namespace.clone(), first.map(|(key, value)| (key.clone(), value.clone())))
}

impl Workloads {
    pub(crate) fn is_empty(&self) -> bool {
        self.by_id.is_empty()
    }

    /// Whether a workload of this kind exists.
    pub(crate) fn has_kind(&self, kind: WorkloadKind) -> bool {
        self.by_id.values().any(|stored| stored.kind == kind)
    }

    /// Applies a change that makes no new revision to all workloads of a namespace, or to all if `namespace` is `None`.
    pub(crate) fn update_all(&mut self, namespace: Option<&Str>, mut change: impl FnMut(&mut Workload)) {
        for stored in self.by_id.values_mut() {
            if namespace.is_none_or(|namespace| stored.workload.metadata.namespace == *namespace) {
                change(Rc::make_mut(&mut stored.workload));
                stored.templates[stored.revision] = Rc::new(stored.workload.spec.template.clone());
            }
        }
    }

    pub(crate) fn insert(&mut self, kind: WorkloadKind, workload: Rc<Workload>) -> WorkloadId {
        let owner = workload.metadata.controller().filter(|owner| owner.kind == WorkloadKind::Deployment.name());
        let owner = owner.and_then(|owner| self.find_owner_uid(&workload.metadata.namespace, owner));
        self.next_id += 1;
        let id = self.next_id;
        if let Some(owner) = &owner {
            self.by_deployment.or_default(owner.clone()).insert(id);
        }
        self.by_name.insert((kind, NamespacedName::of(&workload.metadata)), id);
        self.by_uid.insert(workload.metadata.uid.clone(), id);
        if kind == WorkloadKind::Deployment {
            self.adopt_replica_sets(&workload);
        } else {
            self.by_selector.or_default(selector_key(&workload)).insert(id);
        }
        self.by_id.insert(id, StoredWorkload::new(kind, workload, owner));
        id
    }

    /// Replaces a workload's spec and finalizers, and sets its current revision.
    pub(crate) fn update(&mut self, id: WorkloadId, spec: WorkloadSpec, finalizers: Vec<Str>) -> Option<Rc<Workload>> {
        let stored = self.by_id.get_mut(&id)?;
        let before = selector_key(&stored.workload);
        let workload = Rc::make_mut(&mut stored.workload);
        workload.spec = spec;
        workload.metadata.finalizers = finalizers;
        stored.update_template();
        let workload = Rc::clone(&stored.workload);
        if self.by_selector.get_mut(&before).is_some_and(|ids| ids.remove(&id)) {
            self.by_selector.or_default(selector_key(&workload)).insert(id);
        }
        Some(workload)
    }

    /// Sets the deletion timestamp of a workload that a finalizer keeps. Returns whether one does.
    pub(crate) fn mark_held_deletion(&mut self, id: WorkloadId, stamp: Time) -> bool {
        let Some(stored) = self.by_id.get_mut(&id) else { return false };
        let is_held = stored.workload.metadata.foreign_finalizer().is_some();
        if is_held {
            Rc::make_mut(&mut stored.workload).metadata.deletion_timestamp.get_or_insert(stamp);
        }
        is_held
    }

    pub(crate) fn remove(&mut self, id: WorkloadId) -> Option<StoredWorkload> {
        let stored = self.by_id.remove(&id)?;
        self.by_name.remove(&(stored.kind, NamespacedName::of(&stored.workload.metadata)));
        self.by_uid.remove(&stored.workload.metadata.uid);
        if let Some(ids) = self.by_selector.get_mut(&selector_key(&stored.workload)) {
            ids.remove(&id);
        }
        if let Some(siblings) = stored.owner.as_ref().and_then(|owner| self.by_deployment.get_mut(owner)) {
            siblings.remove(&id);
        }
        Some(stored)
    }

    /// The number of a Deployment's template; a new template gets the next number, at least `least`.
    pub(crate) fn number_template(&mut self, deployment: NamespacedName, template: &PodTemplate, least: u64) -> u64 {
        let templates = self.deployment_templates.or_default(deployment);
        if let Some((_, number)) = templates.iter().find(|(other, _)| **other == *template) {
            return *number;
        }
        let number = templates.last().map_or(0, |(_, last)| last + 1).max(least);
        templates.push((Rc::new(template.clone()), number));
        number
    }

    /// The oldest workload in the pod's namespace for which `selects` holds. Only workloads whose selector's first label the pod has are tried.
    pub(crate) fn find_claimant(
        &self,
        pod: &Pod,
        selects: impl Fn(WorkloadKind, &Workload) -> bool,
    ) -> Option<Claimant> {
        let labels = pod.metadata.labels.iter().map(|(key, value)| Some((key.clone(), value.clone())));
        let places = labels.chain([None]).map(|label| (pod.metadata.namespace.clone(), label));
        let ids = places.filter_map(|place| self.by_selector.get(&place)).flatten();
        let stored = ids.filter_map(|id| Some((id, self.by_id.get(id)?)));
        let selecting = stored.filter(|(_, stored)| selects(stored.kind, &stored.workload));
        let (id, stored) = selecting.min_by_key(|(id, _)| **id)?;
        Some(Claimant { id: *id, kind: stored.kind, workload: Rc::clone(&stored.workload) })
    }

    /// Sets a new Deployment as the owner of the `ReplicaSets` that refer to it; they may have been created before it.
    fn adopt_replica_sets(&mut self, deployment: &Workload) {
        for (id, stored) in self.by_id.iter_mut().filter(|(_, stored)| stored.owner.is_none()) {
            let reference = stored.workload.metadata.controller().filter(|owner| {
                owner.kind == WorkloadKind::Deployment.name()
                    && owner.name == deployment.metadata.name
                    && stored.workload.metadata.namespace == deployment.metadata.namespace
            });
            if reference.is_some_and(|reference| refers_to(&reference.uid, &deployment.metadata.uid)) {
                stored.owner = Some(deployment.metadata.uid.clone());
                self.by_deployment.or_default(deployment.metadata.uid.clone()).insert(*id);
            }
        }
    }

    /// The workload that an owner reference refers to.
    pub(crate) fn find_owner(&self, namespace: &str, owner: &api::OwnerReference) -> Option<WorkloadId> {
        let kind = owner.workload()?;
        let id = self.find_by_name(kind, &NamespacedName::new(namespace, &owner.name))?;
        refers_to(&owner.uid, &self.by_id.get(&id)?.workload.metadata.uid).then_some(id)
    }

    /// The uid of the workload that an owner reference refers to.
    fn find_owner_uid(&self, namespace: &str, owner: &api::OwnerReference) -> Option<Str> {
        let id = self.find_owner(namespace, owner)?;
        self.by_id.get(&id).map(|stored| stored.workload.metadata.uid.clone())
    }

    /// Indexes a pod under the workload that manages it, and returns the uid of that workload.
    pub(crate) fn index_pod(&mut self, pod: &Pod, key: &NamespacedName) -> Option<Str> {
        let owner = self.find_owner_uid(&pod.metadata.namespace, pod.metadata.controller()?)?;
        self.pods_by_owner.or_default(owner.clone()).insert(key.clone());
        Some(owner)
    }

    /// Removes a pod that is deleted or released from its owner's index.
    pub(crate) fn unindex_pod(&mut self, owner: &Str, key: &NamespacedName) {
        if let Some(stored) = self.by_uid.get(owner).and_then(|id| self.by_id.get_mut(id)) {
            stored.pod_revisions.remove(key);
        }
        if let Some(pods) = self.pods_by_owner.get_mut(owner) {
            pods.remove(key);
            if pods.is_empty() {
                self.pods_by_owner.remove(owner);
            }
        }
    }

    /// Records that a pod which exists at the start of the run has an older template, as its labels show. The template is derived from the pod, since
    /// nothing else has it.
    pub(crate) fn set_revision_of_existing_pod(&mut self, owner: &Str, pod: &Pod, key: &NamespacedName) {
        let Some(id) = self.id_of_uid(owner) else { return };
        let Some(stored) = self.by_id.get_mut(&id).filter(|stored| is_of_older_template(stored, pod)) else { return };
        let template = Rc::new(template_of_pod(pod, &stored.workload.spec.template));
        let revision = stored.templates.iter().position(|other| *other == template).unwrap_or_else(|| {
            stored.templates.push(template);
            stored.templates.len() - 1
        });
        if pod.metadata.labels.get(REVISION_HASH_LABEL) == Some(&stored.workload.status.current_revision) {
            stored.last_revision = revision;
        }
        stored.pod_revisions.insert(key.clone(), revision);
    }

    /// Records that a pod has another template than the first one.
    pub(crate) fn set_pod_revision(&mut self, id: WorkloadId, pod: NamespacedName, revision: usize) {
        if let Some(stored) = self.by_id.get_mut(&id) {
            stored.pod_revisions.insert(pod, revision);
        }
    }

    pub(crate) fn get(&self, id: WorkloadId) -> Option<&StoredWorkload> {
        self.by_id.get(&id)
    }

    pub(crate) fn get_mut(&mut self, id: WorkloadId) -> Option<&mut StoredWorkload> {
        self.by_id.get_mut(&id)
    }

    pub(crate) fn find_by_name(&self, kind: WorkloadKind, key: &NamespacedName) -> Option<WorkloadId> {
        self.by_name.get(&(kind, key.clone())).copied()
    }

    pub(crate) fn ids(&self) -> impl Iterator<Item = WorkloadId> {
        self.by_id.keys().copied()
    }

    pub(crate) fn id_of_uid(&self, uid: &Str) -> Option<WorkloadId> {
        self.by_uid.get(uid).copied()
    }

    pub(crate) fn by_uid(&self, uid: &Str) -> Option<&StoredWorkload> {
        self.by_id.get(self.by_uid.get(uid)?)
    }

    /// The `ReplicaSets` of a Deployment, in the order of their creation.
    pub(crate) fn replica_sets_of(&self, deployment: &Str) -> Vec<WorkloadId> {
        self.by_deployment.get(deployment).into_iter().flatten().copied().collect()
    }

    /// Keys of the pods that a workload manages, sorted.
    pub(crate) fn pods_of(&self, owner: &Str) -> Vec<NamespacedName> {
        self.pods_by_owner.get(owner).into_iter().flatten().cloned().collect()
    }
}

/// Whether a reference with this uid refers to the object with `uid`. Manifests often have references without uids, and objects without uids (which
/// then get a derived one) beside references with one: in both cases the name decides.
fn refers_to(reference: &Str, uid: &Str) -> bool {
    reference.is_empty() || reference == uid || uid.starts_with("uid-")
}

#[cfg(test)]
mod tests {
    use api::{Container, ObjectMeta, OwnerReference};

    use super::*;

    fn workload(namespace: &str, name: &str, uid: &str) -> Workload {
        let metadata =
            ObjectMeta { namespace: namespace.into(), name: name.into(), uid: uid.into(), ..ObjectMeta::default() };
        Workload { metadata, ..Workload::default() }
    }

    #[test]
    fn a_deployment_owns_the_replica_sets_that_refer_to_it() {
        for (kind, name, uid, namespace, is_owned) in [
            ("Deployment", "web", "d-1", "default", true),
            ("Deployment", "web", "", "default", true),
            ("Deployment", "api", "d-1", "default", false),
            ("Deployment", "web", "d-0", "default", false),
            ("Deployment", "web", "d-1", "other", false),
            ("Rollout", "web", "d-1", "default", false),
        ] {
            let owner = OwnerReference {
                kind: kind.into(),
                name: name.into(),
                uid: uid.into(),
                controller: Some(true),
                ..OwnerReference::default()
            };
            let mut set = workload(namespace, "web-5d8", "r-1");
            set.metadata.owner_references.push(owner);
            let (set, deployment) = (Rc::new(set), Rc::new(workload("default", "web", "d-1")));
            for is_set_first in [false, true] {
                let mut workloads = Workloads::default();
                let mut created =
                    [(WorkloadKind::Deployment, Rc::clone(&deployment)), (WorkloadKind::ReplicaSet, Rc::clone(&set))];
                if is_set_first {
                    created.reverse();
                }
                for (kind, workload) in created {
                    workloads.insert(kind, workload);
                }
                let stored = workloads.by_uid(&"r-1".into()).expect("the set was created");
                let expected = is_owned.then(|| Str::from("d-1"));
                assert_eq!(stored.owner, expected, "{kind} {name} {uid} {namespace} {is_set_first}");
            }
        }
    }

    #[test]
    fn pods_of_an_older_template_are_known_by_generation_hash_or_image() {
        let container = |image: &str| Container { name: "c".into(), image: image.into(), ..Container::default() };
        let is_older = |kind: WorkloadKind, current: &str, label: (&str, &str), image: &str| {
            let mut stored = workload("default", "w", "w-1");
            stored.spec.template.spec.containers.push(container("new"));
            stored.status.update_revision = current.into();
            if !current.is_empty() {
                stored.metadata.annotations.insert(GENERATION_ANNOTATION.into(), current.into());
            }
            let mut pod = Pod::default();
            pod.metadata.labels.insert(label.0.into(), label.1.into());
            pod.spec.containers.push(container(image));
            is_of_older_template(&StoredWorkload::new(kind, Rc::new(stored), None), &pod)
        };
        for (current, generation, image, expected) in [
            ("3", "2", "new", true),
            ("3", "3", "old", false),
            ("3", "4", "old", false),
            // Without an annotation, a set has the first generation.
            ("", "1", "old", false),
            ("", "2", "new", false),
            ("", "2", "old", true),
            ("", "0", "old", true),
            ("3", "none", "old", false),
        ] {
            let label = (GENERATION_LABEL, generation);
            assert_eq!(
                is_older(WorkloadKind::DaemonSet, current, label, image),
                expected,
                "{current} {generation} {image}"
            );
            assert!(!is_older(WorkloadKind::ReplicaSet, current, label, image));
        }
        for (current, hash, expected) in [("h2", "h1", true), ("h2", "h2", false), ("", "h1", false)] {
            let label = (REVISION_HASH_LABEL, hash);
            assert_eq!(is_older(WorkloadKind::StatefulSet, current, label, "old"), expected, "{current} {hash}");
        }
    }
}
