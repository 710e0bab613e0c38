//! `NodeResourcesFit`, the filter: rejects nodes that lack resources for the pod's requests.
//!
//! A node fails with every reason that applies, in this order: too many pods, cpu, memory, ephemeral storage, then
//! other resources by name. A resource is insufficient if request > allocatable − requested by the node's pods.
//!
//! Upstream: `noderesources.fitsRequest`; v1.16: `PodFitsResources`. Early releases also compare cpu, memory and
//! storage if the pod requests none of them, as long as it requests anything (so an overcommitted node rejects it);
//! from v1.34 on only requested resources are compared, and preemption cannot help if a request exceeds the node's
//! allocatable amount.

use std::rc::Rc;

use api::{Node, Str};
use runlog::{Code, Failure, NodeIx, Reason, Verdict};

use crate::{
    cluster::{NodeInfo, NodeState, PlainRequest, PodInfo, Resource, Resources, is_extended},
    framework::{ClusterEvent, CycleCtx, Filter, Judge, NodeChange, PodChange, PreFilterOutcome, SameVerdictJudge},
};

#[derive(Clone, Debug, Default)]
pub struct Fit {
    /// Whether cpu, memory, ephemeral storage and scalars of 0 are compared even if the pod requests none of them,
    /// provided that it requests anything.
    pub compares_unrequested: bool,
    /// Whether a request that exceeds the node's allocatable amount makes the failure unresolvable.
    pub is_unresolvable_beyond_node: bool,
    /// `ignoredResources`: extended resources that are not checked; other names have no effect.
    pub ignored: Vec<Str>,
    /// `ignoredResourceGroups`: prefixes (up to the `/`) of extended resources that are not checked.
    pub ignored_groups: Vec<Str>,
    /// Whether an extended resource that a `DeviceClass` provides, and the node itself does not, is left to
    /// `DynamicResources`.
    pub defers_to_dra: bool,
}

struct FitJudge<'c> {
    plugin: &'c Fit,
    request: &'c Resources,
    is_empty: bool,
    /// Requested extended resources that a `DeviceClass` provides.
    dra_resources: Vec<&'c Str>,
}

impl Filter for Fit {
    fn prepare<'c>(&'c self, cycle: &CycleCtx<'c>) -> PreFilterOutcome<'c> {
        let mut request = self.fit_request(cycle.pod);
        if let Some(claims) = cycle.objects.claims.as_ref().filter(|_| self.defers_to_dra) {
            let names = cycle.pod.request.scalars.iter().map(|(name, _)| name);
            request.dra_resources = names.filter(|name| claims.is_backed_by_class(name)).collect();
        }
        PreFilterOutcome::Judge(Box::new(request))
    }

    fn prepare_without_pre_filter<'c>(&'c self, _: &CycleCtx<'c>) -> Option<Box<dyn Judge<'c> + 'c>> {
        SameVerdictJudge::state_missing("PreFilterNodeResourcesFit")
    }

    fn queueing_hint(&self, cycle: &CycleCtx<'_>, cluster_event: &ClusterEvent<'_>) -> Option<bool> {
        let pod = cycle.pod;
        // An upstream bug in `Fit.isSchedulableAfterNodeChange`: `isFit` ignores the ignored resources, so a pod is not
        // requeued for a node that its filter would admit. Test:
        // `a_node_does_not_help_where_only_what_is_ignored_is_missing`.
        let plain = Self { ignored: Vec::new(), ignored_groups: Vec::new(), ..*self };
        let fits_empty = |node: &Rc<Node>| plain.fit_request(pod).admits(0, &NodeInfo::new(Rc::clone(node)));
        let wants_any = |resources: &[Resource]| resources.iter().any(|resource| pod.request.get(resource) > 0);
        match cluster_event {
            ClusterEvent::AssignedPodDelete { .. } => Some(true),
            ClusterEvent::PodUpdate { change: PodChange::ScaleDown, old, new } => {
                let is_bound = !new.pod.spec.node_name.is_empty();
                Some(new.uid() == pod.uid() || is_bound && wants_any(&new.request.decreased_since(&old.request)))
            }
            ClusterEvent::NodeAdd(node) => Some(fits_empty(node)),
            ClusterEvent::NodeUpdate { change: NodeChange::Allocatable, old, new } => {
                let allocatable = |node: &Node| Resources::from_list(&node.status.allocatable);
                let (allocatable_before, allocatable_now) = (allocatable(old), allocatable(new));
                let grew = allocatable_now.pods > allocatable_before.pods
                    || wants_any(&allocatable_before.decreased_since(&allocatable_now));
                Some(fits_empty(new) && grew)
            }
            _ => None,
        }
    }
}

