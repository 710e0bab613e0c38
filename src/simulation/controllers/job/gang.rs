//! Gang scheduling of Jobs: the Job controller creates a `Workload` and a `PodGroup` for each eligible Job.

use api::{
    CompletionMode, DisruptionMode, GangPolicy, GangWorkload, GangWorkloadSpec, NamespacedName, ObjectMeta,
    OwnerReference, PodGroup, PodGroupSpec, PodGroupTemplate, PodGroupTemplateReference, SchedulingPolicy, Str,
    TypedReference, Workload, WorkloadKind, WorkloadSpec, WorkloadTemplateReference,
};

use super::{super::pod_control::owner_reference, state::JobController};
use crate::{client::Component, ids::WorkloadId};

const API_VERSION: &str = "scheduling.k8s.io/v1alpha2";

/// The alphabet of hashes in generated names.
const HASH_LETTERS: &[u8] = b"bcdfghjklmnpqrstvwxz2456789";

/// The FNV-1a hash of the parts, in the alphabet of names. Upstream: `fnv.New32a`, `rand.SafeEncodeString`.
fn hash_text(parts: &[&str]) -> String {
    let bytes = parts.iter().flat_map(|part| part.bytes());
    let hash = bytes.fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    let letter = |digit: u8| char::from(HASH_LETTERS[usize::from(digit) % HASH_LETTERS.len()]);
    hash.to_string().bytes().map(letter).collect()
}

/// Upstream: `computeWorkloadName`. Names of Jobs are also label values, so they are short enough not to be truncated.
fn workload_name(job: &ObjectMeta) -> Str {
    format!("{}-{}", job.name, hash_text(&["(types.UID)", &job.uid])).into()
}

/// Upstream: `computePodGroupName`.
fn pod_group_name(workload: &str, template: &str) -> Str {
    format!("{workload}-{template}-{}", hash_text(&[workload, template])).into()
}

/// Whether all pods of an Indexed Job run in parallel and no group is set. Upstream: `IsGangSchedulingCandidate`.
fn is_gang_candidate(spec: &WorkloadSpec) -> bool {
    spec.parallelism.is_some_and(|parallelism| parallelism > 1)
        && spec.completion_mode == CompletionMode::Indexed
        && spec.completions == spec.parallelism
        && spec.template.spec.scheduling_group.is_none()
}

