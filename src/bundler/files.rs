//! Reads and writes files. Errors contain the file's path.

use std::{fs, path::Path};

use crate::error::BundleError;

pub(crate) fn read_bytes(file: &Path) -> Result<Vec<u8>, BundleError> {
    fs::read(file).map_err(BundleError::file(file))
}

pub(crate) fn read_text(file: &Path) -> Result<String, BundleError> {
    fs::read_to_string(file).map_err(BundleError::file(file))
}

pub(crate) fn write_file(file: &Path, content: impl AsRef<[u8]>) -> Result<(), BundleError> {
    fs::write(file, content).map_err(BundleError::file(file))
}

pub(crate) fn move_file(from: &Path, to: &Path) -> Result<(), BundleError> {
    fs::rename(from, to).map_err(BundleError::file(from))
}

/// Deletes a folder if it exists, and creates it empty.
pub(crate) fn clear_dir(folder: &Path) -> Result<(), BundleError> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(BundleError::file(folder))?;
    }
    fs::create_dir_all(folder).map_err(BundleError::file(folder))
}
