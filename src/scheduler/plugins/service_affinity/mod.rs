//! `ServiceAffinity`: keeps pods of a service on nodes with the same values of some labels, or spreads them over the
//! values of a label.
//!
//! **Filter.** Determines a required value for each label: from the pod's node selector, or else, if a service selects
//! the pod, from the node of the first bound pod that has all labels of the pending pod (the service's selector is not
//! considered). A node must have the required values; labels without one require nothing. Preemption can help.
//! Upstream: `serviceaffinity.Filter`; v1.16: `checkServiceAffinity`. That the pod's labels replace the service's
//! selector is an upstream bug (v1.16: `serviceAffinityMetadataProducer`). Test:
//! `pods_stay_where_the_first_of_their_like_is`.
//!
//! **Score.** raw = bound pods on the node that the pod's first service selects, except terminating ones. For each
//! label, node = max × (pods of the service − those on nodes with the same value) / pods of the service, 0 for a node
//! without the label, the best score if there is no such pod; the score is the mean over the labels, truncated.
//! Upstream: `serviceaffinity.Score`; v1.16: `CalculateAntiAffinityPriorityReduce`, for one label and out of 10.

use std::rc::Rc;

use api::{Labels, Service, Str, Table};
use runlog::{Evidence, Failure, NodeIx, Reason, ScorePart, Verdict};

use crate::{
    cluster::{NodeInfo, NodeState, PodInfo, Snapshot},
    framework::{ClusterEvent, CycleCtx, Filter, Judge, PreFilterOutcome, SameVerdictJudge, Score, Scorer},
};

#[derive(Clone, Debug, Default)]
pub struct ServiceAffinity {
    /// Labels whose values must be equal for all pods of a service.
    pub labels: Vec<Str>,
}

struct ServiceAffinityJudge<'c> {
    plugin: &'c ServiceAffinity,
    pod: &'c PodInfo,
    snapshot: &'c Snapshot,
    /// Whether a service selects the pod.
    has_service: bool,
    /// Bound pods that have all labels of the pending pod: uid and node name.
    matching_pods: Vec<(Str, Str)>,
}

impl Filter for ServiceAffinity {
    fn prepare<'c>(&'c self, cycle: &CycleCtx<'c>) -> PreFilterOutcome<'c> {
        if self.labels.is_empty() {
            return PreFilterOutcome::Skip;
        }
        let CycleCtx { pod, snapshot, .. } = *cycle;
        let nodes = cycle.nodes();
        let alike = nodes.flat_map(|node| node.pods()).filter(|other| has_all_labels_of(pod, other));
        let alike = alike.map(|other| (other.uid().clone(), other.pod.spec.node_name.clone())).collect();
        PreFilterOutcome::Judge(Box::new(ServiceAffinityJudge {
            plugin: self,
            pod,
            snapshot,
            has_service: first_service(cycle).is_some(),
            matching_pods: alike,
        }))
    }

    fn prepare_without_pre_filter<'c>(&'c self, _: &CycleCtx<'c>) -> Option<Box<dyn Judge<'c> + 'c>> {
        if self.labels.is_empty() { None } else { SameVerdictJudge::state_missing("PreFilterServiceAffinity") }
    }

    fn queueing_hint(&self, _: &CycleCtx<'_>, _: &ClusterEvent<'_>) -> Option<bool> {
        Some(true)
    }
}

fn has_all_labels_of(pod: &PodInfo, other: &PodInfo) -> bool {
    other.namespace() == pod.namespace() && other.labels().contains_all(pod.labels())
}

/// Returns the first service that selects the pod.
fn first_service<'c>(cycle: &CycleCtx<'c>) -> Option<&'c Service> {
    let (pod, services) = (cycle.pod, cycle.objects.services.iter());
    let mut services_of_namespace = services.filter(|service| service.metadata.namespace == *pod.namespace());
    let selects = |service: &&Rc<Service>| {
        service.spec.selector.as_ref().is_some_and(|selector| pod.labels().contains_all(selector))
    };
    services_of_namespace.find(selects).map(|service| &**service)
}

