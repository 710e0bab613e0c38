//! The state that the functions of one evaluation share.

use super::patterns::Patterns;
use crate::{cost_meter::Meter, error::EvalError, value::Value};

/// The state that the functions of one evaluation share.
#[derive(Debug, Default)]
pub(crate) struct EvalContext {
    pub(crate) meter: Meter,
    pub(crate) patterns: Patterns,
}

/// A library's result for a call; none if the library has no such function for these argument types.
pub(super) type CallAnswer = Option<Result<Value, EvalError>>;
