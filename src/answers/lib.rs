//! What would make a pod fit? Single changes that the engine has really tried at one moment of a run; and, in [`why`], what the
//! log says about why things are as they are.
//!
//! The cluster of a [`Frame`] is set up once more, one thing in it is changed, and the pod is decided: nothing is guessed. Of
//! each kind of change only the smallest is told. Then the run goes on with that change (`promise`), since much may come before the
//! scheduler takes the pod.

pub mod answering;
mod capacity;
mod decide;
mod devices;
mod evictors;
pub mod export;
mod fold;
pub mod load;
mod offer;
mod promise;
mod rebalance;
#[cfg(test)]
mod reference;
mod runs;
mod service;
#[cfg(test)]
mod testing;
mod trial;
pub mod why;

use std::rc::Rc;

pub use claims::Claiming;
pub use decide::{Decided, Undecided, decide};
pub use runs::{Answering, Part, Parts, Runs};
pub use service::Service;
pub use simulation::Acting;

use api::devices::DeviceObject;
use api::{Node, Pod, Quantity, ResourceList, Set, Str};
use profiles::flow_policy;
use record::{Attempt, Reason, Recorder, Silent};
use releases::Release;
use scheduler::cluster::{NodeTree, Objects, Snapshot, Storage};
use scheduler::framework::{First, Nominator, Profile, Waited};
use scheduler::{Context, Decision, schedule};
use trace::Frame;
use wire::{Change, Effect};

/// A single change that helps, and what the scheduler decides right after it.
pub struct Help {
    /// What is changed; `None` if the pod would fit as things are.
    pub change: Option<Change>,
    /// What is decided.
    pub effect: Effect,
}

/// How many tries a kind of change gets: in a large cluster some answer soon is better than all of them late.
const TRIES: usize = 200;

/// A moment of a run, set up for questions.
pub struct Situation<'p> {
    release: Release,
    profile: &'p Profile,
    nodes: Vec<Rc<Node>>,
    /// Pods on nodes, with the node.
    bound: Vec<(Str, Rc<Pod>)>,
    nominated: Vec<(Str, Rc<Pod>)>,
    /// Objects about devices.
    devices: Vec<Rc<DeviceObject>>,
    objects: Objects,
}

/// A cluster in which pods can be decided.
struct Standing {
    snapshot: Snapshot,
    order: Vec<usize>,
    nominator: Nominator,
}

impl<'p> Situation<'p> {
    /// The cluster of a frame, with what only the scenario knows: services, owners and the labels of namespaces.
    #[must_use]
    pub fn new(frame: &Frame, release: Release, profile: &'p Profile, mut objects: Objects) -> Self {
        objects.budgets = frame.budgets.values().cloned().collect();
        let mut storage = Storage::default();
        for object in frame.storage.values() {
            storage.put((**object).clone());
        }
        objects.storage = Rc::new(storage);
        let devices = || frame.devices.values();
        objects.claims = objects.claims.map(|claims| claims.holding(&mut devices().map(|object| &**object)));
        let nodes = frame.node_order.iter().filter_map(|name| frame.nodes.get(name));
        let pods = frame.pods.values();
        let on = |node: &Option<Str>, pod: &Rc<Pod>| node.clone().map(|node| (node, Rc::clone(pod)));
        Self {
            release,
            profile,
            nodes: nodes.map(|view| Rc::clone(&view.node)).collect(),
            bound: pods.clone().filter_map(|view| on(&view.node, &view.pod)).collect(),
            nominated: pods
                .filter(|view| view.node.is_none())
                .filter_map(|view| on(&view.nominated, &view.pod))
                .collect(),
            devices: devices().cloned().collect(),
            objects,
        }
    }

    /// Decides the pod, with its own nominated node if that is to count.
    fn decide<R: Recorder>(&self, pod: &Pod, nominated_node: Option<&str>, recorder: &mut R) -> Option<Effect> {
        self.decide_in(&self.standing(Some(pod)), pod, nominated_node, recorder)
    }

