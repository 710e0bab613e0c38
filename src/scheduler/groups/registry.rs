//! The scheduler's registry of pod groups: the `PodGroup` objects, their members, and the preemptors whose victims are
//! being evicted.
//!
//! Upstream: `podGroupStates` of the cache, the lister of `PodGroup`s, and the state of `preemption.Executor`. The
//! queue owns it, because `PreEnqueue` of `GangScheduling` and `DefaultPreemption` reads it whenever a member moves.

use std::rc::Rc;

use api::{FeatureGates, NamespacedName, PodGroup, Set, Str, Table};
use runlog::{GroupMessage, RowId, UpstreamMessage, Wording};

use super::state::GroupState;
use crate::{
    cluster::{ClaimRules, Claims, PodInfo},
    framework::GroupQuorum,
    plugins::gang_scheduling::GANG_SCHEDULING,
};

/// The plugin that gates pods whose victims are being evicted.
pub(crate) const DEFAULT_PREEMPTION: &str = "DefaultPreemption";

/// The plugin that gates pods with scheduling gates.
pub(crate) const SCHEDULING_GATES: &str = "SchedulingGates";

/// The plugin that gates pods whose claims do not exist.
pub(crate) const DYNAMIC_RESOURCES: &str = "DynamicResources";

/// Pod groups, and what keeps their members out of the queue.
#[derive(Clone, Debug, Default)]
pub struct GroupRegistry {
    /// The feature gates of the run.
    pub gates: FeatureGates,
    groups: Table<NamespacedName, Rc<PodGroup>>,
    /// Members by the name of their group, which need not exist.
    states: Table<NamespacedName, GroupState>,
    /// Pods and groups whose victims are being evicted, by uid.
    preempting: Set<Str>,
    /// The cluster's `ResourceClaim`s, for which members can wait, and the release's rules for them.
    claims: Option<(Rc<dyn Claims>, ClaimRules)>,
}

/// Why a plugin gates a member at `PreEnqueue`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PreEnqueueGate {
    /// `SchedulingGates`.
    OwnGates,
    /// `DefaultPreemption`: victims of the pod, or of its group, are being evicted.
    Preemption { is_of_group: bool },
    /// `GangScheduling`: the group doesn't exist.
    MissingGroup,
    /// `GangScheduling`: too few members exist.
    MissingMembers,
    /// `DynamicResources`: a claim of the pod does not exist yet, or is not for it.
    MissingClaim,
}

impl PreEnqueueGate {
    /// Returns the gating plugin.
    #[must_use]
    pub fn plugin(self) -> RowId {
        match self {
            Self::OwnGates => SCHEDULING_GATES.into(),
            Self::Preemption { .. } => DEFAULT_PREEMPTION.into(),
            Self::MissingGroup | Self::MissingMembers => GANG_SCHEDULING.into(),
            Self::MissingClaim => DYNAMIC_RESOURCES.into(),
        }
    }
}

impl GroupRegistry {
    /// Creates an empty registry.
    #[must_use]
    pub fn new(gates: FeatureGates) -> Self {
        Self { gates, ..Self::default() }
    }

    /// Whether a pod is scheduled with a group.
    #[must_use]
    pub fn is_member(&self, pod: &PodInfo) -> bool {
        self.gates.generic_workload && pod.pod.spec.scheduling_group.is_some()
    }

    /// Returns the group that a pod is scheduled with.
    #[must_use]
    pub fn group_of(&self, pod: &PodInfo) -> Option<NamespacedName> {
        if self.gates.generic_workload { pod.pod.group_key() } else { None }
    }

    /// Replaces the claims, after some were created, updated or deleted.
    pub fn set_claims(&mut self, claims: Rc<dyn Claims>, rules: ClaimRules) {
        self.claims = Some((claims, rules));
    }

    /// Returns upstream's message about a gated pod.
    #[must_use]
    pub fn gate_message(&self, gate: PreEnqueueGate, pod: &PodInfo, wording: &dyn Wording) -> Str {
        let group = pod.pod.spec.scheduling_group.as_ref();
        let message = match gate {
            PreEnqueueGate::OwnGates => {
                let names: Vec<&str> = pod.pod.spec.scheduling_gates.iter().map(|gate| gate.name.as_str()).collect();
                return format!("waiting for scheduling gates: [{}]", names.join(" ")).into();
            }
            PreEnqueueGate::MissingClaim => return self.claim_problem(pod).unwrap_or_default(),
            PreEnqueueGate::Preemption { is_of_group } => GroupMessage::PreemptionRuns { is_of_group },
            PreEnqueueGate::MissingGroup => {
                GroupMessage::AwaitsGroup { name: group.map_or("", |group| group.pod_group_name.as_str()) }
            }
            PreEnqueueGate::MissingMembers => GroupMessage::AwaitsMembers,
        };
        UpstreamMessage::Group(message).render_with(wording)
    }

    fn claim_problem(&self, pod: &PodInfo) -> Option<Str> {
        let (claims, rules) = self.claims.as_ref().filter(|_| !pod.pod.spec.resource_claims.is_empty())?;
        claims.claim_problem(&pod.pod, rules)
    }

