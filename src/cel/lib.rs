//! Compiles and evaluates the CEL expressions that select devices.
//!
//! A `DeviceClass` and a request of a `ResourceClaim` select devices with expressions of the Common Expression Language,
//! such as `device.attributes["gpu.example.com"].model == "a100"`. An expression has one variable, `device`:
//!
//! | | |
//! |---|---|
//! | `device.driver` | the name of the driver |
//! | `device.attributes[domain].name` | a bool, an int, a string or a version; an attribute without a domain has the driver's |
//! | `device.capacity[domain].name` | a quantity |
//! | `device.allowMultipleAllocations` | v1.36: whether several claims can share the device |
//!
//! A [`Program`] is a compiled expression: it parses, its types are correct, and its result can be a bool. Evaluating it
//! for a [`DeviceProperties`] returns whether the device matches, or an error: reading an attribute that the device does not have
//! fails, unless `has(…)` guards it or the other side of `&&` or `||` decides the result.
//!
//! ```
//! use cel::{Attribute, DeviceProperties, Program};
//!
//! let program = Program::compile(r#"device.attributes["gpu.example.com"].model.startsWith("a")"#)?;
//! let mut device = DeviceProperties { driver: "gpu.example.com".into(), ..DeviceProperties::default() };
//! assert_eq!(program.matches(&device).unwrap_err().to_string(), "no such key: model");
//! device.attributes.push(("model".into(), Attribute::Text("a100".into())));
//! assert_eq!(program.matches(&device), Ok(true));
//! # Ok::<(), cel::CompileError>(())
//! ```
//!
//! **Errors** have upstream's messages: [`CompileError`] with the position in the text, [`EvalError`] such as
//! `no such key: model`.
//!
//! **Cost** is counted in upstream's units: about 1 for each name, field and call, 10 for a list, and 0.1 for each
//! character that is traversed. The limit is 1,000,000 for an evaluation. Work that upstream's cost does not include
//! (comparing nested values, copying) has a separate limit with the same message, so that every evaluation ends soon.
//!
//! Upstream: `CompileCELExpression` and `DeviceMatches` of `k8s.io/dynamic-resource-allocation/cel`; the environment and
//! the libraries for quantities, versions, lists, addresses, URLs and formats of `k8s.io/apiserver/pkg/cel`; the parser,
//! checker and interpreter of `github.com/google/cel-go`. Not supported are time zone names other than UTC, Unicode
//! classes in regular expressions, and protocol buffer messages.

mod ast;
mod call_cost;
mod checker;
mod constant_folding;
mod cost_meter;
mod device;
mod error;
mod eval;
mod functions;
mod ip_net;
mod lexer;
mod macros;
mod name_formats;
mod parser;
mod quantity;
mod semver;
mod signatures;
mod timestamps;
mod types;
mod unify;
mod validation;
mod value;

use std::ops::Range;

use ast::Expr;
use cost_meter::Meter;
pub use device::{Attribute, DeviceProperties, QualifiedName};
pub use error::{CompileError, EvalError, Issue};
use eval::Evaluation;
use types::Type;
use value::Value;

/// A compiled expression.
#[derive(Clone, Debug)]
pub struct Program {
    expression: String,
    root: Expr,
}

/// The feature gates that change the fields of the variable `device`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gates {
    /// `DRAConsumableCapacity`, enabled by default since v1.36: adds `device.allowMultipleAllocations`.
    pub has_consumable_capacity: bool,
}

/// The result of an evaluation with the values that it read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvalTrace {
    pub result: Result<bool, EvalError>,
    /// The cost of the evaluation, in upstream's units.
    pub cost: u64,
    /// What the expression read of the device, in order of evaluation. Parts that were not evaluated are omitted.
    pub device_accesses: Vec<DeviceAccess>,
}

/// A subexpression that reads a property of the device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceAccess {
    /// The subexpression's range of bytes in the expression.
    pub range: Range<usize>,
    /// The value in CEL syntax (`"a100"`, `80Gi`, `1.2.3`), or why it has none. A long value is truncated and ends in
    /// `…`.
    pub value: Result<String, EvalError>,
}

impl Program {
    /// Compiles an expression with the feature gates of v1.36.
    pub fn compile(expression: &str) -> Result<Self, CompileError> {
        Self::compile_with(expression, Gates { has_consumable_capacity: true })
    }

    /// Compiles an expression with the given feature gates.
    pub fn compile_with(expression: &str, gates: Gates) -> Result<Self, CompileError> {
        let invalid = |issues| CompileError::Invalid { expression: expression.to_owned(), issues };
        let mut root = parser::parse(expression).map_err(invalid)?;
        let output = checker::check(&mut root, gates.has_consumable_capacity).map_err(invalid)?;
        let issues = validation::validate_expr(&root);
        if !issues.is_empty() {
            return Err(invalid(issues));
        }
        if !matches!(output, Type::Bool | Type::Any) {
            return Err(CompileError::Output(output.long_name()));
        }
        constant_folding::fold_constants(&mut root).map_err(|error| CompileError::Constant(error.to_string()))?;
        Ok(Self { expression: expression.to_owned(), root })
    }

    /// The text of the expression.
    pub fn expression(&self) -> &str {
        &self.expression
    }

    /// Evaluates whether a device matches.
    pub fn matches(&self, device: &DeviceProperties) -> Result<bool, EvalError> {
        let mut evaluation = Evaluation::new(device.value()?, false);
        bool_result(&evaluation.evaluate(&self.root)?)
    }

    /// Evaluates whether a device matches, and records what the expression reads of it.
    pub fn explain(&self, device: &DeviceProperties) -> EvalTrace {
        let device = match device.value() {
            Ok(device) => device,
            Err(error) => return EvalTrace { result: Err(error), cost: 0, device_accesses: Vec::new() },
        };
        let mut evaluation = Evaluation::new(device, true);
        let result = evaluation.evaluate(&self.root).and_then(|value| bool_result(&value));
        let looks = evaluation.device_accesses.take().unwrap_or_default().into_iter().map(to_access).collect();
        EvalTrace { result, cost: evaluation.context.meter.cost(), device_accesses: looks }
    }
}

fn to_access(access: eval::RawDeviceAccess) -> DeviceAccess {
    let mut text = String::new();
    let value = access.result.map(|value| {
        if value.write_description(&mut text, &mut Meter::for_display()).is_err() {
            text.push('…');
        }
        text
    });
    DeviceAccess { range: access.span.start..access.span.end, value }
}

/// Converts an expression's value to a bool. cel-go words the error differently for each type.
fn bool_result(value: &Value) -> Result<bool, EvalError> {
    let name = value.type_name();
    let why = match value {
        Value::Bool(value) => return Ok(*value),
        Value::Int(_) | Value::Uint(_) => format!("unsupported type conversion from '{name}' to bool"),
        Value::Text(_) => "unsupported native conversion from string to 'bool'".to_owned(),
        Value::Double(_) => "type conversion error from Double to 'bool'".to_owned(),
        Value::Bytes(_) => "type conversion error from Bytes to 'bool'".to_owned(),
        Value::Semver(_) => "type conversion error from 'Semver' to 'bool'".to_owned(),
        Value::Quantity(_) => "type conversion error from 'Quantity' to 'bool'".to_owned(),
        _ => format!("type conversion error from '{name}' to 'bool'"),
    };
    Err(EvalError::new(format!("CEL result of type {name} could not be converted to bool: {why}")))
}
