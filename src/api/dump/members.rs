//! The files of an archive that is read as it comes in: small ones are taken as they are, large ones like any dump.

use crate::files::{Opened, may_hold};
use crate::manifest::MAX_REDUCED;
use crate::problem::{Finding, Place, Reading};

use super::{Dump, Seen};

/// Smaller files are taken as they are: that tells more of what is wrong with them, and keeps their comments.
const SMALL: u64 = 1 << 20;

/// What was found in the files of an archive.
#[derive(Default)]
pub(super) struct Members {
    now: Option<(String, Content)>,
    opened: Opened,
    objects: u64,
}

/// The file that is read now.
enum Content {
    Small(Vec<u8>),
    Large(Box<Dump>),
}

impl Members {
    /// The next file, and how many bytes it has. Whether it may hold manifests; others are counted, and need not be read.
    pub(super) fn begin(&mut self, name: String, size: u64) -> bool {
        let meant = may_hold(name.strip_suffix(".gz").unwrap_or(&name));
        if meant {
            let content = if size > SMALL { Content::Large(Box::default()) } else { Content::Small(Vec::new()) };
            self.now = Some((name, content));
        } else {
            self.opened.left_out += 1;
        }
        meant
    }

    /// More of it. One that cannot be read is told, and the others are read all the same.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        let Some((_, content)) = &mut self.now else { return };
        match content {
            Content::Small(held) => held.extend(bytes),
            Content::Large(dump) => {
                if let Err(finding) = dump.push(bytes) {
                    self.fail(finding);
                }
            }
        }
    }

    /// It cannot be unpacked.
    pub(super) fn broken(&mut self, problem: Reading) {
        self.fail(Finding::new(Place::default(), problem));
    }

    fn fail(&mut self, finding: Finding) {
        if let Some((name, _)) = self.now.take() {
            self.opened.fail(&name, finding);
        }
    }

    /// It is over.
    ///
    /// # Errors
    /// All files together are too large.
    pub(super) fn over(&mut self) -> Result<(), Reading> {
        match self.now.take() {
            None => {}
            Some((name, Content::Small(held))) => self.opened.member(&name, &held),
            Some((name, Content::Large(dump))) => {
                self.objects += dump.progress().objects;
                match dump.end() {
                    // As of small files, what says no kind is something else.
                    Ok(text) if text.contains("\"kind\":\"") => self.opened.texts.push(text),
                    Ok(_) => self.opened.left_out += 1,
                    Err(finding) => self.opened.fail(&name, finding),
                }
            }
        }
        let kept: usize = self.opened.texts.iter().map(String::len).sum();
        if kept > MAX_REDUCED { Err(Reading::ReducedTooLarge { limit: MAX_REDUCED }) } else { Ok(()) }
    }

    /// Objects of large files that were found.
    pub(super) fn objects(&self) -> u64 {
        match &self.now {
            Some((_, Content::Large(dump))) => self.objects + dump.progress().objects,
            _ => self.objects,
        }
    }

    /// Nodes and pods that were found since this was asked last, in the large file that is read now.
    pub(super) fn seen(&mut self) -> Vec<Seen> {
        match &mut self.now {
            Some((_, Content::Large(dump))) => dump.seen(),
            _ => Vec::new(),
        }
    }

    /// What was found.
    pub(super) fn end(self) -> Opened {
        self.opened
    }
}
