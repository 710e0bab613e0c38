//! Requests to extenders in an attempt, and their responses.

use api::{Millis, NamespacedName, Str};
use serde::{Deserialize, Serialize};

use super::Code;
use crate::NodeIx;

/// A request to an extender, and its response.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExtenderRecord {
    /// The host in the extender's URL, which identifies it.
    pub extender: Str,
    /// The URL of the request.
    pub url: Str,
    /// The nodes in the request.
    #[serde(rename = "asked")]
    pub requested_nodes: Vec<NodeIx>,
    /// How long the scheduler waited for the response, in virtual milliseconds.
    pub took: Millis,
    pub answer: ExtenderAnswer,
}

/// The response of an extender.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ExtenderAnswer {
    /// The response to the filter verb.
    Filtered {
        /// The nodes that remain.
        #[serde(rename = "kept")]
        feasible: Vec<NodeIx>,
        /// The rejected nodes, each with its message and code; without a message if the node was only left out.
        failed: Vec<(NodeIx, Option<Str>, Code)>,
        /// Whether the remaining nodes lost their pods and images.
        #[serde(rename = "bare")]
        is_bare: bool,
    },
    /// The response to the prioritize verb.
    Scored {
        /// The extender's scores of feasible nodes.
        scores: Vec<(NodeIx, i64)>,
        /// The factor of each score before it is added to the total.
        factor: i64,
    },
    /// The response to the preempt verb.
    Sacrificed {
        /// The remaining candidates.
        candidates: Vec<CandidateRecord>,
    },
    /// The request failed, or the response is invalid.
    Failed {
        /// Upstream's message.
        text: Str,
        /// Whether the failure is ignored, as if the extender had not been called; otherwise it is an error.
        #[serde(rename = "ignored")]
        is_ignored: bool,
    },
}

/// A candidate of preemption.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CandidateRecord {
    pub node: NodeIx,
    /// The victims, in order of importance.
    pub victims: Vec<NamespacedName>,
    /// Number of evictions that violate a PodDisruptionBudget.
    pub violations: i64,
}

/// Why a request to an extender failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExtenderError {
    /// An HTTP status other than 200.
    Status(u16),
    /// A response with an error message of the extender.
    ErrorText(Str),
    /// No response before the timeout.
    Timeout,
    /// Nothing responds at the host.
    Unreachable,
}

/// Returns the host in a URL, with its port.
#[must_use]
pub fn host_of(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.split(['/', '?', '#']).next().unwrap_or(rest)
}
