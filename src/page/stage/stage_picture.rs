//! The picture of a view: its model, and the model drawn as SVG.

use api::Str;
use yew::{Callback, Html, html};

use crate::{
    stage::{
        draw::{
            exchange, ladder, nodes, scores,
            text_layout::{self, DeviceSources, DrawCtx, Size, draw_lines, wrap_text},
        },
        ruling_renderer,
        scene::{
            moment_ctx::{self, MomentCtx, MomentSubject},
            stage_model::{Scene, StageModel},
        },
    },
    store::Action,
    view::View,
};

/// More nodes than this are drawn as a map.
pub const MAX_CARDS: usize = 200;

/// Makes a picture of what a view shows.
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
        profile: &view.profile,
        pending_victims: moment_ctx::list_pending_victims(ended_attempts, &run_view.trace, &view.frame, moment),
        last_node: moment_ctx::node_before_exit(&run_view.trace, moment.events),
    })
}

/// The model of what a view shows. Of a large cluster there is only the map.
pub fn stage_model(view: &View) -> StageModel {
    if view.frame.nodes.len() > MAX_CARDS {
        StageModel::default()
    } else {
        with_moment_ctx(view, StageModel::at_moment)
    }
}

/// The node that an event is about.
pub fn subject_node(view: &View) -> Option<Str> {
    let node =
        with_moment_ctx(view, |ctx| if let MomentSubject::Node(node) = ctx.subject() { Some(node) } else { None });
    node.filter(|name| view.frame.nodes.contains_key(name))
}

/// What the drawings of a view need to know.
pub fn draw_ctx<'a>(view: &'a View, stage: &'a StageModel, dispatch: &'a Callback<Action>, size: Size) -> DrawCtx<'a> {
    let drains =
        if view.store.player.is_playing { view.store.run.view.drain_after(view.store.player.moment) } else { None };
    DrawCtx {
        lang: view.store.lang,
        words: view.words,
        priorities: &view.store.run.view.priorities,
        selected_pod: view.store.selection.pod.as_ref(),
        subject_pod: stage.pod.as_ref(),
        differing_nodes: &view.differing_nodes,
        changed_pods: &view.changed_pods,
        is_about_nodes: stage.queued_pod.is_none() && stage.budget.is_none(),
        dispatch,
        has_ids: !view.is_second && !view.is_prerender,
        pod_ends: view.pod_ends.as_deref(),
        drain: drains.map(|passes| (view.store.player.moment, passes, view.store.current_pause())),
        resource: &stage.resource,
        text_size: text_layout::base_text_size(size),
        devices: view.chunks.study.is_some().then(|| DeviceSources {
            frame: &view.frame,
            attempt: view.attempt.as_deref().filter(|_| view.is_live()).map(|attempt| (attempt, view.step)),
        }),
    }
}

fn wrap_svg(view: &View, subject: String, size: Size, scene: Html) -> Html {
    let Size { width: w, height: h } = size;
    html! {
        <svg class="picture" viewBox={format!("0 0 {w} {h}")} width={w.to_string()} height={h.to_string()} role="group" aria-label={view.words.nodes}>
            <g class="camera" key={subject}>{ scene }</g>
        </svg>
    }
}

/// The scene as SVG.
pub fn draw_stage(view: &View, stage: &StageModel, dispatch: &Callback<Action>, size: Size) -> Html {
    let ctx = draw_ctx(view, stage, dispatch, size);
    let scene = match &stage.scene {
        Scene::Nodes(node_columns, focus) => nodes::draw_nodes(&ctx, node_columns, *focus, size),
        Scene::Ladder(ladder) => ladder::draw_ladder(&ctx, ladder, size),
        Scene::Scores(score_board) => scores::draw_scores(&ctx, score_board, size),
        Scene::Exchange(exchange) => exchange::draw_exchange(&ctx, exchange, size),
        Scene::Ruling(_) if view.store.chunks.study.has_failed() => {
            let texts = wrap_text(
                view.store.lang.notice_labels().part_failed,
                ctx.text_size,
                size.width - 2 * ctx.text_size,
                8,
            );
            draw_lines(ctx.text_size, ctx.text_size, ctx.text_size, "soft", &texts).html
        }
        Scene::Ruling(ruling) => ruling_renderer::draw_ruling(&ctx, ruling, view.frame.now, size),
        Scene::RailOnly => Html::default(),
    };
    wrap_svg(view, stage.subject_key(), size, scene)
}

/// What is decided beside the scheduler at the moment shown, where a map takes the place of the stage.
pub fn draw_ruling_beside_map(view: &View, dispatch: &Callback<Action>, size: Size) -> Option<Html> {
    let ruling = with_moment_ctx(view, |ctx| ctx.ruling())?;
    let stage = StageModel { scene: Scene::Ruling(Box::new(ruling)), ..StageModel::default() };
    Some(html! { <div class="single">{ draw_stage(view, &stage, dispatch, size) }</div> })
}

/// One node of many, whatever the moment is about.
pub fn draw_single_node(view: &View, dispatch: &Callback<Action>, node: &Str, size: Size) -> Html {
    let stage = with_moment_ctx(view, |ctx| StageModel::single_node(ctx, node));
    let scene = draw_stage(view, &stage, dispatch, size);
    html! { <div class="single" data-node={node.to_string()}>{ scene }</div> }
}
