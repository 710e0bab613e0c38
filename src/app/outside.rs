//! What reaches out of the page: the worker, timers, the address, the clipboard, what is remembered.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use gloo::timers::callback::Timeout;
use gloo::utils::{document, window};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::PopStateEvent;
use yew::Callback;

use crate::api::link::{self, LinkError, Shared};
use crate::api::shortened;
use crate::app::bookmarks::{self, Marking};
use crate::app::builder::files;
use crate::app::care::{Caring, Failing, Trouble, fingerprint};
use crate::app::gallery;
use crate::app::lang::Lang;
use crate::app::lesson::{self, Errand, Learning};
use crate::app::link::{Heard, Link};
use crate::app::memory::{self, Memory, recall};
use crate::app::offline;
use crate::app::parts;
use crate::app::report;
use crate::app::selection;
use crate::app::site;
use crate::app::store::{Action, Effect, Store, Theme, Toast};
use crate::app::talk;
use crate::releases::Release;
use crate::wire::Reply;

/// Longer addresses are cut by some browsers.
const LONGEST: usize = 30_000;

/// How many milliseconds the worker has to stop when it is told to.
const TO_STOP: u32 = 150;

/// The fragment of an address that names a built-in scenario begins so.
const SCENARIO: &str = "scenario=";

/// Everything outside.
pub struct Outside {
    act: Callback<Action>,
    worker: RefCell<Option<Link>>,
    memory: Rc<Memory>,
    /// Runs while the worker is waited for to stop.
    stopping: Rc<Cell<Option<Timeout>>>,
    tick: Cell<Option<Timeout>>,
    fade: Cell<Option<Timeout>>,
    dressed: RefCell<Option<(Lang, Theme)>>,
}

impl Outside {
    /// Starts the worker.
    pub fn new(act: Callback<Action>) -> Self {
        let outside = Self {
            memory: Rc::new(Memory::new(act.clone())),
            act,
            worker: RefCell::default(),
            stopping: Rc::default(),
            tick: Cell::default(),
            fade: Cell::default(),
            dressed: RefCell::default(),
        };
        outside.start_worker();
        outside
    }

    /// Keeps the page for visits without a network.
    pub fn keep_offline(&self) {
        offline::keep(&self.act);
    }

    /// Starts a worker in the place of the one before.
    fn start_worker(&self) {
        // The one before ends first: two engines at once are too much for some machines.
        self.worker.take();
        self.stopping.take();
        let (hear, stopping) = (self.act.clone(), Rc::clone(&self.stopping));
        let worker = Link::start(move |heard| match heard {
            Heard::Reply(Reply::Cancelled) => drop(stopping.take()),
            Heard::Reply(reply) => {
                if let Some(action) = talk::heard(reply) {
                    hear.emit(action);
                }
            }
            Heard::Broke(failing, said) => hear.emit(Action::Care(Caring::Broke(failing, said))),
        });
        match worker {
            Ok(worker) => drop(self.worker.replace(Some(worker))),
            Err(error) => {
                self.act.emit(Action::Care(Caring::Broke(Failing::Start, format!("{error:?}"))));
            }
        }
    }

    /// A state with what was remembered from the last visit. The language is the one that the page has come up in.
    pub fn remembered() -> Store {
        let lang = recall("schedscope.lang").unwrap_or_else(|| {
            let chinese = document().document_element().and_then(|root| root.get_attribute("lang"));
            if chinese.is_some_and(|lang| lang.starts_with("zh")) { Lang::Zh } else { Lang::En }
        });
        let theme = recall("schedscope.theme").unwrap_or_default();
        // Drawers stand as they were left. On a first visit they are closed.
        let (editor, folded, open) = recall("schedscope.drawers").unwrap_or_default();
        Store { lang, theme, speed: 2, editor, folded, open, ..Store::default() }
    }

