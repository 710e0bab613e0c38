//! The filter: constraints with `DoNotSchedule`.
//!
//! Pods are counted by domain, on nodes that have the keys of *all* these constraints and that [`CountingRule`]
//! includes. A node fails at the first constraint, in the pod's order, whose key it lacks (preemption cannot help), or
//! for which
//!
//! `count of its domain + 1 if the pod matches the selector itself − smallest count of any domain > maxSkew`
//!
//! The smallest count is taken as 0 while there are fewer domains than `minDomains`.
//!
//! Dry runs select added and removed pods only by namespace and selector. They include terminating pods, although these
//! are not part of the initial count: removing a terminating victim reduces a count that never included it. That is an
//! upstream bug: `preFilterState.updateWithPod` lacks the conditions of `countPodsMatchSelector`. Test:
//! `pods_that_come_and_go`.

use std::rc::Rc;

use api::{Node, Operator, RequiredNodeAffinity};
use runlog::{Failure, NodeIx, Reason, Verdict};

use super::{
    PodTopologySpread,
    constraint::{ConstraintDomains, CountingRule, HARD, SpreadConstraint},
};
use crate::{
    cluster::{DomainIx, NodeInfo, NodeState, PodInfo, Snapshot, TopologyDomains},
    framework::{ClusterEvent, CycleCtx, Filter, Judge, NodeChange, PodChange, PreFilterOutcome, SameVerdictJudge},
};

/// The constraints, and what does not change during a cycle.
struct HardConstraints<'c> {
    pod: &'c PodInfo,
    affinity: RequiredNodeAffinity<'c>,
    constraints: Vec<SpreadConstraint<'c>>,
    domains: ConstraintDomains,
    /// Whether each constraint selects the pod itself.
    self_matches: Vec<bool>,
}

#[derive(Clone)]
struct SpreadJudge<'c> {
    constraints: Rc<HardConstraints<'c>>,
    /// The counts of each constraint.
    tables: Vec<SpreadCounts>,
}

/// Counts by domain: those of the cluster, shared by all copies, plus the changes of a dry run.
#[derive(Clone)]
struct SpreadCounts {
    /// The count of each domain of the topology key; `None` for domains without an included node.
    counts: Rc<[Option<i64>]>,
    /// Number of domains with a count.
    domain_count: i64,
    /// Up to two domains with the smallest counts, so that a change of one domain needs no search for the minimum.
    lowest_counts: Vec<(DomainIx, i64)>,
    changes: Vec<(DomainIx, i64)>,
}

impl SpreadCounts {
    fn new(counts: Vec<Option<i64>>) -> Self {
        let (mut lowest_counts, mut domain_count): (Vec<(DomainIx, i64)>, _) = (Vec::with_capacity(3), 0);
        for (domain, count) in counts.iter().enumerate() {
            let Some(count) = *count else { continue };
            domain_count += 1;
            if lowest_counts.len() < 2 || count < lowest_counts[1].1 {
                let at = lowest_counts.partition_point(|(_, other)| *other <= count);
                lowest_counts.insert(at, (domain, count));
                lowest_counts.truncate(2);
            }
        }
        Self { counts: counts.into(), domain_count, lowest_counts, changes: Vec::new() }
    }

    /// Returns the count of a domain, or `None` if it has no included node.
    fn count_of_domain(&self, domain: DomainIx) -> Option<i64> {
        let change = self.changes.iter().find(|(changed, _)| *changed == domain).map_or(0, |(_, delta)| *delta);
        self.counts[domain].map(|count| count + change)
    }

    /// Changes the count of a domain. For a domain without included nodes, upstream's `preFilterState.updateWithPod`
    /// keeps a count that is never read or, in early releases, crashes on a nil pointer. Here it is ignored. Test:
    /// `the_smallest_count_is_the_smallest`.
    fn change_count(&mut self, domain: DomainIx, delta: i64) {
        if self.counts[domain].is_none() {
            return;
        }
        match self.changes.iter_mut().find(|(changed, _)| *changed == domain) {
            Some((_, sum)) => *sum += delta,
            None => self.changes.push((domain, delta)),
        }
    }

