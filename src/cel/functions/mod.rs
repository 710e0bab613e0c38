//! What the functions do, a file for each library.

mod context;
mod convert;
mod format;
mod kubernetes;
mod lists;
mod net;
mod operators;
mod patterns;
mod regex;
mod strings;
mod times;

pub(crate) use context::Context;
pub(crate) use format::{check_format, is_duration, is_timestamp};
pub(crate) use patterns::is_pattern;

use crate::{error::EvalError, value::Value};

/// Calls a function; the target of a member is its first argument.
pub(crate) fn call(function: &str, args: &[Value], context: &mut Context) -> Result<Value, EvalError> {
    let answer = operators::call(function, args, context)
        .or_else(|| kubernetes::call(function, args))
        .or_else(|| strings::call(function, args, context))
        .or_else(|| lists::call(function, args, context))
        .or_else(|| convert::call(function, args, context))
        .or_else(|| regex::call(function, args, context))
        .or_else(|| times::call(function, args))
        .or_else(|| net::call(function, args))
        .or_else(|| format::call(function, args, context));
    answer.unwrap_or_else(|| Err(no_overload(function, args)))
}

/// The functions of CEL itself do not say what they were given.
fn no_overload(function: &str, args: &[Value]) -> EvalError {
    match function {
        "contains" | "startsWith" | "endsWith" | "matches" | "!_" | "@in" | "_[_]" | "_[?_]" => {
            EvalError::no_overload()
        }
        "size" => EvalError::new("no such overload: size"),
        _ => {
            let types: Vec<&str> = args.iter().map(Value::type_name).collect();
            EvalError::new(format!("no such overload: {function}({})", types.join(", ")))
        }
    }
}
