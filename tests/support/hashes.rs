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
    0x1cbd_0680_d04f_1b68,
    0x5db7_3c8c_45e8_c1f0,
    0xf887_d64e_b362_4c0b,
    0xba64_b7cc_8174_1c3b,
    0x00f5_4493_e9ab_07ed,
    0x6a9e_380b_e759_5bcf,
    0x5f20_5460_9c01_d3b1,
    0xa289_f795_633c_7b07,
    0xde42_a11e_afe2_8943,
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
