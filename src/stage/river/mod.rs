//! The picture of a river: a whole run at once. `layout` decides how much of it is drawn, and where; `grounds` draws the background (bands, bank,
//! time axis), `ribbons` pods on nodes, `bank` pods that wait, fall and fail, `streams` pods that are joined, `weirs` budgets, and `cursor` what is
//! read at an instant. `poster` puts the river on paper, with notes.
//!
//! The river itself is plain data ([`trace::river`]), and the time axis is that of the timeline: the caller passes it as a [`RiverScale`], so an
//! instant has the same place in both.

mod bank;
pub mod cursor;
mod grounds;
pub mod layout;
mod marks;
mod path_data;
pub mod poster;
mod ribbons;
pub mod river_ctx;
mod streams;
mod weirs;

use i18n::river::RiverLabels;
use layout::RiverLayout;
pub use river_ctx::{RiverCtx, RiverScale};
use yew::{Html, html};

use crate::draw::text_layout::{Area, Size, draw_rect};

/// Draws the names of bands and budgets on plates, above a picture that is scrolled below them.
pub fn draw_name_plates(ctx: &RiverCtx<'_>, layout: &RiverLayout) -> Html {
    let (w, h) = ("170", layout.size.height.to_string());
    html! {
        <svg class="picture river" viewBox={format!("0 0 {w} {h}")} width={w} height={h} aria-hidden="true">
            { for layout.bands.iter().map(|place| grounds::draw_name_plate(ctx, layout, place)) }
            { weirs::draw_name_plates(ctx, layout) }
        </svg>
    }
}

/// Draws a river without words, scaled to the place that it gets.
pub fn draw_strip(ctx: &RiverCtx<'_>, layout: &RiverLayout) -> Html {
    let (w, h) = (layout.size.width, layout.visible_height());
    html! {
        <svg class="picture river" viewBox={format!("0 0 {w} {h}")} preserveAspectRatio="none" aria-hidden="true">
            { grounds::draw_axis_grounds(ctx, layout) }
            { grounds::draw_waters(ctx, layout) }
            { draw_pods(ctx, layout) }
        </svg>
    }
}

/// Draws the pods without words: each as a ribbon with its waits and falls, or joined.
fn draw_pods(ctx: &RiverCtx<'_>, layout: &RiverLayout) -> Html {
    if !layout.has_ribbons() {
        return streams::draw_streams(ctx, layout);
    }
    html! {
        <>
            { bank::draw_waits(ctx, layout) }
            { ribbons::draw_ribbons(ctx, layout) }
            { bank::draw_falls(ctx, layout) }
        </>
    }
}

/// Draws a river without words as a picture of its own, of exactly this size.
pub fn draw_thumbnail(ctx: &RiverCtx<'_>, layout: &RiverLayout, size: Size) -> Html {
    let (w, h) = (size.width.to_string(), size.height.to_string());
    let top = (layout.size.height - size.height) / 2;
    html! {
        <svg xmlns="http://www.w3.org/2000/svg" class="picture river" viewBox={format!("0 {top} {w} {h}")} width={w} height={h}>
            { draw_rect(Area::new(0, top, size.width, size.height), "paper", 0) }
            { grounds::draw_patterns() }
            { grounds::draw_axis_grounds(ctx, layout) }
            { grounds::draw_waters(ctx, layout) }
            { draw_pods(ctx, layout) }
            if layout.has_ribbons() {
                { bank::draw_victim_arrows(ctx, layout) }
                { bank::draw_crosses(ctx, layout) }
            }
        </svg>
    }
}

/// A sample of each sign: bound, containers starting, failed, nominated, shutting down, folded, enlarged.
pub fn legend_samples() -> [Html; 7] {
    let sample = |inside: Html| {
        html! { <svg class="picture river" width="24" height="14" viewBox="0 0 24 14" aria-hidden="true"><g class="p0">{ inside }</g></svg> }
    };
    let body = "M1 2H23V12H1Z".to_owned();
    [
        sample(marks::draw_dot(12.0, 7.0)),
        sample(
            html! { <>{ marks::draw_path_of(body.clone(), "ribbon-body") }{ marks::draw_path_of(body.clone(), "young") }</> },
        ),
        sample(marks::draw_cross(12.0, 7.0)),
        sample(marks::draw_path_of(body.clone(), "nominated-body")),
        sample(html! {
            <g class="shutdown preempted">{ marks::draw_path_of(body.clone(), "outline") }{ marks::draw_path_of("M1 2L23 7L1 12Z".to_owned(), "wedge") }</g>
        }),
        sample(marks::draw_hatched(body.clone(), "river-fold", marks::FOLD_PATTERN)),
        sample(marks::draw_path_of(body, "instant")),
    ]
}

/// What the samples mean.
#[must_use]
pub fn legend_texts(labels: &RiverLabels) -> [&'static str; 7] {
    [
        labels.legend_bound,
        labels.legend_starting,
        labels.legend_failure,
        labels.legend_nominated,
        labels.legend_shutdown,
        labels.legend_fold,
        labels.legend_instant,
    ]
}

/// Draws a river in its layout.
pub fn draw_river(ctx: &RiverCtx<'_>, layout: &RiverLayout) -> Html {
    let class = if ctx.selected_pod.is_some() { "picture river picks" } else { "picture river" };
    let (w, h) = (layout.size.width.to_string(), layout.size.height.to_string());
    html! {
        <svg {class} viewBox={format!("0 0 {w} {h}")} width={w} height={h} aria-hidden="true">
            { grounds::draw_patterns() }
            { grounds::draw_axis_grounds(ctx, layout) }
            { grounds::draw_bands(ctx, layout) }
            { draw_pods(ctx, layout) }
            if layout.has_ribbons() {
                { bank::draw_victim_arrows(ctx, layout) }
                { ribbons::draw_labels(ctx, layout) }
                { bank::draw_wait_labels(ctx, layout) }
                { bank::draw_failures(ctx, layout) }
            }
            { weirs::draw_weirs(ctx, layout) }
            { grounds::draw_axis(ctx, layout) }
        </svg>
    }
}
