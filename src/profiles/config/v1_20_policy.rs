//! `Policy` of v1.20: predicates and priorities are names for plugins.

use api::{Table, problem::ConfigurationProblem as Problem};
use releases::documents::policy_names;
use scheduler::{
    framework::{Profile, ScoreRow},
    plugins::pod_topology_spread::DefaultConstraints,
};

use super::{
    super::v1_20,
    args::{Args, RatioRules, check_contradiction},
    extenders::ExtenderDocs,
    json_reader::{ConfigError, JsonAt},
    policy::{Dialect, PredicateArgument, Priority, PriorityArgument},
};

/// Predicates in the order in which they become filters, each with its plugins.
const PREDICATE_PLUGINS: [(&str, &[&str]); 18] = [
    ("CheckNodeUnschedulable", &["NodeUnschedulable"]),
    ("GeneralPredicates", &["NodeResourcesFit", "NodeName", "NodePorts", "NodeAffinity"]),
    ("HostName", &["NodeName"]),
    ("PodFitsHostPorts", &["NodePorts"]),
    ("MatchNodeSelector", &["NodeAffinity"]),
    ("PodFitsResources", &["NodeResourcesFit"]),
    ("NoDiskConflict", &["VolumeRestrictions"]),
    ("PodToleratesNodeTaints", &["TaintToleration"]),
    (LABELS, &["NodeLabel"]),
    (SERVICE, &["ServiceAffinity"]),
    ("MaxEBSVolumeCount", &["EBSLimits"]),
    ("MaxGCEPDVolumeCount", &["GCEPDLimits"]),
    ("MaxCSIVolumeCountPred", &["NodeVolumeLimits"]),
    ("MaxAzureDiskVolumeCount", &["AzureDiskLimits"]),
    ("CheckVolumeBinding", &["VolumeBinding"]),
    ("NoVolumeZoneConflict", &["VolumeZone"]),
    ("EvenPodsSpread", &["PodTopologySpread"]),
    ("MatchInterPodAffinity", &["InterPodAffinity"]),
];

/// The predicates that those with arguments become. Under these names an argument is ignored.
const LABELS: &str = "CheckNodeLabelPresence";
const SERVICE: &str = "CheckServiceAffinity";

/// Predicates that run whatever a policy says.
const MANDATORY: [&str; 2] = ["CheckNodeUnschedulable", "PodToleratesNodeTaints"];

/// Predicates that run where a policy names none.
const DEFAULT_PREDICATES: [&str; 12] = [
    "NoVolumeZoneConflict",
    "MaxEBSVolumeCount",
    "MaxGCEPDVolumeCount",
    "MaxAzureDiskVolumeCount",
    "MaxCSIVolumeCountPred",
    "MatchInterPodAffinity",
    "NoDiskConflict",
    "GeneralPredicates",
    "PodToleratesNodeTaints",
    "CheckVolumeBinding",
    "CheckNodeUnschedulable",
    "EvenPodsSpread",
];

/// Priorities and their plugins. Two of them are one plugin today.
const PRIORITIES: [(&str, &str); 11] = [
    (SELECTOR_SPREAD, "PodTopologySpread"),
    ("InterPodAffinityPriority", "InterPodAffinity"),
    ("LeastRequestedPriority", "NodeResourcesLeastAllocated"),
    ("BalancedResourceAllocation", "NodeResourcesBalancedAllocation"),
    ("NodePreferAvoidPodsPriority", "NodePreferAvoidPods"),
    ("NodeAffinityPriority", "NodeAffinity"),
    ("TaintTolerationPriority", "TaintToleration"),
    ("ImageLocalityPriority", "ImageLocality"),
    (EVEN_SPREAD, "PodTopologySpread"),
    ("MostRequestedPriority", "NodeResourcesMostAllocated"),
    (RATIO, "RequestedToCapacityRatio"),
];

const SELECTOR_SPREAD: &str = "SelectorSpreadPriority";
const EVEN_SPREAD: &str = "EvenPodsSpreadPriority";
const RATIO: &str = "RequestedToCapacityRatio";