    /// Adds or updates a group.
    pub fn put_group(&mut self, group: Rc<PodGroup>) {
        self.groups.insert(group.key(), group);
    }

    /// Removes a group.
    pub fn remove_group(&mut self, key: &NamespacedName) {
        self.groups.remove(key);
    }

    /// Returns a group, if it exists.
    #[must_use]
    pub fn group(&self, key: &NamespacedName) -> Option<&Rc<PodGroup>> {
        self.groups.get(key)
    }

    /// Returns the members of a group.
    #[must_use]
    pub fn state(&self, key: &NamespacedName) -> Option<&GroupState> {
        self.states.get(key)
    }

    /// Returns all groups that have members.
    pub fn states(&self) -> impl Iterator<Item = (&NamespacedName, &GroupState)> {
        self.states.iter()
    }

    /// Adds or updates an unscheduled or bound pod.
    pub fn put_pod(&mut self, pod: &Rc<PodInfo>) {
        if let Some(key) = self.group_of(pod) {
            self.states.or_default(key).put(pod);
        }
    }

    /// Updates a pod if it is a known member.
    pub fn update_pod(&mut self, pod: &Rc<PodInfo>) {
        let state = self.group_of(pod).and_then(|key| self.states.get_mut(&key));
        if let Some(state) = state.filter(|state| state.contains(pod.uid())) {
            state.put(pod);
        }
    }

    /// Removes a pod that was deleted or has completed.
    pub fn remove_pod(&mut self, pod: &PodInfo) {
        let Some(key) = self.group_of(pod) else { return };
        let Some(state) = self.states.get_mut(&key) else { return };
        state.remove(pod.uid());
        if state.is_empty() {
            self.states.remove(&key);
        }
    }

    /// Assumes a pod on a node.
    pub fn assume(&mut self, pod: &PodInfo, node: &Str) {
        let state = self.group_of(pod).and_then(|key| self.states.get_mut(&key));
        if let Some(state) = state {
            state.assume(pod.uid(), node);
        }
    }

    /// Reverts [`assume`](Self::assume).
    pub fn forget(&mut self, pod: &PodInfo) {
        let state = self.group_of(pod).and_then(|key| self.states.get_mut(&key));
        if let Some(state) = state {
            state.forget(pod.uid());
        }
    }

    /// Returns how many members of a pod's group have a node, for `Permit`.
    #[must_use]
    pub fn quorum(&self, pod: &PodInfo) -> Option<GroupQuorum<'_>> {
        let key = self.group_of(pod)?;
        let scheduled = self.states.get(&key).map_or(0, GroupState::scheduled_count);
        Some(GroupQuorum { group: self.groups.get(&key).map(|group| &**group), scheduled })
    }

    /// Records that victims of a pod or a group with this uid are being evicted. Upstream: `Executor.preempting`.
    pub fn begin_preemption(&mut self, uid: Str) {
        self.preempting.insert(uid);
    }

    /// Records that the evictions have ended.
    pub fn end_preemption(&mut self, uid: &Str) {
        self.preempting.remove(uid);
    }

    /// Returns why a member is gated, if it is. Upstream calls the plugin that currently gates it first, then the
    /// others in the random order of a map.
    #[must_use]
    pub fn pre_enqueue(&self, pod: &PodInfo, current: Option<PreEnqueueGate>) -> Option<PreEnqueueGate> {
        let key = self.group_of(pod)?;
        let own_gates = || (!pod.pod.spec.scheduling_gates.is_empty()).then_some(PreEnqueueGate::OwnGates);
        let preemption = || self.preemption_gate(pod, &key);
        let gang = || self.gang_gate(&key);
        let claims = || self.claim_problem(pod).map(|_| PreEnqueueGate::MissingClaim);
        let same_plugin = match current {
            Some(PreEnqueueGate::OwnGates) => own_gates(),
            Some(PreEnqueueGate::Preemption { .. }) => preemption(),
            Some(PreEnqueueGate::MissingGroup | PreEnqueueGate::MissingMembers) => gang(),
            Some(PreEnqueueGate::MissingClaim) => claims(),
            None => None,
        };
        same_plugin.or_else(own_gates).or_else(preemption).or_else(gang).or_else(claims)
    }

    fn preemption_gate(&self, pod: &PodInfo, key: &NamespacedName) -> Option<PreEnqueueGate> {
        if self.gates.workload_aware_preemption {
            let uid = &self.groups.get(key)?.metadata.uid;
            return self.preempting.contains(uid).then_some(PreEnqueueGate::Preemption { is_of_group: true });
        }
        self.preempting.contains(pod.uid()).then_some(PreEnqueueGate::Preemption { is_of_group: false })
    }

    fn gang_gate(&self, key: &NamespacedName) -> Option<PreEnqueueGate> {
        if !self.gates.gang_scheduling {
            return None;
        }
        let Some(group) = self.groups.get(key) else { return Some(PreEnqueueGate::MissingGroup) };
        let all = self.states.get(key).map_or(0, GroupState::len);
        group.min_count().is_some_and(|min_count| all < min_count).then_some(PreEnqueueGate::MissingMembers)
    }
}
