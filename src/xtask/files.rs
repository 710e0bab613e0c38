//! Reads and writes files, and names them by a hash of their content.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::error::{StepResult, TaskError};

pub(crate) fn read_file(file: &Path) -> StepResult<String> {
    fs::read_to_string(file).map_err(TaskError::file(file))
}

pub(crate) fn read_bytes(file: &Path) -> StepResult<Vec<u8>> {
    fs::read(file).map_err(TaskError::file(file))
}

pub(crate) fn write_file(file: &Path, text: &str) -> StepResult {
    fs::write(file, text).map_err(TaskError::file(file))
}

/// Writes a file and makes it executable.
pub(crate) fn write_script(file: &Path, text: &str) -> StepResult {
    write_file(file, text)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let permissions = fs::Permissions::from_mode(0o755);
        fs::set_permissions(file, permissions).map_err(TaskError::file(file))?;
    }
    Ok(())
}

/// The files of a folder, without its subfolders, sorted by name.
pub(crate) fn list_files(folder: &Path) -> StepResult<Vec<PathBuf>> {
    Ok(list_dir(folder)?.into_iter().filter(|path| path.is_file()).collect())
}

/// The files and folders in a folder, sorted by name.
pub(crate) fn list_dir(folder: &Path) -> StepResult<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).map_err(TaskError::file(folder))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(Result::ok).map(|entry| entry.path()).collect();
    paths.sort();
    Ok(paths)
}

pub(crate) fn move_path(from: &Path, to: &Path) -> StepResult {
    fs::rename(from, to).map_err(TaskError::file(from))
}

pub(crate) fn remove_dir(folder: &Path) -> StepResult {
    fs::remove_dir_all(folder).map_err(TaskError::file(folder))
}

pub(crate) fn remove_file(file: &Path) -> StepResult {
    fs::remove_file(file).map_err(TaskError::file(file))
}

/// Creates the symbolic link `from`, which points to the folder `to`.
pub(crate) fn symlink(to: &Path, from: &Path) -> StepResult {
    #[cfg(unix)]
    let result = std::os::unix::fs::symlink(to, from);
    #[cfg(windows)]
    let result = std::os::windows::fs::symlink_dir(to, from);
    #[cfg(not(any(unix, windows)))]
    let result: std::io::Result<()> = Err(std::io::Error::other("no links here"));
    result.map_err(TaskError::file(from))
}

/// The FNV-1a hash of some content. Not cryptographic.
pub(crate) fn fingerprint(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}
