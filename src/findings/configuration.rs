//! Configurations that a scheduler would refuse, or that cannot be followed here.

use api::Str;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

/// Why a configuration is refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
pub enum ConfigurationProblem {
    /// A name that is not known here.
    Unknown {
        noun: Noun,
        name: Str,
        /// The names that are known.
        known: Vec<Str>,
        /// The nearest of them.
        near: Option<Str>,
    },
    /// A version of no release that is played here.
    UnknownVersion {
        version: Str,
        /// Those that are read, each with its release.
        known: Vec<(Str, Str)>,
    },
    /// A field that must be there is not.
    Missing { field: Str },
    /// A profile without a plugin that binds.
    NoBinder {
        /// Its `schedulerName`, where the release says it.
        scheduler: Option<Str>,
    },
    /// No plugin orders the queue.
    NoQueueSort,
    /// A label must both be there and not be there.
    LabelContradiction { label: Str },
    /// An argument has to be of exactly one kind.
    OneArgument {
        /// How many kinds it is of.
        kinds: usize,
    },
    /// A name that is not made of letters, digits and `-`.
    BadName { name: Str },
    /// Priorities that become one plugin have different weights.
    OtherWeight {
        /// The priority.
        name: Str,
        /// The one before it.
        than: Str,
    },
    /// Weights of priorities are too large together.
    WeightsOverflow,
    /// Two priorities become the same plugin.
    Redeclared {
        /// The priority.
        name: Str,
        /// The one before it.
        by: Str,
    },
    /// A resource that has to be of an extended kind, such as `example.com/foo`.
    NotExtended { name: Str },
    /// A resource is managed by another extender already.
    RepeatedResource { name: Str },
    /// The group of a resource has no `/`.
    GroupWithSlash { group: Str },
    /// Of all extenders only one may bind.
    TwoBinders {
        /// How many do.
        binders: usize,
    },
    /// Arguments of one plugin under the name of another.
    OtherArguments {
        /// The kind that they have.
        kind: Str,
        /// The kind that they ought to have.
        wanted: Str,
    },
    /// Weights of resources add up to nothing, or one is missing.
    NoResourceWeight {
        /// The resource.
        name: Str,
    },
    /// Plugins in a document of a release that has predicates.
    PluginsOfOwn,
    /// The plugin takes no arguments.
    NoArguments { plugin: Str },
    /// Both bounds of the number of candidates are 0.
    NoCandidates,
    /// A weight that must be 1.
    WeightNotOne,
    /// A priority without a weight.
    NoWeight,
    /// Points of a shape that do not rise.
    NotRising,
    /// A shape without points.
    NoPoints,
    /// Constraints beside a `defaultingType` that has its own.
    ConstraintsOfSystem,
    /// A constraint of this topology key and action is there already.
    RepeatedConstraint,
    /// A profile of this name is there already.
    RepeatedProfile { name: Str },
    /// A document of this kind for this release is there already.
    RepeatedDocument { kind: Str, release: Str },
    /// The longest backoff is shorter than the first.
    BackoffOrder,
    /// The plugin has arguments already.
    RepeatedArguments { plugin: Str },
    /// `RequestedToCapacityRatio` is enabled and has no shape.
    NoShape {
        /// The plugin or priority.
        name: Str,
    },
    /// The plugin or priority is in this list already.
    Repeated { name: Str },
    /// The plugin is enabled by default already.
    EnabledByDefault { plugin: Str },
    /// The plugin does not extend this point.
    OtherPoint { plugin: Str },
}

/// What a name is the name of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Noun {
    Field,
    /// A kind of document.
    Kind,
    Plugin,
    Predicate,
    /// A priority of a policy.
    Priority,
    /// A scoring strategy.
    Strategy,
    /// A `defaultingType`.
    DefaultingType,
    /// What to do where a constraint cannot be met.
    Action,
    /// A kind of argument in a policy.
    Argument,
}
