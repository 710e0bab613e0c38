//! What reaches out of the page: the worker, timers, the address, the clipboard, what is remembered.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use gloo::storage::{LocalStorage, Storage};
use gloo::timers::callback::Timeout;
use gloo::utils::{document, window};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::PopStateEvent;
use yew::Callback;

use crate::api::link::{self, LinkError, Shared};
use crate::app::bookmarks::{self, Marking};
use crate::app::builder::Build;
use crate::app::gallery;
use crate::app::lang::Lang;
use crate::app::link::Link;
use crate::app::selection;
use crate::app::store::{Action, Effect, Store, Theme, Toast};
use crate::app::talk;
use crate::releases::Release;

/// Longer addresses are cut by some browsers.
const LONGEST: usize = 30_000;

/// Browsers keep some five million characters for a page.
const MOST_KEPT: usize = 4_000_000;

/// The fragment of an address that names a built-in scenario begins so.
const SCENARIO: &str = "scenario=";

/// Everything outside.
pub struct Outside {
    act: Callback<Action>,
    worker: Option<Link>,
    tick: Cell<Option<Timeout>>,
    fade: Cell<Option<Timeout>>,
    dressed: RefCell<Option<(Lang, Theme)>>,
}

impl Outside {
    /// Starts the worker.
    pub fn new(act: Callback<Action>) -> Self {
        let hear = act.clone();
        let worker = Link::start(move |reply| {
            if let Some(action) = talk::heard(reply) {
                hear.emit(action);
            }
        });
        if let Err(error) = &worker {
            gloo::console::error!("the engine's worker does not start", error);
        }
        Self { act, worker: worker.ok(), tick: Cell::default(), fade: Cell::default(), dressed: RefCell::default() }
    }

    /// A state with what was remembered from the last visit.
    pub fn remembered() -> Store {
        let lang = LocalStorage::get("schedscope.lang").unwrap_or_else(|_| {
            let chinese = window().navigator().language().is_some_and(|lang| lang.starts_with("zh"));
            if chinese { Lang::Zh } else { Lang::En }
        });
        let theme = LocalStorage::get("schedscope.theme").unwrap_or_default();
        // Drawers stand as they were left; whoever comes first watches.
        let (editor, folded, open) = LocalStorage::get("schedscope.drawers").unwrap_or_default();
        Store { lang, theme, speed: 2, editor, folded, open, ..Store::default() }
    }

    /// Opens what the address names, or the first scenario.
    pub fn first(act: &Callback<Action>) {
        open_address(act, true);
        if let Ok(kept) = LocalStorage::get("schedscope.own") {
            act.emit(Action::Build(Build::Remembered(kept)));
        }
        let act = act.clone();
        gloo::events::EventListener::new(&window(), "popstate", move |event| {
            let left = event.dyn_ref::<PopStateEvent>().and_then(|event| event.state().as_string());
            match left {
                Some(text) => match named(&text) {
                    Some(number) => fetch_scenario(&act, number, Action::Scenario),
                    None => act.emit(Action::Open(text.into())),
                },
                None => open_address(&act, false),
            }
        })
        .forget();
    }

