//! The filter: required affinity and anti-affinity, in both directions.
//!
//! `PreFilter` counts pods by topology domain (topology key and value) in three tables:
//!
//! 1. *existing*: pods with a required anti-affinity term that selects the incoming pod, in the term's domain;
//! 2. *affinity*: pods that **all** required affinity terms of the incoming pod select, in each term's domain;
//! 3. *anti*: pods that a required anti-affinity term of the incoming pod selects, in that term's domain.
//!
//! A node is feasible if it is in no domain of tables 1 and 3, and in a domain of table 2 for every affinity term (not
//! necessarily because of the same pod). The first pod of a series would wait for itself forever, so if table 2 is
//! empty and the pod's terms select the pod itself, affinity is satisfied. Preemption cannot help with unsatisfied
//! affinity, but with the other two it can. Terminating pods count.

use std::rc::Rc;

use api::{Node, PodAffinityTerm, Set, Str, Table};
use runlog::{Code, Failure, NodeIx, Reason, Verdict};

use super::{
    NamespaceRule, TermMatcher,
    counts::{DomainCounts, DomainSums},
};
use crate::{
    cluster::{NodeState, PodInfo},
    framework::{ClusterEvent, CycleCtx, Filter, Judge, NodeChange, PodChange, PreFilterOutcome, SameVerdictJudge},
};

#[derive(Clone, Copy, Debug)]
pub struct InterPodAffinityFilter {
    /// Which of the three requirements is checked first; the first that is not met determines the reason.
    pub order: CheckOrder,
    /// How pods that a dry run adds are counted.
    pub bookkeeping: Bookkeeping,
    /// In which namespaces a term looks for pods.
    pub namespaces: NamespaceRule,
    /// Whether the first pod of a series also needs a node with all its topology keys.
    pub first_pod_needs_keys: bool,
    /// Whether the generic reason "pod affinity/anti-affinity" precedes the specific one.
    pub adds_generic_reason: bool,
    /// Whether a pod skips the filter, in dry runs too, if it has no required terms and no existing anti-affinity term
    /// selects it.
    pub can_skip: bool,
    /// Which events may help a rejected pod.
    pub hint_scope: HintScope,
}

/// Which pods may help a rejected pod when they are added, deleted or changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HintScope {
    /// Bound pods that the rejected pod's own terms select. A pod rejected because of the anti-affinity of other pods
    /// is not requeued when these are deleted: a bug in upstream's `InterPodAffinity.isSchedulableAfterPodChange`.
    /// Test: `queueing_hint_follows_the_pods_terms`.
    OwnTerms,
    /// Also deleted pods whose anti-affinity selected it. Nominated pods count like bound ones, and a change of its own
    /// labels may help.
    BothSides,
}

/// The order in which the three requirements are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckOrder {
    /// Existing pods' anti-affinity, then the incoming pod's affinity, then its anti-affinity.
    ExistingFirst,
    /// The incoming pod's affinity, then its anti-affinity, then existing pods' anti-affinity.
    OwnFirst,
}

/// How pods that a dry run adds are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bookkeeping {
    /// A bug of v1.16 in `predicateMetadata.AddPod`: a pod that is put back and that *any* of the incoming pod's
    /// anti-affinity terms selects is counted for *all* of them, and nominated pods, which have no node name yet, are
    /// not counted for the incoming pod's own terms. Test: `pods_that_come_and_go`.
    Loose,
    /// In the same way as in `PreFilter`.
    Exact,
}

#[derive(Clone)]
struct AffinityJudge<'c> {
    plugin: &'c InterPodAffinityFilter,
    incoming: &'c PodInfo,
    term_matcher: TermMatcher<'c>,
    existing: DomainCounts<'c>,
    affinity: DomainCounts<'c>,
    anti: DomainCounts<'c>,
    /// Uids of pods that were counted for all anti-affinity terms (see [`Bookkeeping::Loose`]).
    counted_for_all_terms: Set<Str>,
}

/// What a node has to meet; see the top of this module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Requirement {
    Affinity,
    AntiAffinity,
    ExistingAntiAffinity,
}

