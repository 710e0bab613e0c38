//! v1.36: the scheduler of today, as what changed since v1.34. It asks nodes for features, scores balance by what the pod
//! changes, and takes the first of equally good nodes.

use crate::cluster::{Accounting, Resizes};
use crate::framework::{
    CyclePolicy, FilterRow, HostChoice, LogEntry, PluginId as Id, Profile, Reason, Said, Score, ScoreRow, Wording,
};
use crate::plugins::dynamic_resources::DynamicResources;
use crate::plugins::image_locality::ImageLocality;
use crate::plugins::inter_pod_affinity::{Hears, InterPodAffinityFilter};
use crate::plugins::node_declared_features::NodeDeclaredFeatures;
use crate::plugins::node_resources::Balanced;
use crate::plugins::node_volume_limits::NodeVolumeLimits;
use crate::plugins::pod_topology_spread::PodTopologySpread;
use crate::scheduler::queue::QueuePolicy;
use crate::scheduler::{FlowPolicy, WaitingVictims};

use super::config::Args;
use super::{log, said, v1_34};

pub(super) const QUEUE: QueuePolicy = v1_34::QUEUE;

pub(super) const FLOW: FlowPolicy = FlowPolicy {
    bound_nominations_wake: false,
    assumed_deletions_wake: true,
    writes_expected_node: true,
    waiting_victims: WaitingVictims::Failed,
    ..v1_34::FLOW
};

pub(super) fn profile(args: &Args) -> Profile {
    let before = v1_34::profile(args);
    Profile {
        filters: filters(args, before.filters),
        scores: scores(args, before.scores),
        accounting: Accounting { resizes: Resizes::ContainersAndPods, ..before.accounting },
        cycle: CyclePolicy { no_post_filter_clears: true, host: HostChoice::TopOfHeap, ..before.cycle },
        wording: WORDING,
        ..before
    }
}

fn filters(args: &Args, before: Vec<FilterRow>) -> Vec<FilterRow> {
    let limits = NodeVolumeLimits { portworx_migrated: true, ..v1_34::VOLUME_LIMITS };
    let affinity = InterPodAffinityFilter { hears: Hears::BothSides, ..v1_34::INTER_POD_AFFINITY };
    let changed = |row: FilterRow| match row.plugin {
        Id::NodeVolumeLimits => FilterRow::one(Id::NodeVolumeLimits, "NodeVolumeLimits", limits),
        Id::PodTopologySpread => FilterRow::one(Id::PodTopologySpread, "PodTopologySpread", spread(args)),
        Id::InterPodAffinity => FilterRow::one(Id::InterPodAffinity, "InterPodAffinity", affinity),
        _ => row,
    };
    let new = FilterRow::one(Id::NodeDeclaredFeatures, "NodeDeclaredFeatures", NodeDeclaredFeatures);
    before.into_iter().map(changed).chain([new]).collect()
}

fn scores(args: &Args, before: Vec<ScoreRow>) -> Vec<ScoreRow> {
    let changed = |row: ScoreRow| {
        let score: Box<dyn Score> = match row.plugin {
            Id::PodTopologySpread => Box::new(spread(args)),
            Id::NodeResourcesBalancedAllocation => Box::new(Balanced::Improvement(args.balanced.clone())),
            Id::ImageLocality => Box::new(ImageLocality { volumes: true, ..v1_34::IMAGE_LOCALITY }),
            _ => return row,
        };
        ScoreRow { score, ..row }
    };
    let mut rows: Vec<_> = before.into_iter().map(changed).collect();
    let balanced = rows.iter().position(|row| row.plugin == Id::NodeResourcesBalancedAllocation).unwrap_or(rows.len());
    rows.insert(balanced, ScoreRow::new(Id::DynamicResources, "DynamicResources", 2, DynamicResources));
    rows
}

fn spread(args: &Args) -> PodTopologySpread {
    PodTopologySpread { hears_nominated: true, ..v1_34::spread(args) }
}

/// The words of the release.
pub const WORDING: &dyn Wording = &Words;

struct Words;

impl Wording for Words {
    fn reason(&self, wanted: &Reason) -> String {
        match wanted {
            Reason::UntoleratedTaint { .. } => "node(s) had untolerated taint(s)".into(),
            other => super::v1_34::reason(other),
        }
    }

    fn reads_alike(&self, a: &Reason, b: &Reason) -> bool {
        match (a, b) {
            (Reason::UntoleratedTaint { .. }, Reason::UntoleratedTaint { .. }) => true,
            _ => super::v1_34::WORDING.reads_alike(a, b),
        }
    }

    fn say(&self, said: &Said<'_>) -> String {
        said::v1_34(self, said)
    }

    fn log_line(&self, entry: &LogEntry<'_>) -> Option<String> {
        log::v1_34(entry)
    }
}
