//! The page. Code that is reachable only from a function marked `wasm_split` becomes a chunk, which the build splits off the linked program
//! (`src/bundler/chunks.rs`).

// The macro declares both sides of a split point as foreign functions.
#![allow(unsafe_code)]

#[cfg(target_family = "wasm")]
mod split_points {
    use i18n::table::Language;
    use page::{
        PageSplitPoints,
        chunk_tables::{self, Editing, Study},
    };
    use wasm_split_helpers::{SplitLoaderError, wasm_split};

    #[wasm_split(editing, fallible)]
    fn editing() -> Result<&'static Editing, SplitLoaderError> {
        Ok(&chunk_tables::EDITING)
    }

    #[wasm_split(study, fallible)]
    fn study() -> Result<&'static Study, SplitLoaderError> {
        Ok(&chunk_tables::STUDY)
    }

    #[wasm_split(chinese, fallible)]
    fn chinese() -> Result<&'static dyn Language, SplitLoaderError> {
        Ok(i18n::chinese())
    }

    pub(super) const SPLIT_POINTS: PageSplitPoints = PageSplitPoints {
        fetch_editing: || Box::pin(async { editing().await.ok() }),
        fetch_study: || Box::pin(async { study().await.ok() }),
        fetch_chinese: || Box::pin(async { chinese().await.ok() }),
    };
}

fn main() {
    #[cfg(target_family = "wasm")]
    page::start(split_points::SPLIT_POINTS);
}
