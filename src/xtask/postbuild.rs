//! Finishes the page after Trunk has built it; Trunk calls it as a hook, for `build` and for `serve`.
//!
//! The programs of page and worker are cut into their parts, whose files are named after their content; the page gets these names,
//! so that it never starts a worker of another build. The engine's JavaScript module gets a folder of its version. The page's policy says what it may load. All style sheets become one. The licences of what is shipped are listed.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    thread,
};

use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::{
    editor_bundle,
    files::{fingerprint, read_file, write_file},
    process::{StepResult, command, command_output, join_step, root, run_command},
    split,
    timings::{self, time_step},
};

/// The variable that names the static-site generator, which renders lessons, handbook, manual and pictures. This program is built without the engine.
pub(crate) const SITE_PROGRAM: &str = "SCHEDSCOPE_SITE_GENERATOR";

/// The variable that names the address of the site, if it is known.
const SITE_URL: &str = "SCHEDSCOPE_SITE";

/// The variable that says that the page is served to whoever works on it, who wants to see every change at once.
pub(crate) const IS_SERVED: &str = "SCHEDSCOPE_SERVED";

fn is_served() -> bool {
    std::env::var_os(IS_SERVED).is_some()
}

/// Finishes the page in the folder in which Trunk puts it together.
pub(crate) fn finish_page() -> StepResult {
    let stage = std::env::var_os("TRUNK_STAGING_DIR").map(PathBuf::from).ok_or("only Trunk may call this")?;
    let index = stage.join("index.html");
    let mut page = read_file(&index)?;
    let ((theirs, ours), (_, worker)) = thread::scope(|scope| {
        let worker = scope
            .spawn(|| time_step("Splitting the worker into chunks", || split::split_program(&stage, &split::WORKER)));
        let page = time_step("Splitting the page into chunks", || split::split_program(&stage, &split::PAGE))?;
        Ok::<_, String>((page, join_step(worker)?))
    })?;
    let editor = place_editor(&stage)?;
    place_module(&stage)?;
    let style = bundle_styles(&stage)?;
    for (path, name) in [
        ("content=\"worker\"", format!("content=\"{worker}\"")),
        ("content=\"editor\"", format!("content=\"{editor}\"")),
        ("href=\"style.css\"", format!("href=\"./{style}\"")),
    ] {
        if !page.contains(path) {
            return Err(format!("index.html does not contain {path}"));
        }
        page = page.replace(path, &name);
    }
    page = page.replace(&theirs, &ours);
    if is_served() {
        page = page.replace("<meta name=\"offline\" content=\"offline.js\" />", "");
    }
    let policy = content_security_policy(&page)?;
    page = page.replacen(
        "<head>",
        &format!("<head>\n    <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\" />"),
        1,
    );
    write_file(&index, &page)?;
    write_file(&stage.join("licences.txt"), &licences()?)?;
    let site = std::env::var(SITE_URL).unwrap_or_else(|_| "/".to_owned());
    write_file(&stage.join("404.html"), &read_file(&root().join("www/404.html"))?.replace("ROOT", &site))?;
    let site_program = std::env::var_os(SITE_PROGRAM).ok_or_else(|| format!("{SITE_PROGRAM} is not set"))?;
    time_step("Rendering lessons, handbook, manual and pictures", || run_command(command(site_program).arg(&stage)))?;
    print!("{}", timings::timing_table());
    if is_served() { Ok(()) } else { write_file(&stage.join("offline.js"), &write_service_worker(&stage)?) }
}

