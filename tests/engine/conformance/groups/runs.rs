//! Replays a recorded run with pod groups, and writes what happened in the format of the recording.

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet, VecDeque},
    rc::Rc,
};

use schedscope::{
    api::{ApiObject, Millis, NamespacedName, Pod, StorageObject, Str},
    profiles::exhaustive_profile,
    releases::Release,
    runlog::{
        Attempt, AttemptOutcome, DeviceName, Event, EventKind, GroupAttempt, GroupPreemptionRecord, GroupRun,
        HostChoice, MemberRecord, PermitCode, Purpose, Queue, QueueEvent, RowId,
    },
    scheduler::{framework::Chooser, queue::Subqueue},
    simulation::{ClusterAction, Simulation},
};
use serde_json::{Map, Value, json};

use super::{choices::Recorded, written};

mod claim_log;

use claim_log::ClaimLog;

use crate::support::{
    cases,
    runs::{self, QueueSnapshots, RunLine, write_victims},
};

const RELEASE: Release = Release::V1_36;

/// Upstream's random choices, by cycle.
#[derive(Clone, Default)]
struct Upstream {
    current: Recorded,
    /// Recorded cycles of groups, and chosen nodes of pods without a group, in order.
    cycles: Rc<RefCell<VecDeque<Value>>>,
    pods: Rc<RefCell<VecDeque<Str>>>,
}

impl Chooser for Upstream {
    fn choose(&mut self, purpose: Purpose, n: usize, name: &dyn Fn(usize) -> Str) -> usize {
        self.current.choose(purpose, n, name)
    }

    fn begin_member(&mut self, pod: &NamespacedName) {
        self.current.begin_member(pod);
    }
}

/// Replays a recorded run. Returns what happened in the format of the recordings.
pub(crate) fn replay(line: &RunLine, has_claims: bool) -> Value {
    let case = &line.case;
    let upstream = Upstream::default();
    let mut members: Vec<Value> = Vec::new();
    for entry in line.expect["log"].as_array().into_iter().flatten() {
        match entry["event"].as_str() {
            Some("groupCycle") => {
                upstream.cycles.borrow_mut().push_back(entry.clone());
                members = entry["order"].as_array().cloned().unwrap_or_default();
            }
            // Entries about members follow the entry of their cycle.
            Some("scheduled" | "failed") if members.contains(&entry["pod"]) => {
                members.retain(|member| *member != entry["pod"]);
            }
            Some("scheduled") => upstream.pods.borrow_mut().push_back(text(&entry["node"])),
            Some("failed") => upstream.pods.borrow_mut().push_back(text(&entry["nominated"])),
            _ => {}
        }
    }
    let mut profile = exhaustive_profile(RELEASE);
    profile.cycle.host = HostChoice::Drawn;
    let simulation = Simulation::with_chooser(runs::scenario(case, profile, RELEASE), upstream.clone());
    let mut recording = Recording::new(simulation, upstream, case.instants(), has_claims);
    recording.claims.put_initial(&case.stored);
    recording.write(&case.id)
}

fn text(value: &Value) -> Str {
    value.as_str().unwrap_or_default().into()
}

struct Recording {
    simulation: Simulation,
    upstream: Upstream,
    log: Vec<Value>,
    queues: QueueSnapshots,
    places: BTreeMap<NamespacedName, Queue>,
    attempts: BTreeMap<NamespacedName, u32>,
    claims: ClaimLog,
    /// Whether the recording has claims; those recordings have a slightly different format.
    has_claims: bool,
    /// Whether the script has begun. Objects from before exist at the start.
    has_begun: bool,
}

impl Recording {
    fn new(simulation: Simulation, upstream: Upstream, instants: Vec<Millis>, has_claims: bool) -> Self {
        Self {
            simulation,
            upstream,
            log: Vec::new(),
            queues: QueueSnapshots::new(instants),
            places: BTreeMap::new(),
            attempts: BTreeMap::new(),
            claims: ClaimLog::default(),
            has_claims,
            has_begun: false,
        }
    }

