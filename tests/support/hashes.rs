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
pub(crate) const EXPECTED: [u64; 12] = [
    0xcba9_326f_9dea_a92b,
    0x6b73_62d7_4877_7b83,
    0x97c0_edbf_4e6d_c235,
    0xc229_5a67_bbfe_27b1,
    0xdbe5_ff43_8cff_eca3,
    0x4f16_b7fb_2fd2_dcad,
    0x95d3_4801_863c_4c0d,
    0xd01a_c5ca_c625_114f,
    0x133b_cd34_cbe2_e7a7,
    0xe47c_d168_0137_b93f,
    0xaa09_0c62_5f3e_92a2,
    0x7ebf_3fe2_347c_54fa,
];

/// A hash (FNV-1a) of the events of each scenario under each release, and of all that its attempts found.
pub(crate) fn hashes() -> Vec<u64> {
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
