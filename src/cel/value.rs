//! The values of expressions at evaluation.

use std::{cmp::Ordering, fmt::Write, net::IpAddr, rc::Rc};

use api::Str;

use crate::{
    cost_meter::Meter,
    error::EvalError,
    ip_net::{Cidr, Url},
    name_formats::NameFormat,
    quantity::CelQuantity,
    semver::SemanticVersion,
    timestamps::{self, Timestamp},
};

/// A CEL value.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Null,
    Bool(bool),
    Int(i64),
    Uint(u64),
    Double(f64),
    Text(Str),
    Bytes(Rc<[u8]>),
    List(Rc<Vec<Value>>),
    Map(Rc<CelMap>),
    /// A type, by name.
    Type(Str),
    /// A duration in nanoseconds.
    Duration(i64),
    Timestamp(Timestamp),
    Optional(Option<Rc<Value>>),
    Quantity(Rc<CelQuantity>),
    Semver(Rc<SemanticVersion>),
    Url(Rc<Url>),
    Ip(IpAddr),
    Cidr(Rc<Cidr>),
    Format(NameFormat),
}

/// A map as a list of keys and values, in the order of a device's attributes or of a literal.
#[derive(Clone, Debug, Default)]
pub(crate) struct CelMap {
    pub(crate) entries: Vec<(Value, Value)>,
    /// The value of a missing key, if lookups are to succeed: the maps of a device return an empty map for an unknown
    /// domain.
    pub(crate) default: Option<Value>,
}

impl CelMap {
    /// The value of an existing key.
    pub(crate) fn get(&self, key: &Value) -> Option<&Value> {
        self.entries.iter().find(|(known, _)| known.is_key(key)).map(|(_, value)| value)
    }

    /// The value of a key, or `default` if the key is missing.
    pub(crate) fn get_or_default(&self, key: &Value) -> Option<&Value> {
        self.get(key).or(self.default.as_ref())
    }

    /// Adds an entry, or replaces the value of an existing key.
    pub(crate) fn insert(&mut self, key: Value, value: Value) {
        match self.entries.iter_mut().find(|(known, _)| known.is_key(&key)) {
            Some(entry) => entry.1 = value,
            None => self.entries.push((key, value)),
        }
    }
}

impl Value {
    pub(crate) fn text(text: impl AsRef<str>) -> Self {
        Self::Text(text.as_ref().into())
    }

    pub(crate) fn list(items: Vec<Self>) -> Self {
        Self::List(Rc::new(items))
    }

    pub(crate) fn optional_of(value: Self) -> Self {
        Self::Optional(Some(Rc::new(value)))
    }

