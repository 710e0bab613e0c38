//! Constant folding: evaluates what does not depend on the device, namely lists and maps of literals, and conversions
//! of literals.

use std::rc::Rc;

use crate::{
    ast::{Expr, ExprKind, ListItem},
    error::EvalError,
    functions::{self, EvalContext},
    value::{CelMap, Value},
};

/// Replaces constant subexpressions by their values. A conversion that fails is an error of the whole expression.
pub(crate) fn fold_constants(expr: &mut Expr) -> Result<(), EvalError> {
    expr.kind.parts_mut().into_iter().try_for_each(fold_constants)?;
    if let Some(value) = fold_literal(expr)? {
        expr.kind = ExprKind::Literal(value);
    }
    Ok(())
}

fn constant_value(expr: &Expr) -> Option<&Value> {
    match &expr.kind {
        ExprKind::Literal(value) => Some(value),
        _ => None,
    }
}

fn constant_item(item: &ListItem) -> Option<Value> {
    constant_value(&item.expr).filter(|_| !item.is_optional).cloned()
}

fn fold_literal(expr: &mut Expr) -> Result<Option<Value>, EvalError> {
    match &mut expr.kind {
        ExprKind::List(items) => Ok(items.iter().map(constant_item).collect::<Option<Vec<Value>>>().map(Value::list)),
        ExprKind::Map(entries) => {
            let mut map = CelMap::default();
            for (key, value) in entries {
                let (Some(key), Some(value)) = (constant_value(key), constant_item(value)) else { return Ok(None) };
                map.insert(key.clone(), value);
            }
            Ok(Some(Value::Map(Rc::new(map))))
        }
        ExprKind::Call { function, target: None, arg_exprs: args } => match (function.as_str(), args.as_slice()) {
            (
                "bool" | "bytes" | "double" | "duration" | "dyn" | "int" | "string" | "timestamp" | "type" | "uint",
                [arg],
            ) => {
                let Some(value) = constant_value(arg) else { return Ok(None) };
                functions::call_function(function, std::slice::from_ref(value), &mut EvalContext::default()).map(Some)
            }
            ("@in", [_, list]) => match constant_value(list) {
                Some(Value::List(items)) if items.is_empty() => Ok(Some(Value::Bool(false))),
                // cel-go's `maybeOptimizeSetMembership` replaces the list by a set here, whose lookups cost nothing.
                Some(Value::List(items)) if items.iter().all(is_simple_constant) => {
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

fn is_simple_constant(value: &Value) -> bool {
    matches!(value, Value::Bool(_) | Value::Int(_) | Value::Uint(_) | Value::Double(_) | Value::Text(_))
}
