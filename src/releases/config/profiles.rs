//! `KubeSchedulerConfiguration`: profiles, and which plugins they run at which extension point.

use crate::framework::{FilterRow, Profile, ScoreRow};
use crate::scheduler::queue::BackoffLimits;

use super::super::{v1_20, v1_34};
use super::Configuration;
use super::args::Args;
use super::read::{At, Wrong};

/// What differs between versions of the document.
pub(super) struct Version {
    /// `multiPoint`, `percentageOfNodesToScore` of a profile, and defaults that are overridden in their place.
    latest: bool,
    points: &'static [&'static str],
    plugins: &'static [&'static str],
    profile: fn(&Args) -> Profile,
    more_scores: fn(&Args) -> Vec<ScoreRow>,
}

/// Plugins of upstream's that are not here.
const MISSING: [&str; 4] = ["SelectorSpread", "ServiceAffinity", "NodeLabel", "NodeResourceLimits"];

impl Version {
    /// The name of a plugin that this version has.
    fn plugin<'v>(&self, name: &At<'v>) -> Result<&'v str, Wrong> {
        let text = name.text()?;
        if MISSING.contains(&text) && !self.latest {
            return Err(name.wrong(format!("{text} is not supported here")));
        }
        name.one_of("plugin", self.plugins)
    }
}

pub(super) const V1: Version = Version {
    latest: true,
    points: &[
        "preEnqueue",
        "queueSort",
        "preFilter",
        "filter",
        "postFilter",
        "preScore",
        "score",
        "reserve",
        "permit",
        "preBind",
        "bind",
        "postBind",
        "multiPoint",
    ],
    plugins: &[
        "SchedulingGates",
        "PrioritySort",
        "NodeUnschedulable",
        "NodeName",
        "TaintToleration",
        "NodeAffinity",
        "NodePorts",
        "NodeResourcesFit",
        "VolumeRestrictions",
        "NodeVolumeLimits",
        "VolumeBinding",
        "VolumeZone",
        "PodTopologySpread",
        "InterPodAffinity",
        "DynamicResources",
        "DefaultPreemption",
        "NodeResourcesBalancedAllocation",
        "ImageLocality",
        "DefaultBinder",
    ],
    profile: v1_34::profile,
    more_scores: |_| Vec::new(),
};

pub(super) const V1BETA1: Version = Version {
    latest: false,
    points: &[
        "queueSort",
        "preFilter",
        "filter",
        "postFilter",
        "preScore",
        "score",
        "reserve",
        "permit",
        "preBind",
        "bind",
        "postBind",
    ],
    plugins: &[
        "PrioritySort",
        "NodeUnschedulable",
        "NodeName",
        "TaintToleration",
        "NodeAffinity",
        "NodePorts",
        "NodeResourcesFit",
        "VolumeRestrictions",
        "EBSLimits",
        "GCEPDLimits",
        "NodeVolumeLimits",
        "AzureDiskLimits",
        "CinderLimits",
        "VolumeBinding",
        "VolumeZone",
        "PodTopologySpread",
        "InterPodAffinity",
        "DefaultPreemption",
        "NodeResourcesBalancedAllocation",
        "ImageLocality",
        "NodeResourcesLeastAllocated",
        "NodeResourcesMostAllocated",
        "RequestedToCapacityRatio",
        "NodePreferAvoidPods",
        "DefaultBinder",
    ],
    profile: v1_20::profile,
    more_scores: v1_20::more_scores,
};

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

pub(super) fn configuration(document: &At, version: &Version) -> Result<Configuration, Wrong> {
    document.fields(&FIELDS.iter().chain(&ELSEWHERE).copied().collect::<Vec<_>>())?;
    let backoff = backoff(document)?;
    profiles(document, version).map(|profiles| Configuration { profiles, backoff })
}

fn backoff(document: &At) -> Result<BackoffLimits, Wrong> {
    let mut limits = BackoffLimits::default();
    for (field, limit) in
        [("podInitialBackoffSeconds", &mut limits.first), ("podMaxBackoffSeconds", &mut limits.longest)]
    {
        if let Some(seconds) = document.field(field) {
            *limit = seconds.number(1, 1_000_000)?.unsigned_abs() * 1000;
        }
    }
    if limits.longest < limits.first {
        let longest = document.field("podMaxBackoffSeconds");
        let at = longest.as_ref().unwrap_or(document);
        return Err(at.wrong("podMaxBackoffSeconds must be no less than podInitialBackoffSeconds"));
    }
    Ok(limits)
}

