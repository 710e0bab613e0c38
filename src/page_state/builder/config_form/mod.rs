//! The forms of scheduler documents: profiles, plugins by extension point, arguments and extenders of a configuration; predicates and
//! priorities of a policy; answers of custom extenders and plugins (`responder_schema`). Like all forms, they are views of the manifest.
//!
//! They neither read nor write the manifest: they take a document and return the changed one (`config_edit`), and the builder writes it.
//! All of this is pure; `page/features/builder/config_form` draws it.

pub mod config_edit;
pub mod config_inputs;
pub mod custom_plugins;
pub mod field;
pub mod plugin_edits;
pub mod responder_schema;
pub mod value_path;

use config_inputs::ConfigInput;
use field::{ConfigField, config_field};
use i18n::table::config_form::ConfigFormLabel;
use releases::{
    Release,
    documents::{DocumentVersion, config_version, reading_release},
    plugins::find_plugin,
};
use serde_json::Value;

use super::{
    RejectedInput,
    outline::{ObjectGroup, Outline, OutlineItem},
};
use crate::actions::builder::ConfigEdit;

/// A requested edit of a document.
pub struct ConfigEditRequest<'c> {
    /// The objects of the manifest.
    pub outline: &'c Outline,
    /// The document.
    pub entry: &'c OutlineItem,
    /// The release that runs.
    pub running_release: Release,
    pub change: ConfigEdit,
    /// Parses YAML input; provided by the builder.
    pub parse_yaml: fn(&str) -> Option<Value>,
}

/// The document after an edit, or the rejected input.
pub type ConfigEditResult = Result<Value, RejectedInput>;

const MAX_WEIGHT: i64 = 1_000_000;
const SCHEDULER_NAME: ConfigField =
    config_field("schedulerName", ConfigFormLabel::SchedulerNameHint, "default-scheduler", ConfigInput::Text);
const PERCENTAGE_OF_NODES: ConfigField =
    config_field("percentageOfNodesToScore", ConfigFormLabel::PercentageOfNodesHint, "0", ConfigInput::Number(0, 100));
const HARD_AFFINITY_WEIGHT: ConfigField = config_field(
    "hardPodAffinitySymmetricWeight",
    ConfigFormLabel::HardPodAffinityWeightHint,
    "1",
    ConfigInput::Number(0, 100),
);

static COMPONENT_FIELDS: [ConfigField; 3] = [
    PERCENTAGE_OF_NODES,
    config_field(
        "podInitialBackoffSeconds",
        ConfigFormLabel::InitialBackoffHint,
        "1",
        ConfigInput::Number(1, MAX_WEIGHT),
    ),
    config_field("podMaxBackoffSeconds", ConfigFormLabel::MaxBackoffHint, "10", ConfigInput::Number(1, MAX_WEIGHT)),
];
static EARLY_COMPONENT_FIELDS: [ConfigField; 4] = [
    SCHEDULER_NAME,
    PERCENTAGE_OF_NODES,
    HARD_AFFINITY_WEIGHT,
    config_field("disablePreemption", ConfigFormLabel::NoPreemption, "", ConfigInput::Flag),
];
static POLICY_FIELDS: [ConfigField; 2] = [
    HARD_AFFINITY_WEIGHT,
    config_field("alwaysCheckAllPredicates", ConfigFormLabel::AlwaysCheckAllPredicatesHint, "", ConfigInput::Flag),
];
static PROFILE_FIELDS: [ConfigField; 2] = [SCHEDULER_NAME, PERCENTAGE_OF_NODES];

const STRATEGIES: &[&str] = &["LeastAllocated", "MostAllocated", "RequestedToCapacityRatio"];
const WEIGHTED_RESOURCES: ConfigField =
    config_field("resources", ConfigFormLabel::WeightedResourcesHint, "cpu=1, memory=1", ConfigInput::Weights);
type ArgumentFields = &'static [(&'static str, &'static [ConfigField])];

/// The fields of plugin arguments that the form supports. A release shows those that its plugins have.
static ARGUMENTS: ArgumentFields = &[
    (
        "NodeResourcesFit",
        &[
            config_field(
                "scoringStrategy.type",
                ConfigFormLabel::ScoringStrategyHint,
                "LeastAllocated",
                ConfigInput::Choice(STRATEGIES),
            ),
            config_field(
                "scoringStrategy.resources",
                ConfigFormLabel::WeightedResourcesHint,
                "cpu=1, memory=1",
                ConfigInput::Weights,
            ),
            config_field(
                "scoringStrategy.requestedToCapacityRatio.shape",
                ConfigFormLabel::ShapeHint,
                "",
                ConfigInput::Shape,
            ),
            config_field("ignoredResources", ConfigFormLabel::IgnoredResourcesHint, "", ConfigInput::Names),
        ],
    ),
    (
        "NodeResourcesBalancedAllocation",
        &[config_field("resources", ConfigFormLabel::BalancedResourcesHint, "cpu, memory", ConfigInput::Resources)],
    ),
    ("NodeResourcesLeastAllocated", &[WEIGHTED_RESOURCES]),
    ("NodeResourcesMostAllocated", &[WEIGHTED_RESOURCES]),
    (
        "RequestedToCapacityRatio",
        &[config_field("shape", ConfigFormLabel::ShapeHint, "", ConfigInput::Shape), WEIGHTED_RESOURCES],
    ),
    (
        "InterPodAffinity",
        &[
            config_field(
                "hardPodAffinityWeight",
                ConfigFormLabel::HardPodAffinityWeightHint,
                "1",
                ConfigInput::Number(0, 100),
            ),
            config_field(
                "ignorePreferredTermsOfExistingPods",
                ConfigFormLabel::IgnorePreferredTermsHint,
                "",
                ConfigInput::Flag,
            ),
        ],
    ),
    (
        "PodTopologySpread",
        &[
            config_field(
                "defaultingType",
                ConfigFormLabel::DefaultingTypeHint,
                "System",
                ConfigInput::Choice(&["System", "List"]),
            ),
            config_field("defaultConstraints", ConfigFormLabel::DefaultConstraintsHint, "", ConfigInput::Constraints),
        ],
    ),
    ("NodeAffinity", &[config_field("addedAffinity", ConfigFormLabel::AddedAffinityHint, "", ConfigInput::Yaml)]),
];

