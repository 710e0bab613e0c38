//! Semantic versions with the syntax and order of `github.com/blang/semver`.

use std::{cmp::Ordering, fmt};

/// A semantic version. The build metadata after `+` does not affect comparisons.
#[derive(Clone, Debug)]
pub(crate) struct SemanticVersion {
    pub(crate) major: u64,
    pub(crate) minor: u64,
    pub(crate) patch: u64,
    pre: Vec<PreReleasePart>,
    build: String,
}

/// An identifier of a pre-release such as `rc.1`. Numeric identifiers are below others.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum PreReleasePart {
    Number(u64),
    Text(String),
}

impl SemanticVersion {
    /// Parses a version. The error is upstream's message.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        if text.is_empty() {
            return Err("Version string empty".to_owned());
        }
        let mut parts = text.splitn(3, '.');
        let (Some(major), Some(minor), Some(rest)) = (parts.next(), parts.next(), parts.next()) else {
            return Err("No Major.Minor.Patch elements found".to_owned());
        };
        let major = parse_number(major, "Major", "major")?;
        let minor = parse_number(minor, "Minor", "minor")?;
        let (rest, build) = rest.split_once('+').map_or((rest, None), |(rest, build)| (rest, Some(build)));
        let (patch, pre) = rest.split_once('-').map_or((rest, None), |(patch, pre)| (patch, Some(pre)));
        let patch = parse_number(patch, "Patch", "patch")?;
        let pre = pre.map_or(Ok(Vec::new()), |pre| pre.split('.').map(parse_part).collect())?;
        if let Some(build) = build {
            for piece in build.split('.') {
                if piece.is_empty() {
                    return Err("Build meta data is empty".to_owned());
                }
                if !piece.bytes().all(is_allowed_char) {
                    return Err(format!("Invalid character(s) found in build meta data {}", quote_text(piece)));
                }
            }
        }
        Ok(Self { major, minor, patch, pre, build: build.unwrap_or_default().to_owned() })
    }

    /// Parses a version after normalizing it: a leading `v` and leading zeros are removed, and missing numbers are
    /// added.
    pub(crate) fn parse_loosely(text: &str) -> Result<Self, String> {
        let text = text.strip_prefix('v').unwrap_or(text);
        let mut parts: Vec<String> = text.splitn(3, '.').map(without_zeros).collect();
        if parts.len() < 3 && parts.last().is_some_and(|part| part.contains(['+', '-'])) {
            return Err("short version cannot contain PreRelease/Build meta data".to_owned());
        }
        parts.resize(3, "0".to_owned());
        Self::parse(&parts.join("."))
    }
}

fn without_zeros(part: &str) -> String {
    let rest = part.trim_start_matches('0');
    match part.len() > 1 && !rest.starts_with(|c: char| c.is_ascii_digit()) && rest.len() < part.len() {
        true => format!("0{rest}"),
        false if part.len() > 1 => rest.to_owned(),
        false => part.to_owned(),
    }
}

fn is_allowed_char(c: u8) -> bool {
    c.is_ascii_alphanumeric() || c == b'-'
}

fn quote_text(text: &str) -> String {
    format!("{text:?}")
}

fn parse_number(text: &str, title: &str, name: &str) -> Result<u64, String> {
    if !text.bytes().all(|c| c.is_ascii_digit()) {
        return Err(format!("Invalid character(s) found in {name} number {}", quote_text(text)));
    }
    if text.len() > 1 && text.starts_with('0') {
        return Err(format!("{title} number must not contain leading zeroes {}", quote_text(text)));
    }
    let why = if text.is_empty() { "invalid syntax" } else { "value out of range" };
    text.parse().map_err(|_| format!("strconv.ParseUint: parsing {}: {why}", quote_text(text)))
}

fn parse_part(text: &str) -> Result<PreReleasePart, String> {
    if text.is_empty() {
        return Err("Prerelease is empty".to_owned());
    }
    if text.bytes().all(|c| c.is_ascii_digit()) {
        if text.len() > 1 && text.starts_with('0') {
            return Err(format!("Numeric PreRelease version must not contain leading zeroes {}", quote_text(text)));
        }
        return match text.parse() {
            Ok(number) => Ok(PreReleasePart::Number(number)),
            Err(_) => Err(format!("strconv.ParseUint: parsing {}: value out of range", quote_text(text))),
        };
    }
    match text.bytes().all(is_allowed_char) {
        true => Ok(PreReleasePart::Text(text.to_owned())),
        false => Err(format!("Invalid character(s) found in prerelease {}", quote_text(text))),
    }
}

impl Ord for SemanticVersion {
    fn cmp(&self, other: &Self) -> Ordering {
        let numbers = |version: &Self| (version.major, version.minor, version.patch);
        // A version with a pre-release precedes the same version without one.
        numbers(self)
            .cmp(&numbers(other))
            .then(self.pre.is_empty().cmp(&other.pre.is_empty()))
            .then_with(|| self.pre.cmp(&other.pre))
    }
}

impl PartialOrd for SemanticVersion {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for SemanticVersion {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for SemanticVersion {}

impl fmt::Display for SemanticVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)?;
        for (i, part) in self.pre.iter().enumerate() {
            f.write_str(if i == 0 { "-" } else { "." })?;
            match part {
                PreReleasePart::Number(number) => write!(f, "{number}")?,
                PreReleasePart::Text(text) => f.write_str(text)?,
            }
        }
        if self.build.is_empty() { Ok(()) } else { write!(f, "+{}", self.build) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_ordered_like_semver() {
        let sorted = [
            "1.0.0-1",
            "1.0.0-2",
            "1.0.0-10",
            "1.0.0-a",
            "1.0.0-a.1",
            "1.0.0-rc.1",
            "1.0.0",
            "1.0.1",
            "1.1.0",
            "2.0.0",
        ];
        for pair in sorted.windows(2) {
            let read = |text| SemanticVersion::parse(text).expect("it is one");
            assert!(read(pair[0]) < read(pair[1]), "{pair:?}");
            assert_eq!(read(pair[0]).to_string(), pair[0]);
        }
    }

    #[test]
    fn parse_errors_match_upstream() {
        for (text, error) in [
            ("", "Version string empty"),
            ("1.2", "No Major.Minor.Patch elements found"),
            ("v1.2.3", "Invalid character(s) found in major number \"v1\""),
            ("1.02.3", "Minor number must not contain leading zeroes \"02\""),
            ("1.2.3-", "Prerelease is empty"),
            ("1.2.3-01", "Numeric PreRelease version must not contain leading zeroes \"01\""),
            ("1.2.3+", "Build meta data is empty"),
            ("1.2.99999999999999999999", "strconv.ParseUint: parsing \"99999999999999999999\": value out of range"),
        ] {
            assert_eq!(SemanticVersion::parse(text).err().as_deref(), Some(error), "{text:?}");
        }
        for (text, read) in [("v1.2", "1.2.0"), ("01.002.3", "1.2.3"), ("1", "1.0.0"), ("0.00.1-rc", "0.0.1-rc")] {
            assert_eq!(
                SemanticVersion::parse_loosely(text).map(|semantic_version| semantic_version.to_string()).as_deref(),
                Ok(read),
                "{text:?}"
            );
        }
        assert!(SemanticVersion::parse_loosely("1.2-rc").is_err());
    }
}
