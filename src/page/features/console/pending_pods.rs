//! Pods that are pending at the end of the run or at the current moment, grouped by reason, each with its last attempt.

use api::{NamespacedName, Table, resources::Resource};
use i18n::{Lang, format_amount, format_bytes, labels::TimelineLabels, short_pod_name};
use page_state::{
    selectors::run_end::{RunEnd, pending_reason},
    store::Store,
};
use runlog::{EventKind, Queue};
use trace::{Frame, Phase, Trace};

/// The pending pods of a run at a moment.
#[derive(Debug, Default, PartialEq)]
pub struct PendingPods {
    /// The reasons with their pods, the one with most pods first.
    pub groups: Vec<PendingGroup>,
    /// The number of pending pods.
    pub count: usize,
}

/// Why a pod was not tried yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum UntriedReason {
    /// It waits for its attempt, or is in it.
    #[default]
    Waiting,
    /// `PreEnqueue` holds it back.
    Gated,
    /// No profile of this scheduler is for it.
    OtherScheduler,
}

/// Pods that are pending for the same reason.
#[derive(Debug, Default, PartialEq)]
pub struct PendingGroup {
    /// Upstream's message without the part about preemption; empty for pods that were never tried.
    pub reason: String,
    /// Why the pods were never tried; what it says if they were doesn't count.
    pub untried: UntriedReason,
    pub pods: Vec<PendingPod>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct PendingPod {
    pub pod: NamespacedName,
    /// The creator, such as `ReplicaSet/web-5d59d67564`; empty if there is none.
    pub owner: String,
    /// CPU in thousandths, and memory in bytes.
    pub requests: (i64, i64),
    /// The number of events up to its last attempt.
    pub last_attempt: Option<usize>,
}

/// The pods that are pending at the end of a run; none before it is over.
pub fn pending_at_end(store: &Store, run_end: RunEnd) -> PendingPods {
    if run_end.is_over { PendingPods::at_run_end(&store.run.view.trace) } else { PendingPods::default() }
}

impl PendingPods {
    /// The pods that are pending at the end of a run.
    pub fn at_run_end(trace: &Trace) -> Self {
        let events = trace.events().len();
        Self::at_moment(trace, events, &trace.frame_at(events))
    }

    /// The pods that are pending after the first `events` events; `frame` is the cluster at that moment.
    pub fn at_moment(trace: &Trace, events: usize, frame: &Frame) -> Self {
        let mut last_attempts = Table::<&NamespacedName, usize>::new();
        for (at, event) in trace.events()[..events].iter().enumerate() {
            if let EventKind::Attempted(attempt) = &event.what {
                last_attempts.insert(&attempt.pod, at + 1);
            }
        }
        let mut groups = Table::<(&str, UntriedReason), Vec<PendingPod>>::new();
        let mut count = 0;
        for (key, view) in frame.pods.iter().filter(|(_, view)| view.node.is_none() && view.phase == Phase::Pending) {
            let owner = view.pod.metadata.owner_references.iter().find(|reference| reference.controller == Some(true));
            let owner = if view.owner.is_empty() {
                owner.map(|owner| format!("{}/{}", owner.kind, owner.name))
            } else {
                Some(view.owner.to_string())
            };
            let requests = view.requests();
            let waiting = PendingPod {
                pod: key.clone(),
                owner: owner.unwrap_or_default(),
                requests: (requests.milli_cpu, requests.memory),
                last_attempt: last_attempts.get(key).copied(),
            };
            let reason = pending_reason(&view.message);
            let ours =
                frame.profiles.iter().any(|profile_summary| profile_summary.scheduler == view.pod.spec.scheduler_name);
            let untried = match view.queue {
                _ if !reason.is_empty() => UntriedReason::default(),
                _ if !ours => UntriedReason::OtherScheduler,
                Some(Queue::Gated) => UntriedReason::Gated,
                _ => UntriedReason::Waiting,
            };
            groups.or_default((reason, untried)).push(waiting);
            count += 1;
        }
        let groups = groups.into_iter();
        let mut groups: Vec<PendingGroup> =
            groups.map(|((reason, untried), pods)| PendingGroup { reason: reason.to_owned(), untried, pods }).collect();
        groups.sort_by_key(|group| std::cmp::Reverse(group.pods.len()));
        Self { groups, count }
    }

    /// The lines that match a search: each is the index of a reason, or of a reason and a pod.
    pub fn matching_lines(&self, query: &str) -> Vec<(usize, Option<usize>)> {
        let lowercase_query = query.trim().to_lowercase();
        let has = |text: &str| text.to_lowercase().contains(&lowercase_query);
        let mut lines = Vec::new();
        for (number, group) in self.groups.iter().enumerate() {
            let matches_group = has(&group.reason);
            let pods = group
                .pods
                .iter()
                .enumerate()
                .filter(|(_, pending_pod)| matches_group || has(&pending_pod.pod) || has(&pending_pod.owner));
            let pods: Vec<_> = pods.map(|(at, _)| (number, Some(at))).collect();
            if !pods.is_empty() {
                lines.push((number, None));
                lines.extend(pods);
            }
        }
        lines
    }

