//! Admission of workloads, which create pods from a template.

use api::{Kind, Workload};
use findings::{AdmissionProblem as Refusal, NameForm, Notice};

use super::{
    Admitter, admit_meta, create_only,
    fault::{Fault, check_int_or_percent, check_labels, check_number, check_selector, is_zero_share, new_fault},
};

impl Admitter<'_> {
    pub(super) fn admit_workload(
        &self,
        kind: Kind,
        workload: &mut Workload,
        assumed: &mut Vec<Notice>,
        faults: &mut Vec<Fault>,
    ) {
        let is_new = workload.metadata.uid.is_empty();
        admit_meta(&mut workload.metadata, NameForm::Subdomain, "default", faults);
        let spec = &mut workload.spec;
        if is_new {
            self.note_own_priority(&spec.template.spec, kind, "spec.template.spec", assumed);
            create_only::check_create_only(&spec.template.spec, "spec.template.spec", assumed, faults);
        }
        for (name, count) in [
            ("replicas", spec.replicas),
            ("parallelism", spec.parallelism),
            ("completions", spec.completions),
            ("backoffLimit", spec.backoff_limit),
        ] {
            check_number(count.unwrap_or(0), 0, i32::MAX.into(), format!("spec.{name}"), faults);
        }
        let rolling = &spec.strategy.rolling_update;
        check_int_or_percent(rolling.max_surge.as_ref(), None, "spec.strategy.rollingUpdate.maxSurge", faults);
        check_int_or_percent(
            rolling.max_unavailable.as_ref(),
            Some(100),
            "spec.strategy.rollingUpdate.maxUnavailable",
            faults,
        );
        // An absent value defaults to 25 %.
        if [&rolling.max_surge, &rolling.max_unavailable]
            .iter()
            .all(|int_or_string| int_or_string.as_ref().is_some_and(is_zero_share))
        {
            faults.push(new_fault("spec.strategy.rollingUpdate.maxUnavailable", Refusal::NoWayToRoll));
        }
        check_selector(spec.selector.as_ref(), "spec.selector", faults);
        check_labels(&spec.template.metadata.labels, "spec.template.metadata.labels", faults);
        if spec.selector.as_ref().is_some_and(|selector| !selector.matches(&spec.template.metadata.labels)) {
            faults.push(new_fault("spec.selector", Refusal::SelectsOthers));
        }
        let (template, namespace) = (&mut spec.template.spec, &workload.metadata.namespace);
        if self.rules.limits.may_change(namespace, template) {
            // Other limit ranges and runtime classes may be created during the run.
            let mut plain = template.clone();
            let class = std::mem::take(&mut plain.runtime_class_name);
            self.admit_spec(&mut plain, None, "", &mut Vec::new(), &mut Vec::new());
            plain.runtime_class_name = class;
            spec.original_pod_spec = Some(Box::new(plain));
        }
        self.admit_spec(template, Some(namespace), "spec.template.spec", assumed, faults);
        // The API server accepts the workload, and then rejects its pods.
        let mut pod_refusals = Vec::new();
        if let Some(rare) = self.rules.rare_admission {
            (rare.check_limits)(&self.rules.limits, template, namespace, "", &mut pod_refusals);
        }
        spec.has_refused_pods = !pod_refusals.is_empty();
        assumed.extend(pod_refusals.into_iter().filter_map(|fault| match fault.refusal {
            Refusal::LimitRange(breach) => Some(Notice::PodsRefused(breach)),
            _ => None,
        }));
    }
}
