//! One number for everything that happens in each built-in scenario, so that different machines can be compared.

use schedscope::api::manifest;
use schedscope::releases::Release;
use schedscope::simulation::{Scenario, Simulation};

const SCENARIOS: [&str; 3] = [
    include_str!("../../www/scenarios/preemption.yaml"),
    include_str!("../../www/scenarios/budget.yaml"),
    include_str!("../../www/scenarios/ladder.yaml"),
];

/// What [`hashes`] gives everywhere. It changes when the engine or a scenario does: then take the new numbers over, after
/// a look at what changed.
pub const EXPECTED: [u64; 9] = [
    0xfb1b_0d93_cf16_9224,
    0x7a17_446d_08cd_6a32,
    0x1967_d015_f6cb_e4f3,
    0xfc66_07e4_683c_c3b5,
    0x9703_b8c7_8752_1707,
    0xdc11_240e_333b_b427,
    0x9807_e4b0_a5d6_7bc1,
    0xdf68_75c9_6717_5197,
    0xa1ad_fcde_75cc_dd49,
];

/// A hash (FNV-1a) of the events of each scenario under each release.
pub fn hashes() -> Vec<u64> {
    let run = |text: &str, release| {
        let manifest = manifest::load(text).expect("a built-in scenario");
        let (_, events) = Simulation::new(Scenario::from_manifest(&manifest, Some(release)).expect("a scenario")).run();
        let json = serde_json::to_vec(&events).expect("events as JSON");
        json.iter()
            .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
    };
    SCENARIOS.iter().flat_map(|text| Release::ALL.map(|release| run(text, release))).collect()
}
