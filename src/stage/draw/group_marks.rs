//! What marks a pod of a group: the hexagon of its group, and its number in the order.

use yew::{Html, html};

use crate::{
    draw::text_layout::{TextAnchor, draw_path, draw_text},
    scene::group_model::GroupMark,
};

/// The number of a member in the order.
pub(crate) fn draw_bead(order: i64, x: i64, y: i64, radius: i64) -> Html {
    html! {
        <g class="bead">
            <circle cx={x.to_string()} cy={y.to_string()} r={radius.to_string()} />
            { draw_text(x, y + radius / 2, radius * 13 / 10, "bead-number", TextAnchor::Middle, order.to_string()) }
        </g>
    }
}

/// The mark of a group: a hexagon with its letter. Nothing else is hexagonal.
pub(crate) fn draw_hexagon(mark: GroupMark, x: i64, y: i64, radius: i64) -> Html {
    let (wide, half) = (radius, radius * 87 / 100);
    let d = format!(
        "M{} {y}L{} {}H{}L{} {y}L{} {}H{}Z",
        x - wide,
        x - wide / 2,
        y - half,
        x + wide / 2,
        x + wide,
        x + wide / 2,
        y + half,
        x - wide / 2
    );
    html! {
        <g class={format!("hexagon g{}", mark.hue)}>
            { draw_path(d, "hex") }
            { draw_text(x, y + radius * 45 / 100, radius * 12 / 10, "hex-letter", TextAnchor::Middle, mark.letter.to_string()) }
        </g>
    }
}
