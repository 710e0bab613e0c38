//! Draws the band of a group above the nodes: its members in order, with the minimum as a flag, and below it the sheet of the snapshot or
//! the units of its preemption.

use ::i18n::{format_clock, short_pod_name};
use scene::group_model::{BandStage, GroupBand, MemberSlot, MemberState, PendingVictims, UnitState};
use trace::group_wait::find_rival;
use yew::{Html, html};

use crate::draw::{
    draw_ctx::{DrawCtx, GroupDrawing, GroupPart},
    group_marks::{draw_bead, draw_hexagon, rope_gap},
    group_messages, group_nodes, group_units,
    text_layout::{
        Area, Size, TextAnchor, clip_name, clip_text, draw_path, draw_rect, draw_text, fit_text_size, text_width,
    },
    tiles::amount_with_unit,
};

/// Draws a part of the picture of a group.
pub fn draw_group(ctx: &DrawCtx<'_>, band: &GroupBand, part: GroupPart<'_>) -> GroupDrawing {
    match part {
        GroupPart::Band(size) => draw_band(ctx, band, size),
        GroupPart::Nodes { node_columns, focus, size } => {
            GroupDrawing { inside: None, html: group_nodes::draw_group_nodes(ctx, band, node_columns, focus, size) }
        }
    }
}

/// Draws the band at the top of a picture of this size and what is below it, and returns the remaining area for the scene.
fn draw_band(ctx: &DrawCtx<'_>, band: &GroupBand, size: Size) -> GroupDrawing {
    let text_size = ctx.text_size;
    let height = group_units::band_height(text_size);
    if ctx.is_low || size.height < height * 3 || size.width < text_size * 14 {
        return GroupDrawing::default();
    }
    let class = format!("group-band g{} {}", band.mark.hue, if band.minimum.is_some() { "gang" } else { "basic" });
    let outer = Area::new(3, 3, size.width - 6, height - 4);
    let inner = Area::new(outer.x + 4, outer.y + 4, outer.w - 8, outer.h - 8);
    let pad = text_size / 2;
    let head = text_size * 14 / 10;
    let (x, y) = (inner.x + pad, inner.y + pad / 2 + head);
    let name = band.group.name();
    let verdict = verdict_text(ctx, band);
    let verdict_class = match (band.succeeds, band.stage) {
        (Some(true), _) => "good",
        (Some(false), _) if band.is_waiting => "maybe",
        (Some(false), _) => "bad",
        (None, BandStage::Preempted) if band.is_thrown_away() => "maybe",
        (None, BandStage::DryRun | BandStage::Preempted) => match band.minimum {
            Some(minimum) if band.placed + band.bound.len() < minimum => "bad",
            _ => "good",
        },
        (None, _) => "text strong",
    };
    // On a narrow band the verdict gets a larger share of the width, in smaller letters.
    let name_width = (text_width(name, head) * 11 / 10 + text_size / 2).min(inner.w / 4);
    let room = (inner.right() - pad - (x + head * 2) - name_width) * 10 / 11 - pad;
    let verdict_size = fit_text_size(&verdict, text_size * 12 / 10, room, text_size * 7 / 10);
    let verdict = clip_text(&verdict, verdict_size, room);
    // Bold text is wider.
    let verdict_width = text_width(&verdict, verdict_size) * 11 / 10 + text_size;
    let kind = kind_text(ctx, band);
    let name_x = x + head * 2;
    let name = clip_text(name, head, inner.right() - name_x - verdict_width);
    let kind_x = name_x + text_width(&name, head) * 11 / 10 + text_size * 2 / 3;
    let kind_room = inner.right() - verdict_width - kind_x;
    let kind = kind.into_iter().find(|kind| text_width(kind, text_size) < kind_room).unwrap_or_default();
    let slots_y = y + pad;
    let slots = Area::new(x, slots_y, inner.w - 2 * pad, inner.bottom() - pad * 2 / 3 - slots_y);
    let label = ctx.lang.group_kind(band.slots.len() + band.bound.len(), band.minimum.is_some());
    // All placed members return together, more slowly than a single tile moves.
    let glide = (!band.leaving.is_empty()).then_some("480");
    let (below, inside) = draw_below(ctx, band, Area::new(0, height, size.width, size.height - height));
    let html = html! {
        <>
            <g {class} role="img" aria-label={format!("{}, {label}: {verdict}", band.group.name())} data-glide={glide}>
                { draw_rect(outer, "outline", 8) }
                if band.minimum.is_some() { { draw_rect(inner, "outline inner", 6) } }
                { draw_hexagon(band.mark, x + head * 8 / 10, y - head * 42 / 100, head * 7 / 10) }
                { draw_text(name_x, y, head, "text strong", TextAnchor::Start, name) }
                { draw_text(kind_x, y, text_size, "soft", TextAnchor::Start, kind) }
                { draw_text(inner.right() - pad, y, verdict_size, verdict_class, TextAnchor::End, verdict) }
                { draw_slots(ctx, band, slots) }
            </g>
            { below }
        </>
    };
    GroupDrawing { inside: Some(inside), html }
}