impl ServiceAffinityJudge<'_> {
    /// Returns the value that nodes must have for a label, if any.
    fn required_value(&self, label: &str) -> Result<Option<&Str>, Failure> {
        if let Some(value) = self.pod.pod.spec.node_selector.get(label) {
            return Ok(Some(value));
        }
        let Some((_, node)) = self.matching_pods.first().filter(|_| self.has_service) else { return Ok(None) };
        match self.snapshot.node(node) {
            Some(node) => Ok(node.labels().get(label)),
            None => Err(Failure::error("node not found".into())),
        }
    }
}

impl<'c> Judge<'c> for ServiceAffinityJudge<'c> {
    fn judge(&self, _: NodeIx, node: &NodeState) -> Verdict {
        for label in &self.plugin.labels {
            if let Some(value) = self.required_value(label)?
                && node.labels().get(label) != Some(value)
            {
                let reason = Reason::ServiceAffinity { label: label.clone(), value: value.clone() };
                return Err(Failure::unschedulable(reason));
            }
        }
        Ok(())
    }

    fn pod_added(&mut self, pod: &PodInfo, _: NodeIx, _: &NodeState, _: bool) {
        if has_all_labels_of(self.pod, pod) {
            self.matching_pods.push((pod.uid().clone(), pod.pod.spec.node_name.clone()));
        }
    }

    fn pod_removed(&mut self, pod: &PodInfo, _: NodeIx, _: &NodeState) {
        self.matching_pods.retain(|(uid, _)| uid != pod.uid());
    }

    fn is_affected_by(&self, pods: &[&Rc<PodInfo>]) -> bool {
        self.has_service && pods.iter().any(|other| has_all_labels_of(self.pod, other))
    }

    fn fork(&self) -> Option<Box<dyn Judge<'c> + 'c>> {
        Some(Box::new(ServiceAffinityJudge { matching_pods: self.matching_pods.clone(), ..*self }))
    }
}

#[derive(Clone, Debug)]
pub struct ServiceAntiAffinity {
    /// Labels over whose values the pods of a service are spread.
    pub labels: Vec<Str>,
    /// Best score: 100, or 10 in v1.16.
    pub max: i64,
    /// Whether a service with the selector `{}` counts all pods of its namespace; otherwise it counts none.
    pub empty_selects_all: bool,
}

struct AntiAffinityScorer<'c> {
    plugin: &'c ServiceAntiAffinity,
    namespace: &'c Str,
    selector: Option<&'c Labels>,
    /// The value of each label on each feasible node.
    values: Vec<Vec<Option<&'c Str>>>,
}

impl Score for ServiceAntiAffinity {
    fn prepare<'c>(
        &'c self,
        cycle: &CycleCtx<'c>,
        feasible: &'c [NodeIx],
    ) -> Result<Option<Box<dyn Scorer + 'c>>, Str> {
        let nodes = cycle.snapshot.nodes();
        let selector = first_service(cycle).and_then(|service| service.spec.selector.as_ref());
        let value = |label: &Str| feasible.iter().map(|&ix| nodes[ix].labels().get(label)).collect();
        Ok(Some(Box::new(AntiAffinityScorer {
            plugin: self,
            namespace: cycle.pod.namespace(),
            selector: selector.filter(|selector| self.empty_selects_all || !selector.is_empty()),
            values: self.labels.iter().map(value).collect(),
        })))
    }
}

impl AntiAffinityScorer<'_> {
    fn counted_pods<'n>(&'n self, node: &'n NodeInfo) -> impl Iterator<Item = &'n PodInfo> {
        let counts = |pod: &&PodInfo| {
            pod.namespace() == self.namespace
                && !pod.pod.is_terminating()
                && self.selector.is_some_and(|selector| pod.labels().contains_all(selector))
        };
        node.pods().iter().map(|pod| &**pod).filter(counts)
    }
}

