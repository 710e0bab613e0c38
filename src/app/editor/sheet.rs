//! The text itself: colours under a text area, line numbers, what is wrong beside its line, completion.
//!
//! The text area is as large as its text and scrolls with the colours as one. Only the lines in sight are coloured, so
//! that long texts stay quick; what is typed reaches the page when the fingers rest for a moment.

use std::cell::Cell;
use std::ops::Range;
use std::rc::Rc;

use gloo::timers::callback::Timeout;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{ClipboardEvent, HtmlElement, HtmlTextAreaElement, KeyboardEvent};
use yew::{Component, Context, Html, MouseEvent, NodeRef, html};

use crate::api::problem::Finding;
use crate::app::builder::Build;
use crate::app::builder::outline::LONGEST;
use crate::app::builder::read::Read;
use crate::app::editor::complete::{Completion, complete};
use crate::app::editor::ink::columns;
use crate::app::editor::ink::{Lines, ink};
use crate::app::editor::keys::{self, Change, byte_at, units_at};
use crate::app::lang::Lang;
use crate::app::memory::typed;
use crate::app::store::{Action, Store};
use crate::app::view::Props;

/// Height of a line and of the space above the first, in pixels; `sheet.css` says the same.
const LINE: usize = 18;
const TOP: usize = 8;
/// Lines that are drawn above and below those in sight.
const BEYOND: usize = 30;
/// Texts with wider lines have no colours, as those have none that are too long to be read in passing.
const WIDEST: usize = 5000;
/// Longer texts are checked when they run.
const CHECKED: usize = 300_000;
/// A longer text is not pasted by the browser: see [`Sheet::paste`].
const LARGE: usize = 50_000;
/// Milliseconds without a key after which the page hears of what was typed, and after which it is checked.
const REST: u32 = 150;
const PAUSE: u32 = 500;

/// What stands between a key and its usual meaning.
#[derive(Clone, Copy, Default, PartialEq)]
struct Mode {
    /// Suggestions are shown.
    offering: bool,
    /// Escape was pressed: the next Tab leaves.
    leaving: bool,
}

/// A key that means something here.
#[derive(Clone, Copy, PartialEq)]
pub enum Press {
    Tab(bool),
    Enter,
    Comment,
    Offer,
    Up,
    Down,
    Accept,
    Escape,
}

pub enum Msg {
    /// The text area has another text.
    Input,
    Press(Press),
    /// A large text comes in the place of what is chosen.
    Paste(String),
    Accept(usize),
    /// Another part is in sight.
    Scroll,
    /// Tell the page.
    Send,
    /// The page was told this.
    Sent(Rc<str>),
    /// Look for what is wrong.
    Check,
    /// The caret went elsewhere.
    Moved,
    Leave,
}

struct Offer {
    completion: Completion,
    chosen: usize,
    /// Line and column, for its place.
    at: (usize, usize),
}

/// The editor of the text.
pub struct Sheet {
    area: NodeRef,
    scroller: NodeRef,
    list: NodeRef,
    /// What stands in the text area.
    text: Rc<str>,
    /// What the page was told last.
    sent: Rc<str>,
    lines: Lines,
    /// The text as it could be read last, and its objects, once they are asked for.
    settled: Read,
    /// Whether the text area must be given the text.
    stale: bool,
    /// The first line in sight, and how many are.
    sight: (usize, usize),
    mode: Rc<Cell<Mode>>,
    offer: Option<Offer>,
    sending: Option<Timeout>,
    checking: Option<Timeout>,
    /// The last place that was gone to.
    gone: usize,
    /// Whether the caret has to be in sight, and how high the sheet was.
    follow: bool,
    height: i32,
}

/// What is wrong with the text as it stands now.
pub fn problems(store: &Store) -> &[Finding] {
    if store.text == store.ran { &store.problems } else { &store.builder.found }
}

impl Component for Sheet {
    type Message = Msg;
    type Properties = Props;

