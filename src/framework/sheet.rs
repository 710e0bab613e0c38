//! What a front end needs of a profile: names and weights, without the plugins themselves.

use serde::{Deserialize, Serialize};

use crate::api::Str;

use super::{PluginId, Point, Profile, Row, RowId};

/// A profile's tables. An attempt names rows by the identities that they have here.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sheet {
    /// The `schedulerName` by which pods choose the profile.
    pub scheduler: Str,
    /// Filters in running order.
    pub filters: Vec<SheetRow>,
    /// Scores in running order.
    pub scores: Vec<SheetRow>,
    /// The best normalized score of a plugin.
    pub best_score: i64,
    /// Rows of the points after the filters, in running order.
    pub others: Vec<(Point, SheetRow)>,
    /// The points of a cycle, by the names that the release gives them.
    pub points: Vec<(Point, Str)>,
}

/// A plugin at a point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SheetRow {
    /// Which row.
    pub id: RowId,
    /// Which plugin.
    pub plugin: PluginId,
    /// What a score is multiplied with; 0 of any other.
    pub weight: i64,
}

impl Sheet {
    /// What a release calls a point; empty where it has none.
    #[must_use]
    pub fn point(&self, point: Point) -> &str {
        self.points.iter().find(|(other, _)| *other == point).map_or("", |(_, name)| name)
    }
}

impl From<&Profile> for Sheet {
    fn from(profile: &Profile) -> Self {
        let filter = |row: &super::FilterRow| SheetRow { id: row.id.clone(), plugin: row.plugin, weight: 0 };
        let score = |row: &super::ScoreRow| SheetRow { id: row.id.clone(), plugin: row.plugin, weight: row.weight };
        Self {
            scheduler: profile.scheduler.clone(),
            filters: profile.filters.iter().map(filter).collect(),
            scores: profile.scores.iter().map(score).collect(),
            best_score: profile.best_score,
            others: others(profile),
            points: profile.points.iter().map(|(point, name)| (*point, (*name).into())).collect(),
        }
    }
}

fn others(profile: &Profile) -> Vec<(Point, SheetRow)> {
    fn rows<P: ?Sized>(point: Point, table: &[Row<P>]) -> impl Iterator<Item = (Point, SheetRow)> {
        let row = move |row: &Row<P>| (point, SheetRow { id: row.id.clone(), plugin: row.plugin, weight: 0 });
        table.iter().map(row)
    }
    rows(Point::PostFilter, &profile.post_filters)
        .chain(rows(Point::Reserve, &profile.reserves))
        .chain(rows(Point::Permit, &profile.permits))
        .chain(rows(Point::PreBind, &profile.pre_binds))
        .chain(rows(Point::Bind, &profile.binds))
        .collect()
}
