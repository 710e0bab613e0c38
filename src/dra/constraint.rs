//! Constraints between the devices of a claim: attributes that must match or be distinct. Each tracks the devices
//! chosen so far.

use api::{
    Str, Table,
    devices::{AttributeValue, Constraint, Device},
};
use runlog::DeviceRefusal;
use scheduler::cluster::ClaimRules as Rules;

/// The name of a request, or of an alternative of one.
#[derive(Clone, Copy)]
pub(crate) struct RequestName<'a> {
    pub request: &'a Str,
    pub alternative: Option<&'a Str>,
}

/// A constraint with the state of the search.
pub(crate) struct ConstraintState<'a> {
    constraint: &'a Constraint,
    attribute: &'a Str,
    is_distinct: bool,
    /// Whether values are compared. A bug of v1.34 in `distinctAttributeConstraint.matchesAttribute`: it compares
    /// pointers, so that no value ever equals another. Test: `of_a_request_only_the_last_value_has_to_be_distinct`.
    compares_values: bool,
    devices: usize,
    /// The value that all devices must have.
    common: Option<AttributeValue>,
    /// The last value of each request. An upstream bug in `distinctAttributeConstraint.add` and `remove`: values are
    /// stored by the name of the request, so of several devices of one request only the last counts, and removing one
    /// forgets all. Same test.
    values: Table<Str, AttributeValue>,
}

impl<'a> ConstraintState<'a> {
    /// Creates the state before any device is chosen; `None` if the constraint is of an unknown type.
    pub(crate) fn new(constraint: &'a Constraint, rules: &Rules) -> Option<Self> {
        let (attribute, is_distinct) = match (&constraint.match_attribute, &constraint.distinct_attribute) {
            (Some(attribute), _) => (attribute, false),
            (None, Some(attribute)) => (attribute, true),
            (None, None) => return None,
        };
        let compares = rules.has_beta_features;
        Some(Self {
            constraint,
            attribute,
            is_distinct,
            compares_values: compares,
            devices: 0,
            common: None,
            values: Table::new(),
        })
    }

    fn applies_to(&self, request_name: RequestName<'_>) -> bool {
        let listed = &self.constraint.requests;
        let alternative = request_name.alternative.map(|name| format!("{}/{name}", request_name.request));
        listed.is_empty()
            || listed.contains(request_name.request)
            || alternative.is_some_and(|full| listed.iter().any(|text| *text == *full))
    }

    /// Adds a device, unless that would violate the constraint. Returns whether it was added, or the constraint does
    /// not apply.
    pub(crate) fn add(&mut self, request_name: RequestName<'_>, driver: &Str, device: &Device) -> bool {
        if !self.applies_to(request_name) {
            return true;
        }
        let Some(value) = find_attribute(self.attribute, driver, device) else { return false };
        if self.devices == 0 {
            self.common = Some(value.clone());
        } else if self.is_distinct {
            if self.compares_values && self.values.values().any(|other| other == value) {
                return false;
            }
        } else if self.common.as_ref() != Some(value) {
            return false;
        }
        if self.is_distinct {
            self.values.insert(request_name.request.clone(), value.clone());
        }
        self.devices += 1;
        true
    }

    /// Returns why a device was refused by [`add`](Self::add).
    pub(crate) fn refusal(&self, driver: &Str, device: &Device) -> DeviceRefusal {
        let text = find_attribute(self.attribute, driver, device).map(AttributeValue::to_text);
        let attribute = self.attribute.clone();
        match self.is_distinct {
            true => DeviceRefusal::Distinct { attribute, value: text },
            false => {
                let common = self.common.as_ref().filter(|_| self.devices > 0).map(AttributeValue::to_text);
                DeviceRefusal::Match { attribute, value: text, common }
            }
        }
    }

    /// Removes the device of a request that was added last.
    pub(crate) fn remove(&mut self, request_name: RequestName<'_>) {
        if self.applies_to(request_name) {
            self.values.remove(request_name.request);
            self.devices = self.devices.saturating_sub(1);
        }
    }
}

/// Returns an attribute by its qualified name; an attribute without a domain has the driver's.
fn find_attribute<'d>(name: &Str, driver: &Str, device: &'d Device) -> Option<&'d AttributeValue> {
    let find_in_domain = || {
        let (domain, id) = name.split_once('/')?;
        device.attributes.get(id).filter(|_| *driver == *domain)
    };
    device.attributes.get(name).or_else(find_in_domain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_request_only_the_last_value_has_to_be_distinct() {
        let constraint = serde_json::from_str(r#"{"distinctAttribute":"d/model"}"#).expect("a constraint");
        let device = |model: &str| -> Device {
            let json = format!(r#"{{"name":"x","attributes":{{"model":{{"string":"{model}"}}}}}}"#);
            serde_json::from_str(&json).expect("a device")
        };
        let (one, other, driver): (Str, Str, Str) = ("one".into(), "other".into(), "d".into());
        let [one, other] = [&one, &other].map(|request| RequestName { request, alternative: None });
        let tally = |gates| {
            ConstraintState::new(&constraint, &Rules { has_beta_features: gates, ..Rules::default() }).expect("a kind")
        };
        // v1.34 ignores the constraint. With the feature gates, a request's second value replaces its first one.
        for (gates, expected) in [(false, [true; 5]), (true, [true, false, true, true, false])] {
            let mut tally = tally(gates);
            let mut add = |named, model: &str| tally.add(named, &driver, &device(model));
            let verdicts = [add(one, "a"), add(other, "a"), add(one, "b"), add(other, "a"), add(one, "a")];
            assert_eq!(verdicts, expected, "{gates}");
        }
        // The second device of a request is removed, and the value of the first one, which stays, becomes available
        // again.
        let mut tally = tally(true);
        assert!(tally.add(one, &driver, &device("a")) && tally.add(one, &driver, &device("b")));
        tally.remove(one);
        assert!(tally.add(other, &driver, &device("a")));
    }

    #[test]
    fn a_constraint_applies_to_the_requests_and_alternatives_that_it_lists() {
        let (one, other, first, second): (Str, Str, Str, Str) =
            ("one".into(), "other".into(), "first".into(), "second".into());
        let names = [(&one, None), (&one, Some(&first)), (&one, Some(&second)), (&other, Some(&first))];
        for (listed, expected) in [
            ("[]", [true; 4]),
            (r#"["one"]"#, [true, true, true, false]),
            (r#"["one/first"]"#, [false, true, false, false]),
            (r#"["one/second","other"]"#, [false, false, true, true]),
        ] {
            let json = format!(r#"{{"requests":{listed},"matchAttribute":"d/model"}}"#);
            let constraint = serde_json::from_str(&json).expect("a constraint");
            let state = ConstraintState::new(&constraint, &Rules::default()).expect("a kind");
            let applies = names.map(|(request, alternative)| state.applies_to(RequestName { request, alternative }));
            assert_eq!(applies, expected, "{listed}");
        }
    }
}