    /// Opens what the address names, or the first scenario.
    pub fn first(&self) {
        let (act, memory) = (self.act.clone(), Rc::clone(&self.memory));
        spawn_local(async move {
            let draft = memory.claim().await;
            let (deaths, crashed) = memory::deaths();
            if !deaths.is_empty() {
                act.emit(Action::Care(Caring::Deaths(deaths, crashed)));
            }
            let hash = window().location().hash().unwrap_or_default();
            // A draft is opened before what the address names, so that this takes its place as it would later.
            let has_draft = draft.is_some();
            let names = hash.len() > 1 || site::opens().is_some() || site::teaches().is_some();
            if let Some(text) = draft {
                act.emit(if names { Action::Care(Caring::Mine(text)) } else { Action::Open(text) });
            }
            if names || !has_draft {
                open_address(&act, !has_draft);
            }
            memory.tell().await;
        });
        let act = self.act.clone();
        gloo::events::EventListener::new(&window(), "popstate", move |event| {
            let left = event.dyn_ref::<PopStateEvent>().and_then(|event| event.state().as_string());
            let lesson = window().location().hash().is_ok_and(|hash| lesson::addressed(&hash).is_some());
            match left.filter(|_| !lesson) {
                Some(text) => match named(&text) {
                    Some(number) => fetch_scenario(&act, number, Action::Scenario),
                    None if text.starts_with(&format!("#{SCENARIO}")) => open_address(&act, false),
                    None => act.emit(Action::Open(text.into())),
                },
                None => open_address(&act, false),
            }
        })
        .forget();
        // The browser's own way out of full screen ends the presentation too: some browsers keep that key to themselves.
        let act = self.act.clone();
        gloo::events::EventListener::new(&document(), "fullscreenchange", move |_| {
            if document().fullscreen_element().is_none() {
                act.emit(Action::Present(false));
            }
        })
        .forget();
    }

    /// Does what a change of state asks for.
    pub fn perform(&self, store: &Rc<Store>, effect: Effect) {
        match effect {
            Effect::Run { .. }
            | Effect::Cancel
            | Effect::Check { .. }
            | Effect::Details { .. }
            | Effect::Ask(_)
            | Effect::Read { .. }
            | Effect::StopReading => {
                self.order(store, &effect);
            }
            Effect::Opened(opened, add) => files::opened(opened, add, &self.act),
            Effect::Restart => self.start_worker(),
            Effect::Ended => memory::end(),
            Effect::Reload => drop(window().location().reload()),
            Effect::KeepDeaths => self.memory.keep_deaths(&store.care.deaths),
            Effect::Report => {
                let text = report::of(store);
                copy(&self.act, &text, Toast::Text, Some(Trouble::ByHand(text.as_str().into())));
            }
            Effect::Copy(text) => copy(&self.act, &text, Toast::Text, None),
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
            Effect::FetchPart(waiting) => parts::fetch(&self.act, waiting),
            Effect::Learn(errand) => self.learn(store, errand),
            Effect::Keep => {
                self.memory.keep("schedscope.lang", &store.lang);
                self.memory.keep("schedscope.theme", &store.theme);
            }
            Effect::KeepDrawers => {
                self.memory.keep("schedscope.drawers", &(store.editor, store.folded, store.open));
            }
            Effect::FullScreen(fill) => {
                // A browser that does not let the page do so shows the same in its window.
                if fill {
                    let _ = document().document_element().map(|root| root.request_fullscreen());
                } else if document().fullscreen_element().is_some() {
                    document().exit_fullscreen();
                }
            }
            Effect::Draft => self.memory.draft(&store.text),
            Effect::SetAside => self.memory.set_aside(),
            Effect::OpenDraft(tab) => self.memory.open_draft(&tab),
            Effect::ForgetDraft(tab) => self.memory.forget_draft(&tab),
            Effect::ForgetAll => self.memory.forget_all(),
            Effect::SaveAll => self.memory.save_all(&store.text, |text| save(text, "schedscope.json")),
            Effect::KeepOwn => self.memory.keep_own(&store.builder.kept),
            Effect::KeepMarks if store.bookmarks.is_empty() => memory::forget(&bookmarks::update::key(store)),
            Effect::KeepMarks => self.memory.keep(&bookmarks::update::key(store), &store.bookmarks),
            Effect::RecallMarks => {
                let kept = recall(&bookmarks::update::key(store)).unwrap_or_default();
                self.act.emit(Action::Mark(Marking::Remembered(kept)));
            }
            Effect::Download => save(&store.text, "scenario.yaml"),
            Effect::Share => self.share(store),
            Effect::Fade => {
                let act = self.act.clone();
                self.fade.set(Some(Timeout::new(4000, move || act.emit(Action::Toast(None)))));
            }
            Effect::Visit { left } => {
                if let (Ok(history), Some(number)) = (window().history(), store.scenario) {
                    // A text that is too long for the browser's history is still there as a draft.
                    let _ = history.replace_state(&JsValue::from_str(&left_as(left)), "");
                    let address = address_with(&format!("{SCENARIO}{}", gallery::name(number)));
                    let _ = history.push_state_with_url(&JsValue::NULL, "", Some(&address));
                }
            }
            Effect::Unlink => {
                let hash = window().location().hash().unwrap_or_default();
                let named = addressed(&hash).filter(|number| fetched(|texts| texts.get(number) == Some(&store.text)));
                if (hash.len() > 1 || site::opens().is_some()) && named.is_none() {
                    replace_address("");
                }
            }
        }
    }

