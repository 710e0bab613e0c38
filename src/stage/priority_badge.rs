//! A priority as a badge.

use i18n::labels::PageLabels;
use scene::priority::format_priority;
use yew::{Classes, Html, classes, html};

/// Draws a priority as a badge: in short form, with all digits in the title.
pub fn draw_priority_badge(labels: &PageLabels, class: impl Into<Classes>, value: i32) -> Html {
    let title = format!("{} {value}", labels.priority);
    html! { <span class={classes!("prio", class.into())} {title}>{ format_priority(value) }</span> }
}
