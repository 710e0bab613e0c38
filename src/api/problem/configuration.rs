//! Configurations that a scheduler would refuse, or that cannot be followed here.

use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

use crate::Str;

/// Why a configuration is refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
pub enum Configuration {
    /// A name that is not known here.
    Unknown {
        /// Of what.
        noun: Noun,
        /// The name.
        name: Str,
        /// The names that are known.
        known: Vec<Str>,
        /// The nearest of them.
        near: Option<Str>,
    },
    /// A version of no release that is played here.
    UnknownVersion {
        /// The version.
        version: Str,
        /// Those that are read, each with its release.
        known: Vec<(Str, Str)>,
    },
    /// A field that must be there is not.
    Missing {
        /// The field.
        field: Str,
    },
    /// A profile without a plugin that binds.
    NoBinder {
        /// Its `schedulerName`, where the release says it.
        scheduler: Option<Str>,
    },
    /// No plugin orders the queue.
    NoQueueSort,
    /// A label must both be there and not be there.
    LabelContradiction {
        /// The label.
        label: Str,
    },
    /// An argument has to be of exactly one kind.
    OneArgument {
        /// How many kinds it is of.
        found: usize,
    },
    /// A name that is not made of letters, digits and `-`.
    BadName {
        /// The name.
        name: Str,
    },
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
    NotExtended {
        /// Its name.
        name: Str,
    },
    /// A resource is managed by another extender already.
    RepeatedResource {
        /// Its name.
        name: Str,
    },
    /// The group of a resource has no `/`.
    GroupWithSlash {
        /// The group.
        group: Str,
    },
    /// Of all extenders only one may bind.
    TwoBinders {
        /// How many do.
        found: usize,
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
    NoArguments {
        /// The plugin.
        plugin: Str,
    },
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
    RepeatedProfile {
        /// The name.
        name: Str,
    },
    /// A document of this kind for this release is there already.
    RepeatedDocument {
        /// The kind.
        kind: Str,
        /// The release.
        release: Str,
    },
    /// The longest backoff is shorter than the first.
    BackoffOrder,
    /// The plugin has arguments already.
    RepeatedArguments {
        /// The plugin.
        plugin: Str,
    },
    /// `RequestedToCapacityRatio` is enabled and has no shape.
    NoShape {
        /// The plugin or priority.
        name: Str,
    },
    /// The plugin or priority is in this list already.
    Repeated {
        /// Its name.
        name: Str,
    },
    /// The plugin is enabled by default already.
    EnabledByDefault {
        /// The plugin.
        plugin: Str,
    },
    /// The plugin does not extend this point.
    OtherPoint {
        /// The plugin.
        plugin: Str,
    },
}

/// What a name is the name of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Noun {
    /// A field.
    Field,
    /// A kind of document.
    Kind,
    /// A plugin.
    Plugin,
    /// A predicate.
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
