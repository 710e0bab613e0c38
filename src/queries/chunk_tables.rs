//! What each chunk of the engine offers. Only the split points of a program and programs without chunks may name these tables: whatever else
//! does links the chunk into the start.

use dra::create_claims;
use simulation::CONTROLLERS;

use crate::{
    active_runs::{ClaimEngine, ControllerEngine, EngineChunks, LateEngine},
    dispatch::answer_request,
    load::load_text,
};

/// What runs need as soon as more happens than scheduling.
pub static CONTROLLER_ENGINE: ControllerEngine = ControllerEngine { controllers: &CONTROLLERS };

/// What runs need late or seldom.
pub static LATE_ENGINE: LateEngine = LateEngine { answer: answer_request, load_text };

/// What runs with device claims need.
pub static CLAIM_ENGINE: ClaimEngine = ClaimEngine { create_claims };

/// All of them.
pub const ALL: EngineChunks =
    EngineChunks { controllers: Some(&CONTROLLER_ENGINE), late: Some(&LATE_ENGINE), claims: Some(&CLAIM_ENGINE) };
