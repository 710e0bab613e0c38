//! What the browser remembers. Every tab keeps its own draft, and every own scenario is a record of its own, so that no tab
//! writes over what another one keeps. Where nothing can be kept, that is said.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use gloo::events::EventListener;
use gloo::timers::callback::Timeout;
use gloo::utils::window;
use js_sys::Reflect;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::Storage;
use yew::Callback;

use crate::app::builder::{Build, Kept};
use crate::app::care::{Caring, Draft, Memory as State, Saved};
use crate::app::lock::{Hold, hold};
use crate::app::store::Action;

/// All keys begin so.
const OURS: &str = "schedscope.";
const DRAFT: &str = "schedscope.draft.";
const OWN: &str = "schedscope.own.";
const DEATHS: &str = "schedscope.deaths";
/// Of this tab only: its name, and the text that its engine is at.
const TAB: &str = "schedscope.tab";
const RUNNING: &str = "schedscope.running";
/// A draft is written so many milliseconds after its last change.
const SOON: u32 = 300;

/// A text as it is kept.
#[derive(Serialize, Deserialize)]
struct Record {
    text: Rc<str>,
    /// Wall time of the last change, in milliseconds.
    at: u64,
    /// Whether another text took its place: then no tab opens it by itself.
    #[serde(default)]
    aside: bool,
}

/// What this tab keeps.
pub struct Memory {
    inner: Rc<Inner>,
    timer: Cell<Option<Timeout>>,
    /// Own scenarios as this tab read or wrote them last.
    own: RefCell<BTreeMap<String, Rc<str>>>,
}

struct Inner {
    act: Callback<Action>,
    tab: RefCell<String>,
    /// A draft that is still to be written.
    pending: RefCell<Option<Rc<str>>>,
    state: Cell<State>,
    /// Whether the page is about to go: nothing waits then.
    going: Cell<bool>,
}

fn local() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

fn session() -> Option<Storage> {
    window().session_storage().ok().flatten()
}

fn read<T: DeserializeOwned>(storage: Option<Storage>, key: &str) -> Option<T> {
    serde_json::from_str(&storage?.get_item(key).ok()??).ok()
}

fn write(storage: Option<Storage>, key: &str, value: &impl Serialize) -> Result<(), State> {
    let storage = storage.ok_or(State::Blocked)?;
    let text = serde_json::to_string(value).unwrap_or_default();
    storage.set_item(key, &text).map_err(|_| State::Full)
}

fn remove(storage: Option<Storage>, key: &str) {
    if let Some(storage) = storage {
        // What cannot be removed could not be kept either.
        let _ = storage.remove_item(key);
    }
}

/// Something remembered from an earlier visit.
pub fn recall<T: DeserializeOwned>(key: &str) -> Option<T> {
    read(local(), key)
}

fn keys(storage: Option<Storage>) -> Vec<String> {
    let Some(storage) = storage else { return Vec::new() };
    let count = storage.length().unwrap_or(0);
    (0..count).filter_map(|at| storage.key(at).ok().flatten()).filter(|key| key.starts_with(OURS)).collect()
}

/// Milliseconds since 1970, which are whole and positive.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn now() -> u64 {
    js_sys::Date::now() as u64
}

/// The name of a tab: different from those of other tabs, and nothing else.
fn new_tab() -> String {
    format!("{}-{}", now(), js_sys::Math::random().to_bits() & 0xffff_ffff)
}

/// Drafts with their tabs, the last one first.
fn drafts() -> Vec<(String, Record)> {
    let read = |key: String| Some((key.strip_prefix(DRAFT)?.to_owned(), recall::<Record>(&key)?));
    let mut found: Vec<(String, Record)> = keys(local()).into_iter().filter_map(read).collect();
    found.sort_by_key(|(_, record)| std::cmp::Reverse(record.at));
    found
}

/// Own scenarios, in the order of their coming.
fn own() -> Vec<Kept> {
    let read = |key: String| {
        let Record { text, at, .. } = recall(&key)?;
        Some((at, Kept { name: key.strip_prefix(OWN)?.to_owned(), text }))
    };
    let mut found: Vec<(u64, Kept)> = keys(local()).into_iter().filter_map(read).collect();
    found.sort_by_key(|(at, _)| *at);
    found.into_iter().map(|(_, kept)| kept).collect()
}

impl Inner {
    /// Tells whether the last thing could be kept, when that is news.
    fn told(&self, done: Result<(), State>) {
        let state = done.err().unwrap_or_default();
        if self.state.replace(state) != state {
            self.act.emit(Action::Care(Caring::Memory(state)));
        }
    }

    fn set(&self, key: &str, value: &impl Serialize) {
        self.told(write(local(), key, value));
    }

