//! Actions of the player, and the lengths of its steps.

use api::Millis;
use i18n::labels::PageLabels;

use crate::landmarks::Landmark;

/// Actions on the playhead and on playback.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerMsg {
    /// Play or pause.
    Toggle,
    Pause,
    /// Advances playback; the number is the timer's, so that outdated ticks are ignored.
    Tick(u32),
    /// Shows pods that terminate this long after the current moment.
    ShowElapsed(Millis),
    /// Seeks to a moment by its index.
    Seek(usize),
    /// Seeks to the moment after this many events.
    SeekEvents(usize),
    /// Seeks to the first moment.
    Home,
    /// Seeks to the last moment.
    End,
    /// Steps forward (`true`) or back by the current stride.
    Step(bool),
    /// Moves by this many moments; negative is back.
    StepBy(isize),
    /// Steps to the next event (`true`) or the previous one.
    StepByEvent(bool),
    /// Steps to the next caption (`true`) or the previous one; before the first is the description at the start.
    StepByCaption(bool),
    /// Seeks to the next landmark; wraps around after the last one.
    SeekLandmark(Landmark),
    /// Sets the stride.
    SetStride(Stride),
    /// Whether the stage keeps its scroll position instead of following the action.
    SetScrollLock(bool),
    /// Changes the speed by this many levels.
    ChangeSpeed(isize),
}

impl PlayerMsg {
    /// Whether the user moves the playhead or toggles playback.
    pub fn is_navigation(self) -> bool {
        match self {
            Self::Toggle
            | Self::Seek(_)
            | Self::SeekEvents(_)
            | Self::Home
            | Self::End
            | Self::Step(_)
            | Self::StepBy(_)
            | Self::StepByEvent(_)
            | Self::StepByCaption(_) => true,
            Self::Pause
            | Self::Tick(_)
            | Self::ShowElapsed(_)
            | Self::SeekLandmark(_)
            | Self::SetStride(_)
            | Self::SetScrollLock(_)
            | Self::ChangeSpeed(_) => false,
        }
    }
}

/// The length of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stride {
    /// One check: a node's filters, a plugin's scores, the reprieve of a victim.
    #[default]
    Check,
    /// One phase.
    Phase,
    /// One scheduling cycle.
    Cycle,
    /// To the next landmark of this type.
    Landmark(Landmark),
}

impl Stride {
    pub const ALL: [Self; 7] = [
        Self::Check,
        Self::Phase,
        Self::Cycle,
        Self::Landmark(Landmark::Preemption),
        Self::Landmark(Landmark::Failure),
        Self::Landmark(Landmark::Binding),
        Self::Landmark(Landmark::GroupCycle),
    ];

    /// The label in the page's language.
    pub fn name(self, labels: &PageLabels) -> &'static str {
        match self {
            Self::Check => labels.stride_check,
            Self::Phase => labels.stride_phase,
            Self::Cycle => labels.stride_cycle,
            Self::Landmark(Landmark::Preemption) => labels.stride_preemption,
            Self::Landmark(Landmark::Failure) => labels.stride_failure,
            Self::Landmark(Landmark::Binding) => labels.stride_binding,
            Self::Landmark(Landmark::GroupCycle) => labels.stride_group,
        }
    }
}
