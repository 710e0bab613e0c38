//! What is left to do once Trunk has put the page together; Trunk calls it as a hook, for `build` and for `serve`.
//!
//! The programs of page and worker are cut into their parts, whose files have names after what is in them; the page is told these names,
//! so that it never starts a worker of another build. The engine's JavaScript module gets a folder of its version. The page's policy says what it may load. All style sheets become one. The licences of what is shipped are listed.

use crate::file::{fingerprint, read, write};
use crate::shell::{Done, command, joined, output, root, run};
use crate::split;
use crate::times::{self, step};
use crate::vendor;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

/// The variable that names the program which makes what stands still: lessons, handbook, manual, pictures. This one is built without the engine.
pub(crate) const STILL: &str = "SCHEDSCOPE_STILL";

/// The variable that names the address of the site, if it is known.
const SITE: &str = "SCHEDSCOPE_SITE";

/// The variable that says that the page is served to whoever works on it, who wants to see every change at once.
pub(crate) const SERVED: &str = "SCHEDSCOPE_SERVED";

fn served() -> bool {
    std::env::var_os(SERVED).is_some()
}

/// Finishes the page in the folder in which Trunk puts it together.
pub(crate) fn finish() -> Done {
    let stage = std::env::var_os("TRUNK_STAGING_DIR").map(PathBuf::from).ok_or("Trunk calls this, nobody else")?;
    let index = stage.join("index.html");
    let mut page = read(&index)?;
    let ((theirs, ours), (_, worker)) = thread::scope(|scope| {
        let worker = scope.spawn(|| step("The worker, cut into its parts", || split::split(&stage, &split::WORKER)));
        let page = step("The page, cut into its parts", || split::split(&stage, &split::PAGE))?;
        Ok::<_, String>((page, joined(worker)?))
    })?;
    let editor = place_editor(&stage)?;
    place_module(&stage)?;
    let style = one_style(&stage)?;
    for (place, name) in [
        ("content=\"worker\"", format!("content=\"{worker}\"")),
        ("content=\"editor\"", format!("content=\"{editor}\"")),
        ("href=\"style.css\"", format!("href=\"./{style}\"")),
    ] {
        if !page.contains(place) {
            return Err(format!("index.html has no {place}"));
        }
        page = page.replace(place, &name);
    }
    page = page.replace(&theirs, &ours);
    if served() {
        page = page.replace("<meta name=\"offline\" content=\"offline.js\" />", "");
    }
    let policy = policy(&page)?;
    page = page.replacen(
        "<head>",
        &format!("<head>\n    <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\" />"),
        1,
    );
    write(&index, &page)?;
    write(&stage.join("licences.txt"), &licences()?)?;
    let site = std::env::var(SITE).unwrap_or_else(|_| "/".to_owned());
    write(&stage.join("404.html"), &read(&root().join("www/404.html"))?.replace("ROOT", &site))?;
    let still = std::env::var_os(STILL).ok_or_else(|| format!("{STILL} names no program"))?;
    step("Lessons, handbook, manual and pictures", || run(command(still).arg(&stage)))?;
    print!("{}", times::table());
    if served() { Ok(()) } else { write(&stage.join("offline.js"), &offline(&stage)?) }
}

/// The program that keeps the page for visits without a network, told which files there are. Pages of scenarios are kept when they are
/// seen; there are many.
fn offline(stage: &Path) -> Done<String> {
    let (mut files, mut whole) =
        (vec!["./".to_owned()], fs::read(stage.join("index.html")).map_err(|e| e.to_string())?);
    let kept = |name: &str| !["index.html", "404.html", "licences.txt"].contains(&name);
    for folder in ["", "scenarios/", "lessons/"] {
        for file in split::files(&stage.join(folder))? {
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if kept(&name) {
                whole.extend(fs::read(&file).map_err(|e| format!("{}: {e}", file.display()))?);
                files.push(format!("{folder}{name}"));
            }
        }
    }
    let program = read(&root().join("www/offline.js"))?;
    Ok(format!("const BUILD = \"{:016x}\";\nconst FILES = {};\n{program}", fingerprint(&whole), Value::from(files)))
}

