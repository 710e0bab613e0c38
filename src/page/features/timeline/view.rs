//! The timeline: the time axis with the playhead as a thin strip. The lanes below it are in a chunk.

use std::rc::Rc;

use api::Set;
use page_state::actions::Action;
use yew::{Callback, Html, component, html, use_effect_with, use_mut_ref, use_node_ref, use_state_eq};

use crate::{
    features::{bookmarks, timeline::axis_strip},
    view::{
        Props, View,
        chunk_views::{LoadingFrame, draw_study},
        dirty::{self, Slices},
        timeline::{
            axis::{AxisRange, AxisScale, AxisWindow, TimeAxis},
            cache::LaneCache,
            pointer::{self, PointerState},
            ruler::{LaneListState, TimelineCtx},
        },
    },
};

/// The slices of the state that the timeline depends on.
pub(crate) const SLICES: Slices =
    bookmarks::SLICES | dirty::POD | dirty::CACHE | dirty::CHUNKS | dirty::LAYOUT | dirty::SHARE;

/// The axis with its playhead; below it the lanes, if they are open.
#[component]
pub fn Timeline(props: &Props) -> Html {
    let Props { view, dispatch, .. } = props;
    let (store, timeline_labels) = (&view.store, view.store.lang.timeline_labels());
    let scale = use_state_eq(AxisScale::default);
    let zoomed_range = use_state_eq(|| None::<AxisRange>);
    let selection = use_state_eq(|| None::<AxisRange>);
    let opened_folds = use_state_eq(Set::<u64>::new);
    let list_state = use_state_eq(LaneListState::default);
    let lane_cache = use_mut_ref(LaneCache::default);
    let root = use_node_ref();

    let is_shown = store.overlays.has_lanes_open;
    let axis = TimeAxis::new(*scale, &store.run.view, &opened_folds);
    // An embedded page may be limited to a part of the run. The thin axis shows all of that part.
    let bounds = store.playable_range();
    let all = match bounds == (0, store.run.last_moment()) {
        true => axis.full_range(),
        false => axis.range_between(
            pointer::to_place(axis.moment_place(bounds.0)),
            pointer::to_place(axis.moment_place(bounds.1)),
        ),
    };
    let range = zoomed_range.filter(|_| is_shown).map_or(all, |range| axis.clamp_range(range));
    let playhead_position = axis.playhead_place(store.player.moment, store.player.elapsed);
    lane_cache.borrow_mut().update_to(&store.run.view, &axis, range);

    let pointers = use_mut_ref(PointerState::default);
    pointers.borrow_mut().geometry = Some(pointer::TimelineGeometry {
        axis: axis.clone(),
        range,
        playhead: playhead_position,
        root: root.clone(),
        dispatch: dispatch.clone(),
        has_lanes: is_shown,
        on_zoom: Callback::from({
            let zoomed_range = zoomed_range.clone();
            move |range| zoomed_range.set(range)
        }),
        on_select: Callback::from({
            let selection = selection.clone();
            move |range| selection.set(range)
        }),
    });
    pointer::use_wheel_and_keys(&root, &pointers);
    use_effect_with(store.player.moment, {
        let (axis, zoomed_range) = (axis.clone(), zoomed_range.clone());
        move |_| {
            if zoomed_range.is_some() {
                zoomed_range.set(Some(axis.range_showing(range, pointer::to_place(playhead_position))));
            }
        }
    });
    let unfold = {
        let (opened_folds, zoomed_range) = (opened_folds.clone(), zoomed_range.clone());
        Callback::from(move |from: u64| {
            let mut next = (*opened_folds).clone();
            next.toggle(from);
            opened_folds.set(next);
            zoomed_range.set(None);
        })
    };
    let flags = axis_strip::StripOptions { on_toggle_fold: unfold, has_lanes: is_shown, bounds };
    let head = axis_strip::draw_strip(
        view,
        dispatch,
        &lane_cache.borrow(),
        AxisWindow { axis: &axis, range },
        playhead_position,
        &flags,
    );
    let handlers = (
        pointer::on_pointer_down(&pointers),
        pointer::on_pointer_move(&pointers),
        pointer::on_pointer_up(&pointers),
        pointer::on_pointer_cancel(&pointers),
    );
    let [below, bar] = match is_shown {
        true => {
            let selection = *selection;
            let ruler = TimelineCtx {
                axis,
                range,
                playhead: playhead_position,
                selection,
                scale,
                zoomed_range,
                list_state,
                cache: lane_cache,
                pointers,
                axis_html: head,
            };
            draw_lanes(view, dispatch, &Rc::new(ruler))
        }
        false => [head, Html::default()],
    };
    html! {
        <>
        <div class="timeline" ref={root} title={is_shown.then_some(timeline_labels.lanes_hint)}
            onpointerdown={handlers.0} onpointermove={handlers.1} onpointerup={handlers.2} onpointercancel={handlers.3}>{ below }</div>
        { bar }
        </>
    }
}

/// The lanes and their toolbar; empty while the chunk isn't loaded.
fn draw_lanes(view: &Rc<View>, dispatch: &Callback<Action>, ruler: &Rc<TimelineCtx>) -> [Html; 2] {
    match view.chunks.study {
        Some(study) => (study.draw_lanes)(view, dispatch, ruler),
        None => {
            let loading = draw_study(view, dispatch, LoadingFrame::Bare, |_| Html::default());
            [html! { <div class="lanes">{ ruler.axis_html.clone() }{ loading }</div> }, Html::default()]
        }
    }
}
