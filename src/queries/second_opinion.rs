//! Does the engine agree with what the cluster's own scheduler wrote about its pending pods? Each of them is decided in the cluster as the run finds
//! it, and the reasons of both are compared.

use std::rc::Rc;

use api::{Pod, Str, Table};
use findings::RejectionCause;
use protocol::{
    Agreement, Answer, AnswerProgress, DifferenceCause, OwnOpinion, PodOpinion, ReasonDifference, SecondOpinion,
};
use releases::{
    Release,
    message_parser::{MessageReason, SchedulerMessage, parse_message},
};
use runlog::{Attempt, AttemptOutcome, Event, EventKind};
use scheduler::framework::Profile;
use trace::Frame;

use super::{ClusterAt, SnapshotCtx, active_runs::ActiveRun, answer_task::AnswerTask, profile_of};

/// The largest number of pods that are decided.
const MAX_PODS: usize = 2_000;
/// The largest sum of nodes, over all pods, on which pods are tried.
const MAX_TRIED_NODES: usize = 4_000_000;
/// The reason of the condition of a pod with scheduling gates. Upstream: `PodReasonSchedulingGated`.
const SCHEDULING_GATED: &str = "SchedulingGated";

/// A comparison in progress.
pub(super) struct OpinionTask {
    frame: Frame,
    release: Release,
    profiles: Rc<[Profile]>,
    /// Whether pods of groups are scheduled together.
    has_groups: bool,
    /// The cluster as each profile sees it, by the index of the profile.
    clusters: Table<usize, (ClusterAt, SnapshotCtx)>,
    /// Pods that a scheduler wrote about, the last one first.
    pods: Vec<Rc<Pod>>,
    pod_count: usize,
    tried_nodes: usize,
    result: SecondOpinion,
}

impl OpinionTask {
    pub(super) fn new(run: &ActiveRun) -> Self {
        let trace = run.trace();
        let frame = trace.frame_at(events_of_setup(trace.events()));
        let pending = frame.pods.values().filter(|view| view.node.is_none() && !view.phase.is_over());
        let (mut pods, mut silent_pods) = (Vec::new(), Vec::new());
        for view in pending {
            match view.pod.status.unscheduled_condition() {
                Some(_) => pods.push(Rc::clone(&view.pod)),
                None => silent_pods.push(view.pod.key()),
            }
        }
        pods.sort_by_key(|pod| std::cmp::Reverse(pod.key()));
        silent_pods.sort_unstable();
        Self {
            release: run.release,
            profiles: run.replay.borrow().simulation().shared_profiles(),
            has_groups: run.group_source.is_some(),
            clusters: Table::new(),
            pod_count: pods.len(),
            pods,
            tried_nodes: 0,
            result: SecondOpinion { silent_pods, ..SecondOpinion::default() },
            frame,
        }
    }

    /// What the engine says about a pod; `None` if there is no profile.
    fn own_opinion(&mut self, run: &ActiveRun, pod: &Pod) -> Option<OwnOpinion> {
        if !pod.spec.scheduling_gates.is_empty() {
            return Some(OwnOpinion::Gated);
        }
        if self.has_groups && pod.group_key().is_some() {
            return Some(OwnOpinion::OfGroup);
        }
        let profile_ix = profile_of(&self.profiles, pod)?;
        let Self { clusters, frame, release, profiles, tried_nodes, .. } = self;
        let (cluster, snapshot_ctx) = clusters.or_insert_with(profile_ix, || {
            let cluster = ClusterAt::new(frame, *release, Rc::clone(profiles), profile_ix, run.objects.clone());
            let snapshot_ctx = cluster.snapshot_for(None);
            (cluster, snapshot_ctx)
        });
        *tried_nodes = tried_nodes.saturating_add(cluster.nodes.len());
        let nominated_node = Some(pod.status.nominated_node_name.as_str()).filter(|node| !node.is_empty());
        let mut attempt = Attempt::default();
        cluster.decide_in(snapshot_ctx, pod, nominated_node, &mut attempt);
        match attempt.outcome {
            AttemptOutcome::Scheduled { node, .. } => Some(OwnOpinion::Fits(attempt.node_name(node))),
            AttemptOutcome::Failed { message, .. } => Some(OwnOpinion::Rejected(message)),
            AttemptOutcome::Open => None,
        }
    }

