//! `Policy`: predicates and priorities by name.

use crate::framework::{FilterRow, Profile, ScoreRow};

use super::super::v1_16;
use super::args::Args;
use super::read::{At, Wrong};

/// Predicates that run whatever a policy says.
const MANDATORY: [&str; 2] = ["CheckNodeUnschedulable", "PodToleratesNodeTaints"];

/// Predicates in running order. Those without a filter here look at volumes, or at conditions that taints stand for.
const PREDICATES: [&str; 22] = [
    "CheckNodeCondition",
    "CheckNodeUnschedulable",
    "GeneralPredicates",
    "HostName",
    "PodFitsHostPorts",
    "PodFitsPorts",
    "MatchNodeSelector",
    "PodFitsResources",
    "NoDiskConflict",
    "PodToleratesNodeTaints",
    "MaxEBSVolumeCount",
    "MaxGCEPDVolumeCount",
    "MaxCSIVolumeCountPred",
    "MaxAzureDiskVolumeCount",
    "MaxCinderVolumeCount",
    "CheckVolumeBinding",
    "NoVolumeZoneConflict",
    "CheckNodeMemoryPressure",
    "CheckNodePIDPressure",
    "CheckNodeDiskPressure",
    "MatchInterPodAffinity",
    "PodToleratesNodeNoExecuteTaints",
];

/// `MaxWeight` of upstream, past which a total could overflow.
const MAX_WEIGHT: i64 = i64::MAX / 10;

pub(super) fn profile(document: &At) -> Result<Profile, Wrong> {
    read(Some(document), None)
}

/// The profile of a policy, if there is one, under the component's weight of hard pod affinity, if that has one. The
/// policy's own counts more.
pub(super) fn read(document: Option<&At>, hard_weight: Option<i64>) -> Result<Profile, Wrong> {
    let mut args = Args::default();
    args.hard_weight = hard_weight.unwrap_or(args.hard_weight);
    let Some(document) = document else { return Ok(v1_16::profile(&args)) };
    document.fields(&[
        "apiVersion",
        "kind",
        "predicates",
        "priorities",
        "extenders",
        "hardPodAffinitySymmetricWeight",
        "alwaysCheckAllPredicates",
    ])?;
    if let Some(extender) = document.elements("extenders")?.first() {
        return Err(extender.wrong("extenders are not supported"));
    }
    if let Some(weight) = document.field("hardPodAffinitySymmetricWeight") {
        args.hard_weight = weight.number(0, 100)?;
    }
    let priorities = document.field("priorities").map(|list| priorities(&list, &mut args)).transpose()?;
    let mut profile = v1_16::profile(&args);
    if let Some(list) = document.field("predicates") {
        choose_predicates(&mut profile, &list)?;
    }
    if let Some(wanted) = priorities {
        let mut rows = std::mem::take(&mut profile.scores);
        rows.extend(v1_16::more_scores(&args));
        // Upstream keeps priorities by name; the order plays no part in a sum.
        for (name, weight) in wanted {
            if let Some(at) = rows.iter().position(|row| row.name == name) {
                profile.scores.push(ScoreRow { weight, ..rows.remove(at) });
            }
        }
    }
    if let Some(all) = document.field("alwaysCheckAllPredicates") {
        profile.cycle.always_check_all = all.flag()?;
    }
    Ok(profile)
}

fn choose_predicates(profile: &mut Profile, list: &At) -> Result<(), Wrong> {
    let mut wanted = MANDATORY.to_vec();
    for predicate in list.list()? {
        predicate.fields(&["name", "argument"])?;
        if let Some(argument) = predicate.field("argument") {
            return Err(argument.wrong("predicates with arguments are not supported"));
        }
        let name = predicate.field("name").ok_or_else(|| predicate.wrong("name is missing"))?;
        wanted.push(name.one_of("predicate", &PREDICATES)?);
    }
    let rows = std::mem::take(&mut profile.filters).into_iter().chain(v1_16::more_filters());
    let mut rows: Vec<FilterRow> = rows.filter(|row| wanted.contains(&row.name)).collect();
    rows.sort_by_key(|row| PREDICATES.iter().position(|name| *name == row.name));
    profile.filters = rows;
    Ok(())
}

/// Names and weights, and what arguments say.
fn priorities(list: &At, args: &mut Args) -> Result<Vec<(String, i64)>, Wrong> {
    let rows = v1_16::profile(args).scores.into_iter().chain(v1_16::more_scores(args));
    let mut known: Vec<&str> = rows.map(|row| row.name).collect();
    known.push("EqualPriority");
    let mut found: Vec<(String, i64)> = Vec::new();
    for priority in list.list()? {
        priority.fields(&["name", "weight", "argument"])?;
        let name = priority.field("name").ok_or_else(|| priority.wrong("name is missing"))?;
        let weight = priority.field("weight").ok_or_else(|| priority.wrong("weight must be positive"))?;
        let weight = weight.number(1, MAX_WEIGHT)?;
        let argument = priority.field("argument");
        let name = match &argument {
            Some(argument) => {
                argument.fields(&["requestedToCapacityRatioArguments"])?;
                let ratio = argument.field("requestedToCapacityRatioArguments");
                let ratio = ratio.ok_or_else(|| argument.wrong("requestedToCapacityRatioArguments is missing"))?;
                ratio.fields(&["shape", "resources"])?;
                args.read_ratio(&ratio, 1)?;
                // A priority with arguments goes by any name.
                name.text()?;
                "RequestedToCapacityRatioPriority"
            }
            None => name.one_of("priority", &known)?,
        };
        if name == "RequestedToCapacityRatioPriority" && argument.is_none() {
            return Err(priority.wrong("RequestedToCapacityRatioPriority needs an argument"));
        }
        if found.iter().any(|(other, _)| other == name) {
            return Err(priority.wrong(format!("{name} is listed already")));
        }
        found.push((name.into(), weight));
    }
    Ok(found)
}
