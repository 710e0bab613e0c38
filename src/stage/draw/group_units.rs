//! Draws the units of a group's preemption as cards, in the order in which they are put back.

use ::i18n::short_pod_name;
use scene::{
    group_model::{GroupBand, UnitChip, UnitState},
    priority::{format_priority, priority_class},
};
use yew::{Html, html};

use crate::draw::{
    draw_ctx::DrawCtx,
    group_marks::{draw_hexagon, draw_unit_number, rope_gap},
    shield::draw_shield_at,
    text_layout::{Area, TextAnchor, clip_text, draw_path, draw_rect, draw_text, fit_text_size, text_width},
};

/// The limit of cards in a row, if they are wide enough.
const MAX_PER_ROW: usize = 7;

/// The limit of rows. Further units are folded into a card at each end.
const MAX_ROWS: usize = 2;

/// The height of the band above the units.
pub(super) fn band_height(text_size: i64) -> i64 {
    text_size * 54 / 10
}

/// The height of the cards in all rows, with their brackets. It depends on no unit, so that the scale of the nodes is constant.
pub(super) fn chips_height(text_size: i64) -> i64 {
    text_size * 58 / 10 + brackets_height(text_size)
}

/// The height of the brackets above the cards, which say what their order follows from.
fn brackets_height(text_size: i64) -> i64 {
    text_size * 13 / 10
}

/// The area of the units in a picture of this width, below the band and the title, and to the right of the rope.
pub(super) fn chips_area(text_size: i64, width: i64) -> Area {
    let brackets = brackets_height(text_size);
    let y = band_height(text_size) + text_size * 2 + brackets;
    let x = 4 + rope_gap(text_size);
    Area::new(x, y, width - 4 - x, chips_height(text_size) - brackets - text_size * 2 / 3)
}

/// The places of the cards.
pub(super) struct CardLayout {
    /// Units with their own card.
    pub cards: Vec<(usize, Area)>,
    /// The card of the units before them.
    before: Option<Area>,
    /// The card of the units after them.
    after: Option<Area>,
}

/// Places all units in one or two rows. Of more units than that, those around the one that is put back have their own cards.
pub(super) fn layout_cards(band: &GroupBand, text_size: i64, area: Area) -> CardLayout {
    let count = band.units.len();
    let per_row = usize::try_from(area.w / (text_size * 4)).unwrap_or(1).clamp(3, MAX_PER_ROW);
    let row_count = count.div_ceil(per_row).max(1);
    let (rows, columns) = match row_count <= MAX_ROWS {
        true => (row_count, count.div_ceil(row_count).max(1)),
        false => (1, per_row),
    };
    let (wide, high) = (area.w / to_pixels(columns), (area.h + 4) / to_pixels(rows));
    let wide = wide.min(text_size * 20);
    let place = |at: usize| {
        let (column, row) = (to_pixels(at % columns), to_pixels(at / columns));
        Area::new(area.x + column * wide, area.y + row * high, wide - 4, high - 4)
    };
    if row_count <= MAX_ROWS {
        return CardLayout { cards: (0..count).map(|at| (at, place(at))).collect(), before: None, after: None };
    }
    let asked = band.units.iter().take_while(|unit| matches!(unit.state, UnitState::Stays | UnitState::Goes)).count();
    let current = band.units.iter().position(|unit| unit.is_now).unwrap_or(if asked == count { 0 } else { asked });
    // A fold takes the place of a card at its end.
    let shown = per_row - 2;
    let first = current.saturating_sub(shown / 2).min(count - shown);
    let cards = (first..first + shown).zip(1..).map(|(at, column)| (at, place(column))).collect();
    let after = (first + shown < count).then(|| place(per_row - 1));
    CardLayout { cards, before: (first > 0).then(|| place(0)), after }
}

fn to_pixels(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(1)
}

/// Draws the cards.
pub(super) fn draw_chips(ctx: &DrawCtx<'_>, band: &GroupBand, area: Area) -> Html {
    let CardLayout { cards, before, after } = layout_cards(band, ctx.text_size, area);
    let (first, last) = (cards.first().map_or(0, |card| card.0), cards.last().map_or(0, |card| card.0));
    let folds = [(before, &band.units[..first]), (after, band.units.get(last + 1..).unwrap_or_default())];
    let folds = folds.into_iter().filter_map(|(place, units)| Some(draw_fold(ctx, units, place?)));
    let brackets = draw_brackets(ctx, band, &cards);
    let cards = cards.into_iter().map(|(at, place)| draw_chip(ctx, band, at, place));
    html! { <g class="units">{ brackets }{ for cards }{ for folds }</g> }
}

/// What the place of a unit in the order follows from: whether it violates a budget, its priority, and whether it is a group.
type OrderKey = (bool, i32, bool);

fn order_key(unit: &UnitChip) -> OrderKey {
    (unit.is_violating, unit.priority, unit.mark.is_some())
}