    /// Does what a change of state asks for.
    pub fn perform(&self, store: &Rc<Store>, effect: Effect) {
        match effect {
            Effect::Run { .. } | Effect::Cancel | Effect::Check { .. } | Effect::Details { .. } | Effect::Ask(_) => {
                if let (Some(worker), Some(order)) = (&self.worker, talk::order(store, &effect)) {
                    worker.send(&order);
                }
            }
            Effect::Copy(text) => copy(&self.act, &text, Toast::Text, Toast::Refused),
            Effect::Tick { beat, after } => {
                let act = self.act.clone();
                self.tick.set(Some(Timeout::new(after, move || act.emit(Action::Tick(beat)))));
            }
            Effect::Fetch(number, step) => {
                fetch_scenario(&self.act, number, if step { Action::Visit } else { Action::Scenario });
            }
            Effect::FetchEntries => {
                let act = self.act.clone();
                spawn_local(async move {
                    if let Some(json) = fetch(gallery::INDEX).await {
                        act.emit(Action::Entries(gallery::entries(&json)));
                    }
                });
            }
            Effect::Keep => {
                // A browser that remembers nothing still shows everything.
                let _ = LocalStorage::set("schedscope.lang", store.lang);
                let _ = LocalStorage::set("schedscope.theme", store.theme);
            }
            Effect::KeepDrawers => {
                let _ = LocalStorage::set("schedscope.drawers", (store.editor, store.folded, store.open));
            }
            Effect::FullScreen(fill) => {
                // A browser that does not let the page do so shows the same in its window.
                if fill {
                    let _ = document().document_element().map(|root| root.request_fullscreen());
                } else if document().fullscreen_element().is_some() {
                    document().exit_fullscreen();
                }
            }
            // No browser keeps as much; what is there would be an older text.
            Effect::Draft if store.text.len() > MOST_KEPT => LocalStorage::delete("schedscope.draft"),
            Effect::Draft => {
                let _ = LocalStorage::set("schedscope.draft", &*store.text);
            }
            Effect::NoDraft => LocalStorage::delete("schedscope.draft"),
            Effect::KeepOwn => {
                let _ = LocalStorage::set("schedscope.own", &*store.builder.kept);
            }
            Effect::KeepMarks if store.bookmarks.is_empty() => LocalStorage::delete(bookmarks::update::key(store)),
            Effect::KeepMarks => {
                let _ = LocalStorage::set(bookmarks::update::key(store), &store.bookmarks);
            }
            Effect::RecallMarks => {
                let kept = LocalStorage::get(bookmarks::update::key(store)).unwrap_or_default();
                self.act.emit(Action::Mark(Marking::Remembered(kept)));
            }
            Effect::Download => {
                if download(&store.text).is_err() {
                    gloo::console::warn!("the browser does not save the file");
                }
            }
            Effect::Share => self.share(store),
            Effect::Fade => {
                let act = self.act.clone();
                let after = if store.toast == Some(Toast::Damaged) { 20_000 } else { 4000 };
                self.fade.set(Some(Timeout::new(after, move || act.emit(Action::Toast(None)))));
            }
            Effect::Visit { left } => {
                if let (Ok(history), Some(number)) = (window().history(), store.scenario) {
                    // What was left without a change is left by its name.
                    let before =
                        fetched(|texts| texts.iter().find(|(_, text)| **text == left).map(|(number, _)| *number));
                    let left = before.map_or(left, |number| format!("#{SCENARIO}{}", gallery::name(number)).into());
                    // A text that is too long for the browser's history is still there as a draft.
                    let _ = history.replace_state(&JsValue::from_str(&left), "");
                    let address = address_with(&format!("{SCENARIO}{}", gallery::name(number)));
                    let _ = history.push_state_with_url(&JsValue::NULL, "", Some(&address));
                }
            }
            Effect::Unlink => {
                let hash = window().location().hash().unwrap_or_default();
                let named = named(&hash).filter(|number| fetched(|texts| texts.get(number) == Some(&store.text)));
                if hash.len() > 1 && named.is_none() {
                    replace_address("");
                }
            }
        }
    }

    fn share(&self, store: &Store) {
        let shared = Shared {
            text: store.ran.to_string(),
            step: store.at as u64,
            release: store.release.map(|release| release.name().into()),
            selection: selection::update::encode(store),
        };
        let fragment = link::encode(&shared);
        if fragment.len() > LONGEST {
            return self.act.emit(Action::Toast(Some(Toast::TooLong)));
        }
        replace_address(&fragment);
        copy(&self.act, &window().location().href().unwrap_or_default(), Toast::Copied, Toast::Linked);
    }

    /// Gives the document its language and theme.
    pub fn dress(&self, store: &Store) {
        let wanted = (store.lang, store.theme);
        if self.dressed.replace(Some(wanted)) == Some(wanted) {
            return;
        }
        let Some(root) = document().document_element() else { return };
        let lang = if store.lang == Lang::Zh { "zh-CN" } else { "en" };
        let theme = match store.theme {
            Theme::System => "system",
            Theme::Light => "light",
            Theme::Dark => "dark",
        };
        // Attributes with plain names are never refused.
        let _ = root.set_attribute("lang", lang);
        let _ = root.set_attribute("data-theme", theme);
    }
}

thread_local! {
    /// Built-in scenarios that were fetched.
    static FETCHED: RefCell<BTreeMap<usize, Rc<str>>> = const { RefCell::new(BTreeMap::new()) };
}

