//! The custom plugins that the manifest declares.

use releases::documents::MULTI_POINT;

use crate::builder::outline::{Outline, OutlineItem};

/// The names of custom plugins with an extension point, or of all for `multiPoint`.
pub fn custom_plugins(outline: &Outline, point: &str) -> Vec<String> {
    let extends = |outline_item: &OutlineItem| point == MULTI_POINT || !outline_item.value[point].is_null();
    let plugins = outline.entries.iter().filter(|outline_item| outline_item.kind == "Plugin" && extends(outline_item));
    plugins.map(|outline_item| outline_item.name.clone()).collect()
}
