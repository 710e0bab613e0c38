//! Presets for affinity and topology spread constraints.

use api::UnsatisfiableAction;
use i18n::table::form_labels::FormLabel;
use serde_json::{Value, json};

/// The affinity presets, as (value, label).
pub const AFFINITY_PRESETS: [(&str, FormLabel); 4] = [
    ("apart", FormLabel::RequiredNodeAntiAffinity),
    ("rather-apart", FormLabel::PreferredNodeAntiAffinity),
    ("together", FormLabel::SameNodeAffinity),
    ("same-zone", FormLabel::SameZoneAffinity),
];

/// The topology spread presets, as (value, label).
pub const SPREAD_PRESETS: [(&str, FormLabel); 4] = [
    ("nodes", FormLabel::HardNodeSpread),
    ("zones", FormLabel::HardZoneSpread),
    ("rather-nodes", FormLabel::SoftNodeSpread),
    ("rather-zones", FormLabel::SoftZoneSpread),
];

const HOSTNAME_LABEL: &str = "kubernetes.io/hostname";
const ZONE_LABEL: &str = "topology.kubernetes.io/zone";

/// The affinity of a preset, to pods with these labels.
pub fn affinity_preset(name: &str, labels: &Value) -> Option<Value> {
    let term = |key: &str| json!({"topologyKey": key, "labelSelector": {"matchLabels": labels}});
    let required = "requiredDuringSchedulingIgnoredDuringExecution";
    Some(match name {
        "apart" => json!({"podAntiAffinity": {required: [term(HOSTNAME_LABEL)]}}),
        "rather-apart" => {
            let preferred = json!([{"weight": 100, "podAffinityTerm": term(HOSTNAME_LABEL)}]);
            json!({"podAntiAffinity": {"preferredDuringSchedulingIgnoredDuringExecution": preferred}})
        }
        "together" => json!({"podAffinity": {required: [term(HOSTNAME_LABEL)]}}),
        "same-zone" => json!({"podAffinity": {required: [term(ZONE_LABEL)]}}),
        _ => return None,
    })
}

/// The constraints of a preset, among pods with these labels.
pub fn spread_preset(name: &str, labels: &Value) -> Option<Value> {
    let (key, when) = match name {
        "nodes" => (HOSTNAME_LABEL, UnsatisfiableAction::DoNotSchedule),
        "zones" => (ZONE_LABEL, UnsatisfiableAction::DoNotSchedule),
        "rather-nodes" => (HOSTNAME_LABEL, UnsatisfiableAction::ScheduleAnyway),
        "rather-zones" => (ZONE_LABEL, UnsatisfiableAction::ScheduleAnyway),
        _ => return None,
    };
    let selector = json!({"matchLabels": labels});
    Some(json!([{"maxSkew": 1, "topologyKey": key, "whenUnsatisfiable": when, "labelSelector": selector}]))
}