    /// Compares both opinions about a pod; `None` if the engine has none.
    fn compare_opinions(&mut self, run: &ActiveRun, pod: &Pod) -> Option<PodOpinion> {
        let condition = pod.status.unscheduled_condition()?;
        let theirs = &condition.message;
        let ours = self.own_opinion(run, pod)?;
        let is_gated = *condition.reason == *SCHEDULING_GATED;
        let mut opinion = PodOpinion {
            pod: pod.key(),
            theirs: theirs.clone(),
            ours,
            agreement: Agreement::NotCompared,
            differences: Vec::new(),
            causes: Vec::new(),
        };
        match &opinion.ours {
            OwnOpinion::OfGroup => return Some(opinion),
            OwnOpinion::Gated if is_gated => opinion.agreement = Agreement::SameReasons,
            OwnOpinion::Gated => opinion.agreement = Agreement::Differs,
            _ if is_gated => opinion.agreement = Agreement::Differs,
            OwnOpinion::Rejected(ours) if ours == theirs => opinion.agreement = Agreement::SameReasons,
            OwnOpinion::Rejected(ours) => {
                let (Some(theirs), Some(ours)) = (parse_message(theirs), parse_message(ours)) else {
                    return Some(opinion);
                };
                opinion.differences = find_differences(&theirs, &ours, pod);
                let is_same = opinion.differences.is_empty() && theirs.nodes == ours.nodes;
                opinion.agreement = if is_same { Agreement::SameReasons } else { Agreement::Differs };
                if !is_same {
                    opinion.causes = self.likely_causes(pod, &opinion.differences, &theirs, ours.nodes);
                }
                return Some(opinion);
            }
            OwnOpinion::Fits(_) => {
                let nodes = self.frame.nodes.len() as u64;
                opinion.agreement = Agreement::Differs;
                if let Some(theirs) = parse_message(theirs) {
                    let ours = SchedulerMessage {
                        nodes,
                        rejections: Vec::new(),
                        preemption: Vec::new(),
                        releases: Vec::new(),
                    };
                    opinion.differences = find_differences(&theirs, &ours, pod);
                    opinion.causes = self.likely_causes(pod, &opinion.differences, &theirs, nodes);
                    return Some(opinion);
                }
            }
        }
        if opinion.agreement == Agreement::Differs {
            opinion.causes = vec![DifferenceCause::StateChanged];
        }
        Some(opinion)
    }

    /// What may explain the differences, the likeliest first.
    fn likely_causes(
        &self,
        pod: &Pod,
        differences: &[ReasonDifference],
        theirs: &SchedulerMessage,
        nodes: u64,
    ) -> Vec<DifferenceCause> {
        let scheduler = &pod.spec.scheduler_name;
        let nominated = &pod.status.nominated_node_name;
        let is_known = self.profiles.iter().any(|profile| profile.scheduler == *scheduler);
        let is_unknown = |reason: &&MessageReason| {
            reason.cause == RejectionCause::Unknown
                && differences.iter().any(|difference| difference.reason == reason.text && difference.ours.is_none())
        };
        let unknown = theirs.rejections.iter().filter(is_unknown).map(|reason| reason.text.clone());
        let is_of_release = theirs.releases.iter().any(|release| **release == *self.release.name());
        let is_of_other = !theirs.releases.is_empty() && !is_of_release;
        let mut causes = Vec::new();
        causes.extend((!is_known).then(|| DifferenceCause::OtherScheduler(scheduler.clone())));
        causes.extend((!nominated.is_empty()).then(|| DifferenceCause::Nominated(nominated.clone())));
        causes.extend(
            (theirs.nodes != nodes).then_some(DifferenceCause::NodesChanged { theirs: theirs.nodes, ours: nodes }),
        );
        causes.extend(unknown.map(DifferenceCause::UnknownReason));
        causes.extend(is_of_other.then(|| DifferenceCause::OtherRelease(theirs.releases.clone())));
        if causes.is_empty() {
            causes.push(DifferenceCause::StateChanged);
        }
        causes
    }
}

/// The number of events with which the objects of the manifest are created. Only what follows is done by controllers, by the script and by the
/// scheduler: the schedulers whose words are compared saw the cluster before that. Pods are created last.
fn events_of_setup(events: &[Rc<Event>]) -> usize {
    let begins = |event: &Rc<Event>| matches!(event.what, EventKind::Popped { .. } | EventKind::Script { .. });
    let creates = |event: &Rc<Event>| matches!(&event.what, EventKind::PodCreated { by, .. } if by.is_empty());
    let start = events.iter().position(begins).unwrap_or(events.len());
    events[..start].iter().rposition(creates).map_or(start, |last| last + 1)
}

impl AnswerTask for OpinionTask {
    fn advance(&mut self, run: &ActiveRun) -> bool {
        if self.result.opinions.len() >= MAX_PODS || self.tried_nodes >= MAX_TRIED_NODES {
            self.result.undecided_pods += self.pods.len();
            self.pods.clear();
        }
        if let Some(pod) = self.pods.pop() {
            match self.compare_opinions(run, &pod) {
                Some(opinion) => self.result.opinions.push(opinion),
                None => self.result.undecided_pods += 1,
            }
        }
        self.pods.is_empty()
    }

