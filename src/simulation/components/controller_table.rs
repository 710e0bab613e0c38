//! The entry points of the controllers, which a program may load on demand: see [`Controllers`].

use super::{
    dispatch::{handle_reservation, run_controller_task, try_resize},
    rare_objects::create_rare_objects,
};
use crate::client::Controllers;

/// The controllers' entry points. A program that loads the controllers as a chunk must name this table in that chunk only.
pub static CONTROLLERS: Controllers =
    Controllers { run_task: run_controller_task, create_objects: create_rare_objects, try_resize, handle_reservation };
