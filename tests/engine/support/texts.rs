//! The scenarios and other files of the project.

use std::{
    fs,
    path::{Path, PathBuf},
};

use schedscope::{manifest, releases::Release, simulation::Scenario};

/// The absolute path of a file in the project.
pub(crate) fn place(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The files of a folder with this extension, sorted by name.
pub(crate) fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(place(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == ending));
    files.sort();
    files
}

/// The name of a file, without its extension.
pub(crate) fn name(file: &Path) -> String {
    file.file_stem().and_then(|stem| stem.to_str()).expect("a name").to_owned()
}

/// The names and texts of all built-in scenarios.
pub(crate) fn built_in() -> Vec<(String, String)> {
    let read = |file: &PathBuf| (name(file), fs::read_to_string(file).expect("a scenario"));
    files("www/scenarios", "yaml").iter().map(read).collect()
}

/// Loads a text as a scenario for a release.
pub(crate) fn scenario(text: &str, release: Release) -> Scenario {
    let manifest = manifest::load_for(text, Some(release)).unwrap_or_else(|errors| panic!("{errors:?}\nin\n{text}"));
    Scenario::from_manifest(&manifest).expect("a scenario")
}