    fn progress(&self) -> AnswerProgress {
        AnswerProgress { done: self.pod_count - self.pods.len(), total: self.pod_count.max(1) }
    }

    fn answer(&mut self) -> Option<Answer> {
        Some(Answer::SecondOpinion(self.result.clone()))
    }
}

/// The reasons for which both messages have different numbers of nodes. While a pod is nominated, its preemption is under way, so what preemption
/// said before is not compared.
fn find_differences(theirs: &SchedulerMessage, ours: &SchedulerMessage, pod: &Pod) -> Vec<ReasonDifference> {
    let mut differences = compare_reasons(&theirs.rejections, &ours.rejections);
    if pod.status.nominated_node_name.is_empty() {
        differences.extend(compare_reasons(&theirs.preemption, &ours.preemption));
    }
    differences
}

/// Compares reasons by their texts, and what is left by its meaning, because releases word the same reason differently.
fn compare_reasons(theirs: &[MessageReason], ours: &[MessageReason]) -> Vec<ReasonDifference> {
    let has_text = |reasons: &[MessageReason], text: &str| reasons.iter().any(|reason| *reason.text == *text);
    let is_shared = |reason: &MessageReason| has_text(theirs, &reason.text) && has_text(ours, &reason.text);
    let all = || theirs.iter().map(|reason| (reason, true)).chain(ours.iter().map(|reason| (reason, false)));
    // Some releases name the taint, others count all of them together.
    let has_unnamed_taint =
        all().any(|(reason, _)| reason.cause == RejectionCause::Taint { key: None } && !is_shared(reason));
    let meaning = |reason: &MessageReason| match &reason.cause {
        RejectionCause::Taint { .. } if has_unnamed_taint => RejectionCause::Taint { key: None },
        cause => cause.clone(),
    };
    let mut counts: Vec<ReasonCounts> = Vec::new();
    for (reason, is_theirs) in all() {
        let is_by_text = is_shared(reason) || reason.cause == RejectionCause::Unknown;
        let cause = (!is_by_text).then(|| meaning(reason));
        let is_same = |other: &ReasonCounts| match &cause {
            Some(_) => other.cause == cause,
            None => other.cause.is_none() && other.text == reason.text,
        };
        let at = counts.iter().position(is_same).unwrap_or_else(|| {
            counts.push(ReasonCounts { text: reason.text.clone(), cause, theirs: None, ours: None });
            counts.len() - 1
        });
        let count = if is_theirs { &mut counts[at].theirs } else { &mut counts[at].ours };
        *count = Some(count.unwrap_or(0).saturating_add(reason.nodes));
    }
    let differing = counts.into_iter().filter(|counts| counts.theirs != counts.ours);
    differing.map(|ReasonCounts { text, theirs, ours, .. }| ReasonDifference { reason: text, theirs, ours }).collect()
}

/// The nodes of a reason in both messages.
struct ReasonCounts {
    text: Str,
    /// The meaning by which it is compared; `None` if it is compared by its text.
    cause: Option<RejectionCause>,
    theirs: Option<u64>,
    ours: Option<u64>,
}

#[cfg(test)]
mod tests {
    use protocol::Question;

    use super::*;
    use crate::test_support::answer_to;

    /// Two nodes with 4 CPUs, the second one tainted, and a pod that asks for 8, of which a scheduler wrote `message`.
    fn cluster_with(message: &str, more: &str, status: &str) -> String {
        let node = |name: &str, spec: &str| {
            format!(
                "kind: Node\nmetadata: {{name: {name}}}\nspec: {{{spec}}}\nstatus: {{allocatable: {{cpu: 4, memory: 8Gi, pods: 20}}}}\n---\n"
            )
        };
        let condition = match message {
            "" => String::new(),
            message => format!(
                "conditions: [{{type: PodScheduled, status: 'False', reason: {}, message: \"{message}\"}}]",
                if message.starts_with("Scheduling is blocked") { SCHEDULING_GATED } else { "Unschedulable" }
            ),
        };
        let pod = format!(
            "kind: Pod\nmetadata: {{name: p, uid: u}}\nspec: {{{more}containers: [{{name: c, resources: {{requests: {{cpu: 8}}}}}}]}}\nstatus: \
             {{phase: Pending, {status}{condition}}}\n"
        );
        [node("a", ""), node("b", "taints: [{key: k, effect: NoSchedule}]"), pod].concat()
    }