    fn create(ctx: &Context<Self>) -> Self {
        let text = Rc::clone(&ctx.props().view.store.text);
        Self {
            area: NodeRef::default(),
            scroller: NodeRef::default(),
            list: NodeRef::default(),
            lines: Lines::new(&text),
            settled: ctx.props().view.store.read(),
            sent: Rc::clone(&text),
            text,
            stale: true,
            sight: (0, 60),
            mode: Rc::default(),
            offer: None,
            sending: None,
            checking: None,
            gone: 0,
            follow: false,
            height: 0,
        }
    }

    fn changed(&mut self, ctx: &Context<Self>, old: &Props) -> bool {
        let (text, before) = (&ctx.props().view.store.text, &old.view.store.text);
        if !Rc::ptr_eq(text, before) && text != before && *text != self.sent {
            // Somebody else changed it: undo, a scenario, a file.
            self.sending = None;
            self.text = Rc::clone(text);
            self.sent = Rc::clone(text);
            self.lines = Lines::new(text);
            self.settled = ctx.props().view.store.read();
            self.stale = true;
            self.set_offer(None);
        }
        true
    }

    fn update(&mut self, ctx: &Context<Self>, msg: Msg) -> bool {
        let Some(area) = self.area.cast::<HtmlTextAreaElement>() else { return false };
        match msg {
            Msg::Input => {
                typed(&area);
                self.text = area.value().into();
                self.lines = Lines::new(&self.text);
                self.follow = true;
                self.propose(&area, false);
                let link = ctx.link().clone();
                self.sending = Some(Timeout::new(REST, move || link.send_message(Msg::Send)));
                let link = ctx.link().clone();
                self.checking = Some(Timeout::new(PAUSE, move || link.send_message(Msg::Check)));
            }
            Msg::Press(press) => self.press(ctx, &area, press),
            Msg::Paste(text) => {
                self.paste(&area, &text.replace("\r\n", "\n"));
                ctx.link().send_message(Msg::Input);
            }
            Msg::Accept(index) => self.accept(&area, index),
            Msg::Scroll => {
                let sight = self.in_sight();
                if sight == self.sight {
                    return false;
                }
                self.sight = sight;
            }
            Msg::Send => self.send(ctx),
            Msg::Sent(text) => {
                self.sending = None;
                self.sent = text;
            }
            Msg::Check => self.check(ctx),
            Msg::Moved => self.set_offer(None),
            Msg::Leave => {
                self.send(ctx);
                self.set_offer(None);
                self.mode.set(Mode::default());
            }
        }
        true
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let Props { view, .. } = ctx.props();
        let (store, words, link) = (&view.store, view.words, ctx.link());
        let long = self.is_long();
        let problems = problems(store);
        let first = self.sight.0.saturating_sub(BEYOND).min(self.lines.count());
        let drawn = first..(self.sight.0 + self.sight.1 + BEYOND).min(self.lines.count());
        let mode = Rc::clone(&self.mode);
        let press = link.callback(Msg::Press);
        let (area, act, known) = (self.area.clone(), ctx.props().act.clone(), Rc::clone(&store.text));
        let sent = link.callback(Msg::Sent);
        let onkeydown = yew::Callback::from(move |event: KeyboardEvent| {
            // The key may run or share the text, which must not be older than what is seen. A message to this component would
            // come after what the page makes of the key.
            if (event.ctrl_key() || event.meta_key())
                && let Some(text) = area.cast::<HtmlTextAreaElement>().map(|area| area.value())
                && *text != *known
            {
                let text: Rc<str> = text.into();
                act.emit(Action::Edit(Rc::clone(&text)));
                sent.emit(text);
            }
            if let Some(meant) = meaning(&event, mode.get()) {
                event.prevent_default();
                event.stop_propagation();
                press.emit(meant);
            } else if event.key() != "Shift" && event.key() != "Tab" {
                mode.set(Mode { leaving: false, ..mode.get() });
            }
        });
        let (area, input) = (self.area.clone(), link.callback(|()| Msg::Input));
        let oninput = yew::Callback::from(move |_| {
            // Before Yew has time for a message, the page may be gone.
            area.cast::<HtmlTextAreaElement>().iter().for_each(typed);
            input.emit(());
        });
        let paste = link.callback(Msg::Paste);
        let onpaste = yew::Callback::from(move |event: web_sys::Event| {
            let data = event.dyn_ref::<ClipboardEvent>().and_then(ClipboardEvent::clipboard_data);
            let text = data.and_then(|data| data.get_data("text/plain").ok()).filter(|text| text.len() > LARGE);
            if let Some(text) = text {
                event.prevent_default();
                paste.emit(text);
            }
        });
        let height = format!("height: max(100%, {}px)", self.lines.count() * LINE + 2 * TOP + LINE);
        // A long text scrolls by itself; nothing lies under it that would need as much room.
        let width = format!("width: max(100%, calc({}ch + 32px))", self.lines.widest);
        let room = if long { String::new() } else { format!("{height}; {width}") };
        let offering = self.offer.as_ref();
        let active = offering.map(|offer| format!("suggestion-{}", offer.chosen));
        html! {
            <>
            <div class={if long { "sheet long" } else { "sheet" }} ref={&self.scroller} onscroll={link.callback(|_| Msg::Scroll)}>
                if !long { <div class="gutter" aria-hidden="true" ~style={height}><pre ~style={top(first)}>{ numbers(drawn.clone(), problems) }</pre></div> }
                <div class="leaf" ~style={room}>
                    if !long { <pre class="ink" aria-hidden="true" ~style={top(first)}>{ for drawn.map(|line| self.line(line, problems, store.lang)) }</pre> }
                    <textarea ref={&self.area} spellcheck="false" autocapitalize="off" autocomplete="off" wrap="off"
                        aria-label={words.manifests} aria-describedby="findings sheet-keys" placeholder={words.drop_hint}
                        aria-invalid={(!problems.is_empty()).then_some("true")}
                        aria-autocomplete="list" aria-haspopup="listbox" aria-controls={offering.map(|_| "suggestions")} aria-activedescendant={active}
                        {onkeydown} {onpaste} {oninput} onblur={link.callback(|_| Msg::Leave)} onmousedown={link.callback(|_| Msg::Moved)} />
                    // Always there, as another number of children would make another text area.
                    <div>{ offering.map(|offer| self.suggestions(ctx, offer)) }</div>
                </div>
            </div>
            <p id="sheet-keys" class="sheet-keys">
                if long { <span role="status">{ store.lang.build().too_long_for_colours }{ " " }</span> }
                <span>{ store.lang.build().editor_keys }</span>
            </p>
            </>
        }
    }

