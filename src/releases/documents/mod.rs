//! Names in scheduler configurations: which plugins run where by default, and the rules by which a document changes
//! these lists.

mod default_plugins;
mod document_version;
mod plugin_sets;
pub mod policy_names;
mod sample_document;

pub use default_plugins::{
    MULTI_POINT, PointPlugins, built_in_plugins, effective_plugins, plugin_set_of, plugins_of_all_points,
    plugins_of_point, point_names, point_plugins,
};
pub use document_version::{DocumentVersion, config_version, reading_release, stated_release};
pub use plugin_sets::{PluginSet, PluginWeight};
pub use sample_document::sample;