    fn write(mut self, id: &str) -> Value {
        let mut instant = Millis::ZERO;
        let mut snapshot = self.queues_now(Millis::ZERO);
        loop {
            self.learn_next_cycle();
            let Some(events) = self.step() else { break };
            let now = self.simulation.now();
            if now != instant {
                self.queues.end_instant(instant, &self.log, snapshot);
                instant = now;
            }
            self.note(&events);
            snapshot = self.queues_now(now);
        }
        self.queues.end_instant(instant, &self.log, snapshot);
        let last = self.final_state();
        let groups: Map<String, Value> = self
            .simulation
            .pod_groups()
            .map(|group| {
                let condition = group.scheduled_condition().map(|condition| {
                    json!({"status": condition.status, "reason": condition.reason, "message": condition.message})
                });
                (group.key().to_string(), json!(condition))
            })
            .collect();
        json!({"id": id, "log": self.log, "queues": self.queues.snapshots, "final": last, "podGroups": groups,
            "claims": self.claims.all_json()})
    }

    /// Advances the run by one step. The provisioner of the recordings creates volumes without its driver.
    fn step(&mut self) -> Option<Vec<Event>> {
        let events = self.simulation.step()?;
        for event in &events {
            if let EventKind::StorageApplied(StorageObject::Volume(volume)) = &event.what
                && volume.metadata.name.starts_with("pvc-")
                && volume.spec.csi.is_some()
            {
                let mut volume = Rc::clone(volume);
                Rc::make_mut(&mut volume).spec.csi = None;
                let object = ApiObject::Storage(StorageObject::Volume(volume));
                self.simulation.add_actions(event.at, vec![ClusterAction::Replace(object)]);
            }
        }
        Some(events)
    }

    /// Reads upstream's choices for the next cycle, if it is a group's.
    fn learn_next_cycle(&mut self) {
        let current = &self.upstream.current;
        let next = self.simulation.queue().next_pod();
        let is_member = next.is_some_and(|key| {
            let queue = self.simulation.queue();
            queue.waiting_pod(&key).is_some_and(|pod| queue.groups.is_member(pod))
        });
        if !is_member {
            current.expect_node(self.upstream.pods.borrow().front().cloned().unwrap_or_default());
        } else if let Some(cycle) = self.upstream.cycles.borrow().front() {
            current.learn(cycle);
        }
    }

    fn queues_now(&self, now: Millis) -> Value {
        let queue = self.simulation.queue();
        let mut queues = runs::queues_at(queue, now);
        queues["gated"] = runs::pods_in(queue, &[Subqueue::Gated]);
        queues
    }

    fn note(&mut self, events: &[Event]) {
        let group = events.iter().any(|event| matches!(event.what, EventKind::GroupPopped { .. }));
        if group {
            let mut events = events.to_vec();
            // In the recordings, the volumes of members are bound at once, before anything else happens.
            while waits_for_volumes(&events) {
                let Some(more) = self.step() else { break };
                events.extend(more);
            }
            self.note_group_cycle(&events);
            self.upstream.cycles.borrow_mut().pop_front();
            self.note_claims(&events);
        } else {
            self.note_others(events);
            self.note_claims(events);
        }
    }

    /// Records claims that changed.
    fn note_claims(&mut self, events: &[Event]) {
        let Some(t) = events.first().map(|event| event.at) else { return };
        for mut entry in self.claims.take_changes(events) {
            entry["t"] = json!(t);
            entry["event"] = json!("claim");
            self.log.push(entry);
        }
    }

    /// Records the events of a step, except those of a group's cycle.
    fn note_others(&mut self, events: &[Event]) {
        let mut failed: Option<(usize, NamespacedName)> = None;
        let mut cleared: Vec<&NamespacedName> = Vec::new();
        // Whether the pod was popped from `podBackoffQ` before its backoff ended.
        let mut is_early = false;
        for event in events {
            let t = event.at;
            match &event.what {
                EventKind::Popped { pod, attempt } => {
                    self.attempts.insert(pod.clone(), *attempt);
                    is_early = self.places.remove(pod) == Some(Queue::Backoff);
                }
                EventKind::Attempted(_) => {
                    self.upstream.pods.borrow_mut().pop_front();
                    let Some(attempt) = self.simulation.last_attempt().cloned() else { continue };
                    if let Some(mut entry) = self.attempt_json(t, &attempt) {
                        if is_early && !self.has_claims {
                            entry["popped"] = json!("backoff");
                        }
                        if entry["event"] == "failed" {
                            failed = Some((self.log.len(), attempt.pod.clone()));
                        }
                        self.log.push(entry);
                    }
                }
                EventKind::NominationCleared { pod, by: Some(_) } => cleared.push(pod),
                other => self.note_plain(t, other, failed.as_ref().map(|(at, _)| *at)),
            }
        }
        if let Some((at, pod)) = failed {
            self.log[at]["nominated"] = json!(self.nominated(&pod));
            cleared.sort();
            self.log[at]["cleared"] = json!(cleared);
        }
    }

