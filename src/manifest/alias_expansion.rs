//! The limit on how many values YAML aliases may expand to.

use super::tree::TreeNode;

/// The number of values in a document with its aliases expanded (keys and aliases included), and how many of them come from aliases: `decodeCount`
/// and `aliasCount` of go-yaml.
#[derive(Clone, Copy, Default)]
pub(super) struct Expansion {
    pub all: usize,
    pub of_aliases: usize,
}

impl Expansion {
    /// Whether aliases make up more of a document than go-yaml allows: 99 percent of a small one, 10 percent of a large one.
    pub(super) fn is_excessive(self) -> bool {
        const SMALL: usize = 400_000;
        const LARGE: usize = 4_000_000;
        let size = self.all.clamp(SMALL, LARGE);
        // In thousandths, from 990 down to 100.
        let allowed = 990 - 890 * (size - SMALL) / (LARGE - SMALL);
        self.of_aliases > 100 && self.all > 1000 && self.of_aliases.saturating_mul(1000) / self.all > allowed
    }
}

/// A value with an anchor, to which aliases refer.
pub(super) struct AnchoredValue {
    pub node: TreeNode,
    /// The number of values in it.
    pub size: usize,
    /// The number of values in it, with its own aliases expanded.
    pub expanded: usize,
}

#[cfg(test)]
mod tests {
    use findings::{Finding, Problem, ReadingProblem};

    use super::*;
    use crate::reader::documents;

    #[test]
    fn shares_of_aliases_are_those_of_go_yaml() {
        for (all, of_aliases, is_excessive) in [
            (1000, 1000, false),
            (1001, 100, false),
            (1001, 1000, true),
            (10_000, 9900, false),
            (10_000, 9910, true),
            (400_000, 396_000, false),
            (2_200_000, 1_190_000, false),
            (2_200_000, 1_210_000, true),
            (4_000_000, 400_000, false),
            (9_000_000, 910_000, true),
        ] {
            assert_eq!(Expansion { all, of_aliases }.is_excessive(), is_excessive, "{of_aliases} of {all}");
        }
    }

    /// Nested aliases are rejected before they are copied: at most a hundred values result from each written one.
    #[test]
    fn aliases_that_multiply_are_refused() {
        let level = |name: char, of: char| format!("{name}: &{name} [{}]\n", vec![format!("*{of}"); 10].join(", "));
        let levels: String = ('b'..='i').zip('a'..='h').map(|(name, of)| level(name, of)).collect();
        let text = format!("a: &a [{}]\n{levels}", ["lol"; 10].join(","));
        assert!(text.len() < 900);
        let place = documents(&text).map_err(|Finding { place, problem, .. }| (place.line, problem));
        assert_eq!(place.err(), Some((4, Problem::Reading(ReadingProblem::ExcessiveAliasing))));
        let few = format!("a: &a [{}]\n{}", ["lol"; 10].join(","), level('b', 'a'));
        assert!(documents(&few).is_ok());
    }
}
