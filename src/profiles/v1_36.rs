//! v1.36: the scheduler of today, as what changed since v1.34. It asks nodes for features, scores balance by what the pod
//! changes, and takes the first of equally good nodes.

use releases::Release;
use runlog::{HostChoice, PluginId as Id};
use scheduler::{
    FlowPolicy, WaitingVictims,
    cluster::{Accounting, ClaimRules, ResizeRule},
    framework::{CyclePolicy, FilterRow, PointRow, PostFilter, PreBind, Profile, Reserve, Score, ScoreRow},
    plugins::{
        dynamic_resources::DynamicResources,
        image_locality::ImageLocality,
        inter_pod_affinity::{HintScope, InterPodAffinityFilter},
        node_declared_features::NodeDeclaredFeatures,
        node_resources::{BalancedAllocation, Fit},
        node_volume_limits::NodeVolumeLimits,
        pod_topology_spread::PodTopologySpread,
    },
    queue::QueuePolicy,
};

use super::{config::args::Args, v1_34};

pub(super) const QUEUE: QueuePolicy = v1_34::QUEUE;

pub(super) const FLOW: FlowPolicy = FlowPolicy {
    bound_nominations_wake: false,
    assumed_deletions_wake: true,
    writes_expected_node: true,
    waiting_victims: WaitingVictims::Failed,
    ..v1_34::FLOW
};

pub(super) fn profile(args: &Args) -> Profile {
    let (before, claims) = (v1_34::profile(args), claims(args));
    Profile {
        filters: filters(args, before.filters),
        post_filters: before.post_filters.into_iter().map(|row| with_claims_post_filter(row, claims)).collect(),
        reserves: before.reserves.into_iter().map(|row| with_claims_reserve(row, claims)).collect(),
        pre_binds: before.pre_binds.into_iter().map(|row| with_claims_pre_bind(row, claims)).collect(),
        scores: scores(args, before.scores),
        claims: claims.rules,
        accounting: Accounting { resizes: ResizeRule::ContainersAndPods, ..before.accounting },
        cycle: CyclePolicy { clears_nomination_without_post_filter: true, host: HostChoice::TopOfHeap, ..before.cycle },
        wording: releases::wording(Release::V1_36),
        ..before
    }
}

fn claims(args: &Args) -> DynamicResources {
    DynamicResources {
        rules: ClaimRules {
            beta_features: true,
            complete_pools_only: true,
            v1_34_alternative_bugs: false,
            class_config_names_requests: true,
            timeout_is_error: true,
            binding_timeout: args.device_timeout,
        },
    }
}

fn with_claims_post_filter(row: PointRow<dyn PostFilter>, claims: DynamicResources) -> PointRow<dyn PostFilter> {
    if row.plugin == Id::DynamicResources { PointRow { implementation: Box::new(claims), ..row } } else { row }
}

fn with_claims_reserve(row: PointRow<dyn Reserve>, claims: DynamicResources) -> PointRow<dyn Reserve> {
    if row.plugin == Id::DynamicResources { PointRow { implementation: Box::new(claims), ..row } } else { row }
}

fn with_claims_pre_bind(row: PointRow<dyn PreBind>, claims: DynamicResources) -> PointRow<dyn PreBind> {
    if row.plugin == Id::DynamicResources { PointRow { implementation: Box::new(claims), ..row } } else { row }
}

fn filters(args: &Args, before: Vec<FilterRow>) -> Vec<FilterRow> {
    let limits = NodeVolumeLimits { portworx_migrated: true, ..v1_34::VOLUME_LIMITS };
    let affinity = InterPodAffinityFilter { hint_scope: HintScope::BothSides, ..v1_34::INTER_POD_AFFINITY };
    let changed = |row: FilterRow| match row.plugin {
        Id::NodeVolumeLimits => FilterRow::from_filter(Id::NodeVolumeLimits, "NodeVolumeLimits", limits),
        Id::PodTopologySpread => FilterRow::from_filter(Id::PodTopologySpread, "PodTopologySpread", spread(args)),
        Id::InterPodAffinity => FilterRow::from_filter(Id::InterPodAffinity, "InterPodAffinity", affinity),
        Id::DynamicResources => FilterRow::from_filter(Id::DynamicResources, "DynamicResources", claims(args)),
        Id::NodeResourcesFit => {
            let fit = Fit { unresolvable_beyond_node: true, defers_to_dra: true, ..args.fit() };
            FilterRow::from_filter(Id::NodeResourcesFit, "NodeResourcesFit", fit)
        }
        _ => row,
    };
    let new = FilterRow::from_filter(Id::NodeDeclaredFeatures, "NodeDeclaredFeatures", NodeDeclaredFeatures);
    before.into_iter().map(changed).chain([new]).collect()
}

fn scores(args: &Args, before: Vec<ScoreRow>) -> Vec<ScoreRow> {
    let changed = |row: ScoreRow| {
        let score: Box<dyn Score> = match row.plugin {
            Id::PodTopologySpread => Box::new(spread(args)),
            Id::NodeResourcesBalancedAllocation => {
                Box::new(BalancedAllocation::Improvement(args.balanced_resources.clone()))
            }
            Id::ImageLocality => Box::new(ImageLocality { volumes: true, ..v1_34::IMAGE_LOCALITY }),
            _ => return row,
        };
        ScoreRow { score, ..row }
    };
    let mut rows: Vec<_> = before.into_iter().map(changed).collect();
    let balanced = rows.iter().position(|row| row.plugin == Id::NodeResourcesBalancedAllocation).unwrap_or(rows.len());
    rows.insert(balanced, ScoreRow::new(Id::DynamicResources, "DynamicResources", 2, claims(args)));
    rows
}

fn spread(args: &Args) -> PodTopologySpread {
    PodTopologySpread { hints_count_nominated: true, ..v1_34::spread(args) }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use api::{Pod, Str};
    use scheduler::{
        cluster::{Objects, PodInfo, Snapshot},
        framework::{ClusterEvent, CycleCtx},
    };

    use super::*;

    /// A pod that spread constraints rejected hears that another one is nominated no more: since v1.36, and not before.
    #[test]
    fn an_ended_nomination_wakes_pods_that_spread() {
        let args = Args::default();
        let info = |json: &str, profile: &Profile| {
            let pod: Pod = serde_json::from_str(json).expect("a pod");
            PodInfo::new(Rc::new(pod), &profile.accounting)
        };
        for (profile, wakes) in [(v1_34::profile(&args), false), (profile(&args), true)] {
            let waiting = info(
                r#"{"metadata":{"uid":"w","namespace":"n"},"spec":{"topologySpreadConstraints":[{"maxSkew":1,
                   "topologyKey":"zone","whenUnsatisfiable":"DoNotSchedule","labelSelector":{"matchLabels":{"app":"web"}}}]}}"#,
                &profile,
            );
            let ended = info(r#"{"metadata":{"uid":"x","namespace":"n","labels":{"app":"web"}}}"#, &profile);
            let (snapshot, objects) = (Snapshot::default(), Objects::default());
            let cycle = CycleCtx { pod: &waiting, snapshot: &snapshot, objects: &objects, order: None };
            let event = ClusterEvent::AssignedPodDelete { pod: &ended, up_to: Some(0) };
            let rejecting = [Str::from("PodTopologySpread").as_str().into()];
            assert_eq!(profile.may_help(&cycle, &rejecting, &event), wakes, "{:?}", profile.scheduler);
        }
    }
}
