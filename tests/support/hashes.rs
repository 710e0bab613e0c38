//! One number for everything that happens in each built-in scenario, so that different machines can be compared.

use std::rc::Rc;

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
pub const EXPECTED: [u64; 12] = [
    0x28b1_c6a2_aed7_6f7b,
    0xbc99_57ab_209a_2e4f,
    0xdae5_c4d6_c167_98e9,
    0xe708_47d4_0230_597b,
    0xa37d_64ba_4b02_6a9a,
    0xa49b_e805_9160_80f0,
    0x2444_3139_47a3_d095,
    0xac05_42ab_3a99_9e5b,
    0x41f0_c29f_a2dc_7330,
    0x4c00_1f29_bfa5_efcc,
    0x21c3_d3f1_8aa6_b989,
    0x5af1_b191_c23c_9d55,
];

/// A hash (FNV-1a) of the events of each scenario under each release, and of all that its attempts found.
pub fn hashes() -> Vec<u64> {
    let run = |text: &str, release| {
        let manifest = manifest::load(text).expect("a built-in scenario");
        let scenario = Scenario::from_manifest(&manifest, Some(release)).expect("a scenario");
        let mut attempts = Vec::new();
        let (_, events) = Simulation::new(scenario).watched(|attempt| attempts.push(Rc::clone(attempt)));
        let json = serde_json::to_vec(&(events, attempts)).expect("a run as JSON");
        json.iter()
            .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
    };
    SCENARIOS.iter().flat_map(|text| Release::ALL.map(|release| run(text, release))).collect()
}
