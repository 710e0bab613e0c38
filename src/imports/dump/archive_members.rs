//! The files of an archive that is read as it comes in: small ones are taken as they are, large ones like any dump.

use findings::{Finding, Place, ReadingProblem};
use manifest::MAX_REDUCED;

use super::{Dump, PreviewObject, reduce_texts};
use crate::files::{OpenedFiles, may_hold};

/// Smaller files are taken as they are: that tells more of what is wrong with them, and keeps their comments.
const SMALL: u64 = 1 << 20;

/// Small files of more bytes than this, together, are reduced as a large one is.
const LARGE_TOGETHER: usize = 16 << 20;

/// What was found in the files of an archive.
#[derive(Default)]
pub(super) struct ArchiveMembers {
    current: Option<(String, MemberContent)>,
    opened: OpenedFiles,
    objects: u64,
    /// How many of the texts are counted, and how many bytes they have.
    counted_texts: usize,
    text_bytes: usize,
}

/// The file that is read now.
enum MemberContent {
    Small(Vec<u8>),
    Large(Box<Dump>),
}

impl ArchiveMembers {
    /// The next file, and how many bytes it has. Whether it may hold manifests; others are counted, and need not be read.
    pub(super) fn begin_member(&mut self, name: String, size: u64) -> bool {
        let meant = may_hold(name.strip_suffix(".gz").unwrap_or(&name));
        if meant {
            let content = if size > SMALL {
                let mut dump = Box::<Dump>::default();
                dump.set_path(&name);
                MemberContent::Large(dump)
            } else {
                MemberContent::Small(Vec::new())
            };
            self.current = Some((name, content));
        } else {
            self.opened.skipped_files += 1;
        }
        meant
    }

    /// More of it. One that cannot be read is reported, and the others are still read.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        let Some((_, content)) = &mut self.current else { return };
        match content {
            MemberContent::Small(content_start) => content_start.extend(bytes),
            MemberContent::Large(dump) => {
                if let Err(finding) = dump.push(bytes) {
                    self.add_unreadable(finding);
                }
            }
        }
    }

    /// It cannot be unpacked.
    pub(super) fn fail_unpacking(&mut self, problem: ReadingProblem) {
        self.add_unreadable(Finding::new(Place::default(), problem));
    }

    fn add_unreadable(&mut self, finding: Finding) {
        if let Some((name, _)) = self.current.take() {
            self.opened.add_unreadable(&name, finding);
        }
    }

    /// It is over.
    ///
    /// # Errors
    /// All files together are too large.
    pub(super) fn finish_member(&mut self) -> Result<(), ReadingProblem> {
        match self.current.take() {
            None => {}
            Some((name, MemberContent::Small(content_start))) => self.opened.open_member(&name, &content_start),
            Some((name, MemberContent::Large(dump))) => {
                self.objects += dump.progress().objects;
                match dump.finish() {
                    // As of small files, what says no kind is something else.
                    Ok(text) if text.contains("\"kind\":\"") => self.opened.texts.push(text),
                    Ok(_) => self.opened.skipped_files += 1,
                    Err(finding) => self.opened.add_unreadable(&name, finding),
                }
            }
        }
        self.text_bytes += self.opened.texts[self.counted_texts..].iter().map(String::len).sum::<usize>();
        self.counted_texts = self.opened.texts.len();
        if self.text_bytes > MAX_REDUCED { Err(ReadingProblem::ReducedTooLarge { limit: MAX_REDUCED }) } else { Ok(()) }
    }

    /// Objects of large files that were found.
    pub(super) fn objects(&self) -> u64 {
        match &self.current {
            Some((_, MemberContent::Large(dump))) => self.objects + dump.progress().objects,
            _ => self.objects,
        }
    }

    /// Nodes and pods that were found since this was asked last, in the large file that is read now.
    pub(super) fn take_preview(&mut self) -> Vec<PreviewObject> {
        match &mut self.current {
            Some((_, MemberContent::Large(dump))) => dump.take_preview(),
            _ => Vec::new(),
        }
    }

    /// What was found. Many small files that are large together are one text.
    pub(super) fn finish(self) -> OpenedFiles {
        let mut opened = self.opened;
        if opened.texts.iter().map(String::len).sum::<usize>() > LARGE_TOGETHER {
            match reduce_texts(std::mem::take(&mut opened.texts)) {
                Ok(texts) => opened.texts = texts,
                Err(finding) => opened.add_unreadable("", finding),
            }
        }
        opened
    }
}
