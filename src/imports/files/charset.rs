//! Decodes bytes to text: UTF-8 and UTF-16; other encodings are reported instead of guessed.

use std::borrow::Cow;

use findings::{Finding, Place, ReadingProblem};

/// How many bytes are examined to detect UTF-16 without a byte order mark.
const SAMPLE: usize = 512;

/// Decodes bytes to text, without a byte order mark.
///
/// # Errors
/// The data is binary, or its encoding is unknown.
pub fn decode_text(bytes: &[u8]) -> Result<Cow<'_, str>, Finding> {
    if let Some((is_big_endian, units)) = detect_utf16(bytes) {
        return decode_utf16(units, is_big_endian).map(Cow::Owned);
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    std::str::from_utf8(bytes).map(Cow::Borrowed).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        let byte = bytes[error.valid_up_to()];
        let is_control = |byte: &u8| matches!(byte, 0..=8 | 14..=31 | 127);
        let problem =
            if bytes.iter().any(is_control) { ReadingProblem::Binary } else { ReadingProblem::NotUtf8 { byte } };
        Finding::new(place_after(&String::from_utf8_lossy(before)), problem)
    })
}

/// Detects UTF-16. Returns whether it is big-endian, and the bytes after the byte order mark.
pub(crate) fn detect_utf16(bytes: &[u8]) -> Option<(bool, &[u8])> {
    match bytes {
        [0xff, 0xfe, rest @ ..] => return Some((false, rest)),
        [0xfe, 0xff, rest @ ..] => return Some((true, rest)),
        _ => {}
    }
    // Manifests are mostly ASCII, so that every second byte is zero.
    let sample = &bytes[..bytes.len().min(SAMPLE) & !1];
    let zeros = |at: usize| sample.iter().skip(at).step_by(2).filter(|byte| **byte == 0).count();
    let (zeros_at_even, zeros_at_odd, half) = (zeros(0), zeros(1), sample.len() / 2);
    let is_most_of_half = |count: usize| half > 1 && count * 10 >= half * 9;
    (is_most_of_half(zeros_at_even) != is_most_of_half(zeros_at_odd) && zeros_at_even.min(zeros_at_odd) == 0)
        .then_some((is_most_of_half(zeros_at_even), bytes))
}

fn decode_utf16(bytes: &[u8], is_big_endian: bool) -> Result<String, Finding> {
    let unit = |pair: &[u8; 2]| if is_big_endian { u16::from_be_bytes(*pair) } else { u16::from_le_bytes(*pair) };
    let (pairs, rest) = bytes.as_chunks::<2>();
    let mut text = String::with_capacity(bytes.len() / 2);
    for letter in char::decode_utf16(pairs.iter().map(unit)) {
        match letter {
            Ok(letter) => text.push(letter),
            Err(_) => return Err(Finding::new(place_after(&text), ReadingProblem::BrokenUtf16)),
        }
    }
    if rest.is_empty() { Ok(text) } else { Err(Finding::new(place_after(&text), ReadingProblem::BrokenUtf16)) }
}

/// The place after a text.
fn place_after(before: &str) -> Place {
    let small = |number| u32::try_from(number).unwrap_or(u32::MAX);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    Place { document: 1, line: small(line), column: small(column), ..Place::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_are_read_or_named() {
        let text = "kind: Pod\n# 名 é 🙂\n";
        let units = |unit: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(unit).collect::<Vec<u8>>();
        let (little, big) = (units(u16::to_le_bytes), units(u16::to_be_bytes));
        let marked = |mark: &[u8], bytes: &[u8]| [mark, bytes].concat();
        for (what, bytes) in [
            ("UTF-8", text.as_bytes().to_vec()),
            ("UTF-8 with a mark", marked(b"\xef\xbb\xbf", text.as_bytes())),
            ("UTF-16LE with a mark", marked(b"\xff\xfe", &little)),
            ("UTF-16BE with a mark", marked(b"\xfe\xff", &big)),
        ] {
            assert_eq!(decode_text(&bytes).as_deref(), Ok(text), "{what}");
        }
        let plain = "kind: Node\nmetadata: {name: a}\n";
        for unit in [u16::to_le_bytes, u16::to_be_bytes] {
            let bytes: Vec<u8> = plain.encode_utf16().flat_map(unit).collect();
            assert_eq!(decode_text(&bytes).as_deref(), Ok(plain), "UTF-16 without a mark");
        }
        for (bytes, line, column, problem) in [
            (&b"kind: Pod\n# caf\xe9\n"[..], 2, 6, ReadingProblem::NotUtf8 { byte: 0xe9 }),
            (b"\x7fELF\x02\x01\xff\x00", 1, 7, ReadingProblem::Binary),
            (b"\xff\xfea\x00\x00\xd8", 1, 2, ReadingProblem::BrokenUtf16),
            (b"\xff\xfea\x00b", 1, 2, ReadingProblem::BrokenUtf16),
        ] {
            let finding = decode_text(bytes).expect_err("no text");
            assert_eq!((finding.place.line, finding.place.column, finding.problem), (line, column, problem.into()));
        }
    }
}