/// What the page may load and run: its own files, its inline scripts by their hashes, and nothing from elsewhere. An attribute `style`
/// in the page would be refused; views set the property of that name (`~style`), which only a script of the page's own can do.
fn policy(page: &str) -> Done<String> {
    let scripts: Vec<&str> = page
        .split("<script")
        .skip(1)
        .filter_map(|rest| rest.split_once('>'))
        .filter(|(attributes, _)| !attributes.contains("src="))
        .filter_map(|(_, rest)| rest.split_once("</script>"))
        .map(|(code, _)| code)
        .collect();
    let hashes: Vec<String> =
        scripts.iter().map(|code| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(code)))).collect();
    if hashes.is_empty() {
        return Err("index.html has no inline script".to_owned());
    }
    let hashes = hashes.join(" ");
    Ok(format!(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' {hashes}; worker-src 'self' blob:; connect-src 'self'; \
         style-src 'self'; manifest-src 'self'; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'"
    ))
}

/// Puts the program of the text's element beside the page's, named after what is in it.
fn place_editor(stage: &Path) -> Done<String> {
    let program = read(&vendor::folder().join(vendor::BUNDLE))?;
    let name = format!("editor-{:016x}.js", fingerprint(program.as_bytes()));
    write(&stage.join(&name), &program)?;
    Ok(name)
}

/// Where programs of others find the engine. Another contract than this would be another folder beside it.
pub(crate) const API: &str = "api/v1/";

/// What wasm-bindgen's program of the module lacks.
const GUARD: &str = include_str!("../web/module.js");

/// Puts the engine's JavaScript module where its version says.
fn place_module(stage: &Path) -> Done {
    let folder = stage.join(API);
    fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    for (from, to) in [("module.js", "schedscope.js"), ("module.d.ts", "schedscope.d.ts")] {
        let file = stage.join(from);
        let text = read(&file)?.replace("module_bg.wasm", "schedscope_bg.wasm");
        write(&folder.join(to), &if from == "module.js" { guard_program(&text)? } else { text })?;
        fs::remove_file(&file).map_err(|e| e.to_string())?;
    }
    // Node asks the nearest one what a file is.
    write(
        &folder.join("package.json"),
        "{ \"type\": \"module\", \"main\": \"schedscope.js\", \"types\": \"schedscope.d.ts\" }\n",
    )?;
    fs::rename(stage.join("module_bg.wasm"), folder.join("schedscope_bg.wasm")).map_err(|e| e.to_string())
}

/// The module's program, which starts in Node as well, and goes on after a call that broke off.
fn guard_program(program: &str) -> Done<String> {
    let mut program = program.to_owned();
    for (place, ours) in [
        ("module_or_path = fetch(module_or_path);", "module_or_path = fetchEngine(module_or_path);"),
        ("wasm = instance.exports;", "wasm = guardExports(instance.exports);"),
    ] {
        if program.matches(place).count() != 1 {
            return Err(format!("module.js should have `{place}` once: wasm-bindgen writes it otherwise now"));
        }
        program = program.replace(place, ours);
    }
    Ok(program + GUARD)
}

/// One style sheet of those that `www/style.css` imports, in their order.
fn one_style(stage: &Path) -> Done<String> {
    let folder = root().join("www");
    let list = read(&folder.join("style.css"))?;
    let mut whole = String::new();
    for line in list.lines() {
        if let Some(file) = line.strip_prefix("@import \"").and_then(|rest| rest.strip_suffix("\";")) {
            whole += &read(&folder.join(file))?;
        }
    }
    let name = format!("style-{:016x}.css", fingerprint(whole.as_bytes()));
    write(&stage.join(&name), &without_comments(&whole))?;
    Ok(name)
}