impl Filter for InterPodAffinityFilter {
    fn prepare<'c>(&'c self, cycle: &CycleCtx<'c>) -> PreFilterOutcome<'c> {
        let incoming = cycle.pod;
        let term_matcher = TermMatcher { namespaces: self.namespaces, labels: &cycle.objects.namespaces };
        let own_terms = !incoming.required_affinity().is_empty() || !incoming.required_anti_affinity().is_empty();
        let (snapshot, mut existing) = (cycle.snapshot, DomainSums::default());
        let (mut affinity, mut anti) = (DomainSums::default(), DomainSums::default());
        if own_terms || snapshot.has_required_anti_affinity() {
            for pods in snapshot.equivalent_pods() {
                let pod = pods.example();
                for term in existing_terms(term_matcher, pod, incoming) {
                    let is_listed = |node_ix| snapshot.lists_required_anti_affinity(node_ix);
                    existing.add_pods_where(snapshot, &term.topology_key, pods, 1, is_listed);
                }
                if own_terms {
                    if select_all_terms(term_matcher, incoming, pod) {
                        for term in incoming.required_affinity() {
                            affinity.add_pods(snapshot, &term.topology_key, pods, 1);
                        }
                    }
                    for term in anti_terms(term_matcher, incoming, pod) {
                        anti.add_pods(snapshot, &term.topology_key, pods, 1);
                    }
                }
            }
        }
        if self.can_skip && !own_terms && existing.is_empty() {
            return PreFilterOutcome::Skip;
        }
        let counts = |sums| DomainCounts::new(snapshot, sums);
        PreFilterOutcome::Judge(Box::new(AffinityJudge {
            plugin: self,
            incoming,
            term_matcher,
            existing: counts(existing),
            affinity: counts(affinity),
            anti: counts(anti),
            counted_for_all_terms: Set::new(),
        }))
    }

    fn prepare_without_pre_filter<'c>(&'c self, _: &CycleCtx<'c>) -> Option<Box<dyn Judge<'c> + 'c>> {
        SameVerdictJudge::state_missing("PreFilterInterPodAffinity")
    }

    fn queueing_hint(&self, cycle: &CycleCtx<'_>, cluster_event: &ClusterEvent<'_>) -> Option<bool> {
        // Upstream's hints do not look up the labels of namespaces.
        let (pod, labels) = (cycle.pod, Table::new());
        let term_matcher = TermMatcher { namespaces: self.namespaces, labels: &labels };
        let matches_all_terms = |terms: &[PodAffinityTerm], other: &PodInfo| {
            !terms.is_empty()
                && terms.iter().all(|term| term_matcher.incoming_term_selects(term, pod.namespace(), other))
        };
        let matches_own_affinity = |other: &PodInfo| matches_all_terms(pod.required_affinity(), other);
        let shuns = |other: &PodInfo| matches_all_terms(pod.required_anti_affinity(), other);
        let both = self.hint_scope == HintScope::BothSides;
        // Whether all required anti-affinity terms of a deleted pod selected this one.
        let shunned_by = |other: &PodInfo| {
            let terms = other.required_anti_affinity();
            both && !terms.is_empty() && terms.iter().all(|term| term_matcher.existing_term_selects(term, other, pod))
        };
        let is_there = |other: &PodInfo| {
            !other.pod.spec.node_name.is_empty() || both && !other.pod.status.nominated_node_name.is_empty()
        };
        let any_key = |terms: &[PodAffinityTerm], node: &Node| {
            terms.iter().any(|term| node.metadata.labels.contains(&term.topology_key))
        };
        Some(match cluster_event {
            ClusterEvent::AssignedPodAdd(other) => matches_own_affinity(other),
            ClusterEvent::AssignedPodDelete { pod: other, up_to } => {
                (both || up_to.is_none()) && (shuns(other) || shunned_by(other))
            }
            ClusterEvent::PodUpdate { change: PodChange::Labels, new, .. } if both && new.uid() == pod.uid() => true,
            ClusterEvent::PodUpdate { change: PodChange::Labels, old, new } => {
                is_there(new) && (!matches_own_affinity(old) && matches_own_affinity(new) || shuns(old) && !shuns(new))
            }
            ClusterEvent::NodeAdd(node) => {
                any_key(pod.required_affinity(), node) || !pod.required_anti_affinity().is_empty()
            }
            ClusterEvent::NodeUpdate { change: NodeChange::Labels, old, new } => {
                let (old_labels, new_labels) = (&old.metadata.labels, &new.metadata.labels);
                let is_changed = |key: &Str| old_labels.get(key) != new_labels.get(key);
                let affinity =
                    |t: &PodAffinityTerm| new_labels.contains(&t.topology_key) && is_changed(&t.topology_key);
                let anti = |t: &PodAffinityTerm| old_labels.contains(&t.topology_key) && is_changed(&t.topology_key);
                pod.required_affinity().iter().any(affinity) || pod.required_anti_affinity().iter().any(anti)
            }
            _ => return None,
        })
    }
}

