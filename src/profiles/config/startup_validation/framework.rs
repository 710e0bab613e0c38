//! Errors when a profile is created: plugins that do not exist, or do not extend the point at which they are enabled.
//! Upstream: `runtime.NewFramework`.

use releases::{
    documents::{MULTI_POINT, PluginSet, PluginWeight, plugin_set_of, plugins_of_all_points},
    plugins::ExtensionPoint,
};
use serde_json::Value;

use super::{
    super::{plugin_kind::plugin_kind, version::VersionRules},
    arguments,
    faults::{StartupRefusal, ValidationErrors},
    fields::{items_of, scheduler_names},
};

/// The extension points in the order in which upstream fills them.
const POINTS: [ExtensionPoint; 12] = [
    ExtensionPoint::PreFilter,
    ExtensionPoint::Filter,
    ExtensionPoint::PostFilter,
    ExtensionPoint::Reserve,
    ExtensionPoint::PreScore,
    ExtensionPoint::Score,
    ExtensionPoint::PreBind,
    ExtensionPoint::Bind,
    ExtensionPoint::PostBind,
    ExtensionPoint::Permit,
    ExtensionPoint::PreEnqueue,
    ExtensionPoint::QueueSort,
];

pub(super) fn framework_refusal(document: &Value, version: &VersionRules<'_>) -> Option<StartupRefusal> {
    let profiles = items_of(&document["profiles"]);
    let names = scheduler_names(profiles);
    profiles.iter().enumerate().find_map(|(ix, profile)| {
        let made = ProfileBuilder { version, profile, name: names[ix], path: format!("profiles[{ix}]") };
        let StartupRefusal { path, text } = made.refusal()?;
        let text = format!("initializing profiles: creating profile for scheduler name {}: {text}", names[ix]);
        Some(StartupRefusal { path, text })
    })
}

/// Creates a profile as upstream does, to find the first error.
struct ProfileBuilder<'p> {
    version: &'p VersionRules<'p>,
    profile: &'p Value,
    name: &'p str,
    path: String,
}

