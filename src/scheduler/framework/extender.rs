//! Extenders: external services that the scheduler calls over HTTP.
//!
//! An extender is configured for all profiles. It can remove nodes after the filters, add scores, change the victims of
//! preemption, and bind the pod. It is called only for pods that it is interested in, and only for the verbs that the
//! configuration defines.

use std::rc::Rc;

use api::{Millis, NamespacedName, Pod, ResourceList, Str};
use runlog::{ExtenderError, host_of};

use crate::cluster::{NodeInfo, PodInfo};

/// The configuration of an extender. Upstream: `Extender`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExtenderSpec {
    /// The base URL; messages identify the extender by it, as written.
    pub url_prefix: Str,
    /// The path appended to the URL for `Filter`; if empty, the extender does not filter. The same goes for the other
    /// verbs.
    pub filter_verb: Str,
    pub prioritize_verb: Str,
    pub preempt_verb: Str,
    pub bind_verb: Str,
    /// The factor by which its scores are multiplied.
    pub weight: i64,
    /// Whether requests and responses contain node names instead of whole nodes.
    pub is_node_cache_capable: bool,
    /// `ignorable`: whether pods are scheduled without the extender if it fails.
    pub ignorable: bool,
    /// The extender is interested only in pods that request or limit one of these resources; if empty, in all pods.
    pub managed_resources: Vec<Str>,
    /// `httpTimeout` of a request.
    pub timeout: Millis,
}

impl ExtenderSpec {
    /// Returns the URL of a verb.
    #[must_use]
    pub fn url(&self, verb: &str) -> String {
        format!("{}/{verb}", self.url_prefix.trim_end_matches('/'))
    }

    /// Returns the host in the URL, which identifies the document that responds as the extender.
    #[must_use]
    pub fn host(&self) -> &str {
        host_of(&self.url_prefix)
    }

    /// Whether the extender is interested in the pod: a container names one of its managed resources, even with the
    /// amount 0.
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

/// An extender, and what responds in its place.
#[derive(Clone)]
pub struct Extender {
    pub spec: ExtenderSpec,
    /// What responds for the extender's host; `None` if it is unreachable.
    pub responder: Option<Rc<dyn ExtenderResponder>>,
}

/// Responds to the scheduler's requests in place of an extender.
pub trait ExtenderResponder {
    /// Returns which of the nodes are feasible.
    ///
    /// # Errors
    /// The request failed.
    fn filter(&self, pod: &PodInfo, nodes: &[&NodeInfo]) -> Result<ExtenderFilterAnswer, ExtenderError>;

    /// Returns scores of nodes, 0 to 10.
    ///
    /// # Errors
    /// The request failed.
    fn prioritize(&self, pod: &PodInfo, nodes: &[&NodeInfo]) -> Result<Vec<(Str, i64)>, ExtenderError>;

    /// Returns the victims on each node. A node that is missing from the response is no longer a candidate.
    ///
    /// # Errors
    /// The request failed.
    fn preempt(
        &self,
        pod: &PodInfo,
        candidates: &[NodeVictims],
        pods: &dyn PodNames,
    ) -> Result<Vec<NodeVictims>, ExtenderError>;

    /// How long a response takes, in virtual time.
    fn delay(&self) -> Millis {
        Millis::ZERO
    }
}

/// Looks up the uids of pods by name.
pub trait PodNames {
    /// Returns the uid of a pod, if it is on a node.
    fn uid(&self, key: &NamespacedName) -> Option<Str>;
}

/// A node that an extender rejects, with its message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RejectedNode {
    pub node: Str,
    pub message: Str,
}

/// A response to `Filter`. A node that it does not contain is dropped without a message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExtenderFilterAnswer {
    /// Names of feasible nodes, which may include nodes that were not in the request.
    pub feasible: Vec<Str>,
    /// Rejected nodes that preemption may make feasible.
    pub failures: Vec<RejectedNode>,
    /// Rejected nodes that preemption cannot help; early releases do not support this list.
    pub unresolvable: Vec<RejectedNode>,
}

/// The victims on a node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeVictims {
    pub node: Str,
    /// Uids of the victims.
    pub victims: Vec<Str>,
    /// How many evictions violate a PodDisruptionBudget.
    pub violations: i64,
}

impl Extender {
    /// Creates an extender without a responder.
    #[must_use]
    pub fn new(spec: ExtenderSpec) -> Self {
        Self { spec, responder: None }
    }

    /// Returns how long the scheduler waits for a response: the response's delay, limited by the timeout.
    #[must_use]
    pub fn wait_time(&self) -> Millis {
        self.responder.as_ref().map_or(Millis::ZERO, |responder| responder.delay().min(self.spec.timeout))
    }

    /// Sends a request to the extender's responder.
    ///
    /// # Errors
    /// The request failed: nothing responds, the response takes too long, or it is an error.
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
