//! What the browser remembers. Every tab keeps its own draft, and every own scenario is a record of its own, so that no tab
//! writes over what another one keeps. Where nothing can be kept, that is said.

mod deaths;
mod local;
mod shelf;
mod typed;

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use gloo::events::EventListener;
use gloo::timers::callback::Timeout;
use gloo::utils::{document, window};
use serde::Serialize;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{BroadcastChannel, MessageEvent};
use yew::Callback;

use crate::builder::{Build, Kept};
use crate::care::{Caring, Draft, Memory as State, Saved};
use crate::lock::{Hold, hold};
use crate::opening::Opening;
use crate::store::Action;
use api::Table;
pub use deaths::{begin, end, recalled as deaths};
pub use local::{forget, handed, recall};
use local::{local, read, session, write};
use shelf::{DRAFT, Head, OWN, Record, Shelf, persist};
pub use typed::typed;

/// Of this tab only: its name.
const TAB: &str = "schedscope.tab";
/// Whether there is a draft to begin with: `index.html` reads it before anything is painted, which the database is too slow for.
const DRAFTED: &str = "schedscope.drafted";
/// A draft is written so many milliseconds after its last change.
const SOON: u32 = 300;
/// The longest draft, in bytes, that is written at once when the page goes.
const AT_ONCE: usize = 1 << 20;
/// Tabs tell each other here what changed: one of these.
const CHANNEL: &str = "schedscope";
const DRAFTS_CHANGED: &str = "drafts";
const OWN_CHANGED: &str = "own";

/// What this tab keeps.
pub struct Memory {
    inner: Rc<Inner>,
    timer: Cell<Option<Timeout>>,
}

struct Inner {
    act: Callback<Action>,
    /// Opened before anything is read or written.
    shelf: OnceCell<Shelf>,
    /// What reaches the other tabs, if the browser has it.
    channel: Option<BroadcastChannel>,
    tab: RefCell<String>,
    /// A draft that is not known to be kept yet.
    pending: RefCell<Option<Rc<str>>>,
    /// What stands before the text in it.
    frame: RefCell<String>,
    /// Own scenarios as this tab read or wrote them last, with the times of their coming.
    own: RefCell<Table<String, (u64, Rc<str>)>>,
    state: Cell<State>,
    /// Whether the page is about to go: nothing waits then.
    going: Cell<bool>,
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

/// The tab of a draft.
fn tab_of(head: &Head) -> &str {
    head.key.strip_prefix(DRAFT).unwrap_or_default()
}

impl Inner {
    /// Tells whether the last thing could be kept, when that is news.
    fn told(&self, done: Result<(), State>) {
        let state = done.err().unwrap_or_default();
        if self.state.replace(state) != state {
            self.act.emit(Action::Care(Caring::Memory(state)));
        }
    }

    /// Tells the other tabs.
    fn changed(&self, what: &str) {
        if let Some(channel) = &self.channel {
            // A channel of this page's own is never closed, and a word can always be sent.
            let _ = channel.post_message(&what.into());
        }
    }

    /// The key of this tab's draft.
    fn key(&self) -> String {
        format!("{DRAFT}{}", self.tab.borrow())
    }

    /// Writes the draft that waits. Until the database has it, it is one that waits.
    fn flush(self: &Rc<Self>) {
        let Some(text) = self.pending.borrow().clone() else { return };
        let (key, record) = (self.key(), Record { text, at: now(), aside: false });
        let _ = write(local(), DRAFTED, &true);
        if self.going.get() && record.text.len() <= AT_ONCE {
            // What comes of it is told by the database, or by nobody: the page goes.
            let _ = record.keep_at_once(&key);
        }
        let inner = Rc::clone(self);
        spawn_local(async move { inner.write_draft(&key, &record).await });
    }

    /// The page may be about to go: what is not kept yet is kept now.
    fn leave(self: &Rc<Self>) {
        self.going.set(true);
        if let Some(text) = typed::last() {
            self.pending.replace(Some(format!("{}{text}", self.frame.borrow()).into()));
        }
        self.flush();
        end();
    }

