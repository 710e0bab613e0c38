//! Collects the files of folders that are dropped, recursively.
//!
//! A browser lists the files of a selected folder, but of a dropped one it only offers an API to walk through it.

use std::rc::Rc;

use findings::{Finding, Place, ReadingProblem};
use imports::files::may_hold;
use js_sys::{Array, Function, Promise, Reflect};
use page_state::{
    actions::import::{ChosenFile, FileBatch},
    browser_handle::BrowserHandle,
};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{DataTransfer, File};

/// The maximum depth of nested folders.
const MAX_DEPTH: usize = 16;
/// The maximum number of files that are read, and of entries that are visited: more than any support bundle has, and less than a home folder.
const MAX_FILES: usize = 5_000;
const MAX_ENTRIES: usize = 50_000;

#[wasm_bindgen]
extern "C" {
    /// A `DataTransferItem` as bound here, because not all browsers have `webkitGetAsEntry`.
    type DroppedItem;
    #[wasm_bindgen(method, js_name = webkitGetAsEntry)]
    fn webkit_entry(this: &DroppedItem) -> Option<FileSystemEntry>;

    /// A file or a folder.
    #[derive(Clone, Debug, PartialEq)]
    type FileSystemEntry;
    #[wasm_bindgen(method, getter, js_name = isDirectory)]
    fn is_directory(this: &FileSystemEntry) -> bool;
    #[wasm_bindgen(method, getter)]
    fn name(this: &FileSystemEntry) -> String;
    #[wasm_bindgen(method)]
    fn file(this: &FileSystemEntry, good: &Function, bad: &Function);
    #[wasm_bindgen(method, js_name = createReader)]
    fn reader(this: &FileSystemEntry) -> DirectoryReader;

    /// Returns the entries of a folder in batches.
    type DirectoryReader;
    #[wasm_bindgen(method, js_name = readEntries)]
    fn read(this: &DirectoryReader, good: &Function, bad: &Function);
}

/// The dropped entries, if a folder is among them. The browser only provides them during the event.
pub fn dropped_entries(dropped: &DataTransfer) -> Option<Vec<BrowserHandle>> {
    let items = Array::from(&Reflect::get(dropped, &"items".into()).ok()?);
    let able = |item: &JsValue| Reflect::has(item, &"webkitGetAsEntry".into()).unwrap_or(false);
    let entries: Vec<FileSystemEntry> =
        items.iter().filter(able).filter_map(|item| item.unchecked_into::<DroppedItem>().webkit_entry()).collect();
    entries
        .iter()
        .any(|file_entry| file_entry.is_directory())
        .then(|| entries.into_iter().map(BrowserHandle::new).collect())
}

/// All files that may contain manifests, folder by folder, sorted by name.
pub async fn collect_files(dropped: Vec<BrowserHandle>) -> FileBatch {
    let mut batch = FileBatch::default();
    let mut pending_entries: Vec<(String, FileSystemEntry)> = dropped
        .into_iter()
        .rev()
        .map(|handle| handle.get::<FileSystemEntry>().clone())
        .map(|file_entry| (file_entry.name(), file_entry))
        .collect();
    let mut looked_at = 0;
    while let Some((path, file_entry)) = pending_entries.pop() {
        looked_at += 1;
        let depth = path.matches('/').count();
        let is_nested = depth > 0;
        let is_relevant =
            file_entry.is_directory() || !is_nested || may_hold(path.strip_suffix(".gz").unwrap_or(&path));
        if !is_relevant || looked_at > MAX_ENTRIES || batch.files.len() >= MAX_FILES || depth > MAX_DEPTH {
            batch.prior_result.skipped_files += 1;
        } else if file_entry.is_directory() {
            match read_entries(&file_entry.reader()).await {
                Ok(mut inner) => {
                    inner.sort_by_key(|file_entry| std::cmp::Reverse(file_entry.name()));
                    pending_entries.extend(
                        inner.into_iter().map(|file_entry| (format!("{path}/{}", file_entry.name()), file_entry)),
                    );
                }
                Err(error) => add_unreadable(&mut batch, path, &error),
            }
        } else {
            let file = Promise::new(&mut |good, bad| file_entry.file(&good, &bad));
            match JsFuture::from(file).await {
                Ok(file) => {
                    let path = if is_nested { path } else { String::new() };
                    batch.files.push(chosen_file(file.unchecked_into::<File>(), path));
                }
                Err(error) => add_unreadable(&mut batch, path, &error),
            }
        }
    }
    batch
}

/// A file with what the state has to know of it, and its path in the folder that was chosen or dropped.
pub(crate) fn chosen_file(file: File, path: String) -> ChosenFile {
    ChosenFile { name: file.name(), bytes: file.size(), path, handle: BrowserHandle::new(file) }
}

/// The entries of a folder.
async fn read_entries(reader: &DirectoryReader) -> Result<Vec<FileSystemEntry>, JsValue> {
    let mut entries = Vec::new();
    loop {
        let some = Array::from(&JsFuture::from(Promise::new(&mut |good, bad| reader.read(&good, &bad))).await?);
        if some.length() == 0 || entries.len() > MAX_ENTRIES {
            return Ok(entries);
        }
        entries.extend(some.iter().map(|entry| entry.unchecked_into::<FileSystemEntry>()));
    }
}

fn add_unreadable(batch: &mut FileBatch, path: String, error: &JsValue) {
    let text = Reflect::get(error, &"message".into()).ok().and_then(|value| value.as_string()).unwrap_or_default();
    batch
        .prior_result
        .unreadable
        .push((path, Rc::new(Finding::new(Place::default(), ReadingProblem::Refused { message: text.into() }))));
}