fn profiles(document: &At, version: &Version) -> Result<Vec<Profile>, Wrong> {
    if let Some(extender) = document.elements("extenders")?.first() {
        return Err(extender.wrong("extenders are not supported"));
    }
    let percentage = percentage(document)?.unwrap_or(0);
    let listed = document.elements("profiles")?;
    if listed.is_empty() {
        let mut profile = (version.profile)(&Args::default());
        profile.cycle.percentage_of_nodes_to_score = percentage;
        return Ok(vec![profile]);
    }
    let mut found: Vec<Profile> = Vec::new();
    for at in &listed {
        let profile = read(at, version, percentage)?;
        if found.iter().any(|other| other.scheduler == profile.scheduler) {
            return Err(at.wrong(format!("there is a profile \"{}\" already", profile.scheduler)));
        }
        found.push(profile);
    }
    if let (true, Some(unnamed)) = (listed.len() > 1, listed.iter().find(|at| at.field("schedulerName").is_none())) {
        return Err(unnamed.wrong("schedulerName is missing"));
    }
    Ok(found)
}

fn percentage(at: &At) -> Result<Option<i64>, Wrong> {
    at.field("percentageOfNodesToScore").map(|percentage| percentage.number(0, 100)).transpose()
}

fn read(at: &At, version: &Version, everywhere: i64) -> Result<Profile, Wrong> {
    let known = ["schedulerName", "plugins", "pluginConfig", "percentageOfNodesToScore"];
    at.fields(&known[..if version.latest { 4 } else { 3 }])?;
    let mut args = Args::default();
    let mut configured: Vec<&str> = Vec::new();
    for config in at.elements("pluginConfig")? {
        config.fields(&["name", "args"])?;
        let plugin = config.field("name").ok_or_else(|| config.wrong("name is missing"))?;
        let plugin = version.plugin(&plugin)?;
        if configured.contains(&plugin) {
            return Err(config.wrong(format!("{plugin} is configured already")));
        }
        configured.push(plugin);
        if let Some(given) = config.field("args") {
            args.read(plugin, &given, version.latest)?;
        }
    }
    let mut profile = (version.profile)(&args);
    if let Some(name) = at.field("schedulerName") {
        profile.scheduler = name.text()?.into();
    }
    profile.cycle.percentage_of_nodes_to_score = percentage(at)?.unwrap_or(everywhere);
    if let Some(policy) = &mut profile.preemption {
        args.limit(policy);
    }
    if let Some(plugins) = at.field("plugins") {
        plugins.fields(version.points)?;
        choose(&mut profile, &plugins, version, &args)?;
    }
    if profile.scores.iter().any(|row| row.name == "RequestedToCapacityRatio")
        && !configured.contains(&"RequestedToCapacityRatio")
    {
        return Err(at.wrong("RequestedToCapacityRatio needs pluginConfig with a shape"));
    }
    Ok(profile)
}

/// What a document says about one extension point.
#[derive(Default)]
struct Set {
    path: String,
    enabled: Vec<(String, i64)>,
    disabled: Vec<String>,
}

impl Set {
    fn read(plugins: &At, point: &str, version: &Version) -> Result<Self, Wrong> {
        let Some(at) = plugins.field(point) else { return Ok(Self::default()) };
        at.fields(&["enabled", "disabled"])?;
        let mut set = Self { path: at.path.clone(), ..Self::default() };
        for list in ["enabled", "disabled"] {
            for plugin in at.elements(list)? {
                plugin.fields(&["name", "weight"])?;
                let name = plugin.field("name").ok_or_else(|| plugin.wrong("name is missing"))?;
                let text = name.text()?;
                if list == "disabled" {
                    if text != "*" {
                        version.plugin(&name)?;
                    }
                    set.disabled.push(text.into());
                    continue;
                }
                version.plugin(&name)?;
                if set.enabled.iter().any(|(other, _)| other == text) {
                    return Err(plugin.wrong(format!("{text} is enabled already")));
                }
                let weight = plugin.field("weight").map_or(Ok(0), |w| w.number(0, i64::from(i32::MAX)))?;
                set.enabled.push((text.into(), weight));
            }
        }
        Ok(set)
    }

    fn disables(&self, name: &str) -> bool {
        self.disabled.iter().any(|disabled| disabled == name || disabled == "*")
    }

    fn enables(&self, name: &str) -> bool {
        self.enabled.iter().any(|(enabled, _)| enabled == name)
    }

    /// `mergePluginSet`: the defaults that are left, then what is enabled. The latest release puts what is enabled under
    /// the name of a default into its place.
    fn over(&self, defaults: &[(String, i64)], in_place: bool) -> Result<Vec<(String, i64)>, Wrong> {
        let mut merged: Vec<(String, i64)> =
            defaults.iter().filter(|(name, _)| !self.disables(name)).cloned().collect();
        for (name, weight) in &self.enabled {
            match merged.iter_mut().find(|(there, _)| there == name) {
                Some(there) if in_place => there.1 = *weight,
                Some(_) => {
                    let text = format!("{name} is enabled by default; disable it there to enable it anew");
                    return Err(Wrong { path: self.path.clone(), text });
                }
                None => merged.push((name.clone(), *weight)),
            }
        }
        Ok(merged)
    }

