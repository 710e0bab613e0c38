//! What the scheduler knows of claims and devices: upstream's `DefaultDRAManager`.
//!
//! A state is never changed: what happens makes another one, which shares what stayed as it was. So a run can go back to any of them.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use api::devices::{DeviceClass, ResourceClaim, ResourceClaimTemplate, ResourceSlice, Typed};
use api::{Set, Str, Table};
use scheduler::cluster::ClaimRules as Rules;

use crate::capacity::{self, Shares};
use crate::noted::Noted;
use crate::selectors::{Programs, seen};
use crate::slices::{Slice, Slices};

/// Driver, pool and name.
pub(crate) type DeviceId = (Str, Str, Str);

/// Devices that claims have.
#[derive(Debug, Default)]
pub(crate) struct Taken {
    /// Those that one claim has for itself.
    pub devices: Set<DeviceId>,
    /// Shares of others, in sum.
    pub shares: Table<DeviceId, Shares>,
}

impl Taken {
    fn add(&mut self, claim: &ResourceClaim, rules: &Rules) {
        for result in claim.status.allocation.iter().flat_map(|it| &it.devices.results) {
            if result.admin_access == Some(true) {
                continue;
            }
            let id = (result.driver.clone(), result.pool.clone(), result.device.clone());
            if rules.gates && result.share_id.is_some() {
                capacity::count(self.shares.or_default(id), &result.consumed_capacity, 1);
            } else {
                self.devices.insert(id);
            }
        }
    }
}

/// Claims, templates, slices and classes.
#[derive(Clone, Debug, Default)]
pub struct State {
    pub(crate) claims: Table<(Str, Str), Rc<ResourceClaim>>,
    pub(crate) templates: Table<(Str, Str), Rc<ResourceClaimTemplate>>,
    slices_by_name: Rc<Table<Str, Rc<Slice>>>,
    classes: Rc<Table<Str, Rc<DeviceClass>>>,
    /// Claims that get devices between Reserve and `PreBind`, by identity, each with what it is going to have.
    pub(crate) in_flight: Table<Str, Rc<ResourceClaim>>,
    programs: Rc<Programs>,
    slices: OnceCell<Rc<Slices>>,
    taken: OnceCell<Rc<Taken>>,
    /// What the cycle that goes on has found: upstream's `stateData`.
    pub(crate) noted: Rc<RefCell<Noted>>,
    /// The time of day, in milliseconds.
    wall: Cell<i64>,
}

impl State {
    pub(crate) fn wall(&self) -> i64 {
        self.wall.get()
    }

    pub(crate) fn set_wall(&self, wall: i64) {
        self.wall.set(wall);
    }

    pub(crate) fn programs(&self) -> &Programs {
        &self.programs
    }

    pub(crate) fn slices(&self) -> &Slices {
        self.slices.get_or_init(|| Rc::new(Slices::of(self.slices_by_name.values())))
    }

    /// Devices that claims have or are about to have. A profile's rules are those of its release, so there is one answer.
    pub(crate) fn taken(&self, rules: &Rules) -> &Taken {
        self.taken.get_or_init(|| {
            let mut taken = Taken::default();
            for claim in self.claims.values().chain(self.in_flight.values()) {
                taken.add(claim, rules);
            }
            Rc::new(taken)
        })
    }

    pub(crate) fn claim(&self, namespace: &Str, name: &Str) -> Option<&Rc<ResourceClaim>> {
        self.claims.get(&(namespace.clone(), name.clone()))
    }

    pub(crate) fn class(&self, name: &str) -> Option<&Rc<DeviceClass>> {
        self.classes.get(name)
    }

    /// The class that stands for an extended resource: the newest of those that say so, then the first by name; or the one whose name
    /// the resource has.
    pub(crate) fn class_of(&self, resource: &str) -> Option<&Rc<DeviceClass>> {
        if let Some(class) = resource.strip_prefix("deviceclass.resource.kubernetes.io/") {
            return self.class(class);
        }
        let says =
            |class: &&Rc<DeviceClass>| class.spec.extended_resource_name.as_ref().is_some_and(|it| it == resource);
        let mut found: Option<&Rc<DeviceClass>> = None;
        for class in self.classes.values().filter(says) {
            let created = |class: &Rc<DeviceClass>| class.metadata.creation_timestamp.map(|time| time.0);
            if found.is_none_or(|other| created(class) > created(other)) {
                found = Some(class);
            }
        }
        found
    }

    /// Puts an object in.
    pub(crate) fn put(&mut self, object: Typed) {
        match object {
            Typed::Claim(claim) => self.put_claim(Rc::new(claim)),
            Typed::Template(template) => self.put_template(template),
            Typed::Slice(slice) => self.put_slice(slice),
            Typed::Class(class) => self.put_class(class),
        }
    }

    /// Puts a claim in.
    pub(crate) fn put_claim(&mut self, claim: Rc<ResourceClaim>) {
        let key = (claim.metadata.namespace.clone(), claim.metadata.name.clone());
        self.taken.take();
        self.claims.insert(key, claim);
    }

    pub(crate) fn remove_claim(&mut self, namespace: &Str, name: &Str) {
        self.taken.take();
        self.claims.remove(&(namespace.clone(), name.clone()));
    }

    /// Notes what a claim is going to have, or no longer.
    pub(crate) fn set_in_flight(&mut self, uid: &Str, claim: Option<Rc<ResourceClaim>>) {
        self.taken.take();
        match claim {
            Some(claim) => drop(self.in_flight.insert(uid.clone(), claim)),
            None => drop(self.in_flight.remove(uid)),
        }
    }

    pub(crate) fn put_template(&mut self, template: ResourceClaimTemplate) {
        let key = (template.metadata.namespace.clone(), template.metadata.name.clone());
        self.templates.insert(key, Rc::new(template));
    }

    pub(crate) fn remove_template(&mut self, namespace: &Str, name: &Str) {
        self.templates.remove(&(namespace.clone(), name.clone()));
    }

    pub(crate) fn put_slice(&mut self, slice: ResourceSlice) {
        self.slices.take();
        let seen = slice.spec.devices.iter().map(|device| seen(&slice.spec.driver, device)).collect();
        let name = slice.metadata.name.clone();
        Rc::make_mut(&mut self.slices_by_name).insert(name, Rc::new(Slice { object: slice, seen }));
    }

    pub(crate) fn remove_slice(&mut self, name: &Str) {
        self.slices.take();
        Rc::make_mut(&mut self.slices_by_name).remove(name);
    }

    pub(crate) fn slice(&self, name: &Str) -> Option<&ResourceSlice> {
        self.slices_by_name.get(name).map(|slice| &slice.object)
    }

    pub(crate) fn put_class(&mut self, class: DeviceClass) {
        Rc::make_mut(&mut self.classes).insert(class.metadata.name.clone(), Rc::new(class));
    }

    pub(crate) fn remove_class(&mut self, name: &Str) {
        Rc::make_mut(&mut self.classes).remove(name);
    }
}
