//! Reads zip archives of any size: the directory is at the end, so the reader requests ranges of bytes.

use std::ops::Range;

use findings::ReadingProblem;

use super::{PreviewObject, Progress, archive_members::ArchiveMembers, unpack::InflateStream};
use crate::files::{
    OpenedFiles,
    zip::{self, Compression, Directory, HEAD_SIZE, MAX_TAIL, ZipEntry},
};

/// The most bytes that are requested at a time, in general.
const READ_SIZE: u64 = 1 << 20;
/// Bytes that are requested from the header of a small file on, to include the files after it: each request takes a browser a millisecond or more.
const READ_AHEAD: u64 = 1 << 18;

/// A zip archive that is being read.
pub struct ZipReader {
    size: u64,
    state: ZipWants,
    /// Files still to be read, the next one last.
    entries: Vec<ZipEntry>,
    /// An incomplete directory entry.
    buffer: Vec<u8>,
    members: ArchiveMembers,
    /// Everything before this position is read or skipped.
    read_up_to: u64,
    /// Bytes that were read ahead.
    window: Vec<u8>,
    /// The position of these bytes.
    window_start: u64,
}

/// What the reader needs next.
enum ZipWants {
    /// The end of the archive, with the position of the directory.
    End,
    /// The directory: position, end, and entries left.
    Directory(u64, u64, u16),
    /// The header of a file.
    Head(ZipEntry),
    /// The content of a file: position and end.
    Body(u64, u64, Decompression),
    Nothing,
}

/// How the content of a file is decompressed.
struct Decompression {
    /// `None` if the file is stored without compression.
    inflate: Option<InflateStream>,
    /// Uncompressed bytes left, according to the directory.
    bytes_left: u64,
    /// Whether the end of the compressed stream was reached.
    is_finished: bool,
}

impl ZipReader {
    /// A reader for an archive of `size` bytes.
    #[must_use]
    pub fn new(size: u64) -> Self {
        let (state, members) = (ZipWants::End, ArchiveMembers::default());
        let (window, window_start) = (Vec::new(), 0);
        Self { size, state, entries: Vec::new(), buffer: Vec::new(), members, read_up_to: 0, window, window_start }
    }

    /// The range of bytes to pass next, which is not empty; `None` if the archive is read.
    #[must_use]
    pub fn wanted_range(&self) -> Option<Range<u64>> {
        match &self.state {
            // A large file is read separately, from its own start.
            ZipWants::Head(entry) if entry.packed < READ_AHEAD / 2 => {
                Some(entry.head..self.size.min(entry.head + READ_AHEAD).max(entry.head + HEAD_SIZE))
            }
            _ => self.needed_range(),
        }
    }

    /// The range of bytes without which the reader cannot continue.
    fn needed_range(&self) -> Option<Range<u64>> {
        let read_range = |from: u64, to: u64| from..to.min(from + READ_SIZE);
        match &self.state {
            ZipWants::End => Some(self.size.saturating_sub(MAX_TAIL)..self.size).filter(|range| !range.is_empty()),
            ZipWants::Directory(at, end, _) | ZipWants::Body(at, end, _) => Some(read_range(*at, *end)),
            ZipWants::Head(entry) => Some(entry.head..entry.head + HEAD_SIZE),
            ZipWants::Nothing => None,
        }
    }

