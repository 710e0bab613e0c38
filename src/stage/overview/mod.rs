//! The map of a large cluster: one picture of all nodes. `cells` is the data of each node, `map` the layout and the visible part,
//! `map_canvas` the drawing, `map_group` the group that it shows, `map_caption` the texts, and `legend` the meaning of its signs.

pub mod cells;
pub mod legend;
// Cells and pixels are counted in whole numbers, all of them far from any limit.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
pub mod map;
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
pub mod map_canvas;
pub mod map_caption;
pub mod map_group;