fn fetched<T>(look: impl FnOnce(&mut BTreeMap<usize, Rc<str>>) -> T) -> T {
    FETCHED.with_borrow_mut(look)
}

/// Fetches a built-in scenario and does something with it.
fn fetch_scenario(act: &Callback<Action>, number: usize, then: fn(usize, Rc<str>) -> Action) {
    if let Some(text) = fetched(|texts| texts.get(&number).cloned()) {
        return act.emit(then(number, text));
    }
    let act = act.clone();
    spawn_local(async move {
        if let Some(text) = fetch(&gallery::file(number)).await {
            let text: Rc<str> = text.into();
            fetched(|texts| texts.insert(number, Rc::clone(&text)));
            act.emit(then(number, text));
        }
    });
}

/// The text of a file that lies beside the page.
async fn fetch(file: &str) -> Option<String> {
    let answer = JsFuture::from(window().fetch_with_str(file)).await.ok()?;
    let answer: web_sys::Response = answer.dyn_into().ok()?;
    if !answer.ok() {
        gloo::console::error!(format!("{file} is not there: {}", answer.status()));
        return None;
    }
    JsFuture::from(answer.text().ok()?).await.ok()?.as_string()
}

/// Puts a text into the clipboard, and tells whether it is there.
pub fn copy(act: &Callback<Action>, text: &str, done: Toast, refused: Toast) {
    if !window().is_secure_context() {
        return act.emit(Action::Toast(Some(refused)));
    }
    let written = window().navigator().clipboard().write_text(text);
    let act = act.clone();
    spawn_local(async move {
        let copied = JsFuture::from(written).await.is_ok();
        act.emit(Action::Toast(Some(if copied { done } else { refused })));
    });
}

/// Hands the text to the browser as a file.
fn download(text: &str) -> Result<(), JsValue> {
    let parts = js_sys::Array::of1(&JsValue::from_str(text));
    let blob = web_sys::Blob::new_with_str_sequence(&parts)?;
    let address = web_sys::Url::create_object_url_with_blob(&blob)?;
    let link = document().create_element("a")?;
    link.set_attribute("href", &address)?;
    link.set_attribute("download", "scenario.yaml")?;
    link.unchecked_into::<web_sys::HtmlElement>().click();
    web_sys::Url::revoke_object_url(&address)
}

fn replace_address(fragment: &str) {
    let Ok(history) = window().history() else { return };
    let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&address_with(fragment)));
}

fn address_with(fragment: &str) -> String {
    let location = window().location();
    let (path, query) = (location.pathname().unwrap_or_default(), location.search().unwrap_or_default());
    let hash = if fragment.is_empty() { String::new() } else { format!("#{fragment}") };
    format!("{path}{query}{hash}")
}

/// The built-in scenario that a fragment names.
fn named(hash: &str) -> Option<usize> {
    gallery::named(hash.strip_prefix('#')?.strip_prefix(SCENARIO)?)
}

fn open_address(act: &Callback<Action>, or_first: bool) {
    let hash = window().location().hash().unwrap_or_default();
    if let Some(number) = named(&hash) {
        return fetch_scenario(act, number, Action::Scenario);
    }
    match link::decode(&hash) {
        Ok(shared) => act.emit(Action::Link {
            text: shared.text.as_str().into(),
            step: usize::try_from(shared.step).unwrap_or(usize::MAX),
            release: shared.release.as_deref().and_then(Release::named),
            selection: shared.selection.as_deref().map(Into::into),
        }),
        Err(error) => {
            let damaged = !(error == LinkError::NotALink && hash.len() < 2);
            if or_first {
                match LocalStorage::get::<String>("schedscope.draft") {
                    Ok(draft) if !damaged => act.emit(Action::Open(draft.into())),
                    _ => {
                        fetch_scenario(act, gallery::named(gallery::FIRST).unwrap_or(0), Action::Scenario);
                    }
                }
            }
            if damaged {
                act.emit(Action::Toast(Some(Toast::Damaged)));
            }
        }
    }
}

/// Whether the system shows things dark.
pub fn system_is_dark() -> bool {
    window().match_media("(prefers-color-scheme: dark)").ok().flatten().is_some_and(|query| query.matches())
}
