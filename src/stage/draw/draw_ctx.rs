//! The context of all drawings, and the callback for their events.

use api::{NamespacedName, Set, Str, Table, resources::Resource};
use i18n::{Lang, labels::PageLabels};
use runlog::Attempt;
use scene::{
    group_model::GroupBand, node_model::NodeColumn, queue_model::QueueScene, score_board::ScoreBoard,
    stage_model::StageModel,
};
use trace::{Frame, pod_ends::PodEnd, ruling::Ruling, steps::Step};
use yew::{Callback, Html, KeyboardEvent, MouseEvent, html};

use crate::{
    draw::text_layout::{Area, MIN_TEXT_SIZE, Size, draw_rect},
    event::StageEvent,
};

/// The context of all drawings. [`DrawCtx::new`] is sufficient for a picture without interaction state.
pub struct DrawCtx<'a> {
    /// The language.
    pub lang: Lang,
    /// The fixed labels in that language.
    pub words: &'static PageLabels,
    /// The cluster.
    pub frame: &'a Frame,
    /// The attempt and its step, if the moment is a step of an attempt.
    pub attempt: Option<(&'a Attempt, Step)>,
    /// Priorities that occur, lowest first.
    pub priorities: &'a [i32],
    /// The selected pod.
    pub selected_pod: Option<&'a NamespacedName>,
    /// The pod that the moment is about.
    pub subject_pod: Option<&'a NamespacedName>,
    /// Nodes that differ in the run that this one is compared with.
    pub differing_nodes: &'a Set<Str>,
    /// Pods that differ from the run that this one was forked from.
    pub changed_pods: &'a Set<NamespacedName>,
    /// Whether the moment is about nodes.
    pub is_about_nodes: bool,
    /// The callback for events in the picture.
    pub on_event: Callback<StageEvent>,
    /// Whether tiles have ids: only one of several pictures on a page can have them.
    pub has_ids: bool,
    /// The outcome of the run for each pod, while editing.
    pub pod_ends: Option<&'a Table<NamespacedName, PodEnd>>,
    /// The group whose cycle the moment belongs to.
    pub group: Option<&'a GroupBand>,
    /// During a question about an attempt that start times may decide: the start time to which others are relative.
    pub earliest_start: Option<i64>,
    /// The resource that bar heights show.
    pub resource: &'a Resource,
    /// The size of plain text, which depends on the size of the picture.
    pub text_size: i64,
    /// The minimal size of plain text, for presentations and figures; 0 elsewhere.
    pub least_text_size: i64,
    /// The minimal size of small text, if the picture has enough space.
    pub least_small_size: i64,
    /// Whether the picture is so low that the height of its nodes matters more than what else could be there.
    pub is_low: bool,
    /// The limit of the height drawn above the capacity of a node, in percent of the capacity; the rest is cut off and marked.
    pub max_overhang: i64,
    /// Whether it is a picture of the first visit, which has only what its text is about.
    pub is_intro: bool,
    /// The space that all pictures of a figure reserve, if this is one of them.
    pub figure: Option<FigureRoom>,
    /// The drawing functions that may be loaded later.
    pub late_drawings: LateDrawings,
}

/// [`DrawCtx::max_overhang`] of a picture with enough space.
pub(crate) const MAX_OVERHANG: i64 = 80;

/// Tiles lower than this, in pixels, share a row.
pub(crate) const MIN_TILE_HEIGHT: i64 = 15;

/// Space that all pictures of a figure reserve, so that a single node keeps its position whatever the reader changes.
#[derive(Clone, Copy, Debug)]
pub struct FigureRoom {
    /// The number of text lines reserved below the node if there is no space beside it.
    pub lines_below: i64,
    /// Whether space is reserved for pods without height.
    pub has_shelf: bool,
}

/// Drawing functions that a program may load later; until then their parts are empty.
#[derive(Clone, Copy, Debug, Default)]
pub struct LateDrawings {
    /// `devices::rack::draw_rack`.
    pub devices: Option<DrawDevices>,
    /// `draw::ruling::draw_ruling`.
    pub ruling: Option<DrawRuling>,
    /// `draw::scores::draw_scores`.
    pub scores: Option<DrawScores>,
    /// `draw::group_band::draw_group`.
    pub group: Option<DrawGroup>,
    /// `draw::queue_scene::draw_queue`.
    pub queue: Option<DrawQueue>,
    /// `draw::zones::draw_zones`.
    pub zones: Option<DrawZones>,
}

impl PartialEq for LateDrawings {
    fn eq(&self, other: &Self) -> bool {
        let addresses = |drawings: &Self| {
            (
                drawings.devices.map(|draw| draw as usize),
                drawings.ruling.map(|draw| draw as usize),
                drawings.scores.map(|draw| draw as usize),
                drawings.group.map(|draw| draw as usize),
                drawings.queue.map(|draw| draw as usize),
                drawings.zones.map(|draw| draw as usize),
            )
        };
        addresses(self) == addresses(other)
    }
}

