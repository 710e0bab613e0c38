//! The pictures of a handout: the stage at the decisive moments, as the page draws it, for paper.

use std::{cell::RefCell, rc::Rc};

use api::NamespacedName;
use i18n::{format_clock, short_pod_name};
use page_state::{actions::Action, selectors::handout_moments::pictured_moments, store::Store};
use runlog::Queue;
use scene::stage_model::{MAX_CARDS, Scene};
use stage::{draw::text_layout::Size, overview::legend::draw_legend};
use yew::{Callback, Html, html};

use crate::{
    features::stage::{node_map, stage_picture, stage_view},
    view::{
        LoadedChunks, View,
        view_model::{ViewCache, build_view},
    },
};

/// The maximum number of pods of a queue that are named.
const MAX_POD_NAMES: usize = 12;

/// The size of a picture: the width of the paper between its margins, so that its text is as large as the text around it.
const PICTURE_SIZE: Size = Size::new(720, 420);
/// The size of the picture of a node beside the map.
const NODE_SIZE: Size = Size::new(248, 420);

/// The view of a moment, without controls.
pub fn view_at(store: &Store, chunks: LoadedChunks, at: usize) -> View {
    let mut store = store.clone();
    (store.player.moment, store.player.is_playing, store.overlays.is_presenting) = (at, false, true);
    (store.selection.pod, store.selection.node) = (None, None);
    store.lesson.terms = Rc::default();
    View { is_prerender: true, ..build_view(Rc::new(store), chunks, &RefCell::new(ViewCache::default()), false) }
}

/// Whether all data for the picture is available.
pub(crate) fn is_drawable(view: &View) -> bool {
    !is_within_attempt(view) || view.attempt.is_some()
}

/// Whether there are too many nodes for a picture of all of them.
pub(crate) fn has_many_nodes(view: &View) -> bool {
    view.frame.nodes.len() > MAX_CARDS
}

/// Whether the map on the screen belongs next to the only picture: it shows the same moment, which is about a node.
pub(crate) fn is_beside_map(store: &Store) -> bool {
    pictured_moments(store) == [store.player.moment]
        && node_map::subject_node(&view_at(store, LoadedChunks::default(), store.player.moment)).is_some()
}

/// Whether the moment is within an attempt, so that its picture needs the record of the attempt.
fn is_within_attempt(view: &View) -> bool {
    view.step.is_in_attempt()
}

/// The picture and its caption. In a large cluster it shows the node that the moment is about, next to the map of that moment, if given; `None` if
/// the moment is about no node.
pub(crate) fn draw_figure(view: View, map: Option<Html>) -> Option<Html> {
    let (view, dispatch) = (Rc::new(view), Callback::noop());
    let stage = Rc::new(stage_picture::stage_model(&view));
    let title = format!("{} · {}", format_clock(view.store.current_time()), view.story.title);
    let scene = match &stage.scene {
        _ if has_many_nodes(&view) => draw_node_beside_map(&view, &dispatch, map)?,
        Scene::RailOnly => html! { <div class="only-rail">{ stage_view::draw_rail(&view, &stage, &dispatch) }</div> },
        _ => stage_picture::draw_stage(&view, &stage, &dispatch, PICTURE_SIZE),
    };
    Some(html! {
        <figure class="pictured">
            <div inert=true role="img" aria-label={title.clone()}>
                { scene }
                <div class="side">{ draw_queues_text(&view) }{ stage_view::draw_budgets(&view, &stage, &dispatch) }</div>
            </div>
            <figcaption>{ title }</figcaption>
        </figure>
    })
}

/// The node that a moment is about, as the stage draws it next to the map.
fn draw_node_beside_map(view: &View, dispatch: &Callback<Action>, map: Option<Html>) -> Option<Html> {
    let node = node_map::subject_node(view)?;
    let legend = map.is_some().then(|| draw_legend(view.store.lang, &[]));
    Some(html! {
        <>
            <div class="of-many">{ stage_picture::draw_single_node(view, dispatch, &node, NODE_SIZE) }{ map.unwrap_or_default() }</div>
            { legend.unwrap_or_default() }
        </>
    })
}

/// The pods of each queue, as text.
fn draw_queues_text(view: &View) -> Html {
    let (frame, labels) = (&view.frame, view.words);
    let cycle: Vec<&NamespacedName> = frame.in_cycle.iter().collect();
    let of = |queue| frame.pods_in_queue(queue).iter().map(|(key, _)| *key).collect::<Vec<&NamespacedName>>();
    let lanes = [
        (labels.cycle, cycle),
        (labels.active, of(Queue::Active)),
        (labels.backoff, of(Queue::Backoff)),
        (labels.unschedulable, of(Queue::Unschedulable)),
        (labels.gated, of(Queue::Gated)),
    ];
    let lane = |(name, pods): (&str, Vec<&NamespacedName>)| {
        let names: Vec<&str> = pods.iter().take(MAX_POD_NAMES).map(|pod| short_pod_name(pod)).collect();
        let list = view.store.lang.list(&names);
        let hidden_count = pods.len().saturating_sub(MAX_POD_NAMES);
        let list = if hidden_count > 0 { format!("{list} {}", view.store.lang.and_more(hidden_count)) } else { list };
        html! { <div class="lane"><h2>{ name.to_owned() }</h2><p>{ if pods.is_empty() { "–".to_owned() } else { list } }</p></div> }
    };
    html! { <div class="queues">{ for lanes.into_iter().map(lane) }</div> }
}

#[cfg(test)]
mod tests {
    use page_state::{
        actions::{player::PlayerMsg, share::ShareMsg},
        testing::InlineWorker,
        update::reduce,
        worker_cache,
    };
    use trace::steps::Step;

    use super::*;

    const LADDER: &str = include_str!("../../../../www/scenarios/ladder.yaml");

    fn seek(store: &Store, at: usize) -> Store {
        reduce(store, Action::Player(PlayerMsg::Seek(at))).0
    }

    #[test]
    fn handout_shows_the_chosen_or_the_most_telling_moment() {
        let mut worker = InlineWorker::default();
        let store = worker.open_text(LADDER);
        let decisive = store.run.view.decisive_moment().expect("it has captions");
        assert_eq!(store.run.view.moments[decisive].step, Step::Choose);
        for (at, pictured) in [(0, decisive), (store.run.last_moment(), decisive), (3, 3)] {
            assert_eq!(pictured_moments(&seek(&store, at)), [pictured]);
        }
        // The handout requests the record of the attempt, after which there is a picture.
        let store_at_start = seek(&store, 0);
        let far = Store { detail_cache: worker_cache::DetailCache::default(), ..store_at_start };
        assert!(!is_drawable(&view_at(&far, crate::shell::chunk_tables::ALL, decisive)));
        let opened_store = worker.apply_action(&far, Action::Share(ShareMsg::SetHandoutOpen(true)));
        let view = view_at(&opened_store, crate::shell::chunk_tables::ALL, decisive);
        assert!(is_drawable(&view) && !view.can_add_objects() && !view.store.current_time().is_zero());
        assert_eq!(
            (opened_store.player.moment, opened_store.share.is_handout_open),
            (0, true),
            "the page stays where it is"
        );
    }
}
