//! The stage: draws the picture of a moment: the node that the moment is about, all nodes in small, and the pods that move between them.
//!
//! Its input is plain data, a [`StageModel`](scene::stage_model::StageModel) of the crate `scene`. The tests here check it together with
//! the drawing, in all built-in scenarios: each pod has one tile, the part above the capacity is the missing amount, numbers add up, and
//! a victim stays marked from the choice until it is removed.
//!
//! `draw` renders it as SVG in the available size: geometry in attributes, colors by class, no inline styles. Elements have
//! `data-subject` (the subject of the moment) and `data-verdict` (the subject of its verdict), which the browser tests use at every size
//! of the window. Devices (`devices`) and rulings (`draw::ruling`) are drawn by functions that a program may load later
//! ([`LateDrawings`](draw::draw_ctx::LateDrawings)), and so is the picture of a group (`draw::group_band`): its band, the sheet of its
//! snapshot, its units, and the nodes with rope and trays, and the scheduler's queue (`draw::queue_scene`). `field` draws what is decided
//! for all values of two numbers, `river` a whole run at once. `overview` is the map of a cluster that is too large for that, `pod_tile` a
//! pod in a list, and `flip` animates tiles between pictures.
//!
//! Nothing here depends on the page. A picture takes a frame, a step, an attempt and a language
//! ([`MomentCtx`](scene::moment_ctx::MomentCtx), [`DrawCtx`](draw::draw_ctx::DrawCtx)), and emits the user's input as a
//! [`StageEvent`](event::StageEvent).
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]
// pixels are drawn, nothing is decided

pub mod devices;
pub mod draw;
pub mod event;
pub mod field;
pub mod flip;
pub mod overview;
pub mod pod_tile;
pub mod priority_badge;
pub mod river;
#[cfg(test)]
mod tests;
