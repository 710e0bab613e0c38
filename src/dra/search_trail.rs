//! The steps of a search, recorded for the details of an attempt only.

use runlog::{DeviceRefusal, MAX_RECORDED_STEPS};

use crate::request::{DevicePosition, RequestKey};

/// A step of the search, with the search's own keys of requests and positions of devices.
#[derive(Clone, Debug)]
pub(crate) enum TrailStep {
    Choose(RequestKey, DevicePosition),
    Refuse(RequestKey, DevicePosition, DeviceRefusal),
    Shortage(RequestKey, usize),
    PutBack(RequestKey, DevicePosition),
}

/// The recorded steps of a search.
#[derive(Debug, Default)]
pub(crate) struct Trail {
    pub steps: Vec<TrailStep>,
    /// Number of steps that were not recorded because of the limit.
    pub omitted: usize,
    /// The furthest point that the search reached: the request, and the number of devices chosen for it.
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
