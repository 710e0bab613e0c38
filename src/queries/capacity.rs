//! How many more pods like a given one fit? A copy of the run creates copies of the pod until one of them stays unschedulable, so the answer
//! reflects everything that its scheduler does.

use std::rc::Rc;

use api::{Millis, NamespacedName, Pod, PreemptionPolicy, Set, Str, Table, annotations::STANDALONE};
use protocol::{Answer, AnswerProgress, Capacity, CapacityLimit, Extent};
use runlog::{Attempt, Deletion, Event, EventKind, Preemptor};
use simulation::{ClusterAction, Simulation};

use super::{
    active_runs::ActiveRun,
    answer_task::AnswerTask,
    followed_run::{FollowedRun, FollowedStep},
};

/// The largest number of copies that are created.
const MAX_COPIES: usize = 2000;
/// The largest number of copies that are created at once. Copies that are created after the last one that fits take resources from no other pod.
const COPIES_PER_BATCH: usize = 128;
/// The largest number of events of the copied run that are followed.
const MAX_EVENTS: usize = 400_000;

/// The copies of a pod in a run.
struct Copies {
    template: Pod,
    can_preempt: bool,
    created: usize,
    /// Copies that are not bound yet.
    unbound: Set<NamespacedName>,
    nodes: Table<Str, usize>,
    victims: Vec<NamespacedName>,
    is_full: bool,
}

/// A copy of a run in which copies of a pod are created, as far as it was followed.
pub(super) struct CapacityRun {
    run: FollowedRun,
    copies: Copies,
    /// Whether the copies use up the capacity, and one more was created to record why it does not fit.
    is_last_created: bool,
    limit: Option<CapacityLimit>,
}

impl CapacityRun {
    /// Creates copies of the pod in `run` from the moment `from` on. Unless `can_preempt`, they only use free capacity.
    pub(super) fn new(mut run: Simulation, from: Millis, pod: &Pod, can_preempt: bool) -> Self {
        // The question is how many fit on the nodes, not how many a quota allows.
        run.remove_quotas();
        let mut copies = Copies::from_pod(pod, can_preempt);
        let first = copies.create_copies(8);
        run.add_actions(from, first);
        Self { run: FollowedRun::new(run, from, MAX_EVENTS), copies, is_last_created: false, limit: None }
    }

    /// Advances by a step; returns what limits the number of copies, once that is known.
    fn step(&mut self) -> Option<CapacityLimit> {
        let events = match self.run.step() {
            FollowedStep::Events(events) => events,
            FollowedStep::Stopped(Extent::ToEnd) => return Some(CapacityLimit::RunEnded),
            FollowedStep::Stopped(Extent::Until(time)) => return Some(CapacityLimit::NotSeen(time)),
        };
        if self.is_last_created {
            return self.limit_of_last();
        }
        self.copies.observe_events(&events);
        if !self.copies.unbound.is_empty() {
            return None;
        }
        if self.copies.is_full {
            *self.run.run_mut() = self.run.run().clone().with_recording();
            self.add_copies(1);
            self.is_last_created = true;
            return None;
        }
        let created = self.copies.created;
        if created >= MAX_COPIES {
            return Some(CapacityLimit::Most);
        }
        self.add_copies(created.min(COPIES_PER_BATCH).min(MAX_COPIES - created));
        None
    }

    fn add_copies(&mut self, count: usize) {
        let actions = self.copies.create_copies(count);
        let run = self.run.run_mut();
        run.add_actions(run.now(), actions);
    }

    /// The attempt of the last copy, once it has been tried.
    fn limit_of_last(&self) -> Option<CapacityLimit> {
        let is_of_copy = |attempt: &&Rc<Attempt>| self.copies.unbound.contains(&attempt.pod);
        self.run.run().last_attempt().filter(is_of_copy).map(|attempt| CapacityLimit::Full(Rc::clone(attempt)))
    }
}

impl AnswerTask for CapacityRun {
    fn advance(&mut self, _: &ActiveRun) -> bool {
        if self.limit.is_none() {
            self.limit = self.step();
        }
        self.limit.is_some()
    }

