//! `NodePreferAvoidPods`: avoids nodes that list the pod's controller in an annotation.
//!
//! The annotation `scheduler.alpha.kubernetes.io/preferAvoidPods` is a JSON list of controllers. A pod whose controller
//! is a replica set or a replication controller with a kind and uid in that list scores 0 on the node; everything else,
//! even an annotation that cannot be parsed, scores the maximum. With its weight of 10000 the plugin outweighs every
//! other score, so that such a node is chosen only if no other is feasible. Upstream: `nodepreferavoidpods.Score`;
//! v1.16: `CalculateNodePreferAvoidPodsPriorityMap`, out of 10. v1.34 no longer has it.

use api::{OwnerReference, Str, WorkloadKind};
use runlog::{Evidence, NodeIx, ScorePart};
use serde::Deserialize;

use crate::{
    cluster::NodeInfo,
    framework::{CycleCtx, Score, Scorer},
};

const ANNOTATION: &str = "scheduler.alpha.kubernetes.io/preferAvoidPods";

pub struct NodePreferAvoidPods {
    /// Best score: 100, or 10 in v1.16.
    pub max: i64,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct AvoidPods {
    prefer_avoid_pods: Option<Vec<Avoidance>>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Avoidance {
    pod_signature: Option<Signature>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Signature {
    pod_controller: Option<OwnerReference>,
}

struct AvoidScorer<'c> {
    controller: Option<&'c OwnerReference>,
    max: i64,
}

impl Score for NodePreferAvoidPods {
    fn prepare<'c>(&'c self, cycle: &CycleCtx<'c>, _: &'c [NodeIx]) -> Result<Option<Box<dyn Scorer + 'c>>, Str> {
        let avoidable = |owner: &&OwnerReference| {
            matches!(owner.workload(), Some(WorkloadKind::ReplicaSet | WorkloadKind::ReplicationController))
        };
        let controller = cycle.pod.pod.metadata.controller().filter(avoidable);
        Ok(Some(Box::new(AvoidScorer { controller, max: self.max })))
    }
}

impl Scorer for AvoidScorer<'_> {
    fn score(&self, _: NodeIx, node: &NodeInfo) -> i64 {
        let avoided = self.controller.is_some_and(|controller| {
            let annotation = node.node.metadata.annotations.get(ANNOTATION);
            annotation.is_some_and(|annotation| names_controller(annotation, controller))
        });
        if avoided { 0 } else { self.max }
    }

    fn explain(&self, node_ix: NodeIx, node: &NodeInfo) -> Evidence {
        let what = self.controller.map_or(Str::default(), |owner| format!("{}/{}", owner.kind, owner.name).into());
        Evidence::Sum(vec![ScorePart { what, value: self.score(node_ix, node) }])
    }
}

fn names_controller(annotation: &str, controller: &OwnerReference) -> bool {
    let avoid: AvoidPods = serde_json::from_str(annotation).unwrap_or_default();
    avoid.prefer_avoid_pods.into_iter().flatten().any(|entry| {
        let listed = entry.pod_signature.and_then(|signature| signature.pod_controller);
        listed.is_some_and(|listed| listed.kind == controller.kind && listed.uid == controller.uid)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        cluster::Objects,
        plugins::testing::{pod, score_all, snapshot},
    };

    #[test]
    fn a_listed_controller_is_avoided() {
        let listed = r#"{"preferAvoidPods":[{"podSignature":{}},{"podSignature":{"podController":
            {"apiVersion":"apps/v1","kind":"ReplicaSet","name":"web","uid":"u1","controller":true}},"reason":"x"}]}"#;
        for (annotation, kind, uid, controls, expected) in [
            (listed, "ReplicaSet", "u1", true, 0),
            (listed, "ReplicaSet", "u1", false, 100),
            (listed, "ReplicaSet", "u2", true, 100),
            (listed, "ReplicationController", "u1", true, 100),
            (
                r#"{"preferAvoidPods":[{"podSignature":{"podController":{"kind":"Job","uid":"u1"}}}]}"#,
                "Job",
                "u1",
                true,
                100,
            ),
            ("not JSON", "ReplicaSet", "u1", true, 100),
            ("", "ReplicaSet", "u1", true, 100),
        ] {
            let annotation = serde_json::to_string(annotation).unwrap();
            let node = format!(r#"{{"metadata":{{"name":"a","annotations":{{"{ANNOTATION}":{annotation}}}}}}}"#);
            let pod = pod(&format!(
                r#"{{"metadata":{{"ownerReferences":[{{"kind":"{kind}","uid":"{uid}","controller":{controls}}}]}}}}"#
            ));
            let scores =
                score_all(&NodePreferAvoidPods { max: 100 }, &pod, &snapshot(&[(&node, &[])]), &Objects::default());
            assert_eq!(scores, Some(vec![(expected, expected)]), "{annotation} {kind} {uid}");
        }
    }
}
