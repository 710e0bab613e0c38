//! The history of a run up to a moment, searched backward.

use std::rc::Rc;

use runlog::{AttemptSummary, Event, EventKind, ProfileSummary};

use super::{Frame, Trace};

/// The events of a run up to a moment. A position in it is the number of events that have happened by then.
#[derive(Clone, Copy)]
pub struct History<'t> {
    pub trace: &'t Trace,
    /// The number of events that have happened.
    pub now: usize,
}

impl<'t> History<'t> {
    /// The first `now` events of a run.
    #[must_use]
    pub fn new(trace: &'t Trace, now: usize) -> Self {
        Self { trace, now: now.min(trace.events().len()) }
    }

    /// The cluster at that moment.
    #[must_use]
    pub fn frame(&self) -> Frame {
        self.trace.frame_at(self.now)
    }

    fn events_backwards(&self) -> impl Iterator<Item = (usize, &'t Event)> {
        self.trace.events()[..self.now].iter().enumerate().rev().map(|(at, event)| (at + 1, &**event))
    }

    /// The events from the pod's creation on, latest first, each with its position. May include events about other pods.
    pub fn pod_events(&self, pod: &str) -> impl Iterator<Item = (usize, &'t Event)> {
        let mut born = false;
        self.events_backwards().take_while(move |(_, event)| {
            let before = born;
            born |= matches!(&event.what, EventKind::PodCreated { pod: created, .. } if created.key() == pod);
            !before
        })
    }

    /// The pod's attempts, latest first, each with its position.
    pub fn attempts(&self, pod: &str) -> impl Iterator<Item = (usize, &'t AttemptSummary)> {
        self.pod_events(pod).filter_map(move |(count, event)| match &event.what {
            EventKind::Attempted(attempt_summary) if attempt_summary.pod == *pod => Some((count, &**attempt_summary)),
            _ => None,
        })
    }

    /// The last attempt of any pod in which preemption chose a node, with its position.
    #[must_use]
    pub fn last_preemption(&self) -> Option<(usize, &'t AttemptSummary)> {
        self.events_backwards().find_map(|(count, event)| match &event.what {
            EventKind::Attempted(attempt_summary) if attempt_summary.room().is_some() => {
                Some((count, &**attempt_summary))
            }
            _ => None,
        })
    }

    /// The summary of the profile with this index.
    #[must_use]
    pub fn profile_summary(&self, profile: usize) -> Rc<ProfileSummary> {
        let sheets = self.trace.events().iter().find_map(|event| match &event.what {
            EventKind::Profiles(sheets) => sheets.get(profile),
            _ => None,
        });
        sheets.cloned().unwrap_or_default()
    }
}
