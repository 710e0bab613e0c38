//! More nodes than there is room for as cards: one picture of all of them, to search, to come nearer, and to open.

pub mod cells;
// Cells and pixels are counted in whole numbers, all of them far from any limit.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
mod map;
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
mod paint;
mod told;

use std::rc::Rc;

use gloo::events::{EventListener, EventListenerOptions};
use wasm_bindgen::prelude::*;
use web_sys::{Element, HtmlCanvasElement, HtmlElement, HtmlInputElement, PointerEvent, ResizeObserver, WheelEvent};
use yew::{Callback, Component, Context, Html, InputEvent, KeyboardEvent, NodeRef, html};

use crate::sees;
use crate::sees::Sees;
use crate::selection::{Around, Look};
use crate::site;
use crate::stage::draw::pen::{Area, rect, width};
use crate::stage::picture;
use crate::store::Action;
use crate::view::{Props, View, button, on};
use api::Str;
use trace::guard::Guards;

use cells::{Cells, Mark};
use map::{Camera, Go, Map, TITLE};

/// A node that was searched for is seen at least this large.
const NEAR: f64 = 72.0;
/// A pointer that moved by less has not moved.
const STILL: f64 = 4.0;
/// Size of a node beside the map.
pub(crate) const OPENED: (i64, i64) = (248, 420);

/// What a person does with the map.
pub enum Msg {
    /// The window has this size now.
    Size(f64, f64),
    /// The colours are others.
    Repaint,
    /// Nearer or farther, about a point of the window or about its middle.
    Zoom(f64, Option<(f64, f64)>),
    /// See everything.
    Whole,
    /// A pointer goes down.
    Press(PointerEvent),
    /// A pointer moves.
    Move(PointerEvent),
    /// A pointer goes up.
    Release(PointerEvent),
    /// A pointer leaves.
    Leave,
    /// The cursor moves.
    Go(Go),
    /// Open the node at the cursor.
    Open,
    /// Put the open node away.
    Close,
    /// Look for nodes by name.
    Search(String),
    /// To the next one found.
    Next,
}

/// A pointer that is down: where it was last, and whether it has moved.
struct Pointer {
    id: i32,
    x: f64,
    y: f64,
    moved: bool,
}

/// The map.
pub struct Overview {
    cells: Cells,
    marks: Vec<Mark>,
    focus: Vec<usize>,
    map: Map,
    camera: Camera,
    size: (f64, f64),
    /// The cell that the pointer or the keys are at.
    cursor: Option<usize>,
    /// Whether the keys brought the cursor there: only then is it read out.
    by_keys: bool,
    query: String,
    hits: Vec<usize>,
    next: usize,
    /// What is said of each zone.
    titles: Vec<String>,
    open: Option<Str>,
    pointers: Vec<Pointer>,
    frame: NodeRef,
    canvas: NodeRef,
    opened: NodeRef,
    outside: Option<Listening>,
}

/// What the map listens to for as long as it is there.
struct Listening {
    observer: ResizeObserver,
    _on_size: Closure<dyn FnMut()>,
    _wheel: EventListener,
    _scheme: Option<EventListener>,
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}

/// What the map draws.
pub(crate) const SEES: Sees = sees::LANG
    | sees::THEME
    | sees::RUN
    | sees::MOMENT
    | sees::PLAYER
    | sees::POD
    | sees::NODE
    | sees::KNOWN
    | sees::COURSE
    | sees::ENDS
    | sees::BRANCHES
    | sees::MEASURE;

impl Component for Overview {
    type Message = Msg;
    type Properties = Props;

    fn create(ctx: &Context<Self>) -> Self {
        let mut overview = Self {
            cells: Cells::default(),
            marks: Vec::new(),
            focus: Vec::new(),
            map: Map::default(),
            camera: Camera::default(),
            size: (900.0, 480.0),
            cursor: None,
            by_keys: false,
            query: String::new(),
            hits: Vec::new(),
            next: 0,
            titles: Vec::new(),
            open: None,
            pointers: Vec::new(),
            frame: NodeRef::default(),
            canvas: NodeRef::default(),
            opened: NodeRef::default(),
            outside: None,
        };
        overview.look(&ctx.props().view);
        overview
    }

    fn changed(&mut self, ctx: &Context<Self>, _: &Props) -> bool {
        self.look(&ctx.props().view);
        true
    }

