//! The implementations of the functions, a file for each library.

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

pub(crate) use context::EvalContext;
pub(crate) use format::{FormatError, check_format, is_duration, is_timestamp};
pub(crate) use patterns::is_pattern;

use crate::{error::EvalError, value::Value};

/// Calls a function. The target of a member call is the first argument.
pub(crate) fn call_function(
    function: &str,
    arg_values: &[Value],
    context: &mut EvalContext,
) -> Result<Value, EvalError> {
    let answer = operators::call_operator(function, arg_values, context)
        .or_else(|| kubernetes::call_kubernetes_function(function, arg_values))
        .or_else(|| strings::call_string_function(function, arg_values, context))
        .or_else(|| lists::call_list_function(function, arg_values, context))
        .or_else(|| convert::call_conversion(function, arg_values, context))
        .or_else(|| regex::call_regex_function(function, arg_values, context))
        .or_else(|| times::call_time_function(function, arg_values))
        .or_else(|| net::call_net_function(function, arg_values))
        .or_else(|| format::call_format_function(function, arg_values, context));
    answer.unwrap_or_else(|| Err(no_overload(function, arg_values)))
}

/// cel-go's error for a call without an overload. For standard functions it does not list the argument types.
fn no_overload(function: &str, arg_values: &[Value]) -> EvalError {
    match function {
        "contains" | "startsWith" | "endsWith" | "matches" | "!_" | "@in" | "_[_]" | "_[?_]" => {
            EvalError::no_overload()
        }
        "size" => EvalError::new("no such overload: size"),
        _ => {
            let types: Vec<&str> = arg_values.iter().map(Value::type_name).collect();
            EvalError::new(format!("no such overload: {function}({})", types.join(", ")))
        }
    }
}
