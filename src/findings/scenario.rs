//! Scenarios and scripts that cannot be followed.

use api::Str;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

use super::FoundValue;

/// Why a scenario or its script cannot be followed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
pub enum ScenarioProblem {
    /// There is a `Scenario` already.
    Second,
    /// No release of this name exists.
    UnknownRelease {
        name: Str,
        /// Those that exist.
        known: Vec<Str>,
    },
    /// The release has no feature gate of this name.
    UnknownGate {
        name: Str,
        /// The release that runs.
        release: Str,
        /// The nearest release that has it, if any.
        other: Option<Str>,
    },
    /// A feature gate is on without one that it needs: in upstream's words.
    GateDependency { text: Str },
    /// The script is no list.
    ScriptNotAList { actual: FoundValue },
    /// Something else stands where an entry should.
    NotAnEntry {
        /// What stands there.
        actual: FoundValue,
    },
    /// An entry without a time.
    NoTime,
    /// A time that is no duration.
    NotADuration {
        /// What stands there.
        actual: FoundValue,
    },
    /// An extender of this host is played already.
    SecondExtender { host: Str },
    /// Nobody plays an extender.
    NoExtender { host: Str },
    /// A plugin of this name is there already.
    SecondPlugin { name: Str },
    /// The release has a plugin of this name itself.
    BuiltInPlugin { name: Str, release: Str },
    /// A plugin that says nothing about any point.
    PluginOfNothing,
    /// A plugin with too many rules at a point.
    TooManyRules {
        /// How many there are.
        rules: usize,
        /// How many there may be.
        limit: usize,
    },
    /// An entry with no action, or with several.
    NotOneAction,
    /// No action of this name exists.
    UnknownAction {
        name: Str,
        /// The nearest that exists.
        near: Option<Str>,
    },
    /// A `scale` that does not say to how many pods.
    NoReplicas,
}
