//! The stage: draws the picture of a moment. The node that the moment is about, all nodes small, and the pods that move between them.
//!
//! What it draws is plain data, a [`StageModel`](scene::stage_model::StageModel) of the crate `scene`. The tests here check it together with
//! the drawing, in all built-in scenarios: one pod has one tile, the part over the rim is what is missing, numbers add up, and a victim stays
//! marked from the choice to its end.
//!
//! `draw` makes SVG of it, as large as there is room: geometry in attributes, colors by class, no styles. Elements carry `data-subject`
//! (what the moment is about) and `data-verdict` (what its verdict is about), by which the browser tests find them at every size of the
//! window. Devices (`devices`) and rulings (`draw::ruling`) are drawn by functions that a program may load later
//! ([`LateDrawings`](draw::draw_ctx::LateDrawings)). So is what a group adds (`draw::group_band`): its band, the sheet of its snapshot, its
//! units, and the nodes with rope and trays between them. `overview` is the map of a cluster that is too large for that, `pod_tile` a pod in
//! a list, and `flip` lets tiles glide from one picture to the next.
//!
//! Nothing here knows the page. A picture takes a frame, a step, an attempt and a language
//! ([`MomentCtx`](scene::moment_ctx::MomentCtx), [`DrawCtx`](draw::draw_ctx::DrawCtx)), and says what a person does in it as a
//! [`StageEvent`](event::StageEvent).
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]
// pixels are drawn, nothing is decided

pub mod devices;
pub mod draw;
pub mod event;
pub mod flip;
pub mod overview;
pub mod pod_tile;
pub mod priority_badge;
#[cfg(test)]
mod tests;
