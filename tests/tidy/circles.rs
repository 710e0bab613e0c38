//! Which file imports which, and where imports run in a circle. A `mod.rs` that only passes names on is looked through, and
//! tests may use whatever they like.

use std::collections::{BTreeMap, BTreeSet};

/// A module: its path from the crate, such as `app::player::update`.
type Path = Vec<String>;

/// Files by what they import: `src/app/page.rs` to the files that it needs.
pub type Graph = BTreeMap<String, BTreeSet<String>>;

struct Module {
    file: String,
    code: String,
    /// Names that it passes on, with where they come from; `*` for everything of a module.
    passed: Vec<(String, Path)>,
}

/// The imports of all files below `src` (programs excepted): paths and code without comments and texts.
pub fn imports<'s>(sources: impl Iterator<Item = (&'s str, &'s str)>) -> Graph {
    let sources: Vec<(Path, &str, &str)> =
        sources.filter_map(|(file, code)| Some((module_path(file)?, file, code))).collect();
    let tests: BTreeSet<Path> = sources
        .iter()
        .flat_map(|(path, _, code)| test_modules(code).into_iter().map(|name| joined(path, &[name])))
        .collect();
    let mut modules: BTreeMap<Path, Module> = BTreeMap::new();
    for (path, file, code) in &sources {
        if !tests.iter().any(|test| path.starts_with(test)) {
            let code = without_tests(code);
            modules.insert(path.clone(), Module { file: (*file).to_owned(), code, passed: Vec::new() });
        }
    }
    let known: BTreeSet<Path> = modules.keys().cloned().collect();
    for (path, module) in &mut modules {
        let passed =
            uses(&module.code).into_iter().filter(|it| it.1).filter_map(|(used, _)| absolute(path, &used, &known));
        module.passed = passed.map(|from| (from.last().cloned().unwrap_or_default(), from)).collect();
    }
    let mut graph = Graph::new();
    for (path, module) in &modules {
        let used = uses(&module.code).into_iter().filter(|it| !it.1).map(|it| it.0).chain(named(&module.code));
        let files = used.filter_map(|used| home(&absolute(path, &used, &known)?, &modules, 0));
        let files = files.filter(|file| *file != module.file).collect();
        graph.insert(module.file.clone(), files);
    }
    graph
}

/// The largest sets of files that all need each other.
pub fn circles(graph: &Graph) -> Vec<Vec<String>> {
    let reach = |from: &str| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![from.to_owned()]);
        while let Some(file) = open.pop() {
            for next in graph.get(&file).into_iter().flatten() {
                if seen.insert(next.clone()) {
                    open.push(next.clone());
                }
            }
        }
        seen
    };
    let reached: BTreeMap<&String, BTreeSet<String>> = graph.keys().map(|file| (file, reach(file))).collect();
    let mut found: Vec<Vec<String>> = Vec::new();
    for (file, to) in &reached {
        if to.contains(*file) && !found.iter().flatten().any(|known| known == *file) {
            found.push(
                to.iter().filter(|other| reached.get(other).is_some_and(|it| it.contains(*file))).cloned().collect(),
            );
        }
    }
    found
}

/// The same graph between folders directly below one; files beside them belong to none.
pub fn folders(graph: &Graph, below: &str) -> Graph {
    let folder = |file: &str| Some(file.strip_prefix(below)?.split_once('/')?.0.to_owned());
    let mut coarse = Graph::new();
    for (file, needs) in graph {
        if let Some(own) = folder(file) {
            let needs = needs.iter().filter_map(|file| folder(file)).filter(|other| *other != own);
            coarse.entry(own.clone()).or_default().extend(needs);
        }
    }
    coarse
}

fn module_path(file: &str) -> Option<Path> {
    let inner = file.strip_prefix("src/")?.strip_suffix(".rs")?;
    let inner = inner.strip_suffix("/mod").unwrap_or(inner);
    (!inner.starts_with("bin/"))
        .then(|| if inner == "lib" { Path::new() } else { inner.split('/').map(str::to_owned).collect() })
}

fn joined(path: &[String], more: &[String]) -> Path {
    path.iter().chain(more).cloned().collect()
}

/// Modules in files of their own that are compiled for tests only.
fn test_modules(code: &str) -> Vec<String> {
    let after = code.match_indices("#[cfg(test)]").map(|(at, mark)| code[at + mark.len()..].trim_start());
    let names =
        after.filter_map(|rest| rest.strip_prefix("pub ").unwrap_or(rest).strip_prefix("mod ")?.split_once(';'));
    names.map(|(name, _)| name.to_owned()).filter(|name| !name.contains('{')).collect()
}

/// Code up to the tests in the same file.
pub fn without_tests(code: &str) -> String {
    let tests = code.match_indices("#[cfg(test)]").find(|(at, mark)| {
        let rest = code[at + mark.len()..].trim_start();
        rest.starts_with("mod ") && rest.find(['{', ';']).is_some_and(|at| rest[at..].starts_with('{'))
    });
    code[..tests.map_or(code.len(), |(at, _)| at)].to_owned()
}

/// All paths of `use`, and whether they are passed on.
pub fn uses(code: &str) -> Vec<(String, bool)> {
    let mut found = Vec::new();
    let mut rest = code;
    while let Some(at) = rest.find("use ") {
        let line = rest[..at].rfind('\n').map_or(0, |at| at + 1);
        let before = rest[line..at].trim();
        let end = rest[at..].find(';').map_or(rest.len(), |end| at + end);
        if before.is_empty() || before.starts_with("pub") && !before.contains("fn ") {
            spread(rest[at + 4..end].trim(), "", &mut |path| found.push((path, !before.is_empty())));
            rest = &rest[end..];
        } else {
            rest = &rest[at + 4..];
        }
    }
    found
}

