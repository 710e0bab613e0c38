//! Zips of any size: where its files are stands at the end of one, so it says which bytes it wants next, and is given these.

use std::ops::Range;

use crate::files::Opened;
use crate::files::zip;
use crate::files::zip::{Directory, Entry, HEAD, Packing, TAIL};
use crate::problem::Reading;

use super::members::Members;
use super::unpack::Inflate;
use super::{Progress, Seen};

/// Bytes that are wanted at once.
const CHUNK: u64 = 1 << 20;

/// A zip that is being read.
pub struct Zip {
    size: u64,
    state: Wants,
    /// Files that are still to be read, the last one first.
    entries: Vec<Entry>,
    /// An entry of the directory that is not complete yet.
    held: Vec<u8>,
    members: Members,
    /// What lies before this is read, or of no use.
    passed: u64,
}

/// What comes next.
enum Wants {
    /// The end, which says where the directory is.
    End,
    /// The directory from here to there, and how many entries it has yet.
    Directory(u64, u64, u16),
    /// The head of a file.
    Head(Entry),
    /// A file from here to there.
    Body(u64, u64, Body),
    /// Nothing more.
    Nothing,
}

/// How a file comes out.
struct Body {
    /// Nothing where it is stored as it is.
    inflate: Option<Inflate>,
    /// Bytes that have not come out yet, as the directory has it.
    left: u64,
    /// Whether its end came.
    over: bool,
}

impl Zip {
    /// A zip of so many bytes.
    #[must_use]
    pub fn new(size: u64) -> Self {
        let (state, members) = (Wants::End, Members::default());
        Self { size, state, entries: Vec::new(), held: Vec::new(), members, passed: 0 }
    }

    /// The bytes that it wants next, at least one; nothing when it has all.
    #[must_use]
    pub fn wants(&self) -> Option<Range<u64>> {
        let some = |from: u64, to: u64| from..to.min(from + CHUNK);
        match &self.state {
            Wants::End => Some(self.size.saturating_sub(TAIL)..self.size).filter(|range| !range.is_empty()),
            Wants::Directory(at, end, _) | Wants::Body(at, end, _) => Some(some(*at, *end)),
            Wants::Head(entry) => Some(entry.head..entry.head + HEAD),
            Wants::Nothing => None,
        }
    }