    /// What lessons ask for.
    fn learn(&self, store: &Store, errand: Errand) {
        let act = self.act.clone();
        match errand {
            Errand::Course => spawn_local(async move {
                let entries = fetch(lesson::INDEX).await.and_then(|json| serde_json::from_str(&json).ok());
                if let Some(entries) = entries {
                    act.emit(Action::Learn(Learning::Course(entries)));
                }
            }),
            Errand::Fetch { name, step, visit } => fetch_lesson(&act, name, step, visit, false),
            Errand::Address => {
                if let Some(taken) = &store.course.taken {
                    replace_address(&lesson::fragment(taken));
                }
            }
            Errand::Leave { scenario } if scenario.is_empty() => replace_address(""),
            Errand::Leave { scenario } => replace_address(&format!("{SCENARIO}{scenario}")),
            Errand::Visit { left } => {
                if let (Ok(history), Some(taken)) = (window().history(), &store.course.taken) {
                    // A text that is too long for the browser's history is still there as a draft.
                    let _ = history.replace_state(&JsValue::from_str(&left_as(left)), "");
                    let address = address_with(&lesson::fragment(taken));
                    let _ = history.push_state_with_url(&JsValue::NULL, "", Some(&address));
                }
            }
        }
    }

    /// Gives the worker an order. One that is told to stop and does not is ended.
    fn order(&self, store: &Store, effect: &Effect) {
        let (worker, order) = (self.worker.borrow(), talk::order(store, effect));
        let (Some(worker), Some(order)) = (&*worker, order) else { return };
        worker.send(&order, if let Effect::Read { files, .. } = effect { files } else { &[] });
        match effect {
            Effect::Run { text, .. } => memory::begin(fingerprint(text)),
            Effect::Cancel => {
                let act = self.act.clone();
                let late = Timeout::new(TO_STOP, move || act.emit(Action::Care(Caring::Silent)));
                self.stopping.set(Some(late));
            }
            _ => {}
        }
    }

    fn share(&self, store: &Store) {
        let shared = Shared {
            text: store.ran.to_string(),
            step: store.at as u64,
            release: store.release.map(|release| release.name().into()),
            selection: selection::update::encode(store),
        };
        // A lesson has an address of its own.
        let taken = store.course.taken.as_ref().filter(|taken| lesson::update::runs(store, taken));
        let fragment = taken.map_or_else(|| link::encode(&shared), lesson::fragment);
        if fragment.len() > LONGEST {
            return self.act.emit(Action::Toast(Some(Toast::TooLong)));
        }
        replace_address(&fragment);
        let link = window().location().href().unwrap_or_default();
        copy(&self.act, &link, Toast::Copied, Some(Trouble::ByHand(link.as_str().into())));
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
fn fetch_scenario(act: &Callback<Action>, number: usize, then: impl FnOnce(usize, Rc<str>) -> Action + 'static) {
    if let Some(text) = fetched(|texts| texts.get(&number).cloned()) {
        return act.emit(then(number, text));
    }
    let act = act.clone();
    spawn_local(async move {
        match fetch(&gallery::file(number)).await {
            Some(text) => {
                let text: Rc<str> = text.into();
                fetched(|texts| texts.insert(number, Rc::clone(&text)));
                act.emit(then(number, text));
            }
            None => trouble(&act, Trouble::NotFetched(gallery::name(number).into())),
        }
    });
}

/// Fetches a lesson and takes it from a step on.
fn fetch_lesson(act: &Callback<Action>, name: String, step: usize, visit: bool, or_first: bool) {
    let act = act.clone();
    spawn_local(async move {
        let json = match lesson::file(&name) {
            Some(file) => fetch(&file).await,
            None => None,
        };
        match json.and_then(|json| serde_json::from_str(&json).ok()) {
            Some(lesson) => act.emit(Action::Learn(Learning::Taken { lesson: Rc::new(lesson), step, visit })),
            None => {
                if or_first {
                    fetch_scenario(&act, gallery::named(gallery::FIRST).unwrap_or(0), Action::Scenario);
                }
                trouble(&act, Trouble::NotFetched(shortened(&name)));
            }
        }
    });
}

/// How a text that is left is found again: what was left without a change, by its name.
fn left_as(left: Rc<str>) -> Rc<str> {
    let before = fetched(|texts| texts.iter().find(|(_, text)| **text == left).map(|(number, _)| *number));
    before.map_or(left, |number| format!("#{SCENARIO}{}", gallery::name(number)).into())
}

/// The text of a file that lies beside the page.
async fn fetch(file: &str) -> Option<String> {
    let answer = JsFuture::from(window().fetch_with_str(&site::address(file))).await.ok()?;
    let answer: web_sys::Response = answer.dyn_into().ok()?;
    if !answer.ok() {
        gloo::console::error!(format!("{file} is not there: {}", answer.status()));
        return None;
    }
    JsFuture::from(answer.text().ok()?).await.ok()?.as_string()
}

/// Puts a text into the clipboard, and tells whether it is there.
pub fn copy(act: &Callback<Action>, text: &str, done: Toast, by_hand: Option<Trouble>) {
    let refused = match by_hand {
        Some(it) => Action::Care(Caring::Trouble(it)),
        None => Action::Toast(Some(Toast::Refused)),
    };
    // Some browsers have no clipboard for pages that are not secure, and some have none at all.
    let there = js_sys::Reflect::get(&window().navigator(), &"clipboard".into()).is_ok_and(|it| it.is_object());
    if !there {
        return act.emit(refused);
    }
    let written = window().navigator().clipboard().write_text(text);
    let act = act.clone();
    spawn_local(async move {
        let copied = JsFuture::from(written).await.is_ok();
        act.emit(if copied { Action::Toast(Some(done)) } else { refused });
    });
}

fn trouble(act: &Callback<Action>, trouble: Trouble) {
    act.emit(Action::Care(Caring::Trouble(trouble)));
}

/// Hands a text to the browser as a file.
fn save(text: &str, name: &str) {
    if download(text, name).is_err() {
        gloo::console::warn!("the browser does not save the file");
    }
}

fn download(text: &str, name: &str) -> Result<(), JsValue> {
    let parts = js_sys::Array::of1(&JsValue::from_str(text));
    let blob = web_sys::Blob::new_with_str_sequence(&parts)?;
    let address = web_sys::Url::create_object_url_with_blob(&blob)?;
    let link = document().create_element("a")?;
    link.set_attribute("href", &address)?;
    link.set_attribute("download", name)?;
    link.unchecked_into::<web_sys::HtmlElement>().click();
    web_sys::Url::revoke_object_url(&address)
}

fn replace_address(fragment: &str) {
    let Ok(history) = window().history() else { return };
    let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&address_with(fragment)));
}

