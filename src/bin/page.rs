//! The page. What only a function marked `wasm_split` reaches becomes a file of its own, which the build cuts out of the linked program
//! (`src/bin/dev/split.rs`).

// The macro declares both ends of the cut as foreign functions.
#![allow(unsafe_code)]

#[cfg(target_family = "wasm")]
mod late;

#[cfg(target_family = "wasm")]
mod split {
    use crate::late::now;
    use schedscope::app::parts::{self, Answer, Ask, Part, Reached};
    use wasm_split_helpers::{SplitLoaderError, wasm_split};

    #[wasm_split(building, fallible, preload(fetch_building))]
    fn building(ask: Ask<'_>) -> Result<Answer, SplitLoaderError> {
        Ok(parts::building(ask))
    }

    #[wasm_split(configuring, fallible, preload(fetch_configuring))]
    fn configuring(ask: Ask<'_>) -> Result<Answer, SplitLoaderError> {
        Ok(parts::configuring(ask))
    }

    #[wasm_split(sharing, fallible, preload(fetch_sharing))]
    fn sharing(ask: Ask<'_>) -> Result<Answer, SplitLoaderError> {
        Ok(parts::sharing(ask))
    }

    #[wasm_split(source, fallible, preload(fetch_source))]
    fn source(ask: Ask<'_>) -> Result<Answer, SplitLoaderError> {
        Ok(parts::source(ask))
    }

    #[wasm_split(teaching, fallible, preload(fetch_teaching))]
    fn teaching(ask: Ask<'_>) -> Result<Answer, SplitLoaderError> {
        Ok(parts::teaching(ask))
    }

    #[wasm_split(inspecting, fallible, preload(fetch_inspecting))]
    fn inspecting(ask: Ask<'_>) -> Result<Answer, SplitLoaderError> {
        Ok(parts::inspecting(ask))
    }

    #[wasm_split(supposing, fallible, preload(fetch_supposing))]
    fn supposing(ask: Ask<'_>) -> Result<Answer, SplitLoaderError> {
        Ok(parts::supposing(ask))
    }

    #[wasm_split(chinese, fallible, preload(fetch_chinese))]
    fn chinese(ask: Ask<'_>) -> Result<Answer, SplitLoaderError> {
        Ok(parts::chinese(ask))
    }

    /// Tells the page how its parts are reached.
    pub fn provide() {
        parts::provide(
            Part::Building,
            Reached { fetch: || Box::pin(async { fetch_building().await.is_ok() }), ask: |ask| now(building(ask)) },
        );
        parts::provide(
            Part::Configuring,
            Reached {
                fetch: || Box::pin(async { fetch_configuring().await.is_ok() }),
                ask: |ask| now(configuring(ask)),
            },
        );
        parts::provide(
            Part::Sharing,
            Reached { fetch: || Box::pin(async { fetch_sharing().await.is_ok() }), ask: |ask| now(sharing(ask)) },
        );
        parts::provide(
            Part::Source,
            Reached { fetch: || Box::pin(async { fetch_source().await.is_ok() }), ask: |ask| now(source(ask)) },
        );
        parts::provide(
            Part::Teaching,
            Reached { fetch: || Box::pin(async { fetch_teaching().await.is_ok() }), ask: |ask| now(teaching(ask)) },
        );
        parts::provide(
            Part::Inspecting,
            Reached { fetch: || Box::pin(async { fetch_inspecting().await.is_ok() }), ask: |ask| now(inspecting(ask)) },
        );
        parts::provide(
            Part::Supposing,
            Reached { fetch: || Box::pin(async { fetch_supposing().await.is_ok() }), ask: |ask| now(supposing(ask)) },
        );
        parts::provide(
            Part::Chinese,
            Reached { fetch: || Box::pin(async { fetch_chinese().await.is_ok() }), ask: |ask| now(chinese(ask)) },
        );
    }
}

fn main() {
    #[cfg(target_family = "wasm")]
    split::provide();
    schedscope::app::start();
}
