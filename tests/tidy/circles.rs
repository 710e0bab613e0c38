//! The graph of imports between files, and its cycles. A `mod.rs` with nothing but declarations and re-exports counts as the files that it re-exports
//! from. Tests are ignored.

use std::collections::{BTreeMap, BTreeSet};

/// The path of a module, beginning with its crate, such as `page_state::player::update`.
type Path = Vec<String>;

/// The files that each file imports, by path, such as `src/page/shell/root.rs`.
pub(crate) type Graph = BTreeMap<String, BTreeSet<String>>;

struct Module {
    file: String,
    code: String,
    /// The names that it re-exports, with their origins; `*` for all names of a module.
    passed: Vec<(String, Path)>,
}

/// The imports between files of the same crate (cargo forbids cycles of crates). `sources` has paths, and code without comments and literals.
pub(crate) fn imports<'s>(sources: impl Iterator<Item = (&'s str, &'s str)>) -> Graph {
    let sources: Vec<(Path, &str, &str)> =
        sources.filter_map(|(file, code)| Some((module_path(file)?, file, code))).collect();
    // A program in the folder of a library is not part of the library.
    let libraries: BTreeSet<String> =
        sources.iter().filter_map(|source| Some(source.1.strip_suffix("/lib.rs")?.to_owned())).collect();
    let program = |file: &str| file.strip_suffix("/main.rs").is_some_and(|folder| libraries.contains(folder));
    let sources: Vec<_> = sources.into_iter().filter(|(_, file, _)| !program(file)).collect();
    let tests: BTreeSet<Path> = sources
        .iter()
        .flat_map(|(path, _, code)| test_modules(code).into_iter().map(|name| join_paths(path, &[name])))
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
        let passed = uses(&module.code).into_iter().filter(|used| used.is_reexport);
        let passed = passed.filter_map(|used| Some((used.name, absolute(path, &used.path, &known, &BTreeMap::new())?)));
        module.passed = passed.collect();
    }
    let mut graph = Graph::new();
    for (path, module) in &modules {
        let uses: Vec<Import> = uses(&module.code).into_iter().filter(|used| !used.is_reexport).collect();
        // The modules behind imported names: `use crate::editor;` and then `editor::view::draw()`.
        let names: BTreeMap<String, Path> = uses
            .iter()
            .filter_map(|used| Some((used.name.clone(), absolute(path, &used.path, &known, &BTreeMap::new())?)))
            .collect();
        let used = uses.iter().filter_map(|used| names.get(&used.name).filter(|_| used.name != "*").cloned());
        let all =
            uses.iter().filter(|used| used.name == "*").filter_map(|used| absolute(path, &used.path, &known, &names));
        // Importing a module's name is not a dependency yet; only names within the module are.
        let used = used.filter(|used| !known.contains(used)).chain(all);
        let named = code_paths(&module.code).into_iter().filter_map(|text| absolute(path, &text, &known, &names));
        let files = used.chain(named).filter_map(|texts| home(&texts, &modules, 0));
        let files = files.filter(|file| *file != module.file).collect();
        graph.insert(module.file.clone(), files);
    }
    graph
}

/// The maximal sets of files that depend on each other (strongly connected components).
pub(crate) fn circles(graph: &Graph) -> Vec<Vec<String>> {
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
    let mut texts: Vec<Vec<String>> = Vec::new();
    for (file, to) in &reached {
        if to.contains(*file) && !texts.iter().flatten().any(|other| other == *file) {
            texts.push(
                to.iter()
                    .filter(|other| reached.get(other).is_some_and(|reached| reached.contains(*file)))
                    .cloned()
                    .collect(),
            );
        }
    }
    texts
}

