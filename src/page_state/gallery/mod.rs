//! The built-in scenarios, by theme. Their texts lie beside the page and are fetched; what the gallery tells of them is gathered
//! from the texts by the build.

pub mod update;

use std::rc::Rc;

use i18n::table::gallery::ScenarioTheme as Name;
use protocol::Bilingual;
use serde::Deserialize;

/// What the page knows of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Gallery {
    /// Whether the gallery is seen.
    pub is_open: bool,
    /// What it tells of the scenarios.
    pub entries: Rc<Vec<ScenarioListing>>,
    /// The number of the one that was opened.
    pub scenario: Option<usize>,
    /// Its text as it came: a text that is still this one goes by the scenario's name.
    original: Rc<str>,
}

impl Gallery {
    /// A scenario opens, or comes back, as it was written.
    pub fn open_scenario(&mut self, scenario: usize, text: &Rc<str>) {
        (self.scenario, self.original) = (Some(scenario), Rc::clone(text));
    }

    /// The scenario that runs, if nobody changed it.
    pub fn unchanged_scenario(&self, text: &str) -> Option<usize> {
        self.scenario.filter(|_| *self.original == *text)
    }
}

/// Scenarios that belong together.
pub struct ScenarioTheme {
    /// Its name.
    pub name: Name,
    /// The scenarios' names, in the order in which to meet them.
    pub scenarios: &'static [&'static str],
}

const fn scenario_theme(name: Name, scenarios: &'static [&'static str]) -> ScenarioTheme {
    ScenarioTheme { name, scenarios }
}

/// All themes.
pub const THEMES: [ScenarioTheme; 9] = [
    scenario_theme(Name::FindingANode, &["first-pod", "tie", "no-requests", "anti-affinity", "spread", "sampling"]),
    scenario_theme(Name::TheQueue, &["backoff", "not-woken", "gates"]),
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

/// The scenario that a first visit shows.
pub const FIRST_SCENARIO: &str = "preemption";

/// The moment of it that a first visit begins at: pods run already, and one does not fit next to them.
pub const FIRST_MOMENT: &str = "judged:nginx-a";

/// What the gallery tells about a scenario.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct ScenarioListing {
    /// Its name.
    pub name: String,
    /// Its title.
    pub title: Bilingual,
    /// What there is to see.
    pub description: Bilingual,
    /// The release that it asks for.
    pub release: String,
}

/// The number of the [first](FIRST_SCENARIO) one.
pub fn first_scenario() -> usize {
    scenario_number(FIRST_SCENARIO).unwrap_or(0)
}

/// What the build gathered is there, as JSON, which the chunk that draws the gallery reads.
pub fn set_entries(gallery: &mut Gallery, json: &str) {
    // Without it scenarios have their names alone.
    gallery.entries = Rc::new(serde_json::from_str(json).unwrap_or_default());
}

/// All scenarios with their number, theme by theme.
pub fn numbered_scenarios() -> impl Iterator<Item = (&'static ScenarioTheme, Vec<(usize, &'static str)>)> {
    THEMES.iter().scan(0, |count, theme| {
        let first = *count;
        *count += theme.scenarios.len();
        Some((theme, (first..).zip(theme.scenarios.iter().copied()).collect()))
    })
}

fn scenario_names() -> impl Iterator<Item = &'static str> {
    THEMES.iter().flat_map(|theme| theme.scenarios.iter().copied())
}

/// The name of the scenario with a number: that of its file.
pub fn scenario_name(number: usize) -> &'static str {
    scenario_names().nth(number).unwrap_or(FIRST_SCENARIO)
}

/// The number of a scenario, by its name.
pub fn scenario_number(name: &str) -> Option<usize> {
    scenario_names().position(|known_names| known_names == name)
}

/// Where the text of a scenario lies, from the page.
pub fn scenario_path(number: usize) -> String {
    format!("scenarios/{}.yaml", scenario_name(number))
}

/// Where that lies which the gallery tells.
pub const SCENARIO_INDEX: &str = "scenarios/index.json";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scenario_has_a_number_and_a_file() {
        for (number, name) in scenario_names().enumerate() {
            assert_eq!((scenario_number(name), self::scenario_name(number)), (Some(number), name));
            let file = format!("{}/../../www/{}", env!("CARGO_MANIFEST_DIR"), scenario_path(number));
            assert!(std::path::Path::new(&file).is_file(), "{file}");
        }
        assert!(scenario_number(FIRST_SCENARIO).is_some());
    }
}
