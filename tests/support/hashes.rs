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
    0xe034_48bf_0db4_012b,
    0x77ae_04bf_fd45_61e1,
    0x5c7a_92b1_8752_19e0,
    0x86df_b52c_d088_68a3,
    0x0b17_9429_2513_e2e0,
    0xbc50_7daf_43aa_b4a2,
    0x2c1d_660e_ea2f_4e29,
    0x7103_5f57_f953_3c47,
    0xd038_f449_cb14_5980,
    0xac2c_291b_7198_1f2e,
    0x7c7a_341d_db70_7317,
    0x3b23_4430_1654_53f7,
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