/// Descriptions of the group, from the longest to the shortest.
fn kind_text(ctx: &DrawCtx<'_>, band: &GroupBand) -> Vec<String> {
    let labels = ctx.lang.group_stage_labels();
    let kind = ctx.lang.group_kind(band.slots.len() + band.bound.len(), band.minimum.is_some());
    let mut texts = vec![kind];
    texts.extend(band.priority.map(|priority| ctx.lang.group_priority_text(priority)));
    match band.stage {
        BandStage::DryRun => texts.push(labels.dry_run.to_owned()),
        BandStage::Back if band.is_waiting => texts.push(labels.awaits.to_owned()),
        BandStage::Awaits(victims) if victims.count > 0 => texts.push(labels.awaits.to_owned()),
        _ => {}
    }
    (1..=texts.len()).rev().map(|count| texts[..count].join(" · ")).collect()
}

/// The state of the group, in numbers.
fn verdict_text(ctx: &DrawCtx<'_>, band: &GroupBand) -> String {
    if band.is_given_up() {
        return ctx.lang.nominated_of(band.nominated_count(), band.slots.len());
    }
    let counts = ::i18n::MemberCounts { placed: band.placed, members: band.slots.len(), minimum: band.minimum };
    let text = ctx.lang.placed_beside(counts, band.bound.len());
    match band.succeeds {
        Some(true) => format!("✓ {text}"),
        Some(false) => format!("✗ {text}"),
        None => text,
    }
}