/// Writes the service worker, which keeps the page for visits without a network, with the list of files. Pages of scenarios are kept when they are
/// seen; there are many.
fn write_service_worker(stage: &Path) -> StepResult<String> {
    let (mut files, mut whole) =
        (vec!["./".to_owned()], fs::read(stage.join("index.html")).map_err(|e| e.to_string())?);
    let is_static_file = |name: &str| !["index.html", "404.html", "licences.txt"].contains(&name);
    for folder in ["", "scenarios/", "lessons/"] {
        for file in split::list_files(&stage.join(folder))? {
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if is_static_file(&name) {
                whole.extend(fs::read(&file).map_err(|e| format!("{}: {e}", file.display()))?);
                files.push(format!("{folder}{name}"));
            }
        }
    }
    let program = read_file(&root().join("www/offline.js"))?;
    Ok(format!("const BUILD = \"{:016x}\";\nconst FILES = {};\n{program}", fingerprint(&whole), Value::from(files)))
}

/// What the page may load and run: its own files, its inline scripts by their hashes, and nothing from elsewhere. An attribute `style`
/// in the page would be refused; views set the property of that name (`~style`), which only a script of the page's own can do.
fn content_security_policy(page: &str) -> StepResult<String> {
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
fn place_editor(stage: &Path) -> StepResult<String> {
    let program = read_file(&editor_bundle::folder().join(editor_bundle::BUNDLE))?;
    let name = format!("editor-{:016x}.js", fingerprint(program.as_bytes()));
    write_file(&stage.join(&name), &program)?;
    Ok(name)
}

/// Where programs of others find the engine. Another contract than this would be another folder beside it.
pub(crate) const API: &str = "api/v1/";

/// What wasm-bindgen's program of the module lacks.
const GUARD: &str = include_str!("../web/module.js");

/// Puts the engine's JavaScript module where its version says.
fn place_module(stage: &Path) -> StepResult {
    let folder = stage.join(API);
    fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    for (from, to) in [("module.js", "schedscope.js"), ("module.d.ts", "schedscope.d.ts")] {
        let file = stage.join(from);
        let text = read_file(&file)?.replace("module_bg.wasm", "schedscope_bg.wasm");
        write_file(&folder.join(to), &if from == "module.js" { guard_program(&text)? } else { text })?;
        fs::remove_file(&file).map_err(|e| e.to_string())?;
    }
    // Node asks the nearest one what a file is.
    write_file(
        &folder.join("package.json"),
        "{ \"type\": \"module\", \"main\": \"schedscope.js\", \"types\": \"schedscope.d.ts\" }\n",
    )?;
    fs::rename(stage.join("module_bg.wasm"), folder.join("schedscope_bg.wasm")).map_err(|e| e.to_string())
}

/// The module's program, which starts in Node as well, and goes on after a call that broke off.
fn guard_program(program: &str) -> StepResult<String> {
    let mut program = program.to_owned();
    for (path, ours) in [
        ("module_or_path = fetch(module_or_path);", "module_or_path = fetchEngine(module_or_path);"),
        ("wasm = instance.exports;", "wasm = guardExports(instance.exports);"),
    ] {
        if program.matches(path).count() != 1 {
            return Err(format!("module.js should have `{path}` once: wasm-bindgen writes it otherwise now"));
        }
        program = program.replace(path, ours);
    }
    Ok(program + GUARD)
}

/// Joins the style sheets that `www/style.css` imports into one, in their order.
fn bundle_styles(stage: &Path) -> StepResult<String> {
    let folder = root().join("www");
    let list = read_file(&folder.join("style.css"))?;
    let mut page_html = String::new();
    for line in list.lines() {
        if let Some(file) = line.strip_prefix("@import \"").and_then(|rest| rest.strip_suffix("\";")) {
            page_html += &read_file(&folder.join(file))?;
        }
    }
    let name = format!("style-{:016x}.css", fingerprint(page_html.as_bytes()));
    write_file(&stage.join(&name), &without_comments(&page_html))?;
    Ok(name)
}

/// Comments and indentation are for those who read the sources.
fn without_comments(css: &str) -> String {
    let mut minified_css = String::with_capacity(css.len());
    let mut rest = css;
    while let Some((text_before, text_after)) = rest.split_once("/*") {
        minified_css += text_before;
        rest = text_after.split_once("*/").map_or("", |(_, rest)| rest);
    }
    minified_css += rest;
    minified_css.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

/// The crates and packages that the page and the worker consist of, with their licences. What only builds them is not shipped.
fn licences() -> StepResult<String> {
    let command_args = ["metadata", "--format-version", "1", "--offline", "--locked"];
    let metadata =
        command_output(command("cargo").args(command_args).args(["--filter-platform", "wasm32-unknown-unknown"]))?;
    let metadata: Value = serde_json::from_str(&metadata).map_err(|e| format!("cargo metadata: {e}"))?;
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let packages: BTreeMap<String, Value> =
        list(&metadata["packages"]).into_iter().map(|package| (text(&package["id"]), package)).collect();
    let nodes: BTreeMap<String, Value> =
        list(&metadata["resolve"]["nodes"]).into_iter().map(|node| (text(&node["id"]), node)).collect();
    let is_own = |id: &str| packages[id]["source"].is_null();
    let programs = packages.iter().filter(|(id, value)| is_own(id) && value["name"] == "web");
    let (mut open, mut shipped) = (programs.map(|(id, _)| id.clone()).collect::<Vec<_>>(), BTreeSet::new());
    while let Some(id) = open.pop() {
        for needed in list(&nodes[&id]["deps"]) {
            let normal = list(&needed["dep_kinds"]).iter().any(|value| value["kind"].is_null());
            let id = text(&needed["pkg"]);
            let kinds: Vec<Value> =
                list(&packages[&id]["targets"]).iter().flat_map(|value| list(&value["kind"])).collect();
            if normal && !kinds.iter().any(|kind| kind == "proc-macro") && shipped.insert(id.clone()) {
                open.push(id);
            }
        }
    }
    let mut license_text =
        "Schedscope is licensed under the Apache License 2.0. It contains the Rust standard library (MIT OR Apache-2.0,\n\
                   https://github.com/rust-lang/rust) and these crates:\n\n"
            .to_owned();
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in shipped.iter().filter(|id| !is_own(id)).map(|id| &packages[id]) {
        let name = format!("{} {}", text(&package["name"]), text(&package["version"]));
        license_text.extend([
            &name,
            "\n    ",
            &text(&package["license"]),
            "\n    ",
            &text(&package["repository"]),
            "\n",
        ]);
        let manifest = PathBuf::from(text(&package["manifest_path"]));
        let files =
            manifest.parent().and_then(|folder| fs::read_dir(folder).ok()).into_iter().flatten().filter_map(Result::ok);
        let mut files: Vec<PathBuf> = files.map(|file| file.path()).collect();
        files.sort();
        let legal = |file: &&PathBuf| {
            let name = file.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
            ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"]
                .iter()
                .any(|license_prefix| name.starts_with(license_prefix))
        };
        for file in files.iter().filter(legal) {
            if let Ok(text) = fs::read_to_string(file) {
                texts.entry(text.replace("\r\n", "\n").trim().to_owned()).or_default().push(name.clone());
            }
        }
    }
    for (text, names) in texts {
        license_text.extend(["\n", &"=".repeat(100), "\n", &names.join(", "), "\n\n", &text, "\n"]);
    }
    license_text.extend(["\n", &read_file(&editor_bundle::folder().join(editor_bundle::LICENCES))?]);
    Ok(license_text)
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::{GUARD, content_security_policy, guard_program};

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
        let text =
            content_security_policy("<head><script src=x></script><script>abc</script></head>").expect("a policy");
        assert!(text.contains("'sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0='"), "{text}");
        assert!(!text.contains("unsafe-eval'") || text.contains("'wasm-unsafe-eval'"), "{text}");
        assert!(!text.contains(" 'unsafe-eval'") && !text.contains("unsafe-inline"), "{text}");
        assert!(content_security_policy("<head></head>").is_err());
    }
}
