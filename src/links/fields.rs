//! The readable part of an address: `scenario=ladder&step=preempts:web&tab=filters`.

use std::fmt::{self, Display, Formatter};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// Characters that are percent-encoded: all that a chat program could take for the end of an address.
const ESCAPED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b':').remove(b'/').remove(b'@');

/// Keys with values, in order. A key without `=` has an empty value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LinkFields(Vec<(String, String)>);

impl LinkFields {
    /// Parses the part of an address after `#` or `?`.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let pairs = text.trim().trim_start_matches(['#', '?']).split('&').filter(|pair| !pair.is_empty());
        let plain = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
        Self(
            pairs
                .map(|pair| pair.split_once('=').unwrap_or((pair, "")))
                .map(|(key, value)| (plain(key), plain(value)))
                .collect(),
        )
    }

    /// The value of a key; the first one if there are several.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&str> {
        self.iter().find(|(known, _)| *known == key).map(|(_, value)| value)
    }

    /// Adds a key at the end.
    pub fn push(&mut self, key: &str, value: &str) {
        self.0.push((key.to_owned(), value.to_owned()));
    }

    /// All keys with their values, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }
}

impl Display for LinkFields {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (at, (key, value)) in self.iter().enumerate() {
            let escaped = |text| utf8_percent_encode(text, ESCAPED);
            write!(f, "{}{}", if at > 0 { "&" } else { "" }, escaped(key))?;
            if !value.is_empty() {
                write!(f, "={}", escaped(value))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_written_is_read(pairs in prop::collection::vec(("\\PC+", any::<String>()), 0..5)) {
            let mut fields = LinkFields::default();
            for (key, value) in &pairs {
                fields.push(key, value);
            }
            prop_assert_eq!(LinkFields::parse(&format!("#{fields}")), fields);
        }
    }

    #[test]
    fn keys_without_a_value_are_parsed() {
        let text = "scenario=ladder&step=judged.2.3:kube-system/dns&embed";
        let fields = LinkFields::parse(text);
        assert_eq!((fields.get("step"), fields.get("embed")), (Some("judged.2.3:kube-system/dns"), Some("")));
        assert_eq!((fields.get("tab"), fields.to_string().as_str()), (None, text));
        assert_eq!(LinkFields::parse("?a=%26%20+").get("a"), Some("& +"));
    }
}
