//! Checks of the sources that neither the compiler nor clippy makes: import cycles, names, words in comments, the length of files.
#![allow(clippy::disallowed_types)] // native, and not the engine
#![cfg(not(target_arch = "wasm32"))]

#[path = "tidy/backticks.rs"]
mod backticks;
#[path = "tidy/circles.rs"]
mod circles;
#[path = "tidy/crates.rs"]
mod crates;
#[path = "tidy/features.rs"]
mod features;
#[path = "tidy/labels.rs"]
mod labels;
#[path = "tidy/layers.rs"]
mod layers;
#[path = "tidy/mirrors.rs"]
mod mirrors;
#[path = "tidy/names.rs"]
mod names;

use std::{
    fs,
    path::{Path, PathBuf},
};

/// The crates that may distinguish releases.
const RELEASES: [&str; 2] = ["releases", "profiles"];

/// Crates above `releases` whose names may contain a release: the texts and templates for each.
const LABELS_OF_RELEASES: [&str; 3] = ["i18n", "page", "page_state"];

/// The maximum length of a file, in lines.
const LONGEST: usize = 700;

/// A source file.
struct Source {
    /// Relative to the root of the checkout.
    path: String,
    /// The folder of its crate in `src`; empty for tests and for files directly in `src`.
    home: String,
    text: String,
    /// The text with comments and literals replaced by spaces.
    code: String,
}

impl Source {
    fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.code.lines().enumerate().map(|(at, line)| (at + 1, line))
    }
}

fn sources() -> Vec<Source> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for folder in ["src", "tests"] {
        gather(&top.join(folder), &mut files);
    }
    files.sort();
    let source = |file: &PathBuf| {
        let path = file.strip_prefix(top).expect("it is below").to_string_lossy().replace('\\', "/");
        let text = fs::read_to_string(file).expect("sources can be read");
        let home =
            path.strip_prefix("src/").and_then(|rest| rest.split_once('/')).map_or("", |(home, _)| home).to_owned();
        let code = without_comments_and_texts(&text);
        Source { path, home, text, code }
    };
    let sources: Vec<Source> = files.iter().map(source).collect();
    assert!(sources.len() > 20, "the sources are found");
    sources
}

