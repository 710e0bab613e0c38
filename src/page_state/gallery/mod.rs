//! The gallery of built-in scenarios, by theme. Their manifests are files next to the page; the build extracts the entries of the gallery
//! from them.

pub mod update;

use std::rc::Rc;

use i18n::table::gallery::ScenarioTheme as Name;
use protocol::Bilingual;
use serde::Deserialize;

use crate::shared_text::SharedText;

/// The state of the gallery.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Gallery {
    /// Whether the gallery is open.
    pub is_open: bool,
    /// The entries; empty until they are fetched.
    pub entries: Rc<Vec<ScenarioListing>>,
    /// The index of the open scenario.
    pub scenario: Option<usize>,
    /// What was followed to its end: scenarios and lessons, as fragments of addresses.
    pub finished: Rc<Vec<String>>,
    /// The manifest as opened: if it is unchanged, links name the scenario instead.
    original: SharedText,
}

impl Gallery {
    /// Marks a scenario as open with its original manifest.
    pub fn open_scenario(&mut self, scenario: usize, text: &Rc<str>) {
        (self.scenario, self.original) = (Some(scenario), Rc::clone(text).into());
    }

    /// Whether a scenario or lesson was followed to its end.
    pub fn is_finished(&self, fragment_start: &str, name: &str) -> bool {
        self.finished.iter().any(|fragment| fragment.strip_prefix(fragment_start) == Some(name))
    }

    /// The index of the open scenario if `text` is its original manifest.
    pub fn unchanged_scenario(&self, text: &str) -> Option<usize> {
        self.scenario.filter(|_| **self.original == *text)
    }
}

/// The start of a URL fragment that names a scenario.
pub const SCENARIO_FRAGMENT: &str = "scenario=";

/// A group of related scenarios.
pub struct ScenarioGroup {
    pub name: Name,
    /// The names of the scenarios, in the recommended order.
    pub scenarios: &'static [&'static str],
}

const fn scenario_theme(name: Name, scenarios: &'static [&'static str]) -> ScenarioGroup {
    ScenarioGroup { name, scenarios }
}

/// All themes, in order.
pub const THEMES: [ScenarioGroup; 9] = [
    scenario_theme(Name::FindingANode, &["first-pod", "tie", "no-requests", "anti-affinity", "spread", "sampling"]),
    scenario_theme(Name::TheQueue, &["backoff", "woken", "not-woken", "gates"]),
    scenario_theme(
        Name::Preemption,
        &[
            "preemption",
            "nomination",
            "reprieve",
            "unresolvable",
            "grace-gap",
            "stale-nomination",
            "still-terminating",
            "cascade",
            "never",
            "global-default",
            "equal",
            "affinity",
            "cross-node",
        ],
    ),
    scenario_theme(
        Name::TieBreak,
        &["ladder", "budget", "rung-priority", "rung-sum", "rung-count", "rung-start", "rung-tie"],
    ),
    scenario_theme(
        Name::BudgetsAndReleases,
        &[
            "best-effort-budget",
            "stale-budget",
            "two-budgets",
            "drain",
            "budget-counts",
            "silent-node",
            "then-and-now",
            "balance",
        ],
    ),
    scenario_theme(
        Name::Extenders,
        &[
            "extender",
            "extender-managed",
            "extender-errors",
            "extender-empty-nodes",
            "extender-budgets",
            "extender-victims",
            "own-plugin",
        ],
    ),
    scenario_theme(Name::Volumes, &["first-consumer"]),
    scenario_theme(
        Name::Devices,
        &[
            "shared-claim",
            "second-gpu",
            "all-devices",
            "pinned-claim",
            "one-error",
            "first-available",
            "mig-parts",
            "tainted-device",
            "extended-by-class",
        ],
    ),
    scenario_theme(
        Name::Groups,
        &[
            "whole-or-not",
            "two-jobs",
            "needy-member",
            "in-vain",
            "as-one",
            "thrown-away",
            "group-priority",
            "replacement",
            "in-one-zone",
            "breaks-a-group",
            "overlooked",
            "gang-claim",
            "swapped-claims",
            "gang-volume",
        ],
    ),
];

/// The scenario of a first visit.
pub const FIRST_SCENARIO: &str = "preemption";

/// The first interesting moment of that scenario: some pods run, and the next one doesn't fit.
pub const FIRST_MOMENT: &str = "judged:nginx-a";

/// The gallery's entry for a scenario.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct ScenarioListing {
    pub name: String,
    pub title: Bilingual,
    /// What it demonstrates.
    pub description: Bilingual,
    /// The release that it names; may be empty.
    pub release: String,
}

/// The index of [`FIRST_SCENARIO`].
pub fn first_scenario() -> usize {
    scenario_number(FIRST_SCENARIO).unwrap_or(0)
}

/// Parses the entries from JSON.
pub fn set_entries(gallery: &mut Gallery, json: &str) {
    // Without entries the gallery shows only names.
    gallery.entries = Rc::new(serde_json::from_str(json).unwrap_or_default());
}

/// All scenarios with their indices, by theme.
pub fn numbered_scenarios() -> impl Iterator<Item = (&'static ScenarioGroup, Vec<(usize, &'static str)>)> {
    THEMES.iter().scan(0, |count, theme| {
        let first = *count;
        *count += theme.scenarios.len();
        Some((theme, (first..).zip(theme.scenarios.iter().copied()).collect()))
    })
}

fn scenario_names() -> impl Iterator<Item = &'static str> {
    THEMES.iter().flat_map(|theme| theme.scenarios.iter().copied())
}

/// The name of the scenario at an index, which is that of its file.
pub fn scenario_name(number: usize) -> &'static str {
    scenario_names().nth(number).unwrap_or(FIRST_SCENARIO)
}

/// The index of a scenario by its name.
pub fn scenario_number(name: &str) -> Option<usize> {
    scenario_names().position(|known_names| known_names == name)
}

/// The path of a scenario's manifest, relative to the page.
pub fn scenario_path(number: usize) -> String {
    format!("scenarios/{}.yaml", scenario_name(number))
}

/// The path of a scenario's river in small, relative to the page. Only a build that makes pages for scenarios has it.
pub fn river_path(name: &str) -> String {
    format!("s/{name}/river.svg")
}

/// The path of the entries, relative to the page.
pub const SCENARIO_INDEX: &str = "scenarios/index.json";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scenario_has_an_index_and_a_file() {
        for (number, name) in scenario_names().enumerate() {
            assert_eq!((scenario_number(name), self::scenario_name(number)), (Some(number), name));
            let file = format!("{}/../../www/{}", env!("CARGO_MANIFEST_DIR"), scenario_path(number));
            assert!(std::path::Path::new(&file).is_file(), "{file}");
        }
        assert!(scenario_number(FIRST_SCENARIO).is_some());
    }
}
