//! The built-in scenarios, by theme.

use crate::api::manifest;

use super::load;
use super::state::Bilingual;

/// Scenarios that belong together.
pub struct Theme {
    /// Its name in English.
    pub en: &'static str,
    /// Its name in 中文.
    pub zh: &'static str,
    /// The scenarios' names and texts, in the order in which to meet them.
    pub scenarios: &'static [(&'static str, &'static str)],
}

macro_rules! theme {
    ($en:literal, $zh:literal, $($name:literal)*) => {
        Theme {
            en: $en,
            zh: $zh,
            scenarios: &[$(($name, include_str!(concat!("../../www/scenarios/", $name, ".yaml")))),*],
        }
    };
}

/// All themes.
pub const THEMES: [Theme; 5] = [
    theme!("Finding a node", "寻找节点", "first-pod" "tie" "no-requests" "anti-affinity" "spread"),
    theme!("The queue", "队列", "backoff" "gates"),
    theme!("Preemption", "抢占", "preemption" "nomination" "reprieve" "unresolvable" "grace-gap" "cascade" "never" "equal" "affinity" "cross-node"),
    theme!(
        "The ladder, rung by rung", "决胜阶梯，逐级来看",
        "ladder" "budget" "rung-priority" "rung-sum" "rung-count" "rung-start" "rung-tie"
    ),
    theme!("Budgets, and releases", "预算与版本", "best-effort-budget" "drain" "then-and-now"),
];

/// The scenario that a first visit shows.
pub const FIRST: &str = include_str!("../../www/scenarios/preemption.yaml");

/// What the gallery tells about a scenario.
pub struct Entry {
    /// Its title.
    pub title: Bilingual,
    /// What there is to see.
    pub description: Bilingual,
    /// The release that it asks for.
    pub release: String,
}

/// All scenarios with their number, theme by theme.
pub fn numbered() -> impl Iterator<Item = (&'static Theme, Vec<(usize, &'static str)>)> {
    THEMES.iter().scan(0, |count, theme| {
        let first = *count;
        *count += theme.scenarios.len();
        Some((theme, theme.scenarios.iter().enumerate().map(|(at, (_, text))| (first + at, *text)).collect()))
    })
}

fn all() -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    THEMES.iter().flat_map(|theme| theme.scenarios)
}

/// The scenario with a number.
pub fn text(number: usize) -> &'static str {
    all().nth(number).map_or(FIRST, |(_, text)| text)
}

/// The name of the scenario with a number: that of its file.
pub fn name(number: usize) -> &'static str {
    all().nth(number).map_or("", |(name, _)| name)
}

/// The number of a scenario, by its text.
pub fn number_of(text: &str) -> Option<usize> {
    all().position(|(_, known)| *known == text)
}

/// The number of a scenario, by its name.
pub fn named(name: &str) -> Option<usize> {
    all().position(|(known, _)| *known == name)
}

/// What a text says about itself.
pub fn entry(text: &str) -> Entry {
    let scenario = manifest::load(text).map(|manifest| manifest.scenario).unwrap_or_default();
    let (title, description) = load::texts(&scenario);
    Entry { title, description, release: scenario.release.map_or_else(String::new, |name| name.to_string()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::releases::Release;

    #[test]
    fn built_in_scenarios_load() {
        for (number, (name, text)) in all().enumerate() {
            assert_eq!((named(name), number_of(text), self::name(number)), (Some(number), Some(number), *name));
            let entry = entry(text);
            assert!(!entry.description.zh.is_empty());
            for release in Release::ALL {
                let (loaded, _) = load::scenario(text, Some(release), 0).expect("a built-in scenario loads");
                assert!(loaded.nodes > 0 && loaded.title == entry.title);
            }
        }
        assert!(number_of(FIRST).is_some());
    }
}
