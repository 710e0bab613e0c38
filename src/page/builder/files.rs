//! Files: dropped anywhere on the page, or chosen; several are read as one text, packed ones are unpacked.

use findings::{Finding, Place, ReadingProblem};
use gloo::events::{EventListener, EventListenerOptions};
use imports::{anonymize::is_name_table, files::OpenedFiles};
use protocol::is_lesson;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::spawn_local;
use web_sys::{DragEvent, Element, Event, HtmlInputElement};
use yew::{Callback, Html, html};

use crate::{
    builder::{self, BuilderMsg},
    import::{ChosenFile, FileBatch, ImportMsg, LARGE_BYTES, folder},
    open_target::OpenTarget,
    recovery::{Backup, PageNotice, RecoveryMsg},
    store::Action,
    view::View,
};

/// Watches for files that are dragged over the page, for as long as it is there.
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
            // Only the way out of the window has nowhere to go.
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
                // A browser that shows no folders; the worker reads files of any size.
                (None, Some(files)) => drop.emit(Action::Import(ImportMsg::Begin(FileBatch::from(&files), add))),
                (None, None) => {}
            }
        }),
    );
}

fn has_files(event: &DragEvent) -> bool {
    event.data_transfer().is_some_and(|data_transfer| data_transfer.types().includes(&JsValue::from_str("Files"), 0))
}

/// Opens the files that were chosen in a field, or adds them to the text. The field is empty then: the same file can be chosen again.
pub(crate) fn import_picked_files(event: &Event, add: bool, dispatch: &Callback<Action>) {
    let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
    let Some((input, files)) = input.and_then(|input| input.files().map(|files| (input, files))) else { return };
    let batch = FileBatch::from(&files);
    // Choosing nothing is no choice of files.
    if !batch.files.is_empty() {
        input.set_value("");
        import_files(batch, add, dispatch);
    }
}

/// Reads files, and opens them as one text or adds them to the one that is there. They may be packed, and of a folder.
pub fn import_files(batch: FileBatch, add: bool, dispatch: &Callback<Action>) {
    let dispatch = dispatch.clone();
    if batch.files.iter().map(|dropped_file| dropped_file.file.size()).sum::<f64>() > LARGE_BYTES {
        return dispatch.emit(Action::Import(ImportMsg::Begin(batch, add)));
    }
    spawn_local(async move {
        let FileBatch { files, prior_result: mut opened_files } = batch;
        for ChosenFile { file, path: folder } in files {
            let name = file.name();
            match gloo::file::futures::read_as_bytes(&gloo::file::File::from(file)).await {
                Ok(bytes) if folder.is_empty() => opened_files.open_file(&name, &bytes),
                Ok(bytes) => opened_files.open_member(&folder, &bytes),
                Err(error) => {
                    let text = error.to_string().into();
                    opened_files
                        .unreadable
                        .push((name, Finding::new(Place::default(), ReadingProblem::Refused { message: text })));
                }
            }
        }
        self::open_import(opened_files, add, &dispatch);
    });
}

/// Opens what was found in files as one text, or adds it to the one that is there.
pub fn open_import(opened_files: OpenedFiles, add: bool, dispatch: &Callback<Action>) {
    dispatch.emit(Action::Recovery(RecoveryMsg::ForgetFiles));
    let (saved, texts): (Vec<String>, Vec<String>) =
        opened_files.texts.into_iter().partition(|text| Backup::parse(text).is_some());
    for Backup { scenarios, .. } in saved.iter().filter_map(|text| Backup::parse(text)) {
        dispatch.emit(Action::Builder(BuilderMsg::ImportSaved(scenarios)));
    }
    let (tables, texts): (Vec<String>, Vec<String>) = texts.into_iter().partition(|text| is_name_table(text));
    let table_count = tables.len();
    for table in tables {
        dispatch.emit(Action::Open(OpenTarget::Text(table.into())));
    }
    let (lessons, texts): (Vec<String>, Vec<String>) = texts.into_iter().partition(|text| is_lesson(text));
    let (read_files, skipped_files) =
        (texts.len() + saved.len() + lessons.len() + table_count, opened_files.skipped_files);
    // One at a time can be taken: the last one stays.
    for text in lessons {
        dispatch.emit(Action::Open(OpenTarget::Text(text.into())));
    }
    if !texts.is_empty() {
        let text = builder::edits::join_documents(texts);
        dispatch.emit(if add {
            Action::Builder(BuilderMsg::AppendText(text))
        } else {
            Action::Open(OpenTarget::Text(text.into()))
        });
    }
    // What is opened takes the word of the files before away, so what is told of these comes last.
    if !opened_files.unreadable.is_empty() {
        let files = opened_files.unreadable.into_iter().map(|(name, finding)| (name.into(), finding)).collect();
        dispatch.emit(Action::Recovery(RecoveryMsg::AddNotice(PageNotice::UnreadableFiles(files))));
    }
    if skipped_files > 0 || read_files == 0 {
        dispatch.emit(Action::Recovery(RecoveryMsg::AddNotice(PageNotice::FilesSkipped {
            read: read_files,
            left: skipped_files,
        })));
    }
}

