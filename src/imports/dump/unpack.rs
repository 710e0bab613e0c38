//! Decodes the bytes of a file to UTF-8 text as a stream: gzip and UTF-16.

use findings::ReadingProblem;
use miniz_oxide::{
    DataFormat, MZError, MZFlush, MZStatus,
    inflate::stream::{InflateState, inflate},
};

use crate::files::{detect_utf16, gzip_body, is_tar};

/// The number of bytes from which the encoding is detected.
const SAMPLE_SIZE: usize = 512;
/// The size in bytes of the output buffer.
const OUTPUT_SIZE: usize = 1 << 16;
/// The longest gzip header in bytes, which may contain a name and a comment.
const LONGEST_HEAD: usize = 1 << 16;

/// Receives the decoded bytes.
pub(super) type ByteSink<'s> = dyn FnMut(&[u8]) -> Result<(), ReadingProblem> + 's;

/// Decodes a file to text.
#[derive(Default)]
pub(super) struct Unpacker {
    packing: GunzipStream,
    text: TextEncoding,
}

/// Decompresses a file that may be gzip.
#[derive(Default)]
pub(super) struct GunzipStream {
    packing: GzipState,
}

/// The position in a gzip file.
#[derive(Default)]
enum GzipState {
    /// No byte has been read.
    #[default]
    Unknown,
    /// The file is not compressed.
    Bare,
    /// In a header that is not complete yet.
    Head(Vec<u8>),
    Body(InflateStream),
    /// In the trailer of a member, with the number of bytes left; another member may follow.
    Tail(usize),
}

/// Decompresses deflate.
pub(super) struct InflateStream(Box<InflateState>);

impl Default for InflateStream {
    fn default() -> Self {
        Self(InflateState::new_boxed(DataFormat::Raw))
    }
}

impl InflateStream {
    /// Decompresses bytes into the sink. Returns how many belonged to the stream, and whether the stream ended.
    pub(super) fn push(&mut self, bytes: &[u8], byte_sink: &mut ByteSink<'_>) -> Result<(usize, bool), ReadingProblem> {
        let (mut unpacked, mut consumed_bytes) = (vec![0; OUTPUT_SIZE], 0);
        loop {
            let inflated = inflate(&mut self.0, &bytes[consumed_bytes..], &mut unpacked, MZFlush::None);
            consumed_bytes += inflated.bytes_consumed;
            byte_sink(&unpacked[..inflated.bytes_written])?;
            let moved = inflated.bytes_consumed + inflated.bytes_written > 0;
            match inflated.status {
                Ok(MZStatus::StreamEnd) => return Ok((consumed_bytes, true)),
                Ok(_) | Err(MZError::Buf) if moved => {}
                Ok(_) | Err(MZError::Buf) if consumed_bytes == bytes.len() => return Ok((consumed_bytes, false)),
                _ => return Err(ReadingProblem::BrokenArchive),
            }
        }
    }
}

/// The encoding of a text.
#[derive(Default)]
enum TextEncoding {
    #[default]
    Unknown,
    Undecided(Vec<u8>),
    Utf8,
    Utf16 {
        is_big_endian: bool,
        /// Bytes of an incomplete character.
        rest: Vec<u8>,
    },
}

impl Unpacker {
    /// Adds bytes of the file.
    pub(super) fn push(&mut self, bytes: &[u8], byte_sink: &mut ByteSink<'_>) -> Result<(), ReadingProblem> {
        let text = &mut self.text;
        self.packing.push(bytes, &mut |bytes| text.decode_text(bytes, false, byte_sink))
    }

    /// Ends the file.
    pub(super) fn finish(mut self, byte_sink: &mut ByteSink<'_>) -> Result<(), ReadingProblem> {
        self.packing.finish()?;
        self.text.decode_text(&[], true, byte_sink)
    }
}

