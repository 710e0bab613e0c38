//! The built-in scenarios, by theme. Their texts lie beside the page and are fetched; what the gallery tells of them is gathered
//! from the texts by the build.

pub mod update;
pub mod view;

use std::rc::Rc;

use serde::Deserialize;

use crate::run::alike;
use wire::Bilingual;
use words::table::gallery::Theme as Name;

/// What the page knows of them.
#[derive(Clone, Debug, Default)]
pub struct Gallery {
    /// Whether the gallery is seen.
    pub open: bool,
    /// What it tells of the scenarios.
    pub entries: Rc<Vec<Listing>>,
    /// The number of the one that was opened.
    pub scenario: Option<usize>,
    /// Its text as it came: a text that is still this one goes by the scenario's name.
    original: Rc<str>,
}

impl PartialEq for Gallery {
    fn eq(&self, other: &Self) -> bool {
        let Self { open, entries, scenario, original } = self;
        (open, entries, scenario) == (&other.open, &other.entries, &other.scenario) && alike(original, &other.original)
    }
}

impl Gallery {
    /// A scenario opens, or comes back, as it was written.
    pub fn opened(&mut self, scenario: usize, text: &Rc<str>) {
        (self.scenario, self.original) = (Some(scenario), Rc::clone(text));
    }

    /// The scenario that runs, if nobody changed it.
    pub fn runs(&self, text: &str) -> Option<usize> {
        self.scenario.filter(|_| *self.original == *text)
    }
}

/// Scenarios that belong together.
pub struct Theme {
    /// Its name.
    pub name: Name,
    /// The scenarios' names, in the order in which to meet them.
    pub scenarios: &'static [&'static str],
}

const fn theme(name: Name, scenarios: &'static [&'static str]) -> Theme {
    Theme { name, scenarios }
}

/// All themes.
pub(crate) const THEMES: [Theme; 8] = [
    theme(Name::FindingANode, &["first-pod", "tie", "no-requests", "anti-affinity", "spread", "sampling"]),
    theme(Name::TheQueue, &["backoff", "not-woken", "gates"]),
    theme(
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
    theme(Name::TieBreak, &["ladder", "budget", "rung-priority", "rung-sum", "rung-count", "rung-start", "rung-tie"]),
    theme(
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
    theme(
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
    theme(Name::Volumes, &["first-consumer"]),
    theme(
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
];

/// The scenario that a first visit shows.
pub const FIRST: &str = "preemption";

/// The moment of it that a first visit begins at: pods run already, and one does not fit next to them.
pub(crate) const EVE: &str = "judged:nginx-a";

/// What the gallery tells about a scenario.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Listing {
    /// Its name.
    pub name: String,
    /// Its title.
    pub title: Bilingual,
    /// What there is to see.
    pub description: Bilingual,
    /// The release that it asks for.
    pub release: String,
}

/// The number of the [first](FIRST) one.
pub fn first() -> usize {
    named(FIRST).unwrap_or(0)
}

/// What the build gathered is there, as JSON, which the part that draws the gallery reads.
pub fn came(gallery: &mut Gallery, json: &str) {
    // Without it scenarios have their names alone.
    gallery.entries = Rc::new(serde_json::from_str(json).unwrap_or_default());
}

/// All scenarios with their number, theme by theme.
pub fn numbered() -> impl Iterator<Item = (&'static Theme, Vec<(usize, &'static str)>)> {
    THEMES.iter().scan(0, |count, theme| {
        let first = *count;
        *count += theme.scenarios.len();
        Some((theme, (first..).zip(theme.scenarios.iter().copied()).collect()))
    })
}

fn all() -> impl Iterator<Item = &'static str> {
    THEMES.iter().flat_map(|theme| theme.scenarios.iter().copied())
}

/// The name of the scenario with a number: that of its file.
pub fn name(number: usize) -> &'static str {
    all().nth(number).unwrap_or(FIRST)
}

/// The number of a scenario, by its name.
pub fn named(name: &str) -> Option<usize> {
    all().position(|known| known == name)
}

/// Where the text of a scenario lies, from the page.
pub fn file(number: usize) -> String {
    format!("scenarios/{}.yaml", name(number))
}

/// Where that lies which the gallery tells.
pub const INDEX: &str = "scenarios/index.json";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scenario_has_a_number_and_a_file() {
        for (number, name) in all().enumerate() {
            assert_eq!((named(name), self::name(number)), (Some(number), name));
            let file = format!("{}/../../www/{}", env!("CARGO_MANIFEST_DIR"), file(number));
            assert!(std::path::Path::new(&file).is_file(), "{file}");
        }
        assert!(named(FIRST).is_some());
    }
}
