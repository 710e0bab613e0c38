//! The forms of scheduler documents: of a configuration its profiles, plugins by extension point, arguments and extenders; of a policy its
//! predicates and priorities; of a custom extender or plugin its answers (`responder_schema`). Like every form they are views on the text.
//!
//! They read and change no text themselves: they take a document and return the changed one (`config_edit`), and the builder makes that an
//! edit. All of this is pure; `page/features/builder/config_form` draws it.

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

/// A change that is asked for.
pub struct ConfigEditRequest<'c> {
    /// The text.
    pub outline: &'c Outline,
    /// The document.
    pub entry: &'c OutlineItem,
    /// The release that runs.
    pub running_release: Release,
    /// What changes.
    pub change: ConfigEdit,
    /// Reads YAML that was typed: the builder has the reader.
    pub parse_yaml: fn(&str) -> Option<Value>,
}

/// The document after a change, or what was typed and cannot be written.
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

/// The fields of plugins' arguments, as far as the form has them. A release shows those that its plugins take.
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

/// The release that a document is for. Where there are several, the one that runs.
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

/// The fields of the document itself.
pub fn document_fields(outline_item: &OutlineItem, release: Release) -> &'static [ConfigField] {
    match config_version(release) {
        _ if is_policy(outline_item) => &POLICY_FIELDS,
        DocumentVersion::Alpha => &EARLY_COMPONENT_FIELDS,
        DocumentVersion::Beta | DocumentVersion::Stable => &COMPONENT_FIELDS,
    }
}

/// The fields of a profile: earlier releases have one percentage for all.
pub fn profile_fields(release: Release) -> &'static [ConfigField] {
    if config_version(release) == DocumentVersion::Stable { &PROFILE_FIELDS } else { &PROFILE_FIELDS[..1] }
}

/// The plugins of a release that take arguments, with the fields for them.
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

/// The field at a path.
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

/// How many profiles a form shows: a document without any has the default one.
pub fn profile_count(value: &Value) -> usize {
    value["profiles"].as_array().map_or(0, Vec::len).max(1)
}

#[cfg(test)]
mod tests;
