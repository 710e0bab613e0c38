//! A scheduler's configuration as tables: which plugins, in which order, with which weight, and how a cycle goes.

use api::Str;
use runlog::{HostChoice, PluginRow, Point, ProfileSummary, QueueEvent, RowId, Wording};

use super::{
    Bind, ClusterEvent, CycleCtx, CyclePolicy, Extenders, Filter, FilterRow, Filters, NodeChange, Permit, PointRow,
    PostFilter, PreBind, Reserve, ScoreRow,
};
use crate::cluster::{Accounting, ClaimRules};

/// One scheduler profile of one release.
pub struct Profile {
    /// The `schedulerName` by which pods choose it.
    pub scheduler: Str,
    /// The points of a cycle, by the names that the release gives them, in running order.
    pub points: &'static [(Point, &'static str)],
    /// Filters in running order.
    pub filters: Vec<FilterRow>,
    /// Places in `filters` in the order in which `PreFilter` runs; none where that is the order of the filters.
    pub pre_filters: Vec<usize>,
    /// Scores in running order.
    pub scores: Vec<ScoreRow>,
    /// The best normalized score of a plugin.
    pub best_score: i64,
    /// What is tried for a pod that fits nowhere.
    pub post_filters: Vec<PointRow<dyn PostFilter>>,
    /// Who sets something aside for a pod that has its node.
    pub reserves: Vec<PointRow<dyn Reserve>>,
    /// Who may hold back its binding.
    pub permits: Vec<PointRow<dyn Permit>>,
    /// Who prepares the node.
    pub pre_binds: Vec<PointRow<dyn PreBind>>,
    /// Who tells the API server.
    pub binds: Vec<PointRow<dyn Bind>>,
    /// Whom the scheduler asks beside its plugins.
    pub extenders: Option<Extenders>,
    /// How requests add up.
    pub accounting: Accounting,
    /// What becomes of claims for devices, where the release knows them.
    pub claims: ClaimRules,
    /// How a cycle goes.
    pub cycle: CyclePolicy,
    /// How reasons and messages read.
    pub wording: &'static dyn Wording,
}

impl Profile {
    /// How one of several nodes with the best total is taken. The heap puts a number of chance beside each total where there are
    /// extenders, whether or not they gave scores; without them all of these are 0.
    #[must_use]
    pub fn host_choice(&self) -> HostChoice {
        if self.extenders.is_none() { self.cycle.host } else { HostChoice::Drawn }
    }

    /// Whether an event of this name may help a pod that this row took out of `Permit`: the row asks to hear of it, or is a
    /// plugin that does not say which events it wants. Upstream: `defaultEnqueueExtension`.
    #[must_use]
    pub fn subscribes_to(&self, row: &RowId, queue_event: QueueEvent) -> bool {
        self.permits.iter().any(|permit| permit.id == *row && permit.implementation.subscribes_to(queue_event))
            || self.post_filters.iter().any(|after| after.id == *row && after.implementation.subscribes_to(queue_event))
    }

    /// Whether the event may help a pod that these plugins rejected. Upstream: `isPodWorthRequeuing`.
    #[must_use]
    pub fn may_help(&self, cycle: &CycleCtx<'_>, rejecting: &[RowId], cluster_event: &ClusterEvent<'_>) -> bool {
        if let ClusterEvent::AssignedPodDelete { up_to: Some(up_to), .. } = cluster_event
            && cycle.pod.priority() > *up_to
        {
            return false;
        }
        if self.cycle.extenders.rejection_plugin_name.is_some_and(|name| rejecting.iter().any(|row| *row == *name)) {
            return true;
        }
        let permits = self.permits.iter().filter(|row| rejecting.contains(&row.id));
        if permits.filter_map(|row| row.implementation.queueing_hint(cycle.pod, cluster_event)).any(|helps| helps) {
            return true;
        }
        let rows = self.filters.iter().filter(|row| rejecting.contains(&row.id));
        rows.flat_map(|row| &row.parts).any(|(_, filter)| hint_allows(filter.as_ref(), cycle, cluster_event))
            || rejecting.iter().any(|row| self.subscribes_to(row, cluster_event.queue_event()))
    }

    /// Runs `PreFilter` for a pod.
    ///
    /// # Errors
    /// Upstream's text of an error that ends the cycle.
    pub fn prepare<'c>(&'c self, cycle: &CycleCtx<'c>) -> Result<Filters<'c>, Str> {
        Filters::prepare(&self.filters, &self.pre_filters, self.cycle, cycle)
    }
}

fn hint_allows(filter: &dyn Filter, cycle: &CycleCtx<'_>, cluster_event: &ClusterEvent<'_>) -> bool {
    filter.queueing_hint(cycle, cluster_event).unwrap_or_else(|| match cluster_event {
        // Plugins that hear of new nodes but not of taints are woken by taints all the same, in case the new node was held
        // back by one: a work-around of upstream's, in `buildQueueingHintMap`.
        ClusterEvent::NodeUpdate { change: NodeChange::Taints | NodeChange::Uncordoned, new, .. } => {
            filter.queueing_hint(cycle, &ClusterEvent::NodeAdd(new)).is_some()
        }
        _ => false,
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
