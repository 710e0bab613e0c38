//! Documents of kind `Plugin`: a scheduler plugin of one's own, as data.
//!
//! A profile of a `KubeSchedulerConfiguration` enables it by its name, as any plugin. What it does at `Filter`, `Score` and `Permit` are tables
//! and rules like those of an extender: the table counts first, then the first rule that is about pod and node.

use serde::Deserialize;

use super::extender_doc::{Choice, FilterRule, ScoreRule};
use crate::{
    Millis, ObjectMeta, Str, Table,
    problem::{ConfigurationProblem, ExpectedValue, FoundValue, ObjectProblem, Place, Problem, ScenarioProblem},
};

/// Rules of one plugin at one point, at most.
pub(super) const MOST_RULES: usize = 1000;
/// The longest name.
const LONGEST_NAME: usize = 63;
/// The best score. Raw scores that are normalized may be higher.
const MAX_SCORE: i64 = 100;
const MAX_RAW_SCORE: i64 = 1_000_000;

/// A plugin: it extends the points that it says something about.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PluginDoc {
    api_version: Str,
    kind: Str,
    /// The name by which a profile enables it.
    pub metadata: ObjectMeta,
    /// Which nodes will not do.
    pub filter: Option<FilterRules>,
    /// How good the others are.
    pub score: Option<ScoreRules>,
    /// Whether a pod that has its node may be bound.
    pub permit: Option<PermitRules>,
    /// Where the document begins.
    #[serde(skip)]
    pub place: Place,
}

/// `Filter`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct FilterRules {
    /// Nodes that will not do, with a message.
    pub failed: Table<Str, Str>,
    /// The same where preemption cannot help.
    pub failed_and_unresolvable: Table<Str, Str>,
    /// Rules about all other nodes; one that no rule is about will do.
    pub rules: Vec<FilterRule>,
}

/// `Score` and `NormalizeScore`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ScoreRules {
    /// Scores of nodes, 0 to 100; up to 1,000,000 where they are normalized.
    pub scores: Table<Str, i64>,
    /// Rules about all other nodes; one that no rule is about gets 0.
    pub rules: Vec<ScoreRule>,
    /// What becomes of raw scores.
    pub normalize: Normalize,
}

/// What becomes of raw scores. Upstream: `DefaultNormalizeScore`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum Normalize {
    /// They stay as they are.
    #[default]
    No,
    /// The highest becomes 100, the others their share of it.
    HighestBest,
    /// The same, then taken from 100.
    LowestBest,
}

/// `Permit`.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PermitRules {
    /// The first one about pod and node counts; without one the pod is allowed.
    pub rules: Vec<PermitAnswer>,
}

/// What happens to pods in `Permit`: allowed, made to wait, or rejected, at once or after the wait.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PermitAnswer {
    /// What it is about.
    pub r#for: Choice,
    /// How long the pod waits, in milliseconds; absent if it is answered at once.
    pub wait_millis: Option<Millis>,
    /// After how long it is rejected if it was not answered; 15 minutes, if absent.
    pub timeout_millis: Option<Millis>,
    /// Why it is rejected; absent if it is allowed.
    pub reject: Option<Str>,
    /// How often in the life of a pod; it is allowed after that. Always, if absent.
    pub times: Option<u32>,
}

impl PluginDoc {
    /// What is wrong with it, each with the path to it.
    pub(super) fn find_faults(&self) -> Vec<(String, Problem)> {
        let mut faults: Vec<(String, Problem)> = Vec::new();
        let name = self.metadata.name.as_str();
        let letters = |c: char| c.is_ascii_alphanumeric() || c == '-';
        if name.is_empty() {
            faults.push(("metadata".into(), ConfigurationProblem::Missing { field: "metadata.name".into() }.into()));
        } else if name.len() < 2 || name.len() > LONGEST_NAME || !name.chars().all(letters) {
            faults.push(("metadata.name".into(), ConfigurationProblem::BadName { name: crate::shorten(name) }.into()));
        }
        if (&self.filter, &self.score, &self.permit) == (&None, &None, &None) {
            faults.push((String::new(), ScenarioProblem::PluginOfNothing.into()));
        }
        if let Some(filter) = &self.filter {
            for (at, rule) in filter.rules.iter().enumerate() {
                if !rule.keep && rule.message.as_ref().is_none_or(|message| message.is_empty()) {
                    let missing = ConfigurationProblem::Missing { field: "message".into() };
                    faults.push((format!("filter.rules[{at}]"), missing.into()));
                }
            }
        }
        if let Some(score) = &self.score {
            let high = if score.normalize == Normalize::No { MAX_SCORE } else { MAX_RAW_SCORE };
            let by_rule = score
                .rules
                .iter()
                .enumerate()
                .map(|(at, score_rule)| (format!("score.rules[{at}].score"), score_rule.score));
            let by_name = score.scores.iter().map(|(node, score)| (format!("score.scores.{node}"), *score));
            for (path, score) in by_name.chain(by_rule).filter(|(_, score)| !(0..=high).contains(score)) {
                let found_here = FoundValue::Scalar(score.to_string().into());
                let misfit =
                    ObjectProblem::Misfit { wanted: ExpectedValue::Whole { low: 0, high }, actual: found_here };
                faults.push((path, misfit.into()));
            }
        }
        let rules = [
            ("filter.rules", self.filter.as_ref().map_or(0, |filter| filter.rules.len())),
            ("score.rules", self.score.as_ref().map_or(0, |score| score.rules.len())),
            ("permit.rules", self.permit.as_ref().map_or(0, |permit| permit.rules.len())),
        ];
        for (path, rules) in rules.into_iter().filter(|(_, rules)| *rules > MOST_RULES) {
            faults.push((path.into(), ScenarioProblem::TooManyRules { rules, limit: MOST_RULES }.into()));
        }
        faults
    }
}
