//! `kubectl drain`: cordons a node, evicts its pods and waits for their removal.
//!
//! First, all pods of the node are checked: pods of a DaemonSet and mirror pods are skipped, and some pods stop the whole drain unless a flag allows
//! their removal. Then each pod is evicted independently: a refusal with code 429 is retried after five seconds, any other one is an error; after a
//! granted eviction the pod is polled every second until it is removed. Finally the errors are printed, or that the node is drained. Upstream:
//! `RunDrain`, `GetPodsForDeletion`, `evictPods`, `deletePods` and `waitForDelete` of kubectl; messages are those of its current version, under every
//! release.

use std::rc::Rc;

use api::{Millis, NamespacedName, Pod, Str, WorkloadKind};
use runlog::{Deletion, EvictionAnswer};

use super::state::{DrainState, Kubectl};
use crate::{action::Drain, client::Component, ids::PodId, task::KubectlTask};

/// How long kubectl waits before it retries an eviction. Upstream: `EvictErrorRetryDelay`.
const RETRY_INTERVAL: Millis = Millis::from_seconds(5);

/// How often it polls whether a pod is removed.
const POLL_INTERVAL: Millis = Millis::from_seconds(1);

/// What a drain does with a pod.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DrainVerdict {
    /// Leaves the pod alone.
    Skip,
    /// Leaves the pod alone, with a warning.
    SkipWithWarning(&'static str),
    /// Evicts the pod.
    Evict,
    /// Evicts the pod, with a warning.
    EvictWithWarning(&'static str),
    /// Stops the drain with this error.
    Refuse(&'static str),
}

/// Flags without which a drain stops at some pods.
const IGNORE_DAEMON_SETS: &str = "--ignore-daemonsets";
const DELETE_EMPTY_DIRS: &str = "--delete-emptydir-data";
const FORCE: &str = "--force";

/// A flag, and the pods that stop a drain without it even if all other flags are set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NeededFlag {
    pub flag: &'static str,
    pub pods: Vec<NamespacedName>,
}

impl Drain {
    /// `kubectl drain` of a node without flags.
    #[must_use]
    pub fn without_flags(node: Str) -> Self {
        Self { node, ignore_daemon_sets: false, delete_empty_dirs: false, ..Self::default() }
    }

    /// The flags without which these pods stop a drain.
    #[must_use]
    pub fn needed_flags<'p>(pods: impl IntoIterator<Item = &'p Pod> + Clone) -> Vec<NeededFlag> {
        let all = Self { force: true, ..Self::default() };
        let without_one = [
            (IGNORE_DAEMON_SETS, Self { ignore_daemon_sets: false, ..all.clone() }),
            (DELETE_EMPTY_DIRS, Self { delete_empty_dirs: false, ..all.clone() }),
            (FORCE, Self { force: false, ..all }),
        ];
        let needed = without_one.into_iter().map(|(flag, drain)| {
            let stops_at = |pod: &&Pod| matches!(drain_verdict(&drain, pod), DrainVerdict::Refuse(_));
            NeededFlag { flag, pods: pods.clone().into_iter().filter(stops_at).map(Pod::key).collect() }
        });
        needed.filter(|needed_flag| !needed_flag.pods.is_empty()).collect()
    }

    /// The errors with which the drain stops before it evicts any of these pods, in kubectl's words.
    #[must_use]
    pub fn refusals<'p>(&self, pods: impl IntoIterator<Item = &'p Pod>) -> Vec<Str> {
        let refused = pods.into_iter().filter_map(|pod| match drain_verdict(self, pod) {
            DrainVerdict::Refuse(text) => Some((text, pod.key())),
            _ => None,
        });
        let by_text = group_by_text(refused).into_iter();
        by_text.map(|(text, pods)| format!("cannot delete {text}: {}", pods.join(", ")).into()).collect()
    }
}

/// What a drain does with a pod; the last of upstream's filters that applies decides. Upstream: `makeFilters`.
fn drain_verdict(drain: &Drain, pod: &Pod) -> DrainVerdict {
    let is_over = pod.status.phase.is_over();
    let owner = pod.metadata.controller();
    if !is_over && owner.is_some_and(|owner| owner.workload() == Some(WorkloadKind::DaemonSet)) {
        return match drain.ignore_daemon_sets {
            true => DrainVerdict::SkipWithWarning("ignoring DaemonSet-managed Pods"),
            false => DrainVerdict::Refuse("DaemonSet-managed Pods (use --ignore-daemonsets to ignore)"),
        };
    }
    if pod.is_mirror() {
        return DrainVerdict::Skip;
    }
    let has_local = !is_over && pod.spec.volumes.iter().any(|volume| volume.empty_dir.is_some());
    if has_local && !drain.delete_empty_dirs {
        return DrainVerdict::Refuse("Pods with local storage (use --delete-emptydir-data to override)");
    }
    match owner.is_some() || is_over {
        true => DrainVerdict::Evict,
        false if drain.force => DrainVerdict::EvictWithWarning("deleting Pods that declare no controller"),
        false => DrainVerdict::Refuse("Pods that declare no controller (use --force to override)"),
    }
}

