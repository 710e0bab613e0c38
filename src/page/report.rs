//! What can be sent to those who make this page when something failed. The text of the scenario is not in it.

use std::fmt::Write as _;

use gloo::utils::window;

use crate::care::fingerprint;
use crate::gallery;
use crate::site;
use crate::store::Store;

/// The report.
pub fn of(store: &Store) -> String {
    let browser = window().navigator().user_agent().unwrap_or_default();
    let mut out = format!("Schedscope {}\n", env!("CARGO_PKG_VERSION"));
    let failure = store.care.failure.as_ref();
    let failed = failure.map_or_else(|| "nothing".to_owned(), |it| format!("{:?}: {}", it.failing, it.said));
    for (name, value) in [
        ("page", site::meta("page").unwrap_or_default()),
        ("engine", site::meta("worker").unwrap_or_default()),
        ("browser", browser),
        ("release", store.run.shown_release().name().to_owned()),
        ("scenario", store.gallery.scenario.map_or("own text", gallery::name).to_owned()),
        ("text", format!("{} bytes, fingerprint {:016x}", store.run.text.len(), fingerprint(&store.run.text))),
        (
            "run",
            format!("{}, {:?}, {} events", store.run.number, store.run.status, store.run.trace.trace.events().len()),
        ),
        ("ended at this text", store.care.deaths.get(&fingerprint(&store.run.text)).copied().unwrap_or(0).to_string()),
        ("failed", failed),
    ] {
        let _ = writeln!(out, "{name}: {value}");
    }
    out
}
