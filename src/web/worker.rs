//! The engine in a worker. What only a function marked `wasm_split` reaches becomes a file of its own, which the build cuts out of the
//! linked program (`src/xtask/split.rs`).

// The macro declares both ends of the cut as foreign functions, and wants a `Result` to say in it that a part did not come.
#![allow(unsafe_code, clippy::unnecessary_wraps)]

mod late;

use std::rc::Rc;

use api::user_rules::PluginDoc;
use late::now;
use manifest::{LazyKindRequest, LazyObject};
use profiles::config;
use protocol::{FileName, Reply, Request};
use queries::{Runs, dispatch};
use scheduler::cluster::Claims;
use serde_json::Value;
use simulation::{Due, Simulation};
use wasm_split_helpers::{SplitLoaderError, wasm_split};
use web_sys::{Blob, DedicatedWorkerGlobalScope};
use worker::{
    file_reading,
    lazy_parts::{BackgroundTask, LazyPart, WorkerProgram},
};

#[wasm_split(answering, fallible, preload(fetch_answering))]
fn answer(runs: &Runs, order: &Request) -> Result<Vec<Reply>, SplitLoaderError> {
    Ok(dispatch::answer_request(runs, order))
}

type Configured = Result<config::Configurations, config::DocumentError>;

#[wasm_split(configuring, fallible, preload(fetch_configuring))]
fn configure(documents: &[Value], plugin_docs: &[Rc<PluginDoc>]) -> Result<Configured, SplitLoaderError> {
    Ok(config::configurations(documents, plugin_docs))
}

#[wasm_split(rare, fallible, preload(fetch_rare))]
fn decode(lazy_kind_request: LazyKindRequest<'_>) -> Result<Option<LazyObject>, SplitLoaderError> {
    Ok(manifest::decode_lazy_kind(lazy_kind_request))
}

#[wasm_split(claiming, fallible, preload(fetch_claiming))]
fn claim() -> Result<Rc<dyn Claims>, SplitLoaderError> {
    Ok(dra::create_claims())
}

#[wasm_split(acting, fallible, preload(fetch_acting))]
fn act(simulation: &mut Simulation, due: Due) -> Result<(), SplitLoaderError> {
    simulation::run_controller_task(simulation, due);
    Ok(())
}

#[wasm_split(reading, fallible, preload(fetch_reading))]
fn read(
    scope: DedicatedWorkerGlobalScope,
    number: u32,
    names: Vec<FileName>,
    files: Vec<Blob>,
) -> Result<BackgroundTask, SplitLoaderError> {
    Ok(file_reading::start_reading(scope, number, names, files))
}

fn main() {
    worker::start(WorkerProgram {
        answering: LazyPart {
            fetch: || Box::pin(async { fetch_answering().await.is_ok() }),
            function: |runs, order| now(answer(runs, order)),
        },
        configuring: LazyPart {
            fetch: || Box::pin(async { fetch_configuring().await.is_ok() }),
            function: |documents, plugin_docs| now(configure(documents, plugin_docs)),
        },
        rare: LazyPart {
            fetch: || Box::pin(async { fetch_rare().await.is_ok() }),
            function: |lazy_kind_request| now(decode(lazy_kind_request)),
        },
        claiming: LazyPart { fetch: || Box::pin(async { fetch_claiming().await.is_ok() }), function: || now(claim()) },
        acting: LazyPart {
            fetch: || Box::pin(async { fetch_acting().await.is_ok() }),
            function: |simulation, due| now(act(simulation, due)),
        },
        reading: LazyPart {
            fetch: || Box::pin(async { fetch_reading().await.is_ok() }),
            function: |scope, number, names, files| now(read(scope, number, names, files)),
        },
    });
}
