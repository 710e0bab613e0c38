//! What a profile looks like to whoever shows a run: names and weights, without the plugins themselves.

use serde::{Deserialize, Serialize};

use crate::api::Str;

use super::{PluginId, Profile};

/// The points at which plugins extend a cycle, by their names of today and in running order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Point {
    /// The order of `activeQ`.
    QueueSort,
    /// Pod and cluster are looked at once.
    PreFilter,
    /// Node after node is judged.
    Filter,
    /// No node is feasible: preemption.
    PostFilter,
    /// Pod and feasible nodes are looked at once.
    PreScore,
    /// Feasible nodes get points.
    Score,
    /// Points are brought onto one scale.
    NormalizeScore,
    /// The scheduler counts the pod on its node, and plugins set aside what it needs.
    Reserve,
    /// Plugins may hold the binding back.
    Permit,
    /// The last chance to prepare the node, beside the next cycle.
    PreBind,
    /// The API server is told.
    Bind,
    /// The binding is done.
    PostBind,
}

/// A profile's tables. Rows of an attempt are indices into these.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sheet {
    /// The `schedulerName` by which pods choose the profile.
    pub scheduler: Str,
    /// Filters in running order.
    pub filters: Vec<SheetRow>,
    /// Scores in running order.
    pub scores: Vec<SheetRow>,
    /// Whether a pod without a feasible node may preempt.
    pub preempts: bool,
    /// The points of a cycle, by the names that the release gives them.
    pub points: Vec<(Point, Str)>,
}

/// A filter or a score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SheetRow {
    /// Which plugin.
    pub plugin: PluginId,
    /// Its name in this release.
    pub name: Str,
    /// What a score is multiplied with; 0 of a filter.
    pub weight: i64,
}

impl Sheet {
    /// What a release calls a point; empty where it has none.
    #[must_use]
    pub fn point(&self, point: Point) -> &str {
        self.points.iter().find(|(other, _)| *other == point).map_or("", |(_, name)| name)
    }

    /// The name of a filter row.
    #[must_use]
    pub fn filter(&self, row: usize) -> &str {
        self.filters.get(row).map_or("", |row| &row.name)
    }

    /// The name of a score row.
    #[must_use]
    pub fn score(&self, row: usize) -> &str {
        self.scores.get(row).map_or("", |row| &row.name)
    }
}

impl From<&Profile> for Sheet {
    fn from(profile: &Profile) -> Self {
        let filter = |row: &super::FilterRow| SheetRow { plugin: row.plugin, name: row.name.into(), weight: 0 };
        let score = |row: &super::ScoreRow| SheetRow { plugin: row.plugin, name: row.name.into(), weight: row.weight };
        Self {
            scheduler: profile.scheduler.clone(),
            filters: profile.filters.iter().map(filter).collect(),
            scores: profile.scores.iter().map(score).collect(),
            preempts: profile.preemption.is_some(),
            points: profile.points.iter().map(|(point, name)| (*point, (*name).into())).collect(),
        }
    }
}
