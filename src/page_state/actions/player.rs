//! Actions of the player, and how far its steps go.

use i18n::labels::PageLabels;

use crate::landmarks::Landmark;

/// What moves the playhead, or changes how it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerMsg {
    /// Play or pause.
    Toggle,
    /// Play no longer.
    Pause,
    /// Time for the next moment, by the number of the beat.
    Tick(u32),
    /// To a moment.
    Seek(usize),
    /// To the moment at which so many events have happened.
    SeekEvents(usize),
    /// To the first moment.
    Home,
    /// To the last.
    End,
    /// One step on, or back.
    Step(bool),
    /// So many moments on, or back.
    StepBy(isize),
    /// To the next event, or the one before.
    StepByEvent(bool),
    /// To the next caption, or the one before; before the first there is the description, at the start.
    StepByCaption(bool),
    /// To the next landmark; after the last one comes the first.
    SeekLandmark(Landmark),
    /// Steps go so far.
    SetStride(Stride),
    /// The stage stays where it is, or follows.
    SetScrollLock(bool),
    /// Faster, slower.
    ChangeSpeed(isize),
}

impl PlayerMsg {
    /// Whether it goes to another moment by a person's will, or plays.
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
            | Self::SeekLandmark(_)
            | Self::SetStride(_)
            | Self::SetScrollLock(_)
            | Self::ChangeSpeed(_) => false,
        }
    }
}

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
