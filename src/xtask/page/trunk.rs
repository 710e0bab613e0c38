//! Checks that Trunk builds the same page as `cargo dev build`.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use super::assembly::remove_trunk_link;
use crate::{
    error::{StepResult, TaskError},
    files::{fingerprint, list_dir, read_bytes, read_file, remove_dir, write_file},
    process::{cargo, command, find_program, make_dir, root, run_command, target_dir},
};

/// Builds the page with Trunk and compares it with `dist/`, file by file. Without Trunk, its behavior is imitated: the same hook is called with the
/// same environment variables.
pub(crate) fn compare_with_trunk() -> StepResult {
    let folder = target_dir().join("by-trunk");
    if folder.exists() {
        remove_dir(&folder)?;
    }
    make_dir(&folder)?;
    match find_program("trunk") {
        Some(trunk) => {
            // Trunk requires a value of NO_COLOR that it can parse as a bool.
            let color = std::env::var_os("NO_COLOR").map(|_| ("NO_COLOR", "true"));
            run_command(command(trunk).args(["build", "--release", "--dist"]).arg(&folder).envs(color))?;
        }
        None => {
            println!("    no Trunk here: only its hook is called");
            let source = root().join("index.html");
            write_file(&folder.join("index.html"), &remove_trunk_link(&read_file(&source)?))?;
            run_command(
                cargo()
                    .args(["dev", "finish"])
                    .env("TRUNK_STAGING_DIR", &folder)
                    .env("TRUNK_PROFILE", "release")
                    .env("TRUNK_HTML_FILE", &source),
            )?;
        }
    }
    compare_folders(&root().join("dist"), &folder)
}

/// Fails if the folders differ, with the names of files that differ or exist in one folder only.
fn compare_folders(ours: &Path, theirs: &Path) -> StepResult {
    let (our_files, their_files) = (hash_files(ours)?, hash_files(theirs)?);
    let mut names: Vec<&PathBuf> = our_files.keys().chain(their_files.keys()).collect();
    names.sort();
    names.dedup();
    names.retain(|name| our_files.get(*name) != their_files.get(*name));
    match names.as_slice() {
        [] => Ok(()),
        names => {
            let names: Vec<_> = names.iter().map(|name| name.display().to_string()).collect();
            Err(TaskError::content(theirs.display().to_string(), format!("differs from dist/ in {}", names.join(", "))))
        }
    }
}

/// Hashes of all files in a folder and its subfolders, by relative path.
fn hash_files(folder: &Path) -> StepResult<BTreeMap<PathBuf, u64>> {
    let mut hashes = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for path in list_dir(&next)? {
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap_or(&path).to_owned();
                hashes.insert(name, fingerprint(&read_bytes(&path)?));
            }
        }
    }
    Ok(hashes)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::compare_folders;

    #[test]
    fn folders_differ_in_names_or_content() {
        let top = std::env::temp_dir().join(format!("schedscope-compare-{}", std::process::id()));
        let (ours, theirs) = (top.join("ours"), top.join("theirs"));
        for folder in [&ours, &theirs] {
            fs::create_dir_all(folder.join("deep")).expect("a folder");
            fs::write(folder.join("deep/same"), "1").expect("a file");
        }
        assert!(compare_folders(&ours, &theirs).is_ok());
        fs::write(theirs.join("deep/same"), "2").expect("a file");
        fs::write(ours.join("more"), "").expect("a file");
        let error = compare_folders(&ours, &theirs).expect_err("they differ").to_string();
        assert!(error.ends_with("differs from dist/ in deep/same, more"), "{error}");
        fs::remove_dir_all(top).expect("it can go");
    }
}
