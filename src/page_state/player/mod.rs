//! The state of the player: the playhead, its stride and speed, and whether the stage follows it.

pub mod pace;
pub mod update;

use api::{Millis, NamespacedName};
use trace::moment_names::MomentName;

use crate::actions::player::Stride;

/// The minimal duration of a frame during playback, in milliseconds; shorter moments are skipped. Half the frame rate of most displays
/// leaves the browser time to animate tiles.
pub const FRAME_MILLIS: u32 = 33;

/// Moments that are shown for a shorter time, in milliseconds, aren't animated.
pub const MIN_GLIDE_MILLIS: u32 = 100;

/// A moment to seek to, once the run has reached it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayheadTarget {
    /// By its index.
    Moment(usize),
    /// By its index in links that were made before extenders had steps.
    LegacyNumber(usize),
    /// The last one up to a virtual time.
    Time(Millis),
    /// By the event that happens.
    AtEvent(MomentName),
    /// The moment at which a change made at this time takes effect for a pod: when it is bound, otherwise when the change is made.
    OutcomeOf(NamespacedName, Millis),
}

/// The mode of stepping and scrolling.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayMode {
    /// The length of a step.
    pub stride: Stride,
    /// Whether the stage keeps its scroll position instead of following the action.
    pub is_scroll_locked: bool,
}

/// The playhead.
#[derive(Clone, Debug, PartialEq)]
pub struct Player {
    /// The index of the current moment.
    pub moment: usize,
    /// The virtual time that has passed since that moment. It passes only while pods terminate.
    pub elapsed: Millis,
    /// Where to go once the run has reached it.
    pub target: Option<PlayheadTarget>,
    /// Whether it is playing.
    pub is_playing: bool,
    /// An index into [`SPEEDS`].
    pub speed: usize,
    pub mode: PlayMode,
    /// The number of the last scheduled tick; earlier ticks are ignored.
    pub tick_id: u32,
}

impl Player {
    /// The part of the state that the controls show.
    pub fn visible_state(&self) -> (bool, usize, PlayMode) {
        (self.is_playing, self.speed, self.mode)
    }
}

impl Default for Player {
    fn default() -> Self {
        Self {
            moment: 0,
            elapsed: Millis::ZERO,
            target: None,
            is_playing: false,
            speed: NORMAL_SPEED,
            mode: PlayMode::default(),
            tick_id: 0,
        }
    }
}

/// The index of 100 %.
const NORMAL_SPEED: usize = 2;

/// Playback speeds, in percent.
pub const SPEEDS: [u32; 8] = [25, 50, 100, 200, 400, 800, 1600, 3200];
