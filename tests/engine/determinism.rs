//! The same scenario gives the same bytes on every machine; `tests/wasm.rs` asks the same of WebAssembly.

use crate::support::hashes;

#[test]
fn built_in_scenarios_give_the_same_bytes() {
    assert_eq!(hashes::hashes(), hashes::EXPECTED);
}