    /// Returns the smallest count of all domains, or `None` if there is none.
    fn min_count(&self) -> Option<i64> {
        match &self.changes[..] {
            [] => self.lowest_counts.first().map(|(_, count)| *count),
            [(changed, _)] => {
                let other = self.lowest_counts.iter().find(|(domain, _)| domain != changed).map(|(_, count)| *count);
                self.count_of_domain(*changed).into_iter().chain(other).min()
            }
            _ => (0..self.counts.len()).filter_map(|domain| self.count_of_domain(domain)).min(),
        }
    }
}

impl Filter for PodTopologySpread {
    fn prepare<'c>(&'c self, cycle: &CycleCtx<'c>) -> PreFilterOutcome<'c> {
        if let Some(operator) = self.unknown_operator(cycle.pod) {
            // The API server rejects such a selector.
            let text = format!(
                "running PreFilter plugin \"PodTopologySpread\": get constraints from pod: obtaining pod's hard topology spread \
                 constraints: {operator:?} is not a valid label selector operator"
            );
            return PreFilterOutcome::Error(text.into());
        }
        let constraints = self.constraints(cycle, &HARD);
        if self.can_skip && constraints.is_empty() {
            return PreFilterOutcome::Skip;
        }
        let hard_constraints = HardConstraints {
            pod: cycle.pod,
            affinity: RequiredNodeAffinity::from_spec(&cycle.pod.pod.spec),
            domains: ConstraintDomains::new(cycle.snapshot, &constraints),
            self_matches: constraints.iter().map(|c| c.selection.matches(cycle.pod.labels())).collect(),
            constraints,
        };
        let counts = match self.counting {
            _ if hard_constraints.constraints.is_empty() => Vec::new(),
            CountingRule::Policies => hard_constraints.count_by_policies(cycle.snapshot),
            CountingRule::AllowedDomains => hard_constraints.count_allowed_domains(cycle.snapshot),
        };
        let tables = counts.into_iter().map(SpreadCounts::new).collect();
        PreFilterOutcome::Judge(Box::new(SpreadJudge { constraints: Rc::new(hard_constraints), tables }))
    }

    fn prepare_without_pre_filter<'c>(&'c self, _: &CycleCtx<'c>) -> Option<Box<dyn Judge<'c> + 'c>> {
        SameVerdictJudge::state_missing("PreFilterPodTopologySpread")
    }

    /// Events that may change a count, or let a node join or leave a domain.
    fn queueing_hint(&self, cycle: &CycleCtx<'_>, cluster_event: &ClusterEvent<'_>) -> Option<bool> {
        let constraints = self.constraints(cycle, &HARD);
        let (uid, namespace) = (cycle.pod.uid(), cycle.pod.namespace());
        // Pending pods do not count, except the rejected pod itself.
        let is_near_pod = |pod: &PodInfo, is_ended: bool| {
            let nominated = is_ended || !pod.pod.status.nominated_node_name.is_empty();
            let is_placed = !pod.pod.spec.node_name.is_empty() || self.hints_count_nominated && nominated;
            pod.uid() == uid || is_placed && pod.namespace() == namespace
        };
        let counts = |constraint: &SpreadConstraint, pod: &PodInfo| constraint.selection.matches(pod.labels());
        let has_keys = |node: &Node| constraints.iter().all(|c| node.metadata.labels.contains(&c.key));
        Some(match cluster_event {
            ClusterEvent::AssignedPodAdd(pod) => is_near_pod(pod, false) && constraints.iter().any(|c| counts(c, pod)),
            ClusterEvent::AssignedPodDelete { pod, up_to } => {
                is_near_pod(pod, up_to.is_some()) && constraints.iter().any(|c| counts(c, pod))
            }
            ClusterEvent::PodUpdate { change: PodChange::Labels | PodChange::Tolerations, old, new } => {
                let tolerates = new.uid() == uid && old.pod.spec.tolerations != new.pod.spec.tolerations;
                is_near_pod(new, false)
                    && (tolerates && constraints.iter().any(|constraint| constraint.honors_taints)
                        || constraints.iter().any(|constraint| counts(constraint, old) != counts(constraint, new)))
            }
            ClusterEvent::NodeAdd(node) | ClusterEvent::NodeDelete(node) => has_keys(node),
            ClusterEvent::NodeUpdate { change, old, new } if *change != NodeChange::Allocatable => {
                let moved = |c: &SpreadConstraint| old.metadata.labels.get(&c.key) != new.metadata.labels.get(&c.key);
                let (had_keys, has_keys_now) = (has_keys(old), has_keys(new));
                had_keys != has_keys_now
                    || has_keys_now && (constraints.iter().any(moved) || old.spec.taints != new.spec.taints)
            }
            _ => return None,
        })
    }
}