    /// Takes the bytes that it wanted.
    ///
    /// # Errors
    /// What is wrong with the archive. What is wrong with a file in it is told at the end.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Reading> {
        // No file is so long that this is no number of bytes.
        if self.wants().is_none_or(|range| range.end - range.start != bytes.len() as u64) {
            return Err(Reading::BrokenArchive);
        }
        match std::mem::replace(&mut self.state, Wants::Nothing) {
            Wants::End => {
                let Directory { start, bytes, entries } = zip::directory(bytes)?;
                self.within(start, bytes)?;
                self.directory(start, start + bytes, entries)
            }
            Wants::Directory(at, end, left) => {
                self.held.extend(bytes);
                let (mut used, mut left) = (0, left);
                while left > 0
                    && let Some((entry, length)) = zip::entry(&self.held[used..])?
                {
                    used += length;
                    left -= 1;
                    if !entry.name.ends_with('/') {
                        self.entries.push(entry);
                    }
                }
                self.held.drain(..used);
                self.directory(at + bytes.len() as u64, end, left)
            }
            Wants::Head(entry) => {
                let start = entry.head + zip::head(bytes)?;
                self.within(start, entry.packed)?;
                self.begin(start, entry)
            }
            Wants::Body(at, end, mut body) => {
                self.passed = at + bytes.len() as u64;
                if let Err(problem) = body.take(bytes, &mut self.members) {
                    self.members.broken(problem);
                    return self.next();
                }
                self.go_on(self.passed, end, body)
            }
            Wants::Nothing => Ok(()),
        }
    }

    /// How far it is read.
    #[must_use]
    pub fn progress(&self) -> Progress {
        Progress { bytes: self.passed, objects: self.members.objects() }
    }

    /// Nodes and pods that were found since this was asked last, in the large file that is read now.
    pub fn seen(&mut self) -> Vec<Seen> {
        self.members.seen()
    }

    /// What was in it.
    ///
    /// # Errors
    /// An archive that is not whole.
    pub fn end(self) -> Result<Opened, Reading> {
        if matches!(self.state, Wants::Nothing) { Ok(self.members.end()) } else { Err(Reading::BrokenArchive) }
    }

    /// Whether so many bytes from a place on are in the file.
    fn within(&self, start: u64, bytes: u64) -> Result<(), Reading> {
        if start + bytes <= self.size { Ok(()) } else { Err(Reading::BrokenArchive) }
    }

    fn directory(&mut self, at: u64, end: u64, left: u16) -> Result<(), Reading> {
        if left > 0 {
            self.state = Wants::Directory(at, end, left);
            return if at < end { Ok(()) } else { Err(Reading::BrokenArchive) };
        }
        // As they lie, so that all of it is gone through once, from front to back.
        self.entries.sort_by_key(|entry| std::cmp::Reverse(entry.head));
        self.next()
    }

    /// To the next file that may hold manifests.
    fn next(&mut self) -> Result<(), Reading> {
        self.members.over()?;
        while let Some(entry) = self.entries.pop() {
            self.passed = entry.head;
            if self.members.begin(entry.name.clone(), entry.unpacked) {
                self.within(entry.head, HEAD)?;
                self.state = Wants::Head(entry);
                return Ok(());
            }
        }
        (self.state, self.passed) = (Wants::Nothing, self.size);
        Ok(())
    }

    fn begin(&mut self, start: u64, entry: Entry) -> Result<(), Reading> {
        let Some(packing) = entry.packing else {
            self.members.broken(Reading::BrokenArchive);
            return self.next();
        };
        let inflate = (packing == Packing::Deflated).then(Inflate::default);
        self.go_on(start, start + entry.packed, Body { inflate, left: entry.unpacked, over: false })
    }

    fn go_on(&mut self, at: u64, end: u64, body: Body) -> Result<(), Reading> {
        if at < end {
            self.state = Wants::Body(at, end, body);
            return Ok(());
        }
        if body.left > 0 || body.inflate.is_some() && !body.over {
            self.members.broken(Reading::BrokenArchive);
        }
        self.next()
    }
}

