//! Reads a `Policy` of v1.20: predicates and priorities are names for plugins.

use api::Table;
use findings::ConfigurationProblem as Problem;
use releases::{
    Release,
    documents::policy_names::{
        EVEN_SPREAD, LABEL_PREDICATE, NameUse, PolicyName, RATIO, SELECTOR_SPREAD, SERVICE_PREDICATE, policy_names,
    },
};
use runlog::PluginId;
use scheduler::{
    framework::{Profile, ScoreRow},
    plugins::pod_topology_spread::DefaultConstraints,
};

use super::{
    super::default_profiles,
    args::{Args, RatioRules, check_contradiction},
    extenders::ExtenderDocs,
    json_reader::{ConfigError, JsonAt},
    policy::{Dialect, PredicateArgument, Priority, PriorityArgument},
};

const RELEASE: Release = Release::V1_20;

pub(super) const DIALECT: Dialect = Dialect {
    release: RELEASE,
    is_lenient: false,
    quotes_names: true,
    weight: |name| {
        let text = "should have a positive weight applied to it or it has overflown";
        format!("{REFUSAL_PREFIX}priority {name} {text}")
    },
    validates_names: false,
    ratio: RatioRules { scale: 10, has_upstream_typo: false, fills_in_defaults: false },
    ratio_error_prefix: "couldn't create scheduler from policy: initializing profiles: creating profile for scheduler name \
                  default-scheduler: initializing plugin \"RequestedToCapacityRatio\": ",
};

const REFUSAL_PREFIX: &str = "couldn't create scheduler from policy: ";

/// Returns the profile of a policy.
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
    let mut profile = default_profiles::profile_with(RELEASE, &args);
    let (more_filters, more_scores) = default_profiles::optional_rows(RELEASE, &args);
    profile.filters.extend(more_filters);
    profile.filters.retain(|row| filters.contains(&row.plugin));
    profile.filters.sort_by_key(|row| filters.iter().position(|plugin| row.plugin == *plugin));
    let rows = std::mem::take(&mut profile.scores).into_iter().chain(more_scores);
    let weighed = |row: ScoreRow| Some(ScoreRow { weight: *scores.get(&row.plugin)?, ..row });
    profile.scores = rows.filter_map(weighed).collect();
    if let Some(all) = document.field("alwaysCheckAllPredicates") {
        profile.cycle.always_checks_all = all.flag()?;
    }
    profile.extenders = extenders.to_profile_extenders();
    Ok(profile)
}

/// Resolves a name to the one for which the release accepts it.
fn resolve_alias<'n>(list: &str, name: &'n str) -> &'n str {
    policy_names(list)
        .iter()
        .find_map(|item| match item.usage(RELEASE) {
            NameUse::Alias(other) if item.name == name => Some(other),
            _ => None,
        })
        .unwrap_or(name)
}

/// Returns the plugins of the predicates, in running order.
fn read_predicates(document: &JsonAt, args: &mut Args) -> Result<Vec<PluginId>, ConfigError> {
    let wanted = DIALECT.predicates(document)?;
    let has_list = wanted.is_some();
    let known = DIALECT.known_names("predicates");
    let mut names: Vec<String> = Vec::new();
    for predicate in wanted.unwrap_or_default() {
        // If the name is a known one, the argument is ignored.
        match predicate.argument.filter(|_| !known.contains(&predicate.name.as_str())) {
            Some(PredicateArgument::Labels(labels)) => {
                args.labels.present.extend(labels.present);
                args.labels.absent.extend(labels.absent);
                names.push(LABEL_PREDICATE.into());
            }
            Some(PredicateArgument::Service(labels)) => {
                args.service_labels.extend(labels);
                names.push(SERVICE_PREDICATE.into());
            }
            None => names.push(resolve_alias("predicates", &predicate.name).into()),
        }
    }
    let runs = |item: &&PolicyName| match item.usage(RELEASE) {
        NameUse::Mandatory => true,
        NameUse::ByDefault if !has_list => true,
        _ => names.iter().any(|name| name == item.name),
    };
    let mut plugins: Vec<PluginId> = Vec::new();
    for plugin in policy_names("predicates").iter().filter(runs).flat_map(|item| item.plugins) {
        // A plugin of two predicates runs at the position of the first one.
        if !plugins.contains(plugin) {
            plugins.push(*plugin);
        }
    }
    Ok(plugins)
}

/// Returns the plugin of a priority.
fn plugin_of_priority(name: &str) -> Option<PluginId> {
    let item = policy_names("priorities").iter().find(|item| item.name == name && item.can_run(RELEASE))?;
    item.plugins.first().copied()
}

/// Returns the plugins of the priorities, with their weights.
fn read_priorities(document: &JsonAt, args: &mut Args) -> Result<Table<PluginId, i64>, ConfigError> {
    let mut weights: Table<String, i64> = Table::new();
    let mut weigh = |name: &str, weight: i64, system: &mut bool| {
        let name = resolve_alias("priorities", name);
        if name == SELECTOR_SPREAD {
            *system = true;
        }
        weights.insert(name.to_owned(), weight);
    };
    let mut system = false;
    let (mut labels, mut service) = (PriorityMerge::new("LabelPreference"), PriorityMerge::new("ServiceAntiAffinity"));
    match document.field("priorities") {
        None => {
            for item in policy_names("priorities").iter().filter(|item| item.is_default(RELEASE)) {
                weigh(item.name, item.weight, &mut system);
            }
        }
        Some(list) => {
            let known = DIALECT.known_names("priorities");
            let mut ratio: Option<String> = None;
            let mut each = DIALECT.priorities(&list)?;
            while let Some(Priority { name, weight, argument }) = each.next(args)? {
                match argument.filter(|_| !known.contains(&name.as_str())) {
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
                    None => weigh(&name, weight, &mut system),
                }
            }
        }
    }
    if system {
        args.default_constraints = DefaultConstraints::System;
    }
    let even = weights.get(EVEN_SPREAD).copied();
    let of = |(name, weight): (String, i64)| {
        let plugin = plugin_of_priority(&name)?;
        // If both priorities of that plugin are named, the weight of this one counts.
        Some((plugin, if plugin == PluginId::PodTopologySpread { even.unwrap_or(weight) } else { weight }))
    };
    let mut plugins: Table<PluginId, i64> = weights.into_iter().filter_map(of).collect();
    plugins.extend(labels.total_weight().map(|weight| (PluginId::NodeLabel, weight)));
    plugins.extend(service.total_weight().map(|weight| (PluginId::ServiceAffinity, weight)));
    Ok(plugins)
}

/// Priorities that become one plugin, whose weight is multiplied by their number.
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
