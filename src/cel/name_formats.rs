//! The named formats such as `format.dns1123Label()`, which check names as Kubernetes does.

/// A named format, with the length of its regular expression upstream, which determines the cost of a validation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NameFormat {
    pub(crate) name: &'static str,
    pub(crate) regex: u64,
    rule: FormatRule,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FormatRule {
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

const fn format(name: &'static str, regex: u64, rule: FormatRule) -> NameFormat {
    NameFormat { name, regex, rule }
}

pub(crate) const FORMATS: [NameFormat; 13] = [
    format("dns1123Label", 30, FormatRule::Label),
    format("dns1123Subdomain", 60, FormatRule::Subdomain),
    format("dns1035Label", 30, FormatRule::Label1035),
    format("qualifiedName", 60, FormatRule::QualifiedName),
    format("dns1123LabelPrefix", 30, FormatRule::LabelPrefix),
    format("dns1123SubdomainPrefix", 60, FormatRule::SubdomainPrefix),
    format("dns1035LabelPrefix", 30, FormatRule::Label1035),
    format("labelValue", 40, FormatRule::LabelValue),
    format("uri", 1000, FormatRule::Uri),
    format("uuid", 60, FormatRule::Uuid),
    format("byte", 80, FormatRule::Byte),
    format("date", 10, FormatRule::Date),
    format("datetime", 30, FormatRule::DateTime),
];

const LABEL_MESSAGE: &str = "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const SUBDOMAIN_MESSAGE: &str = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const LABEL_1035: &str = "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
const VALUE_MESSAGE: &str = "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
const NAME_MESSAGE: &str = "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

impl NameFormat {
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        FORMATS.into_iter().find(|format| format.name == name)
    }

    /// Upstream's messages about a text that does not have the format.
    pub(crate) fn validate(self, text: &str) -> Vec<String> {
        let masked = |text: &str| text.strip_suffix('-').map_or_else(|| text.to_owned(), |rest| format!("{rest}a"));
        let message_unless =
            |is_valid: bool, message: &str| if is_valid { Vec::new() } else { vec![message.to_owned()] };
        match self.rule {
            FormatRule::Label => check_length_and_form(text, 63, LABEL_MESSAGE, is_dns_label),
            FormatRule::LabelPrefix => check_length_and_form(&masked(text), 63, LABEL_MESSAGE, is_dns_label),
            FormatRule::Subdomain => check_length_and_form(text, 253, SUBDOMAIN_MESSAGE, is_subdomain),
            FormatRule::SubdomainPrefix => check_length_and_form(&masked(text), 253, SUBDOMAIN_MESSAGE, is_subdomain),
            FormatRule::Label1035 => {
                let text = if self.name == "dns1035LabelPrefix" { masked(text) } else { text.to_owned() };
                check_length_and_form(&text, 63, LABEL_1035, |text| {
                    is_dns_label(text) && text.starts_with(|c: char| c.is_ascii_lowercase())
                })
            }
            FormatRule::LabelValue => {
                check_length_and_form(text, 63, VALUE_MESSAGE, |text| text.is_empty() || is_label_value(text))
            }
            FormatRule::QualifiedName => match text.split_once('/') {
                Some((prefix, name)) => {
                    let mut messages: Vec<String> = check_length_and_form(prefix, 253, SUBDOMAIN_MESSAGE, is_subdomain)
                        .iter()
                        .map(|message| format!("prefix part {message}"))
                        .collect();
                    messages.extend(check_length_and_form(name, 63, NAME_MESSAGE, is_label_value));
                    messages
                }
                None => check_length_and_form(text, 63, NAME_MESSAGE, is_label_value),
            },
            FormatRule::Uri => crate::ip_net::Url::parse(text).map_or_else(|error| vec![error], |_| Vec::new()),
            FormatRule::Uuid => message_unless(is_uuid(text), "does not match the UUID format"),
            FormatRule::Byte => message_unless(base64(text), "invalid base64"),
            FormatRule::Date => message_unless(
                crate::timestamps::Timestamp::parse(&format!("{text}T00:00:00Z")).is_some(),
                "invalid date",
            ),
            FormatRule::DateTime => {
                message_unless(crate::timestamps::Timestamp::parse(text).is_some(), "invalid datetime")
            }
        }
    }
}

fn check_length_and_form(text: &str, longest: usize, message: &str, is_valid: impl Fn(&str) -> bool) -> Vec<String> {
    let mut messages = Vec::new();
    if text.len() > longest {
        messages.push(format!("must be no more than {longest} characters"));
    }
    if !is_valid(text) {
        messages.push(message.to_owned());
    }
    messages
}

fn is_dns_label(text: &str) -> bool {
    let is_inner_char = |c: u8| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'-';
    !text.is_empty() && text.bytes().all(is_inner_char) && !text.starts_with('-') && !text.ends_with('-')
}

fn is_subdomain(text: &str) -> bool {
    text.split('.').all(is_dns_label)
}

fn is_label_value(text: &str) -> bool {
    let is_inner_char = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'-' | b'_' | b'.');
    let ends = ['-', '_', '.'];
    !text.is_empty() && text.bytes().all(is_inner_char) && !text.starts_with(ends) && !text.ends_with(ends)
}

fn is_uuid(text: &str) -> bool {
    let digits = text.bytes().filter(|c| *c != b'-');
    text.len() <= 36 && digits.clone().count() == 32 && digits.clone().all(|c| c.is_ascii_hexdigit())
}

fn base64(text: &str) -> bool {
    let body = text.trim_end_matches('=');
    let padded = text.len() - body.len() <= 2 && text.len().is_multiple_of(4);
    padded && body.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'+' || c == b'/')
}
