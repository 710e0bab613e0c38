//! A profile's filters in one cycle: prepared once, called node by node, forked for dry runs.

use std::rc::Rc;

use api::{Set, Str};
use runlog::{
    Code, DeviceSearch, Failure, NodeIx, NodeRecord, PreFilterRecord, Reason, RowId, add_failure,
    outside_node_set_failure,
};

use super::{CycleCtx, CyclePolicy, EnabledPoints, FilterRow, Judge, Nominator, PreFilterOutcome};
use crate::cluster::{AnswersOfNodes, NodeInfo, NodeState, PlainRequest, PodInfo, Snapshot};

/// A profile's filters, prepared for one pod.
pub struct Filters<'c> {
    policy: CyclePolicy,
    rows: Vec<(&'c RowId, Vec<Box<dyn Judge<'c> + 'c>>)>,
    /// The judges that depend on the pods of the node.
    pod_judges: Vec<JudgeIx>,
    /// The judges that may reject a node.
    selective_judges: Vec<JudgeIx>,
    /// The first selective judge that compares amounts alone, and what it compares.
    room_judge: Option<(JudgeIx, PlainRequest)>,
    /// The results of `PreFilter`.
    pub record: PreFilterRecord,
    /// The nodes to which a plugin restricts the filters, if any does.
    node_set: Option<NodeSet>,
}

/// Identifies a judge by its row and its part within the row.
#[derive(Clone, Copy, PartialEq, Eq)]
struct JudgeIx {
    row: usize,
    part: usize,
}

/// The names of the nodes to which plugins restrict the filters, and these plugins.
struct NodeSet {
    names: Set<Str>,
    plugins: Vec<Str>,
}

/// The judges that a dry run has changed; all others are shared.
#[derive(Default)]
pub struct JudgeFork<'c> {
    forked_judges: Vec<(JudgeIx, Box<dyn Judge<'c> + 'c>)>,
}

/// Identifies failures of a cycle that have the same code, the same rows, and reasons of the same text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FailureKind {
    row: usize,
    /// See [`Judge::reason_flags`].
    reason_flags: u64,
}

/// What the filters say about a node if no reasons are wanted.
#[derive(Clone, Copy, Debug)]
pub(crate) enum QuickVerdict {
    Admitted,
    /// The kind is `None` if it is not known without the reasons.
    Rejected(Option<FailureKind>),
}

/// The rows that rejected a node, each with its failure.
pub type FailedRows = Vec<(RowId, Failure)>;

impl<'c> Filters<'c> {
    /// Runs `PreFilter` of the rows in `table`: in the order of `pre_filters` (indices into `table`), or in the table's
    /// order if that is empty.
    ///
    /// # Errors
    /// Upstream's message of an error that ends the cycle.
    pub(super) fn prepare(
        table: &'c [FilterRow],
        pre_filters: &[usize],
        policy: CyclePolicy,
        cycle: &CycleCtx<'c>,
    ) -> Result<Self, Str> {
        let mut filters = Self {
            policy,
            rows: Vec::new(),
            pod_judges: Vec::new(),
            selective_judges: Vec::new(),
            room_judge: None,
            record: PreFilterRecord::default(),
            node_set: None,
        };
        let mut prepared_judges: Vec<Vec<Box<dyn Judge<'c> + 'c>>> = table.iter().map(|_| Vec::new()).collect();
        let own_order = pre_filters.is_empty();
        let order = (0..table.len()).filter(|_| own_order).chain(pre_filters.iter().copied());
        for at in order {
            let FilterRow { id, parts, enabled, .. } = &table[at];
            if *enabled == EnabledPoints::FilterOnly {
                continue;
            }
            let judges = &mut prepared_judges[at];
            for (_, part) in parts {
                match part.prepare(cycle) {
                    PreFilterOutcome::Skip => {}
                    PreFilterOutcome::Error(text) => return Err(text),
                    PreFilterOutcome::Reject(failure) => {
                        if filters.note_rejection(id, failure) {
                            return Ok(filters);
                        }
                    }
                    PreFilterOutcome::Judge(judge) => judges.push(judge),
                    PreFilterOutcome::JudgeWithin(names, judge) => {
                        filters.restrict_nodes(names.into_iter().collect(), id.name());
                        judges.push(judge);
                    }
                }
            }
        }
        for (FilterRow { id, parts, enabled, .. }, mut judges) in table.iter().zip(prepared_judges) {
            match enabled {
                EnabledPoints::PreFilterOnly => continue,
                EnabledPoints::Both if judges.is_empty() && policy.supports_skip => {
                    filters.record.skipped.push(id.clone());
                }
                EnabledPoints::Both => {}
                EnabledPoints::FilterOnly => {
                    judges = parts.iter().filter_map(|(_, part)| part.prepare_without_pre_filter(cycle)).collect();
                }
            }
            if !judges.is_empty() {
                for (part, judge) in judges.iter().enumerate() {
                    let ix = JudgeIx { row: filters.rows.len(), part };
                    filters.pod_judges.extend((!judge.is_node_only()).then_some(ix));
                    if !judge.admits_every_node() {
                        filters.selective_judges.push(ix);
                        filters.room_judge =
                            filters.room_judge.or_else(|| judge.plain_request().map(|request| (ix, request)));
                    }
                }
                filters.rows.push((id, judges));
            }
        }
        if let Some(NodeSet { names, plugins }) = &filters.node_set {
            filters.record.node_set = Some(names.iter().cloned().collect());
            if names.is_empty() && filters.record.rejected.is_none() {
                let row = filters.rows.first().map(|(id, _)| (*id).clone()).unwrap_or_default();
                let reason = Reason::EmptyNodeSet { plugins: plugins.clone() };
                filters.record.rejected = Some((row, Failure::unresolvable(reason)));
            }
        }
        Ok(filters)
    }