impl PodTopologySpread {
    /// Returns an unknown operator in a selector of the pod's hard constraints.
    fn unknown_operator<'p>(&self, pod: &'p PodInfo) -> Option<&'p str> {
        let hard = pod.pod.spec.topology_spread_constraints.iter().filter(|spec| spec.when_unsatisfiable == HARD);
        let selectors = hard.filter_map(|spec| spec.label_selector.as_ref());
        let mut operators = selectors.flat_map(|selector| &selector.match_expressions).map(|term| &term.operator);
        let is_unknown = |operator: &&Operator| matches!(operator, Operator::Other(_));
        operators.find(is_unknown).filter(|_| self.counting == CountingRule::Policies).map(Operator::as_str)
    }
}

impl HardConstraints<'_> {
    fn count_by_policies(&self, snapshot: &Snapshot) -> Vec<Vec<Option<i64>>> {
        let with_all_keys = self.nodes_with_all_keys(snapshot);
        let count = |(constraint, domains): (&SpreadConstraint, &Rc<TopologyDomains>)| {
            let mut counts = vec![None; domains.len()];
            let is_included = |node: &NodeInfo| constraint.is_node_included(&self.pod.pod, &self.affinity, node);
            let included = with_all_keys.iter().enumerate().map(|(node_ix, has_all_keys)| {
                *has_all_keys && (!constraint.excludes_nodes(&self.affinity) || is_included(&snapshot.nodes()[node_ix]))
            });
            let included: Vec<bool> = included.collect();
            for node_ix in (0..included.len()).filter(|&node_ix| included[node_ix]) {
                if let Some(domain) = domains.of_node(node_ix) {
                    counts[domain] = Some(0);
                }
            }
            constraint.visit_counts(snapshot, self.pod.namespace(), |node_ix, pods| {
                if let Some(domain) = domains.of_node(node_ix).filter(|_| included[node_ix]) {
                    counts[domain] = counts[domain].map(|count| count + pods);
                }
            });
            counts
        };
        self.constraints.iter().zip(&self.domains.0).map(count).collect()
    }

    fn count_allowed_domains(&self, snapshot: &Snapshot) -> Vec<Vec<Option<i64>>> {
        let with_all_keys = self.nodes_with_all_keys(snapshot);
        let is_allowed = |node_ix: NodeIx| {
            with_all_keys[node_ix]
                && (self.affinity.is_unrestricted() || self.affinity.matches(&snapshot.nodes()[node_ix].node))
        };
        let allowed: Vec<NodeIx> = (0..with_all_keys.len()).filter(|&node_ix| is_allowed(node_ix)).collect();
        let count = |(constraint, domains): (&SpreadConstraint, &Rc<TopologyDomains>)| {
            let mut counts = vec![None; domains.len()];
            for domain in allowed.iter().filter_map(|&node_ix| domains.of_node(node_ix)) {
                counts[domain] = Some(0);
            }
            // A missing label is read as an empty value.
            let empty = domains.of_value("");
            constraint.visit_counts(snapshot, self.pod.namespace(), |node_ix, pods| {
                if let Some(domain) = domains.of_node(node_ix).or(empty) {
                    counts[domain] = counts[domain].map(|count| count + pods);
                }
            });
            counts
        };
        self.constraints.iter().zip(&self.domains.0).map(count).collect()
    }

    /// The number by which a constraint's count grows with the pod itself.
    fn self_count(&self, at: usize) -> i64 {
        i64::from(self.self_matches[at])
    }

    fn nodes_with_all_keys(&self, snapshot: &Snapshot) -> Vec<bool> {
        (0..snapshot.nodes().len()).map(|node_ix| self.domains.has_all_keys(node_ix)).collect()
    }
}

