//! Files as people have them, and the texts in them: packed or not, one or many.
//!
//! `charset` decodes UTF-8 and UTF-16 and names other encodings; `archive` and `zip` unpack gzip, tar and zip. Refused files that are no
//! manifest are reported as what they are (`manifest::recognition`), and messages of a scheduler are explained part by part
//! (`releases::message_parser`).
//!
//! A folder that is chosen arrives as its files; the page itself walks through a folder that is dropped (`page/effects/folder`, in the chunk
//! `Editing`).

mod archive;
mod charset;
pub(super) mod zip;

use std::rc::Rc;

use archive::Member;
pub(super) use archive::{TAR_BLOCK, TarHead, gzip_body, is_tar, longer_name};
pub use charset::decode_text;
pub(super) use charset::detect_utf16;
use findings::{Finding, Place};
use manifest::PATH_COMMENT;
use serde::{Deserialize, Serialize};
pub use zip::is_zip;

/// Bytes that a packed file may unpack to.
const MAX_UNPACKED: usize = 64 << 20;
/// Names of files that may hold manifests, by their ends.
const MANIFEST_EXTENSIONS: [&str; 3] = [".yaml", ".yml", ".json"];

/// What was found in a file, or in several.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct OpenedFiles {
    /// Texts, in the order of the files.
    pub texts: Vec<String>,
    /// Files that cannot be read, by their names.
    pub unreadable: Vec<(String, Rc<Finding>)>,
    /// How many files of a folder or an archive are no manifests, and so are left out.
    pub skipped_files: usize,
}

impl OpenedFiles {
    /// Opens a file that somebody chose: whatever it is, it is meant.
    pub fn open_file(&mut self, name: &str, bytes: &[u8]) {
        match archive::archive_members(name, bytes, MAX_UNPACKED) {
            Ok(Some(members)) => members.iter().for_each(|Member { name, bytes }| self.open_member(name, bytes)),
            Ok(None) => self.add_text(name, bytes),
            Err(problem) => self.add_unreadable(name, Finding::new(Place::default(), problem)),
        }
    }

    /// Opens a file of a folder or an archive, where much else may lie beside the manifests.
    pub fn open_member(&mut self, name: &str, bytes: &[u8]) {
        match archive::gunzip(name, bytes, MAX_UNPACKED) {
            Ok(Some(inner)) if !archive::is_tar(&inner.bytes) => self.open_member(&inner.name, &inner.bytes),
            Err(problem) => self.add_unreadable(name, Finding::new(Place::default(), problem)),
            _ if may_hold(name) && has_key(bytes, manifest::has_kind_key) => self.add_text(name, bytes),
            // The API's own answers leave the kind to the path.
            _ if may_hold(name) && has_key(bytes, has_metadata) => self.add_kindless(name, bytes),
            _ => self.skipped_files += 1,
        }
    }

    fn add_text(&mut self, name: &str, bytes: &[u8]) {
        match decode_text(bytes) {
            Ok(text) => self.texts.push(text.into_owned()),
            Err(finding) => self.add_unreadable(name, finding),
        }
    }

    fn add_kindless(&mut self, name: &str, bytes: &[u8]) {
        match decode_text(bytes) {
            Ok(text) => self.texts.push(format!("{PATH_COMMENT}{name}\n{text}")),
            Err(finding) => self.add_unreadable(name, finding),
        }
    }

    /// Adds what was found in another.
    pub fn merge(&mut self, other: Self) {
        self.texts.extend(other.texts);
        self.unreadable.extend(other.unreadable);
        self.skipped_files += other.skipped_files;
    }

    /// Notes a file that cannot be read.
    pub fn add_unreadable(&mut self, name: &str, finding: Finding) {
        self.unreadable.push((name.to_owned(), Rc::new(finding)));
    }
}

/// Whether a file is a tar, by its name: it can be read as it comes in.
#[must_use]
pub fn is_tarball(name: &str) -> bool {
    [".tar", ".tgz", ".tar.gz"].iter().any(|end| name.ends_with(end))
}

/// Whether a file of this name may hold manifests. What editors and systems keep beside files has names of its own.
#[must_use]
pub fn may_hold(name: &str) -> bool {
    let last = name.rsplit('/').next().unwrap_or(name);
    MANIFEST_EXTENSIONS.iter().any(|end| last.len() > end.len() && last.ends_with(end)) && !last.starts_with('.')
}

/// Whether a text seems to be an object, though it says no kind.
fn has_metadata(text: &str) -> bool {
    let is_json = || text.trim_start().starts_with('{') && text.contains("\"metadata\"");
    is_json() || text.lines().any(|line| line.starts_with("metadata:"))
}

/// Whether a key is somewhere in it, in whatever encoding.
fn has_key(bytes: &[u8], is_there: fn(&str) -> bool) -> bool {
    // What is no text is named, not left out without a word.
    decode_text(bytes).map_or(true, |text| is_there(&text))
}

#[cfg(test)]
mod tests;