    /// Records that a row rejects the pod for all nodes. Returns whether that ends `PreFilter`.
    fn note_rejection(&mut self, id: &RowId, failure: Failure) -> bool {
        let unresolvable = failure.code == Code::UnschedulableAndUnresolvable;
        if self.record.rejected.is_none() || unresolvable {
            self.record.rejected = Some((id.clone(), failure));
        }
        unresolvable || !self.policy.collects_pre_filter_rejections
    }

    fn restrict_nodes(&mut self, names: Set<Str>, plugin: Str) {
        self.node_set = Some(match self.node_set.take() {
            None => NodeSet { names, plugins: vec![plugin] },
            Some(mut node_set) => {
                node_set.plugins.push(plugin);
                node_set.names.retain(|name| names.contains(name));
                node_set
            }
        });
    }

    /// Whether every node is checked, and its first failing row is all that has to be recorded.
    pub(crate) fn is_plain(&self) -> bool {
        self.record.rejected.is_none() && self.node_set.is_none() && !self.policy.always_checks_all
    }

    /// Whether a plugin restricts the filters to some nodes.
    pub(crate) fn has_node_set(&self) -> bool {
        self.node_set.is_some()
    }

    /// Returns the failure of a node that is not checked because it is outside the node set. `refusing_row`, the row
    /// that rejected the pod's own nominated node, counts among the plugins that restricted the nodes.
    #[must_use]
    pub fn outside_node_set(&self, node: &NodeState, refusing_row: Option<&RowId>) -> Option<Failure> {
        let NodeSet { names, plugins } = self.node_set.as_ref()?;
        if names.contains(node.name()) {
            return None;
        }
        let mut plugins = plugins.clone();
        if let Some(row) = refusing_row
            && !plugins.iter().any(|plugin| plugin.as_str() == row.as_str())
        {
            plugins.push(row.as_str().into());
            plugins.sort();
        }
        Some(outside_node_set_failure(plugins))
    }

