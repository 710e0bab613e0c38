//! The cost of a call in upstream's units: 1 for a step, and 0.1 for each character that is traversed. It combines the
//! costs of cel-go's interpreter with `CostEstimator.CallCost` of `k8s.io/apiserver/pkg/cel/library`.

use crate::value::Value;

fn value_size(value: Option<&Value>) -> u64 {
    value.and_then(Value::size).map_or(1, |size| u64::try_from(size).unwrap_or(u64::MAX))
}

/// The cost of traversing `size` characters or bytes once.
fn traversal_cost(size: u64) -> u64 {
    size.div_ceil(10)
}

/// The cost of traversing `size` characters and writing them once.
fn copy_cost(size: u64) -> u64 {
    size.saturating_mul(2).div_ceil(10)
}

/// The cost of matching a text of `text` characters against a pattern of `pattern` characters: a unit for every ten
/// characters of the text, times a unit for every four of the pattern.
fn regex_cost(text: u64, pattern: u64) -> u64 {
    traversal_cost(text.saturating_add(1)).saturating_mul(pattern.div_ceil(4))
}

#[allow(clippy::match_same_arms, reason = "rows stand by subject")]
/// The cost of a call that returned `result`. Arguments whose evaluation failed are null.
pub(crate) fn call_cost(function: &str, arg_values: &[Value], result: &Value) -> u64 {
    let is_text = matches!(arg_values.first(), Some(Value::Text(_) | Value::Bytes(_)));
    let (first_size, second_size) = (value_size(arg_values.first()), value_size(arg_values.get(1)));
    match function {
        "_&&_" | "_||_" | "_?_:_" | "or" | "orValue" | "@in_constant" => 0,
        "_==_" | "_!=_" => traversal_cost(first_size.min(second_size)),
        "_<_" | "_<=_" | "_>_" | "_>=_" if is_text => traversal_cost(first_size.min(second_size)),
        "_+_" if is_text => traversal_cost(first_size.saturating_add(second_size)),
        "@in" if matches!(arg_values.get(1), Some(Value::List(_))) => second_size,
        "startsWith" | "endsWith" | "strings.quote" | "format" | "lowerAscii" | "upperAscii" | "trim" | "substring"
        | "url" => traversal_cost(first_size),
        "string" | "bytes" if is_text => traversal_cost(first_size),
        "replace" | "split" => copy_cost(first_size),
        "join" => copy_cost(value_size(Some(result))),
        "contains" => traversal_cost(first_size).saturating_mul(traversal_cost(second_size)),
        "matches" | "find" | "findAll" => regex_cost(first_size, second_size),
        // `traversalCost` of `k8s.io/apiserver/pkg/cel/library` rounds down for strings.
        "indexOf" | "lastIndexOf" if is_text => first_size / 10,
        "isSorted" | "sum" | "min" | "max" | "indexOf" | "lastIndexOf" => first_size,
        "quantity" | "isQuantity" | "semver" | "isSemver" | "isIP" | "cidr" | "isCIDR" => traversal_cost(first_size),
        "ip" if is_text => traversal_cost(first_size),
        "ip.isCanonical" => copy_cost(first_size),
        "containsIP" | "containsCIDR" => {
            let network = 1 + if function == "containsCIDR" { 2 } else { 0 };
            network + if matches!(arg_values.get(1), Some(Value::Text(_))) { traversal_cost(second_size) } else { 0 }
        }
        "validate" => match arg_values.first() {
            Some(Value::Format(format)) => {
                traversal_cost(second_size.saturating_add(1)).saturating_mul(format.regex.div_ceil(4))
            }
            _ => 1,
        },
        "lists.range" => match arg_values.first() {
            Some(Value::Int(count)) => u64::try_from(*count).unwrap_or(0).saturating_add(11),
            _ => 1,
        },
        "flatten" | "reverse" => first_size.saturating_add(11),
        "slice" => value_size(Some(result)).saturating_add(11),
        "distinct" | "sort" | "@sortByAssociatedKeys" => {
            first_size.saturating_mul(first_size).saturating_mul(2).saturating_add(11)
        }
        "sets.contains" | "sets.intersects" => first_size.saturating_mul(second_size).saturating_add(1),
        "sets.equivalent" => first_size.saturating_mul(second_size).saturating_mul(2).saturating_add(1),
        _ => 1,
    }
}