    fn progress(&self) -> AnswerProgress {
        let bound = self.copies.nodes.values().sum();
        AnswerProgress { done: bound, total: MAX_COPIES.max(bound) }
    }

    fn answer(&mut self) -> Option<Answer> {
        let nodes = self.copies.nodes.iter().map(|(node, count)| (node.clone(), *count)).collect();
        let end = self.limit.clone().unwrap_or_else(|| match self.run.extent() {
            Extent::ToEnd => CapacityLimit::RunEnded,
            Extent::Until(time) => CapacityLimit::NotSeen(time),
        });
        Some(Answer::More(Capacity { nodes, victims: self.copies.victims.clone(), end }))
    }
}

impl Copies {
    /// The copy has no owner, no controller adopts it by its labels, and no gate and no node name applies to it.
    fn from_pod(pod: &Pod, can_preempt: bool) -> Self {
        let mut template = Pod { metadata: pod.metadata.clone(), spec: pod.spec.clone(), ..Pod::default() };
        template.metadata.owner_references.clear();
        template.metadata.uid = Str::default();
        template.metadata.creation_timestamp = None;
        template.metadata.generate_name = Str::default();
        template.metadata.annotations.insert(STANDALONE.into(), "true".into());
        template.spec.node_name = Str::default();
        template.spec.scheduling_gates.clear();
        if !can_preempt {
            template.spec.preemption_policy = Some(PreemptionPolicy::Never);
        }
        let (unbound, nodes, victims) = (Set::new(), Table::new(), Vec::new());
        Self { template, can_preempt, created: 0, unbound, nodes, victims, is_full: false }
    }

    fn create_copies(&mut self, count: usize) -> Vec<ClusterAction> {
        let create_copy = |_| {
            self.created += 1;
            let mut copy = self.template.clone();
            // A name with a space, which the API server would reject, so that it collides with no pod of the run.
            copy.metadata.name = format!("{} {}", self.template.metadata.name, self.created).into();
            self.unbound.insert(copy.key());
            ClusterAction::create_pod(copy)
        };
        (0..count).map(create_copy).collect()
    }

    fn is_copy(&self, pod: &str) -> bool {
        pod.rsplit_once(' ').is_some_and(|(name, _)| *name == *self.template.key())
    }

    /// Whether the preemptor is a copy, or the group that the copies belong to.
    fn is_for_copy(&self, why: &Deletion) -> bool {
        match why.preemptor() {
            Some(Preemptor::Pod(preemptor)) => self.is_copy(preemptor),
            Some(Preemptor::Group(group)) => self.template.group_key().as_ref() == Some(group),
            None => false,
        }
    }

    /// Updates the counts from the events of a step.
    fn observe_events(&mut self, events: &[Event]) {
        let mut attempted_copy = None;
        for event in events {
            match &event.what {
                EventKind::Popped { pod, .. } if self.is_copy(pod) => attempted_copy = Some(pod.clone()),
                EventKind::Assumed { pod, .. } if attempted_copy.as_ref() == Some(pod) => attempted_copy = None,
                // v1.16 allows every pod to preempt.
                EventKind::Nominated { pod, .. } if self.can_preempt && attempted_copy.as_ref() == Some(pod) => {
                    attempted_copy = None;
                }
                EventKind::Bound { pod, node } if self.unbound.remove(pod) => {
                    *self.nodes.or_default(node.clone()) += 1;
                }
                EventKind::Terminating { pod, why, .. } if self.can_preempt && self.is_for_copy(why) => {
                    self.victims.push(pod.clone());
                }
                _ => {}
            }
        }
        if let Some(pod) = attempted_copy {
            self.is_full = true;
            self.unbound.remove(&pod);
        }
    }
}

#[cfg(test)]
mod tests {
    use api::NamespacedName;
    use protocol::{Answer, Capacity, CapacityLimit, Question};
    use releases::Release;
    use runlog::AttemptOutcome;

    use crate::test_support::answer_to;

