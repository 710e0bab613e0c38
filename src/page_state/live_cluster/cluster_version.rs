//! The version of a cluster, and the release that is nearest to it.

use std::rc::Rc;

use releases::Release;

/// The version of a cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClusterVersion {
    /// As the cluster states it: `v1.36.2+k3s1`.
    pub text: Rc<str>,
    /// The minor version: 36; `None` if the text has none.
    pub minor: Option<u32>,
}

impl ClusterVersion {
    /// Reads the answer to the request for the version; `None` if it states none.
    pub fn parse(answer: &str) -> Option<Self> {
        let answer: serde_json::Value = serde_json::from_str(answer).ok()?;
        let text = answer.get("gitVersion")?.as_str()?;
        let numbers = text.strip_prefix("v1.").map(|rest| rest.split(|c: char| !c.is_ascii_digit()).next());
        let minor = numbers.flatten().and_then(|minor| minor.parse().ok());
        Some(Self { text: text.into(), minor })
    }

    /// The release that is nearest.
    pub fn release(&self) -> Release {
        self.minor.map_or_else(Release::default, Release::nearest)
    }

    /// Whether that is another minor version than the cluster's.
    pub fn is_other_minor(&self) -> bool {
        self.minor != Some(self.release().minor())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_run_as_the_nearest_release() {
        for (text, minor, release, is_other) in [
            ("v1.36.2", Some(36), Release::V1_36, false),
            ("v1.36.0-alpha.1", Some(36), Release::V1_36, false),
            ("v1.33.4+k3s1", Some(33), Release::V1_34, true),
            ("v1.18.20-gke.100", Some(18), Release::V1_20, true),
            ("v1.99.0", Some(99), Release::V1_36, true),
            ("v2.0.0", None, Release::V1_36, true),
            ("tomorrow", None, Release::V1_36, true),
        ] {
            let version = ClusterVersion::parse(&format!(r#"{{"major":"1","gitVersion":"{text}"}}"#)).expect(text);
            assert_eq!((version.minor, version.release(), version.is_other_minor()), (minor, release, is_other));
        }
        for other in ["<html>", "{}", "[]", r#"{"gitVersion":7}"#] {
            assert_eq!(ClusterVersion::parse(other), None, "{other}");
        }
    }
}