    /// Adds the bytes of [`wanted_range`](Self::wanted_range).
    ///
    /// # Errors
    /// An error in the archive. Errors in its files are reported at the end.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), ReadingProblem> {
        // The conversion is lossless.
        let range = self.wanted_range().filter(|range| range.end - range.start == bytes.len() as u64);
        let range = range.ok_or(ReadingProblem::BrokenArchive)?;
        (self.window, self.window_start) = (bytes.to_vec(), range.start);
        while let Some(needed) = self.needed_range() {
            let in_window = |at: u64| usize::try_from(at.checked_sub(self.window_start)?).ok();
            let (Some(start), Some(end)) = (in_window(needed.start), in_window(needed.end)) else { break };
            let Some(part) = self.window.get(start..end) else { break };
            let part = part.to_vec();
            self.read_part(&part)?;
        }
        Ok(())
    }

    /// Processes the bytes of [`needed_range`](Self::needed_range).
    fn read_part(&mut self, bytes: &[u8]) -> Result<(), ReadingProblem> {
        match std::mem::replace(&mut self.state, ZipWants::Nothing) {
            ZipWants::End => {
                let Directory { directory_start: start, bytes, entries } = zip::find_directory(bytes)?;
                self.check_range(start, bytes)?;
                self.read_directory(start, start + bytes, entries)
            }
            ZipWants::Directory(at, end, entries_left) => {
                self.buffer.extend(bytes);
                let (mut parsed_bytes, mut remaining_entries) = (0, entries_left);
                while remaining_entries > 0
                    && let Some((entry, length)) = zip::read_entry(&self.buffer[parsed_bytes..])?
                {
                    parsed_bytes += length;
                    remaining_entries -= 1;
                    if !entry.name.ends_with('/') {
                        self.entries.push(entry);
                    }
                }
                self.buffer.drain(..parsed_bytes);
                self.read_directory(at + bytes.len() as u64, end, remaining_entries)
            }
            ZipWants::Head(entry) => {
                let body_start = entry.head + zip::head_length(bytes)?;
                self.check_range(body_start, entry.packed)?;
                self.begin_entry(body_start, entry)
            }
            ZipWants::Body(at, end, mut body) => {
                self.read_up_to = at + bytes.len() as u64;
                if let Err(problem) = body.inflate_bytes(bytes, &mut self.members) {
                    self.members.fail_unpacking(problem);
                    return self.next_entry();
                }
                self.read_body(self.read_up_to, end, body)
            }
            ZipWants::Nothing => Ok(()),
        }
    }

    /// How much has been read.
    #[must_use]
    pub fn progress(&self) -> Progress {
        Progress { bytes: self.read_up_to, objects: self.members.objects() }
    }

    /// The nodes and pods found in the current large file since the last call.
    pub fn take_preview(&mut self) -> Vec<PreviewObject> {
        self.members.take_preview()
    }

    /// The files of the archive.
    ///
    /// # Errors
    /// The archive is incomplete.
    pub fn finish(self) -> Result<OpenedFiles, ReadingProblem> {
        if matches!(self.state, ZipWants::Nothing) {
            Ok(self.members.finish())
        } else {
            Err(ReadingProblem::BrokenArchive)
        }
    }

    /// Checks that a range is within the archive.
    fn check_range(&self, range_start: u64, bytes: u64) -> Result<(), ReadingProblem> {
        if range_start + bytes <= self.size { Ok(()) } else { Err(ReadingProblem::BrokenArchive) }
    }

    fn read_directory(&mut self, at: u64, end: u64, entries_left: u16) -> Result<(), ReadingProblem> {
        if entries_left > 0 {
            self.state = ZipWants::Directory(at, end, entries_left);
            return if at < end { Ok(()) } else { Err(ReadingProblem::BrokenArchive) };
        }
        // In the order of their positions, so that the archive is read once from front to back.
        self.entries.sort_by_key(|entry| std::cmp::Reverse(entry.head));
        self.next_entry()
    }

    /// Continues with the next file that may contain manifests.
    fn next_entry(&mut self) -> Result<(), ReadingProblem> {
        self.members.finish_member()?;
        while let Some(entry) = self.entries.pop() {
            self.read_up_to = entry.head;
            if self.members.begin_member(entry.name.clone(), entry.unpacked) {
                self.check_range(entry.head, HEAD_SIZE)?;
                self.state = ZipWants::Head(entry);
                return Ok(());
            }
        }
        (self.state, self.read_up_to) = (ZipWants::Nothing, self.size);
        Ok(())
    }

    fn begin_entry(&mut self, body_start: u64, entry: ZipEntry) -> Result<(), ReadingProblem> {
        let Some(packing) = entry.packing else {
            self.members.fail_unpacking(ReadingProblem::BrokenArchive);
            return self.next_entry();
        };
        let inflate = (packing == Compression::Deflated).then(InflateStream::default);
        self.read_body(
            body_start,
            body_start + entry.packed,
            Decompression { inflate, bytes_left: entry.unpacked, is_finished: false },
        )
    }

    fn read_body(&mut self, at: u64, end: u64, body: Decompression) -> Result<(), ReadingProblem> {
        if at < end {
            self.state = ZipWants::Body(at, end, body);
            return Ok(());
        }
        if body.bytes_left > 0 || body.inflate.is_some() && !body.is_finished {
            self.members.fail_unpacking(ReadingProblem::BrokenArchive);
        }
        self.next_entry()
    }
}

