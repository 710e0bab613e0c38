//! Texts about decisions of the controllers.

use runlog::{Reconcile, ReconcileFunction, Zone, ZoneState};

use crate::{
    languages::Speaker,
    messages::controllers as messages,
    table::grammar::{Grammar, TitleAndText, title_and_text},
};

/// Decisions of node and workload controllers.
pub trait ControllerSentences: Grammar {
    fn zone_changed(&self, zone: &Zone) -> TitleAndText {
        let Zone { name, nodes, not_ready, state, rate } = zone;

        let zone = if name.is_empty() {
            messages::zone_without_name(self.language()).to_owned()
        } else {
            messages::ZoneWithName { name }.text(self.language())
        };
        let reason = match (state, rate) {
            (ZoneState::Full, 0) => messages::all_zones_down(self.language()),
            (ZoneState::Full, _) => messages::whole_zone_down(self.language()),
            (ZoneState::Partial, 0) => messages::small_zone_partly_down(self.language()),
            (ZoneState::Partial, _) => messages::large_zone_partly_down(self.language()),
            (ZoneState::Normal, _) if *not_ready == 0 => messages::all_nodes_ready(self.language()),
            (ZoneState::Normal, _) => messages::zone_is_normal(self.language()),
        };
        title_and_text(
            messages::ZoneChangedTitle { state: state.upstream_name(), zone }.text(self.language()),
            messages::ZoneChanged { not_ready, nodes: *nodes, reason }.text(self.language()),
        )
    }

    fn controller_acted(&self, reconcile: &Reconcile) -> TitleAndText {
        let Reconcile { workload, by, wanted, has, makes, deletes, scales, .. } = reconcile;
        let (kind, key) = workload.split_once('/').unwrap_or(("", workload));
        let name = key.strip_prefix("default/").unwrap_or(key);
        let pods: Vec<&str> = deletes.iter().map(|key| key.strip_prefix("default/").unwrap_or(key)).collect();
        let function = by.upstream_name();

        let reason = match by {
            ReconcileFunction::StatefulSetUpdate | ReconcileFunction::DaemonSetUpdate => {
                messages::old_template(self.language())
            }
            ReconcileFunction::Proportion => messages::scaled_in_proportion(self.language()),
            ReconcileFunction::Unhealthy => messages::unavailable_first(self.language()),
            ReconcileFunction::OldReplicaSets => messages::old_pods_spared(self.language()),
            ReconcileFunction::Recreate => messages::recreated(self.language()),
            _ => "",
        };
        let consequence = match scales {
            Some((set, from, to)) => messages::ReplicaSetScaled { set, from, to }.text(self.language()),
            None if pods.is_empty() => messages::PodsCreated { pods: *makes }.text(self.language()),
            None => messages::PodsDeleted { pods: self.list(&pods) }.text(self.language()),
        };
        title_and_text(
            messages::ControllerActedTitle { kind, name }.text(self.language()),
            messages::ControllerActed { wanted, current: has, consequence, reason, function }.text(self.language()),
        )
    }
}

impl<T: Speaker> ControllerSentences for T {}
