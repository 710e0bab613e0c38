//! Budgets as weirs: blue is the number of healthy pods, the black sill what the budget needs. What is above the sill may go; what is missing is
//! hatched. Evictions are marked on the sill.

use i18n::river::words;
use trace::river::{Weir, WeirCount};
use yew::{Html, html};

use super::{
    layout::{LABEL_SIZE, NAME_SIZE, RiverLayout, WeirPlace},
    marks::{LOSS_PATTERN, draw_box, draw_check, draw_cross, draw_hatched, draw_path_of, draw_text_at},
    path_data::path_data,
    river_ctx::RiverCtx,
};
use crate::draw::text_layout::{TextAnchor, clip_text, text_width};

/// All budgets.
pub(super) fn draw_weirs(ctx: &RiverCtx<'_>, layout: &RiverLayout) -> Html {
    let draw = |place: &WeirPlace| {
        let weir = &ctx.river.weirs[place.weir];
        if place.unit > 0.0 { draw_weir(ctx, layout, place, weir) } else { draw_line(ctx, layout, place, weir) }
    };
    html! { { for layout.weirs.iter().map(draw) } }
}

/// A budget that never changes what it allows, as a line of text.
fn draw_line(ctx: &RiverCtx<'_>, layout: &RiverLayout, place: &WeirPlace, weir: &Weir) -> Html {
    let Some(last) = weir.counts.last() else { return Html::default() };
    let (sentences, name) = (words(ctx.lang), weir.budget.name());
    // Numbers that change have no room in a line.
    let text = match weir.is_constant() {
        true if last.expected == 0 => sentences.budget_without_expected(name, last.healthy, last.allowed),
        true => sentences.constant_budget(name, last.healthy, last.needed, last.allowed),
        false => format!("{}: {}", sentences.budget_name(name), sentences.needed(last.needed)),
    };
    draw_text_at(layout.left + 4.0, place.floor - 4.0, LABEL_SIZE, "soft", TextAnchor::Start, text)
}

/// The counts with where they are: from x to x.
fn count_spans<'w>(ctx: &RiverCtx<'_>, layout: &RiverLayout, weir: &'w Weir) -> Vec<(f64, f64, &'w WeirCount)> {
    let ends = weir.counts.iter().skip(1).map(|count| Some(count.from)).chain([weir.removed]);
    weir.counts
        .iter()
        .zip(ends)
        .map(|(count, end)| (layout.x(ctx, count.from), layout.end_x(ctx, end), count))
        .collect()
}

fn draw_weir(ctx: &RiverCtx<'_>, layout: &RiverLayout, place: &WeirPlace, weir: &Weir) -> Html {
    let WeirPlace { floor, unit, .. } = *place;
    let spans = count_spans(ctx, layout, weir);
    let y = |pods: i32| floor - f64::from(pods) * unit;
    let [mut healthy, mut above, mut missing, mut sill] = [const { String::new() }; 4];
    for (x0, x1, count) in &spans {
        let (x0, x1) = (*x0, *x1);
        let cell = |low: i32, high: i32| path_data!("M{} {}H{}V{}H{}Z", x0, y(high), x1, y(low), x0;);
        healthy += &cell(0, count.healthy.min(count.needed));
        if count.healthy > count.needed {
            above += &cell(count.needed, count.healthy);
        }
        if count.healthy < count.needed {
            missing += &cell(count.healthy, count.needed);
        }
        sill += &path_data!("M{} {}H{}", x0, y(count.needed), x1;);
    }
    let evictions = ctx.river.evictions.iter().filter(|eviction| eviction.budget.as_ref() == Some(&weir.budget));
    let marks = evictions.map(|eviction| {
        let x = layout.x(ctx, eviction.edge);
        let needed = weir.count_at(eviction.edge.events).map_or(0, |count| count.needed);
        if eviction.is_allowed { draw_check(x, y(needed)) } else { draw_cross(x, y(needed)) }
    });
    html! {
        <g class="weir">
            { draw_path_of(healthy, "healthy") }
            { draw_path_of(above, "above") }
            { draw_hatched(missing, "missing-pods", LOSS_PATTERN) }
            { draw_path_of(path_data!("M{} {}H{}", layout.left, floor, layout.right;), "river-floor") }
            { draw_path_of(sill, "sill") }
            { draw_weir_name(ctx, layout, place, weir) }
            { for spans.iter().map(|span| draw_count_label(ctx, layout, place, *span)) }
            { for marks }
        </g>
    }
}

