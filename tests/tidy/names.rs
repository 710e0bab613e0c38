//! Checks names: bare participles, types with the same name, parameters named after an adapter, and repeated imports.

use std::collections::{BTreeMap, BTreeSet};

/// Irregular participles.
const IRREGULAR: [&str; 36] = [
    "begun",
    "bent",
    "bound",
    "built",
    "chosen",
    "done",
    "drawn",
    "found",
    "given",
    "gone",
    "heard",
    "held",
    "hidden",
    "kept",
    "known",
    "laid",
    "left",
    "lost",
    "made",
    "meant",
    "met",
    "risen",
    "said",
    "seen",
    "sent",
    "shown",
    "spent",
    "spoken",
    "taken",
    "thought",
    "told",
    "understood",
    "won",
    "worn",
    "wound",
    "written",
];

/// Words that end in "ed" but are not participles.
const NOT_PARTICIPLES: [&str; 7] = ["bed", "embed", "feed", "need", "seed", "shed", "speed"];

/// Allowed names, and why.
const ALLOWED: [(&str, &str); 4] = [
    ("Ended", "a name of the JavaScript API"),
    ("Judged", "a name of the JavaScript API"),
    ("Loaded", "a name of the JavaScript API"),
    ("Refused", "a name of the JavaScript API"),
];

/// Adapters whose name must not be the name of their closure's parameter. `filter`, `fold` and `position` are allowed, because they are nouns too.
const ADAPTERS: [&str; 18] = [
    "all",
    "and_then",
    "any",
    "filter_map",
    "find",
    "find_map",
    "flat_map",
    "for_each",
    "inspect",
    "is_none_or",
    "is_some_and",
    "map",
    "map_err",
    "map_or",
    "retain",
    "take_while",
    "then",
    "unwrap_or_else",
];

/// Lines with a closure whose parameter has the name of the adapter.
pub(crate) fn adapter_parameters<'a>(sources: impl Iterator<Item = (&'a str, &'a str)>) -> Vec<String> {
    let mut wrong = Vec::new();
    for (path, code) in sources {
        for (line, text) in code.lines().enumerate() {
            let is_repeated = |adapter: &str| text.contains(&format!(".{adapter}(|{adapter}|"));
            wrong.extend(
                ADAPTERS
                    .iter()
                    .filter(|adapter| is_repeated(adapter))
                    .map(|adapter| format!("{path}:{}: {adapter}", line + 1)),
            );
        }
    }
    wrong
}

/// The public items and the modules of a file, each with its line and name.
fn items(code: &str) -> impl Iterator<Item = (usize, &str)> {
    code.lines().enumerate().filter_map(|(line, text)| {
        let text = text.trim_start();
        let (is_public, rest) = match text.strip_prefix("pub") {
            Some(rest) => {
                let rest = rest.trim_start();
                (true, if rest.starts_with('(') { rest.split_once(')')?.1.trim_start() } else { rest })
            }
            None => (false, text),
        };
        let rest = ["const ", "async ", "unsafe "].into_iter().fold(rest, |rest, word| {
            if rest.starts_with("const fn") || !word.starts_with("const") {
                rest.strip_prefix(word).unwrap_or(rest)
            } else {
                rest
            }
        });
        let (keyword, rest) = rest.split_once(' ')?;
        let is_item = match keyword {
            "mod" => true,
            "fn" | "struct" | "enum" | "trait" | "type" => is_public,
            _ => false,
        };
        let name = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
        is_item.then_some((line + 1, name))
    })
}

/// Whether a name is a single word and a participle.
fn is_bare_participle(name: &str) -> bool {
    let is_one_word = !name.contains('_') && name.chars().skip(1).all(char::is_lowercase);
    let word = name.to_lowercase();
    let is_participle =
        |word: &str| IRREGULAR.contains(&word) || word.ends_with("ed") && !NOT_PARTICIPLES.contains(&word);
    is_one_word && is_participle(&word)
}

