//! The chunks of the program: parts that are fetched when they are first needed. The page starts without them.
//!
//! What a chunk does to the state is a table of functions, [`EditingUpdates`](crate::store::EditingUpdates) and
//! [`StudyUpdates`](crate::store::StudyUpdates). It is there only while the chunk is loaded, so what is not loaded cannot be called.

use std::{any::Any, fmt};

/// A part of the program that is a file of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chunk {
    /// Reading and changing manifests: builder, editor, forms of scheduler configurations, building on the stage; and sharing.
    Editing,
    /// Looking closer: the inspector's pages behind the filters, console, timeline lanes, lessons, gallery, comparisons, what-if, command
    /// search, source, devices, map.
    Study,
    /// All texts in Chinese.
    Chinese,
}

/// How far the loading of a chunk is, with what a loaded one offers.
#[derive(Default)]
pub enum LoadState<T: 'static> {
    /// Nobody has needed it.
    #[default]
    NotNeeded,
    /// It is being fetched.
    Loading,
    /// It is loaded.
    Ready(&'static T),
    /// It could not be fetched.
    Failed,
}

impl<T> LoadState<T> {
    /// What it offers, if it is loaded.
    pub fn ready(self) -> Option<&'static T> {
        if let Self::Ready(entries) = self { Some(entries) } else { None }
    }

    /// Whether it is loaded.
    pub fn is_ready(self) -> bool {
        matches!(self, Self::Ready(_))
    }

    /// Whether it is being fetched.
    pub fn is_loading(self) -> bool {
        matches!(self, Self::Loading)
    }

    /// Whether it could not be fetched.
    pub fn has_failed(self) -> bool {
        matches!(self, Self::Failed)
    }

    /// It is fetched again when it is needed, if it could not be before.
    pub fn forget_failure(&mut self) {
        if self.has_failed() {
            *self = Self::NotNeeded;
        }
    }

    /// Marks it as being fetched, and tells whether it has to be: not if it is loaded, or being fetched already.
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

/// A chunk that was loaded, with its table of functions. Actions carry it to the store, which knows the types of the tables.
#[derive(Clone, Copy, Debug)]
pub struct LoadedChunk {
    chunk: Chunk,
    table: &'static dyn Any,
}

impl LoadedChunk {
    /// All texts in Chinese. They change no state.
    pub const CHINESE: Self = Self { chunk: Chunk::Chinese, table: &() };

    pub(crate) const fn new(chunk: Chunk, table: &'static dyn Any) -> Self {
        Self { chunk, table }
    }

    /// Which chunk was loaded.
    pub fn chunk(self) -> Chunk {
        self.chunk
    }

    /// The table of functions, which has to be of this type.
    pub(crate) fn table<T: Any>(self) -> &'static T {
        self.table.downcast_ref().expect("each chunk has one type of table")
    }
}

/// What happens to chunks.
#[derive(Clone, Debug)]
pub enum ChunkMsg {
    /// One was loaded.
    Loaded(LoadedChunk),
    /// One could not be fetched.
    Failed(Chunk),
    /// One is to be fetched again.
    Retry(Chunk),
    /// Those that could not be fetched are fetched again when they are needed.
    RetryFailed,
}