pub(super) const DIALECT: Dialect = Dialect {
    predicates: policy_names::V1_20_KNOWN_PREDICATES,
    priorities: policy_names::V1_20_KNOWN_PRIORITIES,
    lenient: false,
    quotes: true,
    weight: |name| {
        let text = "should have a positive weight applied to it or it has overflown";
        format!("{REFUSAL_PREFIX}priority {name} {text}")
    },
    names: false,
    ratio: RatioRules { scale: 10, has_upstream_typo: false, weights: false },
    ratio_words: "couldn't create scheduler from policy: initializing profiles: creating profile for scheduler name \
                  default-scheduler: initializing plugin \"RequestedToCapacityRatio\": ",
};

const REFUSAL_PREFIX: &str = "couldn't create scheduler from policy: ";

/// The profile of a policy.
pub(super) fn read_policy(document: &JsonAt) -> Result<Profile, ConfigError> {
    DIALECT.check_document(document)?;
    for name in ["apiVersion", "kind"] {
        document.required_field(name)?;
    }
    let mut args = Args { default_constraints: DefaultConstraints::List(Vec::new()), ..Args::default() };
    if let Some(weight) = document.field("hardPodAffinitySymmetricWeight") {
        let weight = weight
            .in_range("hardPodAffinitySymmetricWeight", 0, 100)
            .map_err(|config_error| config_error.with_profile_context(REFUSAL_PREFIX, ""))?;
        if weight > 0 {
            args.hard_weight = weight;
        }
    }
    let extenders = ExtenderDocs::of_policy(document, false).map_err(|wrong| wrong.with_prefix(REFUSAL_PREFIX))?;
    extenders.ignore_managed_resources(&mut args, false);
    let filters = read_predicates(document, &mut args)?;
    let scores = read_priorities(document, &mut args)?;
    let of = "initializing profiles: creating profile for scheduler name default-scheduler: initializing plugin \"NodeLabel\": ";
    for labels in [&args.labels, &args.preferred_labels] {
        check_contradiction(document, labels)
            .map_err(|wrong| wrong.with_profile_context(of, "").with_prefix(REFUSAL_PREFIX))?;
    }
    let mut profile = v1_20::profile(&args);
    let mut rows = std::mem::take(&mut profile.filters);
    rows.extend(v1_20::more_filters(&args));
    rows.retain(|row| filters.iter().any(|name| row.id == **name));
    rows.sort_by_key(|row| filters.iter().position(|name| row.id == **name));
    profile.filters = rows;
    let mut rows = std::mem::take(&mut profile.scores);
    rows.extend(v1_20::more_scores(&args));
    let weighed = |row: ScoreRow| Some(ScoreRow { weight: *scores.get(row.id.as_str())?, ..row });
    profile.scores = rows.into_iter().filter_map(weighed).collect();
    if let Some(all) = document.field("alwaysCheckAllPredicates") {
        profile.cycle.always_check_all = all.flag()?;
    }
    profile.extenders = extenders.to_profile_extenders();
    Ok(profile)
}

/// The plugins of the predicates, in running order.
fn read_predicates(document: &JsonAt, args: &mut Args) -> Result<Vec<&'static str>, ConfigError> {
    let mut names: Vec<String> = MANDATORY.map(String::from).to_vec();
    match DIALECT.predicates(document)? {
        None => names.extend(DEFAULT_PREDICATES.map(String::from)),
        Some(wanted) => {
            for predicate in wanted {
                let known = DIALECT.predicates.contains(&predicate.name.as_str());
                match predicate.argument.filter(|_| !known) {
                    Some(PredicateArgument::Labels(labels)) => {
                        args.labels.present.extend(labels.present);
                        args.labels.absent.extend(labels.absent);
                        names.push(LABELS.into());
                    }
                    Some(PredicateArgument::Service(labels)) => {
                        args.service_labels.extend(labels);
                        names.push(SERVICE.into());
                    }
                    None if predicate.name == "PodFitsPorts" => names.push("PodFitsHostPorts".into()),
                    None => names.push(predicate.name),
                }
            }
        }
    }
    let mut plugins: Vec<&str> = Vec::new();
    for (_, of) in PREDICATE_PLUGINS.iter().filter(|(name, _)| names.iter().any(|wanted| wanted == name)) {
        // A plugin of two predicates stands where the first of them does.
        let new: Vec<&str> = of.iter().copied().filter(|plugin| !plugins.contains(plugin)).collect();
        plugins.extend(new);
    }
    Ok(plugins)
}