/// The paths of `a::{b, c::d}`.
fn spread(tree: &str, before: &str, found: &mut impl FnMut(String)) {
    let Some((head, inner)) = tree.split_once('{') else {
        let path = tree.split(" as ").next().unwrap_or_default().trim();
        return found(format!("{before}{path}").trim_end_matches("::self").to_owned());
    };
    let before = format!("{before}{}", head.trim());
    let inner = inner.trim_end().trim_end_matches('}');
    let (mut depth, mut from) = (0, 0);
    let body = &tree[tree.len() - (tree.len() - head.len() - 1)..];
    let body = &body[..body.rfind('}').unwrap_or(inner.len())];
    for (at, c) in body.char_indices().chain([(body.len(), ',')]) {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                let part = body[from..at].trim();
                if !part.is_empty() {
                    spread(part, &before, found);
                }
                from = at + 1;
            }
            _ => {}
        }
    }
}

/// Paths that stand in the code itself: `crate::a::b`, `super::c`, and `child::d`.
pub fn named(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    let word = |c: char| c.is_alphanumeric() || c == '_';
    for line in code.lines().filter(|line| !line.contains("use ")) {
        let mut rest = line;
        while let Some(at) = rest.find("::") {
            let start = rest[..at].rfind(|c| !word(c)).map_or(0, |at| at + 1);
            let end = rest[at..].find(|c: char| !word(c) && c != ':').map_or(rest.len(), |end| at + end);
            if start < at && !rest[..start].ends_with('.') {
                found.push(rest[start..end].trim_end_matches(':').to_owned());
            }
            rest = &rest[end.max(at + 2)..];
        }
    }
    found
}

/// A path from the crate, for one that a module writes; nothing for other crates and names of its own.
fn absolute(module: &[String], path: &str, known: &BTreeSet<Path>) -> Option<Path> {
    let segments: Vec<String> = path.split("::").map(str::to_owned).collect();
    let ups = segments.iter().take_while(|it| *it == "super").count();
    match segments[0].as_str() {
        "crate" => Some(segments[1..].to_vec()),
        "self" => Some(joined(module, &segments[1..])),
        "super" => Some(joined(&module[..module.len().checked_sub(ups)?], &segments[ups..])),
        first => known.contains(&joined(module, &[first.to_owned()])).then(|| joined(module, &segments)),
    }
}

/// The file in which the thing with a path stands.
fn home(path: &[String], modules: &BTreeMap<Path, Module>, depth: usize) -> Option<String> {
    let length = (0..=path.len()).rev().find(|length| modules.contains_key(&path[..*length]))?;
    let module = &modules[&path[..length]];
    let Some(item) = path.get(length).filter(|_| depth < 8) else { return Some(module.file.clone()) };
    let by_name = module.passed.iter().find(|(name, _)| name == item).map(|(_, from)| from.clone());
    let all = module.passed.iter().filter(|(name, _)| name == "*").map(|(_, from)| &from[..from.len() - 1]);
    let defines = |from: &&[String]| {
        let kinds = ["struct", "enum", "trait", "fn", "const", "static", "type", "union", "macro_rules!"];
        modules.get(*from).is_some_and(|it| {
            kinds.iter().any(|kind| {
                it.code.match_indices(&format!("{kind} {item}")).any(|(at, found)| {
                    !it.code[at + found.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_')
                })
            })
        })
    };
    let passed = by_name.or_else(|| all.into_iter().find(defines).map(|from| joined(from, std::slice::from_ref(item))));
    match passed.filter(|from| from.as_slice() != path) {
        Some(from) => home(&from, modules, depth + 1),
        None => (length > 0).then(|| module.file.clone()),
    }
}

#[test]
fn circles_are_seen() {
    let files = [
        ("src/a/mod.rs", "pub mod b;\nmod c;\n#[cfg(test)]\nmod tests;\npub use c::See;\npub struct Own;"),
        ("src/a/b.rs", "use super::See;\nfn f() { crate::d::g(); }\n#[cfg(test)]\nmod tests { use crate::e::It; }"),
        ("src/a/c.rs", "use crate::{a::Own, d::{self, H as I}};\npub struct See;"),
        ("src/a/tests.rs", "use crate::e::It;"),
        ("src/d.rs", "use crate::a::b;\npub fn g() {}"),
        ("src/e.rs", "use crate::a;\npub struct It;\nfn h() { a::b::x() }"),
        ("src/bin/x.rs", "use crate::e;"),
    ];
    let graph = imports(files.into_iter());
    let needs = |file: &str| graph[file].iter().map(String::as_str).collect::<Vec<_>>();
    assert_eq!(needs("src/a/mod.rs"), [""; 0]);
    assert_eq!(needs("src/a/b.rs"), ["src/a/c.rs", "src/d.rs"]);
    assert_eq!(needs("src/a/c.rs"), ["src/a/mod.rs", "src/d.rs"]);
    assert_eq!(circles(&graph), [["src/a/b.rs", "src/a/c.rs", "src/d.rs"]]);
    assert_eq!(folders(&graph, "src/")["a"].len(), 0);
    assert!(!graph.contains_key("src/a/tests.rs") && !graph.contains_key("src/bin/x.rs"));
}
