//! Lists the licenses of the crates and packages that are shipped.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::PathBuf,
};

use serde_json::Value;

use super::editor_bundle;
use crate::{
    error::{StepResult, TaskError},
    files::read_file,
    process::{command, command_output, root},
};

/// Lists the crates and packages that page and worker contain, with their licenses. Build dependencies are not shipped and not listed.
pub(crate) fn list_licenses() -> StepResult<String> {
    // `cargo metadata` also needs the sources of the WebAssembly tests' dependencies, which no earlier build has necessarily fetched.
    let command_args = ["metadata", "--format-version", "1", "--locked"];
    let metadata =
        command_output(command("cargo").args(command_args).args(["--filter-platform", "wasm32-unknown-unknown"]))?;
    let metadata: Value =
        serde_json::from_str(&metadata).map_err(|error| TaskError::content("cargo metadata", error))?;
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
    let yaml_license = read_file(&root().join("src/manifest/yaml/LICENSE"))?;
    license_text.extend(["\n", &"=".repeat(100), "\nThe reader of YAML\n\n", yaml_license.trim(), "\n"]);
    license_text.extend(["\n", &read_file(&editor_bundle::folder().join(editor_bundle::LICENSES))?]);
    Ok(license_text)
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
