//! Texts for the values of a function's parameters and results.
//!
//! Only the chunk with the call graph needs these texts, so they are not part of [`Language`](super::table::Language).

use runlog::Wording;
use trace::calls::CallValue;

use super::{Lang, short_pod_name, table::call_text::CallSentences};

/// The limit of listed names; with more, their number is added.
const MAX_NAMES: usize = 6;

lazy_catalog!(CallSentences);

/// The text of a value. Messages of filters are quoted in the release's wording.
pub fn render_value(lang: Lang, wording: &dyn Wording, value: &CallValue) -> String {
    let calls = words(lang).call_labels();
    match value {
        CallValue::Number(number) => number.to_string(),
        CallValue::Text(text) => text.to_string(),
        CallValue::Names(names) => render_list(lang, names, ToString::to_string),
        CallValue::Pods(pods) => render_list(lang, pods, |key| short_pod_name(key).to_owned()),
        CallValue::Pairs(pairs) => render_list(lang, pairs, |(name, number)| format!("{name} = {number}")),
        CallValue::Verdict(None) => calls.fits.to_owned(),
        CallValue::Verdict(Some((row, failure))) => {
            let row = row.as_ref().map_or_else(String::new, |row| format!("{row}: "));
            format!("{:?} · {row}{}", failure.code, failure.render_reasons(wording))
        }
        CallValue::Eligible(None) => calls.may.to_owned(),
        CallValue::Eligible(Some(why)) => lang.ineligible_text(*why),
        CallValue::Rule(rule) => lang.rule_text(*rule).0,
        CallValue::Queue(queue) => lang.page_labels().queue_name(*queue).to_owned(),
    }
}

fn render_list<T>(lang: Lang, items: &[T], render_item: impl Fn(&T) -> String) -> String {
    let texts: Vec<String> = items.iter().take(MAX_NAMES).map(render_item).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    match items.len() {
        0 => words(lang).call_labels().nothing.to_owned(),
        count if count > MAX_NAMES => format!("{} … ({count})", lang.list(&texts)),
        _ => lang.list(&texts),
    }
}

/// The number of items with a short name, for a line with little space.
pub fn brief_value(lang: Lang, wording: &dyn Wording, call_value: &CallValue) -> String {
    let count = |items: usize| if items > 2 { Some(items.to_string()) } else { None };
    match call_value {
        CallValue::Names(items) => count(items.len()),
        CallValue::Pods(items) => count(items.len()),
        CallValue::Pairs(items) if items.len() > 2 => Some(items.len().to_string()),
        _ => None,
    }
    .unwrap_or_else(|| render_value(lang, wording, call_value))
}
