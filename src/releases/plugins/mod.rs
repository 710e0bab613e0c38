//! Which plugins a release has, with their extension points, order, weights and arguments: a table with one row for
//! each plugin. Default profiles, the names that documents may use and the lists of the page's forms are derived from
//! it. The implementations are not known here: `profiles` creates them.

mod info;
mod table;

use info::PluginInfo;
pub use info::{ExtensionPoint, PluginUsage};
use runlog::PluginId;
use table::PLUGINS;

use crate::Release;

/// A plugin as it is used in a release.
#[derive(Clone, Copy, Debug)]
pub struct ReleasePlugin {
    pub id: PluginId,
    pub name: &'static str,
    pub usage: &'static PluginUsage,
}

/// Returns the plugins of a release, in the order of the table; empty for v1.16, which has no framework.
pub fn plugins(release: Release) -> impl Iterator<Item = ReleasePlugin> {
    PLUGINS.iter().filter_map(move |PluginInfo { id, name, usages }| {
        let usage = usages.iter().find(|usage| usage.covers(release))?;
        Some(ReleasePlugin { id: *id, name, usage })
    })
}

/// Returns the plugins of an extension point, in running order, including those that a document has to enable.
#[must_use]
pub fn plugins_at(release: Release, point: ExtensionPoint) -> Vec<ReleasePlugin> {
    let mut list: Vec<ReleasePlugin> = Vec::new();
    for plugin in plugins(release).filter(|plugin| plugin.usage.extends(point)) {
        // Every program computes these lists at its start; sorting them would add kilobytes of code.
        let comes_later = |other: &ReleasePlugin| other.usage.place_at(point) > plugin.usage.place_at(point);
        let at = list.iter().position(comes_later).unwrap_or(list.len());
        list.insert(at, plugin);
    }
    list
}

/// Returns the plugin of this name.
#[must_use]
pub fn find_plugin(release: Release, name: &str) -> Option<ReleasePlugin> {
    plugins(release).find(|plugin| plugin.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_follows_the_table_or_has_a_place_for_each_plugin() {
        for release in Release::ALL {
            for point in ExtensionPoint::ALL {
                let defaults = plugins_at(release, point).into_iter().filter(|plugin| !plugin.usage.is_optional);
                let places: Vec<u8> = defaults.map(|plugin| plugin.usage.place_at(point)).collect();
                let all: Vec<u8> = (1..).take(places.len()).collect();
                assert!(places.iter().all(|place| *place == 0) || places == all, "{release} {point:?} {places:?}");
            }
        }
    }

    #[test]
    fn a_plugin_has_one_row_and_a_weight_if_it_scores() {
        for release in Release::ALL {
            for plugin in plugins(release) {
                let rows = PLUGINS.iter().filter(|row| row.id == plugin.id || row.name == plugin.name).count();
                assert_eq!(rows, 1, "{}", plugin.name);
                let scores = plugin.usage.extends(ExtensionPoint::Score);
                assert_eq!(plugin.usage.weight > 0, scores, "{release} {}", plugin.name);
            }
        }
    }
}
