//! The map of a large cluster: a canvas with all nodes, which can be searched and zoomed, and opens single nodes.

use std::rc::Rc;

use api::Str;
use gloo::events::{EventListener, EventListenerOptions};
use page_state::actions::{Action, selection::SelectionMsg};
use scene::objects::Guardrail;
use stage::{
    draw::text_layout::{Area, Size, draw_rect, text_width},
    overview::{
        cells::{NodeCells, NodeMark},
        legend,
        map::{self, Camera, CursorMove, MapLayout, TITLE_HEIGHT},
        map_canvas, map_caption,
        map_group::MapGroup,
    },
};
use ui::{
    callback::on_action,
    element::{draw_button, focus_element},
};
use wasm_bindgen::prelude::*;
use web_sys::{Element, HtmlCanvasElement, HtmlInputElement, PointerEvent, ResizeObserver, WheelEvent};
use yew::{Callback, Component, Context, Html, InputEvent, KeyboardEvent, NodeRef, html};

use crate::{
    features::stage::stage_picture,
    page_metadata,
    view::{
        Props, View,
        dirty::{self, Slices},
    },
};

/// The minimum size, in pixels, at which a node that was searched for is shown.
const MIN_HIT_SIZE: f64 = 72.0;
/// The maximum distance, in pixels, that a pointer moves during a click.
const CLICK_SLACK: f64 = 4.0;
/// The size of the picture of a node below the map.
const OPEN_NODE_SIZE: Size = Size::new(432, 232);
/// The width and height of the lens, and the size of a cell in it: the node and its eight neighbors.
const LENS_SIZE: f64 = 126.0;
const LENS_PITCH: f64 = 42.0;

/// An interaction with the map.
pub enum MapMsg {
    /// The viewport has a new size.
    Resize(f64, f64),
    /// The color scheme changed.
    Repaint,
    /// Zoom by a factor around a point of the viewport, or around its center.
    Zoom(f64, Option<(f64, f64)>),
    /// Show the whole map.
    ZoomOut,
    PointerDown(PointerEvent),
    PointerMove(PointerEvent),
    PointerUp(PointerEvent),
    PointerLeave,
    MoveCursor(CursorMove),
    /// Open the node at the cursor.
    OpenNode,
    /// Close the open node.
    CloseNode,
    /// Search for nodes by name.
    Search(String),
    /// Move the cursor to the next match.
    NextHit,
}

/// A pointer that is down: its last position, and whether it has moved.
struct ActivePointer {
    id: i32,
    x: f64,
    y: f64,
    has_moved: bool,
}

/// The component of the map.
pub struct NodeMap {
    cells: NodeCells,
    marks: Vec<NodeMark>,
    /// The millicores of each node that the pod being tried could evict; empty if none is tried.
    evictable: Vec<i64>,
    focus: Vec<usize>,
    map: MapLayout,
    camera: Camera,
    size: (f64, f64),
    /// The cell at the pointer or at the keyboard cursor.
    cursor: Option<usize>,
    /// Whether the keyboard moved the cursor: only then is it announced to screen readers.
    is_keyboard_cursor: bool,
    query: String,
    hits: Vec<usize>,
    next_hit: usize,
    /// The title of each zone.
    titles: Vec<String>,
    /// The group whose members are connected by a line.
    group: Option<MapGroup>,
    open_node: Option<Str>,
    pointers: Vec<ActivePointer>,
    frame: NodeRef,
    canvas: NodeRef,
    lens: NodeRef,
    open_node_element: NodeRef,
    listeners: Option<MapListeners>,
}

/// The listeners of the map, removed when dropped.
struct MapListeners {
    observer: ResizeObserver,
    _on_size: Closure<dyn FnMut()>,
    _wheel: EventListener,
    _scheme: Option<EventListener>,
}

impl Drop for MapListeners {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}

