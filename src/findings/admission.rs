//! Objects that the API server would refuse.

use api::{Breach, QuotaExceeded, Str};
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

use crate::FieldError;

/// Why the API server would refuse an object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
pub enum AdmissionProblem {
    /// A field breaks a rule that the API server has words for.
    Field(Box<FieldError>),
    /// A group of pods, in upstream's words.
    PodGroup { message: Str },
    /// The object has no name.
    NoName,
    /// A name that has not the form that its field wants.
    Malformed {
        /// The name; may be empty.
        text: Str,
        form: NameForm,
    },
    /// A name or a value that is too long.
    TooLong {
        /// Its bytes.
        length: usize,
        /// How many there may be.
        limit: usize,
    },
    /// A number beyond its bounds.
    OutOfRange {
        /// The number.
        value: i64,
        /// The least.
        low: i64,
        /// The greatest.
        high: i64,
    },
    /// Neither a number nor a percentage within bounds.
    Percentage {
        /// What stands there.
        text: Str,
        /// The highest percentage, if there is one.
        highest: Option<u32>,
    },
    /// More pods than a cluster can have.
    TooManyPods {
        /// How many the text asks for up to here.
        pods: u64,
        /// How many there may be.
        limit: u64,
    },
    /// A pod without containers.
    NoContainers,
    /// Two containers of a pod have this name.
    RepeatedContainer { name: Str },
    /// A request above its limit.
    AboveLimit { resource: Str, request: Str, limit: Str },
    /// A pod as a whole asks for less than its containers together.
    BelowContainers {
        resource: Str,
        /// What the pod asks for.
        request: Str,
        /// What its containers ask for together.
        containers: Str,
    },
    /// The limit of a container is above that of its pod.
    AbovePod {
        resource: Str,
        /// The limit of the container.
        limit: Str,
        /// The limit of the pod.
        pod: Str,
    },
    /// A pod as a whole cannot ask for this resource.
    NotOfPods { resource: Str },
    /// A limit range refuses it.
    LimitRange(Box<Breach>),
    /// A quota refuses it.
    Quota(Box<QuotaExceeded>),
    /// The selector of a workload does not select the workload's own pods.
    SelectsOthers,
    /// A priority that is not that of the pod's class.
    ClassPriority {
        /// The priority that is given.
        given: i32,
        class: Str,
        /// The priority of the class.
        value: i32,
    },
    /// A pod brings another overhead than its runtime class has.
    ClassOverhead { class: Str },
    /// A pod asks for other nodes than its runtime class does.
    ClassSelector {
        class: Str,
        /// What the class asks for.
        value: Str,
    },
    /// A label's value that is none.
    LabelValue { value: Str },
    /// A priority that only the system's own classes may have.
    ReservedPriority {
        /// The priority.
        value: i32,
        /// The highest that is free.
        highest: i32,
    },
    /// A budget with both `minAvailable` and `maxUnavailable`.
    MinAndMax,
    /// A rolling update that may neither take a pod away nor add one.
    NoWayToRoll,
    /// A part of something that comes in wholes: `nvidia.com/gpu`.
    NotWhole { amount: Str },
    /// A skew that is not positive.
    Skew { skew: i32 },
    /// A pod affinity term without a topology key.
    NoTopologyKey,
    /// An amount below zero.
    NegativeAmount { amount: Str },
    /// Not one of the words that the field knows.
    UnknownWord {
        /// What stands there; may be empty.
        word: Str,
        /// What may stand there.
        known: Vec<Str>,
        /// The nearest of them.
        near: Option<Str>,
    },
    /// An operator that needs values has none.
    NoValues { operator: Str },
    /// An operator that takes no values has some.
    UnwantedValues { operator: Str },
    /// Another priority class is the default already.
    SecondDefault {
        /// That class.
        first: Str,
    },
    /// Required node affinity without terms.
    NoNodeTerms,
    /// An operator that compares with exactly one value.
    NotOneValue { operator: Str },
    /// A field of nodes that `matchFields` does not know.
    NoSuchField {
        /// The field.
        key: Str,
        /// The one that is known.
        known: Str,
    },
    /// A scheduling gate stands there twice.
    RepeatedGate { name: Str },
    /// `minDomains` of a constraint that is no more than a preference.
    MinDomainsAnyway,
    /// `matchLabelKeys` or `mismatchLabelKeys` without a selector that they could join.
    KeysWithoutSelector,
    /// A key of `matchLabelKeys` that stands elsewhere too.
    RepeatedLabelKey {
        /// The key.
        key: Str,
        /// Where else: `labelSelector` or `mismatchLabelKeys`.
        other: Str,
    },
}

/// The form of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NameForm {
    /// A label as RFC 1123 has it: `web-0`.
    Label,
    /// A subdomain as RFC 1123 has it: labels with dots between them.
    Subdomain,
    /// The key of a label: a name, perhaps with a subdomain and a slash before it.
    Key,
}

impl NameForm {
    /// How many bytes there may be.
    #[must_use]
    pub fn max_length(self) -> usize {
        match self {
            Self::Label => 63,
            Self::Subdomain => 253,
            Self::Key => 253 + 1 + 63,
        }
    }
}
