//! The engine as a JavaScript module: functions and data that other programs may use.
//!
//! `src/web/module.rs` exports these functions. The types here are the contract, `v1`: `tsify` generates the TypeScript types from them, so types
//! and values can't differ. They are independent of the engine's own events and records, which may change: here, fields may be added, but none is
//! removed and none changes its meaning; that would be a `v2` beside this one.

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

/// The versions of this module and of the releases that it knows.
#[must_use]
pub fn version() -> Version {
    Version {
        api: 1,
        schedscope: env!("CARGO_PKG_VERSION").to_owned(),
        releases: releases::Release::ALL.map(Release).to_vec(),
    }
}

/// Loads a manifest and returns what it contains, with notices.
///
/// # Errors
/// All problems of the manifest.
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
