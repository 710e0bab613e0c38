//! The device that an expression sees as the variable `device`.

use std::rc::Rc;

use api::{Quantity, Str};

use crate::{
    error::EvalError,
    quantity::CelQuantity,
    semver::SemanticVersion,
    value::{CelMap, Value},
};

/// The name of an attribute or a capacity: `resourceapi.QualifiedName`. A name without a domain belongs to the domain
/// of the device's driver.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct QualifiedName(pub Str);

impl QualifiedName {
    /// Splits the name into its domain and its identifier; `driver` is the default domain.
    pub fn split<'a>(&'a self, driver: &'a str) -> (&'a str, &'a str) {
        self.0.split_once('/').unwrap_or((driver, self.0.as_str()))
    }
}

impl From<&str> for QualifiedName {
    fn from(name: &str) -> Self {
        Self(name.into())
    }
}

/// The value of a device attribute: `resourceapi.DeviceAttribute`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attribute {
    Bool(bool),
    Int(i64),
    Text(Str),
    /// A semantic version, unparsed.
    Version(Str),
}

/// The properties of a device that an expression can read: `cel.Device` of `k8s.io/dynamic-resource-allocation`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeviceProperties {
    pub driver: Str,
    pub attributes: Vec<(QualifiedName, Attribute)>,
    pub capacity: Vec<(QualifiedName, Quantity)>,
    /// Whether several claims can share the device: `allowMultipleAllocations`.
    pub allow_multiple_allocations: bool,
}

impl DeviceProperties {
    /// The value of the variable `device`. An attribute with an invalid version is an error, even if the expression
    /// does not read it.
    pub(crate) fn value(&self) -> Result<Value, EvalError> {
        let mut attributes = CelMap::default();
        for (name, attribute) in &self.attributes {
            let value = match attribute {
                Attribute::Bool(value) => Value::Bool(*value),
                Attribute::Int(value) => Value::Int(*value),
                Attribute::Text(text) => Value::Text(text.clone()),
                Attribute::Version(text) => {
                    let version = SemanticVersion::parse(text);
                    let version = version.map_err(|error| {
                        EvalError::new(format!("attribute {}: parse semantic version: {error}", name.0))
                    })?;
                    Value::Semver(Rc::new(version))
                }
            };
            self.insert_attribute(&mut attributes, name, value);
        }
        let mut capacity = CelMap::default();
        for (name, amount) in &self.capacity {
            self.insert_attribute(&mut capacity, name, Value::Quantity(Rc::new(CelQuantity::from_quantity(amount))));
        }
        // A domain for which the device has no entries is an empty map.
        attributes.default = Some(Value::Map(Rc::new(CelMap::default())));
        capacity.default.clone_from(&attributes.default);
        let fields = [
            ("driver", Value::Text(self.driver.clone())),
            ("attributes", Value::Map(Rc::new(attributes))),
            ("capacity", Value::Map(Rc::new(capacity))),
            ("allowMultipleAllocations", Value::Bool(self.allow_multiple_allocations)),
        ];
        let entries = fields.into_iter().map(|(name, value)| (Value::text(name), value)).collect();
        Ok(Value::Map(Rc::new(CelMap { entries, default: None })))
    }

    fn insert_attribute(&self, map: &mut CelMap, name: &QualifiedName, value: Value) {
        let (domain, name) = name.split(&self.driver);
        let domain = Value::text(domain);
        let mut inner = match map.get(&domain) {
            Some(Value::Map(inner)) => inner.as_ref().clone(),
            _ => CelMap::default(),
        };
        inner.insert(Value::text(name), value);
        map.insert(domain, Value::Map(Rc::new(inner)));
    }
}
