//! The same scenario gives the same bytes on every machine; `tests/browser/module.test.mjs` asks it of WebAssembly.

use crate::support::hashes;

#[test]
fn built_in_scenarios_give_the_same_bytes() {
    assert_eq!(hashes::hashes(), hashes::EXPECTED);
}
