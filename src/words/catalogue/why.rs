//! What a finding is told with.

use api::Millis;
use record::PluginId;
use wire::{Answer, Fact};

sentences! {
    /// Findings.
    pub trait Sentences {
        /// A finding; `wakes` says what lets the pod try again.
        fn fact(fact: &Fact, now: Millis, wakes: &str) -> String;
        /// A change that would help, and what comes of it.
        fn answer(answer: &Answer) -> String;
        fn wakes_on_any_change(latest: &str) -> String;
        fn wakes_after(latest: &str) -> String;
        fn wakes_on(changes: &[&str], latest: &str) -> String;
        /// What a plugin listens for, roughly; the exact conditions are its hint's.
        fn change(plugin: PluginId) -> Option<&'static str>;
    }
}
