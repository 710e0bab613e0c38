//! v1.34: queueing hints, and preemption that runs beside the next cycle.

use crate::api::{Millis, Str};
use crate::cluster::node_tree::zone_key;
use crate::cluster::{Accounting, NonZero, Resizes};
use crate::framework::{
    CyclePolicy, ExtenderPolicy, FilterRow, HostChoice, LogEntry, PluginId, Profile, Reason, Row, Said, ScoreRow,
    VolumeReason, Wording,
};
use crate::plugins::default_binder::DefaultBinder;
use crate::plugins::default_preemption::{Asks, DefaultPreemption};
use crate::plugins::dynamic_resources::DynamicResources;
use crate::plugins::image_locality::ImageLocality;
use crate::plugins::inter_pod_affinity::{
    Bookkeeping, CheckOrder, Hears, InterPodAffinityFilter, InterPodAffinityScore, Namespaces,
};
use crate::plugins::node_affinity::NodeAffinity;
use crate::plugins::node_name::NodeName;
use crate::plugins::node_ports::NodePorts;
use crate::plugins::node_resources::{Balanced, Fit};
use crate::plugins::node_unschedulable::NodeUnschedulable;
use crate::plugins::node_volume_limits::NodeVolumeLimits;
use crate::plugins::pod_topology_spread::{Counting, Owners, PodTopologySpread};
use crate::plugins::taint_toleration::TaintToleration;
use crate::plugins::volume_binding::{BindVolumes, VolumeBinding};
use crate::plugins::volume_restrictions::VolumeRestrictions;
use crate::plugins::volume_zone::{VolumeZone, ZoneLabels};
use crate::scheduler::queue::{BackoffPolicy, QueuePolicy};
use crate::scheduler::{FlowPolicy, WaitingVictims};

use super::common::{DEFAULT_SCHEDULER, FRAMEWORK_POINTS as POINTS};
use super::config::Args;
use super::{log, said};

/// `framework.MaxNodeScore`.
const MAX: i64 = 100;

pub(super) const QUEUE: QueuePolicy = QueuePolicy {
    backoff: BackoffPolicy::WholeSeconds,
    pops_from_backoff: true,
    leftover_after: Millis::of_seconds(300),
    error_backoff: true,
    hints: true,
    update_ends_backoff: false,
    names_node_changes: true,
};

pub(super) const FLOW: FlowPolicy = FlowPolicy {
    zone_key,
    node_cursor: false,
    keeps_deleted_nodes: false,
    marks_victims: true,
    clears_before_evicting: true,
    own_status_last: false,
    ended_nominations_wake: true,
    bound_nominations_wake: true,
    assumed_deletions_wake: false,
    leaves_claims_alone: true,
    errors_clear_nomination: true,
    forgotten_pods_wake: true,
    one_speaks_for_all: false,
    volumes_before_permit: false,
    writes_expected_node: false,
    waiting_victims: WaitingVictims::Rejected,
    unready_pods_go_freely: true,
    resizes_pods: true,
    later_workloads: true,
};

pub(super) fn profile(args: &Args) -> Profile {
    Profile {
        scheduler: DEFAULT_SCHEDULER.into(),
        points: POINTS,
        filters: filters(args),
        pre_filters: Vec::new(),
        scores: scores(args),
        best_score: MAX,
        post_filters: vec![
            Row::new(PluginId::DynamicResources, "DynamicResources", Box::new(DynamicResources)),
            Row::new(PluginId::DefaultPreemption, "DefaultPreemption", Box::new(preemption(args))),
        ],
        reserves: vec![Row::new(PluginId::VolumeBinding, "VolumeBinding", Box::new(VOLUMES))],
        permits: Vec::new(),
        pre_binds: vec![Row::new(
            PluginId::VolumeBinding,
            "VolumeBinding",
            Box::new(BindVolumes { timeout: args.bind_timeout }),
        )],
        binds: vec![Row::new(PluginId::DefaultBinder, "DefaultBinder", Box::new(DefaultBinder))],
        extenders: Vec::new(),
        accounting: Accounting {
            overhead: true,
            sidecars: true,
            pod_level: true,
            init_when_bound: true,
            resizes: Resizes::Containers,
            non_zero: NonZero::LikeRequests,
        },
        cycle: CyclePolicy {
            percentage_of_nodes_to_score: 0,
            always_check_all: false,
            nominated_node_first: true,
            prefilter_skips: true,
            prefilter_runs_on: true,
            one_without_scores: true,
            no_post_filter_clears: false,
            batches_equal_pods: false,
            surplus_node_counts: false,
            host: HostChoice::Drawn,
            extenders: ExtenderPolicy {
                score_factor: 10,
                knows_unresolvable: true,
                dropped_for_good: true,
                bare_nodes: true,
                rejects_as: Some("Extender"),
            },
        },
        wording: WORDING,
    }
}

