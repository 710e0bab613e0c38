//! Random choices: every draw has a purpose, and a replay can supply recorded draws instead of the random generator.

use api::{NamespacedName, Str};
use runlog::Purpose;

/// Makes random choices.
pub trait Chooser {
    /// Returns a number below `n`, which is at least 1. `name` returns the node that a number represents.
    fn choose(&mut self, purpose: Purpose, n: usize, name: &dyn Fn(usize) -> Str) -> usize;

    /// Called before each member of a pod group is scheduled: the following draws belong to it. Only replays of
    /// recorded draws use this.
    fn begin_member(&mut self, pod: &NamespacedName) {
        let _ = pod;
    }
}

/// Always chooses the first alternative.
#[derive(Clone, Copy, Debug, Default)]
pub struct FirstChooser;

impl Chooser for FirstChooser {
    fn choose(&mut self, _: Purpose, _: usize, _: &dyn Fn(usize) -> Str) -> usize {
        0
    }
}

/// A seeded random generator (SplitMix64), implemented here so that no update of a library changes a run.
#[derive(Clone, Debug)]
pub struct SeededChooser(u64);

impl SeededChooser {
    /// Creates a generator; the same seed gives the same draws.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }
}

impl Chooser for SeededChooser {
    fn choose(&mut self, _: Purpose, n: usize, _: &dyn Fn(usize) -> Str) -> usize {
        self.draw_below(n)
    }
}

impl SeededChooser {
    /// Returns the next draw, a number below `n`; 0 if `n` is 0.
    pub fn draw_below(&mut self, n: usize) -> usize {
        if n <= 1 {
            return 0;
        }
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        // The bias of the remainder is below n / 2^64, which is negligible.
        usize::try_from((z ^ (z >> 31)) % n as u64).unwrap_or(0)
    }
}
