//! `KubeSchedulerConfiguration`: profiles, and which plugins they run at which extension point.

use crate::api::problem::{Configuration as Problem, Noun};
use crate::framework::{FilterRow, PluginId, Profile, Row, RowId, ScoreRow, Sheet};
use crate::scheduler::queue::BackoffLimits;

use super::super::{v1_20, v1_34, v1_36};
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
            return Err(name.wrong(Problem::NotSupported { name: text.into() }));
        }
        name.one_of(Noun::Plugin, self.plugins)
    }
}

pub(super) const V1_34: Version = Version {
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
    plugins: V1_34_PLUGINS,
    profile: v1_34::profile,
    more_scores: |_| Vec::new(),
};

/// The same documents with one more plugin, at the end of the defaults.
pub(super) const V1_36: Version = Version { plugins: V1_36_PLUGINS, profile: v1_36::profile, ..V1_34 };

const V1_36_PLUGINS: &[&str] = &[
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
    "NodeDeclaredFeatures",
];

const V1_34_PLUGINS: &[&str] = V1_36_PLUGINS.split_at(V1_36_PLUGINS.len() - 1).0;

pub(super) const V1_20: Version = Version {
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
        return Err(at.wrong(Problem::BackoffOrder));
    }
    Ok(limits)
}

fn profiles(document: &At, version: &Version) -> Result<Vec<Profile>, Wrong> {
    if let Some(extender) = document.elements("extenders")?.first() {
        return Err(extender.wrong(Problem::Extenders));
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
            return Err(at.wrong(Problem::RepeatedProfile { name: profile.scheduler }));
        }
        found.push(profile);
    }
    if let (true, Some(unnamed)) = (listed.len() > 1, listed.iter().find(|at| at.field("schedulerName").is_none())) {
        return Err(unnamed.wrong(Problem::Missing { field: "schedulerName".into() }));
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
        let plugin = config.needed("name")?;
        let plugin = version.plugin(&plugin)?;
        if configured.contains(&plugin) {
            return Err(config.wrong(Problem::RepeatedArguments { plugin: plugin.into() }));
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
    if let Some(plugins) = at.field("plugins") {
        plugins.fields(version.points)?;
        choose(&mut profile, &plugins, version, &args)?;
    }
    if profile.scores.iter().any(|row| row.id == *"RequestedToCapacityRatio")
        && !configured.contains(&"RequestedToCapacityRatio")
    {
        return Err(at.wrong(Problem::NoShape { name: "RequestedToCapacityRatio".into() }));
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
                let name = plugin.needed("name")?;
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
                    return Err(plugin.wrong(Problem::Repeated { name: text.into() }));
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
                    let problem = Problem::EnabledByDefault { plugin: name.as_str().into() };
                    return Err(Wrong { path: self.path.clone(), problem: problem.into() });
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
    let (filter, score) = (set("filter")?, set("score")?);
    for (prior, point) in [("preFilter", &filter), ("preScore", &score)] {
        let prior = set(prior)?;
        if let Some(name) = prior.disabled.iter().find(|name| !point.disabled.contains(name)) {
            let problem = Problem::StillEnabled { plugin: name.as_str().into() };
            return Err(Wrong { path: prior.path, problem: problem.into() });
        }
    }
    let more = (version.more_scores)(args);
    let everywhere = ids(profile).chain(more.iter().map(|row| row.id.clone())).collect::<Vec<_>>();
    let multi = if version.latest {
        // Where a multi-point default has no weight of its own, a score counts once.
        let of = |name: &&str| {
            let row = profile.scores.iter().find(|row| row.id == **name);
            (String::from(*name), row.map_or(0, |row| row.weight))
        };
        Some(set("multiPoint")?.over(&version.plugins.iter().map(of).collect::<Vec<_>>(), true)?)
    } else {
        None
    };
    let multi = multi.as_deref();
    pick(&mut profile.filters, Vec::new(), &filter, multi, &everywhere)?;
    pick(&mut profile.scores, more, &score, multi, &everywhere)?;
    pick(&mut profile.post_filters, Vec::new(), &set("postFilter")?, multi, &everywhere)?;
    pick(&mut profile.reserves, Vec::new(), &set("reserve")?, multi, &everywhere)?;
    pick(&mut profile.permits, Vec::new(), &set("permit")?, multi, &everywhere)?;
    pick(&mut profile.pre_binds, Vec::new(), &set("preBind")?, multi, &everywhere)?;
    let bind = set("bind")?;
    pick(&mut profile.binds, Vec::new(), &bind, multi, &everywhere)?;
    if profile.binds.is_empty() {
        let path = if bind.path.is_empty() { plugins.path.clone() } else { bind.path };
        // The latest release names the profile.
        let scheduler = version.latest.then(|| profile.scheduler.clone());
        return Err(Wrong { path, problem: Problem::NoBinder { scheduler }.into() });
    }
    Ok(())
}

/// A row of any table.
trait Named: Sized {
    fn id(&self) -> &RowId;
    /// The row with the weight that a configuration gives it.
    fn weighed(self, _: i64) -> Self {
        self
    }
    fn weight(&self) -> i64 {
        0
    }
}

impl Named for FilterRow {
    fn id(&self) -> &RowId {
        &self.id
    }
}

impl Named for ScoreRow {
    fn id(&self) -> &RowId {
        &self.id
    }
    fn weighed(self, weight: i64) -> Self {
        Self { weight: weight.max(1), ..self }
    }
    fn weight(&self) -> i64 {
        self.weight
    }
}

impl<P: ?Sized> Named for Row<P> {
    fn id(&self) -> &RowId {
        &self.id
    }
}

/// The rows that stand in a profile, except those of a plugin whose other points are not here.
fn ids(profile: &Profile) -> impl Iterator<Item = RowId> {
    let sheet = Sheet::from(profile);
    let rows = sheet.filters.into_iter().chain(sheet.scores).chain(sheet.others.into_iter().map(|(_, row)| row));
    rows.filter(|row| row.plugin != PluginId::DynamicResources).map(|row| row.id)
}

/// Puts those rows into a table that the document asks for at a point: `table` has the defaults, `more` what can be enabled
/// beside them.
fn pick<R: Named>(
    table: &mut Vec<R>,
    more: Vec<R>,
    set: &Set,
    multi: Option<&[(String, i64)]>,
    everywhere: &[RowId],
) -> Result<(), Wrong> {
    let defaults: Vec<(String, i64)> = table.iter().map(|row| (row.id().to_string(), row.weight())).collect();
    let mut rows: Vec<R> = std::mem::take(table).into_iter().chain(more).collect();
    let list = match multi {
        Some(multi) => set.expand(multi, |name| rows.iter().any(|row| *row.id() == *name)),
        None => set.over(&defaults, false)?,
    };
    for (name, weight) in list {
        match rows.iter().position(|row| *row.id() == *name.as_str()) {
            Some(at) => table.push(rows.remove(at).weighed(weight)),
            None => extends(&name, &set.path, everywhere)?,
        }
    }
    Ok(())
}

/// A plugin that has no row at a point is one that has no effect here, unless it has a row elsewhere.
fn extends(name: &str, path: &str, everywhere: &[RowId]) -> Result<(), Wrong> {
    if everywhere.iter().any(|row| *row == *name) {
        return Err(Wrong { path: path.into(), problem: Problem::OtherPoint { plugin: name.into() }.into() });
    }
    Ok(())
}
