//! Reads a `Policy` of v1.16: predicates in a fixed order, and priorities.

use findings::ConfigurationProblem as Problem;
use releases::{
    Release,
    documents::policy_names::{NameUse, PolicyName, policy_names},
};
use runlog::PluginId;
use scheduler::framework::{FilterRow, Profile, ScoreRow};

use super::{
    super::{
        extensions::{filter_row, score_row},
        v1_16,
    },
    args::{Args, RatioRules},
    extenders::ExtenderDocs,
    json_reader::{ConfigError, JsonAt},
    policy::{Dialect, Predicate, PredicateArgument, Priority, PriorityArgument},
};

pub(super) const DIALECT: Dialect = Dialect {
    release: Release::V1_16,
    is_lenient: true,
    quotes_names: false,
    weight: |name| format!("Priority {name} should have a positive weight applied to it or it has overflown"),
    validates_names: true,
    ratio: RatioRules { scale: 1, has_upstream_typo: true, fills_in_defaults: true },
    ratio_error_prefix: "invalid RequestedToCapacityRatioPriority arguments: ",
};

/// Returns the profile of a policy, if there is one. `hard_weight` is the weight of hard pod affinity from the
/// component configuration; the policy's own takes precedence.
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
        profile.scores = choose_priorities(&priorities, &mut args)?;
    }
    if let Some(wanted) = predicates {
        profile.filters = choose_predicates(&wanted, &args);
    }
    if let Some(all) = document.field("alwaysCheckAllPredicates") {
        profile.cycle.always_checks_all = all.flag()?;
    }
    profile.extenders = extenders.to_profile_extenders();
    Ok(profile)
}

/// Returns the rows of the predicates that run: those that a policy names, in the order of the release. Unknown names
/// are accepted, and never run.
fn choose_predicates(wanted: &[Predicate], args: &Args) -> Vec<FilterRow> {
    let row = |item: &PolicyName| {
        let entries = || wanted.iter().filter(|predicate| predicate.name == item.name);
        if !item.can_run(Release::V1_16) {
            return None;
        }
        // If two have an argument, the last one counts.
        if let Some(argument) = entries().rev().find_map(|predicate| predicate.argument.as_ref()) {
            return filter_of_predicate(item.name, argument.clone());
        }
        let is_wanted = item.usage(Release::V1_16) == NameUse::Mandatory || entries().next().is_some();
        is_wanted.then(|| v1_16::predicate_row(item, args))
    };
    policy_names("predicates").iter().filter_map(row).collect()
}

/// Creates the row of a predicate with an argument.
fn filter_of_predicate(name: &str, argument: PredicateArgument) -> Option<FilterRow> {
    let (plugin, args) = match argument {
        PredicateArgument::Labels(labels) => (PluginId::NodeLabel, Args { labels, ..Args::default() }),
        PredicateArgument::Service(service_labels) => {
            (PluginId::ServiceAffinity, Args { service_labels, ..Args::default() })
        }
    };
    filter_row(plugin, name, v1_16::extensions(plugin, &args))
}

/// Returns the rows of the priorities that a policy names. Upstream registers them by name
/// (`RegisterCustomPriorityFunction`): if a name is repeated, the last one counts.
fn choose_priorities(list: &JsonAt, args: &mut Args) -> Result<Vec<ScoreRow>, ConfigError> {
    let known_args = Args { hard_weight: args.hard_weight, ..Args::default() };
    let mut chosen: Vec<ScoreRow> = Vec::new();
    let mut sum: i64 = 0;
    // Read one after the other, because each ratio has its own arguments.
    let mut each = DIALECT.priorities(list)?;
    while let Some(Priority { name, weight, argument }) = each.next(args)? {
        sum = sum.saturating_add(weight);
        let before = chosen.iter().position(|row| row.id == *name.as_str());
        let row = match (argument, before) {
            (Some(argument), _) => score_of_priority(&name, weight, argument, args),
            (None, Some(_)) => None,
            (None, None) => {
                let can_run = |item: &&PolicyName| item.name == name && item.can_run(Release::V1_16);
                let item = policy_names("priorities").iter().find(can_run);
                let row = item.and_then(|item| v1_16::priority_row(item, &known_args));
                row.map(|row| ScoreRow { weight, ..row })
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

/// Creates the row of a priority with an argument.
fn score_of_priority(name: &str, weight: i64, argument: PriorityArgument, args: &Args) -> Option<ScoreRow> {
    let (plugin, extensions) = match argument {
        PriorityArgument::Labels(preferred_labels) => {
            let args = Args { preferred_labels, ..Args::default() };
            (PluginId::NodeLabel, v1_16::extensions(PluginId::NodeLabel, &args))
        }
        PriorityArgument::Service(label) => {
            let args = Args { service_spread: vec![label], ..Args::default() };
            (PluginId::ServiceAffinity, v1_16::extensions(PluginId::ServiceAffinity, &args))
        }
        PriorityArgument::Ratio => {
            (PluginId::RequestedToCapacityRatio, v1_16::extensions(PluginId::RequestedToCapacityRatio, args))
        }
    };
    score_row(plugin, name, weight, extensions)
}
