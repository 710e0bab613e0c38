//! A profile's filters at work: prepared once, asked node by node, forked for what-if questions.

use std::rc::Rc;

use crate::cluster::{NodeState, PodInfo};
use api::{Set, Str};

use super::{Cycle, CyclePolicy, Enabled, FilterRow, Judge, Nominator, Prepared};
use record::{Code, DeviceSearch, Failure, NodeRecord, PreFilterRecord, Reason, RowId, collect, outside};

/// A profile's filters, prepared for one pod.
pub struct Filters<'c> {
    policy: CyclePolicy,
    rows: Vec<(&'c RowId, Vec<Box<dyn Judge<'c> + 'c>>)>,
    /// Row and part of each judge that depends on the pods of the node.
    pod_judges: Vec<(usize, usize)>,
    /// What `PreFilter` found.
    pub record: PreFilterRecord,
    /// The only nodes that can do, with the plugins that say so.
    node_set: Option<(Set<Str>, Vec<Str>)>,
}

/// Judges that a what-if question has changed; the others are shared.
#[derive(Default)]
pub struct Fork<'c> {
    own: Vec<(usize, usize, Box<dyn Judge<'c> + 'c>)>,
}

/// Rows that failed, each with its reasons.
pub type Failed = Vec<(RowId, Failure)>;

impl<'c> Filters<'c> {
    /// Runs `PreFilter` of these rows: in the order of `pre_filters`, or in their own where that is empty.
    ///
    /// # Errors
    /// Upstream's text of an error that ends the cycle.
    pub(super) fn prepare(
        table: &'c [FilterRow],
        pre_filters: &[usize],
        policy: CyclePolicy,
        cycle: &Cycle<'c>,
    ) -> Result<Self, Str> {
        let mut filters = Self {
            policy,
            rows: Vec::new(),
            pod_judges: Vec::new(),
            record: PreFilterRecord::default(),
            node_set: None,
        };
        let mut prepared: Vec<Vec<Box<dyn Judge<'c> + 'c>>> = table.iter().map(|_| Vec::new()).collect();
        let own_order = pre_filters.is_empty();
        let order = (0..table.len()).filter(|_| own_order).chain(pre_filters.iter().copied());
        for at in order {
            let FilterRow { id, parts, enabled, .. } = &table[at];
            if *enabled == Enabled::Second {
                continue;
            }
            let judges = &mut prepared[at];
            for (_, part) in parts {
                match part.prepare(cycle) {
                    Prepared::Skip => {}
                    Prepared::Error(text) => return Err(text),
                    Prepared::Reject(failure) => {
                        if filters.reject(id, failure) {
                            return Ok(filters);
                        }
                    }
                    Prepared::Judge(judge) => judges.push(judge),
                    Prepared::JudgeWithin(names, judge) => {
                        filters.restrict(names.into_iter().collect(), id.name());
                        judges.push(judge);
                    }
                }
            }
        }
        for (FilterRow { id, parts, enabled, .. }, mut judges) in table.iter().zip(prepared) {
            match enabled {
                Enabled::First => continue,
                Enabled::Both if judges.is_empty() && policy.prefilter_skips => {
                    filters.record.skipped.push(id.clone());
                }
                Enabled::Both => {}
                Enabled::Second => judges = parts.iter().filter_map(|(_, part)| part.unprepared(cycle)).collect(),
            }
            if !judges.is_empty() {
                let with_pods = judges.iter().enumerate().filter(|(_, judge)| !judge.node_only());
                filters.pod_judges.extend(with_pods.map(|(part, _)| (filters.rows.len(), part)));
                filters.rows.push((id, judges));
            }
        }
        if let Some((names, plugins)) = &filters.node_set {
            filters.record.node_set = Some(names.iter().cloned().collect());
            if names.is_empty() && filters.record.rejected.is_none() {
                let row = filters.rows.first().map(|(id, _)| (*id).clone()).unwrap_or_default();
                let reason = Reason::EmptyNodeSet { plugins: plugins.clone() };
                filters.record.rejected = Some((row, Failure::unresolvable(reason)));
            }
        }
        Ok(filters)
    }

