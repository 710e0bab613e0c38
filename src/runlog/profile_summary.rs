//! A scheduler profile as a front end needs it: names and weights, without the plugins themselves.

use api::{Str, resources::Accounting};
use serde::{Deserialize, Serialize};

use super::{PluginId, Point, RowId};

/// The plugins of a profile. Attempts refer to rows by the ids that they have here.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProfileSummary {
    /// The `schedulerName` that pods select the profile by.
    pub scheduler: Str,
    /// The filters in running order.
    pub filters: Vec<PluginRow>,
    /// The scores in running order.
    pub scores: Vec<PluginRow>,
    /// The best normalized score of a plugin: 100, or 10 in v1.16.
    pub best_score: i64,
    /// The rows of the other extension points, in running order.
    pub others: Vec<(Point, PluginRow)>,
    /// The extension points with the names that the release gives them.
    pub points: Vec<(Point, Str)>,
    /// How the release adds up the requests of a pod.
    pub accounting: Accounting,
}

/// A plugin at an extension point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PluginRow {
    pub id: RowId,
    pub plugin: PluginId,
    /// The factor of its normalized score; 0 for other extension points.
    pub weight: i64,
}

impl ProfileSummary {
    /// Returns the release's name for an extension point; empty if it has none.
    #[must_use]
    pub fn point_name(&self, point: Point) -> &str {
        self.points.iter().find(|(other, _)| *other == point).map_or("", |(_, name)| name)
    }
}