/// Groups pods by text, in the order in which the texts occur first.
fn group_by_text(
    iterator: impl Iterator<Item = (&'static str, NamespacedName)>,
) -> Vec<(&'static str, Vec<NamespacedName>)> {
    let mut all: Vec<(&str, Vec<NamespacedName>)> = Vec::new();
    for (text, pod) in iterator {
        match all.iter_mut().find(|(other, _)| *other == text) {
            Some((_, pods)) => pods.push(pod),
            None => all.push((text, vec![pod])),
        }
    }
    all
}

impl Component<'_, Kubectl> {
    fn drain_verdicts(&self, drain: &Drain) -> Vec<(Rc<Pod>, DrainVerdict)> {
        let keys = self.pods_on(&drain.node);
        let pods = keys.iter().filter_map(|key| self.pod(key)).map(|record| Rc::clone(record.pod()));
        pods.map(|pod| (Rc::clone(&pod), drain_verdict(drain, &pod))).collect()
    }

    /// Starts a drain.
    pub(super) fn start_drain(&mut self, drain: &Drain) {
        let node = &drain.node;
        let cordoned = self.node(node).is_some_and(|node| node.spec.unschedulable);
        if !cordoned {
            self.cordon_node(node, true);
        }
        self.print_line(false, format!("node/{node} {}cordoned", if cordoned { "already " } else { "" }));
        let verdicts = self.drain_verdicts(drain);
        let errors = drain.refusals(verdicts.iter().map(|(pod, _)| &**pod));
        if !errors.is_empty() {
            return self.print_errors(node, &errors);
        }
        let warnings = group_by_text(verdicts.iter().filter_map(|(pod, verdict)| match verdict {
            DrainVerdict::SkipWithWarning(text) | DrainVerdict::EvictWithWarning(text) => Some((*text, pod.key())),
            _ => None,
        }));
        if !warnings.is_empty() {
            let texts: Vec<String> =
                warnings.into_iter().map(|(text, pods)| format!("{text}: {}", pods.join(", "))).collect();
            self.print_line(true, format!("Warning: {}", texts.join("; ")));
        }
        let evicted = verdicts
            .iter()
            .filter(|(_, verdict)| matches!(verdict, DrainVerdict::Evict | DrainVerdict::EvictWithWarning(_)));
        let evicted: Vec<PodId> =
            evicted.map(|(pod, _)| PodId { key: pod.key(), uid: pod.metadata.uid.clone() }).collect();
        let deadline = drain.timeout.map(|timeout| self.now() + timeout);
        let pods = evicted.iter().map(|pod| (pod.clone(), None)).collect();
        let state = self.state_mut();
        state.drains_started += 1;
        let number = state.drains_started;
        state
            .drains
            .insert(number, DrainState { drain: drain.clone(), gives_up_at: deadline, pods, errors: Vec::new() });
        if let Some(deadline) = deadline {
            self.schedule(deadline, KubectlTask::TimeOutDrain(number));
        }
        for pod in &evicted {
            if drain.disable_eviction {
                self.wait_for_pod(number, pod);
                self.delete_pod_with_grace(&pod.key, Deletion::Deleted, drain.grace);
            } else {
                self.evict_for_drain(number, pod);
            }
        }
        self.end_drain(number);
    }

    /// Requests the eviction of a pod by name, so that a retry may reach a successor of the same name.
    pub(super) fn evict_for_drain(&mut self, number: u32, pod: &PodId) {
        let Some(draining) = self.state().drains.get(&number) else { return };
        let (grace, deadline, timeout) = (draining.drain.grace, draining.gives_up_at, draining.drain.timeout);
        let (namespace, name) = (pod.key.namespace(), pod.key.name());
        let (namespace, name) = (namespace.to_owned(), name.to_owned());
        self.print_line(false, format!("evicting pod {}", pod.key));
        if let (Some(deadline), Some(timeout)) = (deadline, timeout)
            && self.now() >= deadline
        {
            let after = go_duration(timeout);
            let text = format!("error when evicting pods/{name:?} -n {namespace:?}: global timeout reached: {after}");
            return self.give_up_pod(number, pod, text);
        }
        let Some(pod_id) = self.pod_id(&pod.key) else { return self.remove_task_of_drain(number, pod) };
        if pod_id != *pod {
            // A successor of the same name.
            self.remove_from_drain(number, pod);
        }
        self.wait_for_pod(number, &pod_id);
        match self.evict_pod(&pod_id.key, Deletion::Drained, grace) {
            EvictionAnswer::Refused { code: 429, message, .. } => {
                if let Some(draining) = self.state_mut().drains.get_mut(&number) {
                    draining.pods.insert(pod_id.clone(), None);
                }
                let text =
                    format!("error when evicting pods/{name:?} -n {namespace:?} (will retry after 5s): {message}");
                self.print_line(true, text);
                let at = self.now() + RETRY_INTERVAL;
                self.schedule(at, KubectlTask::Evict(number, pod_id));
            }
            EvictionAnswer::Refused { message, .. } => {
                self.give_up_pod(
                    number,
                    &pod_id,
                    format!("error when evicting pods/{name:?} -n {namespace:?}: {message}"),
                );
            }
            _ => {}
        }
    }

    fn wait_for_pod(&mut self, number: u32, pod: &PodId) {
        let now = self.now();
        if let Some(draining) = self.state_mut().drains.get_mut(&number) {
            draining.pods.insert(pod.clone(), Some(now));
        }
    }

    /// Schedules the polls with which drains notice that a pod was removed.
    pub(crate) fn handle_pod_removed(&mut self, pod: &PodId) {
        let now = self.now();
        let mut checks = Vec::new();
        for (number, draining) in &self.state().drains {
            if let Some(Some(since)) = draining.pods.get(pod) {
                let waited = now.saturating_since(*since);
                let at = if waited.is_zero() { now } else { *since + waited.round_up_past(POLL_INTERVAL) };
                checks.push((at, KubectlTask::CheckDrained(*number, pod.clone())));
            }
        }
        for (at, check) in checks {
            self.schedule(at, check);
        }
    }

    /// Records that a drain noticed the removal of a pod.
    pub(super) fn finish_drained_pod(&mut self, number: u32, pod: &PodId) {
        let Some(draining) = self.state().drains.get(&number) else { return };
        let how = if draining.drain.disable_eviction { "deleted" } else { "evicted" };
        self.print_line(false, format!("pod/{} {how}", pod.key.name()));
        self.remove_task_of_drain(number, pod);
    }

    /// Times out a drain: each removal that it waits for is an error. Refused evictions fail at their next retry.
    pub(super) fn time_out_drain(&mut self, number: u32) {
        let Some(draining) = self.state().drains.get(&number) else { return };
        let waiting: Vec<PodId> =
            draining.pods.iter().filter(|(_, since)| since.is_some()).map(|(pod, _)| pod.clone()).collect();
        let deletes = draining.drain.disable_eviction;
        for (at, pod) in waiting.into_iter().enumerate() {
            let (namespace, name) = (pod.key.namespace(), pod.key.name());
            let text = match deletes {
                true => "context deadline exceeded".to_owned(),
                false => format!(
                    "error when waiting for pod {name:?} in namespace {namespace:?} to terminate: context deadline exceeded"
                ),
            };
            self.remove_from_drain(number, &pod);
            // `kubectl` waits once for all deleted pods, so there is one error.
            if let Some(draining) = self.state_mut().drains.get_mut(&number).filter(|_| !deletes || at == 0) {
                draining.errors.push(text.into());
            }
        }
        self.end_drain(number);
    }

    fn give_up_pod(&mut self, number: u32, pod: &PodId, error: String) {
        if let Some(draining) = self.state_mut().drains.get_mut(&number) {
            draining.errors.push(error.into());
        }
        self.remove_task_of_drain(number, pod);
    }

    fn remove_from_drain(&mut self, number: u32, pod: &PodId) {
        if let Some(draining) = self.state_mut().drains.get_mut(&number) {
            draining.pods.remove(pod);
        }
    }

    fn remove_task_of_drain(&mut self, number: u32, pod: &PodId) {
        self.remove_from_drain(number, pod);
        self.end_drain(number);
    }

    /// Ends a drain that has no more pods to wait for.
    fn end_drain(&mut self, number: u32) {
        if self.state().drains.get(&number).is_none_or(|draining| !draining.pods.is_empty()) {
            return;
        }
        let Some(DrainState { drain, errors, gives_up_at: deadline, .. }) = self.state_mut().drains.remove(&number)
        else {
            return;
        };
        if let Some(deadline) = deadline {
            self.cancel(deadline, KubectlTask::TimeOutDrain(number));
        }
        if errors.is_empty() {
            return self.print_line(false, format!("node/{} drained", drain.node));
        }
        let remaining: Vec<Str> = self
            .drain_verdicts(&drain)
            .into_iter()
            .filter(|(_, verdict)| matches!(verdict, DrainVerdict::Evict | DrainVerdict::EvictWithWarning(_)))
            .map(|(pod, _)| pod.metadata.name.clone())
            .collect();
        if !remaining.is_empty() {
            let text = format!(
                "There are pending pods in node {:?} when an error occurred: {}",
                drain.node,
                aggregate_errors(&errors)
            );
            self.print_line(true, text);
            for name in remaining {
                self.print_line(true, format!("pod/{name}"));
            }
        }
        self.print_errors(&drain.node, &errors);
    }

    fn print_errors(&mut self, node: &Str, errors: &[Str]) {
        let all = aggregate_errors(errors);
        self.print_line(
            true,
            format!("error: unable to drain node {node:?} due to error: {all}, continuing command..."),
        );
        self.print_line(true, "There are pending nodes to be drained:".to_owned());
        self.print_line(true, format!(" {node}"));
        for error in errors {
            self.print_line(true, error.to_string());
        }
    }
}