impl SpreadJudge<'_> {
    fn change_counts(&mut self, pod: &PodInfo, node_ix: NodeIx, node: &NodeState, delta: i64) {
        let hard_constraints = &*self.constraints;
        if pod.namespace() != hard_constraints.pod.namespace() || !hard_constraints.domains.has_all_keys(node_ix) {
            return;
        }
        for ((constraint, domains), table) in
            hard_constraints.constraints.iter().zip(&hard_constraints.domains.0).zip(&mut self.tables)
        {
            if let Some(domain) = domains.of_node(node_ix) {
                let included = !constraint.empty_counts_none
                    || constraint.is_node_included(&hard_constraints.pod.pod, &hard_constraints.affinity, node);
                if included && constraint.selection.matches(pod.labels()) {
                    table.change_count(domain, delta);
                }
            }
        }
    }
}

/// A constraint that a node does not meet, by its index.
struct UnmetConstraint {
    at: usize,
    /// The counts that differ too much; `None` if the node lacks the key.
    skew: Option<Skew>,
}

/// The count of a node's domain and the smallest one of any domain.
struct Skew {
    count: i64,
    min: i64,
}

impl SpreadJudge<'_> {
    /// Returns the first constraint that a node does not meet.
    fn unmet_constraint(&self, node_ix: NodeIx) -> Option<UnmetConstraint> {
        let hard_constraints = &*self.constraints;
        for (at, (constraint, table)) in hard_constraints.constraints.iter().zip(&self.tables).enumerate() {
            let Some(domain) = hard_constraints.domains.0[at].of_node(node_ix) else {
                return Some(UnmetConstraint { at, skew: None });
            };
            let min = if table.domain_count < constraint.min_domains {
                0
            } else {
                // Without any domain there is no minimum to compare with.
                let Some(min) = table.min_count() else { continue };
                min
            };
            let count = table.count_of_domain(domain).unwrap_or(0);
            if count + hard_constraints.self_count(at) - min > constraint.max_skew {
                return Some(UnmetConstraint { at, skew: Some(Skew { count, min }) });
            }
        }
        None
    }
}