    fn rendered(&mut self, ctx: &Context<Self>, first: bool) {
        let Some(area) = self.area.cast::<HtmlTextAreaElement>() else { return };
        if std::mem::take(&mut self.stale) && *area.value() != *self.text {
            area.set_value(&self.text);
        }
        if let (Some(list), Some(offer)) = (self.list.cast::<HtmlElement>(), &self.offer) {
            list.set_scroll_top(i32::try_from(offer.chosen.saturating_sub(3) * 24).unwrap_or_default());
        }
        self.keep_in_sight(&area);
        let store = &ctx.props().view.store;
        if let Some((line, column)) = store.builder.goal.filter(|_| store.builder.goals != self.gone) {
            self.gone = store.builder.goals;
            self.go(&area, line, column);
        }
        if first {
            self.gone = store.builder.goals;
            ctx.link().send_message(Msg::Scroll);
            if *store.text != *store.ran {
                ctx.link().send_message(Msg::Check);
            }
        }
    }

    fn destroy(&mut self, ctx: &Context<Self>) {
        self.send(ctx);
    }
}

/// What a key means while it is typed into the text.
fn meaning(event: &KeyboardEvent, mode: Mode) -> Option<Press> {
    // An input method is at work: its keys are its own.
    if event.is_composing() || event.alt_key() {
        return None;
    }
    let held = event.ctrl_key() || event.meta_key();
    Some(match (event.key().as_str(), held) {
        (" ", true) => Press::Offer,
        ("/", true) => Press::Comment,
        (_, true) => return None,
        ("ArrowUp", _) if mode.offering => Press::Up,
        ("ArrowDown", _) if mode.offering => Press::Down,
        ("Enter" | "Tab", _) if mode.offering && !event.shift_key() => Press::Accept,
        ("Escape", _) => Press::Escape,
        ("Tab", _) if !mode.leaving => Press::Tab(event.shift_key()),
        ("Enter", _) => Press::Enter,
        _ => return None,
    })
}

