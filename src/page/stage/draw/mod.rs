//! The picture as SVG: geometry in attributes, colours by class, no styles. Each file draws one part of the model in `scene`.

pub mod exchange;
pub mod ladder;
pub(crate) mod node_column;
pub mod node_text;
pub mod nodes;
pub mod ruling;
pub mod scores;
pub mod text_layout;
pub(crate) mod thumbnail;
pub(crate) mod tiles;
