//! English.

mod calls;
mod capacity;
mod care;
mod compare;
mod configuring;
mod evidence;
mod export;
mod extender;
mod form;
mod gallery;
mod going;
mod labels;
mod lesson;
mod minors;
mod module;
mod notice;
mod offer;
mod opened;
mod phrases;
mod problem;
mod reason;
mod share;
mod stage;
mod story;
mod teach;
mod volumes;
mod why;
mod written;

use crate::catalogue::grammar::{Grammar, Noun};

/// English.
pub struct En;

impl Grammar for En {
    fn count(&self, count: usize, of: Noun) -> String {
        let noun = match of {
            Noun::Node => "node",
            Noun::Pod => "pod",
            Noun::Victim => "victim",
            Noun::Candidate => "candidate",
            Noun::Disruption => "disruption",
            Noun::Zone => "zone",
            Noun::Point => "point",
        };
        let many = if count == 1 { "" } else { "s" };
        format!("{count} {noun}{many}")
    }

    fn list(&self, items: &[&str]) -> String {
        items.join(", ")
    }
}