    /// Records moves between queues, removals, and groups.
    fn note_plain(&mut self, t: Millis, what: &EventKind, failed: Option<usize>) {
        match what {
            EventKind::Queued { pod, queue, by, .. } => {
                let from = self.places.insert(pod.clone(), *queue);
                if *by == QueueEvent::PodAdd && *queue == Queue::Gated {
                    self.log.push(json!({"t": t, "event": "gated", "pod": pod}));
                } else if *by == QueueEvent::ScheduleAttemptFailure && *queue == Queue::Backoff {
                    if let Some(at) = failed {
                        self.log[at]["queue"] = json!("backoff");
                    }
                } else if let Some(from) = from.filter(|from| from != queue) {
                    let entry = json!({"t": t, "pod": pod, "event": "moved", "from": name(from), "to": name(*queue),
                        "by": by.as_str()});
                    self.log.push(entry);
                }
            }
            EventKind::HeldBack { pod, plugin, text } => {
                let gated = self.log.last_mut().filter(|entry| entry["event"] == "gated" && entry["pod"] == json!(pod));
                if let Some(entry) = gated {
                    entry["gatedBy"] = json!(plugin);
                    entry["gateMessage"] = json!(text);
                }
            }
            EventKind::PodRemoved(pod) => {
                self.places.remove(pod);
                self.log.push(json!({"t": t, "pod": pod, "event": "removed"}));
            }
            EventKind::Script { .. } => self.has_begun = true,
            EventKind::GroupHeld(group) => self.log.push(json!({"t": t, "event": "limit", "group": group})),
            EventKind::PodGroupRemoved(group) => {
                self.log.push(json!({"t": t, "event": "podGroupDeleted", "podGroup": group}));
            }
            EventKind::PodGroupUpdated(group) if group.scheduled_condition().is_none() && self.has_begun => {
                self.log.push(json!({"t": t, "event": "podGroupCreated", "podGroup": group.key()}));
            }
            _ => {}
        }
    }

    fn nominated(&self, pod: &NamespacedName) -> Str {
        let mut pods = self.simulation.pods();
        pods.find(|(key, _)| *key == pod).map(|(_, pod)| pod.status.nominated_node_name.clone()).unwrap_or_default()
    }

