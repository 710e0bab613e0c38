//! What the functions of an evaluation share.

use super::patterns::Patterns;
use crate::{cost_meter::Meter, error::EvalError, value::Value};

/// What the functions of an evaluation share.
#[derive(Debug, Default)]
pub(crate) struct Context {
    pub(crate) meter: Meter,
    pub(crate) patterns: Patterns,
}

/// What a library says of a call: nothing if the function, or what it is given, is not its own.
pub(super) type CallAnswer = Option<Result<Value, EvalError>>;
