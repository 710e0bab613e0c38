//! The first form of links: `s1:` and base64url of deflate of JSON with a checksum. The page writes them no more, and reads them
//! for ever.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use miniz_oxide::{deflate::compress_to_vec, inflate::decompress_to_vec_with_limit};
use serde::{Deserialize, Serialize};

use super::{
    fields::LinkFields,
    link_payload::{LinkError, LinkPayload, MAX_INFLATED, checksum},
};

const PREFIX: &str = "s1:";

/// What a link carries.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SharedScenario {
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

/// The fragment for what is shared, without `#`.
#[must_use]
pub fn encode(scenario: &SharedScenario) -> String {
    let mut bytes = serde_json::to_vec(scenario).unwrap_or_default();
    let sum = checksum(&bytes);
    bytes.extend(sum.to_le_bytes());
    format!("{PREFIX}{}", URL_SAFE_NO_PAD.encode(compress_to_vec(&bytes, 9)))
}

/// Whether a fragment says in which form it carries a text.
pub(super) fn has_version(fragment: &str) -> bool {
    let version = fragment.strip_prefix('s').and_then(|rest| rest.split_once(':'));
    version.is_some_and(|(version, _)| !version.is_empty() && version.bytes().all(|byte| byte.is_ascii_digit()))
}

/// What a fragment carries, with or without `#`.
///
/// # Errors
/// What is wrong with it.
pub fn decode(fragment: &str) -> Result<SharedScenario, LinkError> {
    let fragment = fragment.trim().trim_start_matches('#');
    let Some(data) = fragment.strip_prefix(PREFIX) else {
        return Err(if has_version(fragment) { LinkError::UnknownVersion } else { LinkError::NotALink });
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

impl From<SharedScenario> for LinkPayload {
    fn from(scenario: SharedScenario) -> Self {
        let mut fields = LinkFields::default();
        fields.push("moment", &scenario.step.to_string());
        if let Some(release) = scenario.release {
            fields.push("release", &release);
        }
        if let Some(selection) = scenario.selection {
            // No name of a node has a `/`, and every key of a pod has one.
            fields.push(if selection.contains('/') { "pod" } else { "node" }, &selection);
        }
        Self { text: scenario.text, fields }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_goes_in_comes_out(text in any::<String>(), step in any::<u64>(), selection in any::<Option<String>>()) {
            let shared = SharedScenario { text, step, selection, release: None };
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
        let link = encode(&SharedScenario { text: "kind: Pod\n".repeat(9), ..SharedScenario::default() });
        let bomb = format!("s1:{}", URL_SAFE_NO_PAD.encode(compress_to_vec(&vec![0; 100 << 20], 9)));
        for (fragment, error) in [
            ("", LinkError::NotALink),
            ("#section", LinkError::NotALink),
            ("s9:abc", LinkError::UnknownVersion),
            (&link[..link.len() - 4], LinkError::Damaged),
            (&link.replacen(&link[20..22], "AA", 1), LinkError::Damaged),
            (&bomb, LinkError::TooLarge),
        ] {
            assert_eq!(decode(fragment), Err(error), "{}", &fragment[..fragment.len().min(40)]);
        }
    }
}