/// Draws a bracket above adjacent cards with the same place in the order for the same reasons; none if all have, or if there are two rows.
fn draw_brackets(ctx: &DrawCtx<'_>, band: &GroupBand, cards: &[(usize, Area)]) -> Html {
    let keys: Vec<OrderKey> = cards.iter().map(|(at, _)| order_key(&band.units[*at])).collect();
    let is_one_row = cards.windows(2).all(|pair| pair[0].1.y == pair[1].1.y);
    if !is_one_row || keys.windows(2).all(|pair| pair[0] == pair[1]) {
        return Html::default();
    }
    let size = (ctx.text_size * 85 / 100).max(11);
    let mut spans: Vec<(OrderKey, Area)> = Vec::new();
    for (key, (_, card)) in keys.iter().zip(cards) {
        match spans.last_mut().filter(|(other, _)| other == key) {
            Some((_, span)) => span.w = card.right() - span.x,
            None => spans.push((*key, *card)),
        }
    }
    let brackets = spans.iter().map(|((is_violating, priority, is_group), span)| {
        let has_both = keys.contains(&(*is_violating, *priority, !is_group));
        let texts = ctx.lang.unit_order_texts(*priority, *is_violating, has_both.then_some(*is_group));
        let text = texts.into_iter().find(|text| text_width(text, size) <= span.w).unwrap_or_default();
        let y = span.y - 2;
        html! {
            <g class="unit-order">
                { draw_path(format!("M{} {y}v-3H{}v3", span.x, span.right()), "zone-bracket") }
                { draw_text(span.x + span.w / 2, y - 5, size, "soft", TextAnchor::Middle, text) }
            </g>
        }
    });
    html! { { for brackets } }
}

/// Draws one card for several units: how many there are, and how many of them stay and go.
fn draw_fold(ctx: &DrawCtx<'_>, units: &[UnitChip], area: Area) -> Html {
    let count = |state: UnitState| units.iter().filter(|unit| unit.state == state).count();
    let (stay, go) = (count(UnitState::Stays), count(UnitState::Goes));
    let (size, middle) = (ctx.text_size, area.x + area.w / 2);
    let results = if stay + go > 0 { format!("✓ {stay} · ✗ {go}") } else { String::new() };
    let y = area.y + area.h / 2;
    html! {
        <g class="fold-of-units" data-units={units.len().to_string()}>
            { draw_rect(area, "tray-frame", 5) }
            { draw_text(middle, if results.is_empty() { y + size / 3 } else { y - size / 5 }, size, "text strong", TextAnchor::Middle, format!("+ {}", units.len())) }
            { draw_text(middle, y + size * 11 / 10, size * 9 / 10, "soft", TextAnchor::Middle, results) }
        </g>
    }
}

/// The texts of a card.
struct CardTexts {
    state: String,
    state_class: &'static str,
    name: String,
    priority: String,
    /// The pods, or why the unit is put back first.
    detail: String,
    /// How many members fit with the unit.
    fitting: String,
}

impl CardTexts {
    fn new(ctx: &DrawCtx<'_>, band: &GroupBand, unit: &UnitChip) -> Self {
        let labels = ctx.lang.group_stage_labels();
        let (state, state_class) = match unit.state {
            UnitState::Untouched => (String::new(), "soft"),
            UnitState::Waits => (labels.removed.to_owned(), "soft"),
            UnitState::Next => (labels.next.to_owned(), "soft"),
            UnitState::Stays => (format!("✓ {}", labels.stays), "good"),
            UnitState::Goes => (format!("✗ {}", labels.victim), "bad"),
        };
        let nodes: Vec<&str> = unit.nodes.iter().map(|node| node.as_str()).collect();
        let extent = ctx.lang.unit_extent(unit.pods.len(), &nodes);
        let is_first = unit.is_violating && matches!(unit.state, UnitState::Waits | UnitState::Next);
        Self {
            state,
            state_class,
            name: short_pod_name(&unit.name).to_owned(),
            priority: format_priority(unit.priority),
            detail: if is_first { labels.asked_first.to_owned() } else { extent },
            fitting: unit.fitting.map_or_else(String::new, |(fitting, members)| {
                format!("{} {fitting}/{members}", short_pod_name(&band.group))
            }),
        }
    }
}

fn draw_chip(ctx: &DrawCtx<'_>, band: &GroupBand, at: usize, area: Area) -> Html {
    let unit = &band.units[at];
    let texts = CardTexts::new(ctx, band, unit);
    let class = match unit.state {
        UnitState::Untouched => "untouched",
        UnitState::Waits => "waits",
        UnitState::Next => "next",
        UnitState::Stays => "stays",
        UnitState::Goes => "goes",
    };
    let title = format!("{}. {} {} · {} · {}", at + 1, texts.priority, texts.name, texts.detail, texts.state);
    let inside = match area.w < ctx.text_size * 8 && area.h >= ctx.text_size * 4 {
        true => draw_narrow_card(ctx, unit, &texts, at, area),
        false => draw_wide_card(ctx, unit, &texts, at, area),
    };
    html! {
        <g class={format!("unit {class} {}{}", priority_class(ctx.priorities, unit.priority), if unit.is_now { " now" } else { "" })} data-unit={unit.name.to_string()} data-verdict={unit.is_now.then_some("")}>
            <title>{ title }</title>
            { draw_rect(area, "body", 5) }
            { inside }
        </g>
    }
}