/// The plugins of the priorities, with their weights.
fn read_priorities(document: &JsonAt, args: &mut Args) -> Result<Table<&'static str, i64>, ConfigError> {
    let mut weights: Table<&'static str, i64> = Table::new();
    let mut weigh = |name: &str, weight: i64, system: &mut bool| {
        if name == SELECTOR_SPREAD {
            *system = true;
        }
        if let Some((key, _)) = PRIORITIES.iter().find(|(key, _)| *key == name) {
            weights.insert(key, weight);
        }
    };
    let mut system = false;
    let (mut labels, mut service) = (PriorityMerge::new("LabelPreference"), PriorityMerge::new("ServiceAntiAffinity"));
    match document.field("priorities") {
        None => {
            for row in v1_20::profile(&Args::default()).scores {
                let names = PRIORITIES.iter().filter(|(_, plugin)| row.id == **plugin);
                names.for_each(|(name, _)| weigh(name, row.weight, &mut system));
            }
        }
        Some(list) => {
            let mut ratio: Option<String> = None;
            let mut each = DIALECT.priorities(&list)?;
            while let Some(Priority { name, weight, argument }) = each.next(args)? {
                let known = DIALECT.priorities.contains(&name.as_str());
                match argument.filter(|_| !known) {
                    Some(PriorityArgument::Labels(preferred)) => {
                        labels.add_priority(&list, &name, weight)?;
                        args.preferred_labels.present.extend(preferred.present);
                        args.preferred_labels.absent.extend(preferred.absent);
                    }
                    Some(PriorityArgument::Service(label)) => {
                        service.add_priority(&list, &name, weight)?;
                        args.service_spread.push(label);
                    }
                    Some(PriorityArgument::Ratio) => {
                        if let Some(before) = &ratio {
                            let text = format!(
                                "{REFUSAL_PREFIX}priority {name:?} redeclares custom priority {RATIO:?}, from: {before:?}"
                            );
                            let problem =
                                Problem::Redeclared { name: name.as_str().into(), by: before.as_str().into() };
                            return Err(list.error(problem).with_document_text(&text));
                        }
                        weigh(RATIO, weight, &mut system);
                        ratio = Some(name);
                    }
                    None if name == "ServiceSpreadingPriority" => weigh(SELECTOR_SPREAD, weight, &mut system),
                    None => weigh(&name, weight, &mut system),
                }
            }
        }
    }
    if system {
        args.default_constraints = DefaultConstraints::System;
    }
    let even = weights.get(EVEN_SPREAD).copied();
    let of = |(name, weight): (&str, i64)| {
        let (_, plugin) = PRIORITIES.iter().find(|(key, _)| *key == name)?;
        // Of the two that are one plugin, this one's weight counts.
        Some((*plugin, if *plugin == "PodTopologySpread" { even.unwrap_or(weight) } else { weight }))
    };
    let mut plugins: Table<&'static str, i64> = weights.into_iter().filter_map(of).collect();
    plugins.extend(labels.total_weight().map(|weight| ("NodeLabel", weight)));
    plugins.extend(service.total_weight().map(|weight| ("ServiceAffinity", weight)));
    Ok(plugins)
}

/// Priorities that become one plugin, which counts as often as there are of them.
struct PriorityMerge {
    plugin: &'static str,
    first: Option<(String, i64)>,
    count: i64,
}

impl PriorityMerge {
    fn new(plugin: &'static str) -> Self {
        Self { plugin, first: None, count: 0 }
    }

    fn add_priority(&mut self, at: &JsonAt, name: &str, weight: i64) -> Result<(), ConfigError> {
        let (first, of_first) = self.first.get_or_insert_with(|| (name.into(), weight));
        self.count += 1;
        if *of_first == weight {
            return Ok(());
        }
        let text = format!("{REFUSAL_PREFIX}{}  priority {name:?} has a different weight with {first:?}", self.plugin);
        Err(at.error(Problem::OtherWeight { name: name.into(), than: first.as_str().into() }).with_document_text(&text))
    }

    fn total_weight(&self) -> Option<i64> {
        self.first.as_ref().map(|(_, weight)| weight.saturating_mul(self.count))
    }
}
