//! A device as an expression sees it.

use std::rc::Rc;

use api::{Quantity, Str};

use crate::{
    error::EvalError,
    quantity::CelQuantity,
    semver::SemanticVersion,
    value::{CelMap, Value},
};

/// The name of an attribute or a capacity: `resourceapi.QualifiedName`. Without a domain, that of the device's driver is meant.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct QualifiedName(pub Str);

impl QualifiedName {
    /// The domain and the name in it, for a device of this driver.
    pub fn split<'a>(&'a self, driver: &'a str) -> (&'a str, &'a str) {
        self.0.split_once('/').unwrap_or((driver, self.0.as_str()))
    }
}

impl From<&str> for QualifiedName {
    fn from(name: &str) -> Self {
        Self(name.into())
    }
}

/// The value of an attribute: `resourceapi.DeviceAttribute`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attribute {
    /// `bool`
    Bool(bool),
    /// `int`
    Int(i64),
    /// `string`
    Text(Str),
    /// `version`: a semantic version, as written.
    Version(Str),
}

/// What an expression can ask of a device: `cel.Device` of `k8s.io/dynamic-resource-allocation`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Device {
    /// The name of the driver.
    pub driver: Str,
    /// What the device is like.
    pub attributes: Vec<(QualifiedName, Attribute)>,
    /// What the device has.
    pub capacity: Vec<(QualifiedName, Quantity)>,
    /// Whether several claims can share the device.
    pub allow_multiple_allocations: bool,
}

impl Device {
    /// The variable `device`. A version that is none is an error, even if the expression does not look at it.
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
        // A domain that the device does not know is empty.
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