/// Preemption, as far as arguments say.
fn preemption(args: &Args) -> DefaultPreemption {
    args.limit(DefaultPreemption {
        honours_never: true,
        unresolvable_nomination_frees: true,
        waits_for_own_victims_only: true,
        counts_budgets_down: true,
        wants_victims: true,
        sorts_victims: true,
        asks: Asks::Checked,
        walks_in_order: true,
        min_candidate_percentage: 10,
        min_candidate_absolute: 100,
        failure_clears_nomination: true,
        clears_without_eviction: false,
    })
}

const VOLUMES: VolumeBinding = VolumeBinding { fails_by_error: false, modern: true };

fn filters(args: &Args) -> Vec<FilterRow> {
    use PluginId as Id;
    vec![
        FilterRow::one(Id::NodeUnschedulable, "NodeUnschedulable", NodeUnschedulable),
        FilterRow::one(Id::NodeName, "NodeName", NodeName),
        FilterRow::one(Id::TaintToleration, "TaintToleration", TaintToleration { max: MAX }),
        FilterRow::one(Id::NodeAffinity, "NodeAffinity", affinity(args)),
        FilterRow::one(Id::NodePorts, "NodePorts", NodePorts { skips: true }),
        FilterRow::one(Id::NodeResourcesFit, "NodeResourcesFit", Fit { unresolvable_beyond_node: true, ..args.fit() }),
        FilterRow::one(Id::VolumeRestrictions, "VolumeRestrictions", VolumeRestrictions { single_pod_claims: true }),
        FilterRow::one(Id::NodeVolumeLimits, "NodeVolumeLimits", VOLUME_LIMITS),
        FilterRow::one(Id::VolumeBinding, "VolumeBinding", VOLUMES),
        FilterRow::one(Id::VolumeZone, "VolumeZone", VolumeZone { labels: ZoneLabels::Translated }),
        FilterRow::one(Id::PodTopologySpread, "PodTopologySpread", spread(args)),
        FilterRow::one(Id::InterPodAffinity, "InterPodAffinity", INTER_POD_AFFINITY),
    ]
}

fn scores(args: &Args) -> Vec<ScoreRow> {
    use PluginId as Id;
    vec![
        ScoreRow::new(Id::TaintToleration, "TaintToleration", 3, TaintToleration { max: MAX }),
        ScoreRow::new(Id::NodeAffinity, "NodeAffinity", 2, affinity(args)),
        ScoreRow::new(Id::NodeResourcesFit, "NodeResourcesFit", 1, args.fit.allocation(MAX, true)),
        ScoreRow::new(Id::VolumeBinding, "VolumeBinding", 1, VOLUMES),
        ScoreRow::new(Id::PodTopologySpread, "PodTopologySpread", 2, spread(args)),
        ScoreRow::new(
            Id::InterPodAffinity,
            "InterPodAffinity",
            2,
            InterPodAffinityScore {
                max: MAX,
                hard_weight: args.hard_weight,
                ignores_existing_preferences: args.ignores_existing_preferences,
                namespaces: Namespaces::SelectedTwice,
                normalizes_from_zero: false,
                skips: true,
            },
        ),
        ScoreRow::new(
            Id::NodeResourcesBalancedAllocation,
            "NodeResourcesBalancedAllocation",
            1,
            Balanced::Deviation(args.balanced.clone()),
        ),
        ScoreRow::new(Id::ImageLocality, "ImageLocality", 1, IMAGE_LOCALITY),
    ]
}

pub(super) const VOLUME_LIMITS: NodeVolumeLimits =
    NodeVolumeLimits { node_limits: false, migrated: true, portworx_migrated: false };

pub(super) const INTER_POD_AFFINITY: InterPodAffinityFilter = InterPodAffinityFilter {
    order: CheckOrder::OwnFirst,
    bookkeeping: Bookkeeping::Exact,
    namespaces: Namespaces::SelectedTwice,
    first_pod_needs_keys: true,
    two_reasons: false,
    skips: true,
    hears: Hears::OwnTerms,
};

pub(super) const IMAGE_LOCALITY: ImageLocality =
    ImageLocality { max: MAX, init_containers: true, bound_per_container: true, volumes: false };

pub(super) fn spread(args: &Args) -> PodTopologySpread {
    PodTopologySpread {
        defaults: args.spread.clone(),
        owners: Owners::Controller,
        counting: Counting::Policies,
        lenient_defaults: true,
        rounds: true,
        skips: true,
        hears_nominated: false,
    }
}

fn affinity(args: &Args) -> NodeAffinity {
    NodeAffinity { max: MAX, node_sets: true, fields_score: true, skips_score: true, ..args.affinity() }
}

/// The words of the release.
pub const WORDING: &dyn Wording = &Words;

struct Words;

impl Wording for Words {
    fn reason(&self, wanted: &Reason) -> String {
        reason(wanted)
    }

    fn say(&self, said: &Said<'_>) -> String {
        said::v1_34(self, said)
    }

    fn log_line(&self, entry: &LogEntry<'_>) -> Option<String> {
        log::v1_34(entry)
    }
}

