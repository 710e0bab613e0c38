//! A function's values in words.
//!
//! Only the part of the page that shows the scheduler's source has these words: they are no part of
//! [`Language`](super::table::Language).

use super::table::calls::CallSentences;
use super::{Lang, short};
use api::Str;
use record::Wording;
use trace::calls::Value;

/// Names that are listed; of more, so many and their number.
const LISTED: usize = 6;

apart!(CallSentences);

/// A value. What a filter says is quoted, as the release words it.
pub fn value(lang: Lang, wording: &dyn Wording, value: &Value) -> String {
    let own = words(lang).calls();
    match value {
        Value::Number(number) => number.to_string(),
        Value::Text(text) => text.to_string(),
        Value::Names(names) => list(lang, names, ToString::to_string),
        Value::Pods(pods) => list(lang, pods, |key| short(key).to_owned()),
        Value::Pairs(pairs) => list(lang, pairs, |(name, number)| format!("{name} = {number}")),
        Value::Verdict(None) => own.fits.to_owned(),
        Value::Verdict(Some((row, failure))) => {
            let reasons: Vec<String> = failure.reasons.iter().map(|reason| wording.reason(reason)).collect();
            let row = row.as_ref().map_or_else(String::new, |row| format!("{row}: "));
            format!("{:?} · {row}{}", failure.code, reasons.join(", "))
        }
        Value::Eligible(None) => own.may.to_owned(),
        Value::Eligible(Some(why)) => lang.ineligible(*why),
        Value::Rule(rule) => lang.rule(*rule).0,
        Value::Queue(queue) => lang.words().queue(*queue).to_owned(),
    }
}

fn list<T>(lang: Lang, items: &[T], tell: impl Fn(&T) -> String) -> String {
    let texts: Vec<String> = items.iter().take(LISTED).map(tell).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    match items.len() {
        0 => words(lang).calls().nothing.to_owned(),
        count if count > LISTED => format!("{} … ({count})", lang.list(&texts)),
        _ => lang.list(&texts),
    }
}

/// The number of a short name's items, for a line that has little room.
pub fn brief(lang: Lang, wording: &dyn Wording, told: &Value) -> String {
    let count = |items: &[Str]| if items.len() > 2 { Some(items.len().to_string()) } else { None };
    match told {
        Value::Names(items) | Value::Pods(items) => count(items),
        Value::Pairs(items) if items.len() > 2 => Some(items.len().to_string()),
        _ => None,
    }
    .unwrap_or_else(|| value(lang, wording, told))
}
