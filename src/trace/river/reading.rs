//! What the river shows at an instant: the sums of the ribbons that a line through it cuts.

use api::Millis;

use super::{River, WaitPlace, WeirCount, is_within};

/// The least number of points in time at which something happens in a river that is worth showing in small.
const LEAST_STORY_TIMES: usize = 3;

/// The sums at an instant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RiverReading {
    /// The number of pending pods, nominated ones included.
    pub waiting: usize,
    /// What they request.
    pub waiting_amount: i64,
    /// What is requested on each node, by the index of its band; assumed and terminating pods are included.
    pub requested: Vec<i64>,
    /// What is nominated to each node.
    pub nominated: Vec<i64>,
    /// The capacity of each node; `None` while it doesn't exist.
    pub capacities: Vec<Option<i64>>,
    /// The last count of each budget.
    pub counts: Vec<Option<WeirCount>>,
}

impl River {
    /// Reads the river after this number of events.
    #[must_use]
    pub fn read_at(&self, events: usize) -> RiverReading {
        let mut reading = RiverReading {
            requested: vec![0; self.bands.len()],
            nominated: vec![0; self.bands.len()],
            ..RiverReading::default()
        };
        for life in self.pods.iter().filter(|life| is_within(life.created, life.removed, events)) {
            for wait in life.waits.iter().filter(|wait| is_within(wait.from, wait.to, events)) {
                reading.waiting += 1;
                reading.waiting_amount = reading.waiting_amount.saturating_add(wait.amount);
                if let WaitPlace::Rim(band) = wait.place {
                    reading.nominated[band] = reading.nominated[band].saturating_add(wait.amount);
                }
            }
            for stay in life.stays.iter().filter(|stay| is_within(stay.from, stay.to, events)) {
                let pieces = stay.pieces.iter().filter(|piece| is_within(piece.from, piece.to, events));
                let amount = pieces.fold(0_i64, |sum, piece| sum.saturating_add(piece.amount()));
                reading.requested[stay.band] = reading.requested[stay.band].saturating_add(amount);
            }
        }
        let capacity = |spans: &[super::CapacitySpan]| {
            spans.iter().find(|span| is_within(span.from, span.to, events)).map(|span| span.capacity)
        };
        reading.capacities = self.bands.iter().map(|band| capacity(&band.spans)).collect();
        reading.counts = self.weirs.iter().map(|weir| weir.count_at(events).copied()).collect();
        reading
    }

    /// The number of failures that are marked: failed cycles, refused bindings, and refused evictions.
    #[must_use]
    pub fn failure_count(&self) -> usize {
        let refused = self.evictions.iter().filter(|eviction| !eviction.is_allowed).count();
        self.pods.iter().map(|life| life.failures.len()).sum::<usize>() + refused
    }

    /// Whether the river tells more than a picture of one moment would: pods come, go or fail at several points in time.
    #[must_use]
    pub fn has_story(&self) -> bool {
        self.story_times() >= LEAST_STORY_TIMES
    }

    /// The number of different points in time at which something visible happens.
    fn story_times(&self) -> usize {
        let mut times: Vec<Millis> =
            self.pods
                .iter()
                .flat_map(|life| {
                    let stays = life.stays.iter().flat_map(|stay| {
                        [Some(stay.from), stay.shutdown.as_ref().map(|shutdown| shutdown.from), stay.to]
                    });
                    life.failures.iter().copied().map(Some).chain(stays).flatten()
                })
                .map(|edge| edge.at)
                .filter(|at| !at.is_zero())
                .collect();
        times.sort_unstable();
        times.dedup();
        times.len()
    }
}