    /// Lines as text for the clipboard.
    pub fn lines_as_text(&self, lines: &[(usize, Option<usize>)], lang: Lang) -> String {
        let line = |(group, pod): &(usize, Option<usize>)| {
            let group = &self.groups[*group];
            match pod {
                None => lang.pods_wait(group.pods.len(), group.reason_text(lang.timeline_labels())) + "\n",
                Some(at) => format!("  {}\n", group.pods[*at].pod_text()),
            }
        };
        lines.iter().map(line).collect()
    }
}

impl PendingGroup {
    /// The reason, or why there is none.
    pub(super) fn reason_text<'g>(&'g self, timeline_labels: &'g TimelineLabels) -> &'g str {
        match (self.reason.as_str(), self.untried) {
            ("", UntriedReason::Waiting) => timeline_labels.to_be_tried,
            ("", UntriedReason::Gated) => timeline_labels.gated,
            ("", UntriedReason::OtherScheduler) => timeline_labels.of_other_scheduler,
            (reason, _) => reason,
        }
    }
}

impl PendingPod {
    /// Its name, requests and owner.
    pub(super) fn pod_text(&self) -> String {
        let (cpu, memory) = self.requests;
        // Amounts of 0 are omitted.
        let cpu = (cpu > 0).then(|| format!("{} cpu", format_amount(&Resource::Cpu, cpu)));
        let memory = (memory > 0).then(|| format_bytes(memory));
        let request_text = [cpu, memory].into_iter().flatten().collect::<Vec<_>>().join(", ");
        let texts = [short_pod_name(&self.pod), &request_text, &self.owner];
        texts.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join("   ")
    }
}

#[cfg(test)]
mod tests {
    use queries::load;
    use simulation::Simulation;

    use super::*;

    fn trace(text: &str) -> Trace {
        let (_, scenario) = load::load_scenario(text, None).expect("a scenario");
        let (mut simulation, mut trace) = (Simulation::new(scenario), Trace::default());
        while let Some(events) = simulation.step() {
            trace.extend(events);
        }
        trace
    }

    #[test]
    fn pods_that_wait_for_the_same_are_together() {
        let pod = |name: &str, spec: &str| {
            format!(
                "---\nkind: Pod\nmetadata: {{name: {name}, ownerReferences: [{{apiVersion: apps/v1, kind: ReplicaSet, name: {name}-rs, uid: u, controller: true}}]}}\nspec: {{{spec}, containers: [{{name: c, resources: {{requests: {{cpu: 1}}}}}}]}}\n"
            )
        };
        let text = [
            "kind: Node\nmetadata: {name: a}\nstatus: {allocatable: {cpu: 1, memory: 1Gi, pods: 9}}\n".to_owned(),
            pod("fits", "priority: 5"),
            pod("one", "priority: 0"),
            pod("two", "priority: 0"),
            pod("far", "nodeSelector: {a: b}"),
            pod("gated", "schedulingGates: [{name: g}]"),
        ]
        .concat();
        let trace = trace(&text);
        let pending = PendingPods::at_run_end(&trace);
        let groups: Vec<(&str, Vec<&str>)> = pending
            .groups
            .iter()
            .map(|group| (group.reason.as_str(), group.pods.iter().map(|pod| short_pod_name(&pod.pod)).collect()))
            .collect();
        assert_eq!(
            groups,
            [
                ("1 Insufficient cpu", vec!["one", "two"]),
                ("", vec!["gated"]),
                ("1 node(s) didn't match Pod's node affinity/selector", vec!["far"])
            ]
        );
        assert_eq!(pending.count, 4);
        let owner = pending.groups[0].pods[1].owner.as_str();
        assert_eq!((owner, pending.groups[1].pods[0].last_attempt), ("ReplicaSet/two-rs", None));
        assert_eq!(pending.matching_lines("TWO-rs"), [(0, None), (0, Some(1))]);
        assert_eq!(pending.matching_lines("insufficient").len(), 3);
        assert_eq!(
            pending.lines_as_text(&pending.matching_lines("far"), Lang::En),
            "1 pod: 1 node(s) didn't match Pod's node affinity/selector\n  far   1 cpu   ReplicaSet/far-rs\n"
        );
        // Right after the first attempt, all other pods are untried, except the one with a gate.
        let first =
            trace.events().iter().position(|event| matches!(event.what, EventKind::Attempted(_))).expect("an attempt")
                + 1;
        let pending_pods = PendingPods::at_moment(&trace, first, &trace.frame_at(first));
        let timeline_labels = Lang::En.timeline_labels();
        let groups: Vec<(&str, usize)> =
            pending_pods.groups.iter().map(|group| (group.reason_text(timeline_labels), group.pods.len())).collect();
        assert_eq!(groups, [(timeline_labels.to_be_tried, 4), (timeline_labels.gated, 1)], "{pending_pods:?}");
        let attempted: Vec<&str> = pending_pods.groups[0]
            .pods
            .iter()
            .filter(|pod| pod.last_attempt.is_some())
            .map(|pod| short_pod_name(&pod.pod))
            .collect();
        assert_eq!(attempted, ["fits"], "it is on its way to a node");
    }
}
