//! Marks of a pod of a group: the hexagon of its group, its number in the order, and the double spine of a placed member.

use scene::group_model::GroupMark;
use yew::{Html, html};

use crate::draw::text_layout::{Area, TextAnchor, draw_path, draw_rect, draw_text};

/// The width of the spine.
pub(crate) const SPINE_WIDTH: i64 = 10;

/// The gap to the left of each node, of the units and of what is said about the nodes, for the rope that starts at the band.
pub(super) fn rope_gap(text_size: i64) -> i64 {
    text_size * 12 / 10
}

/// The number of a member in the order.
pub(crate) fn draw_bead(order: i64, x: i64, y: i64, radius: i64) -> Html {
    html! {
        <g class="bead">
            <circle cx={x.to_string()} cy={y.to_string()} r={radius.to_string()} />
            { draw_text(x, y + radius / 2, radius * 13 / 10, "bead-number", TextAnchor::Middle, order.to_string()) }
        </g>
    }
}

/// The number of a unit in the order in which units are put back.
pub(crate) fn draw_unit_number(order: usize, x: i64, y: i64, radius: i64) -> Html {
    html! {
        <g class="unit-number">
            <circle cx={x.to_string()} cy={y.to_string()} r={radius.to_string()} />
            { draw_text(x, y + radius / 2, radius * 13 / 10, "unit-order", TextAnchor::Middle, order.to_string()) }
        </g>
    }
}

/// The outline of a hexagon.
fn hexagon_path(x: i64, y: i64, radius: i64) -> String {
    let (wide, half) = (radius, radius * 87 / 100);
    format!(
        "M{} {y}L{} {}H{}L{} {y}L{} {}H{}Z",
        x - wide,
        x - wide / 2,
        y - half,
        x + wide / 2,
        x + wide,
        x + wide / 2,
        y + half,
        x - wide / 2
    )
}

/// The mark of a group: a hexagon with its letter. Nothing else is hexagonal. It is hollow if the scheduler doesn't see the group.
pub(crate) fn draw_hexagon(mark: GroupMark, x: i64, y: i64, radius: i64) -> Html {
    html! {
        <g class={format!("hexagon g{}{}", mark.hue, if mark.is_hollow { " hollow" } else { "" })}>
            { draw_path(hexagon_path(x, y, radius), "hex") }
            { draw_text(x, y + radius * 45 / 100, radius * 12 / 10, "hex-letter", TextAnchor::Middle, mark.letter.to_string()) }
        </g>
    }
}

/// The double line along the left edge of a member that is placed on a node.
pub(crate) fn draw_spine(mark: GroupMark, area: Area) -> Html {
    if area.h < 6 || area.w < 24 {
        return Html::default();
    }
    let line = |x: i64| format!("M{x} {}V{}", area.y + 2, area.bottom() - 2);
    let ground = Area::new(area.x + 2, area.y + 2, SPINE_WIDTH - 2, area.h - 4);
    html! { <g class={format!("g{}", mark.hue)}>{ draw_rect(ground, "spine-ground", 1) }{ draw_path(line(area.x + 4) + &line(area.x + 8), "spine") }</g> }
}