impl Decompression {
    /// Decompresses a part of the content. More bytes than the directory states are an error, because the size determines how the file is kept.
    fn inflate_bytes(&mut self, bytes: &[u8], members: &mut ArchiveMembers) -> Result<(), ReadingProblem> {
        let Self { inflate, bytes_left: left, is_finished: over } = self;
        let mut push_unpacked = |bytes: &[u8]| {
            *left = left.checked_sub(bytes.len() as u64).ok_or(ReadingProblem::BrokenArchive)?;
            members.push(bytes);
            Ok(())
        };
        match inflate {
            None => push_unpacked(bytes),
            Some(_) if *over => Ok(()),
            Some(inflate) => {
                *over = inflate.push(bytes, &mut push_unpacked)?.1;
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::zip::zip_of;
    use findings::Problem;

    /// Reads an archive by passing only the requested ranges. Returns the files, and the number of bytes requested.
    fn read_zip(bytes: &[u8]) -> Result<(OpenedFiles, u64), ReadingProblem> {
        let mut zip = ZipReader::new(bytes.len() as u64);
        let (mut all, mut far) = (0, 0);
        while let Some(range) = zip.wanted_range() {
            let (from, to) = (usize::try_from(range.start), usize::try_from(range.end));
            let some = &bytes[from.expect("small")..to.expect("small")];
            assert!(!some.is_empty() && some.len() as u64 <= READ_SIZE);
            all += some.len() as u64;
            zip.push(some)?;
            assert!(zip.progress().bytes >= far, "it goes on");
            far = zip.progress().bytes;
        }
        zip.finish().map(|opened| (opened, all))
    }

    fn pods(count: usize) -> String {
        let fields = "x".repeat(90);
        let pod = |n| {
            format!(
                "{{\"kind\": \"Pod\", \"metadata\": {{\"name\": \"p{n}\", \"uid\": \"u\", \"managedFields\": [{{\"a\": \"{fields}\"}}]}}}}"
            )
        };
        format!("{{\"kind\": \"List\", \"items\": [{}]}}", (0..count).map(pod).collect::<Vec<_>>().join(",\n"))
    }

    #[test]
    fn large_files_of_a_zip_are_read_as_dumps_and_the_others_passed_over() {
        let (large, log) = (pods(9000), vec![b'x'; 5 << 20]);
        let noise = format!("a: [{}]\n", "1, ".repeat(600_000));
        assert!(large.len() > 1 << 20 && noise.len() > 1 << 20);
        let broken = format!("{{\"data\": [{{}}, {}", " ".repeat(1 << 20));
        let bytes = zip_of(&[
            ("all/", false, b""),
            ("all/pods.json", true, large.as_bytes()),
            ("all/pods.log", false, &log),
            ("all/node.yaml", true, b"# mine\nkind: Node\nmetadata: {name: n}\n"),
            ("all/none.yaml", false, b""),
            ("all/more.json", false, large.as_bytes()),
            ("all/noise.yaml", true, noise.as_bytes()),
            ("all/broken.json", true, broken.as_bytes()),
        ]);
        let (opened, all) = read_zip(&bytes).unwrap_or_else(|problem| panic!("{problem:?}"));
        let [pods, node, more] = &opened.texts[..] else { panic!("{} texts", opened.texts.len()) };
        assert_eq!((pods.matches("\"kind\":\"Pod\"").count(), pods.contains("xxx")), (9000, false));
        assert!(node.starts_with("# mine"), "a small file stays as it is");
        assert_eq!(pods, more);
        assert_eq!(opened.skipped_files, 3, "the log, the empty one and noise");
        let names: Vec<&str> = opened.unreadable.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["all/broken.json"]);
        assert!(all < bytes.len() as u64 - (4 << 20), "the log is not looked at");
    }

    #[test]
    fn file_that_contradicts_the_directory_is_reported_and_others_are_read() {
        let good = b"kind: Pod\nmetadata: {name: a}\n";
        let whole = zip_of(&[("bad.yaml", true, good), ("good.yaml", false, good)]);
        let directory = whole.windows(4).position(|window| window == b"PK\x01\x02").expect("a directory");
        for (what, at, byte) in [
            ("it is longer than is told", directory + 24, 3),
            ("it is shorter than is told", directory + 24, 90),
            ("it is encrypted", directory + 8, 1),
            ("it is packed in another way", directory + 10, 14),
            ("its bytes are no deflate", 30 + "bad.yaml".len() + 13, 0xff),
        ] {
            let mut bytes = whole.clone();
            assert_ne!(bytes[at], byte, "{what}");
            bytes[at] = byte;
            let (opened, _) = read_zip(&bytes).unwrap_or_else(|problem| panic!("{what}: {problem:?}"));
            let unreadable: Vec<_> =
                opened.unreadable.iter().map(|(name, finding)| (name.as_str(), &finding.problem)).collect();
            assert_eq!(unreadable, [("bad.yaml", &Problem::Reading(ReadingProblem::BrokenArchive))], "{what}");
            assert_eq!(opened.texts.len(), 1, "{what}");
        }
    }

    #[test]
    fn truncated_or_foreign_archive_is_reported() {
        let whole = zip_of(&[("a.yaml", true, b"kind: Pod\n"), ("b.yaml", false, b"kind: Pod\n")]);
        let end = whole.len() - 22;
        let refused = |bytes: &[u8]| read_zip(bytes).map(|_| ());
        for cut in [0, 1, 21, whole.len() - 1, whole.len() / 2] {
            assert_eq!(refused(&whole[..cut]), Err(ReadingProblem::BrokenArchive), "{cut} bytes");
        }
        let with = |at: usize, new: &[u8]| {
            let mut bytes = whole.clone();
            bytes[at..at + new.len()].copy_from_slice(new);
            bytes
        };
        for (at, new, problem) in [
            (end + 10, &[0xff, 0xff][..], ReadingProblem::Zip64),
            (end + 16, &[0xff; 4], ReadingProblem::Zip64),
            (end + 16, &[0xfe; 4], ReadingProblem::BrokenArchive),
            (end + 10, &[3, 0], ReadingProblem::BrokenArchive),
        ] {
            assert_eq!(refused(&with(at, new)), Err(problem), "{new:?}");
        }
        // A comment may follow, and the directory may be longer than what is read at once.
        let long = zip_of(&vec![(format!("{}.yaml", "n".repeat(200)).as_str(), false, &b"kind: Pod\n"[..]); 9000]);
        let mut with_comment = long.clone();
        with_comment.extend(vec![b'-'; 60_000]);
        for bytes in [&long, &with_comment] {
            assert_eq!(read_zip(bytes).map(|(opened, _)| opened.texts.len()), Ok(9000));
        }
    }

    #[test]
    fn many_small_files_are_read_many_at_a_time() {
        let name = |at: usize| format!("all/{at}.yaml");
        let names: Vec<String> = (0..20_000).map(name).collect();
        let files: Vec<_> =
            names.iter().map(|name| (name.as_str(), true, &b"kind: Pod\nmetadata: {name: a}\n"[..])).collect();
        let bytes = zip_of(&files);
        let mut zip = ZipReader::new(bytes.len() as u64);
        let mut wishes = 0;
        while let Some(range) = zip.wanted_range() {
            let (from, to) = (usize::try_from(range.start), usize::try_from(range.end));
            zip.push(&bytes[from.expect("small")..to.expect("small")]).expect("a whole zip");
            wishes += 1;
        }
        assert_eq!(zip.finish().map(|opened| opened.texts.len()), Ok(20_000));
        assert!(wishes < 40, "{wishes} wishes");
    }

    proptest::proptest! {
        #[test]
        fn arbitrary_bytes_do_not_panic(place in proptest::prelude::any::<proptest::sample::Index>(), by in 1_u8..) {
            let mut bytes = zip_of(&[("a.yaml", true, b"kind: Pod\nmetadata: {name: a}\n"), ("b.json", false, b"{}")]);
            let at = place.index(bytes.len());
            bytes[at] ^= by;
            let _ = read_zip(&bytes);
            let _ = read_zip(&bytes[..at]);
        }
    }
}
