//! The picture as SVG: geometry in attributes, colours by class, no styles. Each file draws one part of the model in `scene`.

pub mod exchange;
pub mod ladder;
pub(crate) mod mini;
pub mod nodes;
pub mod pen;
pub mod ruling;
pub mod scores;
pub(crate) mod tiles;
pub(crate) mod vessel;
pub mod words;
