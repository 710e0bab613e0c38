//! Recorded texts: files beside the tests that are compared with what the engine produces now. `UPDATE_EXPECT=1` records them anew.
//!
//! This is not the crate `expect-test`, because that stops at the first file that differs, and a change of the engine usually changes many.

use std::{fs, path::Path};

/// Whether to record texts anew: `UPDATE_EXPECT` is set.
pub(crate) fn should_update() -> bool {
    std::env::var_os("UPDATE_EXPECT").is_some()
}

/// Compares a text with the recorded one, after recording it if [`should_update`]. Returns the first difference, or `None`.
pub(crate) fn describe_difference(path: &Path, text: &str) -> Option<String> {
    if should_update() {
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

/// Fails with all differences, and says how to record the texts anew.
pub(crate) fn assert_unchanged(differences: &[String]) {
    let differing = differences.len();
    assert!(
        differences.is_empty(),
        "{differing} recorded texts differ; UPDATE_EXPECT=1 records them anew:\n{}",
        differences.join("\n")
    );
}
