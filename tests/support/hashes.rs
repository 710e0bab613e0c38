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
    0xfe5d_5fd5_517f_60dd,
    0x60_f940_9aa9_e287,
    0x26_6be2_9e0e_bb4f,
    0x50a_aa66_a405_6e8f,
    0xed69_fcdb_37b1_0323,
    0x7699_12b3_518c_aefd,
    0xc286_54f0_c35c_be99,
    0x6a44_ecf8_7f9f_098d,
    0x8259_962c_e48e_e997,
    0xbb1d_5b17_1089_6073,
    0x20f1_759c_30f7_5f72,
    0x3261_3478_5ba1_f890,
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
