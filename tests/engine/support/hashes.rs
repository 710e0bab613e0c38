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
    0xcbbf_db25_100e_f166,
    0xa6cb_50ba_814b_df76,
    0xec73_399a_1f1e_e561,
    0xbeba_f37a_f583_f3ba,
    0x0f68_a5a5_6653_dc8a,
    0x2083_a07f_02e1_e744,
    0x17a0_3833_12e7_e289,
    0x9c47_9b31_26c9_678e,
    0xc446_d280_8ca1_5413,
    0x7f18_aa77_6cad_e883,
    0x979f_93ac_d0e9_4a7b,
    0xe3c1_1232_6242_2cd9,
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
