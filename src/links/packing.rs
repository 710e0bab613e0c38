//! Packs bytes for links: base64url of raw deflate, with a checksum at the end.
//!
//! Both sides preset a compression dictionary, which belongs to the format of the link and never changes.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use miniz_oxide::{
    deflate::core::{CompressorOxide, TDEFLFlush, compress_to_output, create_comp_flags_from_zip_params},
    inflate::{
        TINFLStatus,
        core::{DecompressorOxide, decompress, inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF},
    },
};

use super::link_payload::{LinkError, MAX_INFLATED, checksum};

/// Packs bytes into the text that follows the prefix of a link.
pub(super) fn pack_bytes(dictionary: &[u8], bytes: &[u8]) -> String {
    let mut packed = deflate(dictionary, bytes);
    let sum = checksum(&packed);
    packed.extend(sum.to_le_bytes());
    URL_SAFE_NO_PAD.encode(packed)
}

/// Unpacks the text that follows the prefix of a link.
pub(super) fn unpack_bytes(dictionary: &[u8], data: &str) -> Result<Vec<u8>, LinkError> {
    let bytes = URL_SAFE_NO_PAD.decode(data).map_err(|_| LinkError::Damaged)?;
    let (packed, sum) = bytes.split_last_chunk::<4>().ok_or(LinkError::Damaged)?;
    if checksum(packed) != u32::from_le_bytes(*sum) {
        return Err(LinkError::Damaged);
    }
    inflate(dictionary, packed)
}

/// Deflates the dictionary and these bytes as one stream, and returns the part for the bytes. A flush makes it start at a byte boundary.
fn deflate(dictionary: &[u8], bytes: &[u8]) -> Vec<u8> {
    let window_bits = -15;
    let mut state = CompressorOxide::new(create_comp_flags_from_zip_params(10, window_bits, 0));
    let mut deflated = Vec::new();
    compress_to_output(&mut state, dictionary, TDEFLFlush::Sync, |_| true);
    compress_to_output(&mut state, bytes, TDEFLFlush::Finish, |part| {
        deflated.extend_from_slice(part);
        true
    });
    deflated
}

/// Inflates as if the dictionary had been decompressed before.
fn inflate(dictionary: &[u8], packed: &[u8]) -> Result<Vec<u8>, LinkError> {
    let max_size = dictionary.len() + MAX_INFLATED;
    let mut state = DecompressorOxide::new();
    let mut inflated = dictionary.to_vec();
    let (mut packed_read, mut inflated_size) = (0, inflated.len());
    loop {
        inflated.resize((inflated.len() * 2).min(max_size), 0);
        let flags = TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
        let (status, consumed, produced) =
            decompress(&mut state, &packed[packed_read..], &mut inflated, inflated_size, flags);
        (packed_read, inflated_size) = (packed_read + consumed, inflated_size + produced);
        match status {
            TINFLStatus::Done => {
                inflated.truncate(inflated_size);
                return Ok(inflated.split_off(dictionary.len()));
            }
            TINFLStatus::HasMoreOutput if inflated.len() < max_size => {}
            TINFLStatus::HasMoreOutput => return Err(LinkError::TooLarge),
            _ => return Err(LinkError::Damaged),
        }
    }
}
