//! What tags make of scalars: `resolve` of `resolve.go` and `scalar` of `decode.go`.

use std::borrow::Cow;

use super::plain::{PlainScalar, resolve_plain};

/// A scalar under a tag, and whether it is still to be read as one without quotes.
///
/// # Errors
/// The text is nothing of the kind, in go-yaml's words.
pub(crate) fn apply_tag<'t>(tag: &str, text: Cow<'t, str>) -> Result<(Cow<'t, str>, bool), String> {
    let scalar = resolve_plain(&text);
    let is_right = match tag {
        "!!int" => matches!(scalar, PlainScalar::Whole(_)) && !is_float(&text),
        "!!float" => {
            matches!(scalar, PlainScalar::Whole(_) | PlainScalar::Number(_) | PlainScalar::NotFinite(_))
        }
        "!!bool" => matches!(scalar, PlainScalar::Bool(_)),
        "!!null" => scalar == PlainScalar::Null,
        "!!timestamp" => is_date(&text),
        "!!binary" => {
            let decoded = decode_base64(&text).ok_or("!!binary value contains invalid base64 data")?;
            return Ok((decoded.into(), false));
        }
        // A tag of another program says nothing here.
        _ => return Ok((text, false)),
    };
    if is_right {
        return Ok((text, tag != "!!timestamp"));
    }
    let actual = match scalar {
        PlainScalar::Null => "!!null",
        PlainScalar::Bool(_) => "!!bool",
        PlainScalar::Whole(_) if !is_float(&text) => "!!int",
        PlainScalar::Whole(_) | PlainScalar::Number(_) | PlainScalar::NotFinite(_) => "!!float",
        PlainScalar::Text => "!!str",
    };
    Err(format!("cannot decode {actual} `{text}` as a {tag}"))
}

/// Whether a whole number is written as one with a fraction or an exponent.
fn is_float(text: &str) -> bool {
    text.contains('.') || text.contains(['e', 'E']) && !text.to_ascii_lowercase().contains("0x")
}

/// Whether a text is a date, alone or with a time: one that a year of four digits begins.
fn is_date(text: &str) -> bool {
    let mut parts = text.get(..10.min(text.len())).unwrap_or_default().split(['-', 'T', 't', ' ']);
    let mut is_number = |low: u32, high: u32| {
        parts.next().and_then(|part| part.parse::<u32>().ok()).is_some_and(|number| (low..=high).contains(&number))
    };
    text.as_bytes().get(4) == Some(&b'-') && is_number(0, 9999) && is_number(1, 12) && is_number(1, 31)
}

/// Bytes in base 64, with padding, as text; other bytes than those of text become the replacement character, as in Go's JSON.
fn decode_base64(text: &str) -> Option<String> {
    let letters: Vec<u8> = text.bytes().filter(|byte| !matches!(byte, b'\n' | b'\r')).collect();
    let padding = letters.iter().rev().take_while(|byte| **byte == b'=').count();
    if !letters.len().is_multiple_of(4) || padding > 2 {
        return None;
    }
    let mut bytes = Vec::new();
    for group in letters.chunks(4) {
        let mut number = 0_u32;
        for letter in group {
            let digit = match letter {
                b'A'..=b'Z' => letter - b'A',
                b'a'..=b'z' => letter - b'a' + 26,
                b'0'..=b'9' => letter - b'0' + 52,
                b'+' => 62,
                b'/' => 63,
                b'=' => 0,
                _ => return None,
            };
            number = number << 6 | u32::from(digit);
        }
        bytes.extend(&number.to_be_bytes()[1..]);
    }
    if letters[..letters.len() - padding].contains(&b'=') {
        return None;
    }
    bytes.truncate(bytes.len() - padding);
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_decoded_with_padding() {
        for (text, decoded) in [
            ("", Some("")),
            ("TWFu", Some("Man")),
            ("TWE=", Some("Ma")),
            ("TQ==", Some("M")),
            ("YXow\nMTk=", Some("az019")),
            ("8J+Yig==", Some("😊")),
            ("Pz8/", Some("???")),
            ("/w==", Some("\u{fffd}")),
            ("TWF", None),
            ("T===", None),
            ("TQ=A", None),
            ("T-==", None),
        ] {
            assert_eq!(decode_base64(text).as_deref(), decoded, "{text}");
        }
    }
}