impl Component<'_, JobController> {
    /// An owner reference to the `PodGroup` of a Job's pods, which is created if necessary; `None` if they are scheduled one by one. Upstream:
    /// `ensureWorkloadAndPodGroup`.
    pub(super) fn ensure_pod_group(&mut self, id: WorkloadId, job: &Workload) -> Option<OwnerReference> {
        if !self.settings().gates.workload_with_job || !is_gang_candidate(&job.spec) {
            return None;
        }
        let workload = self.ensure_gang_workload(id, job)?;
        self.ensure_group_of(job, &workload)
    }

    /// The `Workload` of a Job, which is created for a new Job; `None` if it is ambiguous or not the Job's own. Upstream: `getOrCreateWorkload`.
    fn ensure_gang_workload(&mut self, id: WorkloadId, job: &Workload) -> Option<GangWorkload> {
        let meta = &job.metadata;
        let is_for_job = |workload: &&GangWorkload| {
            let reference = workload.spec.controller_ref.as_ref();
            workload.metadata.namespace == meta.namespace
                && reference.is_some_and(|reference| {
                    reference.api_group == "batch" && reference.kind == "Job" && reference.name == meta.name
                })
        };
        let mut matching = self.gang_workloads().filter(is_for_job);
        let (first, second) = (matching.next().cloned(), matching.next());
        let is_only = second.is_none();
        drop(matching);
        let Some(workload) = first else {
            return self.is_new(id, job).then(|| self.create_workload_for_job(id, job));
        };
        let is_own = workload.metadata.controller().is_some_and(|owner| owner.uid == meta.uid);
        (is_only && is_own && workload.spec.pod_group_templates.len() == 1).then_some(workload)
    }

    /// Whether the Job controller has never synced a Job. Upstream: `isNewJob`.
    fn is_new(&self, id: WorkloadId, job: &Workload) -> bool {
        let has_begun = self.state().jobs.get(&id).is_some_and(|status| status.has_begun);
        !has_begun && self.workloads().pods_of(&job.metadata.uid).is_empty()
    }

    fn create_workload_for_job(&mut self, id: WorkloadId, job: &Workload) -> GangWorkload {
        let meta = &job.metadata;
        let gang = GangPolicy { min_count: job.spec.parallelism.unwrap_or(1) };
        let has_mode = self.settings().gates.workload_aware_preemption;
        let template = PodGroupTemplate {
            disruption_mode: if has_mode { DisruptionMode::Pod } else { DisruptionMode::Unset },
            name: format!("{}-pgt-0", meta.name).into(),
            scheduling_policy: SchedulingPolicy { gang: Some(gang), ..SchedulingPolicy::default() },
            ..PodGroupTemplate::default()
        };
        let controller = TypedReference { api_group: "batch".into(), kind: "Job".into(), name: meta.name.clone() };
        let workload = GangWorkload {
            metadata: ObjectMeta {
                name: workload_name(meta),
                namespace: meta.namespace.clone(),
                owner_references: vec![owner_reference(WorkloadKind::Job, job)],
                ..ObjectMeta::default()
            },
            spec: GangWorkloadSpec { controller_ref: Some(controller), pod_group_templates: vec![template] },
        };
        let key = NamespacedName::of(&workload.metadata);
        self.apply_gang_workload(workload.clone());
        let text = format!("Created Workload {} for Job {}", key.name(), meta.name);
        self.record_workload_message(id, false, "WorkloadCreated", text.into());
        self.gang_workload(&key).cloned().unwrap_or(workload)
    }

    /// The `PodGroup` of a Job's `Workload`, created if necessary; `None` if it is ambiguous or not the Job's own. Upstream: `getOrCreatePodGroup`.
    fn ensure_group_of(&mut self, job: &Workload, workload: &GangWorkload) -> Option<OwnerReference> {
        let meta = &workload.metadata;
        let is_of_workload = |group: &&PodGroup| {
            let reference = group.spec.pod_group_template_ref.as_ref();
            let reference = reference.and_then(|reference| reference.workload.as_ref());
            group.metadata.namespace == meta.namespace
                && reference.is_some_and(|reference| reference.workload_name == meta.name)
        };
        let mut matching = self.pod_groups().values().map(AsRef::as_ref).filter(is_of_workload);
        let (first, second) = (matching.next().cloned(), matching.next());
        let is_only = second.is_none();
        drop(matching);
        let group = match first {
            None => self.create_group_of(job, workload)?,
            Some(group) => {
                let is_own = group.metadata.controller().is_some_and(|owner| owner.uid == job.metadata.uid);
                (is_only && is_own).then_some(group)?
            }
        };
        Some(OwnerReference {
            api_version: API_VERSION.into(),
            kind: "PodGroup".into(),
            name: group.metadata.name,
            uid: group.metadata.uid,
            controller: None,
            block_owner_deletion: None,
        })
    }

    fn create_group_of(&mut self, job: &Workload, workload: &GangWorkload) -> Option<PodGroup> {
        let template = workload.spec.pod_group_templates.first()?;
        let meta = &workload.metadata;
        let workload_owner = OwnerReference {
            api_version: API_VERSION.into(),
            kind: "Workload".into(),
            name: meta.name.clone(),
            uid: meta.uid.clone(),
            controller: None,
            block_owner_deletion: None,
        };
        let reference = WorkloadTemplateReference {
            workload_name: meta.name.clone(),
            pod_group_template_name: template.name.clone(),
        };
        let mut group = PodGroup {
            metadata: ObjectMeta {
                name: pod_group_name(&meta.name, &template.name),
                namespace: meta.namespace.clone(),
                owner_references: vec![owner_reference(WorkloadKind::Job, job), workload_owner],
                ..ObjectMeta::default()
            },
            spec: PodGroupSpec {
                pod_group_template_ref: Some(PodGroupTemplateReference { workload: Some(reference) }),
                scheduling_policy: template.scheduling_policy.clone(),
                ..PodGroupSpec::default()
            },
            ..PodGroup::default()
        };
        self.admit_pod_group(&mut group);
        let key = group.key();
        self.apply_pod_group(group);
        self.pod_groups().get(&key).map(|group| (**group).clone())
    }
}

#[cfg(test)]
mod tests {
    use super::{pod_group_name, workload_name};
    use api::{ObjectMeta, POD_GROUP_PROTECTION};
    use runlog::EventKind;

    use crate::test_run::run_until;

    /// The hash of no bytes is the offset basis of FNV-1a, `2166136261`.
    #[test]
    fn hashes_are_written_without_vowels() {
        assert_eq!(super::hash_text(&[]), "65bb57b6b5");
        let job = ObjectMeta { name: "j".into(), uid: "u".into(), ..ObjectMeta::default() };
        assert!(workload_name(&job).starts_with("j-"));
        assert!(pod_group_name("w", "t").starts_with("w-t-"));
    }

    /// Upstream: the admission plugin `Priority`, which handles groups only if the feature gate `WorkloadAwarePreemption` is on.
    #[test]
    fn a_group_gets_the_default_class_with_workload_aware_preemption() {
        for (gate, class, priority) in [("", "", None), (", WorkloadAwarePreemption: true", "normal", Some(5))] {
            let text = format!(
                "{{kind: Node, metadata: {{name: n}}, status: {{allocatable: {{cpu: 4}}}}}}
---
{{kind: PriorityClass, metadata: {{name: normal}}, value: 5, globalDefault: true}}
---
{{kind: Job, metadata: {{name: j}}, spec: {{completions: 2, parallelism: 2, completionMode: Indexed, template: {{spec: {{restartPolicy: Never, containers: [{{name: c}}]}}}}}}}}
---
{{kind: Scenario, release: v1.36, featureGates: {{GenericWorkload: true, GangScheduling: true, WorkloadWithJob: true{gate}}}}}"
            );
            let (_, events) = run_until(&text, 5);
            let group = events.iter().find_map(|event| match &event.what {
                EventKind::PodGroupUpdated(group) => Some(group),
                _ => None,
            });
            let group = group.expect("a group");
            assert_eq!((group.spec.priority_class_name.as_str(), group.spec.priority), (class, priority), "{gate}");
            assert_eq!(group.metadata.finalizers, [POD_GROUP_PROTECTION], "{gate}");
        }
    }
}
