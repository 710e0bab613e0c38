//! The engine in a browser: what the page will run, in headless Chromium.
#![cfg(target_arch = "wasm32")]

use schedscope::api::Quantity;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

#[path = "engine/support/hashes.rs"]
mod hashes;

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
fn the_engine_gives_the_same_bytes_as_natively() {
    assert_eq!(hashes::hashes(), hashes::EXPECTED);
}

#[wasm_bindgen_test]
fn quantities_are_read_as_upstream_reads_them() {
    let value = |text: &str| Quantity::parse(text).map(|q| q.milli_value());
    assert_eq!(value("1500m"), Some(1500));
    assert_eq!(value("129e6"), Some(129_000_000_000));
    assert_eq!(value("123Mi"), Some(128_974_848_000));
}
