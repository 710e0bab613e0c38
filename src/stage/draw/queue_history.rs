//! Draws the attempts of a pod over time: each backoff as a bar, as wide as it is long and as high as the number of failures, and the events.
#![allow(clippy::cast_possible_truncation)] // pixels

use ::i18n::{format_clock, short_pod_name};
use api::Millis;
use scene::queue_model::PodAttempts;
use yew::{Html, html};

use crate::draw::{
    queue_text::QueueText,
    text_layout::{Area, TextAnchor, bold_text_width, clip_text, draw_path, draw_rect, draw_text, text_width},
};

/// The span of time in the picture.
struct TimeScale {
    start: u64,
    end: u64,
    area: Area,
}

impl TimeScale {
    fn new(history: &PodAttempts, now: Millis, area: Area) -> Self {
        let start = history.failed.first().map_or(now, |failed| failed.at).min(now).to_millis();
        let ends = history.failed.iter().map(|failed| failed.until).chain(history.bound.iter().map(|(at, _)| *at));
        let end = ends.chain([now]).max().unwrap_or(now).to_millis().max(start + 1000);
        Self { start, end, area }
    }

    fn x(&self, at: Millis) -> i64 {
        let passed = u128::from(at.to_millis().clamp(self.start, self.end) - self.start);
        let width = u128::try_from(self.area.w).unwrap_or(0);
        self.area.x + i64::try_from(passed * width / u128::from(self.end - self.start)).unwrap_or(0)
    }
}

/// Draws the attempts of a pod.
pub(crate) fn draw_history(text: &QueueText<'_>, history: &PodAttempts, area: Area) -> Html {
    let t = text.size;
    if area.h < t * 6 || area.w < t * 12 {
        return Html::default();
    }
    let title = text.words().attempts_of(short_pod_name(&history.pod));
    let title_width = bold_text_width(&title, t * 12 / 10) + t;
    let legend = clip_text(text.labels().attempts_legend, t, area.w - title_width);
    let top = area.y + t * 5 / 2;
    let ground = area.bottom() - t * 4;
    let scale = TimeScale::new(history, text.scene.now, Area::new(area.x + t * 2, top, area.w - t * 8, ground - top));
    let step = ((ground - top - t * 2) / i64::try_from(history.failed.len()).unwrap_or(1).max(1)).min(t * 2);
    let mut last_label = i64::MIN;
    let bars = history.failed.iter().enumerate().map(|(index, failed)| {
        let (x, end) = (scale.x(failed.at), scale.x(failed.until));
        let height = t + step * i64::try_from(index).unwrap_or(0);
        let bar = Area::new(x, ground - height, (end - x).max(2), height);
        let passed = scale.x(text.scene.now.min(failed.until)) - x;
        let is_current = failed.at <= text.scene.now && text.scene.now < failed.until;
        let length = format_clock(failed.until.saturating_since(failed.at));
        let is_wide = text_width(&length, t) < bar.w - 4 && height > t * 2;
        let label_y = if is_wide { bar.y + bar.h / 2 + t / 3 } else { bar.y - t / 3 };
        let time = format_clock(failed.at);
        let has_time = x - text_width(&time, t) / 2 > last_label;
        if has_time {
            last_label = x + text_width(&time, t) / 2 + t / 2;
        }
        html! {
            <g key={index} class={if failed.at <= text.scene.now { "backoff-bar" } else { "backoff-bar later" }} data-backoff={failed.until.saturating_since(failed.at).to_millis().to_string()}>
                { draw_rect(bar, "bar-ground", 0) }
                if is_current { { draw_rect(Area::new(x, bar.y, passed.max(0), bar.h), "bar-passed", 0) } }
                { draw_path(format!("M{} {}H{}", bar.x, bar.y, bar.right()), "bar-top") }
                { draw_text(bar.x + bar.w / 2, label_y, t, "strong", TextAnchor::Middle, length) }
                { draw_cross((x, ground), t / 2) }
                if has_time { { draw_text(x, ground + t * 16 / 10, t, "text", TextAnchor::Middle, time) } }
            </g>
        }
    });
    let bound = history.bound.as_ref().map(|(at, node)| draw_bound(text, (scale.x(*at), ground), node, area.right()));
    let now = scale.x(text.scene.now);
    let now_text = format!("{}: {}", text.labels().now, format_clock(text.scene.now));
    html! {
        <g class="queue-history">
            { draw_text(area.x, area.y + t * 3 / 2, t * 12 / 10, "strong", TextAnchor::Start, clip_text(&title, t * 12 / 10, area.w)) }
            { draw_text(area.x + title_width, area.y + t * 3 / 2, t, "soft", TextAnchor::Start, legend) }
            { draw_path(format!("M{} {ground}H{}", area.x, area.right()), "history-ground") }
            { for bars }
            { bound.unwrap_or_default() }
            { draw_events(text, history, &scale, ground + t * 5 / 2) }
            { draw_path(format!("M{now} {top}V{}", ground + t), "now-line") }
            { draw_text(now + t / 2, top + t / 2, t, "maybe halo", TextAnchor::Start, now_text) }
        </g>
    }
}

fn draw_cross((x, y): (i64, i64), radius: i64) -> Html {
    let arm = radius / 2 + 1;
    let path =
        format!("M{} {}L{} {}M{} {}L{} {}", x - arm, y - arm, x + arm, y + arm, x + arm, y - arm, x - arm, y + arm);
    html! {
        <g class="failed-attempt">
            <circle cx={x.to_string()} cy={y.to_string()} r={(radius + 1).to_string()} />
            { draw_path(path, "cross") }
        </g>
    }
}

fn draw_bound(text: &QueueText<'_>, (x, y): (i64, i64), node: &str, right: i64) -> Html {
    let t = text.size;
    let label = text.words().binds_to(node);
    let label_x = (x + t).min(right - bold_text_width(&label, t));
    html! {
        <g class="bound">
            <circle cx={x.to_string()} cy={y.to_string()} r={(t / 2 + 1).to_string()} />
            { draw_text(x, y + t / 3, t, "good", TextAnchor::Middle, "✓".to_owned()) }
            { draw_text(label_x, y - t, t, "good halo", TextAnchor::Start, label) }
        </g>
    }
}

/// Draws the events below the attempts; names that would overlap are left out.
fn draw_events(text: &QueueText<'_>, history: &PodAttempts, scale: &TimeScale, y: i64) -> Html {
    let t = text.size;
    let mut free = i64::MIN;
    let dots = history.events.iter().map(|(at, name)| {
        let x = scale.x(*at);
        let half = text_width(name, t) / 2;
        let has_name = x - half > free;
        if has_name {
            free = x + half + t / 2;
        }
        let is_now = *at == text.scene.now;
        html! {
            <g class={if is_now { "history-event is-now" } else { "history-event" }}>
                <circle cx={x.to_string()} cy={y.to_string()} r={(t / 3).to_string()} />
                if has_name { { draw_text(x, y + t * 3 / 2, t, if is_now { "maybe" } else { "soft" }, TextAnchor::Middle, name.to_string()) } }
            </g>
        }
    });
    html! { <g class="history-events">{ for dots }</g> }
}
