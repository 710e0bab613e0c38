//! What the table says of a plugin.

use runlog::PluginId;

use crate::Release;

/// An extension point of the scheduling framework, by its field in a document, and in the order in which documents list them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExtensionPoint {
    PreEnqueue,
    QueueSort,
    PreFilter,
    Filter,
    PostFilter,
    PreScore,
    Score,
    Reserve,
    Permit,
    PreBind,
    Bind,
    PostBind,
}

impl ExtensionPoint {
    /// All of them.
    pub const ALL: [Self; 12] = [
        Self::PreEnqueue,
        Self::QueueSort,
        Self::PreFilter,
        Self::Filter,
        Self::PostFilter,
        Self::PreScore,
        Self::Score,
        Self::Reserve,
        Self::Permit,
        Self::PreBind,
        Self::Bind,
        Self::PostBind,
    ];

    /// Its field in a document: `preFilter`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::PreEnqueue => "preEnqueue",
            Self::QueueSort => "queueSort",
            Self::PreFilter => "preFilter",
            Self::Filter => "filter",
            Self::PostFilter => "postFilter",
            Self::PreScore => "preScore",
            Self::Score => "score",
            Self::Reserve => "reserve",
            Self::Permit => "permit",
            Self::PreBind => "preBind",
            Self::Bind => "bind",
            Self::PostBind => "postBind",
        }
    }
}

/// A plugin of the scheduling framework.
#[derive(Debug)]
pub(super) struct PluginInfo {
    pub id: PluginId,
    /// Its name in documents, messages and profiles.
    pub name: &'static str,
    /// What it does in the releases that have it.
    pub usages: &'static [PluginUsage],
}

/// What a plugin does in some releases.
#[derive(Debug)]
pub struct PluginUsage {
    since: Release,
    until: Option<Release>,
    /// What it extends. Where it has no effect in this engine, nothing.
    pub points: &'static [ExtensionPoint],
    /// Its places in those lists of v1.20 that do not follow the order of the table.
    places: &'static [(ExtensionPoint, u8)],
    /// The weight of its score, if it has one.
    pub weight: i64,
    /// It runs only if a document enables it.
    pub is_optional: bool,
    /// The fields of its arguments.
    pub arguments: &'static [&'static str],
}

/// What a plugin extends in v1.20.
pub(super) const fn v1_20(points: &'static [ExtensionPoint]) -> PluginUsage {
    since(Release::V1_20, points).until(Release::V1_20)
}

/// What a plugin extends in a release and all later ones.
pub(super) const fn since(since: Release, points: &'static [ExtensionPoint]) -> PluginUsage {
    PluginUsage { since, until: None, points, places: &[], weight: 0, is_optional: false, arguments: &[] }
}

impl PluginUsage {
    pub(super) const fn until(self, release: Release) -> Self {
        Self { until: Some(release), ..self }
    }

    pub(super) const fn weight(self, weight: i64) -> Self {
        Self { weight, ..self }
    }

    pub(super) const fn places(self, places: &'static [(ExtensionPoint, u8)]) -> Self {
        Self { places, ..self }
    }

    pub(super) const fn optional(self) -> Self {
        Self { is_optional: true, ..self }
    }

    pub(super) const fn arguments(self, arguments: &'static [&'static str]) -> Self {
        Self { arguments, ..self }
    }

    /// Whether a release has the plugin so.
    pub(super) fn covers(&self, release: Release) -> bool {
        self.since <= release && self.until.is_none_or(|until| release <= until)
    }

    /// Where the plugin stands at a point. Equal places follow the order of the table.
    pub(super) fn place_at(&self, point: ExtensionPoint) -> u8 {
        self.places.iter().find(|(other, _)| *other == point).map_or(0, |(_, place)| *place)
    }

    /// Whether the plugin extends a point.
    #[must_use]
    pub fn extends(&self, point: ExtensionPoint) -> bool {
        self.points.contains(&point)
    }
}
