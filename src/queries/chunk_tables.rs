//! The entry points of each chunk of the engine. Only the split points of a program, and programs without chunks, may name these tables: any other
//! reference would link the chunk into the initial download.

use dra::{create_claims, find_selector_error};
use simulation::CONTROLLERS;

use crate::{
    active_runs::{ControllerEngine, EngineChunks, ExtendedEngine},
    dispatch::answer_request,
    engine_chunk::ClaimEngine,
    load::load_text,
};

pub static CONTROLLER_ENGINE: ControllerEngine = ControllerEngine { controllers: &CONTROLLERS };

pub static EXTENDED_ENGINE: ExtendedEngine = ExtendedEngine { answer: answer_request, load_text };

pub static CLAIM_ENGINE: ClaimEngine = ClaimEngine { create_claims, find_selector_error };

/// All chunks, for programs that are not split.
pub const ALL: EngineChunks = EngineChunks {
    controllers: Some(&CONTROLLER_ENGINE),
    extended: Some(&EXTENDED_ENGINE),
    claims: Some(&CLAIM_ENGINE),
};
