//! Why the API server refuses an object that limit ranges or quotas do not allow.

use serde::{Deserialize, Serialize};

use crate::Str;

/// What a limit range refuses.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Breach {
    /// The limit range.
    pub range: Str,
    pub resource: Str,
    /// What is broken.
    pub bound: LimitBound,
    /// What is asked for; nothing where that is what is wrong.
    pub given: Option<Str>,
    /// What the limit range wants: an amount, or for a ratio a number.
    pub wanted: Str,
}

/// How a limit range bounds an amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum LimitBound {
    /// Of the request, `min`.
    LeastRequest,
    /// Of the limit, `min`.
    LeastLimit,
    /// Of the request, `max`.
    MostRequest,
    /// Of the limit, `max`.
    MostLimit,
    /// Of the limit, by the request: `maxLimitRequestRatio`.
    Ratio,
}

/// What a quota refuses.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct QuotaExceeded {
    pub quota: Str,
    pub why: QuotaProblem,
}

/// What refuses an object that is made while a run goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Forbidden {
    Quota(QuotaExceeded),
    /// A limit range, for all that it finds wrong with a claim.
    Limits(Vec<Breach>),
    /// The priority admission: a class of the system in a namespace of others.
    SystemClass {
        class: Str,
        namespace: Str,
    },
    /// There is no priority class of this name any more.
    PriorityClass(Str),
}

/// Why a quota refuses something.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum QuotaProblem {
    /// Containers do not say what the quota counts: what, and which containers.
    Unspecified(Vec<(Str, Vec<Str>)>),
    /// It would be more than there may be.
    Exceeded(Vec<QuotaExcess>),
}

/// Of something that a quota counts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct QuotaExcess {
    /// What is counted: `requests.cpu`, `pods`, ….
    pub what: Str,
    /// How much is asked for.
    pub requested: Str,
    /// How much there is.
    pub used: Str,
    /// How much there may be.
    pub limited: Str,
}
