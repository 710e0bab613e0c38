//! Reads and writes files of the site.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// The result of a build step; errors are messages for the terminal.
pub(crate) type BuildResult<T = ()> = Result<T, String>;

/// The folder of the checkout. The program is never shipped, so it runs where it was built.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

pub(crate) fn read_file(file: &Path) -> BuildResult<String> {
    fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))
}

/// Writes a file, and creates its folders.
pub(crate) fn write_file(file: &Path, bytes: impl AsRef<[u8]>) -> BuildResult {
    let folder = file.parent().unwrap_or(file);
    fs::create_dir_all(folder).and_then(|()| fs::write(file, bytes)).map_err(|e| format!("{}: {e}", file.display()))
}

/// Serializes a value for the page.
pub(crate) fn to_json(value: &impl serde::Serialize) -> BuildResult<String> {
    serde_json::to_string(value).map_err(|e| e.to_string())
}
