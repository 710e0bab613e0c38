//! One number for everything that happens in each built-in scenario, so that different machines can be compared.

use std::rc::Rc;

use schedscope::{
    manifest,
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
    0x688f_420f_beaa_7ed7,
    0xa1f2_8475_2253_c599,
    0x0832_5349_7d28_045c,
    0x9315_9155_56f9_2ae5,
    0x928f_2f6c_dc01_2516,
    0x89fc_4df7_d378_9f88,
    0x6e80_4d3f_a575_26d3,
    0x9b25_db3d_e18a_fc00,
    0x5d39_b179_f772_bb58,
    0x6114_5ea1_9416_de6a,
    0xa6cc_fedd_5833_649f,
    0x4ee9_3399_9c5b_f421,
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
