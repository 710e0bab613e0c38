//! Configurations as people who run schedulers write them, turned into profiles.
//!
//! - v1.34: `KubeSchedulerConfiguration` of `kubescheduler.config.k8s.io/v1`
//! - v1.20: the same of `v1beta1`
//! - v1.16: `Policy`, which names predicates and priorities
//!
//! Names and values that upstream would refuse are errors with the path to them and, for names, the nearest right one.
//! Plugins that look at volumes or claims are known by name and have no effect.

mod args;
mod policy;
mod profiles;
mod read;

#[cfg(test)]
mod tests;

use serde_json::Value;

use crate::api::Str;
use crate::framework::Profile;

use super::Release;

pub(super) use args::Args;
pub use read::Wrong;

/// The profiles that `document` describes for a release, each with the `schedulerName` that pods choose it by.
///
/// # Errors
/// What is wrong, and where.
pub fn configure(release: Release, document: &Value) -> Result<Vec<(Str, Profile)>, Wrong> {
    match release {
        Release::V1_16 => Ok(vec![("default-scheduler".into(), policy::profile(document)?)]),
        Release::V1_20 => profiles::profiles(document, &profiles::V1BETA1),
        Release::V1_34 => profiles::profiles(document, &profiles::V1),
    }
}
