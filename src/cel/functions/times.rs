//! Functions of timestamps and durations, such as `getHours`.

use super::context::CallAnswer;
use crate::{
    error::EvalError,
    timestamps::{self, Calendar, SECOND},
    value::Value,
};

/// Calls a function of timestamps and durations; `None` if there is none with this name and these types.
pub(super) fn call_time_function(function: &str, arg_values: &[Value]) -> CallAnswer {
    let (at, zone) = match arg_values {
        [Value::Duration(nanos)] => return duration_part(function, *nanos).map(|part| Ok(Value::Int(part))),
        [Value::Timestamp(at)] => (at, 0),
        [Value::Timestamp(at), Value::Text(zone)] => match (zone.as_str(), timestamps::parse_offset(zone)) {
            (_, Some(zone)) => (at, zone),
            ("UTC" | "", None) => (at, 0),
            // Other time zone names need a time zone database, which device selectors do not justify.
            (name, None) => return Some(Err(EvalError::new(format!("unknown time zone {name}")))),
        },
        _ => return None,
    };
    Some(Ok(Value::Int(calendar_part(function, &at.calendar(zone))?)))
}

fn duration_part(function: &str, nanos: i64) -> Option<i64> {
    Some(match function {
        "getHours" => nanos / (3600 * SECOND),
        "getMinutes" => nanos / (60 * SECOND),
        "getSeconds" => nanos / SECOND,
        "getMilliseconds" => nanos / (SECOND / 1000),
        _ => return None,
    })
}

fn calendar_part(function: &str, at: &Calendar) -> Option<i64> {
    Some(match function {
        "getFullYear" => at.year,
        "getMonth" => at.month,
        "getDayOfYear" => at.day_of_year,
        "getDayOfMonth" => at.day,
        "getDate" => at.day + 1,
        "getDayOfWeek" => at.day_of_week,
        "getHours" => at.hour,
        "getMinutes" => at.minute,
        "getSeconds" => at.second,
        "getMilliseconds" => at.nanos / (SECOND / 1000),
        _ => return None,
    })
}
