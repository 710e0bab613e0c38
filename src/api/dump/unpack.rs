//! From the bytes of a file to those of its text in UTF-8, piece by piece: unpacks gzip, and turns UTF-16 around.

use miniz_oxide::inflate::stream::{InflateState, inflate};
use miniz_oxide::{DataFormat, MZError, MZFlush, MZStatus};

use crate::files::{gzip_body, is_tar, utf16};
use crate::problem::Reading;

/// Bytes that tell what a file is.
const SAMPLE: usize = 512;
/// Bytes that come out of gzip at once.
const OUT: usize = 1 << 16;
/// A head of gzip is not longer: it may hold a name and a comment.
const LONGEST_HEAD: usize = 1 << 16;

/// Who gets the text.
pub(super) type Take<'s> = dyn FnMut(&[u8]) -> Result<(), Reading> + 's;

/// The way from a file to its text.
#[derive(Default)]
pub(super) struct Unpack {
    packing: Gunzip,
    text: Wide,
}

/// The way out of gzip, for a file that may be in it.
#[derive(Default)]
pub(super) struct Gunzip {
    packing: Packing,
}

/// How a file is packed.
#[derive(Default)]
enum Packing {
    /// Not known yet: the first bytes are held.
    #[default]
    Unknown,
    Bare,
    /// Its head is not complete yet.
    Head(Vec<u8>),
    Body(Inflate),
    /// What follows a member: check sums, eight bytes. Then another member may come.
    Tail(usize),
}

/// The way out of deflate.
pub(super) struct Inflate(Box<InflateState>);

impl Default for Inflate {
    fn default() -> Self {
        Self(InflateState::new_boxed(DataFormat::Raw))
    }
}

impl Inflate {
    /// Takes bytes, and gives on all that comes out of them. How many belonged to it, and whether that was its end.
    pub(super) fn push(&mut self, bytes: &[u8], take: &mut Take<'_>) -> Result<(usize, bool), Reading> {
        let (mut out, mut used) = (vec![0; OUT], 0);
        loop {
            let done = inflate(&mut self.0, &bytes[used..], &mut out, MZFlush::None);
            used += done.bytes_consumed;
            take(&out[..done.bytes_written])?;
            let moved = done.bytes_consumed + done.bytes_written > 0;
            match done.status {
                Ok(MZStatus::StreamEnd) => return Ok((used, true)),
                Ok(_) | Err(MZError::Buf) if moved => {}
                Ok(_) | Err(MZError::Buf) if used == bytes.len() => return Ok((used, false)),
                _ => return Err(Reading::BrokenArchive),
            }
        }
    }
}

/// How a text is written.
#[derive(Default)]
enum Wide {
    #[default]
    Unknown,
    Held(Vec<u8>),
    Utf8,
    Utf16 {
        big: bool,
        /// The half of a letter.
        rest: Vec<u8>,
    },
}

impl Unpack {
    /// Takes bytes of the file.
    pub(super) fn push(&mut self, bytes: &[u8], take: &mut Take<'_>) -> Result<(), Reading> {
        let text = &mut self.text;
        self.packing.push(bytes, &mut |bytes| text.push(bytes, false, take))
    }

    /// The file is over.
    pub(super) fn end(mut self, take: &mut Take<'_>) -> Result<(), Reading> {
        self.packing.end()?;
        self.text.push(&[], true, take)
    }
}

impl Gunzip {
    /// Takes bytes of the file.
    pub(super) fn push(&mut self, mut bytes: &[u8], take: &mut Take<'_>) -> Result<(), Reading> {
        while !bytes.is_empty() {
            match &mut self.packing {
                Packing::Unknown => {
                    // The second byte of gzip is no text, so the first one is enough.
                    self.packing = if bytes[0] == 0x1f { Packing::Head(Vec::new()) } else { Packing::Bare };
                }
                Packing::Bare => return take(bytes),
                Packing::Head(held) => {
                    held.extend(bytes);
                    match gzip_body(held) {
                        Ok(Some(body)) => {
                            let body = body.to_vec();
                            self.packing = Packing::Body(Inflate::default());
                            return self.push(&body, take);
                        }
                        Ok(None) if held.len() >= 4 => return Err(Reading::BrokenArchive),
                        Err(_) if held.len() > LONGEST_HEAD => return Err(Reading::BrokenArchive),
                        _ => return Ok(()),
                    }
                }
                Packing::Body(inflate) => {
                    let (used, over) = inflate.push(bytes, take)?;
                    bytes = &bytes[used..];
                    if over {
                        self.packing = Packing::Tail(8);
                    }
                }
                Packing::Tail(0) => self.packing = Packing::Unknown,
                Packing::Tail(left) => {
                    let gone = bytes.len().min(*left);
                    *left -= gone;
                    bytes = &bytes[gone..];
                }
            }
        }
        Ok(())
    }

    /// The file is over.
    pub(super) fn end(&self) -> Result<(), Reading> {
        match self.packing {
            Packing::Head(_) | Packing::Body(_) | Packing::Tail(1..) => Err(Reading::BrokenArchive),
            _ => Ok(()),
        }
    }
}

impl Wide {
    fn push(&mut self, bytes: &[u8], last: bool, take: &mut Take<'_>) -> Result<(), Reading> {
        match self {
            Self::Unknown => {
                *self = Self::Held(Vec::new());
                self.push(bytes, last, take)
            }
            Self::Held(held) => {
                held.extend(bytes);
                if held.len() < SAMPLE && !last {
                    return Ok(());
                }
                let held = std::mem::take(held);
                if is_tar(&held) {
                    return Err(Reading::BrokenArchive);
                }
                let rest = match utf16(&held) {
                    Some((big, rest)) => {
                        *self = Self::Utf16 { big, rest: Vec::new() };
                        rest
                    }
                    None => {
                        *self = Self::Utf8;
                        held.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&held)
                    }
                };
                self.push(rest, last, take)
            }
            Self::Utf8 => take(bytes),
            Self::Utf16 { big, rest } => {
                rest.extend(bytes);
                let unit = |pair: &[u8; 2]| if *big { u16::from_be_bytes(*pair) } else { u16::from_le_bytes(*pair) };
                let (pairs, odd) = rest.as_chunks::<2>();
                let is_half = |pair: &[u8; 2]| (0xd800..0xdc00).contains(&unit(pair));
                // A letter may be two units, of which the second has not come yet.
                let whole = pairs.len() - usize::from(!last && pairs.last().is_some_and(is_half));
                if last && !odd.is_empty() {
                    return Err(Reading::BrokenUtf16);
                }
                let text: Result<String, _> = char::decode_utf16(pairs[..whole].iter().map(unit)).collect();
                let text = text.map_err(|_| Reading::BrokenUtf16)?;
                rest.drain(..whole * 2);
                take(text.as_bytes())
            }
        }
    }
}
