//! Operators, `size`, and functions of optionals.

use std::{cmp::Ordering, rc::Rc};

use super::context::{CallAnswer, EvalContext};
use crate::{cost_meter::Meter, error::EvalError, timestamps::Timestamp, value::Value};

pub(super) fn call_operator(function: &str, arg_values: &[Value], context: &mut EvalContext) -> CallAnswer {
    let meter = &mut context.meter;
    Some(match (function, arg_values) {
        ("_==_", [a, b]) => a.equals(b, meter).map(Value::Bool),
        ("_!=_", [a, b]) => a.equals(b, meter).map(|equal| Value::Bool(!equal)),
        ("_<_", [a, b]) => compare_values(function, a, b, |order| order == Ordering::Less),
        ("_<=_", [a, b]) => compare_values(function, a, b, |order| order != Ordering::Greater),
        ("_>_", [a, b]) => compare_values(function, a, b, |order| order == Ordering::Greater),
        ("_>=_", [a, b]) => compare_values(function, a, b, |order| order != Ordering::Less),
        ("_+_", [a, b]) => add_values(a, b, meter),
        ("_-_", [a, b]) => subtract_values(a, b),
        ("_*_" | "_/_" | "_%_", [a, b]) => multiply_values(function, a, b),
        ("-_", [Value::Int(value)]) => value.checked_neg().map(Value::Int).ok_or_else(integer_overflow),
        ("-_", [Value::Double(value)]) => Ok(Value::Double(-value)),
        ("-_", [Value::Duration(value)]) => value.checked_neg().map(Value::Duration).ok_or_else(integer_overflow),
        ("-_", _) => Err(EvalError::new("no such overload: -_")),
        ("!_", [Value::Bool(value)]) => Ok(Value::Bool(!value)),
        ("@in" | "@in_constant", [item, Value::List(items)]) => contains_item(items, item, meter).map(Value::Bool),
        ("@in" | "@in_constant", [key, Value::Map(map)]) => Ok(Value::Bool(map.get(key).is_some())),
        ("size", [value]) => Ok(Value::Int(i64::try_from(value.size()?).unwrap_or(i64::MAX))),
        ("cel.@mapInsert", [Value::Map(map), key, value]) => {
            let mut map = map.as_ref().clone();
            let lookup_work = meter.charge_work(map.entries.len());
            map.insert(key.clone(), value.clone());
            lookup_work.map(|()| Value::Map(Rc::new(map)))
        }
        ("optional.none", []) => Ok(Value::Optional(None)),
        ("optional.ofNonZeroValue", [value]) if is_zero(value) => Ok(Value::Optional(None)),
        ("optional.of" | "optional.ofNonZeroValue", [value]) => Ok(Value::optional_of(value.clone())),
        ("hasValue", [Value::Optional(value)]) => Ok(Value::Bool(value.is_some())),
        ("value", [Value::Optional(Some(value))]) => Ok(value.as_ref().clone()),
        ("value", [Value::Optional(None)]) => Err(EvalError::new("optional.none() dereference")),
        _ => return None,
    })
}

fn integer_overflow() -> EvalError {
    EvalError::new("integer overflow")
}

fn unsigned_overflow() -> EvalError {
    EvalError::new("unsigned integer overflow")
}

fn timestamp_overflow() -> EvalError {
    EvalError::new("timestamp overflow")
}

/// cel-go's error for an operator without an overload. It contains the operator's name only if the left side's type has
/// no such operator at all.
fn no_operator(function: &str, has_operator: bool) -> EvalError {
    if has_operator { EvalError::no_overload() } else { EvalError::new(format!("no such overload: {function}")) }
}

fn compare_values(
    function: &str,
    a: &Value,
    b: &Value,
    is_satisfied: fn(Ordering) -> bool,
) -> Result<Value, EvalError> {
    let ordered = matches!(
        a,
        Value::Bool(_)
            | Value::Int(_)
            | Value::Uint(_)
            | Value::Double(_)
            | Value::Text(_)
            | Value::Bytes(_)
            | Value::Duration(_)
            | Value::Timestamp(_)
    );
    if ordered { a.compare(b).map(|order| Value::Bool(is_satisfied(order))) } else { Err(no_operator(function, false)) }
}

