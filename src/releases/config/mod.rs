//! Configurations as people who run schedulers write them, turned into profiles.
//!
//! - v1.34 and v1.36: `KubeSchedulerConfiguration` of `kubescheduler.config.k8s.io/v1`
//! - v1.20: the same of `v1beta1`
//! - v1.16: the same of `v1alpha1`, which is short, and `Policy`, which names predicates and priorities
//!
//! The version says which releases a document is for, so that a manifest may hold one for each version. Names and values
//! that upstream would refuse are errors with the path to them and, for names, the nearest right one. Plugins that are
//! not here (`CinderLimits`, some that look at resource claims) are known by name and have no effect.

mod args;
mod component;
mod policy;
mod profiles;
mod read;
mod sample;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde_json::Value;

use crate::api::manifest::CONFIGURATION_KINDS;
use crate::api::problem::{Configuration as Problem, Noun};
use crate::framework::Profile;
use crate::scheduler::queue::BackoffLimits;

use super::Release;

pub(super) use args::Args;
use read::At;
pub use read::Wrong;
pub use sample::sample;

/// How a scheduler is to run.
pub struct Configuration {
    /// The profiles, each with the `schedulerName` that pods choose it by.
    pub profiles: Vec<Profile>,
    /// How long pods back off.
    pub backoff: BackoffLimits,
}

impl Configuration {
    /// How a release runs when nobody configures it.
    #[must_use]
    pub fn default_of(release: Release) -> Self {
        Self { profiles: vec![super::profile(release)], backoff: BackoffLimits::default() }
    }
}

const VERSIONS: [(&str, &[Release]); 3] = [
    ("kubescheduler.config.k8s.io/v1alpha1", &[Release::V1_16]),
    ("kubescheduler.config.k8s.io/v1beta1", &[Release::V1_20]),
    ("kubescheduler.config.k8s.io/v1", &[Release::V1_34, Release::V1_36]),
];

/// The configurations that documents describe, by release.
///
/// # Errors
/// The number of the wrong document, and what is wrong with it.
pub fn configurations(documents: &[Value]) -> Result<BTreeMap<Release, Configuration>, (usize, Wrong)> {
    let mut sorted: BTreeMap<(Release, &str), usize> = BTreeMap::new();
    for (index, value) in documents.iter().enumerate() {
        let document = At::new(value);
        let (releases, kind) = releases_of(&document).map_err(|wrong| (index, wrong))?;
        for &release in releases {
            if sorted.insert((release, kind), index).is_some() {
                let problem = Problem::RepeatedDocument { kind: kind.into(), release: release.name().into() };
                return Err((index, document.wrong(problem)));
            }
        }
    }
    let mut found = BTreeMap::new();
    for (&(release, kind), &index) in &sorted {
        let document = At::new(&documents[index]);
        let read = match (release, kind) {
            (Release::V1_16, "Policy") => policy::profile(&document)
                .map(|profile| Configuration { profiles: vec![profile], backoff: BackoffLimits::default() }),
            // Both documents of that release make one profile: the policy's, changed by the component's.
            (Release::V1_16, _) => {
                let policy = sorted.get(&(release, "Policy")).map(|index| At::new(&documents[*index]));
                component::configuration(&document, policy.as_ref())
            }
            (Release::V1_20, _) => profiles::configuration(&document, &profiles::V1_20),
            (Release::V1_34, _) => profiles::configuration(&document, &profiles::V1_34),
            (Release::V1_36, _) => profiles::configuration(&document, &profiles::V1_36),
        };
        let configuration = read.map_err(|wrong| (index, wrong))?;
        // `Policy` sorts after the component's document, which has read it too.
        found.entry(release).or_insert(configuration);
    }
    Ok(found)
}

fn releases_of<'v>(document: &At<'v>) -> Result<(&'static [Release], &'v str), Wrong> {
    let kind = document.needed("kind")?.one_of(Noun::Kind, &CONFIGURATION_KINDS)?;
    if kind == "Policy" {
        return Ok((&[Release::V1_16], kind));
    }
    let version = document.needed("apiVersion")?;
    let text = version.text()?;
    match VERSIONS.iter().find(|(name, _)| *name == text) {
        Some((_, releases)) => Ok((releases, kind)),
        None => {
            let names = |releases: &[Release]| releases.iter().map(|it| it.name()).collect::<Vec<_>>().join(", ");
            let known = VERSIONS.iter().map(|(name, releases)| ((*name).into(), names(releases).into())).collect();
            Err(version.wrong(Problem::UnknownVersion { version: text.into(), known }))
        }
    }
}
