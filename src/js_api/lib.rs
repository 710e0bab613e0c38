//! The engine as a JavaScript module: what programs of others may ask of it, as plain functions and data.
//!
//! `src/web/module.rs` is the program that exports them. The shapes here are the contract, `v1`: TypeScript's types are made of them
//! (by `tsify`), so types and values cannot differ. They are not the engine's own events and records, which change with the engine:
//! here a field may be added, but none goes away and none changes its meaning; else it would be `v2`, beside this one.

mod arguments;
mod decide;
mod decision;
mod events;
mod explain;
mod lesson;
mod misuse;
mod run;
mod shapes;
mod story;
pub mod values;

pub use decide::decide;
pub use decision::{
    Candidate, Cell, Cluster, Decision, Judged, NodeScore, NodeTotal, NodeVerdict, PluginScores, PluginVerdict,
    Preemption, RuleApplied, RuleValue,
};
pub use events::{Event, EventKind, Queue};
pub use explain::{Explanation, PodStory, StoryStep, explain};
use findings::Finding;
pub use lesson::lesson;
use queries::load as reading;
pub use run::{Ended, PodEnd, Run, run};
pub use shapes::{Bilingual, Lang, Loaded, Options, Problem, Refused, Release, Version};
use simulation::Scenario;
pub use story::story;

/// What this is.
#[must_use]
pub fn version() -> Version {
    Version {
        api: 1,
        schedscope: env!("CARGO_PKG_VERSION").to_owned(),
        releases: releases::Release::ALL.map(Release).to_vec(),
    }
}

/// Reads a text, and says what is in it and what is noticed.
///
/// # Errors
/// Everything that is wrong with it.
pub fn load(text: &str, options: &Options) -> Result<Loaded, Refused> {
    let (load_result, _) = load_scenario(text, options)?;
    Ok(to_loaded(load_result, options))
}

fn to_loaded(load_result: protocol::LoadResult<Vec<Finding>>, options: &Options) -> Loaded {
    let protocol::LoadResult { summary, notices } = load_result;
    Loaded {
        notices: to_problems(options, &notices),
        title: summary.title.into(),
        description: summary.description.into(),
        release: Release(summary.release),
        nodes: summary.nodes,
        pods: summary.pods,
    }
}

fn load_scenario(text: &str, options: &Options) -> Result<(protocol::LoadResult<Vec<Finding>>, Scenario), Refused> {
    reading::load_scenario(text, options.release.map(|release| release.0))
        .map_err(|findings| Refused { problems: to_problems(options, &findings) })
}

fn to_problems(options: &Options, findings: &[Finding]) -> Vec<Problem> {
    findings.iter().map(|finding| Problem::new(options.words_lang(), finding)).collect()
}

#[cfg(test)]
mod tests;
