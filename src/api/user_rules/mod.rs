//! Extenders and plugins that users define as tables and rules.

mod extender_doc;
mod plugin_doc;

pub use extender_doc::{
    ExtenderDoc, FilterAnswers, FilterRule, PreemptAnswers, PreemptRule, PrioritizeAnswers, RequestFailure, RuleScope,
    ScoreRule, VictimsDoc,
};
pub use plugin_doc::{FilterRules, Normalize, PermitRuleDoc, PermitRules, PluginDoc, ScoreRules};
