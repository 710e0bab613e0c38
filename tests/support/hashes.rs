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
    0x7beb_6b4f_f0ba_b665,
    0xcdac_02b1_243d_4d4d,
    0xc4aa_9ed0_9628_9785,
    0x8bbf_5308_4635_906b,
    0x3f53_7058_ea5b_b44c,
    0x83eb_7c1c_a31c_0b4a,
    0xf89a_55fc_d2c5_ccf6,
    0xca69_48ca_7dba_f5a4,
    0x3f9a_03eb_ca58_d93a,
    0xe3f9_8884_3cc4_11c8,
    0x6d69_de27_5960_58bb,
    0x220f_061d_1148_a31f,
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
