//! Errors in fields, and the forms that the API server requires of names, labels and numbers.

use api::{IntOrString, LabelSelector, Labels, Operator, ResourceList, Str, is_label_value, nearest_name, shorten};
use findings::{AdmissionProblem as Refusal, NameForm};

/// An error of admission in a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Path of the field within the object.
    pub path: String,
    pub refusal: Refusal,
}

/// All errors in an object.
pub(super) type Faults = Vec<Fault>;

pub(super) fn new_fault(path: impl Into<String>, refusal: Refusal) -> Fault {
    Fault { path: path.into(), refusal }
}

/// Checks the form of a required name.
pub(super) fn check_form(text: &str, form: NameForm, path: impl Into<String>, faults: &mut Faults) {
    let limit = form.max_length();
    if text.len() > limit {
        faults.push(new_fault(path, Refusal::TooLong { length: text.len(), limit }));
    } else if !has_form(text, form) {
        faults.push(new_fault(path, Refusal::Malformed { text: text.into(), form }));
    }
}

/// Checks label keys and values.
pub(super) fn check_labels(labels: &Labels, path: &str, faults: &mut Faults) {
    for (key, value) in labels.iter() {
        // A key that is too long is not shown.
        let place = if key.len() > NameForm::Key.max_length() { path.to_owned() } else { format!("{path}.{key}") };
        check_form(key, NameForm::Key, place.as_str(), faults);
        check_label_value(value, place, faults);
    }
}

/// Checks a label value.
pub(super) fn check_label_value(value: &Str, path: impl Into<String>, faults: &mut Faults) {
    if value.len() > NameForm::Label.max_length() {
        faults.push(new_fault(path, Refusal::TooLong { length: value.len(), limit: NameForm::Label.max_length() }));
    } else if !is_label_value(value) {
        faults.push(new_fault(path, Refusal::LabelValue { value: value.clone() }));
    }
}

/// Checks that a number is within bounds.
pub(super) fn check_number(value: impl Into<i64>, low: i64, high: i64, path: impl Into<String>, faults: &mut Faults) {
    let value = value.into();
    if !(low..=high).contains(&value) {
        faults.push(new_fault(path, Refusal::OutOfRange { value, low, high }));
    }
}

/// Checks that a number is not negative, or that a percentage is at most `highest`.
pub(super) fn check_int_or_percent(share: Option<&IntOrString>, highest: Option<u32>, path: &str, faults: &mut Faults) {
    match share {
        None => {}
        Some(IntOrString::Int(number)) => check_number(*number, 0, i32::MAX.into(), path, faults),
        Some(IntOrString::String(text)) => {
            let digits =
                text.strip_suffix('%').filter(|text| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit()));
            // More digits than fit are more than any limit.
            let percent = digits.map(|digits| digits.parse::<u32>().unwrap_or(u32::MAX));
            if percent.is_none_or(|percent| highest.is_some_and(|highest| percent > highest)) {
                faults.push(new_fault(path, Refusal::Percentage { text: shorten(text), highest }));
            }
        }
    }
}

/// Checks that no amount is negative.
pub(super) fn check_amounts(amounts: &ResourceList, path: &str, faults: &mut Vec<Fault>) {
    for (name, amount) in amounts.iter() {
        if amount.value() < 0 || amount.milli_value() < 0 {
            let amount = shorten(amount.as_str());
            faults.push(new_fault(format!("{path}.{name}"), Refusal::NegativeAmount { amount }));
        }
    }
}

/// Checks that extended resources have integer amounts.
pub(super) fn check_wholes(amounts: &ResourceList, path: &str, faults: &mut Vec<Fault>) {
    let is_vendor_name =
        |name: &str| name.split_once('/').is_some_and(|(vendor, _)| !vendor.ends_with("kubernetes.io"));
    for (name, amount) in
        amounts.iter().filter(|(name, amount)| is_vendor_name(name) && amount.milli_value() % 1000 != 0)
    {
        let amount = shorten(amount.as_str());
        faults.push(new_fault(format!("{path}.{name}"), Refusal::NotWhole { amount }));
    }
}

/// Whether a number of pods is `0` or `0%`.
pub(super) fn is_zero_share(share: &IntOrString) -> bool {
    match share {
        IntOrString::Int(number) => *number == 0,
        IntOrString::String(text) => text.strip_suffix('%').is_some_and(|text| text.bytes().all(|c| c == b'0')),
    }
}

