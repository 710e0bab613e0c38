//! The page. What only a function marked `wasm_split` reaches becomes a file of its own, which the build cuts out of the linked program
//! (`src/bundler/chunks.rs`).

// The macro declares both ends of the cut as foreign functions.
#![allow(unsafe_code)]

#[cfg(target_family = "wasm")]
mod late;

#[cfg(target_family = "wasm")]
mod split {
    use page::chunks::{self, Chunk, ChunkHandle, ChunkRequest, ChunkResponse};
    use wasm_split_helpers::{SplitLoaderError, wasm_split};

    use crate::late::now;

    /// Splits off each chunk at the function of this name in `chunks`, and gives the page a handle to it.
    macro_rules! split_chunks {
        ($($chunk:ident: $answer:ident, $fetch:ident;)*) => {
            $(
                #[wasm_split($answer, fallible, preload($fetch))]
                fn $answer(request: ChunkRequest<'_>) -> Result<ChunkResponse, SplitLoaderError> {
                    Ok(chunks::$answer(request))
                }
            )*

            pub(super) fn provide_chunks() {
                $(
                    chunks::provide_chunk(
                        Chunk::$chunk,
                        ChunkHandle {
                            fetch: || Box::pin(async { $fetch().await.is_ok() }),
                            request: |request| now($answer(request)),
                        },
                    );
                )*
            }
        };
    }

    split_chunks! {
        Building: building, fetch_building;
        Configuring: configuring, fetch_configuring;
        Sharing: sharing, fetch_sharing;
        Source: source, fetch_source;
        Teaching: teaching, fetch_teaching;
        Inspecting: inspecting, fetch_inspecting;
        Supposing: supposing, fetch_supposing;
        Commanding: commanding, fetch_commanding;
        Chinese: chinese, fetch_chinese;
        Devices: devices, fetch_devices;
        Mapping: mapping, fetch_mapping;
    }
}

fn main() {
    #[cfg(target_family = "wasm")]
    split::provide_chunks();
    page::start();
}