impl<'c> Judge<'c> for SpreadJudge<'c> {
    fn judge(&self, node_ix: NodeIx, _: &NodeState) -> Verdict {
        let Some(UnmetConstraint { at, skew }) = self.unmet_constraint(node_ix) else { return Ok(()) };
        let SpreadConstraint { ref key, max_skew, .. } = self.constraints.constraints[at];
        let key = key.clone();
        Err(match skew {
            None => Failure::unresolvable(Reason::SpreadLabelMissing { key }),
            Some(Skew { count, min }) => {
                let self_match = self.constraints.self_count(at);
                Failure::unschedulable(Reason::SpreadSkew { key, count, self_match, min, max_skew })
            }
        })
    }

    fn admits(&self, node_ix: NodeIx, _: &NodeState) -> bool {
        self.unmet_constraint(node_ix).is_none()
    }

    fn reason_flags(&self, node_ix: NodeIx, _: &NodeState) -> Option<u64> {
        let UnmetConstraint { at, skew } = self.unmet_constraint(node_ix)?;
        let flag = u32::try_from(2 * at).ok()? + u32::from(skew.is_some());
        1_u64.checked_shl(flag)
    }

    fn pod_added(&mut self, pod: &PodInfo, node_ix: NodeIx, node: &NodeState, _: bool) {
        self.change_counts(pod, node_ix, node, 1);
    }

    fn pod_removed(&mut self, pod: &PodInfo, node_ix: NodeIx, node: &NodeState) {
        self.change_counts(pod, node_ix, node, -1);
    }

    fn is_affected_by(&self, pods: &[&Rc<PodInfo>]) -> bool {
        !self.tables.is_empty() && !pods.is_empty()
    }

    fn fork(&self) -> Option<Box<dyn Judge<'c> + 'c>> {
        Some(Box::new(self.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{EARLY, LATEST},
        *,
    };
    use crate::{
        cluster::{Objects, Snapshot},
        plugins::testing::{judge_all, node_hints, pod, pod_hint, pod_hints, snapshot},
    };

    const WEB: &str = r#"{"metadata":{"labels":{"app":"web"}}}"#;
    const GOING: &str = r#"{"metadata":{"labels":{"app":"web"},"deletionTimestamp":"2024-03-01T08:00:00Z"}}"#;

    /// Zone 1: `a` with two pods, `b` (tainted) with none. Zone 2: `c` with one pod, and one that is terminating. `d`
    /// has no zone.
    fn cluster() -> Snapshot {
        snapshot(&[
            (r#"{"metadata":{"name":"a","labels":{"zone":"1","disk":"ssd"}}}"#, &[WEB, WEB]),
            (
                r#"{"metadata":{"name":"b","labels":{"zone":"1"}},"spec":{"taints":[{"key":"x","effect":"NoSchedule"}]}}"#,
                &[],
            ),
            (r#"{"metadata":{"name":"c","labels":{"zone":"2"}}}"#, &[WEB, GOING]),
            (r#"{"metadata":{"name":"d"}}"#, &[WEB]),
        ])
    }

    fn incoming(max_skew: i64, selector: &str, more: &str, spec: &str) -> Rc<PodInfo> {
        pod(&format!(
            r#"{{"metadata":{{"labels":{{"app":"web","v":"2"}}}},"spec":{{{spec}"topologySpreadConstraints":[
                {{"maxSkew":{max_skew},"topologyKey":"zone","whenUnsatisfiable":"DoNotSchedule",
                  "labelSelector":{selector}{more}}}]}}}}"#
        ))
    }

    fn skew(count: i64, self_count: i64, min: i64, max_skew: i64) -> Verdict {
        Err(Failure::unschedulable(Reason::SpreadSkew {
            key: "zone".into(),
            count,
            self_match: self_count,
            min,
            max_skew,
        }))
    }

    #[test]
    fn counts_and_skew() {
        let (web, any) = (r#"{"matchLabels":{"app":"web"}}"#, "{}");
        let ssd = r#""nodeSelector":{"disk":"ssd"},"#;
        for (plugin, pod, zone_1, zone_2) in [
            (&EARLY, incoming(1, web, "", ""), skew(2, 1, 1, 1), Ok(())),
            (&LATEST, incoming(1, web, "", ""), skew(2, 1, 1, 1), Ok(())),
            (&LATEST, incoming(2, web, "", ""), Ok(()), Ok(())),
            (&EARLY, incoming(1, "null", "", ""), Ok(()), Ok(())),
            // The selector `{}` counts all pods in one release and none in another.
            (&EARLY, incoming(1, any, "", ""), skew(2, 1, 1, 1), Ok(())),
            (&LATEST, incoming(1, any, "", ""), Ok(()), Ok(())),
            (&LATEST, incoming(0, any, "", ""), skew(0, 1, 0, 0), skew(0, 1, 0, 0)),
            // With fewer domains than `minDomains`, the global minimum is 0.
            (&EARLY, incoming(1, web, r#","minDomains":3"#, ""), skew(2, 1, 1, 1), Ok(())),
            (&LATEST, incoming(1, web, r#","minDomains":3"#, ""), skew(2, 1, 0, 1), skew(1, 1, 0, 1)),
            // Only zone 1 has an eligible node.
            (&EARLY, incoming(0, web, "", ssd), skew(2, 1, 2, 0), Ok(())),
            (&LATEST, incoming(1, web, r#","nodeAffinityPolicy":"Ignore""#, ssd), skew(2, 1, 1, 1), Ok(())),
            // No existing pod has the incoming pod's version label.
            (&LATEST, incoming(1, web, r#","matchLabelKeys":["v"]"#, ""), Ok(()), Ok(())),
        ] {
            let missing = Err(Failure::unresolvable(Reason::SpreadLabelMissing { key: "zone".into() }));
            let results = judge_all(plugin, &pod, &cluster());
            assert_eq!(results, [zone_1.clone(), zone_1, zone_2, missing], "{:?}", pod.pod.spec);
        }
    }

    #[test]
    fn pods_that_come_and_go() {
        let (snapshot, objects) = (cluster(), Objects::default());
        let incoming = incoming(1, r#"{"matchLabels":{"app":"web"}}"#, "", "");
        let (web, going) = (pod(WEB), pod(GOING));
        for plugin in [&EARLY, &LATEST] {
            let cycle = CycleCtx { pod: &incoming, snapshot: &snapshot, objects: &objects, order: None };
            let PreFilterOutcome::Judge(judge) = plugin.prepare(&cycle) else { panic!("skipped") };
            let mut copy = judge.fork().expect("a copy");
            let (a, c, d) = (&snapshot.nodes()[0], &snapshot.nodes()[2], &snapshot.nodes()[3]);
            copy.pod_removed(&web, 0, a);
            assert_eq!(copy.judge(0, a), Ok(()));
            copy.pod_removed(&going, 2, c);
            assert_eq!(copy.judge(0, a), skew(1, 1, 0, 1));
            copy.pod_added(&web, 2, c, true);
            copy.pod_removed(&web, 3, d);
            assert_eq!(copy.judge(0, a), Ok(()));
            assert_eq!(judge.judge(0, a), skew(2, 1, 1, 1));
        }
    }

    proptest::proptest! {
        #[test]
        fn the_smallest_count_is_the_smallest(
            counts in proptest::collection::vec(proptest::option::of(0_i64..5), 6),
            changes in proptest::collection::vec((0_usize..6, -2_i64..3), 0..4),
        ) {
            let mut expected = counts.clone();
            let mut table = SpreadCounts::new(counts);
            for (domain, delta) in changes {
                table.change_count(domain, delta);
                expected[domain] = expected[domain].map(|count| count + delta);
                proptest::prop_assert_eq!(table.min_count(), expected.iter().flatten().copied().min());
            }
        }
    }

    #[test]
    fn whatever_changes_a_count_or_the_domains_may_help() {
        let waiting = pod(
            r#"{"metadata":{"uid":"w","namespace":"n"},"spec":{"topologySpreadConstraints":[{"maxSkew":1,"topologyKey":"zone",
               "whenUnsatisfiable":"DoNotSchedule","labelSelector":{"matchLabels":{"app":"web"}}}]}}"#,
        );
        let on = |namespace: &str, node: &str, app: &str| {
            format!(
                r#"{{"metadata":{{"uid":"x","namespace":"{namespace}","labels":{{"app":"{app}"}}}},"spec":{{"nodeName":"{node}"}}}}"#
            )
        };
        for (namespace, node, app, expected) in
            [("n", "a", "web", true), ("n", "a", "db", false), ("m", "a", "web", false), ("n", "", "web", false)]
        {
            let other = pod(&on(namespace, node, app));
            let event = ClusterEvent::AssignedPodDelete { pod: &other, up_to: None };
            assert_eq!(pod_hint(&LATEST, &waiting, &event), Some(expected), "{namespace} {node} {app}");
        }
        // A nominated pod counts in some releases, and so does one whose nomination was cleared.
        let nominated = pod(
            r#"{"metadata":{"uid":"x","namespace":"n","labels":{"app":"web"}},"status":{"nominatedNodeName":"a"}}"#,
        );
        let pending = pod(&on("n", "", "web"));
        for hears_nominated in [false, true] {
            let plugin = PodTopologySpread { hints_count_nominated: hears_nominated, ..LATEST };
            for (pod, up_to, expected) in [
                (&nominated, None, hears_nominated),
                (&pending, Some(0), hears_nominated),
                (&pending, None, false),
                (&waiting, None, false),
            ] {
                let event = ClusterEvent::AssignedPodDelete { pod, up_to };
                assert_eq!(pod_hint(&plugin, &waiting, &event), Some(expected), "{hears_nominated} {up_to:?}");
            }
            let event = ClusterEvent::AssignedPodAdd(&nominated);
            assert_eq!(pod_hint(&plugin, &waiting, &event), Some(hears_nominated));
        }
        let relabelled = |old: &str, new: &str| pod_hints(&LATEST, &waiting, &on("n", "a", old), &on("n", "a", new));
        assert_eq!(relabelled("web", "db"), [Some(true)]);
        assert_eq!(relabelled("db", "cache"), [Some(false)]);
        let zone = |zone: &str| format!(r#"{{"metadata":{{"labels":{{{zone}}}}}}}"#);
        for (old, new, expected) in [
            ("", r#""zone":"1""#, true),
            (r#""zone":"1""#, r#""zone":"2""#, true),
            (r#""zone":"1""#, r#""zone":"1","disk":"ssd""#, false),
        ] {
            assert_eq!(node_hints(&LATEST, &waiting, &zone(old), &zone(new)), [Some(expected)], "{old} {new}");
        }
    }
}
