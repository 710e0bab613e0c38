//! Functions of regular expressions: the standard `matches`, and `find` and `findAll` of
//! `k8s.io/apiserver/pkg/cel/library`.

use api::Str;

use super::context::{CallAnswer, EvalContext};
use crate::{cost_meter::Meter, error::EvalError, value::Value};

/// Calls a function of regular expressions; `None` if there is none with this name and these types.
pub(super) fn call_regex_function(function: &str, arg_values: &[Value], context: &mut EvalContext) -> CallAnswer {
    let [Value::Text(text), Value::Text(pattern), rest @ ..] = arg_values else { return None };
    if !matches!((function, rest), ("matches" | "find" | "findAll", []) | ("findAll", [Value::Int(_)])) {
        return None;
    }
    let max_matches = match rest {
        [Value::Int(most)] => usize::try_from(*most).unwrap_or(usize::MAX),
        _ => usize::MAX,
    };
    Some(find_matches(function, text, pattern, max_matches, context))
}

fn find_matches(
    function: &str,
    text: &str,
    pattern: &Str,
    max_matches: usize,
    context: &mut EvalContext,
) -> Result<Value, EvalError> {
    let EvalContext { meter, patterns } = context;
    charge_match(text, pattern, meter)?;
    let regex = patterns.compile_cached(pattern)?;
    Ok(match function {
        "matches" => Value::Bool(regex.is_match(text)),
        "find" => Value::text(regex.find(text).map_or("", |match_| match_.as_str())),
        _ => Value::list(regex.find_iter(text).take(max_matches).map(|match_| Value::text(match_.as_str())).collect()),
    })
}

/// Charges for matching: the text's length times the pattern's. A counted repetition makes the compiled pattern larger
/// than its text, so a pattern with `{` counts 16 times.
fn charge_match(text: &str, pattern: &str, meter: &mut Meter) -> Result<(), EvalError> {
    let repeats = if pattern.contains('{') { 16 } else { 1 };
    meter.charge_work(text.len().saturating_mul(pattern.len()).saturating_mul(repeats) / 64)
}
