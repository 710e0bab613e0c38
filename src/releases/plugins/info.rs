//! The rows of the table of plugins.

use runlog::PluginId;

use crate::Release;

/// An extension point of the scheduling framework, in the order of documents.
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
    /// All extension points.
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

    /// Returns its field in a document, such as `preFilter`.
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
    /// How the plugin is used in each release that has it.
    pub usages: &'static [PluginUsage],
}

/// How a plugin is used in a range of releases.
#[derive(Debug)]
pub struct PluginUsage {
    since: Release,
    until: Option<Release>,
    /// The extension points; empty if the plugin has no effect in this engine.
    pub points: &'static [ExtensionPoint],
    /// Its positions in those lists of v1.20 that do not follow the order of the table.
    places: &'static [(ExtensionPoint, u8)],
    /// The default weight of its score, if it has one.
    pub weight: i64,
    /// Whether the plugin runs only if a document enables it.
    pub is_optional: bool,
    /// Names of the fields of its arguments.
    pub arguments: &'static [&'static str],
}

/// Declares the extension points of a plugin in v1.20.
pub(super) const fn v1_20(points: &'static [ExtensionPoint]) -> PluginUsage {
    since(Release::V1_20, points).until(Release::V1_20)
}

/// Declares the extension points of a plugin in a release and all later ones.
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

    /// Whether this usage applies to a release.
    pub(super) fn covers(&self, release: Release) -> bool {
        self.since <= release && self.until.is_none_or(|until| release <= until)
    }

    /// Returns the plugin's position at a point. Equal positions follow the order of the table.
    pub(super) fn place_at(&self, point: ExtensionPoint) -> u8 {
        self.places.iter().find(|(other, _)| *other == point).map_or(0, |(_, place)| *place)
    }

    /// Whether the plugin has an extension point.
    #[must_use]
    pub fn extends(&self, point: ExtensionPoint) -> bool {
        self.points.contains(&point)
    }
}
