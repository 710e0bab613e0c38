//! What a run needs as soon as it has more than simple objects, or more happens in it than scheduling.

use super::{
    client::{handle_reservation, run_controller_task, try_resize},
    rare_objects::create_rare_objects,
    simulation::Controllers,
};

/// The controllers. A program that may fetch them names them in no other part.
pub static CONTROLLERS: Controllers =
    Controllers { run_task: run_controller_task, create_objects: create_rare_objects, try_resize, handle_reservation };
