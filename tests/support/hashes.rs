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
    0x3ecd_7df3_8c41_e049,
    0xbf2d_e9fe_999b_0b43,
    0xaf29_ef0f_4b0d_d695,
    0xf17d_b5a6_2930_021b,
    0x4681_1ae3_b2b2_eb79,
    0x3324_bac9_9701_d055,
    0x82d0_d77a_e507_4eb3,
    0xa485_f118_486e_4e03,
    0xdafe_07a7_a05e_a2af,
    0xbf71_65a5_a857_c0e1,
    0x41ed_d0c4_495c_d8b0,
    0x6f67_7738_c240_027a,
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
