//! Places on the page that belong to parts of the program.

use crate::page_part::PagePart;
use crate::panes::Page;

/// A place on the page that belongs to a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// The builder and the text.
    Editor,
    /// The form of what is built on the stage.
    Form,
    /// The form of the chosen document about the scheduler, within one of these two.
    Document,
    /// The menu of a thing on the stage.
    Menu,
    /// What would have happened.
    WhatIf,
    /// The sheet that shares what is shown.
    Sheet,
    /// The scheduler's functions.
    Source,
    /// The QR code of a question, for an audience.
    Code,
    /// A lesson, in the narrator's place.
    Lesson,
    /// A decision that is to be predicted, there too.
    Question,
    /// The term that is open.
    Term,
    /// What goes on at this moment.
    Going,
    /// The page for paper.
    HandOut,
    /// Why a file cannot be read: the trouble at this place.
    Unreadable(usize),
    /// The console.
    Console,
    /// Two runs beside each other.
    Beside,
    /// A page of the inspector.
    Inspected(Page),
    /// Questions about the whole run.
    RunQuestions,
    /// How devices were looked for.
    Searches,
    /// The search over all commands.
    Commands,
    /// The map of more nodes than the stage has room for.
    Map,
    /// The lanes below the axis of time.
    Lanes,
    /// All scenarios and lessons.
    Gallery,
    /// The way out of the page inside of another.
    Away,
}

impl Slot {
    /// The part that draws it.
    pub fn part(self) -> PagePart {
        match self {
            Self::Editor | Self::Form | Self::Menu | Self::Unreadable(_) => PagePart::Building,
            Self::WhatIf => PagePart::Supposing,
            Self::Commands => PagePart::Commanding,
            Self::Document => PagePart::Configuring,
            Self::Sheet | Self::Code | Self::HandOut | Self::Away => PagePart::Sharing,
            Self::Source => PagePart::Source,
            Self::Lesson | Self::Question | Self::Term | Self::Going | Self::Lanes | Self::Gallery => {
                PagePart::Teaching
            }
            Self::Map => PagePart::Mapping,
            Self::Searches => PagePart::Devices,
            Self::Console | Self::Beside | Self::Inspected(_) | Self::RunQuestions => PagePart::Inspecting,
        }
    }
}
