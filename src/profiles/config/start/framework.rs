//! What a profile cannot be made of: plugins that are not there, or stand where they do not belong. Upstream: `runtime.NewFramework`.

use serde_json::Value;

use releases::documents::{Chosen, MULTI_POINT, Point, Wanted, points, wanted};

use super::super::version::Version;
use super::arguments;
use super::faults::{Faults, Refusal};
use super::fields::{list, scheduler_names};

/// The points in the order in which upstream fills them.
const POINTS: [&str; 12] = [
    "preFilter",
    "filter",
    "postFilter",
    "reserve",
    "preScore",
    "score",
    "preBind",
    "bind",
    "postBind",
    "permit",
    "preEnqueue",
    "queueSort",
];

pub(super) fn refusal(document: &Value, version: &Version<'_>) -> Option<Refusal> {
    let profiles = list(&document["profiles"]);
    let names = scheduler_names(profiles);
    profiles.iter().enumerate().find_map(|(ix, profile)| {
        let made = Made { version, profile, name: names[ix], path: format!("profiles[{ix}]") };
        let Refusal { path, text } = made.refusal()?;
        let text = format!("initializing profiles: creating profile for scheduler name {}: {text}", names[ix]);
        Some(Refusal { path, text })
    })
}

/// A profile in the making.
struct Made<'p> {
    version: &'p Version<'p>,
    profile: &'p Value,
    name: &'p str,
    path: String,
}

