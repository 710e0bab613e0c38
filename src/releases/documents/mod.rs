//! What documents about the scheduler can say, as names: which plugins run where unless a document says otherwise, and which rules make a list
//! of what it says.

mod default_plugins;
pub mod plugin_names;
mod plugin_sets;
pub mod policy_names;
mod sample_document;

pub use default_plugins::{
    DocumentVersion, MULTI_POINT, PointPlugins, config_version, effective_plugins, plugin_set_of, point_plugins,
    reading_release,
};
pub use plugin_names::built_in_plugins;
pub use plugin_sets::{PluginSet, PluginWeight};
pub use policy_names::policy_list;
pub use sample_document::sample;
