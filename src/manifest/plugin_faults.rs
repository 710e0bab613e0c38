//! Checks documents of kind `Plugin`.

use std::rc::Rc;

use api::{
    shorten,
    user_rules::{Normalize, PluginDoc},
};
use findings::{ConfigurationProblem, ExpectedValue, FoundValue, ObjectProblem, Place, Problem, ScenarioProblem};

/// The maximum number of rules of a plugin at one extension point.
pub(super) const MOST_RULES: usize = 1000;
/// The maximum length of a plugin's name.
const LONGEST_NAME: usize = 63;
/// The maximum score. Raw scores that are normalized may be higher.
const MAX_SCORE: i64 = 100;
const MAX_RAW_SCORE: i64 = 1_000_000;

/// A user-defined plugin with its place.
#[derive(Clone, Debug)]
pub struct ManifestPlugin {
    pub document: Rc<PluginDoc>,
    /// The place of the plugin's name.
    pub place: Place,
}

/// The errors in a plugin, each with the path of its field.
pub(super) fn find_plugin_faults(plugin_doc: &PluginDoc) -> Vec<(String, Problem)> {
    let mut faults: Vec<(String, Problem)> = Vec::new();
    let name = plugin_doc.metadata.name.as_str();
    let letters = |c: char| c.is_ascii_alphanumeric() || c == '-';
    if name.is_empty() {
        faults.push(("metadata".into(), ConfigurationProblem::Missing { field: "metadata.name".into() }.into()));
    } else if name.len() < 2 || name.len() > LONGEST_NAME || !name.chars().all(letters) {
        faults.push(("metadata.name".into(), ConfigurationProblem::BadName { name: shorten(name) }.into()));
    }
    if (&plugin_doc.filter, &plugin_doc.score, &plugin_doc.permit) == (&None, &None, &None) {
        faults.push((String::new(), ScenarioProblem::PluginOfNothing.into()));
    }
    if let Some(filter) = &plugin_doc.filter {
        for (at, rule) in filter.rules.iter().enumerate() {
            if !rule.keep && rule.message.as_ref().is_none_or(|message| message.is_empty()) {
                let missing = ConfigurationProblem::Missing { field: "message".into() };
                faults.push((format!("filter.rules[{at}]"), missing.into()));
            }
        }
    }
    if let Some(score) = &plugin_doc.score {
        let high = if score.normalize == Normalize::No { MAX_SCORE } else { MAX_RAW_SCORE };
        let by_rule = score
            .rules
            .iter()
            .enumerate()
            .map(|(at, score_rule)| (format!("score.rules[{at}].score"), score_rule.score));
        let by_name = score.scores.iter().map(|(node, score)| (format!("score.scores.{node}"), *score));
        for (path, score) in by_name.chain(by_rule).filter(|(_, score)| !(0..=high).contains(score)) {
            let found_here = FoundValue::Scalar(score.to_string().into());
            let misfit = ObjectProblem::Misfit { wanted: ExpectedValue::Whole { low: 0, high }, actual: found_here };
            faults.push((path, misfit.into()));
        }
    }
    let rules = [
        ("filter.rules", plugin_doc.filter.as_ref().map_or(0, |filter| filter.rules.len())),
        ("score.rules", plugin_doc.score.as_ref().map_or(0, |score| score.rules.len())),
        ("permit.rules", plugin_doc.permit.as_ref().map_or(0, |permit| permit.rules.len())),
    ];
    for (path, rules) in rules.into_iter().filter(|(_, rules)| *rules > MOST_RULES) {
        faults.push((path.into(), ScenarioProblem::TooManyRules { rules, limit: MOST_RULES }.into()));
    }
    faults
}
