//! Random choices: every draw has a purpose, and a replay can answer instead of the random generator.

use api::{NamespacedName, Str};
use runlog::Purpose;

/// Answers draws.
pub trait Chooser {
    /// A number below `n`, which is at least 1. `name` tells what each number stands for: a node.
    fn choose(&mut self, purpose: Purpose, n: usize, name: &dyn Fn(usize) -> Str) -> usize;

    /// A member of a group is tried: the draws that follow are about it. Only who replays recorded draws wants to know.
    fn begin_member(&mut self, pod: &NamespacedName) {
        let _ = pod;
    }
}

/// Always the first.
#[derive(Clone, Copy, Debug, Default)]
pub struct FirstChooser;

impl Chooser for FirstChooser {
    fn choose(&mut self, _: Purpose, _: usize, _: &dyn Fn(usize) -> Str) -> usize {
        0
    }
}

/// A seeded generator of our own (SplitMix64), so that no library update changes a run.
#[derive(Clone, Debug)]
pub struct SeededChooser(u64);

impl SeededChooser {
    /// The same seed gives the same draws.
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
    /// The next draw.
    pub fn draw_below(&mut self, n: usize) -> usize {
        if n <= 1 {
            return 0;
        }
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        // The bias of a remainder is below n / 2^64: nothing a person could see.
        usize::try_from((z ^ (z >> 31)) % n as u64).unwrap_or(0)
    }
}
