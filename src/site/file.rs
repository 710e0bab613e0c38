//! Files of the site.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// What a step ends with: a message for the person at the terminal.
pub(crate) type BuildResult<T = ()> = Result<T, String>;

/// The checkout's folder. This program is never shipped: it works where it was built.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The text of a file.
pub(crate) fn read_file(file: &Path) -> BuildResult<String> {
    fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))
}

/// Writes a file, and the folders that it is in.
pub(crate) fn write_file(file: &Path, bytes: impl AsRef<[u8]>) -> BuildResult {
    let folder = file.parent().unwrap_or(file);
    fs::create_dir_all(folder).and_then(|()| fs::write(file, bytes)).map_err(|e| format!("{}: {e}", file.display()))
}

/// What the page reads.
pub(crate) fn to_json(value: &impl serde::Serialize) -> BuildResult<String> {
    serde_json::to_string(value).map_err(|e| e.to_string())
}
