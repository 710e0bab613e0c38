//! A scenario produces the same bytes on every machine. `tests/browser/module.test.mjs` checks this for WebAssembly.

use crate::support::hashes;

#[test]
fn built_in_scenarios_have_the_recorded_hashes() {
    assert_eq!(hashes::hashes(), hashes::EXPECTED);
}
