//! Requests to extenders in an attempt, and their answers.

use api::{Millis, NamespacedName, Str};
use serde::{Deserialize, Serialize};

use super::Code;
use crate::NodeIx;

/// A request to an extender, and its answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExtenderRecord {
    /// The extender, by the host of its address.
    pub extender: Str,
    /// Where it was asked.
    pub url: Str,
    /// Nodes that it was asked about.
    #[serde(rename = "asked")]
    pub requested_nodes: Vec<NodeIx>,
    /// How long the scheduler waited for the answer, in virtual milliseconds.
    pub took: Millis,
    pub answer: ExtenderAnswer,
}

/// What an extender answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ExtenderAnswer {
    /// To `filter`.
    Filtered {
        /// Nodes that stay.
        #[serde(rename = "kept")]
        feasible: Vec<NodeIx>,
        /// Nodes that go, each with its message and whether preemption may help; no message where the node was just left out.
        failed: Vec<(NodeIx, Option<Str>, Code)>,
        /// The nodes that stay are bare from now on: without pods, what these use, and images.
        bare: bool,
    },
    /// To `prioritize`.
    Scored {
        /// Scores as given, of the feasible nodes among them.
        scores: Vec<(NodeIx, i64)>,
        /// What each is multiplied with before it is added to the total.
        factor: i64,
    },
    /// To `preempt`.
    Sacrificed {
        /// Candidates that are left.
        candidates: Vec<CandidateRecord>,
    },
    /// The request failed, or the answer will not do.
    Failed {
        /// Upstream's words.
        text: Str,
        /// It is as if the extender had not been asked; else the error counts.
        ignored: bool,
    },
}

/// A candidate of preemption.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CandidateRecord {
    pub node: NodeIx,
    /// The victims, in order.
    pub victims: Vec<NamespacedName>,
    /// How many of them violate a budget.
    pub violations: i64,
}

/// How a request to an extender fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExtenderError {
    /// An HTTP status other than 200.
    Status(u16),
    /// The answer is nothing but an error in the extender's own words.
    ErrorText(Str),
    /// No answer in time.
    Timeout,
    /// No such host.
    Unreachable,
}

/// The host of an address, with its port.
#[must_use]
pub fn host_of(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.split(['/', '?', '#']).next().unwrap_or(rest)
}
