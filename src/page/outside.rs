//! What reaches out of the page: the worker, timers, the address, the clipboard, what is remembered.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use gloo::timers::callback::Timeout;
use gloo::utils::{document, window};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::PopStateEvent;
use yew::Callback;

use crate::acts::{Browsing, Playing};
use crate::address;
use crate::bookmarks;
use crate::bookmarks::Marking;
use crate::builder::files;
use crate::care::{Caring, Failing, Trouble, fingerprint};
use crate::fetching::{fetch, fetch_lesson, fetch_scenario, open_scenario};
use crate::front::{Front, Showing, Toast};
use crate::gallery;
use crate::handing::{copy, save};
use crate::lang::Lang;
use crate::lesson;
use crate::lesson::hidden;
use crate::lesson::{Errand, Learning};
use crate::memory;
use crate::memory::{Memory, recall};
use crate::offline;
use crate::opening::Opening;
use crate::page_part::{PagePart, Stands};
use crate::parts;
use crate::report;
use crate::settings::Theme;
use crate::share::embed;
use crate::share::link::SCENARIO;
use crate::site;
use crate::store::{Action, Effect, Store};
use crate::talk;
use crate::worker_link::{Heard, WorkerLink};
use wire::Reply;

/// How many milliseconds the worker has to stop when it is told to.
const TO_STOP: u32 = 150;

