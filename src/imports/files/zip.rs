//! The structure of zip archives: a directory at the end, and a header before each file.

use findings::ReadingProblem;

/// The size of the end record with the longest comment after it.
pub(crate) const MAX_TAIL: u64 = 22 + 0xffff;
/// The size of the fixed part of a file's header.
pub(crate) const HEAD_SIZE: u64 = 30;
/// The longest path in bytes.
const LONGEST_NAME: usize = 4096;

/// The position of the directory.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Directory {
    pub directory_start: u64,
    pub bytes: u64,
    pub entries: u16,
}

/// A file's entry in the directory.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ZipEntry {
    pub name: String,
    /// The compression; `None` if it is not supported or the file is encrypted.
    pub(crate) packing: Option<Compression>,
    /// The compressed size in bytes.
    pub packed: u64,
    /// The uncompressed size in bytes.
    pub unpacked: u64,
    /// The position of the file's header.
    pub head: u64,
}

/// A supported compression method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compression {
    Stored,
    Deflated,
}

/// Whether a file is a zip archive by its first bytes.
#[must_use]
pub fn is_zip(start: &[u8]) -> bool {
    start.starts_with(b"PK\x03\x04")
}

/// Finds the directory in the last bytes of the archive: [`MAX_TAIL`] of them, or all.
pub(crate) fn find_directory(tail: &[u8]) -> Result<Directory, ReadingProblem> {
    const END_SIGNATURE: &[u8] = b"PK\x05\x06";
    let end = tail
        .windows(END_SIGNATURE.len())
        .rposition(|window| window == END_SIGNATURE)
        .ok_or(ReadingProblem::BrokenArchive)?;
    // Only a comment may follow the 22 bytes of the end record.
    let tail = tail.get(end..).filter(|rest| rest.len() >= 22).ok_or(ReadingProblem::BrokenArchive)?;
    let (entries, bytes, start) = (number16(tail, 10)?, number32(tail, 12)?, number32(tail, 16)?);
    if entries == u16::MAX {
        return Err(ReadingProblem::Zip64);
    }
    Ok(Directory { directory_start: start, bytes, entries })
}

/// Parses an entry of the directory. Returns it with its length; `None` if it is incomplete.
pub(crate) fn read_entry(bytes: &[u8]) -> Result<Option<(ZipEntry, usize)>, ReadingProblem> {
    const SIGN: &[u8] = b"PK\x01\x02";
    const LONG: usize = 46;
    if bytes.len() < LONG {
        return Ok(None);
    }
    let length = |at: usize| number16(bytes, at).map(usize::from);
    let (name, extra, comment) = (length(28)?, length(30)?, length(32)?);
    if !bytes.starts_with(SIGN) || name > LONGEST_NAME {
        return Err(ReadingProblem::BrokenArchive);
    }
    let entry_length = LONG + name + extra + comment;
    if bytes.len() < entry_length {
        return Ok(None);
    }
    let encrypted = number16(bytes, 8)? & 1 != 0;
    let packing = match number16(bytes, 10)? {
        _ if encrypted => None,
        0 => Some(Compression::Stored),
        8 => Some(Compression::Deflated),
        _ => None,
    };
    let (packed, unpacked, head) = (number32(bytes, 20)?, number32(bytes, 24)?, number32(bytes, 42)?);
    let name = String::from_utf8_lossy(&bytes[LONG..LONG + name]).into_owned();
    Ok(Some((ZipEntry { name, packing, packed, unpacked, head }, entry_length)))
}

/// The length of a file's header, given its first [`HEAD_SIZE`] bytes.
pub(crate) fn head_length(bytes: &[u8]) -> Result<u64, ReadingProblem> {
    if !bytes.starts_with(b"PK\x03\x04") {
        return Err(ReadingProblem::BrokenArchive);
    }
    Ok(HEAD_SIZE + u64::from(number16(bytes, 26)?) + u64::from(number16(bytes, 28)?))
}

/// A little-endian 16-bit number, as in zip and gzip.
pub(crate) fn number16(bytes: &[u8], at: usize) -> Result<u16, ReadingProblem> {
    let chunk = bytes.get(at..).and_then(|rest| rest.first_chunk());
    chunk.map(|bytes| u16::from_le_bytes(*bytes)).ok_or(ReadingProblem::BrokenArchive)
}

/// A little-endian 32-bit number; its largest value means that the number is in a Zip64 record.
fn number32(bytes: &[u8], at: usize) -> Result<u64, ReadingProblem> {
    let chunk = bytes.get(at..).and_then(|rest| rest.first_chunk());
    match chunk.map(|bytes| u32::from_le_bytes(*bytes)).ok_or(ReadingProblem::BrokenArchive)? {
        u32::MAX => Err(ReadingProblem::Zip64),
        number => Ok(u64::from(number)),
    }
}

/// A zip archive of files: name, whether it is compressed, content. Each has a comment, and an extra field with times that is longer in the file's
/// header than in the directory.
#[cfg(test)]
pub(crate) fn zip_of(entries: &[(&str, bool, &[u8])]) -> Vec<u8> {
    const TIMES: &[u8] = b"UT\x09\0\x03\x01\x02\x03\x04\x05\x06\x07\x08";
    const TIME: &[u8] = b"UT\x05\0\x03\x01\x02\x03\x04";
    const COMMENT: &[u8] = b"said of it";
    let (mut archive_bytes, mut directory) = (Vec::new(), Vec::new());
    let small = |number: usize| u32::try_from(number).expect("small").to_le_bytes();
    for (name, packed, bytes) in entries {
        let content = if *packed { miniz_oxide::deflate::compress_to_vec(bytes, 6) } else { bytes.to_vec() };
        let method = [if *packed { 8 } else { 0 }, 0];
        let sizes = [[0; 4], small(content.len()), small(bytes.len())].concat();
        let length = |text: &[u8]| [u8::try_from(text.len()).expect("short"), 0];
        let name = name.as_bytes();
        let shared_header = [&[20, 0, 0, 0][..], &method, &[0; 4], &sizes, &length(name)].concat();
        let (local, lengths) = (small(archive_bytes.len()), [length(TIME), length(COMMENT)].concat());
        directory.extend([b"PK\x01\x02\x14\x00", &shared_header[..], &lengths, &[0; 8], &local].concat());
        directory.extend([name, TIME, COMMENT].concat());
        archive_bytes.extend([b"PK\x03\x04", &shared_header[..], &length(TIMES), name, TIMES, &content].concat());
    }
    let (directory_start, count) =
        (small(archive_bytes.len()), u16::try_from(entries.len()).expect("few").to_le_bytes());
    let length = small(directory.len());
    archive_bytes.extend(directory);
    archive_bytes.extend([&b"PK\x05\x06\0\0\0\0"[..], &count, &count, &length, &directory_start, &[0, 0]].concat());
    archive_bytes
}