/// Draws the mark of a unit's group and the shield of its budget from `x` on, and returns the x of what follows.
fn draw_unit_marks(unit: &UnitChip, mut x: i64, middle: i64, size: i64) -> (Html, i64) {
    let hexagon = unit.mark.map(|mark| {
        x += size * 15 / 10;
        draw_hexagon(mark, x - size * 7 / 10, middle, size * 7 / 10)
    });
    let shield = unit.guard.map(|guard| {
        x += size;
        draw_shield_at(guard, x - size, middle - size / 2, size)
    });
    (html! { <>{ hexagon.unwrap_or_default() }{ shield.unwrap_or_default() }</> }, x + size / 4)
}

/// A card with its texts in lines below each other: what it is, what becomes of it, what belongs to it.
fn draw_wide_card(ctx: &DrawCtx<'_>, unit: &UnitChip, texts: &CardTexts, at: usize, area: Area) -> Html {
    let size = ctx.text_size;
    let small = (size * 85 / 100).max(11);
    let pad = size / 2;
    let pitch = if area.h >= size * 4 { size * 14 / 10 } else { area.h * 45 / 100 };
    let (x, right) = (area.x + pad, area.right() - pad);
    let middle = area.y + pad / 2 + pitch / 2;
    let radius = size * 7 / 10;
    let (marks, name_x) = draw_unit_marks(unit, x + radius * 2 + size / 4, middle, size);
    // Bold text is wider.
    let room = (right - name_x) * 10 / 11;
    let name_size = fit_text_size(&texts.name, size, room, small);
    let line = middle + pitch + small * 36 / 100;
    let state_size = fit_text_size(&texts.state, small, (right - x) * 10 / 11, 10);
    let state_end = x + text_width(&texts.state, state_size) * 11 / 10 + small;
    let fitting = if state_end + text_width(&texts.fitting, small) <= right { &*texts.fitting } else { "" };
    let plate = Area::new(
        x,
        middle + 2 * pitch - small * 7 / 10,
        text_width(&texts.priority, small) + size / 2,
        small * 14 / 10,
    );
    let has_detail = plate.bottom() <= area.bottom();
    let detail_x = plate.right() + size / 3;
    html! {
        <>
            { draw_unit_number(at + 1, x + radius, middle, radius) }
            { marks }
            { draw_text(name_x, middle + size * 36 / 100, name_size, "text strong", TextAnchor::Start, clip_text(&texts.name, name_size, room)) }
            { draw_text(x, line, state_size, texts.state_class, TextAnchor::Start, texts.state.clone()) }
            { draw_text(right, line, small, "soft", TextAnchor::End, fitting.to_owned()) }
            if has_detail {
                { draw_rect(plate, "plate", 3) }
                { draw_text(plate.x + plate.w / 2, plate.y + small * 107 / 100, small, "rank", TextAnchor::Middle, texts.priority.clone()) }
                { draw_text(detail_x, plate.y + small * 107 / 100, small, "soft", TextAnchor::Start, clip_text(&texts.detail, small, right - detail_x)) }
            }
        </>
    }
}

/// A card that is higher than wide, as on a phone: its number and mark, its name, what becomes of it.
fn draw_narrow_card(ctx: &DrawCtx<'_>, unit: &UnitChip, texts: &CardTexts, at: usize, area: Area) -> Html {
    let size = ctx.text_size;
    let (middle, room) = (area.x + area.w / 2, (area.w - 4) * 10 / 11);
    let radius = size * 6 / 10;
    let row = area.y + area.h * 22 / 100;
    let marks_width =
        if unit.mark.is_some() { size * 15 / 10 } else { 0 } + if unit.guard.is_some() { size } else { 0 };
    let from = middle - (radius * 2 + size / 4 + marks_width) / 2;
    let name_size = fit_text_size(&texts.name, size, room, 10);
    let texts_of_state = [&*texts.state, texts.state.split(' ').next().unwrap_or_default()];
    let state = texts_of_state.into_iter().find(|text| text_width(text, 10) <= room).unwrap_or_default();
    let state_size = fit_text_size(state, size * 9 / 10, room, 10);
    html! {
        <>
            { draw_unit_number(at + 1, from + radius, row, radius) }
            { draw_unit_marks(unit, from + radius * 2 + size / 4, row, size * 9 / 10).0 }
            { draw_text(middle, area.y + area.h * 62 / 100, name_size, "text strong", TextAnchor::Middle, clip_text(&texts.name, name_size, room)) }
            { draw_text(middle, area.y + area.h * 88 / 100, state_size, texts.state_class, TextAnchor::Middle, state.to_owned()) }
        </>
    }
}
