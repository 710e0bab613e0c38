//! Checks of single fields, and the rows of a table of them: which field of which kind has to pass which check.

use api::{Quantity, Set};
use findings::{FieldRule, NameForm};

use super::{
    field::{Field, FieldFaults},
    provenance::Provenance,
};
use crate::admission::has_form;

/// What the API server requires of a field.
#[derive(Clone, Copy)]
pub(super) enum FieldCheck {
    /// It must be set, for the reason that the message gives, if any. An object without it is accepted here with a notice, because scheduling does
    /// not need it.
    Set(&'static str),
    /// It must be set, and scheduling needs it. With the reason that the message gives, if any.
    Needed(&'static str),
    /// It must not be longer than this, if it is a list or a mapping.
    AtMost(usize),
    /// It must be one of these words, if it is set.
    Word(&'static [&'static str]),
    /// It must be a number that is not negative.
    NotNegative,
    /// It must be a number that is at least this, with the end of the message.
    AtLeast(i64, &'static str),
    /// It must be an amount greater than zero.
    PositiveAmount,
    /// It must be an amount that is not negative.
    Amount,
    /// It must be a name of this form, if it is set.
    Name(NameForm),
    /// It must be a name of this form.
    NeededName(NameForm),
    /// It must be the name of a driver, if it is set. Upstream: `ValidateCSIDriverName`, which ignores the case.
    DriverName,
    /// It must be the name of a pool, if it is set: subdomains between slashes. Upstream: `validatePoolName`.
    PoolName,
    /// It must be an absolute path, if it is set.
    AbsolutePath,
    /// It must be the name of an extended resource, if it is set.
    ResourceName,
    /// The items of the list must differ in the field `key`; "" if they are texts. The error is attributed to `place` in the later one.
    Unique { key: &'static str, place: &'static str },
    /// The keys must have the form of label keys, and the values that of label values.
    Labels,
}

/// A row of the table of checks.
pub(super) struct CheckRow {
    pub kind: &'static str,
    /// The path to the field. `[]` stands for each item of a list, and `?` follows a field that may be absent with all fields below it.
    pub path: &'static str,
    pub check: FieldCheck,
}

/// Checks the fields of an object.
pub(super) fn check_rows(
    rows: &[CheckRow],
    kind: &str,
    root: &Field<'_>,
    provenance: Provenance,
    faults: &mut FieldFaults,
) {
    for row in rows.iter().filter(|row| row.kind == kind) {
        check_below(root, row.path, row.check, provenance, faults);
    }
}

/// Checks the field at a path below `parent`.
pub(super) fn check_below(
    parent: &Field<'_>,
    path: &str,
    check: FieldCheck,
    provenance: Provenance,
    faults: &mut FieldFaults,
) {
    let (step, rest) = path.split_once('.').unwrap_or((path, ""));
    let (step, is_optional) = step.strip_suffix('?').map_or((step, false), |step| (step, true));
    let (key, is_list) = step.strip_suffix("[]").map_or((step, false), |key| (key, true));
    match parent.get(key) {
        Some(list) if is_list => {
            for item in list.items() {
                if rest.is_empty() {
                    // The API server's message names the list.
                    check_value(&list, &item, check, faults);
                } else {
                    check_below(&item, rest, check, provenance, faults);
                }
            }
        }
        _ if rest.is_empty() => check_field(parent, key, check, provenance, faults),
        Some(child) => check_below(&child, rest, check, provenance, faults),
        None if is_list || is_optional => {}
        None if rest.contains(['?', '[']) => {}
        // The API server sees an empty object there.
        None => check_absent(parent, &format!(".{path}"), check, provenance, faults),
    }
}

fn check_field(parent: &Field<'_>, key: &str, check: FieldCheck, provenance: Provenance, faults: &mut FieldFaults) {
    let place = format!(".{key}");
    match parent.get(key) {
        Some(field) if !field.is_blank() => check_value(&field, &field, check, faults),
        _ => check_absent(parent, &place, check, provenance, faults),
    }
}

fn check_absent(parent: &Field<'_>, place: &str, check: FieldCheck, provenance: Provenance, faults: &mut FieldFaults) {
    // Fields that nothing here reads are left out of objects from large files.
    if provenance != Provenance::New {
        return;
    }
    match check {
        FieldCheck::Set("") => parent.report(place, FieldRule::Required, &[], faults),
        FieldCheck::Set(reason) => parent.report_reason(place, FieldRule::Required, reason, faults),
        FieldCheck::Needed("") => parent.report(place, FieldRule::Missing, &[], faults),
        FieldCheck::Needed(reason) => parent.report_reason(place, FieldRule::NeededHere, reason, faults),
        FieldCheck::NeededName(form) => check_name(parent, place, "", form, faults),
        _ => {}
    }
}

/// Checks a value. What is wrong with it is reported of `field`.
fn check_value(field: &Field<'_>, value: &Field<'_>, check: FieldCheck, faults: &mut FieldFaults) {
    let text = value.own_text();
    match check {
        FieldCheck::Set(_) | FieldCheck::Needed(_) => {}
        FieldCheck::AtMost(limit) => {
            let count = value.items().count();
            if count > limit {
                let unit = if limit == 1 { "item" } else { "items" };
                field.report("", FieldRule::TooManyItems, &[&count.to_string(), &limit.to_string(), unit], faults);
            }
        }
        FieldCheck::Word(words) => {
            if !words.contains(&text) {
                let known: Vec<String> = words.iter().map(|word| format!("{word:?}")).collect();
                field.report("", FieldRule::UnknownWord, &[&format!("{text:?}"), &known.join(", ")], faults);
            }
        }
        FieldCheck::NotNegative => {
            if value.whole_number().is_some_and(|number| number < 0) {
                field.report("", FieldRule::Negative, &[text], faults);
            }
        }
        FieldCheck::AtLeast(least, reason) => {
            if value.whole_number().is_some_and(|number| number < least) {
                field.report_invalid("", text, reason, faults);
            }
        }
        FieldCheck::PositiveAmount => {
            if Quantity::parse(text).is_some_and(|amount| amount.nanos() <= 0) {
                field.report_invalid("", &format!("{text:?}"), "must be greater than zero", faults);
            }
        }
        FieldCheck::Amount => {
            if Quantity::parse(text).is_some_and(|amount| amount.nanos() < 0) {
                field.report("", FieldRule::Negative, &[&format!("{text:?}")], faults);
            }
        }
        FieldCheck::Name(form) | FieldCheck::NeededName(form) => check_name(field, "", text, form, faults),
        FieldCheck::DriverName => check_driver_name(field, "", text, faults),
        FieldCheck::PoolName => {
            let limit = NameForm::Subdomain.max_length();
            if text.len() > limit {
                field.report("", FieldRule::TooLong, &[&limit.to_string()], faults);
            }
            text.split('/').for_each(|part| check_name(field, "", part, NameForm::Subdomain, faults));
        }
        FieldCheck::AbsolutePath => {
            if !text.starts_with('/') {
                field.report_invalid("", &format!("{text:?}"), "must be an absolute path", faults);
            }
        }
        FieldCheck::ResourceName => {
            let is_native = text.split_once('/').is_none_or(|(domain, _)| domain.ends_with("kubernetes.io"));
            if is_native || text.starts_with("requests.") || !has_form(&format!("requests.{text}"), NameForm::Key) {
                field.report_invalid("", &format!("{text:?}"), "must be a valid extended resource name", faults);
            }
        }
        FieldCheck::Unique { key, place } => {
            let mut values = Set::new();
            for item in value.items() {
                let name = if key.is_empty() { item.own_text() } else { item.text(key) };
                if !name.is_empty() && !values.insert(name) {
                    item.report(place, FieldRule::Duplicate, &[name], faults);
                }
            }
        }
        FieldCheck::Labels => check_labels(value, faults),
    }
}

/// Checks a name.
pub(super) fn check_name(field: &Field<'_>, below: &str, name: &str, form: NameForm, faults: &mut FieldFaults) {
    // Of a key, the API server counts the part behind the slash.
    let (counted, limit) = match form {
        NameForm::Key => (name.rsplit('/').next().unwrap_or_default(), NameForm::Label.max_length()),
        NameForm::Label | NameForm::Subdomain => (name, form.max_length()),
    };
    if counted.len() > limit {
        let reason = match form {
            NameForm::Key => format!("name part must be no more than {limit} bytes"),
            NameForm::Label | NameForm::Subdomain => format!("must be no more than {limit} characters"),
        };
        field.report_invalid(below, &format!("{name:?}"), &reason, faults);
        return;
    }
    if form == NameForm::Key && counted.is_empty() {
        field.report_invalid(below, &format!("{name:?}"), "name part must be non-empty", faults);
    }
    if !has_form(name, form) {
        field.report_invalid(below, &format!("{name:?}"), form_reason(form), faults);
    }
}

/// Checks the name of a driver, whose case does not matter.
fn check_driver_name(field: &Field<'_>, below: &str, name: &str, faults: &mut FieldFaults) {
    let limit = NameForm::Label.max_length();
    if name.len() > limit {
        field.report(below, FieldRule::TooLong, &[&limit.to_string()], faults);
    }
    if !has_form(&name.to_ascii_lowercase(), NameForm::Subdomain) {
        field.report_invalid(below, &format!("{name:?}"), form_reason(NameForm::Subdomain), faults);
    }
}

/// Checks name and labels of an object. Upstream: `ValidateObjectMeta`; a `LimitRange` without a name gets one.
pub(super) fn check_metadata(root: &Field<'_>, needs_name: bool, faults: &mut FieldFaults) {
    let metadata = root.get("metadata");
    let name = metadata.as_ref().map_or("", |metadata| metadata.text("name"));
    if !name.is_empty() {
        check_name(root, ".metadata.name", name, NameForm::Subdomain, faults);
    } else if needs_name && metadata.as_ref().is_none_or(|metadata| !metadata.has("generateName")) {
        root.report_reason(".metadata.name", FieldRule::NeededHere, "name or generateName is required", faults);
    }
    if let Some(labels) = metadata.as_ref().and_then(|metadata| metadata.get("labels")) {
        check_labels(&labels, faults);
    }
}

/// Checks the keys and values of labels, or of a selector of labels.
pub(super) fn check_labels(labels: &Field<'_>, faults: &mut FieldFaults) {
    for (key, value) in labels.texts() {
        check_name(labels, "", key, NameForm::Key, faults);
        if !api::is_label_value(value) {
            labels.report_invalid("", &format!("{value:?}"), LABEL_VALUE, faults);
        }
    }
}

/// Checks the labels that the selector of an object has to match.
pub(super) fn check_selector_labels(spec: &Field<'_>, faults: &mut FieldFaults) {
    if let Some(selector) = spec.get("selector")
        && let Some(labels) = selector.get("matchLabels")
    {
        check_labels(&labels, faults);
    }
}

const LABEL_VALUE: &str = "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an \
     alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is \
     '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

/// How the API server describes the form of a name.
fn form_reason(form: NameForm) -> &'static str {
    match form {
        NameForm::Label => {
            "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an \
             alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')"
        }
        NameForm::Subdomain => {
            "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with \
             an alphanumeric character (e.g. 'example.com', regex used for validation is \
             '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
        }
        NameForm::Key => {
            "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character \
             (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
        }
    }
}

pub(super) fn check_not_negative(parent: &Field<'_>, field: &str, faults: &mut FieldFaults) {
    if parent.number(field).is_some_and(|number| number < 0) {
        parent.report(&format!(".{field}"), FieldRule::Negative, &[parent.text(field)], faults);
    }
}