/// The slices of the state that the map depends on.
pub(crate) const SLICES: Slices = dirty::LANG
    | dirty::THEME
    | dirty::RUN
    | dirty::MOMENT
    | dirty::PLAYER
    | dirty::POD
    | dirty::NODE
    | dirty::CACHE
    | dirty::LESSON
    | dirty::POD_ENDS
    | dirty::BRANCHES
    | dirty::MEASURE;

impl Component for NodeMap {
    type Message = MapMsg;
    type Properties = Props;

    fn create(ctx: &Context<Self>) -> Self {
        let mut overview = Self {
            cells: NodeCells::default(),
            marks: Vec::new(),
            evictable: Vec::new(),
            focus: Vec::new(),
            map: MapLayout::default(),
            camera: Camera::default(),
            size: (900.0, 480.0),
            cursor: None,
            is_keyboard_cursor: false,
            query: String::new(),
            hits: Vec::new(),
            next_hit: 0,
            titles: Vec::new(),
            group: None,
            open_node: None,
            pointers: Vec::new(),
            frame: NodeRef::default(),
            canvas: NodeRef::default(),
            lens: NodeRef::default(),
            open_node_element: NodeRef::default(),
            listeners: None,
        };
        overview.follow_view(&ctx.props().view);
        overview
    }

    fn changed(&mut self, ctx: &Context<Self>, _: &Props) -> bool {
        self.follow_view(&ctx.props().view);
        true
    }