    /// Records a group's cycle and its outcome.
    fn note_group_cycle(&mut self, events: &[Event]) {
        let Some(attempt) = self.simulation.last_group_attempt().cloned() else { return };
        let t = events[0].at;
        let mut entry = group_cycle_json(&attempt);
        entry["t"] = json!(t);
        self.log.push(entry);
        // The index of each failed member's log entry.
        let mut failed: BTreeMap<NamespacedName, usize> = BTreeMap::new();
        let (mut later, mut moved, mut conditions) = (Vec::new(), Vec::new(), Vec::new());
        let mut unreserved: Vec<NamespacedName> = Vec::new();
        // As in the recordings, members whose binding failed come after bound ones.
        let (mut bound, mut failed_bindings) = (Vec::new(), Vec::new());
        for event in events {
            match &event.what {
                EventKind::Popped { pod, attempt } => {
                    self.attempts.insert(pod.clone(), *attempt);
                    self.places.remove(pod);
                }
                EventKind::Message { about, reason, text, .. } if reason == "FailedScheduling" => {
                    let pod = NamespacedName::from(Str::from(about.trim_start_matches("Pod/")));
                    if text.starts_with("skip schedule deleting pod") {
                        continue;
                    }
                    let number = self.attempts.get(&pod).copied();
                    let entry = json!({"t": t, "event": "failed", "pod": pod, "attempt": number, "message": text});
                    if unreserved.contains(&pod) {
                        failed_bindings.push((pod, entry));
                    } else {
                        failed.insert(pod.clone(), self.log.len());
                        self.log.push(entry);
                    }
                }
                EventKind::Unreserved { pod, .. } => unreserved.push(pod.clone()),
                EventKind::Queued { pod, queue, by: QueueEvent::ScheduleAttemptFailure, .. } => {
                    self.places.insert(pod.clone(), *queue);
                    if let Some(at) = failed.get(pod) {
                        self.log[*at]["queue"] = json!(name(*queue));
                    }
                }
                EventKind::HeldBack { pod, plugin, text } => {
                    if let Some(at) = failed.get(pod) {
                        self.log[*at]["gatedBy"] = json!(plugin);
                        self.log[*at]["gateMessage"] = json!(text);
                    }
                }
                EventKind::Bound { pod, node } => {
                    // If several placements were tried, older recordings have the message of the last one here.
                    let last = attempt.placements.as_ref().and_then(|record| record.runs.last());
                    let last = last.filter(|_| !self.has_claims);
                    let members = &last.unwrap_or(&attempt.run).members;
                    let member = members.iter().find(|member| member.pod == *pod);
                    let mut ties: Vec<&Str> = member.into_iter().flat_map(|member| &member.ties).collect();
                    ties.sort();
                    let number = self.attempts.get(pod).copied();
                    bound.push(json!({"t": t, "event": "scheduled", "pod": pod, "node": node, "ties": ties,
                        "attempt": number}));
                }
                EventKind::Message { about, reason, .. } if reason == "Preempted" => {
                    let pod = about.trim_start_matches("Pod/");
                    later.push(json!({"t": t, "event": "evicted", "pod": pod}));
                }
                EventKind::PodGroupUpdated(group) => {
                    let condition = group.scheduled_condition().cloned().unwrap_or_default();
                    conditions.push(json!({"t": t, "event": "condition", "podGroup": group.key(),
                        "status": condition.status, "reason": condition.reason, "message": condition.message}));
                }
                other => moved.push(other.clone()),
            }
        }
        self.log.extend(bound);
        for (pod, mut entry) in failed_bindings {
            entry["queue"] = json!("backoff");
            failed.insert(pod, self.log.len());
            self.log.push(entry);
        }
        for (pod, at) in failed {
            self.log[at]["nominated"] = json!(self.nominated(&pod));
            self.write_plugins(&attempt, &pod, at);
        }
        self.log.extend(later);
        self.log.extend(conditions);
        for event in moved {
            self.note_plain(t, &event, None);
        }
    }

    /// Adds the plugins that rejected a failed member, and whether it backs off because of an error.
    fn write_plugins(&mut self, attempt: &GroupAttempt, pod: &NamespacedName, at: usize) {
        let member = attempt.run.members.iter().find(|member| member.pod == *pod);
        let message = member.and_then(|member| member.failure.as_ref()).map(|(_, message)| message.clone());
        let is_own = message.is_some_and(|message| self.log[at]["message"] == json!(message));
        let mut plugins: Vec<&str> = match member.map(|member| &member.attempt.outcome) {
            Some(AttemptOutcome::Failed { rows, .. }) if is_own => rows.iter().map(RowId::as_str).collect(),
            _ => Vec::new(),
        };
        plugins.sort_unstable();
        if plugins.is_empty() && self.log[at]["queue"] == "backoff" {
            self.log[at]["queue"] = json!("errorBackoff");
        }
        self.log[at]["plugins"] = json!(plugins);
    }

    /// The log entry for the attempt of a pod without a group.
    fn attempt_json(&self, t: Millis, attempt: &Attempt) -> Option<Value> {
        let node = |ix: &usize| attempt.nodes[*ix].as_str();
        let number = self.attempts.get(&attempt.pod);
        match &attempt.outcome {
            AttemptOutcome::Open => None,
            AttemptOutcome::Scheduled { node: chosen, ties } => {
                let mut ties: Vec<&str> = ties.iter().map(node).collect();
                ties.sort_unstable();
                Some(json!({"t": t, "pod": attempt.pod, "event": "scheduled", "attempt": number,
                    "node": node(chosen), "ties": ties}))
            }
            AttemptOutcome::Failed { message, rows, .. } => {
                let mut plugins: Vec<&str> = rows.iter().map(RowId::as_str).collect();
                plugins.sort_unstable();
                let mut entry = json!({"t": t, "pod": attempt.pod, "event": "failed", "attempt": number,
                    "message": message, "plugins": plugins});
                write_victims(attempt, &mut entry);
                Some(entry)
            }
        }
    }

