//! Terms of the glossary, and where they occur in a text.

use api::Set;
use serde::{Deserialize, Serialize};

use super::Bilingual;

/// A term of the glossary.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Term {
    /// The identifier that links use.
    pub name: String,
    /// Its name in both languages.
    pub title: Bilingual,
    /// Its definition in both languages. May contain `code`.
    pub text: Bilingual,
    /// The words for it in English texts, one per line. A word with a capital letter matches case-sensitively, any other in any case.
    pub en: String,
    /// The words for it in Chinese texts, one per line.
    pub zh: String,
    /// The part after `s/` in the address of the page that demonstrates it: the scenario and the moment.
    pub shows: String,
    /// The lesson about it; empty if there is none.
    pub lesson: String,
}

impl Term {
    /// The first occurrence of a term's words in a text, and its length, in bytes; of several at one place the longest. `small` is the text in lower
    /// case.
    fn find_first(words: &str, text: &str, small: &str) -> Option<(usize, usize)> {
        let places = words.lines().filter_map(|word| {
            let text = if word.bytes().any(|byte| byte.is_ascii_uppercase()) { text } else { small };
            let stands = |at: &usize| is_whole_word(&text[..*at], word, &text[at + word.len()..]);
            text.match_indices(word).map(|(at, _)| at).find(stands).map(|at| (at, word.len()))
        });
        places.min_by_key(|(at, long)| (*at, usize::MAX - long))
    }
}

/// Whether an occurrence is a word by itself and not a part of another word or name (`filter-2`). Chinese has no spaces between words.
fn is_whole_word(text_before: &str, word: &str, text_after: &str) -> bool {
    let joins = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric() || "-_/".contains(c));
    let meets = |c: Option<char>, other: Option<char>| joins(c) && joins(other);
    !meets(word.chars().next(), text_before.chars().next_back())
        && !meets(word.chars().next_back(), text_after.chars().next())
}

/// The occurrences of terms in a text, in order: start, end, and the index of the term. `words` are a term's words, one per line. Terms in `marked_terms` are not marked again.
#[must_use]
pub fn find_terms(
    terms: &[Term],
    words: impl Fn(&Term) -> &str,
    text: &str,
    marked_terms: &mut Set<usize>,
) -> Vec<(usize, usize, usize)> {
    let small = text.to_ascii_lowercase();
    let fresh = terms.iter().enumerate().filter(|(number, _)| !marked_terms.contains(number));
    let mut marks: Vec<_> = fresh
        .filter_map(|(number, term)| {
            Term::find_first(words(term), text, &small).map(|(at, long)| (at, at + long, number))
        })
        .collect();
    // Of two terms that begin at the same place, the longer one is more specific.
    marks.sort_by_key(|(from, target_index, _)| (*from, usize::MAX - target_index));
    let mut end = 0;
    marks.retain(|(from, target_index, _)| {
        let fits_in_lines = *from >= end;
        end = if fits_in_lines { *target_index } else { end };
        fits_in_lines
    });
    marked_terms.extend(marks.iter().map(|(.., number)| *number));
    marks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms() -> Vec<Term> {
        let term = |en: &str, zh: &str| Term { en: en.into(), zh: zh.into(), ..Term::default() };
        vec![
            term("filter\nfilters", "过滤器"),
            term("budget\ndisruption budget\nPDB", "干扰预算\n预算\nPDB"),
            term("Active", ""),
        ]
    }

    fn marked_terms(chinese: bool, text: &str) -> Vec<&str> {
        find_terms(&terms(), |term| if chinese { &term.zh } else { &term.en }, text, &mut Set::new())
            .into_iter()
            .map(|(from, target_index, _)| &text[from..target_index])
            .collect()
    }

    #[test]
    fn a_term_is_marked_once_as_a_word_of_its_own() {
        assert_eq!(
            marked_terms(false, "Filters: each filter, the disruption budget, a budget."),
            ["Filters", "disruption budget"]
        );
        assert_eq!(marked_terms(false, "prefilter, filter-2, filtering, default/filter, budget_a, pdb"), [""; 0]);
        assert_eq!(marked_terms(false, "Active, not active (PDB)"), ["Active", "PDB"]);
        assert_eq!(marked_terms(true, "所有过滤器都通过，干扰预算与PDB。filter"), ["过滤器", "干扰预算"]);
    }

    #[test]
    fn what_was_seen_is_not_marked_again() {
        let mut marked_terms = Set::new();
        assert_eq!(find_terms(&terms(), |term| &term.en, "a filter", &mut marked_terms), [(2, 8, 0)]);
        assert_eq!(find_terms(&terms(), |term| &term.en, "a filter and a budget", &mut marked_terms), [(15, 21, 1)]);
    }
}
