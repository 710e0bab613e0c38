//! Reads the lists of a cluster, whose pages the page has fetched. Pages of several lists arrive in any order; a page is read in pieces, between
//! which other requests are handled.

use std::{cell::RefCell, rc::Rc};

use imports::{
    dump::{ClusterLists, ListPage, PageProblem},
    files::OpenedFiles,
};
use js_sys::{Date, Uint8Array};
use manifest::ReadCluster;
use protocol::{EncodedValue, Reply, Request};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, DedicatedWorkerGlobalScope};

use super::{
    file_reading::{BackgroundTask, PIECE_BYTES, PREVIEW_PAUSE, is_current, read_bytes, set_current},
    reply_port::post_reply,
};

thread_local! {
    static LISTS: RefCell<ListReading> = RefCell::default();
}

/// The lists of the current reading.
#[derive(Default)]
struct ListReading {
    number: u32,
    lists: ClusterLists,
    last_preview: f64,
}

/// Handles a request about lists. The returned task sends the replies.
pub fn handle_lists(scope: DedicatedWorkerGlobalScope, request: Request, mut blobs: Vec<Blob>) -> BackgroundTask {
    match (request, blobs.pop()) {
        (Request::ReadPage { number, list, version, is_first }, Some(blob)) => Box::pin(async move {
            let Some(result) = read_page(number, list, &version, is_first, &blob).await else { return };
            let (progress, preview) = LISTS.with_borrow_mut(|reading| {
                let draws = Date::now() - reading.last_preview > PREVIEW_PAUSE;
                if draws {
                    reading.last_preview = Date::now();
                }
                let preview = if draws { reading.lists.take_preview() } else { Vec::new() };
                (reading.lists.progress(), preview)
            });
            post_reply(&scope, &Reply::Reading(number, progress, preview));
            post_reply(&scope, &Reply::PageRead(number, list, EncodedValue::new(&result)));
        }),
        (Request::ReadWatch { number, list, is_new }, Some(blob)) => {
            Box::pin(read_watch(scope, number, list, is_new, blob))
        }
        (Request::JoinLists { number, moment, version, time }, _) => Box::pin(async move {
            let cluster = ReadCluster { version: &version, time: &time };
            let mut opened_files = OpenedFiles::default();
            match LISTS.with_borrow(|reading| reading.lists.join(cluster, moment)) {
                Ok(text) => opened_files.texts.push(text),
                Err(finding) => opened_files.unreadable.push((version.to_string(), Rc::new(finding))),
            }
            post_reply(&scope, &Reply::Opened(number, EncodedValue::new(&opened_files)));
        }),
        _ => Box::pin(async {}),
    }
}

/// Drops the lists that were read, after the reading was stopped.
pub fn forget_lists() {
    drop(LISTS.take());
}

/// Reads a part of a watch. Parts of a list are read in the order in which they arrived, because the page sends the next one after the reply.
async fn read_watch(scope: DedicatedWorkerGlobalScope, number: u32, list: u32, is_new: bool, blob: Blob) {
    let Ok(buffer) = JsFuture::from(blob.array_buffer()).await else { return };
    let bytes = Uint8Array::new(&buffer).to_vec();
    let result = LISTS
        .with_borrow_mut(|reading| (reading.number == number).then(|| reading.lists.read_watch(list, is_new, &bytes)));
    if let Some(result) = result {
        post_reply(&scope, &Reply::WatchRead(number, list, EncodedValue::new(&result)));
    }
}

/// Reads a page; `None` if the reading was stopped in the meantime.
async fn read_page(
    number: u32,
    list: u32,
    version: &str,
    is_first: bool,
    blob: &Blob,
) -> Option<Result<ListPage, PageProblem>> {
    set_current(number);
    let mut page = LISTS.with_borrow_mut(|reading| {
        if reading.number != number {
            *reading = ListReading { number, ..ListReading::default() };
        }
        reading.lists.begin_page(list, version, is_first)
    });
    let (mut at, size) = (0.0, blob.size());
    while at < size {
        let end = (at + PIECE_BYTES).min(size);
        let Ok(bytes) = read_bytes(number, blob, at, end).await else { break };
        page.push(&bytes);
        at = end;
    }
    LISTS.with_borrow_mut(|reading| {
        let is_wanted = reading.number == number && is_current(number);
        is_wanted.then(|| reading.lists.end_page(page))
    })
}
