//! The cycle of a pod group, and its effects. Upstream: `scheduleOnePodGroup`.
//!
//! Upstream retries a group that does not fit as fast as it can: the head of `podBackoffQ` is popped as soon as `activeQ` is empty, without
//! waiting. On a virtual clock no time would pass. So a group gets [`MOST_CYCLES`] cycles at one instant; then it is held until something else
//! is due, which the event `GroupHeld` records.

use std::rc::Rc;

use api::{Kind, NamespacedName, PodGroup, Str};
use runlog::{
    AttemptSummary, Deletion, EventKind, GroupAttempt, GroupAttemptSummary, GroupMessage, PluginId, UpstreamMessage,
};
use scheduler::{
    SchedulingFailure,
    binding::Reservations,
    cluster::PodInfo,
    framework::{ClusterEvent, ExtenderWait, Nomination, Profile},
    groups::{GroupCtx, GroupDecision, GroupVictims, MemberDecision, MemberOutcome, schedule_group, take_members},
    plugins::gang_scheduling::GANG_SCHEDULING,
    queue::{MemberOrder, PoppedPod, Subqueue},
};

use super::{
    Scheduler,
    binding::Permission,
    cycle::RecordingChooser,
    state::{GroupCycles, KubeScheduler},
};
use crate::{client::Parts, task::SchedulerTask};

/// The most cycles of a group at one instant.
const MOST_CYCLES: u32 = 3;

/// A member on its way to a binding.
struct BindingMember {
    key: NamespacedName,
    node: Str,
    /// Whether it had to wait in `Permit`.
    has_waited: bool,
}