    /// Notes that a row rejects the pod for all nodes; whether that ends `PreFilter`.
    fn reject(&mut self, id: &RowId, failure: Failure) -> bool {
        let unresolvable = failure.code == Code::UnschedulableAndUnresolvable;
        if self.record.rejected.is_none() || unresolvable {
            self.record.rejected = Some((id.clone(), failure));
        }
        unresolvable || !self.policy.prefilter_runs_on
    }

    fn restrict(&mut self, names: Set<Str>, plugin: Str) {
        self.node_set = Some(match self.node_set.take() {
            None => (names, vec![plugin]),
            Some((mut so_far, mut plugins)) => {
                plugins.push(plugin);
                so_far.retain(|name| names.contains(name));
                (so_far, plugins)
            }
        });
    }

    /// The failure of a node that no plugin is asked about, because it is outside the node set.
    #[must_use]
    pub fn outside(&self, node: &NodeState) -> Option<Failure> {
        let (names, plugins) = self.node_set.as_ref()?;
        (!names.contains(node.name())).then(|| outside(plugins.clone()))
    }

    /// Copies, taken from `from`, of those judges that depend on any of the pods that come or go.
    #[must_use]
    pub fn fork(&self, from: &Fork<'c>, pods: &[&Rc<PodInfo>]) -> Fork<'c> {
        let mut own = Vec::new();
        for &(row, part) in &self.pod_judges {
            let (judge, changed) = (&self.rows[row].1[part], from.own(row, part));
            if changed.is_some() || judge.minds(pods) {
                own.extend(changed.unwrap_or(&**judge).fork().map(|judge| (row, part, judge)));
            }
        }
        debug_assert!(
            from.own.iter().all(|(row, part, _)| own.iter().any(|(r, p, _)| (r, p) == (row, part))),
            "what a fork has changed, a fork of it knows"
        );
        Fork { own }
    }

    /// Asks the filters about a node as it stands in `node` and `fork`. The first failing row ends the node, unless the
    /// profile checks all.
    #[must_use]
    pub fn judge(&self, node: &NodeState, fork: &Fork<'c>) -> Failed {
        let mut failed = Vec::new();
        for (at, (id, judges)) in self.rows.iter().enumerate() {
            let mut verdict = Ok(());
            for (part, judge) in judges.iter().enumerate() {
                collect(&mut verdict, fork.own(at, part).unwrap_or(&**judge).judge(node));
            }
            if let Err(failure) = verdict {
                failed.push(((*id).clone(), failure));
                if !self.policy.always_check_all {
                    break;
                }
            }
        }
        failed
    }

    /// How the filters looked for devices on a node, if they came to that: the rows of `failed` ended it.
    #[must_use]
    pub fn searched(&self, node: &NodeState, ix: usize, failed: &Failed) -> Option<DeviceSearch> {
        let last = failed.last().filter(|_| !self.policy.always_check_all).map(|(id, _)| id);
        let end = last.and_then(|last| self.rows.iter().position(|(id, _)| *id == last));
        let asked = &self.rows[..end.map_or(self.rows.len(), |end| end + 1)];
        let found = asked.iter().flat_map(|(_, judges)| judges).find_map(|judge| judge.search(node))?;
        Some(DeviceSearch { node: ix, ..found })
    }

    /// Upstream's `RunFilterPluginsWithNominatedPods` (v1.16: `podFitsOnNode`): where pods at least as important are
    /// nominated to the node, it must do with them there and, if so, also without them. `addNominatedPods` adds all of them at once, so a
    /// pod can be kept out by room that they will never take together; those of lower priority do not count. The recorded decisions hold
    /// it.
    #[must_use]
    pub(crate) fn judge_with_nominated(
        &self,
        pod: &PodInfo,
        node: &NodeState,
        fork: &Fork<'c>,
        nominator: &Nominator,
    ) -> TwoPasses {
        if nominator.is_empty() {
            return TwoPasses { failed: self.judge(node, fork), nominated: Vec::new(), pass: 1 };
        }
        let nominated = nominator.at_least(node.name(), pod);
        if !nominated.is_empty() {
            let (with, judges) = self.with_nominated(node, fork, &nominated);
            let failed = self.judge(&with, &judges);
            if !failed.is_empty() {
                return TwoPasses { failed, nominated, pass: 1 };
            }
        }
        debug_assert!(
            nominated.iter().all(|other| other.priority() >= pod.priority()),
            "only pods that are at least as important are assumed to be there"
        );
        let pass = if nominated.is_empty() { 1 } else { 2 };
        TwoPasses { failed: self.judge(node, fork), nominated, pass }
    }

    /// Whether a node that passed [`Filters::judge_with_nominated`] still does, now that other pods are on it. Skips
    /// filters that depend only on the node, and builds no reasons. `nominated` are the pods that [`Nominator::at_least`]
    /// finds there: a dry run asks often, and they stay the same.
    #[must_use]
    #[inline]
    pub(crate) fn still_admit(&self, node: &NodeState, fork: &Fork<'c>, nominated: &[Rc<PodInfo>]) -> bool {
        if !nominated.is_empty() {
            let (with, judges) = self.with_nominated(node, fork, nominated);
            if !self.admit(&with, &judges) {
                return false;
            }
        }
        self.admit(node, fork)
    }

    fn admit(&self, node: &NodeState, fork: &Fork<'c>) -> bool {
        let judge = |row: usize, part: usize| fork.own(row, part).unwrap_or(&*self.rows[row].1[part]);
        debug_assert!(
            self.pod_judges.iter().all(|&(row, part)| {
                let judge = judge(row, part);
                judge.admits(node) == judge.judge(node).is_ok()
            }),
            "a judge admits a node if it has no failure for it"
        );
        self.pod_judges.iter().all(|&(row, part)| judge(row, part).admits(node))
    }

    /// Whether judges say the same of a node in both forks. Nobody but checks of the engine itself asks.
    pub(crate) fn agree(&self, node: &NodeState, one: &Fork<'c>, other: &Fork<'c>) -> bool {
        self.judge(node, one) == self.judge(node, other)
    }

    fn with_nominated(&self, node: &NodeState, fork: &Fork<'c>, nominated: &[Rc<PodInfo>]) -> (NodeState, Fork<'c>) {
        let mut with = node.clone();
        let mut judges = self.fork(fork, &nominated.iter().collect::<Vec<_>>());
        debug_assert!(self.agree(node, fork, &judges), "a judge's fork says what its parent says");
        for other in nominated {
            with.count(other);
            judges.added(other, &with, true);
        }
        (with, judges)
    }
}

/// What the passes over a node found.
#[derive(Default)]
pub struct TwoPasses {
    /// Failing rows of the last pass that ran.
    pub failed: Failed,
    /// Pods that the first pass assumed to be there.
    pub nominated: Vec<Rc<PodInfo>>,
    /// Number of the last pass.
    pub pass: u8,
}

impl TwoPasses {
    /// The record of a node.
    #[must_use]
    pub fn record(&self, node: usize) -> NodeRecord {
        let nominated = self.nominated.iter().map(|pod| pod.pod.key().into()).collect();
        NodeRecord { node, failed: self.failed.clone(), nominated, pass: self.pass, outside: None, refused: None }
    }
}

impl<'c> Fork<'c> {
    fn own(&self, row: usize, part: usize) -> Option<&(dyn Judge<'c> + 'c)> {
        self.own.iter().find(|(r, p, _)| (*r, *p) == (row, part)).map(|(.., judge)| &**judge)
    }

    /// `PreFilterExtensions.AddPod`.
    pub fn added(&mut self, pod: &PodInfo, node: &NodeState, nominated: bool) {
        self.own.iter_mut().for_each(|(.., judge)| judge.pod_added(pod, node, nominated));
    }

    /// `PreFilterExtensions.RemovePod`.
    pub fn removed(&mut self, pod: &PodInfo, node: &NodeState) {
        self.own.iter_mut().for_each(|(.., judge)| judge.pod_removed(pod, node));
    }
}

/// One failure of several rows: all reasons, the worst code. `None` if no row failed.
#[must_use]
pub fn merged(failed: Failed) -> Option<Failure> {
    let mut verdict = Ok(());
    for (_, failure) in failed {
        collect(&mut verdict, Err(failure));
    }
    verdict.err()
}
