//! `KubeSchedulerConfiguration` of `v1alpha1`, as v1.16 has it: a few switches beside the policy.

use api::problem::Configuration as Problem;
use scheduler::queue::BackoffLimits;

use super::super::v1_16;
use super::args::bind_timeout;
use super::configuration::Configuration;
use super::predicates;
use super::read::{At, Wrong};
use releases::DEFAULT_SCHEDULER;

/// Fields that have nothing to do with decisions.
const ELSEWHERE: [&str; 7] = [
    "algorithmSource",
    "leaderElection",
    "clientConnection",
    "healthzBindAddress",
    "metricsBindAddress",
    "enableProfiling",
    "enableContentionProfiling",
];

const FIELDS: [&str; 9] = [
    "apiVersion",
    "kind",
    "schedulerName",
    "hardPodAffinitySymmetricWeight",
    "disablePreemption",
    "percentageOfNodesToScore",
    "bindTimeoutSeconds",
    "plugins",
    "pluginConfig",
];

pub(super) fn configuration(document: &At, policy: Option<&At>) -> Result<Configuration, Wrong> {
    document.fields(&FIELDS.iter().chain(&ELSEWHERE).copied().collect::<Vec<_>>())?;
    for field in ["plugins", "pluginConfig"] {
        if let Some(plugins) = document.field(field) {
            return Err(plugins.wrong(Problem::PluginsOfOwn));
        }
    }
    let hard_weight =
        document.field("hardPodAffinitySymmetricWeight").map(|weight| weight.number(0, 100)).transpose()?;
    let mut profile = predicates::read(policy, hard_weight)?;
    profile.scheduler = document.field("schedulerName").map_or(Ok(DEFAULT_SCHEDULER), |name| name.text())?.into();
    if let Some(percentage) = document.field("percentageOfNodesToScore") {
        profile.cycle.percentage_of_nodes_to_score = percentage.number(0, 100)?;
    }
    if let Some(timeout) = bind_timeout(document)? {
        profile.pre_binds = v1_16::pre_binds(timeout);
    }
    if let Some(off) = document.field("disablePreemption")
        && off.flag()?
    {
        profile.post_filters.clear();
    }
    Ok(Configuration { profiles: vec![profile], backoff: BackoffLimits::default(), stated: true })
}