impl Scorer for AntiAffinityScorer<'_> {
    fn score(&self, _: NodeIx, node: &NodeInfo) -> i64 {
        i64::try_from(self.counted_pods(node).count()).unwrap_or(i64::MAX)
    }

    #[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation)] // counts of pods; upstream does the same
    fn normalize(&self, scores: &mut [i64]) {
        let total_score: i64 = scores.iter().sum();
        let max = self.plugin.max as f64;
        let mut means = vec![0.0; scores.len()];
        for values in &self.values {
            let mut counts: Table<&Str, i64> = Table::new();
            for (value, score) in values.iter().zip(&*scores) {
                if let Some(value) = value {
                    *counts.or_default(value) += score;
                }
            }
            for (value, mean) in values.iter().zip(&mut means) {
                let Some(value) = value else { continue };
                let score = if total_score > 0 {
                    max * ((total_score - counts[value]) as f64 / total_score as f64)
                } else {
                    max
                };
                *mean += score / self.values.len() as f64;
            }
        }
        for (score, mean) in scores.iter_mut().zip(means) {
            *score = mean as i64;
        }
    }

    fn explain(&self, _: NodeIx, node: &NodeInfo) -> Evidence {
        Evidence::Sum(self.counted_pods(node).map(|pod| ScorePart { what: pod.pod.key().into(), value: 1 }).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        cluster::Objects,
        plugins::testing::{judge_with, pod, score_all, snapshot},
    };

    const WEB: &str = r#"{"metadata":{"uid":"1","labels":{"app":"web"}},"spec":{"nodeName":"a"}}"#;
    const LATER: &str = r#"{"metadata":{"uid":"2","labels":{"app":"web","v":"2"}},"spec":{"nodeName":"c"}}"#;

    fn cluster() -> Snapshot {
        let node =
            |name: &str, rack: &str| format!(r#"{{"metadata":{{"name":"{name}","labels":{{"rack":"{rack}"}}}}}}"#);
        let (a, b, c) = (node("a", "1"), node("b", "1"), node("c", "2"));
        snapshot(&[(&a, &[WEB]), (&b, &[]), (&c, &[LATER]), (r#"{"metadata":{"name":"d"}}"#, &[])])
    }

    fn service_pod(selector: &str) -> Objects {
        let service = format!(r#"{{"spec":{{"selector":{selector}}}}}"#);
        Objects { services: vec![Rc::new(serde_json::from_str(&service).unwrap())], ..Objects::default() }
    }

    #[test]
    fn pods_stay_where_the_first_of_their_like_is() {
        let plugin = ServiceAffinity { labels: vec!["rack".into()] };
        let web = r#"{"app":"web"}"#;
        for (labels, selector, service, expected) in [
            (web, "{}", web, [true, true, false, false]),
            // Only pods that have all labels of the incoming pod count.
            (r#"{"app":"web","v":"2"}"#, "{}", web, [false, false, true, false]),
            (web, r#"{"rack":"2"}"#, web, [false, false, true, false]),
            (web, "{}", r#"{"app":"db"}"#, [true; 4]),
        ] {
            let pod = pod(&format!(r#"{{"metadata":{{"labels":{labels}}},"spec":{{"nodeSelector":{selector}}}}}"#));
            let results = judge_with(&plugin, &pod, &cluster(), &service_pod(service));
            assert_eq!(
                results.iter().map(Verdict::is_ok).collect::<Vec<_>>(),
                expected,
                "{labels} {selector} {service}"
            );
        }
    }

    #[test]
    fn fewer_pods_of_the_service_score_higher() {
        let (pod, web) = (pod(r#"{"metadata":{"labels":{"app":"web"}}}"#), r#"{"app":"web"}"#);
        let plugin = |labels: &[&str], max| ServiceAntiAffinity {
            labels: labels.iter().map(|label| Str::from(*label)).collect(),
            max,
            empty_selects_all: false,
        };
        for (plugin, service, expected) in [
            (plugin(&["rack"], 10), web, [(1, 5), (0, 5), (1, 5), (0, 0)]),
            (plugin(&["rack", "none"], 100), web, [(1, 25), (0, 25), (1, 25), (0, 0)]),
            (plugin(&["rack"], 10), "{}", [(0, 10), (0, 10), (0, 10), (0, 0)]),
        ] {
            assert_eq!(
                score_all(&plugin, &pod, &cluster(), &service_pod(service)),
                Some(expected.to_vec()),
                "{service}"
            );
        }
    }
}