    fn opinion_on(text: &str) -> SecondOpinion {
        match answer_to(text, None, None, Question::SecondOpinion) {
            Answer::SecondOpinion(opinion) => opinion,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn both_opinions_are_compared_reason_by_reason() {
        use Agreement::{Differs, NotCompared, SameReasons};
        use DifferenceCause::{NodesChanged, Nominated, OtherRelease, OtherScheduler, StateChanged, UnknownReason};
        let preemption = "preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling.";
        let rejections = [
            "2 nodes are available: 1 Insufficient cpu, 1 node(s) had untolerated taint(s)",
            "2 nodes are available: 1 Insufficient cpu, 1 node(s) had untolerated taint {k: }",
            "2 nodes are available: 2 Insufficient cpu",
            "2 nodes are available: 1 Insufficient cpu, 1 node(s) had no quota left",
            "1 nodes are available: 1 Insufficient cpu",
            "2 nodes are available: 1 Insufficient memory, 1 node(s) had untolerated taint(s)",
        ];
        let messages = rejections.map(|rejected| format!("0/{rejected}. {preemption}"));
        let [same, named, more_cpu, unknown, fewer, memory] = messages.each_ref().map(String::as_str);
        let gated = "Scheduling is blocked due to non-empty scheduling gates";
        let cpu = |theirs: Option<u64>, ours: Option<u64>| ("Insufficient cpu", theirs, ours);
        let taints = ("node(s) had untolerated taint(s)", None, Some(1));
        for (message, more, status, agreement, differences, causes) in [
            (same, "", "", SameReasons, vec![], vec![]),
            // Another release names the taint.
            (named, "", "", SameReasons, vec![], vec![]),
            (more_cpu, "", "", Differs, vec![cpu(Some(2), Some(1)), taints], vec![StateChanged]),
            (
                unknown,
                "",
                "",
                Differs,
                vec![("node(s) had no quota left", Some(1), None), taints],
                vec![UnknownReason("node(s) had no quota left".into())],
            ),
            (fewer, "", "", Differs, vec![taints], vec![NodesChanged { theirs: 1, ours: 2 }]),
            (
                memory,
                "schedulerName: other, ",
                "",
                Differs,
                vec![("Insufficient memory", Some(1), None), cpu(None, Some(1))],
                vec![OtherScheduler("other".into())],
            ),
            // What preemption said before the nomination does not count.
            (
                "0/2 nodes are available: 1 Insufficient cpu, 1 node(s) had untolerated taint(s).",
                "",
                "nominatedNodeName: a, ",
                SameReasons,
                vec![],
                vec![],
            ),
            (
                more_cpu,
                "",
                "nominatedNodeName: a, ",
                Differs,
                vec![cpu(Some(2), Some(1)), taints],
                vec![Nominated("a".into())],
            ),
            (
                "0/2 nodes are available: 1 Insufficient cpu, 1 node(s) had taint {k: }, that the pod didn't tolerate.",
                "",
                "nominatedNodeName: a, ",
                SameReasons,
                vec![],
                vec![],
            ),
            (
                "0/2 nodes are available: 2 node(s) had taint {k: }, that the pod didn't tolerate.",
                "",
                "",
                Differs,
                vec![
                    ("node(s) had taint {k: }, that the pod didn't tolerate", Some(2), Some(1)),
                    cpu(None, Some(1)),
                    ("Preemption is not helpful for scheduling", None, Some(2)),
                ],
                vec![OtherRelease(vec!["v1.20".into()])],
            ),
            ("no nodes available to schedule pods", "", "", NotCompared, vec![], vec![]),
            (gated, "schedulingGates: [{name: g}], ", "", SameReasons, vec![], vec![]),
            (gated, "", "", Differs, vec![], vec![StateChanged]),
            (same, "schedulingGates: [{name: g}], ", "", Differs, vec![], vec![StateChanged]),
        ] {
            let SecondOpinion { opinions, silent_pods, .. } = opinion_on(&cluster_with(message, more, status));
            let [opinion] = &opinions[..] else { panic!("{message}: {opinions:?} {silent_pods:?}") };
            let found: Vec<_> = opinion
                .differences
                .iter()
                .map(|difference| (difference.reason.as_str(), difference.theirs, difference.ours))
                .collect();
            assert_eq!(
                (opinion.agreement, found, &opinion.causes),
                (agreement, differences, &causes),
                "{message}: {opinion:?}"
            );
        }
    }

    #[test]
    fn a_pod_that_fits_and_a_pod_that_nobody_wrote_about_are_told_apart() {
        let SecondOpinion { opinions, silent_pods, .. } = opinion_on(&cluster_with("", "", ""));
        assert_eq!((opinions, silent_pods), (vec![], vec!["default/p".into()]));
        let text = cluster_with("0/2 nodes are available: 2 Insufficient cpu.", "", "").replace("cpu: 8", "cpu: 1");
        let opinions = opinion_on(&text).opinions;
        assert_eq!((&opinions[0].ours, opinions[0].agreement), (&OwnOpinion::Fits("a".into()), Agreement::Differs));
        assert_eq!(opinions[0].causes, [DifferenceCause::StateChanged]);
    }
}
