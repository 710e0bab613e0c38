//! The text itself. The element `<manifest-text>` holds it; what is typed reaches the page when the fingers rest for a moment, and what
//! the page finds wrong is marked there.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use gloo::timers::callback::Timeout;
use js_sys::{Array, Function};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use wasm_bindgen_futures::spawn_local;
use web_sys::KeyboardEvent;
use yew::{Callback, Component, Context, Html, NodeRef, html};

use crate::builder::Build;
use crate::builder::outline::LONGEST;
use crate::builder::read::Read;
use crate::editor::area;
use crate::editor::area::Area;
use crate::editor::complete::complete;
use crate::lang::Lang;
use crate::memory::typed;
use crate::page_part::Stands;
use crate::sees;
use crate::sees::Sees;
use crate::store::{Action, Store};
use crate::view::Props;
use api::problem::Finding;

/// Longer texts are checked when they run.
const CHECKED: usize = 300_000;
/// So many problems are marked in the text; the list above it has more.
const MARKED: usize = 200;
/// Milliseconds without a key after which the page hears of what was typed, and after which it is checked.
const REST: u32 = 150;
const PAUSE: u32 = 500;

pub enum Msg {
    /// The element's program is there, or cannot be had.
    Came(bool),
    /// Try once more.
    Again,
    /// Somebody typed.
    Input,
    /// Tell the page.
    Send,
    /// The page was told this.
    Sent(Rc<str>),
    /// Look for what is wrong.
    Check,
}

/// What completion knows: the objects of the text as it could be read last, and the language.
struct Known {
    settled: RefCell<Read>,
    lang: Cell<Lang>,
}

/// What the editor of the text draws.
pub(crate) const SEES: Sees = sees::LANG | sees::RUN | sees::BUILDER;

/// The editor of the text.
pub struct TextEditor {
    area: NodeRef,
    stands: Stands,
    /// What the page was told last, or told us.
    sent: Rc<str>,
    /// Whether something was typed that the page does not know.
    ahead: Rc<Cell<bool>>,
    /// Whether the element must be given the text.
    stale: bool,
    known: Rc<Known>,
    /// What the element shows as wrong, and the language in which it is told.
    marked: Option<(Vec<Finding>, Lang)>,
    sending: Option<Timeout>,
    checking: Option<Timeout>,
    /// The last place that was gone to.
    gone: usize,
    calls: Option<Calls>,
}

/// What fits between two halves of a document, and whether somebody asked for it.
type Fits = Closure<dyn Fn(String, String, bool) -> JsValue>;

/// What the element calls. It is kept as long as the element may call it.
struct Calls {
    _fits: Fits,
    _input: Closure<dyn Fn()>,
    _rest: Closure<dyn Fn()>,
}

impl Component for TextEditor {
    type Message = Msg;
    type Properties = Props;

    fn create(ctx: &Context<Self>) -> Self {
        let store = &ctx.props().view.store;
        fetch(ctx);
        Self {
            area: NodeRef::default(),
            stands: Stands::Coming,
            sent: Rc::clone(&store.builder.text),
            ahead: Rc::default(),
            stale: true,
            known: Rc::new(Known { settled: RefCell::new(store.builder.read()), lang: Cell::new(store.lang) }),
            marked: None,
            sending: None,
            checking: None,
            gone: store.builder.goals,
            calls: None,
        }
    }

    fn changed(&mut self, ctx: &Context<Self>, old: &Props) -> bool {
        let (store, before) = (&ctx.props().view.store, &old.view.store.builder.text);
        self.known.lang.set(store.lang);
        if !Rc::ptr_eq(&store.builder.text, before) && store.builder.text != *before && store.builder.text != self.sent
        {
            // Somebody else changed it: undo, a scenario, a file.
            self.sending = None;
            self.ahead.set(false);
            self.sent = Rc::clone(&store.builder.text);
            self.known.settled.replace(store.builder.read());
            self.stale = true;
        }
        true
    }

    fn update(&mut self, ctx: &Context<Self>, msg: Msg) -> bool {
        match msg {
            Msg::Came(came) => {
                self.stands = if came { Stands::Here } else { Stands::Failed };
                self.gone = self.gone.min(ctx.props().view.store.builder.goals.saturating_sub(1));
                if came && !ctx.props().view.store.runs_as_written() {
                    ctx.link().send_message(Msg::Check);
                }
            }
            Msg::Again => {
                self.stands = Stands::Coming;
                fetch(ctx);
            }
            Msg::Input => {
                let link = ctx.link().clone();
                self.sending = Some(Timeout::new(REST, move || link.send_message(Msg::Send)));
                let link = ctx.link().clone();
                self.checking = Some(Timeout::new(PAUSE, move || link.send_message(Msg::Check)));
                return false;
            }
            Msg::Send => self.send(ctx),
            Msg::Sent(text) => {
                self.sending = None;
                self.sent = text;
            }
            Msg::Check => self.check(ctx),
        }
        true
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let Props { view, act, .. } = ctx.props();
        let (lang, link) = (view.store.lang, ctx.link());
        let (area, act, ahead) = (self.area.clone(), act.clone(), Rc::clone(&self.ahead));
        let sent = link.callback(Msg::Sent);
        let onkeydown = Callback::from(move |event: KeyboardEvent| {
            // The key may run or share the text, which must not be older than what is seen. A message to this component would
            // come after what the page makes of the key.
            if (event.ctrl_key() || event.meta_key())
                && ahead.take()
                && let Some(area) = area.get()
            {
                let text: Rc<str> = area.unchecked_into::<Area>().value().into();
                act.emit(Action::Builder(Build::Edit(Rc::clone(&text))));
                sent.emit(text);
            }
        });
        let again = link.callback(|_: yew::MouseEvent| Msg::Again);
        html! {
            <>
            <div class="sheet" {onkeydown}>
                if self.stands == Stands::Failed {
                    <div class="coming" role="alert">
                        <p>{ lang.care().part_failed }</p>
                        <button type="button" class="plain" onclick={again}>{ lang.care().try_again }</button>
                    </div>
                } else {
                    <manifest-text ref={&self.area} />
                }
            </div>
            <p class="sheet-keys" aria-hidden="true">{ lang.build().editor_keys }</p>
            </>
        }
    }