    async fn write_draft(&self, key: &str, record: &Record) {
        let Some(shelf) = self.shelf.get() else { return };
        let done = shelf.put(key, record).await;
        if done.is_ok() && self.pending.borrow().as_ref().is_some_and(|it| Rc::ptr_eq(it, &record.text)) {
            self.pending.take();
        }
        self.told(done);
        self.changed(DRAFTS_CHANGED);
    }

    /// From now on this tab has that name.
    fn name(&self, tab: String) {
        // A tab that cannot keep its name is a new one after a reload, and takes over the draft like any new tab.
        let _ = write(session(), TAB, &tab);
        self.tab.replace(tab);
    }

    /// Drafts, the last one first.
    async fn drafts(&self) -> Vec<Head> {
        let Some(shelf) = self.shelf.get() else { return Vec::new() };
        let mut found = shelf.heads(DRAFT).await;
        found.sort_by_key(|head| std::cmp::Reverse(head.at));
        found
    }

    /// What is kept under a draft's key.
    async fn record(&self, key: &str) -> Option<Record> {
        let drafts = self.drafts().await;
        let head = drafts.iter().find(|head| head.key == key)?;
        let text = self.shelf.get()?.text(key).await?;
        Some(Record { text, at: head.at, aside: head.aside })
    }

    /// Lists the drafts that no tab shows, as far as it is known.
    async fn list(&self) {
        let found = self.drafts().await;
        if found.iter().any(|head| !head.aside) {
            // Without it the first picture is that of a scenario, for a moment.
            let _ = write(local(), DRAFTED, &true);
        } else {
            forget(DRAFTED);
        }
        let show = |head: Head| Draft { tab: tab_of(&head).into(), at: head.at, first: head.first, bytes: head.bytes };
        let mine = self.key();
        let found = found.into_iter().filter(|head| head.key != mine).map(show).collect();
        self.act.emit(Action::Care(Caring::Drafts(found)));
    }

    /// Reads own scenarios, in the order of their coming.
    async fn read_own(&self) {
        let Some(shelf) = self.shelf.get() else { return };
        let mut found = Vec::new();
        for head in shelf.heads(OWN).await {
            if let (Some(name), Some(text)) = (head.key.strip_prefix(OWN), shelf.text(&head.key).await) {
                found.push((head.at, Kept { name: name.to_owned(), text }));
            }
        }
        found.sort_by_key(|(at, _)| *at);
        self.own.replace(found.iter().map(|(at, it)| (it.name.clone(), (*at, Rc::clone(&it.text)))).collect());
        self.act.emit(Action::Builder(Build::Remembered(found.into_iter().map(|(_, kept)| kept).collect())));
    }

    /// A new name, and a draft for it.
    async fn copied(&self, text: Option<Rc<str>>) -> Option<Rc<str>> {
        let tab = new_tab();
        hold(&tab).await;
        self.name(tab);
        // A duplicated tab did not run what the other one is at.
        end();
        if let Some(text) = &text {
            self.write_draft(&self.key(), &Record { text: Rc::clone(text), at: now(), aside: false }).await;
        }
        text
    }

