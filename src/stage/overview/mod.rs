//! The map of a large cluster: one picture of all nodes. `cells` is what it shows of each, `map` its layout and the part that is seen,
//! `map_canvas` draws it, `map_group` is the group that it shows, `map_caption` says it in words, and `legend` what its signs mean.

pub mod cells;
pub mod legend;
// Cells and pixels are counted in whole numbers, all of them far from any limit.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
pub mod map;
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
pub mod map_canvas;
pub mod map_caption;
pub mod map_group;
