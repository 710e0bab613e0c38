//! Invalid `Scenario` documents and scripts.

use api::Str;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

use super::FoundValue;

/// Why a `Scenario` document or its script is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
pub enum ScenarioProblem {
    /// The text has a second `Scenario` document.
    Second,
    /// No supported release has this name.
    UnknownRelease {
        name: Str,
        /// The supported releases.
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
    /// A feature gate is on without a gate that it depends on. `text` is upstream's message.
    GateDependency { text: Str },
    /// The script is not a list.
    ScriptNotAList { actual: FoundValue },
    /// An item of the script is not a mapping.
    NotAnEntry { actual: FoundValue },
    /// An entry of the script has no time.
    NoTime,
    /// A time is not a duration.
    NotADuration { actual: FoundValue },
    /// Another simulated extender already has this host.
    SecondExtender { host: Str },
    /// The configuration names an extender that the scenario does not define.
    NoExtender { host: Str },
    /// Another plugin of the scenario already has this name.
    SecondPlugin { name: Str },
    /// The release has a built-in plugin with this name.
    BuiltInPlugin { name: Str, release: Str },
    /// A plugin has no rules for any extension point.
    PluginOfNothing,
    /// A plugin has too many rules for an extension point.
    TooManyRules {
        /// The number of rules.
        rules: usize,
        /// The maximum number.
        limit: usize,
    },
    /// An entry of the script has no action, or several.
    NotOneAction,
    /// There is no action with this name.
    UnknownAction {
        name: Str,
        /// The most similar action.
        near: Option<Str>,
    },
    /// A `scale` action without `replicas`.
    NoReplicas,
}