impl Body {
    /// What comes out of some of its bytes. More than the directory tells is none of it: how a file is kept follows from that.
    fn take(&mut self, bytes: &[u8], members: &mut Members) -> Result<(), Reading> {
        let Self { inflate, left, over } = self;
        let mut take = |bytes: &[u8]| {
            *left = left.checked_sub(bytes.len() as u64).ok_or(Reading::BrokenArchive)?;
            members.push(bytes);
            Ok(())
        };
        match inflate {
            None => take(bytes),
            Some(_) if *over => Ok(()),
            Some(inflate) => {
                *over = inflate.push(bytes, &mut take)?.1;
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::zip::zip_of;
    use crate::problem::Problem;

    /// Reads it as a file is read: nothing but the bytes that are wanted is there. How many these were.
    fn read(bytes: &[u8]) -> Result<(Opened, u64), Reading> {
        let mut zip = Zip::new(bytes.len() as u64);
        let (mut all, mut far) = (0, 0);
        while let Some(range) = zip.wants() {
            let (from, to) = (usize::try_from(range.start), usize::try_from(range.end));
            let some = &bytes[from.expect("small")..to.expect("small")];
            assert!(!some.is_empty() && some.len() as u64 <= CHUNK);
            all += some.len() as u64;
            zip.push(some)?;
            assert!(zip.progress().bytes >= far, "it goes on");
            far = zip.progress().bytes;
        }
        zip.end().map(|opened| (opened, all))
    }

    fn pods(count: usize) -> String {
        let fields = "x".repeat(90);
        let pod = |n| {
            format!(
                "{{\"kind\": \"Pod\", \"metadata\": {{\"name\": \"p{n}\", \"managedFields\": [{{\"a\": \"{fields}\"}}]}}}}"
            )
        };
        format!("{{\"kind\": \"List\", \"items\": [{}]}}", (0..count).map(pod).collect::<Vec<_>>().join(",\n"))
    }

    #[test]
    fn large_files_of_a_zip_are_read_as_dumps_and_the_others_passed_over() {
        let (large, log) = (pods(9000), vec![b'x'; 5 << 20]);
        let noise = format!("a: [{}]\n", "1, ".repeat(600_000));
        assert!(large.len() > 1 << 20 && noise.len() > 1 << 20);
        let broken = format!("{{\"items\": [{{}}, {}", " ".repeat(1 << 20));
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
        let (opened, all) = read(&bytes).unwrap_or_else(|problem| panic!("{problem:?}"));
        let [pods, node, more] = &opened.texts[..] else { panic!("{} texts", opened.texts.len()) };
        assert_eq!((pods.matches("\"kind\":\"Pod\"").count(), pods.contains("xxx")), (9000, false));
        assert!(node.starts_with("# mine"), "a small file stays as it is");
        assert_eq!(pods, more);
        assert_eq!(opened.left_out, 3, "the log, the empty one and noise");
        let names: Vec<&str> = opened.unreadable.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["all/broken.json"]);
        assert!(all < bytes.len() as u64 - (4 << 20), "the log is not looked at");
    }

    #[test]
    fn a_file_that_is_not_as_the_directory_tells_is_named_and_the_others_are_read() {
        let good = b"kind: Pod\nmetadata: {name: a}\n";
        let whole = zip_of(&[("bad.yaml", true, good), ("good.yaml", false, good)]);
        let directory = whole.windows(4).position(|it| it == b"PK\x01\x02").expect("a directory");
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
            let (opened, _) = read(&bytes).unwrap_or_else(|problem| panic!("{what}: {problem:?}"));
            let told: Vec<_> = opened.unreadable.iter().map(|(name, it)| (name.as_str(), &it.problem)).collect();
            assert_eq!(told, [("bad.yaml", &Problem::Reading(Reading::BrokenArchive))], "{what}");
            assert_eq!(opened.texts.len(), 1, "{what}");
        }
    }

    #[test]
    fn an_archive_that_is_not_whole_or_of_another_format_is_told() {
        let whole = zip_of(&[("a.yaml", true, b"kind: Pod\n"), ("b.yaml", false, b"kind: Pod\n")]);
        let end = whole.len() - 22;
        let refused = |bytes: &[u8]| read(bytes).map(|_| ());
        for cut in [0, 1, 21, whole.len() - 1, whole.len() / 2] {
            assert_eq!(refused(&whole[..cut]), Err(Reading::BrokenArchive), "{cut} bytes");
        }
        let with = |at: usize, new: &[u8]| {
            let mut bytes = whole.clone();
            bytes[at..at + new.len()].copy_from_slice(new);
            bytes
        };
        for (at, new, problem) in [
            (end + 10, &[0xff, 0xff][..], Reading::Zip64),
            (end + 16, &[0xff; 4], Reading::Zip64),
            (end + 16, &[0xfe; 4], Reading::BrokenArchive),
            (end + 10, &[3, 0], Reading::BrokenArchive),
        ] {
            assert_eq!(refused(&with(at, new)), Err(problem), "{new:?}");
        }
        // A comment may follow, and the directory may be longer than what is read at once.
        let long = zip_of(&vec![(format!("{}.yaml", "n".repeat(200)).as_str(), false, &b"kind: Pod\n"[..]); 9000]);
        let mut said = long.clone();
        said.extend(vec![b'-'; 60_000]);
        for bytes in [&long, &said] {
            assert_eq!(read(bytes).map(|(opened, _)| opened.texts.len()), Ok(9000));
        }
    }

    proptest::proptest! {
        #[test]
        fn no_bytes_make_it_panic(place in proptest::prelude::any::<proptest::sample::Index>(), by in 1_u8..) {
            let mut bytes = zip_of(&[("a.yaml", true, b"kind: Pod\nmetadata: {name: a}\n"), ("b.json", false, b"{}")]);
            let at = place.index(bytes.len());
            bytes[at] ^= by;
            let _ = read(&bytes);
            let _ = read(&bytes[..at]);
        }
    }
}
