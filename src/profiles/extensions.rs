//! The implementations of a plugin at its extension points, and the rows of a profile that are created from them.

use releases::{
    DEFAULT_SCHEDULER, Release,
    plugins::{ExtensionPoint, ReleasePlugin, plugins_at},
};
use runlog::{PluginId, Point, Wording};
use scheduler::{
    cluster::{Accounting, ClaimRules},
    framework::{
        Bind, CyclePolicy, EnabledPoints, Filter, FilterRow, PointRow, PostFilter, PreBind, Profile, Reserve, Score,
        ScoreRow,
    },
};

/// The best normalized score of a plugin. Upstream: `framework.MaxNodeScore`.
pub(crate) const MAX: i64 = 100;

/// The extension points of the scheduling framework, with their names.
const FRAMEWORK_POINTS: &[(Point, &str)] = &[
    (Point::QueueSort, "QueueSort"),
    (Point::PreFilter, "PreFilter"),
    (Point::Filter, "Filter"),
    (Point::PostFilter, "PostFilter"),
    (Point::PreScore, "PreScore"),
    (Point::Score, "Score"),
    (Point::NormalizeScore, "NormalizeScore"),
    (Point::Reserve, "Reserve"),
    (Point::Permit, "Permit"),
    (Point::PreBind, "PreBind"),
    (Point::Bind, "Bind"),
    (Point::PostBind, "PostBind"),
];

/// The implementations of a plugin at each extension point. The table of plugins determines which of them run.
#[derive(Default)]
pub(crate) struct Extensions {
    pub filter: Option<Box<dyn Filter>>,
    pub score: Option<Box<dyn Score>>,
    pub post_filter: Option<Box<dyn PostFilter>>,
    pub reserve: Option<Box<dyn Reserve>>,
    pub pre_bind: Option<Box<dyn PreBind>>,
    pub bind: Option<Box<dyn Bind>>,
}

impl Extensions {
    pub(crate) fn filter(self, filter: impl Filter + 'static) -> Self {
        Self { filter: Some(Box::new(filter)), ..self }
    }

    pub(crate) fn score(self, score: impl Score + 'static) -> Self {
        Self { score: Some(Box::new(score)), ..self }
    }

    pub(crate) fn post_filter(self, post_filter: impl PostFilter + 'static) -> Self {
        Self { post_filter: Some(Box::new(post_filter)), ..self }
    }

    pub(crate) fn reserve(self, reserve: impl Reserve + 'static) -> Self {
        Self { reserve: Some(Box::new(reserve)), ..self }
    }

    pub(crate) fn pre_bind(self, pre_bind: impl PreBind + 'static) -> Self {
        Self { pre_bind: Some(Box::new(pre_bind)), ..self }
    }

    pub(crate) fn bind(self, bind: impl Bind + 'static) -> Self {
        Self { bind: Some(Box::new(bind)), ..self }
    }
}

/// Creates the row of a filter with one part; `None` if the plugin has no filter.
pub(crate) fn filter_row(plugin: PluginId, name: &str, extensions: Extensions) -> Option<FilterRow> {
    let parts = vec![(plugin, extensions.filter?)];
    Some(FilterRow { id: name.into(), plugin, parts, enabled: EnabledPoints::Both })
}

/// Creates the row of a score; `None` if the plugin has none.
pub(crate) fn score_row(plugin: PluginId, name: &str, weight: i64, extensions: Extensions) -> Option<ScoreRow> {
    Some(ScoreRow { id: name.into(), plugin, weight, score: extensions.score?, runs_pre_score: true })
}

/// Returns the filters of a release that run by default, or those that documents can enable in addition.
pub(crate) fn filter_rows(
    release: Release,
    are_optional: bool,
    make: &dyn Fn(PluginId) -> Extensions,
) -> Vec<FilterRow> {
    let row = |plugin: ReleasePlugin| filter_row(plugin.id, plugin.name, make(plugin.id));
    plugins_with(release, ExtensionPoint::Filter, are_optional).into_iter().filter_map(row).collect()
}

/// Returns the scores of a release that run by default, or those that documents can enable in addition.
pub(crate) fn score_rows(release: Release, are_optional: bool, make: &dyn Fn(PluginId) -> Extensions) -> Vec<ScoreRow> {
    let row = |plugin: ReleasePlugin| score_row(plugin.id, plugin.name, plugin.usage.weight, make(plugin.id));
    plugins_with(release, ExtensionPoint::Score, are_optional).into_iter().filter_map(row).collect()
}

fn plugins_with(release: Release, point: ExtensionPoint, are_optional: bool) -> Vec<ReleasePlugin> {
    let mut list = plugins_at(release, point);
    list.retain(|plugin| plugin.usage.is_optional == are_optional);
    list
}

/// What a release has besides its plugins.
pub(crate) struct ProfilePolicies {
    pub accounting: Accounting,
    pub claims: ClaimRules,
    pub cycle: CyclePolicy,
    pub wording: &'static dyn Wording,
}

/// Returns the default profile of a release that has the scheduling framework.
pub(crate) fn framework_profile(
    release: Release,
    make: &dyn Fn(PluginId) -> Extensions,
    policies: ProfilePolicies,
) -> Profile {
    let ProfilePolicies { accounting, claims, cycle, wording } = policies;
    Profile {
        scheduler: DEFAULT_SCHEDULER.into(),
        points: FRAMEWORK_POINTS,
        filters: filter_rows(release, false, make),
        pre_filters: Vec::new(),
        scores: score_rows(release, false, make),
        best_score: MAX,
        post_filters: point_rows(release, ExtensionPoint::PostFilter, |plugin| make(plugin).post_filter),
        reserves: point_rows(release, ExtensionPoint::Reserve, |plugin| make(plugin).reserve),
        permits: Vec::new(),
        pre_binds: point_rows(release, ExtensionPoint::PreBind, |plugin| make(plugin).pre_bind),
        binds: point_rows(release, ExtensionPoint::Bind, |plugin| make(plugin).bind),
        extenders: None,
        accounting,
        claims,
        cycle,
        wording,
    }
}

fn point_rows<P: ?Sized>(
    release: Release,
    point: ExtensionPoint,
    extension: impl Fn(PluginId) -> Option<Box<P>>,
) -> Vec<PointRow<P>> {
    let row = |plugin: ReleasePlugin| Some(PointRow::new(plugin.id, plugin.name, extension(plugin.id)?));
    plugins_with(release, point, false).into_iter().filter_map(row).collect()
}
