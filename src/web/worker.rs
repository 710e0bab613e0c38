//! The engine in a worker. What only a function marked `wasm_split` reaches becomes a file of its own, which the build cuts out of the
//! linked program (`src/dev/split.rs`).

// The macro declares both ends of the cut as foreign functions, and wants a `Result` to say in it that a part did not come.
#![allow(unsafe_code, clippy::unnecessary_wraps)]

mod late;

use std::rc::Rc;

use answers::{Runs, answering};
use api::manifest::{self, Asked, Decoded, Manifest, PluginDoc};
use api::problem::Finding;
use late::now;
use profiles::config;
use serde_json::Value;
use simulation::{Due, Simulation};
use wasm_split_helpers::{SplitLoaderError, wasm_split};
use web_sys::{Blob, DedicatedWorkerGlobalScope};
use wire::{FileName, Order, Reply};
use worker::late::{Late, Program, Task};
use worker::reading;

#[wasm_split(answering, fallible, preload(fetch_answering))]
fn answer(runs: &Runs, order: &Order) -> Result<Vec<Reply>, SplitLoaderError> {
    Ok(answering::answer(runs, order))
}

type Configured = Result<config::Configurations, (usize, config::Wrong)>;

#[wasm_split(configuring, fallible, preload(fetch_configuring))]
fn configure(documents: &[Value], own: &[Rc<PluginDoc>]) -> Result<Configured, SplitLoaderError> {
    Ok(config::configurations(documents, own))
}

#[wasm_split(rare, fallible, preload(fetch_rare))]
fn decode(asked: Asked<'_>) -> Result<Option<Decoded>, SplitLoaderError> {
    Ok(manifest::rare(asked))
}

type Claimed = Result<claims::Begun, Vec<Finding>>;

#[wasm_split(claiming, fallible, preload(fetch_claiming))]
fn claim(manifest: &Manifest) -> Result<Claimed, SplitLoaderError> {
    Ok(claims::begin(manifest))
}

#[wasm_split(acting, fallible, preload(fetch_acting))]
fn act(run: &mut Simulation, due: Due) -> Result<(), SplitLoaderError> {
    simulation::act(run, due);
    Ok(())
}

#[wasm_split(reading, fallible, preload(fetch_reading))]
fn read(
    scope: DedicatedWorkerGlobalScope,
    number: u32,
    names: Vec<FileName>,
    files: Vec<Blob>,
) -> Result<Task, SplitLoaderError> {
    Ok(reading::read(scope, number, names, files))
}

fn main() {
    worker::start(Program {
        answering: Late {
            fetch: || Box::pin(async { fetch_answering().await.is_ok() }),
            does: |runs, order| now(answer(runs, order)),
        },
        configuring: Late {
            fetch: || Box::pin(async { fetch_configuring().await.is_ok() }),
            does: |documents, own| now(configure(documents, own)),
        },
        rare: Late { fetch: || Box::pin(async { fetch_rare().await.is_ok() }), does: |asked| now(decode(asked)) },
        claiming: Late {
            fetch: || Box::pin(async { fetch_claiming().await.is_ok() }),
            does: |manifest| now(claim(manifest)),
        },
        acting: Late {
            fetch: || Box::pin(async { fetch_acting().await.is_ok() }),
            does: |run, due| now(act(run, due)),
        },
        reading: Late {
            fetch: || Box::pin(async { fetch_reading().await.is_ok() }),
            does: |scope, number, names, files| now(read(scope, number, names, files)),
        },
    });
}
