//! Quantities and versions: `k8s.io/apiserver/pkg/cel/library`.

use std::cmp::Ordering;
use std::rc::Rc;

use super::context::Answer;
use crate::error::EvalError;
use crate::quantity::Amount;
use crate::semver::Version;
use crate::value::Value;

pub(super) fn call(function: &str, args: &[Value]) -> Answer {
    Some(match (function, args) {
        ("quantity", [Value::Text(text)]) => made(Amount::parse(text)),
        ("isQuantity", [Value::Text(text)]) => Ok(Value::Bool(Amount::parse(text).is_ok())),
        ("sign", [Value::Quantity(amount)]) => Ok(Value::Int(amount.sign())),
        ("isInteger", [Value::Quantity(amount)]) => Ok(Value::Bool(amount.as_integer().is_some())),
        ("asInteger", [Value::Quantity(amount)]) => {
            amount.as_integer().map(Value::Int).ok_or_else(|| EvalError::new("cannot convert value to integer"))
        }
        ("asApproximateFloat", [Value::Quantity(amount)]) => Ok(Value::Double(amount.as_double())),
        ("add", [Value::Quantity(a), Value::Quantity(b)]) => made(Ok(a.plus(b))),
        ("add", [Value::Quantity(a), Value::Int(b)]) => made(Ok(a.plus(&Amount::whole(*b)))),
        ("sub", [Value::Quantity(a), Value::Quantity(b)]) => made(Ok(a.minus(b))),
        ("sub", [Value::Quantity(a), Value::Int(b)]) => made(Ok(a.minus(&Amount::whole(*b)))),
        ("semver", [Value::Text(text)]) => version(Version::parse(text)),
        ("semver", [Value::Text(text), Value::Bool(loosely)]) => version(parse(text, *loosely)),
        ("isSemver", [Value::Text(text)]) => Ok(Value::Bool(Version::parse(text).is_ok())),
        ("isSemver", [Value::Text(text), Value::Bool(loosely)]) => Ok(Value::Bool(parse(text, *loosely).is_ok())),
        ("major", [Value::Semver(version)]) => Ok(number(version.major)),
        ("minor", [Value::Semver(version)]) => Ok(number(version.minor)),
        ("patch", [Value::Semver(version)]) => Ok(number(version.patch)),
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

fn made(amount: Result<Amount, &'static str>) -> Result<Value, EvalError> {
    amount.map(|amount| Value::Quantity(Rc::new(amount))).map_err(EvalError::new)
}

fn parse(text: &str, loosely: bool) -> Result<Version, String> {
    if loosely { Version::parse_loosely(text) } else { Version::parse(text) }
}

fn version(version: Result<Version, String>) -> Result<Value, EvalError> {
    version.map(|version| Value::Semver(Rc::new(version))).map_err(EvalError::new)
}

fn number(part: u64) -> Value {
    Value::Int(i64::try_from(part).unwrap_or(i64::MAX))
}
