//! The chunks of the engine, by name, and the contents of the one with device claims.

use std::rc::Rc;

use manifest::CompileSelectorFn;
use scheduler::cluster::Claims;

/// A part of the engine that not every run needs, so a program may fetch it on demand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineChunk {
    /// [`ControllerEngine`](crate::ControllerEngine).
    Controllers,
    /// [`ExtendedEngine`](crate::ExtendedEngine).
    Extended,
    /// [`ClaimEngine`].
    Claims,
}

/// The chunk with dynamic resource allocation.
pub struct ClaimEngine {
    /// Creates the initial, empty state of device claims.
    pub create_claims: fn() -> Rc<dyn Claims>,
    /// Compiles a CEL expression that selects devices, and returns the error.
    pub find_selector_error: CompileSelectorFn,
}
