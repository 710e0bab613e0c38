//! Sharing: links to what is shown, what links say, and the page inside of another.
//!
//! `i18n::markdown` tells the run from the page's own stories; the page asks for the details that it lacks first
//! (`share/file_export`). Pictures are what is on the screen: `ui::svg_capture` writes every box, text and drawing of an element
//! as SVG, asks the browser for the look of each, and makes a class of each look. So a picture is light or dark as the
//! page is, and needs no style sheet. A PNG is that SVG on a canvas, loaded from `data:`, which the page's policy lets
//! in. The hand-out (`share/handout`) is a view that the browser prints: the stage drawn anew for each moment of a
//! lesson's steps, or for the moment that tells most (`share/handout_pictures`: a view of its own, with nothing that can be
//! clicked), the steps and questions or the run's events, and the link as a QR code. Its colors are the light tokens
//! (`.on-paper`). Of a large cluster it is the node that the moment is about, with the map beside it if the screen
//! shows one of that moment; else the picture on the screen stands alone. `www/styles/print.css` leaves all else out.

pub mod file_export;
pub mod range;
pub mod update;

use std::rc::Rc;

use api::{Set, Table};
use protocol::RunNumber;
use releases::Release;
use runlog::Attempt;
use trace::moment_names::MomentName;

/// What the page knows about it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ShareState {
    /// Whether the sheet is seen.
    pub is_open: bool,
    /// Whether the page stands inside of another: it shows, and changes nothing.
    pub is_embedded: bool,
    /// Whether it plays as soon as the run is there.
    pub is_autoplay: bool,
    /// The part of the run that is walked; all of it if absent.
    pub range: Option<NamedRange>,
    /// Whether the hand-out is seen.
    pub is_handout_open: bool,
    /// What is gathered for a file.
    pub export: Option<DetailCollection>,
    /// The release that the link wants beside this one, once the run is there.
    pub release_beside: Option<Release>,
}

/// The part of a run that is walked, as the address of a page inside of another names it: `range=from..to`. Where an end is left out, it is
/// that of the run.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedRange {
    from: Option<MomentName>,
    to: Option<MomentName>,
    /// The moments that it is in a run which had come so far.
    resolved: Option<((RunNumber, usize), (usize, usize))>,
}

/// Details of attempts that a file needs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DetailCollection {
    run: RunNumber,
    missing: Set<usize>,
    details: Table<usize, Rc<Attempt>>,
}

impl ShareState {
    /// The first and the last moment of a run to which the playhead goes.
    pub fn bounds(&self, run_number: RunNumber, last: usize) -> (usize, usize) {
        let resolved = self.range.as_ref().and_then(|range| range.resolved).filter(|(of, _)| of.0 == run_number);
        resolved.map_or((0, last), |(_, bounds)| bounds)
    }

    /// Takes a detail that came; whether it was the last one that was waited for.
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
