//! Names that upstream accepts, and its messages about others.

/// Plugins that were removed before `v1`.
pub(super) const REMOVED: [&str; 4] = ["AzureDiskLimits", "CinderLimits", "EBSLimits", "GCEPDLimits"];

/// Returns the errors of a name such as `example.com/foo`. Upstream: `content.IsLabelKey`.
pub(super) fn qualified_name_errors(name: &str) -> Vec<String> {
    const NAME: &str = "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric \
                        character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is \
                        '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
    const SUBDOMAIN: &str = "prefix part a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or \
                             '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for \
                             validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
    let mut faults = Vec::new();
    let parts: Vec<&str> = name.split('/').collect();
    let part = match parts.as_slice() {
        [name] => name,
        [prefix, name] => {
            if prefix.is_empty() {
                faults.push("prefix part must be non-empty".to_owned());
            } else {
                if prefix.len() > 253 {
                    faults.push("prefix part must be no more than 253 bytes".to_owned());
                }
                if !prefix.split('.').all(is_dns_label) {
                    faults.push(SUBDOMAIN.to_owned());
                }
            }
            name
        }
        _ => {
            let prefix = "with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')";
            return vec![format!("a qualified name {NAME} {prefix}")];
        }
    };
    if part.is_empty() {
        faults.push("name part must be non-empty".to_owned());
    } else if part.len() > 63 {
        faults.push("name part must be no more than 63 bytes".to_owned());
    }
    let is_inner_char = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    let is_alphanumeric = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    if !(part.chars().all(is_inner_char)
        && is_alphanumeric(part.chars().next())
        && is_alphanumeric(part.chars().last()))
    {
        faults.push(format!("name part {NAME}"));
    }
    faults
}

/// Whether the text is a valid part of a lowercase DNS subdomain.
fn is_dns_label(part: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    part.chars().all(|c| plain(c) || c == '-') && part.starts_with(plain) && part.ends_with(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_the_errors_of_label_keys() {
        let long = |length: usize| "a".repeat(length);
        let cases: [(String, &[&str]); 15] = [
            ("foo".into(), &[]),
            ("example.com/Foo_1.x-y".into(), &[]),
            (long(63), &[]),
            (long(64), &["name part must be no more than 63 bytes"]),
            (format!("{}/x", long(253)), &[]),
            (format!("{}/x", long(254)), &["prefix part must be no more than 253 bytes"]),
            ("/x".into(), &["prefix part must be non-empty"]),
            ("Example.com/x".into(), &["prefix part a lowercase RFC 1123 subdomain"]),
            ("a-.com/x".into(), &["prefix part a lowercase RFC 1123 subdomain"]),
            ("a..b/x".into(), &["prefix part a lowercase RFC 1123 subdomain"]),
            (String::new(), &["name part must be non-empty", "name part must consist of alphanumeric characters"]),
            ("-a".into(), &["name part must consist of alphanumeric characters"]),
            ("a.".into(), &["name part must consist of alphanumeric characters"]),
            ("a b".into(), &["name part must consist of alphanumeric characters"]),
            ("a/b/c".into(), &["a qualified name must consist of alphanumeric characters"]),
        ];
        for (name, expected) in cases {
            let faults = qualified_name_errors(&name);
            assert_eq!(faults.len(), expected.len(), "{name}: {faults:?}");
            assert!(faults.iter().zip(expected).all(|(fault, start)| fault.starts_with(start)), "{name}: {faults:?}");
        }
    }
}
