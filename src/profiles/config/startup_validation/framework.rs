//! What a profile cannot be made of: plugins that are not there, or stand where they do not belong. Upstream: `runtime.NewFramework`.

use releases::documents::{MULTI_POINT, PluginSet, PluginWeight, PointPlugins, plugin_set_of, point_plugins};
use serde_json::Value;

use super::{
    super::version::VersionRules,
    arguments,
    faults::{StartupRefusal, ValidationErrors},
    fields::{items_of, scheduler_names},
};

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

pub(super) fn framework_refusal(document: &Value, version: &VersionRules<'_>) -> Option<StartupRefusal> {
    let profiles = items_of(&document["profiles"]);
    let names = scheduler_names(profiles);
    profiles.iter().enumerate().find_map(|(ix, profile)| {
        let profile_builder = ProfileBuilder { version, profile, name: names[ix], path: format!("profiles[{ix}]") };
        let StartupRefusal { path, text } = profile_builder.refusal()?;
        let text = format!("initializing profiles: creating profile for scheduler name {}: {text}", names[ix]);
        Some(StartupRefusal { path, text })
    })
}

/// A profile in the making.
struct ProfileBuilder<'p> {
    version: &'p VersionRules<'p>,
    profile: &'p Value,
    name: &'p str,
    path: String,
}

