//! Texts that are kept beside the tests, and compared with what is told now.

use std::{fs, path::Path};

/// Whether a person asks for all to be written anew: `NAME=write`.
pub(crate) fn should_write(name: &str) -> bool {
    std::env::var_os(name).is_some_and(|wish| wish == "write")
}

/// Where a text differs from the one that is kept, in words; nothing where it does not. With `write` it is kept first.
pub(crate) fn describe_difference(path: &Path, text: &str, write: bool) -> Option<String> {
    if write {
        let folder = path.parent().expect("a folder");
        fs::create_dir_all(folder).and_then(|()| fs::write(path, text)).expect("a file");
    }
    let before = fs::read_to_string(path).unwrap_or_default();
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if let Some((line, (was, is))) = before.lines().zip(text.lines()).enumerate().find(|(_, (a, b))| a != b) {
        return Some(format!("{name}:{}\n  was {was}\n  is  {is}", line + 1));
    }
    (before != text).then(|| format!("{name}: {} lines were {}", text.lines().count(), before.lines().count()))
}
