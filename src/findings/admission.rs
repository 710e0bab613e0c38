//! Objects that the API server would reject.

use api::{LimitRangeViolation, QuotaExceeded, Str};
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

use crate::FieldError;

/// Why the API server would reject an object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
pub enum AdmissionProblem {
    /// A field violates a validation rule for which `releases` has upstream's message.
    Field(Box<FieldError>),
    /// A pod group is invalid; the message is upstream's.
    PodGroup {
        message: Str,
    },
    NoName,
    /// A name does not have the required form.
    Malformed {
        /// The name, which may be empty.
        text: Str,
        form: NameForm,
    },
    /// A name or value is too long.
    TooLong {
        /// The length in bytes.
        length: usize,
        /// The allowed length in bytes.
        limit: usize,
    },
    /// A number is out of range.
    OutOfRange {
        value: i64,
        /// The smallest valid number.
        low: i64,
        /// The largest valid number.
        high: i64,
    },
    /// A value is neither a valid number nor a valid percentage.
    Percentage {
        /// The value as written.
        text: Str,
        /// The largest valid percentage, if it is limited.
        highest: Option<u32>,
    },
    /// There are more pods than a cluster can have.
    TooManyPods {
        /// The number of pods up to this place.
        pods: u64,
        /// The allowed number of pods.
        limit: u64,
    },
    /// A pod has no containers.
    NoContainers,
    /// Two containers of a pod have the same name.
    RepeatedContainer {
        name: Str,
    },
    /// A request exceeds its limit.
    AboveLimit {
        resource: Str,
        request: Str,
        limit: Str,
    },
    /// A pod's own request is smaller than the sum of its containers' requests.
    BelowContainers {
        resource: Str,
        /// The pod's own request.
        request: Str,
        /// The sum of its containers' requests.
        containers: Str,
    },
    /// A container's limit exceeds the pod's own limit.
    AbovePod {
        resource: Str,
        /// The container's limit.
        limit: Str,
        /// The pod's own limit.
        pod: Str,
    },
    /// The resource cannot be requested for a whole pod.
    NotOfPods {
        resource: Str,
    },
    /// A limit range rejects the object.
    LimitRange(Box<LimitRangeViolation>),
    /// A quota rejects the object.
    Quota(Box<QuotaExceeded>),
    /// The selector of a workload does not match the labels of its own template.
    SelectsOthers,
    /// A pod's priority differs from that of its priority class.
    ClassPriority {
        /// The pod's priority.
        given: i32,
        class: Str,
        /// The class's priority.
        value: i32,
    },
    /// A pod's overhead differs from that of its runtime class.
    ClassOverhead {
        class: Str,
    },
    /// A pod's node selector contradicts that of its runtime class.
    ClassSelector {
        class: Str,
        /// The value in the class's node selector.
        value: Str,
    },
    /// A label value is invalid.
    LabelValue {
        value: Str,
    },
    /// A priority is reserved for the system's own classes.
    ReservedPriority {
        value: i32,
        /// The highest priority for other classes.
        highest: i32,
    },
    /// A budget has both `minAvailable` and `maxUnavailable`.
    MinAndMax,
    /// A rolling update allows neither unavailable pods nor a surge.
    NoWayToRoll,
    /// A resource such as `nvidia.com/gpu` is requested in a fraction.
    NotWhole {
        amount: Str,
    },
    /// `maxSkew` is not positive.
    Skew {
        skew: i32,
    },
    /// A pod affinity term has no topology key.
    NoTopologyKey,
    NegativeAmount {
        amount: Str,
    },
    /// A value is not in the field's enumeration.
    UnknownWord {
        /// The value, which may be empty.
        word: Str,
        /// The valid values.
        known: Vec<Str>,
        /// The most similar valid value.
        near: Option<Str>,
    },
    /// An operator that requires values has none.
    NoValues {
        operator: Str,
    },
    /// An operator that takes no values has some.
    UnwantedValues {
        operator: Str,
    },
    /// Another priority class is the global default already.
    SecondDefault {
        /// The name of that class.
        first: Str,
    },
    /// Required node affinity has no terms.
    NoNodeTerms,
    /// An operator requires exactly one value.
    NotOneValue {
        operator: Str,
    },
    /// A field is not supported in `matchFields`.
    NoSuchField {
        key: Str,
        /// The supported field.
        known: Str,
    },
    /// A scheduling gate is listed twice.
    RepeatedGate {
        name: Str,
    },
    /// `minDomains` is set for a constraint with `ScheduleAnyway`.
    MinDomainsAnyway,
    /// `matchLabelKeys` or `mismatchLabelKeys` is set without a label selector.
    KeysWithoutSelector,
    /// A key of `matchLabelKeys` is also used in another field.
    RepeatedLabelKey {
        key: Str,
        /// The other field: `labelSelector` or `mismatchLabelKeys`.
        other: Str,
    },
}

/// The required form of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NameForm {
    /// An RFC 1123 label such as `web-0`.
    Label,
    /// An RFC 1123 subdomain: labels separated by dots.
    Subdomain,
    /// A label key: a name, optionally prefixed by a subdomain and a slash.
    Key,
}

impl NameForm {
    /// The largest length in bytes.
    #[must_use]
    pub fn max_length(self) -> usize {
        match self {
            Self::Label => 63,
            Self::Subdomain => 253,
            Self::Key => 253 + 1 + 63,
        }
    }
}
