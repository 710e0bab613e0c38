//! The page. What only the function marked `wasm_split` reaches becomes a file of its own, which the build cuts out of the linked program
//! (`src/bin/dev/split.rs`).

// The macro declares both ends of the cut as foreign functions.
#![allow(unsafe_code)]

#[cfg(target_family = "wasm")]
mod split {
    use std::pin::pin;
    use std::task::{Context, Poll, Waker};

    use schedscope::app::parts::{self, Answer, Ask, Building};
    use wasm_split_helpers::{SplitLoaderError, wasm_split};

    #[wasm_split(building, fallible, preload(fetch))]
    fn building(ask: Ask<'_>) -> Result<Answer, SplitLoaderError> {
        Ok(parts::building(ask))
    }

    /// Asks a part that is there already: it answers at once.
    fn ask(ask: Ask<'_>) -> Answer {
        match pin!(building(ask)).poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(Ok(answer)) => answer,
            _ => unreachable!("the part was fetched before"),
        }
    }

    /// Tells the page how its parts are reached.
    pub fn provide() {
        parts::provide(Building { fetch: || Box::pin(async { fetch().await.is_ok() }), ask });
    }
}

fn main() {
    #[cfg(target_family = "wasm")]
    split::provide();
    schedscope::app::start();
}
