//! `KubeSchedulerConfiguration`: profiles, and which plugins they run at which extension point.

use api::Millis;
use api::problem::Configuration as Problem;
use record::PluginId;
use scheduler::framework::Profile;
use scheduler::plugins::pod_topology_spread::Defaults;
use scheduler::queue::BackoffLimits;

use super::args::Args;
use super::configuration::Configuration;
use super::extenders::Extenders;
use super::points::choose;
use super::read::{At, Wrong};
use super::version::Version;
use releases::DEFAULT_SCHEDULER;

/// Fields that have nothing to do with decisions.
const ELSEWHERE: [&str; 8] = [
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

pub(super) fn configuration(document: &At, version: &Version<'_>) -> Result<Configuration, Wrong> {
    document.fields(&FIELDS.iter().chain(&ELSEWHERE).copied().collect::<Vec<_>>())?;
    let backoff = backoff(document)?;
    let extenders = Extenders::of_component(document)?;
    profiles(document, version, &extenders).map(|profiles| Configuration { profiles, backoff, stated: true })
}

fn backoff(document: &At) -> Result<BackoffLimits, Wrong> {
    let mut limits = BackoffLimits::default();
    for (field, limit) in
        [("podInitialBackoffSeconds", &mut limits.first), ("podMaxBackoffSeconds", &mut limits.longest)]
    {
        if let Some(seconds) = document.field(field) {
            *limit = Millis::of_signed_seconds(seconds.number(1, 1_000_000)?);
        }
    }
    if limits.longest < limits.first {
        let longest = document.field("podMaxBackoffSeconds");
        let at = longest.as_ref().unwrap_or(document);
        return Err(at.wrong(Problem::BackoffOrder));
    }
    Ok(limits)
}

fn profiles(document: &At, version: &Version<'_>, extenders: &Extenders) -> Result<Vec<Profile>, Wrong> {
    let percentage = percentage(document)?.unwrap_or(0);
    if let Some(parallelism) = document.field("parallelism") {
        let text = || {
            format!("parallelism: Invalid value: {}: should be an integer value greater than zero", parallelism.shown())
        };
        parallelism.number(1, i64::from(i32::MAX)).map_err(|wrong| wrong.said_of_all(&text()))?;
    }
    let listed = document.elements("profiles")?;
    let mut found: Vec<Profile> = Vec::new();
    if listed.is_empty() {
        let mut args = Args::default();
        extenders.ignore(&mut args, version.latest);
        let mut profile = (version.profile)(&args);
        profile.cycle.percentage_of_nodes_to_score = percentage;
        found.push(profile);
    }
    for (ix, at) in listed.iter().enumerate() {
        let named = at.field("schedulerName").map_or(Ok(DEFAULT_SCHEDULER), |name| name.text())?;
        if listed.len() > 1 && at.field("schedulerName").is_none() {
            let wrong = at.wrong(Problem::Missing { field: "schedulerName".into() });
            return Err(wrong.said_of_all(&format!("profiles[{ix}].schedulerName: Required value")));
        }
        if found.iter().any(|other| other.scheduler == *named) {
            let wrong = at.wrong(Problem::RepeatedProfile { name: named.into() });
            return Err(wrong.said_of_all(&format!("profiles[{ix}].schedulerName: Duplicate value")));
        }
        let start = if version.latest { "" } else { "couldn't create scheduler using provider \"DefaultProvider\": " };
        let all = format!("{start}initializing profiles: ");
        let of = format!("{all}creating profile for scheduler name {named}: ");
        let mut profile = read(at, version, percentage, extenders).map_err(|wrong| wrong.while_in(&of, &all))?;
        profile.scheduler = named.into();
        found.push(profile);
    }
    for profile in &mut found {
        profile.extenders = extenders.listed();
    }
    Ok(found)
}

fn percentage(at: &At) -> Result<Option<i64>, Wrong> {
    let Some(percentage) = at.field("percentageOfNodesToScore") else { return Ok(None) };
    let text =
        || format!("percentageOfNodesToScore: Invalid value: {}: not in valid range [0-100]", percentage.shown());
    percentage.number(0, 100).map(Some).map_err(|wrong| wrong.said_of_all(&text()))
}

fn read(at: &At, version: &Version<'_>, everywhere: i64, extenders: &Extenders) -> Result<Profile, Wrong> {
    let known = ["schedulerName", "plugins", "pluginConfig", "percentageOfNodesToScore"];
    at.fields(&known[..if version.latest { 4 } else { 3 }])?;
    let mut args = Args::default();
    let mut configured: Vec<&str> = Vec::new();
    let repeated = |plugin: &str| format!("repeated config for plugin {plugin}");
    for config in at.elements("pluginConfig")? {
        config.fields(&["name", "args"])?;
        let plugin = config.needed("name")?;
        // Arguments of a plugin that is not there are ignored.
        let Ok(plugin) = version.plugin(&plugin) else {
            plugin.text()?;
            continue;
        };
        if configured.contains(&plugin) {
            let problem = Problem::RepeatedArguments { plugin: plugin.into() };
            return Err(config.wrong(problem).said(&repeated(plugin)));
        }
        configured.push(plugin);
        let initializing = format!("initializing plugin {plugin:?}: ");
        if let Some(given) = config.field("args") {
            args.read(plugin, &given, version.latest).map_err(|wrong| wrong.while_in(&initializing, ""))?;
        }
    }
    if !version.latest && !extenders.ignored.is_empty() && configured.contains(&"NodeResourcesFit") {
        let problem = Problem::RepeatedArguments { plugin: "NodeResourcesFit".into() };
        return Err(at.wrong(problem).said(&repeated("NodeResourcesFit")));
    }
    extenders.ignore(&mut args, version.latest);
    let mut profile = (version.profile)(&args);
    if let Some(name) = at.field("schedulerName") {
        profile.scheduler = name.text()?.into();
    }
    profile.cycle.percentage_of_nodes_to_score = percentage(at)?.unwrap_or(everywhere);
    if let Some(plugins) = at.field("plugins") {
        plugins.fields(version.points)?;
        choose(&mut profile, &plugins, version, &args)?;
    }
    profile.cycle.batches_equal_pods = version.batches && extenders.list.is_empty() && can_sign(&profile, &args);
    let scores = |name: &str| profile.scores.iter().any(|row| row.id == *name);
    if scores("RequestedToCapacityRatio") && !configured.contains(&"RequestedToCapacityRatio") {
        let wrong = at.wrong(Problem::NoShape { name: "RequestedToCapacityRatio".into() });
        let text = "initializing plugin \"RequestedToCapacityRatio\": at least one point must be specified";
        return Err(wrong.said(text));
    }
    Ok(profile)
}

/// Whether every plugin of a profile can tell equal pods from others. Spreading by default cannot, and no plugin of one's own.
fn can_sign(profile: &Profile, args: &Args) -> bool {
    let rows = || profile.filters.iter().map(|row| row.plugin).chain(profile.scores.iter().map(|row| row.plugin));
    let spreads =
        rows().any(|plugin| plugin == PluginId::PodTopologySpread) && args.spread != Defaults::List(Vec::new());
    let own = rows().chain(profile.permits.iter().map(|row| row.plugin)).any(|plugin| plugin == PluginId::Scripted);
    !spreads && !own
}
