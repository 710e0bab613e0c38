//! Type-checks an expression: `Checker` of cel-go.

use std::rc::Rc;

use api::Str;

use crate::{
    ast::{Expr, ExprKind, Fold, ListItem, RESULT},
    error::Issue,
    signatures,
    types::Type,
    unify::TypeBindings,
    value::Value,
};

/// Type-checks an expression and returns its type. Sets the type of each node, turns `sets.contains(…)` and the like
/// from member calls into calls of namespaced functions, and replaces names of types by type values.
pub(crate) fn check(expr: &mut Expr, has_multiple_allocations: bool) -> Result<Type, Vec<Issue>> {
    let mut checker =
        Checker { bindings: TypeBindings::default(), names: Vec::new(), issues: Vec::new(), has_multiple_allocations };
    let ty = checker.check_expr(expr);
    let ty = checker.bindings.resolve(&ty);
    if checker.issues.is_empty() {
        checker.resolve_types(expr);
        return Ok(ty);
    }
    checker.issues.sort_by_key(|issue| issue.offset);
    Err(checker.issues)
}

struct Checker {
    bindings: TypeBindings,
    /// The variables in scope with their types, the innermost last.
    names: Vec<(Str, Type)>,
    issues: Vec<Issue>,
    has_multiple_allocations: bool,
}

impl Checker {
    /// Replaces type parameters by the types that were inferred for them, in the whole subtree.
    fn resolve_types(&self, expr: &mut Expr) {
        expr.ty = self.bindings.resolve(&expr.ty);
        expr.kind.parts_mut().into_iter().for_each(|part| self.resolve_types(part));
    }

    fn add_issue(&mut self, offset: usize, text: String) -> Type {
        self.issues.push(Issue { offset, text });
        Type::Error
    }

    fn undeclared_reference(&mut self, offset: usize, name: &str) -> Type {
        self.add_issue(offset, format!("undeclared reference to '{name}' (in container '')"))
    }

    fn check_expr(&mut self, expr: &mut Expr) -> Type {
        let at = expr.at;
        let ty = match &mut expr.kind {
            ExprKind::Literal(value) => type_of_value(value),
            ExprKind::Name(_) => self.check_name(expr),
            ExprKind::Select { operand, field, is_test, is_optional } => {
                let target = self.check_expr(operand);
                let (field, is_test, is_optional) = (field.clone(), *is_test, *is_optional);
                self.check_select(at, &target, &field, is_test, is_optional)
            }
            ExprKind::Call { .. } => self.check_call(expr),
            ExprKind::List(items) => self.check_list(items),
            ExprKind::Map(entries) => self.check_map(entries),
            ExprKind::Fold(fold) => self.check_fold(fold),
            ExprKind::Bind { name, value, body } => {
                let ty = self.check_expr(value);
                self.names.push((name.clone(), ty));
                let ty = self.check_expr(body);
                self.names.pop();
                ty
            }
        };
        expr.ty = ty.clone();
        ty
    }

    fn check_name(&mut self, expr: &mut Expr) -> Type {
        let ExprKind::Name(name) = &expr.kind else { return Type::Error };
        if let Some((_, ty)) = self.names.iter().rev().find(|(variable_name, _)| variable_name == name) {
            return ty.clone();
        }
        if name.as_str() == "device" {
            return Type::Device;
        }
        let Some((ty, type_name)) = named_type(name) else {
            let name = name.clone();
            return self.undeclared_reference(expr.at, &name);
        };
        expr.kind = ExprKind::Literal(Value::Type(type_name.into()));
        Type::Type(Some(Rc::new(ty)))
    }

    fn check_select(&mut self, at: usize, target: &Type, field: &str, is_test: bool, is_optional: bool) -> Type {
        let target = self.bindings.resolve(target);
        let (inner, is_wrapped) = match &target {
            Type::Optional(inner) => (inner.as_ref().clone(), true),
            other => (other.clone(), false),
        };
        let ty = match &inner {
            Type::Map(pair) => pair.1.clone(),
            Type::Device => match self.device_field_type(field) {
                Some(ty) => ty,
                None => self.add_issue(at, format!("undefined field '{field}'")),
            },
            Type::Param(_) => {
                self.bindings.unify(&inner, &Type::Dyn);
                Type::Dyn
            }
            ty if ty.is_open() => Type::Dyn,
            ty => self.add_issue(at, format!("type '{ty}' does not support field selection")),
        };
        match () {
            () if is_test => Type::Bool,
            () if is_wrapped || is_optional => Type::optional(ty),
            () => ty,
        }
    }

    /// The type of a field of the variable `device`; none if there is no such field.
    fn device_field_type(&self, name: &str) -> Option<Type> {
        let by_domain = |value| Type::map(Type::Text, Type::map(Type::Text, value));
        match name {
            "driver" => Some(Type::Text),
            "attributes" => Some(by_domain(Type::Any)),
            "capacity" => Some(by_domain(Type::Named("kubernetes.Quantity"))),
            "allowMultipleAllocations" if self.has_multiple_allocations => Some(Type::Bool),
            _ => None,
        }
    }

