//! The river of one run, and above it the line at the playhead. The river is drawn again only if the run, the size, the language or the selection
//! changes, so that the line can follow the pointer.

use std::rc::Rc;

use api::NamespacedName;
use i18n::Lang;
use page_state::run_view::RunView;
use stage::{
    draw::text_layout::Size,
    river::{RiverCtx, RiverScale, cursor::draw_cursor, draw_name_plates, draw_river, layout::RiverLayout},
};
use trace::{lanes::Edge, river::River};
use ui::memo::{ByIdentity, memo};
use yew::{Html, Properties, component, html, use_memo};

use crate::view::timeline::axis::TimeAxis;

/// About how many pixels an axis label needs.
const TICK_PIXELS: i64 = 52;
/// Instants that are narrower than this, in pixels, are not marked.
const MIN_INSTANT: u64 = 14;

/// Where the playhead is: on the axis, and in the log of the run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RiverPlayhead {
    pub place: u64,
    pub edge: Edge,
}

#[derive(Clone, Properties)]
pub(crate) struct SheetProps {
    pub lang: Lang,
    pub river: Rc<River>,
    pub run_view: Rc<RunView>,
    /// The axis; of two compared runs, that of the first one.
    pub axis: Rc<TimeAxis>,
    /// Whether the axis is that of another run.
    pub is_other_run: bool,
    pub size: Size,
    /// Whether only a part of the picture is visible at once, so that the names of nodes are inside it instead of in the margin.
    pub is_narrow: bool,
    pub selected_pod: Option<NamespacedName>,
    pub playhead: RiverPlayhead,
}

impl PartialEq for SheetProps {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.river, &other.river)
            && self.axis == other.axis
            && (self.lang, self.size, self.is_narrow, self.playhead)
                == (other.lang, other.size, other.is_narrow, other.playhead)
            && self.selected_pod == other.selected_pod
    }
}

/// A river with its places, ready to be drawn.
pub(crate) struct RiverPicture {
    pub(crate) layout: RiverLayout,
    river: Rc<River>,
    axis: Rc<TimeAxis>,
    is_other_run: bool,
    priorities: Vec<i32>,
    folds: Vec<(u64, u64)>,
    instants: Vec<(u64, u64)>,
    ticks: Vec<(u64, String)>,
}

impl RiverPicture {
    pub(crate) fn new(props: &SheetProps) -> Self {
        let SheetProps { axis, river, size, .. } = props;
        let layout = RiverLayout::new(river, *size, axis.length(), props.is_narrow);
        let tick_count = usize::try_from(size.width / TICK_PIXELS).unwrap_or(1).max(1);
        let folds = axis.folds.iter().filter(|fold| !fold.is_open).map(|fold| axis.fold_bounds(fold));
        let least = axis.length() * MIN_INSTANT / u64::try_from(size.width).unwrap_or(1).max(1);
        Self {
            layout,
            river: Rc::clone(river),
            axis: Rc::clone(axis),
            is_other_run: props.is_other_run,
            priorities: props.run_view.priorities.clone(),
            folds: folds.collect(),
            instants: list_instants(axis, props.run_view.moments.len(), least),
            ticks: axis.tick_labels(axis.full_range(), tick_count),
        }
    }

    /// Draws with the context of the picture.
    pub(crate) fn draw_with(
        &self,
        lang: Lang,
        selected_pod: Option<&NamespacedName>,
        draw: impl FnOnce(&RiverCtx<'_>) -> Html,
    ) -> Html {
        let place = |edge: Edge| match self.is_other_run {
            true => self.axis.time_place(edge.at),
            false => self.axis.edge_place(edge),
        };
        let scale = RiverScale {
            place: &place,
            length: self.axis.length(),
            folds: self.folds.clone(),
            instants: self.instants.clone(),
            ticks: self.ticks.clone(),
        };
        let is_here = |pod: &&NamespacedName| self.river.pods.iter().any(|life| life.pod == **pod);
        draw(&RiverCtx {
            lang,
            river: &self.river,
            scale: &scale,
            priorities: &self.priorities,
            selected_pod: selected_pod.filter(is_here),
        })
    }
}

/// The instants in which several steps are taken, as far as they are at least this wide.
fn list_instants(axis: &TimeAxis, moments: usize, least: u64) -> Vec<(u64, u64)> {
    let mut instants: Vec<(u64, u64)> = Vec::new();
    let mut start = 0;
    for at in 1..=moments {
        if at < moments && axis.time_of_moment(at) == axis.time_of_moment(start) {
            continue;
        }
        let span = (axis.moment_place(start), axis.moment_place(at - 1));
        if span.1.saturating_sub(span.0) > least {
            instants.push(span);
        }
        start = at;
    }
    instants
}

/// The river with the line at the playhead.
#[component]
pub(crate) fn RiverSheet(props: &SheetProps) -> Html {
    let key = (ByIdentity(Rc::clone(&props.river)), Rc::clone(&props.axis), props.size, props.is_narrow);
    let picture = use_memo(key, |_| RiverPicture::new(props));
    let (lang, selected_pod) = (props.lang, props.selected_pod.clone());
    let RiverPlayhead { place, edge } = props.playhead;
    let cursor = picture.draw_with(lang, None, |ctx| draw_cursor(ctx, &picture.layout, place, edge));
    html! {
        <>
            if props.is_narrow { <div class="river-names">{ picture.draw_with(lang, None, |ctx| draw_name_plates(ctx, &picture.layout)) }</div> }
            { memo(draw_whole, (SharedPicture(picture), lang, selected_pod)) }
            { cursor }
        </>
    }
}

/// A picture that is compared by identity.
#[derive(Clone)]
pub(crate) struct SharedPicture(pub(crate) Rc<RiverPicture>);

impl PartialEq for SharedPicture {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

/// The input of a drawing that is kept.
pub(crate) type PictureInput = (SharedPicture, Lang, Option<NamespacedName>);

fn draw_whole((picture, lang, selected_pod): &PictureInput) -> Html {
    picture.0.draw_with(*lang, selected_pod.as_ref(), |ctx| draw_river(ctx, &picture.0.layout))
}