    fn rendered(&mut self, ctx: &Context<Self>, _first: bool) {
        let Some(area) = self.area() else { return };
        let store = &ctx.props().view.store;
        if self.calls.is_none() {
            self.calls = Some(calls(ctx, &area, &self.known, &self.ahead));
        }
        if std::mem::take(&mut self.stale) && *area.value() != *store.builder.text {
            area.set_value(&store.builder.text);
            self.marked = None;
        }
        self.mark(&area, store);
        if let Some((line, column)) = store.builder.goal.filter(|_| store.builder.goals != self.gone) {
            self.gone = store.builder.goals;
            area.go(u32::try_from(line).unwrap_or(u32::MAX), u32::try_from(column).unwrap_or(u32::MAX));
        }
    }

    fn destroy(&mut self, ctx: &Context<Self>) {
        self.send(ctx);
    }
}

fn fetch(ctx: &Context<TextEditor>) {
    let link = ctx.link().clone();
    spawn_local(async move { link.send_message(Msg::Came(area::fetch().await)) });
}

/// Connects the element with what it calls.
fn calls(ctx: &Context<TextEditor>, area: &Area, known: &Rc<Known>, ahead: &Rc<Cell<bool>>) -> Calls {
    let known = Rc::clone(known);
    let fits: Fits = Closure::new(move |before: String, after: String, asked: bool| {
        let caret = before.len();
        let found = complete(&[before.as_str(), &after].concat(), caret, known.settled.borrow().outline(), asked);
        area::offered(&before, found, known.lang.get())
    });
    area.set_complete(fits.as_ref().unchecked_ref());
    let (link, place, ahead) = (ctx.link().clone(), area.clone(), Rc::clone(ahead));
    let input: Closure<dyn Fn()> = Closure::new(move || {
        // Before Yew has time for a message, the page may be gone.
        typed(&place);
        ahead.set(true);
        link.send_message(Msg::Input);
    });
    let link = ctx.link().clone();
    let rest = Closure::<dyn Fn()>::new(move || link.send_message(Msg::Send));
    let listen = |event: &str, call: &Function| area.add_event_listener_with_callback(event, call);
    // An element takes any listener.
    let _ = listen("input", input.as_ref().unchecked_ref());
    let _ = listen("change", rest.as_ref().unchecked_ref());
    Calls { _fits: fits, _input: input, _rest: rest }
}

impl TextEditor {
    /// The element, once it is there.
    fn area(&self) -> Option<Area> {
        (self.stands == Stands::Here).then(|| self.area.get()).flatten().map(JsCast::unchecked_into)
    }

    fn send(&mut self, ctx: &Context<Self>) {
        self.sending = None;
        if self.ahead.take()
            && let Some(area) = self.area()
        {
            let text: Rc<str> = area.value().into();
            if text != self.sent {
                self.sent = Rc::clone(&text);
                ctx.props().act.emit(Action::Builder(Build::Edit(text)));
            }
        }
    }

    fn check(&mut self, ctx: &Context<Self>) {
        self.checking = None;
        self.send(ctx);
        if self.sent.len() <= LONGEST {
            // What is typed is the page's text by now, or will be soon.
            let fresh = ctx.props().view.store.builder.read_of(&self.sent);
            if fresh.outline().readable {
                self.known.settled.replace(fresh);
            }
        }
        if self.sent.len() <= CHECKED {
            ctx.props().act.emit(Action::Builder(Build::Check));
        }
    }

    /// Shows what is wrong at its place.
    fn mark(&mut self, area: &Area, store: &Store) {
        let found = store.problems();
        let found = &found[..found.len().min(MARKED)];
        let told = self.marked.as_ref().map(|(_, lang)| *lang);
        if told != Some(store.lang) {
            area.tell(&area::words(store.lang));
        }
        if told == Some(store.lang) && self.marked.as_ref().is_some_and(|(before, _)| before == found) {
            return;
        }
        let list = found.iter().filter(|it| it.place.line > 0).map(|it| {
            let (what, _) = store.lang.problem(&it.problem);
            Array::of3(&it.place.line.into(), &it.place.column.into(), &what.into())
        });
        area.set_problems(&list.collect());
        self.marked = Some((found.to_vec(), store.lang));
    }
}
