//! A feature of the page has one name: for its state, its views, its style sheet and its browser tests.

use std::{collections::BTreeSet, fs, path::Path};

use super::report;

/// Folders of `src/page_state` that are no feature, or have no view of their own.
const STATE_WITHOUT_VIEWS: [&str; 5] = ["actions", "selection", "selectors", "update", "worker_cache"];

/// Style sheets of what several features draw, and of parts of a feature.
const OTHER_STYLES: [&str; 18] = [
    "devices",
    "dialogs",
    "field_picture",
    "findings",
    "handout",
    "index",
    "lanes",
    "menu",
    "overview",
    "panels",
    "picture",
    "print",
    "questions",
    "queue",
    "river_picture",
    "small",
    "still",
    "tokens",
];

/// Browser tests of the page as a whole, of other programs, and of what several features do together.
const OTHER_TESTS: [&str; 23] = [
    "ask",
    "calm",
    "contrast",
    "dumps",
    "essay",
    "exports",
    "forms",
    "links",
    "marks",
    "module",
    "monkey",
    "overview",
    "pace",
    "page",
    "parts",
    "playground",
    "predict",
    "queue",
    "robust",
    "rulings",
    "runs",
    "still",
    "workflows",
];

/// The names in a folder, without what ends them; folders as well where nothing has to end them.
fn names_in(folder: &str, end: &str) -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = fs::read_dir(&folder).expect("folders can be read").filter_map(Result::ok);
    let names = entries.map(|entry| (entry.file_name().to_string_lossy().into_owned(), entry.path().is_dir()));
    names
        .filter_map(|(name, is_folder)| match end {
            "" => is_folder.then_some(name),
            _ => name.strip_suffix(end).map(str::to_owned),
        })
        .collect()
}

#[test]
fn a_feature_has_the_same_name_everywhere() {
    let mut views = names_in("src/page/features", "");
    views.extend(names_in("src/page/features", ".rs"));
    assert!(views.len() > 15, "the features are found: {views:?}");
    let mut texts = Vec::new();
    for (folder, names, others) in [
        ("src/page_state", names_in("src/page_state", ""), &STATE_WITHOUT_VIEWS[..]),
        ("www/styles", names_in("www/styles", ".css"), &OTHER_STYLES[..]),
        ("tests/browser", names_in("tests/browser", ".test.mjs"), &OTHER_TESTS[..]),
    ] {
        let is_known = |name: &&String| views.contains(*name) || others.contains(&name.as_str());
        texts.extend(names.iter().filter(|name| !is_known(name)).map(|name| format!("{folder}: {name}")));
        let outdated = others.iter().filter(|name| views.contains(**name) || !names.contains(**name));
        texts.extend(outdated.map(|name| format!("{folder}: {name} is listed, but is a feature or is gone")));
    }
    report("a name that is no feature of src/page/features", &texts);
}
