//! Draws the devices of a node in its frame. The renderer comes with the chunk `devices`, which only a run with claims fetches and which
//! registers it here; until then no node shows devices.

use std::cell::Cell;

use api::Str;
use yew::{Html, html};

use crate::stage::draw::text_layout::{Area, DeviceSources, DrawCtx};

/// The devices of a node as a picture.
#[derive(Default)]
pub struct RackDrawing {
    pub height: i64,
    /// How they look, from 0 downwards.
    pub html: Html,
}

/// Draws the devices of a node at the upper left of an area, and says how much of its height they take: none, where the node has none.
pub type DrawDevices = fn(&DrawCtx<'_>, DeviceSources<'_>, &Str, Area) -> RackDrawing;

thread_local! {
    static RENDERER: Cell<Option<DrawDevices>> = const { Cell::new(None) };
}

/// From here on devices are drawn.
pub fn set_renderer(draw: DrawDevices) {
    RENDERER.set(Some(draw));
}

/// The devices of a node: in a place of this width.
pub fn draw_devices(ctx: &DrawCtx<'_>, node: &Str, (x, w): (i64, i64), most: i64) -> RackDrawing {
    match (RENDERER.get(), ctx.devices) {
        (Some(draw), Some(sources)) if !sources.frame.devices.is_empty() => {
            draw(ctx, sources, node, Area::new(x, 0, w, most))
        }
        _ => RackDrawing::default(),
    }
}

/// A drawing, moved down.
pub fn translate_down(y: i64, html: Html) -> Html {
    html! { <g transform={format!("translate(0 {y})")}>{ html }</g> }
}
