//! `Policy`: predicates and priorities by name.

use crate::api::problem::{Configuration as Problem, Noun};
use crate::framework::{FilterRow, Profile, RowId, ScoreRow};

use super::super::v1_16;
use super::args::Args;
use super::read::{At, Wrong};

/// Predicates that run whatever a policy says.
const MANDATORY: [&str; 2] = ["CheckNodeUnschedulable", "PodToleratesNodeTaints"];

/// Predicates in running order. Those without a filter here look at Cinder disks, or at conditions that taints stand for.
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
        return Err(extender.wrong(Problem::Extenders));
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
            if let Some(at) = rows.iter().position(|row| row.id == *name.as_str()) {
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
            return Err(argument.wrong(Problem::PredicateArgument));
        }
        let name = predicate.needed("name")?;
        wanted.push(name.one_of(Noun::Predicate, &PREDICATES)?);
    }
    let rows = std::mem::take(&mut profile.filters).into_iter().chain(v1_16::more_filters());
    let mut rows: Vec<FilterRow> = rows.filter(|row| wanted.contains(&row.id.as_str())).collect();
    rows.sort_by_key(|row| PREDICATES.iter().position(|name| row.id == **name));
    profile.filters = rows;
    Ok(())
}

/// Names and weights, and what arguments say.
fn priorities(list: &At, args: &mut Args) -> Result<Vec<(String, i64)>, Wrong> {
    let rows = v1_16::profile(args).scores.into_iter().chain(v1_16::more_scores(args));
    let ids: Vec<RowId> = rows.map(|row| row.id).collect();
    let known: Vec<&str> = ids.iter().map(RowId::as_str).chain(["EqualPriority"]).collect();
    let mut found: Vec<(String, i64)> = Vec::new();
    for priority in list.list()? {
        priority.fields(&["name", "weight", "argument"])?;
        let name = priority.needed("name")?;
        let weight = priority.field("weight").ok_or_else(|| priority.wrong(Problem::NoWeight))?;
        let weight = weight.number(1, MAX_WEIGHT)?;
        let argument = priority.field("argument");
        let name = match &argument {
            Some(argument) => {
                argument.fields(&["requestedToCapacityRatioArguments"])?;
                let ratio = argument.needed("requestedToCapacityRatioArguments")?;
                ratio.fields(&["shape", "resources"])?;
                args.read_ratio(&ratio, 1)?;
                // A priority with arguments goes by any name.
                name.text()?;
                "RequestedToCapacityRatioPriority"
            }
            None => name.one_of(Noun::Priority, &known)?,
        };
        if name == "RequestedToCapacityRatioPriority" && argument.is_none() {
            return Err(priority.wrong(Problem::NoShape { name: name.into() }));
        }
        if found.iter().any(|(other, _)| other == name) {
            return Err(priority.wrong(Problem::Repeated { name: name.into() }));
        }
        found.push((name.into(), weight));
    }
    Ok(found)
}
