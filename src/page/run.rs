//! The run: the text that runs, how far it is, and what is known of it.

use std::rc::Rc;

use crate::shown::Shown;
use api::Millis;
use api::problem::Finding;
use releases::Release;
use trace::steps::Moment;
use wire::{Happened, Loaded, RunNumber};

/// Whether two texts are alike. `==` reads all of a text to the end even where both are one and the same, and a text may have many megabytes.
pub fn alike(a: &Rc<str>, b: &Rc<str>) -> bool {
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
pub enum Running {
    /// Run what stands in the editor.
    Start,
    /// Choose a release.
    Release(Release),
    /// The worker read the text.
    Loaded(RunNumber, Loaded),
    /// The worker cannot read the text.
    Rejected(RunNumber, Vec<Finding>),
    /// The worker says what happened next in a run.
    Events(RunNumber, Happened),
    /// Enough of the run that the worker is at.
    Cancel,
}

/// The run that is shown, or that the worker is at.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Run {
    /// Its number; what belongs to another is thrown away.
    pub number: RunNumber,
    /// The text that runs.
    pub text: Rc<str>,
    /// The release chosen by hand.
    pub release: Option<Release>,
    /// How it stands.
    pub status: Status,
    /// What the text holds.
    pub loaded: Rc<Loaded>,
    /// What is wrong with it.
    pub problems: Rc<Vec<Finding>>,
    /// The run so far.
    pub trace: Rc<Shown>,
    /// The run with what came and is not shown yet: its log and the captions found in it, and nothing that is made of them.
    pub coming: Option<Rc<Shown>>,
    /// Whether the picture is still that of the run before.
    pub stale: bool,
}

impl Run {
    /// Takes what happened next; whether that is shown now. More may follow at once that is to be shown with it.
    pub(crate) fn receive(&mut self, happened: Happened) -> bool {
        let Happened { events, captions, more, done } = happened;
        let Shown { mut trace, mut found, .. } = match (self.coming.take(), self.stale) {
            (Some(coming), _) => Rc::unwrap_or_clone(coming),
            (None, true) => Shown::default(),
            (None, false) => {
                let Shown { trace, found, .. } = &*self.trace;
                Shown { trace: trace.clone(), found: found.clone(), ..Shown::default() }
            }
        };
        trace.extend(events);
        found.extend(captions);
        if more {
            self.coming = Some(Rc::new(Shown { trace, found, ..Shown::default() }));
            return false;
        }
        self.stale = false;
        self.trace = Rc::new(Shown::new(self.number, trace, &self.loaded.captions, found));
        if done {
            self.status = Status::Done;
        }
        true
    }

    /// The release shown.
    pub(crate) fn shown_release(&self) -> Release {
        self.release.unwrap_or(self.loaded.release)
    }

    /// The last moment.
    pub fn last(&self) -> usize {
        self.trace.moments.len().saturating_sub(1)
    }

    /// How many events have happened at a moment.
    pub(crate) fn events_at(&self, at: usize) -> usize {
        self.trace.moments.get(at).map_or(0, |moment| moment.events)
    }

    /// The last moment up to this time.
    pub(crate) fn moment_at(&self, time: Millis) -> usize {
        let events = self.trace.trace.events();
        let later = |moment: &Moment| moment.events > 0 && events[moment.events - 1].at > time;
        let moments = &self.trace.moments;
        moments.iter().position(later).unwrap_or(moments.len()).saturating_sub(1)
    }
}