impl Made<'_> {
    fn refused(&self, place: &str, text: String) -> Refusal {
        let path = if place.is_empty() { self.path.clone() } else { format!("{}.{place}", self.path) };
        Refusal { path, text }
    }

    fn set(&self, point: &str) -> Wanted {
        wanted(&self.profile["plugins"], point).unwrap_or_default()
    }

    fn point(&self, name: &str) -> Option<&'static Point> {
        points(self.version.release).iter().find(|point| point.name == name)
    }

    fn exists(&self, plugin: &str) -> bool {
        self.version.plugins.contains(&plugin) || self.own(plugin).is_some()
    }

    fn own(&self, plugin: &str) -> Option<&api::manifest::PluginDoc> {
        self.version.own.iter().find(|own| own.metadata.name == *plugin).map(|own| &**own)
    }

    fn extends(&self, plugin: &str, point: &str) -> bool {
        // Points of plugins that have nothing to do there in this engine.
        let more = match point {
            "preEnqueue" => &["SchedulingGates", "DefaultPreemption", "DynamicResources"][..],
            _ => &[],
        };
        let own = self.own(plugin).is_some_and(|own| match point {
            "filter" => own.filter.is_some(),
            "score" => own.score.is_some(),
            "permit" => own.permit.is_some(),
            _ => false,
        });
        own || more.contains(&plugin) || self.point(point).is_some_and(|point| point.knows(plugin))
    }

    /// `mergePluginSet` of `multiPoint`: what is enabled twice stays twice, and is refused later (`expandMultiPointPlugins`).
    fn multi(&self) -> Vec<Chosen> {
        let set = self.set(MULTI_POINT);
        let disabled = |name: &str| set.disabled.iter().any(|other| other == name || other == "*");
        let defaults = self.point(MULTI_POINT).map_or(&[][..], |point| point.defaults);
        let mut replaced = Vec::new();
        let mut merged: Vec<Chosen> = Vec::new();
        for (name, weight) in defaults.iter().filter(|(name, _)| !disabled(name)) {
            let at = set.enabled.iter().rposition(|(enabled, _)| enabled == name);
            replaced.extend(at);
            merged.push(at.map_or_else(|| ((*name).to_owned(), *weight), |at| set.enabled[at].clone()));
        }
        let rest = set.enabled.iter().enumerate().filter(|(at, _)| !replaced.contains(at));
        merged.extend(rest.map(|(_, chosen)| chosen.clone()));
        merged
    }

    fn refusal(&self) -> Option<Refusal> {
        let multi = self.multi();
        let sets: Vec<(&str, Wanted)> = POINTS.map(|point| (point, self.set(point))).into_iter().collect();
        let mut needed = sets.iter().flat_map(|(_, set)| &set.enabled).chain(&multi);
        let fit = needed.any(|(name, _)| name == "NodeResourcesFit").then(|| self.fit()).flatten();
        fit.or_else(|| sets.iter().find_map(|(point, set)| self.list(point, set)))
            .or_else(|| sets.iter().find_map(|(point, set)| self.expansion(point, set, &multi)))
            .or_else(|| self.ends(&sets, &multi))
            .or_else(|| self.weights(&multi))
    }

    /// `NewFit`.
    fn fit(&self) -> Option<Refusal> {
        let configs = list(&self.profile["pluginConfig"]);
        let at = configs.iter().position(|config| config["name"] == "NodeResourcesFit")?;
        let mut faults = Faults::default();
        arguments::fit(&configs[at]["args"], &mut faults);
        let Refusal { path, text } = faults.refusal(&format!("{}.pluginConfig[{at}].args", self.path))?;
        Some(Refusal { path, text: format!("initializing plugin \"NodeResourcesFit\": {text}") })
    }

    /// `updatePluginList`.
    fn list(&self, point: &str, set: &Wanted) -> Option<Refusal> {
        let kind = kind(point);
        let text = set.enabled.iter().enumerate().find_map(|(at, (name, _))| {
            if !self.exists(name) {
                Some(format!("{kind} {name:?} does not exist"))
            } else if !self.extends(name, point) {
                Some(format!("plugin {name:?} does not extend {kind} plugin"))
            } else if set.enabled[..at].iter().any(|(other, _)| other == name) {
                Some(format!("plugin {name:?} already registered as {kind:?}"))
            } else {
                None
            }
        });
        text.map(|text| self.refused(&format!("plugins.{point}"), text))
    }

    /// `expandMultiPointPlugins`.
    fn expansion(&self, point: &str, set: &Wanted, multi: &[Chosen]) -> Option<Refusal> {
        if set.disabled.iter().any(|name| name == "*") {
            return None;
        }
        let kind = kind(point);
        let mut enabled: Vec<&str> = Vec::new();
        for (name, _) in multi {
            if !self.exists(name) {
                return Some(self.refused("plugins.multiPoint", format!("{kind} {name:?} does not exist")));
            }
            let listed = set.enabled.iter().any(|(other, _)| other == name);
            if !self.extends(name, point) || listed || set.disabled.contains(name) {
                continue;
            }
            if enabled.contains(&name.as_str()) {
                let text = format!("plugin {name:?} already registered as {kind:?}");
                return Some(self.refused("plugins.multiPoint", text));
            }
            enabled.push(name);
        }
        None
    }

    /// Someone sorts the queue, and someone binds.
    fn ends(&self, sets: &[(&str, Wanted)], multi: &[Chosen]) -> Option<Refusal> {
        let count = |point: &str| {
            let set = sets.iter().find(|(name, _)| *name == point).map(|(_, set)| set);
            set.map_or(0, |set| set.expand(multi, |name| self.extends(name, point)).len())
        };
        let of = format!("for profile with scheduler name {:?}", self.name);
        match (count("queueSort"), count("bind")) {
            (1, 0) => Some(self.refused("plugins.bind", format!("at least one bind plugin is needed {of}"))),
            (1, _) => None,
            (n, _) => Some(
                self.refused("plugins.queueSort", format!("only one queue sort plugin required {of}, but got {n}")),
            ),
        }
    }

    /// `getValidScoreWeights`: a sum that is negative for a while counts as too large, since upstream's check, `MaxInt64 - total`, wraps.
    /// The recorded refusals hold it: `the_same_configurations_are_refused`.
    fn weights(&self, multi: &[Chosen]) -> Option<Refusal> {
        let score = self.set("score");
        let mut seen: Vec<&str> = Vec::new();
        let mut total: i64 = 0;
        for (name, weight) in score.enabled.iter().chain(multi) {
            if !self.extends(name, "score") || seen.contains(&name.as_str()) {
                continue;
            }
            seen.push(name);
            let best = weight.saturating_add(i64::from(*weight == 0)).saturating_mul(100);
            if best > i64::MAX.wrapping_sub(total) {
                let text = "score plugins: total score of Score plugins could overflow".to_owned();
                return Some(self.refused("plugins.score", text));
            }
            total = total.wrapping_add(best);
        }
        None
    }
}

/// What upstream calls plugins of a point.
fn kind(point: &str) -> String {
    let mut letters = point.chars();
    let first = letters.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string());
    format!("{first}{}Plugin", letters.as_str())
}
