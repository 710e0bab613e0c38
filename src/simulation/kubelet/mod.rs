//! The kubelets: they start and stop the containers of pods, and report how their nodes are.

pub(crate) mod state;

use api::{Kind, Millis, NamespacedName, PodPhase, Str, WorkloadKind, annotations::RUN_SECONDS};
use runlog::EventKind;

use self::state::Kubelets;
use super::{
    action::Readiness,
    client::Component,
    node_conditions::{report_conditions, set_condition_taints},
    task::{KubeletTask, PodId},
};

/// How often a kubelet renews its lease.
const LEASE_INTERVAL: Millis = Millis::from_seconds(10);

/// How long a Job's pod runs, unless its template says otherwise.
const DEFAULT_RUN_TIME: Millis = Millis::from_seconds(10);

impl Component<'_, Kubelets> {
    pub(crate) fn run_task(&mut self, task: KubeletTask) {
        match task {
            KubeletTask::FinishDeletion(ref pod) | KubeletTask::StartPod(ref pod)
                if !self.is_kubelet_responsive(&pod.key) =>
            {
                self.state_mut().postponed.insert(task);
            }
            KubeletTask::FinishDeletion(pod) => self.remove_pod(&pod.key),
            KubeletTask::StartPod(pod) => self.start_pod(&pod.key),
            KubeletTask::CompletePod(pod) => self.report_succeeded_pod(&pod.key),
        }
    }

    /// Whether a kubelet is there to do something with the pod.
    fn is_kubelet_responsive(&self, key: &NamespacedName) -> bool {
        let node = self.pod(key).and_then(|record| record.node());
        let Some(node) = node.and_then(|node| self.node(node)) else { return true };
        !self.state().silent.contains(&node.metadata.name) && Readiness::of_node(node) != Readiness::Unreachable
    }

    /// A pod is created on a node: its containers may run already.
    pub(crate) fn handle_pod_added(&mut self, key: &NamespacedName) {
        let phase = self.pod(key).map(|record| &record.pod().status.phase);
        if matches!(phase, Some(PodPhase::Unset | PodPhase::Pending)) {
            self.handle_pod_bound(key);
        }
    }

    /// The kubelet sees a pod on its node and begins to create its containers.
    pub(crate) fn handle_pod_bound(&mut self, key: &NamespacedName) {
        let delay = self.settings().timings.start;
        if delay.is_zero() {
            return self.start_pod(key);
        }
        self.emit(EventKind::Creating(key.clone()));
        if let Some(id) = self.pod_id(key) {
            let at = self.now() + delay;
            self.schedule(at, KubeletTask::StartPod(id));
        }
    }

    /// All containers run.
    fn start_pod(&mut self, key: &NamespacedName) {
        let Some(record) = self.pod(key) else { return };
        if record.pod().is_terminating() {
            return;
        }
        // The kubelet sees the pod when it is bound; that is its start, in whole seconds, as all API times are.
        let seen_at = self.now().saturating_since(self.settings().timings.start);
        let start = self.settings().wall_clock(seen_at).div_euclid(1000) * 1000;
        let state = self.state_mut();
        state.addresses += 1;
        let ip = format!("10.244.{}.{}", state.addresses / 250, state.addresses % 250 + 2).into();
        self.report_running_pod(key, start, ip);
        self.schedule_completion(key);
    }

    /// A Job's pod comes to its end some time after it began to run.
    fn schedule_completion(&mut self, key: &NamespacedName) {
        let (Some(record), Some(id)) = (self.pod(key), self.pod_id(key)) else { return };
        let pod = record.pod();
        if pod.metadata.controller().is_some_and(|owner| owner.workload() == Some(WorkloadKind::Job)) {
            let seconds = pod.metadata.annotations.get(RUN_SECONDS).and_then(|text| text.parse().ok());
            let run_time = seconds.map_or(DEFAULT_RUN_TIME, Millis::from_seconds);
            let at = self.now() + run_time;
            self.schedule(at, KubeletTask::CompletePod(id));
        }
    }

    /// A pod is being deleted: its containers get until then to stop. A kubelet that is silent hears of it when it is back, and gives the pod
    /// all of its time then.
    pub(crate) fn handle_pod_terminating(&mut self, key: &NamespacedName, until: Millis) {
        if !self.is_kubelet_responsive(key) {
            if let Some(id) = self.pod_id(key) {
                self.state_mut().unheard_deletions.insert(id);
            }
            return;
        }
        self.record_message(Kind::Pod, key, false, "Killing", "Stopping container".into());
        if let Some(id) = self.pod_id(key) {
            self.schedule(until, KubeletTask::FinishDeletion(id));
        }
    }

    pub(crate) fn handle_node_deleted(&mut self, node: &Str) {
        self.state_mut().silent.remove(node);
    }

    pub(crate) fn handle_pod_removed(&mut self, pod: &PodId) {
        self.state_mut().unheard_deletions.remove(pod);
        let postponed = &mut self.state_mut().postponed;
        postponed.retain(|task| match task {
            KubeletTask::FinishDeletion(other) | KubeletTask::StartPod(other) | KubeletTask::CompletePod(other) => {
                other != pod
            }
        });
    }

    /// A machine fails or recovers: its kubelet says that the node is ready, or that it is not; or it says nothing from now on.
    ///
    /// A report counts at once: the condition changes, and with it the `NoSchedule` taint. Pods stay ready, since their own
    /// kubelet still runs them. Silence is noticed later, by the node lifecycle controller.
    pub(crate) fn handle_machine_state(&mut self, node: &Str, readiness: Readiness) {
        let now = self.now();
        if readiness == Readiness::Unreachable {
            self.state_mut().silent.insert(node.clone());
            // Its last heartbeat was before this moment.
            let last_renewal = now.saturating_since(Millis::new(1)).round_down_to(LEASE_INTERVAL);
            return self.deliver_lease_expiring(node, last_renewal);
        }
        let was_silent = self.state_mut().silent.remove(node);
        self.deliver_lease_renewed(node);
        let before = self.node_readiness(node);
        if before != Some(readiness) {
            self.edit_node(node, |node| {
                report_conditions(node, readiness);
                set_condition_taints(node);
            });
            let reason = if readiness == Readiness::Ready { "NodeReady" } else { "NodeNotReady" };
            self.record_message(Kind::Node, node, false, reason, format!("Node {node} status is now: {reason}").into());
        }
        if was_silent || before == Some(Readiness::Unreachable) {
            for key in self.pods_on(node) {
                self.mark_pod_ready(&key, true);
            }
            self.wake_controllers();
            for task in std::mem::take(&mut self.state_mut().postponed) {
                self.schedule(now, task);
            }
            for pod in std::mem::take(&mut self.state_mut().unheard_deletions) {
                let Some(record) = self.pod(&pod.key) else { continue };
                let grace = record.pod().metadata.deletion_grace_period_seconds.unwrap_or(0);
                // Kubelets of other nodes may still be silent.
                self.handle_pod_terminating(&pod.key, now + Millis::from_signed_seconds(grace));
            }
        }
    }
}