/// Comments and indentation are for those who read the sources.
fn without_comments(css: &str) -> String {
    let mut out = String::with_capacity(css.len());
    let mut rest = css;
    while let Some((before, after)) = rest.split_once("/*") {
        out += before;
        rest = after.split_once("*/").map_or("", |(_, rest)| rest);
    }
    out += rest;
    out.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

/// The crates and packages that the page and the worker consist of, with their licences. What only builds them is not shipped.
fn licences() -> Done<String> {
    let words = ["metadata", "--format-version", "1", "--offline", "--locked"];
    let metadata = output(command("cargo").args(words).args(["--filter-platform", "wasm32-unknown-unknown"]))?;
    let metadata: Value = serde_json::from_str(&metadata).map_err(|e| format!("cargo metadata: {e}"))?;
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let packages: BTreeMap<String, Value> =
        list(&metadata["packages"]).into_iter().map(|it| (text(&it["id"]), it)).collect();
    let nodes: BTreeMap<String, Value> =
        list(&metadata["resolve"]["nodes"]).into_iter().map(|it| (text(&it["id"]), it)).collect();
    let is_own = |id: &str| packages[id]["source"].is_null();
    let programs = packages.iter().filter(|(id, it)| is_own(id) && it["name"] == "web");
    let (mut open, mut shipped) = (programs.map(|(id, _)| id.clone()).collect::<Vec<_>>(), BTreeSet::new());
    while let Some(id) = open.pop() {
        for needed in list(&nodes[&id]["deps"]) {
            let normal = list(&needed["dep_kinds"]).iter().any(|it| it["kind"].is_null());
            let id = text(&needed["pkg"]);
            let kinds: Vec<Value> = list(&packages[&id]["targets"]).iter().flat_map(|it| list(&it["kind"])).collect();
            if normal && !kinds.iter().any(|it| it == "proc-macro") && shipped.insert(id.clone()) {
                open.push(id);
            }
        }
    }
    let mut out =
        "Schedscope is under the Apache License 2.0. It contains the Rust standard library (MIT OR Apache-2.0,\n\
                   https://github.com/rust-lang/rust) and these crates:\n\n"
            .to_owned();
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in shipped.iter().filter(|id| !is_own(id)).map(|id| &packages[id]) {
        let name = format!("{} {}", text(&package["name"]), text(&package["version"]));
        out.extend([&name, "\n    ", &text(&package["license"]), "\n    ", &text(&package["repository"]), "\n"]);
        let manifest = PathBuf::from(text(&package["manifest_path"]));
        let files =
            manifest.parent().and_then(|folder| fs::read_dir(folder).ok()).into_iter().flatten().filter_map(Result::ok);
        let mut files: Vec<PathBuf> = files.map(|file| file.path()).collect();
        files.sort();
        let legal = |file: &&PathBuf| {
            let name = file.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
            ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"].iter().any(|start| name.starts_with(start))
        };
        for file in files.iter().filter(legal) {
            if let Ok(text) = fs::read_to_string(file) {
                texts.entry(text.replace("\r\n", "\n").trim().to_owned()).or_default().push(name.clone());
            }
        }
    }
    for (text, names) in texts {
        out.extend(["\n", &"=".repeat(100), "\n", &names.join(", "), "\n\n", &text, "\n"]);
    }
    out.extend(["\n", &read(&vendor::folder().join(vendor::LICENCES))?]);
    Ok(out)
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::{GUARD, guard_program, policy};

    #[test]
    fn the_module_is_guarded_or_not_built() {
        let program = "wasm = instance.exports;\nmodule_or_path = fetch(module_or_path);\n";
        let ours = guard_program(program).expect("as wasm-bindgen writes it");
        assert!(
            ours.starts_with("wasm = guardExports(instance.exports);\nmodule_or_path = fetchEngine(module_or_path);\n")
        );
        assert!(ours.ends_with(GUARD));
        for name in ["fetchEngine", "guardExports"] {
            assert!(GUARD.contains(&format!("function {name}(")), "{name}");
        }
        assert!(guard_program("wasm = instance.exports;\n").is_err());
    }

    #[test]
    fn the_policy_names_every_inline_script() {
        let found = policy("<head><script src=x></script><script>abc</script></head>").expect("a policy");
        assert!(found.contains("'sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0='"), "{found}");
        assert!(!found.contains("unsafe-eval'") || found.contains("'wasm-unsafe-eval'"), "{found}");
        assert!(!found.contains(" 'unsafe-eval'") && !found.contains("unsafe-inline"), "{found}");
        assert!(policy("<head></head>").is_err());
    }
}
