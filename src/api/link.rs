//! Links: a scenario, a step and a selection in the fragment of a URL.
//!
//! A fragment is `s1:` and base64url of deflate of JSON with a checksum. The text travels as it was written, comments and
//! all. Whatever is wrong with a link is told apart, so that a page can say what happened and what to do.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use serde::{Deserialize, Serialize};

const PREFIX: &str = "s1:";
/// Bytes that a link may inflate to.
const MAX_INFLATED: usize = 4 << 20;
/// Above this many characters chat programs begin to cut links.
pub const LONG: usize = 4000;

/// What a link carries.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shared {
    /// The scenario's text.
    pub text: String,
    /// The step that is shown.
    #[serde(default)]
    pub step: u64,
    /// The release, where it is not the scenario's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub release: Option<String>,
    /// What is selected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selection: Option<String>,
}

/// What is wrong with a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkError {
    /// It carries no scenario at all.
    NotALink,
    /// A later version of the page made it.
    UnknownVersion,
    /// It was cut or changed on its way.
    Damaged,
    /// It inflates to more than anybody would share.
    TooLarge,
}

/// The fragment for what is shared, without `#`.
#[must_use]
pub fn encode(shared: &Shared) -> String {
    let mut bytes = serde_json::to_vec(shared).unwrap_or_default();
    let sum = checksum(&bytes);
    bytes.extend(sum.to_le_bytes());
    format!("{PREFIX}{}", URL_SAFE_NO_PAD.encode(compress_to_vec(&bytes, 9)))
}

/// What a fragment carries, with or without `#`.
///
/// # Errors
/// What is wrong with it.
pub fn decode(fragment: &str) -> Result<Shared, LinkError> {
    let fragment = fragment.trim().trim_start_matches('#');
    let Some(data) = fragment.strip_prefix(PREFIX) else {
        let versioned = fragment
            .strip_prefix('s')
            .and_then(|rest| rest.split_once(':'))
            .is_some_and(|(version, _)| !version.is_empty() && version.bytes().all(|byte| byte.is_ascii_digit()));
        return Err(if versioned { LinkError::UnknownVersion } else { LinkError::NotALink });
    };
    let packed = URL_SAFE_NO_PAD.decode(data).map_err(|_| LinkError::Damaged)?;
    let bytes = decompress_to_vec_with_limit(&packed, MAX_INFLATED).map_err(|error| match error.status {
        miniz_oxide::inflate::TINFLStatus::HasMoreOutput => LinkError::TooLarge,
        _ => LinkError::Damaged,
    })?;
    let (json, sum) = bytes.split_last_chunk::<4>().ok_or(LinkError::Damaged)?;
    if checksum(json) != u32::from_le_bytes(*sum) {
        return Err(LinkError::Damaged);
    }
    serde_json::from_slice(json).map_err(|_| LinkError::Damaged)
}

/// Fletcher's sum: enough to notice a link that was cut or mistyped.
fn checksum(bytes: &[u8]) -> u32 {
    let (mut a, mut b) = (1_u32, 0_u32);
    for byte in bytes {
        a = (a + u32::from(*byte)) % 65521;
        b = (b + a) % 65521;
    }
    b << 16 | a
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_goes_in_comes_out(text in any::<String>(), step in any::<u64>(), selection in any::<Option<String>>()) {
            let shared = Shared { text, step, selection, release: None };
            prop_assert_eq!(decode(&format!("#{}", encode(&shared))), Ok(shared));
        }

        #[test]
        fn nothing_panics(fragment in any::<String>()) {
            let _ = decode(&fragment);
            let _ = decode(&format!("s1:{fragment}"));
        }
    }

    #[test]
    fn what_is_wrong_is_told_apart() {
        let link = encode(&Shared { text: "kind: Pod\n".repeat(9), ..Shared::default() });
        let bomb = format!("s1:{}", URL_SAFE_NO_PAD.encode(compress_to_vec(&vec![0; 100 << 20], 9)));
        for (fragment, error) in [
            ("", LinkError::NotALink),
            ("#section", LinkError::NotALink),
            ("s2:abc", LinkError::UnknownVersion),
            (&link[..link.len() - 4], LinkError::Damaged),
            (&link.replacen(&link[20..22], "AA", 1), LinkError::Damaged),
            (&bomb, LinkError::TooLarge),
        ] {
            assert_eq!(decode(fragment), Err(error), "{}", &fragment[..fragment.len().min(40)]);
        }
    }
}
