//! The picture of a river: a whole run at once. `layout` decides how much of it is drawn, and where; `grounds` draws what stands still (bands, bank,
//! time axis), `ribbons` pods on nodes, `bank` pods that wait, fall and fail, `streams` pods that are joined, `weirs` budgets, and `cursor` what is
//! read at an instant.
//!
//! The river itself is plain data ([`trace::river`]), and the time axis is that of the timeline: whoever draws passes it as a [`RiverScale`], so an
//! instant has the same place in both.

mod bank;
pub mod cursor;
mod grounds;
pub mod layout;
mod marks;
mod ribbons;
mod streams;
mod weirs;

use api::NamespacedName;
use i18n::{Lang, format_amount};
use layout::RiverLayout;
use trace::{
    lanes::Edge,
    river::{PodLife, River, ShutdownCause},
};
use yew::{Html, html};

/// The time axis. Places are those of the timeline.
pub struct RiverScale<'a> {
    /// The place of a point in time.
    pub place: &'a dyn Fn(Edge) -> u64,
    /// The length of the axis.
    pub length: u64,
    /// Idle stretches that are folded: where they begin and end.
    pub folds: Vec<(u64, u64)>,
    /// Instants that have a width, because several steps are taken in them: where they begin and end.
    pub instants: Vec<(u64, u64)>,
    /// Labels of the axis.
    pub ticks: Vec<(u64, String)>,
}

/// What is drawn of a river.
pub struct RiverCtx<'a> {
    pub lang: Lang,
    pub river: &'a River,
    pub scale: &'a RiverScale<'a>,
    /// All priorities, ascending.
    pub priorities: &'a [i32],
    /// The pod that stands out; the others step back.
    pub selected_pod: Option<&'a NamespacedName>,
}

impl RiverCtx<'_> {
    /// An amount with its resource: `2 cpu`.
    fn amount_text(&self, amount: i64) -> String {
        let resource = &self.river.resource;
        format!("{} {}", format_amount(resource, amount), resource.name())
    }

    /// Whether a pod stands out: it is the selected one, or its victim.
    fn is_chosen(&self, life: &PodLife) -> bool {
        self.selected_pod.is_some_and(|selected| {
            let is_victim = |cause: &ShutdownCause| matches!(cause, ShutdownCause::Preempted(by) if by == selected);
            let shutdowns = life.stays.iter().filter_map(|stay| stay.shutdown.as_ref());
            life.pod == *selected || shutdowns.map(|shutdown| &shutdown.cause).any(is_victim)
        })
    }

    /// The classes of everything that belongs to a pod.
    fn life_class(&self, life: &PodLife) -> String {
        let level = scene::priority::priority_class(self.priorities, life.priority);
        format!("life {level}{}", if self.is_chosen(life) { " chosen" } else { "" })
    }
}

/// A coordinate with one decimal at most.
fn decimal(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map_or_else(|| text.clone(), str::to_owned)
}

/// A path whose coordinates are written by [`decimal`].
macro_rules! path_data {
    ($($text:literal $(, $value:expr)* ;)*) => {{
        let mut d = String::new();
        $( let _ = std::fmt::Write::write_fmt(&mut d, format_args!($text $(, $crate::river::decimal($value))*)); )*
        d
    }};
}
use path_data;

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
            if layout.has_ribbons() {
                { bank::draw_waits(ctx, layout) }
                { ribbons::draw_ribbons(ctx, layout) }
                { bank::draw_falls(ctx, layout) }
            } else {
                { streams::draw_streams(ctx, layout) }
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

/// Draws a river in its layout.
pub fn draw_river(ctx: &RiverCtx<'_>, layout: &RiverLayout) -> Html {
    let class = if ctx.selected_pod.is_some() { "picture river picks" } else { "picture river" };
    let (w, h) = (layout.size.width.to_string(), layout.size.height.to_string());
    html! {
        <svg {class} viewBox={format!("0 0 {w} {h}")} width={w} height={h} aria-hidden="true">
            { grounds::draw_patterns() }
            { grounds::draw_axis_grounds(ctx, layout) }
            { grounds::draw_bands(ctx, layout) }
            if layout.has_ribbons() {
                { bank::draw_waits(ctx, layout) }
                { ribbons::draw_ribbons(ctx, layout) }
                { bank::draw_falls(ctx, layout) }
                { bank::draw_victim_arrows(ctx, layout) }
                { ribbons::draw_labels(ctx, layout) }
                { bank::draw_wait_labels(ctx, layout) }
                { bank::draw_failures(ctx, layout) }
            } else {
                { streams::draw_streams(ctx, layout) }
            }
            { weirs::draw_weirs(ctx, layout) }
            { grounds::draw_axis(ctx, layout) }
        </svg>
    }
}