impl Sheet {
    fn set_offer(&mut self, offer: Option<Offer>) {
        self.mode.set(Mode { offering: offer.is_some(), leaving: false });
        self.offer = offer;
    }

    /// The bytes that are chosen.
    fn chosen(&self, area: &HtmlTextAreaElement) -> Range<usize> {
        let at = |units: Result<Option<u32>, JsValue>| byte_at(&self.text, units.ok().flatten().unwrap_or(0) as usize);
        at(area.selection_start())..at(area.selection_end())
    }

    fn press(&mut self, ctx: &Context<Self>, area: &HtmlTextAreaElement, press: Press) {
        // The text area may be ahead of what was heard.
        self.text = area.value().into();
        let chosen = self.chosen(area);
        match press {
            Press::Tab(out) => self.write(area, &keys::indent(&self.text, chosen, out)),
            Press::Enter => self.write(area, &keys::newline(&self.text, chosen)),
            Press::Comment => self.write(area, &keys::comment(&self.text, chosen)),
            Press::Offer => {
                self.lines = Lines::new(&self.text);
                self.propose(area, true);
            }
            Press::Escape => {
                let leaving = self.offer.is_none();
                self.set_offer(None);
                self.mode.set(Mode { leaving, offering: false });
                self.send(ctx);
            }
            Press::Accept => self.accept(area, self.offer.as_ref().map_or(0, |offer| offer.chosen)),
            Press::Up | Press::Down => {
                if let Some(offer) = &mut self.offer {
                    let count = offer.completion.items.len();
                    offer.chosen = (offer.chosen + if press == Press::Down { 1 } else { count - 1 }) % count;
                }
            }
        }
    }

    /// Writes as if it had been typed, so that the browser can take it back.
    fn write(&self, area: &HtmlTextAreaElement, change: &Change) {
        let units = |byte| u32::try_from(units_at(&self.text, byte)).unwrap_or(u32::MAX);
        let (start, end) = (units(change.span.start), units(change.span.end));
        let _ = area.focus();
        let _ = area.set_selection_range(start, end);
        let document = gloo::utils::document();
        let (command, text) = if change.text.is_empty() {
            ("delete", JsValue::NULL)
        } else {
            ("insertText", change.text.as_str().into())
        };
        let typed = js_sys::Reflect::get(&document, &"execCommand".into())
            .and_then(|it| it.dyn_into::<js_sys::Function>())
            .and_then(|it| it.call3(&document, &command.into(), &false.into(), &text));
        let something = start != end || !change.text.is_empty();
        if something && !typed.is_ok_and(|done| done.is_truthy()) {
            let _ = area.set_range_text_with_start_and_end(&change.text, start, end);
            let _ = web_sys::Event::new("input").and_then(|event| area.dispatch_event(&event));
        }
        let after = area.value();
        let units = |byte| u32::try_from(units_at(&after, byte)).unwrap_or(u32::MAX);
        let _ = area.set_selection_range(units(change.chosen.start), units(change.chosen.end));
    }