/// Everything outside.
pub struct Outside {
    act: Callback<Action>,
    worker: RefCell<Option<WorkerLink>>,
    memory: Rc<Memory>,
    /// Runs while the worker is waited for to stop.
    stopping: Rc<Cell<Option<Timeout>>>,
    tick: Cell<Option<Timeout>>,
    fade: Cell<Option<Timeout>>,
    dressed: RefCell<Option<(Lang, Theme)>>,
    /// The document's title, while another one stands in its place.
    title: RefCell<Option<String>>,
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
            title: RefCell::default(),
        };
        outside.start_worker();
        outside
    }

    /// Keeps the page for visits without a network.
    pub(crate) fn keep_offline(&self) {
        offline::keep(&self.act);
    }

    /// Starts a worker in the place of the one before.
    fn start_worker(&self) {
        // The one before ends first: two engines at once are too much for some machines.
        self.worker.take();
        self.stopping.take();
        let (hear, stopping) = (self.act.clone(), Rc::clone(&self.stopping));
        let worker = WorkerLink::start(move |heard| match heard {
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

    /// The language that the page comes up in.
    pub fn language() -> Lang {
        recall("schedscope.lang").unwrap_or_else(|| {
            let chinese = document().document_element().and_then(|root| root.get_attribute("lang"));
            if chinese.is_some_and(|lang| lang.starts_with("zh")) { Lang::Zh } else { Lang::En }
        })
    }

    /// A state in a language, with what was remembered from the last visit.
    pub fn remembered(lang: Lang) -> Store {
        let mut parts = Store::default().parts;
        if lang == Lang::Zh {
            parts[PagePart::Chinese as usize] = Stands::Here;
        }
        let theme = recall("schedscope.theme").unwrap_or_default();
        if let Some((share, theme)) = embed::wanted() {
            let front = Front { presents: true, ..Front::default() };
            return Store { lang, theme, front, parts, share, ..Store::default() };
        }
        // Drawers stand as they were left. On a first visit they are closed.
        let mut store = Store { lang, theme, parts, ..Store::default() };
        (store.front.editor, store.inspector.folded, store.console.open, store.front.lanes) =
            recall("schedscope.drawers").unwrap_or_default();
        // Above the stage it would push what a link shows out of the window.
        store.front.editor &= !site::is_narrow();
        store.selection.measure = recall("schedscope.measure").unwrap_or_default();
        store.course.predict.on = recall("schedscope.predict").unwrap_or_default();
        store
    }

    /// Opens what the address names, or the first scenario.
    pub fn first(&self) {
        if site::embedded() {
            address::open(&self.act, true);
        } else {
            self.take_up();
        }
        let act = self.act.clone();
        gloo::events::EventListener::new(&window(), "popstate", move |event| {
            let left = event.dyn_ref::<PopStateEvent>().and_then(|event| event.state().as_string());
            match left.filter(|_| !address::teaches()) {
                Some(link) if link.starts_with('#') => address::follow(&act, &link, false),
                Some(text) => act.emit(Action::Open(Opening::Text(text.into()))),
                None => address::open(&act, false),
            }
        })
        .forget();
        // The browser's own way out of full screen ends the presentation too: some browsers keep that key to themselves.
        let act = self.act.clone();
        gloo::events::EventListener::new(&document(), "fullscreenchange", move |_| {
            if document().fullscreen_element().is_none() {
                act.emit(Action::Front(Showing::Present(false)));
            }
        })
        .forget();
    }

    /// Goes on with the draft of this tab, and opens what the address names, or the first scenario.
    fn take_up(&self) {
        let (act, memory) = (self.act.clone(), Rc::clone(&self.memory));
        spawn_local(async move {
            // An empty text is nothing to go on with.
            let draft = memory.claim().await.filter(|text| !text.trim().is_empty());
            let (deaths, crashed) = memory::deaths();
            if !deaths.is_empty() {
                act.emit(Action::Care(Caring::Deaths(deaths, crashed)));
            }
            // A draft is opened before what the address names, so that this takes its place as it would later.
            let (has_draft, names) = (draft.is_some(), address::names());
            if let Some(text) = draft {
                act.emit(if names { Action::Care(Caring::Mine(text)) } else { Action::Open(Opening::Draft(text)) });
            }
            if names || !has_draft {
                address::open(&act, !has_draft);
            }
            memory.tell().await;
        });
    }

    /// Does what a change of state asks for.
    pub fn perform(&self, store: &Rc<Store>, effect: Effect) {
        match effect {
            Effect::Run { .. }
            | Effect::Cancel
            | Effect::Check { .. }
            | Effect::Details { .. }
            | Effect::Ask(_)
            | Effect::Export(_)
            | Effect::Read { .. }
            | Effect::StopReading => {
                self.order(store, &effect);
            }
            Effect::Walk(entries, add) => parts::walk(&self.act, entries, add),
            Effect::Opened(opened, add) => files::opened(opened, add, &self.act),
            Effect::Restart => self.start_worker(),
            Effect::Ended => memory::end(),
            Effect::Reload => drop(window().location().reload()),
            Effect::KeepDeaths => self.memory.keep_deaths(&store.care.deaths),
            Effect::Report => {
                let text = report::of(store);
                copy(&self.act, &text, Toast::Text, Some(Trouble::ByHand(text.as_str().into())));
            }
            Effect::Save(text, name) => save(&text, name),
            Effect::Copy(text) => copy(&self.act, &text, Toast::Text, None),
            Effect::Tick { beat, after } => {
                let act = self.act.clone();
                self.tick.set(Some(Timeout::new(after, move || act.emit(Action::Player(Playing::Tick(beat))))));
            }
            Effect::Fetch(number, step) => {
                open_scenario(&self.act, number, if step { Opening::Visit } else { Opening::Scenario });
            }
            Effect::Watch => open_scenario(&self.act, gallery::first(), Opening::Watch),
            Effect::FetchEntries => {
                let act = self.act.clone();
                spawn_local(async move {
                    if let Some(json) = fetch(gallery::INDEX).await {
                        act.emit(Action::Gallery(Browsing::Entries(json.into())));
                    }
                });
            }
            Effect::FetchPart(part, waiting) => parts::fetch(&self.act, part, waiting),
            Effect::Learn(errand) => self.learn(store, errand),
            Effect::Keep => {
                self.memory.keep("schedscope.lang", &store.lang);
                self.memory.keep("schedscope.theme", &store.theme);
            }
            Effect::KeepPredict => self.memory.keep("schedscope.predict", &store.course.predict.on),
            Effect::KeepMeasure => self.memory.keep("schedscope.measure", &store.selection.measure),
            Effect::KeepDrawers => {
                let drawers = (store.front.editor, store.inspector.folded, store.console.open, store.front.lanes);
                self.memory.keep("schedscope.drawers", &drawers);
            }
            Effect::FullScreen(fill) => {
                // A browser that does not let the page do so shows the same in its window.
                if fill {
                    let _ = document().document_element().map(|root| root.request_fullscreen());
                } else if document().fullscreen_element().is_some() {
                    document().exit_fullscreen();
                }
            }
            Effect::Draft => {
                let (frame, changed) = lesson::place::kept(store);
                self.memory.draft(frame, &store.builder.text, changed);
            }
            Effect::SetAside => self.memory.set_aside(),
            Effect::OpenDraft(tab) => self.memory.open_draft(&tab),
            Effect::ForgetDraft(tab) => self.memory.forget_draft(&tab),
            Effect::ForgetAll => self.memory.forget_all(),
            Effect::SaveAll => self.memory.save_all(&store.builder.text, |text| save(text, "schedscope.json")),
            Effect::KeepOwn => self.memory.keep_own(&store.builder.kept),
            Effect::KeepMarks if store.bookmarks.is_empty() => memory::forget(&bookmarks::update::key(&store.run)),
            Effect::KeepMarks => self.memory.keep(&bookmarks::update::key(&store.run), &store.bookmarks),
            Effect::RecallMarks => {
                let kept = recall(&bookmarks::update::key(&store.run)).unwrap_or_default();
                self.act.emit(Action::Bookmarks(Marking::Remembered(kept)));
            }
            Effect::Download => save(&store.builder.text, "scenario.yaml"),
            Effect::Share => parts::share(&self.act, store),
            Effect::Unpack(link, or_first) => parts::unpack(&self.act, link, or_first),
            Effect::Fade => {
                let act = self.act.clone();
                self.fade.set(Some(Timeout::new(4000, move || act.emit(Action::Front(Showing::Toast(None))))));
            }
            Effect::Visit { left } => address::visit(store, &left),
            Effect::Unlink => address::unlink(store),
        }
    }

    /// What lessons ask for.
    fn learn(&self, store: &Store, errand: Errand) {
        let act = self.act.clone();
        match errand {
            Errand::Course => spawn_local(async move {
                if let Some(json) = fetch(lesson::INDEX).await {
                    act.emit(Action::Lesson(Learning::Course(json.into())));
                }
            }),
            Errand::Terms => spawn_local(async move {
                if let Some(json) = fetch(lesson::TERMS).await {
                    act.emit(Action::Lesson(Learning::Terms(json.into())));
                }
            }),
            Errand::Fetch { name, step, visit } => fetch_lesson(&act, name, step, visit, false),
            Errand::Read { text, scenario: None } if own_scenario(&text).is_some() => {
                let number = own_scenario(&text).unwrap_or_default();
                fetch_scenario(&act, number, move |_, scenario| {
                    Action::Lesson(Learning::Open { text, scenario: Some(scenario) })
                });
            }
            Errand::Read { text, scenario } => {
                lesson::own::read(&act, store.lang, &text, scenario.as_deref());
            }
            Errand::Address => {
                if let Some(taken) = &store.course.taken {
                    address::replace(&lesson::fragment(taken));
                }
            }
            Errand::Leave { scenario } if scenario.is_empty() => address::replace(""),
            Errand::Leave { scenario } => address::replace(&format!("{SCENARIO}={scenario}")),
            Errand::Visit { left } => {
                if let Some(taken) = &store.course.taken {
                    address::take(taken, &left);
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

    /// The page of a scenario is called after it, which may tell what is asked: meanwhile it has the name of the site alone.
    fn entitle(&self, hides: bool) {
        let mut kept = self.title.borrow_mut();
        if hides == kept.is_some() {
            return;
        }
        match kept.take() {
            Some(own) => document().set_title(&own),
            None => {
                *kept = Some(document().title());
                document().set_title("Schedscope");
            }
        }
    }

    /// Gives the document its language and theme.
    pub(crate) fn dress(&self, store: &Store) {
        self.entitle(hidden::hides(store));
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

/// The built-in scenario that somebody's own lesson names.
fn own_scenario(text: &str) -> Option<usize> {
    gallery::named(lesson::own::scenario(text)?)
}

/// Whether the system shows things dark.
pub(crate) fn system_is_dark() -> bool {
    window().match_media("(prefers-color-scheme: dark)").ok().flatten().is_some_and(|query| query.matches())
}
