//! Opens files that are dropped anywhere on the page or selected; several are combined into one manifest, and archives are unpacked.

use std::rc::Rc;

use findings::{Finding, Place, ReadingProblem};
use gloo::events::{EventListener, EventListenerOptions};
use imports::files::OpenedFiles;
use page_state::{
    actions::{
        Action,
        builder::BuilderMsg,
        import::{ChosenFile, FileBatch, ImportMsg},
    },
    import::LARGE_BYTES,
    opened_files::actions_to_open,
};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::spawn_local;
use web_sys::{DragEvent, Element, Event, File, FileList, HtmlInputElement};
use yew::Callback;

use crate::effects::folder;

/// Listens for files that are dragged over the page.
pub fn listen_for_drops(dispatch: &Callback<Action>) {
    let window = gloo::utils::window();
    let on = |name: &'static str, run: Box<dyn Fn(&DragEvent)>| {
        EventListener::new_with_options(&window, name, EventListenerOptions::enable_prevent_default(), move |event| {
            if let Some(event) = event.dyn_ref::<DragEvent>().filter(|event| has_files(event)) {
                event.prevent_default();
                run(event);
            }
        })
        .forget();
    };
    let dispatch_over = dispatch.clone();
    on("dragover", Box::new(move |_| dispatch_over.emit(Action::Builder(BuilderMsg::SetDragOver(true)))));
    let leave = dispatch.clone();
    on(
        "dragleave",
        Box::new(move |event| {
            // Only an event that leaves the window has no related target.
            if event.related_target().is_none() {
                leave.emit(Action::Builder(BuilderMsg::SetDragOver(false)));
            }
        }),
    );
    let drop = dispatch.clone();
    on(
        "drop",
        Box::new(move |event| {
            drop.emit(Action::Builder(BuilderMsg::SetDragOver(false)));
            let at = event.target().and_then(|target| target.dyn_into::<Element>().ok());
            let add =
                at.is_some_and(|element| element.closest("[data-drop=add]").is_ok_and(|ancestor| ancestor.is_some()));
            let Some(dropped) = event.data_transfer() else { return };
            match (folder::dropped_entries(&dropped), dropped.files()) {
                (Some(entries), _) => drop.emit(Action::Import(ImportMsg::WalkFolders(entries, add))),
                // A browser that doesn't support folders; the worker reads files of any size.
                (None, Some(files)) => drop.emit(Action::Import(ImportMsg::Begin(file_batch(&files), add))),
                (None, None) => {}
            }
        }),
    );
}

fn has_files(event: &DragEvent) -> bool {
    event.data_transfer().is_some_and(|data_transfer| data_transfer.types().includes(&JsValue::from_str("Files"), 0))
}

/// Opens the files that were selected in a field, or appends them to the manifest. The field is cleared so that the same file can be selected
/// again.
pub(crate) fn import_picked_files(event: &Event, is_append: bool, dispatch: &Callback<Action>) {
    let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
    let Some((input, files)) = input.and_then(|input| input.files().map(|files| (input, files))) else { return };
    let batch = file_batch(&files);
    // Canceling the dialog changes nothing.
    if !batch.files.is_empty() {
        input.set_value("");
        import_files(batch, is_append, dispatch);
    }
}

/// Reads files, and opens them as one manifest or appends them to the current one. They may be archives or parts of a folder.
pub fn import_files(batch: FileBatch, is_append: bool, dispatch: &Callback<Action>) {
    let dispatch = dispatch.clone();
    if batch.files.iter().map(|file| file.bytes).sum::<f64>() > LARGE_BYTES {
        return dispatch.emit(Action::Import(ImportMsg::Begin(batch, is_append)));
    }
    spawn_local(async move {
        let FileBatch { files, prior_result: mut opened_files } = batch;
        for ChosenFile { handle, name, path: folder, .. } in files {
            let file = gloo::file::File::from(handle.get::<File>().clone());
            match gloo::file::futures::read_as_bytes(&file).await {
                Ok(bytes) if folder.is_empty() => opened_files.open_file(&name, &bytes),
                Ok(bytes) => opened_files.open_member(&folder, &bytes),
                Err(error) => {
                    let text = error.to_string().into();
                    opened_files.unreadable.push((
                        name,
                        Rc::new(Finding::new(Place::default(), ReadingProblem::Refused { message: text })),
                    ));
                }
            }
        }
        open_files(opened_files, is_append, &dispatch);
    });
}

/// Opens the content of files as one manifest, or appends it to the current one.
pub fn open_files(opened_files: OpenedFiles, is_append: bool, dispatch: &Callback<Action>) {
    for action in actions_to_open(opened_files, is_append) {
        dispatch.emit(action);
    }
}

/// The files that were selected or dropped together.
fn file_batch(list: &FileList) -> FileBatch {
    let files = (0..list.length()).filter_map(|index| list.get(index));
    let chosen_file = |file: File| {
        let path = path_in_folder(&file);
        folder::chosen_file(file, path)
    };
    FileBatch { files: files.map(chosen_file).collect(), prior_result: OpenedFiles::default() }
}

/// The path of a file in the selected folder; empty for a file that was selected itself.
fn path_in_folder(file: &File) -> String {
    let path = js_sys::Reflect::get(file, &JsValue::from_str("webkitRelativePath"));
    path.ok().and_then(|path| path.as_string()).unwrap_or_default()
}