pub static EXTENDER_FIELDS: [ConfigField; 10] = [
    config_field("urlPrefix", ConfigFormLabel::UrlPrefixHint, "", ConfigInput::RequiredText),
    config_field("filterVerb", ConfigFormLabel::FilterVerbHint, "", ConfigInput::Text),
    config_field("prioritizeVerb", ConfigFormLabel::PrioritizeVerbHint, "", ConfigInput::Text),
    config_field("weight", ConfigFormLabel::ExtenderWeightHint, "", ConfigInput::Number(1, 1_000_000)),
    config_field("preemptVerb", ConfigFormLabel::PreemptVerbHint, "", ConfigInput::Text),
    config_field("bindVerb", ConfigFormLabel::BindVerbHint, "", ConfigInput::Text),
    config_field("httpTimeout", ConfigFormLabel::HttpTimeoutHint, "5s", ConfigInput::Time),
    config_field("managedResources", ConfigFormLabel::ManagedResourcesHint, "", ConfigInput::Resources),
    config_field("nodeCacheCapable", ConfigFormLabel::NodeCacheCapableHint, "", ConfigInput::Flag),
    config_field("ignorable", ConfigFormLabel::IgnorableHint, "", ConfigInput::Flag),
];

/// The release that a document is for; the running one if the version fits several. `None` for other objects.
pub fn document_release(outline_item: &OutlineItem, runs: Release) -> Option<Release> {
    if outline_item.group != ObjectGroup::Scheduler {
        return None;
    }
    if responder_schema::responder_sections(&outline_item.kind).is_some() {
        return Some(runs);
    }
    reading_release(&outline_item.kind, outline_item.value["apiVersion"].as_str().unwrap_or_default(), runs)
}

pub fn is_policy(outline_item: &OutlineItem) -> bool {
    outline_item.kind == "Policy"
}

/// The fields at the top level of the document.
pub fn document_fields(outline_item: &OutlineItem, release: Release) -> &'static [ConfigField] {
    match config_version(release) {
        _ if is_policy(outline_item) => &POLICY_FIELDS,
        DocumentVersion::Alpha => &EARLY_COMPONENT_FIELDS,
        DocumentVersion::Beta | DocumentVersion::Stable => &COMPONENT_FIELDS,
    }
}

/// The fields of a profile. Earlier releases have one `percentageOfNodesToScore` for all profiles.
pub fn profile_fields(release: Release) -> &'static [ConfigField] {
    if config_version(release) == DocumentVersion::Stable { &PROFILE_FIELDS } else { &PROFILE_FIELDS[..1] }
}

/// The plugins of a release with arguments, and their fields.
pub fn plugin_arguments(release: Release) -> Vec<(&'static str, Vec<&'static ConfigField>)> {
    let of = |(name, fields): &(&'static str, &'static [ConfigField])| {
        let arguments = find_plugin(release, name)?.usage.arguments;
        let has_argument =
            |field: &&ConfigField| arguments.iter().any(|argument| field.path.split('.').next() == Some(argument));
        let fields: Vec<&ConfigField> = fields.iter().filter(has_argument).collect();
        (!fields.is_empty()).then_some((*name, fields))
    };
    ARGUMENTS.iter().filter_map(of).collect()
}

fn find_field(outline_item: &OutlineItem, release: Release, path: &str) -> Option<&'static ConfigField> {
    let of = |fields: &'static [ConfigField], rest: &str| fields.iter().find(|field| field.path == rest);
    if let Some(sections) = responder_schema::responder_sections(&outline_item.kind) {
        return responder_schema::find_section_field(sections, path);
    }
    let inner = |list: &str| path.strip_prefix(list)?.split_once('.').map(|(_, rest)| rest);
    if let Some(rest) = inner("extenders.") {
        return of(&EXTENDER_FIELDS, rest);
    }
    let Some(rest) = inner("profiles.") else { return of(document_fields(outline_item, release), path) };
    let Some(config) = rest.strip_prefix("pluginConfig.") else { return of(profile_fields(release), rest) };
    let (plugin, rest) = config.split_once('.')?;
    let rest = rest.strip_prefix("args.")?;
    let (_, fields) = plugin_arguments(release).into_iter().find(|(name, _)| *name == plugin)?;
    fields.into_iter().find(|field| field.path == rest)
}

/// The number of profiles that a form shows: a document without profiles has the default one.
pub fn profile_count(value: &Value) -> usize {
    value["profiles"].as_array().map_or(0, Vec::len).max(1)
}

#[cfg(test)]
mod tests;
