//! The scene of a model as SVG.

use scene::{
    score_board::ScoreBoard,
    stage_model::{Scene, StageModel},
};
use trace::ruling::Ruling;
use yew::{Html, html};

use crate::draw::{
    draw_ctx::{DrawCtx, GroupPart},
    exchange, ladder, nodes,
    text_layout::{Area, Size, base_text_size, draw_lines, wrap_text},
};

/// [`DrawCtx::max_overhang`] of a low picture.
const LOW_OVERHANG: i64 = 40;

/// Draws the scene in a picture of this size.
pub fn draw_scene(ctx: DrawCtx<'_>, model: &StageModel, size: Size) -> Html {
    let text_size = base_text_size(size).max(ctx.least_text_size);
    let is_low = ctx.figure.is_none() && size.height < text_size * 22;
    let max_overhang = if is_low { LOW_OVERHANG } else { ctx.max_overhang };
    let ctx = &DrawCtx { text_size, is_low, max_overhang, ..ctx };
    let whole = size;
    let group = ctx.group.zip(ctx.late_drawings.group);
    let band = group.map(|(band, draw_group)| draw_group(ctx, band, GroupPart::Band(size))).unwrap_or_default();
    let Area { x, y, w, h } = band.inside.unwrap_or(Area::new(0, 0, size.width, size.height));
    let size = Size::new(w, h);
    let scene = match &model.scene {
        Scene::Nodes(node_columns, focus) => nodes::draw_nodes(ctx, node_columns, *focus, size),
        Scene::Ladder(ladder) => ladder::draw_ladder(ctx, ladder, size),
        Scene::Scores(score_board) => {
            ctx.late_drawings.scores.map_or_else(Html::default, |draw_scores| draw_scores(ctx, score_board, size))
        }
        Scene::Exchange(exchange) => exchange::draw_exchange(ctx, exchange, size),
        Scene::Ruling(ruling) => {
            ctx.late_drawings.ruling.map_or_else(Html::default, |draw_ruling| draw_ruling(ctx, ruling, size))
        }
        Scene::Queue(queue) => {
            ctx.late_drawings.queue.map_or_else(Html::default, |draw_queue| draw_queue(ctx, queue, size))
        }
        Scene::RailOnly => Html::default(),
    };
    let Size { width: w, height: h } = whole;
    let scene = if band.inside.is_none() {
        scene
    } else {
        html! { <>{ band.html }<g transform={format!("translate({x} {y})")}>{ scene }</g></> }
    };
    let label = if matches!(model.scene, Scene::Queue(_)) { ctx.words.queue } else { ctx.words.nodes };
    html! {
        <svg class="picture" viewBox={format!("0 0 {w} {h}")} width={w.to_string()} height={h.to_string()} role="group" aria-label={label}>
            <g class="camera" key={model.subject_key()}>{ scene }</g>
        </svg>
    }
}

/// Draws a placeholder for a ruling whose chunk couldn't be loaded.
pub fn draw_missing_ruling(ctx: &DrawCtx<'_>, _: &Ruling, size: Size) -> Html {
    draw_missing_part(ctx, size)
}

/// Draws a placeholder for scores whose chunk couldn't be loaded.
pub fn draw_missing_scores(ctx: &DrawCtx<'_>, _: &ScoreBoard, size: Size) -> Html {
    draw_missing_part(ctx, size)
}

fn draw_missing_part(ctx: &DrawCtx<'_>, size: Size) -> Html {
    let text_size = ctx.text_size;
    let texts = wrap_text(ctx.lang.notice_labels().part_failed, text_size, size.width - 2 * text_size, 8);
    draw_lines(text_size, text_size, text_size, "soft", &texts).html
}
