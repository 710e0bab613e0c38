//! What a search leaves behind for those who want to see it. Where nobody does, there is no trail.

use record::{Refusal, STEPS_TOLD};

use crate::request::{At, Key};

/// A step, by the search's own names of requests and devices.
#[derive(Clone, Debug)]
pub(crate) enum Footstep {
    Chosen(Key, At),
    Refused(Key, At, Refusal),
    Short(Key, usize),
    PutBack(Key, At),
}

/// The steps of a search.
#[derive(Debug, Default)]
pub(crate) struct Trail {
    pub steps: Vec<Footstep>,
    /// Those that are too many to be kept.
    pub more: usize,
    /// How far the search came before it had to turn back: the request, and how many devices it had.
    pub(crate) furthest: Option<(Key, usize)>,
}

impl Trail {
    pub(crate) fn note(&mut self, step: Footstep) {
        if let Footstep::Short((claim, request, _), chosen) = step {
            let is_further = |((c, r, _), had): &(Key, usize)| (claim, request, chosen) > (*c, *r, *had);
            if self.furthest.as_ref().is_none_or(is_further)
                && let Footstep::Short(key, chosen) = &step
            {
                self.furthest = Some((*key, *chosen));
            }
        }
        if self.steps.len() < STEPS_TOLD {
            self.steps.push(step);
        } else {
            self.more += 1;
        }
    }
}
