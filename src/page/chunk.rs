//! The chunks of the program that are fetched when they are needed, and the load state of each. `chunk_needs` says when one is needed, and
//! `chunks` is the only way to it.

/// A part of the program that is a file of its own and fetched when it is needed (see `chunks`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chunk {
    /// What reads and changes texts.
    Building,
    /// The forms of documents about the scheduler.
    Configuring,
    /// What makes links, pictures and files of what is seen.
    Sharing,
    /// What tells of the scheduler's functions.
    Source,
    /// What teaches: lessons, questions, terms; the gallery, and the lanes of the timeline.
    Teaching,
    /// What looks closer at a run: pages of the inspector, the console, comparisons.
    Inspecting,
    /// What tries what would have happened.
    Supposing,
    /// What searches all commands.
    Commanding,
    /// What speaks 中文.
    Chinese,
    /// What shows devices and claims for them.
    Devices,
    /// What shows many nodes as a map.
    Mapping,
}

impl Chunk {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::Building,
        Self::Configuring,
        Self::Sharing,
        Self::Source,
        Self::Teaching,
        Self::Inspecting,
        Self::Supposing,
        Self::Commanding,
        Self::Chinese,
        Self::Devices,
        Self::Mapping,
    ];
}

/// How far the loading of a chunk is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoadState {
    /// Nobody needed it.
    NotNeeded,
    /// It is on its way.
    Loading,
    /// It is there.
    Ready,
    /// It did not come.
    Failed,
}

impl Default for LoadState {
    /// Natively the program is one.
    fn default() -> Self {
        if cfg!(target_family = "wasm") { Self::NotNeeded } else { Self::Ready }
    }
}

/// An action of a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChunkMsg {
    /// It is there, or did not come.
    Loaded(Chunk, bool),
    /// Try again to fetch it.
    Retry(Chunk),
}