/// The words of v1.34; earlier releases share what they do not say otherwise.
pub(super) fn reason(reason: &Reason) -> String {
    let text = match reason {
        Reason::Cordoned => "node(s) were unschedulable",
        Reason::OtherNodeNamed => "node(s) didn't match the requested node name",
        Reason::UntoleratedTaint { key, value } => return format!("node(s) had untolerated taint {{{key}: {value}}}"),
        Reason::NodeSelectorMismatch => "node(s) didn't match Pod's node affinity/selector",
        Reason::AddedAffinityMismatch => "node(s) didn't match scheduler-enforced node affinity",
        Reason::AffinityTermsConflict => "pod affinity terms conflict",
        Reason::PortTaken { .. } => "node(s) didn't have free ports for the requested pod ports",
        Reason::TooManyPods { .. } => "Too many pods",
        Reason::Insufficient { resource, .. } => return format!("Insufficient {resource}"),
        Reason::SpreadLabelMissing { .. } => {
            "node(s) didn't match pod topology spread constraints (missing required label)"
        }
        Reason::SpreadSkew { .. } => "node(s) didn't match pod topology spread constraints",
        Reason::PodAffinityOrAntiAffinity => "node(s) didn't match pod affinity/anti-affinity",
        Reason::PodAffinity => "node(s) didn't match pod affinity rules",
        Reason::PodAntiAffinity => "node(s) didn't match pod anti-affinity rules",
        Reason::ExistingPodsAntiAffinity => "node(s) didn't satisfy existing pods anti-affinity rules",
        Reason::UndeclaredFeatures { .. } => "node(s) didn't match Pod's required features",
        Reason::OutsideNodeSet { plugins } => return format!("node(s) didn't satisfy plugin(s) {}", list(plugins)),
        Reason::EmptyNodeSet { plugins } => {
            return match plugins.as_slice() {
                [one] => format!("node(s) didn't satisfy plugin {one}"),
                many => format!("node(s) didn't satisfy plugin(s) {} simultaneously", list(many)),
            };
        }
        Reason::NoVictims => "No preemption victims found for incoming pod",
        Reason::PreemptionNotHelpful => "Preemption is not helpful for scheduling",
        Reason::Volume(reason) => return volume_reason(reason),
        Reason::StateMissing { key } => return state_missing(key),
        Reason::LabelPresence { .. } => "node(s) didn't have the requested labels",
        Reason::ServiceAffinity { .. } => "node(s) didn't match service affinity",
        Reason::Extender { message, .. } => message,
        Reason::Text(text) => text,
    };
    text.into()
}

/// Plugins say in ways of their own that they do not find what their `PreFilter` would have kept.
fn state_missing(key: &str) -> String {
    match key {
        "PreFilterNodePorts" | "PreFilterPodTopologySpread" => format!("reading {key:?} from cycleState: not found"),
        "PreFilterVolumeRestrictions" => format!("cannot read {key:?} from cycleState"),
        "VolumeBinding" => "not found".into(),
        _ => format!("error reading {key:?} from cycleState: not found"),
    }
}

fn volume_reason(reason: &VolumeReason) -> String {
    let text = match reason {
        VolumeReason::DiskConflict { .. } => "node(s) had no available disk",
        VolumeReason::ClaimInUse { .. } => {
            "node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use by another pod"
        }
        VolumeReason::TooManyVolumes { .. } => "node(s) exceed max volume count",
        VolumeReason::AffinityMismatch { .. } => "node(s) didn't match PersistentVolume's node affinity",
        VolumeReason::NothingToBind { .. } => "node(s) didn't find available persistent volumes to bind",
        VolumeReason::NotEnoughStorage { .. } => "node(s) did not have enough free storage",
        VolumeReason::VolumeGone { .. } => "node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)",
        VolumeReason::OtherZone { .. } => "node(s) had no available volume zone",
        VolumeReason::UnboundImmediate { .. } => "pod has unbound immediate PersistentVolumeClaims",
        VolumeReason::ClaimNotFound { claim } => return format!("persistentvolumeclaim \"{claim}\" not found"),
        VolumeReason::ClaimTerminating { claim } => {
            return format!("persistentvolumeclaim \"{claim}\" is being deleted");
        }
        VolumeReason::ClaimLost { claim, volume } => {
            return format!("persistentvolumeclaim \"{claim}\" bound to non-existent persistentvolume \"{volume}\"");
        }
        VolumeReason::ClaimAwaited { claim } => {
            return format!("waiting for ephemeral volume controller to create the persistentvolumeclaim \"{claim}\"");
        }
        VolumeReason::ClaimOfOther { claim, pod } => {
            return format!("PVC {claim} was not created for pod {pod} (pod is not owner)");
        }
        VolumeReason::VolumeNotFound { volume } => return format!("persistentvolume \"{volume}\" not found"),
    };
    text.into()
}

fn list(plugins: &[Str]) -> String {
    format!("[{}]", plugins.iter().map(Str::as_str).collect::<Vec<_>>().join(" "))
}
