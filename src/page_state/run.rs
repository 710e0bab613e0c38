//! The state of the run: its text, its progress, and its results.

use std::rc::Rc;

use api::Millis;
use findings::Finding;
use protocol::{EncodedValue, EventBatch, LoadResult, RunNumber};
use releases::{Release, ReleaseChoice};
use trace::steps::Moment;

use crate::run_view::RunView;

/// Whether two texts are alike. `==` reads all of a text to the end even where both are one and the same, and a text may have many megabytes.
pub fn is_same_text(a: &Rc<str>, b: &Rc<str>) -> bool {
    Rc::ptr_eq(a, b) || a == b
}

/// How the run stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Status {
    /// The worker is at it.
    #[default]
    Working,
    /// All events are there.
    Done,
    /// The text cannot be run.
    Rejected,
    /// A person had enough; the events so far are there.
    Cancelled,
    /// The engine failed; the events so far are there.
    Broken,
}

/// What happens to the run.
#[derive(Clone, Debug)]
pub enum RunMsg {
    /// Run what stands in the editor.
    Start,
    /// The same, to where the playhead is or was to go.
    RunAgain,
    /// The same, for a text that was edited: no address names it.
    RunEdited,
    /// Choose a release.
    SetRelease(Release),
    /// The worker read the text.
    ManifestLoaded(RunNumber, Rc<LoadResult>),
    /// The worker cannot read the text.
    ManifestRejected(RunNumber, EncodedValue<Vec<Finding>>),
    /// The worker says what happened next in a run.
    EventsArrived(RunNumber, Rc<EventBatch>),
    /// Enough of the run that the worker is at.
    Cancel,
}

/// The run that is shown, or that the worker is at.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunState {
    /// Its number; what belongs to another is thrown away.
    pub number: RunNumber,
    /// The text that runs.
    pub text: Rc<str>,
    /// The release chosen by hand.
    pub release: Option<Release>,
    /// The release of a text that names none.
    pub fallback_release: Release,
    /// How it stands.
    pub status: Status,
    /// What the text holds.
    pub manifest_summary: Rc<LoadResult>,
    /// What is wrong with it.
    pub problems: EncodedValue<Vec<Finding>>,
    /// The run so far.
    pub view: Rc<RunView>,
    /// The run with what came and is not shown yet: its log and the captions found in it, and nothing that is made of them.
    pub pending_view: Option<Rc<RunView>>,
    /// Whether the picture is still that of the run before.
    pub is_stale: bool,
}

impl RunState {
    /// Whether the page shows the same of both.
    pub(crate) fn looks_same(&self, other: &Self) -> bool {
        (self.number, self.release, self.status, self.is_stale)
            == (other.number, other.release, other.status, other.is_stale)
            && Rc::ptr_eq(&self.view, &other.view)
            && Rc::ptr_eq(&self.manifest_summary, &other.manifest_summary)
            && self.problems.is_same(&other.problems)
            && is_same_text(&self.text, &other.text)
    }

    /// Takes what happened next; whether that is shown now. More may follow at once that is to be shown with it.
    pub fn receive_events(&mut self, event_batch: EventBatch) -> bool {
        let EventBatch { events, captions, more, done } = event_batch;
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
        if more {
            self.pending_view = Some(Rc::new(RunView { trace, caption_places: caption_moments, ..RunView::default() }));
            return false;
        }
        self.is_stale = false;
        self.view = Rc::new(RunView::new(self.number, trace, &self.manifest_summary.captions, caption_moments));
        if done {
            self.status = Status::Done;
        }
        true
    }

    /// Under which release the text runs.
    pub fn release_choice(&self) -> ReleaseChoice {
        ReleaseChoice { chosen: self.release, fallback: self.fallback_release }
    }

    /// The release shown.
    pub fn shown_release(&self) -> Release {
        self.release.unwrap_or(self.manifest_summary.release)
    }

    /// The last moment.
    pub fn last_moment(&self) -> usize {
        self.view.moments.len().saturating_sub(1)
    }

    /// How many events have happened at a moment.
    pub fn events_at(&self, at: usize) -> usize {
        self.view.moments.get(at).map_or(0, |moment| moment.events)
    }

    /// The last moment up to this time.
    pub fn moment_at(&self, time: Millis) -> usize {
        let events = self.view.trace.events();
        let later = |moment: &Moment| moment.events > 0 && events[moment.events - 1].at > time;
        let moments = &self.view.moments;
        moments.iter().position(later).unwrap_or(moments.len()).saturating_sub(1)
    }
}
