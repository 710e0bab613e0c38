//! The differences between versions of `KubeSchedulerConfiguration`.

use std::rc::Rc;

use api::user_rules::PluginDoc;
use findings::Noun;
use releases::{
    Release,
    documents::{DocumentVersion, built_in_plugins, config_version},
    plugins::{ReleasePlugin, find_plugin},
};

use super::json_reader::{ConfigError, JsonAt};

/// The release that reads a document, with the user-defined plugins.
#[derive(Clone, Copy)]
pub(super) struct VersionRules<'d> {
    pub release: Release,
    /// The user-defined plugins.
    pub user_plugins: &'d [Rc<PluginDoc>],
}

impl VersionRules<'_> {
    /// Whether the version is `v1`: with `multiPoint`, `percentageOfNodesToScore` of a profile, and defaults that are
    /// replaced in place.
    pub(super) fn is_latest(&self) -> bool {
        config_version(self.release) == DocumentVersion::Stable
    }

    /// Whether the release can batch equal pods.
    pub(super) fn batches(&self) -> bool {
        self.release >= Release::V1_36
    }

    /// Returns the release's in-tree plugin of this name.
    pub(super) fn find_plugin(&self, name: &str) -> Option<ReleasePlugin> {
        find_plugin(self.release, name)
    }

    /// Returns the name if it is that of a plugin.
    pub(super) fn plugin_name<'v>(&self, name: &JsonAt<'v>) -> Result<&'v str, ConfigError> {
        let mut known = built_in_plugins(self.release).unwrap_or_default();
        known.extend(self.user_plugins.iter().map(|plugin| plugin.metadata.name.as_str()));
        name.one_of(Noun::Plugin, &known)
    }
}
