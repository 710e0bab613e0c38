//! The timeline: the axis of time with the playhead, one thin strip. The lanes below it come with a part of the page.

use yew::{Callback, Html, component, html, use_effect_with, use_mut_ref, use_node_ref, use_state_eq};

use std::rc::Rc;

use crate::bookmarks::view as bookmarks;
use crate::parts;
use crate::sees;
use crate::sees::Sees;
use crate::timeline::axis::{Axis, Range, Scale};
use crate::timeline::hands;
use crate::timeline::hands::Hands;
use crate::timeline::kept::LaneCache;
use crate::timeline::ruler::{Listed, Ruler};
use crate::timeline::strip;
use crate::view::Props;
use api::Set;

/// What the timeline draws.
pub(crate) const SEES: Sees = bookmarks::SEES | sees::POD | sees::KNOWN | sees::PARTS | sees::ROOM | sees::SHARE;

/// The axis with its playhead; below it the lanes, if they are wanted.
#[component]
pub fn Timeline(props: &Props) -> Html {
    let Props { view, act, .. } = props;
    let (store, more) = (&view.store, view.store.lang.timeline());
    let scale = use_state_eq(Scale::default);
    let wanted = use_state_eq(|| None::<Range>);
    let chosen = use_state_eq(|| None::<Range>);
    let opened = use_state_eq(Set::<u64>::new);
    let listed = use_state_eq(Listed::default);
    let kept = use_mut_ref(LaneCache::default);
    let root = use_node_ref();

    let shows = store.front.lanes;
    let axis = Axis::new(*scale, &store.run.trace, &opened);
    // A page inside of another may show only a part of the run. The thin axis shows all that there is.
    let bounds = store.bounds();
    let all = match bounds == (0, store.run.last()) {
        true => axis.whole(),
        false => axis.between(hands::place(axis.of_moment(bounds.0)), hands::place(axis.of_moment(bounds.1))),
    };
    let range = wanted.filter(|_| shows).map_or(all, |range| axis.part(range));
    let now = axis.of_moment(store.player.at);
    kept.borrow_mut().read(&store.run.trace, &axis, range);

    let hands = use_mut_ref(Hands::default);
    hands.borrow_mut().look = Some(hands::Look {
        axis: axis.clone(),
        range,
        now,
        root: root.clone(),
        act: act.clone(),
        zooms: shows,
        zoom: Callback::from({
            let wanted = wanted.clone();
            move |range| wanted.set(range)
        }),
        choose: Callback::from({
            let chosen = chosen.clone();
            move |range| chosen.set(range)
        }),
    });
    hands::use_wheel_and_keys(&root, &hands);
    use_effect_with(store.player.at, {
        let (axis, wanted) = (axis.clone(), wanted.clone());
        move |_| {
            if wanted.is_some() {
                wanted.set(Some(axis.showing(range, hands::place(now))));
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
    let flags = strip::Flags { unfold, shows, bounds };
    let head = strip::strip(view, act, &kept.borrow(), (&axis, range), now, &flags);
    let taken = (hands::down(&hands), hands::moved(&hands), hands::up(&hands), hands::cancel(&hands));
    let [below, bar] = match shows {
        true => {
            let chosen = *chosen;
            let ruler = Ruler { axis, range, now, chosen, scale, wanted, listed, kept, hands, head };
            parts::lanes(view, act, &Rc::new(ruler))
        }
        false => [head, Html::default()],
    };
    html! {
        <>
        <div class="timeline" ref={root} title={shows.then_some(more.lanes_hint)}
            onpointerdown={taken.0} onpointermove={taken.1} onpointerup={taken.2} onpointercancel={taken.3}>{ below }</div>
        { bar }
        </>
    }
}
