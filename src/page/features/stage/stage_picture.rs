//! The picture of a view: its model, and the model drawn as SVG.

use api::{NamespacedName, Str, resources::Resource};
use page_state::{actions::Action, selectors::predictions};
use runlog::EventKind;
use scene::{
    group_model::GroupScene,
    moment_ctx::{self, MomentCtx, MomentSubject},
    stage_model::{MAX_CARDS, Scene, StageModel},
};
use stage::draw::{
    draw_ctx::{DrawCtx, earliest_start},
    picture,
    text_layout::Size,
};
use yew::{Callback, Html, html};

use crate::{features::stage::stage_action::on_stage_event, view::View};

/// Calls a function with the view's data in the form that the crate `stage` takes.
fn with_moment_ctx<T>(view: &View, make: impl FnOnce(&MomentCtx<'_>) -> T) -> T {
    let run_view = &view.store.run.view;
    let moment = view.moment;
    let ended_attempts = run_view.attempt_ends.iter().enumerate().take_while(|(_, events)| **events <= moment.events);
    let ended_attempts =
        ended_attempts.filter_map(|(number, events)| Some((*events, &**run_view.attempt_summary(number)?)));
    make(&MomentCtx {
        frame: &view.frame,
        event: view.event.as_ref().map(|event| &event.what),
        step: view.step,
        attempt: view.attempt.as_ref(),
        chosen_resource: view.store.selection.measure.as_ref(),
        filters: &view.profile.filters,
        pending_victims: moment_ctx::list_pending_victims(ended_attempts, &run_view.trace, &view.frame, moment),
        last_node: moment_ctx::node_before_exit(&run_view.trace, moment.events),
        failed_pods: moment_ctx::list_failed_pods(&run_view.trace),
        group: group_scene(view),
        queue: view.chunks.study.and_then(|study| (study.find_queue)(view)),
    })
}

/// The model of a view; empty in a large cluster, for which the map is drawn.
pub fn stage_model(view: &View) -> StageModel {
    if view.frame.nodes.len() > MAX_CARDS {
        return StageModel::default();
    }
    let mut model = with_moment_ctx(view, StageModel::at_moment);
    if view.store.is_intro() {
        // Its scale stays the same, without space for what isn't shown.
        model.remove_checks();
        model.set_room_above(first_shortage(view, &model.resource).unwrap_or(0));
    }
    model
}

/// The amount of a resource that the first preemptor of the run lacks on the node that it preempts on.
fn first_shortage(view: &View, resource: &Resource) -> Option<i64> {
    let trace = &view.store.run.view.trace;
    let (at, preemptor, node) = trace.events().iter().enumerate().find_map(|(at, event)| {
        let EventKind::Attempted(summary) = &event.what else { return None };
        Some((at, &summary.pod, &summary.preemption.as_ref()?.room.as_ref()?.node))
    })?;
    let frame = trace.frame_at(at);
    let node = frame.nodes.get(node)?;
    let amount = |key: &NamespacedName| frame.pods.get(key).map_or(0, |pod| pod.amount_of(resource));
    Some(node.pods().map(amount).sum::<i64>() + amount(preemptor) - node.allocatable_amount(resource))
}

/// The group whose cycle is current; `None` while the chunk that draws it isn't loaded.
pub fn group_scene(view: &View) -> Option<GroupScene> {
    let find_group = view.chunks.study?.find_group;
    find_group(view.store.run.view.trace.events(), &view.frame, view.moment)
}

/// The node that an event is about.
pub fn subject_node(view: &View) -> Option<Str> {
    let node =
        with_moment_ctx(view, |ctx| if let MomentSubject::Node(node) = ctx.subject() { Some(node) } else { None });
    node.filter(|name| view.frame.nodes.contains_key(name))
}

/// The context for drawing a view.
pub fn draw_ctx<'a>(view: &'a View, stage: &'a StageModel, dispatch: &Callback<Action>) -> DrawCtx<'a> {
    let store = &view.store;
    DrawCtx {
        attempt: view.attempt.as_deref().filter(|_| view.is_live()).map(|attempt| (attempt, view.step)),
        priorities: &store.run.view.priorities,
        selected_pod: store.selection.pod.as_ref(),
        differing_nodes: &view.differing_nodes,
        changed_pods: &view.changed_pods,
        has_ids: !view.is_second && !view.is_prerender,
        pod_ends: view.pod_ends.as_deref(),
        earliest_start: predictions::is_unanswered(store).then(|| earliest_start(&view.frame)).flatten(),
        is_intro: store.is_intro(),
        late_drawings: view.late_drawings(),
        ..DrawCtx::new(store.lang, &view.frame, stage, on_stage_event(dispatch))
    }
}

/// In a presentation, the minimum width of the picture, the size of its plain text, and the smallest size of any text.
const PRESENTED_WIDTH: i64 = 700;
const PRESENTED_TEXT_SIZE: i64 = 23;
const PRESENTED_SMALL_SIZE: i64 = 18;

/// The smallest size of any text, also on phones and in the halves of a comparison.
const LEAST_SMALL_SIZE: i64 = 10;

/// In a frame of another page, which may be small, the size at which names are still readable.
const EMBEDDED_TEXT_SIZE: i64 = 11;

/// The scene as SVG.
pub fn draw_stage(view: &View, stage: &StageModel, dispatch: &Callback<Action>, size: Size) -> Html {
    let is_embedded = view.store.share.is_embedded;
    let is_presented = view.store.overlays.is_presenting && !is_embedded && size.width >= PRESENTED_WIDTH;
    let (least_text_size, least_small_size) = match &stage.scene {
        _ if is_embedded => (EMBEDDED_TEXT_SIZE, 0),
        _ if !is_presented => (0, LEAST_SMALL_SIZE),
        // Its rules are sentences that must not be cut off, and a group has much beside its nodes.
        Scene::Ladder(_) => (PRESENTED_SMALL_SIZE, 0),
        _ if stage.group.is_some() => (PRESENTED_SMALL_SIZE, 0),
        _ => (PRESENTED_TEXT_SIZE, PRESENTED_SMALL_SIZE),
    };
    picture::draw_scene(DrawCtx { least_text_size, least_small_size, ..draw_ctx(view, stage, dispatch) }, stage, size)
}

/// The ruling at the current moment, drawn beside a map.
pub fn draw_ruling_beside_map(view: &View, dispatch: &Callback<Action>, size: Size) -> Option<Html> {
    let ruling = with_moment_ctx(view, |ctx| ctx.ruling())?;
    let stage = StageModel { scene: Scene::Ruling(Box::new(ruling)), ..StageModel::default() };
    Some(html! { <div class="single">{ draw_stage(view, &stage, dispatch, size) }</div> })
}

/// A single node, whatever the moment is about.
pub fn draw_single_node(view: &View, dispatch: &Callback<Action>, node: &Str, size: Size) -> Html {
    let stage = with_moment_ctx(view, |ctx| StageModel::single_node(ctx, node));
    let scene = draw_stage(view, &stage, dispatch, size);
    html! { <div class="single" data-node={node.to_string()}>{ scene }</div> }
}