fn add_values(a: &Value, b: &Value, meter: &mut Meter) -> Result<Value, EvalError> {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => a.checked_add(*b).map(Value::Int).ok_or_else(integer_overflow),
        (Value::Uint(a), Value::Uint(b)) => a.checked_add(*b).map(Value::Uint).ok_or_else(unsigned_overflow),
        (Value::Double(a), Value::Double(b)) => Ok(Value::Double(a + b)),
        (Value::Duration(a), Value::Duration(b)) => a.checked_add(*b).map(Value::Duration).ok_or_else(integer_overflow),
        (Value::Timestamp(at), Value::Duration(by)) | (Value::Duration(by), Value::Timestamp(at)) => {
            shift_timestamp(*at, i128::from(*by))
        }
        (Value::Text(a), Value::Text(b)) => {
            meter.reserve(a.len().saturating_add(b.len()))?;
            Ok(Value::text(format!("{a}{b}")))
        }
        (Value::Bytes(a), Value::Bytes(b)) => {
            meter.reserve(a.len().saturating_add(b.len()))?;
            Ok(Value::Bytes([a.as_ref(), b.as_ref()].concat().into()))
        }
        (Value::List(a), Value::List(b)) => {
            meter.reserve(a.len().saturating_add(b.len()))?;
            Ok(Value::list(a.iter().chain(b.iter()).cloned().collect()))
        }
        _ => {
            let has_operator = matches!(
                a,
                Value::Int(_)
                    | Value::Uint(_)
                    | Value::Double(_)
                    | Value::Duration(_)
                    | Value::Timestamp(_)
                    | Value::Text(_)
                    | Value::Bytes(_)
                    | Value::List(_)
            );
            Err(no_operator("_+_", has_operator))
        }
    }
}

fn shift_timestamp(at: Timestamp, nanos: i128) -> Result<Value, EvalError> {
    at.plus(nanos).map(Value::Timestamp).ok_or_else(timestamp_overflow)
}

fn subtract_values(a: &Value, b: &Value) -> Result<Value, EvalError> {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => a.checked_sub(*b).map(Value::Int).ok_or_else(integer_overflow),
        (Value::Uint(a), Value::Uint(b)) => a.checked_sub(*b).map(Value::Uint).ok_or_else(unsigned_overflow),
        (Value::Double(a), Value::Double(b)) => Ok(Value::Double(a - b)),
        (Value::Duration(a), Value::Duration(b)) => a.checked_sub(*b).map(Value::Duration).ok_or_else(integer_overflow),
        (Value::Timestamp(at), Value::Duration(by)) => shift_timestamp(*at, -i128::from(*by)),
        (Value::Timestamp(a), Value::Timestamp(b)) => a.since(*b).map(Value::Duration).ok_or_else(integer_overflow),
        _ => {
            let has_operator = matches!(
                a,
                Value::Int(_) | Value::Uint(_) | Value::Double(_) | Value::Duration(_) | Value::Timestamp(_)
            );
            Err(no_operator("_-_", has_operator))
        }
    }
}

fn multiply_values(function: &str, a: &Value, b: &Value) -> Result<Value, EvalError> {
    let by_zero = || EvalError::new(if function == "_/_" { "division by zero" } else { "modulus by zero" });
    match (function, a, b) {
        ("_*_", Value::Int(a), Value::Int(b)) => a.checked_mul(*b).map(Value::Int).ok_or_else(integer_overflow),
        ("_*_", Value::Uint(a), Value::Uint(b)) => a.checked_mul(*b).map(Value::Uint).ok_or_else(unsigned_overflow),
        ("_*_", Value::Double(a), Value::Double(b)) => Ok(Value::Double(a * b)),
        ("_/_", Value::Double(a), Value::Double(b)) => Ok(Value::Double(a / b)),
        (_, Value::Int(_), Value::Int(0)) | (_, Value::Uint(_), Value::Uint(0)) => Err(by_zero()),
        ("_/_", Value::Int(a), Value::Int(b)) => a.checked_div(*b).map(Value::Int).ok_or_else(integer_overflow),
        ("_/_", Value::Uint(a), Value::Uint(b)) => Ok(Value::Uint(a / b)),
        (_, Value::Int(a), Value::Int(b)) => a.checked_rem(*b).map(Value::Int).ok_or_else(integer_overflow),
        (_, Value::Uint(a), Value::Uint(b)) => Ok(Value::Uint(a % b)),
        (_, Value::Int(_) | Value::Uint(_), _) => Err(no_operator(function, true)),
        (_, Value::Double(_), _) => Err(no_operator(function, function != "_%_")),
        _ => Err(no_operator(function, false)),
    }
}

/// Whether a list contains an item. Items that cannot be compared with it count as different.
pub(super) fn contains_item(items: &[Value], item: &Value, meter: &mut Meter) -> Result<bool, EvalError> {
    for has_operator in items {
        match item.equals(has_operator, meter) {
            Ok(true) => return Ok(true),
            Err(EvalError::TooCostly) => return Err(EvalError::TooCostly),
            _ => {}
        }
    }
    Ok(false)
}

fn is_zero(value: &Value) -> bool {
    match value {
        Value::Null
        | Value::Bool(false)
        | Value::Int(0)
        | Value::Uint(0)
        | Value::Duration(0)
        | Value::Optional(None) => true,
        Value::Double(value) => value.abs() <= 0.0,
        other => other.size() == Some(0),
    }
}
