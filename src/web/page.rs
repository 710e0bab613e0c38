//! The page. What only a function marked `wasm_split` reaches becomes a file of its own, which the build cuts out of the linked program
//! (`src/dev/split.rs`).

// The macro declares both ends of the cut as foreign functions.
#![allow(unsafe_code)]

#[cfg(target_family = "wasm")]
mod late;

#[cfg(target_family = "wasm")]
mod split {
    use crate::late::now;
    use page::parts;
    use page::parts::{Answer, Ask, PagePart, Reached};
    use wasm_split_helpers::{SplitLoaderError, wasm_split};

    /// Cuts each part off by the function of this name in `parts`, and tells the page how it is reached.
    macro_rules! parts {
        ($($part:ident: $ask:ident, $fetch:ident;)*) => {
            $(
                #[wasm_split($ask, fallible, preload($fetch))]
                fn $ask(ask: Ask<'_>) -> Result<Answer, SplitLoaderError> {
                    Ok(parts::$ask(ask))
                }
            )*

            pub(super) fn provide() {
                $(
                    parts::provide(
                        PagePart::$part,
                        Reached { fetch: || Box::pin(async { $fetch().await.is_ok() }), ask: |ask| now($ask(ask)) },
                    );
                )*
            }
        };
    }

    parts! {
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
    split::provide();
    page::start();
}