impl Fit {
    fn fit_request<'c>(&'c self, pod: &'c PodInfo) -> FitJudge<'c> {
        let request = &pod.request;
        let is_empty = request.milli_cpu == 0
            && request.memory == 0
            && request.ephemeral_storage == 0
            && request.scalars.is_empty();
        FitJudge { plugin: self, request, is_empty, dra_resources: Vec::new() }
    }

    fn is_ignored(&self, scalar: &Str) -> bool {
        if self.ignored.is_empty() && self.ignored_groups.is_empty() || !is_extended(scalar) {
            return false;
        }
        let group = scalar.split_once('/').map_or("", |(group, _)| group);
        self.ignored.contains(scalar) || self.ignored_groups.iter().any(|ignored| ignored == group)
    }
}

/// A resource of which the node does not have enough. Amounts are in milli-cores, bytes or counts.
struct ResourceShortage {
    resource: Resource,
    requested: i64,
    used_amount: i64,
    capacity: i64,
    /// The position in upstream's order of the resources that are compared.
    position: usize,
}

impl FitJudge<'_> {
    /// Whether the shortage makes the failure unresolvable, because the request exceeds the node's allocatable amount.
    fn is_beyond_node(&self, shortage: &ResourceShortage) -> bool {
        self.plugin.is_unresolvable_beyond_node && shortage.requested > shortage.capacity
    }

    /// Calls `report_shortage` for each insufficient resource, in upstream's order.
    fn find_shortages(&self, node: &NodeState, mut report_shortage: impl FnMut(ResourceShortage)) {
        if self.is_empty {
            return;
        }
        let (request, allocatable, requested) = (self.request, &node.allocatable, &node.requested);
        let is_short = |requested: i64, used: i64, capacity: i64| {
            (requested > 0 || self.plugin.compares_unrequested) && requested > capacity - used
        };
        let mut compare = |position: usize, resource: Resource, requested: i64, used_amount: i64, capacity: i64| {
            if is_short(requested, used_amount, capacity) {
                report_shortage(ResourceShortage { resource, requested, used_amount, capacity, position });
            }
        };
        compare(0, Resource::Cpu, request.milli_cpu, requested.milli_cpu, allocatable.milli_cpu);
        compare(1, Resource::Memory, request.memory, requested.memory, allocatable.memory);
        let (storage, used_storage) = (request.ephemeral_storage, requested.ephemeral_storage);
        compare(2, Resource::EphemeralStorage, storage, used_storage, allocatable.ephemeral_storage);
        for (position, (name, amount)) in (3..).zip(&request.scalars) {
            let (used, capacity) = (requested.scalar(name), allocatable.scalar(name));
            let is_left_to_dra = capacity <= 0 && self.dra_resources.contains(&name);
            if is_short(*amount, used, capacity) && !is_left_to_dra && !self.plugin.is_ignored(name) {
                compare(position, Resource::Scalar(name.clone()), *amount, used, capacity);
            }
        }
    }
}

/// Whether the node has fewer pods than it allows.
fn has_pod_slot(node: &NodeState) -> bool {
    i64::try_from(node.pod_count).is_ok_and(|pods| pods < node.allocatable.pods)
}

impl Judge<'_> for FitJudge<'_> {
    fn judge(&self, _: NodeIx, node: &NodeState) -> Verdict {
        let mut failure = Failure { code: Code::Unschedulable, reasons: Vec::new() };
        if !has_pod_slot(node) {
            let pods = i64::try_from(node.pod_count).unwrap_or(i64::MAX);
            failure.reasons.push(Reason::TooManyPods { pods, allowed: node.allocatable.pods });
        }
        self.find_shortages(node, |shortage| {
            let is_beyond_node = self.is_beyond_node(&shortage);
            let ResourceShortage { resource, requested, used_amount: used, capacity, .. } = shortage;
            failure.reasons.push(Reason::Insufficient { resource, requested, used, capacity });
            if is_beyond_node {
                failure.code = Code::UnschedulableAndUnresolvable;
            }
        });
        if failure.reasons.is_empty() { Ok(()) } else { Err(failure) }
    }

    fn admits(&self, _: NodeIx, node: &NodeState) -> bool {
        let mut fits = has_pod_slot(node);
        self.find_shortages(node, |_| fits = false);
        fits
    }

