//! Scheduler configurations that kube-scheduler would reject, or that the simulator does not support.

use api::Str;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

/// Why a scheduler configuration is rejected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
pub enum ConfigurationProblem {
    /// A name is unknown.
    Unknown {
        /// What kind of thing has this name.
        noun: Noun,
        name: Str,
        /// The known names.
        known: Vec<Str>,
        /// The most similar known name.
        near: Option<Str>,
    },
    /// No supported release reads this `apiVersion`.
    UnknownVersion {
        version: Str,
        /// The supported versions, each with its release.
        known: Vec<(Str, Str)>,
    },
    /// A required field is missing.
    Missing { field: Str },
    /// A profile has no Bind plugin.
    NoBinder {
        /// The `schedulerName` of the profile, if the release's message contains it.
        scheduler: Option<Str>,
    },
    /// No `QueueSort` plugin is enabled.
    NoQueueSort,
    /// The arguments require a label to be both present and absent.
    LabelContradiction { label: Str },
    /// A `PredicateArgument` or `PriorityArgument` must have exactly one field set.
    OneArgument {
        /// The number of fields that are set.
        kinds: usize,
    },
    /// A name has characters other than letters, digits and `-`.
    BadName { name: Str },
    /// Two priorities that map to the same plugin have different weights.
    OtherWeight {
        name: Str,
        /// The earlier priority.
        than: Str,
    },
    /// The sum of the priorities' weights overflows.
    WeightsOverflow,
    /// Two priorities map to the same plugin.
    Redeclared {
        name: Str,
        /// The earlier priority.
        by: Str,
    },
    /// A resource must be an extended resource, such as `example.com/foo`.
    NotExtended { name: Str },
    /// Another extender already manages the resource.
    RepeatedResource { name: Str },
    /// An entry of `ignoredResourceGroups` contains a `/`.
    GroupWithSlash { group: Str },
    /// More than one extender binds.
    TwoBinders {
        /// The number of extenders that bind.
        binders: usize,
    },
    /// The arguments belong to a plugin other than the named one.
    OtherArguments {
        /// The kind of the arguments.
        kind: Str,
        /// The kind that the named plugin requires.
        wanted: Str,
    },
    /// The weight of a resource is missing or 0.
    NoResourceWeight { name: Str },
    /// `plugins` or `pluginConfig` in a configuration of v1.16, which is simulated with predicates and priorities only.
    PluginsOfOwn,
    /// The plugin does not support arguments.
    NoArguments { plugin: Str },
    /// Both `minCandidateNodesPercentage` and `minCandidateNodesAbsolute` are 0.
    NoCandidates,
    /// A weight must be 1.
    WeightNotOne,
    /// A priority has no weight.
    NoWeight,
    /// The points of a shape are not in ascending order.
    NotRising,
    /// A shape has no points.
    NoPoints,
    /// `defaultConstraints` together with a `defaultingType` that has constraints of its own.
    ConstraintsOfSystem,
    /// Another constraint already has this topology key and action.
    RepeatedConstraint,
    /// Another profile already has this name.
    RepeatedProfile { name: Str },
    /// Another document already has this kind, for the same release.
    RepeatedDocument { kind: Str, release: Str },
    /// `podMaxBackoffSeconds` is less than `podInitialBackoffSeconds`.
    BackoffOrder,
    /// The profile already has arguments for this plugin.
    RepeatedArguments { plugin: Str },
    /// `RequestedToCapacityRatio` is enabled without a shape.
    NoShape {
        /// The name of the plugin or priority.
        name: Str,
    },
    /// The list already has this plugin or priority.
    Repeated { name: Str },
    /// The plugin is already enabled by default.
    EnabledByDefault { plugin: Str },
    /// The plugin does not implement this extension point.
    OtherPoint { plugin: Str },
}

/// The kind of thing that an unknown name refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Noun {
    Field,
    /// The `kind` of a document.
    Kind,
    Plugin,
    Predicate,
    /// A priority function of a `Policy`.
    Priority,
    /// The type of a scoring strategy.
    Strategy,
    /// A `defaultingType` of `PodTopologySpreadArgs`.
    DefaultingType,
    /// The `whenUnsatisfiable` of a constraint.
    Action,
    /// A type of argument in a `Policy`.
    Argument,
}
