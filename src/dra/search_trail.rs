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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_beyond_the_limit_are_counted_and_may_still_be_the_furthest() {
        let key = |request: usize| RequestKey { claim: 0, request, alternative: 0 };
        let mut trail = Trail::default();
        for number in 0..MAX_RECORDED_STEPS {
            trail.push_step(TrailStep::Choose(key(0), DevicePosition { device: number, ..DevicePosition::default() }));
        }
        assert_eq!((trail.steps.len(), trail.omitted, trail.furthest), (MAX_RECORDED_STEPS, 0, None));
        for (request, chosen_count) in [(0, 2), (1, 0), (0, 3)] {
            trail.push_step(TrailStep::Shortage(key(request), chosen_count));
        }
        assert_eq!((trail.steps.len(), trail.omitted, trail.furthest), (MAX_RECORDED_STEPS, 3, Some((key(1), 0))));
    }
}
