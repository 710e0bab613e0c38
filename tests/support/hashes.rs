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
    0xebda_cc03_b0ad_4230,
    0x51d9_41d6_ca63_cdd0,
    0x9dd7_5c61_1446_5ec3,
    0xfa46_c7b9_3dfd_9896,
    0xe9f0_94c9_73b2_bdc2,
    0x6170_5acf_23c3_c701,
    0x65fb_ca2e_598f_a242,
    0x2bea_bc60_bb06_e396,
    0xae9d_a5f9_4a53_5db5,
];

/// A hash (FNV-1a) of the events of each scenario under each release.
pub fn hashes() -> Vec<u64> {
    let run = |text: &str, release| {
        let manifest = manifest::load(text).expect("a built-in scenario");
        let (_, events) = Simulation::new(Scenario::from_manifest(&manifest, Some(release))).run();
        let json = serde_json::to_vec(&events).expect("events as JSON");
        json.iter()
            .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
    };
    SCENARIOS.iter().flat_map(|text| Release::ALL.map(|release| run(text, release))).collect()
}
