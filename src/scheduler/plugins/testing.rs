//! Test fixtures for the plugins: objects are written as JSON, as in a manifest.

use std::rc::Rc;

use api::{Pod, StorageObject};
use runlog::{Evidence, Failure, NodeIx, Verdict};

use crate::{
    cluster::{Accounting, NodeInfo, NonZeroRule, Objects, PodInfo, ResizeRule, Snapshot, Storage},
    framework::{ClusterEvent, CycleCtx, Filter, PreFilterOutcome, Score},
};

/// The accounting of the latest release.
pub(crate) const ACCOUNTING: Accounting = Accounting {
    counts_overhead: true,
    counts_sidecars: true,
    counts_pod_level: true,
    counts_init_when_bound: true,
    resizes: ResizeRule::ContainersAndPods,
    non_zero: NonZeroRule::LikeRequests,
};

fn object(json: &str) -> Pod {
    serde_json::from_str(json).unwrap_or_else(|e| panic!("{e}: {json}"))
}

/// Parses a pod from JSON.
pub fn pod(json: &str) -> Rc<PodInfo> {
    Rc::new(PodInfo::new(Rc::new(object(json)), &ACCOUNTING))
}

/// Parses a node without pods from JSON.
pub fn node(json: &str) -> NodeInfo {
    NodeInfo::new(Rc::new(serde_json::from_str(json).unwrap_or_else(|e| panic!("{e}: {json}"))))
}

/// Creates a snapshot of nodes, each with its pods. A pod without a uid gets one.
pub fn snapshot(nodes: &[(&str, &[&str])]) -> Snapshot {
    let mut snapshot = Snapshot::default();
    for (json, pods) in nodes {
        let ix = snapshot.add_node(Rc::clone(&node(json).node));
        for (number, json) in pods.iter().enumerate() {
            let mut pod = object(json);
            if pod.metadata.uid.is_empty() {
                pod.metadata.uid = format!("uid-{ix}-{number}").into();
            }
            snapshot.add_pod(ix, Rc::new(PodInfo::new(Rc::new(pod), &ACCOUNTING)));
        }
    }
    snapshot
}

/// Returns the verdict of a filter for one node of an otherwise empty cluster.
pub fn judge_pod(filter: &dyn Filter, pod: &PodInfo, node: &NodeInfo) -> Verdict {
    let mut snapshot = Snapshot::default();
    let ix = snapshot.add_node(Rc::clone(&node.node));
    for pod in node.pods() {
        snapshot.add_pod(ix, Rc::clone(pod));
    }
    judge_all(filter, pod, &snapshot).remove(0)
}

/// Returns the verdict of a filter for each node.
pub(crate) fn judge_all(filter: &dyn Filter, pod: &PodInfo, snapshot: &Snapshot) -> Vec<Verdict> {
    judge_with(filter, pod, snapshot, &Objects::default())
}

/// Like [`judge_all`], with other objects in the cluster.
pub(crate) fn judge_with(filter: &dyn Filter, pod: &PodInfo, snapshot: &Snapshot, objects: &Objects) -> Vec<Verdict> {
    match filter.prepare(&CycleCtx { pod, snapshot, objects, order: None }) {
        PreFilterOutcome::Skip => snapshot.nodes().iter().map(|_| Ok(())).collect(),
        PreFilterOutcome::Reject(failure) => snapshot.nodes().iter().map(|_| Err(failure.clone())).collect(),
        PreFilterOutcome::Error(text) => panic!("{text}"),
        PreFilterOutcome::Judge(judge) | PreFilterOutcome::JudgeWithin(_, judge) => {
            let mut known_failures: Vec<(u64, Failure)> = Vec::new();
            let mut ask = |(node_ix, node): (NodeIx, &Rc<NodeInfo>)| {
                let verdict = judge.judge(node_ix, node);
                assert_eq!(judge.admits(node_ix, node), verdict.is_ok());
                if let (Err(failure), Some(flags)) = (&verdict, judge.reason_flags(node_ix, node)) {
                    let known = known_failures.iter().find(|(known_flags, _)| *known_flags == flags);
                    assert!(known.is_none_or(|(_, known)| has_same_reasons(known, failure)), "{known:?} {failure:?}");
                    known_failures.push((flags, failure.clone()));
                }
                verdict
            };
            snapshot.nodes().iter().enumerate().map(&mut ask).collect()
        }
    }
}