    /// Puts a large text in the place of what is chosen. Inserted as if it were typed, a megabyte takes Chromium more than a minute;
    /// as a new value of the whole it takes a moment. The browser cannot take that back, but the builder can.
    fn paste(&mut self, area: &HtmlTextAreaElement, pasted: &str) {
        self.text = area.value().into();
        let chosen = self.chosen(area);
        let before = [&self.text[..chosen.start], pasted].concat();
        let caret = u32::try_from(units_at(&before, before.len())).unwrap_or(u32::MAX);
        area.set_value(&(before + &self.text[chosen.end..]));
        let _ = area.set_selection_range(caret, caret);
    }

    fn is_long(&self) -> bool {
        self.text.len() > LONGEST || self.lines.widest > WIDEST
    }

    fn propose(&mut self, area: &HtmlTextAreaElement, asked: bool) {
        let chosen = self.chosen(area);
        let completion = if chosen.is_empty() && !self.is_long() {
            complete(&self.text, chosen.start, self.settled.outline(), asked)
        } else {
            None
        };
        let offer = completion.map(|completion| {
            let line = self.lines.line_at(completion.from);
            let column = columns(&self.text[self.lines.span(line).start..completion.from]);
            Offer { completion, chosen: 0, at: (line, column) }
        });
        self.set_offer(offer);
    }

    fn accept(&mut self, area: &HtmlTextAreaElement, index: usize) {
        let Some(offer) = self.offer.take() else { return };
        self.set_offer(None);
        let Some(item) = offer.completion.items.get(index) else { return };
        let (from, to) = (offer.completion.from, self.chosen(area).end);
        let caret = from + item.insert.len();
        self.write(area, &Change { span: from..to.max(from), text: item.insert.clone(), chosen: caret..caret });
    }

    fn send(&mut self, ctx: &Context<Self>) {
        self.sending = None;
        if *self.text != *self.sent {
            self.sent = Rc::clone(&self.text);
            ctx.props().act.emit(Action::Edit(Rc::clone(&self.text)));
        }
    }

    fn check(&mut self, ctx: &Context<Self>) {
        self.checking = None;
        if !self.is_long() {
            // What is typed is the page's text by now, or will be soon.
            let fresh = ctx.props().view.store.builder.read.of(&self.text);
            if fresh.outline().readable {
                self.settled = fresh;
            }
        }
        if self.text.len() <= CHECKED {
            ctx.props().act.emit(Action::Build(Build::Check));
        }
    }

    fn in_sight(&self) -> (usize, usize) {
        let Some(scroller) = self.scroller.cast::<HtmlElement>() else { return self.sight };
        let lines = |pixels: i32| usize::try_from(pixels).unwrap_or_default() / LINE;
        // In steps, so that most of the scrolling draws nothing.
        (lines(scroller.scroll_top()) / 10 * 10, lines(scroller.client_height()) + 12)
    }

    /// Scrolls to the caret after something was typed, and when what stands above has become larger.
    fn keep_in_sight(&mut self, area: &HtmlTextAreaElement) {
        let Some(scroller) = self.scroller.cast::<HtmlElement>() else { return };
        let height = scroller.client_height();
        let smaller = std::mem::replace(&mut self.height, height) > height;
        let typed = std::mem::take(&mut self.follow);
        let focused = gloo::utils::document().active_element().is_some_and(|it| it == ***area);
        if !(focused && (typed || smaller)) {
            return;
        }
        let line = self.lines.line_at(self.chosen(area).end);
        let pixels = |lines: usize| i32::try_from(lines * LINE + TOP).unwrap_or(i32::MAX);
        let (above, below) = (pixels(line), pixels(line + 2));
        if above < scroller.scroll_top() {
            scroller.set_scroll_top(above);
        } else if below > scroller.scroll_top() + height {
            scroller.set_scroll_top(below - height);
        }
    }

