//! Reads a `KubeSchedulerConfiguration` with profiles: `v1beta1` for v1.20, `v1` for v1.34 and v1.36.

use api::Millis;
use findings::ConfigurationProblem as Problem;
use releases::{DEFAULT_SCHEDULER, documents::point_names};
use runlog::PluginId;
use scheduler::{framework::Profile, plugins::pod_topology_spread::DefaultConstraints, queue::BackoffLimits};

use super::{
    super::default_profiles,
    args::Args,
    configuration::Configuration,
    extenders::ExtenderDocs,
    json_reader::{ConfigError, JsonAt},
    points::choose_plugins,
    version::VersionRules,
};

/// Fields that do not affect decisions.
const IGNORED_FIELDS: [&str; 8] = [
    "clientConnection",
    "leaderElection",
    "parallelism",
    "enableProfiling",
    "enableContentionProfiling",
    "healthzBindAddress",
    "metricsBindAddress",
    "delayCacheUntilActive",
];

const FIELDS: [&str; 7] = [
    "apiVersion",
    "kind",
    "profiles",
    "percentageOfNodesToScore",
    "podInitialBackoffSeconds",
    "podMaxBackoffSeconds",
    "extenders",
];

pub(super) fn configuration(document: &JsonAt, version: &VersionRules<'_>) -> Result<Configuration, ConfigError> {
    document.known_fields(&FIELDS.iter().chain(&IGNORED_FIELDS).copied().collect::<Vec<_>>())?;
    let backoff = backoff(document)?;
    let extenders = ExtenderDocs::of_component(document)?;
    profiles(document, version, &extenders).map(|profiles| Configuration { profiles, backoff, is_from_document: true })
}

fn backoff(document: &JsonAt) -> Result<BackoffLimits, ConfigError> {
    let mut limits = BackoffLimits::default();
    for (field, limit) in
        [("podInitialBackoffSeconds", &mut limits.first), ("podMaxBackoffSeconds", &mut limits.longest)]
    {
        if let Some(seconds) = document.field(field) {
            *limit = Millis::from_signed_seconds(seconds.number(1, 1_000_000)?);
        }
    }
    if limits.longest < limits.first {
        let longest = document.field("podMaxBackoffSeconds");
        let at = longest.as_ref().unwrap_or(document);
        return Err(at.error(Problem::BackoffOrder));
    }
    Ok(limits)
}

fn profiles(
    document: &JsonAt,
    version: &VersionRules<'_>,
    extenders: &ExtenderDocs,
) -> Result<Vec<Profile>, ConfigError> {
    let percentage = percentage(document)?.unwrap_or(0);
    if let Some(parallelism) = document.field("parallelism") {
        let text = || {
            format!(
                "parallelism: Invalid value: {}: should be an integer value greater than zero",
                parallelism.to_json_text()
            )
        };
        parallelism.number(1, i64::from(i32::MAX)).map_err(|wrong| wrong.with_document_text(&text()))?;
    }
    let listed = document.elements("profiles")?;
    let mut profiles: Vec<Profile> = Vec::new();
    if listed.is_empty() {
        let mut args = Args::default();
        extenders.ignore_managed_resources(&mut args, version.is_latest());
        let mut profile = default_profiles::profile_with(version.release, &args);
        profile.cycle.percentage_of_nodes_to_score = percentage;
        profiles.push(profile);
    }
    for (ix, at) in listed.iter().enumerate() {
        let named = at.field("schedulerName").map_or(Ok(DEFAULT_SCHEDULER), |name| name.text())?;
        if listed.len() > 1 && at.field("schedulerName").is_none() {
            let wrong = at.error(Problem::Missing { field: "schedulerName".into() });
            return Err(wrong.with_document_text(&format!("profiles[{ix}].schedulerName: Required value")));
        }
        if profiles.iter().any(|other| other.scheduler == *named) {
            let wrong = at.error(Problem::RepeatedProfile { name: named.into() });
            return Err(wrong.with_document_text(&format!("profiles[{ix}].schedulerName: Duplicate value")));
        }
        let start =
            if version.is_latest() { "" } else { "couldn't create scheduler using provider \"DefaultProvider\": " };
        let all = format!("{start}initializing profiles: ");
        let of = format!("{all}creating profile for scheduler name {named}: ");
        let mut profile =
            read_profile(at, version, percentage, extenders).map_err(|wrong| wrong.with_profile_context(&of, &all))?;
        profile.scheduler = named.into();
        profiles.push(profile);
    }
    for profile in &mut profiles {
        profile.extenders = extenders.to_profile_extenders();
    }
    Ok(profiles)
}

