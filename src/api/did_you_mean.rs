//! Suggests the known name that is most similar to a misspelled one.

/// The longest name that is compared, which is also the longest that Kubernetes allows: the effort is the product of both lengths.
const LONGEST_NAME: usize = 253;

/// The candidate with the smallest edit distance to `misspelled`, ignoring case, if at least half of it matches.
#[must_use]
pub fn nearest_name<'k>(misspelled: &str, candidates: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    if misspelled.len() > LONGEST_NAME {
        return None;
    }
    let candidates = candidates.into_iter().filter(|word| word.len() <= LONGEST_NAME);
    let misspelled = misspelled.to_lowercase();
    let scored = candidates.map(|word| (edit_distance(&misspelled, &word.to_lowercase()), word));
    scored.min().filter(|(distance, word)| *distance <= word.len() / 2).map(|(_, word)| word)
}

/// The Levenshtein distance: how many characters have to be inserted, removed or replaced.
pub fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            let substituted = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::{LONGEST_NAME, nearest_name};

    #[test]
    fn similar_name_shares_half_of_its_letters() {
        let known = ["high", "low", "batch-jobs"];
        for (wanted, text) in [
            ("hihg", Some("high")),
            ("HIGH", Some("high")),
            ("batchjobs", Some("batch-jobs")),
            ("", None),
            ("zzzz", None),
        ] {
            assert_eq!(nearest_name(wanted, known), text, "{wanted}");
        }
    }

    #[test]
    fn no_name_is_longer_than_names_may_be() {
        let name = |length: usize| "a".repeat(length);
        let longest = name(LONGEST_NAME);
        assert_eq!(nearest_name(&name(LONGEST_NAME - 1), [longest.as_str()]), Some(longest.as_str()));
        assert_eq!(nearest_name(&longest, [longest.as_str()]), Some(longest.as_str()));
        assert_eq!(nearest_name(&name(LONGEST_NAME + 1), [longest.as_str()]), None, "it is not even compared");
        assert_eq!(nearest_name(&longest, [name(LONGEST_NAME + 1).as_str()]), None);
    }
}