/// Whether both failures have the same code and the same reasons, apart from amounts.
fn has_same_reasons(one: &Failure, other: &Failure) -> bool {
    let kinds = |failure: &Failure| failure.reasons.iter().map(std::mem::discriminant).collect::<Vec<_>>();
    one.code == other.code && kinds(one) == kinds(other)
}

/// Parses storage objects from pairs of kind and JSON.
pub fn storage_from_json(objects: &[(&str, &str)]) -> Rc<Storage> {
    fn read<T: serde::de::DeserializeOwned>(json: &str) -> Rc<T> {
        Rc::new(serde_json::from_str(json).unwrap_or_else(|e| panic!("{e}: {json}")))
    }
    let mut storage = Storage::default();
    for (what, json) in objects {
        storage.insert(match *what {
            "volume" => StorageObject::Volume(read(json)),
            "claim" => StorageObject::Claim(read(json)),
            "class" => StorageObject::Class(read(json)),
            "csinode" => StorageObject::CsiNode(read(json)),
            "driver" => StorageObject::CsiDriver(read(json)),
            "capacity" => StorageObject::Capacity(read(json)),
            other => panic!("{other}"),
        });
    }
    Rc::new(storage)
}

/// Returns raw and normalized scores of all nodes, or `None` if the plugin skips the pod. Checks that the evidence adds
/// up to the raw score.
pub fn score_all(score: &dyn Score, pod: &PodInfo, snapshot: &Snapshot, objects: &Objects) -> Option<Vec<(i64, i64)>> {
    let feasible: Vec<usize> = (0..snapshot.nodes().len()).collect();
    let scorer = score
        .prepare(&CycleCtx { pod, snapshot, objects, order: None }, &feasible)
        .unwrap_or_else(|e| panic!("{e}"))?;
    let raw: Vec<i64> = feasible.iter().map(|&ix| scorer.score(ix, &snapshot.nodes()[ix])).collect();
    for &ix in &feasible {
        let evidence: Evidence = scorer.explain(ix, &snapshot.nodes()[ix]);
        assert_eq!(evidence.total(), raw[ix], "{evidence:?}");
    }
    let mut normalized = raw.clone();
    scorer.normalize(&mut normalized);
    Some(raw.into_iter().zip(normalized).collect())
}

/// Whether an event may help a pod that the filter rejected; `None` if the filter is not registered for such events.
pub fn pod_hint(filter: &dyn Filter, pod: &PodInfo, cluster_event: &ClusterEvent<'_>) -> Option<bool> {
    filter.queueing_hint(
        &CycleCtx { pod, snapshot: &Snapshot::default(), objects: &Objects::default(), order: None },
        cluster_event,
    )
}

/// Returns the hint for each event of a node that changes from `old` to `new` (JSON).
pub(crate) fn node_hints(filter: &dyn Filter, pod: &PodInfo, old: &str, new: &str) -> Vec<Option<bool>> {
    let (old, new) = (node(old).node.clone(), node(new).node.clone());
    ClusterEvent::node_updates(&old, &new).iter().map(|event| pod_hint(filter, pod, event)).collect()
}

/// Returns the hint for each event of a pod that changes from `old` to `new` (JSON).
pub(crate) fn pod_hints(filter: &dyn Filter, waiting: &PodInfo, old: &str, new: &str) -> Vec<Option<bool>> {
    let (old, new) = (pod(old), pod(new));
    ClusterEvent::pod_updates(&old, &new).iter().map(|event| pod_hint(filter, waiting, event)).collect()
}