    /// The text of this tab's draft, unless it was set aside.
    async fn draft_of(&self, tab: &str, drafts: &[Head]) -> Option<Rc<str>> {
        let head = drafts.iter().find(|head| tab_of(head) == tab && !head.aside)?;
        self.shelf.get()?.text(&head.key).await
    }
}

impl Memory {
    /// Watches over what is to be kept: what is not written yet is written when the page goes.
    pub fn new(act: Callback<Action>) -> Self {
        let channel = BroadcastChannel::new(CHANNEL).ok();
        let inner = Rc::new(Inner {
            act,
            shelf: OnceCell::default(),
            channel,
            tab: RefCell::default(),
            pending: RefCell::default(),
            frame: RefCell::default(),
            own: RefCell::default(),
            state: Cell::default(),
            going: Cell::default(),
        });
        let (goes, comes) = (Rc::clone(&inner), Rc::clone(&inner));
        EventListener::new(&window(), "pagehide", move |_| goes.leave()).forget();
        EventListener::new(&window(), "pageshow", move |_| comes.going.set(false)).forget();
        // The last event of a page that goes, and on some telephones the only one. Firefox cancels a script that runs when the
        // next page is about to come, which may be the one that listens to the first event; then there is this one.
        let seen = Rc::clone(&inner);
        EventListener::new(&document(), "visibilitychange", move |_| {
            if document().hidden() { seen.leave() } else { seen.going.set(false) }
        })
        .forget();
        if let Some(channel) = &inner.channel {
            let other = Rc::clone(&inner);
            EventListener::new(channel, "message", move |event| {
                let said = event.dyn_ref::<MessageEvent>().and_then(|event| event.data().as_string());
                let other = Rc::clone(&other);
                spawn_local(async move {
                    if said.as_deref() == Some(OWN_CHANGED) {
                        other.read_own().await;
                    }
                    other.list().await;
                });
            })
            .forget();
        }
        Self { inner, timer: Cell::default() }
    }

    /// Finds out which tab this is, and gives the draft that it shows by itself. A copy of a tab gets a name of its own; a new
    /// tab takes over the last draft that no other tab shows.
    pub async fn claim(&self) -> Option<Rc<str>> {
        let inner = &self.inner;
        let shelf = Shelf::open().await;
        let shelf = inner.shelf.get_or_init(|| shelf);
        inner.told(shelf.usable());
        shelf.move_old(now(), &new_tab()).await;
        let drafts = inner.drafts().await;
        if let Some(tab) = read::<String>(session(), TAB) {
            let draft = inner.draft_of(&tab, &drafts).await;
            if hold(&tab).await != Hold::Taken {
                inner.name(tab);
                return draft;
            }
            return inner.copied(draft).await;
        }
        for head in drafts.iter().filter(|head| !head.aside) {
            match hold(tab_of(head)).await {
                Hold::Taken => {}
                Hold::Ours => {
                    inner.name(tab_of(head).to_owned());
                    return shelf.text(&head.key).await;
                }
                // Another tab may be showing it.
                Hold::Unknown => return inner.copied(shelf.text(&head.key).await).await,
            }
        }
        inner.copied(None).await
    }

