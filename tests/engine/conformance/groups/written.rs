//! Records that cycles and runs of groups have in common, in the format of the recordings.

use schedscope::runlog::{GroupPreemptionRecord, GroupRun, GroupStatus, GroupUnit, PlacementRecord};
use serde_json::{Map, Value, json};

pub(super) fn status_json(status: &GroupStatus) -> Value {
    json!({"code": status.code(), "message": status.message()})
}

/// The choice among placements. `members` writes the members of a simulation, given the number of its nodes.
pub(super) fn placement_json(record: &PlacementRecord, members: impl Fn(&GroupRun, usize) -> Value) -> Value {
    let name = |at: &usize| record.placements[*at].0.clone();
    let placements = record.placements.iter().map(|(name, nodes)| json!({"name": name, "nodes": nodes}));
    let results = record.runs.iter().zip(&record.placements).map(|(run, (name, nodes))| {
        json!({"placement": name, "nodes": nodes, "members": members(run, nodes.len()),
            "status": status_json(&run.status), "waitingOnPreemption": run.is_waiting})
    });
    let scores = record.scores.iter().map(|score| {
        let plugins = score.plugins.iter().map(|(row, [raw, normalized, weighted])| {
            (row.to_string(), json!({"raw": raw, "normalized": normalized, "weighted": weighted}))
        });
        let plugins: Map<String, Value> = plugins.collect();
        (name(&score.placement).to_string(), json!({"byPlugin": plugins, "total": score.total}))
    });
    let scores: Map<String, Value> = scores.collect();
    let mut written = json!({"generate": status_json(&record.status), "placements": placements.collect::<Vec<_>>(),
        "results": results.collect::<Vec<_>>(),
        "successful": record.successful.iter().map(name).collect::<Vec<_>>(),
        "scores": if scores.is_empty() { Value::Null } else { scores.into() },
        "chosen": record.chosen.as_ref().map(name)});
    if !record.ties.is_empty() {
        written["ties"] = json!(record.ties.iter().map(name).collect::<Vec<_>>());
    }
    written
}

/// Preemption for a group. `removed` writes the simulation without any victims; `reprieved` writes the one after a unit (with its key) was added back.
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
        let violating = record.potential.iter().filter(|unit| unit.is_violating).map(|unit| &unit.pods[0]);
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
