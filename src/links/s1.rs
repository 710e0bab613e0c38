//! The first format of links: `s1:` and base64url of deflated JSON with a checksum. Nothing writes it anymore, but such links must always open:
//! `s1_links.txt` has some that the page wrote at the time.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use serde::Deserialize;

use super::{
    fields::LinkFields,
    link_payload::{LinkError, LinkPayload, MAX_INFLATED, checksum},
};

const PREFIX: &str = "s1:";

/// The content of a link.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct SharedScenario {
    pub text: String,
    /// The number of the moment that is shown.
    #[serde(default)]
    pub step: u64,
    /// The release, if it is not the scenario's own.
    #[serde(default)]
    pub release: Option<String>,
    /// The selected pod (`namespace/name`) or node.
    #[serde(default)]
    pub selection: Option<String>,
}

/// Whether a fragment has the prefix of a link that contains a manifest, in any version.
pub(super) fn has_version(fragment: &str) -> bool {
    let version = fragment.strip_prefix('s').and_then(|rest| rest.split_once(':'));
    version.is_some_and(|(version, _)| !version.is_empty() && version.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Decodes a fragment, with or without `#`.
///
/// # Errors
/// What is wrong with the link.
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
            // The key of a pod contains a `/`, the name of a node doesn't.
            fields.push(if selection.contains('/') { "pod" } else { "node" }, &selection);
        }
        Self { text: scenario.text, fields }
    }
}

#[cfg(test)]
mod tests {
    use miniz_oxide::deflate::compress_to_vec;
    use proptest::prelude::*;

    use super::*;

    /// The recorded link of this name.
    fn recorded_link(name: &str) -> &'static str {
        let links = include_str!("s1_links.txt").lines().filter_map(|line| line.split_once(' '));
        links.into_iter().find(|(other, _)| *other == name).expect("a link of this name").1
    }

    /// Encodes bytes as a link, with their checksum.
    fn link_around(bytes: &[u8]) -> String {
        let with_checksum = [bytes, &checksum(bytes).to_le_bytes()].concat();
        format!("{PREFIX}{}", URL_SAFE_NO_PAD.encode(compress_to_vec(&with_checksum, 6)))
    }

    #[test]
    fn recorded_links_open() {
        let text = |text: &str| text.to_owned();
        let small = SharedScenario { text: text("kind: Pod\n"), ..SharedScenario::default() };
        let chinese = SharedScenario {
            text: text("title: 连锁抢占\ndescription: 一个 Pod 到来，引发两次抢占 🎭\n"),
            step: 12,
            release: Some(text("v1.20")),
            selection: Some(text("default/web")),
        };
        let large = SharedScenario {
            text: (0..3000).map(|number| format!("- name: pod-{number}\n")).collect::<Vec<_>>().concat(),
            step: 7,
            release: None,
            selection: Some(text("node-a")),
        };
        for (name, shared) in [("small", small), ("chinese", chinese), ("large", large)] {
            let link = recorded_link(name);
            assert_eq!(decode(link).as_ref(), Ok(&shared), "{name}");
            assert_eq!(decode(&format!(" #{link}\n")), Ok(shared), "{name}, as an address has it");
        }
    }

    #[test]
    fn fields_of_a_link_are_those_of_the_page() {
        for (name, fields) in [
            ("small", "moment=0"),
            ("chinese", "moment=12&release=v1.20&pod=default%2Fweb"),
            ("large", "moment=7&node=node-a"),
        ] {
            let payload = decode(recorded_link(name)).map(LinkPayload::from).expect("a link that opens");
            assert_eq!(payload.fields, LinkFields::parse(fields), "{name}");
        }
    }

    proptest! {
        #[test]
        fn nothing_panics(fragment in any::<String>(), bytes in any::<Vec<u8>>()) {
            let _ = decode(&fragment);
            let _ = decode(&format!("s1:{fragment}"));
            let _ = decode(&format!("s1:{}", URL_SAFE_NO_PAD.encode(&bytes)));
            let _ = decode(&link_around(&bytes));
        }

        #[test]
        fn a_damaged_link_does_not_open(place in any::<prop::sample::Index>(), other in "[A-Za-z0-9_-]") {
            for name in ["small", "chinese", "large"] {
                let link = recorded_link(name);
                let at = PREFIX.len() + place.index(link.len() - PREFIX.len());
                let changed = format!("{}{other}{}", &link[..at], &link[at + 1..]);
                prop_assert!(changed == link || decode(&changed).is_err() || decode(&changed) == decode(link), "{}", name);
                prop_assert!(decode(&link[..at]).is_err(), "{} cut at {}", name, at);
            }
        }
    }

    #[test]
    fn broken_links_have_distinct_errors() {
        let link = recorded_link("chinese");
        for (fragment, error) in [
            ("", LinkError::NotALink),
            ("#section", LinkError::NotALink),
            ("s9:abc", LinkError::UnknownVersion),
            (&link[..link.len() - 4], LinkError::Damaged),
            (&link.replacen(&link[20..22], "AA", 1), LinkError::Damaged),
            (&link_around(b"{}"), LinkError::Damaged),
            (&link_around(&vec![0; 100 << 20]), LinkError::TooLarge),
        ] {
            assert_eq!(decode(fragment), Err(error), "{}", &fragment[..fragment.len().min(40)]);
        }
    }
}
