//! The state of the current run: its manifest, status and results.

use std::rc::Rc;

use api::Millis;
use findings::Finding;
use protocol::{EncodedValue, EventBatch, LoadResult, RunNumber};
use releases::{Release, ReleaseChoice};
use trace::steps::Moment;

use crate::{run_view::RunView, shared_text::is_same_text};

/// The status of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Status {
    /// The worker is running it.
    #[default]
    Working,
    /// All events have arrived.
    Done,
    /// The manifest is invalid.
    Rejected,
    /// The user canceled the run; the events so far are kept.
    Cancelled,
    /// The engine failed; the events so far are kept.
    Broken,
}

/// Actions on the run.
#[derive(Clone, Debug)]
pub enum RunMsg {
    /// Runs the manifest in the editor.
    Start,
    /// Runs it again, up to the playhead or its pending target.
    RunAgain,
    /// Runs the edited manifest, which has no address of its own.
    RunEdited,
    /// Sets the release.
    SetRelease(Release),
    /// The worker loaded the manifest.
    ManifestLoaded(RunNumber, Rc<LoadResult>),
    /// The manifest is invalid.
    ManifestRejected(RunNumber, EncodedValue<Vec<Finding>>),
    /// The next events of a run arrived.
    EventsArrived(RunNumber, Rc<EventBatch>),
    /// Cancels the run in the worker.
    Cancel,
    /// The first manifest of the page couldn't be fetched, so there is nothing to run.
    NothingToRun,
}

/// The current run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunState {
    /// Its number; messages about other runs are ignored.
    pub number: RunNumber,
    /// The manifest that runs.
    pub text: Rc<str>,
    /// The release chosen by the user.
    pub release: Option<Release>,
    /// The release for a manifest that names none.
    pub fallback_release: Release,
    pub status: Status,
    /// The summary of the manifest.
    pub manifest_summary: Rc<LoadResult>,
    /// The problems of the manifest.
    pub problems: EncodedValue<Vec<Finding>>,
    /// The visible part of the run.
    pub view: Rc<RunView>,
    /// The log and caption positions received so far but not shown yet; the derived fields are empty.
    pub pending_view: Option<Rc<RunView>>,
    /// Whether the visible run is still the previous one.
    pub is_stale: bool,
}

impl RunState {
    /// Whether there is nothing to show because the engine or the manifest couldn't be loaded.
    pub fn is_missing(&self) -> bool {
        self.status == Status::Broken && self.view.moments.is_empty()
    }

    /// Whether both look the same on the page.
    pub(crate) fn looks_same(&self, other: &Self) -> bool {
        (self.number, self.release, self.status, self.is_stale)
            == (other.number, other.release, other.status, other.is_stale)
            && Rc::ptr_eq(&self.view, &other.view)
            && Rc::ptr_eq(&self.manifest_summary, &other.manifest_summary)
            && self.problems.is_same(&other.problems)
            && is_same_text(&self.text, &other.text)
    }

    /// Adds a batch of events. Returns whether they are visible now; if more batches follow at once, they are shown together.
    pub fn receive_events(&mut self, event_batch: EventBatch) -> bool {
        let EventBatch { events, captions, has_more, is_done } = event_batch;
        let RunView { mut trace, caption_places: mut caption_moments, .. } =
            match (self.pending_view.take(), self.is_stale) {
                (Some(next_run_view), _) => Rc::unwrap_or_clone(next_run_view),
                (None, true) => RunView::default(),
                (None, false) => {
                    let RunView { trace, caption_places, .. } = &*self.view;
                    RunView { trace: trace.clone(), caption_places: caption_places.clone(), ..RunView::default() }
                }
            };
        trace.extend(events);
        caption_moments.extend(captions);
        if has_more {
            self.pending_view = Some(Rc::new(RunView { trace, caption_places: caption_moments, ..RunView::default() }));
            return false;
        }
        self.is_stale = false;
        self.view = Rc::new(RunView::new(self.number, trace, &self.manifest_summary.captions, caption_moments));
        if is_done {
            self.status = Status::Done;
        }
        true
    }

    /// The release choice for the worker.
    pub fn release_choice(&self) -> ReleaseChoice {
        ReleaseChoice { chosen: self.release, fallback: self.fallback_release }
    }

    /// The release of the visible run.
    pub fn shown_release(&self) -> Release {
        self.release.unwrap_or(self.manifest_summary.release)
    }

    /// The index of the last moment.
    pub fn last_moment(&self) -> usize {
        self.view.moments.len().saturating_sub(1)
    }

    /// The number of events that have happened at a moment.
    pub fn events_at(&self, at: usize) -> usize {
        self.view.moments.get(at).map_or(0, |moment| moment.events)
    }

    /// The last moment up to a virtual time.
    pub fn moment_at(&self, time: Millis) -> usize {
        let events = self.view.trace.events();
        let later = |moment: &Moment| moment.events > 0 && events[moment.events - 1].at > time;
        let moments = &self.view.moments;
        moments.iter().position(later).unwrap_or(moments.len()).saturating_sub(1)
    }
}