    fn reason_flags(&self, _: NodeIx, node: &NodeState) -> Option<u64> {
        const TOO_MANY_PODS: u64 = 1;
        const UNRESOLVABLE: u64 = 1 << 1;
        const FIRST_RESOURCE: u64 = 1 << 2;
        let mut flags = if has_pod_slot(node) { 0 } else { TOO_MANY_PODS };
        let mut are_all_known = true;
        self.find_shortages(node, |shortage| {
            let position = u32::try_from(shortage.position).ok().filter(|position| *position < 62);
            match position {
                Some(position) => flags |= FIRST_RESOURCE << position,
                None => are_all_known = false,
            }
            if self.is_beyond_node(&shortage) {
                flags |= UNRESOLVABLE;
            }
        });
        are_all_known.then_some(flags)
    }

    fn plain_request(&self) -> Option<PlainRequest> {
        let Resources { milli_cpu, memory, ephemeral_storage, ref scalars, .. } = *self.request;
        let is_compared = |amount: i64| !self.is_empty && (amount > 0 || self.plugin.compares_unrequested);
        let compared = |amount: i64| if is_compared(amount) { amount } else { PlainRequest::NOT_COMPARED };
        scalars.is_empty().then(|| PlainRequest([milli_cpu, memory, ephemeral_storage].map(compared)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        cluster::PlainRoom,
        plugins::testing::{judge_pod, node, node_hints, pod, pod_hints},
    };

    #[test]
    fn every_reason_in_order() {
        let strict = Fit { compares_unrequested: true, ..Fit::default() };
        let latest = Fit { is_unresolvable_beyond_node: true, ..Fit::default() };
        let full = |requests: &str| {
            let mut node = node(r#"{"status":{"allocatable":{"cpu":"2","memory":"1Gi","pods":"2","x.io/gpu":"1"}}}"#);
            node.add_pod(pod(&format!(
                r#"{{"metadata":{{"uid":"u"}},"spec":{{"containers":[{{"resources":{{"requests":{requests}}}}}]}}}}"#
            )));
            node
        };
        for (plugin, text, wants, expected) in [
            (&latest, r#"{"cpu":"1"}"#, r#"{"cpu":"1"}"#, None),
            (&latest, r#"{"cpu":"1"}"#, r#"{"cpu":"1001m"}"#, Some((Code::Unschedulable, vec!["cpu"]))),
            (&latest, r#"{"cpu":"1"}"#, r#"{"cpu":"3"}"#, Some((Code::UnschedulableAndUnresolvable, vec!["cpu"]))),
            (&strict, r#"{"cpu":"1"}"#, r#"{"cpu":"3"}"#, Some((Code::Unschedulable, vec!["cpu"]))),
            (&latest, r#"{"cpu":"3"}"#, r#"{"memory":"1Mi"}"#, None),
            (&strict, r#"{"cpu":"3"}"#, r#"{"memory":"1Mi"}"#, Some((Code::Unschedulable, vec!["cpu"]))),
            (&strict, r#"{"cpu":"3"}"#, "{}", None),
            (
                &latest,
                r#"{"cpu":"2","x.io/gpu":1}"#,
                r#"{"cpu":"1","memory":"1Gi","x.io/gpu":"1"}"#,
                Some((Code::Unschedulable, vec!["cpu", "x.io/gpu"])),
            ),
        ] {
            let pod = pod(&format!(r#"{{"spec":{{"containers":[{{"resources":{{"requests":{wants}}}}}]}}}}"#));
            let rejection = judge_pod(plugin, &pod, &full(text)).err().map(|failure| {
                let names = failure.reasons.iter().map(|reason| match reason {
                    Reason::Insufficient { resource, .. } => resource.to_string(),
                    other => format!("{other:?}"),
                });
                (failure.code, names.collect::<Vec<_>>())
            });
            let expected = expected.map(|(code, names)| (code, names.into_iter().map(String::from).collect()));
            assert_eq!(rejection, expected, "{text} {wants}");
        }
    }

    #[test]
    fn failures_with_the_same_flags_have_the_same_code_and_resources() {
        let latest = Fit { is_unresolvable_beyond_node: true, ..Fit::default() };
        let wants = pod(r#"{"spec":{"containers":[{"resources":{"requests":
            {"cpu":"2","memory":"1Gi","ephemeral-storage":"1Gi","x.io/a":"1","x.io/b":"1"}}}]}}"#);
        let judge = latest.fit_request(&wants);
        let mut failures: Vec<(Option<u64>, Code, Vec<String>)> = Vec::new();
        for amounts in [
            ["1", "1Gi", "1Gi", "1", "1", "9"],
            ["1500m", "1Gi", "1Gi", "1", "1", "9"],
            ["2", "1Mi", "1Gi", "1", "1", "9"],
            ["2", "1Gi", "1Mi", "1", "1", "9"],
            ["2", "1Gi", "1Gi", "0", "1", "9"],
            ["2", "1Gi", "1Gi", "1", "0", "9"],
            ["2", "1Gi", "1Gi", "1", "1", "0"],
            ["1", "1Mi", "1Mi", "0", "0", "0"],
        ] {
            let [cpu, memory, storage, a, b, pods] = amounts;
            let small = node(&format!(
                r#"{{"status":{{"allocatable":{{"cpu":"{cpu}","memory":"{memory}","ephemeral-storage":"{storage}",
                   "x.io/a":"{a}","x.io/b":"{b}","pods":"{pods}"}}}}}}"#
            ));
            let failure = judge.judge(0, &small).expect_err("the node is too small");
            let reasons = failure.reasons.iter().map(|reason| match reason {
                Reason::Insufficient { resource, .. } => resource.to_string(),
                _ => "pods".to_owned(),
            });
            failures.push((judge.reason_flags(0, &small), failure.code, reasons.collect()));
            // Without named resources, what a node is short of says the same.
            let plain_pod = pod(r#"{"spec":{"containers":[{"resources":{"requests":
                {"cpu":"2","memory":"1Gi","ephemeral-storage":"1Gi"}}}]}}"#);
            let plain = latest.fit_request(&plain_pod);
            let shortages = PlainRoom::of_node(&small).shortages(&plain.plain_request().expect("amounts alone"));
            assert_eq!(shortages == 0, plain.admits(0, &small));
        }
        for (flags, code, reasons) in &failures {
            assert!(flags.is_some());
            for (other_flags, other_code, other_reasons) in &failures {
                let is_same = (code, reasons) == (other_code, other_reasons);
                assert_eq!(flags == other_flags, is_same, "{code:?} {reasons:?}, {other_code:?} {other_reasons:?}");
            }
        }
    }

    #[test]
    fn more_room_may_help_if_it_is_enough_and_asked_for() {
        let room = |cpu: &str, memory: &str| {
            format!(r#"{{"status":{{"allocatable":{{"cpu":"{cpu}","memory":"{memory}","pods":"9"}}}}}}"#)
        };
        let asks = |node: &str, uid: &str, cpu: &str, memory: &str| {
            format!(
                r#"{{"metadata":{{"uid":"{uid}"}},"spec":{{"nodeName":"{node}","containers":[
                   {{"resources":{{"requests":{{"cpu":"{cpu}","memory":"{memory}"}}}}}}]}}}}"#
            )
        };
        let waiting = pod(&asks("", "w", "2", "0"));
        for (old, new, expected) in [
            (("1", "1Gi"), ("2", "1Gi"), true),
            (("1", "1Gi"), ("1500m", "1Gi"), false),
            (("2", "1Gi"), ("2", "2Gi"), false),
        ] {
            let hints = node_hints(&Fit::default(), &waiting, &room(old.0, old.1), &room(new.0, new.1));
            assert_eq!(hints, [Some(expected)], "{old:?} {new:?}");
        }
        for (node, uid, old, new, expected) in [
            ("a", "x", ("2", "1Gi"), ("1", "1Gi"), true),
            ("a", "x", ("2", "2Gi"), ("2", "1Gi"), false),
            ("", "x", ("2", "1Gi"), ("1", "1Gi"), false),
            ("", "w", ("3", "1Gi"), ("2", "1Gi"), true),
        ] {
            let (old, new) = (asks(node, uid, old.0, old.1), asks(node, uid, new.0, new.1));
            assert_eq!(pod_hints(&Fit::default(), &waiting, &old, &new), [Some(expected)], "{old} {new}");
        }
    }

    #[test]
    fn a_node_does_not_help_where_only_what_is_ignored_is_missing() {
        let plugin = Fit { ignored: vec!["x.io/gpu".into()], ..Fit::default() };
        let waiting = pod(r#"{"spec":{"containers":[{"resources":{"requests":{"cpu":"1","x.io/gpu":"1"}}}]}}"#);
        let room = |cpu: &str| format!(r#"{{"status":{{"allocatable":{{"cpu":"{cpu}","pods":"9"}}}}}}"#);
        assert_eq!(judge_pod(&plugin, &waiting, &node(&room("2"))), Ok(()));
        assert_eq!(node_hints(&plugin, &waiting, &room("0"), &room("2")), [Some(false)]);
    }
}
