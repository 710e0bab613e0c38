//! The second format of links: `s2:` and base64url of raw deflate of the fields, a line break and the manifest, byte for byte, with a checksum at
//! the end.
//!
//! Both sides preset a dictionary for deflate. It never changes, since links can only be read with the dictionary they were made with. A better one
//! would be an `s3:`.

use super::{
    fields::LinkFields,
    link_payload::{LinkError, LinkPayload},
    packing::{pack_bytes, unpack_bytes},
};

/// The prefix of a fragment in the second format.
pub const PREFIX: &str = "s2:";

/// The dictionary: manifests as people and `kubectl` write them, the most common parts last. It never changes.
const DICTIONARY: &[u8] = include_bytes!("dictionary.yaml");

/// The fragment for a manifest, without `#`.
#[must_use]
pub fn encode(text: &str, fields: &LinkFields) -> String {
    let fields_and_text = format!("{fields}\n{text}");
    format!("{PREFIX}{}", pack_bytes(DICTIONARY, fields_and_text.as_bytes()))
}

/// Decodes the part after the prefix.
pub(super) fn decode(data: &str) -> Result<LinkPayload, LinkError> {
    let fields_and_text = String::from_utf8(unpack_bytes(DICTIONARY, data)?).map_err(|_| LinkError::Damaged)?;
    let (fields, text) = fields_and_text.split_once('\n').ok_or(LinkError::Damaged)?;
    Ok(LinkPayload { text: text.to_owned(), fields: LinkFields::parse(fields) })
}

#[cfg(test)]
mod tests {
    use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
    use proptest::prelude::*;

    use super::*;
    use crate::link_payload::checksum;

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
    fn broken_links_have_distinct_errors() {
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
