//! Finds the types of an expression, and what does not fit.

use std::rc::Rc;

use api::Str;

use crate::ast::{Expr, Fold, Item, Kind, RESULT};
use crate::error::Issue;
use crate::signatures;
use crate::types::Type;
use crate::unify::Known;
use crate::value::Value;

/// Writes the types into the tree, calls of functions with a namespace as such, and names of types as values. Gives the type of the whole.
pub(crate) fn check(expr: &mut Expr, multiple_allocations: bool) -> Result<Type, Vec<Issue>> {
    let mut checker = Checker { known: Known::default(), names: Vec::new(), issues: Vec::new(), multiple_allocations };
    let ty = checker.expr(expr);
    let ty = checker.known.resolve(&ty);
    if checker.issues.is_empty() {
        checker.settle(expr);
        return Ok(ty);
    }
    checker.issues.sort_by_key(|issue| issue.offset);
    Err(checker.issues)
}

struct Checker {
    known: Known,
    /// Variables, the innermost last.
    names: Vec<(Str, Type)>,
    issues: Vec<Issue>,
    multiple_allocations: bool,
}

impl Checker {
    /// Puts what was learned of parameters since into the types.
    fn settle(&self, expr: &mut Expr) {
        expr.ty = self.known.resolve(&expr.ty);
        expr.kind.parts_mut().into_iter().for_each(|part| self.settle(part));
    }

    fn issue(&mut self, offset: usize, text: String) -> Type {
        self.issues.push(Issue { offset, text });
        Type::Error
    }

    fn undeclared(&mut self, offset: usize, name: &str) -> Type {
        self.issue(offset, format!("undeclared reference to '{name}' (in container '')"))
    }

    fn expr(&mut self, expr: &mut Expr) -> Type {
        let at = expr.at;
        let ty = match &mut expr.kind {
            Kind::Literal(value) => of_value(value),
            Kind::Name(_) => self.name(expr),
            Kind::Select { operand, field, test, optional } => {
                let target = self.expr(operand);
                let (field, test, optional) = (field.clone(), *test, *optional);
                self.select(at, &target, &field, test, optional)
            }
            Kind::Call { .. } => self.call(expr),
            Kind::List(items) => self.list(items),
            Kind::Map(entries) => self.map(entries),
            Kind::Fold(fold) => self.fold(fold),
            Kind::Bind { name, value, body } => {
                let ty = self.expr(value);
                self.names.push((name.clone(), ty));
                let ty = self.expr(body);
                self.names.pop();
                ty
            }
        };
        expr.ty = ty.clone();
        ty
    }

    fn name(&mut self, expr: &mut Expr) -> Type {
        let Kind::Name(name) = &expr.kind else { return Type::Error };
        if let Some((_, ty)) = self.names.iter().rev().find(|(known, _)| known == name) {
            return ty.clone();
        }
        if name.as_str() == "device" {
            return Type::Device;
        }
        let Some((ty, type_name)) = named_type(name) else {
            let name = name.clone();
            return self.undeclared(expr.at, &name);
        };
        expr.kind = Kind::Literal(Value::Type(type_name.into()));
        Type::Type(Some(Rc::new(ty)))
    }

    fn select(&mut self, at: usize, target: &Type, field: &str, test: bool, optional: bool) -> Type {
        let target = self.known.resolve(target);
        let (inner, wrapped) = match &target {
            Type::Optional(inner) => (inner.as_ref().clone(), true),
            other => (other.clone(), false),
        };
        let ty = match &inner {
            Type::Map(pair) => pair.1.clone(),
            Type::Device => match self.field(field) {
                Some(ty) => ty,
                None => self.issue(at, format!("undefined field '{field}'")),
            },
            Type::Param(_) => {
                self.known.fit(&inner, &Type::Dyn);
                Type::Dyn
            }
            ty if ty.is_open() => Type::Dyn,
            ty => self.issue(at, format!("type '{ty}' does not support field selection")),
        };
        match () {
            () if test => Type::Bool,
            () if wrapped || optional => Type::optional(ty),
            () => ty,
        }
    }

    /// The fields of a device.
    fn field(&self, name: &str) -> Option<Type> {
        let by_domain = |value| Type::map(Type::Text, Type::map(Type::Text, value));
        match name {
            "driver" => Some(Type::Text),
            "attributes" => Some(by_domain(Type::Any)),
            "capacity" => Some(by_domain(Type::Named("kubernetes.Quantity"))),
            "allowMultipleAllocations" if self.multiple_allocations => Some(Type::Bool),
            _ => None,
        }
    }

