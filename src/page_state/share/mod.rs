//! Sharing: links to the current moment, exports, handouts, and pages embedded in other pages.
//!
//! `i18n::markdown` renders the run from the same texts as the page; the page first requests missing details (`share/file_export`).
//! Pictures are taken of the screen: `ui::svg_capture` writes every box, text and drawing of an element as SVG, reads its computed style,
//! and creates a class per style. So a picture has the page's theme and needs no style sheet. A PNG is that SVG drawn on a canvas, loaded
//! from `data:`, which the page's content security policy allows. The handout (`share/handout`) is a printable view: the stage at each
//! step of a lesson, or at the most relevant moment (`share/handout_pictures`, without controls), the steps and questions or the run's
//! events, and the link as a QR code. It uses the light theme's colors (`.on-paper`). For a large cluster it shows the node that the
//! moment is about, with the map if the screen shows one at that moment; otherwise it shows the picture on the screen alone.
//! `www/styles/print.css` hides everything else.

pub mod file_export;
pub mod range;
pub mod update;

use std::rc::Rc;

use api::{Set, Table};
use protocol::RunNumber;
use releases::Release;
use runlog::Attempt;
use trace::moment_names::MomentName;

/// The state of sharing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ShareState {
    /// Whether the sharing dialog is open.
    pub is_open: bool,
    /// Whether the page is embedded in another page: it is read-only.
    pub is_embedded: bool,
    /// Whether playback starts as soon as the run is complete.
    pub is_autoplay: bool,
    /// The playable range; `None` is the whole run.
    pub range: Option<NamedRange>,
    /// Whether the handout is open.
    pub is_handout_open: bool,
    /// The details collected for an export.
    pub export: Option<DetailCollection>,
    /// The release that the link compares with, until the run is complete.
    pub release_beside: Option<Release>,
}

/// The playable range as given in the address of an embedded page: `range=from..to`. An omitted end is that of the run.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedRange {
    from: Option<MomentName>,
    to: Option<MomentName>,
    /// The cached result: (run, its last moment) and (first, last) moment of the range.
    resolved: Option<((RunNumber, usize), (usize, usize))>,
}

/// The details of attempts that an export needs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DetailCollection {
    run: RunNumber,
    missing: Set<usize>,
    details: Table<usize, Rc<Attempt>>,
}

impl ShareState {
    /// The first and last moment of the playable range in a run whose last moment is `last`.
    pub fn bounds(&self, run_number: RunNumber, last: usize) -> (usize, usize) {
        let resolved = self.range.as_ref().and_then(|range| range.resolved).filter(|(of, _)| of.0 == run_number);
        resolved.map_or((0, last), |(_, bounds)| bounds)
    }

    /// Adds a detail. Returns whether it was the last missing one.
    pub fn add_detail(&mut self, run_number: RunNumber, number: usize, detail: &Rc<Attempt>) -> bool {
        let Some(detail_collection) = self.export.as_mut().filter(|export| export.run == run_number) else {
            return false;
        };
        let waited = detail_collection.missing.remove(&number);
        if waited {
            detail_collection.details.insert(number, Rc::clone(detail));
        }
        waited && detail_collection.missing.is_empty()
    }
}