/// Returns the required anti-affinity terms of `owner` that select `incoming`.
fn existing_terms<'p>(
    term_matcher: TermMatcher<'p>,
    owner: &'p PodInfo,
    incoming: &'p PodInfo,
) -> impl Iterator<Item = &'p PodAffinityTerm> {
    owner.required_anti_affinity().iter().filter(move |term| term_matcher.existing_term_selects(term, owner, incoming))
}

/// Returns the required anti-affinity terms of `incoming` that select `other`.
fn anti_terms<'p>(
    term_matcher: TermMatcher<'p>,
    incoming: &'p PodInfo,
    other: &'p PodInfo,
) -> impl Iterator<Item = &'p PodAffinityTerm> {
    let namespace = incoming.namespace();
    incoming
        .required_anti_affinity()
        .iter()
        .filter(move |term| term_matcher.incoming_term_selects(term, namespace, other))
}

/// Whether all required affinity terms of `incoming` (at least one) select `other`.
fn select_all_terms(term_matcher: TermMatcher<'_>, incoming: &PodInfo, other: &PodInfo) -> bool {
    let (terms, namespace) = (incoming.required_affinity(), incoming.namespace());
    !terms.is_empty() && terms.iter().all(|term| term_matcher.incoming_term_selects(term, namespace, other))
}

impl AffinityJudge<'_> {
    fn satisfies_affinity(&self, node_ix: NodeIx, node: &NodeState) -> bool {
        let terms = self.incoming.required_affinity();
        if terms.iter().all(|term| self.affinity.has_pod(&term.topology_key, node_ix)) {
            return true;
        }
        let has_keys = || terms.iter().all(|term| node.labels().contains(&term.topology_key));
        self.affinity.is_empty()
            && select_all_terms(self.term_matcher, self.incoming, self.incoming)
            && (!self.plugin.first_pod_needs_keys || has_keys())
    }

    fn satisfies_anti_affinity(&self, node_ix: NodeIx) -> bool {
        self.anti.is_empty()
            || !self.incoming.required_anti_affinity().iter().any(|t| self.anti.has_pod(&t.topology_key, node_ix))
    }

    /// Returns the first requirement that a node does not meet.
    fn unmet_requirement(&self, node_ix: NodeIx, node: &NodeState) -> Option<Requirement> {
        let kept_out = self.existing.has_pod_in_any_domain(node_ix);
        if kept_out && self.plugin.order == CheckOrder::ExistingFirst {
            return Some(Requirement::ExistingAntiAffinity);
        }
        if !self.satisfies_affinity(node_ix, node) {
            return Some(Requirement::Affinity);
        }
        if !self.satisfies_anti_affinity(node_ix) {
            return Some(Requirement::AntiAffinity);
        }
        kept_out.then_some(Requirement::ExistingAntiAffinity)
    }

    /// Adds `delta` to the counts in the three tables for a pod on a node. The incoming pod's own terms are counted
    /// only with `counts_incoming_terms`; with `all_anti_terms`, all its anti-affinity terms are, not only those that
    /// select the pod.
    fn change_counts(
        &mut self,
        pod: &PodInfo,
        node_ix: NodeIx,
        delta: i64,
        counts_incoming_terms: bool,
        all_anti_terms: bool,
    ) {
        for term in existing_terms(self.term_matcher, pod, self.incoming) {
            self.existing.change_count(&term.topology_key, node_ix, delta);
        }
        if !counts_incoming_terms {
            return;
        }
        if select_all_terms(self.term_matcher, self.incoming, pod) {
            for term in self.incoming.required_affinity() {
                self.affinity.change_count(&term.topology_key, node_ix, delta);
            }
        }
        if all_anti_terms {
            for term in self.incoming.required_anti_affinity() {
                self.anti.change_count(&term.topology_key, node_ix, delta);
            }
        } else {
            for term in anti_terms(self.term_matcher, self.incoming, pod) {
                self.anti.change_count(&term.topology_key, node_ix, delta);
            }
        }
    }
}

