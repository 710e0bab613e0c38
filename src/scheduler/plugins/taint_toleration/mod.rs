//! `TaintToleration`: keeps pods off nodes whose taints they do not tolerate, and prefers nodes with fewer untolerated
//! `PreferNoSchedule` taints.
//!
//! **Filter.** The first taint of effect `NoSchedule` or `NoExecute` that no toleration matches rejects the node;
//! preemption cannot help. Upstream: `tainttoleration.Filter`; v1.16: `PodToleratesNodeTaints`, whose message does not
//! name the taint.
//!
//! **Score.** raw = number of `PreferNoSchedule` taints that no toleration of effect `PreferNoSchedule` (or of every
//! effect) matches; normalized = max − max × raw / largest raw, or max for all if no node has such a taint. Upstream:
//! `tainttoleration.Score`; v1.16: `ComputeTaintTolerationPriorityMap`, out of 10 instead of 100.

use api::{Node, Taint, TaintEffect, Toleration, find_untolerated_taint};
use runlog::{Evidence, Failure, NodeIx, Reason, ScorePart, Verdict};

use crate::{
    cluster::{NodeInfo, NodeState},
    framework::{
        ClusterEvent, CycleCtx, Filter, Judge, NodeChange, PodChange, PreFilterOutcome, Score, ScoreError, Scorer,
    },
};

pub struct TaintToleration {
    /// Best normalized score: 100, or 10 in v1.16.
    pub max: i64,
}

struct TolerationJudge<'c> {
    all_tolerations: &'c [Toleration],
    has_taints: bool,
    max: i64,
}

impl Filter for TaintToleration {
    fn prepare<'c>(&'c self, cycle: &CycleCtx<'c>) -> PreFilterOutcome<'c> {
        PreFilterOutcome::Judge(Box::new(self.tolerations(cycle)))
    }

    fn queueing_hint(&self, cycle: &CycleCtx<'_>, cluster_event: &ClusterEvent<'_>) -> Option<bool> {
        let tolerates =
            |node: &Node| find_untolerated_taint(&node.spec.taints, self.tolerations(cycle).all_tolerations).is_none();
        match cluster_event {
            ClusterEvent::NodeAdd(node) => Some(tolerates(node)),
            ClusterEvent::NodeUpdate { change: NodeChange::Taints | NodeChange::Uncordoned, old, new } => {
                Some(!tolerates(old) && tolerates(new))
            }
            ClusterEvent::PodUpdate { change: PodChange::Tolerations, new, .. } => Some(new.uid() == cycle.pod.uid()),
            _ => None,
        }
    }
}

impl TaintToleration {
    fn tolerations<'c>(&self, cycle: &CycleCtx<'c>) -> TolerationJudge<'c> {
        TolerationJudge {
            all_tolerations: &cycle.pod.pod.spec.tolerations,
            has_taints: cycle.snapshot.has_taints(),
            max: self.max,
        }
    }
}

impl Judge<'_> for TolerationJudge<'_> {
    fn judge(&self, _: NodeIx, node: &NodeState) -> Verdict {
        if !node.is_tainted {
            return Ok(());
        }
        match find_untolerated_taint(&node.node.spec.taints, self.all_tolerations) {
            None => Ok(()),
            Some(taint) => Err(Failure::unresolvable(Reason::UntoleratedTaint {
                key: taint.key.clone(),
                value: taint.value.clone(),
            })),
        }
    }

    fn is_node_only(&self) -> bool {
        true
    }

    fn admits_every_node(&self) -> bool {
        !self.has_taints
    }
}

impl Score for TaintToleration {
    fn prepare<'c>(&'c self, cycle: &CycleCtx<'c>, _: &'c [NodeIx]) -> Result<Option<Box<dyn Scorer + 'c>>, api::Str> {
        Ok(Some(Box::new(self.tolerations(cycle))))
    }

    fn prepare_without_pre_score<'c>(
        &'c self,
        _: &CycleCtx<'c>,
        _: &'c [NodeIx],
    ) -> Result<Option<Box<dyn Scorer + 'c>>, ScoreError> {
        Err(ScoreError::Missing("PreScoreTaintToleration"))
    }
}

impl TolerationJudge<'_> {
    fn untolerated_soft_taints<'n>(&self, node: &'n NodeInfo) -> impl Iterator<Item = &'n Taint> {
        let prefer_no_schedule =
            |toleration: &&Toleration| matches!(toleration.effect, TaintEffect::Unset | TaintEffect::PreferNoSchedule);
        node.node.spec.taints.iter().filter(move |taint| {
            taint.effect == TaintEffect::PreferNoSchedule
                && !self.all_tolerations.iter().filter(prefer_no_schedule).any(|toleration| toleration.tolerates(taint))
        })
    }
}