/// Draws the devices of a node at the upper left of an area, and returns their height, which is 0 if the node has none.
pub type DrawDevices = fn(&DrawCtx<'_>, &Str, Area) -> RackDrawing;

/// Draws a ruling in a picture of this size.
pub type DrawRuling = fn(&DrawCtx<'_>, &Ruling, Size) -> Html;

/// Draws scores in a picture of this size.
pub type DrawScores = fn(&DrawCtx<'_>, &ScoreBoard, Size) -> Html;

/// Draws the scheduler's queue in a picture of this size.
pub type DrawQueue = fn(&DrawCtx<'_>, &QueueScene, Size) -> Html;

/// Draws a part of the picture of a group.
pub type DrawGroup = fn(&DrawCtx<'_>, &GroupBand, GroupPart<'_>) -> GroupDrawing;

/// Draws the zones of nodes in a row. The edges are the left and right edge of a node by its index; then follows the lower edge of all nodes.
pub type DrawZones = fn(&DrawCtx<'_>, &[NodeColumn], &dyn Fn(usize) -> [i64; 2], i64) -> Html;

/// The parts of the picture of a group.
#[derive(Clone, Copy)]
pub enum GroupPart<'p> {
    /// Everything around the scene, in a picture of this size.
    Band(Size),
    /// The nodes of the scene, at this size.
    Nodes { node_columns: &'p [NodeColumn], focus: Option<usize>, size: Size },
}

/// A part of the picture of a group.
#[derive(Default)]
pub struct GroupDrawing {
    /// The remaining area for the scene.
    pub(crate) inside: Option<Area>,
    pub(crate) html: Html,
}

/// The devices of a node as a picture.
#[derive(Default)]
pub struct RackDrawing {
    pub height: i64,
    /// The drawing, from y = 0 downward.
    pub html: Html,
}

/// The earliest start time of pods on nodes, in milliseconds of the wall clock; `None` if all started at the same time.
pub fn earliest_start(frame: &Frame) -> Option<i64> {
    let on_node = frame.pods.values().filter(|pod| pod.node.is_some() && !pod.phase.is_over());
    let starts = on_node.filter_map(|pod| pod.start);
    let (earliest, latest) = (starts.clone().min()?, starts.max()?);
    (earliest < latest).then_some(earliest)
}

const NO_NODES: &Set<Str> = &Set::new();
const NO_PODS: &Set<NamespacedName> = &Set::new();

impl<'a> DrawCtx<'a> {
    /// The context of a picture without a selection or comparison.
    pub fn new(lang: Lang, frame: &'a Frame, model: &'a StageModel, on_event: Callback<StageEvent>) -> Self {
        Self {
            lang,
            words: lang.page_labels(),
            frame,
            attempt: None,
            priorities: &[],
            selected_pod: None,
            subject_pod: model.pod.as_ref(),
            differing_nodes: NO_NODES,
            changed_pods: NO_PODS,
            is_about_nodes: model.queued_pod.is_none() && model.budget.is_none(),
            on_event,
            has_ids: false,
            pod_ends: None,
            group: model.group.as_ref(),
            earliest_start: None,
            resource: &model.resource,
            text_size: MIN_TEXT_SIZE,
            least_text_size: 0,
            least_small_size: 0,
            is_low: false,
            max_overhang: MAX_OVERHANG,
            is_intro: false,
            figure: None,
            late_drawings: LateDrawings::default(),
        }
    }

    /// The size of small text that is this percentage of plain text.
    pub(crate) fn small_size(&self, percent: i64) -> i64 {
        (self.text_size * percent / 100).max(self.least_small_size)
    }

    /// Whether names must stay readable at the expense of other content.
    pub(crate) fn has_least_text_size(&self) -> bool {
        self.least_text_size > 0
    }

    /// The largest text size for one line in a tile of this height. With a minimal size, text may come closer to the edges, and up to
    /// that size it may be as high as the tile.
    pub(crate) fn largest_text(&self, height: i64) -> i64 {
        match self.has_least_text_size() {
            true => (height * 4 / 5).max(self.least_text_size.min(height)),
            false => height * 3 / 5,
        }
    }

    /// Tiles lower than this share a row in a column of this width. With a minimal text size, they already share one before their names
    /// become unreadable, if two names fit next to each other.
    pub(crate) fn min_tile_height(&self, width: i64) -> i64 {
        let least = self.least_text_size;
        match self.has_least_text_size() {
            true if width >= least * 14 => least * 11 / 10,
            true => (least * 11 / 10).min(MIN_TILE_HEIGHT),
            false => MIN_TILE_HEIGHT,
        }
    }

    /// A callback that sends this event on a click.
    pub(crate) fn on_click(&self, event: StageEvent) -> Callback<MouseEvent> {
        let on_event = self.on_event.clone();
        Callback::from(move |_| on_event.emit(event.clone()))
    }

    /// A callback that sends this event when the keys of a button are pressed.
    pub(crate) fn on_button_key(&self, event: StageEvent) -> Callback<KeyboardEvent> {
        let on_event = self.on_event.clone();
        Callback::from(move |key: KeyboardEvent| {
            if matches!(key.key().as_str(), "Enter" | " ") {
                key.prevent_default();
                on_event.emit(event.clone());
            }
        })
    }

    /// Draws the devices of a node in an area with this left edge and width, and at most this height.
    pub(crate) fn draw_devices(&self, node: &Str, (x, w): (i64, i64), most: i64) -> RackDrawing {
        match self.late_drawings.devices {
            Some(draw) if !self.frame.devices.is_empty() => draw(self, node, Area::new(x, 0, w, most)),
            _ => RackDrawing::default(),
        }
    }
}

/// Draws a node's name; a click in the area opens the node's page.
pub(crate) fn draw_node_link(ctx: &DrawCtx<'_>, node: &Str, area: Area, name: Html) -> Html {
    let event = StageEvent::OpenNode(node.clone());
    html! {
        <g class="node-link" role="button" tabindex="0" aria-label={ctx.lang.open_node(node)} onkeydown={ctx.on_button_key(event.clone())} onclick={ctx.on_click(event)}>{ draw_rect(area, "touch", 3) }{ name }</g>
    }
}