/// Several errors as one text. Upstream: `utilerrors.Aggregate`.
fn aggregate_errors(errors: &[Str]) -> String {
    match errors {
        [one] => one.to_string(),
        all => format!("[{}]", all.join(", ")),
    }
}

/// A duration as Go formats it: `1m30s`, `5s`, `1.5s`.
fn go_duration(duration: Millis) -> String {
    let (seconds, millis) = (duration.to_millis() / 1000, duration.to_millis() % 1000);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let fraction = if millis == 0 { String::new() } else { format!(".{millis:03}").trim_end_matches('0').to_owned() };
    match (hours, minutes, seconds) {
        (0, 0, 0) => format!("{millis}ms"),
        (0, 0, _) => format!("{seconds}{fraction}s"),
        (0, _, _) => format!("{minutes}m{seconds}{fraction}s"),
        _ => format!("{hours}h{minutes}m{seconds}{fraction}s"),
    }
}

#[cfg(test)]
mod tests {
    use api::{EmptyDir, OwnerReference, PodPhase, Volume, annotations::MIRROR};

    use super::*;

    #[test]
    fn a_pod_goes_stays_or_stops_the_drain() {
        let owned = |kind: &str, pod: &mut Pod| {
            pod.metadata.owner_references =
                vec![OwnerReference { kind: kind.into(), controller: Some(true), ..OwnerReference::default() }];
        };
        let local = |pod: &mut Pod| {
            pod.spec.volumes = vec![Volume { empty_dir: Some(EmptyDir {}), ..Volume::default() }];
        };
        let pod = |make: &dyn Fn(&mut Pod)| {
            let mut pod = Pod::default();
            make(&mut pod);
            pod
        };
        let none = Drain { ignore_daemon_sets: false, delete_empty_dirs: false, ..Drain::default() };
        let daemons = Drain { ignore_daemon_sets: true, ..none.clone() };
        let data = Drain { delete_empty_dirs: true, ..none.clone() };
        let force = Drain { force: true, ..none.clone() };
        let stops = |text: &'static str| DrainVerdict::Refuse(text);
        let set = pod(&|pod| owned("ReplicaSet", pod));
        let daemon = pod(&|pod| owned("DaemonSet", pod));
        let scratch = pod(&|pod| {
            owned("ReplicaSet", pod);
            local(pod);
        });
        let mirror = pod(&|pod| {
            owned("Node", pod);
            pod.metadata.annotations.insert(MIRROR.into(), "x".into());
        });
        let done = pod(&|pod| {
            local(pod);
            pod.status.phase = PodPhase::Succeeded;
        });
        for (drain, pod, wanted) in [
            (&none, &set, DrainVerdict::Evict),
            (&none, &daemon, stops("DaemonSet-managed Pods (use --ignore-daemonsets to ignore)")),
            (&daemons, &daemon, DrainVerdict::SkipWithWarning("ignoring DaemonSet-managed Pods")),
            (&none, &mirror, DrainVerdict::Skip),
            (&none, &scratch, stops("Pods with local storage (use --delete-emptydir-data to override)")),
            (&data, &scratch, DrainVerdict::Evict),
            (&none, &Pod::default(), stops("Pods that declare no controller (use --force to override)")),
            (&force, &Pod::default(), DrainVerdict::EvictWithWarning("deleting Pods that declare no controller")),
            (&none, &done, DrainVerdict::Evict),
        ] {
            assert_eq!(drain_verdict(drain, pod), wanted, "{drain:?} {:?}", pod.metadata);
        }
    }

    #[test]
    fn durations_are_printed_as_go_does() {
        for (millis, wanted) in [
            (30_000, "30s"),
            (90_000, "1m30s"),
            (60_000, "1m0s"),
            (3_600_000, "1h0m0s"),
            (1_500, "1.5s"),
            (250, "250ms"),
        ] {
            assert_eq!(go_duration(Millis::new(millis)), wanted);
        }
    }
}
