//! How many more pods like one fit? A copy of the run gets copies of the pod until one of them fits nowhere: what is told is what that run
//! shows, with all that its scheduler does.

use api::annotations::STANDALONE;
use api::{Millis, Pod, PreemptionPolicy, Set, Str, Table};
use record::{Deletion, Event, What};
use simulation::{Action, Simulation};
use wire::{Capacity, Enough};

/// So many copies are tried at most.
const MOST: usize = 2000;
/// So many of them are created at once at most. Who comes after the last that fits takes nothing from anybody.
const AT_ONCE: usize = 128;
/// So many events are followed at most.
const LIMIT: usize = 400_000;

/// Copies of a pod in a run.
struct Copies {
    like: Pod,
    preempts: bool,
    made: usize,
    /// Those that are not bound and may still be.
    open: Set<Str>,
    nodes: Table<Str, usize>,
    victims: Vec<Str>,
    full: bool,
}

/// Follows a run to which copies of a pod are added from a moment on. Without leave to preempt they take only room that is there.
pub(super) fn capacity(mut run: Simulation, from: Millis, pod: &Pod, preempts: bool) -> Capacity {
    // What is asked is what nodes have room for.
    run.lift_quotas();
    let mut copies = Copies::of(pod, preempts);
    let mut next = copies.create(8);
    run.add(from, next);
    let mut seen = 0;
    let end = loop {
        let Some(events) = run.step() else { break Enough::NotSeen };
        seen += events.len();
        copies.watch(from, &events);
        if seen > LIMIT {
            break Enough::NotSeen;
        }
        if !copies.open.is_empty() {
            continue;
        }
        if copies.full {
            break copies.why(run);
        }
        if copies.made >= MOST {
            break Enough::Most;
        }
        next = copies.create(copies.made.min(AT_ONCE).min(MOST - copies.made));
        let now = run.now();
        run.add(now, next);
    };
    Capacity { nodes: copies.nodes.into_iter().collect(), victims: copies.victims, end }
}

impl Copies {
    /// Copies have no owner, and none adopts them for their labels; they wait for no gate and no node.
    fn of(pod: &Pod, preempts: bool) -> Self {
        let mut like = Pod { metadata: pod.metadata.clone(), spec: pod.spec.clone(), ..Pod::default() };
        like.metadata.owner_references.clear();
        like.metadata.uid = Str::default();
        like.metadata.creation_timestamp = None;
        like.metadata.generate_name = Str::default();
        like.metadata.annotations.insert(STANDALONE.into(), "true".into());
        like.spec.node_name = Str::default();
        like.spec.scheduling_gates.clear();
        if !preempts {
            like.spec.preemption_policy = Some(PreemptionPolicy::Never);
        }
        let (open, nodes, victims) = (Set::new(), Table::new(), Vec::new());
        Self { like, preempts, made: 0, open, nodes, victims, full: false }
    }

    /// Some more of them.
    fn create(&mut self, count: usize) -> Vec<Action> {
        let one = |_| {
            self.made += 1;
            let mut copy = self.like.clone();
            // No name that the API server takes has a space: no pod of the run is called so.
            copy.metadata.name = format!("{} {}", self.like.metadata.name, self.made).into();
            self.open.insert(copy.key().into());
            Action::CreatePod(Box::new(copy))
        };
        (0..count).map(one).collect()
    }

    fn is_one(&self, pod: &str) -> bool {
        pod.rsplit_once(' ').is_some_and(|(name, _)| *name == self.like.key())
    }

    /// Takes in what a step of the run came to.
    fn watch(&mut self, from: Millis, events: &[Event]) {
        let mut tried = None;
        for event in events.iter().filter(|event| event.at >= from) {
            match &event.what {
                What::Popped { pod, .. } if self.is_one(pod) => tried = Some(pod.clone()),
                What::Assumed { pod, .. } if tried.as_ref() == Some(pod) => tried = None,
                // v1.16 lets every pod preempt.
                What::Nominated { pod, .. } if self.preempts && tried.as_ref() == Some(pod) => tried = None,
                What::Bound { pod, node } if self.open.remove(pod) => {
                    *self.nodes.or_default(node.clone()) += 1;
                }
                What::Terminating { pod, why: Deletion::Preempted { by }, .. } if self.preempts && self.is_one(by) => {
                    self.victims.push(pod.clone());
                }
                _ => {}
            }
        }
        if let Some(pod) = tried {
            self.full = true;
            self.open.remove(&pod);
        }
    }

