//! The engine's record of a cycle, in the format of the recording.

use std::rc::Rc;

use schedscope::{
    api::{NamespacedName, SELECTED_NODE, StorageObject, Str},
    runlog::{
        Attempt, AttemptOutcome, GroupAttempt, GroupPreemptionRecord, GroupRun, GroupStatus, Ineligible, MemberRecord,
        PermitCode, PlacementRecord, PluginId,
    },
    scheduler::{
        cluster::{Objects, PodInfo, Storage},
        framework::{CycleCtx, Placement, ReserveCtx},
    },
};
use serde_json::{Map, Value, json};

use super::{
    super::written::{self, status_json},
    Player, RELEASE,
    api_play::plan_json,
    observer::MemberNotes,
};
use crate::support::cases;

/// Assumes the volumes that a member has reserved, so that later members cannot use them.
fn assume_volumes(objects: &mut Objects, member: &MemberRecord) {
    let (Some(reservation), Some(node)) = (&member.reservation, &member.node) else { return };
    let storage = Rc::make_mut(&mut objects.storage);
    let claim = |storage: &Storage, key: &NamespacedName| {
        let claim = storage.claim(&key.namespace().into(), &key.name().into());
        (**claim.expect("a claim")).clone()
    };
    for (key, volume) in &reservation.volumes {
        let mut volume = (**storage.volumes.get(volume).expect("a volume")).clone();
        volume.spec.claim_ref = Some(claim(storage, key).as_reference());
        storage.insert(StorageObject::Volume(Rc::new(volume)));
    }
    for key in &reservation.provision {
        let mut claim = claim(storage, key);
        claim.metadata.annotations.insert(SELECTED_NODE.into(), node.clone());
        storage.insert(StorageObject::Claim(Rc::new(claim)));
    }
}

impl Player {
    pub(super) fn attempt_json(&self, attempt: &Attempt, pod: &PodInfo, profile: usize) -> Vec<(&'static str, Value)> {
        let profile = &self.profiles[profile];
        let mut filtered = attempt.clone();
        if !attempt.is_nominated_node_taken {
            filtered.filter.extend(attempt.nominated_record.clone());
        }
        let (is_error, is_fit_error) = match &attempt.outcome {
            AttemptOutcome::Failed { is_fit_error, .. } => (!is_fit_error, *is_fit_error),
            _ => (false, false),
        };
        let selected = match &attempt.outcome {
            AttemptOutcome::Scheduled { ties, .. } => cases::sorted(ties.iter().map(|ix| attempt.nodes[*ix].as_str())),
            _ => Vec::new(),
        };
        let declined = attempt.preemption.as_ref().and_then(|record| record.ineligible).is_some_and(|why| {
            matches!(why, Ineligible::GroupHasPlacements | Ineligible::GroupNotFound | Ineligible::GroupPreempts)
        });
        let mut preemption = Value::Null;
        if is_fit_error && !declined {
            preemption = cases::preemption(profile, &self.nominator, pod, attempt);
            let record = attempt.preemption.as_ref();
            let chosen = record.and_then(|record| record.chosen).map(|ix| attempt.nodes[ix].clone());
            preemption["nominated"] = json!(chosen);
            for key in ["clearsOwnNomination", "error", "dryRunError", "afterExtenders"] {
                preemption.as_object_mut().expect("an object").remove(key);
            }
        }
        // Without nodes, the cycle does not reach `PreFilter`.
        let prefilter = if self.order.is_empty() { Value::Null } else { cases::prefilter(profile, attempt, false) };
        vec![
            ("prefilter", prefilter),
            ("filter", cases::filter(profile, &filtered, RELEASE, is_error)),
            ("scores", cases::scores(attempt, false)),
            ("selected", json!(selected)),
            ("preemption", preemption),
        ]
    }

    pub(super) fn write_attempt(&self, attempt: &GroupAttempt, profile: usize, actual: &mut Value) {
        let status = &attempt.status;
        actual["result"] = json!({"code": status.code(), "message": status.message(),
            "waitingOnPreemption": attempt.is_waiting});
        match &attempt.placements {
            None => actual["members"] = self.members_json(&attempt.run, self.order.len(), profile, true),
            Some(record) => actual["placement"] = self.placement_json(record, profile),
        }
        if let Some(record) = &attempt.preemption {
            actual["workloadAwarePreemption"] = self.preemption_json(record, profile);
        }
    }

    fn members_json(&self, run: &GroupRun, nodes: usize, profile: usize, is_real: bool) -> Value {
        // With the reservations of earlier members.
        let mut objects = self.objects_before.clone();
        let mut members = Vec::new();
        for member in &run.members {
            let mut entry = self.member_json(member, nodes, profile, is_real);
            let notes = self.chooser.observer.borrow_mut().next_notes();
            self.write_reservation(&notes, member, &objects, profile, is_real, &mut entry);
            assume_volumes(&mut objects, member);
            members.push(entry);
        }
        members.into()
    }