fn percentage(at: &JsonAt) -> Result<Option<i64>, ConfigError> {
    let Some(percentage) = at.field("percentageOfNodesToScore") else { return Ok(None) };
    let text = || {
        format!("percentageOfNodesToScore: Invalid value: {}: not in valid range [0-100]", percentage.to_json_text())
    };
    percentage.number(0, 100).map(Some).map_err(|wrong| wrong.with_document_text(&text()))
}

fn read_profile(
    at: &JsonAt,
    version: &VersionRules<'_>,
    everywhere: i64,
    extenders: &ExtenderDocs,
) -> Result<Profile, ConfigError> {
    let known = ["schedulerName", "plugins", "pluginConfig", "percentageOfNodesToScore"];
    at.known_fields(&known[..if version.is_latest() { 4 } else { 3 }])?;
    let mut args = Args::default();
    let mut configured: Vec<&str> = Vec::new();
    let repeated = |plugin: &str| format!("repeated config for plugin {plugin}");
    for config in at.elements("pluginConfig")? {
        config.known_fields(&["name", "args"])?;
        let plugin = config.required_field("name")?;
        // Arguments of an unknown plugin are ignored.
        let Ok(plugin) = version.plugin_name(&plugin) else {
            plugin.text()?;
            continue;
        };
        if configured.contains(&plugin) {
            let problem = Problem::RepeatedArguments { plugin: plugin.into() };
            return Err(config.error(problem).with_profile_text(&repeated(plugin)));
        }
        configured.push(plugin);
        let initializing = format!("initializing plugin {plugin:?}: ");
        if let Some(given) = config.field("args") {
            args.read_plugin_args(plugin, &given, version)
                .map_err(|wrong| wrong.with_profile_context(&initializing, ""))?;
        }
    }
    if !version.is_latest() && !extenders.ignored.is_empty() && configured.contains(&"NodeResourcesFit") {
        let problem = Problem::RepeatedArguments { plugin: "NodeResourcesFit".into() };
        return Err(at.error(problem).with_profile_text(&repeated("NodeResourcesFit")));
    }
    extenders.ignore_managed_resources(&mut args, version.is_latest());
    let mut profile = default_profiles::profile_with(version.release, &args);
    if let Some(name) = at.field("schedulerName") {
        profile.scheduler = name.text()?.into();
    }
    profile.cycle.percentage_of_nodes_to_score = percentage(at)?.unwrap_or(everywhere);
    if let Some(plugins) = at.field("plugins") {
        plugins.known_fields(&point_names(version.release))?;
        choose_plugins(&mut profile, &plugins, version, &args)?;
    }
    profile.cycle.batches_equal_pods = version.batches() && extenders.list.is_empty() && can_sign_pods(&profile, &args);
    let has_ratio = profile.scores.iter().any(|row| row.plugin == PluginId::RequestedToCapacityRatio);
    if has_ratio && !configured.contains(&"RequestedToCapacityRatio") {
        let wrong = at.error(Problem::NoShape { name: "RequestedToCapacityRatio".into() });
        let text = "initializing plugin \"RequestedToCapacityRatio\": at least one point must be specified";
        return Err(wrong.with_profile_text(text));
    }
    Ok(profile)
}

/// Whether every plugin of a profile can sign pods (opportunistic batching). Default spread constraints cannot, nor can
/// user-defined plugins.
fn can_sign_pods(profile: &Profile, args: &Args) -> bool {
    let rows = || profile.filters.iter().map(|row| row.plugin).chain(profile.scores.iter().map(|row| row.plugin));
    let spreads = rows().any(|plugin| plugin == PluginId::PodTopologySpread)
        && args.default_constraints != DefaultConstraints::List(Vec::new());
    let has_user_plugins =
        rows().chain(profile.permits.iter().map(|row| row.plugin)).any(|plugin| plugin == PluginId::Scripted);
    !spreads && !has_user_plugins
}
