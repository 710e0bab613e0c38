//! The plugins that a release runs at each extension point by default, and under a configuration.

use serde_json::Value;

use super::{
    document_version::{DocumentVersion, config_version},
    plugin_sets::{PluginSet, PluginWeight},
};
use crate::{
    Release,
    plugins::{ExtensionPoint, ReleasePlugin, plugins, plugins_at},
};

/// The plugins of an extension point.
#[derive(Clone, Debug)]
pub struct PointPlugins {
    /// Name of the point's field in a document.
    pub name: &'static str,
    /// Plugins that run by default, with their weights; 0 if the point has none.
    pub defaults: Vec<PluginWeight>,
    /// Plugins that a document can enable in addition.
    pub optional: Vec<&'static str>,
}

impl PointPlugins {
    fn new(name: &'static str, plugins: Vec<ReleasePlugin>, has_weights: bool) -> Self {
        let (optional, defaults): (Vec<_>, Vec<_>) = plugins.into_iter().partition(|plugin| plugin.usage.is_optional);
        let weight = |plugin: &ReleasePlugin| if has_weights { plugin.usage.weight } else { 0 };
        Self {
            name,
            defaults: defaults.iter().map(|plugin| (plugin.name.to_owned(), weight(plugin))).collect(),
            optional: optional.iter().map(|plugin| plugin.name).collect(),
        }
    }

    /// Whether a plugin of the release runs there, or can be enabled.
    #[must_use]
    pub fn has_plugin(&self, plugin: &str) -> bool {
        self.defaults.iter().any(|(name, _)| name == plugin) || self.optional.contains(&plugin)
    }
}

/// The field of a document that stands for all extension points.
pub const MULTI_POINT: &str = "multiPoint";

/// Returns the names of a release's in-tree plugins; `None` if it does not support user-defined ones.
#[must_use]
pub fn built_in_plugins(release: Release) -> Option<Vec<&'static str>> {
    (config_version(release) != DocumentVersion::Alpha).then(|| plugins(release).map(|plugin| plugin.name).collect())
}

/// Returns the names of the extension points that a document of the release can configure, including `multiPoint`.
#[must_use]
pub fn point_names(release: Release) -> Vec<&'static str> {
    let points = ExtensionPoint::ALL.into_iter();
    match config_version(release) {
        DocumentVersion::Alpha => Vec::new(),
        DocumentVersion::Beta => {
            points.filter(|point| *point != ExtensionPoint::PreEnqueue).map(ExtensionPoint::name).collect()
        }
        DocumentVersion::Stable => points.map(ExtensionPoint::name).chain([MULTI_POINT]).collect(),
    }
}

/// Returns the extension points at which a document of the release can choose plugins that have an effect here; empty
/// for v1.16.
#[must_use]
pub fn point_plugins(release: Release) -> Vec<PointPlugins> {
    let points = || {
        let idle = [ExtensionPoint::PreEnqueue, ExtensionPoint::PostBind];
        ExtensionPoint::ALL.into_iter().filter(move |point| !idle.contains(point))
    };
    match config_version(release) {
        DocumentVersion::Alpha => Vec::new(),
        DocumentVersion::Beta => points().map(|point| plugins_of_point(release, point)).collect(),
        DocumentVersion::Stable => std::iter::once(plugins_of_all_points(release))
            .chain(points().map(|point| plugins_of_point(release, point)))
            .collect(),
    }
}

/// Returns the plugins of an extension point.
#[must_use]
pub fn plugins_of_point(release: Release, point: ExtensionPoint) -> PointPlugins {
    PointPlugins::new(point.name(), plugins_at(release, point), point == ExtensionPoint::Score)
}

/// Returns the plugins of `multiPoint`: all that run at any point.
#[must_use]
pub fn plugins_of_all_points(release: Release) -> PointPlugins {
    PointPlugins::new(MULTI_POINT, plugins(release).collect(), true)
}

/// Returns the plugin set that a document defines for a point; `None` if it is malformed.
#[must_use]
pub fn plugin_set_of(plugins: &Value, point: &str) -> Option<PluginSet> {
    let list = |name: &str| -> Option<Vec<PluginWeight>> {
        match &plugins[point][name] {
            Value::Null => Some(Vec::new()),
            Value::Array(items) => items
                .iter()
                .map(|item| Some((item["name"].as_str()?.to_owned(), item["weight"].as_i64().unwrap_or(0))))
                .collect(),
            _ => None,
        }
    };
    let disabled = list("disabled")?.into_iter().map(|(name, _)| name).collect();
    Some(PluginSet { enabled: list("enabled")?, disabled })
}

/// Returns the plugins that run at a point under a profile's `plugins`, in order, with their weights. `is_user_plugin`
/// returns whether a user-defined plugin extends the point. `None` if the document is malformed or would be refused.
#[must_use]
pub fn effective_plugins(
    release: Release,
    plugins: &Value,
    point: &PointPlugins,
    is_user_plugin: impl Fn(&str) -> bool,
) -> Option<Vec<PluginWeight>> {
    let set = plugin_set_of(plugins, point.name)?;
    let mut list = if config_version(release) == DocumentVersion::Beta {
        set.merge_into(&point.defaults, false).ok()?
    } else {
        let all = plugins_of_all_points(release).defaults;
        let multi = plugin_set_of(plugins, MULTI_POINT)?.merge_into(&all, true).ok()?;
        if point.name == MULTI_POINT {
            multi
        } else {
            set.expand_multi_point(&multi, |name| point.has_plugin(name) || is_user_plugin(name))
        }
    };
    let score = plugins_of_point(release, ExtensionPoint::Score);
    for (name, weight) in &mut list {
        // Only scores have weights, even if the plugin extends other points.
        let scores =
            point.name == score.name || (point.name == MULTI_POINT && (score.has_plugin(name) || is_user_plugin(name)));
        *weight = if scores { (*weight).max(1) } else { 0 };
    }
    Some(list)
}
