//! Landmarks: moments of a run that the playhead can jump to.

use runlog::EventKind;
use trace::{
    Trace,
    steps::{Moment, Step},
};

/// A type of landmark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Landmark {
    /// The start of a preemption with dry runs.
    Preemption,
    /// A failed attempt.
    Failure,
    /// The binding of a pod.
    Binding,
    /// The start of a group's cycle.
    GroupCycle,
}

/// The moments of each type of landmark, ascending.
#[derive(Clone, Debug, Default)]
pub struct Landmarks([Vec<usize>; 4]);

impl Landmarks {
    /// Finds the landmarks of a run.
    pub fn find_landmarks(trace: &Trace, moments: &[Moment]) -> Self {
        let mut landmarks = Self::default();
        for (at, moment) in moments.iter().enumerate() {
            let event_kind =
                moment.events.checked_sub(1).and_then(|last| trace.events().get(last)).map(|event| &event.what);
            let kind = match (moment.step, event_kind) {
                (Step::Eligible, Some(EventKind::Attempted(tried)))
                    if tried.preemption.as_ref().is_some_and(|preemption| !preemption.dry_runs.is_empty()) =>
                {
                    Landmark::Preemption
                }
                (Step::Failed, _) => Landmark::Failure,
                (Step::Point(runlog::Point::Bind), _) => Landmark::Binding,
                (Step::Event, Some(EventKind::GroupPopped { .. })) => Landmark::GroupCycle,
                _ => continue,
            };
            landmarks.0[kind as usize].push(at);
        }
        landmarks
    }

    /// The next landmark after a moment, or the first one of the run if there is none.
    pub fn next_landmark(&self, kind: Landmark, at: usize) -> Option<usize> {
        let all = &self.0[kind as usize];
        all.get(all.partition_point(|moment| *moment <= at)).or(all.first()).copied()
    }

    /// Whether a moment is a landmark of this type.
    pub fn has_landmark(&self, kind: Landmark, at: usize) -> bool {
        self.0[kind as usize].binary_search(&at).is_ok()
    }

    /// Whether the run has a landmark of this type.
    pub fn has_any(&self, kind: Landmark) -> bool {
        !self.0[kind as usize].is_empty()
    }
}
