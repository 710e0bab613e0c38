//! Dynamic resource allocation (DRA): claims for devices, the search for devices that satisfy them, and the claim
//! controller.
//!
//! Runs without claims do not need this crate, so it is loaded on demand. It implements the trait [`Claims`] of the
//! scheduler, which the plugin `DynamicResources` calls. `cycle` handles one pod, `search` searches the devices of one
//! node, `state` has the objects.

mod allocation_result;
mod allocator;
mod capacity;
mod claim_table;
mod constraint;
mod controller;
mod counters;
mod cycle;
mod cycle_notes;
mod cycle_requests;
mod device_numbers;
mod extended_resources;
mod in_flight;
mod node_choice;
mod objects;
mod plain_search;
mod pod_claims;
mod pools;
mod queueing_hint;
mod request;
mod search;
mod search_details;
mod search_trail;
mod selectors;
mod slices;
mod state;

use std::{any::Any, rc::Rc};

use api::{
    ObjectMeta, Pod, Str, Time,
    devices::{DeviceKind, DeviceObject, DeviceRecord, ResourceClaim},
};
use runlog::{NodeIx, ScorePart};
use scheduler::cluster::{
    ClaimPlan, ClaimRules, ClaimSearch, ClaimWork, Claims, DeviceEvent, FreedClaim, PlannedClaim, PodInfo,
};
pub use state::ClaimState;

/// Creates an empty state, to which the objects of a manifest are added one by one.
#[must_use]
pub fn create_claims() -> Rc<dyn Claims> {
    Rc::new(ClaimState::default())
}

/// Compiles a CEL expression that selects devices, and returns the error. Upstream: `CompileCELExpression` of
/// `k8s.io/dynamic-resource-allocation/cel`.
#[must_use]
pub fn find_selector_error(expression: &str, has_consumable_capacity: bool) -> Option<String> {
    let compiled = cel::Program::compile_with(expression, cel::Gates { has_consumable_capacity });
    compiled.err().map(|error| error.to_string())
}

impl Claims for ClaimState {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn are_claims_ready(&self, pod: &Pod) -> bool {
        pod_claims::claims_of_pod(self, pod).is_ok()
    }

    fn claim_problem(&self, pod: &Pod, rules: &ClaimRules) -> Option<Str> {
        pod_claims::claims_of_pod(self, pod).err().map(|problem| problem.render(pod, rules))
    }