    /// Adds what each feasible node would allocate to the member, and what was reserved for it.
    fn write_reservation(
        &self,
        notes: &MemberNotes,
        member: &MemberRecord,
        objects: &Objects,
        profile: usize,
        is_real: bool,
        entry: &mut Value,
    ) {
        if let Some(node) = &member.node {
            entry["reserved"] = plan_json(notes.plan(node));
        }
        if !is_real {
            return;
        }
        let shared = member.reservation.iter().flat_map(|reservation| &reservation.devices);
        let shared: Vec<String> =
            shared.filter(|devices| devices.is_shared).map(|devices| devices.claim.to_string()).collect();
        entry["pending"] = json!(shared);
        let attempt = &member.attempt;
        let feasible = attempt.filter.iter().filter(|record| record.is_feasible()).map(|record| record.node);
        let pod = self.member(&member.pod);
        let (mut allocations, mut volumes) = (Map::new(), Map::new());
        for ix in feasible {
            let name = attempt.nodes[ix].as_str();
            allocations.extend(notes.offers_json(name, member.pod.namespace()).map(|value| (name.to_owned(), value)));
            let rows = self.profiles[profile].reserves.iter();
            let row = rows.into_iter().find(|row| row.plugin == PluginId::VolumeBinding).expect("a plugin");
            let placement = Placement { pod, node: name, permit_attempt: 1, state: None, group: None };
            let cycle = CycleCtx { pod, snapshot: &self.snapshot, objects, order: None };
            let node = &self.snapshot.nodes()[ix];
            let ctx = ReserveCtx { placement, cycle: &cycle, node, has_run_pre_filter: true, earlier: None };
            let reservation = row.implementation.reserve(&ctx).expect("a plan");
            if let Some(plan) = reservation.as_ref().and_then(|reservation| reservation.volumes()) {
                let bind = plan.bind.iter().map(|(claim, pv)| (claim.key().to_string(), json!(pv.metadata.name)));
                let provision: Vec<NamespacedName> = plan.provision.iter().map(|claim| claim.key()).collect();
                let value = json!({"bind": bind.collect::<Map<_, _>>(), "provision": provision});
                volumes.insert(name.to_owned(), value);
            }
        }
        entry["allocations"] = allocations.into();
        entry["volumes"] = volumes.into();
    }

    fn member(&self, pod: &NamespacedName) -> &PodInfo {
        let mut pods = self.queue.groups.states().flat_map(|(_, state)| state.all());
        pods.find(|member| member.pod.key() == *pod).expect("a member")
    }

    fn member_json(&self, member: &MemberRecord, nodes: usize, profile: usize, is_real: bool) -> Value {
        let (code, message) = match &member.failure {
            None => ("Success", ""),
            Some((code, message)) => (cases::code_name(*code), message.as_str()),
        };
        let permit = member.permit.as_ref().map(|permit| {
            let code = if permit.code == PermitCode::Success { "Success" } else { "Wait" };
            json!({"code": code, "message": permit.message})
        });
        let mut entry = json!({"pod": member.pod, "node": member.node, "permit": permit,
            "requiresPreemption": member.requires_preemption, "status": {"code": code, "message": message},
            "selected": cases::sorted(member.ties.iter().map(Str::as_str))});
        // With a single node, the shortcut makes no difference.
        if member.is_nominated_node_taken && nodes > 1 {
            entry["shortcut"] = json!("nominatedNode");
        }
        if is_real {
            for (key, value) in self.attempt_json(&member.attempt, self.member(&member.pod), profile) {
                entry[key] = value;
            }
        }
        entry
    }

    fn placement_json(&self, record: &PlacementRecord, profile: usize) -> Value {
        let members = |run: &GroupRun, nodes: usize| self.members_json(run, nodes, profile, true);
        let mut written = written::placement_json(record, members);
        if record.status != GroupStatus::Success {
            written["generate"]["plugin"] = json!("TopologyPlacementGenerator");
        }
        written
    }

    fn preemption_json(&self, record: &GroupPreemptionRecord, profile: usize) -> Value {
        let run = |run: &GroupRun| {
            json!({"status": status_json(&run.status), "members": self.members_json(run, self.order.len(), profile, false),
                "waitingOnPreemption": run.is_waiting})
        };
        let mut entry = written::preemption_json(record, run, |reprieved| ("run", run(reprieved)));
        if let Some(priority) = record.priority {
            entry["priority"] = json!(priority);
        }
        entry
    }
}
