//! Fetches chunks, and stores their entry points.

use std::{cell::Cell, rc::Rc};

use gloo::timers::future::TimeoutFuture;
use i18n::table::Language;
use page_state::{
    actions::{
        Action,
        recovery::{PageNotice, RecoveryMsg},
    },
    chunk::{Chunk, ChunkMsg, LoadedChunk},
    effects::DeferredAction,
};
use protocol::ChunkFuture;
use wasm_bindgen_futures::spawn_local;
use yew::Callback;

use crate::view::{Editing, LoadedChunks, Study};

/// The split points of the program, which fetch the chunks.
#[derive(Clone, Copy)]
pub struct PageSplitPoints {
    pub fetch_editing: fn() -> ChunkFuture<Editing>,
    pub fetch_study: fn() -> ChunkFuture<Study>,
    /// Fetches the Chinese texts.
    pub fetch_chinese: fn() -> ChunkFuture<dyn Language>,
}

/// The chunks of a running page.
pub struct ChunkLoader {
    split_points: PageSplitPoints,
    dispatch: Callback<Action>,
    loaded: Cell<LoadedChunks>,
}

impl ChunkLoader {
    pub fn new(split_points: PageSplitPoints, dispatch: Callback<Action>) -> Rc<Self> {
        Rc::new(Self { split_points, dispatch, loaded: Cell::default() })
    }

    /// The chunks that are loaded.
    pub fn loaded_chunks(&self) -> LoadedChunks {
        self.loaded.get()
    }

    /// Fetches a chunk, then dispatches the action that waits for it.
    pub fn fetch_chunk(self: &Rc<Self>, chunk: Chunk, deferred_action: Option<DeferredAction>) {
        let loader = Rc::clone(self);
        spawn_local(async move {
            let is_loaded = match chunk {
                Chunk::Editing => loader.fetch_editing().await.is_some(),
                Chunk::Study => loader.fetch_study().await.is_some(),
                Chunk::Chinese => loader.fetch_chinese().await,
            };
            match deferred_action {
                Some(action) if is_loaded => loader.dispatch.emit(Action::clone(&action)),
                // For Chinese, the state shows an error itself.
                Some(_) if chunk != Chunk::Chinese => loader.report_missing(),
                _ => {}
            }
        });
    }

    /// Fetches the chunk `Editing` and runs something with it that doesn't go through the state; reports a notice if the chunk can't be fetched.
    pub fn with_editing(self: &Rc<Self>, act: impl FnOnce(&Editing, &Callback<Action>) + 'static) {
        self.with_editing_or(act, Self::report_missing);
    }

    /// The same, with a callback if the chunk can't be fetched.
    pub fn with_editing_or(
        self: &Rc<Self>,
        act: impl FnOnce(&Editing, &Callback<Action>) + 'static,
        on_failed: impl FnOnce(&Self) + 'static,
    ) {
        let loader = Rc::clone(self);
        spawn_local(async move {
            match loader.fetch_editing().await {
                Some(editing) => act(editing, &loader.dispatch),
                None => on_failed(&loader),
            }
        });
    }

    async fn fetch_editing(&self) -> Option<&'static Editing> {
        if let loaded @ Some(_) = self.loaded.get().editing {
            return loaded;
        }
        // Compiling blocks a phone for a while, so each chunk is compiled in a task of its own.
        TimeoutFuture::new(0).await;
        // Two callers may fetch it at once; the result of either is kept.
        let editing = (self.split_points.fetch_editing)().await.or_else(|| self.loaded.get().editing);
        self.loaded.set(LoadedChunks { editing, ..self.loaded.get() });
        self.report(Chunk::Editing, editing.map(|editing| editing.updates.into()));
        editing
    }

    async fn fetch_study(&self) -> Option<&'static Study> {
        if let loaded @ Some(_) = self.loaded.get().study {
            return loaded;
        }
        TimeoutFuture::new(0).await;
        let study = (self.split_points.fetch_study)().await.or_else(|| self.loaded.get().study);
        self.loaded.set(LoadedChunks { study, ..self.loaded.get() });
        self.report(Chunk::Study, study.map(|study| study.updates.into()));
        study
    }

    async fn fetch_chinese(&self) -> bool {
        TimeoutFuture::new(0).await;
        let is_loaded = load_chinese(self.split_points).await;
        self.report(Chunk::Chinese, is_loaded.then_some(LoadedChunk::CHINESE));
        is_loaded
    }

    fn report(&self, chunk: Chunk, loaded: Option<LoadedChunk>) {
        self.dispatch.emit(Action::Chunks(loaded.map_or(ChunkMsg::Failed(chunk), ChunkMsg::Loaded)));
    }

    /// Shows a notice that the chunk could not be fetched.
    fn report_missing(&self) {
        self.dispatch.emit(Action::Recovery(RecoveryMsg::AddNotice(PageNotice::PartNotFetched)));
    }
}

/// Fetches the Chinese texts; returns whether that succeeded.
pub async fn load_chinese(split_points: PageSplitPoints) -> bool {
    let chinese = (split_points.fetch_chinese)().await;
    if let Some(chinese) = chinese {
        i18n::set_chinese(chinese);
    }
    chinese.is_some()
}