fn gather(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("folders can be read") {
        let path = entry.expect("entries can be read").path();
        if path.is_dir() {
            if path.file_name().is_none_or(|name| name != "node_modules") {
                gather(&path, files);
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// Replaces comments, string literals and character literals by spaces. Lines keep their numbers.
fn without_comments_and_texts(text: &str) -> String {
    replace_by_spaces(text, true)
}

/// Replaces comments by spaces. Lines keep their numbers.
fn without_comments(text: &str) -> String {
    replace_by_spaces(text, false)
}

fn replace_by_spaces(text: &str, with_literals: bool) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    let starts = |at: usize, what: &str| what.chars().enumerate().all(|(i, c)| chars.get(at + i) == Some(&c));
    while at < chars.len() {
        let is_comment = starts(at, "//") || starts(at, "/*");
        let end = if starts(at, "//") {
            (at..chars.len()).find(|&i| chars[i] == '\n').unwrap_or(chars.len())
        } else if is_comment {
            (at + 2..chars.len()).find(|&i| starts(i, "*/")).map_or(chars.len(), |i| i + 2)
        } else if chars[at] == '"' {
            end_of_text(&chars, at)
        } else if let Some(end) = end_of_raw_text(&chars, at) {
            end
        } else if chars[at] == '\'' && starts(at + 1, "\\") {
            (at + 3..chars.len()).find(|&i| chars[i] == '\'').map_or(chars.len(), |i| i + 1)
        } else if chars[at] == '\'' && chars.get(at + 2) == Some(&'\'') {
            at + 3
        } else {
            out.push(chars[at]);
            at += 1;
            continue;
        };
        let is_kept = |c: char| c == '\n' || !is_comment && !with_literals;
        out.extend(chars[at..end].iter().map(|&c| if is_kept(c) { c } else { ' ' }));
        at = end;
    }
    out
}

fn end_of_text(chars: &[char], start: usize) -> usize {
    let mut at = start + 1;
    while at < chars.len() && chars[at] != '"' {
        at += if chars[at] == '\\' { 2 } else { 1 };
    }
    (at + 1).min(chars.len())
}

fn end_of_raw_text(chars: &[char], start: usize) -> Option<usize> {
    let before = start.checked_sub(1).map(|i| chars[i]);
    if chars[start] != 'r' || before.is_some_and(|c| c != 'b' && (c.is_alphanumeric() || c == '_')) {
        return None;
    }
    let hashes = chars[start + 1..].iter().take_while(|c| **c == '#').count();
    if chars.get(start + 1 + hashes) != Some(&'"') {
        return None;
    }
    let body = start + 2 + hashes;
    let closes = |i: &usize| chars[*i] == '"' && (1..=hashes).all(|h| chars.get(i + h) == Some(&'#'));
    Some((body..chars.len()).find(closes).map_or(chars.len(), |i| i + 1 + hashes))
}

/// Whether the line contains the word, with no letter, digit or underscore next to it.
fn has_word(line: &str, word: &str) -> bool {
    let joins = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    line.match_indices(word).any(|(at, _)| {
        let before = word.starts_with(|c: char| c.is_alphanumeric()) && joins(line[..at].chars().next_back());
        let after = word.ends_with(|c: char| c.is_alphanumeric()) && joins(line[at + word.len()..].chars().next());
        !before && !after
    })
}

fn report(what: &str, texts: &[String]) {
    assert!(texts.is_empty(), "{what}:\n  {}", texts.join("\n  "));
}

#[test]
fn imports_have_no_cycles() {
    let sources = sources();
    let graph = circles::imports(sources.iter().map(|source| (source.path.as_str(), source.code.as_str())));
    assert!(graph.values().map(std::collections::BTreeSet::len).sum::<usize>() > 300, "imports are found");
    let join_names = |circle: Vec<String>| circle.join(", ");
    let between_files = circles::circles(&graph).into_iter().map(join_names);
    let features = circles::circles(&circles::folders(&graph, "src/page/features/"));
    let features = features.into_iter().filter(|circle| !circle.contains(&"text".to_owned())).map(join_names);
    report("files that import each other", &between_files.chain(features).collect::<Vec<_>>());
}

#[test]
fn no_public_item_or_module_has_a_bare_participle_as_its_name() {
    let sources = sources();
    let code = sources.iter().filter(|source| source.path.starts_with("src/"));
    report(
        "a name that a reader has to guess: take a noun, or a verb and its object",
        &names::bare_participles(code.map(|source| (source.path.as_str(), source.code.as_str()))),
    );
}

#[test]
fn public_types_have_names_of_their_own() {
    let sources = sources();
    let code = sources.iter().filter(|source| source.path.starts_with("src/"));
    report(
        "a name of several public types",
        &names::repeated_types(code.map(|source| (source.path.as_str(), source.code.as_str()))),
    );
}

#[test]
fn parameters_of_closures_do_not_have_the_name_of_the_adapter() {
    let sources = sources();
    report(
        "a closure's parameter that has the name of the adapter",
        &names::adapter_parameters(sources.iter().map(|source| (source.path.as_str(), source.code.as_str()))),
    );
}

#[test]
fn a_file_imports_each_crate_once() {
    let sources = sources();
    report(
        "a crate that a file imports twice",
        &names::repeated_imports(sources.iter().map(|source| (source.path.as_str(), source.code.as_str()))),
    );
}

/// Whether a line of code names a release: as a word or, unless words only count, as a part of a name.
fn names_release(code: &str, words_only: bool) -> bool {
    let words = code.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.map(str::to_lowercase).any(|word| {
        ["v1_16", "v1_20", "v1_34", "v1_36"]
            .iter()
            .any(|release| if words_only { word == *release } else { word.contains(release) })
    })
}

#[test]
fn only_releases_and_profiles_name_releases() {
    let mut texts = Vec::new();
    for source in sources().iter().filter(|source| !source.home.is_empty() && !RELEASES.contains(&source.home.as_str()))
    {
        if source.path.ends_with("tests.rs") || source.path.contains("/tests/") {
            continue;
        }
        let tests_from = source.code.find("#[cfg(test)]").map_or(usize::MAX, |at| source.code[..at].lines().count());
        let is_label = LABELS_OF_RELEASES.contains(&source.home.as_str());
        for (line, code) in source.lines().take_while(|(line, _)| *line <= tests_from) {
            if names_release(code, is_label) {
                texts.push(format!("{}:{line}", source.path));
            }
        }
    }
    report("a release is named outside src/releases and src/profiles", &texts);
}

/// The page's content security policy forbids `style` attributes. Views set the property instead: `~style={…}`.
#[test]
fn no_view_has_a_style_attribute() {
    let mut texts = Vec::new();
    for source in sources().iter().filter(|source| ["page", "stage", "ui"].contains(&source.home.as_str())) {
        for (line, code) in source.lines() {
            let code = code.replace("~style=", "~");
            if code.contains(" style={") || code.contains(" {style}") {
                texts.push(format!("{}:{line}", source.path));
            }
        }
    }
    report("an attribute `style`", &texts);
}

/// Paths in these documents exist, so that they are updated when a file is moved.
#[test]
fn paths_in_architecture_and_contributing_exist() {
    let (top, sources) = (Path::new(env!("CARGO_MANIFEST_DIR")), sources());
    let (mut seen, mut missing) = (0, Vec::new());
    for file in ["src/ARCHITECTURE.md", ".github/CONTRIBUTING.md"] {
        let text = fs::read_to_string(top.join(file)).expect(file);
        for name in text.split('`').skip(1).step_by(2) {
            if name.starts_with('.') || name.contains(char::is_whitespace) {
                continue;
            }
            // For patterns, such as `src/profiles/v1_*.rs` and `src/page/features/<feature>`, the folder is checked.
            let place = match name.split_once(['*', '<']) {
                Some((before, _)) => before.rsplit_once('/').map_or("", |(folder, _)| folder),
                None => name,
            };
            // A file's name alone is that of a file somewhere.
            if !name.contains('/') && Path::new(name).extension().is_some_and(|extension| extension == "rs") {
                seen += 1;
                if !sources.iter().any(|source| source.path.rsplit('/').next() == Some(name)) {
                    missing.push(format!("{file}: {name}"));
                }
                continue;
            }
            // A path begins with a folder of the root or of `src`. Everything else is not a path.
            let Some((first, _)) = place.split_once('/') else { continue };
            let Some(from) = ["", "src"].map(|from| top.join(from)).into_iter().find(|from| from.join(first).is_dir())
            else {
                continue;
            };
            seen += 1;
            if !from.join(place).exists() && !from.join(format!("{place}.rs")).exists() {
                missing.push(format!("{file}: {name}"));
            }
        }
    }
    assert!(seen > 80, "{seen} places are found");
    report("a place that is not there", &missing);
}

/// Looking for examples in a crate's documentation takes as long as compiling it, so crates without examples have `doctest = false`.
#[test]
fn examples_in_documentation_run() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut seen, mut texts) = (0, Vec::new());
    for source in sources().iter().filter(|source| source.path.starts_with("src/")) {
        let example = |line: &str| line.trim().strip_prefix("//").is_some_and(|rest| rest.contains("```"));
        if !source.text.lines().any(example) {
            continue;
        }
        seen += 1;
        let manifest = top.join("src").join(&source.home).join("Cargo.toml");
        let manifest = if source.home.is_empty() { top.join("Cargo.toml") } else { manifest };
        if fs::read_to_string(&manifest).expect("a manifest").contains("doctest = false") {
            texts.push(format!("{}: take `doctest = false` out of its Cargo.toml", source.path));
        }
    }
    assert!(seen > 0, "examples are found");
    report("examples that do not run", &texts);
}

#[test]
fn every_label_is_read() {
    let sources = sources();
    let code: Vec<&str> =
        sources.iter().filter(|source| source.path.starts_with("src/")).map(|source| source.code.as_str()).collect();
    report("a label that no code reads", &labels::unread_labels(&code));
}

#[test]
fn files_are_short() {
    let long = |source: &Source| {
        let lines = source.text.lines().count();
        (lines > LONGEST).then(|| format!("{}: {lines} lines", source.path))
    };
    report(&format!("a file longer than {LONGEST} lines"), &sources().iter().filter_map(long).collect::<Vec<_>>());
}

/// Browser tests wait for a condition. Where time itself has to pass, the line before must say so.
#[test]
fn browser_tests_do_not_sleep() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser");
    let mut texts = Vec::new();
    for file in fs::read_dir(folder).expect("the browser tests").filter_map(Result::ok).map(|entry| entry.path()) {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !name.ends_with(".test.mjs") {
            continue;
        }
        let text = fs::read_to_string(&file).expect("a test can be read");
        let lines: Vec<&str> = text.lines().collect();
        let sleeps = |at: &usize| {
            let is_sleep = ["waitForTimeout(", "=> setTimeout(done"].iter().any(|call| lines[*at].contains(call));
            is_sleep && !lines[at.saturating_sub(1)].contains("// Time has to pass")
        };
        texts.extend((0..lines.len()).filter(sleeps).map(|at| format!("{name}:{}", at + 1)));
    }
    report("a fixed sleep", &texts);
}

#[test]
fn comments_and_literals_are_recognized() {
    let code =
        without_comments_and_texts("a // HashMap\nlet b = \"Instant \\\" x\"; r#\"y\"#; 'c'; '\\''; &'d str /* e */ f");
    assert!(!code.contains("HashMap") && !code.contains("Instant") && !code.contains('y'));
    assert!(code.contains("&'d str") && code.ends_with('f'));
    assert_eq!(code.lines().count(), 2);
    assert!(!has_word("MyV1_16er", "V1_16") && has_word("V1_16,", "V1_16"));
    assert!(
        names_release("rules.v1_34_bugs", false) && names_release("MyV1_16er", false) && names_release("V1_16,", true)
    );
    assert!(!names_release("MyV1_16er", true) && !names_release("V1_1, v1beta1_16", false));
}
