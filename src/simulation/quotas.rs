//! Quotas, limit ranges and runtime classes in a run: what people and controllers would make beyond quotas is refused, and all hold from
//! the moment at which they come. What is there stays.

use api::{
    Millis, NamespacedName, PersistentVolumeClaim, Pod, StorageObject, Str, admission::QuotaLedger, problem::Forbidden,
};
use runlog::UpstreamMessage;

use super::{action::Action, agenda::Task, controllers::WorkloadId, state::Simulation};
use api::WorkloadKind;

impl Simulation {
    /// A person creates a pod.
    pub(super) fn request_pod_creation(&mut self, pod: Pod) {
        let class = &pod.spec.priority_class_name;
        let is_known = class.is_empty()
            || class.starts_with("system-")
            || self.classes.iter().any(|item| item.metadata.name == *class);
        if !is_known {
            let name = &pod.metadata.name;
            let text = format!("pods {name:?} is forbidden: no PriorityClass with name {class} was found");
            return self.print_line(true, format!("Error from server (Forbidden): {text}"));
        }
        let refused = self.quotas.check_pod(&pod.metadata.namespace, &pod.spec).map_err(Forbidden::Quota).err();
        match refused {
            Some(why) => {
                let text = self.forbidden_message("pods", &pod.metadata.name, &why);
                self.print_line(true, format!("Error from server (Forbidden): {text}"));
            }
            None => self.create_pod(pod, Str::default()),
        }
    }

    /// A person makes an object of storage, or changes it.
    pub(super) fn request_storage(&mut self, object: StorageObject) {
        if let StorageObject::Claim(claim) = &object
            && self.objects.storage.claim(&claim.metadata.namespace, &claim.metadata.name).is_none()
            && let Err(why) = self.check_claim_quota(claim)
        {
            let text = self.forbidden_message("persistentvolumeclaims", &claim.metadata.name, &why);
            return self.print_line(true, format!("Error from server (Forbidden): {text}"));
        }
        self.apply_storage(object);
    }

    /// A quota, a limit range or a runtime class comes, changes or goes.
    pub(super) fn change_admission_rules(&mut self, action: Action) {
        match action {
            Action::ApplyQuota(quota) => {
                let pods = self.pods.values().map(|state| &*state.info.pod);
                let claims = self.objects.storage.claims.values().map(|claim| &**claim);
                self.quotas.put_quota(*quota, pods, claims);
            }
            Action::DeleteQuota(namespace, name) => self.quotas.remove(&namespace, &name),
            Action::ApplyLimits(range) => {
                let namespace = range.metadata.namespace.clone();
                self.limits.put_range(*range);
                self.readmit_templates(Some(&namespace));
            }
            Action::DeleteLimits(namespace, name) => {
                self.limits.remove(&namespace, &name);
                self.readmit_templates(Some(&namespace));
            }
            Action::ApplyRuntime(class) => {
                self.limits.runtimes.put_class(*class);
                self.readmit_templates(None);
            }
            Action::DeleteRuntime(name) => {
                self.limits.runtimes.remove(&name);
                self.readmit_templates(None);
            }
            _ => return,
        }
        // What was refused may be let in now.
        self.touch_controllers();
        self.queue_volume_controllers();
    }

    /// Controllers keep templates as limit ranges and runtime classes would have their pods, so that nothing is looked up for each pod.
    fn readmit_templates(&mut self, namespace: Option<&Str>) {
        let limits = &self.limits;
        self.workloads.update_all(namespace, |workload| {
            limits.readmit_workload(workload, &mut Vec::new());
        });
        self.workloads.queue_all();
    }

    /// No quota refuses anything any more.
    pub fn remove_quotas(&mut self) {
        self.quotas = QuotaLedger::default();
    }

    /// Whether a quota refuses a pod of a workload. Then the controller says so, once for each reason.
    pub(super) fn is_pod_refused(&mut self, number: WorkloadId, name: Option<&String>) -> bool {
        let Some(entry) = self.workloads.get(number).filter(|_| !self.quotas.is_empty()) else { return false };
        let (namespace, template) = (&entry.workload.metadata.namespace, &entry.workload.spec.template.spec);
        let refused = self.quotas.check_pod(namespace, template).map_err(Forbidden::Quota).err();
        let Some(why) = refused else { return false };
        if self.record_refusal(number, Some(&why)) {
            let name = self.next_pod_name(number, name.cloned());
            let text = self.forbidden_message("pods", &name, &why);
            self.report_failed_create(number, &name, None, &text);
        }
        self.schedule_retry(number);
        true
    }

