//! The timeline: the axis of time with the playhead, one thin strip. The lanes below it come with a part of the page.

use yew::{Callback, Html, component, html, use_effect_with, use_mut_ref, use_node_ref, use_state_eq};

use std::rc::Rc;

use crate::{
    bookmarks::view as bookmarks,
    chunks, dirty,
    dirty::Slices,
    timeline::{
        axis::{AxisRange, AxisScale, TimeAxis},
        axis_strip,
        cache::LaneCache,
        pointer,
        pointer::PointerState,
        ruler::{LaneListState, TimelineCtx},
    },
    view::Props,
};
use api::Set;

/// What the timeline draws.
pub(crate) const SLICES: Slices =
    bookmarks::SLICES | dirty::POD | dirty::CACHE | dirty::CHUNKS | dirty::LAYOUT | dirty::SHARE;

/// The axis with its playhead; below it the lanes, if they are wanted.
#[component]
pub fn Timeline(props: &Props) -> Html {
    let Props { view, act, .. } = props;
    let (store, more) = (&view.store, view.store.lang.timeline_labels());
    let scale = use_state_eq(AxisScale::default);
    let wanted = use_state_eq(|| None::<AxisRange>);
    let chosen = use_state_eq(|| None::<AxisRange>);
    let opened = use_state_eq(Set::<u64>::new);
    let listed = use_state_eq(LaneListState::default);
    let lane_cache = use_mut_ref(LaneCache::default);
    let root = use_node_ref();

    let shows = store.overlays.has_lanes_open;
    let axis = TimeAxis::new(*scale, &store.run.view, &opened);
    // A page inside of another may show only a part of the run. The thin axis shows all that there is.
    let bounds = store.playable_range();
    let all = match bounds == (0, store.run.last_moment()) {
        true => axis.full_range(),
        false => axis.range_between(
            pointer::to_place(axis.moment_place(bounds.0)),
            pointer::to_place(axis.moment_place(bounds.1)),
        ),
    };
    let range = wanted.filter(|_| shows).map_or(all, |range| axis.clamp_range(range));
    let now = axis.moment_place(store.player.moment);
    lane_cache.borrow_mut().update_to(&store.run.view, &axis, range);

    let hands = use_mut_ref(PointerState::default);
    hands.borrow_mut().geometry = Some(pointer::TimelineGeometry {
        axis: axis.clone(),
        range,
        playhead: now,
        root: root.clone(),
        act: act.clone(),
        has_lanes: shows,
        on_zoom: Callback::from({
            let wanted = wanted.clone();
            move |range| wanted.set(range)
        }),
        on_select: Callback::from({
            let chosen = chosen.clone();
            move |range| chosen.set(range)
        }),
    });
    pointer::use_wheel_and_keys(&root, &hands);
    use_effect_with(store.player.moment, {
        let (axis, wanted) = (axis.clone(), wanted.clone());
        move |_| {
            if wanted.is_some() {
                wanted.set(Some(axis.range_showing(range, pointer::to_place(now))));
            }
        }
    });
    let unfold = {
        let (opened, wanted) = (opened.clone(), wanted.clone());
        Callback::from(move |from: u64| {
            let mut next = (*opened).clone();
            next.toggle(from);
            opened.set(next);
            wanted.set(None);
        })
    };
    let flags = axis_strip::StripOptions { on_toggle_fold: unfold, has_lanes: shows, bounds };
    let head = axis_strip::draw_strip(view, act, &lane_cache.borrow(), (&axis, range), now, &flags);
    let handlers = (
        pointer::on_pointer_down(&hands),
        pointer::on_pointer_move(&hands),
        pointer::on_pointer_up(&hands),
        pointer::on_pointer_cancel(&hands),
    );
    let [below, bar] = match shows {
        true => {
            let chosen = *chosen;
            let ruler = TimelineCtx {
                axis,
                range,
                playhead: now,
                selection: chosen,
                scale,
                zoomed_range: wanted,
                list_state: listed,
                cache: lane_cache,
                pointers: hands,
                axis_html: head,
            };
            chunks::draw_lanes(view, act, &Rc::new(ruler))
        }
        false => [head, Html::default()],
    };
    html! {
        <>
        <div class="timeline" ref={root} title={shows.then_some(more.lanes_hint)}
            onpointerdown={handlers.0} onpointermove={handlers.1} onpointerup={handlers.2} onpointercancel={handlers.3}>{ below }</div>
        { bar }
        </>
    }
}