    fn update(&mut self, _: &Context<Self>, msg: Msg) -> bool {
        match msg {
            Msg::Size(width, height) => {
                if self.size == (width, height) || width < 1.0 || height < 1.0 {
                    return false;
                }
                self.size = (width, height);
                self.lay_out();
            }
            Msg::Repaint => {}
            Msg::Zoom(by, at) => {
                let (x, y) = at.unwrap_or((self.map.width / 2.0, self.map.height / 2.0));
                self.camera.zoom(&self.map, by, x, y);
            }
            Msg::Whole => self.camera = Camera::default(),
            Msg::Press(event) => self.press(&event),
            Msg::Move(event) => return self.moves(&event),
            Msg::Release(event) => self.release(&event),
            Msg::Leave => self.pointers.clear(),
            Msg::Go(go) => {
                let to = self.cursor.map_or(0, |from| self.map.go(from, go));
                self.point(to, 0.0);
            }
            Msg::Open => self.open = self.cursor.and_then(|at| self.cells.names.get(at).cloned()),
            Msg::Close => {
                self.open = None;
                focus(&self.frame);
            }
            Msg::Search(query) => {
                self.hits = self.cells.search(&query);
                self.query = query;
                self.next = 0;
                if let [one] = self.hits[..] {
                    self.point(one, NEAR);
                }
            }
            Msg::Next => {
                if let Some(&hit) = self.hits.get(self.next) {
                    self.next = (self.next + 1) % self.hits.len();
                    self.point(hit, NEAR);
                }
            }
        }
        true
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let view = &ctx.props().view;
        let (lang, words, link) = (view.store.lang, view.words, ctx.link());
        let oninput = link.batch_callback(|event: InputEvent| {
            let input = event.target().and_then(|it| it.dyn_into::<HtmlInputElement>().ok());
            input.map(|input| Msg::Search(input.value()))
        });
        let onsearch = link.batch_callback(|event: KeyboardEvent| (event.key() == "Enter").then_some(Msg::Next));
        let found = if self.query.trim().is_empty() {
            String::new()
        } else {
            lang.nodes_found(&words::number(self.hits.len()))
        };
        let tool = |name: &str, face: &'static str, msg: fn() -> Msg| {
            button(name, "icon", html! { face }, link.callback(move |_| msg()))
        };
        let summary = told::summary(lang, &self.cells.cells, self.cells.zones.len(), &self.marks);
        let told = self.cursor.map(|at| self.tell(view, at)).unwrap_or_default();
        html! {
            <section class="overview" aria-label={words.nodes}>
                <div class="overview-tools">
                    <input type="search" placeholder={lang.map().node_name} aria-label={lang.map().search}
                        value={self.query.clone()} {oninput} onkeydown={onsearch} />
                    <span class="muted" role="status">{ found }</span>
                    <span class="buttons" role="group" aria-label={lang.map().size}>
                        { tool(lang.map().farther, "−", || Msg::Zoom(1.0 / 1.5, None)) }
                        { tool(lang.map().nearer, "+", || Msg::Zoom(1.5, None)) }
                        { tool(lang.map().whole, "⤢", || Msg::Whole) }
                    </span>
                </div>
                <div class="overview-body">
                    <div ref={self.frame.clone()} class={if self.camera.zoom > 1.0 { "map near" } else { "map" }} tabindex="0" role="application"
                        aria-label={lang.map().keys}
                        onkeydown={link.batch_callback(keyed)}
                        onpointerdown={link.callback(Msg::Press)} onpointermove={link.callback(Msg::Move)}
                        onpointerup={link.callback(Msg::Release)} onpointercancel={link.callback(|_| Msg::Leave)}>
                        <canvas ref={self.canvas.clone()} role="img" aria-label={summary.clone()}></canvas>
                        { self.zones(ctx) }
                    </div>
                    { self.opened(ctx) }
                </div>
                <p class="overview-facts">{ if told.is_empty() { summary } else { told.clone() } }</p>
                <p class="hidden" aria-live="polite">{ if self.by_keys { told } else { String::new() } }</p>
                { legend(view) }
            </section>
        }
    }

    fn rendered(&mut self, ctx: &Context<Self>, first: bool) {
        if first {
            self.outside = self.listen(ctx);
        }
        let Some(canvas) = self.canvas.cast::<HtmlCanvasElement>() else { return };
        let picture = paint::Picture {
            cells: &self.cells,
            marks: &self.marks,
            focus: &self.focus,
            titles: &self.titles,
            hits: &self.hits,
            cursor: self.cursor,
            map: &self.map,
            camera: self.camera,
        };
        if let Err(error) = paint::paint(&canvas, &picture) {
            gloo::console::error!("the map cannot be drawn", error);
        }
    }
}