impl ProfileBuilder<'_> {
    fn refusal_at(&self, place: &str, text: String) -> StartupRefusal {
        let path = if place.is_empty() { self.path.clone() } else { format!("{}.{place}", self.path) };
        StartupRefusal { path, text }
    }

    fn plugin_set_at(&self, point: &str) -> PluginSet {
        plugin_set_of(&self.profile["plugins"], point).unwrap_or_default()
    }

    fn point_named(&self, name: &str) -> Option<&'static PointPlugins> {
        point_plugins(self.version.release).iter().find(|point| point.name == name)
    }

    fn is_known_plugin(&self, plugin: &str) -> bool {
        self.version.plugins.contains(&plugin) || self.user_plugin(plugin).is_some()
    }

    fn user_plugin(&self, plugin: &str) -> Option<&api::manifest::PluginDoc> {
        self.version
            .user_plugins
            .iter()
            .find(|plugin_doc| plugin_doc.metadata.name == *plugin)
            .map(|plugin_doc| &**plugin_doc)
    }

    fn extends_point(&self, plugin: &str, point: &str) -> bool {
        // Points of plugins that have nothing to do there in this engine.
        let more_plugins = match point {
            "preEnqueue" => &["SchedulingGates", "DefaultPreemption", "DynamicResources"][..],
            _ => &[],
        };
        let is_user_extension = self.user_plugin(plugin).is_some_and(|user_plugin| match point {
            "filter" => user_plugin.filter.is_some(),
            "score" => user_plugin.score.is_some(),
            "permit" => user_plugin.permit.is_some(),
            _ => false,
        });
        is_user_extension
            || more_plugins.contains(&plugin)
            || self.point_named(point).is_some_and(|point| point.has_plugin(plugin))
    }

    /// `mergePluginSet` of `multiPoint`: what is enabled twice stays twice, and is refused later (`expandMultiPointPlugins`).
    fn merged_multi_point(&self) -> Vec<PluginWeight> {
        let plugin_set = self.plugin_set_at(MULTI_POINT);
        let disabled = |name: &str| plugin_set.disabled.iter().any(|other| other == name || other == "*");
        let defaults = self.point_named(MULTI_POINT).map_or(&[][..], |point| point.defaults);
        let mut replaced = Vec::new();
        let mut merged: Vec<PluginWeight> = Vec::new();
        for (name, weight) in defaults.iter().filter(|(name, _)| !disabled(name)) {
            let at = plugin_set.enabled.iter().rposition(|(enabled, _)| enabled == name);
            replaced.extend(at);
            merged.push(at.map_or_else(|| ((*name).to_owned(), *weight), |at| plugin_set.enabled[at].clone()));
        }
        let rest = plugin_set.enabled.iter().enumerate().filter(|(at, _)| !replaced.contains(at));
        merged.extend(rest.map(|(_, chosen)| chosen.clone()));
        merged
    }

    fn refusal(&self) -> Option<StartupRefusal> {
        let multi = self.merged_multi_point();
        let sets: Vec<(&str, PluginSet)> = POINTS.map(|point| (point, self.plugin_set_at(point))).into_iter().collect();
        let mut needed = sets.iter().flat_map(|(_, plugin_set)| &plugin_set.enabled).chain(&multi);
        let fit = needed.any(|(name, _)| name == "NodeResourcesFit").then(|| self.check_fit_args()).flatten();
        fit.or_else(|| sets.iter().find_map(|(point, plugin_set)| self.update_plugin_list(point, plugin_set)))
            .or_else(|| sets.iter().find_map(|(point, plugin_set)| self.expand_multi_point(point, plugin_set, &multi)))
            .or_else(|| self.check_sort_and_bind(&sets, &multi))
            .or_else(|| self.check_score_weights(&multi))
    }

    /// `NewFit`.
    fn check_fit_args(&self) -> Option<StartupRefusal> {
        let configs = items_of(&self.profile["pluginConfig"]);
        let at = configs.iter().position(|config| config["name"] == "NodeResourcesFit")?;
        let mut faults = ValidationErrors::default();
        arguments::validate_fit(&configs[at]["args"], &mut faults);
        let StartupRefusal { path, text } = faults.into_refusal(&format!("{}.pluginConfig[{at}].args", self.path))?;
        Some(StartupRefusal { path, text: format!("initializing plugin \"NodeResourcesFit\": {text}") })
    }

    /// `updatePluginList`.
    fn update_plugin_list(&self, point: &str, plugin_set: &PluginSet) -> Option<StartupRefusal> {
        let kind = kind(point);
        let text = plugin_set.enabled.iter().enumerate().find_map(|(at, (name, _))| {
            if !self.is_known_plugin(name) {
                Some(format!("{kind} {name:?} does not exist"))
            } else if !self.extends_point(name, point) {
                Some(format!("plugin {name:?} does not extend {kind} plugin"))
            } else if plugin_set.enabled[..at].iter().any(|(other, _)| other == name) {
                Some(format!("plugin {name:?} already registered as {kind:?}"))
            } else {
                None
            }
        });
        text.map(|text| self.refusal_at(&format!("plugins.{point}"), text))
    }

    /// `expandMultiPointPlugins`.
    fn expand_multi_point(
        &self,
        point: &str,
        plugin_set: &PluginSet,
        multi: &[PluginWeight],
    ) -> Option<StartupRefusal> {
        if plugin_set.disabled.iter().any(|name| name == "*") {
            return None;
        }
        let kind = kind(point);
        let mut enabled: Vec<&str> = Vec::new();
        for (name, _) in multi {
            if !self.is_known_plugin(name) {
                return Some(self.refusal_at("plugins.multiPoint", format!("{kind} {name:?} does not exist")));
            }
            let listed = plugin_set.enabled.iter().any(|(other, _)| other == name);
            if !self.extends_point(name, point) || listed || plugin_set.disabled.contains(name) {
                continue;
            }
            if enabled.contains(&name.as_str()) {
                let text = format!("plugin {name:?} already registered as {kind:?}");
                return Some(self.refusal_at("plugins.multiPoint", text));
            }
            enabled.push(name);
        }
        None
    }

    /// Someone sorts the queue, and someone binds.
    fn check_sort_and_bind(&self, sets: &[(&str, PluginSet)], multi: &[PluginWeight]) -> Option<StartupRefusal> {
        let count = |point: &str| {
            let plugin_set = sets.iter().find(|(name, _)| *name == point).map(|(_, plugin_set)| plugin_set);
            plugin_set.map_or(0, |plugin_set| {
                plugin_set.expand_multi_point(multi, |name| self.extends_point(name, point)).len()
            })
        };
        let profile_title = format!("for profile with scheduler name {:?}", self.name);
        match (count("queueSort"), count("bind")) {
            (1, 0) => {
                Some(self.refusal_at("plugins.bind", format!("at least one bind plugin is needed {profile_title}")))
            }
            (1, _) => None,
            (n, _) => Some(self.refusal_at(
                "plugins.queueSort",
                format!("only one queue sort plugin required {profile_title}, but got {n}"),
            )),
        }
    }

    /// `getValidScoreWeights`: a sum that is negative for a while counts as too large, since upstream's check, `MaxInt64 - total`, wraps.
    /// The recorded refusals hold it: `the_same_configurations_are_refused`.
    fn check_score_weights(&self, multi: &[PluginWeight]) -> Option<StartupRefusal> {
        let score = self.plugin_set_at("score");
        let mut visited_names: Vec<&str> = Vec::new();
        let mut total: i64 = 0;
        for (name, weight) in score.enabled.iter().chain(multi) {
            if !self.extends_point(name, "score") || visited_names.contains(&name.as_str()) {
                continue;
            }
            visited_names.push(name);
            let best = weight.saturating_add(i64::from(*weight == 0)).saturating_mul(100);
            if best > i64::MAX.wrapping_sub(total) {
                let text = "score plugins: total score of Score plugins could overflow".to_owned();
                return Some(self.refusal_at("plugins.score", text));
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
