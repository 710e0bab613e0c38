//! Reads a `KubeSchedulerConfiguration` of `v1alpha1` for v1.16: a few switches in addition to the policy.

use findings::ConfigurationProblem as Problem;
use releases::DEFAULT_SCHEDULER;
use scheduler::queue::BackoffLimits;

use super::{
    super::v1_16,
    args::{Args, bind_timeout},
    configuration::Configuration,
    json_reader::{ConfigError, JsonAt},
    v1_16_policy,
};

/// Fields that do not affect decisions.
const IGNORED_FIELDS: [&str; 7] = [
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

pub(super) fn configuration(document: &JsonAt, policy: Option<&JsonAt>) -> Result<Configuration, ConfigError> {
    document.known_fields(&FIELDS.iter().chain(&IGNORED_FIELDS).copied().collect::<Vec<_>>())?;
    for field in ["plugins", "pluginConfig"] {
        if let Some(plugins) = document.field(field) {
            return Err(plugins.error(Problem::PluginsOfOwn));
        }
    }
    let hard_weight =
        document.field("hardPodAffinitySymmetricWeight").map(|weight| weight.number(0, 100)).transpose()?;
    let mut profile = v1_16_policy::read_policy(policy, hard_weight)?;
    profile.scheduler = document.field("schedulerName").map_or(Ok(DEFAULT_SCHEDULER), |name| name.text())?.into();
    if let Some(percentage) = document.field("percentageOfNodesToScore") {
        profile.cycle.percentage_of_nodes_to_score = percentage.number(0, 100)?;
    }
    if let Some(timeout) = bind_timeout(document)? {
        profile.pre_binds = v1_16::pre_binds(&Args { bind_timeout: timeout, ..Args::default() });
    }
    if let Some(off) = document.field("disablePreemption")
        && off.flag()?
    {
        profile.post_filters.clear();
    }
    Ok(Configuration { profiles: vec![profile], backoff: BackoffLimits::default(), is_from_document: true })
}