/// The same graph between the folders and files directly in a folder. `lib.rs` is ignored, since it only lists the modules.
pub(crate) fn rooms(graph: &Graph, below: &str) -> Graph {
    let room = |file: &str| {
        let name = file.strip_prefix(below)?;
        let name = name.split_once('/').map_or(name, |(folder, _)| folder).trim_end_matches(".rs");
        (name != "lib").then(|| name.to_owned())
    };
    let mut coarse = Graph::new();
    for (file, needs) in graph {
        if let Some(name) = room(file) {
            let needs = needs.iter().filter_map(|file| room(file)).filter(|other| *other != name);
            coarse.entry(name.clone()).or_default().extend(needs);
        }
    }
    coarse
}

/// The same graph between the subfolders of a folder. Files directly in the folder are ignored.
pub(crate) fn folders(graph: &Graph, below: &str) -> Graph {
    let folder = |file: &str| Some(file.strip_prefix(below)?.split_once('/')?.0.to_owned());
    let mut coarse = Graph::new();
    for (file, needs) in graph {
        if let Some(text) = folder(file) {
            let needs = needs.iter().filter_map(|file| folder(file)).filter(|other| *other != text);
            coarse.entry(text.clone()).or_default().extend(needs);
        }
    }
    coarse
}

fn module_path(file: &str) -> Option<Path> {
    let inner = file.strip_prefix("src/")?.strip_suffix(".rs")?;
    let inner = ["/mod", "/lib", "/main"].iter().find_map(|end| inner.strip_suffix(end)).unwrap_or(inner);
    // Files directly in `src` belong to the top-level package, or to several build scripts.
    (inner.contains('/') || file.matches('/').count() > 1).then(|| inner.split('/').map(str::to_owned).collect())
}

fn join_paths(path: &[String], more: &[String]) -> Path {
    path.iter().chain(more).cloned().collect()
}

/// Modules in files of their own that are compiled only for tests.
fn test_modules(code: &str) -> Vec<String> {
    let after = code.match_indices("#[cfg(test)]").map(|(at, mark)| code[at + mark.len()..].trim_start());
    let names =
        after.filter_map(|rest| rest.strip_prefix("pub ").unwrap_or(rest).strip_prefix("mod ")?.split_once(';'));
    names.map(|(name, _)| name.to_owned()).filter(|name| !name.contains('{')).collect()
}

/// The code before the tests in the same file.
pub(crate) fn without_tests(code: &str) -> String {
    let tests = code.match_indices("#[cfg(test)]").find(|(at, mark)| {
        let rest = code[at + mark.len()..].trim_start();
        rest.starts_with("mod ") && rest.find(['{', ';']).is_some_and(|at| rest[at..].starts_with('{'))
    });
    code[..tests.map_or(code.len(), |(at, _)| at)].to_owned()
}

/// One name that a `use` imports.
pub(crate) struct Import {
    /// The path, as written.
    pub path: String,
    /// The name in this file; `*` for all names of the path.
    pub name: String,
    /// Whether it is a `pub use`.
    pub is_reexport: bool,
}

/// All imports of a file.
pub(crate) fn uses(code: &str) -> Vec<Import> {
    let mut imports = Vec::new();
    let mut rest = code;
    while let Some(at) = rest.find("use ") {
        let line = rest[..at].rfind('\n').map_or(0, |at| at + 1);
        let before = rest[line..at].trim();
        let end = rest[at..].find(';').map_or(rest.len(), |end| at + end);
        if before.is_empty() || before.starts_with("pub") && !before.contains("fn ") {
            let is_reexport = !before.is_empty();
            spread(rest[at + 4..end].trim(), "", &mut |path, name| imports.push(Import { path, name, is_reexport }));
            rest = &rest[end..];
        } else {
            rest = &rest[at + 4..];
        }
    }
    imports
}

