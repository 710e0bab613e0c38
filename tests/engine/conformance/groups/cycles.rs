//! Replays a recorded cycle of a pod group, and writes the result in the format of the recording.

use std::{collections::BTreeMap, rc::Rc};

use schedscope::{
    api::{
        Condition, ConditionStatus, ConditionType, FeatureGates, Millis, Namespace, NamespacedName, Node, Pod,
        PodDisruptionBudget, PodGroup, Service, Str, Workload, devices::DeviceKind,
    },
    profiles::{exhaustive_profile, queue_policy},
    releases::Release,
    runlog::{Attempt, Code, GroupMessage, HostChoice, RowId, UpstreamMessage},
    scheduler::{
        Context, RecordDepth, ScheduleResult, SchedulingFailure,
        binding::{self, PermitResult, Reservations},
        cluster::{FreedClaim, Objects, PodInfo, Snapshot},
        framework::{ClusterEvent, CycleCtx, ExtenderWait, Nomination, Nominator, Placement, PreemptionPlan, Profile},
        groups::{GroupCtx, GroupDecision, GroupRegistry, MemberOutcome, schedule_group, take_members},
        plugins::gang_scheduling::enable_gang_scheduling,
        queue::{BackoffLimits, SchedulingQueue, Subqueue},
        schedule_pod,
    },
};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::support::{cases, runs::gates_of};

mod api_play;
mod observer;
mod records;

use api_play::{ApiPlay, claim_plan_of, plan_json, volume_plan_of};
use observer::ObservedChooser;

const RELEASE: Release = Release::V1_36;