impl Scorer for TolerationJudge<'_> {
    fn score(&self, _: NodeIx, node: &NodeInfo) -> i64 {
        if !node.is_tainted {
            return 0;
        }
        i64::try_from(self.untolerated_soft_taints(node).count()).unwrap_or(i64::MAX)
    }

    fn constant_score(&self) -> Option<i64> {
        (!self.has_taints).then_some(0)
    }

    fn normalize(&self, scores: &mut [i64]) {
        let max_intolerable = scores.iter().copied().max().unwrap_or(0);
        for score in scores {
            *score = if max_intolerable == 0 { self.max } else { self.max - self.max * *score / max_intolerable };
        }
    }

    fn explain(&self, _: NodeIx, node: &NodeInfo) -> Evidence {
        let part = |node_taint: &Taint| ScorePart {
            what: format!("{}={}", node_taint.key, node_taint.value).into(),
            value: 1,
        };
        Evidence::Sum(self.untolerated_soft_taints(node).map(part).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        cluster::Objects,
        plugins::testing::{judge_pod, node, node_hints, pod, pod_hints, score_all, snapshot},
    };

    const PLUGIN: TaintToleration = TaintToleration { max: 100 };

    #[test]
    fn the_first_untolerated_hard_taint_rejects() {
        let node = node(
            r#"{"spec":{"taints":[{"key":"soft","effect":"PreferNoSchedule"},{"key":"a","value":"1","effect":"NoSchedule"},
                {"key":"b","effect":"NoExecute"}]}}"#,
        );
        let rejects = |key: &str, value: &str| {
            Err(Failure::unresolvable(Reason::UntoleratedTaint { key: key.into(), value: value.into() }))
        };
        for (tolerations, expected) in [
            ("[]", rejects("a", "1")),
            (r#"[{"key":"a","value":"2"}]"#, rejects("a", "1")),
            (r#"[{"key":"a","value":"1"}]"#, rejects("b", "")),
            (r#"[{"key":"a","operator":"Exists"},{"key":"b","effect":"NoSchedule"}]"#, rejects("b", "")),
            (r#"[{"operator":"Exists"}]"#, Ok(())),
            (r#"[{"operator":"Sometimes"}]"#, rejects("a", "1")),
        ] {
            let pod = pod(&format!(r#"{{"spec":{{"tolerations":{tolerations}}}}}"#));
            assert_eq!(judge_pod(&PLUGIN, &pod, &node), expected, "{tolerations}");
        }
    }

    #[test]
    fn fewer_soft_taints_score_higher() {
        let taint = |key: &str| format!(r#"{{"key":"{key}","effect":"PreferNoSchedule"}}"#);
        let node = |name: &str, taints: &[&str]| {
            let taints: Vec<String> = taints.iter().map(|key| taint(key)).collect();
            format!(r#"{{"metadata":{{"name":"{name}"}},"spec":{{"taints":[{}]}}}}"#, taints.join(","))
        };
        let (a, b, c) = (node("a", &[]), node("b", &["x", "y"]), node("c", &["x", "y", "z"]));
        let snapshot = snapshot(&[(&a, &[]), (&b, &[]), (&c, &[])]);
        let pod =
            pod(r#"{"spec":{"tolerations":[{"key":"y","operator":"Exists"},{"key":"x","effect":"NoSchedule"}]}}"#);
        let scores = score_all(&PLUGIN, &pod, &snapshot, &Objects::default());
        assert_eq!(scores, Some(vec![(0, 100), (1, 50), (2, 0)]));
    }

    #[test]
    fn a_taint_that_goes_and_a_toleration_that_comes_may_help() {
        let tainted = |keys: &[&str]| {
            let taints: Vec<String> =
                keys.iter().map(|key| format!(r#"{{"key":"{key}","effect":"NoSchedule"}}"#)).collect();
            format!(r#"{{"spec":{{"taints":[{}]}}}}"#, taints.join(","))
        };
        let waiting = pod(r#"{"metadata":{"uid":"u"},"spec":{"tolerations":[{"key":"a","operator":"Exists"}]}}"#);
        for (old, new, expected) in
            [(&["b"][..], &["a"][..], Some(true)), (&["a"], &[], Some(false)), (&["b", "c"], &["c"], Some(false))]
        {
            assert_eq!(node_hints(&PLUGIN, &waiting, &tainted(old), &tainted(new)), [expected], "{old:?} {new:?}");
        }
        for (uid, expected) in [("u", true), ("v", false)] {
            let old = format!(r#"{{"metadata":{{"uid":"{uid}"}}}}"#);
            let new = format!(r#"{{"metadata":{{"uid":"{uid}"}},"spec":{{"tolerations":[{{"key":"b"}}]}}}}"#);
            assert_eq!(pod_hints(&PLUGIN, &waiting, &old, &new), [Some(expected)], "{uid}");
        }
    }
}
