//! The state of the player: its stride, the landmarks to go to, and whether the stage follows the playhead.

pub mod pace;
pub mod update;

use api::{Millis, NamespacedName};
use i18n::labels::PageLabels;
use runlog::EventKind;
use trace::{
    Trace,
    moment_names::MomentName,
    steps::{Moment, Step},
};

/// A picture is shown for so many milliseconds at least; what is faster is passed over while playing. Nobody reads more than
/// thirty in a second, and a browser that draws at every second frame has the time that gliding tiles need.
pub const FRAME_MILLIS: u32 = 33;

/// What is looked at for less, in milliseconds, is not worth a glide.
pub const MIN_GLIDE_MILLIS: u32 = 100;

/// How far a step goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stride {
    /// From check to check: a node's filters, a plugin's scores, a pod asked back.
    #[default]
    Check,
    /// From phase to phase.
    Phase,
    /// From cycle to cycle: the next pod, and how it fared.
    Cycle,
    /// From one of these to the next.
    Landmark(Landmark),
}

impl Stride {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Check,
        Self::Phase,
        Self::Cycle,
        Self::Landmark(Landmark::Preemption),
        Self::Landmark(Landmark::Failure),
        Self::Landmark(Landmark::Binding),
    ];

    /// What it is called.
    pub fn name(self, labels: &PageLabels) -> &'static str {
        match self {
            Self::Check => labels.stride_check,
            Self::Phase => labels.stride_phase,
            Self::Cycle => labels.stride_cycle,
            Self::Landmark(Landmark::Preemption) => labels.stride_preemption,
            Self::Landmark(Landmark::Failure) => labels.stride_failure,
            Self::Landmark(Landmark::Binding) => labels.stride_binding,
        }
    }
}

/// What is worth going to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Landmark {
    /// A preemption that can be watched.
    Preemption,
    /// An attempt that failed.
    Failure,
    /// A pod gets its node.
    Binding,
}

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

/// Where the landmarks of a run are: a list of moments for each kind.
#[derive(Clone, Debug, Default)]
pub struct Landmarks([Vec<usize>; 3]);

impl Landmarks {
    /// Looks for them.
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
                _ => continue,
            };
            landmarks.0[kind as usize].push(at);
        }
        landmarks
    }

    /// The next one, or the first where there is none any more.
    pub fn next_landmark(&self, kind: Landmark, at: usize) -> Option<usize> {
        let all = &self.0[kind as usize];
        all.get(all.partition_point(|moment| *moment <= at)).or(all.first()).copied()
    }

    /// Whether a moment is one.
    pub fn has_landmark(&self, kind: Landmark, at: usize) -> bool {
        self.0[kind as usize].binary_search(&at).is_ok()
    }

    /// Whether there is any.
    pub fn has_any(&self, kind: Landmark) -> bool {
        !self.0[kind as usize].is_empty()
    }
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
