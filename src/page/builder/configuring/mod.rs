//! The forms of documents about the scheduler: of a configuration its profiles, plugins by extension point, arguments, extenders; of a
//! policy predicates and priorities; of an extender and of a plugin of one's own what they answer (`answering`). Like every form they are
//! views on the text.
//!
//! They are a part of the page for themselves, which reads and changes no text: it gets a document and says what becomes of it
//! (`deed`), and the builder makes that an edit. `value`, `inputs` and `plugins` are pure; `view`, `rules` and `lists` draw, with what `told`
//! has for all.

mod answering;
pub mod deed;
mod field;
mod inputs;
mod lists;
mod plugins;
mod rules;
#[cfg(test)]
mod tests;
mod told;
mod value;
pub mod view;

use serde_json::Value;

use releases::Release;
use releases::documents::{DocumentVersion, reader, version};
use words::table::configuring::Word;

use super::Wrong;
use super::outline::{Group, Outline, OutlineItem};
use field::{Field, field};
use inputs::Input;

/// What a person changes in a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConfigEdit {
    /// Something was typed into the field at this path.
    Type { path: String, typed: String },
    /// One more profile.
    AddProfile,
    /// One more extender.
    AddExtender,
    /// An item of a list goes.
    Remove(&'static str, usize),
    /// One more rule, in the list at this path.
    AddRule(&'static str),
    /// A rule goes one place up: the first one that is about pod and node counts.
    RaiseRule(&'static str, usize),
    /// A plugin at a point of a profile.
    Plugin { profile: usize, point: &'static str, name: String, turn: Turn },
    /// A point of a profile is as by default.
    Reset { profile: usize, point: &'static str },
    /// A predicate or priority of a policy.
    Listed { list: &'static str, name: String, turn: Turn },
    /// A list of a policy is as by default.
    ResetListed(&'static str),
}

/// A change that is asked for.
pub struct Configure<'c> {
    /// The text.
    pub outline: &'c Outline,
    /// The document.
    pub entry: &'c OutlineItem,
    /// The release that runs.
    pub runs: Release,
    /// What changes.
    pub change: ConfigEdit,
    /// Reads YAML that was typed: the builder has the reader.
    pub yaml: fn(&str) -> Option<Value>,
}

/// The document after a change, or what was typed and cannot be written.
pub type Configured = Result<Value, Wrong>;

/// What happens to a plugin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// It runs.
    Enable,
    /// It does not.
    Disable,
    /// It counts so many times.
    Weigh(i64),
    /// One place up.
    Up,
    /// One place down.
    Down,
}

const MOST: i64 = 1_000_000;
const NAME: Field = field("schedulerName", Word::PodsChooseItByThisName, "default-scheduler", Input::Text);
const PERCENTAGE: Field = field("percentageOfNodesToScore", Word::SearchStopsEarly, "0", Input::Number(0, 100));
const HARD: Field = field("hardPodAffinitySymmetricWeight", Word::RequiredAffinityOfOthers, "1", Input::Number(0, 100));

static COMPONENT: [Field; 3] = [
    PERCENTAGE,
    field("podInitialBackoffSeconds", Word::FirstBackoff, "1", Input::Number(1, MOST)),
    field("podMaxBackoffSeconds", Word::LongestBackoff, "10", Input::Number(1, MOST)),
];
static EARLY: [Field; 4] = [NAME, PERCENTAGE, HARD, field("disablePreemption", Word::NoPreemption, "", Input::Flag)];
static POLICY: [Field; 2] = [HARD, field("alwaysCheckAllPredicates", Word::AllPredicatesAreAsked, "", Input::Flag)];
static PROFILE: [Field; 2] = [NAME, PERCENTAGE];

const STRATEGIES: &[&str] = &["LeastAllocated", "MostAllocated", "RequestedToCapacityRatio"];
const RESOURCES: Field = field("resources", Word::ResourcesWithWeights, "cpu=1, memory=1", Input::Weights);
const SPREAD: [Field; 2] = [
    field("defaultingType", Word::SystemOrList, "System", Input::Choice(&["System", "List"])),
    field("defaultConstraints", Word::ConstraintsOfPodsWithout, "", Input::Constraints),
];

type Arguments = &'static [(&'static str, &'static [Field])];

static LATEST_ARGUMENTS: Arguments = &[
    (
        "NodeResourcesFit",
        &[
            field("scoringStrategy.type", Word::HowRoomScores, "LeastAllocated", Input::Choice(STRATEGIES)),
            field("scoringStrategy.resources", Word::ResourcesWithWeights, "cpu=1, memory=1", Input::Weights),
            field("scoringStrategy.requestedToCapacityRatio.shape", Word::ShapeOfTheRatio, "", Input::Shape),
            field("ignoredResources", Word::ResourcesThatDoNotCount, "", Input::Names),
        ],
    ),
    (
        "NodeResourcesBalancedAllocation",
        &[field("resources", Word::ResourcesToBalance, "cpu, memory", Input::Resources)],
    ),
    (
        "InterPodAffinity",
        &[
            field("hardPodAffinityWeight", Word::RequiredAffinityOfOthers, "1", Input::Number(0, 100)),
            field("ignorePreferredTermsOfExistingPods", Word::PreferencesOfOthers, "", Input::Flag),
        ],
    ),
    ("PodTopologySpread", &SPREAD),
    ("NodeAffinity", &[field("addedAffinity", Word::AffinityForAllPods, "", Input::Yaml)]),
];

static EARLIER_ARGUMENTS: Arguments = &[
    ("NodeResourcesFit", &[field("ignoredResources", Word::ResourcesThatDoNotCount, "", Input::Names)]),
    ("NodeResourcesLeastAllocated", &[RESOURCES]),
    ("NodeResourcesMostAllocated", &[RESOURCES]),
    ("RequestedToCapacityRatio", &[field("shape", Word::ShapeOfTheRatio, "", Input::Shape), RESOURCES]),
    ("InterPodAffinity", &[field("hardPodAffinityWeight", Word::RequiredAffinityOfOthers, "1", Input::Number(0, 100))]),
    ("PodTopologySpread", &SPREAD),
    ("NodeAffinity", &[field("addedAffinity", Word::AffinityForAllPods, "", Input::Yaml)]),
];

static EXTENDER: [Field; 10] = [
    field("urlPrefix", Word::AddressOfTheExtender, "", Input::Needed),
    field("filterVerb", Word::AskedAfterTheFilters, "", Input::Text),
    field("prioritizeVerb", Word::AskedForScores, "", Input::Text),
    field("weight", Word::WhatItsScoresAreTimes, "", Input::Number(1, 1_000_000)),
    field("preemptVerb", Word::AskedAboutVictims, "", Input::Text),
    field("bindVerb", Word::ItBindsThePod, "", Input::Text),
    field("httpTimeout", Word::AnswersLaterThanThisFail, "5s", Input::Time),
    field("managedResources", Word::OnlyPodsThatAskForThese, "", Input::Resources),
    field("nodeCacheCapable", Word::ItKnowsTheNodes, "", Input::Flag),
    field("ignorable", Word::ItsErrorsDoNotCount, "", Input::Flag),
];

/// The release that a document is for. Where there are several, the one that runs.
pub fn release(entry: &OutlineItem, runs: Release) -> Option<Release> {
    if entry.group != Group::Scheduler {
        return None;
    }
    if answering::sections(&entry.kind).is_some() {
        return Some(runs);
    }
    reader(&entry.kind, entry.value["apiVersion"].as_str().unwrap_or_default(), runs)
}

fn is_policy(entry: &OutlineItem) -> bool {
    entry.kind == "Policy"
}

/// The fields of the document itself.
fn own_fields(entry: &OutlineItem, release: Release) -> &'static [Field] {
    match version(release) {
        _ if is_policy(entry) => &POLICY,
        DocumentVersion::Alpha => &EARLY,
        DocumentVersion::Beta | DocumentVersion::Stable => &COMPONENT,
    }
}

/// The fields of a profile: earlier releases have one percentage for all.
fn profile_fields(release: Release) -> &'static [Field] {
    if version(release) == DocumentVersion::Stable { &PROFILE } else { &PROFILE[..1] }
}

fn arguments(release: Release) -> Arguments {
    match version(release) {
        DocumentVersion::Alpha => &[],
        DocumentVersion::Beta => EARLIER_ARGUMENTS,
        DocumentVersion::Stable => LATEST_ARGUMENTS,
    }
}

/// The field at a path.
fn find(entry: &OutlineItem, release: Release, path: &str) -> Option<&'static Field> {
    let of = |fields: &'static [Field], rest: &str| fields.iter().find(|field| field.path == rest);
    if let Some(sections) = answering::sections(&entry.kind) {
        return answering::find(sections, path);
    }
    let inner = |list: &str| path.strip_prefix(list)?.split_once('.').map(|(_, rest)| rest);
    if let Some(rest) = inner("extenders.") {
        return of(&EXTENDER, rest);
    }
    let Some(rest) = inner("profiles.") else { return of(own_fields(entry, release), path) };
    let Some(config) = rest.strip_prefix("pluginConfig.") else { return of(profile_fields(release), rest) };
    let (plugin, rest) = config.split_once('.')?;
    let (_, fields) = arguments(release).iter().find(|(name, _)| *name == plugin)?;
    of(fields, rest.strip_prefix("args.")?)
}

/// How many profiles a form shows: a document without any has the default one.
fn profiles(value: &Value) -> usize {
    value["profiles"].as_array().map_or(0, Vec::len).max(1)
}