/// Draws what is between the band and the nodes: the sheet of the snapshot with its caption, or the units. Returns the remaining area
/// too.
fn draw_below(ctx: &DrawCtx<'_>, band: &GroupBand, area: Area) -> (Html, Area) {
    let (text_size, labels) = (ctx.text_size, ctx.lang.group_stage_labels());
    let line = text_size * 2;
    let has_units = band.shows_units();
    // All steps of a cycle with units reserve space for them, so that the scale stays constant.
    let chips = if band.has_trial { group_units::chips_height(text_size) } else { 0 };
    let panels = group_messages::panels_height(band, text_size, area);
    let inside = Area::new(6, area.y + line + chips, area.w - 12, area.h - line - chips - panels - 6);
    // To the right of the rope, which starts at the left of the band.
    let x = inside.x + rope_gap(text_size) + text_size / 2;
    let y = area.y + line - text_size / 2;
    let right = area.w - 10;
    let room_text = match find_rival(ctx.frame, &band.group) {
        Some((pod, node)) => ctx.lang.rival_nominated(short_pod_name(pod), node),
        None => labels.room_for_anyone.to_owned(),
    };
    let (strong, rest) = match band.stage {
        BandStage::Snapshot => {
            (ctx.lang.snapshot_taken(band.slots.len(), &format_clock(band.taken_at)), labels.snapshot_rule)
        }
        BandStage::Back if band.is_waiting => (String::new(), labels.awaits_victims),
        BandStage::Back => (String::new(), labels.all_back),
        BandStage::Bind if band.minimum.is_some() => (String::new(), labels.bind),
        BandStage::Bind => (String::new(), labels.bind_basic),
        BandStage::DryRun | BandStage::Preempted if has_units => (String::new(), ""),
        BandStage::DryRun | BandStage::Preempted => {
            let is_whole = text_width(labels.no_units, text_size * 8 / 10) <= (right - x) * 10 / 11;
            (if is_whole { labels.no_units } else { labels.no_units_short }.to_owned(), "")
        }
        BandStage::Awaits(PendingVictims { count: 0, .. }) => (labels.room_free.to_owned(), &*room_text),
        BandStage::Awaits(PendingVictims { count, left }) => {
            let rest = if band.has_lost_places() { labels.thrown_away_title } else { labels.awaits_victims };
            (ctx.lang.victims_left(count, &format_clock(left)), rest)
        }
    };
    let counters = if has_units { units_counters(ctx, band) } else { Vec::new() };
    // Beside the shortest title.
    let title_width = if has_units { text_width(units_titles(ctx, band)[1], text_size) * 11 / 10 } else { 0 };
    let counter_room = right - x - title_width - text_size;
    let counter =
        counters.into_iter().find(|text| text_width(text, text_size) * 11 / 10 <= counter_room).unwrap_or_default();
    let counter_width = if counter.is_empty() { 0 } else { text_width(&counter, text_size) * 11 / 10 + text_size };
    // Bold text is wider.
    let strong_room = (right - x - counter_width) * 10 / 11;
    let strong = if has_units {
        let titles = units_titles(ctx, band);
        let fits = |title: &&&str| text_width(title, text_size * 8 / 10) <= strong_room;
        (*titles.iter().find(fits).unwrap_or(&titles[1])).to_owned()
    } else {
        strong
    };
    let strong_size = fit_text_size(&strong, text_size, strong_room, text_size * 8 / 10);
    let strong = clip_text(&strong, strong_size, strong_room);
    let rest_x = x + if strong.is_empty() { 0 } else { text_width(&strong, strong_size) * 11 / 10 + text_size / 2 };
    let rest_size = fit_text_size(rest, text_size, right - rest_x, text_size * 8 / 10);
    // A truncated sentence would be worse than none.
    let shorter = if band.stage == BandStage::Snapshot { labels.nothing_bound } else { "" };
    let shorter = [rest, shorter].into_iter().find(|text| text_width(text, rest_size) <= right - rest_x);
    let rest = match (strong.is_empty(), shorter) {
        (true, _) => clip_text(rest, rest_size, right - rest_x),
        (false, Some(text)) if !rest.is_empty() => text.to_owned(),
        (false, _) => String::new(),
    };
    let sheet = Area::new(2, area.y + 4, area.w - 4, area.h - 6);
    let html = html! {
        <>
            if band.stage == BandStage::Snapshot { { draw_rect(sheet, "snapshot", 8) } }
            { draw_text(x, y, strong_size, "text strong", TextAnchor::Start, strong) }
            { draw_text(rest_x, y, rest_size, "soft", TextAnchor::Start, rest) }
            { draw_text(right, y, text_size, "maybe", TextAnchor::End, counter) }
            if panels > 0 { { group_messages::draw_panels(ctx, band, Area::new(8, area.bottom() - panels, area.w - 8, panels)) } }
            if has_units { { group_units::draw_chips(ctx, band, group_units::chips_area(text_size, area.w)) } }
        </>
    };
    (html, inside)
}

/// The state of the units as a sentence, and in a few words.
fn units_titles(ctx: &DrawCtx<'_>, band: &GroupBand) -> [&'static str; 2] {
    let labels = ctx.lang.group_stage_labels();
    match band.stage {
        BandStage::Preempted if band.is_thrown_away() => [labels.thrown_away_title, labels.not_kept],
        BandStage::Preempted => [labels.victims, labels.goes],
        _ if band.units.iter().any(|unit| unit.is_now) => [labels.put_back, labels.put_back_short],
        _ if band.units.iter().all(|unit| unit.state == UnitState::Untouched) => [labels.may_go, labels.may_go_short],
        _ => [labels.all_removed, labels.all_removed_short],
    }
}

/// The number of units whose reprieve was tried, or of victims once they are known; the longer text first.
fn units_counters(ctx: &DrawCtx<'_>, band: &GroupBand) -> Vec<String> {
    let count = |state: UnitState| band.units.iter().filter(|unit| unit.state == state).count();
    let units = band.units.len();
    let (stay, victims) = (count(UnitState::Stays), count(UnitState::Goes));
    match band.stage {
        BandStage::Preempted => vec![ctx.lang.units_going(victims, units)],
        _ if stay + victims == 0 => vec![ctx.lang.units_count(units)],
        _ => ctx.lang.units_asked(units, stay, victims).into(),
    }
}