    fn call(&mut self, expr: &mut Expr) -> Type {
        let at = expr.at;
        let Kind::Call { function, target, args } = &mut expr.kind else { return Type::Error };
        // A name with dots may be a function's: `sets.contains`.
        let dotted = target.as_ref().and_then(|target| target.dotted()).map(|target| format!("{target}.{function}"));
        if let Some(name) = dotted.filter(|name| signatures::overloads(name, || 0).is_some()) {
            *function = name.as_str().into();
            *target = None;
        }
        let mut types: Vec<Type> = args.iter_mut().map(|arg| self.expr(arg)).collect();
        let function = function.clone();
        let member = target.is_some();
        if let Some(target) = target {
            types.insert(0, self.expr(target));
        }
        let known = &mut self.known;
        let Some(overloads) = signatures::overloads(&function, || known.fresh()) else {
            return self.undeclared(at, &function);
        };
        let mut result: Option<Type> = None;
        for overload in overloads.iter().filter(|overload| overload.member == member) {
            if !self.known.fit_all(&types, &overload.args) {
                continue;
            }
            let ty = self.known.resolve(&overload.result);
            result = Some(match result {
                Some(before) if before != ty => Type::Dyn,
                _ => ty,
            });
        }
        if let Some(result) = result {
            return result;
        }
        let shown: Vec<String> = types.iter().map(|ty| self.known.resolve(ty).to_string()).collect();
        let shown = match member {
            true => format!("{}.({})", shown[0], shown[1..].join(", ")),
            false => format!("({})", shown.join(", ")),
        };
        self.issue(at, format!("found no matching overload for '{function}' applied to '{shown}'"))
    }

    fn item(&mut self, item: &mut Item) -> Type {
        let ty = self.expr(&mut item.expr);
        if !item.optional {
            return ty;
        }
        match self.known.resolve(&ty) {
            Type::Optional(inner) => inner.as_ref().clone(),
            ty if ty.is_open() => Type::Dyn,
            ty => self.issue(item.expr.at, format!("expected type 'optional_type(dyn)' but found '{ty}'")),
        }
    }

    fn list(&mut self, items: &mut [Item]) -> Type {
        let mut all = None;
        for item in items {
            let ty = self.item(item);
            all = Some(self.known.join(all, ty));
        }
        Type::list(all.unwrap_or_else(|| Type::Param(self.known.fresh())))
    }

    fn map(&mut self, entries: &mut [(Expr, Item)]) -> Type {
        let (mut keys, mut values) = (None, None);
        for (key, value) in entries {
            let ty = self.expr(key);
            keys = Some(self.known.join(keys, ty));
            let ty = self.item(value);
            values = Some(self.known.join(values, ty));
        }
        let key = keys.unwrap_or_else(|| Type::Param(self.known.fresh()));
        Type::map(key, values.unwrap_or_else(|| Type::Param(self.known.fresh())))
    }

    fn fold(&mut self, fold: &mut Fold) -> Type {
        let range = self.expr(&mut fold.range);
        let start = self.expr(&mut fold.start);
        let range = self.known.resolve(&range);
        let (first, second) = match &range {
            Type::List(item) if fold.second.is_some() => (Type::Int, item.as_ref().clone()),
            Type::List(item) => (item.as_ref().clone(), Type::Dyn),
            Type::Map(pair) => (pair.0.clone(), pair.1.clone()),
            ty if ty.is_open() || matches!(ty, Type::Param(_)) => (Type::Dyn, Type::Dyn),
            ty => {
                let text = format!(
                    "expression of type '{ty}' cannot be range of a comprehension (must be list, map, or dynamic)"
                );
                self.issue(fold.range.at, text);
                (Type::Error, Type::Error)
            }
        };
        self.names.push((RESULT.into(), start.clone()));
        self.names.push((fold.first.clone(), first));
        let variables = if let Some(name) = &fold.second {
            self.names.push((name.clone(), second));
            2
        } else {
            1
        };
        let condition = self.expr(&mut fold.condition);
        self.assert(fold.condition.at, &condition, &Type::Bool);
        let step = self.expr(&mut fold.step);
        self.assert(fold.step.at, &step, &start);
        self.names.truncate(self.names.len() - variables);
        let result = self.expr(&mut fold.result);
        self.names.pop();
        self.known.resolve(&result)
    }

    fn assert(&mut self, at: usize, found: &Type, wanted: &Type) {
        if !self.known.fit(wanted, found) {
            let (wanted, found) = (self.known.resolve(wanted), self.known.resolve(found));
            self.issue(at, format!("expected type '{wanted}' but found '{found}'"));
        }
    }
}

fn of_value(value: &Value) -> Type {
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

/// The types that can be named, and the names that their values have.
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
