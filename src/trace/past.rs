//! What a run did up to a moment: the way back through its log.

use std::rc::Rc;

use record::{Event, What};
use record::{Sheet, Tried};

use super::{Frame, Trace};

/// The past of a run, up to some moment. Places in it are told by how many events have happened then.
#[derive(Clone, Copy)]
pub struct Past<'t> {
    /// The run.
    pub trace: &'t Trace,
    /// How many events have happened.
    pub now: usize,
}

impl<'t> Past<'t> {
    /// The first `now` events of a run.
    #[must_use]
    pub fn new(trace: &'t Trace, now: usize) -> Self {
        Self { trace, now: now.min(trace.events().len()) }
    }

    /// The cluster at its end.
    #[must_use]
    pub fn frame(&self) -> Frame {
        self.trace.frame(self.now)
    }

    fn back(&self) -> impl Iterator<Item = (usize, &'t Event)> {
        self.trace.events()[..self.now].iter().enumerate().rev().map(|(at, event)| (at + 1, &**event))
    }

    /// What happened to the pod, latest first, up to its creation.
    pub fn life(&self, pod: &str) -> impl Iterator<Item = (usize, &'t Event)> {
        let mut born = false;
        self.back().take_while(move |(_, event)| {
            let before = born;
            born |= matches!(&event.what, What::PodCreated { pod: created, .. } if created.key() == pod);
            !before
        })
    }

    /// The pod's attempts, latest first.
    pub fn attempts(&self, pod: &str) -> impl Iterator<Item = (usize, &'t Tried)> {
        self.life(pod).filter_map(move |(count, event)| match &event.what {
            What::Attempted(tried) if tried.pod == *pod => Some((count, &**tried)),
            _ => None,
        })
    }

    /// The last preemption that found candidates, of whatever pod.
    #[must_use]
    pub fn last_preemption(&self) -> Option<(usize, &'t Tried)> {
        self.back().find_map(|(count, event)| match &event.what {
            What::Attempted(tried) if tried.room().is_some() => Some((count, &**tried)),
            _ => None,
        })
    }

    /// The profile that an attempt belongs to.
    #[must_use]
    pub fn sheet(&self, profile: usize) -> Rc<Sheet> {
        let sheets = self.trace.events().iter().find_map(|event| match &event.what {
            What::Profiles(sheets) => sheets.get(profile),
            _ => None,
        });
        sheets.cloned().unwrap_or_default()
    }
}
