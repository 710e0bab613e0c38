//! Scenarios and scripts that are invalid.

use api::Str;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

use super::FoundValue;

/// Why a scenario or its script is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
pub enum ScenarioProblem {
    /// The text has two documents of kind `Scenario`.
    Second,
    /// The release does not exist.
    UnknownRelease {
        name: Str,
        /// The supported releases.
        known: Vec<Str>,
    },
    /// The release has no feature gate of this name.
    UnknownGate {
        name: Str,
        /// The release of the run.
        release: Str,
        /// The nearest release that has it, if any.
        other: Option<Str>,
    },
    /// An enabled feature gate depends on a disabled one; the text is upstream's.
    GateDependency { text: Str },
    /// The script is not a list.
    ScriptNotAList { actual: FoundValue },
    /// An entry of the script is not a mapping.
    NotAnEntry {
        /// The actual value.
        actual: FoundValue,
    },
    /// An entry has no time.
    NoTime,
    /// A time is not a duration.
    NotADuration {
        /// The actual value.
        actual: FoundValue,
    },
    /// Two documents define an extender with this host.
    SecondExtender { host: Str },
    /// No document defines an extender with this host.
    NoExtender { host: Str },
    /// Two plugins have the same name.
    SecondPlugin { name: Str },
    /// The release has a built-in plugin of this name.
    BuiltInPlugin { name: Str, release: Str },
    /// A user-defined plugin extends no point.
    PluginOfNothing,
    /// A user-defined plugin has too many rules at a point.
    TooManyRules {
        /// The number of rules.
        rules: usize,
        /// The allowed number.
        limit: usize,
    },
    /// An entry has no action or several.
    NotOneAction,
    /// The action does not exist.
    UnknownAction {
        name: Str,
        /// The most similar action.
        near: Option<Str>,
    },
    /// The action `scale` has no number of replicas.
    NoReplicas,
}
