//! The report that a user can send when something failed. It does not include the manifest.

use std::fmt::Write as _;

use gloo::utils::window;
use page_state::{gallery, recovery::fingerprint_of, store::Store};

use crate::page_metadata;

/// Builds the report as text.
pub fn build_report(store: &Store) -> String {
    let browser = window().navigator().user_agent().unwrap_or_default();
    let mut report = format!("Schedscope {}\n", env!("CARGO_PKG_VERSION"));
    let failure = store.recovery.crash.failure.as_ref();
    let failed = failure.map_or_else(
        || "nothing".to_owned(),
        |engine_failure| format!("{:?}: {}", engine_failure.kind, engine_failure.message),
    );
    for (name, value) in [
        ("page", page_metadata::meta_content("page").unwrap_or_default()),
        ("engine", page_metadata::meta_content("worker").unwrap_or_default()),
        ("browser", browser),
        ("release", store.run.shown_release().name().to_owned()),
        ("scenario", store.gallery.scenario.map_or("own text", gallery::scenario_name).to_owned()),
        ("text", format!("{} bytes, fingerprint {:016x}", store.run.text.len(), fingerprint_of(&store.run.text))),
        (
            "run",
            format!("{}, {:?}, {} events", store.run.number, store.run.status, store.run.view.trace.events().len()),
        ),
        (
            "ended at this text",
            store.recovery.crash.crashes.get(&fingerprint_of(&store.run.text)).copied().unwrap_or(0).to_string(),
        ),
        ("failed", failed),
    ] {
        let _ = writeln!(report, "{name}: {value}");
    }
    report
}
