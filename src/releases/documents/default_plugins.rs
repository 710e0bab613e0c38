//! What a release runs at each extension point unless a document says otherwise, and what it comes to where one does.

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
    /// Its field in a document.
    pub name: &'static str,
    /// Plugins that run there, with their weights; 0 where there are none.
    pub defaults: Vec<PluginWeight>,
    /// Plugins that can be enabled beside them.
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

    /// Whether a plugin of the release runs there, or can.
    #[must_use]
    pub fn has_plugin(&self, plugin: &str) -> bool {
        self.defaults.iter().any(|(name, _)| name == plugin) || self.optional.contains(&plugin)
    }
}

/// The point that stands for all others.
pub const MULTI_POINT: &str = "multiPoint";

/// The plugins that a release has itself. None where it knows no plugins of one's own.
#[must_use]
pub fn built_in_plugins(release: Release) -> Option<Vec<&'static str>> {
    (config_version(release) != DocumentVersion::Alpha).then(|| plugins(release).map(|plugin| plugin.name).collect())
}

/// The extension points that a document of the release can name, `multiPoint` among them.
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

/// The extension points at which a document of the release can choose plugins that have an effect here. None for v1.16.
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

/// The plugins of an extension point.
#[must_use]
pub fn plugins_of_point(release: Release, point: ExtensionPoint) -> PointPlugins {
    PointPlugins::new(point.name(), plugins_at(release, point), point == ExtensionPoint::Score)
}

/// The plugins of `multiPoint`: all that run at any point.
#[must_use]
pub fn plugins_of_all_points(release: Release) -> PointPlugins {
    PointPlugins::new(MULTI_POINT, plugins(release).collect(), true)
}

/// What a document says at a point; nothing where it cannot be read.
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

/// The plugins that run at a point under a profile's `plugins`, in order, each with its weight. `is_user_plugin` says whether a plugin of one's
/// own extends the point. Nothing where the document cannot be read, or would be refused.
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
        // Of plugins that do other things too, the scores alone have weights.
        let scores =
            point.name == score.name || (point.name == MULTI_POINT && (score.has_plugin(name) || is_user_plugin(name)));
        *weight = if scores { (*weight).max(1) } else { 0 };
    }
    Some(list)
}