fn address_with(fragment: &str) -> String {
    let (path, query) = (site::page(), window().location().search().unwrap_or_default());
    let hash = if fragment.is_empty() { String::new() } else { format!("#{fragment}") };
    format!("{path}{query}{hash}")
}

/// The built-in scenario that a fragment names.
fn named(hash: &str) -> Option<usize> {
    gallery::named(hash.strip_prefix('#')?.strip_prefix(SCENARIO)?)
}

/// The built-in scenario that the whole address names: by its fragment or, without one, by its path.
fn addressed(hash: &str) -> Option<usize> {
    named(hash).or_else(|| site::opens().filter(|_| hash.len() < 2).map(|(number, _)| number))
}

/// Opens what the address names. Where that is nothing, or nothing that can be opened, the first scenario is shown if nothing
/// else is; what is wrong is told.
fn open_address(act: &Callback<Action>, or_first: bool) {
    let hash = window().location().hash().unwrap_or_default();
    if let Some(number) = named(&hash) {
        return fetch_scenario(act, number, Action::Scenario);
    }
    if let Some((name, step)) = lesson::addressed(&hash) {
        return fetch_lesson(act, name.to_owned(), step, false, or_first);
    }
    if let Some(name) = site::teaches().filter(|_| hash.len() < 2) {
        return fetch_lesson(act, name, 0, false, or_first);
    }
    if let Some((number, at)) = site::opens().filter(|_| hash.len() < 2) {
        return fetch_scenario(act, number, move |number, text| Action::Opening(number, text, at));
    }
    let wrong = match link::decode(&hash) {
        Ok(shared) => {
            let release = shared.release.as_deref().and_then(Release::named);
            act.emit(Action::Link {
                text: shared.text.as_str().into(),
                step: usize::try_from(shared.step).unwrap_or(usize::MAX),
                release,
                selection: shared.selection.as_deref().map(Into::into),
            });
            match shared.release {
                Some(name) if release.is_none() => Some(Trouble::UnknownRelease(shortened(&name))),
                _ => None,
            }
        }
        Err(error) => {
            if or_first {
                fetch_scenario(act, gallery::named(gallery::FIRST).unwrap_or(0), Action::Scenario);
            }
            match hash.strip_prefix('#').unwrap_or_default() {
                "" => None,
                fragment => Some(match (fragment.strip_prefix(SCENARIO), error) {
                    (Some(name), LinkError::NotALink) => Trouble::UnknownScenario(shortened(name)),
                    _ => Trouble::Link(error),
                }),
            }
        }
    };
    if let Some(wrong) = wrong {
        trouble(act, wrong);
    }
}

/// Whether the system shows things dark.
pub fn system_is_dark() -> bool {
    window().match_media("(prefers-color-scheme: dark)").ok().flatten().is_some_and(|query| query.matches())
}
