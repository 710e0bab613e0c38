//! What devices of a claim must have in common, or not. Each keeps count of the devices that are chosen so far.

use api::devices::{AttributeValue, Constraint, Device};
use api::{Str, Table};
use record::Refusal;
use scheduler::cluster::ClaimRules as Rules;

/// A request, or an alternative of one.
#[derive(Clone, Copy)]
pub(crate) struct Named<'a> {
    pub request: &'a Str,
    pub alternative: Option<&'a Str>,
}

/// A constraint at work.
pub(crate) struct Tally<'a> {
    constraint: &'a Constraint,
    attribute: &'a Str,
    distinct: bool,
    /// Upstream's v1.34 compares where values stand instead of the values, so that none is ever equal to another.
    compares: bool,
    devices: usize,
    /// The common value.
    common: Option<AttributeValue>,
    /// The last value of each request.
    values: Table<Str, AttributeValue>,
}

impl<'a> Tally<'a> {
    /// Nothing is chosen yet; nothing where the constraint is of no kind that is known.
    pub(crate) fn new(constraint: &'a Constraint, rules: &Rules) -> Option<Self> {
        let (attribute, distinct) = match (&constraint.match_attribute, &constraint.distinct_attribute) {
            (Some(attribute), _) => (attribute, false),
            (None, Some(attribute)) => (attribute, true),
            (None, None) => return None,
        };
        let compares = rules.gates;
        Some(Self { constraint, attribute, distinct, compares, devices: 0, common: None, values: Table::new() })
    }

    fn concerns(&self, named: Named<'_>) -> bool {
        let listed = &self.constraint.requests;
        let alternative = named.alternative.map(|name| format!("{}/{name}", named.request));
        listed.is_empty()
            || listed.contains(named.request)
            || alternative.is_some_and(|full| listed.iter().any(|it| *it == *full))
    }

    /// Takes a device in, if it may come in.
    pub(crate) fn add(&mut self, named: Named<'_>, driver: &Str, device: &Device) -> bool {
        if !self.concerns(named) {
            return true;
        }
        let Some(value) = attribute(self.attribute, driver, device) else { return false };
        if self.devices == 0 {
            self.common = Some(value.clone());
        } else if self.distinct {
            if self.compares && self.values.values().any(|other| other == value) {
                return false;
            }
        } else if self.common.as_ref() != Some(value) {
            return false;
        }
        if self.distinct {
            self.values.insert(named.request.clone(), value.clone());
        }
        self.devices += 1;
        true
    }

    /// Why a device may not come in, once it was refused.
    pub(crate) fn refusal(&self, driver: &Str, device: &Device) -> Refusal {
        let own = attribute(self.attribute, driver, device).map(AttributeValue::shown);
        let attribute = self.attribute.clone();
        match self.distinct {
            true => Refusal::Distinct { attribute, own },
            false => {
                let common = self.common.as_ref().filter(|_| self.devices > 0).map(AttributeValue::shown);
                Refusal::Match { attribute, own, common }
            }
        }
    }

    /// Takes it out again.
    pub(crate) fn remove(&mut self, named: Named<'_>) {
        if self.concerns(named) {
            self.values.remove(named.request);
            self.devices = self.devices.saturating_sub(1);
        }
    }
}

/// An attribute by its full name: an attribute without a domain has that of the driver.
fn attribute<'d>(name: &Str, driver: &Str, device: &'d Device) -> Option<&'d AttributeValue> {
    let own = || {
        let (domain, id) = name.split_once('/')?;
        device.attributes.get(id).filter(|_| *driver == *domain)
    };
    device.attributes.get(name).or_else(own)
}
