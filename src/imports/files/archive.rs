//! Unpacks gzip, tar and zip, as far as dumps and support bundles need it.

use findings::ReadingProblem;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};

use super::zip::{self, number16};

/// A file in an archive.
pub(super) struct ArchiveMember {
    pub name: String,
    pub bytes: Vec<u8>,
}

/// The files in an archive; `None` if the data is not an archive. A gzip file without a tar is an archive with one file.
pub(super) fn archive_members(
    name: &str,
    bytes: &[u8],
    limit: usize,
) -> Result<Option<Vec<ArchiveMember>>, ReadingProblem> {
    if let Some(unzipped) = gunzip(name, bytes, limit)? {
        return match is_tar(&unzipped.bytes) {
            true => untar(&unzipped.bytes).map(Some),
            false => Ok(Some(vec![unzipped])),
        };
    }
    if zip::is_zip(bytes) {
        return unzip(bytes, limit).map(Some);
    }
    if is_tar(bytes) { untar(bytes).map(Some) } else { Ok(None) }
}

/// Decompresses a gzip file; `None` if the data is not gzip.
pub(super) fn gunzip(name: &str, bytes: &[u8], limit: usize) -> Result<Option<ArchiveMember>, ReadingProblem> {
    let Some(body) = gzip_body(bytes)? else { return Ok(None) };
    let bytes = inflate(body, limit)?;
    let name = match name.strip_suffix(".tgz") {
        Some(name) => format!("{name}.tar"),
        None => name.strip_suffix(".gz").unwrap_or(name).to_owned(),
    };
    Ok(Some(ArchiveMember { name, bytes }))
}

/// The data after the gzip header; `None` if the data is not gzip.
pub(crate) fn gzip_body(bytes: &[u8]) -> Result<Option<&[u8]>, ReadingProblem> {
    let [0x1f, 0x8b, method, flags, rest @ ..] = bytes else { return Ok(None) };
    let (8, Some(mut rest)) = (*method, rest.get(6..)) else { return Err(ReadingProblem::BrokenArchive) };
    let broken_archive = || ReadingProblem::BrokenArchive;
    if flags & 4 != 0 {
        let extra = usize::from(number16(rest, 0)?);
        rest = rest.get(2 + extra..).ok_or_else(broken_archive)?;
    }
    // The original name, and a comment.
    for flag in [8, 16] {
        if flags & flag != 0 {
            let end = rest.iter().position(|byte| *byte == 0).ok_or_else(broken_archive)?;
            rest = &rest[end + 1..];
        }
    }
    if flags & 2 != 0 {
        rest = rest.get(2..).ok_or_else(broken_archive)?;
    }
    Ok(Some(rest))
}

/// Whether the data is a tar archive (ustar).
pub(crate) fn is_tar(bytes: &[u8]) -> bool {
    bytes.get(257..262) == Some(b"ustar")
}

/// The size in bytes to which tar pads headers and files.
pub(crate) const TAR_BLOCK: usize = 512;

/// The header of a file in a tar archive.
pub(crate) struct TarHead {
    /// The path, unless a longer one preceded it.
    pub name: String,
    pub size: u64,
    /// The type flag.
    pub kind: u8,
}

impl TarHead {
    /// Parses a header of [`TAR_BLOCK`] bytes.
    pub(crate) fn parse(head: &[u8]) -> Result<Self, ReadingProblem> {
        // A size has at most eleven octal digits, so that sums of sizes fit.
        let digits = field_text(&head[124..136]);
        let size = u64::from_str_radix(digits.trim(), 8).map_err(|_| ReadingProblem::BrokenArchive)?;
        let (prefix, name) = (field_text(&head[345..500]), field_text(&head[..100]));
        let name = if prefix.is_empty() { name } else { format!("{prefix}/{name}") };
        Ok(Self { name, size, kind: head[156] })
    }

