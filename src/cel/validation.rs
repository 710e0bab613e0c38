//! The checks after type checking: literals that cannot be parsed, and lists of mixed types. cel-go calls them AST
//! validators.

use crate::{
    ast::{Expr, ExprKind, ListItem},
    error::Issue,
    functions::{FormatError, check_format, is_duration, is_pattern, is_timestamp},
    types::Type,
    value::Value,
};

/// The issues, in the order of the text.
pub(crate) fn validate_expr(expr: &Expr) -> Vec<Issue> {
    let mut issues = Vec::new();
    visit_expr(expr, false, &mut issues);
    issues.sort_by_key(|issue| issue.offset);
    issues
}

/// Checks a subtree. If `allows_mixed`, items of a list or map at its top may have several types, as in the arguments
/// of `format`.
fn visit_expr(expr: &Expr, allows_mixed: bool, issues: &mut Vec<Issue>) {
    match &expr.kind {
        ExprKind::Call { function, target, arg_exprs: args } => {
            validate_call(expr, function, target.as_deref(), args, issues);
            for part in expr.kind.parts() {
                visit_expr(part, function.as_str() == "format", issues);
            }
            return;
        }
        ExprKind::List(items) if !allows_mixed => {
            check_same_types(items.iter().map(|item| (&item.expr, item.is_optional)), issues);
        }
        ExprKind::Map(entries) if !allows_mixed => {
            check_same_types(entries.iter().map(|(key, _)| (key, false)), issues);
            check_same_types(entries.iter().map(|(_, ListItem { expr, is_optional })| (expr, *is_optional)), issues);
        }
        _ => {}
    }
    let allows_mixed = allows_mixed && matches!(expr.kind, ExprKind::List(_) | ExprKind::Map(_));
    expr.kind.parts().into_iter().for_each(|part| visit_expr(part, allows_mixed, issues));
}

fn constant_text(expr: &Expr) -> Option<&str> {
    match &expr.kind {
        ExprKind::Literal(Value::Text(text)) => Some(text),
        _ => None,
    }
}

fn validate_call(expr: &Expr, function: &str, target: Option<&Expr>, arg_exprs: &[Expr], issues: &mut Vec<Issue>) {
    let Some(last) = arg_exprs.last() else { return };
    if function == "format" {
        if let (Some(format), ExprKind::List(items)) = (target.and_then(constant_text), &last.kind)
            && let Err(FormatError { offset, text }) = check_format(format, items)
        {
            issues.push(Issue { offset: offset.unwrap_or(expr.at), text });
        }
        return;
    }
    let is_valid: fn(&str) -> bool = match function {
        "duration" => is_duration,
        "timestamp" => is_timestamp,
        "matches" => is_pattern,
        _ => return,
    };
    if constant_text(last).is_some_and(|text| !is_valid(text)) {
        issues.push(Issue { offset: last.at, text: format!("invalid {function} argument") });
    }
}

/// Reports the first item whose type differs from that of the first item.
fn check_same_types<'a>(items: impl Iterator<Item = (&'a Expr, bool)>, issues: &mut Vec<Issue>) {
    let mut first_type: Option<Type> = None;
    for (expr, is_optional) in items {
        let item_type = match &expr.ty {
            Type::Optional(inner) if is_optional => inner.as_ref().clone(),
            ty => ty.clone(),
        };
        match &first_type {
            None => first_type = Some(item_type),
            Some(first_type) if !are_equivalent(first_type, &item_type) => {
                issues.push(Issue {
                    offset: expr.at,
                    text: format!("expected type '{first_type}' but found '{item_type}'"),
                });
                return;
            }
            Some(_) => {}
        }
    }
}

/// Whether two types are the same. An unbound type parameter counts as `dyn`.
#[allow(clippy::match_same_arms, reason = "each row is a rule")]
fn are_equivalent(a: &Type, b: &Type) -> bool {
    match (a, b) {
        (Type::Param(_) | Type::Dyn, Type::Param(_) | Type::Dyn) => true,
        (Type::List(a), Type::List(b)) | (Type::Optional(a), Type::Optional(b)) => are_equivalent(a, b),
        (Type::Map(a), Type::Map(b)) => are_equivalent(&a.0, &b.0) && are_equivalent(&a.1, &b.1),
        (Type::Type(_), Type::Type(_)) => true,
        _ => a == b,
    }
}
