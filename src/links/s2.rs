//! The second form of links: `s2:` and base64url of raw deflate of the fields, a line break and the text, byte for byte,
//! with a checksum behind.
//!
//! Deflate looks back into what came before. Both sides let a dictionary come before, which is frozen: a link that was made
//! with it can be read with no other. A better one would be an `s3:`.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use miniz_oxide::{
    deflate::core::{CompressorOxide, TDEFLFlush, compress_to_output, create_comp_flags_from_zip_params},
    inflate::{
        TINFLStatus,
        core::{DecompressorOxide, decompress, inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF},
    },
};

use super::{
    fields::LinkFields,
    link_payload::{LinkError, LinkPayload, MAX_INFLATED, checksum},
};

/// How such a fragment begins.
pub const PREFIX: &str = "s2:";

/// What deflate may look back at: manifests as people and `kubectl` write them, what is most common last. It never changes.
const DICTIONARY: &[u8] = include_bytes!("dictionary.yaml");

/// The fragment for a text, without `#`.
#[must_use]
pub fn encode(text: &str, fields: &LinkFields) -> String {
    let mut packed = deflate(format!("{fields}\n{text}").as_bytes());
    let sum = checksum(&packed);
    packed.extend(sum.to_le_bytes());
    format!("{PREFIX}{}", URL_SAFE_NO_PAD.encode(packed))
}

/// What stands behind the prefix.
pub(super) fn decode(data: &str) -> Result<LinkPayload, LinkError> {
    let bytes = URL_SAFE_NO_PAD.decode(data).map_err(|_| LinkError::Damaged)?;
    let (packed, sum) = bytes.split_last_chunk::<4>().ok_or(LinkError::Damaged)?;
    if checksum(packed) != u32::from_le_bytes(*sum) {
        return Err(LinkError::Damaged);
    }
    let fields_and_text = String::from_utf8(inflate(packed)?).map_err(|_| LinkError::Damaged)?;
    let (fields, text) = fields_and_text.split_once('\n').ok_or(LinkError::Damaged)?;
    Ok(LinkPayload { text: text.to_owned(), fields: LinkFields::parse(fields) })
}

/// Deflates the dictionary and these bytes in one stream, and gives what stands for the bytes: after a flush that begins with a
/// byte of its own.
fn deflate(bytes: &[u8]) -> Vec<u8> {
    let window_bits = -15;
    let mut state = CompressorOxide::new(create_comp_flags_from_zip_params(10, window_bits, 0));
    let mut deflated = Vec::new();
    compress_to_output(&mut state, DICTIONARY, TDEFLFlush::Sync, |_| true);
    compress_to_output(&mut state, bytes, TDEFLFlush::Finish, |part| {
        deflated.extend_from_slice(part);
        true
    });
    deflated
}

/// Goes on inflating as if the dictionary had come out before.
fn inflate(packed: &[u8]) -> Result<Vec<u8>, LinkError> {
    let max_size = DICTIONARY.len() + MAX_INFLATED;
    let mut state = DecompressorOxide::new();
    let mut inflated = DICTIONARY.to_vec();
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
                return Ok(inflated.split_off(DICTIONARY.len()));
            }
            TINFLStatus::HasMoreOutput if inflated.len() < max_size => {}
            TINFLStatus::HasMoreOutput => return Err(LinkError::TooLarge),
            _ => return Err(LinkError::Damaged),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn open(fragment: &str) -> Result<LinkPayload, LinkError> {
        decode(fragment.strip_prefix(PREFIX).expect("the prefix"))
    }

    proptest! {
        #[test]
        fn what_goes_in_comes_out(text in any::<String>(), step in any::<String>(), pod in any::<Option<String>>()) {
            let mut fields = LinkFields::default();
            fields.push("step", &step);
            if let Some(pod) = &pod {
                fields.push("pod", pod);
            }
            prop_assert_eq!(open(&encode(&text, &fields)), Ok(LinkPayload { text, fields }));
        }

        #[test]
        fn nothing_panics(fragment in any::<String>(), bytes in any::<Vec<u8>>()) {
            let _ = open(&format!("s2:{fragment}"));
            let sum = checksum(&bytes).to_le_bytes();
            let _ = open(&format!("s2:{}", URL_SAFE_NO_PAD.encode([&bytes[..], &sum].concat())));
        }
    }

    #[test]
    fn what_is_wrong_is_told_apart() {
        let link = encode(&"kind: Pod\nmetadata: {name: unheard-of}\n".repeat(9), &LinkFields::default());
        let bomb = encode(&"a".repeat(100 << 20), &LinkFields::default());
        for (fragment, error) in [
            ("s2:", LinkError::Damaged),
            ("s2:AAAA", LinkError::Damaged),
            (&link[..link.len() - 4], LinkError::Damaged),
            (&link.replacen(&link[20..22], if &link[20..22] == "AA" { "BB" } else { "AA" }, 1), LinkError::Damaged),
            (&bomb, LinkError::TooLarge),
        ] {
            assert_eq!(open(fragment), Err(error), "{}", &fragment[..fragment.len().min(40)]);
        }
    }
}