/// Lines with an item whose name is a bare participle, and unused entries of [`ALLOWED`].
pub(crate) fn bare_participles<'a>(sources: impl Iterator<Item = (&'a str, &'a str)>) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut unused: BTreeSet<&str> = ALLOWED.iter().map(|(name, _)| *name).collect();
    for (path, code) in sources {
        for (line, name) in items(code).filter(|(_, name)| is_bare_participle(name)) {
            if ALLOWED.iter().any(|(allowed, _)| *allowed == name) {
                unused.remove(name);
            } else {
                wrong.push(format!("{path}:{line}: {name}"));
            }
        }
    }
    wrong.extend(unused.into_iter().map(|name| format!("nothing is named {name} any more: take it off the list")));
    wrong
}

/// Names of several public types. The schema of the JavaScript API has names of its own, and `Iter` is what collections call their iterators.
pub(crate) fn repeated_types<'a>(sources: impl Iterator<Item = (&'a str, &'a str)>) -> Vec<String> {
    let mut places: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (path, code) in sources.filter(|(path, _)| !path.starts_with("src/js_api/")) {
        for (line, text) in code.lines().enumerate() {
            let Some((keyword, rest)) = text.strip_prefix("pub ").and_then(|item| item.split_once(' ')) else {
                continue;
            };
            if matches!(keyword, "struct" | "enum" | "trait" | "type") {
                let name = rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
                places.entry(name).or_default().push(format!("{path}:{}", line + 1));
            }
        }
    }
    places.retain(|name, places| places.len() > 1 && *name != "Iter");
    places.into_iter().map(|(name, places)| format!("{name}: {}", places.join(", "))).collect()
}

/// Crates that a file imports by more than one `use` at its top.
pub(crate) fn repeated_imports<'a>(sources: impl Iterator<Item = (&'a str, &'a str)>) -> Vec<String> {
    let mut wrong = Vec::new();
    for (path, code) in sources {
        let mut crates = BTreeSet::new();
        let mut has_attribute = false;
        for line in code.lines() {
            // Conditional imports are separate.
            let is_conditional = std::mem::replace(&mut has_attribute, line.starts_with("#["));
            let Some(path_of_use) = line.strip_prefix("use ").filter(|_| !is_conditional) else { continue };
            // `::page` is the crate, and `page` may be a module.
            let is_global = path_of_use.starts_with("::");
            let name = path_of_use.split([':', ';', ' ', '{']).find(|part| !part.is_empty()).unwrap_or_default();
            if !crates.insert((is_global, name)) && !name.is_empty() {
                wrong.push(format!("{path}: {name}"));
            }
        }
    }
    wrong
}

#[test]
fn bad_names_and_repeated_imports_are_found() {
    for (name, expected) in [
        ("told", true),
        ("Seen", true),
        ("evicted", true),
        ("kept_fields", false),
        ("KeptFields", false),
        ("seed", false),
        ("node", false),
        ("find_node", false),
    ] {
        assert_eq!(is_bare_participle(name), expected, "{name}");
    }
    let code = "pub(crate) fn told() {}\nfn said() {}\nmod kept;\npub const fn shown() {}\npub struct Node;\n";
    assert_eq!(items(code).map(|(_, name)| name).collect::<Vec<_>>(), ["told", "kept", "shown", "Node"]);
    assert_eq!(
        bare_participles([("a.rs", code)].into_iter()).iter().filter(|line| line.starts_with("a.rs")).count(),
        3
    );
    let types = [
        ("src/api/a.rs", "pub struct Node {\n}\nstruct Pod;\npub struct Iter<'a>"),
        ("src/js_api/a.rs", "pub struct Node;"),
        ("src/trace/a.rs", "use a;\npub enum Node {\npub(crate) struct Pod;\npub struct Pod;\npub struct Iter<'a>"),
    ];
    assert_eq!(repeated_types(types.into_iter()), ["Node: src/api/a.rs:1, src/trace/a.rs:2"]);
    let twice = "use api::Str;\nuse std::fmt;\nuse api::Table;\nmod tests {\n    use api::Str;\n}\n";
    assert_eq!(repeated_imports([("a.rs", twice)].into_iter()), ["a.rs: api"]);
    let closures = "nodes.map(|map| map.name).filter(|filter| filter.passes())\n.any(|any| any)";
    assert_eq!(adapter_parameters([("a.rs", closures)].into_iter()), ["a.rs:1: map", "a.rs:2: any"]);
}
