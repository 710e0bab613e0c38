//! The picture as SVG: geometry in attributes, colors by class, no inline styles. Each file draws one part of the model in `scene`.

pub(crate) mod amount_sums;
pub mod budgets;
pub mod draw_ctx;
pub(crate) mod exchange;
pub mod group_band;
pub(crate) mod group_marks;
pub(crate) mod group_messages;
pub(crate) mod group_nodes;
pub(crate) mod group_units;
pub(crate) mod ladder;
pub mod measure;
pub(crate) mod node_column;
pub(crate) mod node_text;
pub(crate) mod nodes;
pub mod picture;
pub mod plugin_mark;
pub mod rail;
pub mod ruling;
pub(crate) mod score_cards;
pub mod scores;
pub mod shield;
pub mod text_layout;
pub(crate) mod thumbnail;
pub(crate) mod tiles;
pub(crate) mod tray;
