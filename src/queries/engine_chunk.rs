//! The chunks of the engine, by name.

use std::rc::Rc;

use scheduler::cluster::Claims;

/// A chunk of the engine: many runs do without, so a program may fetch it when it is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineChunk {
    /// [`ControllerEngine`](crate::ControllerEngine).
    Controllers,
    /// [`LateEngine`](crate::LateEngine).
    Late,
    /// [`ClaimEngine`](crate::ClaimEngine).
    Claims,
}

/// Creates empty claims.
pub type CreateClaimsFn = fn() -> Rc<dyn Claims>;
