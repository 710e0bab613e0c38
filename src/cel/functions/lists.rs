//! Functions of lists: those of `k8s.io/apiserver/pkg/cel/library`, and the `lists` and `sets` extensions of cel-go.

use std::cmp::Ordering;

use super::{
    context::{CallAnswer, EvalContext},
    operators::{self, contains_item},
};
use crate::{cost_meter::Meter, error::EvalError, value::Value};

type EvalResult = Result<Value, EvalError>;

/// Calls a function of lists; `None` if there is none with this name and these types.
pub(super) fn call_list_function(function: &str, arg_values: &[Value], context: &mut EvalContext) -> CallAnswer {
    let meter = &mut context.meter;
    match (function, arg_values) {
        ("lists.range", [Value::Int(count)]) => return Some(integer_range(*count, meter)),
        ("sets.contains", [Value::List(a), Value::List(b)]) => return Some(all_in(b, a, meter).map(Value::Bool)),
        ("sets.equivalent", [Value::List(a), Value::List(b)]) => {
            return Some(all_in(a, b, meter).and_then(|inside| Ok(Value::Bool(inside && all_in(b, a, meter)?))));
        }
        ("sets.intersects", [Value::List(a), Value::List(b)]) => {
            for item in a.iter() {
                match contains_item(b, item, meter) {
                    Ok(false) => {}
                    outcome => return Some(outcome.map(Value::Bool)),
                }
            }
            return Some(Ok(Value::Bool(false)));
        }
        ("includes", [Value::List(items), item]) => return Some(contains_item(items, item, meter).map(Value::Bool)),
        // `includes` on a scalar attribute compares it with the item.
        ("includes", [value, item]) => return Some(value.equals(item, meter).map(Value::Bool)),
        _ => {}
    }
    let [Value::List(items), rest @ ..] = arg_values else { return None };
    Some(match (function, rest) {
        ("isSorted", []) => is_sorted(items),
        ("sum", []) => sum_of_items(items, context),
        ("min" | "max", []) => least_or_greatest(function, items),
        ("indexOf", [item]) => index_of_item(items.iter().enumerate(), item, meter),
        ("lastIndexOf", [item]) => index_of_item(items.iter().enumerate().rev(), item, meter),
        ("distinct", []) => distinct_items(items, meter),
        ("reverse", []) => meter.reserve(items.len()).map(|()| Value::list(items.iter().rev().cloned().collect())),
        ("flatten", []) => flatten_list(items, 1, meter),
        ("flatten", [Value::Int(levels)]) => match levels {
            ..0 => Err(EvalError::new("level must be non-negative")),
            levels => flatten_list(items, *levels, meter),
        },
        ("sort", []) => sort_list(items, items, meter),
        ("@sortByAssociatedKeys", [Value::List(keys)]) => sort_list(items, keys, meter),
        ("slice", [Value::Int(start), Value::Int(end)]) => slice_list(items, *start, *end, meter),
        ("first", []) => Ok(items.first().map_or(Value::Optional(None), |item| Value::optional_of(item.clone()))),
        ("last", []) => Ok(items.last().map_or(Value::Optional(None), |item| Value::optional_of(item.clone()))),
        _ => return None,
    })
}

