//! The CEL expressions by which requests for devices select devices.
//!
//! A `DeviceClass` and a request of a `ResourceClaim` select devices with an expression of the Common Expression Language, such as
//! `device.attributes["gpu.example.com"].model == "a100"`. It sees one variable, `device`:
//!
//! | | |
//! |---|---|
//! | `device.driver` | the name of the driver |
//! | `device.attributes[domain].name` | a bool, an int, a string or a version; an attribute without a domain has the driver's |
//! | `device.capacity[domain].name` | a quantity |
//! | `device.allowMultipleAllocations` | v1.36: whether several claims can share the device |
//!
//! A [`Program`] is an expression that was found to be whole: it parses, its types fit, and its result can be a bool. Its evaluation for a
//! [`Device`] says whether the device matches, or fails: an attribute that the device does not have is an error, unless `has(…)` asks first or
//! the other side of `&&` or `||` decides.
//!
//! ```
//! use cel::{Attribute, Device, Program};
//!
//! let program = Program::compile(r#"device.attributes["gpu.example.com"].model.startsWith("a")"#)?;
//! let mut device = Device { driver: "gpu.example.com".into(), ..Device::default() };
//! assert_eq!(program.matches(&device).unwrap_err().to_string(), "no such key: model");
//! device.attributes.push(("model".into(), Attribute::Text("a100".into())));
//! assert_eq!(program.matches(&device), Ok(true));
//! # Ok::<(), cel::CompileError>(())
//! ```
//!
//! **Errors** say what upstream says: [`CompileError`] with the place in the text, [`EvalError`] as `no such key: model`.
//!
//! **Cost** is counted in upstream's units, about one for each name, field and call, ten for a list, and one for ten characters that are looked
//! at. An evaluation may cost 1,000,000. What upstream's cost does not count (comparing nested values, copying) has a limit of its own here,
//! with the same message, so that no text runs for long.
//!
//! Upstream: `CompileCELExpression` and `DeviceMatches` of `k8s.io/dynamic-resource-allocation/cel`; the environment and the libraries for
//! quantities, versions, lists, addresses, URLs and formats of `k8s.io/apiserver/pkg/cel`; parser, checker and interpreter of
//! `github.com/google/cel-go`. What is not here: names of time zones other than UTC, classes of Unicode in regular expressions, and messages
//! of protocol buffers.

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
pub use device::{Attribute, Device, QualifiedName};
pub use error::{CompileError, EvalError, Issue};
use eval::Evaluation;
use types::Type;
use value::Value;

/// An expression that can be evaluated.
#[derive(Clone, Debug)]
pub struct Program {
    expression: String,
    root: Expr,
}

/// What a feature gate adds to the variable `device`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gates {
    /// `DRAConsumableCapacity`, on since v1.36: `device.allowMultipleAllocations`.
    pub consumable_capacity: bool,
}

/// An evaluation that shows how it came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// Whether the device matches.
    pub result: Result<bool, EvalError>,
    /// What the evaluation cost, in upstream's units.
    pub cost: u64,
    /// What the expression asked of the device, in the order in which it did. What was not evaluated is not here.
    pub device_accesses: Vec<DeviceAccess>,
}

/// A part of an expression that asks the device for something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceAccess {
    /// Where the part stands: bytes of the expression.
    pub range: Range<usize>,
    /// Its value as an expression writes it (`"a100"`, `80Gi`, `1.2.3`), or why it has none. A long one ends in `…`.
    pub value: Result<String, EvalError>,
}

impl Program {
    /// Reads an expression, as v1.36 does.
    pub fn compile(expression: &str) -> Result<Self, CompileError> {
        Self::compile_with(expression, Gates { consumable_capacity: true })
    }

    /// Reads an expression with the fields that the gates allow.
    pub fn compile_with(expression: &str, gates: Gates) -> Result<Self, CompileError> {
        let invalid = |issues| CompileError::Invalid { expression: expression.to_owned(), issues };
        let mut root = parser::parse(expression).map_err(invalid)?;
        let output = checker::check(&mut root, gates.consumable_capacity).map_err(invalid)?;
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

    /// The expression as written.
    pub fn expression(&self) -> &str {
        &self.expression
    }

    /// Whether a device matches.
    pub fn matches(&self, device: &Device) -> Result<bool, EvalError> {
        let mut evaluation = Evaluation::new(device.value()?, false);
        bool_result(&evaluation.evaluate(&self.root)?)
    }

    /// Whether a device matches, and what the expression asked of it.
    pub fn explain(&self, device: &Device) -> Explanation {
        let device = match device.value() {
            Ok(device) => device,
            Err(error) => return Explanation { result: Err(error), cost: 0, device_accesses: Vec::new() },
        };
        let mut evaluation = Evaluation::new(device, true);
        let result = evaluation.evaluate(&self.root).and_then(|value| bool_result(&value));
        let looks = evaluation.device_accesses.take().unwrap_or_default().into_iter().map(to_access).collect();
        Explanation { result, cost: evaluation.context.meter.cost(), device_accesses: looks }
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

/// The result of the whole expression. Each type of Go has words of its own for what it is not.
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
