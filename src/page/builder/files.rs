//! Files: dropped anywhere on the page, or chosen; several are read as one text, packed ones are unpacked.

use gloo::events::{EventListener, EventListenerOptions};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::spawn_local;
use web_sys::{DragEvent, Element, Event, HtmlInputElement};
use yew::{Callback, Html, html};

use crate::builder;
use crate::builder::Build;
use crate::care::{Caring, Saved, Trouble};
use crate::opening::Opening;
use crate::reading::{Batch, Chosen, Does, LARGE, folder};
use crate::store::Action;
use crate::view::View;
use api::alias::is_table;
use api::files::Opened;
use api::problem::{Finding, Place, Reading};
use wire::is_lesson;

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
    on("dragover", Box::new(move |_| over.emit(Action::Builder(Build::Over(true)))));
    let leave = act.clone();
    on(
        "dragleave",
        Box::new(move |event| {
            // Only the way out of the window has nowhere to go.
            if event.related_target().is_none() {
                leave.emit(Action::Builder(Build::Over(false)));
            }
        }),
    );
    let drop = act.clone();
    on(
        "drop",
        Box::new(move |event| {
            drop.emit(Action::Builder(Build::Over(false)));
            let at = event.target().and_then(|it| it.dyn_into::<Element>().ok());
            let add = at.is_some_and(|it| it.closest("[data-drop=add]").is_ok_and(|found| found.is_some()));
            let Some(dropped) = event.data_transfer() else { return };
            match (folder::entries(&dropped), dropped.files()) {
                (Some(entries), _) => drop.emit(Action::Reading(Does::Walk(entries, add))),
                // A browser that shows no folders; the worker reads files of any size.
                (None, Some(files)) => drop.emit(Action::Reading(Does::Begin(Batch::from(&files), add))),
                (None, None) => {}
            }
        }),
    );
}

fn has_files(event: &DragEvent) -> bool {
    event.data_transfer().is_some_and(|it| it.types().includes(&JsValue::from_str("Files"), 0))
}

/// Opens the files that were chosen in a field, or adds them to the text. The field is empty then: the same file can be chosen again.
pub(crate) fn take(event: &Event, add: bool, act: &Callback<Action>) {
    let input = event.target().and_then(|it| it.dyn_into::<HtmlInputElement>().ok());
    let Some((input, files)) = input.and_then(|input| input.files().map(|files| (input, files))) else { return };
    let batch = Batch::from(&files);
    // Choosing nothing is no choice of files.
    if !batch.files.is_empty() {
        input.set_value("");
        open(batch, add, act);
    }
}

/// Reads files, and opens them as one text or adds them to the one that is there. They may be packed, and of a folder.
pub fn open(batch: Batch, add: bool, act: &Callback<Action>) {
    let act = act.clone();
    if batch.files.iter().map(|chosen| chosen.file.size()).sum::<f64>() > LARGE {
        return act.emit(Action::Reading(Does::Begin(batch, add)));
    }
    spawn_local(async move {
        let Batch { files, found: mut opened } = batch;
        for Chosen { file, path: folder } in files {
            let name = file.name();
            match gloo::file::futures::read_as_bytes(&gloo::file::File::from(file)).await {
                Ok(bytes) if folder.is_empty() => opened.file(&name, &bytes),
                Ok(bytes) => opened.member(&folder, &bytes),
                Err(error) => {
                    let said = error.to_string().into();
                    opened.unreadable.push((name, Finding::new(Place::default(), Reading::Refused { said })));
                }
            }
        }
        self::opened(opened, add, &act);
    });
}

/// Whether a text is one that runs: neither saved scenarios, nor a table of names, nor a lesson.
pub(crate) fn is_scenario(text: &str) -> bool {
    Saved::read(text).is_none() && !is_table(text) && !is_lesson(text)
}