    /// The cluster, set up for decisions about a pod, or about any that is on a node.
    fn standing(&self, pod: Option<&Pod>) -> Standing {
        let (mut snapshot, mut tree) = (Snapshot::default(), NodeTree::default());
        for node in &self.nodes {
            snapshot.add_node(Rc::clone(node));
            tree.add(node, flow_policy(self.release).zone_key);
        }
        // The search may end before it came to all nodes, so their order counts.
        let order: Vec<usize> = tree.list().iter().filter_map(|name| snapshot.index(name)).collect();
        for (node, there) in &self.bound {
            if let Some(ix) = snapshot.index(node) {
                snapshot.add_pod(ix, self.info(there));
            }
        }
        let mut nominator = Nominator::default();
        for (node, other) in self.nominated.iter().filter(|(_, other)| pod.is_none_or(|pod| other.key() != pod.key())) {
            nominator.add(self.info(other), node);
        }
        Standing { snapshot, order, nominator }
    }

    fn decide_in<R: Recorder>(
        &self,
        standing: &Standing,
        pod: &Pod,
        nominated_node: Option<&str>,
        recorder: &mut R,
    ) -> Option<Effect> {
        let Standing { snapshot, order, nominator } = standing;
        let pod = self.info(&Rc::new(pod.clone()));
        let context = Context {
            profile: self.profile,
            pod: &pod,
            nominated_node,
            snapshot,
            objects: &self.objects,
            nominator,
            order: Some(order),
            waited: &Waited::default(),
            closely: false,
        };
        let name = |ix: usize| snapshot.nodes()[ix].name().clone();
        match schedule(&context, &mut 0, &mut First, recorder) {
            Decision::Scheduled { node, .. } => Some(Effect::Fits(name(node))),
            Decision::Failed(failure) => failure.room.map(|room| Effect::Preempts {
                node: name(room.node),
                victims: room.victims.iter().map(|victim| victim.pod.key().into()).collect(),
            }),
        }
    }

    fn with<T>(&self, change: impl FnOnce(&mut Self) -> T) -> Self {
        let mut other = Self {
            release: self.release,
            profile: self.profile,
            nodes: self.nodes.clone(),
            bound: self.bound.clone(),
            nominated: self.nominated.clone(),
            devices: self.devices.clone(),
            objects: self.objects.clone(),
        };
        change(&mut other);
        other
    }

    fn fits(&self, pod: &Pod) -> Option<Effect> {
        self.decide(pod, None, &mut Silent).filter(|effect| matches!(effect, Effect::Fits(_)))
    }

    /// The smallest changes of each kind that help.
    #[must_use]
    pub(crate) fn what_would_help(&self, pod: &Rc<Pod>) -> Vec<Help> {
        let mut attempt = Attempt::default();
        if let Some(effect) = self.decide(pod, None, &mut attempt) {
            return vec![Help { change: None, effect }];
        }
        let answers = [
            self.node_changes(pod, &attempt),
            self.device_changes(pod, &attempt),
            self.smaller(pod, &attempt),
            self.one_fewer(pod),
            self.higher(pod),
            self.another_node(pod),
        ];
        answers.into_iter().flatten().collect()
    }

    fn index(&self, attempt: &Attempt, ix: usize) -> Option<usize> {
        let name = attempt.nodes.get(ix)?;
        self.nodes.iter().position(|node| node.metadata.name == *name)
    }

    fn try_node(&self, pod: &Pod, at: usize, edit: impl FnOnce(&mut Node)) -> Option<(Rc<Node>, Effect)> {
        let mut node = (*self.nodes[at]).clone();
        edit(&mut node);
        let node = Rc::new(node);
        let other = self.with(|moment| moment.nodes[at] = Rc::clone(&node));
        other.fits(pod).map(|effect| (node, effect))
    }

