//! Fixed labels: they are fields of a struct for each topic, of which the compiler does not see whether anything reads them.

use std::{collections::BTreeSet, fs, path::Path};

/// Labels that no code reads. `code` has all sources without comments and literals.
pub(crate) fn unread_labels(code: &[&str]) -> Vec<String> {
    let labels = code.iter().flat_map(|code| topics_of_labels(code)).flat_map(|topic| {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("www/i18n/en/{topic}.ftl"));
        let text = fs::read_to_string(&file).expect("a topic is a file");
        fixed_words(&text).into_iter().map(|name| (topic.clone(), name)).collect::<Vec<_>>()
    });
    let labels: Vec<(String, String)> = labels.collect();
    assert!(labels.len() > 1000, "{} labels are found", labels.len());
    let read_fields: BTreeSet<&str> = code.iter().flat_map(|code| fields(code)).collect();
    let unread = labels.into_iter().filter(|(_, name)| !read_fields.contains(name.as_str()));
    unread.map(|(topic, name)| format!("{topic}: {name}")).collect()
}

/// The topics with a struct: `pub struct PageLabels from page_labels;`.
fn topics_of_labels(code: &str) -> Vec<String> {
    let structs = code.lines().filter_map(|line| line.trim().strip_prefix("pub struct ")?.strip_suffix(';'));
    structs.filter_map(|line| Some(line.split_once(" from ")?.1.to_owned())).collect()
}

/// The messages of a file in the group of fixed words, or all without variables if it has no groups.
fn fixed_words(text: &str) -> Vec<String> {
    let has_groups = text.lines().any(|line| line.starts_with("## "));
    let (mut is_fixed, mut names) = (!has_groups, Vec::new());
    for line in text.lines() {
        if let Some(group) = line.strip_prefix("## ") {
            is_fixed = group == "Fixed words";
        } else if let Some((name, value)) = line.split_once(" = ")
            && is_fixed
            && line.starts_with(|c: char| c.is_ascii_lowercase())
            && (has_groups || !value.contains("{ $"))
        {
            names.push(name.replace('-', "_"));
        }
    }
    names
}

/// The names after a dot, and those in patterns of labels: `SiteLabels { reset, .. }`.
fn fields(code: &str) -> impl Iterator<Item = &str> {
    let patterns = code.split("Labels {").skip(1).filter_map(|rest| rest.split('}').next());
    code.split('.').skip(1).chain(patterns.flat_map(|pattern| pattern.split(','))).map(|rest| {
        let rest = rest.trim_start();
        &rest[..rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())]
    })
}
