//! Packed files: gzip, tar and zip, as far as dumps and support bundles need them.

use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};

use crate::api::problem::Reading;

/// A file within another.
pub struct Member {
    pub name: String,
    pub bytes: Vec<u8>,
}

/// The files in an archive; nothing if it is none. A packed file is an archive of one.
pub fn members(name: &str, bytes: &[u8], limit: usize) -> Result<Option<Vec<Member>>, Reading> {
    if let Some(inner) = gunzipped(name, bytes, limit)? {
        return match is_tar(&inner.bytes) {
            true => untarred(&inner.bytes).map(Some),
            false => Ok(Some(vec![inner])),
        };
    }
    match bytes {
        [b'P', b'K', 3, 4, ..] => unzipped(bytes, limit).map(Some),
        _ if is_tar(bytes) => untarred(bytes).map(Some),
        _ => Ok(None),
    }
}

/// What a file in gzip's format holds; nothing if it is none.
pub fn gunzipped(name: &str, bytes: &[u8], limit: usize) -> Result<Option<Member>, Reading> {
    let Some(body) = gzip_body(bytes)? else { return Ok(None) };
    let bytes = inflated(body, limit)?;
    let name = match name.strip_suffix(".tgz") {
        Some(name) => format!("{name}.tar"),
        None => name.strip_suffix(".gz").unwrap_or(name).to_owned(),
    };
    Ok(Some(Member { name, bytes }))
}

/// What follows the head of a file in gzip's format; nothing if it is none.
pub fn gzip_body(bytes: &[u8]) -> Result<Option<&[u8]>, Reading> {
    let [0x1f, 0x8b, method, flags, rest @ ..] = bytes else { return Ok(None) };
    let (8, Some(mut rest)) = (*method, rest.get(6..)) else { return Err(Reading::BrokenArchive) };
    let broken = || Reading::BrokenArchive;
    if flags & 4 != 0 {
        let extra = usize::from(number16(rest, 0)?);
        rest = rest.get(2 + extra..).ok_or_else(broken)?;
    }
    // Its own name, and a comment.
    for flag in [8, 16] {
        if flags & flag != 0 {
            let end = rest.iter().position(|byte| *byte == 0).ok_or_else(broken)?;
            rest = &rest[end + 1..];
        }
    }
    if flags & 2 != 0 {
        rest = rest.get(2..).ok_or_else(broken)?;
    }
    Ok(Some(rest))
}

/// Whether it is an archive of tar's format.
pub fn is_tar(bytes: &[u8]) -> bool {
    bytes.get(257..262) == Some(b"ustar")
}

fn untarred(bytes: &[u8]) -> Result<Vec<Member>, Reading> {
    const BLOCK: usize = 512;
    let text = tar_text;
    let mut members = Vec::new();
    let (mut at, mut long) = (0, None);
    while let Some(head) = bytes.get(at..at + BLOCK).filter(|head| head[0] != 0) {
        let digits = text(&head[124..136]);
        let size = usize::from_str_radix(digits.trim(), 8).map_err(|_| Reading::BrokenArchive)?;
        let end = (at + BLOCK).checked_add(size).ok_or(Reading::BrokenArchive)?;
        let content = bytes.get(at + BLOCK..end).ok_or(Reading::BrokenArchive)?;
        match head[156] {
            // A longer name for what comes next: GNU's way, and that of POSIX.
            b'L' => long = Some(text(content)),
            b'x' => long = posix_name(content).or(long),
            0 | b'0' => {
                let (prefix, name) = (text(&head[345..500]), text(&head[..100]));
                let short = if prefix.is_empty() { name } else { format!("{prefix}/{name}") };
                members.push(Member { name: long.take().unwrap_or(short), bytes: content.to_vec() });
            }
            _ => long = None,
        }
        at = end.next_multiple_of(BLOCK);
    }
    Ok(members)
}

/// The text of a field, which a zero ends.
pub fn tar_text(field: &[u8]) -> String {
    let end = field.iter().position(|byte| *byte == 0).unwrap_or(field.len());
    String::from_utf8_lossy(&field[..end]).into_owned()
}

/// The `path` of a POSIX header: lines of `length key=value`.
pub fn posix_name(content: &[u8]) -> Option<String> {
    let content = String::from_utf8_lossy(content);
    content.lines().find_map(|line| Some(line.split_once(" path=")?.1.to_owned()))
}

fn unzipped(bytes: &[u8], limit: usize) -> Result<Vec<Member>, Reading> {
    const END: &[u8] = b"PK\x05\x06";
    const ENTRY: &[u8] = b"PK\x01\x02";
    let end = bytes.windows(4).rposition(|it| it == END).ok_or(Reading::BrokenArchive)?;
    let mut entry = number32(bytes, end + 16)?;
    let mut members = Vec::new();
    let mut left = limit;
    for _ in 0..number16(bytes, end + 10)? {
        if bytes.get(entry..entry + 4) != Some(ENTRY) {
            return Err(Reading::BrokenArchive);
        }
        let (method, packed, local) =
            (number16(bytes, entry + 10)?, number32(bytes, entry + 20)?, number32(bytes, entry + 42)?);
        let length = |at: usize| number16(bytes, at).map(usize::from);
        let (name, extra, comment) = (length(entry + 28)?, length(entry + 30)?, length(entry + 32)?);
        let name_bytes = bytes.get(entry + 46..entry + 46 + name).ok_or(Reading::BrokenArchive)?;
        entry += 46 + name + extra + comment;
        let content = local + 30 + length(local + 26)? + length(local + 28)?;
        let content = bytes.get(content..content + packed).ok_or(Reading::BrokenArchive)?;
        let name = String::from_utf8_lossy(name_bytes).into_owned();
        if name.ends_with('/') {
            continue;
        }
        let unpacked = match method {
            0 => content.to_vec(),
            8 => inflated(content, left)?,
            _ => return Err(Reading::BrokenArchive),
        };
        left = left.saturating_sub(unpacked.len());
        members.push(Member { name, bytes: unpacked });
    }
    Ok(members)
}

fn inflated(bytes: &[u8], limit: usize) -> Result<Vec<u8>, Reading> {
    decompress_to_vec_with_limit(bytes, limit).map_err(|error| match error.status {
        TINFLStatus::HasMoreOutput => Reading::UnpacksTooLarge { limit },
        _ => Reading::BrokenArchive,
    })
}

fn number16(bytes: &[u8], at: usize) -> Result<u16, Reading> {
    let found = bytes.get(at..).and_then(|rest| rest.first_chunk());
    found.map(|it| u16::from_le_bytes(*it)).ok_or(Reading::BrokenArchive)
}

fn number32(bytes: &[u8], at: usize) -> Result<usize, Reading> {
    let found = bytes.get(at..).and_then(|rest| rest.first_chunk());
    let number = found.map(|it| u32::from_le_bytes(*it)).ok_or(Reading::BrokenArchive)?;
    // No file that fits into memory is as long as that; what is added to it stays a number.
    if number > u32::MAX / 2 { Err(Reading::BrokenArchive) } else { Ok(number as usize) }
}