impl Scheduler<'_> {
    /// Passes the current claims to the registry of groups, whose members may be gated at `PreEnqueue` until their claims exist.
    pub(crate) fn share_claims_with_groups(&mut self) {
        if !self.settings().gates.generic_workload {
            return;
        }
        let Some(claims) = self.claims() else { return };
        let has_plugin =
            |profile: &&Profile| profile.filters.iter().any(|row| row.plugin == PluginId::DynamicResources);
        let state = self.state_mut();
        if let Some(profile) = state.profiles.iter().find(has_plugin) {
            state.queue.groups.set_claims(claims, profile.claims);
        }
    }

    // Creation and deletion of groups.

    pub(crate) fn handle_pod_group_added(&mut self, group: &Rc<PodGroup>) {
        self.state_mut().queue.groups.put_group(Rc::clone(group));
        self.handle_cluster_event(&ClusterEvent::PodGroupAdd(group));
    }

    /// Updates a group's conditions; no plugin is notified.
    pub(crate) fn handle_pod_group_written(&mut self, group: &Rc<PodGroup>) {
        self.state_mut().queue.groups.put_group(Rc::clone(group));
    }

    pub(crate) fn handle_pod_group_removed(&mut self, key: &NamespacedName) {
        self.state_mut().queue.groups.remove_group(key);
    }

    /// Records the plugin that gates a pod, if any.
    pub(super) fn report_gate(&mut self, pod: &NamespacedName) {
        let queue = &self.state().queue;
        let Some(gate) = queue.waiting_state(pod).and_then(|state| state.gate) else { return };
        let Some(info) = queue.waiting_pod(pod) else { return };
        let text = queue.groups.gate_message(gate, info, self.settings().wording);
        self.emit(EventKind::HeldBack { pod: pod.clone(), plugin: gate.plugin(), text });
    }

    // The limit for one instant.

    /// The next group, if it has used up its cycles at this instant.
    fn group_to_hold(&self) -> Option<NamespacedName> {
        let group = self.state().queue.early_group()?;
        let GroupCycles { at, counts, .. } = &self.state().group_cycles;
        let count = counts.get(&group).copied().filter(|_| *at == self.now());
        (count? >= MOST_CYCLES).then_some(group)
    }

    pub(super) fn has_group_to_hold(&self) -> bool {
        self.group_to_hold().is_some()
    }

    /// Records once per instant that a group is held.
    pub(super) fn report_held_group(&mut self) {
        let Some(group) = self.group_to_hold() else { return };
        if self.state().group_cycles.held.as_ref() != Some(&group) {
            self.state_mut().group_cycles.held = Some(group.clone());
            self.emit(EventKind::GroupHeld(group));
        }
    }

    fn count_group_cycle(&mut self, group: &NamespacedName) {
        let now = self.now();
        let cycles = &mut self.state_mut().group_cycles;
        if cycles.at != now {
            *cycles = GroupCycles { at: now, ..GroupCycles::default() };
        }
        cycles.held = None;
        *cycles.counts.or_default(group.clone()) += 1;
    }

    // The cycle.

    /// Schedules the next pod of the queue, with its group if it has one. Only runs with groups need this, so it is loaded on demand.
    pub(crate) fn start_pod_or_group_cycle(&mut self) {
        let Some(popped) = self.state_mut().queue.pop() else { return };
        if self.state().queue.groups.is_member(&popped.pod) {
            self.run_group_cycle(popped);
        } else {
            self.run_pod_cycle(&popped);
        }
    }

    /// Schedules the group of a popped member.
    fn run_group_cycle(&mut self, popped: PoppedPod) {
        let Some(group) = self.state().queue.groups.group_of(&popped.pod) else { return };
        let (by, is_early) = (popped.pod.pod.key(), popped.from == Subqueue::Backoff);
        self.count_group_cycle(&group);
        let order = self.pop_siblings(popped);
        if self.state().attempts == 0 {
            self.count_initial_budgets();
        }
        for member in &order.members {
            let pod = member.pod.pod.key();
            self.state_mut().refused_bindings.remove(&pod);
            self.emit(EventKind::Popped { pod, attempt: member.attempt });
        }
        let members = order.members.iter().map(|member| member.pod.pod.key()).collect();
        self.emit(EventKind::GroupPopped { group: group.clone(), by: by.clone(), members });
        self.deliver_cycle_start();
        let profile = self.profile_index(&order.members[0].pod.pod).unwrap_or(0);
        let wording = self.state().profiles[profile].wording;
        let intake = match take_members(&order, &self.state().queue.groups, wording) {
            Ok(intake) => intake,
            Err(message) => return self.fail_all_members(&order, &message, profile),
        };
        for pod in &intake.deleted {
            let key = pod.pod.key();
            let message = UpstreamMessage::Group(GroupMessage::SkippedDeleted { pod: key.as_str() });
            let text = message.render_with(wording);
            self.record_message(Kind::Pod, &key, true, "FailedScheduling", text);
        }
        for pod in intake.deleted.iter().chain(&intake.assumed) {
            self.state_mut().queue.drop_popped(&pod.pod.key());
        }
        // The pods as currently stored; the queue's copies may be older.
        let current = |pod: &Rc<PodInfo>| self.pod_info(&pod.pod.key()).filter(|info| info.uid() == pod.uid());
        let members: Vec<Rc<PodInfo>> = intake.members.iter().filter_map(current).collect();
        if members.is_empty() {
            return;
        }
        let mut decision = self.decide_group(&group, &members, profile);
        (decision.record.popped, decision.record.is_early) = (by, is_early);
        decision.record.order = order.members.iter().map(|member| member.pod.pod.key()).collect();
        decision.record.order_ties = order.ties;
        self.record_group_attempt(std::mem::take(&mut decision.record));
        self.carry_out_group(&group, decision, profile);
    }

    fn pop_siblings(&mut self, popped: PoppedPod) -> MemberOrder {
        let now = self.now();
        let Parts { state, log, .. } = self.parts();
        let KubeScheduler { queue, chooser, .. } = state;
        let mut chooser = RecordingChooser { inner: &mut **chooser, at: now, draws: Vec::new() };
        let order = queue.pop_siblings(popped, &mut chooser);
        log.extend_draws(chooser.draws);
        order
    }

    /// Fails all members, for example because they name different schedulers.
    fn fail_all_members(&mut self, order: &MemberOrder, message: &str, profile: usize) {
        for member in &order.members {
            let key = member.pod.pod.key();
            let Some(pod) = self.pod_info(&key) else { continue };
            let failure =
                SchedulingFailure { nomination: Nomination::Clear, ..SchedulingFailure::error(message.to_owned()) };
            self.fail_attempt(&key, &pod, failure, None, profile);
        }
    }

    /// Runs the algorithm for a group.
    fn decide_group(&mut self, group: &NamespacedName, members: &[Rc<PodInfo>], profile: usize) -> GroupDecision {
        let (now, order) = (self.now(), self.node_order());
        let mut start = self.state().next_start;
        let extender_wait = ExtenderWait::default();
        self.set_device_clock();
        let Parts { state, api, log } = self.parts();
        let recording = state.recording;
        let KubeScheduler { chooser, profiles, snapshot, nominator, queue, .. } = &mut *state;
        let mut chooser = RecordingChooser { inner: &mut **chooser, at: now, draws: Vec::new() };
        let ctx = GroupCtx {
            group,
            members,
            profile: &profiles[profile],
            profile_index: profile,
            snapshot,
            objects: api.objects(),
            nominator,
            registry: &queue.groups,
            order: &order,
            extender_wait: &extender_wait,
            record_depth: recording,
        };
        let decision = schedule_group(ctx, &mut start, &mut chooser);
        log.extend_draws(chooser.draws);
        state.next_start = start;
        decision
    }

    /// Records the members' attempts, each with its own number.
    fn record_group_attempt(&mut self, attempt: GroupAttempt) {
        let first = self.state().attempts;
        self.state_mut().attempts += attempt.run.members.len();
        if self.state().recording.is_none() {
            return;
        }
        for (at, member) in attempt.run.members.iter().enumerate() {
            let summary = AttemptSummary::from_attempt(&member.attempt, first + at);
            self.emit(EventKind::Attempted(Rc::new(summary)));
        }
        self.emit(EventKind::GroupAttempted(Rc::new(GroupAttemptSummary::from_attempt(&attempt))));
        let state = self.state_mut();
        state.last_attempt = attempt.run.members.last().map(|member| Rc::clone(&member.attempt));
        state.last_group_attempt = Some((first, Rc::new(attempt)));
    }

    // Effects of the decision.

    /// Applies the decision to each member in order, then to the group, to members that are bound, and to the victims.
    fn carry_out_group(&mut self, group: &NamespacedName, decision: GroupDecision, profile: usize) {
        let GroupDecision { members, pod_victims, freed_claims, group_victims, condition, .. } = decision;
        let registry = &mut self.state_mut().queue.groups;
        for victims in &pod_victims {
            if victims.plan.victims.iter().any(|victim| !victim.pod.is_terminating()) {
                registry.begin_preemption(victims.preemptor.uid().clone());
            }
        }
        let group_uid = registry.group(group).map(|group| group.metadata.uid.clone()).unwrap_or_default();
        if group_victims.as_ref().is_some_and(|victims| victims.live().next().is_some()) {
            registry.begin_preemption(group_uid.clone());
        }
        let mut on_the_way = Vec::new();
        for MemberDecision { pod, outcome } in members {
            let key = pod.pod.key();
            match outcome {
                MemberOutcome::Bind { node, reserved, .. } => {
                    self.assume_member(&pod, node, &reserved, profile, &mut on_the_way);
                }
                MemberOutcome::Fail { failure, node } => self.fail_attempt(&key, &pod, failure, node, profile),
            }
        }
        // The members that this affects are requeued by now, and are notified. Claims of bound members have changed already.
        for claim in freed_claims {
            self.release_claim(claim);
        }
        self.write_pod_group_condition(group, &condition);
        for member in on_the_way {
            self.bind_member(&member, profile);
        }
        if self.settings().timings.bind.is_zero() {
            // All deletions are requested before the first victim terminates.
            let preemptors: Vec<Str> = pod_victims.iter().map(|victims| victims.preemptor.uid().clone()).collect();
            let registry = &mut self.state_mut().queue.groups;
            for uid in &preemptors {
                registry.end_preemption(uid);
            }
        }
        for mut victims in pod_victims {
            let key = victims.preemptor.pod.key();
            // Members that failed may have been nominated in the meantime.
            let nominator = &self.state().nominator;
            let evicts = victims.plan.victims.iter().any(|victim| !victim.pod.is_terminating());
            let below = nominator.nominated_below(&victims.node, victims.preemptor.priority());
            victims.plan.cleared_nominations = if evicts { below } else { Vec::new() };
            self.evict_victims(&key, &victims.node, victims.plan, profile);
        }
        if let Some(victims) = group_victims {
            self.evict_for_group(group, &group_uid, &victims);
        }
    }

    /// Assumes a member on its node, and runs `Permit` on the cache. The member that completes the gang allows all of them.
    fn assume_member(
        &mut self,
        pod: &Rc<PodInfo>,
        node: Str,
        reserved: &Reservations,
        profile: usize,
        on_the_way: &mut Vec<BindingMember>,
    ) {
        let key = pod.pod.key();
        if !self.begin_assume(&key, pod, &node, profile, Some(reserved)) {
            return;
        }
        let has_waited = match self.ask_permit(&key, profile) {
            Permission::Denied => return,
            Permission::Granted => false,
            Permission::Awaited(_) => true,
        };
        if self.is_waiting_for_gang(&key) {
            self.activate_siblings(pod);
        } else {
            // Some may have been waiting since an earlier cycle.
            let released = self.release_waiting_members(pod);
            let is_new = |member: &BindingMember| on_the_way.iter().all(|other| other.key != member.key);
            let released: Vec<BindingMember> = released.into_iter().filter(is_new).collect();
            on_the_way.extend(released);
        }
        on_the_way.push(BindingMember { key, node, has_waited });
    }

    fn is_waiting_for_gang(&self, key: &NamespacedName) -> bool {
        let held = self.state().assumed.get(key).and_then(|assumed| assumed.held.as_ref());
        held.is_some_and(|held| held.gang_wait.is_some())
    }

    /// Moves members that failed earlier in the order from backoff to `activeQ`.
    fn activate_siblings(&mut self, pod: &PodInfo) {
        let registry = &self.state().queue.groups;
        let state = registry.group_of(pod).and_then(|group| registry.state(&group));
        let siblings = state.into_iter().flat_map(|state| state.without_node()).map(|sibling| sibling.pod.key());
        let mut siblings: Vec<NamespacedName> = siblings.collect();
        siblings.sort();
        for sibling in siblings {
            let moved = self.state_mut().queue.activate(&sibling);
            self.record_moves(moved);
        }
    }

    /// Allows members that wait for their gang, unless another plugin makes them wait too. Returns those that proceed.
    fn release_waiting_members(&mut self, pod: &PodInfo) -> Vec<BindingMember> {
        let mut released = Vec::new();
        let state = self.state();
        let group = state.queue.groups.group_of(pod);
        let Some(members) = group.and_then(|group| state.queue.groups.state(&group)) else { return released };
        let mut waiting: Vec<NamespacedName> = members.with_node().map(|(member, _)| member.pod.key()).collect();
        waiting.retain(|key| self.is_waiting_for_gang(key));
        waiting.sort();
        for key in waiting {
            let Some(id) = self.pod_id(&key) else { continue };
            self.cancel_wait(&id);
            let one_speaks_for_all = self.settings().flow.permit_first_allow_wins;
            let Some(assumed) = self.state_mut().assumed.get_mut(&key) else { continue };
            let node = assumed.node.clone();
            let held = assumed.held_mut();
            let Some((since, mut waiting)) = held.gang_wait.take().map(|wait| *wait) else { continue };
            held.permit_ending = None;
            if waiting.allow(GANG_SCHEDULING) {
                self.emit(EventKind::Allowed { pod: key.clone(), node: node.clone() });
                released.push(BindingMember { key, node, has_waited: true });
                continue;
            }
            let (after, ending) = waiting.first_ending(one_speaks_for_all);
            held.permit_ending = Some(ending);
            let at = self.now().max(since + after);
            self.schedule(at, SchedulerTask::EndPermit(id));
        }
        released
    }

    fn bind_member(&mut self, member: &BindingMember, profile: usize) {
        let BindingMember { key, node, has_waited } = member;
        if !self.state().assumed.contains_key(key) {
            return;
        }
        if *has_waited {
            self.announce_expected_node(key, node);
        }
        if !self.is_waiting_in_permit(key) {
            self.run_pre_bind(key, profile);
        }
    }

    /// Evicts the victims of a group. Upstream would clear lower nominations to a node called `cluster`, which doesn't exist.
    fn evict_for_group(&mut self, group: &NamespacedName, uid: &Str, victims: &GroupVictims) {
        let live: Vec<NamespacedName> = victims.live().map(|victim| victim.pod.key()).collect();
        // Ends the evictions before the first victim terminates, so that the members are notified of its deletion.
        self.state_mut().queue.groups.end_preemption(uid);
        for victim in live {
            let text = UpstreamMessage::Group(GroupMessage::Preempted { uid }).render_with(self.settings().wording);
            self.record_message(Kind::Pod, &victim, false, "Preempted", text);
            self.delete_pod(&victim, Deletion::PreemptedForGroup { group: group.clone() });
        }
    }
}
