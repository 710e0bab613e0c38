//! The reasons why admission rejects an object because of limit ranges, quotas or priority classes.

use serde::{Deserialize, Serialize};

use crate::Str;

/// A violation of a limit range.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct LimitRangeViolation {
    /// The name of the limit range.
    pub range: Str,
    pub resource: Str,
    /// The bound that is violated.
    pub bound: LimitBound,
    /// The amount in the object; `None` if it is missing.
    pub given: Option<Str>,
    /// The bound: an amount, or a number for a ratio.
    pub wanted: Str,
}

/// The bound of a limit range that is violated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum LimitBound {
    /// `min`, violated by a request.
    LeastRequest,
    /// `min`, violated by a limit.
    LeastLimit,
    /// `max`, violated by a request.
    MostRequest,
    /// `max`, violated by a limit.
    MostLimit,
    /// `maxLimitRequestRatio`.
    Ratio,
}

/// A quota that rejects an object.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct QuotaExceeded {
    pub quota: Str,
    pub why: QuotaProblem,
}

/// Why admission rejects an object that is created during a run. Upstream: errors with the reason `Forbidden`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Forbidden {
    Quota(QuotaExceeded),
    /// All violations of limit ranges by a claim.
    Limits(Vec<LimitRangeViolation>),
    /// A reserved system class in a namespace other than `kube-system`.
    SystemClass {
        class: Str,
        namespace: Str,
    },
    /// A priority class that does not exist any more.
    PriorityClass(Str),
}

/// Why a quota rejects an object.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum QuotaProblem {
    /// Containers lack requests or limits that the quota counts: each resource with the containers.
    Unspecified(Vec<(Str, Vec<Str>)>),
    /// The used amount would exceed the quota.
    Exceeded(Vec<QuotaViolation>),
}

/// A resource of which a quota would be exceeded.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct QuotaViolation {
    /// The counted resource: `requests.cpu`, `pods` and so on.
    pub what: Str,
    /// The amount that the object requests.
    pub requested: Str,
    /// The amount in use.
    pub used: Str,
    /// The quota's upper bound.
    pub limited: Str,
}