    fn node_changes(&self, pod: &Pod, attempt: &Attempt) -> Vec<Help> {
        let mut answers = Vec::new();
        let room = lacks(attempt).into_iter().take(TRIES).find_map(|(by, resource, ix)| {
            let at = self.index(attempt, ix)?;
            let (node, effect) = self.try_node(pod, at, |node| add(&mut node.status.allocatable, &resource, by))?;
            Some(Help { change: Some(Change::MoreRoom { node, resource, by }), effect })
        });
        answers.extend(room);
        let reasons = |record: &record::NodeRecord| record.failed.first().map(|(_, failure)| failure.reasons.clone());
        let taint = attempt.filter.iter().take(TRIES).find_map(|record| match reasons(record)?.first()? {
            Reason::UntoleratedTaint { key, .. } => {
                let at = self.index(attempt, record.node)?;
                let key = key.clone();
                let (node, effect) =
                    self.try_node(pod, at, |node| node.spec.taints.retain(|taint| taint.key != key))?;
                Some(Help { change: Some(Change::NoTaint { node: node.metadata.name.clone(), key }), effect })
            }
            _ => None,
        });
        answers.extend(taint);
        let uncordoned = attempt.filter.iter().take(TRIES).find_map(|record| match reasons(record)?.first()? {
            Reason::Cordoned => {
                let at = self.index(attempt, record.node)?;
                let (node, effect) = self.try_node(pod, at, |node| {
                    node.spec.unschedulable = false;
                    node.spec.taints.retain(|taint| taint.key != "node.kubernetes.io/unschedulable");
                })?;
                Some(Help { change: Some(Change::Uncordon(node.metadata.name.clone())), effect })
            }
            _ => None,
        });
        answers.extend(uncordoned);
        answers
    }

    fn smaller(&self, pod: &Rc<Pod>, attempt: &Attempt) -> Vec<Help> {
        let answer = lacks(attempt).into_iter().take(TRIES).find_map(|(by, resource, _)| {
            let mut smaller = (**pod).clone();
            let amount = |container: &api::Container| amount(&container.resources.requests, &resource);
            let container = smaller.spec.containers.iter_mut().max_by_key(|container| amount(container))?;
            if amount(container) <= by {
                return None;
            }
            add(&mut container.resources.requests, &resource, -by);
            let effect = self.fits(&smaller)?;
            Some(Help { change: Some(Change::SmallerRequest { pod: Rc::new(smaller), resource, by }), effect })
        });
        answer.into_iter().collect()
    }

    fn one_fewer(&self, pod: &Pod) -> Vec<Help> {
        let mut others: Vec<usize> = (0..self.bound.len()).collect();
        others.sort_by_key(|&at| self.bound[at].1.priority());
        let answer = others.into_iter().take(TRIES).find_map(|at| {
            let effect = self.with(|moment| moment.bound.remove(at)).fits(pod)?;
            let (node, gone) = &self.bound[at];
            Some(Help { change: Some(Change::OneFewer { pod: gone.key().into(), node: node.clone() }), effect })
        });
        answer.into_iter().collect()
    }

    fn higher(&self, pod: &Rc<Pod>) -> Vec<Help> {
        let levels: Set<i32> =
            self.bound.iter().map(|(_, other)| other.priority()).filter(|level| *level >= pod.priority()).collect();
        let answer = levels.into_iter().take(TRIES).find_map(|level| {
            let mut higher = (**pod).clone();
            higher.spec.priority = Some(level.checked_add(1)?);
            higher.spec.priority_class_name = Str::default();
            let effect = self.decide(&higher, None, &mut Silent)?;
            Some(Help { change: Some(Change::HigherPriority(Rc::new(higher))), effect })
        });
        answer.into_iter().collect()
    }

