//! What a score is computed with: the letter of its plugin, and the formula that normalizes it.

use api::Str;

/// The letters of the built-in plugins, with the names that they and their predecessors had.
const PLUGIN_LETTERS: [(char, &[&str]); 11] = [
    ('A', &["TaintToleration"]),
    ('B', &["NodeAffinity"]),
    (
        'C',
        &[
            "NodeResourcesFit",
            "NodeResourcesLeastAllocated",
            "NodeResourcesMostAllocated",
            "LeastRequested",
            "MostRequested",
            "RequestedToCapacityRatio",
        ],
    ),
    ('D', &["VolumeBinding"]),
    ('E', &["PodTopologySpread", "EvenPodsSpread"]),
    ('F', &["InterPodAffinity"]),
    ('G', &["DynamicResources"]),
    ('H', &["NodeResourcesBalancedAllocation", "BalancedResourceAllocation"]),
    ('I', &["ImageLocality"]),
    ('J', &["NodePreferAvoidPods"]),
    ('K', &["SelectorSpread", "DefaultPodTopologySpread", "ServiceSpreading"]),
];

/// The first letter of plugins that a user wrote, and of extenders.
const FIRST_OTHER_LETTER: char = 'P';

/// The letter of each plugin: a built-in one has the same in every run and release.
pub fn plugin_letters(names: &[Str]) -> Vec<char> {
    let mut others = FIRST_OTHER_LETTER..='Z';
    let letter = |name: &Str| {
        let name = name.strip_suffix("Priority").unwrap_or(name);
        let known = PLUGIN_LETTERS.iter().find(|(_, names)| names.contains(&name));
        known.map_or_else(|| others.next().unwrap_or('?'), |(letter, _)| *letter)
    };
    names.iter().map(letter).collect()
}

/// How raw scores are normalized to the range from 0 to `best`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreFormula {
    /// They are in the range already.
    Unchanged,
    /// In proportion to the largest.
    ShareOfLargest { best: i64, largest: i64 },
    /// The reverse: the largest gets 0.
    ReversedShare { best: i64, largest: i64 },
    /// From the smallest, which gets 0, to the largest.
    Range { best: i64, smallest: i64, largest: i64 },
    /// The reverse, as far below the sum of the smallest and the largest.
    Spread { best: i64, smallest: i64, largest: i64 },
}

impl ScoreFormula {
    /// The rule that gives each raw score its normalized one; `None` if none of them does.
    pub fn of_scores(scores: &[(i64, i64)]) -> Option<Self> {
        let smallest = scores.iter().map(|(raw, _)| *raw).min()?;
        let largest = scores.iter().map(|(raw, _)| *raw).max()?;
        let rules_up_to = |best: i64| {
            [
                Self::Unchanged,
                Self::ShareOfLargest { best, largest },
                Self::ReversedShare { best, largest },
                Self::Range { best, smallest, largest },
                Self::Spread { best, smallest, largest },
            ]
        };
        // The range of a score ends at 100; in v1.16 at 10.
        let mut rules = [100, 10].into_iter().flat_map(rules_up_to);
        rules.find(|rule| scores.iter().all(|(raw, normalized)| rule.normalize(*raw) == Some(*normalized)))
    }

    /// The normalized score; `None` if the rule has none.
    pub fn normalize(self, raw: i64) -> Option<i64> {
        match self {
            Self::Unchanged => Some(raw),
            Self::ShareOfLargest { best, largest } => (best * raw).checked_div(largest),
            Self::ReversedShare { best, largest } => Some(best - (best * raw).checked_div(largest)?),
            Self::Range { best, smallest, largest } => (best * (raw - smallest)).checked_div(largest - smallest),
            Self::Spread { best, smallest, largest } => (best * (largest + smallest - raw)).checked_div(largest),
        }
    }

    /// The formula with these words for the raw score and for the largest and the smallest one.
    pub fn formula(self, raw: &str, largest_word: &str, smallest_word: &str) -> String {
        match self {
            Self::Unchanged => raw.to_owned(),
            Self::ShareOfLargest { best, .. } => format!("{best} × {raw} ÷ {largest_word}"),
            Self::ReversedShare { best, .. } => format!("{best} − {best} × {raw} ÷ {largest_word}"),
            Self::Range { best, .. } => {
                format!("{best} × ({raw} − {smallest_word}) ÷ ({largest_word} − {smallest_word})")
            }
            Self::Spread { best, .. } => {
                format!("{best} × ({largest_word} + {smallest_word} − {raw}) ÷ {largest_word}")
            }
        }
    }

    /// The formula with the numbers of a raw score.
    pub fn formula_for(self, raw: i64) -> String {
        let (smallest, largest) = match self {
            Self::Unchanged => (0, 0),
            Self::ShareOfLargest { largest, .. } | Self::ReversedShare { largest, .. } => (0, largest),
            Self::Range { smallest, largest, .. } | Self::Spread { smallest, largest, .. } => (smallest, largest),
        };
        let number = |number: i64| {
            if number < 0 { format!("({})", number.to_string().replace('-', "−")) } else { number.to_string() }
        };
        self.formula(&number(raw), &number(largest), &number(smallest))
    }

    /// Whether the smallest raw score is the best.
    pub fn is_reversed(self) -> bool {
        matches!(self, Self::ReversedShare { .. } | Self::Spread { .. })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_gives_the_scores_that_it_was_found_for() {
        let rule = |scores: &[(i64, i64)]| ScoreFormula::of_scores(scores);
        assert_eq!(rule(&[(68, 68), (62, 62)]), Some(ScoreFormula::Unchanged));
        assert_eq!(rule(&[(20, 66), (30, 100)]), Some(ScoreFormula::ShareOfLargest { best: 100, largest: 30 }));
        assert_eq!(rule(&[(0, 100), (1, 0)]), Some(ScoreFormula::ReversedShare { best: 100, largest: 1 }));
        assert_eq!(
            rule(&[(-5, 0), (5, 100), (0, 50)]).map(|rule| rule.formula_for(0)).as_deref(),
            Some("100 × (0 − (−5)) ÷ (5 − (−5))")
        );
        let spread = rule(&[(2, 100), (4, 50), (3, 75)]).unwrap();
        assert_eq!(spread, ScoreFormula::Spread { best: 100, smallest: 2, largest: 4 });
        assert_eq!(spread.formula_for(3), "100 × (4 + 2 − 3) ÷ 4");
        assert_eq!(rule(&[(1, 7), (2, 3)]), None);
    }

    #[test]
    fn letters_belong_to_plugins() {
        let letters = |names: &[&str]| plugin_letters(&names.iter().map(|name| (*name).into()).collect::<Vec<_>>());
        assert_eq!(letters(&["ImageLocality", "own", "TaintToleration", "other"]), ['I', 'P', 'A', 'Q']);
        assert_eq!(letters(&["LeastRequestedPriority", "TaintTolerationPriority"]), ['C', 'A']);
    }
}