/// Expands `a::{b, c::d as e}` into its paths, each with the name that it gets.
fn spread(tree: &str, before: &str, add_import: &mut impl FnMut(String, String)) {
    let Some((head, rest)) = tree.split_once('{') else {
        let (path, name) =
            tree.split_once(" as ").map_or((tree.trim(), None), |(path, name)| (path.trim(), Some(name.trim())));
        let path = format!("{before}{path}");
        let path = path.strip_suffix("::self").unwrap_or(&path);
        let name = name.unwrap_or_else(|| path.rsplit("::").next().unwrap_or_default());
        return add_import(path.to_owned(), name.to_owned());
    };
    let before = format!("{before}{}", head.trim());
    let body = &rest[..rest.rfind('}').unwrap_or(rest.len())];
    let (mut depth, mut from) = (0, 0);
    for (at, c) in body.char_indices().chain([(body.len(), ',')]) {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                let part = body[from..at].trim();
                if !part.is_empty() {
                    spread(part, &before, add_import);
                }
                from = at + 1;
            }
            _ => {}
        }
    }
}

/// Paths in code outside of imports: `crate::a::b`, `super::c`, and `child::d`.
pub(crate) fn code_paths(code: &str) -> Vec<String> {
    let mut texts = Vec::new();
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let mut in_import = false;
    for line in code.lines() {
        // An import may span several lines.
        let is_import = in_import || line.contains("use ");
        in_import = is_import && !line.contains(';');
        if is_import {
            continue;
        }
        let mut rest = line;
        while let Some(at) = rest.find("::") {
            let start = rest[..at].rfind(|c| !word(c)).map_or(0, |at| at + 1);
            let end = rest[at..].find(|c: char| !word(c) && c != ':').map_or(rest.len(), |end| at + end);
            if start < at && !rest[..start].ends_with('.') {
                texts.push(rest[start..end].trim_end_matches(':').to_owned());
            }
            rest = &rest[end.max(at + 2)..];
        }
    }
    texts
}

/// Resolves a path that is written in `module`, using the known modules and the imported names. Returns `None` for other crates.
fn absolute(module: &[String], path: &str, known: &BTreeSet<Path>, names: &BTreeMap<String, Path>) -> Option<Path> {
    let segments: Vec<String> = path.split("::").map(str::to_owned).collect();
    let ups = segments.iter().take_while(|segment| *segment == "super").count();
    match segments[0].as_str() {
        "crate" => Some(join_paths(&module[..1], &segments[1..])),
        "self" => Some(join_paths(module, &segments[1..])),
        "super" => Some(join_paths(&module[..module.len().checked_sub(ups)?], &segments[ups..])),
        first if known.contains(&join_paths(module, &[first.to_owned()])) => Some(join_paths(module, &segments)),
        first => names.get(first).map(|from| join_paths(from, &segments[1..])),
    }
}

/// Whether a file has nothing but `mod` and `use`.
fn is_only_reexports(code: &str) -> bool {
    let is_name = |item: &str| {
        let item = item.lines().filter(|line| !line.trim_start().starts_with('#')).collect::<Vec<_>>().join(" ");
        let item = item.trim().trim_start_matches("pub").trim_start();
        let item =
            item.strip_prefix('(').and_then(|rest| rest.split_once(')')).map_or(item, |(_, rest)| rest.trim_start());
        item.is_empty() || item.starts_with("mod ") || item.starts_with("use ")
    };
    code.split(';').all(is_name)
}

