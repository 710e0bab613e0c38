//! Reads tar archives of any size as a stream, file by file; large files are reduced like a dump.

use findings::ReadingProblem;

use super::{PreviewObject, Progress, archive_members::ArchiveMembers, unpack::GunzipStream};
use crate::files::{OpenedFiles, TAR_BLOCK, TarHead, longer_name};

/// The longest name in bytes.
const LONGEST_NAME: u64 = 1 << 20;

/// A tar archive, compressed or not, that is being read.
#[derive(Default)]
pub struct TarReader {
    gunzip: GunzipStream,
    tar: TarState,
    bytes: u64,
}

impl TarReader {
    /// Adds bytes of the archive.
    ///
    /// # Errors
    /// An error in the archive. Errors in its files are reported at the end.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), ReadingProblem> {
        self.bytes += bytes.len() as u64;
        let tar = &mut self.tar;
        self.gunzip.push(bytes, &mut |bytes| tar.read_bytes(bytes))
    }

    /// How much has been read.
    #[must_use]
    pub fn progress(&self) -> Progress {
        Progress { bytes: self.bytes, objects: self.tar.members.objects() }
    }

    /// The nodes and pods found in the current large file since the last call.
    pub fn take_preview(&mut self) -> Vec<PreviewObject> {
        self.tar.members.take_preview()
    }

    /// The files of the archive.
    ///
    /// # Errors
    /// The archive is incomplete.
    pub fn finish(self) -> Result<OpenedFiles, ReadingProblem> {
        self.gunzip.finish()?;
        match self.tar.state {
            TarExpects::Head if self.tar.buffer.is_empty() => Ok(self.tar.members.finish()),
            TarExpects::Over => Ok(self.tar.members.finish()),
            _ => Err(ReadingProblem::BrokenArchive),
        }
    }
}

#[derive(Default)]
struct TarState {
    state: TarExpects,
    /// An incomplete header or name.
    buffer: Vec<u8>,
    /// The name of the next file, if it is too long for its header.
    long_name: Option<String>,
    members: ArchiveMembers,
}

/// What the reader expects next.
#[derive(Default)]
enum TarExpects {
    #[default]
    Head,
    /// The content of a file: bytes left, padding after it, and how it is used.
    Body(u64, u64, TarEntryKind),
    /// The padding of a file, with the bytes left.
    Fill(u64),
    /// Nothing, because the last file was read.
    Over,
}

enum TarEntryKind {
    /// The content is skipped.
    Skipped,
    File,
    /// The content is the name of the next file, with the type flag of GNU or POSIX.
    Name(u8),
}

impl TarState {
    fn read_bytes(&mut self, mut bytes: &[u8]) -> Result<(), ReadingProblem> {
        while !bytes.is_empty() {
            match &mut self.state {
                TarExpects::Over => return Ok(()),
                TarExpects::Fill(skip_bytes_left) => {
                    let skipped_bytes = to_usize(*skip_bytes_left).min(bytes.len());
                    *skip_bytes_left -= skipped_bytes as u64;
                    bytes = &bytes[skipped_bytes..];
                    if *skip_bytes_left == 0 {
                        self.state = TarExpects::Head;
                    }
                }
                TarExpects::Head => {
                    let missing_bytes = (TAR_BLOCK - self.buffer.len()).min(bytes.len());
                    self.buffer.extend(&bytes[..missing_bytes]);
                    bytes = &bytes[missing_bytes..];
                    if self.buffer.len() == TAR_BLOCK {
                        let head = std::mem::take(&mut self.buffer);
                        self.read_head(&head)?;
                    }
                }
                TarExpects::Body(body_bytes_left, _, body) => {
                    let body_bytes = to_usize(*body_bytes_left).min(bytes.len());
                    let (body_part, rest_of_chunk) = bytes.split_at(body_bytes);
                    bytes = rest_of_chunk;
                    *body_bytes_left -= body_bytes as u64;
                    let is_body_read = *body_bytes_left == 0;
                    match body {
                        TarEntryKind::Skipped => {}
                        TarEntryKind::Name(_) => self.buffer.extend(body_part),
                        TarEntryKind::File => self.members.push(body_part),
                    }
                    if is_body_read {
                        self.finish_file()?;
                    }
                }
            }
        }
        Ok(())
    }

