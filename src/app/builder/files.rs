//! Files: dropped anywhere on the page, or chosen; several are read as one text.

use gloo::events::{EventListener, EventListenerOptions};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::spawn_local;
use web_sys::{DragEvent, Element, File, FileList};
use yew::{Callback, Html, html};

use crate::app::builder::{self, Build};
use crate::app::care::Saved;
use crate::app::store::Action;
use crate::app::view::View;

/// Watches for files that are dragged over the page, for as long as it is there.
pub fn listen(act: &Callback<Action>) {
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
    let over = act.clone();
    on("dragover", Box::new(move |_| over.emit(Action::Build(Build::Over(true)))));
    let leave = act.clone();
    on(
        "dragleave",
        Box::new(move |event| {
            // Only the way out of the window has nowhere to go.
            if event.related_target().is_none() {
                leave.emit(Action::Build(Build::Over(false)));
            }
        }),
    );
    let drop = act.clone();
    on(
        "drop",
        Box::new(move |event| {
            drop.emit(Action::Build(Build::Over(false)));
            let at = event.target().and_then(|it| it.dyn_into::<Element>().ok());
            let add = at.is_some_and(|it| it.closest("[data-drop=add]").is_ok_and(|found| found.is_some()));
            if let Some(files) = event.data_transfer().and_then(|it| it.files()) {
                open(&files, add, &drop);
            }
        }),
    );
}

fn has_files(event: &DragEvent) -> bool {
    event.data_transfer().is_some_and(|it| it.types().includes(&JsValue::from_str("Files"), 0))
}

/// Reads files, and opens them as one text or adds them to the one that is there.
pub fn open(files: &FileList, add: bool, act: &Callback<Action>) {
    let files: Vec<File> = (0..files.length()).filter_map(|at| files.get(at)).collect();
    let act = act.clone();
    spawn_local(async move {
        let mut texts = Vec::new();
        for file in files {
            match gloo::file::futures::read_as_text(&gloo::file::File::from(file)).await {
                Ok(text) => texts.push(text),
                Err(error) => gloo::console::warn!(format!("the file cannot be read: {error}")),
            }
        }
        let (saved, texts): (Vec<String>, Vec<String>) =
            texts.into_iter().partition(|text| Saved::read(text).is_some());
        for Saved { scenarios, .. } in saved.iter().filter_map(|text| Saved::read(text)) {
            act.emit(Action::Build(Build::Import(scenarios)));
        }
        if !texts.is_empty() {
            let text = builder::edits::joined(&texts);
            act.emit(if add { Action::Build(Build::Append(text)) } else { Action::Open(text.into()) });
        }
    });
}

/// Where files can be dropped, while they are dragged.
pub fn zones(view: &View) -> Html {
    let lang = view.store.lang;
    if !view.store.builder.over {
        return html! {};
    }
    html! {
        <div class="zones" role="status">
            <div data-drop="open">{ lang.build().drop_to_open }</div>
            <div data-drop="add">{ lang.build().drop_to_add }</div>
        </div>
    }
}