/// The file that defines the item with this path.
fn home(path: &[String], modules: &BTreeMap<Path, Module>, depth: usize) -> Option<String> {
    let length = (0..=path.len()).rev().find(|length| modules.contains_key(&path[..*length]))?;
    let module = &modules[&path[..length]];
    let Some(item) = path.get(length).filter(|_| depth < 8) else { return Some(module.file.clone()) };
    let by_name = module.passed.iter().find(|(name, _)| name == item).map(|(_, from)| from.clone());
    let all = module.passed.iter().filter(|(name, _)| name == "*").map(|(_, from)| &from[..from.len() - 1]);
    let defines = |from: &&[String]| {
        let kinds = ["struct", "enum", "trait", "fn", "const", "static", "type", "union", "macro_rules!"];
        modules.get(*from).is_some_and(|module| {
            kinds.iter().any(|kind| {
                module.code.match_indices(&format!("{kind} {item}")).any(|(at, text)| {
                    !module.code[at + text.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_')
                })
            })
        })
    };
    let passed =
        by_name.or_else(|| all.into_iter().find(defines).map(|from| join_paths(from, std::slice::from_ref(item))));
    // A re-export is followed only through files that have nothing else.
    match passed.filter(|from| from.as_slice() != path && is_only_reexports(&module.code)) {
        Some(from) => home(&from, modules, depth + 1),
        None => (length > 0).then(|| module.file.clone()),
    }
}

#[test]
fn cycles_are_found() {
    let files = [
        ("src/x/lib.rs", "pub mod a;\nmod d;\nmod e;\nmod f;\nmod g;\nmod h;\nmod i;"),
        ("src/x/main.rs", "use x::e;"),
        ("src/x/a/mod.rs", "pub mod b;\nmod c;\n#[cfg(test)]\nmod tests;\npub use c::See;\npub struct Own;"),
        ("src/x/a/b.rs", "use super::See;\nfn f() { crate::d::g(); }\n#[cfg(test)]\nmod tests { use crate::e::It; }"),
        ("src/x/a/c.rs", "use crate::{a::Own, d::{self, H as I}};\npub struct See;"),
        ("src/x/a/tests.rs", "use crate::e::It;"),
        ("src/x/d.rs", "use crate::a::b;\npub fn g() { b::f() }"),
        ("src/x/e.rs", "use crate::a;\npub struct It;\nfn h() { a::b::x() }"),
        ("src/x/f.rs", "use crate::{\n    a,\n    g as other,\n    a::{self},\n};\nfn f() { other::g(); }"),
        ("src/x/g.rs", "use y::f;\npub fn g() { f::f(); }"),
        ("src/x/h/mod.rs", "mod c;\npub use c::See;"),
        ("src/x/h/c.rs", "pub struct See;\nfn f(_: crate::i::It) {}"),
        ("src/x/i.rs", "use crate::h::See;\npub struct It;"),
        ("src/y/lib.rs", "mod f;\nuse x::e;"),
    ];
    let graph = imports(files.into_iter());
    let needs = |file: &str| graph[file].iter().map(String::as_str).collect::<Vec<_>>();
    assert_eq!(needs("src/x/a/mod.rs"), [""; 0]);
    assert_eq!(needs("src/x/a/b.rs"), ["src/x/a/mod.rs", "src/x/d.rs"], "the file there has more to it than names");
    assert_eq!(needs("src/x/a/c.rs"), ["src/x/a/mod.rs", "src/x/d.rs"]);
    assert_eq!(needs("src/x/d.rs"), ["src/x/a/b.rs"], "through a name that was brought in");
    assert_eq!(needs("src/x/e.rs"), ["src/x/a/b.rs"]);
    assert_eq!(needs("src/x/i.rs"), ["src/x/h/c.rs"], "a file that only passes names on is looked through");
    assert_eq!(needs("src/x/f.rs"), ["src/x/g.rs"], "by another name; a module that is only brought in is not needed");
    assert_eq!(needs("src/x/g.rs"), [""; 0], "another crate");
    assert_eq!(circles(&graph), [["src/x/a/b.rs", "src/x/d.rs"], ["src/x/h/c.rs", "src/x/i.rs"]]);
    assert_eq!(folders(&graph, "src/x/")["a"].len(), 0);
    assert_eq!(rooms(&graph, "src/x/")["a"].iter().collect::<Vec<_>>(), ["d"]);
    assert!(!graph.contains_key("src/x/a/tests.rs") && !graph.contains_key("src/x/main.rs"));
}
