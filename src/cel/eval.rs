//! Evaluates an expression for one device and counts the cost: the interpreter of cel-go.

use std::{mem, rc::Rc};

use crate::{
    ast::{Expr, ExprKind, Fold, ListItem, RESULT, Span},
    call_cost,
    error::EvalError,
    functions::{self, EvalContext},
    value::{CelMap, Value},
};

/// The costs of creating a list and a map: `ListCreateBaseCost` and `MapCreateBaseCost` of cel-go.
const LIST_COST: u64 = 10;
const MAP_COST: u64 = 30;

type EvalResult = Result<Value, EvalError>;

/// A subexpression that reads an attribute or a capacity of the device, and its result.
pub(crate) struct RawDeviceAccess {
    pub(crate) span: Span,
    pub(crate) result: EvalResult,
}

/// A variable in scope.
struct Variable<'a> {
    name: &'a str,
    state: VariableState<'a>,
    /// Whether `cel.bind` binds it; otherwise it is a loop variable or the accumulator of a comprehension.
    is_bind_variable: bool,
}

/// An operator that may decide by one side alone.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LogicalOperator {
    And,
    Or,
}

enum VariableState<'a> {
    Value(EvalResult),
    /// A `cel.bind` value that has not been read yet; it is evaluated at the first read.
    Lazy(&'a Expr),
}

pub(crate) struct Evaluation<'a> {
    device: Value,
    slots: Vec<Variable<'a>>,
    pub(crate) context: EvalContext,
    /// What the expression reads of the device; none if this is not recorded.
    pub(crate) device_accesses: Option<Vec<RawDeviceAccess>>,
}

impl<'a> Evaluation<'a> {
    pub(crate) fn new(device: Value, records_accesses: bool) -> Self {
        Self {
            device,
            slots: Vec::new(),
            context: EvalContext::default(),
            device_accesses: records_accesses.then(Vec::new),
        }
    }

    fn charge_cost(&mut self, cost: u64) -> Result<(), EvalError> {
        self.context.meter.charge(cost)
    }

    pub(crate) fn evaluate(&mut self, expr: &'a Expr) -> EvalResult {
        match &expr.kind {
            ExprKind::Literal(value) => Ok(value.clone()),
            ExprKind::Call { function, target, arg_exprs: args } if !is_chain(expr) => {
                self.evaluate_call(function, target.as_deref(), args)
            }
            ExprKind::Name(_) | ExprKind::Select { .. } | ExprKind::Call { .. } => self.evaluate_attribute(expr, true),
            ExprKind::List(items) => self.evaluate_list(items),
            ExprKind::Map(entries) => self.evaluate_map(entries),
            ExprKind::Fold(fold) => self.evaluate_fold(fold),
            ExprKind::Bind { name, value, body } => {
                self.slots.push(Variable { name, state: VariableState::Lazy(value), is_bind_variable: true });
                let result = self.evaluate(body);
                self.slots.pop();
                result
            }
        }
    }

    /// Evaluates a chain of selections such as `device.attributes["gpu.example.com"].model`. If `is_charged`, reading
    /// the variable at its start costs 1.
    fn evaluate_attribute(&mut self, expr: &'a Expr, is_charged: bool) -> EvalResult {
        let result = self.evaluate_chain(expr, is_charged);
        if self.device_accesses.is_some() && self.is_device_access(expr) {
            let device_access = RawDeviceAccess { span: expr.span, result: result.clone() };
            if let Some(device_accesses) = &mut self.device_accesses {
                device_accesses.push(device_access);
            }
        }
        result
    }

    fn evaluate_chain(&mut self, expr: &'a Expr, is_charged: bool) -> EvalResult {
        match &expr.kind {
            ExprKind::Name(name) => {
                self.charge_cost(u64::from(is_charged))?;
                self.evaluate_variable(name)
            }
            ExprKind::Select { operand, field, is_test, is_optional } => {
                let target = self.evaluate_operand(operand, is_charged)?;
                let key = Value::Text(field.clone());
                if *is_test {
                    return find_entry(&target, &key).map(|value| Value::Bool(value.is_some()));
                }
                self.select_from_value(&target, &key, *is_optional)
            }
            ExprKind::Call { function, arg_exprs: args, .. } => {
                let [operand, index] = args.as_slice() else { return Err(EvalError::no_overload()) };
                let target = self.evaluate_operand(operand, is_charged)?;
                let key = self.evaluate(index)?;
                self.select_from_value(&target, &key, function.as_str() == "_[?_]")
            }
            _ => self.evaluate(expr),
        }
    }

