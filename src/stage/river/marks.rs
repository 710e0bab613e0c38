//! The shapes that a river is drawn with. Coordinates are pixels with one decimal.
#![allow(clippy::cast_possible_truncation)] // pixels

use yew::{Html, html};

use super::path_data::{decimal, path_data};
use crate::draw::text_layout::{TextAnchor, draw_text};

pub(super) fn draw_path_of(d: String, class: &'static str) -> Html {
    if d.is_empty() {
        return Html::default();
    }
    html! { <path {d} {class} /> }
}

/// A path that is filled with a pattern of [`draw_patterns`](super::grounds::draw_patterns).
pub(super) fn draw_hatched(d: String, class: &'static str, pattern: &'static str) -> Html {
    if d.is_empty() {
        return Html::default();
    }
    html! { <path {d} {class} fill={pattern} /> }
}

/// The patterns of folded stretches, and of what is lost or missing.
pub(super) const FOLD_PATTERN: &str = "url(#river-fold)";
pub(super) const LOSS_PATTERN: &str = "url(#river-loss)";

pub(super) fn draw_box(x: f64, y: f64, w: f64, h: f64, class: &'static str) -> Html {
    html! { <rect x={decimal(x)} y={decimal(y)} width={decimal(w.max(0.0))} height={decimal(h.max(0.0))} {class} /> }
}

pub(super) fn draw_text_at(x: f64, y: f64, size: i64, class: &'static str, anchor: TextAnchor, text: String) -> Html {
    draw_text(x.round() as i64, y.round() as i64, size, class, anchor, text)
}

/// A cross in a circle: something failed or was refused.
pub(super) fn draw_cross(x: f64, y: f64) -> Html {
    const ARM: f64 = 2.7;
    let cross = path_data!(
        "M{} {}L{} {}", x - ARM, y - ARM, x + ARM, y + ARM;
        "M{} {}L{} {}", x + ARM, y - ARM, x - ARM, y + ARM;
    );
    html! { <g class="failure"><circle cx={decimal(x)} cy={decimal(y)} r="6.5" />{ draw_path_of(cross, "sign") }</g> }
}

/// A check in a circle: an eviction was allowed.
pub(super) fn draw_check(x: f64, y: f64) -> Html {
    let check = path_data!("M{} {}L{} {}L{} {}", x - 3.2, y, x - 0.8, y + 2.8, x + 3.2, y - 2.6;);
    html! { <g class="allowed"><circle cx={decimal(x)} cy={decimal(y)} r="6.5" />{ draw_path_of(check, "sign") }</g> }
}

/// A dot: the pod is bound.
pub(super) fn draw_dot(x: f64, y: f64) -> Html {
    html! { <circle class="bound-dot" cx={decimal(x)} cy={decimal(y)} r="3.6" /> }
}