/// Where files can be dropped, while they are dragged.
pub fn draw_drop_zones(view: &View) -> Html {
    let lang = view.store.lang;
    if !view.store.builder.is_dragging_files {
        return html! {};
    }
    html! {
        <div class="zones" role="status">
            <div data-drop="open">{ lang.builder_labels().drop_to_open }</div>
            <div data-drop="add">{ lang.builder_labels().drop_to_add }</div>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use std::{cell::RefCell, rc::Rc};

    use super::*;
    use crate::{store::Store, update::reduce};

    /// What a page that had nothing is after it opened these files.
    fn page(opened_files: OpenedFiles) -> Store {
        open_files(Store::with_all_chunks(), opened_files, false)
    }

    fn open_files(store: Store, opened_files: OpenedFiles, add: bool) -> Store {
        let acted = Rc::new(RefCell::new(Vec::new()));
        let sent_actions = Rc::clone(&acted);
        open_import(opened_files, add, &Callback::from(move |action| sent_actions.borrow_mut().push(action)));
        acted.take().into_iter().fold(store, |store, action| reduce(&store, action).0)
    }

    #[test]
    fn all_files_that_cannot_be_read_are_told() {
        let read_failure = || Finding::new(Place::default(), ReadingProblem::Refused { message: "gone".into() });
        let names = ["a.zip", "b.tgz", "c.yaml", "d.yaml", "e.yaml", "f.yaml"];
        let unreadable = names.iter().map(|name| ((*name).to_owned(), read_failure())).collect();
        let store = page(OpenedFiles { unreadable, texts: vec!["kind: Pod\n".into()], ..OpenedFiles::default() });
        let [PageNotice::UnreadableFiles(files)] = &store.recovery.notices[..] else {
            panic!("{:?}", store.recovery.notices)
        };
        assert_eq!(files.iter().map(|(name, _)| &**name).collect::<Vec<_>>(), names);
        assert_eq!(&*store.builder.text, "kind: Pod\n", "what can be read is opened");
    }

    #[test]
    fn what_is_told_of_files_goes_with_the_next_ones() {
        let read_failure = || Finding::new(Place::default(), ReadingProblem::Refused { message: "gone".into() });
        let bad = || OpenedFiles { unreadable: vec![("bad.zip".into(), read_failure())], ..OpenedFiles::default() };
        let good = |text: &str| OpenedFiles { texts: vec![text.into()], ..OpenedFiles::default() };
        let failed_store = page(bad());
        assert_eq!(failed_store.recovery.notices.len(), 2, "{:?}", failed_store.recovery.notices);
        for (text, add) in [("kind: Pod\n", false), ("kind: Pod\n", true)] {
            let next_store = open_files(failed_store.clone(), good(text), add);
            assert_eq!(next_store.recovery.notices, [], "{text} {add}");
        }
        let scenario = reduce(&failed_store, Action::Open(OpenTarget::Scenario(0, "kind: Node".into()))).0;
        assert_eq!(scenario.recovery.notices, []);
        let large = reduce(&failed_store, Action::Import(ImportMsg::Begin(FileBatch::default(), false))).0;
        assert_eq!(large.recovery.notices, []);
        // A second failure is told anew, and nothing else.
        let again = open_files(page(OpenedFiles { skipped_files: 3, ..good("kind: Pod\n") }), bad(), false);
        assert_eq!(again.recovery.notices.len(), 2, "{:?}", again.recovery.notices);
    }
}
