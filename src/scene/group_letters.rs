//! The letters of groups: each group in view has one of its own, so that it is found without its color.

use api::NamespacedName;
use trace::Frame;

/// The letter of a group: its initial, if no other group has it. Groups with the same initial have the character in which their names differ, or else
/// letters in the order of their names.
pub(crate) fn group_letter(frame: &Frame, group: &NamespacedName) -> Option<char> {
    letter_among(group, || frame.pod_groups.keys().chain(frame.dropped_groups.iter()))
}

fn letter_among<'n, I: Iterator<Item = &'n NamespacedName>>(
    group: &NamespacedName,
    groups: impl Fn() -> I,
) -> Option<char> {
    let initial = initial_of(group)?;
    let family: Vec<&NamespacedName> = groups().filter(|other| initial_of(other) == Some(initial)).collect();
    if family.len() < 2 {
        return Some(initial);
    }
    let is_alone = groups().all(|other| initial_of(other) == Some(initial));
    let adapt = |letter: char| if is_alone { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() };
    let common = common_prefix(&family);
    let tail = |name: &NamespacedName| {
        let mut rest = name.name()[common..].chars();
        rest.next().filter(|letter| rest.next().is_none() && letter.is_ascii_alphanumeric())
    };
    let tails: Vec<char> = family.iter().filter_map(|name| tail(name)).map(adapt).collect();
    let is_told = |at: usize| !tails[..at].contains(&tails[at]);
    let has_tails = tails.len() == family.len() && (0..tails.len()).all(is_told);
    let at = family.iter().position(|name| *name == group)?;
    match has_tails {
        true => Some(tails[at]),
        // Letters in order, without those of other groups.
        false => {
            let is_free = |letter: &char| groups().all(|other| is_alone || initial_of(other) != Some(*letter));
            ('A'..='Z').filter(is_free).cycle().nth(at).or(Some(initial))
        }
    }
}

fn initial_of(group: &NamespacedName) -> Option<char> {
    group.name().chars().next().map(|letter| letter.to_ascii_uppercase())
}

/// The length of what all names start with, in bytes.
fn common_prefix(names: &[&NamespacedName]) -> usize {
    let first = names[0].name();
    let is_shared = |end: &usize| names.iter().all(|name| name.name().get(..*end) == first.get(..*end));
    (1..=first.len()).filter(|end| first.is_char_boundary(*end)).take_while(is_shared).last().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_have_distinct_letters() {
        for (names, letters) in [
            (&["etl"][..], "E"),
            (&["etl", "vg-a", "vg-b", "vg-c"], "Eabc"),
            (&["job-a", "job-b"], "AB"),
            (&["mpi", "render", "sim"], "MRS"),
            (&["train", "train-2"], "AB"),
            (&["api", "train-blue", "train-red", "tune"], "ABCD"),
            (&["web-1", "web-10", "web-2"], "ABC"),
        ] {
            let names: Vec<NamespacedName> = names.iter().map(|name| NamespacedName::new("default", name)).collect();
            let seen: String = names.iter().filter_map(|name| letter_among(name, || names.iter())).collect();
            assert_eq!(seen, letters, "{names:?}");
        }
    }
}
