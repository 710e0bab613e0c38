//! Functions of quantities and semantic versions: `k8s.io/apiserver/pkg/cel/library`.

use std::{cmp::Ordering, rc::Rc};

use super::context::CallAnswer;
use crate::{error::EvalError, quantity::CelQuantity, semver::SemanticVersion, value::Value};

/// Calls a function of quantities or semantic versions; `None` if there is none with this name and these types.
pub(super) fn call_kubernetes_function(function: &str, arg_values: &[Value]) -> CallAnswer {
    Some(match (function, arg_values) {
        ("quantity", [Value::Text(text)]) => quantity_value(CelQuantity::parse(text)),
        ("isQuantity", [Value::Text(text)]) => Ok(Value::Bool(CelQuantity::parse(text).is_ok())),
        ("sign", [Value::Quantity(amount)]) => Ok(Value::Int(amount.sign())),
        ("isInteger", [Value::Quantity(amount)]) => Ok(Value::Bool(amount.as_integer().is_some())),
        ("asInteger", [Value::Quantity(amount)]) => {
            amount.as_integer().map(Value::Int).ok_or_else(|| EvalError::new("cannot convert value to integer"))
        }
        ("asApproximateFloat", [Value::Quantity(amount)]) => Ok(Value::Double(amount.as_double())),
        ("add", [Value::Quantity(a), Value::Quantity(b)]) => quantity_value(Ok(a.plus(b))),
        ("add", [Value::Quantity(a), Value::Int(b)]) => quantity_value(Ok(a.plus(&CelQuantity::whole(*b)))),
        ("sub", [Value::Quantity(a), Value::Quantity(b)]) => quantity_value(Ok(a.minus(b))),
        ("sub", [Value::Quantity(a), Value::Int(b)]) => quantity_value(Ok(a.minus(&CelQuantity::whole(*b)))),
        ("semver", [Value::Text(text)]) => semver_value(SemanticVersion::parse(text)),
        ("semver", [Value::Text(text), Value::Bool(is_normalized)]) => {
            semver_value(parse_version(text, *is_normalized))
        }
        ("isSemver", [Value::Text(text)]) => Ok(Value::Bool(SemanticVersion::parse(text).is_ok())),
        ("isSemver", [Value::Text(text), Value::Bool(is_normalized)]) => {
            Ok(Value::Bool(parse_version(text, *is_normalized).is_ok()))
        }
        ("major", [Value::Semver(version)]) => Ok(version_part(version.major)),
        ("minor", [Value::Semver(version)]) => Ok(version_part(version.minor)),
        ("patch", [Value::Semver(version)]) => Ok(version_part(version.patch)),
        ("compareTo" | "isGreaterThan" | "isLessThan", [a, b]) => {
            let order = match (a, b) {
                (Value::Quantity(a), Value::Quantity(b)) => a.partial_cmp(b)?,
                (Value::Semver(a), Value::Semver(b)) => a.cmp(b),
                _ => return None,
            };
            Ok(match function {
                "compareTo" => Value::Int(order as i64),
                "isGreaterThan" => Value::Bool(order == Ordering::Greater),
                _ => Value::Bool(order == Ordering::Less),
            })
        }
        _ => return None,
    })
}

fn quantity_value(amount: Result<CelQuantity, &'static str>) -> Result<Value, EvalError> {
    amount.map(|amount| Value::Quantity(Rc::new(amount))).map_err(EvalError::new)
}

fn parse_version(text: &str, is_normalized: bool) -> Result<SemanticVersion, String> {
    if is_normalized { SemanticVersion::parse_loosely(text) } else { SemanticVersion::parse(text) }
}

fn semver_value(version: Result<SemanticVersion, String>) -> Result<Value, EvalError> {
    version.map(|version| Value::Semver(Rc::new(version))).map_err(EvalError::new)
}

fn version_part(part: u64) -> Value {
    Value::Int(i64::try_from(part).unwrap_or(i64::MAX))
}
