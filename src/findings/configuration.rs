//! Scheduler configurations that upstream rejects, or that are not supported.

use api::Str;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

/// Why a configuration is rejected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
pub enum ConfigurationProblem {
    /// A name is unknown.
    Unknown {
        noun: Noun,
        name: Str,
        /// The known names.
        known: Vec<Str>,
        /// The most similar known name.
        near: Option<Str>,
    },
    /// An `apiVersion` is of no supported release.
    UnknownVersion {
        version: Str,
        /// The supported versions, each with its release.
        known: Vec<(Str, Str)>,
    },
    /// A required field is missing.
    Missing { field: Str },
    /// A profile has no bind plugin.
    NoBinder {
        /// The profile's `schedulerName`, if upstream's message contains it.
        scheduler: Option<Str>,
    },
    /// No queue sort plugin is enabled.
    NoQueueSort,
    /// A label is required to be both present and absent.
    LabelContradiction { label: Str },
    /// An argument must have exactly one kind.
    OneArgument {
        /// How many kinds it has.
        kinds: usize,
    },
    /// A name contains characters other than letters, digits and `-`.
    BadName { name: Str },
    /// Priorities that map to the same plugin have different weights.
    OtherWeight {
        /// The name of the priority.
        name: Str,
        /// The name of the earlier priority.
        than: Str,
    },
    /// The sum of the priorities' weights overflows.
    WeightsOverflow,
    /// Two priorities map to the same plugin.
    Redeclared {
        /// The name of the priority.
        name: Str,
        /// The name of the earlier priority.
        by: Str,
    },
    /// A resource must be an extended one such as `example.com/foo`.
    NotExtended { name: Str },
    /// A resource is managed by two extenders.
    RepeatedResource { name: Str },
    /// A resource group contains a `/`.
    GroupWithSlash { group: Str },
    /// More than one extender binds.
    TwoBinders {
        /// The number of extenders that bind.
        binders: usize,
    },
    /// Plugin arguments have the kind of another plugin's arguments.
    OtherArguments {
        /// The given kind.
        kind: Str,
        /// The expected kind.
        wanted: Str,
    },
    /// The weight of a resource is missing, or all weights add up to 0.
    NoResourceWeight {
        /// The name of the resource.
        name: Str,
    },
    /// A document of a release with predicates lists plugins.
    PluginsOfOwn,
    /// The plugin has no arguments.
    NoArguments { plugin: Str },
    /// Both bounds of the number of preemption candidates are 0.
    NoCandidates,
    /// The weight must be 1.
    WeightNotOne,
    /// A priority has no weight.
    NoWeight,
    /// The utilization of a shape's points is not ascending.
    NotRising,
    /// A shape has no points.
    NoPoints,
    /// Default constraints are given although `defaultingType` is `System`.
    ConstraintsOfSystem,
    /// Two constraints have the same topology key and action.
    RepeatedConstraint,
    /// Two profiles have the same name.
    RepeatedProfile { name: Str },
    /// Two documents have this kind and are for the same release.
    RepeatedDocument { kind: Str, release: Str },
    /// The maximum backoff is shorter than the initial one.
    BackoffOrder,
    /// The plugin has arguments twice.
    RepeatedArguments { plugin: Str },
    /// `RequestedToCapacityRatio` is enabled without a shape.
    NoShape {
        /// The name of the plugin or priority.
        name: Str,
    },
    /// A plugin or priority is listed twice.
    Repeated { name: Str },
    /// The plugin is already enabled by default.
    EnabledByDefault { plugin: Str },
    /// The plugin does not extend this point.
    OtherPoint { plugin: Str },
}

/// What a name in a configuration refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Noun {
    Field,
    /// The `kind` of a document.
    Kind,
    Plugin,
    Predicate,
    /// A priority of a `Policy`.
    Priority,
    Strategy,
    DefaultingType,
    /// `whenUnsatisfiable` of a constraint.
    Action,
    /// A kind of argument in a `Policy`.
    Argument,
}