impl<'c> Judge<'c> for AffinityJudge<'c> {
    fn judge(&self, node_ix: NodeIx, node: &NodeState) -> Verdict {
        let Some(requirement) = self.unmet_requirement(node_ix, node) else { return Ok(()) };
        let (code, reason) = match requirement {
            Requirement::Affinity => (Code::UnschedulableAndUnresolvable, Reason::PodAffinity),
            Requirement::AntiAffinity => (Code::Unschedulable, Reason::PodAntiAffinity),
            Requirement::ExistingAntiAffinity => (Code::Unschedulable, Reason::ExistingPodsAntiAffinity),
        };
        let first = self.plugin.adds_generic_reason.then_some(Reason::PodAffinityOrAntiAffinity);
        Err(Failure { code, reasons: first.into_iter().chain([reason]).collect() })
    }

    fn admits(&self, node_ix: NodeIx, node: &NodeState) -> bool {
        self.unmet_requirement(node_ix, node).is_none()
    }

    fn reason_flags(&self, node_ix: NodeIx, node: &NodeState) -> Option<u64> {
        Some(self.unmet_requirement(node_ix, node).map_or(0, |requirement| 1 << requirement as u8))
    }

    fn pod_added(&mut self, pod: &PodInfo, node_ix: NodeIx, _: &NodeState, is_nominated: bool) {
        let loose = self.plugin.bookkeeping == Bookkeeping::Loose;
        let all = loose && !is_nominated && anti_terms(self.term_matcher, self.incoming, pod).next().is_some();
        if all {
            self.counted_for_all_terms.insert(pod.uid().clone());
        }
        self.change_counts(pod, node_ix, 1, !(loose && is_nominated), all);
    }

    fn pod_removed(&mut self, pod: &PodInfo, node_ix: NodeIx, _: &NodeState) {
        let all = self.counted_for_all_terms.remove(pod.uid());
        self.change_counts(pod, node_ix, -1, true, all);
    }

    fn is_affected_by(&self, pods: &[&Rc<PodInfo>]) -> bool {
        let own_terms = self.incoming.required_affinity().len() + self.incoming.required_anti_affinity().len();
        own_terms > 0 || pods.iter().any(|pod| pod.has_required_anti_affinity())
    }

    fn fork(&self) -> Option<Box<dyn Judge<'c> + 'c>> {
        Some(Box::new(self.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        cluster::{Objects, Snapshot},
        plugins::testing::{judge_all, node_hints, pod, pod_hint, pod_hints, snapshot},
    };

    const EARLY: InterPodAffinityFilter = InterPodAffinityFilter {
        order: CheckOrder::ExistingFirst,
        bookkeeping: Bookkeeping::Loose,
        namespaces: NamespaceRule::Listed,
        first_pod_needs_keys: false,
        adds_generic_reason: true,
        can_skip: false,
        hint_scope: HintScope::OwnTerms,
    };

    const LATEST: InterPodAffinityFilter = InterPodAffinityFilter {
        order: CheckOrder::OwnFirst,
        bookkeeping: Bookkeeping::Exact,
        namespaces: NamespaceRule::Selected,
        first_pod_needs_keys: true,
        adds_generic_reason: false,
        can_skip: true,
        hint_scope: HintScope::OwnTerms,
    };

    const REQUIRED: &str = "requiredDuringSchedulingIgnoredDuringExecution";

    fn term(app: &str, key: &str) -> String {
        format!(r#"{{"labelSelector":{{"matchLabels":{{"app":"{app}"}}}},"topologyKey":"{key}"}}"#)
    }

    fn pod_json(uid: &str, app: &str, affinity: &[String], anti: &[String]) -> String {
        format!(
            r#"{{"metadata":{{"uid":"{uid}","labels":{{"app":"{app}"}}}},"spec":{{"affinity":{{
                "podAffinity":{{"{REQUIRED}":[{}]}},"podAntiAffinity":{{"{REQUIRED}":[{}]}}}}}}}}"#,
            affinity.join(","),
            anti.join(",")
        )
    }

    fn node(name: &str, labels: &str) -> String {
        format!(r#"{{"metadata":{{"name":"{name}","labels":{{{labels}}}}}}}"#)
    }

    fn cluster(pods_on_a: &[&str]) -> Snapshot {
        let (a, b) = (node("a", r#""host":"a","zone":"z""#), node("b", r#""host":"b","zone":"z""#));
        snapshot(&[(&a, pods_on_a), (&b, &[]), (&node("c", ""), &[])])
    }

    fn last_reasons(plugin: &InterPodAffinityFilter, pod: &PodInfo, snapshot: &Snapshot) -> Vec<Option<Reason>> {
        let last = |verdict: Verdict| {
            let failure = verdict.err()?;
            assert_eq!(failure.reasons.len(), if plugin.adds_generic_reason { 2 } else { 1 });
            assert_eq!(
                failure.code == Code::UnschedulableAndUnresolvable,
                failure.reasons.contains(&Reason::PodAffinity)
            );
            failure.reasons.into_iter().last()
        };
        judge_all(plugin, pod, snapshot).into_iter().map(last).collect()
    }

    #[test]
    fn each_demand_in_its_domain() {
        use Reason::{ExistingPodsAntiAffinity as Existing, PodAffinity as Affinity, PodAntiAffinity as Anti};
        let db = pod_json("db", "db", &[], &[]);
        let shy = pod_json("shy", "db", &[], &[term("web", "host")]);
        for (affinity, anti, namespace, expected) in [
            (vec![], vec![], &db, [None, None, None]),
            (vec![term("db", "host")], vec![], &db, [None, Some(Affinity), Some(Affinity)]),
            (vec![term("db", "zone")], vec![], &db, [None, None, Some(Affinity)]),
            (
                vec![term("db", "zone"), term("none", "zone")],
                vec![],
                &db,
                [Some(Affinity), Some(Affinity), Some(Affinity)],
            ),
            (vec![], vec![term("db", "host")], &db, [Some(Anti), None, None]),
            (vec![], vec![term("db", "zone"), term("none", "host")], &db, [Some(Anti), Some(Anti), None]),
            (vec![], vec![], &shy, [Some(Existing), None, None]),
        ] {
            let web = pod(&pod_json("web", "web", &affinity, &anti));
            for plugin in [&EARLY, &LATEST] {
                assert_eq!(
                    last_reasons(plugin, &web, &cluster(&[namespace])),
                    expected,
                    "{affinity:?} {anti:?} {namespace}"
                );
            }
        }
        // If all three rules are violated, the first in order is reported.
        let web = pod(&pod_json("web", "web", &[term("none", "zone")], &[term("db", "zone")]));
        assert_eq!(last_reasons(&EARLY, &web, &cluster(&[&shy]))[0], Some(Existing));
        assert_eq!(last_reasons(&LATEST, &web, &cluster(&[&shy]))[0], Some(Affinity));
    }

    #[test]
    fn the_first_pod_of_a_series() {
        let web = pod(&pod_json("web", "web", &[term("web", "zone")], &[]));
        assert_eq!(last_reasons(&EARLY, &web, &cluster(&[])), [None, None, None]);
        assert_eq!(last_reasons(&LATEST, &web, &cluster(&[])), [None, None, Some(Reason::PodAffinity)]);
    }

    #[test]
    fn pods_that_come_and_go() {
        // A pod of app x or y is added back; the incoming pod has anti-affinity to x by host and to y by zone.
        let web = pod(&pod_json("web", "web", &[], &[term("x", "host"), term("y", "zone")]));
        let x = pod_json("x", "x", &[], &[]);
        let (snapshot, objects) = (cluster(&[&x]), Objects::default());
        let x = pod(&x);
        for (plugin, nominated, after) in [
            // Its host count is correct; its zone count is upstream's wrong one.
            (&EARLY, false, [false, false, true]),
            (&EARLY, true, [true, true, true]),
            (&LATEST, false, [false, true, true]),
            (&LATEST, true, [false, true, true]),
        ] {
            let cycle = CycleCtx { pod: &web, snapshot: &snapshot, objects: &objects, order: None };
            let PreFilterOutcome::Judge(judge) = plugin.prepare(&cycle) else { panic!("skipped") };
            let mut copy = judge.fork().expect("a copy");
            let fits = |judge: &dyn Judge| -> Vec<bool> {
                snapshot.nodes().iter().enumerate().map(|(ix, node)| judge.judge(ix, node).is_ok()).collect()
            };
            let a = &snapshot.nodes()[0];
            copy.pod_removed(&x, 0, a);
            assert_eq!(fits(&*copy), [true, true, true]);
            copy.pod_added(&x, 0, a, nominated);
            assert_eq!(fits(&*copy), after, "{plugin:?}, nominated {nominated}");
            if !nominated {
                copy.pod_removed(&x, 0, a);
                assert_eq!(fits(&*copy), [true, true, true]);
            }
            assert_eq!(fits(&*judge), [false, true, true]);
        }
    }

    #[test]
    fn queueing_hint_follows_the_pods_terms() {
        let friend = pod(&pod_json("friend", "friend", &[term("x", "zone")], &[]));
        let shy = pod(&pod_json("shy", "shy", &[], &[term("x", "zone")]));
        let hears = |waiting: &PodInfo, gone: &str| {
            let other = pod(&pod_json("o", gone, &[], &[]));
            let came = ClusterEvent::AssignedPodAdd(&other);
            let went = ClusterEvent::AssignedPodDelete { pod: &other, up_to: None };
            [came, went].map(|event| pod_hint(&LATEST, waiting, &event))
        };
        assert_eq!(hears(&friend, "x"), [Some(true), Some(false)]);
        assert_eq!(hears(&friend, "y"), [Some(false), Some(false)]);
        assert_eq!(hears(&shy, "x"), [Some(false), Some(true)]);
        assert_eq!(hears(&pod("{}"), "x"), [Some(false), Some(false)]);
        let on = |app: &str| pod_json("o", app, &[], &[]).replacen(r#""spec":{"#, r#""spec":{"nodeName":"a","#, 1);
        for (waiting, old, new, expected) in
            [(&friend, "y", "x", true), (&friend, "x", "y", false), (&shy, "x", "y", true), (&shy, "y", "x", false)]
        {
            assert_eq!(pod_hints(&LATEST, waiting, &on(old), &on(new)), [Some(expected)], "{old} {new}");
        }
        let zone = |zone: &str| format!(r#"{{"metadata":{{"labels":{{{zone}}}}}}}"#);
        for (waiting, old, new, expected) in [
            (&friend, "", r#""zone":"1""#, true),
            (&friend, r#""zone":"1""#, "", false),
            (&shy, r#""zone":"1""#, "", true),
            (&shy, "", r#""zone":"1""#, false),
        ] {
            assert_eq!(node_hints(&LATEST, waiting, &zone(old), &zone(new)), [Some(expected)], "{old} {new}");
        }
    }

    #[test]
    fn hint_counts_anti_affinity_and_nominated_pods() {
        let both = InterPodAffinityFilter { hint_scope: HintScope::BothSides, ..LATEST };
        let (waiting, shy) =
            (pod(&pod_json("w", "web", &[], &[])), pod(&pod_json("shy", "shy", &[], &[term("x", "zone")])));
        for (gone, terms, up_to, waits, expected) in [
            // Whether all anti-affinity terms of the deleted pod select the waiting pod.
            ("db", vec![term("web", "zone")], None, &waiting, [false, true]),
            ("db", vec![term("web", "zone"), term("other", "host")], None, &waiting, [false, false]),
            ("db", vec![], None, &waiting, [false, false]),
            // The event of a cleared nomination.
            ("x", vec![], Some(9), &shy, [false, true]),
        ] {
            let gone = pod(&pod_json("gone", gone, &[], &terms));
            let event = ClusterEvent::AssignedPodDelete { pod: &gone, up_to };
            assert_eq!([&LATEST, &both].map(|plugin| pod_hint(plugin, waits, &event)), expected.map(Some), "{terms:?}");
        }
        let of = |plugin: &InterPodAffinityFilter| {
            pod_hints(plugin, &waiting, &pod_json("w", "old", &[], &[]), &pod_json("w", "new", &[], &[]))
        };
        assert_eq!((of(&LATEST), of(&both)), (vec![Some(false)], vec![Some(true)]));
    }
}
