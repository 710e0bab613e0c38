//! Places on the page that chunks fill.

use crate::{chunk::Chunk, panes::InspectorPage};

/// A place on the page that belongs to a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChunkSlot {
    /// The builder and the text.
    Editor,
    /// The form of what is built on the stage.
    Form,
    /// The form of the chosen document about the scheduler, within one of these two.
    ConfigForm,
    /// The menu of a thing on the stage.
    Menu,
    /// What would have happened.
    WhatIf,
    /// The sheet that shares what is shown.
    Sheet,
    /// The scheduler's functions.
    Source,
    /// The QR code of a question, for an audience.
    QuizCode,
    /// A lesson, in the narrator's place.
    Lesson,
    /// A decision that is to be predicted, there too.
    Question,
    /// The term that is open.
    Term,
    /// What goes on at this moment.
    Activity,
    /// The page for paper.
    HandOut,
    /// Why a file cannot be read: the trouble at this place.
    Unreadable(usize),
    /// The console.
    Console,
    /// Two runs beside each other.
    SideBySide,
    /// A page of the inspector.
    InspectorPage(InspectorPage),
    /// Questions about the whole run.
    RunQuestions,
    /// How devices were looked for.
    DeviceSearches,
    /// The search over all commands.
    Commands,
    /// The map of more nodes than the stage has room for.
    Map,
    /// The lanes below the axis of time.
    Lanes,
    /// All scenarios and lessons.
    Gallery,
    /// The way out of the page inside of another.
    EmbedExit,
}

impl ChunkSlot {
    /// The chunk that draws it.
    pub fn chunk(self) -> Chunk {
        match self {
            Self::Editor | Self::Form | Self::Menu | Self::Unreadable(_) => Chunk::Building,
            Self::WhatIf => Chunk::Supposing,
            Self::Commands => Chunk::Commanding,
            Self::ConfigForm => Chunk::Configuring,
            Self::Sheet | Self::QuizCode | Self::HandOut | Self::EmbedExit => Chunk::Sharing,
            Self::Source => Chunk::Source,
            Self::Lesson | Self::Question | Self::Term | Self::Activity | Self::Lanes | Self::Gallery => {
                Chunk::Teaching
            }
            Self::Map => Chunk::Mapping,
            Self::DeviceSearches => Chunk::Devices,
            Self::Console | Self::SideBySide | Self::InspectorPage(_) | Self::RunQuestions => Chunk::Inspecting,
        }
    }
}
