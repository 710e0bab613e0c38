//! Files: read, written, and told apart by what is in them.

use crate::shell::Done;
use std::fs;
use std::path::Path;

/// The text of a file.
pub(crate) fn read(file: &Path) -> Done<String> {
    fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))
}

/// Writes a text into a file.
pub(crate) fn write(file: &Path, text: &str) -> Done {
    fs::write(file, text).map_err(|e| format!("{}: {e}", file.display()))
}

/// Writes a script that can be run.
pub(crate) fn program(file: &Path, text: &str) -> Done {
    write(file, text)?;
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
