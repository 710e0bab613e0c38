//! `Policy` of v1.16: predicates in a fixed order, and priorities.

use api::problem::ConfigurationProblem as Problem;
use releases::documents::policy_names;
use scheduler::framework::{FilterRow, Profile, ScoreRow};

use super::{
    super::v1_16,
    args::{Args, RatioRules},
    extenders::ExtenderDocs,
    json_reader::{ConfigError, JsonAt},
    policy::{Dialect, Predicate, Priority},
};

/// Predicates that run whatever a policy says.
const MANDATORY: [&str; 2] = ["CheckNodeUnschedulable", "PodToleratesNodeTaints"];

/// Predicates in running order. Whatever has another name is accepted, and never runs.
const ORDER: [&str; 17] = [
    "CheckNodeUnschedulable",
    "GeneralPredicates",
    "HostName",
    "PodFitsHostPorts",
    "MatchNodeSelector",
    "PodFitsResources",
    "NoDiskConflict",
    "PodToleratesNodeTaints",
    "CheckNodeLabelPresence",
    "CheckServiceAffinity",
    "MaxEBSVolumeCount",
    "MaxGCEPDVolumeCount",
    "MaxCSIVolumeCountPred",
    "MaxAzureDiskVolumeCount",
    "CheckVolumeBinding",
    "NoVolumeZoneConflict",
    "MatchInterPodAffinity",
];

pub(super) const DIALECT: Dialect = Dialect {
    predicates: policy_names::V1_16_KNOWN_PREDICATES,
    priorities: policy_names::V1_16_KNOWN_PRIORITIES,
    lenient: true,
    quotes: false,
    weight: |name| format!("Priority {name} should have a positive weight applied to it or it has overflown"),
    names: true,
    ratio: RatioRules { scale: 1, has_upstream_typo: true, weights: true },
    ratio_words: "invalid RequestedToCapacityRatioPriority arguments: ",
};

/// The profile of a policy, if there is one, under the component's weight of hard pod affinity, if that has one. The
/// policy's own counts more.
pub(super) fn read_policy(document: Option<&JsonAt>, hard_weight: Option<i64>) -> Result<Profile, ConfigError> {
    let mut args = Args::default();
    args.hard_weight = hard_weight.unwrap_or(args.hard_weight);
    let Some(document) = document else { return Ok(v1_16::profile(&args)) };
    DIALECT.check_document(document)?;
    if let Some(weight) = document.field("hardPodAffinitySymmetricWeight") {
        let text =
            || format!("invalid hardPodAffinitySymmetricWeight: {}, must be in the range 1-100", weight.to_json_text());
        let weight = weight.number(0, 100).map_err(|wrong| wrong.with_document_text(&text()))?;
        if weight > 0 {
            args.hard_weight = weight;
        }
    }
    let extenders = ExtenderDocs::of_policy(document, true)?;
    extenders.ignore_managed_resources(&mut args, false);
    let predicates = DIALECT.predicates(document)?;
    let mut profile = v1_16::profile(&args);
    if let Some(priorities) = document.field("priorities") {
        let mut scores = std::mem::take(&mut profile.scores);
        scores.extend(v1_16::more_scores());
        profile.scores = choose_priorities(&priorities, scores, &mut args)?;
    }
    if let Some(wanted) = predicates {
        choose_predicates(&mut profile, wanted, &args);
    }
    if let Some(all) = document.field("alwaysCheckAllPredicates") {
        profile.cycle.always_check_all = all.flag()?;
    }
    profile.extenders = extenders.to_profile_extenders();
    Ok(profile)
}

fn choose_predicates(profile: &mut Profile, wanted: Vec<Predicate>, args: &Args) {
    let mut rows: Vec<FilterRow> = std::mem::take(&mut profile.filters);
    rows.extend(v1_16::more_filters(args));
    let named = |row: &FilterRow| wanted.iter().any(|predicate| row.id == *predicate.name.as_str());
    rows.retain(|row| MANDATORY.contains(&row.id.as_str()) || named(row));
    for Predicate { name, argument } in wanted {
        if let Some(argument) = argument {
            // A name that was there before is replaced.
            rows.retain(|row| row.id != *name.as_str());
            rows.push(v1_16::filter_of_predicate(&name, argument));
        }
    }
    let place = |row: &FilterRow| ORDER.iter().position(|name| row.id == **name);
    rows.retain(|row| place(row).is_some());
    rows.sort_by_key(place);
    profile.filters = rows;
}

/// The rows of the priorities that a policy names. Upstream registers them by name (`RegisterCustomPriorityFunction`): of two the last one
/// counts.
fn choose_priorities(list: &JsonAt, mut rows: Vec<ScoreRow>, args: &mut Args) -> Result<Vec<ScoreRow>, ConfigError> {
    let mut chosen: Vec<ScoreRow> = Vec::new();
    let mut sum: i64 = 0;
    // One after the other, since each ratio has arguments of its own.
    let mut each = DIALECT.priorities(list)?;
    while let Some(Priority { name, weight, argument }) = each.next(args)? {
        sum = sum.saturating_add(weight);
        let before = chosen.iter().position(|row| row.id == *name.as_str());
        let row = match (argument, before) {
            (Some(argument), _) => Some(v1_16::score_of_priority(&name, weight, argument, args)),
            (None, Some(_)) => None,
            (None, None) => {
                let at = rows.iter().position(|row| row.id == *name.as_str());
                at.map(|at| ScoreRow { weight, ..rows.remove(at) })
            }
        };
        match (row, before) {
            (Some(row), Some(at)) => chosen[at] = row,
            (Some(row), None) => chosen.push(row),
            (None, Some(at)) => chosen[at].weight = weight,
            (None, None) => {}
        }
    }
    if sum > super::policy::MAX_WEIGHT {
        let text = "Total priority of priority functions has overflown";
        return Err(list.error(Problem::WeightsOverflow).with_document_text(text));
    }
    Ok(chosen)
}