/// Draws the members in the order of the cycle, with the minimum as a flag after the last one required.
fn draw_slots(ctx: &DrawCtx<'_>, band: &GroupBand, area: Area) -> Html {
    // Bound members come first, with slots of their own as long as there is space for them.
    let all = i64::try_from(band.bound.len() + band.slots.len()).unwrap_or(1).max(1);
    let bound = if area.w / all >= ctx.text_size * 5 { band.bound.len() } else { 0 };
    let count = i64::try_from(bound + band.slots.len()).unwrap_or(1).max(1);
    let flag = band.minimum.map(|minimum| minimum.saturating_sub(band.bound.len() - bound));
    let flag = flag.and_then(|flag| i64::try_from(flag).ok());
    let flag_text = band.minimum.map(|minimum| ctx.lang.minimum_flag(minimum)).unwrap_or_default();
    let flag_size = ctx.text_size * 8 / 10;
    let full_width = text_width(&flag_text, flag_size) * 11 / 10 + flag_size * 3 / 2;
    // If the slots need the space, the flagpole has no label: the verdict has the number.
    let is_bare = (area.w - full_width) / count < ctx.text_size * 8;
    let flag_width = match flag {
        None => 0,
        Some(_) if is_bare => 8,
        Some(_) => full_width,
    };
    let each = ((area.w - flag_width) / count).max(4);
    let gap = (each / 10).clamp(1, 6);
    let place = |at: i64| {
        let behind = if flag.is_some_and(|flag| at >= flag) { flag_width } else { 0 };
        Area::new(area.x + at * each + behind, area.y, each - gap, area.h)
    };
    let bound_slots = band.bound.iter().take(bound).zip(0_i64..);
    let bound_slots = bound_slots.map(|((pod, node), at)| draw_bound_slot(ctx, band, (pod, node), place(at)));
    let first = i64::try_from(bound).unwrap_or(0);
    let slots = band.slots.iter().zip(0_i64..).map(|(slot, at)| draw_slot(ctx, slot, at + 1, place(first + at)));
    let flag = flag.map(|flag| {
        let x = area.x + flag.min(count) * each;
        let cloth = Area::new(x, area.y - 3, flag_width - flag_size / 2, flag_size * 14 / 10);
        html! {
            <g class="minimum">
                { draw_path(format!("M{x} {}V{}", area.y - 3, area.bottom()), "pole") }
                if !is_bare {
                    { draw_rect(cloth, "cloth", 1) }
                    { draw_text(x + flag_size / 3, cloth.y + flag_size, flag_size, "flag-text", TextAnchor::Start, flag_text) }
                }
            </g>
        }
    });
    html! { <>{ for bound_slots }{ for slots }{ flag }</> }
}

/// Draws a member that is on a node since before the cycle, with the mark of the group instead of a number.
fn draw_bound_slot(
    ctx: &DrawCtx<'_>,
    band: &GroupBand,
    (pod, node): (&api::NamespacedName, &api::Str),
    area: Area,
) -> Html {
    let size = (area.h * 4 / 10).min(ctx.text_size).max(10.min(area.h / 2));
    let radius = size * 6 / 10;
    let x = area.x + radius * 2 + size / 2;
    let room = (area.right() - x - size / 3) * 10 / 11;
    let name = short_pod_name(pod);
    let middle = area.y + area.h / 2;
    html! {
        <g class="slot bound" data-member={pod.to_string()}>
            <title>{ format!("{name} · {node}") }</title>
            { draw_rect(area, "body", 4) }
            { draw_hexagon(band.mark, area.x + radius + size / 4, middle, radius) }
            { draw_text(x, middle - size / 6, size, "text strong", TextAnchor::Start, clip_name(name, size, room)) }
            { draw_text(x, middle + size, size, "state", TextAnchor::Start, clip_text(node, size, room)) }
        </g>
    }
}

