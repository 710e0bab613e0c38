//! What the engine recorded of a cycle, in the shape of the recording.

use schedscope::{
    api::Str,
    runlog::{
        Attempt, AttemptOutcome, GroupAttempt, GroupPreemptionRecord, GroupRun, GroupStatus, Ineligible, MemberRecord,
        PermitCode, PlacementRecord,
    },
    scheduler::cluster::PodInfo,
};
use serde_json::{Value, json};

use super::{
    super::written::{self, status_json},
    Player, RELEASE,
};
use crate::support::cases;

impl Player {
    pub(super) fn attempt_json(&self, attempt: &Attempt, pod: &PodInfo, profile: usize) -> Vec<(&'static str, Value)> {
        let profile = &self.profiles[profile];
        let mut filtered = attempt.clone();
        if !attempt.nominated_shortcut {
            filtered.filter.extend(attempt.nominated_record.clone());
        }
        let (is_error, fit_error) = match &attempt.outcome {
            AttemptOutcome::Failed { fit_error, .. } => (!fit_error, *fit_error),
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
        if fit_error && !declined {
            preemption = cases::preemption(profile, &self.nominator, pod, attempt);
            let record = attempt.preemption.as_ref();
            let chosen = record.and_then(|record| record.chosen).map(|ix| attempt.nodes[ix].clone());
            preemption["nominated"] = json!(chosen);
            for key in ["clearsOwnNomination", "error", "dryRunError", "afterExtenders"] {
                preemption.as_object_mut().expect("an object").remove(key);
            }
        }
        // Without a node the cycle does not come to `PreFilter`.
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
        run.members.iter().map(|member| self.member_json(member, nodes, profile, is_real)).collect()
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
        // Where one node is all, nobody can tell.
        if member.is_shortcut && nodes > 1 {
            entry["shortcut"] = json!("nominatedNode");
        }
        if is_real {
            let pod = self.queue.groups.states().flat_map(|(_, state)| state.all());
            let pod = pod.into_iter().find(|pod| pod.pod.key() == member.pod).expect("a member");
            for (key, value) in self.attempt_json(&member.attempt, pod, profile) {
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