    /// The answer at the end of a run.
    fn capacity_at_end(text: &str, pod: &str, preempts: bool, release: Release) -> Capacity {
        match answer_to(text, Some(release), None, Question::More(pod.into(), preempts)) {
            Answer::More(capacity) => capacity,
            other => panic!("{other:?}"),
        }
    }

    fn node(name: &str, cpu: u32) -> String {
        format!(
            "kind: Node\nmetadata: {{name: {name}, labels: {{n: {name}}}}}\nstatus: {{allocatable: {{cpu: {cpu}, memory: 64Gi, pods: 110}}}}\n---\n"
        )
    }

    fn pod(name: &str, cpu: u32, more: &str) -> String {
        format!(
            "kind: Pod\nmetadata: {{name: {name}, labels: {{app: a}}}}\nspec: {{{more}containers: [{{name: c, resources: {{requests: {{cpu: {cpu}}}}}}}]}}\n---\n"
        )
    }

    fn copies_per_node(capacity: &Capacity) -> Vec<(&str, usize)> {
        capacity.nodes.iter().map(|(node, count)| (node.as_str(), *count)).collect()
    }

    fn message(capacity: &Capacity) -> &str {
        match &capacity.end {
            CapacityLimit::Full(attempt) => match &attempt.outcome {
                AttemptOutcome::Failed { message, .. } => message,
                other => panic!("{other:?}"),
            },
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn copies_fill_the_nodes() {
        let text =
            [node("a", 4), node("b", 7), pod("one", 2, "nodeName: a, "), pod("low", 1, "nodeName: b, priority: -1, ")]
                .concat();
        for release in Release::ALL {
            let all = capacity_at_end(&text, "default/one", false, release);
            assert_eq!((all.count(), copies_per_node(&all)), (4, vec![("a", 1), ("b", 3)]), "{release:?}");
            assert!(
                all.victims.is_empty() && message(&all).starts_with("0/2 nodes are available: 2 Insufficient cpu"),
                "{all:?}"
            );
            // On b, the pod with negative priority occupies one of four places.
            let more = capacity_at_end(&text, "default/one", true, release);
            assert_eq!(more.nodes, all.nodes, "there is nothing to gain: {release:?}");
        }
        // With 8 CPUs, b has room for a fourth copy if the pod of lower priority is evicted.
        let text =
            [node("b", 8), node("c", 2), pod("one", 2, "nodeName: c, "), pod("low", 1, "nodeName: b, priority: -1, ")]
                .concat();
        for release in Release::ALL {
            let kind = capacity_at_end(&text, "default/one", false, release);
            assert_eq!((kind.count(), kind.victims), (3, Vec::new()), "{release:?}");
            let more = capacity_at_end(&text, "default/one", true, release);
            assert_eq!((more.count(), more.victims), (4, vec![NamespacedName::from("default/low")]), "{release:?}");
        }
    }

    #[test]
    fn what_the_pod_asks_for_counts() {
        let spread = "affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: n, labelSelector: {matchLabels: {app: a}}}]}}, ";
        let nodes = [node("a", 9), node("b", 9), node("c", 9)].concat();
        let text = format!("{nodes}{}", pod("one", 1, spread));
        let capacity = capacity_at_end(&text, "default/one", false, Release::default());
        assert_eq!(capacity.count(), 2, "one node has it already: {capacity:?}");
        let text = format!("{nodes}{}", pod("gated", 9, "schedulingGates: [{name: g}], "));
        assert_eq!(
            capacity_at_end(&text, "default/gated", false, Release::default()).count(),
            3,
            "copies wait for no gate"
        );
        let text = format!("{nodes}{}", pod("other", 1, "schedulerName: other, "));
        assert_eq!(
            capacity_at_end(&text, "default/other", false, Release::default()),
            Capacity::default(),
            "nobody takes them"
        );
    }

    #[test]
    fn there_is_a_limit() {
        let text = format!("{}{}", node("a", 1).replace("pods: 110", "pods: 100000"), pod("one", 0, ""));
        let capacity = capacity_at_end(&text, "default/one", false, Release::default());
        assert_eq!((capacity.count(), capacity.end), (super::MAX_COPIES, CapacityLimit::Most));
    }
}
