//! What a call costs, in upstream's units: about one for a step, and one for ten characters that are looked at.

use crate::value::Value;

fn value_size(value: Option<&Value>) -> u64 {
    value.and_then(Value::size).map_or(1, |size| u64::try_from(size).unwrap_or(u64::MAX))
}

/// Characters that are looked at.
fn traversal_cost(size: u64) -> u64 {
    size.div_ceil(10)
}

/// Characters that are looked at once, and written once.
fn copy_cost(size: u64) -> u64 {
    size.saturating_mul(2).div_ceil(10)
}

/// A regular expression: its length in fours, for each ten characters.
fn regex_cost(text: u64, pattern: u64) -> u64 {
    traversal_cost(text.saturating_add(1)).saturating_mul(pattern.div_ceil(4))
}

#[allow(clippy::match_same_arms, reason = "rows stand by subject")]
/// The cost of a call that gave `result`. An argument that could not be evaluated is null here.
pub(crate) fn call_cost(function: &str, args: &[Value], result: &Value) -> u64 {
    let is_text = matches!(args.first(), Some(Value::Text(_) | Value::Bytes(_)));
    let (first, second) = (value_size(args.first()), value_size(args.get(1)));
    match function {
        "_&&_" | "_||_" | "_?_:_" | "or" | "orValue" | "@in_constant" => 0,
        "_==_" | "_!=_" => traversal_cost(first.min(second)),
        "_<_" | "_<=_" | "_>_" | "_>=_" if is_text => traversal_cost(first.min(second)),
        "_+_" if is_text => traversal_cost(first.saturating_add(second)),
        "@in" if matches!(args.get(1), Some(Value::List(_))) => second,
        "startsWith" | "endsWith" | "strings.quote" | "format" | "lowerAscii" | "upperAscii" | "trim" | "substring"
        | "url" => traversal_cost(first),
        "string" | "bytes" if is_text => traversal_cost(first),
        "replace" | "split" => copy_cost(first),
        "join" => copy_cost(value_size(Some(result))),
        "contains" => traversal_cost(first).saturating_mul(traversal_cost(second)),
        "matches" | "find" | "findAll" => regex_cost(first, second),
        // Upstream rounds down for texts here.
        "indexOf" | "lastIndexOf" if is_text => first / 10,
        "isSorted" | "sum" | "min" | "max" | "indexOf" | "lastIndexOf" => first,
        "quantity" | "isQuantity" | "semver" | "isSemver" | "isIP" | "cidr" | "isCIDR" => traversal_cost(first),
        "ip" if is_text => traversal_cost(first),
        "ip.isCanonical" => copy_cost(first),
        "containsIP" | "containsCIDR" => {
            let network = 1 + if function == "containsCIDR" { 2 } else { 0 };
            network + if matches!(args.get(1), Some(Value::Text(_))) { traversal_cost(second) } else { 0 }
        }
        "validate" => match args.first() {
            Some(Value::Format(format)) => {
                traversal_cost(second.saturating_add(1)).saturating_mul(format.regex.div_ceil(4))
            }
            _ => 1,
        },
        "lists.range" => match args.first() {
            Some(Value::Int(count)) => u64::try_from(*count).unwrap_or(0).saturating_add(11),
            _ => 1,
        },
        "flatten" | "reverse" => first.saturating_add(11),
        "slice" => value_size(Some(result)).saturating_add(11),
        "distinct" | "sort" | "@sortByAssociatedKeys" => {
            first.saturating_mul(first).saturating_mul(2).saturating_add(11)
        }
        "sets.contains" | "sets.intersects" => first.saturating_mul(second).saturating_add(1),
        "sets.equivalent" => first.saturating_mul(second).saturating_mul(2).saturating_add(1),
        _ => 1,
    }
}