    /// Writes the draft that waits.
    fn flush(&self) {
        if let Some(text) = self.pending.take() {
            let key = format!("{DRAFT}{}", self.tab.borrow());
            self.set(&key, &Record { text, at: now(), aside: false });
        }
    }

    /// From now on this tab has that name.
    fn name(&self, tab: String) {
        let kept = write(session(), TAB, &tab);
        self.tab.replace(tab);
        self.told(kept);
    }

    /// Lists the drafts that no tab shows, as far as it is known.
    fn list(&self) {
        let mine = self.tab.borrow().clone();
        let show = |(tab, Record { text, at, .. }): (String, Record)| {
            let said = |line: &&str| !line.trim().is_empty() && !line.starts_with("---");
            let first = text.lines().find(said).unwrap_or_default().chars().take(60).collect();
            Draft { tab: tab.into(), at, first, bytes: text.len() }
        };
        let found = drafts().into_iter().filter(|(tab, _)| *tab != mine).map(show).collect();
        self.act.emit(Action::Care(Caring::Drafts(found)));
    }
}

impl Memory {
    /// Watches over what is to be kept: what is not written yet is written when the page goes.
    pub fn new(act: Callback<Action>) -> Self {
        let (tab, pending, state) = (RefCell::default(), RefCell::default(), Cell::default());
        let inner = Rc::new(Inner { act, tab, pending, state, going: Cell::default() });
        for (name, goes) in [("pagehide", true), ("pageshow", false)] {
            let inner = Rc::clone(&inner);
            EventListener::new(&window(), name, move |_| {
                inner.going.set(goes);
                if goes {
                    inner.flush();
                    remove(session(), RUNNING);
                }
            })
            .forget();
        }
        let other = Rc::clone(&inner);
        EventListener::new(&window(), "storage", move |_| {
            other.act.emit(Action::Build(Build::Remembered(own())));
            other.list();
        })
        .forget();
        Self { inner, timer: Cell::default(), own: RefCell::default() }
    }

    /// Finds out which tab this is, and gives the draft that it shows by itself. A copy of a tab gets a name of its own; a new
    /// tab takes over the last draft that no other tab shows.
    pub async fn claim(&self) -> Option<Rc<str>> {
        move_old();
        let inner = &self.inner;
        let draft = |tab: &str| recall::<Record>(&format!("{DRAFT}{tab}")).filter(|it| !it.aside).map(|it| it.text);
        if let Some(tab) = read::<String>(session(), TAB) {
            if hold(&tab).await != Hold::Taken {
                inner.name(tab.clone());
                return draft(&tab);
            }
            return self.copied(draft(&tab)).await;
        }
        for (tab, record) in drafts().into_iter().filter(|(_, record)| !record.aside) {
            match hold(&tab).await {
                Hold::Taken => {}
                Hold::Ours => {
                    inner.name(tab);
                    return Some(record.text);
                }
                // Another tab may be showing it.
                Hold::Unknown => return self.copied(Some(record.text)).await,
            }
        }
        self.copied(None).await
    }

    /// A new name, and a draft for it.
    async fn copied(&self, text: Option<Rc<str>>) -> Option<Rc<str>> {
        let tab = new_tab();
        hold(&tab).await;
        self.inner.name(tab);
        // A duplicated tab did not run what the other one is at.
        end();
        if text.is_some() {
            self.inner.pending.borrow_mut().clone_from(&text);
            self.inner.flush();
        }
        text
    }

    /// Tells the page what else is kept.
    pub fn tell(&self) {
        let kept = own();
        self.own.replace(kept.iter().map(|it| (it.name.clone(), Rc::clone(&it.text))).collect());
        self.inner.act.emit(Action::Build(Build::Remembered(kept)));
        self.inner.list();
    }

    /// Keeps something small.
    pub fn keep(&self, key: &str, value: &impl Serialize) {
        let kept = write(local(), key, value);
        // Room for something small says nothing about room for a text.
        if kept.is_err() {
            self.inner.told(kept);
        }
    }

    /// Keeps the text of this tab, soon.
    pub fn draft(&self, text: &Rc<str>) {
        self.inner.pending.replace(Some(Rc::clone(text)));
        if self.inner.going.get() {
            return self.inner.flush();
        }
        let inner = Rc::clone(&self.inner);
        self.timer.set(Some(Timeout::new(SOON, move || inner.flush())));
    }

    /// Another text takes the place of the draft, which stays as it is; the next one is another record.
    pub fn set_aside(&self) {
        self.inner.flush();
        let key = format!("{DRAFT}{}", self.inner.tab.borrow());
        if let Some(record) = recall::<Record>(&key) {
            self.inner.set(&key, &Record { aside: true, ..record });
        }
        let tab = new_tab();
        let held = tab.clone();
        wasm_bindgen_futures::spawn_local(async move {
            hold(&held).await;
        });
        self.inner.name(tab);
        self.inner.list();
    }

