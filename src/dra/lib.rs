//! Dynamic resource allocation (DRA): claims for devices, the search for devices that satisfy them, and the claim controller.
//!
//! The crate is the part of the engine that a run without claims does without. The scheduler knows it as [`Claims`]: what the plugin
//! `DynamicResources` asks and tells it is there. `cycle` answers for one pod, `search` goes through the devices of one node, `state` keeps what
//! there is.

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
    Pod, Str, Time,
    devices::{DeviceKind, DeviceObject, DeviceRecord, ResourceClaim},
};
use runlog::{NodeIx, ScorePart};
use scheduler::cluster::{
    ClaimPlan, ClaimRules, ClaimSearch, ClaimWork, Claims, DeviceEvent, FreedClaim, PlannedClaim, PodInfo,
};
pub use state::ClaimState;

/// No claims: a text's objects are put in one by one.
#[must_use]
pub fn create_claims() -> Rc<dyn Claims> {
    Rc::new(ClaimState::default())
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