/// One line of a recording: a cycle, and what upstream did.
#[derive(Deserialize)]
pub(crate) struct CycleLine {
    case: Case,
    pub expect: Value,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct Case {
    id: String,
    feature_gates: BTreeMap<String, bool>,
    nodes: Vec<Node>,
    pods: Vec<Pod>,
    pod: NamespacedName,
    pod_groups: Vec<PodGroup>,
    pdbs: Vec<PodDisruptionBudget>,
    services: Vec<Service>,
    replica_sets: Vec<Workload>,
    namespaces: Vec<Namespace>,
    #[serde(flatten)]
    stored: cases::StoredObjects,
    config: Config,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct Config {
    profiles: Vec<String>,
    assumed: BTreeMap<NamespacedName, Str>,
    pod_groups_last: bool,
    bind_errors: Vec<NamespacedName>,
    /// `ResourceClaims` whose first update fails. A `*` at the end matches any suffix.
    claim_errors: Vec<String>,
    /// `PersistentVolumes` whose updates fail.
    pv_errors: Vec<Str>,
    /// `PersistentVolumeClaims` whose provisioning fails.
    provision_errors: Vec<NamespacedName>,
}

/// The default profile, but with a random choice among equal nodes, so that upstream's choice can be used.
pub(crate) fn drawing_profile(gates: FeatureGates) -> Profile {
    let mut profile = exhaustive_profile(RELEASE);
    profile.cycle.host = HostChoice::Drawn;
    if gates.gang_scheduling {
        enable_gang_scheduling(&mut profile);
    }
    profile
}

/// The scheduler's state while a case is replayed.
struct Player {
    profiles: Vec<Profile>,
    snapshot: Snapshot,
    order: Vec<usize>,
    objects: Objects,
    nominator: Nominator,
    queue: SchedulingQueue,
    chooser: ObservedChooser,
    api: ApiPlay,
    /// The objects before the cycle, for records that are written afterwards.
    objects_before: Objects,
    now: Millis,
    /// Kubernetes events, in the order in which they are sent.
    events: Vec<Value>,
    pod_patches: Vec<Value>,
    bindings: Vec<Value>,
    /// Members that are being bound, and the results of their `PreBind`.
    binding_members: Vec<Value>,
    pre_binds: Vec<Value>,
    after_cycle: Value,
    evictions: Vec<NamespacedName>,
}

/// Replays a recorded cycle. Returns the result in the format of the recordings.
pub(crate) fn play(line: &CycleLine) -> Value {
    let (mut player, queues_before) = Player::set_up(&line.case, &line.expect);
    let Some(popped) = player.queue.pop() else {
        return json!({"id": line.case.id, "queuesBefore": queues_before, "popped": null});
    };
    let key = popped.pod.pod.key();
    let mut actual = json!({"id": line.case.id, "queuesBefore": queues_before, "popped": key});
    let conditions = if player.queue.groups.is_member(&popped.pod) {
        let order = player.queue.pop_siblings(popped, &mut player.chooser);
        let names: Vec<NamespacedName> = order.members.iter().map(|member| member.pod.pod.key()).collect();
        actual["order"] = json!(names);
        player.run_group_cycle(&order, &line.case, &mut actual)
    } else {
        player.run_pod_cycle(&popped.pod, &mut actual);
        Vec::new()
    };
    actual["podGroupConditions"] = json!(conditions);
    for (key, value) in [
        ("bindings", json!(player.bindings)),
        ("binding", json!(player.binding_members)),
        ("preBinds", json!(player.pre_binds)),
        ("afterCycle", player.after_cycle.clone()),
        ("afterBindings", player.stored_json()),
        ("evictions", json!(player.evictions)),
        ("events", json!(player.events)),
        ("podPatches", json!(player.pod_patches)),
    ] {
        actual[key] = value;
    }
    actual
}

impl Player {
    fn set_up(case: &Case, expect: &Value) -> (Self, Value) {
        let gates = gates_of(&case.feature_gates, RELEASE);
        let mut profiles = vec![drawing_profile(gates)];
        for name in case.config.profiles.iter().filter(|name| *name != "default-scheduler") {
            profiles.push(Profile { scheduler: name.as_str().into(), ..drawing_profile(gates) });
        }
        let accounting = profiles[0].accounting;
        let (snapshot, order) = cases::node_snapshot(&case.nodes, RELEASE);
        let mut queue = SchedulingQueue::new(queue_policy(RELEASE), BackoffLimits::default());
        queue.groups = GroupRegistry::new(gates);
        let chooser = ObservedChooser::default();
        chooser.recorded.learn(expect);
        let node = expect["node"].as_str().or(expect["preemption"]["nominated"].as_str());
        chooser.recorded.expect_node(node.unwrap_or_default().into());
        let mut player = Self {
            order,
            profiles,
            snapshot,
            objects: Objects {
                storage: Rc::new(cases::storage(&case.stored)),
                claims: cases::devices(&case.stored),
                ..cases::list_objects(&case.services, &case.replica_sets, &case.namespaces, &case.pdbs)
            },
            api: ApiPlay::default(),
            objects_before: Objects::default(),
            nominator: Nominator::default(),
            queue,
            chooser,
            now: Millis::ZERO,
            events: Vec::new(),
            pod_patches: Vec::new(),
            bindings: Vec::new(),
            binding_members: Vec::new(),
            pre_binds: Vec::new(),
            after_cycle: Value::Null,
            evictions: Vec::new(),
        };
        if let Some(claims) = &player.objects.claims {
            player.queue.groups.set_claims(Rc::clone(claims), player.profiles[0].claims);
        }
        let info = |pod: &Pod| Rc::new(PodInfo::new(Rc::new(pod.clone()), &accounting));
        let is_pending = |pod: &Pod| pod.spec.node_name.is_empty();
        let is_queued = |pod: &Pod| pod.spec.scheduling_group.is_some() || pod.key() == case.pod;
        for pod in case.pods.iter().filter(|pod| !is_pending(pod) && !pod.status.phase.is_over()) {
            let pod = info(pod);
            player.queue.groups.put_pod(&pod);
            if let Some(ix) = player.snapshot.index(&pod.pod.spec.node_name) {
                player.snapshot.add_pod(ix, pod);
            }
        }
        for pod in case.pods.iter().filter(|pod| is_pending(pod) && !is_queued(pod)) {
            player.nominator.add(info(pod), &pod.status.nominated_node_name);
        }
        if !case.config.pod_groups_last {
            player.add_groups(&case.pod_groups);
        }
        for pod in case.pods.iter().filter(|pod| is_pending(pod) && is_queued(pod)) {
            player.now += Millis::from_seconds(1);
            player.add_pending(&info(pod), case);
        }
        if case.config.pod_groups_last {
            player.now += Millis::from_seconds(1);
            player.add_groups(&case.pod_groups);
        }
        player.now += Millis::from_seconds(1);
        let queues = player.queues();
        (player, queues)
    }

    fn add_groups(&mut self, groups: &[PodGroup]) {
        for group in groups {
            let group = Rc::new(group.clone());
            if self.queue.groups.gates.generic_workload {
                self.queue.groups.put_group(Rc::clone(&group));
                self.handle_event(&ClusterEvent::PodGroupAdd(&group));
            }
        }
    }

    fn add_pending(&mut self, pod: &Rc<PodInfo>, case: &Case) {
        self.queue.groups.put_pod(pod);
        if let Some(node) = case.config.assumed.get(&pod.pod.key()) {
            self.queue.groups.assume(pod, node);
            let ix = self.snapshot.index(node).expect("a node");
            self.snapshot.add_pod(ix, Rc::clone(pod));
            return;
        }
        if self.profile_index(pod).is_none() {
            self.queue.groups.remove_pod(pod);
            return;
        }
        if !pod.pod.status.nominated_node_name.is_empty() {
            self.nominator.add(Rc::clone(pod), &pod.pod.status.nominated_node_name);
        }
        self.queue.add(Rc::clone(pod), self.now);
        if self.queue.groups.gates.gang_scheduling {
            self.handle_event(&ClusterEvent::PendingPodAdd(pod));
        }
    }

    fn handle_event(&mut self, event: &ClusterEvent<'_>) {
        let Self { profiles, snapshot, objects, queue, .. } = self;
        queue.handle_event(event, self.now, |pod: &PodInfo, rejecting: &[RowId], event: &ClusterEvent<'_>| {
            let cycle = CycleCtx { pod, snapshot, objects, order: None };
            profiles[0].may_help(&cycle, rejecting, event)
        });
    }

    fn profile_index(&self, pod: &PodInfo) -> Option<usize> {
        let name = match pod.pod.spec.scheduler_name.as_str() {
            "" => "default-scheduler",
            name => name,
        };
        self.profiles.iter().position(|profile| profile.scheduler == *name)
    }

    fn run_group_cycle(
        &mut self,
        order: &schedscope::scheduler::queue::MemberOrder,
        case: &Case,
        actual: &mut Value,
    ) -> Vec<Value> {
        let profile = self.profile_index(&order.members[0].pod).expect("a profile");
        let wording = self.profiles[profile].wording;
        let intake = match take_members(order, &self.queue.groups, wording) {
            Ok(intake) => intake,
            Err(message) => {
                for member in &order.members {
                    let failure = SchedulingFailure {
                        nomination: Nomination::Clear,
                        ..SchedulingFailure::error(message.to_string())
                    };
                    self.fail(&member.pod, failure, None);
                }
                actual["queues"] = self.queues();
                return Vec::new();
            }
        };
        for pod in &intake.deleted {
            let key = pod.pod.key();
            let message = GroupMessage::SkippedDeleted { pod: key.as_str() };
            let message = wording.render(&UpstreamMessage::Group(message));
            self.event(&key, "Warning", "FailedScheduling", "Scheduling", &message, None);
        }
        for pod in intake.deleted.iter().chain(&intake.assumed) {
            self.queue.drop_popped(&pod.pod.key());
        }
        if intake.members.is_empty() {
            actual["queues"] = self.queues();
            return Vec::new();
        }
        let group = self.queue.groups.group_of(&intake.members[0]).expect("a group");
        let extender_wait = ExtenderWait::default();
        let ctx = GroupCtx {
            group: &group,
            members: &intake.members,
            profile: &self.profiles[profile],
            profile_index: profile,
            snapshot: &self.snapshot,
            objects: &self.objects,
            nominator: &self.nominator,
            registry: &self.queue.groups,
            order: &self.order,
            extender_wait: &extender_wait,
            record_depth: Some(RecordDepth::Evidence),
        };
        let nodes = self.snapshot.nodes().iter().map(|node| node.name().clone()).collect();
        self.chooser.observer.borrow_mut().begin_cycle(self.objects.claims.as_ref(), &intake.members, nodes);
        let decision = schedule_group(ctx, &mut 0, &mut self.chooser);
        self.chooser.observer.borrow_mut().end_member();
        self.objects_before = self.objects.clone();
        self.write_attempt(&decision.record, profile, actual);
        let condition = self.carry_out(&decision, &group, case, profile);
        actual["queues"] = self.queues();
        self.evict(&decision, &group, profile);
        condition
    }

    /// Applies the decision: updates each member and the group, and binds members.
    fn carry_out(
        &mut self,
        decision: &GroupDecision,
        group: &NamespacedName,
        case: &Case,
        profile: usize,
    ) -> Vec<Value> {
        for victims in &decision.pod_victims {
            if victims.plan.victims.iter().any(|victim| !victim.pod.is_terminating()) {
                self.queue.groups.begin_preemption(victims.preemptor.uid().clone());
            }
        }
        if decision.group_victims.as_ref().is_some_and(|victims| victims.live().next().is_some()) {
            let uid = self.queue.groups.group(group).expect("a group").metadata.uid.clone();
            self.queue.groups.begin_preemption(uid);
        }
        // Members that are being bound, with their nodes, and whether they wait in `Permit`.
        let mut on_the_way: Vec<(Rc<PodInfo>, Str, Reservations, bool)> = Vec::new();
        for member in &decision.members {
            match &member.outcome {
                MemberOutcome::Bind { node, reserved, .. } => {
                    let (reserved, waits) = self.assume(&member.pod, node, Some(reserved), profile);
                    on_the_way.push((Rc::clone(&member.pod), node.clone(), reserved, waits));
                }
                MemberOutcome::Fail { failure, node } => self.fail(&member.pod, failure.clone(), node.clone()),
            }
        }
        let conditions = self.write_condition(decision, group);
        for claim in &decision.freed_claims {
            self.free_claim(claim);
        }
        self.after_cycle = self.memory_json();
        for (pod, node, reserved, waits) in on_the_way {
            self.bind(&pod, &node, &reserved, waits, case, profile);
        }
        conditions
    }

    /// Deallocates a claim that `PostFilter` freed.
    fn free_claim(&mut self, claim: &FreedClaim) {
        let claims = self.objects.claims.clone().expect("claims");
        match claim {
            FreedClaim::Deallocated(namespace, name) => {
                self.store_claim(claims.deallocated_claim(namespace, name).expect("a claim"));
            }
            FreedClaim::Deleted(namespace, name) => {
                self.objects.claims = Some(claims.without_object(DeviceKind::Claim, namespace, name));
            }
            FreedClaim::NoClaims | FreedClaim::Nothing | FreedClaim::Conflict(_) => {}
        }
    }

    /// Assumes a member on its node, and runs `Reserve` and `Permit` again. Returns its reservations, and whether it has to wait.
    fn assume(
        &mut self,
        pod: &Rc<PodInfo>,
        node: &Str,
        earlier: Option<&Reservations>,
        profile: usize,
    ) -> (Reservations, bool) {
        let ix = self.snapshot.index(node).expect("a node");
        self.snapshot.add_pod(ix, Rc::clone(pod));
        self.nominator.remove(pod.uid());
        self.queue.groups.assume(pod, node);
        let cycle = CycleCtx { pod, snapshot: &self.snapshot, objects: &self.objects, order: None };
        let at_reserve = Placement { pod, node, permit_attempt: 1, state: None, group: None };
        let (rows, node_state) = (&self.profiles[profile], &self.snapshot.nodes()[ix]);
        let reserved = binding::run_reserve(rows, at_reserve, &cycle, node_state, earlier.map(Vec::as_slice));
        let reserved = reserved.expect("nothing makes Reserve fail");
        self.reserve(&reserved, node);
        let quorum = self.queue.groups.quorum(pod);
        let placement = Placement { pod, node, permit_attempt: 1, state: None, group: quorum };
        let wording = self.profiles[profile].wording;
        let (waits, permit) = match binding::run_permit(&self.profiles[profile], &placement) {
            PermitResult::Allowed => (false, json!({"code": "Success", "message": ""})),
            PermitResult::Wait(wait) => {
                let permit = json!({"code": "Wait", "message": wait.message(wording)});
                let key = self.queue.groups.group_of(pod).expect("a group");
                let state = self.queue.groups.state(&key).expect("members");
                let siblings: Vec<NamespacedName> = state.without_node().map(|pod| pod.pod.key()).collect();
                for sibling in siblings {
                    self.queue.activate(&sibling);
                }
                (true, permit)
            }
            other => panic!("{other:?}"),
        };
        self.binding_members.push(json!({"pod": pod.pod.key(), "node": node, "permit": permit,
            "reserve": {"code": "Success", "message": ""}, "reserved": plan_json(claim_plan_of(&reserved))}));
        (reserved, waits)
    }

    fn bind(
        &mut self,
        pod: &Rc<PodInfo>,
        node: &Str,
        reserved: &Reservations,
        has_to_wait: bool,
        case: &Case,
        profile: usize,
    ) {
        let key = pod.pod.key();
        let has_pre_bind = claim_plan_of(reserved).is_some() || volume_plan_of(reserved).is_some();
        if (has_to_wait || has_pre_bind) && pod.pod.status.nominated_node_name != *node {
            self.pod_patches.push(json!({"pod": key, "nominatedNodeName": node}));
        }
        let pre_bind = self.pre_bind(pod, node, reserved, &case.config);
        let (code, message) = if pre_bind.is_ok() { ("Success", "") } else { ("Error", "") };
        let message = pre_bind.as_ref().err().map_or(message, String::as_str);
        self.pre_binds.push(json!({"pod": key, "node": node, "code": code, "message": message}));
        if let Err(message) = pre_bind {
            self.unreserve(reserved);
            return self.fail_binding(pod, node, message);
        }
        if case.config.bind_errors.contains(&key) {
            self.unreserve(reserved);
            let message = "running Bind plugin \"DefaultBinder\": binding refused";
            return self.fail_binding(pod, node, message.to_owned());
        }
        self.queue.forget_placed(&key);
        self.bindings.push(json!({"pod": key, "node": node}));
        let wording = self.profiles[profile].wording;
        let message = wording.render(&UpstreamMessage::Scheduled { pod: &key, node });
        self.event(&key, "Normal", "Scheduled", "Binding", &message, None);
    }

    /// Removes the pod from its node after a failed binding, and requeues it.
    fn fail_binding(&mut self, pod: &Rc<PodInfo>, node: &Str, message: String) {
        let ix = self.snapshot.index(node).expect("a node");
        self.snapshot.remove_pod(ix, pod.uid());
        self.queue.groups.forget(pod);
        self.handle_event(&ClusterEvent::AssignedPodDelete { pod, up_to: None });
        let failure = SchedulingFailure { nomination: Nomination::Clear, ..SchedulingFailure::error(message) };
        self.fail(pod, failure, None);
    }

    /// Requeues a pod after a failure, and updates its status.
    fn fail(&mut self, pod: &Rc<PodInfo>, failure: SchedulingFailure, node: Option<Str>) {
        let key = pod.pod.key();
        let profile = &self.profiles[0];
        let rejecting = failure.rejecting.clone();
        self.queue.requeue_failed(&key, rejecting, self.now, |row, event| profile.subscribes_to(row, event));
        let nominated = match (failure.nomination, node) {
            (Nomination::Set, Some(node)) => Some(node),
            (Nomination::Clear, _) => Some(Str::default()),
            _ => None,
        };
        let current = nominated.clone().unwrap_or_else(|| pod.pod.status.nominated_node_name.clone());
        self.nominator.remove(pod.uid());
        if !current.is_empty() {
            self.nominator.add(Rc::clone(pod), &current);
        }
        self.event(&key, "Warning", "FailedScheduling", "Scheduling", &shorten(&failure.message), None);
        let reason = if failure.code == Code::Error { "SchedulerError" } else { "Unschedulable" };
        let condition = Condition {
            r#type: ConditionType::PodScheduled,
            status: ConditionStatus::False,
            reason: reason.into(),
            message: failure.message.as_str().into(),
        };
        self.patch(&pod.pod, &condition, nominated.filter(|node| pod.pod.status.nominated_node_name != *node));
    }

    fn patch(&mut self, pod: &Pod, condition: &Condition, nominated: Option<Str>) {
        let mut patch = json!({"pod": pod.key()});
        let old = pod.status.conditions.iter().find(|old| old.r#type == condition.r#type);
        let is_new = old != Some(condition);
        if is_new {
            patch["condition"] = json!({"type": condition.r#type, "status": condition.status,
                "reason": condition.reason, "message": condition.message});
        }
        if let Some(node) = &nominated {
            patch["nominatedNodeName"] = json!(node);
        }
        if is_new || nominated.is_some() {
            self.pod_patches.push(patch);
        }
    }

    fn event(
        &mut self,
        pod: &NamespacedName,
        kind: &str,
        reason: &str,
        action: &str,
        message: &str,
        related: Option<String>,
    ) {
        let mut event = json!({"object": format!("pod {pod}"), "type": kind, "reason": reason, "action": action,
            "message": message});
        if let Some(related) = related {
            event["related"] = json!(related);
        }
        self.events.push(event);
    }

    fn write_condition(&mut self, decision: &GroupDecision, group: &NamespacedName) -> Vec<Value> {
        let Some(object) = self.queue.groups.group(group) else { return Vec::new() };
        let mut object = (**object).clone();
        if !object.set_scheduled_condition(&decision.condition) {
            return Vec::new();
        }
        let condition = &decision.condition;
        vec![json!({"podGroup": group, "type": "PodGroupScheduled", "status": condition.status,
            "reason": condition.reason, "message": condition.message})]
    }

    /// Evicts the victims of preemption.
    fn evict(&mut self, decision: &GroupDecision, group: &NamespacedName, profile: usize) {
        for victims in &decision.pod_victims {
            self.evict_for_pod(&victims.preemptor, &victims.node, &victims.plan, profile);
        }
        let Some(victims) = &decision.group_victims else { return };
        let uid = self.queue.groups.group(group).expect("a group").metadata.uid.clone();
        let wording = self.profiles[profile].wording;
        let event = wording.render(&UpstreamMessage::Group(GroupMessage::Preempted { uid: &uid }));
        for victim in victims.live() {
            self.evict_victim(victim, profile, true, &event, format!("podgroup {group}"));
        }
    }

    fn evict_for_pod(&mut self, preemptor: &Rc<PodInfo>, node: &Str, plan: &PreemptionPlan, profile: usize) {
        let key = preemptor.pod.key();
        let live: Vec<&Rc<PodInfo>> = plan.victims.iter().filter(|victim| !victim.pod.is_terminating()).collect();
        if live.is_empty() {
            return;
        }
        for pod in self.nominator.nominated_below(node, preemptor.priority()) {
            self.pod_patches.push(json!({"pod": pod.pod.key(), "nominatedNodeName": ""}));
        }
        let wording = self.profiles[profile].wording;
        let uid = preemptor.uid();
        let message = UpstreamMessage::Preempted { preemptor: &key, uid, node, is_binding: false };
        let event = wording.render(&message);
        for victim in live {
            self.evict_victim(victim, profile, false, &event, format!("pod {key}"));
        }
    }

    fn evict_victim(&mut self, victim: &PodInfo, profile: usize, is_for_group: bool, event: &str, related: String) {
        let (wording, scheduler) = (self.profiles[profile].wording, self.profiles[profile].scheduler.clone());
        let message = GroupMessage::DisruptionTarget { scheduler: &scheduler, is_of_group: is_for_group };
        let condition = Condition {
            r#type: ConditionType::DisruptionTarget,
            status: ConditionStatus::True,
            reason: "PreemptionByScheduler".into(),
            message: UpstreamMessage::Group(message).render_with(wording),
        };
        self.patch(&victim.pod, &condition, None);
        self.evictions.push(victim.pod.key());
        self.event(&victim.pod.key(), "Normal", "Preempted", "Preempting", event, Some(related));
    }

    /// Runs the scheduling cycle of a pod without a group.
    fn run_pod_cycle(&mut self, pod: &Rc<PodInfo>, actual: &mut Value) {
        let profile = self.profile_index(pod).expect("a profile");
        let nominated = pod.pod.status.nominated_node_name.as_str();
        let extender_wait = ExtenderWait::default();
        let context = Context {
            profile: &self.profiles[profile],
            pod,
            nominated_node: (!nominated.is_empty()).then_some(nominated),
            snapshot: &self.snapshot,
            objects: &self.objects,
            nominator: &self.nominator,
            order: Some(&self.order),
            extender_wait: &extender_wait,
            record_depth: RecordDepth::Evidence,
            member: None,
            weights: &[],
        };
        let mut attempt = Attempt::default();
        let result = schedule_pod(&context, &mut 0, &mut self.chooser, &mut attempt);
        for (key, value) in self.attempt_json(&attempt, pod, profile) {
            actual[key] = value;
        }
        if attempt.is_nominated_node_taken {
            actual["shortcut"] = json!("nominatedNode");
        }
        let name = |ix: usize| self.snapshot.nodes()[ix].name().clone();
        match result {
            ScheduleResult::Scheduled { node, .. } => {
                let node = name(node);
                actual["node"] = json!(node);
                let case = Case::default();
                let (reserved, _) = self.assume(pod, &node, None, profile);
                self.bind(pod, &node, &reserved, false, &case, profile);
                actual["queues"] = self.queues();
            }
            ScheduleResult::Failed(mut failure) => {
                actual["error"] = json!(failure.message);
                let plan = failure.preemption_plan.take();
                let node = plan.as_ref().map(|plan| name(plan.node));
                self.fail(pod, failure, node.clone());
                actual["queues"] = self.queues();
                if let (Some(plan), Some(node)) = (plan, node) {
                    self.evict_for_pod(pod, &node, &plan, profile);
                }
            }
        }
    }

    fn queues(&self) -> Value {
        let list = |places: &[Subqueue]| -> Vec<Value> {
            let mut keys: Vec<&NamespacedName> = places.iter().flat_map(|place| self.queue.pods_in(*place)).collect();
            keys.sort();
            keys.into_iter().map(|key| self.queued_json(key)).collect()
        };
        json!({
            "active": list(&[Subqueue::Active]),
            "backoff": list(&[Subqueue::Backoff, Subqueue::ErrorBackoff]),
            "unschedulable": list(&[Subqueue::Unschedulable]),
            "gated": list(&[Subqueue::Gated]),
        })
    }

    fn queued_json(&self, key: &NamespacedName) -> Value {
        let state = self.queue.waiting_state(key).expect("a waiting pod");
        let mut plugins: Vec<&str> = state.rejecting.iter().map(RowId::as_str).collect();
        plugins.sort_unstable();
        let mut entry = json!({"pod": key, "attempts": state.attempts, "plugins": plugins});
        if matches!(state.place, Subqueue::Backoff | Subqueue::ErrorBackoff) {
            let until = self.queue.backoff_until(key).unwrap_or_default();
            entry["backoffMs"] = json!(until.saturating_since(self.now));
            if state.place == Subqueue::ErrorBackoff {
                entry["error"] = json!(true);
            }
        }
        if let Some(gate) = state.gate {
            let pod = self.queue.waiting_pod(key).expect("a waiting pod");
            entry["gatedBy"] = json!(gate.plugin());
            entry["message"] = json!(self.queue.groups.gate_message(gate, pod, self.profiles[0].wording));
        }
        entry
    }
}

/// Shortens a message to 1,024 bytes, the maximum for an event's note.
fn shorten(message: &str) -> String {
    if message.len() <= 1024 { message.to_owned() } else { format!("{} ...", &message[..1020]) }
}
