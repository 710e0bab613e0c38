//! Reads and writes files, and names them by a hash of their content.

use std::{fs, path::Path};

use crate::process::StepResult;

/// The text of a file.
pub(crate) fn read_file(file: &Path) -> StepResult<String> {
    fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))
}

/// Writes a text into a file.
pub(crate) fn write_file(file: &Path, text: &str) -> StepResult {
    fs::write(file, text).map_err(|e| format!("{}: {e}", file.display()))
}

/// Writes a script that can be run.
pub(crate) fn write_script(file: &Path, text: &str) -> StepResult {
    write_file(file, text)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let may = fs::Permissions::from_mode(0o755);
        fs::set_permissions(file, may).map_err(|e| format!("{}: {e}", file.display()))?;
    }
    Ok(())
}

/// FNV-1a: tells one content from another.
pub(crate) fn fingerprint(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}