    fn update(&mut self, _: &Context<Self>, msg: MapMsg) -> bool {
        match msg {
            MapMsg::Resize(width, height) => {
                if self.size == (width, height) || width < 1.0 || height < 1.0 {
                    return false;
                }
                self.size = (width, height);
                self.layout_map();
            }
            MapMsg::Repaint => {}
            MapMsg::Zoom(by, at) => {
                let (x, y) = at.unwrap_or((self.map.width / 2.0, self.map.height / 2.0));
                self.camera.zoom_at(&self.map, by, x, y);
            }
            MapMsg::ZoomOut => self.camera = Camera::default(),
            MapMsg::PointerDown(event) => self.pointer_down(&event),
            MapMsg::PointerMove(event) => return self.pointer_move(&event),
            MapMsg::PointerUp(event) => self.pointer_up(&event),
            MapMsg::PointerLeave => self.pointers.clear(),
            MapMsg::MoveCursor(go) => {
                let target_index = self.cursor.map_or(0, |from| self.map.move_cursor(from, go));
                self.move_cursor_to(target_index, 0.0);
            }
            MapMsg::OpenNode => self.open_node = self.cursor.and_then(|at| self.cells.names.get(at).cloned()),
            MapMsg::CloseNode => {
                self.open_node = None;
                self.frame.cast::<Element>().iter().for_each(focus_element);
            }
            MapMsg::Search(query) => {
                self.hits = self.cells.search_nodes(&query);
                self.query = query;
                self.next_hit = 0;
                if let [one] = self.hits[..] {
                    self.move_cursor_to(one, MIN_HIT_SIZE);
                }
            }
            MapMsg::NextHit => {
                if let Some(&hit) = self.hits.get(self.next_hit) {
                    self.next_hit = (self.next_hit + 1) % self.hits.len();
                    self.move_cursor_to(hit, MIN_HIT_SIZE);
                }
            }
        }
        true
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let view = &ctx.props().view;
        let (lang, labels, link) = (view.store.lang, view.words, ctx.link());
        let oninput = link.batch_callback(|event: InputEvent| {
            let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
            input.map(|input| MapMsg::Search(input.value()))
        });
        let onsearch = link.batch_callback(|event: KeyboardEvent| (event.key() == "Enter").then_some(MapMsg::NextHit));
        let hits_text = if self.query.trim().is_empty() {
            String::new()
        } else {
            lang.nodes_found(&i18n::format_count(self.hits.len()))
        };
        let tool = |name: &str, face_text: &'static str, msg: fn() -> MapMsg| {
            draw_button(name, "icon", html! { face_text }, link.callback(move |_| msg()))
        };
        let summary = map_caption::summary_text(lang, &self.cells.cells, self.cells.zones.len(), &self.marks);
        let text = self.cursor.map(|at| {
            map_caption::describe_node(lang, &view.frame, view.attempt.as_deref(), &self.cells, &self.marks, at)
        });
        let text = text.unwrap_or_default();
        html! {
            <section class="overview" aria-label={labels.nodes}>
                <div class="overview-tools">
                    <input type="search" placeholder={lang.map_labels().node_name} aria-label={lang.map_labels().search}
                        value={self.query.clone()} {oninput} onkeydown={onsearch} />
                    <span class="muted" role="status">{ hits_text }</span>
                    <span class="buttons" role="group" aria-label={lang.map_labels().size}>
                        { tool(lang.map_labels().farther, "−", || MapMsg::Zoom(1.0 / 1.5, None)) }
                        { tool(lang.map_labels().nearer, "+", || MapMsg::Zoom(1.5, None)) }
                        { tool(lang.map_labels().whole, "⤢", || MapMsg::ZoomOut) }
                    </span>
                    if let Some(group) = &self.group { { group.draw_band() } }
                </div>
                <div class="overview-body">
                    <div ref={self.frame.clone()} class={if self.camera.zoom > 1.0 { "map near" } else { "map" }} tabindex="0" role="application"
                        aria-label={lang.map_labels().keys}
                        onkeydown={link.batch_callback(msg_of_key)}
                        onpointerdown={link.callback(MapMsg::PointerDown)} onpointermove={link.callback(MapMsg::PointerMove)}
                        onpointerup={link.callback(MapMsg::PointerUp)} onpointercancel={link.callback(|_| MapMsg::PointerLeave)}>
                        <canvas ref={self.canvas.clone()} role="img" aria-label={summary.clone()}></canvas>
                        { self.draw_zones(ctx) }
                    </div>
                </div>
                <div class="overview-foot">
                    <div>
                        <p class="overview-facts">{ if text.is_empty() { summary } else { text.clone() } }</p>
                        <p class="hidden" aria-live="polite">{ if self.is_keyboard_cursor { text } else { String::new() } }</p>
                        { legend::draw_legend(lang, &self.marks) }
                    </div>
                    { self.draw_open_node(ctx) }
                </div>
            </section>
        }
    }

    fn rendered(&mut self, ctx: &Context<Self>, first: bool) {
        if first {
            self.listeners = self.add_listeners(ctx);
        }
        let picture = map_canvas::MapPicture {
            cells: &self.cells,
            marks: &self.marks,
            evictable: &self.evictable,
            focus: &self.focus,
            titles: &self.titles,
            hits: &self.hits,
            group: self.group.as_ref(),
            cursor: self.cursor,
            map: &self.map,
            camera: self.camera,
            viewport: (self.map.width, self.map.height),
        };
        let node = self.open_node.clone().or_else(|| self.subject(&ctx.props().view));
        let lens = node.and_then(|name| self.cells.find_node(&name)).map(|index| map_canvas::MapPicture {
            titles: &[],
            camera: Camera::lens(&self.map, index, LENS_PITCH, LENS_SIZE),
            viewport: (LENS_SIZE, LENS_SIZE),
            ..picture
        });
        for (canvas, picture) in [(&self.canvas, Some(picture)), (&self.lens, lens)] {
            let Some((canvas, picture)) = canvas.cast::<HtmlCanvasElement>().zip(picture) else { continue };
            if let Err(error) = map_canvas::paint_map(&canvas, &picture) {
                gloo::console::error!("the map cannot be drawn", error);
            }
        }
    }
}

/// The node that a view is about, if it is about one.
pub fn subject_node(view: &View) -> Option<Str> {
    let mut cells = NodeCells::default();
    cells.update_to(&view.frame);
    let (node_marks, focus) = step_marks(&mut cells, view);
    focused_node(view, &cells, &node_marks, &focus)
}

/// The marks of the nodes at the current step, and the indices of the nodes that it is about.
fn step_marks(cells: &mut NodeCells, view: &View) -> (Vec<NodeMark>, Vec<usize>) {
    match (&view.attempt, view.node_steps()) {
        (Some(attempt), Some(scenes)) => cells.step_marks(attempt, &scenes),
        _ => (Vec::new(), Vec::new()),
    }
}

