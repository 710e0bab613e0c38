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
    0x55d6_1e9b_639e_4ddb,
    0xd1a6_33de_1611_8161,
    0xe3b7_952f_6b4e_bb85,
    0x7c3d_ee04_3979_0e01,
    0x56b9_38de_767a_9a6d,
    0xdf00_0175_ebce_0653,
    0x66b0_4eeb_a346_13f3,
    0x1b41_80f7_25c5_fc3b,
    0x75dd_48c5_5565_d255,
    0x902a_b13e_0a11_c57d,
    0x3ad_9402_6f85_2018,
    0x9871_8661_4192_e032,
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