    fn pre_filter<'c>(&'c self, rules: &'c ClaimRules, pod: &'c PodInfo) -> ClaimSearch<'c> {
        cycle::prepare(self, rules, pod)
    }

    fn claim_to_free(&self, pod: &PodInfo) -> FreedClaim {
        cycle::claim_to_free(self, pod)
    }

    fn has_alternatives(&self, pod: &PodInfo) -> bool {
        cycle::has_alternatives(self, pod)
    }

    fn score(&self, pod: &PodInfo, node_ix: NodeIx) -> i64 {
        cycle::score(self, pod, node_ix)
    }

    fn score_parts(&self, pod: &PodInfo, node_ix: NodeIx) -> Vec<ScorePart> {
        cycle::score_parts(self, pod, node_ix)
    }

    fn reserve_plan(&self, pod: &PodInfo, node: &str) -> Result<Option<ClaimPlan>, Str> {
        cycle::reserve_plan(self, pod, node)
    }

    fn queueing_hint(&self, pod: &PodInfo, event: &DeviceEvent<'_>) -> bool {
        queueing_hint::claim_event_helps(self, pod, event)
    }

    fn is_backed_by_class(&self, resource: &str) -> bool {
        self.class_of_resource(resource).is_some()
    }

    fn node_offers(&self, node: &str) -> Option<Vec<(Str, Str)>> {
        cycle::node_offers(self, node)
    }

    fn set_clock(&self, wall: i64) {
        self.set_clock(wall);
    }

    fn read_record(&self, record: &DeviceRecord) -> Option<DeviceObject> {
        DeviceObject::from_record(record).ok()
    }

    fn to_record(&self, object: &DeviceObject) -> DeviceRecord {
        object.to_record()
    }

    fn with_records(&self, records: &mut dyn Iterator<Item = &DeviceRecord>) -> Rc<dyn Claims> {
        let mut claim_state = Self::default();
        for object in records.filter_map(|record| self.read_record(record)) {
            claim_state.put_object(object);
        }
        Rc::new(claim_state)
    }

    fn with_object(&self, object: DeviceObject) -> Rc<dyn Claims> {
        let mut claim_state = self.clone();
        claim_state.put_object(object);
        Rc::new(claim_state)
    }

    fn without_object(&self, kind: DeviceKind, namespace: &Str, name: &Str) -> Rc<dyn Claims> {
        let mut claim_state = self.clone();
        match kind {
            DeviceKind::Claim => claim_state.remove_claim(namespace, name),
            DeviceKind::Template => claim_state.remove_template(namespace, name),
            DeviceKind::Slice => claim_state.remove_slice(name),
            DeviceKind::Class => claim_state.remove_class(name),
        }
        Rc::new(claim_state)
    }

    fn with_in_flight(&self, claim_plan: &ClaimPlan, in_group_cycle: bool) -> Rc<dyn Claims> {
        let mut claim_state = self.clone();
        for planned in claim_plan.claims.iter().filter(|planned| planned.is_new) {
            claim_state.put_in_flight(&planned.claim, in_group_cycle);
        }
        Rc::new(claim_state)
    }

    fn without_in_flight(&self, claim: &ResourceClaim, is_written: bool) -> Rc<dyn Claims> {
        let mut claim_state = self.clone();
        claim_state.remove_in_flight(&claim.metadata.uid, is_written);
        Rc::new(claim_state)
    }

    fn with_unseen_change(&self, namespace: &Str, name: &Str) -> Rc<dyn Claims> {
        let mut claim_state = self.clone();
        claim_state.note_unseen_change(namespace, name);
        Rc::new(claim_state)
    }

    fn all_claims(&self) -> Vec<Rc<ResourceClaim>> {
        self.claims.values().cloned().collect()
    }

    fn claims_in_flight(&self) -> Vec<(Rc<ResourceClaim>, u32)> {
        self.claims_in_flight()
    }

    fn admit_object(&self, object: DeviceObject, name: Str, uid: Str) -> DeviceObject {
        objects::admit_object(object, name, uid)
    }

    fn get(&self, kind: DeviceKind, namespace: &Str, name: &Str) -> Option<DeviceObject> {
        let key = (namespace.clone(), name.clone());
        match kind {
            DeviceKind::Claim => self.claims.get(&key).cloned().map(DeviceObject::Claim),
            DeviceKind::Template => self.templates.get(&key).cloned().map(DeviceObject::Template),
            DeviceKind::Slice => self.slice(name).cloned().map(DeviceObject::Slice),
            DeviceKind::Class => self.class(name).cloned().map(DeviceObject::Class),
        }
    }

    fn names_in(&self, kind: DeviceKind, namespace: &str) -> Vec<Str> {
        let name = |meta: &ObjectMeta| (meta.namespace == *namespace).then(|| meta.name.clone());
        match kind {
            DeviceKind::Claim => self.claims.values().filter_map(|claim| name(&claim.metadata)).collect(),
            DeviceKind::Template => self.templates.values().filter_map(|template| name(&template.metadata)).collect(),
            DeviceKind::Slice | DeviceKind::Class => Vec::new(),
        }
    }

    fn bound_claim(&self, claim_plan: &ClaimPlan, planned: &PlannedClaim) -> Result<Rc<ResourceClaim>, Str> {
        controller::bound_claim(self, claim_plan, planned, self.clock_millis())
    }

    fn released_claims(&self, claim_plan: &ClaimPlan) -> Vec<ClaimWork> {
        controller::released_claims(self, claim_plan)
    }

    fn are_devices_ready(&self, claim_plan: &ClaimPlan) -> Result<bool, Str> {
        controller::are_devices_ready(self, claim_plan)
    }

    fn deallocated_claim(&self, namespace: &Str, name: &Str) -> Option<Rc<ResourceClaim>> {
        controller::deallocated_claim(self, namespace, name)
    }

    fn terminating_claim(&self, namespace: &Str, name: &Str, since: Time) -> Option<Rc<ResourceClaim>> {
        controller::terminating_claim(self, namespace, name, since)
    }

    fn pending_work(&self, pods: &[&Pod]) -> Vec<ClaimWork> {
        controller::pending_work(self, pods)
    }
}

#[cfg(test)]
mod tests {
    use api::Millis;
    use scheduler::{
        cluster::{Accounting, DeviceChange},
        framework::ClusterEvent,
        queue::{BackoffLimits, BackoffPolicy, QueuePolicy, SchedulingQueue},
    };

    use super::*;

    /// The queue looks up the gated pods of a claim by its name; other device events concern all gated pods.
    #[test]
    fn a_claim_event_is_for_the_gated_pods_that_use_the_claim() {
        let policy = QueuePolicy {
            backoff: BackoffPolicy::WholeSeconds,
            pops_from_backoff: true,
            unschedulable_timeout: Millis::from_seconds(300),
            has_error_backoff: true,
            uses_hints: true,
            update_ends_backoff: false,
            names_node_changes: false,
        };
        let claims_before = ClaimState::default();
        let both = ["n/a", "n/b"].as_slice();
        for (kind, name, moved) in [
            (DeviceKind::Claim, "claim-a", &["n/a"][..]),
            (DeviceKind::Claim, "claim-c", &[]),
            (DeviceKind::Slice, "claim-a", both),
            (DeviceKind::Class, "any", both),
        ] {
            let mut queue = SchedulingQueue::new(policy, BackoffLimits::default());
            for pod_name in ["a", "b"] {
                let json = serde_json::json!({"metadata": {"name": pod_name, "namespace": "n"},
                    "spec": {"resourceClaims": [{"name": "c", "resourceClaimName": format!("claim-{pod_name}")}]}});
                let pod: Pod = serde_json::from_value(json).expect("a pod");
                let pod = PodInfo::new(Rc::new(pod), &Accounting::default());
                queue.add_held(Rc::new(pod), "DynamicResources".into(), Millis::ZERO);
            }
            let change = DeviceChange::Added;
            let (namespace, name) = (&"n".into(), &name.into());
            let event =
                ClusterEvent::Device(DeviceEvent { kind, namespace, name, change, claims_before: &claims_before });
            let moves = queue.handle_event(&event, Millis::ZERO, |_: &PodInfo, _: &[_], _: &ClusterEvent<'_>| true);
            let pods: Vec<String> = moves.iter().map(|queue_move| queue_move.pod.to_string()).collect();
            assert_eq!(pods, moved, "{kind:?} {name}");
        }
    }
}
