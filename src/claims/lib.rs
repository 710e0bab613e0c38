//! Claims for devices: who has which, who could have which, and what the controller does about them.
//!
//! The crate is the part of the engine that a run without claims does without. The scheduler knows it as [`Claims`]: what the plugin
//! `DynamicResources` asks and tells it is there. `cycle` answers for one pod, `search` goes through the devices of one node, `state` keeps what
//! there is.

mod allocator;
mod capacity;
mod constraint;
mod controller;
mod counters;
mod cycle;
mod extended;
mod hint;
mod look;
mod noted;
mod objects;
mod outcome;
mod pod;
mod pools;
mod request;
mod search;
mod selectors;
mod slices;
mod state;
mod trail;

use std::any::Any;
use std::rc::Rc;

use api::devices::{DeviceKind, DeviceObject, ResourceClaim, Typed};
use api::manifest::Manifest;
use api::problem::Finding;
use api::{Pod, Str};
use record::Part;
use scheduler::cluster::{ClaimPlan, ClaimRules, ClaimSearch, ClaimWork, Claims, DeviceEvent, Freed, PodInfo};

pub use state::State;

/// Who knows claims, if what a text says of them can be read; they are to be put in one by one. With it come the fields that nothing here
/// acts on.
///
/// # Errors
/// What is wrong with the text.
pub fn begin(manifest: &Manifest) -> Result<Begun, Vec<Finding>> {
    let (mut notices, mut wrong) = (Vec::new(), Vec::new());
    for document in &manifest.devices {
        match document.check() {
            Ok(found) => notices.extend(found),
            Err(found) => wrong.extend(found),
        }
    }
    if wrong.is_empty() { Ok((Rc::new(State::default()), notices)) } else { Err(wrong) }
}

/// Who knows claims, and what was not read.
pub type Begun = (Rc<dyn Claims>, Vec<Finding>);

/// How a program comes by who knows claims: [`begin`], wherever it keeps that.
pub type Claiming = fn(&Manifest) -> Result<Begun, Vec<Finding>>;

impl Claims for State {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn obstacle(&self, pod: &Pod, rules: &ClaimRules) -> Option<Str> {
        pod::claims(self, pod, rules).err()
    }

    fn prepare<'c>(&'c self, rules: &'c ClaimRules, pod: &'c PodInfo) -> ClaimSearch<'c> {
        cycle::prepare(self, rules, pod)
    }

    fn free(&self, pod: &PodInfo) -> Freed {
        cycle::free(self, pod)
    }

    fn score(&self, pod: &PodInfo, node: &Str) -> i64 {
        cycle::score(self, pod, node)
    }

    fn score_parts(&self, pod: &PodInfo, node: &Str) -> Vec<Part> {
        cycle::score_parts(self, pod, node)
    }

    fn plan(&self, pod: &PodInfo, node: &str) -> Result<Option<ClaimPlan>, Str> {
        cycle::plan(self, pod, node)
    }

    fn hint(&self, rules: &ClaimRules, pod: &PodInfo, event: &DeviceEvent<'_>) -> bool {
        hint::claim(self, rules, pod, event)
    }

    fn stands_for(&self, resource: &str) -> bool {
        self.class_of(resource).is_some()
    }

    fn offers(&self, node: &str) -> Option<Vec<(Str, Str)>> {
        cycle::offers(self, node)
    }

    fn tell_time(&self, wall: i64) {
        self.set_wall(wall);
    }

    fn holding(&self, objects: &mut dyn Iterator<Item = &DeviceObject>) -> Rc<dyn Claims> {
        let mut new = Self::default();
        for object in objects.filter_map(|object| Typed::of(object).ok()) {
            new.put(object);
        }
        Rc::new(new)
    }

    fn with(&self, object: &DeviceObject) -> Result<Rc<dyn Claims>, Str> {
        let mut new = self.clone();
        new.put(Typed::of(object)?);
        Ok(Rc::new(new))
    }

    fn without(&self, kind: DeviceKind, namespace: &Str, name: &Str) -> Rc<dyn Claims> {
        let mut new = self.clone();
        match kind {
            DeviceKind::Claim => new.remove_claim(namespace, name),
            DeviceKind::Template => new.remove_template(namespace, name),
            DeviceKind::Slice => new.remove_slice(name),
            DeviceKind::Class => new.remove_class(name),
        }
        Rc::new(new)
    }

    fn setting_aside(&self, plan: &ClaimPlan, aside: bool) -> Rc<dyn Claims> {
        let mut new = self.clone();
        for planned in plan.claims.iter().filter(|planned| planned.is_new) {
            let uid = &planned.object.metadata.uid;
            let claim: Option<ResourceClaim> = serde_json::from_str(&planned.object.json).ok();
            new.set_in_flight(uid, claim.filter(|_| aside).map(Rc::new));
        }
        Rc::new(new)
    }

    fn admitted(&self, object: &DeviceObject) -> Result<DeviceObject, Str> {
        objects::admitted(object)
    }

    fn get(&self, kind: DeviceKind, namespace: &Str, name: &Str) -> Option<DeviceObject> {
        let key = (namespace.clone(), name.clone());
        match kind {
            DeviceKind::Claim => self.claims.get(&key).map(|claim| objects::claim(claim)),
            DeviceKind::Template => self.templates.get(&key).map(|it| objects::template(it)),
            DeviceKind::Slice => self.slice(name).map(objects::slice),
            DeviceKind::Class => self.class(name).map(|class| objects::class(class)),
        }
    }

    fn written(&self, plan: &ClaimPlan) -> Result<Vec<DeviceObject>, Str> {
        controller::written(self, plan, self.wall())
    }

    fn released(&self, plan: &ClaimPlan) -> Vec<DeviceObject> {
        controller::released(self, plan)
    }

    fn ready(&self, plan: &ClaimPlan) -> Result<bool, Str> {
        controller::ready(self, plan)
    }

    fn deallocated(&self, namespace: &Str, name: &Str) -> Option<DeviceObject> {
        controller::deallocated(self, namespace, name)
    }

    fn work(&self, pods: &[&Pod]) -> Vec<ClaimWork> {
        controller::work(self, pods)
    }
}