    /// Puts the caret somewhere, both from 1, and brings it in sight.
    fn go(&self, area: &HtmlTextAreaElement, line: usize, column: usize) {
        let span = self.lines.span(line.saturating_sub(1));
        let inner = &self.text[span.clone()];
        let at = inner.char_indices().nth(column.saturating_sub(1)).map_or(span.end, |(at, _)| span.start + at);
        let units = u32::try_from(units_at(&self.text, at)).unwrap_or(u32::MAX);
        let _ = area.focus();
        let _ = area.set_selection_range(units, units);
        if let Some(scroller) = self.scroller.cast::<HtmlElement>() {
            let above = usize::try_from(scroller.client_height()).unwrap_or_default() / LINE / 3;
            scroller.set_scroll_top(i32::try_from(line.saturating_sub(above) * LINE).unwrap_or_default());
        }
    }

    fn line(&self, line: usize, problems: &[Finding], lang: Lang) -> Html {
        let text = &self.text[self.lines.span(line)];
        let mut pieces = Vec::new();
        let mut from = 0;
        for (span, kind) in ink(text, self.lines.in_block(line)) {
            if span.start > from {
                pieces.push(html! { { text[from..span.start].to_owned() } });
            }
            pieces.push(html! { <span class={kind.class()}>{ text[span.clone()].to_owned() }</span> });
            from = span.end;
        }
        pieces.push(html! { { text[from..].to_owned() } });
        let wrong = problems.iter().find(|problem| problem.place.line as usize == line + 1).map(|problem| {
            let at = text.char_indices().nth((problem.place.column as usize).saturating_sub(1)).map_or(0, |(at, _)| at);
            let length = text[at..].find([' ', ',', '}', ']']).filter(|length| *length > 0).unwrap_or(text.len() - at);
            let style =
                format!("left: {}ch; width: {}ch", columns(&text[..at]), columns(&text[at..at + length]).max(1));
            let (what, _) = lang.problem(&problem.problem);
            html! { <><i class="squiggle" ~style={style}></i><em class="says">{ format!("✗ {what}") }</em></> }
        });
        html! { <div key={line}>{ for pieces }{ wrong }</div> }
    }

    fn suggestions(&self, ctx: &Context<Self>, offer: &Offer) -> Html {
        let lang = ctx.props().view.store.lang;
        let items = offer.completion.items.iter().enumerate().map(|(index, item)| {
            // The text area keeps the focus.
            let onmousedown = ctx.link().callback(move |event: MouseEvent| {
                event.prevent_default();
                Msg::Accept(index)
            });
            let told = item.told.map_or("", |told| lang.form(told));
            html! {
                <li id={format!("suggestion-{index}")} role="option" aria-selected={(index == offer.chosen).to_string()} {onmousedown}>
                    <span>{ item.label.clone() }</span><small>{ told }</small>
                </li>
            }
        });
        let (line, column) = offer.at;
        let height = offer.completion.items.len().min(8) * 24 + 10;
        let (mut above, mut left) = (TOP + (line + 1) * LINE, column);
        if let Some(scroller) = self.scroller.cast::<HtmlElement>() {
            let size = |pixels: i32| usize::try_from(pixels).unwrap_or_default();
            let bottom = size(scroller.scroll_top()) + size(scroller.client_height());
            if above + height > bottom && line * LINE > height {
                above = (TOP + line * LINE).saturating_sub(height);
            }
            let room = size(scroller.scroll_left()) + size(scroller.client_width());
            left = left.min(room.saturating_sub(48 + 232) * 10 / 73);
        }
        html! {
            <ul id="suggestions" class="suggestions" role="listbox" ref={&self.list} aria-label={lang.build().suggestions}
                ~style={format!("top: {above}px; left: calc({left}ch + 8px)")}>{ for items }</ul>
        }
    }
}

fn top(line: usize) -> String {
    format!("top: {}px", TOP + line * LINE)
}

fn numbers(lines: Range<usize>, problems: &[Finding]) -> Html {
    let numbers = lines.map(|line| {
        let bad = problems.iter().any(|problem| problem.place.line as usize == line + 1);
        if bad {
            html! { <mark>{ format!("✗ {}\n", line + 1) }</mark> }
        } else {
            html! { { format!("{}\n", line + 1) } }
        }
    });
    html! { <>{ for numbers }</> }
}
