//! A scheduler profile as tables: its plugins in running order, with their weights, and the policies of the cycle.

use api::Str;
use runlog::{HostChoice, PluginRow, Point, ProfileSummary, QueueEvent, RowId, Wording};

use super::{
    Bind, ClusterEvent, CycleCtx, CyclePolicy, Extenders, Filter, FilterRow, Filters, NodeChange, Permit, PointRow,
    PostFilter, PreBind, Reserve, ScoreRow,
};
use crate::cluster::{Accounting, ClaimRules};

/// A scheduler profile of one release.
pub struct Profile {
    /// The `schedulerName` that pods select it by.
    pub scheduler: Str,
    /// The extension points in running order, with the names that the release gives them.
    pub points: &'static [(Point, &'static str)],
    pub filters: Vec<FilterRow>,
    /// Indices into `filters` in the order in which `PreFilter` runs; empty if that is the order of the filters.
    pub pre_filters: Vec<usize>,
    pub scores: Vec<ScoreRow>,
    /// The best normalized score of a plugin: 100, or 10 in v1.16.
    pub best_score: i64,
    /// `PostFilter` plugins, which run if no node is feasible.
    pub post_filters: Vec<PointRow<dyn PostFilter>>,
    /// `Reserve` plugins.
    pub reserves: Vec<PointRow<dyn Reserve>>,
    /// `Permit` plugins.
    pub permits: Vec<PointRow<dyn Permit>>,
    /// `PreBind` plugins.
    pub pre_binds: Vec<PointRow<dyn PreBind>>,
    /// `Bind` plugins.
    pub binds: Vec<PointRow<dyn Bind>>,
    /// The extenders, if any are configured.
    pub extenders: Option<Extenders>,
    /// How the requests of containers add up to those of a pod.
    pub accounting: Accounting,
    /// How the release handles claims for devices.
    pub claims: ClaimRules,
    /// The policies of the scheduling cycle.
    pub cycle: CyclePolicy,
    /// How the release words its messages.
    pub wording: &'static dyn Wording,
}

impl Profile {
    /// Returns how one of several nodes with the best total is chosen. If there are extenders, the heap adds a random
    /// number to each total, whether or not they gave scores; otherwise all these numbers are 0.
    #[must_use]
    pub fn host_choice(&self) -> HostChoice {
        if self.extenders.is_none() { self.cycle.host } else { HostChoice::Drawn }
    }

    /// Whether an event of this name may help a pod that this row removed from `Permit`: the row is registered for it,
    /// or for no particular events. Upstream: `defaultEnqueueExtension`.
    #[must_use]
    pub fn subscribes_to(&self, row: &RowId, queue_event: QueueEvent) -> bool {
        self.permits.iter().any(|permit| permit.id == *row && permit.implementation.subscribes_to(queue_event))
            || self.post_filters.iter().any(|after| after.id == *row && after.implementation.subscribes_to(queue_event))
    }

    /// Whether the event may help a pod that the rows in `rejecting` rejected. Upstream: `isPodWorthRequeuing`.
    #[must_use]
    pub fn may_help(&self, cycle: &CycleCtx<'_>, rejecting: &[RowId], cluster_event: &ClusterEvent<'_>) -> bool {
        if let ClusterEvent::AssignedPodDelete { up_to: Some(up_to), .. } = cluster_event
            && cycle.pod.priority() > *up_to
        {
            return false;
        }
        rejecting.iter().any(|row| self.hint_of_row(cycle, row, cluster_event) == Some(true))
    }

    /// Returns the hint of one row that rejected the pod: whether the event may help, or `None` if the row is not
    /// registered for such events.
    #[must_use]
    pub fn hint_of_row(&self, cycle: &CycleCtx<'_>, row: &RowId, cluster_event: &ClusterEvent<'_>) -> Option<bool> {
        let permits = self.permits.iter().filter(|permit| permit.id == *row);
        let of_permits = permits.filter_map(|permit| permit.implementation.queueing_hint(cycle.pod, cluster_event));
        let filters = self.filters.iter().filter(|filter| filter.id == *row).flat_map(|filter| &filter.parts);
        let of_filters = filters.filter_map(|(_, filter)| filter_hint(filter.as_ref(), cycle, cluster_event));
        let is_extender = self.cycle.extenders.rejection_plugin_name.is_some_and(|name| *row == *name);
        let subscribes = is_extender || self.subscribes_to(row, cluster_event.queue_event());
        of_permits.chain(of_filters).chain(subscribes.then_some(true)).reduce(|one, other| one || other)
    }

    /// Runs `PreFilter` for a pod.
    ///
    /// # Errors
    /// Upstream's message of an error that ends the cycle.
    pub fn prepare<'c>(&'c self, cycle: &CycleCtx<'c>) -> Result<Filters<'c>, Str> {
        Filters::prepare(&self.filters, &self.pre_filters, self.cycle, cycle)
    }
}

fn filter_hint(filter: &dyn Filter, cycle: &CycleCtx<'_>, cluster_event: &ClusterEvent<'_>) -> Option<bool> {
    filter.queueing_hint(cycle, cluster_event).or_else(|| match cluster_event {
        // A plugin registered for new nodes but not for taints also gets taint changes, in case a taint kept the new
        // node from being considered: a workaround in upstream's `buildQueueingHintMap`.
        ClusterEvent::NodeUpdate { change: NodeChange::Taints | NodeChange::Uncordoned, new, .. } => {
            filter.queueing_hint(cycle, &ClusterEvent::NodeAdd(new)).map(|_| true)
        }
        _ => None,
    })
}

impl From<&Profile> for ProfileSummary {
    fn from(profile: &Profile) -> Self {
        let filter = |row: &FilterRow| PluginRow { id: row.id.clone(), plugin: row.plugin, weight: 0 };
        let score = |row: &ScoreRow| PluginRow { id: row.id.clone(), plugin: row.plugin, weight: row.weight };
        Self {
            scheduler: profile.scheduler.clone(),
            filters: profile.filters.iter().map(filter).collect(),
            scores: profile.scores.iter().map(score).collect(),
            best_score: profile.best_score,
            others: later_rows(profile),
            points: profile.points.iter().map(|(point, name)| (*point, (*name).into())).collect(),
            accounting: profile.accounting,
        }
    }
}

fn later_rows(profile: &Profile) -> Vec<(Point, PluginRow)> {
    fn rows<P: ?Sized>(point: Point, table: &[PointRow<P>]) -> impl Iterator<Item = (Point, PluginRow)> {
        let row = move |row: &PointRow<P>| (point, PluginRow { id: row.id.clone(), plugin: row.plugin, weight: 0 });
        table.iter().map(row)
    }
    rows(Point::PostFilter, &profile.post_filters)
        .chain(rows(Point::Reserve, &profile.reserves))
        .chain(rows(Point::Permit, &profile.permits))
        .chain(rows(Point::PreBind, &profile.pre_binds))
        .chain(rows(Point::Bind, &profile.binds))
        .collect()
}