    /// `expandMultiPointPlugins`: first those of `multi` that the point names itself, then the rest of `multi`, then the
    /// rest of the point. A weight that the point gives counts more than that of `multi`.
    fn expand(&self, multi: &[(String, i64)], extends: impl Fn(&str) -> bool) -> Vec<(String, i64)> {
        if self.disabled.iter().any(|name| name == "*") {
            return self.enabled.clone();
        }
        let multi: Vec<_> = multi.iter().filter(|(name, _)| extends(name) && !self.disables(name)).collect();
        let is_multi = |name: &str| multi.iter().any(|(other, _)| other == name);
        let (first, last): (Vec<_>, Vec<_>) = self.enabled.iter().partition(|(name, _)| is_multi(name));
        let rest = multi.iter().copied().filter(|(name, _)| !self.enables(name));
        first.into_iter().chain(rest).chain(last).cloned().collect()
    }
}

/// Puts the plugins into a profile that its document asks for.
fn choose(profile: &mut Profile, plugins: &At, version: &Version, args: &Args) -> Result<(), Wrong> {
    for point in version.points {
        Set::read(plugins, point, version)?;
    }
    let set = |point: &str| Set::read(plugins, point, version);
    let (filter, score, after) = (set("filter")?, set("score")?, set("postFilter")?);
    for (prior, point) in [("preFilter", &filter), ("preScore", &score)] {
        let prior = set(prior)?;
        if let Some(name) = prior.disabled.iter().find(|name| !point.disabled.contains(name)) {
            let text = format!("\"{name}\" stays enabled at the point that needs this one; disable it there too");
            return Err(Wrong { path: prior.path, text });
        }
    }
    let mut filters: Vec<Option<FilterRow>> = std::mem::take(&mut profile.filters).into_iter().map(Some).collect();
    let mut scores: Vec<Option<ScoreRow>> = std::mem::take(&mut profile.scores).into_iter().map(Some).collect();
    let defaults = scores.len();
    scores.extend((version.more_scores)(args).into_iter().map(Some));
    let filter_names: Vec<&str> = filters.iter().flatten().map(|row| row.name).collect();
    let score_names: Vec<&str> = scores.iter().flatten().map(|row| row.name).collect();
    let weights: Vec<(String, i64)> =
        scores[..defaults].iter().flatten().map(|row| (row.name.into(), row.weight)).collect();
    let unweighted = |names: &[&str]| names.iter().map(|name| (String::from(*name), 0)).collect::<Vec<_>>();

    let (filter_list, score_list, preempts) = if version.latest {
        // Where a multi-point default has no weight of its own, a score counts once.
        let of = |name: &&str| {
            let weight = weights.iter().find(|(other, _)| other == name).map_or(0, |(_, weight)| *weight);
            (String::from(*name), weight)
        };
        let multi = set("multiPoint")?.over(&version.plugins.iter().map(of).collect::<Vec<_>>(), true)?;
        let preempts = after.expand(&multi, |name| name == "DefaultPreemption");
        (
            filter.expand(&multi, |name| filter_names.contains(&name)),
            score.expand(&multi, |name| score_names.contains(&name)),
            preempts,
        )
    } else {
        (
            filter.over(&unweighted(&filter_names), false)?,
            score.over(&weights, false)?,
            after.over(&unweighted(&["DefaultPreemption"]), false)?,
        )
    };
    for (name, _) in &filter_list {
        match filters.iter_mut().find(|row| row.as_ref().is_some_and(|row| row.name == name)).and_then(Option::take) {
            Some(row) => profile.filters.push(row),
            None => extends(name, &filter.path, &score_names)?,
        }
    }
    for (name, weight) in &score_list {
        match scores.iter_mut().find(|row| row.as_ref().is_some_and(|row| row.name == name)).and_then(Option::take) {
            Some(row) => profile.scores.push(ScoreRow { weight: (*weight).max(1), ..row }),
            None => extends(name, &score.path, &filter_names)?,
        }
    }
    if !preempts.iter().any(|(name, _)| name == "DefaultPreemption") {
        profile.preemption = None;
    }
    Ok(())
}

/// A plugin that has no row at a point is one that looks at volumes and the like, unless it has a row elsewhere.
fn extends(name: &str, path: &str, elsewhere: &[&str]) -> Result<(), Wrong> {
    if elsewhere.contains(&name) {
        return Err(Wrong { path: path.into(), text: format!("{name} does not extend this point") });
    }
    Ok(())
}