/// What the signs of the map mean.
pub fn legend(view: &View) -> Html {
    let signs = told::legend(view.store.lang).into_iter().map(|(class, what)| {
        html! { <li><i class={format!("sign {class}")} aria-hidden="true"></i>{ what }</li> }
    });
    html! { <ul class="overview-legend" aria-label={view.words.legend}>{ for signs }</ul> }
}

/// What is said of a zone above its nodes; nothing of nodes without one, as long as all of them are ready.
fn title(view: &View, name: &str, count: usize) -> String {
    let seen = view.frame.zones.iter().find(|(key, _)| key.rsplit('/').next() == Some(name));
    let state = seen.map(|(_, seen)| {
        let zone = &seen.zone;
        format!(" · {} · {}", zone.state.name(), view.store.lang.zone_now(zone.not_ready, zone.nodes))
    });
    match (name, state) {
        ("", None) => String::new(),
        ("", Some(state)) => format!("{}{state}", view.store.lang.stage().without_zone),
        (name, state) => format!("{name} · {count}{}", state.unwrap_or_default()),
    }
}

/// The node that a view is about, if it is about one.
pub fn subject(view: &View) -> Option<Str> {
    let mut cells = Cells::default();
    cells.follow(&view.frame);
    let (marks, focus) = marked(&mut cells, view);
    chosen(view, &cells, &marks, &focus)
}

/// What the present step makes of the nodes: a mark for each, and those that it is about.
fn marked(cells: &mut Cells, view: &View) -> (Vec<Mark>, Vec<usize>) {
    match (&view.attempt, view.scenes()) {
        (Some(attempt), Some(scenes)) => cells.marks(attempt, &scenes),
        _ => (Vec::new(), Vec::new()),
    }
}

/// The one node that a step is about, or that won; else the one of the event.
fn chosen(view: &View, cells: &Cells, marks: &[Mark], focus: &[usize]) -> Option<Str> {
    if !view.live() {
        return picture::concerned(view);
    }
    let won = || marks.iter().position(|mark| *mark == Mark::Winner);
    let at = if let [only] = focus { Some(*only) } else { won() };
    cells.names.get(at?).cloned()
}

/// What a key does on the map. All other keys mean what they mean everywhere.
fn keyed(event: KeyboardEvent) -> Option<Msg> {
    if event.ctrl_key() || event.meta_key() || event.alt_key() || event.shift_key() && event.key().starts_with("Arrow")
    {
        return None;
    }
    let msg = match event.key().as_str() {
        "ArrowLeft" => Msg::Go(Go::Left),
        "ArrowRight" => Msg::Go(Go::Right),
        "ArrowUp" => Msg::Go(Go::Up),
        "ArrowDown" => Msg::Go(Go::Down),
        "Home" => Msg::Go(Go::First),
        "End" => Msg::Go(Go::Last),
        "Enter" => Msg::Open,
        "+" | "=" => Msg::Zoom(1.5, None),
        "-" => Msg::Zoom(1.0 / 1.5, None),
        "0" => Msg::Whole,
        _ => return None,
    };
    event.prevent_default();
    event.stop_propagation();
    Some(msg)
}

/// Gives an element the focus.
fn focus(element: &NodeRef) {
    if let Some(element) = element.cast::<HtmlElement>() {
        // What cannot have the focus leaves it where it is.
        let _ = element.focus();
    }
}

impl Overview {
    /// Follows the page to the moment that it shows.
    fn look(&mut self, view: &Rc<View>) {
        let named = self.cursor.and_then(|at| self.cells.names.get(at).cloned());
        if self.cells.follow(&view.frame) {
            self.cursor = named.and_then(|name| self.cells.find(&name));
            self.hits = self.cells.search(&self.query);
            self.lay_out();
        }
        (self.marks, self.focus) = marked(&mut self.cells, view);
        self.titles = self.cells.zones.iter().map(|(name, count)| title(view, name, *count)).collect();
    }

    fn lay_out(&mut self) {
        let map = Map::new(&self.cells.zones, self.size.0, self.size.1);
        if map == self.map {
            return;
        }
        let (pitch, zoom) = (self.map.pitch * self.camera.zoom, self.camera.zoom);
        (self.map, self.camera) = (map, Camera::default());
        // Whoever was near stays near.
        if let Some(at) = self.cursor.filter(|_| zoom > 1.0) {
            self.camera.show(&self.map, at, pitch);
        }
    }

