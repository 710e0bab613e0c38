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
    0x78fc_4380_905e_fe9e,
    0x8eea_846f_4c30_9c4c,
    0x8150_4ed0_c105_3307,
    0x96c8_cd42_fb59_a40e,
    0x1f33_6874_d03f_a565,
    0xcbaa_d892_c6f4_5ae9,
    0xcb7d_829b_ad00_a730,
    0xa225_8f4d_76a8_f4f1,
    0xd4dd_bca7_843a_b49b,
    0x0ad9_4ef8_fbbf_0967,
    0x6d88_2934_edda_3ea6,
    0x79fd_029d_d0a2_b6e0,
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
