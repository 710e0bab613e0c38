//! Opens files of users: compressed or not, single files or many.
//!
//! `charset` decodes UTF-8 and UTF-16 and reports other encodings; `archive` and `zip` unpack gzip, tar and zip. Files that are not manifests are
//! recognized by `manifest::recognition`, and messages of a scheduler are explained by `releases::message_parser`.
//!
//! A selected folder arrives as its files; the page itself walks a dropped folder (`page/effects/folder`, in the chunk `Editing`).

mod archive;
mod charset;
pub(super) mod zip;

use std::rc::Rc;

use archive::ArchiveMember;
pub(super) use archive::{TAR_BLOCK, TarHead, gzip_body, is_tar, longer_name};
pub use charset::decode_text;
pub(super) use charset::detect_utf16;
use findings::{Finding, Place};
use manifest::PATH_COMMENT;
use serde::{Deserialize, Serialize};
pub use zip::is_zip;

/// The most bytes to which a compressed file may unpack.
const MAX_UNPACKED: usize = 64 << 20;
/// The extensions of files that may contain manifests.
const MANIFEST_EXTENSIONS: [&str; 3] = [".yaml", ".yml", ".json"];

/// The contents of one or several files.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct OpenedFiles {
    /// Manifests, in the order of the files.
    pub texts: Vec<String>,
    /// Files that cannot be read, by name.
    pub unreadable: Vec<(String, Rc<Finding>)>,
    /// How many files of a folder or an archive were skipped because they are not manifests.
    pub skipped_files: usize,
}

impl OpenedFiles {
    /// Opens a file that a user selected, whatever its name is.
    pub fn open_file(&mut self, name: &str, bytes: &[u8]) {
        match archive::archive_members(name, bytes, MAX_UNPACKED) {
            Ok(Some(members)) => members.iter().for_each(|ArchiveMember { name, bytes }| self.open_member(name, bytes)),
            Ok(None) => self.add_text(name, bytes),
            Err(problem) => self.add_unreadable(name, Finding::new(Place::default(), problem)),
        }
    }

    /// Opens a file of a folder or an archive, which may contain other files than manifests.
    pub fn open_member(&mut self, name: &str, bytes: &[u8]) {
        match archive::gunzip(name, bytes, MAX_UNPACKED) {
            Ok(Some(inner)) if !archive::is_tar(&inner.bytes) => self.open_member(&inner.name, &inner.bytes),
            Err(problem) => self.add_unreadable(name, Finding::new(Place::default(), problem)),
            _ if may_hold(name) && has_key(bytes, manifest::has_kind_key) => self.add_text(name, bytes),
            // Responses of the API server have no kind, which follows from the path.
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

    pub fn merge(&mut self, other: Self) {
        self.texts.extend(other.texts);
        self.unreadable.extend(other.unreadable);
        self.skipped_files += other.skipped_files;
    }

    pub fn add_unreadable(&mut self, name: &str, finding: Finding) {
        self.unreadable.push((name.to_owned(), Rc::new(finding)));
    }
}

/// Whether a file is a tar archive by its name, so that it can be read as a stream.
#[must_use]
pub fn is_tarball(name: &str) -> bool {
    [".tar", ".tgz", ".tar.gz"].iter().any(|end| name.ends_with(end))
}

/// Whether a file with this name may contain manifests. Hidden files do not.
#[must_use]
pub fn may_hold(name: &str) -> bool {
    let last = name.rsplit('/').next().unwrap_or(name);
    MANIFEST_EXTENSIONS.iter().any(|end| last.len() > end.len() && last.ends_with(end)) && !last.starts_with('.')
}

/// Whether a text seems to be an object, although it has no kind.
fn has_metadata(text: &str) -> bool {
    let is_json = || text.trim_start().starts_with('{') && text.contains("\"metadata\"");
    is_json() || text.lines().any(|line| line.starts_with("metadata:"))
}

/// Whether a key occurs in a text of any supported encoding.
fn has_key(bytes: &[u8], is_there: fn(&str) -> bool) -> bool {
    // Data that is not text is reported instead of skipped.
    decode_text(bytes).map_or(true, |text| is_there(&text))
}

#[cfg(test)]
mod tests;
