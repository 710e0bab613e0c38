//! The trail of a search, for the details of an attempt. Without a recorder there is no trail.

use runlog::{DeviceRefusal, MAX_RECORDED_STEPS};

use crate::request::{DevicePosition, RequestKey};

/// A step, by the search's own names of requests and devices.
#[derive(Clone, Debug)]
pub(crate) enum TrailStep {
    Choose(RequestKey, DevicePosition),
    Refuse(RequestKey, DevicePosition, DeviceRefusal),
    Shortage(RequestKey, usize),
    PutBack(RequestKey, DevicePosition),
}

/// The steps of a search.
#[derive(Debug, Default)]
pub(crate) struct Trail {
    pub steps: Vec<TrailStep>,
    /// Those that are too many to be kept.
    pub omitted: usize,
    /// How far the search came before it had to turn back: the request, and how many devices it had.
    pub(crate) furthest: Option<(RequestKey, usize)>,
}

impl Trail {
    pub(crate) fn push_step(&mut self, step: TrailStep) {
        if let TrailStep::Shortage(key, chosen_count) = step {
            let depth = |key: RequestKey, chosen_count: usize| (key.claim, key.request, chosen_count);
            let is_further = |(furthest, had): &(RequestKey, usize)| depth(key, chosen_count) > depth(*furthest, *had);
            if self.furthest.as_ref().is_none_or(is_further) {
                self.furthest = Some((key, chosen_count));
            }
        }
        if self.steps.len() < MAX_RECORDED_STEPS {
            self.steps.push(step);
        } else {
            self.omitted += 1;
        }
    }
}