    fn evaluate_operand(&mut self, expr: &'a Expr, is_charged: bool) -> EvalResult {
        if is_chain(expr) && !matches!(expr.kind, ExprKind::Select { is_test: true, .. }) {
            return self.evaluate_chain(expr, is_charged);
        }
        let value = self.evaluate(expr)?;
        self.charge_cost(u64::from(is_charged))?;
        Ok(value)
    }

    fn select_from_value(&mut self, target: &Value, key: &Value, is_optional: bool) -> EvalResult {
        let (operand, is_optional) = match target {
            Value::Optional(None) => return Ok(Value::Optional(None)),
            Value::Optional(Some(inner)) => (inner.as_ref(), true),
            target => (target, is_optional),
        };
        match find_entry(operand, key) {
            Ok(None) if is_optional => Ok(Value::Optional(None)),
            result => {
                self.charge_cost(1)?;
                match result? {
                    Some(value) if is_optional => Ok(Value::optional_of(value)),
                    Some(value) => Ok(value),
                    None if matches!(operand, Value::List(_)) => {
                        Err(EvalError::new(format!("index out of bounds: {}", key.as_key())))
                    }
                    None => Err(EvalError::new(format!("no such key: {}", key.as_key()))),
                }
            }
        }
    }

    /// Whether a chain of selections starts at `device`, or at a variable that `cel.bind` binds.
    fn is_device_access(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Name(name) => match self.slots.iter().rev().find(|slot| slot.name == name.as_str()) {
                Some(slot) => slot.is_bind_variable,
                None => name.as_str() == "device",
            },
            ExprKind::Select { operand, .. } => self.is_device_access(operand),
            ExprKind::Call { arg_exprs: args, .. } if is_chain(expr) => self.is_device_access(&args[0]),
            _ => false,
        }
    }

    fn evaluate_variable(&mut self, name: &str) -> EvalResult {
        let Some(at) = self.slots.iter().rposition(|slot| slot.name == name) else {
            return match name {
                "device" => Ok(self.device.clone()),
                _ => Err(EvalError::new(format!("no such attribute(s): {name}"))),
            };
        };
        let lazy = match &self.slots[at].state {
            VariableState::Value(value) => return value.clone(),
            VariableState::Lazy(expr) => *expr,
        };
        // The value sees only the variables that were in scope at the `cel.bind`.
        let inner_slots = self.slots.split_off(at);
        let value = self.evaluate(lazy);
        self.slots.extend(inner_slots);
        if !matches!(value, Err(EvalError::TooCostly)) {
            self.slots[at].state = VariableState::Value(value.clone());
        }
        value
    }

    fn evaluate_call(&mut self, function: &str, target: Option<&'a Expr>, arg_exprs: &'a [Expr]) -> EvalResult {
        match (function, target, arg_exprs) {
            ("_&&_", None, [a, b]) => self.evaluate_logical(LogicalOperator::And, [a, b]),
            ("_||_", None, [a, b]) => self.evaluate_logical(LogicalOperator::Or, [a, b]),
            ("_?_:_", None, [condition, then, otherwise]) => {
                let branch = match self.evaluate(condition)? {
                    Value::Bool(true) => then,
                    Value::Bool(false) => otherwise,
                    _ => return Err(EvalError::no_overload()),
                };
                if is_chain(branch) { self.evaluate_attribute(branch, false) } else { self.evaluate(branch) }
            }
            ("@not_strictly_false", None, [arg]) => {
                let value = match self.evaluate(arg) {
                    Err(EvalError::Failed(_)) => Value::Bool(true),
                    value => value?,
                };
                self.charge_cost(1)?;
                Ok(value)
            }
            ("or" | "orValue", Some(target), [other]) => match self.evaluate(target)? {
                Value::Optional(Some(value)) if function == "orValue" => Ok(value.as_ref().clone()),
                Value::Optional(None) => self.evaluate(other),
                value @ Value::Optional(Some(_)) => Ok(value),
                _ => Err(EvalError::no_overload()),
            },
            ("_+_", None, [Expr { kind: ExprKind::Name(name), .. }, item]) if name.as_str() == RESULT => {
                self.append_item(item)
            }
            _ => self.call_function(function, target.into_iter().chain(arg_exprs)),
        }
    }

    /// Evaluates `&&` or `||`: a side with the deciding value determines the result and absorbs an error of the other
    /// side.
    fn evaluate_logical(&mut self, operator: LogicalOperator, sides: [&'a Expr; 2]) -> EvalResult {
        let deciding_value = operator == LogicalOperator::Or;
        let mut error = None;
        for side in sides {
            match self.evaluate(side) {
                Ok(Value::Bool(value)) if value == deciding_value => return Ok(Value::Bool(deciding_value)),
                Ok(Value::Bool(_)) => {}
                Ok(_) => error = error.or(Some(EvalError::no_overload())),
                Err(EvalError::TooCostly) => return Err(EvalError::TooCostly),
                Err(eval_error) => error = error.or(Some(eval_error)),
            }
        }
        error.map_or(Ok(Value::Bool(!deciding_value)), Err)
    }

    fn call_function(&mut self, function: &str, arg_exprs: impl Iterator<Item = &'a Expr>) -> EvalResult {
        let arg_exprs: Vec<&Expr> = arg_exprs.collect();
        let mut values = Vec::with_capacity(arg_exprs.len());
        let mut error = None;
        for arg in &arg_exprs {
            match self.evaluate(arg) {
                Ok(value) => values.push(value),
                // cel-go evaluates both arguments of a unary or binary call even if one fails, and charges for the
                // call.
                Err(eval_error @ EvalError::Failed(_)) if arg_exprs.len() <= 2 => {
                    error = error.or(Some(eval_error));
                    values.push(Value::Null);
                }
                Err(eval_error) => return Err(eval_error),
            }
        }
        if let Some(error) = error {
            self.charge_cost(call_cost::call_cost(function, &values, &Value::Null))?;
            return Err(error);
        }
        // Where the cost depends on the result, it is charged after the call; otherwise before, so that no large value
        // is built beyond the limit.
        if matches!(function, "join" | "slice") {
            let result = functions::call_function(function, &values, &mut self.context);
            self.charge_cost(call_cost::call_cost(function, &values, result.as_ref().unwrap_or(&Value::Null)))?;
            return result;
        }
        self.charge_cost(call_cost::call_cost(function, &values, &Value::Null))?;
        functions::call_function(function, &values, &mut self.context)
    }

    /// Evaluates `result + item` in a comprehension: a list result is extended in place instead of copied.
    fn append_item(&mut self, item: &'a Expr) -> EvalResult {
        self.charge_cost(1)?;
        let item_value = self.evaluate(item);
        self.charge_cost(1)?;
        let at = self.slots.iter().rposition(|slot| slot.name == RESULT);
        let Some(VariableState::Value(result)) = at.map(|at| &mut self.slots[at].state) else {
            return Err(EvalError::no_overload());
        };
        match (result, item_value?) {
            (Ok(Value::List(items)), Value::List(added)) => {
                let mut items = mem::take(items);
                self.context.meter.charge_work(added.len())?;
                Rc::make_mut(&mut items).extend(added.iter().cloned());
                Ok(Value::List(items))
            }
            (Ok(sum), added) => {
                let sum = sum.clone();
                functions::call_function("_+_", &[sum, added], &mut self.context)
            }
            (Err(error), _) => Err(error.clone()),
        }
    }

    fn evaluate_list(&mut self, items: &'a [ListItem]) -> EvalResult {
        self.charge_cost(LIST_COST)?;
        let mut values = Vec::with_capacity(items.len());
        for item in items {
            let value = self.evaluate(&item.expr)?;
            values.extend(item_value(value, item.is_optional)?);
        }
        Ok(Value::list(values))
    }

    fn evaluate_map(&mut self, entries: &'a [(Expr, ListItem)]) -> EvalResult {
        self.charge_cost(MAP_COST)?;
        let mut map = CelMap::default();
        for (key, item) in entries {
            let key = self.evaluate(key)?;
            if !matches!(key, Value::Bool(_) | Value::Int(_) | Value::Uint(_) | Value::Text(_)) {
                return Err(EvalError::new(format!("unsupported key type: {}", key.type_name())));
            }
            let value = self.evaluate(&item.expr)?;
            if let Some(value) = item_value(value, item.is_optional)? {
                map.insert(key, value);
            }
        }
        Ok(Value::Map(Rc::new(map)))
    }

    fn evaluate_fold(&mut self, fold: &'a Fold) -> EvalResult {
        let entries: Vec<(Value, Value)> = match self.evaluate(&fold.range)? {
            Value::List(items) => {
                self.context.meter.charge_work(items.len())?;
                let items = items.iter().cloned();
                // With one loop variable it is the item; with two they are the index and the item.
                match fold.second_variable {
                    None => items.map(|item| (item, Value::Null)).collect(),
                    Some(_) => (0..).map(Value::Int).zip(items).collect(),
                }
            }
            Value::Map(map) => map.entries.clone(),
            _ => return Err(EvalError::no_overload()),
        };
        let accumulator = self.evaluate(&fold.accumulator_init);
        let base = self.slots.len();
        let loop_variable =
            |name, value| Variable { name, state: VariableState::Value(value), is_bind_variable: false };
        self.slots.push(loop_variable(RESULT, accumulator));
        for (first_value, second_value) in entries {
            self.slots.push(loop_variable(&fold.first, Ok(first_value)));
            if let Some(name) = &fold.second_variable {
                self.slots.push(loop_variable(name, Ok(second_value)));
            }
            let go_on = self.evaluate(&fold.condition);
            let step = match go_on {
                Ok(Value::Bool(false)) => None,
                Err(EvalError::TooCostly) => return Err(EvalError::TooCostly),
                _ => Some(self.evaluate(&fold.step)),
            };
            self.slots.truncate(base + 1);
            match step {
                None => break,
                Some(Err(EvalError::TooCostly)) => return Err(EvalError::TooCostly),
                Some(value) => self.slots[base].state = VariableState::Value(value),
            }
        }
        let result = self.evaluate(&fold.result);
        self.slots.truncate(base);
        result
    }
}