    /// The type's name in upstream's messages.
    pub(crate) fn type_name(&self) -> &'static str {
        match self {
            Self::Null => "null_type",
            Self::Bool(_) => "bool",
            Self::Int(_) => "int",
            Self::Uint(_) => "uint",
            Self::Double(_) => "double",
            Self::Text(_) => "string",
            Self::Bytes(_) => "bytes",
            Self::List(_) => "list",
            Self::Map(_) => "map",
            Self::Type(_) => "type",
            Self::Duration(_) => "google.protobuf.Duration",
            Self::Timestamp(_) => "google.protobuf.Timestamp",
            Self::Optional(_) => "optional_type",
            Self::Quantity(_) => "kubernetes.Quantity",
            Self::Semver(_) => "kubernetes.Semver",
            Self::Url(_) => "kubernetes.URL",
            Self::Ip(_) => "net.IP",
            Self::Cidr(_) => "net.CIDR",
            Self::Format(_) => "kubernetes.NamedFormat",
        }
    }

    /// The size of a string, bytes, list or map, in characters, bytes or entries.
    pub(crate) fn size(&self) -> Option<usize> {
        match self {
            Self::Text(text) => Some(text.chars().count()),
            Self::Bytes(bytes) => Some(bytes.len()),
            Self::List(items) => Some(items.len()),
            Self::Map(map) => Some(map.entries.len()),
            _ => None,
        }
    }

    /// Whether two map keys are equal. Numbers are compared across numeric types.
    fn is_key(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Text(a), Self::Text(b)) => a == b,
            (Self::Bool(a), Self::Bool(b)) => a == b,
            _ => self.compare_numbers(other) == Some(Some(Ordering::Equal)),
        }
    }

    #[allow(clippy::option_option, reason = "two questions: are both numbers, and are they ordered")]
    /// The order of two numbers: none if one of the values is no number, and `Some(None)` if one is NaN.
    pub(crate) fn compare_numbers(&self, other: &Self) -> Option<Option<Ordering>> {
        Some(match (self, other) {
            (Self::Int(a), Self::Int(b)) => Some(a.cmp(b)),
            (Self::Uint(a), Self::Uint(b)) => Some(a.cmp(b)),
            (Self::Double(a), Self::Double(b)) => a.partial_cmp(b),
            (Self::Int(a), Self::Uint(b)) => Some(i128::from(*a).cmp(&i128::from(*b))),
            (Self::Uint(a), Self::Int(b)) => Some(i128::from(*a).cmp(&i128::from(*b))),
            (Self::Int(a), Self::Double(b)) => compare_with_double(i128::from(*a), *b),
            (Self::Uint(a), Self::Double(b)) => compare_with_double(i128::from(*a), *b),
            (Self::Double(a), Self::Int(b)) => compare_with_double(i128::from(*b), *a).map(Ordering::reverse),
            (Self::Double(a), Self::Uint(b)) => compare_with_double(i128::from(*b), *a).map(Ordering::reverse),
            _ => return None,
        })
    }

    /// The order of two values for `<`, `>` and the like.
    pub(crate) fn compare(&self, other: &Self) -> Result<Ordering, EvalError> {
        if let Some(order) = self.compare_numbers(other) {
            return order.ok_or_else(|| EvalError::new("NaN values cannot be ordered"));
        }
        Ok(match (self, other) {
            (Self::Bool(a), Self::Bool(b)) => a.cmp(b),
            (Self::Text(a), Self::Text(b)) => a.cmp(b),
            (Self::Bytes(a), Self::Bytes(b)) => a.cmp(b),
            (Self::Duration(a), Self::Duration(b)) => a.cmp(b),
            (Self::Timestamp(a), Self::Timestamp(b)) => a.cmp(b),
            _ => return Err(EvalError::no_overload()),
        })
    }

    /// Whether two values are equal. Values of different types differ, except that comparing one of a Kubernetes
    /// library with another type is an error.
    pub(crate) fn equals(&self, other: &Self, meter: &mut Meter) -> Result<bool, EvalError> {
        meter.charge_work(1)?;
        if let Some(order) = self.compare_numbers(other) {
            return Ok(order == Some(Ordering::Equal));
        }
        Ok(match (self, other) {
            (Self::Null, Self::Null) => true,
            (Self::Null, _) | (_, Self::Null) => false,
            (Self::Bool(a), Self::Bool(b)) => a == b,
            (Self::Text(a), Self::Text(b)) | (Self::Type(a), Self::Type(b)) => a == b,
            (Self::Bytes(a), Self::Bytes(b)) => a == b,
            (Self::Duration(a), Self::Duration(b)) => a == b,
            (Self::Timestamp(a), Self::Timestamp(b)) => a == b,
            (Self::Quantity(a), Self::Quantity(b)) => a == b,
            (Self::Semver(a), Self::Semver(b)) => a == b,
            (Self::Url(a), Self::Url(b)) => a == b,
            (Self::Ip(a), Self::Ip(b)) => a == b,
            (Self::Cidr(a), Self::Cidr(b)) => a == b,
            (Self::Format(a), Self::Format(b)) => a == b,
            (Self::Quantity(_) | Self::Semver(_) | Self::Url(_) | Self::Ip(_) | Self::Cidr(_) | Self::Format(_), _) => {
                return Err(EvalError::no_overload());
            }
            (Self::Optional(a), Self::Optional(b)) => match (a, b) {
                (Some(a), Some(b)) => a.equals(b, meter)?,
                (a, b) => a.is_none() && b.is_none(),
            },
            (Self::List(a), Self::List(b)) => {
                if a.len() != b.len() {
                    return Ok(false);
                }
                for (a, b) in a.iter().zip(b.iter()) {
                    if !are_equal_items(a, b, meter)? {
                        return Ok(false);
                    }
                }
                true
            }
            (Self::Map(a), Self::Map(b)) => {
                if a.entries.len() != b.entries.len() {
                    return Ok(false);
                }
                for (key, value) in &a.entries {
                    meter.charge_work(b.entries.len())?;
                    match b.get(key) {
                        Some(other) if are_equal_items(value, other, meter)? => {}
                        _ => return Ok(false),
                    }
                }
                true
            }
            _ => false,
        })
    }

    /// Writes the value in CEL syntax, for display.
    pub(crate) fn write_description(&self, description: &mut String, meter: &mut Meter) -> Result<(), EvalError> {
        meter.charge_work(1)?;
        let done = match self {
            Self::Null => write!(description, "null"),
            Self::Bool(value) => write!(description, "{value}"),
            Self::Int(value) => write!(description, "{value}"),
            Self::Uint(value) => write!(description, "{value}u"),
            Self::Double(value) => write!(description, "{value}"),
            Self::Text(text) => {
                meter.reserve(text.len())?;
                write!(description, "{:?}", text.as_str())
            }
            Self::Bytes(bytes) => write!(description, "b\"{}\"", bytes.escape_ascii()),
            Self::Type(name) => write!(description, "{}", name.as_str()),
            Self::Duration(nanos) => write!(description, "{}", timestamps::duration_text(*nanos)),
            Self::Timestamp(at) => write!(description, "{}", at.text()),
            Self::Optional(None) => write!(description, "optional.none()"),
            Self::Optional(Some(value)) => {
                description.push_str("optional.of(");
                value.write_description(description, meter)?;
                write!(description, ")")
            }
            Self::Quantity(amount) => write!(description, "{}", amount.text()),
            Self::Semver(version) => write!(description, "{version}"),
            Self::Url(url) => write!(description, "{}", url.text()),
            Self::Ip(address) => write!(description, "{address}"),
            Self::Cidr(cidr) => write!(description, "{}", cidr.text()),
            Self::Format(format) => write!(description, "{}", format.name),
            Self::List(items) => {
                for (i, item) in items.iter().enumerate() {
                    description.push_str(if i == 0 { "[" } else { ", " });
                    item.write_description(description, meter)?;
                }
                write!(description, "{}", if items.is_empty() { "[]" } else { "]" })
            }
            Self::Map(map) => {
                for (i, (key, value)) in map.entries.iter().enumerate() {
                    description.push_str(if i == 0 { "{" } else { ", " });
                    key.write_description(description, meter)?;
                    description.push_str(": ");
                    value.write_description(description, meter)?;
                }
                write!(description, "{}", if map.entries.is_empty() { "{}" } else { "}" })
            }
        };
        done.map_err(|_| EvalError::TooCostly)
    }

    /// The text of a key or an index in messages.
    pub(crate) fn as_key(&self) -> String {
        match self {
            Self::Text(text) => text.as_str().to_owned(),
            Self::Bool(value) => value.to_string(),
            Self::Int(value) => value.to_string(),
            Self::Uint(value) => value.to_string(),
            Self::Double(value) => value.to_string(),
            other => other.type_name().to_owned(),
        }
    }
}

/// Compares two items of lists or values of maps. Those that cannot be compared count as equal: `baseList.Equal` and
/// `baseMap.Equal` of cel-go's `common/types` only check for `False`.
fn are_equal_items(a: &Value, b: &Value, meter: &mut Meter) -> Result<bool, EvalError> {
    match a.equals(b, meter) {
        Err(EvalError::Failed(_)) => Ok(true),
        result => result,
    }
}

#[allow(clippy::cast_precision_loss, reason = "upstream compares a whole number with a double as doubles")]
fn compare_with_double(a: i128, b: f64) -> Option<Ordering> {
    (a as f64).partial_cmp(&b)
}
