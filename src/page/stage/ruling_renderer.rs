//! Draws the rulings of budgets, zones and controllers on the stage. The renderer comes with the chunk `inspecting`, which registers it
//! here; until then the place stays empty.

use std::cell::Cell;

use api::Millis;
use trace::ruling::Ruling;
use yew::Html;

use crate::stage::draw::text_layout::{DrawCtx, Size};

/// Draws a ruling at a time of the run, in a picture of this size.
pub type DrawRuling = fn(&DrawCtx<'_>, &Ruling, Millis, Size) -> Html;

thread_local! {
    static RENDERER: Cell<Option<DrawRuling>> = const { Cell::new(None) };
}

/// From here on rulings are drawn.
pub fn set_renderer(draw: DrawRuling) {
    RENDERER.set(Some(draw));
}

/// A ruling in a picture of this size.
pub fn draw_ruling(ctx: &DrawCtx<'_>, ruling: &Ruling, now: Millis, size: Size) -> Html {
    RENDERER.get().map_or_else(Html::default, |draw| draw(ctx, ruling, now, size))
}
