//! Objects that the API server would reject.

use api::{Breach, QuotaExceeded, Str};
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

use crate::FieldError;

/// Why the API server would reject an object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
pub enum AdmissionProblem {
    /// A field breaks a rule for which the API server has a message of its own.
    Field(Box<FieldError>),
    /// A pod group is invalid, with upstream's message.
    PodGroup { message: Str },
    /// `metadata.name` is missing.
    NoName,
    /// A name does not have the form that its field requires.
    Malformed {
        /// The name; may be empty.
        text: Str,
        form: NameForm,
    },
    /// A name or value is too long.
    TooLong {
        /// Its length in bytes.
        length: usize,
        /// The maximum length in bytes.
        limit: usize,
    },
    /// A number is out of bounds.
    OutOfRange {
        value: i64,
        /// The minimum.
        low: i64,
        /// The maximum.
        high: i64,
    },
    /// A value is neither a number nor a percentage within bounds.
    Percentage {
        /// The value as written.
        text: Str,
        /// The maximum percentage, if there is one.
        highest: Option<u32>,
    },
    /// The manifest has more pods than the simulator accepts.
    TooManyPods {
        /// The number of pods up to this object, replicas included.
        pods: u64,
        /// The maximum.
        limit: u64,
    },
    /// A pod has no containers.
    NoContainers,
    /// Two containers of a pod have this name.
    RepeatedContainer { name: Str },
    /// A request is above the limit of the same container or pod.
    AboveLimit { resource: Str, request: Str, limit: Str },
    /// The request of a whole pod is below the sum of its containers' requests.
    BelowContainers {
        resource: Str,
        /// The request of the pod.
        request: Str,
        /// The sum of its containers' requests.
        containers: Str,
    },
    /// The limit of a container is above the limit of its whole pod.
    AbovePod {
        resource: Str,
        /// The limit of the container.
        limit: Str,
        /// The limit of the pod.
        pod: Str,
    },
    /// This resource cannot be requested for a whole pod.
    NotOfPods { resource: Str },
    /// A `LimitRange` forbids it.
    LimitRange(Box<Breach>),
    /// It would exceed a `ResourceQuota`.
    Quota(Box<QuotaExceeded>),
    /// The selector of a workload does not match the labels of its pod template.
    SelectsOthers,
    /// A pod's `priority` differs from the value of its priority class.
    ClassPriority {
        /// The pod's `priority`.
        given: i32,
        class: Str,
        /// The value of the class.
        value: i32,
    },
    /// A pod's `overhead` differs from that of its runtime class.
    ClassOverhead { class: Str },
    /// A pod's `nodeSelector` contradicts that of its runtime class.
    ClassSelector {
        class: Str,
        /// The value that the class requires.
        value: Str,
    },
    /// The value of a label is malformed.
    LabelValue { value: Str },
    /// A priority class has a value that is reserved for system classes.
    ReservedPriority {
        value: i32,
        /// The highest value that is not reserved.
        highest: i32,
    },
    /// A `PodDisruptionBudget` has both `minAvailable` and `maxUnavailable`.
    MinAndMax,
    /// `maxUnavailable` and `maxSurge` of a rolling update are both 0.
    NoWayToRoll,
    /// The amount of an extended resource, such as `nvidia.com/gpu`, is not a whole number.
    NotWhole { amount: Str },
    /// `maxSkew` is not positive.
    Skew { skew: i32 },
    /// A pod affinity term has no `topologyKey`.
    NoTopologyKey,
    /// A quantity is negative.
    NegativeAmount { amount: Str },
    /// A value is not one of the words that the field allows.
    UnknownWord {
        /// The value; may be empty.
        word: Str,
        /// The allowed words.
        known: Vec<Str>,
        /// The most similar allowed word.
        near: Option<Str>,
    },
    /// An operator that requires `values` has none.
    NoValues { operator: Str },
    /// An operator that allows no `values` has some.
    UnwantedValues { operator: Str },
    /// Another priority class is already the global default.
    SecondDefault {
        /// The name of that class.
        first: Str,
    },
    /// Required node affinity has no terms.
    NoNodeTerms,
    /// An operator that compares with exactly one value has none or several.
    NotOneValue { operator: Str },
    /// `matchFields` names a field that it does not support.
    NoSuchField {
        /// The field that it names.
        key: Str,
        /// The only supported field.
        known: Str,
    },
    /// A pod has the same scheduling gate twice.
    RepeatedGate { name: Str },
    /// `minDomains` of a topology spread constraint with `ScheduleAnyway`.
    MinDomainsAnyway,
    /// `matchLabelKeys` or `mismatchLabelKeys` without a `labelSelector`, to which they would be added.
    KeysWithoutSelector,
    /// A key of `matchLabelKeys` also occurs in another field.
    RepeatedLabelKey {
        key: Str,
        /// The other field: `labelSelector` or `mismatchLabelKeys`.
        other: Str,
    },
}

/// The form that a name must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NameForm {
    /// An RFC 1123 label, such as `web-0`.
    Label,
    /// An RFC 1123 subdomain: labels separated by dots.
    Subdomain,
    /// The key of a label: a name, optionally prefixed by a subdomain and a slash.
    Key,
}

impl NameForm {
    /// The maximum length in bytes.
    #[must_use]
    pub fn max_length(self) -> usize {
        match self {
            Self::Label => 63,
            Self::Subdomain => 253,
            Self::Key => 253 + 1 + 63,
        }
    }
}