    fn another_node(&self, pod: &Pod) -> Vec<Help> {
        let mut tried: Vec<&Rc<Node>> = self.nodes.iter().collect();
        tried.sort_by_key(|node| amount(&node.status.allocatable, "cpu"));
        tried.dedup_by_key(|node| {
            (node.status.allocatable.clone(), node.metadata.labels.len(), node.spec.taints.clone())
        });
        let answer = tried.into_iter().take(TRIES).find_map(|like| {
            let mut node = (**like).clone();
            node.metadata.name = format!("{}-copy", like.metadata.name).into();
            node.metadata.uid = Str::default();
            node.metadata.labels.insert("kubernetes.io/hostname".into(), node.metadata.name.clone());
            node.spec.unschedulable = false;
            node.spec.taints.retain(|taint| !taint.key.starts_with("node.kubernetes.io/"));
            let node = Rc::new(node);
            let effect = self.with(|moment| moment.nodes.push(Rc::clone(&node))).fits(pod)?;
            Some(Help { change: Some(Change::AnotherNode(node)), effect })
        });
        answer.into_iter().collect()
    }
}

/// What each node lacks, if it is one resource alone: how much, of what, and where; the least first.
fn lacks(attempt: &Attempt) -> Vec<(i64, Str, usize)> {
    let mut lacks: Vec<(i64, Str, usize)> = attempt
        .filter
        .iter()
        .filter_map(|record| match record.failed.first()?.1.reasons.as_slice() {
            [Reason::Insufficient { resource, requested, used, capacity }] => {
                Some((requested - (capacity - used), resource.clone(), record.node))
            }
            _ => None,
        })
        .collect();
    lacks.sort();
    lacks
}

/// An amount in the units of reasons: thousandths of a CPU, else whole units.
fn amount(list: &ResourceList, resource: &str) -> i64 {
    list.get(resource).map_or(0, |quantity| if resource == "cpu" { quantity.milli_value() } else { quantity.value() })
}

