//! Type conversions, such as `int("1")` and `string(1.5)`.

use super::{
    context::{CallAnswer, EvalContext},
    format,
};
use crate::{
    error::EvalError,
    timestamps::{self, Timestamp},
    value::Value,
};

pub(super) fn call_conversion(function: &str, arg_values: &[Value], context: &mut EvalContext) -> CallAnswer {
    let [value] = arg_values else { return None };
    Some(match function {
        "dyn" => Ok(value.clone()),
        "type" => Ok(Value::Type(value.type_name().into())),
        "int" => to_int(value),
        "uint" => to_uint(value),
        "double" => to_double(value),
        "bool" => to_bool(value),
        "bytes" => match value {
            Value::Text(text) => context.meter.reserve(text.len()).map(|()| Value::Bytes(text.as_bytes().into())),
            Value::Bytes(_) => Ok(value.clone()),
            _ => Err(no_conversion(value, function)),
        },
        "duration" => match value {
            Value::Duration(_) => Ok(value.clone()),
            Value::Int(nanos) => Ok(Value::Duration(*nanos)),
            Value::Text(text) => timestamps::parse_duration(text)
                .map(Value::Duration)
                .ok_or_else(|| no_conversion(value, "google.protobuf.Duration")),
            _ => Err(no_conversion(value, "google.protobuf.Duration")),
        },
        "timestamp" => to_timestamp(value),
        "string" => to_string_value(value, context),
        _ => return None,
    })
}

fn no_conversion(value: &Value, target_type: &str) -> EvalError {
    EvalError::new(format!("type conversion error from '{}' to '{target_type}'", value.type_name()))
}

#[allow(clippy::cast_possible_truncation, reason = "the range is looked at, and what is behind the point is cut off")]
fn to_int(value: &Value) -> Result<Value, EvalError> {
    let overflow = || EvalError::new("integer overflow");
    Ok(Value::Int(match value {
        Value::Int(value) => *value,
        Value::Uint(value) => i64::try_from(*value).map_err(|_| overflow())?,
        // The limits themselves are excluded, as in cel-go's `doubleToInt64Checked`.
        Value::Double(value) if *value > -9_223_372_036_854_775_808.0 && *value < 9_223_372_036_854_775_808.0 => {
            *value as i64
        }
        Value::Double(_) => return Err(overflow()),
        Value::Duration(nanos) => *nanos,
        Value::Timestamp(at) => at.seconds(),
        Value::Text(text) => text.parse().map_err(|_| no_conversion(value, "int"))?,
        _ => return Err(no_conversion(value, "int")),
    }))
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range is looked at")]
fn to_uint(value: &Value) -> Result<Value, EvalError> {
    let overflow = || EvalError::new("unsigned integer overflow");
    Ok(Value::Uint(match value {
        Value::Uint(value) => *value,
        Value::Int(value) => u64::try_from(*value).map_err(|_| overflow())?,
        Value::Double(value) if *value >= 0.0 && *value < 18_446_744_073_709_551_616.0 => *value as u64,
        Value::Double(_) => return Err(overflow()),
        Value::Text(text) => text.parse().map_err(|_| no_conversion(value, "uint"))?,
        _ => return Err(no_conversion(value, "uint")),
    }))
}

#[allow(clippy::cast_precision_loss, reason = "that is what is asked for")]
fn to_double(value: &Value) -> Result<Value, EvalError> {
    Ok(Value::Double(match value {
        Value::Double(value) => *value,
        Value::Int(value) => *value as f64,
        Value::Uint(value) => *value as f64,
        Value::Text(text) => text.parse().map_err(|_| no_conversion(value, "double"))?,
        _ => return Err(no_conversion(value, "double")),
    }))
}

fn to_bool(value: &Value) -> Result<Value, EvalError> {
    match value {
        Value::Bool(_) => Ok(value.clone()),
        Value::Text(text) => match text.as_str() {
            "1" | "t" | "T" | "true" | "TRUE" | "True" => Ok(Value::Bool(true)),
            "0" | "f" | "F" | "false" | "FALSE" | "False" => Ok(Value::Bool(false)),
            _ => Err(no_conversion(value, "bool")),
        },
        _ => Err(no_conversion(value, "bool")),
    }
}

fn to_timestamp(value: &Value) -> Result<Value, EvalError> {
    let target_type = "google.protobuf.Timestamp";
    let at = match value {
        Value::Timestamp(_) => return Ok(value.clone()),
        Value::Int(seconds) => {
            Timestamp::from_seconds(*seconds, 0).ok_or_else(|| EvalError::new("timestamp overflow"))?
        }
        Value::Text(text) => Timestamp::parse(text).ok_or_else(|| no_conversion(value, target_type))?,
        _ => return Err(no_conversion(value, target_type)),
    };
    Ok(Value::Timestamp(at))
}

fn to_string_value(value: &Value, context: &mut EvalContext) -> Result<Value, EvalError> {
    Ok(match value {
        Value::Text(_) => value.clone(),
        Value::Bool(value) => Value::text(value.to_string()),
        Value::Int(value) => Value::text(value.to_string()),
        Value::Uint(value) => Value::text(value.to_string()),
        Value::Double(value) => Value::text(format::format_double(*value)),
        Value::Duration(nanos) => Value::text(timestamps::duration_text(*nanos)),
        Value::Timestamp(at) => Value::text(at.text()),
        Value::Bytes(bytes) => {
            context.meter.reserve(bytes.len())?;
            let text = std::str::from_utf8(bytes);
            Value::text(text.map_err(|_| EvalError::new("invalid UTF-8 in bytes, cannot convert to string"))?)
        }
        Value::Ip(address) => Value::text(address.to_string()),
        Value::Cidr(cidr) => Value::text(cidr.text()),
        _ => return Err(no_conversion(value, "string")),
    })
}
