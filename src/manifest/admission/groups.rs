//! Admission of pod groups, and of the `Workload` objects with their templates.
//!
//! Upstream: the strategies of `scheduling.k8s.io/v1alpha2` and the admission plugins `Priority`, `PodGroup` and `PodGroupProtection`.

use api::{DisruptionMode, GangWorkload, POD_GROUP_PROTECTION, PodGroup};
use findings::AdmissionProblem as Refusal;

use super::{Admitter, SYSTEM_CLASSES, fault::new_fault};
use crate::admission::Fault;

impl Admitter<'_> {
    /// Admits a new pod group: gates, defaults, priority, finalizer, and the template that it refers to.
    pub(super) fn admit_group(&self, group: &mut PodGroup, faults: &mut Vec<Fault>) {
        let gates = self.rules.gates;
        group.status = api::PodGroupStatus::default();
        if gates.workload_aware_preemption {
            if group.spec.disruption_mode.is_unset() {
                group.spec.disruption_mode = DisruptionMode::Pod;
            }
            self.admit_group_priority(group, faults);
        }
        let finalizers = &mut group.metadata.finalizers;
        if !finalizers.iter().any(|finalizer| *finalizer == *POD_GROUP_PROTECTION) {
            finalizers.push(POD_GROUP_PROTECTION.into());
        }
        self.check_template(group, faults);
    }

    /// Resolves `priorityClassName` to `priority`, as for pods. The preemption policy of the class is not used.
    fn admit_group_priority(&self, group: &mut PodGroup, faults: &mut Vec<Fault>) {
        let spec = &mut group.spec;
        let name = &spec.priority_class_name;
        let computed = if name.is_empty() {
            self.default_class().map_or(0, |class| class.value)
        } else {
            let class = self.classes.iter().find(|class| class.metadata.name == *name).map(|class| class.value);
            let builtin = SYSTEM_CLASSES.iter().find(|(class, _)| name == class).map(|(_, value)| *value);
            let Some(value) = class.or(builtin) else {
                let message = format!("no PriorityClass with name {name} was found").into();
                faults.push(new_fault("spec.priorityClassName", Refusal::PodGroup { message }));
                return;
            };
            value
        };
        if let Some(given) = spec.priority.filter(|priority| *priority != computed) {
            let message = format!(
                "priority set in the pod group ({given}) must match the priority computed ({computed}) based on the priority class \
                 set in the spec"
            );
            faults.push(new_fault("spec.priority", Refusal::PodGroup { message: message.into() }));
        }
        if name.is_empty()
            && let Some(class) = self.default_class()
        {
            spec.priority_class_name = class.metadata.name.clone();
        }
        spec.priority = Some(computed);
    }

    /// Checks that the `Workload` to which a group refers exists, and has the template.
    fn check_template(&self, group: &PodGroup, faults: &mut Vec<Fault>) {
        let reference = group.spec.pod_group_template_ref.as_ref().and_then(|reference| reference.workload.as_ref());
        let (Some(reference), Some(workloads)) = (reference, &self.rules.workloads) else { return };
        let (name, template) = (&reference.workload_name, &reference.pod_group_template_name);
        let is_named = |workload: &&std::rc::Rc<GangWorkload>| {
            // A `Workload` of the same text may not have been admitted yet.
            let namespace = match workload.metadata.namespace.as_str() {
                "" => "default",
                namespace => namespace,
            };
            workload.metadata.name == *name && group.metadata.namespace == *namespace
        };
        let message = match workloads.iter().find(is_named) {
            None => format!("PodGroup rejected: Workload {name:?} not found"),
            Some(workload) if workload.metadata.deletion_timestamp.is_some() => {
                format!("PodGroup rejected: Workload {name:?} is being deleted")
            }
            Some(workload)
                if workload.spec.pod_group_templates.iter().all(|group_template| group_template.name != *template) =>
            {
                format!("PodGroup rejected: PodGroupTemplate {template:?} not found in Workload {name:?}")
            }
            Some(_) => return,
        };
        faults.push(new_fault("spec.podGroupTemplateRef.workload", Refusal::PodGroup { message: message.into() }));
    }

    /// Fills in the defaults of a `Workload`.
    pub(super) fn default_template_fields(&self, workload: &mut GangWorkload) {
        for template in &mut workload.spec.pod_group_templates {
            if self.rules.gates.workload_aware_preemption && template.disruption_mode.is_unset() {
                template.disruption_mode = DisruptionMode::Pod;
            }
        }
    }
}