/// Checks that a word is one of the accepted ones.
pub(super) fn check_word(word: &str, words: &[&str], path: &str, faults: &mut Vec<Fault>) {
    if !words.contains(&word) {
        let allowed_words: Vec<Str> =
            words.iter().filter(|word| !word.is_empty()).map(|word| Str::from(*word)).collect();
        let near = nearest_name(word, allowed_words.iter().map(Str::as_str)).map(Str::from);
        faults.push(new_fault(path, Refusal::UnknownWord { word: shorten(word), known: allowed_words, near }));
    }
}

/// Checks the operators of a selector, and that they have values where required.
pub(super) fn check_selector(selector: Option<&LabelSelector>, path: &str, faults: &mut Vec<Fault>) {
    let Some(selector) = selector else { return };
    for (index, requirement) in selector.match_expressions.iter().enumerate() {
        let path = format!("{path}.matchExpressions[{index}]");
        check_word(requirement.operator.as_str(), Operator::OF_LABELS, &format!("{path}.operator"), faults);
        let wants_values = match requirement.operator {
            Operator::In | Operator::NotIn => true,
            Operator::Exists | Operator::DoesNotExist => false,
            _ => continue,
        };
        if requirement.values.is_empty() == wants_values {
            let operator = requirement.operator.as_str().into();
            let refusal =
                if wants_values { Refusal::NoValues { operator } } else { Refusal::UnwantedValues { operator } };
            faults.push(new_fault(format!("{path}.values"), refusal));
        }
    }
}

/// Whether a name has a form, whatever its length.
pub(crate) fn has_form(text: &str, form: NameForm) -> bool {
    let edge = |c: Option<u8>| c.is_some_and(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
    let part = |text: &str| {
        edge(text.bytes().next())
            && edge(text.bytes().next_back())
            && text.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'-')
    };
    match form {
        NameForm::Label => part(text),
        NameForm::Subdomain => text.split('.').all(part),
        NameForm::Key => match text.split_once('/') {
            Some((prefix, name)) => prefix.len() <= 253 && prefix.split('.').all(part) && is_key_name(name),
            None => is_key_name(text),
        },
    }
}

fn is_key_name(name: &str) -> bool {
    !name.is_empty() && is_label_value(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_the_forms_of_the_api_server() {
        for (text, form, good) in [
            ("web-0", NameForm::Label, true),
            ("web.0", NameForm::Label, false),
            ("web.0", NameForm::Subdomain, true),
            ("ip-10-0-0-1.eu-west-1.compute.internal", NameForm::Subdomain, true),
            ("web..0", NameForm::Subdomain, false),
            ("Bad_Name!", NameForm::Subdomain, false),
            ("Web", NameForm::Subdomain, false),
            ("-web", NameForm::Label, false),
            ("web-", NameForm::Label, false),
            ("", NameForm::Label, false),
            ("名", NameForm::Subdomain, false),
            ("app", NameForm::Key, true),
            ("App_1", NameForm::Key, true),
            ("app.kubernetes.io/name", NameForm::Key, true),
            ("a/b/c", NameForm::Key, false),
            ("/name", NameForm::Key, false),
            ("App.io/name", NameForm::Key, false),
            ("app.io/", NameForm::Key, false),
        ] {
            let mut faults = Vec::new();
            check_form(text, form, "x", &mut faults);
            assert_eq!(faults.is_empty(), good, "{text:?} as {form:?}: {faults:?}");
        }
        for (length, form, good) in [
            (63, NameForm::Label, true),
            (64, NameForm::Label, false),
            (253, NameForm::Subdomain, true),
            (254, NameForm::Subdomain, false),
            (65_536, NameForm::Subdomain, false),
            (63, NameForm::Key, true),
            (64, NameForm::Key, false),
        ] {
            let mut faults = Vec::new();
            check_form(&"a".repeat(length), form, "x", &mut faults);
            assert_eq!(faults.is_empty(), good, "{length} as {form:?}");
        }
    }

    #[test]
    fn percentages() {
        for (share, highest, good) in [
            (IntOrString::Int(0), None, true),
            (IntOrString::Int(-5), None, false),
            (IntOrString::String("150%".into()), None, true),
            (IntOrString::String("150%".into()), Some(100), false),
            (IntOrString::String("100%".into()), Some(100), true),
            (IntOrString::String("-5%".into()), None, false),
            (IntOrString::String("5".into()), None, false),
            (IntOrString::String("%".into()), None, false),
            (IntOrString::String("half".into()), None, false),
            (IntOrString::String("99999999999999999999%".into()), Some(100), false),
        ] {
            let mut faults = Vec::new();
            check_int_or_percent(Some(&share), highest, "x", &mut faults);
            assert_eq!(faults.is_empty(), good, "{share:?} up to {highest:?}");
        }
    }
}
