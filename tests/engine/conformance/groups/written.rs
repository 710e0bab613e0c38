//! What cycles and runs of groups write alike, in the shape of the recordings.

use schedscope::runlog::{GroupPreemptionRecord, GroupRun, GroupStatus, GroupUnit};
use serde_json::{Value, json};

pub(super) fn status_json(status: &GroupStatus) -> Value {
    json!({"code": status.code(), "message": status.message()})
}

/// Preemption for a group. `removed` writes the run without any unit; `reprieved` writes the run after a unit was put back, with its key.
pub(super) fn preemption_json(
    record: &GroupPreemptionRecord,
    removed: impl Fn(&GroupRun) -> Value,
    reprieved: impl Fn(&GroupRun) -> (&'static str, Value),
) -> Value {
    let mut entry = json!({"eligible": record.ineligible.is_none(), "status": status_json(&record.status)});
    if let Some(why) = &record.ineligible {
        entry["ineligibleReason"] = json!(why);
    }
    if record.priority.is_some() && record.without_any.is_none() {
        entry["status"]["code"] = json!("UnschedulableAndUnresolvable");
    }
    if let Some(all) = &record.without_any {
        entry["allRemoved"] = removed(all);
    }
    if record.is_complete {
        let unit = |unit: &GroupUnit| {
            json!({"pods": unit.pods, "priority": unit.priority, "group": unit.group,
                "countsAsGroup": unit.group.is_some()})
        };
        entry["potentialVictims"] = record.potential.iter().map(unit).collect();
        let violating = record.potential.iter().filter(|unit| unit.violates).map(|unit| &unit.pods[0]);
        entry["violating"] = json!(violating.collect::<Vec<_>>());
        let reprieves = record.reprieves.iter().map(|reprieve| {
            let (key, run) = reprieved(&reprieve.run);
            json!({"pods": record.potential[reprieve.unit].pods, "fits": reprieve.is_spared, key: run})
        });
        entry["reprieve"] = reprieves.collect();
        entry["victims"] = record.victims.iter().map(|at| unit(&record.potential[*at])).collect();
        entry["pdbViolations"] = json!(record.violations);
    }
    entry
}