/// The text of a slot without space for more.
fn short_slot_text(ctx: &DrawCtx<'_>, state: &MemberState) -> Option<String> {
    let labels = ctx.lang.group_stage_labels();
    match state {
        MemberState::Trying => Some(labels.tried_now.to_owned()),
        MemberState::NeedsRoom(_) => Some(labels.eviction.to_owned()),
        MemberState::Nowhere(_) => Some(format!("✗ {}", labels.no_fit)),
        MemberState::ThrownAway { place, nominated } if nominated.as_ref() != Some(place) => {
            Some(nominated.as_ref().map_or_else(|| format!("✗ {place}"), |node| format!("→ {node}")))
        }
        _ => None,
    }
}

/// The CSS class and text of a slot.
fn slot_text(ctx: &DrawCtx<'_>, state: &MemberState) -> (&'static str, String) {
    let labels = ctx.lang.group_stage_labels();
    match state {
        MemberState::Waiting => ("waits", String::new()),
        MemberState::Trying => ("tried", ctx.lang.is_being_tried().to_owned()),
        MemberState::Placed(node) => ("placed", format!("✓ {node}")),
        MemberState::NeedsRoom(node) => ("placed needs", ctx.lang.needs_room_on(node)),
        MemberState::Nowhere(placement) => ("nowhere", format!("✗ {}", ctx.lang.fits_nowhere(placement.as_deref()))),
        MemberState::Back => ("back", ctx.lang.goes_back().to_owned()),
        MemberState::Nominated(node) => ("nominated", format!("→ {node}")),
        MemberState::ThrownAway { place, nominated: Some(node) } if place == node => ("nominated", format!("→ {node}")),
        MemberState::ThrownAway { place, nominated } => {
            let place = format!("{place} ✗ {}", labels.thrown_away);
            match nominated {
                Some(node) => ("nominated", format!("→ {node} · {place}")),
                None => ("thrown", place),
            }
        }
        MemberState::Assumed(node) => ("assumed", format!("✓ {node}")),
        MemberState::LeftBehind => ("back", labels.left_behind.to_owned()),
    }
}

/// Adds what the member requests to the text of its slot, if that leaves the text at its full size.
fn add_request(ctx: &DrawCtx<'_>, slot: &MemberSlot, text: String, size: i64, room: i64) -> String {
    let amount = ctx.frame.pods.get(&slot.pod).map_or(0, |view| view.amount_of(ctx.resource));
    if amount == 0 {
        return text;
    }
    let request = amount_with_unit(ctx.resource, amount);
    let whole = if text.is_empty() { request } else { format!("{text} · {request}") };
    if text_width(&whole, size) <= room { whole } else { text }
}

fn draw_slot(ctx: &DrawCtx<'_>, slot: &MemberSlot, order: i64, area: Area) -> Html {
    let (class, text) = slot_text(ctx, &slot.state);
    // Members are readable on a phone, too.
    let size = (area.h * 4 / 10).min(ctx.text_size).max(10.min(area.h / 2));
    let bead = (size * 7 / 10).min(area.w / 2 - 1).max(2);
    let x = area.x + bead * 2 + size / 2;
    let room = area.right() - x - size / 3;
    let name = short_pod_name(&slot.pod);
    // Bold text is wider.
    let bold_room = room * 10 / 11;
    let name_size = fit_text_size(name, size, bold_room, size.min(10));
    let title = format!("{order}. {name} {text}");
    let text = add_request(ctx, slot, text, size, bold_room);
    let is_whole = text_width(&text, size.min(10)) <= bold_room;
    let text = short_slot_text(ctx, &slot.state).filter(|_| !is_whole).unwrap_or(text);
    let text_size = fit_text_size(&text, size, bold_room, size.min(10));
    let middle = area.y + area.h / 2;
    // A slot without space for the name shows the number.
    let bead_x = if room > size * 2 { area.x + bead + size / 4 } else { area.x + area.w / 2 };
    html! {
        <g class={format!("slot {class}")} data-member={slot.pod.to_string()}>
            <title>{ title }</title>
            { draw_rect(area, "body", 4) }
            { draw_bead(order, bead_x, middle, bead) }
            if room > size * 2 {
                { draw_text(x, if text.is_empty() { middle + size / 3 } else { middle - size / 6 }, name_size, "text strong", TextAnchor::Start, clip_name(name, name_size, bold_room)) }
                { draw_text(x, middle + size, text_size, "state", TextAnchor::Start, clip_text(&text, text_size, bold_room)) }
            }
        </g>
    }
}
