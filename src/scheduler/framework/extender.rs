//! Extenders: external services that the scheduler calls over HTTP.
//!
//! An extender is configured for all profiles. After the filters it may take nodes away, beside the scores it may add points, in
//! preemption it may change the victims, and it may bind the pod. It is asked only about pods that it is interested in, and only
//! for what the configuration gives a verb to.

use std::rc::Rc;

use api::{Millis, NamespacedName, Pod, ResourceList, Str};
use runlog::{ExtenderError, host_of};

use crate::cluster::{NodeInfo, PodInfo};

/// How the scheduler talks to an extender: upstream's `Extender` of the configuration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExtenderSpec {
    /// Where it answers. Messages name it by this, as written.
    pub url_prefix: Str,
    /// The last part of the address for `Filter`; empty if it is not asked. The same below.
    pub filter_verb: Str,
    /// For scores.
    pub prioritize_verb: Str,
    /// For preemption.
    pub preempt_verb: Str,
    pub bind_verb: Str,
    /// What its scores are multiplied with.
    pub weight: i64,
    /// It is sent names of nodes instead of nodes, and answers with names.
    pub node_cache_capable: bool,
    /// Pods are scheduled without it where it fails.
    pub ignorable: bool,
    /// Pods are its business if they name one of these resources; none means all pods.
    pub managed_resources: Vec<Str>,
    /// After how long an answer is too late.
    pub timeout: Millis,
}

impl ExtenderSpec {
    /// The address of a verb.
    #[must_use]
    pub fn url(&self, verb: &str) -> String {
        format!("{}/{verb}", self.url_prefix.trim_end_matches('/'))
    }

    /// The host of the address, by which the document that plays the extender is found.
    #[must_use]
    pub fn host(&self) -> &str {
        host_of(&self.url_prefix)
    }

    /// Whether a pod is the extender's business: a container names one of its resources, be the amount 0.
    #[must_use]
    pub fn is_interested(&self, pod: &Pod) -> bool {
        let names =
            |resource_list: &ResourceList| self.managed_resources.iter().any(|name| resource_list.get(name).is_some());
        let spec = &pod.spec;
        self.managed_resources.is_empty()
            || spec
                .containers
                .iter()
                .chain(&spec.init_containers)
                .any(|container| names(&container.resources.requests) || names(&container.resources.limits))
    }
}

/// An extender, and who plays it.
#[derive(Clone)]
pub struct Extender {
    /// How it is configured.
    pub spec: ExtenderSpec,
    /// What answers for the host; `None` if nothing does.
    pub responder: Option<Rc<dyn ExtenderResponder>>,
}

/// Who answers for an extender.
pub trait ExtenderResponder {
    /// Which of the nodes will do.
    ///
    /// # Errors
    /// The request failed.
    fn filter(&self, pod: &PodInfo, nodes: &[&NodeInfo]) -> Result<ExtenderFilterAnswer, ExtenderError>;

    /// Scores of nodes, 0 to 10.
    ///
    /// # Errors
    /// The request failed.
    fn prioritize(&self, pod: &PodInfo, nodes: &[&NodeInfo]) -> Result<Vec<(Str, i64)>, ExtenderError>;

    /// The victims of each node. A node that is not in the answer is no longer a candidate.
    ///
    /// # Errors
    /// The request failed.
    fn preempt(
        &self,
        pod: &PodInfo,
        candidates: &[NodeVictims],
        pods: &dyn PodNames,
    ) -> Result<Vec<NodeVictims>, ExtenderError>;

    /// How long an answer takes.
    fn delay(&self) -> Millis {
        Millis::ZERO
    }
}

/// Uids of pods by their names.
pub trait PodNames {
    /// The uid of a pod, if it is on a node.
    fn uid(&self, key: &NamespacedName) -> Option<Str>;
}

/// A node that an extender rejects, with its message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RejectedNode {
    pub node: Str,
    pub message: Str,
}

/// An answer to `Filter`. A node that is nowhere in it is dropped without a message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExtenderFilterAnswer {
    /// Names of nodes that stay, which may be others than the extender was asked about.
    pub feasible: Vec<Str>,
    /// Nodes that are rejected.
    pub failures: Vec<RejectedNode>,
    /// The same where preemption cannot help; early releases do not know it.
    pub unresolvable: Vec<RejectedNode>,
}

/// The victims of a node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeVictims {
    pub node: Str,
    /// Uids of the pods.
    pub victims: Vec<Str>,
    /// How many of them violate a budget.
    pub violations: i64,
}

impl Extender {
    /// An extender without a document that answers for it.
    #[must_use]
    pub fn new(spec: ExtenderSpec) -> Self {
        Self { spec, responder: None }
    }

    /// How long the scheduler waits for an answer: as long as it takes, at most until the timeout.
    #[must_use]
    pub fn wait_time(&self) -> Millis {
        self.responder.as_ref().map_or(Millis::ZERO, |responder| responder.delay().min(self.spec.timeout))
    }

    /// Asks the document that answers for it.
    ///
    /// # Errors
    /// The request failed.
    pub fn call<T>(
        &self,
        request: impl FnOnce(&dyn ExtenderResponder) -> Result<T, ExtenderError>,
    ) -> Result<T, ExtenderError> {
        match &self.responder {
            None => Err(ExtenderError::Unreachable),
            Some(responder) if responder.delay() >= self.spec.timeout => Err(ExtenderError::Timeout),
            Some(responder) => request(&**responder),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        for (prefix, url, host) in [
            ("http://ext-a/", "http://ext-a/filter", "ext-a"),
            ("http://ext-a", "http://ext-a/filter", "ext-a"),
            ("https://ext-b:8443/api/v1/", "https://ext-b:8443/api/v1/filter", "ext-b:8443"),
            ("ext-c//", "ext-c/filter", "ext-c"),
        ] {
            let spec = ExtenderSpec { url_prefix: prefix.into(), ..ExtenderSpec::default() };
            assert_eq!((spec.url("filter").as_str(), spec.host()), (url, host));
        }
    }

    #[test]
    fn interest_is_in_the_names_of_resources() {
        let read = |json: &str| -> Pod { serde_json::from_str(json).unwrap_or_else(|error| panic!("{error}: {json}")) };
        let pod_with = |place: &str, of: &str| {
            read(&format!(r#"{{"spec":{{"{place}":[{{"resources":{{"{of}":{{"x.io/gpu":"0"}}}}}}]}}}}"#))
        };
        let spec = ExtenderSpec { managed_resources: vec!["x.io/gpu".into()], ..ExtenderSpec::default() };
        for (pod, expected) in [
            (pod_with("containers", "requests"), true),
            (pod_with("initContainers", "limits"), true),
            (read("{}"), false),
        ] {
            assert_eq!(spec.is_interested(&pod), expected);
            assert!(ExtenderSpec::default().is_interested(&pod));
        }
    }
}
