//! The engine in a browser: what the page will run, in headless Chromium.
#![cfg(target_arch = "wasm32")]

use schedscope::api::Quantity;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);