    /// Copies those judges that depend on any of the pods that are going to be added or removed; judges that `from` has
    /// already forked are copied from there.
    #[must_use]
    pub fn fork(&self, from: &JudgeFork<'c>, pods: &[&Rc<PodInfo>]) -> JudgeFork<'c> {
        let mut forks = Vec::new();
        for &ix in &self.pod_judges {
            let (judge, forked_judge) = (&self.rows[ix.row].1[ix.part], from.judge(ix));
            if forked_judge.is_some() || judge.is_affected_by(pods) {
                forks.extend(forked_judge.unwrap_or(&**judge).fork().map(|judge| (ix, judge)));
            }
        }
        debug_assert!(
            from.forked_judges.iter().all(|(ix, _)| forks.iter().any(|(other, _)| other == ix)),
            "a fork of a fork contains all judges of its parent"
        );
        JudgeFork { forked_judges: forks }
    }

    /// Runs the filters on a node, with the pods in `node` and `fork`. Stops at the first failing row, unless the
    /// profile checks all.
    #[must_use]
    pub fn judge_node(&self, node_ix: NodeIx, node: &NodeState, fork: &JudgeFork<'c>) -> FailedRows {
        let mut failed_rows = Vec::new();
        for (at, (id, judges)) in self.rows.iter().enumerate() {
            let mut verdict = Ok(());
            for (part, judge) in judges.iter().enumerate() {
                add_failure(
                    &mut verdict,
                    fork.judge(JudgeIx { row: at, part }).unwrap_or(&**judge).judge(node_ix, node),
                );
            }
            if let Err(failure) = verdict {
                failed_rows.push(((*id).clone(), failure));
                if !self.policy.always_checks_all {
                    break;
                }
            }
        }
        failed_rows
    }

    /// Runs the filters on a node without nominated pods, like [`Filters::judge_node`], but builds no reasons.
    pub(crate) fn judge_without_reasons(&self, node_ix: NodeIx, node: &NodeState) -> QuickVerdict {
        let judge = |ix: &JudgeIx| &self.rows[ix.row].1[ix.part];
        let first_rejection = self.selective_judges.iter().find(|ix| !judge(ix).admits(node_ix, node));
        debug_assert!(
            first_rejection.is_none() == self.judge_node(node_ix, node, &JudgeFork::default()).is_empty(),
            "a node is admitted if no row fails"
        );
        let Some(&JudgeIx { row, .. }) = first_rejection else { return QuickVerdict::Admitted };
        QuickVerdict::Rejected(self.failure_kind(row, node_ix, node))
    }

    /// Returns the kind of a node's failure if this row is the first one that rejects it.
    fn failure_kind(&self, row: usize, node_ix: NodeIx, node: &NodeState) -> Option<FailureKind> {
        let reason_flags = match &*self.rows[row].1 {
            [only] if !self.policy.always_checks_all => only.reason_flags(node_ix, node)?,
            _ => return None,
        };
        Some(FailureKind { row, reason_flags })
    }

    /// Returns a search over nodes for which no reasons are wanted.
    pub(crate) fn search_quickly<'f>(&'f self, snapshot: &'f Snapshot) -> QuickSearch<'f, 'c> {
        let room_search = self.room_judge.map(|(ix, request)| {
            let others: Vec<JudgeIx> = self.selective_judges.iter().copied().filter(|other| *other != ix).collect();
            let is_only_judge = others.is_empty() && self.rows[ix.row].1.len() == 1;
            let failing_row = (is_only_judge && !self.policy.always_checks_all).then_some(ix.row);
            RoomSearch { shortages: snapshot.shortages_for(request), others, failing_row }
        });
        QuickSearch { filters: self, nodes: snapshot.nodes(), room_search }
    }

    /// Returns the amounts that the pod needs, if all filters but one depend on the node object alone, and that one on
    /// amounts alone.
    pub(crate) fn plain_request(&self) -> Option<PlainRequest> {
        match *self.pod_judges {
            [JudgeIx { row, part }] => self.rows[row].1[part].plain_request(),
            _ => None,
        }
    }

    /// Whether the filters that depend on the node object alone admit the node.
    pub(crate) fn admits_node_object(&self, node_ix: NodeIx, node: &NodeState) -> bool {
        let mut judges = self.selective_judges.iter().map(|ix| &self.rows[ix.row].1[ix.part]);
        judges.all(|judge| !judge.is_node_only() || judge.admits(node_ix, node))
    }

    /// Returns how the filters searched devices on a node, if they got that far before the last of `failed_rows`
    /// stopped them.
    #[must_use]
    pub fn device_search(&self, node_ix: NodeIx, node: &NodeState, failed_rows: &FailedRows) -> Option<DeviceSearch> {
        let last = failed_rows.last().filter(|_| !self.policy.always_checks_all).map(|(id, _)| id);
        let end = last.and_then(|last| self.rows.iter().position(|(id, _)| *id == last));
        let evaluated_rows = &self.rows[..end.map_or(self.rows.len(), |end| end + 1)];
        let device_search =
            evaluated_rows.iter().flat_map(|(_, judges)| judges).find_map(|judge| judge.search(node_ix, node))?;
        Some(DeviceSearch { node: node_ix, ..device_search })
    }

