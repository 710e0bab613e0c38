//! Extenders and plugins that users define as tables and rules.

mod extender_doc;
mod plugin_doc;

pub use extender_doc::{
    Choice, ExtenderDoc, Failing, FilterAnswers, FilterRule, PreemptAnswers, PreemptRule, PrioritizeAnswers, ScoreRule,
    VictimsDoc,
};
pub use plugin_doc::{FilterRules, Normalize, PermitAnswer, PermitRules, PluginDoc, ScoreRules};