    fn read_head(&mut self, head: &[u8]) -> Result<(), ReadingProblem> {
        if head[0] == 0 {
            self.state = TarExpects::Over;
            return Ok(());
        }
        let head = TarHead::parse(head)?;
        let size = head.size;
        let body = if head.is_name() && size <= LONGEST_NAME {
            TarEntryKind::Name(head.kind)
        } else {
            let is_file = head.is_file();
            let name = self.long_name.take().unwrap_or(head.name);
            let is_read = is_file && self.members.begin_member(name, size);
            if is_read { TarEntryKind::File } else { TarEntryKind::Skipped }
        };
        self.state = TarExpects::Body(size, size.next_multiple_of(TAR_BLOCK as u64) - size, body);
        if size == 0 { self.finish_file() } else { Ok(()) }
    }

    fn finish_file(&mut self) -> Result<(), ReadingProblem> {
        let TarExpects::Body(_, fill, body) = std::mem::take(&mut self.state) else { return Ok(()) };
        if fill > 0 {
            self.state = TarExpects::Fill(fill);
        }
        let kept_bytes = std::mem::take(&mut self.buffer);
        match body {
            TarEntryKind::Skipped => {}
            TarEntryKind::Name(kind) => self.long_name = longer_name(kind, &kept_bytes).or(self.long_name.take()),
            TarEntryKind::File => self.members.finish_member()?,
        }
        Ok(())
    }
}

fn to_usize(count: u64) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tar archive of these files, as `tar` writes it.
    fn tar(files: &[(&str, u8, &[u8])]) -> Vec<u8> {
        let mut out = Vec::new();
        for (name, kind, content) in files {
            let mut head = vec![0; TAR_BLOCK];
            head[..name.len()].copy_from_slice(name.as_bytes());
            head[124..136].copy_from_slice(format!("{:011o}\0", content.len()).as_bytes());
            head[156] = *kind;
            head[257..262].copy_from_slice(b"ustar");
            out.extend(head);
            out.extend(*content);
            out.resize(out.len().next_multiple_of(TAR_BLOCK), 0);
        }
        out.resize(out.len() + 2 * TAR_BLOCK, 0);
        out
    }

    fn read_tar(bytes: &[u8], chunk: usize) -> Result<OpenedFiles, ReadingProblem> {
        let mut bundle = TarReader::default();
        bytes.chunks(chunk).try_for_each(|chunk| bundle.push(chunk))?;
        bundle.finish()
    }

    #[test]
    fn large_files_of_a_tar_are_read_as_dumps() {
        let pods: Vec<String> = (0..9000)
            .map(|n| format!("{{\"kind\": \"Pod\", \"metadata\": {{\"name\": \"p{n}\", \"uid\": \"u\", \"managedFields\": [{{\"a\": \"{}\"}}]}}}}", "x".repeat(90)))
            .collect();
        let large = format!("{{\"kind\": \"List\", \"items\": [{}]}}", pods.join(",\n"));
        let noise = format!("a: [{}]\n", "1, ".repeat(600_000));
        assert!(large.len() > 1 << 20 && noise.len() > 1 << 20);
        let long = format!("{}/pods.json", "folder".repeat(30));
        let bytes = tar(&[
            ("././@LongLink", b'L', format!("{long}\0").as_bytes()),
            ("cut", b'0', large.as_bytes()),
            ("b/node.yaml", b'0', b"# mine\nkind: Node\nmetadata: {name: n}\n"),
            ("b/values.yaml", b'0', b"replicas: 2\n"),
            ("b/noise.yaml", b'0', noise.as_bytes()),
            ("b/broken.json", b'0', format!("{{\"data\": [{{}}, {}", " ".repeat(1 << 20)).as_bytes()),
            ("b/log.txt", b'0', b"kind: Pod"),
            ("b", b'5', b""),
        ]);
        let mut packed = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3];
        packed.extend(miniz_oxide::deflate::compress_to_vec(&bytes, 6));
        packed.extend([0; 8]);
        for (bytes, chunk) in [(&bytes, 1 << 20), (&bytes, 777), (&packed, 1000)] {
            let opened = read_tar(bytes, chunk).unwrap_or_else(|problem| panic!("{problem:?}"));
            let [pods, node] = &opened.texts[..] else { panic!("{} texts", opened.texts.len()) };
            assert_eq!((pods.matches("\"kind\":\"Pod\"").count(), pods.contains("xxx")), (9000, false));
            assert!(node.starts_with("# mine"), "a small file stays as it is");
            assert_eq!(opened.skipped_files, 3, "values, noise and log");
            let names: Vec<&str> = opened.unreadable.iter().map(|(name, _)| name.as_str()).collect();
            assert_eq!(names, ["b/broken.json"]);
        }
        assert_eq!(read_tar(&bytes[..5000], 512).map(|_| ()), Err(ReadingProblem::BrokenArchive));
        assert_eq!(read_tar(b"no tar at all", 4).map(|_| ()), Err(ReadingProblem::BrokenArchive));
    }
}
