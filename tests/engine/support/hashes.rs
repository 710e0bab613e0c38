//! One number for everything that happens in each built-in scenario, so that different machines can be compared.

use std::rc::Rc;

use schedscope::{
    api::manifest,
    releases::Release,
    simulation::{Scenario, Simulation},
};

const SCENARIOS: [&str; 3] = [
    include_str!("../../../www/scenarios/preemption.yaml"),
    include_str!("../../../www/scenarios/budget.yaml"),
    include_str!("../../../www/scenarios/ladder.yaml"),
];

/// What [`hashes`] gives everywhere. It changes when the engine or a scenario does: then take the new numbers over, after
/// a look at what changed.
pub(crate) const EXPECTED: [u64; 12] = [
    0x8e34_a860_d152_8259,
    0x52c4_6c58_9c0e_3467,
    0x29af_3b02_1fa7_9ecb,
    0x4eac_009c_fd14_8095,
    0x3f53_7058_ea5b_b44c,
    0x83eb_7c1c_a31c_0b4a,
    0xf89a_55fc_d2c5_ccf6,
    0xca69_48ca_7dba_f5a4,
    0x3f9a_03eb_ca58_d93a,
    0xe3f9_8884_3cc4_11c8,
    0xc005_ba23_59e3_470e,
    0x73d7_7c7a_a8ee_feb5,
];

/// A hash (FNV-1a) of the events of each scenario under each release, and of all that its attempts found.
pub(crate) fn hashes() -> Vec<u64> {
    let run = |text: &str, release| {
        let manifest = manifest::load(text).expect("a built-in scenario");
        let scenario = Scenario::from_manifest(&manifest, Some(release)).expect("a scenario");
        let mut attempts = Vec::new();
        let (_, events) = Simulation::new(scenario).run_with_attempts(|attempt| attempts.push(Rc::clone(attempt)));
        let json = serde_json::to_vec(&(events, attempts)).expect("a run as JSON");
        json.iter()
            .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
    };
    SCENARIOS.iter().flat_map(|text| Release::ALL.map(|release| run(text, release))).collect()
}