/// The only node that a step is about, or the winner; otherwise the node of the event.
fn focused_node(view: &View, cells: &NodeCells, node_marks: &[NodeMark], focus: &[usize]) -> Option<Str> {
    if !view.is_live() {
        return stage_picture::subject_node(view);
    }
    let won = || node_marks.iter().position(|node_mark| *node_mark == NodeMark::Winner);
    let at = if let [only] = focus { Some(*only) } else { won() };
    cells.names.get(at?).cloned()
}

/// The message of a key on the map. Other keys have their usual meaning.
fn msg_of_key(event: KeyboardEvent) -> Option<MapMsg> {
    if event.ctrl_key() || event.meta_key() || event.alt_key() || event.shift_key() && event.key().starts_with("Arrow")
    {
        return None;
    }
    let msg = match event.key().as_str() {
        "ArrowLeft" => MapMsg::MoveCursor(CursorMove::Left),
        "ArrowRight" => MapMsg::MoveCursor(CursorMove::Right),
        "ArrowUp" => MapMsg::MoveCursor(CursorMove::Up),
        "ArrowDown" => MapMsg::MoveCursor(CursorMove::Down),
        "Home" => MapMsg::MoveCursor(CursorMove::First),
        "End" => MapMsg::MoveCursor(CursorMove::Last),
        "Enter" => MapMsg::OpenNode,
        "+" | "=" => MapMsg::Zoom(1.5, None),
        "-" => MapMsg::Zoom(1.0 / 1.5, None),
        "0" => MapMsg::ZoomOut,
        _ => return None,
    };
    event.prevent_default();
    event.stop_propagation();
    Some(msg)
}

impl NodeMap {
    /// Updates the map to the view's moment.
    fn follow_view(&mut self, view: &Rc<View>) {
        let cursor_node = self.cursor.and_then(|at| self.cells.names.get(at).cloned());
        if self.cells.update_to(&view.frame) {
            self.cursor = cursor_node.and_then(|name| self.cells.find_node(&name));
            self.hits = self.cells.search_nodes(&self.query);
            self.layout_map();
        }
        (self.marks, self.focus) = step_marks(&mut self.cells, view);
        let subject =
            view.attempt.as_ref().filter(|_| view.is_live()).and_then(|attempt| view.frame.pods.get(&attempt.pod));
        self.evictable = subject.map_or_else(Vec::new, |pod| self.cells.evictable_cpu(pod.pod.priority()));
        let selected_pod = view.store.selection.pod.as_ref();
        let scene = stage_picture::group_scene(view);
        self.group = MapGroup::at_moment(view.store.lang, &self.cells, &view.frame, scene.as_ref(), selected_pod);
        self.titles = self
            .cells
            .zones
            .iter()
            .map(|(name, count)| map_caption::zone_title(view.store.lang, &view.frame, name, *count))
            .collect();
    }

    fn layout_map(&mut self) {
        let map = MapLayout::new(&self.cells.zones, self.size.0, self.size.1);
        if map == self.map {
            return;
        }
        let (pitch, zoom) = (self.map.pitch * self.camera.zoom, self.camera.zoom);
        (self.map, self.camera) = (map, Camera::default());
        // If the map is zoomed in, the cell at the cursor stays visible.
        if let Some(at) = self.cursor.filter(|_| zoom > 1.0) {
            self.camera.show_cell(&self.map, at, pitch);
        }
    }

    /// Moves the cursor to a cell, zooming in so that it is at least `pitch` pixels large.
    fn move_cursor_to(&mut self, target_index: usize, pitch: f64) {
        self.cursor = Some(target_index);
        self.is_keyboard_cursor = true;
        self.camera.show_cell(&self.map, target_index, pitch);
    }

