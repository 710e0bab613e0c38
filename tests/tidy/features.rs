//! Which feature owns which slice of the page's state, and which code may change all of it.

use super::{Source, circles, has_word, report, sources};

/// Code above the features, which may change the whole state of the page.
const ABOVE_THE_FEATURES: [&str; 2] = ["src/page_state/update.rs", "src/page_state/update/"];

/// Features without a slice of their own, and the features whose slice they change.
const GUESTS: [(&str, &str); 1] = [("src/page_state/stage_editor/", "src/page_state/builder/")];

/// The slices of the page's state, and the file or folder that defines each: `Player`, `src/page_state/player/`.
fn state_slices(sources: &[Source]) -> Vec<(String, String)> {
    let table = sources.iter().find(|source| source.path == "src/page_state/slice_table.rs").expect("there is a table");
    let rows = table.code.split_once(" slices {").and_then(|(_, rest)| rest.split_once(" page {"));
    let types = rows.expect("it has a table").0.lines().filter_map(|line| line.trim().split_once(": "));
    let types = types.filter_map(|(_, row)| row.split_once(" {")).filter_map(|(path, _)| path.rsplit("::").next());
    let types = types.filter(|name| name.chars().all(char::is_alphanumeric));
    let home = |name: &str| {
        let defines = |line: &str| has_word(line, &format!("pub struct {name}"));
        let page = sources.iter().filter(|source| source.path.starts_with("src/page_state/"));
        let file = &page.into_iter().find(|source| source.code.lines().any(defines))?.path;
        Some(file.strip_suffix("mod.rs").unwrap_or(file).to_owned())
    };
    types.filter_map(|name| Some((name.to_owned(), home(name)?))).collect()
}

/// The `update` function of a feature can change its own slice of the state. It can only read the others and the whole `Store`.
#[test]
fn features_change_only_their_own_slice() {
    let sources = sources();
    let parts = state_slices(&sources);
    assert!(parts.len() > 10, "the parts are found: {parts:?}");
    let (mut texts, mut above) = (Vec::new(), 0);
    for source in sources.iter().filter(|source| source.path.starts_with("src/page")) {
        let code = circles::without_tests(&source.code);
        let is_above = ABOVE_THE_FEATURES.iter().any(|place| source.path.starts_with(place));
        let test = ["/tests.rs", "/testing.rs"].iter().any(|end| source.path.ends_with(end));
        let is_home = |home: &str| {
            let guest = |(guest, host): &(&str, &str)| source.path.starts_with(guest) && *host == home;
            source.path.starts_with(home) || GUESTS.iter().any(guest)
        };
        for (at, line) in code.lines().enumerate().filter(|_| !test) {
            let whole = has_word(line, "mut Store") || has_word(line, "mut store::Store");
            let others = |(name, home): &(String, String)| !is_home(home) && has_word(line, &format!("mut {name}"));
            // A renamed import would hide the type from this check, and any code could call a method that changes the store.
            let renamed = has_word(line, "Store as");
            // Types of a chunk's functions do not change anything; the functions themselves are checked in their features.
            let is_fn_type = line.trim_start().starts_with("pub ") && line.contains(": fn(");
            let method = source.path == "src/page_state/store.rs" && has_word(line, "&mut self");
            if is_above {
                above += usize::from(whole);
            } else if !is_fn_type && (whole || method || renamed || parts.iter().any(others)) {
                texts.push(format!("{}:{}: {}", source.path, at + 1, line.trim()));
            }
        }
    }
    assert!(above > 20, "what changes the whole state is found");
    report("a feature can change more than its own part of the state", &texts);
}