    /// Runs the filters on a node twice if pods of at least the same priority are nominated to it: first with these
    /// pods added, then, if that succeeds, without them. `addNominatedPods` adds all of them at once, so they can
    /// reject a pod because of resources that they will never use together; nominated pods of lower priority are
    /// ignored. Upstream: `RunFilterPluginsWithNominatedPods` (v1.16: `podFitsOnNode`).
    #[must_use]
    pub(crate) fn judge_with_nominated(
        &self,
        pod: &PodInfo,
        node_ix: NodeIx,
        node: &NodeState,
        fork: &JudgeFork<'c>,
        nominator: &Nominator,
    ) -> TwoPasses {
        if nominator.is_empty() {
            return TwoPasses { failed_rows: self.judge_node(node_ix, node, fork), nominated: Vec::new(), pass: 1 };
        }
        let nominated = nominator.nominated_at_least(node.name(), pod);
        if !nominated.is_empty() {
            let (with, judges) = self.add_nominated(node_ix, node, fork, &nominated);
            let failed_rows = self.judge_node(node_ix, &with, &judges);
            if !failed_rows.is_empty() {
                return TwoPasses { failed_rows, nominated, pass: 1 };
            }
        }
        debug_assert!(
            nominated.iter().all(|other| other.priority() >= pod.priority()),
            "only nominated pods of at least the same priority are added"
        );
        let pass = if nominated.is_empty() { 1 } else { 2 };
        TwoPasses { failed_rows: self.judge_node(node_ix, node, fork), nominated, pass }
    }

    /// Whether a node that passed [`Filters::judge_with_nominated`] still does after pods were added or removed. Skips
    /// filters that depend only on the node, and builds no reasons. `nominated` is the result of
    /// [`Nominator::nominated_at_least`] for the node, which does not change during a dry run.
    #[must_use]
    #[inline]
    pub(crate) fn admits_with_nominated(
        &self,
        node_ix: NodeIx,
        node: &NodeState,
        fork: &JudgeFork<'c>,
        nominated: &[Rc<PodInfo>],
    ) -> bool {
        if !nominated.is_empty() {
            let (with, judges) = self.add_nominated(node_ix, node, fork, nominated);
            if !self.admits_node(node_ix, &with, &judges) {
                return false;
            }
        }
        self.admits_node(node_ix, node, fork)
    }

    fn admits_node(&self, node_ix: NodeIx, node: &NodeState, fork: &JudgeFork<'c>) -> bool {
        let judge = |judge_ix: JudgeIx| fork.judge(judge_ix).unwrap_or(&*self.rows[judge_ix.row].1[judge_ix.part]);
        debug_assert!(
            self.pod_judges.iter().all(|&ix| {
                let judge = judge(ix);
                judge.admits(node_ix, node) == judge.judge(node_ix, node).is_ok()
            }),
            "a judge admits a node if it has no failure for it"
        );
        self.pod_judges.iter().all(|&ix| judge(ix).admits(node_ix, node))
    }

    /// Whether both forks give the same verdict for a node. Used by assertions only.
    pub(crate) fn have_same_verdict(
        &self,
        node_ix: NodeIx,
        node: &NodeState,
        fork: &JudgeFork<'c>,
        other: &JudgeFork<'c>,
    ) -> bool {
        self.judge_node(node_ix, node, fork) == self.judge_node(node_ix, node, other)
    }

    fn add_nominated(
        &self,
        node_ix: NodeIx,
        node: &NodeState,
        fork: &JudgeFork<'c>,
        nominated: &[Rc<PodInfo>],
    ) -> (NodeState, JudgeFork<'c>) {
        let mut with = node.clone();
        let mut judges = self.fork(fork, &nominated.iter().collect::<Vec<_>>());
        debug_assert!(
            self.have_same_verdict(node_ix, node, fork, &judges),
            "a judge's fork returns its parent's verdict"
        );
        for other in nominated {
            with.add_pod_sums(other);
            judges.add_pod(other, node_ix, &with, true);
        }
        (with, judges)
    }
}

