//! A profile as a front end needs it: names and weights, without the plugins themselves.

use api::{Str, resources::Accounting};
use serde::{Deserialize, Serialize};

use super::{PluginId, Point, RowId};

/// A profile's tables. An attempt names rows by the identities that they have here.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProfileSummary {
    /// The `schedulerName` by which pods choose the profile.
    pub scheduler: Str,
    /// Filters in running order.
    pub filters: Vec<PluginRow>,
    /// Scores in running order.
    pub scores: Vec<PluginRow>,
    /// The best normalized score of a plugin.
    pub best_score: i64,
    /// Rows of the points after the filters, in running order.
    pub others: Vec<(Point, PluginRow)>,
    /// The points of a cycle, by the names that the release gives them.
    pub points: Vec<(Point, Str)>,
    /// How the release adds up the requests of a pod.
    pub accounting: Accounting,
}

/// A plugin at a point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PluginRow {
    pub id: RowId,
    pub plugin: PluginId,
    /// What a score is multiplied with; 0 of any other.
    pub weight: i64,
}

impl ProfileSummary {
    /// What a release calls a point; empty where it has none.
    #[must_use]
    pub fn point_name(&self, point: Point) -> &str {
        self.points.iter().find(|(other, _)| *other == point).map_or("", |(_, name)| name)
    }
}