    fn check_call(&mut self, expr: &mut Expr) -> Type {
        let at = expr.at;
        let ExprKind::Call { function, target, arg_exprs: args } = &mut expr.kind else { return Type::Error };
        // A dotted name may be that of a namespaced function, such as `sets.contains`.
        let dotted =
            target.as_ref().and_then(|target| target.dotted_name()).map(|target| format!("{target}.{function}"));
        if let Some(name) = dotted.filter(|name| signatures::overloads(name, || 0).is_some()) {
            *function = name.as_str().into();
            *target = None;
        }
        let mut types: Vec<Type> = args.iter_mut().map(|arg| self.check_expr(arg)).collect();
        let function = function.clone();
        let is_receiver_call = target.is_some();
        if let Some(target) = target {
            types.insert(0, self.check_expr(target));
        }
        let type_bindings = &mut self.bindings;
        let Some(overloads) = signatures::overloads(&function, || type_bindings.fresh_param()) else {
            return self.undeclared_reference(at, &function);
        };
        let mut result: Option<Type> = None;
        for overload in overloads.iter().filter(|overload| overload.is_receiver_call == is_receiver_call) {
            if !self.bindings.unify_all(&types, &overload.arg_types) {
                continue;
            }
            let ty = self.bindings.resolve(&overload.result);
            result = Some(match result {
                Some(before) if before != ty => Type::Dyn,
                _ => ty,
            });
        }
        if let Some(result) = result {
            return result;
        }
        let type_names: Vec<String> = types.iter().map(|ty| self.bindings.resolve(ty).to_string()).collect();
        let call_signature = match is_receiver_call {
            true => format!("{}.({})", type_names[0], type_names[1..].join(", ")),
            false => format!("({})", type_names.join(", ")),
        };
        self.add_issue(at, format!("found no matching overload for '{function}' applied to '{call_signature}'"))
    }

    fn check_item(&mut self, item: &mut ListItem) -> Type {
        let ty = self.check_expr(&mut item.expr);
        if !item.is_optional {
            return ty;
        }
        match self.bindings.resolve(&ty) {
            Type::Optional(inner) => inner.as_ref().clone(),
            ty if ty.is_open() => Type::Dyn,
            ty => self.add_issue(item.expr.at, format!("expected type 'optional_type(dyn)' but found '{ty}'")),
        }
    }

    fn check_list(&mut self, items: &mut [ListItem]) -> Type {
        let mut item_type = None;
        for item in items {
            let ty = self.check_item(item);
            item_type = Some(self.bindings.join_types(item_type, ty));
        }
        Type::list(item_type.unwrap_or_else(|| Type::Param(self.bindings.fresh_param())))
    }

    fn check_map(&mut self, entries: &mut [(Expr, ListItem)]) -> Type {
        let (mut keys, mut values) = (None, None);
        for (key, value) in entries {
            let ty = self.check_expr(key);
            keys = Some(self.bindings.join_types(keys, ty));
            let ty = self.check_item(value);
            values = Some(self.bindings.join_types(values, ty));
        }
        let key = keys.unwrap_or_else(|| Type::Param(self.bindings.fresh_param()));
        Type::map(key, values.unwrap_or_else(|| Type::Param(self.bindings.fresh_param())))
    }

    fn check_fold(&mut self, fold: &mut Fold) -> Type {
        let range = self.check_expr(&mut fold.range);
        let accumulator_type = self.check_expr(&mut fold.accumulator_init);
        let range = self.bindings.resolve(&range);
        let (first_type, second_type) = match &range {
            Type::List(item) if fold.second_variable.is_some() => (Type::Int, item.as_ref().clone()),
            Type::List(item) => (item.as_ref().clone(), Type::Dyn),
            Type::Map(pair) => (pair.0.clone(), pair.1.clone()),
            ty if ty.is_open() || matches!(ty, Type::Param(_)) => (Type::Dyn, Type::Dyn),
            ty => {
                let text = format!(
                    "expression of type '{ty}' cannot be range of a comprehension (must be list, map, or dynamic)"
                );
                self.add_issue(fold.range.at, text);
                (Type::Error, Type::Error)
            }
        };
        self.names.push((RESULT.into(), accumulator_type.clone()));
        self.names.push((fold.first.clone(), first_type));
        let variables = if let Some(name) = &fold.second_variable {
            self.names.push((name.clone(), second_type));
            2
        } else {
            1
        };
        let condition = self.check_expr(&mut fold.condition);
        self.assert_type(fold.condition.at, &condition, &Type::Bool);
        let step = self.check_expr(&mut fold.step);
        self.assert_type(fold.step.at, &step, &accumulator_type);
        self.names.truncate(self.names.len() - variables);
        let result = self.check_expr(&mut fold.result);
        self.names.pop();
        self.bindings.resolve(&result)
    }

    fn assert_type(&mut self, at: usize, actual: &Type, expected: &Type) {
        if !self.bindings.unify(expected, actual) {
            let (expected, actual) = (self.bindings.resolve(expected), self.bindings.resolve(actual));
            self.add_issue(at, format!("expected type '{expected}' but found '{actual}'"));
        }
    }
}

fn type_of_value(value: &Value) -> Type {
    match value {
        Value::Null => Type::Null,
        Value::Bool(_) => Type::Bool,
        Value::Int(_) => Type::Int,
        Value::Uint(_) => Type::Uint,
        Value::Double(_) => Type::Double,
        Value::Text(_) => Type::Text,
        Value::Bytes(_) => Type::Bytes,
        _ => Type::Dyn,
    }
}

/// The type that a name denotes in an expression, and the name of its type value.
fn named_type(name: &str) -> Option<(Type, &'static str)> {
    Some(match name {
        "bool" => (Type::Bool, "bool"),
        "bytes" => (Type::Bytes, "bytes"),
        "double" => (Type::Double, "double"),
        "int" => (Type::Int, "int"),
        "list" => (Type::list(Type::Dyn), "list"),
        "map" => (Type::map(Type::Dyn, Type::Dyn), "map"),
        "null_type" => (Type::Null, "null_type"),
        "string" => (Type::Text, "string"),
        "type" => (Type::Type(None), "type"),
        "uint" => (Type::Uint, "uint"),
        "optional_type" => (Type::optional(Type::Dyn), "optional_type"),
        _ => return None,
    })
}