    fn final_state(&self) -> Value {
        let of = |(key, pod): (&NamespacedName, &Pod)| {
            let mut state = if pod.spec.node_name.is_empty() {
                let attempts = self.attempts.get(key).copied().unwrap_or(0);
                let mut state =
                    json!({"node": null, "nominated": pod.status.nominated_node_name, "attempts": attempts});
                let gate = self.simulation.queue().waiting_state(key).and_then(|state| state.gate);
                if let Some(gate) = gate {
                    state["gatedBy"] = json!(gate.plugin());
                }
                state
            } else {
                json!({"node": pod.spec.node_name})
            };
            if pod.is_terminating() {
                state["terminating"] = json!(true);
            }
            (key.to_string(), state)
        };
        self.simulation.pods().map(of).collect::<Map<_, _>>().into()
    }
}

/// Whether volumes of a pod in its binding cycle are still being bound.
fn waits_for_volumes(events: &[Event]) -> bool {
    let mut waiting = BTreeSet::new();
    for event in events {
        match &event.what {
            EventKind::PreBinding { pod, .. } => {
                waiting.insert(pod);
            }
            EventKind::Bound { pod, .. } | EventKind::Unreserved { pod, .. } => {
                waiting.remove(pod);
            }
            _ => {}
        }
    }
    !waiting.is_empty()
}

fn group_cycle_json(attempt: &GroupAttempt) -> Value {
    let status = &attempt.status;
    let mut entry = json!({"event": "groupCycle", "group": attempt.group, "popped": attempt.popped,
        "order": attempt.order, "code": status.code(), "message": status.message(),
        "waitingOnPreemption": attempt.is_waiting});
    if attempt.is_early {
        entry["from"] = json!("backoff");
    }
    match &attempt.placements {
        None => entry["members"] = members_json(&attempt.run),
        Some(record) => entry["placement"] = written::placement_json(record, |run, _| members_json(run)),
    }
    if let Some(record) = &attempt.preemption {
        entry["workloadAwarePreemption"] = preemption_json(record);
    }
    entry
}

fn members_json(run: &GroupRun) -> Value {
    run.members.iter().map(member_json).collect()
}

fn member_json(member: &MemberRecord) -> Value {
    let code = member.failure.as_ref().map_or("Success", |(code, _)| cases::code_name(*code));
    let message = member.failure.as_ref().map(|(_, message)| message.clone());
    let permit = member.permit.as_ref().map(|permit| match permit.code {
        PermitCode::Success => "Success",
        PermitCode::Wait => "Wait",
    });
    let mut ties: Vec<&Str> = member.ties.iter().collect();
    ties.sort();
    let mut entry = json!({"pod": member.pod, "node": member.node, "ties": ties, "code": code, "message": message,
        "permit": permit});
    if member.requires_preemption {
        entry["requiresPreemption"] = json!(true);
    }
    if member.is_nominated_node_taken {
        entry["shortcut"] = json!("nominatedNode");
    }
    if let Some(reservation) = &member.reservation {
        let device = |device: &DeviceName| format!("{}/{}/{}", device.driver, device.pool, device.name);
        let new_devices = reservation.devices.iter().filter(|devices| devices.is_new);
        let reserved = new_devices.map(|devices| {
            let name = devices.claim.name();
            let key = if name.starts_with('<') { name.to_owned() } else { devices.claim.to_string() };
            (key, json!(devices.devices.iter().map(device).collect::<Vec<_>>()))
        });
        entry["reserved"] = reserved.collect::<Map<_, _>>().into();
        let shared = reservation.devices.iter().filter(|devices| devices.is_shared);
        entry["pending"] = json!(shared.map(|devices| &devices.claim).collect::<Vec<_>>());
        let bind = reservation.volumes.iter().map(|(claim, volume)| (claim.to_string(), json!(volume)));
        entry["volumes"] = json!({"bind": bind.collect::<Map<_, _>>(), "provision": reservation.provision});
    }
    if member.requires_preemption {
        write_victims(&member.attempt, &mut entry);
    }
    entry
}

fn preemption_json(record: &GroupPreemptionRecord) -> Value {
    let nodes = |run: &GroupRun| -> Value {
        let nodes = run.members.iter().map(|member| (member.pod.to_string(), json!(member.node)));
        nodes.collect::<Map<_, _>>().into()
    };
    let removed = |run: &GroupRun| json!({"code": run.status.code(), "nodes": nodes(run)});
    written::preemption_json(record, removed, |run| ("nodes", nodes(run)))
}

fn name(queue: Queue) -> &'static str {
    match queue {
        Queue::Active => "active",
        Queue::Backoff => "backoff",
        Queue::Unschedulable => "unschedulable",
        Queue::Gated => "gated",
    }
}