impl GunzipStream {
    /// Adds bytes of the file.
    pub(super) fn push(&mut self, mut bytes: &[u8], byte_sink: &mut ByteSink<'_>) -> Result<(), ReadingProblem> {
        while !bytes.is_empty() {
            match &mut self.packing {
                GzipState::Unknown => {
                    // No text starts with this byte, so it need not be checked with the second one.
                    self.packing = if bytes[0] == 0x1f { GzipState::Head(Vec::new()) } else { GzipState::Bare };
                }
                GzipState::Bare => return byte_sink(bytes),
                GzipState::Head(held) => {
                    held.extend(bytes);
                    match gzip_body(held) {
                        Ok(Some(body)) => {
                            let body = body.to_vec();
                            self.packing = GzipState::Body(InflateStream::default());
                            return self.push(&body, byte_sink);
                        }
                        Ok(None) if held.len() >= 4 => return Err(ReadingProblem::BrokenArchive),
                        Err(_) if held.len() > LONGEST_HEAD => return Err(ReadingProblem::BrokenArchive),
                        _ => return Ok(()),
                    }
                }
                GzipState::Body(inflate) => {
                    let (consumed_bytes, is_stream_end) = inflate.push(bytes, byte_sink)?;
                    bytes = &bytes[consumed_bytes..];
                    if is_stream_end {
                        self.packing = GzipState::Tail(8);
                    }
                }
                GzipState::Tail(0) => self.packing = GzipState::Unknown,
                GzipState::Tail(tail_bytes_left) => {
                    let skipped_bytes = bytes.len().min(*tail_bytes_left);
                    *tail_bytes_left -= skipped_bytes;
                    bytes = &bytes[skipped_bytes..];
                }
            }
        }
        Ok(())
    }

    /// Ends the file.
    pub(super) fn finish(&self) -> Result<(), ReadingProblem> {
        match self.packing {
            GzipState::Head(_) | GzipState::Body(_) | GzipState::Tail(1..) => Err(ReadingProblem::BrokenArchive),
            _ => Ok(()),
        }
    }
}

impl TextEncoding {
    fn decode_text(&mut self, bytes: &[u8], last: bool, byte_sink: &mut ByteSink<'_>) -> Result<(), ReadingProblem> {
        match self {
            Self::Unknown => {
                *self = Self::Undecided(Vec::new());
                self.decode_text(bytes, last, byte_sink)
            }
            Self::Undecided(held) => {
                held.extend(bytes);
                if held.len() < SAMPLE_SIZE && !last {
                    return Ok(());
                }
                let undecoded = std::mem::take(held);
                if is_tar(&undecoded) {
                    return Err(ReadingProblem::BrokenArchive);
                }
                let rest = match detect_utf16(&undecoded) {
                    Some((big, rest)) => {
                        *self = Self::Utf16 { is_big_endian: big, rest: Vec::new() };
                        rest
                    }
                    None => {
                        *self = Self::Utf8;
                        undecoded.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&undecoded)
                    }
                };
                self.decode_text(rest, last, byte_sink)
            }
            Self::Utf8 => byte_sink(bytes),
            Self::Utf16 { is_big_endian: big, rest } => {
                rest.extend(bytes);
                let unit = |pair: &[u8; 2]| if *big { u16::from_be_bytes(*pair) } else { u16::from_le_bytes(*pair) };
                let (pairs, odd) = rest.as_chunks::<2>();
                let is_half = |pair: &[u8; 2]| (0xd800..0xdc00).contains(&unit(pair));
                // The last unit may be the first half of a surrogate pair.
                let complete_units = pairs.len() - usize::from(!last && pairs.last().is_some_and(is_half));
                if last && !odd.is_empty() {
                    return Err(ReadingProblem::BrokenUtf16);
                }
                let text: Result<String, _> = char::decode_utf16(pairs[..complete_units].iter().map(unit)).collect();
                let text = text.map_err(|_| ReadingProblem::BrokenUtf16)?;
                rest.drain(..complete_units * 2);
                byte_sink(text.as_bytes())
            }
        }
    }
}