/// Whether the node is a chain of selections: a name, a field selection or an index.
fn is_chain(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Name(_) | ExprKind::Select { .. } => true,
        ExprKind::Call { function, target: None, arg_exprs: args } => {
            matches!(function.as_str(), "_[_]" | "_[?_]") && args.len() == 2
        }
        _ => false,
    }
}

/// The value of a list item or map value; none if it is written with `?` and its optional is empty.
fn item_value(value: Value, is_optional: bool) -> Result<Option<Value>, EvalError> {
    match value {
        value if !is_optional => Ok(Some(value)),
        Value::Optional(value) => Ok(value.map(|value| value.as_ref().clone())),
        value => Err(EvalError::new(format!(
            "cannot initialize optional list element from non-optional value {}",
            value.type_name()
        ))),
    }
}

/// Looks up a map key or a list index; none if there is no such entry.
fn find_entry(target: &Value, key: &Value) -> Result<Option<Value>, EvalError> {
    match target {
        Value::Map(map) => Ok(map.get_or_default(key).cloned()),
        Value::List(items) => {
            let index = match key {
                Value::Int(index) => Some(*index),
                Value::Uint(index) => i64::try_from(*index).ok(),
                _ => return Err(EvalError::new(format!("unsupported index type '{}' in list", key.type_name()))),
            };
            Ok(index.and_then(|index| usize::try_from(index).ok()).and_then(|index| items.get(index)).cloned())
        }
        Value::Optional(Some(inner)) => find_entry(inner, key),
        _ => Ok(None),
    }
}
