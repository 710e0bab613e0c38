//! Evaluates ahead what is the same for every device: lists and maps of literals, and conversions of literals.

use std::rc::Rc;

use crate::ast::{Expr, Item, Kind};
use crate::error::EvalError;
use crate::functions::{self, Context};
use crate::value::{Map, Value};

/// Writes values in the place of such parts; a conversion that fails is an error of the whole expression.
pub(crate) fn fold(expr: &mut Expr) -> Result<(), EvalError> {
    expr.kind.parts_mut().into_iter().try_for_each(fold)?;
    if let Some(value) = literal(expr)? {
        expr.kind = Kind::Literal(value);
    }
    Ok(())
}

fn known(expr: &Expr) -> Option<&Value> {
    match &expr.kind {
        Kind::Literal(value) => Some(value),
        _ => None,
    }
}

fn known_item(item: &Item) -> Option<Value> {
    known(&item.expr).filter(|_| !item.optional).cloned()
}

fn literal(expr: &mut Expr) -> Result<Option<Value>, EvalError> {
    match &mut expr.kind {
        Kind::List(items) => Ok(items.iter().map(known_item).collect::<Option<Vec<Value>>>().map(Value::list)),
        Kind::Map(entries) => {
            let mut map = Map::default();
            for (key, value) in entries {
                let (Some(key), Some(value)) = (known(key), known_item(value)) else { return Ok(None) };
                map.put(key.clone(), value);
            }
            Ok(Some(Value::Map(Rc::new(map))))
        }
        Kind::Call { function, target: None, args } => match (function.as_str(), args.as_slice()) {
            (
                "bool" | "bytes" | "double" | "duration" | "dyn" | "int" | "string" | "timestamp" | "type" | "uint",
                [arg],
            ) => {
                let Some(value) = known(arg) else { return Ok(None) };
                functions::call(function, std::slice::from_ref(value), &mut Context::default()).map(Some)
            }
            ("@in", [_, list]) => match known(list) {
                Some(Value::List(items)) if items.is_empty() => Ok(Some(Value::Bool(false))),
                // Upstream looks into a set then, which costs nothing.
                Some(Value::List(items)) if items.iter().all(is_simple) => {
                    *function = "@in_constant".into();
                    Ok(None)
                }
                _ => Ok(None),
            },
            _ => Ok(None),
        },
        _ => Ok(None),
    }
}

fn is_simple(value: &Value) -> bool {
    matches!(value, Value::Bool(_) | Value::Int(_) | Value::Uint(_) | Value::Double(_) | Value::Text(_))
}
