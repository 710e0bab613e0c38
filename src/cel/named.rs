//! The formats that `format.…()` names: what upstream's validation of names asks.

/// A format: its name and how long upstream's expression for it is, which is what a validation costs by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Format {
    pub(crate) name: &'static str,
    pub(crate) regex: u64,
    rule: Rule,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rule {
    Label,
    LabelPrefix,
    Subdomain,
    SubdomainPrefix,
    Label1035,
    QualifiedName,
    LabelValue,
    Uri,
    Uuid,
    Byte,
    Date,
    DateTime,
}

const fn format(name: &'static str, regex: u64, rule: Rule) -> Format {
    Format { name, regex, rule }
}

pub(crate) const FORMATS: [Format; 13] = [
    format("dns1123Label", 30, Rule::Label),
    format("dns1123Subdomain", 60, Rule::Subdomain),
    format("dns1035Label", 30, Rule::Label1035),
    format("qualifiedName", 60, Rule::QualifiedName),
    format("dns1123LabelPrefix", 30, Rule::LabelPrefix),
    format("dns1123SubdomainPrefix", 60, Rule::SubdomainPrefix),
    format("dns1035LabelPrefix", 30, Rule::Label1035),
    format("labelValue", 40, Rule::LabelValue),
    format("uri", 1000, Rule::Uri),
    format("uuid", 60, Rule::Uuid),
    format("byte", 80, Rule::Byte),
    format("date", 10, Rule::Date),
    format("datetime", 30, Rule::DateTime),
];

const LABEL: &str = "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const SUBDOMAIN: &str = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const LABEL_1035: &str = "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
const VALUE: &str = "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
const NAME: &str = "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

impl Format {
    pub(crate) fn named(name: &str) -> Option<Self> {
        FORMATS.into_iter().find(|format| format.name == name)
    }

    /// What is wrong with a text, as upstream says it.
    pub(crate) fn validate(self, text: &str) -> Vec<String> {
        let masked = |text: &str| text.strip_suffix('-').map_or_else(|| text.to_owned(), |rest| format!("{rest}a"));
        let one = |good: bool, message: &str| if good { Vec::new() } else { vec![message.to_owned()] };
        match self.rule {
            Rule::Label => judge(text, 63, LABEL, label),
            Rule::LabelPrefix => judge(&masked(text), 63, LABEL, label),
            Rule::Subdomain => judge(text, 253, SUBDOMAIN, subdomain),
            Rule::SubdomainPrefix => judge(&masked(text), 253, SUBDOMAIN, subdomain),
            Rule::Label1035 => {
                let text = if self.name == "dns1035LabelPrefix" { masked(text) } else { text.to_owned() };
                judge(&text, 63, LABEL_1035, |it| label(it) && it.starts_with(|c: char| c.is_ascii_lowercase()))
            }
            Rule::LabelValue => judge(text, 63, VALUE, |it| it.is_empty() || value(it)),
            Rule::QualifiedName => match text.split_once('/') {
                Some((prefix, name)) => {
                    let mut wrong: Vec<String> =
                        judge(prefix, 253, SUBDOMAIN, subdomain).iter().map(|it| format!("prefix part {it}")).collect();
                    wrong.extend(judge(name, 63, NAME, value));
                    wrong
                }
                None => judge(text, 63, NAME, value),
            },
            Rule::Uri => crate::net::Url::parse(text).map_or_else(|error| vec![error], |_| Vec::new()),
            Rule::Uuid => one(uuid(text), "does not match the UUID format"),
            Rule::Byte => one(base64(text), "invalid base64"),
            Rule::Date => one(crate::time::Timestamp::parse(&format!("{text}T00:00:00Z")).is_some(), "invalid date"),
            Rule::DateTime => one(crate::time::Timestamp::parse(text).is_some(), "invalid datetime"),
        }
    }
}

fn judge(text: &str, longest: usize, message: &str, good: impl Fn(&str) -> bool) -> Vec<String> {
    let mut wrong = Vec::new();
    if text.len() > longest {
        wrong.push(format!("must be no more than {longest} characters"));
    }
    if !good(text) {
        wrong.push(message.to_owned());
    }
    wrong
}

fn label(text: &str) -> bool {
    let inner = |c: u8| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'-';
    !text.is_empty() && text.bytes().all(inner) && !text.starts_with('-') && !text.ends_with('-')
}

fn subdomain(text: &str) -> bool {
    text.split('.').all(label)
}

fn value(text: &str) -> bool {
    let inner = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'-' | b'_' | b'.');
    let ends = ['-', '_', '.'];
    !text.is_empty() && text.bytes().all(inner) && !text.starts_with(ends) && !text.ends_with(ends)
}

fn uuid(text: &str) -> bool {
    let digits = text.bytes().filter(|c| *c != b'-');
    text.len() <= 36 && digits.clone().count() == 32 && digits.clone().all(|c| c.is_ascii_hexdigit())
}

fn base64(text: &str) -> bool {
    let body = text.trim_end_matches('=');
    let padded = text.len() - body.len() <= 2 && text.len().is_multiple_of(4);
    padded && body.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'+' || c == b'/')
}