    /// Forgets a draft.
    pub fn forget_draft(&self, tab: &str) {
        remove(local(), &format!("{DRAFT}{tab}"));
        self.inner.list();
    }

    /// Keeps own scenarios: writes what this tab changed, and nothing else.
    pub fn keep_own(&self, kept: &[Kept]) {
        let mut known = self.own.borrow_mut();
        let wanted: BTreeMap<String, Rc<str>> = kept.iter().map(|it| (it.name.clone(), Rc::clone(&it.text))).collect();
        for (name, text) in &wanted {
            if known.get(name) != Some(text) {
                let key = format!("{OWN}{name}");
                let at = recall::<Record>(&key).map_or_else(now, |record| record.at);
                self.inner.set(&key, &Record { text: Rc::clone(text), at, aside: false });
            }
        }
        for name in known.keys().filter(|name| !wanted.contains_key(*name)) {
            remove(local(), &format!("{OWN}{name}"));
        }
        *known = wanted;
        drop(known);
        wasm_bindgen_futures::spawn_local(persist());
    }

    /// How often texts ended the engine, and whether that is how the last visit of this tab ended.
    pub fn deaths(&self) -> (BTreeMap<u64, u32>, bool) {
        let mut deaths: BTreeMap<u64, u32> = recall(DEATHS).unwrap_or_default();
        let crashed = read::<u64>(session(), RUNNING);
        if let Some(mark) = crashed {
            let count = deaths.entry(mark).or_default();
            *count = count.saturating_add(1);
            self.keep_deaths(&deaths);
            end();
        }
        (deaths, crashed.is_some())
    }

    /// Keeps how often texts ended the engine.
    pub fn keep_deaths(&self, deaths: &BTreeMap<u64, u32>) {
        if deaths.is_empty() {
            remove(local(), DEATHS);
        } else {
            self.inner.set(DEATHS, deaths);
        }
    }

    /// All own scenarios and drafts, with the text that is shown, as a file.
    pub fn saved(&self, shown: &Rc<str>) -> String {
        let mut scenarios: Vec<(String, Rc<str>)> = own().into_iter().map(|it| (it.name, it.text)).collect();
        scenarios.push(("(now)".into(), Rc::clone(shown)));
        let drafts = drafts().into_iter().filter(|(tab, _)| *tab != *self.inner.tab.borrow());
        scenarios.extend(drafts.zip(1..).map(|((_, record), number)| (format!("(draft {number})"), record.text)));
        serde_json::to_string_pretty(&Saved { schedscope: 1, scenarios }).unwrap_or_default()
    }

    /// Forgets everything.
    pub fn forget_all(&self) {
        self.timer.set(None);
        self.inner.pending.take();
        self.own.borrow_mut().clear();
        for storage in [local(), session()] {
            for key in keys(storage.clone()) {
                remove(storage.clone(), &key);
            }
        }
        let tab = self.inner.tab.borrow().clone();
        self.inner.name(tab);
        self.inner.list();
    }
}

/// What earlier builds kept in one piece for all tabs.
fn move_old() {
    let draft = "schedscope.draft";
    if let Some(text) = recall::<Rc<str>>(draft)
        && write(local(), &format!("{DRAFT}{}", new_tab()), &Record { text, at: now(), aside: false }).is_ok()
    {
        remove(local(), draft);
    }
    let list = "schedscope.own";
    if let Some(kept) = recall::<Vec<Kept>>(list) {
        let mut written = kept.into_iter().zip(0..).map(|(Kept { name, text }, at)| {
            write(local(), &format!("{OWN}{name}"), &Record { text, at, aside: false })
        });
        if written.all(|it| it.is_ok()) {
            remove(local(), list);
        }
    }
}

/// Forgets something small.
pub fn forget(key: &str) {
    remove(local(), key);
}

/// The text of a draft.
pub fn open_draft(tab: &str) -> Option<Rc<str>> {
    recall::<Record>(&format!("{DRAFT}{tab}")).map(|record| record.text)
}

/// The engine is at a text, by its fingerprint. If the whole page ends with it, the next visit knows.
pub fn begin(mark: u64) {
    // Without this a crash is not counted; nothing else depends on it.
    let _ = write(session(), RUNNING, &mark);
}

/// The engine is at no text any more.
pub fn end() {
    remove(session(), RUNNING);
}

/// Asks the browser not to throw away what is kept here when it needs room.
async fn persist() {
    let storage = Reflect::get(&window().navigator(), &"storage".into()).unwrap_or_default();
    let persist = Reflect::get(&storage, &"persist".into()).ok().and_then(|it| it.dyn_into::<js_sys::Function>().ok());
    if let Some(asked) = persist.and_then(|persist| persist.call0(&storage).ok()) {
        // Whatever it answers, nothing changes here.
        let _ = JsFuture::from(js_sys::Promise::resolve(&asked)).await;
    }
}
