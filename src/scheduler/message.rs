//! Messages of failed attempts: upstream's `FitError`.

use std::collections::BTreeMap;

use crate::framework::{Failure, Reason, Wording};

/// `0/N nodes are available: ` and how often each reason was given, in the order of the finished words (so `10 x` comes
/// before `2 y`). A node counts once for each of its reasons.
pub fn unavailable<'f>(nodes: usize, failures: impl Iterator<Item = &'f Failure>, wording: &dyn Wording) -> String {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    // Neighbouring nodes mostly fail alike; the last text is kept so that it need not be made again.
    let mut last: Option<(&Reason, String)> = None;
    for reason in failures.flat_map(|failure| &failure.reasons) {
        let text = match &last {
            Some((same, text)) if wording.reads_alike(same, reason) => text.clone(),
            _ => wording.reason(reason),
        };
        match counts.get_mut(&text) {
            Some(count) => *count += 1,
            None => {
                counts.insert(text.clone(), 1);
            }
        }
        last = Some((reason, text));
    }
    let mut parts: Vec<String> = counts.into_iter().map(|(reason, count)| format!("{count} {reason}")).collect();
    parts.sort_unstable();
    if parts.is_empty() {
        return format!("0/{nodes} nodes are available:");
    }
    format!("0/{nodes} nodes are available: {}.", parts.join(", "))
}

/// `0/N nodes are available: ` and why `PreFilter` rejected the pod.
pub fn rejected(nodes: usize, failure: &Failure, wording: &dyn Wording) -> String {
    let reasons: Vec<String> = failure.reasons.iter().map(|reason| wording.reason(reason)).collect();
    format!("0/{nodes} nodes are available: {}.", reasons.join(", "))
}
