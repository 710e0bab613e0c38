//! `cargo dev vendor`: rebuilds the bundle of the text editor from `index.js` and the packages in its lock file. The bundle is checked in, so that
//! building the page does not need npm.

use std::path::{Path, PathBuf};

use crate::{
    error::{StepResult, TaskError},
    files::{fingerprint, read_file, write_file},
    process::{command, command_output, make_dir, print_step, root, run_command, target_dir},
};

/// The folder with the editor's sources, its bundle, and the licenses of its packages.
pub(crate) fn folder() -> PathBuf {
    root().join("www/vendor/editor")
}

/// The files that determine the bundle.
const SOURCES: [&str; 3] = ["index.js", "package.json", "package-lock.json"];

pub(crate) const BUNDLE: &str = "editor.js";
/// The licenses of the packages in the bundle.
pub(crate) const LICENSES: &str = "licences.txt";

/// Installs the npm packages, bundles them with `index.js`, and writes the bundle and its licenses.
pub(crate) fn bundle_editor() -> StepResult {
    let (from, to) = (folder(), target_dir().join("vendor/editor"));
    make_dir(&to)?;
    for file in SOURCES {
        write_file(&to.join(file), &read_file(&from.join(file))?)?;
    }
    print_step("Bundling the editor (needs npm and network access)");
    run_command(command("npm").args(["ci", "--no-audit", "--no-fund", "--ignore-scripts"]).current_dir(&to))?;
    let command_args = [
        "--bundle",
        "--minify",
        "--format=esm",
        "--target=es2022",
        "--legal-comments=none",
        "--metafile=meta.json",
        "--outfile=out.js",
    ];
    let esbuild = to.join("node_modules/.bin/esbuild");
    command_output(command(esbuild).arg("index.js").args(command_args).current_dir(&to))?;
    let banner = format!(
        "// index.js and its packages (licences.txt), bundled by `cargo dev vendor` from {}\n",
        source_fingerprint(&from)?
    );
    write_file(&from.join(BUNDLE), &(banner + &read_file(&to.join("out.js"))?))?;
    write_file(&from.join(LICENSES), &list_package_licenses(&to)?)
}

fn read_json(file: &Path) -> StepResult<serde_json::Value> {
    serde_json::from_str(&read_file(file)?).map_err(|error| TaskError::content(file.display().to_string(), error))
}

/// A hash of [`SOURCES`], which the first line of the bundle contains.
fn source_fingerprint(folder: &Path) -> StepResult<String> {
    let sources = SOURCES.iter().map(|file| read_file(&folder.join(file))).collect::<StepResult<Vec<_>>>()?.concat();
    Ok(format!("{:016x}", fingerprint(sources.as_bytes())))
}

/// Lists the license texts of the packages in the bundle.
fn list_package_licenses(built: &Path) -> StepResult<String> {
    let meta = read_json(&built.join("meta.json"))?;
    let inputs = meta["inputs"].as_object().cloned().unwrap_or_default();
    let mut packages: Vec<String> = inputs
        .keys()
        .filter_map(|file| {
            let rest = file.strip_prefix("node_modules/")?;
            let words = if rest.starts_with('@') { 2 } else { 1 };
            Some(rest.split('/').take(words).collect::<Vec<_>>().join("/"))
        })
        .collect();
    packages.sort();
    packages.dedup();
    let mut license_text = "The editor of the page consists of these packages:\n".to_owned();
    for name in packages {
        let folder = built.join("node_modules").join(&name);
        let package = read_json(&folder.join("package.json"))?;
        let package_field = |key: &str| package[key].as_str().unwrap_or_default().to_owned();
        let license =
            ["LICENSE", "LICENSE.md", "LICENCE"].iter().map(|file| folder.join(file)).find(|path| path.is_file());
        let license = license.ok_or_else(|| TaskError::content(&name, "it has no license file"))?;
        let text = read_file(&license)?;
        license_text.extend([
            "\n",
            &"=".repeat(100),
            "\n",
            &name,
            " ",
            &package_field("version"),
            ", ",
            &package_field("license"),
            "\n\n",
            text.trim(),
            "\n",
        ]);
    }
    Ok(license_text)
}

#[cfg(test)]
mod tests {
    use super::{BUNDLE, folder, source_fingerprint};
    use crate::files::read_file;

    #[test]
    fn the_bundle_is_up_to_date_with_its_sources() {
        let bundle = read_file(&folder().join(BUNDLE)).expect("a bundle");
        let sources = source_fingerprint(&folder()).expect("its sources");
        let first = bundle.lines().next().unwrap_or_default();
        assert!(first.ends_with(&sources), "www/vendor/editor changed: run `cargo dev vendor`");
    }
}