fn all_in(items: &[Value], others: &[Value], meter: &mut Meter) -> Result<bool, EvalError> {
    for item in items {
        if !contains_item(others, item, meter)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn integer_range(count: i64, meter: &mut Meter) -> EvalResult {
    meter.reserve(usize::try_from(count).unwrap_or(0))?;
    Ok(Value::list((0..count).map(Value::Int).collect()))
}

fn is_sorted(items: &[Value]) -> EvalResult {
    for pair in items.windows(2) {
        if pair[0].compare(&pair[1])? == Ordering::Greater {
            return Ok(Value::Bool(false));
        }
    }
    Ok(Value::Bool(true))
}

fn sum_of_items(items: &[Value], context: &mut EvalContext) -> EvalResult {
    let mut items = items.iter();
    let Some(first) = items.next() else { return Ok(Value::Int(0)) };
    items.try_fold(first.clone(), |sum, item| match operators::call_operator("_+_", &[sum, item.clone()], context) {
        Some(sum) => sum,
        None => Err(EvalError::no_overload()),
    })
}

fn least_or_greatest(function: &str, items: &[Value]) -> EvalResult {
    let better_ordering = if function == "min" { Ordering::Less } else { Ordering::Greater };
    let mut best: Option<&Value> = None;
    for item in items {
        if best.map_or(Ok(better_ordering), |best| item.compare(best))? == better_ordering {
            best = Some(item);
        }
    }
    best.cloned().ok_or_else(|| EvalError::new(format!("{function} called on empty list")))
}

fn index_of_item<'a>(items: impl Iterator<Item = (usize, &'a Value)>, needle: &Value, meter: &mut Meter) -> EvalResult {
    for (at, item) in items {
        match item.equals(needle, meter) {
            Ok(true) => return Ok(Value::Int(i64::try_from(at).unwrap_or(i64::MAX))),
            Err(EvalError::TooCostly) => return Err(EvalError::TooCostly),
            _ => {}
        }
    }
    Ok(Value::Int(-1))
}

fn distinct_items(items: &[Value], meter: &mut Meter) -> EvalResult {
    let mut values: Vec<Value> = Vec::new();
    for item in items {
        if !contains_item(&values, item, meter)? {
            values.push(item.clone());
        }
    }
    Ok(Value::list(values))
}

fn flatten_list(items: &[Value], levels: i64, meter: &mut Meter) -> EvalResult {
    let mut flattened = Vec::new();
    flatten_into(items, levels, &mut flattened, meter)?;
    Ok(Value::list(flattened))
}

fn flatten_into(items: &[Value], levels: i64, flattened: &mut Vec<Value>, meter: &mut Meter) -> Result<(), EvalError> {
    for item in items {
        meter.charge_work(1)?;
        match item {
            Value::List(inner) if levels > 0 => flatten_into(inner, levels - 1, flattened, meter)?,
            item => flattened.push(item.clone()),
        }
    }
    Ok(())
}

/// The items sorted by their keys; the order is stable.
fn sort_list(items: &[Value], keys: &[Value], meter: &mut Meter) -> EvalResult {
    if items.len() != keys.len() {
        let text = format!(
            "@sortByAssociatedKeys() expected a list of the same size as the associated keys list, but got {} and {} elements respectively",
            items.len(),
            keys.len()
        );
        return Err(EvalError::new(text));
    }
    meter.reserve(items.len().saturating_mul(16))?;
    if let Some(first) = keys.first() {
        if first.compare(first).is_err() {
            return Err(EvalError::new("list elements must be comparable"));
        }
        if keys.iter().any(|key| key.type_name() != first.type_name()) {
            return Err(EvalError::new("list elements must have the same type"));
        }
    }
    let mut order: Vec<usize> = (0..items.len()).collect();
    order.sort_by(|a, b| keys[*a].compare(&keys[*b]).unwrap_or(Ordering::Equal));
    Ok(Value::list(order.into_iter().map(|at| items[at].clone()).collect()))
}

fn slice_list(items: &[Value], first_index: i64, end_index: i64, meter: &mut Meter) -> EvalResult {
    let refuse = |why: String| Err(EvalError::new(format!("cannot slice({first_index}, {end_index}), {why}")));
    let (Ok(from), Ok(to)) = (usize::try_from(first_index), usize::try_from(end_index)) else {
        return refuse("negative indexes not supported".to_owned());
    };
    if from > to {
        return refuse("start index must be less than or equal to end index".to_owned());
    }
    if to > items.len() {
        return refuse(format!("list is length {}", items.len()));
    }
    meter.reserve(to - from)?;
    Ok(Value::list(items[from..to].to_vec()))
}