    /// Tells the page what else is kept.
    pub async fn tell(&self) {
        self.inner.read_own().await;
        self.inner.list().await;
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
    ///
    /// Before it stands its `frame`, if it has one; a text that is not `changed` follows from that.
    pub fn draft(&self, frame: String, text: &Rc<str>, changed: bool) {
        typed::known(text);
        let kept = match (frame.as_str(), changed) {
            ("", _) => Rc::clone(text),
            (_, true) => format!("{frame}{text}").into(),
            (_, false) => frame.as_str().into(),
        };
        self.inner.frame.replace(frame);
        self.inner.pending.replace(Some(kept));
        if self.inner.going.get() {
            return self.inner.flush();
        }
        let inner = Rc::clone(&self.inner);
        self.timer.set(Some(Timeout::new(SOON, move || inner.flush())));
    }

    /// Another text takes the place of the draft, which stays as it is; the next one is another record.
    pub fn set_aside(&self) {
        self.timer.set(None);
        let (inner, key, tab) = (Rc::clone(&self.inner), self.inner.key(), new_tab());
        let pending = inner.pending.take();
        inner.frame.take();
        inner.name(tab.clone());
        spawn_local(async move {
            let record = match pending {
                Some(text) => Some(Record { text, at: now(), aside: true }),
                None => inner.record(&key).await.map(|it| Record { aside: true, ..it }),
            };
            if let Some(record) = record {
                inner.write_draft(&key, &record).await;
            }
            hold(&tab).await;
            inner.list().await;
        });
    }

    /// Gives the text of a draft.
    pub(crate) fn open_draft(&self, tab: &str) {
        let (inner, key) = (Rc::clone(&self.inner), format!("{DRAFT}{tab}"));
        spawn_local(async move {
            let Some(shelf) = inner.shelf.get() else { return };
            if let Some(text) = shelf.text(&key).await {
                inner.act.emit(Action::Open(Opening::Text(text)));
            }
        });
    }

    /// Forgets a draft.
    pub(crate) fn forget_draft(&self, tab: &str) {
        let (inner, key) = (Rc::clone(&self.inner), format!("{DRAFT}{tab}"));
        spawn_local(async move {
            let Some(shelf) = inner.shelf.get() else { return };
            shelf.remove(&key).await;
            inner.changed(DRAFTS_CHANGED);
            inner.list().await;
        });
    }

    /// Keeps own scenarios: writes what this tab changed, and nothing else.
    pub(crate) fn keep_own(&self, kept: &[Kept]) {
        let inner = Rc::clone(&self.inner);
        let mut known = inner.own.borrow_mut();
        let at = |it: &Kept| known.get(&it.name).map_or_else(now, |(at, _)| *at);
        let wanted: Table<String, (u64, Rc<str>)> =
            kept.iter().map(|it| (it.name.clone(), (at(it), Rc::clone(&it.text)))).collect();
        let changes = |(name, it): &(&String, &(u64, Rc<str>))| known.get(*name) != Some(it);
        let written: Vec<_> =
            wanted.iter().filter(changes).map(|(name, it)| (format!("{OWN}{name}"), it.clone())).collect();
        let gone = known.keys().filter(|name| !wanted.contains_key(*name));
        let gone: Vec<_> = gone.map(|name| format!("{OWN}{name}")).collect();
        *known = wanted;
        drop(known);
        spawn_local(async move {
            let Some(shelf) = inner.shelf.get() else { return };
            for (key, (at, text)) in written {
                let done = shelf.put(&key, &Record { text, at, aside: false }).await;
                inner.told(done);
            }
            for key in gone {
                shelf.remove(&key).await;
            }
            inner.changed(OWN_CHANGED);
            persist().await;
        });
    }

    /// Keeps how often texts ended the engine.
    pub(crate) fn keep_deaths(&self, deaths: &Table<u64, u32>) {
        let kept = deaths::keep(deaths);
        if kept.is_err() {
            self.inner.told(kept);
        }
    }

    /// Gives all own scenarios and drafts, with the text that is shown, as a file.
    pub fn save_all(&self, shown: &Rc<str>, save: fn(&str)) {
        let (inner, shown) = (Rc::clone(&self.inner), Rc::clone(shown));
        spawn_local(async move {
            let Some(shelf) = inner.shelf.get() else { return };
            let known = inner.own.borrow().clone();
            let mut own: Vec<_> = known.into_iter().map(|(name, (at, text))| (at, name, text)).collect();
            own.sort();
            let mut scenarios: Vec<(String, Rc<str>)> = own.into_iter().map(|(_, name, text)| (name, text)).collect();
            scenarios.push(("(now)".into(), shown));
            let (mine, drafts) = (inner.key(), inner.drafts().await);
            for (head, number) in drafts.iter().filter(|head| head.key != mine).zip(1..) {
                if let Some(text) = shelf.text(&head.key).await {
                    scenarios.push((format!("(draft {number})"), text));
                }
            }
            save(&serde_json::to_string_pretty(&Saved { schedscope: 1, scenarios }).unwrap_or_default());
        });
    }

    /// Forgets everything.
    pub fn forget_all(&self) {
        self.timer.set(None);
        let inner = Rc::clone(&self.inner);
        inner.pending.take();
        inner.own.replace(Table::new());
        local::clear();
        let tab = inner.tab.borrow().clone();
        inner.name(tab);
        spawn_local(async move {
            if let Some(shelf) = inner.shelf.get() {
                shelf.clear().await;
            }
            inner.changed(OWN_CHANGED);
            inner.list().await;
        });
    }
}