    /// Whether it is a regular file.
    pub(crate) fn is_file(&self) -> bool {
        matches!(self.kind, 0 | b'0')
    }

    /// Whether the content is the long name of the next file, as in GNU or POSIX archives.
    pub(crate) fn is_name(&self) -> bool {
        matches!(self.kind, b'L' | b'x')
    }
}

/// The long name in the content of such an entry, if it has one.
pub(crate) fn longer_name(kind: u8, content: &[u8]) -> Option<String> {
    if kind == b'L' {
        return Some(field_text(content));
    }
    // A POSIX header has lines `length key=value`, of which `path` is the name.
    let content = String::from_utf8_lossy(content);
    content.lines().find_map(|line| Some(line.split_once(" path=")?.1.to_owned()))
}

/// A field's text up to the first zero byte.
fn field_text(field: &[u8]) -> String {
    let end = field.iter().position(|byte| *byte == 0).unwrap_or(field.len());
    String::from_utf8_lossy(&field[..end]).into_owned()
}

fn untar(bytes: &[u8]) -> Result<Vec<ArchiveMember>, ReadingProblem> {
    let mut members = Vec::new();
    let (mut at, mut long_name) = (0, None);
    while let Some(block) = bytes.get(at..at + TAR_BLOCK).filter(|block| block[0] != 0) {
        let head = TarHead::parse(block)?;
        let size = usize::try_from(head.size).map_err(|_| ReadingProblem::BrokenArchive)?;
        let end = (at + TAR_BLOCK).checked_add(size).ok_or(ReadingProblem::BrokenArchive)?;
        let content = bytes.get(at + TAR_BLOCK..end).ok_or(ReadingProblem::BrokenArchive)?;
        if head.is_name() {
            long_name = longer_name(head.kind, content).or(long_name);
        } else {
            let long_name = long_name.take();
            if head.is_file() {
                members.push(ArchiveMember { name: long_name.unwrap_or(head.name), bytes: content.to_vec() });
            }
        }
        at = end.next_multiple_of(TAR_BLOCK);
    }
    Ok(members)
}

fn unzip(bytes: &[u8], limit: usize) -> Result<Vec<ArchiveMember>, ReadingProblem> {
    let slice_archive = |from: u64, to: u64| {
        let (from, to) = (usize::try_from(from).ok()?, usize::try_from(to).ok()?);
        bytes.get(from..to)
    };
    let zip::Directory { directory_start: start, bytes: length, entries } = zip::find_directory(bytes)?;
    let mut directory = slice_archive(start, start + length).ok_or(ReadingProblem::BrokenArchive)?;
    let mut members = Vec::new();
    let mut bytes_left = limit;
    for _ in 0..entries {
        let (entry, passed) = zip::read_entry(directory)?.ok_or(ReadingProblem::BrokenArchive)?;
        directory = &directory[passed..];
        if entry.name.ends_with('/') {
            continue;
        }
        let head = slice_archive(entry.head, entry.head + zip::HEAD_SIZE).ok_or(ReadingProblem::BrokenArchive)?;
        let content = entry.head + zip::head_length(head)?;
        let content = slice_archive(content, content + entry.packed).ok_or(ReadingProblem::BrokenArchive)?;
        let unpacked = match entry.packing.ok_or(ReadingProblem::BrokenArchive)? {
            zip::Compression::Stored => content.to_vec(),
            zip::Compression::Deflated => inflate(content, bytes_left)?,
        };
        bytes_left = bytes_left.saturating_sub(unpacked.len());
        members.push(ArchiveMember { name: entry.name, bytes: unpacked });
    }
    Ok(members)
}

fn inflate(bytes: &[u8], limit: usize) -> Result<Vec<u8>, ReadingProblem> {
    decompress_to_vec_with_limit(bytes, limit).map_err(|error| match error.status {
        TINFLStatus::HasMoreOutput => ReadingProblem::UnpacksTooLarge { limit },
        _ => ReadingProblem::BrokenArchive,
    })
}