fn draw_weir_name(ctx: &RiverCtx<'_>, layout: &RiverLayout, place: &WeirPlace, weir: &Weir) -> Html {
    let sentences = words(ctx.lang);
    let name = sentences.budget_name(weir.budget.name());
    let needed = weir.counts.iter().map(|count| count.needed).max().unwrap_or(0);
    let sill = place.floor - f64::from(needed) * place.unit;
    if !layout.is_wide() {
        return Html::default();
    }
    let x = layout.left - 10.0;
    html! {
        <>
            { draw_text_at(x, sill - 13.0, NAME_SIZE, "strong", TextAnchor::End, clip_text(&name, NAME_SIZE, 98)) }
            { draw_text_at(x, sill + 4.0, LABEL_SIZE, "strong", TextAnchor::End, sentences.needed(needed)) }
            if place.floor - sill > 24.0 { { draw_text_at(x, place.floor - 4.0, LABEL_SIZE, "soft", TextAnchor::End, sentences.river_labels().healthy_pods.to_owned()) } }
        </>
    }
}

/// The names of budgets on plates, with what they need.
pub(super) fn draw_name_plates(ctx: &RiverCtx<'_>, layout: &RiverLayout) -> Html {
    let sentences = words(ctx.lang);
    let plates = layout.weirs.iter().filter(|place| place.unit > 0.0).map(|place| {
        let weir = &ctx.river.weirs[place.weir];
        let needed = weir.counts.iter().map(|count| count.needed).max().unwrap_or(0);
        let text = format!("{}: {}", sentences.budget_name(weir.budget.name()), sentences.needed(needed));
        let (x, y) = (layout.left + 2.0, place.floor - f64::from(needed) * place.unit - 24.0);
        let width = f64::from(i32::try_from(text_width(&text, LABEL_SIZE)).unwrap_or(0)) + 10.0;
        html! {
            <g class="name-plate">
                { draw_box(x, y, width, 18.0, "plate") }
                { draw_text_at(x + 5.0, y + 13.0, LABEL_SIZE, "strong", TextAnchor::Start, text) }
            </g>
        }
    });
    html! { { for plates } }
}

/// What a count says, where there is room for it.
fn draw_count_label(
    ctx: &RiverCtx<'_>,
    layout: &RiverLayout,
    place: &WeirPlace,
    (x0, x1, count): (f64, f64, &WeirCount),
) -> Html {
    let sentences = words(ctx.lang);
    let y = |pods: i32| place.floor - f64::from(pods) * place.unit;
    let (text, class, baseline) = match count {
        _ if count.needed == 0 => return Html::default(),
        count if count.healthy < count.needed => {
            (sentences.short_pods(count.healthy, count.needed - count.healthy), "bad halo", y(count.needed) + 15.0)
        }
        count if count.allowed > 0 => {
            (sentences.may_go(count.healthy, count.needed, count.allowed), "good halo", y(count.healthy) - 5.0)
        }
        _ => (sentences.may_go(count.healthy, count.needed, count.allowed), "on-water", y(count.needed) + 18.0),
    };
    let width = f64::from(i32::try_from(text_width(&text, LABEL_SIZE)).unwrap_or(i32::MAX));
    if width + 14.0 > x1 - x0 || place.floor - y(count.needed) < 18.0 && class == "on-water" {
        return Html::default();
    }
    draw_text_at(f64::midpoint(x0, x1.min(layout.right)), baseline, LABEL_SIZE, class, TextAnchor::Middle, text)
}