/// Opens what was found in files as one text, or adds it to the one that is there.
pub fn opened(opened: Opened, add: bool, act: &Callback<Action>) {
    act.emit(Action::Care(Caring::ForgetFiles));
    let (saved, texts): (Vec<String>, Vec<String>) =
        opened.texts.into_iter().partition(|text| Saved::read(text).is_some());
    for Saved { scenarios, .. } in saved.iter().filter_map(|text| Saved::read(text)) {
        act.emit(Action::Builder(Build::Import(scenarios)));
    }
    let (tables, texts): (Vec<String>, Vec<String>) = texts.into_iter().partition(|text| is_table(text));
    let named = tables.len();
    for table in tables {
        act.emit(Action::Open(Opening::Text(table.into())));
    }
    let (lessons, texts): (Vec<String>, Vec<String>) = texts.into_iter().partition(|text| is_lesson(text));
    let (read, left) = (texts.len() + saved.len() + lessons.len() + named, opened.left_out);
    // One at a time can be taken: the last one stays.
    for text in lessons {
        act.emit(Action::Open(Opening::Text(text.into())));
    }
    if !texts.is_empty() {
        let text = builder::edits::joined(texts);
        act.emit(if add { Action::Builder(Build::Append(text)) } else { Action::Open(Opening::Text(text.into())) });
    }
    // What is opened takes the word of the files before away, so what is told of these comes last.
    if !opened.unreadable.is_empty() {
        let files = opened.unreadable.into_iter().map(|(name, finding)| (name.into(), finding)).collect();
        act.emit(Action::Care(Caring::Trouble(Trouble::Unreadable(files))));
    }
    if left > 0 || read == 0 {
        act.emit(Action::Care(Caring::Trouble(Trouble::LeftOut { read, left })));
    }
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

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::rc::Rc;

    use super::*;
    use crate::store::Store;
    use crate::update::reduce;

    /// What a page that had nothing is after it opened these files.
    fn page(found: Opened) -> Store {
        opens(Store::default(), found, false)
    }

    fn opens(store: Store, found: Opened, add: bool) -> Store {
        let acted = Rc::new(RefCell::new(Vec::new()));
        let heard = Rc::clone(&acted);
        opened(found, add, &Callback::from(move |action| heard.borrow_mut().push(action)));
        acted.take().into_iter().fold(store, |store, action| reduce(&store, action).0)
    }

    #[test]
    fn all_files_that_cannot_be_read_are_told() {
        let refused = || Finding::new(Place::default(), Reading::Refused { said: "gone".into() });
        let names = ["a.zip", "b.tgz", "c.yaml", "d.yaml", "e.yaml", "f.yaml"];
        let unreadable = names.iter().map(|name| ((*name).to_owned(), refused())).collect();
        let store = page(Opened { unreadable, texts: vec!["kind: Pod\n".into()], ..Opened::default() });
        let [Trouble::Unreadable(files)] = &store.care.troubles[..] else { panic!("{:?}", store.care.troubles) };
        assert_eq!(files.iter().map(|(name, _)| &**name).collect::<Vec<_>>(), names);
        assert_eq!(&*store.builder.text, "kind: Pod\n", "what can be read is opened");
    }

    #[test]
    fn what_is_told_of_files_goes_with_the_next_ones() {
        let refused = || Finding::new(Place::default(), Reading::Refused { said: "gone".into() });
        let bad = || Opened { unreadable: vec![("bad.zip".into(), refused())], ..Opened::default() };
        let good = |text: &str| Opened { texts: vec![text.into()], ..Opened::default() };
        let failed = page(bad());
        assert_eq!(failed.care.troubles.len(), 2, "{:?}", failed.care.troubles);
        for (text, add) in [("kind: Pod\n", false), ("kind: Pod\n", true)] {
            let next = opens(failed.clone(), good(text), add);
            assert_eq!(next.care.troubles, [], "{text} {add}");
        }
        let scenario = reduce(&failed, Action::Open(Opening::Scenario(0, "kind: Node".into()))).0;
        assert_eq!(scenario.care.troubles, []);
        let large = reduce(&failed, Action::Reading(Does::Begin(Batch::default(), false))).0;
        assert_eq!(large.care.troubles, []);
        // A second failure is told anew, and nothing else.
        let again = opens(page(Opened { left_out: 3, ..good("kind: Pod\n") }), bad(), false);
        assert_eq!(again.care.troubles.len(), 2, "{:?}", again.care.troubles);
    }
}