/// The filters of a cycle in a search over many nodes, without nominated pods and without reasons.
pub(crate) struct QuickSearch<'f, 'c> {
    filters: &'f Filters<'c>,
    nodes: &'f [Rc<NodeInfo>],
    room_search: Option<RoomSearch<'f>>,
}

/// The part of a search that a filter decides by amounts alone: they are compared in blocks of nodes.
struct RoomSearch<'f> {
    shortages: AnswersOfNodes<'f, PlainRequest>,
    /// The other judges that may reject a node.
    others: Vec<JudgeIx>,
    /// The row that rejects every node without room, if no other judge rejects any.
    failing_row: Option<usize>,
}

impl QuickSearch<'_, '_> {
    #[inline]
    pub(crate) fn verdict(&mut self, node_ix: NodeIx) -> QuickVerdict {
        let by_filters = || self.filters.judge_without_reasons(node_ix, &self.nodes[node_ix]);
        let Some(RoomSearch { shortages, others, failing_row }) = &mut self.room_search else { return by_filters() };
        let shortages = shortages.of_node(node_ix);
        let verdict = if shortages != 0 {
            // Otherwise the first row that rejects the node has to be looked for.
            let Some(row) = *failing_row else { return by_filters() };
            QuickVerdict::Rejected(Some(FailureKind { row, reason_flags: shortages.into() }))
        } else {
            let admits = |ix: &JudgeIx| self.filters.rows[ix.row].1[ix.part].admits(node_ix, &self.nodes[node_ix]);
            match others.iter().find(|ix| !admits(ix)) {
                None => QuickVerdict::Admitted,
                Some(ix) => QuickVerdict::Rejected(self.filters.failure_kind(ix.row, node_ix, &self.nodes[node_ix])),
            }
        };
        debug_assert!(
            matches!(verdict, QuickVerdict::Admitted) == matches!(by_filters(), QuickVerdict::Admitted),
            "a node has room if the filter admits it"
        );
        verdict
    }
}

/// The result of one or two passes of the filters over a node.
#[derive(Default)]
pub struct TwoPasses {
    /// Failing rows of the last pass.
    pub failed_rows: FailedRows,
    /// The nominated pods that the first pass added.
    pub nominated: Vec<Rc<PodInfo>>,
    /// Number of the last pass that ran, 1 or 2.
    pub pass: u8,
}

impl TwoPasses {
    /// Returns the record of the node at index `node`.
    #[must_use]
    pub fn record(&self, node: usize) -> NodeRecord {
        let nominated = self.nominated.iter().map(|pod| pod.pod.key()).collect();
        NodeRecord { nominated, pass: self.pass, ..NodeRecord::new(node, self.failed_rows.clone()) }
    }
}

impl<'c> JudgeFork<'c> {
    fn judge(&self, judge_ix: JudgeIx) -> Option<&(dyn Judge<'c> + 'c)> {
        self.forked_judges.iter().find(|(forked_ix, _)| *forked_ix == judge_ix).map(|(_, judge)| &**judge)
    }

    /// Adds a pod to the forked judges. Upstream: `PreFilterExtensions.AddPod`.
    pub fn add_pod(&mut self, pod: &PodInfo, node_ix: NodeIx, node: &NodeState, is_nominated: bool) {
        self.forked_judges.iter_mut().for_each(|(.., judge)| judge.pod_added(pod, node_ix, node, is_nominated));
    }

    /// Removes a pod from the forked judges. Upstream: `PreFilterExtensions.RemovePod`.
    pub fn remove_pod(&mut self, pod: &PodInfo, node_ix: NodeIx, node: &NodeState) {
        self.forked_judges.iter_mut().for_each(|(.., judge)| judge.pod_removed(pod, node_ix, node));
    }
}

/// Merges the failures of several rows: all reasons, and the most severe code. `None` if no row failed.
#[must_use]
pub fn merge_failures(failed_rows: FailedRows) -> Option<Failure> {
    let mut verdict = Ok(());
    for (_, failure) in failed_rows {
        add_failure(&mut verdict, Err(failure));
    }
    verdict.err()
}
