//! The chunks of the engine, by name.

use std::rc::Rc;

use scheduler::cluster::Claims;

/// A part of the engine that not every run needs, so a program may fetch it on demand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineChunk {
    /// [`ControllerEngine`](crate::ControllerEngine).
    Controllers,
    /// [`ExtendedEngine`](crate::ExtendedEngine).
    Extended,
    /// [`ClaimEngine`](crate::ClaimEngine).
    Claims,
}

/// Creates the initial, empty state of device claims.
pub type CreateClaimsFn = fn() -> Rc<dyn Claims>;