    /// A controller could not do what it wanted, and comes back to the workload after a wait that doubles each time, or when anything
    /// about the workload changes. That room in a quota becomes free is nothing that it hears of. Upstream: `AddRateLimited` with
    /// `DefaultTypedControllerRateLimiter`; the Job controller has a limit of its own (`DefaultJobApiBackOff`).
    fn schedule_retry(&mut self, number: WorkloadId) {
        let Some(entry) = self.workloads.get_mut(number) else { return };
        let (first, longest) = match entry.kind {
            WorkloadKind::Job => (Millis::from_seconds(1), Millis::from_seconds(60)),
            _ => (Millis::new(5), Millis::from_seconds(1000)),
        };
        let wait = (first * (1 << entry.failures.min(20))).min(longest);
        // For each pod that begins to run it looks, and fails, twice: for the pod, and for the number of ready pods in the workload's status.
        entry.failures = entry.failures.saturating_add(std::mem::take(&mut entry.started).saturating_mul(2).max(1));
        let (at, before) = (self.now + wait, entry.retry_at);
        // A wait that ends earlier stands.
        if before > self.now && before <= at {
            return;
        }
        (entry.retry_at, entry.backoff) = (at, wait);
        self.agenda.cancel(before, &Task::Retry(number));
        self.agenda.add(at, Task::Retry(number));
    }

    /// Whether a controller would get a pod now that was refused to it, when it tries again.
    pub(super) fn has_room_for_refused(&self) -> bool {
        self.workloads.entries().any(|entry| {
            let (namespace, spec) = (&entry.workload.metadata.namespace, &entry.workload.spec);
            entry.quota_refusal.is_some()
                && spec.volume_claim_templates.is_empty()
                && self.quotas.check_pod(namespace, &spec.template.spec).is_ok()
        })
    }

    /// Whether a claim may be made.
    ///
    /// # Errors
    /// What refuses it: a limit range is asked before any quota.
    pub(super) fn check_claim_quota(&self, claim: &PersistentVolumeClaim) -> Result<(), Forbidden> {
        let breaches = self.limits.claim_breaches(claim);
        if breaches.is_empty() {
            return self.quotas.check_claim(claim).map_err(Forbidden::Quota);
        }
        Err(Forbidden::Limits(breaches))
    }

    /// The controller of ephemeral volumes says that the claim of a pod is refused.
    pub(super) fn report_ephemeral_claim_refused(&mut self, pod: &Pod, volume: &Str, claim: &Str, why: &Forbidden) {
        let text = self.forbidden_message("persistentvolumeclaims", claim, why);
        let text = format!("ephemeral volume {volume}: create PVC {claim}: {text}");
        self.record_message("Pod", &pod.key(), true, "FailedBinding", text.into());
    }

    /// The controller of a stateful set says that the claim of a pod is refused.
    pub(super) fn report_claim_refused(&mut self, number: WorkloadId, pod: &Str, claim: &Str, why: &Forbidden) {
        if self.record_refusal(number, Some(why)) {
            let text = self.forbidden_message("persistentvolumeclaims", claim, why);
            self.report_failed_create(number, pod, Some(claim), &text);
        }
        self.schedule_retry(number);
    }

    fn report_failed_create(&mut self, number: WorkloadId, pod: &str, claim: Option<&Str>, text: &str) {
        let Some(entry) = self.workloads.get(number) else { return };
        let (kind, name) = (entry.kind, entry.workload.metadata.name.clone());
        let stateful_set = (kind == WorkloadKind::StatefulSet).then_some(name.as_str());
        let claim = claim.map(Str::as_str);
        let upstream_message =
            UpstreamMessage::ControllerAction { verb: "Create", pod, stateful_set, claim, error: Some(text) };
        let text = self.profiles[0].wording.render(&upstream_message);
        let about = NamespacedName::of(&entry.workload.metadata);
        self.record_message(kind.name(), &about, true, "FailedCreate", text.into());
    }

    fn forbidden_message(&self, resource: &str, name: &str, why: &Forbidden) -> Str {
        UpstreamMessage::Forbidden { resource, name, reason: why }.render_with(self.profiles[0].wording)
    }

    /// Notes why the pods of a workload are refused, or that none is. Returns whether that is news.
    pub(super) fn record_refusal(&mut self, number: WorkloadId, why: Option<&Forbidden>) -> bool {
        let Some(entry) = self.workloads.get_mut(number) else { return false };
        let is_news = entry.quota_refusal.as_ref() != why;
        entry.quota_refusal = why.cloned();
        is_news
    }
}