    /// What one more copy finds.
    fn why(&mut self, run: Simulation) -> Enough {
        let mut run = run.recording();
        let now = run.now();
        let more = self.create(1);
        run.add(now, more);
        for _ in 0..LIMIT {
            if run.step().is_none() {
                break;
            }
            if let Some(attempt) = run.last_attempt().filter(|attempt| self.open.contains(&attempt.pod)) {
                return Enough::Full(attempt.clone());
            }
        }
        Enough::NotSeen
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::answer_to;
    use api::Str;
    use record::Outcome;
    use releases::Release;
    use wire::{Capacity, Enough, Question, Told};

    /// What is answered about a pod at the end of a run.
    fn asked(text: &str, pod: &str, preempts: bool, release: Release) -> Capacity {
        match answer_to(text, Some(release), None, Question::More(pod.into(), preempts)) {
            Told::More(found) => found,
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

    fn found(capacity: &Capacity) -> Vec<(&str, usize)> {
        capacity.nodes.iter().map(|(node, count)| (node.as_str(), *count)).collect()
    }

    fn message(capacity: &Capacity) -> &str {
        match &capacity.end {
            Enough::Full(attempt) => match &attempt.outcome {
                Outcome::Failed { message, .. } => message,
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
            let all = asked(&text, "default/one", false, release);
            assert_eq!((all.count(), found(&all)), (4, vec![("a", 1), ("b", 3)]), "{release:?}");
            assert!(
                all.victims.is_empty() && message(&all).starts_with("0/2 nodes are available: 2 Insufficient cpu"),
                "{all:?}"
            );
            // On b one of four needs what the low one has.
            let more = asked(&text, "default/one", true, release);
            assert_eq!(more.nodes, all.nodes, "there is nothing to gain: {release:?}");
        }
        // With 8 on b the low one is in the way of a fourth.
        let text =
            [node("b", 8), pod("one", 2, "nodeName: gone, "), pod("low", 1, "nodeName: b, priority: -1, ")].concat();
        for release in Release::ALL {
            let kind = asked(&text, "default/one", false, release);
            assert_eq!((kind.count(), kind.victims), (3, Vec::new()), "{release:?}");
            let more = asked(&text, "default/one", true, release);
            assert_eq!((more.count(), more.victims), (4, vec![Str::from("default/low")]), "{release:?}");
        }
    }

    #[test]
    fn what_the_pod_asks_for_counts() {
        let spread = "affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: n, labelSelector: {matchLabels: {app: a}}}]}}, ";
        let nodes = [node("a", 9), node("b", 9), node("c", 9)].concat();
        let text = format!("{nodes}{}", pod("one", 1, spread));
        let found = asked(&text, "default/one", false, Release::default());
        assert_eq!(found.count(), 2, "one node has it already: {found:?}");
        let text = format!("{nodes}{}", pod("gated", 9, "schedulingGates: [{name: g}], "));
        assert_eq!(asked(&text, "default/gated", false, Release::default()).count(), 3, "copies wait for no gate");
        let text = format!("{nodes}{}", pod("other", 1, "schedulerName: other, "));
        assert_eq!(asked(&text, "default/other", false, Release::default()), Capacity::default(), "nobody takes them");
    }

    #[test]
    fn there_is_a_limit() {
        let text = format!("{}{}", node("a", 1).replace("pods: 110", "pods: 100000"), pod("one", 0, ""));
        let found = asked(&text, "default/one", false, Release::default());
        assert_eq!((found.count(), found.end), (super::MOST, Enough::Most));
    }
}