fn add(list: &mut ResourceList, resource: &Str, by: i64) {
    let sum = amount(list, resource).saturating_add(by);
    let text = if *resource == "cpu" { format!("{sum}m") } else { sum.to_string() };
    if let Some(quantity) = Quantity::parse(&text) {
        list.insert(resource.clone(), quantity);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use api::Millis;
    use profiles::profile;
    use record::{Event, What};
    use releases::Release;

    fn frame(nodes: &[&str], pods: &[&str]) -> Frame {
        let mut frame = Frame::default();
        let mut apply = |what| frame.apply(&Event { at: Millis::ZERO, what });
        for json in nodes {
            apply(What::NodeAdded(Rc::new(serde_json::from_str(json).unwrap_or_else(|e| panic!("{e}: {json}")))));
        }
        for json in pods {
            let pod = Rc::new(serde_json::from_str(json).unwrap_or_else(|e| panic!("{e}: {json}")));
            apply(What::PodCreated { pod, by: Str::default() });
        }
        frame
    }

    fn node(name: &str, cpu: &str, spec: &str) -> String {
        format!(
            r#"{{"metadata":{{"name":"{name}"}},"spec":{{{spec}}},"status":{{"allocatable":{{"cpu":"{cpu}","memory":"8Gi","pods":"10"}}}}}}"#
        )
    }

    fn pod(name: &str, on: &str, cpu: &str, priority: i32) -> String {
        format!(
            r#"{{"metadata":{{"name":"{name}","namespace":"default","uid":"{name}"}},"spec":{{"nodeName":"{on}","priority":{priority},"containers":[{{"resources":{{"requests":{{"cpu":"{cpu}"}}}}}}]}}}}"#
        )
    }

    fn help(nodes: &[&str], there: &[&str], wanted: &str) -> Vec<String> {
        let frame = frame(nodes, there);
        let wanted: Rc<Pod> = Rc::new(serde_json::from_str(wanted).unwrap());
        let profile = profile(Release::default());
        let moment = Situation::new(&frame, Release::default(), &profile, Objects::default());
        let told = |answer: Help| {
            let change = match answer.change {
                None => "nothing".to_owned(),
                Some(Change::MoreRoom { node, resource, by }) => format!("{} +{by} {resource}", node.metadata.name),
                Some(Change::SmallerRequest { resource, by, .. }) => format!("pod -{by} {resource}"),
                Some(Change::NoTaint { node, key }) => format!("{node} without {key}"),
                Some(Change::Uncordon(node)) => format!("uncordon {node}"),
                Some(Change::OneFewer { pod, .. }) => format!("without {pod}"),
                Some(Change::HigherPriority(pod)) => format!("priority {}", pod.priority()),
                Some(Change::AnotherNode(node)) => format!("node {}", node.metadata.name),
                Some(Change::NoDeviceTaint { device, key, .. }) => format!("{device} without {key}"),
                Some(Change::MoreDevices { like, count, .. }) => format!("{count} like {like}"),
            };
            match answer.effect {
                Effect::Fits(node) => format!("{change}: {node}"),
                Effect::Preempts { node, victims } => format!("{change}: {node} without {}", victims.join(", ")),
            }
        };
        moment.what_would_help(&wanted).into_iter().map(told).collect()
    }

    #[test]
    fn the_smallest_change_of_each_kind() {
        let (a, b) = (node("a", "4", ""), node("b", "2", ""));
        let there = [pod("x", "a", "2", 5), pod("y", "a", "1", 9), pod("z", "b", "1500m", 7)];
        let there: Vec<&str> = there.iter().map(String::as_str).collect();
        assert_eq!(
            help(&[&a, &b], &there, &pod("p", "", "2", 0)),
            [
                "a +1000 cpu: a",
                "pod -1000 cpu: a",
                "without default/x: a",
                "priority 6: a without default/x",
                "node b-copy: b-copy",
            ]
        );
        assert_eq!(help(&[&a], &[], &pod("p", "", "2", 0)), ["nothing: a"]);
        assert_eq!(help(&[&a, &b], &there, &pod("p", "", "2", 6)), ["nothing: a without default/x"]);
    }

    #[test]
    fn taints_and_cordons() {
        let tainted = node("t", "4", r#""taints":[{"key":"gpu","effect":"NoSchedule"}]"#);
        let cordoned = node("c", "4", r#""unschedulable":true"#);
        let found = help(&[&tainted, &cordoned], &[], &pod("p", "", "1", 0));
        assert_eq!(found, ["t without gpu: t", "uncordon c: c", "node c-copy: c-copy"]);
    }

    #[test]
    fn what_helps_a_pod_is_decided_by_its_own_scheduler() {
        use crate::testing::answer_to;
        use wire::{Question, Told};

        // Only the other profile lets taints be.
        let profiles = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\nprofiles:\n- schedulerName: \
                        default-scheduler\n- schedulerName: second\n  plugins: {filter: {disabled: [{name: TaintToleration}]}}\n---\n";
        let node = "kind: Node\nmetadata: {name: a}\nspec: {taints: [{key: k, effect: NoSchedule}]}\nstatus: {allocatable: {cpu: 1, memory: \
                    4Gi, pods: 10}}\n---\n";
        let helps = |scheduler: &str| {
            let pod = format!(
                "kind: Pod\nmetadata: {{name: p}}\nspec: {{schedulerName: {scheduler}, containers: [{{name: c, resources: {{requests: \
                 {{cpu: 2}}}}}}]}}\n"
            );
            match answer_to(&[profiles, node, &pod].concat(), None, None, Question::Help("default/p".into())) {
                Told::Help(answers) => answers.iter().any(|it| matches!(it.change, Some(Change::MoreRoom { .. }))),
                other => panic!("{other:?}"),
            }
        };
        assert!(helps("second") && !helps("default-scheduler"));
    }
}
