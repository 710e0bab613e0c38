//! A hash of all events of each built-in scenario, to compare different machines.

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

/// The result of [`hashes`] on every machine. It changes with the engine or a scenario: review what changed, then copy the new numbers.
pub(crate) const EXPECTED: [u64; 12] = [
    0x31fe_f864_6883_c4c9,
    0x5162_5c91_786b_09b3,
    0x5550_33a4_2b28_6c7e,
    0x3314_b2bc_9f93_a97f,
    0x013a_7e44_3bac_cf5a,
    0x3aa5_cb58_889f_ca48,
    0x018f_f831_bfcd_432b,
    0x5f83_1ceb_69fa_4c1c,
    0xc367_29e7_4a71_9b22,
    0xc89c_537a_f738_ed04,
    0x4555_f6ab_6d0d_2ebd,
    0x2cce_185c_ba7d_3253,
];

/// The FNV-1a hash of the events of each scenario under each release, and of the details of its attempts.
pub(crate) fn hashes() -> Vec<u64> {
    let run = |text: &str, release| {
        let manifest = manifest::load_for(text, Some(release)).expect("a built-in scenario");
        let scenario = Scenario::from_manifest(&manifest).expect("a scenario");
        let mut attempts = Vec::new();
        let (_, events) = Simulation::new(scenario).run_with_attempts(|attempt| attempts.push(Rc::clone(attempt)));
        let json = serde_json::to_vec(&(events, attempts)).expect("a run as JSON");
        json.iter()
            .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
    };
    SCENARIOS.iter().flat_map(|text| Release::ALL.map(|release| run(text, release))).collect()
}
