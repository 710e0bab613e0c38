//! Which crates a crate depends on, directly and through others, by the manifests of the workspace and the lock file.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use super::report;

/// Crates that must know neither a view nor the browser.
const WITHOUT_BROWSER: [&str; 3] = ["scene", "page_state", "i18n"];

/// What a view or a browser API comes from.
const BROWSER: [&str; 7] = ["yew", "gloo", "web-sys", "js-sys", "wasm-bindgen", "stage", "ui"];

/// The crates that ship with each crate: of a crate of ours those under `[dependencies]` that are not optional, of any other all in the lock
/// file.
fn dependencies() -> BTreeMap<String, Vec<String>> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let lock = fs::read_to_string(top.join("Cargo.lock")).expect("there is a lock file");
    let mut graph: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in lock.split("[[package]]").skip(1) {
        let quoted = |text: &str| text.split('"').nth(1).map(|text| text.split(' ').next().unwrap_or("").to_owned());
        let name = package.lines().find(|line| line.starts_with("name = ")).and_then(quoted).expect("a package's name");
        let needs = package.split_once("dependencies = [").map_or("", |(_, rest)| rest);
        let needs = needs.lines().filter_map(quoted);
        graph.entry(name).or_default().extend(needs);
    }
    for folder in fs::read_dir(top.join("src")).expect("folders can be read").filter_map(Result::ok) {
        let Ok(manifest) = fs::read_to_string(folder.path().join("Cargo.toml")) else { continue };
        let name = folder.file_name().to_string_lossy().into_owned();
        graph.insert(name, shipped_dependencies(&manifest));
    }
    graph
}

/// The names under `[dependencies]` of a manifest that are not optional.
fn shipped_dependencies(manifest: &str) -> Vec<String> {
    let lines = manifest.lines().skip_while(|line| *line != "[dependencies]").skip(1);
    let lines = lines.take_while(|line| !line.starts_with('['));
    let names = lines.filter(|line| !line.starts_with('#') && !line.contains("optional = true"));
    names.filter_map(|line| Some(line.split([' ', '.', '=']).next()?.to_owned())).filter(|n| !n.is_empty()).collect()
}

/// All that a crate depends on, each with a crate that brings it in.
fn reach<'g>(graph: &'g BTreeMap<String, Vec<String>>, from: &'g str) -> BTreeMap<&'g str, &'g str> {
    let (mut reached, mut open) = (BTreeMap::new(), BTreeSet::from([from]));
    while let Some(name) = open.pop_first() {
        for next in graph.get(name).into_iter().flatten() {
            if !reached.contains_key(next.as_str()) {
                reached.insert(next.as_str(), name);
                open.insert(next);
            }
        }
    }
    reached
}

#[test]
fn the_state_of_the_page_depends_on_no_view_and_no_browser() {
    let graph = dependencies();
    assert!(reach(&graph, "page").contains_key("web-sys"), "dependencies through others are found");
    let mut texts = Vec::new();
    for name in WITHOUT_BROWSER {
        let reached = reach(&graph, name);
        assert!(reached.contains_key("api") && reached.contains_key("serde"), "the dependencies of {name} are found");
        let forbidden = BROWSER.iter().filter_map(|other| reached.get_key_value(other));
        texts.extend(forbidden.map(|(other, by)| format!("{name} depends on {other}, which {by} brings in")));
    }
    report("a crate that draws or uses the browser below one that must not know it", &texts);
}
