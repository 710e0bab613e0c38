//! The state of the player: its stride, the landmarks to go to, and whether the stage follows the playhead.

pub mod pace;
pub mod update;

use api::{Millis, NamespacedName};
use trace::moment_names::MomentName;

use crate::actions::player::Stride;

/// A picture is shown for so many milliseconds at least; what is faster is passed over while playing. Nobody reads more than
/// thirty in a second, and a browser that draws at every second frame has the time that gliding tiles need.
pub const FRAME_MILLIS: u32 = 33;

/// What is looked at for less, in milliseconds, is not worth a glide.
pub const MIN_GLIDE_MILLIS: u32 = 100;

/// A moment to go to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayheadTarget {
    /// By its number.
    Moment(usize),
    /// One by a number of a link that was made when extenders had no steps.
    LegacyNumber(usize),
    /// The last one up to this time.
    Time(Millis),
    /// By what happens then.
    AtEvent(MomentName),
    /// The one at which it is seen what came for a pod of what was done at this time; without a pod, that at which it was done.
    OutcomeOf(NamespacedName, Millis),
}

/// The pace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayMode {
    /// How far a step goes.
    pub stride: Stride,
    /// The stage stays where it is; otherwise it scrolls to what is looked at.
    pub is_scroll_locked: bool,
}

/// The playhead.
#[derive(Clone, Debug, PartialEq)]
pub struct Player {
    /// Index of the moment shown.
    pub moment: usize,
    /// Where to go once the run has come so far.
    pub target: Option<PlayheadTarget>,
    /// Whether it moves.
    pub is_playing: bool,
    /// Index into [`SPEEDS`].
    pub speed: usize,
    /// How it goes.
    pub mode: PlayMode,
    /// Counts ticks asked for; only the last one moves it.
    pub tick_id: u32,
}

impl Player {
    /// What is seen of how it goes.
    pub fn visible_state(&self) -> (bool, usize, PlayMode) {
        (self.is_playing, self.speed, self.mode)
    }
}

impl Default for Player {
    fn default() -> Self {
        Self { moment: 0, target: None, is_playing: false, speed: NORMAL_SPEED, mode: PlayMode::default(), tick_id: 0 }
    }
}

/// The place of 100 % among the speeds.
const NORMAL_SPEED: usize = 2;

/// Speeds of play, in percent.
pub const SPEEDS: [u32; 8] = [25, 50, 100, 200, 400, 800, 1600, 3200];
