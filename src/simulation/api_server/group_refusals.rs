//! Requests about pod groups that the API server rejects, with kubectl's messages.
//!
//! Upstream: the admission plugins `PodGroup` and `JobValidation`, and the declarative validation of `scheduling.k8s.io/v1alpha2`.

use api::{ApiObject, GangWorkload, Kind, NamespacedName, PodGroup, Workload};

use super::ApiServer;

fn forbidden_message(kind: Kind, name: &str, reason: &str) -> String {
    format!("Error from server (Forbidden): {} {name:?} is forbidden: {reason}", kind.resource_name())
}

/// One message for each changed field of the immutable spec; the flag states whether the field changed.
fn immutable_errors(fields: &[(&str, bool)]) -> Vec<String> {
    let changes = fields.iter().filter(|(_, is_changed)| *is_changed);
    changes.map(|(field, _)| format!("spec.{field}: Invalid value: null: field is immutable")).collect()
}

fn group_change_errors(old: &PodGroup, new: &PodGroup) -> Vec<String> {
    let (was, is) = (&old.spec, &new.spec);
    immutable_errors(&[
        ("podGroupTemplateRef", was.pod_group_template_ref != is.pod_group_template_ref),
        ("schedulingPolicy", was.scheduling_policy != is.scheduling_policy),
        ("schedulingConstraints", was.scheduling_constraints != is.scheduling_constraints),
        ("disruptionMode", was.disruption_mode != is.disruption_mode),
        ("priorityClassName", was.priority_class_name != is.priority_class_name),
    ])
}

fn gang_workload_change_errors(old: &GangWorkload, new: &GangWorkload) -> Vec<String> {
    let (was, is) = (&old.spec, &new.spec);
    immutable_errors(&[
        ("controllerRef", was.controller_ref != is.controller_ref),
        ("podGroupTemplates", was.pod_group_templates != is.pod_group_templates),
    ])
}

impl ApiServer {
    /// The error for a new `PodGroup` whose template doesn't exist.
    pub(super) fn missing_template_error(&self, object: &ApiObject) -> Option<String> {
        let ApiObject::PodGroup(group) = object else { return None };
        let reference = group.spec.pod_group_template_ref.as_ref()?.workload.as_ref()?;
        let (name, template) = (&reference.workload_name, &reference.pod_group_template_name);
        let reason = match self.gang_workloads.get(&NamespacedName::new(&group.metadata.namespace, name)) {
            None => format!("PodGroup rejected: Workload {:?} not found", name.as_str()),
            Some(workload)
                if workload.spec.pod_group_templates.iter().all(|group_template| group_template.name != *template) =>
            {
                format!(
                    "PodGroup rejected: PodGroupTemplate {:?} not found in Workload {:?}",
                    template.as_str(),
                    name.as_str()
                )
            }
            Some(_) => return None,
        };
        Some(forbidden_message(Kind::PodGroup, &group.metadata.name, &reason))
    }

    /// The errors of an update of a `PodGroup` or a `Workload`; `None` if the object is new.
    pub(super) fn group_change_errors(&self, object: &ApiObject) -> Option<Vec<String>> {
        let key = NamespacedName::of(object.metadata());
        match object {
            ApiObject::PodGroup(group) => Some(group_change_errors(self.pod_groups.get(&key)?, group)),
            ApiObject::Workload(workload) => {
                Some(gang_workload_change_errors(self.gang_workloads.get(&key)?, workload))
            }
            _ => None,
        }
    }

    /// The error for a changed parallelism of a Job with a gang-scheduled `PodGroup`, which is immutable. Upstream: `validateParallelismChange`.
    pub(super) fn gang_size_error(&self, old: &Workload, new: &Workload) -> Option<String> {
        if old.spec.parallelism == new.spec.parallelism {
            return None;
        }
        let meta = &old.metadata;
        let is_of_job = |group: &&PodGroup| match &old.spec.template.spec.scheduling_group {
            Some(named) => group.metadata.name == named.pod_group_name,
            None => group.metadata.controller().is_some_and(|owner| owner.uid == meta.uid),
        };
        let groups = self.pod_groups.values().map(AsRef::as_ref);
        let mut groups =
            groups.filter(|group: &&PodGroup| group.metadata.namespace == meta.namespace).filter(is_of_job);
        let gang = groups.find(|group| group.min_count().is_some())?;
        let reason = format!(
            "cannot change parallelism for a Job referencing gang-scheduled PodGroup {:?}",
            gang.metadata.name.as_str()
        );
        Some(forbidden_message(Kind::Job, &meta.name, &reason))
    }
}