impl ProfileBuilder<'_> {
    fn refuse(&self, place: &str, text: String) -> StartupRefusal {
        let path = if place.is_empty() { self.path.clone() } else { format!("{}.{place}", self.path) };
        StartupRefusal { path, text }
    }

    fn set(&self, point: &str) -> PluginSet {
        plugin_set_of(&self.profile["plugins"], point).unwrap_or_default()
    }

    fn exists(&self, plugin: &str) -> bool {
        self.version.find_plugin(plugin).is_some() || self.user_plugin(plugin).is_some()
    }

    fn user_plugin(&self, plugin: &str) -> Option<&api::user_rules::PluginDoc> {
        self.version
            .user_plugins
            .iter()
            .find(|plugin_doc| plugin_doc.metadata.name == *plugin)
            .map(|plugin_doc| &**plugin_doc)
    }

    fn extends(&self, plugin: &str, point: ExtensionPoint) -> bool {
        let is_user_extension = self.user_plugin(plugin).is_some_and(|user_plugin| match point {
            ExtensionPoint::Filter => user_plugin.filter.is_some(),
            ExtensionPoint::Score => user_plugin.score.is_some(),
            ExtensionPoint::Permit => user_plugin.permit.is_some(),
            _ => false,
        });
        is_user_extension || self.version.find_plugin(plugin).is_some_and(|plugin| plugin.usage.extends(point))
    }

    /// Merges `multiPoint` with the defaults. A plugin that is enabled twice stays in the list twice, and is refused
    /// later (`expandMultiPointPlugins`). Upstream: `mergePluginSet`.
    fn merged_multi_point(&self) -> Vec<PluginWeight> {
        let set = self.set(MULTI_POINT);
        let disabled = |name: &str| set.disabled.iter().any(|other| other == name || other == "*");
        let defaults = plugins_of_all_points(self.version.release).defaults;
        let mut replaced = Vec::new();
        let mut merged: Vec<PluginWeight> = Vec::new();
        for (name, weight) in defaults.iter().filter(|(name, _)| !disabled(name)) {
            let at = set.enabled.iter().rposition(|(enabled, _)| enabled == name);
            replaced.extend(at);
            merged.push(at.map_or_else(|| (name.clone(), *weight), |at| set.enabled[at].clone()));
        }
        let rest = set.enabled.iter().enumerate().filter(|(at, _)| !replaced.contains(at));
        merged.extend(rest.map(|(_, chosen)| chosen.clone()));
        merged
    }

    fn refusal(&self) -> Option<StartupRefusal> {
        let multi = self.merged_multi_point();
        let sets: Vec<(ExtensionPoint, PluginSet)> =
            POINTS.map(|point| (point, self.set(point.name()))).into_iter().collect();
        let mut needed = sets.iter().flat_map(|(_, set)| &set.enabled).chain(&multi);
        let fit = needed.any(|(name, _)| name == "NodeResourcesFit").then(|| self.check_fit_args()).flatten();
        fit.or_else(|| sets.iter().find_map(|(point, set)| self.update_plugin_list(*point, set)))
            .or_else(|| sets.iter().find_map(|(point, set)| self.expand_multi_point(*point, set, &multi)))
            .or_else(|| self.check_sort_and_bind(&sets, &multi))
            .or_else(|| self.check_score_weights(&multi))
    }

    /// Returns the error of the arguments of `NodeResourcesFit`. Upstream: `NewFit`.
    fn check_fit_args(&self) -> Option<StartupRefusal> {
        let configs = items_of(&self.profile["pluginConfig"]);
        let at = configs.iter().position(|config| config["name"] == "NodeResourcesFit")?;
        let mut faults = ValidationErrors::default();
        arguments::validate_fit(&configs[at]["args"], &mut faults);
        let StartupRefusal { path, text } = faults.into_refusal(&format!("{}.pluginConfig[{at}].args", self.path))?;
        Some(StartupRefusal { path, text: format!("initializing plugin \"NodeResourcesFit\": {text}") })
    }

    /// Returns the error of the plugins that a point enables itself. Upstream: `updatePluginList`.
    fn update_plugin_list(&self, point: ExtensionPoint, set: &PluginSet) -> Option<StartupRefusal> {
        let kind = plugin_kind(point.name());
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
        text.map(|text| self.refuse(&format!("plugins.{}", point.name()), text))
    }

    /// Returns the error of adding the plugins of `multiPoint` to a point. Upstream: `expandMultiPointPlugins`.
    fn expand_multi_point(
        &self,
        point: ExtensionPoint,
        set: &PluginSet,
        multi: &[PluginWeight],
    ) -> Option<StartupRefusal> {
        if set.disabled.iter().any(|name| name == "*") {
            return None;
        }
        let kind = plugin_kind(point.name());
        let mut enabled: Vec<&str> = Vec::new();
        for (name, _) in multi {
            if !self.exists(name) {
                return Some(self.refuse("plugins.multiPoint", format!("{kind} {name:?} does not exist")));
            }
            let listed = set.enabled.iter().any(|(other, _)| other == name);
            if !self.extends(name, point) || listed || set.disabled.contains(name) {
                continue;
            }
            if enabled.contains(&name.as_str()) {
                let text = format!("plugin {name:?} already registered as {kind:?}");
                return Some(self.refuse("plugins.multiPoint", text));
            }
            enabled.push(name);
        }
        None
    }

    /// Checks that exactly one plugin sorts the queue, and at least one binds.
    fn check_sort_and_bind(
        &self,
        sets: &[(ExtensionPoint, PluginSet)],
        multi: &[PluginWeight],
    ) -> Option<StartupRefusal> {
        let count = |point: ExtensionPoint| {
            let set = sets.iter().find(|(name, _)| *name == point).map(|(_, set)| set);
            set.map_or(0, |set| set.expand_multi_point(multi, |name| self.extends(name, point)).len())
        };
        let of = format!("for profile with scheduler name {:?}", self.name);
        match (count(ExtensionPoint::QueueSort), count(ExtensionPoint::Bind)) {
            (1, 0) => Some(self.refuse("plugins.bind", format!("at least one bind plugin is needed {of}"))),
            (1, _) => None,
            (n, _) => {
                Some(self.refuse("plugins.queueSort", format!("only one queue sort plugin required {of}, but got {n}")))
            }
        }
    }

    /// Returns the error of weights that are too large. A sum that is negative for a while counts as too large, because
    /// upstream's check, `MaxInt64 - total`, wraps. Upstream: `getValidScoreWeights`. Test:
    /// `configurations_are_rejected_as_upstream_rejects_them`.
    fn check_score_weights(&self, multi: &[PluginWeight]) -> Option<StartupRefusal> {
        let score = self.set("score");
        let mut seen: Vec<&str> = Vec::new();
        let mut total: i64 = 0;
        for (name, weight) in score.enabled.iter().chain(multi) {
            if !self.extends(name, ExtensionPoint::Score) || seen.contains(&name.as_str()) {
                continue;
            }
            seen.push(name);
            let best = weight.saturating_add(i64::from(*weight == 0)).saturating_mul(100);
            if best > i64::MAX.wrapping_sub(total) {
                let text = "score plugins: total score of Score plugins could overflow".to_owned();
                return Some(self.refuse("plugins.score", text));
            }
            total = total.wrapping_add(best);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use releases::Release;
    use serde_json::json;

    use super::*;

    fn refusal_of(plugins: &Value) -> Option<(String, String)> {
        let document = json!({"profiles": [{"plugins": plugins}]});
        let version = VersionRules { release: Release::V1_34, user_plugins: &[] };
        let StartupRefusal { path, text } = framework_refusal(&document, &version)?;
        let prefix = "initializing profiles: creating profile for scheduler name default-scheduler: ";
        Some((path, text.strip_prefix(prefix).expect("the message of a profile").to_owned()))
    }

    /// A plugin that `multiPoint` enables twice is refused at the first point at which nothing else decides about it.
    #[test]
    fn point_omits_multi_point_plugins_that_it_lists_or_disables() {
        let twice = json!({"enabled": [{"name": "NodeName"}, {"name": "NodeName"}]});
        let name = |name: &str| json!([{"name": name}]);
        let weighted = |name: &str, weight: i64| json!([{"name": name, "weight": weight}]);
        let heavy = weighted("NodeAffinity", i64::MAX / 200 + 1);
        let repeated = Some("plugin \"NodeName\" already registered as \"FilterPlugin\"");
        for (plugins, expected) in [
            (json!({}), None),
            (json!({"multiPoint": {"enabled": name("NodeName")}}), None),
            (json!({"multiPoint": {"enabled": name("Unknown")}}), Some("PreFilterPlugin \"Unknown\" does not exist")),
            (json!({"multiPoint": twice}), repeated),
            (json!({"multiPoint": twice, "filter": {"enabled": name("NodePorts")}}), repeated),
            (json!({"multiPoint": twice, "filter": {"disabled": name("NodePorts")}}), repeated),
            (json!({"multiPoint": twice, "score": {"disabled": name("NodeName")}}), repeated),
            (json!({"multiPoint": twice, "filter": {"enabled": name("NodeName")}}), None),
            (json!({"multiPoint": twice, "filter": {"disabled": name("NodeName")}}), None),
            (json!({"multiPoint": twice, "filter": {"disabled": name("*")}}), None),
            // Weights count for plugins with a score only, and once.
            (json!({"multiPoint": {"enabled": weighted("NodeName", i64::MAX)}}), None),
            (json!({"multiPoint": {"enabled": heavy}, "score": {"enabled": heavy}}), None),
        ] {
            let expected = expected.map(|text| ("profiles[0].plugins.multiPoint".to_owned(), text.to_owned()));
            assert_eq!(refusal_of(&plugins), expected, "{plugins}");
        }
    }
}