    /// Takes the cursor to a cell, and sees it at least so large.
    fn point(&mut self, to: usize, pitch: f64) {
        self.cursor = Some(to);
        self.by_keys = true;
        self.camera.show(&self.map, to, pitch);
    }

    fn press(&mut self, event: &PointerEvent) {
        let (id, x, y) = (event.pointer_id(), f64::from(event.offset_x()), f64::from(event.offset_y()));
        if let Some(element) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) {
            // Without it a drag merely ends at the edge.
            let _ = element.set_pointer_capture(id);
        }
        self.pointers.retain(|pointer| pointer.id != id);
        self.pointers.push(Pointer { id, x, y, moved: false });
    }

    fn moves(&mut self, event: &PointerEvent) -> bool {
        let (x, y) = (f64::from(event.offset_x()), f64::from(event.offset_y()));
        let (map, camera) = (&self.map, &mut self.camera);
        let other = self.pointers.iter().find(|pointer| pointer.id != event.pointer_id()).map(|it| (it.x, it.y));
        if let Some(pointer) = self.pointers.iter_mut().find(|pointer| pointer.id == event.pointer_id()) {
            let (by_x, by_y) = (x - pointer.x, y - pointer.y);
            if !pointer.moved && by_x.abs() + by_y.abs() < STILL {
                return false;
            }
            let before = (pointer.x, pointer.y);
            (pointer.x, pointer.y, pointer.moved) = (x, y, true);
            match other {
                None => camera.pan(map, by_x, by_y),
                // Two fingers: what is between them stays between them.
                Some(other) => {
                    let apart = |at: (f64, f64)| (at.0 - other.0).hypot(at.1 - other.1).max(1.0);
                    camera.zoom(
                        map,
                        apart((x, y)) / apart(before),
                        f64::midpoint(x, other.0),
                        f64::midpoint(y, other.1),
                    );
                    camera.pan(map, by_x / 2.0, by_y / 2.0);
                }
            }
            return true;
        }
        let (at_x, at_y) = camera.point(x, y);
        let cursor = map.at(at_x, at_y);
        let changed = cursor.is_some() && cursor != self.cursor;
        if changed {
            (self.cursor, self.by_keys) = (cursor, false);
        }
        changed
    }

    fn release(&mut self, event: &PointerEvent) {
        let Some(at) = self.pointers.iter().position(|pointer| pointer.id == event.pointer_id()) else { return };
        let pointer = self.pointers.remove(at);
        let (x, y) = self.camera.point(pointer.x, pointer.y);
        if let (false, Some(at)) = (pointer.moved, self.map.at(x, y)) {
            (self.cursor, self.by_keys) = (Some(at), false);
            self.open = self.cells.names.get(at).cloned();
        }
    }

    fn listen(&self, ctx: &Context<Self>) -> Option<Listening> {
        let frame = self.frame.cast::<Element>()?;
        let (link, measured) = (ctx.link().clone(), frame.clone());
        let on_size = Closure::<dyn FnMut()>::new(move || {
            link.send_message(Msg::Size(f64::from(measured.client_width()), f64::from(measured.client_height())));
        });
        let observer = ResizeObserver::new(on_size.as_ref().unchecked_ref()).ok()?;
        observer.observe(&frame);
        let link = ctx.link().clone();
        // Yew's own listeners to the wheel could not keep the page from scrolling.
        let wheel = EventListener::new_with_options(
            &frame,
            "wheel",
            EventListenerOptions::enable_prevent_default(),
            move |event| {
                let meant = |wheel: &&WheelEvent| !site::embedded() || wheel.ctrl_key();
                if let Some(wheel) = event.dyn_ref::<WheelEvent>().filter(meant) {
                    wheel.prevent_default();
                    let at = (f64::from(wheel.offset_x()), f64::from(wheel.offset_y()));
                    link.send_message(Msg::Zoom((-wheel.delta_y() / 400.0).exp2(), Some(at)));
                }
            },
        );
        let link = ctx.link().clone();
        let scheme = gloo::utils::window().match_media("(prefers-color-scheme: dark)").ok().flatten();
        let scheme = scheme.map(|query| EventListener::new(&query, "change", move |_| link.send_message(Msg::Repaint)));
        Some(Listening { observer, _on_size: on_size, _wheel: wheel, _scheme: scheme })
    }

    /// A node in words: what it has, and what the present step found on it.
    fn tell(&self, view: &View, at: usize) -> String {
        let lang = view.store.lang;
        let (Some(name), Some(cell)) = (self.cells.names.get(at), self.cells.cells.get(at)) else {
            return String::new();
        };
        let mut said = vec![name.to_string()];
        if let Some(node) = view.frame.nodes.get(name) {
            said.extend(Some(node.zone().to_owned()).filter(|zone| !zone.is_empty()));
            said.push(told::room(lang, cell));
            if cell.guard.is_some() {
                let pods: Vec<_> =
                    node.pods().filter_map(|key| Some(view.frame.guards(&view.frame.pods.get(key)?.pod))).collect();
                said.push(lang.guards(&Guards::together(pods.iter())));
            }
            said.extend(
                node.node.spec.taints.iter().map(|taint| format!("{}={}:{}", taint.key, taint.value, taint.effect)),
            );
        }
        if let Some(mark) = self.marks.get(at) {
            said.push(told::mark(lang, *mark).to_owned());
            let record =
                view.attempt.as_ref().filter(|_| *mark != Mark::None).and_then(|attempt| {
                    attempt.filter.iter().find(|record| attempt.nodes.get(record.node) == Some(name))
                });
            if let Some(Err(failure)) =
                record.map(|record| if *mark == Mark::Passed { record.judged() } else { record.verdict() })
            {
                said.push(lang.failure(&failure));
            }
        }
        said.join(" · ")
    }

    /// The zones' titles as ways to their states; the canvas has their words.
    fn zones(&self, ctx: &Context<Self>) -> Html {
        let act = &ctx.props().act;
        let (map, camera) = (&self.map, self.camera);
        let titled =
            map.groups.iter().zip(&self.titles).filter(|(group, title)| group.top >= TITLE && !title.is_empty());
        let links = titled.filter_map(|(group, title)| {
            let y = map::pixels((group.top - camera.y) * camera.zoom - TITLE);
            let is_seen = (-20..map::pixels(map.height)).contains(&y);
            let open = Action::Selection(Look::Around(Around::Zone(group.name.as_str().into())));
            let by_key = {
                let (act, open) = (act.clone(), open.clone());
                Callback::from(move |event: KeyboardEvent| {
                    if matches!(event.key().as_str(), "Enter" | " ") {
                        event.prevent_default();
                        event.stop_propagation();
                        act.emit(open.clone());
                    }
                })
            };
            let area = Area::new(0, y, width(title, 12) + 12, 20);
            is_seen.then(|| html! {
                <g class="node-link zone-link" role="button" tabindex="0" key={group.name.clone()} data-zone={group.name.clone()} aria-label={title.clone()}
                    onpointerdown={Callback::from(|event: PointerEvent| event.stop_propagation())}
                    onkeydown={by_key} onclick={on(act, open)}>{ rect(area, "touch", 3) }</g>
            })
        });
        html! { <svg class="map-zones">{ for links }</svg> }
    }

    /// The open node with its pods.
    fn opened(&self, ctx: &Context<Self>) -> Html {
        let Props { view, act, .. } = ctx.props();
        let Some(name) = self.open.as_ref().filter(|name| view.frame.nodes.contains_key(*name)) else {
            // Without one that a person opened, what the moment is about stands beside the map: a ruling, or a node.
            if let Some(ruling) = picture::ruling(view, act, OPENED) {
                return html! { <aside class="overview-side" aria-label={view.story.title.clone()} data-subject="">{ ruling }</aside> };
            }
            let subject = chosen(view, &self.cells, &self.marks, &self.focus).filter(|_| !view.store.hurries());
            let drawn = subject.map(|name| picture::single(view, act, &name, OPENED));
            // It keeps its place where there is none, so that the map stays as it is.
            return html! { <aside class="overview-side" aria-label={view.words.node} data-subject={drawn.as_ref().map(|_| "")}>{ drawn.unwrap_or_default() }</aside> };
        };
        let close = ctx.link().batch_callback(|event: KeyboardEvent| (event.key() == "Escape").then_some(Msg::Close));
        html! {
            <aside ref={self.opened.clone()} class="overview-open" aria-label={format!("{} {name}", view.words.node)} onkeydown={close}>
                { button(view.words.close, "icon", html! { "✕" }, ctx.link().callback(|_| Msg::Close)) }
                { picture::single(view, act, name, OPENED) }
            </aside>
        }
    }
}
