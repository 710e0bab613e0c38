//! The chunks of the program, which are fetched when first needed. The page starts without them.
//!
//! A chunk's changes of the state are a table of functions, [`EditingUpdates`](crate::store::EditingUpdates) or
//! [`StudyUpdates`](crate::store::StudyUpdates). The table is available only once the chunk is loaded, so a missing chunk can't be
//! called.

use std::{any::Any, fmt};

use i18n::Lang;

/// A part of the program with its own WebAssembly file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chunk {
    /// Parses and edits manifests: builder, editor, forms of scheduler configurations, edits on the stage; and sharing.
    Editing,
    /// Details: the inspector's pages, console, timeline lanes, lessons, gallery, comparisons, what-if, command
    /// search, call graph, devices, map.
    Study,
    /// All Chinese texts.
    Chinese,
}

impl Chunk {
    /// The chunk with the texts of a language. English is part of the initial program, and so is shown for a language without a chunk.
    pub fn of_language(lang: Lang) -> Option<Self> {
        (lang == Lang::Zh).then_some(Self::Chinese)
    }
}

/// The load state of a chunk, with its functions once loaded.
#[derive(Default)]
pub enum LoadState<T: 'static> {
    /// It wasn't needed so far.
    #[default]
    NotNeeded,
    Loading,
    Ready(&'static T),
    /// It couldn't be fetched.
    Failed,
}

impl<T> LoadState<T> {
    /// The functions of a loaded chunk.
    pub fn ready(self) -> Option<&'static T> {
        if let Self::Ready(entries) = self { Some(entries) } else { None }
    }

    pub fn is_ready(self) -> bool {
        matches!(self, Self::Ready(_))
    }

    pub fn is_loading(self) -> bool {
        matches!(self, Self::Loading)
    }

    pub fn has_failed(self) -> bool {
        matches!(self, Self::Failed)
    }

    /// Resets a failure, so that the chunk is fetched again when needed.
    pub fn forget_failure(&mut self) {
        if self.has_failed() {
            *self = Self::NotNeeded;
        }
    }

    /// Marks the chunk as loading. Returns whether it has to be fetched.
    pub fn begin_loading(&mut self) -> bool {
        let begins = matches!(self, Self::NotNeeded | Self::Failed);
        if begins {
            *self = Self::Loading;
        }
        begins
    }
}

impl<T> Clone for LoadState<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for LoadState<T> {}

impl<T> PartialEq for LoadState<T> {
    fn eq(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}

impl<T> fmt::Debug for LoadState<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotNeeded => "NotNeeded",
            Self::Loading => "Loading",
            Self::Ready(_) => "Ready",
            Self::Failed => "Failed",
        })
    }
}

/// A loaded chunk with its table of functions. Actions pass it to the store, which knows the types of the tables.
#[derive(Clone, Copy, Debug)]
pub struct LoadedChunk {
    chunk: Chunk,
    table: &'static dyn Any,
}

impl LoadedChunk {
    /// The Chinese texts, which change no state.
    pub const CHINESE: Self = Self { chunk: Chunk::Chinese, table: &() };

    pub(crate) const fn new(chunk: Chunk, table: &'static dyn Any) -> Self {
        Self { chunk, table }
    }

    pub fn chunk(self) -> Chunk {
        self.chunk
    }

    /// The table of functions.
    ///
    /// # Panics
    /// If the table has another type.
    pub(crate) fn table<T: Any>(self) -> &'static T {
        self.table.downcast_ref().expect("each chunk has one type of table")
    }
}

/// Actions on chunks.
#[derive(Clone, Debug)]
pub enum ChunkMsg {
    /// A chunk was loaded.
    Loaded(LoadedChunk),
    /// A chunk couldn't be fetched.
    Failed(Chunk),
    /// The user retries a chunk.
    Retry(Chunk),
    /// The user retries all failed chunks, which are fetched again when needed.
    RetryFailed,
}
