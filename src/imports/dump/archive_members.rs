//! The files of an archive that is read as a stream: small files are kept as they are, large ones are reduced like a dump.

use findings::{Finding, Place, ReadingProblem};
use manifest::MAX_REDUCED;

use super::{Dump, PreviewObject, reduce_texts};
use crate::files::{OpenedFiles, may_hold};

/// Files up to this size in bytes are kept as they are, which preserves comments and more exact findings.
const SMALL: u64 = 1 << 20;

/// Small files with more bytes in total are reduced like a large one.
const LARGE_TOGETHER: usize = 16 << 20;

/// The files of an archive.
#[derive(Default)]
pub(super) struct ArchiveMembers {
    current: Option<(String, MemberContent)>,
    opened: OpenedFiles,
    objects: u64,
    /// The number of texts whose bytes are counted.
    counted_texts: usize,
    /// The total size of these texts in bytes.
    text_bytes: usize,
}

/// The file that is being read.
enum MemberContent {
    Small(Vec<u8>),
    Large(Box<Dump>),
}

impl ArchiveMembers {
    /// Begins the next file, which has `size` bytes. Returns whether it may contain manifests; other files are only counted, and their content need
    /// not be passed.
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

    /// Adds content of the current file. A file that cannot be parsed is reported, and the others are still read.
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

    /// Reports that the current file cannot be unpacked.
    pub(super) fn fail_unpacking(&mut self, problem: ReadingProblem) {
        self.add_unreadable(Finding::new(Place::default(), problem));
    }

    fn add_unreadable(&mut self, finding: Finding) {
        if let Some((name, _)) = self.current.take() {
            self.opened.add_unreadable(&name, finding);
        }
    }

    /// Ends the current file.
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
                    // As for small files, a file without any `kind` is not a manifest.
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

    /// The number of objects found in large files.
    pub(super) fn objects(&self) -> u64 {
        match &self.current {
            Some((_, MemberContent::Large(dump))) => self.objects + dump.progress().objects,
            _ => self.objects,
        }
    }

    /// The nodes and pods found in the current large file since the last call.
    pub(super) fn take_preview(&mut self) -> Vec<PreviewObject> {
        match &mut self.current {
            Some((_, MemberContent::Large(dump))) => dump.take_preview(),
            _ => Vec::new(),
        }
    }

    /// The files. Many small files that are large in total are combined to one reduced text.
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