    fn pointer_down(&mut self, event: &PointerEvent) {
        let (id, x, y) = (event.pointer_id(), f64::from(event.offset_x()), f64::from(event.offset_y()));
        if let Some(element) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) {
            // If this fails, a drag ends at the edge.
            let _ = element.set_pointer_capture(id);
        }
        self.pointers.retain(|pointer| pointer.id != id);
        self.pointers.push(ActivePointer { id, x, y, has_moved: false });
    }

    fn pointer_move(&mut self, event: &PointerEvent) -> bool {
        let (x, y) = (f64::from(event.offset_x()), f64::from(event.offset_y()));
        let (map, camera) = (&self.map, &mut self.camera);
        let other = self
            .pointers
            .iter()
            .find(|pointer| pointer.id != event.pointer_id())
            .map(|active_pointer| (active_pointer.x, active_pointer.y));
        if let Some(pointer) = self.pointers.iter_mut().find(|pointer| pointer.id == event.pointer_id()) {
            let (by_x, by_y) = (x - pointer.x, y - pointer.y);
            if !pointer.has_moved && by_x.abs() + by_y.abs() < CLICK_SLACK {
                return false;
            }
            let before = (pointer.x, pointer.y);
            (pointer.x, pointer.y, pointer.has_moved) = (x, y, true);
            match other {
                None => camera.pan_by(map, by_x, by_y),
                // Two fingers: zoom so that the point between them stays there.
                Some(other) => {
                    let distance = |at: (f64, f64)| (at.0 - other.0).hypot(at.1 - other.1).max(1.0);
                    camera.zoom_at(
                        map,
                        distance((x, y)) / distance(before),
                        f64::midpoint(x, other.0),
                        f64::midpoint(y, other.1),
                    );
                    camera.pan_by(map, by_x / 2.0, by_y / 2.0);
                }
            }
            return true;
        }
        let (at_x, at_y) = camera.map_point(x, y);
        let cursor = map.cell_at(at_x, at_y);
        let changed = cursor.is_some() && cursor != self.cursor;
        if changed {
            (self.cursor, self.is_keyboard_cursor) = (cursor, false);
        }
        changed
    }

    fn pointer_up(&mut self, event: &PointerEvent) {
        let Some(at) = self.pointers.iter().position(|pointer| pointer.id == event.pointer_id()) else { return };
        let pointer = self.pointers.remove(at);
        let (x, y) = self.camera.map_point(pointer.x, pointer.y);
        if let (false, Some(at)) = (pointer.has_moved, self.map.cell_at(x, y)) {
            (self.cursor, self.is_keyboard_cursor) = (Some(at), false);
            self.open_node = self.cells.names.get(at).cloned();
        }
    }

    fn add_listeners(&self, ctx: &Context<Self>) -> Option<MapListeners> {
        let frame = self.frame.cast::<Element>()?;
        let (link, measured) = (ctx.link().clone(), frame.clone());
        let on_size = Closure::<dyn FnMut()>::new(move || {
            link.send_message(MapMsg::Resize(f64::from(measured.client_width()), f64::from(measured.client_height())));
        });
        let observer = ResizeObserver::new(on_size.as_ref().unchecked_ref()).ok()?;
        observer.observe(&frame);
        let link = ctx.link().clone();
        // Yew's own wheel listeners are passive and could not prevent the page from scrolling.
        let wheel = EventListener::new_with_options(
            &frame,
            "wheel",
            EventListenerOptions::enable_prevent_default(),
            move |event| {
                let is_zoom = |wheel: &&WheelEvent| !page_metadata::is_embedded() || wheel.ctrl_key();
                if let Some(wheel) = event.dyn_ref::<WheelEvent>().filter(is_zoom) {
                    wheel.prevent_default();
                    let at = (f64::from(wheel.offset_x()), f64::from(wheel.offset_y()));
                    link.send_message(MapMsg::Zoom((-wheel.delta_y() / 400.0).exp2(), Some(at)));
                }
            },
        );
        let link = ctx.link().clone();
        let scheme = gloo::utils::window().match_media("(prefers-color-scheme: dark)").ok().flatten();
        let scheme =
            scheme.map(|query| EventListener::new(&query, "change", move |_| link.send_message(MapMsg::Repaint)));
        Some(MapListeners { observer, _on_size: on_size, _wheel: wheel, _scheme: scheme })
    }

    /// The zones' titles as buttons that open their states; the canvas draws the text.
    fn draw_zones(&self, ctx: &Context<Self>) -> Html {
        let dispatch = &ctx.props().dispatch;
        let (map, camera) = (&self.map, self.camera);
        let titled =
            map.groups.iter().zip(&self.titles).filter(|(group, title)| group.top >= TITLE_HEIGHT && !title.is_empty());
        let links = titled.filter_map(|(group, title)| {
            let y = map::to_pixels((group.top - camera.y) * camera.zoom - TITLE_HEIGHT);
            let is_seen = (-20..map::to_pixels(map.height)).contains(&y);
            let open_action = Action::Selection(SelectionMsg::OpenGuardrail(Guardrail::Zone(group.name.as_str().into())));
            let by_key = {
                let (dispatch, open_action) = (dispatch.clone(), open_action.clone());
                Callback::from(move |event: KeyboardEvent| {
                    if matches!(event.key().as_str(), "Enter" | " ") {
                        event.prevent_default();
                        event.stop_propagation();
                        dispatch.emit(open_action.clone());
                    }
                })
            };
            let area = Area::new(0, y, text_width(title, 12) + 12, 20);
            is_seen.then(|| html! {
                <g class="node-link zone-link" role="button" tabindex="0" key={group.name.clone()} data-zone={group.name.clone()} aria-label={title.clone()}
                    onpointerdown={Callback::from(|event: PointerEvent| event.stop_propagation())}
                    onkeydown={by_key} onclick={on_action(dispatch, open_action)}>{ draw_rect(area, "touch", 3) }</g>
            })
        });
        html! { <svg class="map-zones">{ for links }</svg> }
    }

    /// The node that the moment is about, unless the run plays fast.
    fn subject(&self, view: &View) -> Option<Str> {
        focused_node(view, &self.cells, &self.marks, &self.focus).filter(|_| !view.store.is_fast())
    }

    /// A node as it is drawn on the map, larger, with its neighbors.
    fn draw_lens(&self) -> Html {
        html! { <canvas ref={self.lens.clone()} class="lens" aria-hidden="true"></canvas> }
    }

    /// The open node with its pods.
    fn draw_open_node(&self, ctx: &Context<Self>) -> Html {
        let Props { view, dispatch, .. } = ctx.props();
        let Some(name) = self.open_node.as_ref().filter(|name| view.frame.nodes.contains_key(*name)) else {
            // If the user has opened no node, the subject of the moment is shown: a ruling, or a node.
            if let Some(ruling) = stage_picture::draw_ruling_beside_map(view, dispatch, OPEN_NODE_SIZE) {
                return html! { <aside class="overview-side" aria-label={view.story.title.clone()} data-subject="">{ ruling }</aside> };
            }
            let node_html = self.subject(view).map(|name| {
                html! { <>{ self.draw_lens() }{ stage_picture::draw_single_node(view, dispatch, &name, OPEN_NODE_SIZE) }</> }
            });
            // The space is reserved even without a node, so that the map doesn't move.
            return html! { <aside class="overview-side" aria-label={view.words.node} data-subject={node_html.as_ref().map(|_| "")}>{ node_html.unwrap_or_default() }</aside> };
        };
        let close =
            ctx.link().batch_callback(|event: KeyboardEvent| (event.key() == "Escape").then_some(MapMsg::CloseNode));
        html! {
            <aside ref={self.open_node_element.clone()} class="overview-open" aria-label={format!("{} {name}", view.words.node)} onkeydown={close}>
                { draw_button(view.words.close, "icon", html! { "✕" }, ctx.link().callback(|_| MapMsg::CloseNode)) }
                { self.draw_lens() }
                { stage_picture::draw_single_node(view, dispatch, name, OPEN_NODE_SIZE) }
            </aside>
        }
    }
}
