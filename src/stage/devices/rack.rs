//! The devices of a node as a rack in its frame: a row for each driver and pool, a cell for each device, a tile over the devices of a
//! claim, and below a pool the counters that its devices share.

use api::Str;
use i18n::{devices::words, short_pod_name};
use runlog::{Attempt, DeviceSearch, SearchEnd, SearchStep};
use trace::steps::Step;
use yew::{Html, classes, html};

use crate::{
    devices::inventory::{ClaimHolder, CounterUsage, DeviceAllocation, DevicePool, DeviceSlot},
    draw::{
        draw_ctx::{DrawCtx, RackDrawing},
        text_layout::{Area, TextAnchor, clip_text, draw_rect, draw_text, fit_text_size, text_width},
    },
};

/// The result of the step for a device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum DeviceMark {
    #[default]
    None,
    /// Allocated to the request at this index of the search.
    AllocatedTo(usize),
    /// Rejected by all requests.
    Excluded,
}

/// Draws the rack of a node.
pub fn draw_rack(ctx: &DrawCtx<'_>, node: &Str, area: Area) -> RackDrawing {
    let Some(view) = ctx.frame.nodes.get(node) else { return RackDrawing::default() };
    let mut allocation = DeviceAllocation::from_frame(ctx.frame);
    ctx.group.iter().flat_map(|band| &band.in_flight).for_each(|claim| allocation.add_in_flight(claim));
    let rack = allocation.node_devices(&view.node);
    let search = ctx.attempt.and_then(|(attempt, step)| search_on_node(attempt, step, node));
    let mut y = area.y;
    let (mut pools, mut hidden_devices) = (Vec::new(), 0);
    for pool in &rack.pools {
        let RackDrawing { height, html } = self::draw_pool(ctx, pool, search, Area::new(area.x, y, area.w, area.h));
        if y + height > area.bottom() && !pools.is_empty() {
            hidden_devices += pool.devices.len();
            continue;
        }
        pools.push(html);
        y += height;
    }
    if pools.is_empty() {
        return RackDrawing::default();
    }
    if hidden_devices > 0 {
        let size = ctx.text_size * 8 / 10;
        let text = words(ctx.lang).more_not_listed(hidden_devices);
        pools.push(draw_text(area.x, y + size, size, "soft", TextAnchor::Start, text));
        y += size * 3 / 2;
    }
    RackDrawing { height: y - area.y, html: html! { <g class="rack" data-rack={node.to_string()}>{ for pools }</g> } }
}

/// The device search on the node, once the step has reached it.
fn search_on_node<'a>(attempt: &'a Attempt, step: Step, node: &Str) -> Option<&'a DeviceSearch> {
    let ix = attempt.nodes.iter().position(|text| text == node)?;
    let at = attempt.filter.iter().position(|record| record.node == ix)?;
    let record_count = match step {
        Step::PreFilter => 0,
        Step::FirstPass(current_index) => current_index,
        Step::Filter(current_index) => current_index + 1,
        _ => attempt.filter.len(),
    };
    if at < record_count { attempt.device_search(ix) } else { None }
}

fn device_mark(search: Option<&DeviceSearch>, pool: &DevicePool, device: &DeviceSlot) -> DeviceMark {
    let Some(search) = search else { return DeviceMark::None };
    let is_it = |device_name: &runlog::DeviceName| {
        (&device_name.driver, &device_name.pool, &device_name.name) == (&pool.driver, &pool.name, &device.name)
    };
    let Some(at) = search.devices.iter().position(is_it) else { return DeviceMark::None };
    if search.end == SearchEnd::Found {
        let mut device_mark = DeviceMark::None;
        for step in &search.steps {
            match step {
                SearchStep::Chosen { request, device } if *device == at => {
                    device_mark = DeviceMark::AllocatedTo(*request);
                }
                SearchStep::PutBack { device, .. } if *device == at => device_mark = DeviceMark::None,
                _ => {}
            }
        }
        if device_mark != DeviceMark::None {
            return device_mark;
        }
    }
    let is_rejected = |request: &runlog::DeviceRequestRecord| request.devices.get(at).is_some_and(Option::is_some);
    if !search.requests.is_empty() && search.requests.iter().all(is_rejected) {
        DeviceMark::Excluded
    } else {
        DeviceMark::None
    }
}

fn draw_pool(ctx: &DrawCtx<'_>, pool: &DevicePool, search: Option<&DeviceSearch>, area: Area) -> RackDrawing {
    let text_size = ctx.text_size;
    let size = text_size * 8 / 10;
    let text = pool.driver.as_str();
    let label = format!("{text} · {}", pool.name);
    let mut y = area.y + size * 3 / 2;
    let head = draw_text(area.x, y - size * 4 / 10, size, "soft", TextAnchor::Start, clip_text(&label, size, area.w));
    let count = i64::try_from(pool.devices.len()).unwrap_or(i64::MAX).max(1);
    let roomy = (area.w / (text_size * 5)).max(1);
    let columns = count.min(roomy.max((count + 2) / 3));
    let each = (area.w / columns).min(text_size * 16).max(4);
    let small = each < text_size * 3;
    let height = if small { text_size } else { text_size * 26 / 10 };
    let mut cells = Vec::new();
    for (at, device) in (0_i64..).zip(&pool.devices) {
        let (column, row) = (at % columns, at / columns);
        let place_area = Area::new(area.x + column * each, y + row * height, each - 3, height - 3);
        cells.push(draw_device(ctx, pool, device, device_mark(search, pool, device), search, place_area, small));
    }
    // A claim with adjacent devices is one tile.
    let mut from = 0;
    while from < pool.devices.len() {
        let holders = &pool.devices[from].holders;
        let row = |at: usize| i64::try_from(at).unwrap_or(0) / columns;
        let has_same_holders =
            |at: &usize| !holders.is_empty() && pool.devices[*at].holders == *holders && row(*at) == row(from);
        let target_index = (from + 1..pool.devices.len()).take_while(has_same_holders).last().unwrap_or(from);
        if !holders.is_empty() {
            let (first, last) = (i64::try_from(from).unwrap_or(0), i64::try_from(target_index).unwrap_or(0));
            let x = area.x + first % columns * each;
            let top = y + first / columns * height + if small { 2 } else { height / 2 - 2 };
            let place_area =
                Area::new(x + 2, top, (last - first + 1) * each - 7, if small { height - 7 } else { height / 2 - 3 });
            cells.push(draw_claims(ctx, holders, place_area));
        }
        from = target_index + 1;
    }
    y += (count + columns - 1) / columns * height;
    let mut gauges = Vec::new();
    for counter in &pool.counters {
        gauges.push(draw_counter(ctx, counter, Area::new(area.x, y + 2, area.w.min(text_size * 26), size * 13 / 10)));
        y += size * 17 / 10;
    }
    RackDrawing {
        height: y + 2 - area.y,
        html: html! { <g class="pool" data-pool={label}>{ head }{ for cells }{ for gauges }</g> },
    }
}

#[allow(clippy::too_many_arguments)] // what a cell is made of
fn draw_device(
    ctx: &DrawCtx<'_>,
    pool: &DevicePool,
    device: &DeviceSlot,
    mark: DeviceMark,
    search: Option<&DeviceSearch>,
    area: Area,
    small: bool,
) -> Html {
    let device_sentences = words(ctx.lang);
    let holders: Vec<String> = device.holders.iter().map(|holder| short_pod_name(&holder.claim).to_owned()).collect();
    let mut text = device_sentences.device_description(&device.name, &holders, &device.taints, &device.facts);
    let request = match (mark, search) {
        (DeviceMark::AllocatedTo(request), Some(search)) => search.requests.get(request),
        _ => None,
    };
    match mark {
        DeviceMark::AllocatedTo(_) => text = format!("{text}; {}", device_sentences.device_labels().chosen),
        DeviceMark::Excluded => text = format!("{text}; {}", device_sentences.device_labels().out),
        DeviceMark::None => {}
    }
    let class = classes!(
        "device",
        (!device.holders.is_empty()).then_some("held"),
        (!device.taints.is_empty()).then_some("tainted"),
        match mark {
            DeviceMark::AllocatedTo(_) => Some("found"),
            DeviceMark::Excluded => Some("unsuited"),
            DeviceMark::None => None,
        }
    );
    let size = ctx.text_size * 75 / 100;
    let name = format!("{}{}", if device.taints.is_empty() { "" } else { "⚠ " }, device.name);
    let size = fit_text_size(&name, size, area.w - 6, 9);
    let is_bare = device.holders.is_empty() && request.is_none();
    let facts = is_bare.then(|| {
        let values: Vec<&str> = device.facts.iter().filter_map(|fact| Some(fact.split_once('=')?.1)).collect();
        let size = ctx.text_size * 7 / 10;
        let face_text = clip_text(&values.join(" · "), size, area.w - 6);
        draw_text(area.x + 4, area.bottom() - size * 5 / 10, size, "soft", TextAnchor::Start, face_text)
    });
    let wish_text = request.map(|request| {
        let face_text = format!("✓ {}", short_pod_name(&request.claim));
        let size = fit_text_size(&face_text, ctx.text_size * 75 / 100, area.w - 8, 9);
        draw_text(
            area.x + 4,
            area.bottom() - size * 5 / 10,
            size,
            "good",
            TextAnchor::Start,
            clip_text(&face_text, size, area.w - 6),
        )
    });
    html! {
        <g {class} data-device={format!("{}/{}/{}", pool.driver, pool.name, device.name)} role="img" aria-label={text.clone()}>
            <title>{ text }</title>
            { draw_rect(area, "cell", 3) }
            if !small {
                { draw_text(area.x + 4, area.y + size * 11 / 10, size, "text", TextAnchor::Start, clip_text(&name, size, area.w - 6)) }
                { facts }
                { wish_text }
            }
        </g>
    }
}

/// Draws claims over their devices, with the pods that use them.
fn draw_claims(ctx: &DrawCtx<'_>, holders: &[ClaimHolder], area: Area) -> Html {
    let device_sentences = words(ctx.lang);
    let holder_text = |holder: &ClaimHolder| {
        let (claim, users) = (short_pod_name(&holder.claim), holder.users.iter().map(Str::as_str).collect::<Vec<_>>());
        match users.as_slice() {
            [pod] if holder.is_in_flight => device_sentences.claim_in_flight_description(claim, pod),
            users => device_sentences.claim_description(claim, users),
        }
    };
    let text = holders.iter().map(holder_text).collect::<Vec<_>>().join("; ");
    let face = |holder: &ClaimHolder| {
        let users: Vec<&str> = holder.users.iter().map(Str::as_str).collect();
        let users = if users.is_empty() { String::new() } else { format!(": {}", users.join(", ")) };
        format!("{}{users}", short_pod_name(&holder.claim))
    };
    let faces: Vec<String> = holders.iter().map(face).collect();
    let (lines, size) = claim_lines(faces, device_sentences.claim_count(holders.len()), ctx.text_size * 75 / 100, area);
    let (pitch, first) = (line_height(size), area.y + area.h / 2 + size * 36 / 100);
    let up = (i64::try_from(lines.len()).unwrap_or(1) - 1) * pitch / 2;
    let lines = lines
        .into_iter()
        .zip(0_i64..)
        .map(|(line, at)| draw_text(area.x + 3, first - up + at * pitch, size, "claim-name", TextAnchor::Start, line));
    let shared = holders.len() > 1 || holders.iter().any(|holder| holder.users.len() > 1);
    let is_in_flight = holders.iter().any(|holder| holder.is_in_flight);
    let class = classes!("docked", shared.then_some("shared"), is_in_flight.then_some("in-flight"));
    html! {
        <g {class} data-claim={holders.first().map(|holder| holder.claim.to_string())} role="img" aria-label={text.clone()}>
            <title>{ text }</title>
            { draw_rect(area, "claim-tile", 3) }
            if area.h >= size { { for lines } }
        </g>
    }
}

/// The distance between the baselines of two lines of text.
fn line_height(size: i64) -> i64 {
    size * 13 / 10
}

/// The lines of text on the claims that hold a device, and their size. A single claim is written smaller if it has to be. Several claims have a line
/// each, or only their number is written if the lines don't fit.
fn claim_lines(faces: Vec<String>, count: String, size: i64, area: Area) -> (Vec<String>, i64) {
    if let [face] = faces.as_slice() {
        let size = fit_text_size(face, size, area.w - 6, 9);
        return (vec![clip_text(face, size, area.w - 4)], size);
    }
    let height = i64::try_from(faces.len()).unwrap_or(i64::MAX).saturating_mul(line_height(size));
    let has_room = height <= area.h && faces.iter().all(|face| text_width(face, size) <= area.w - 6);
    (if has_room { faces } else { vec![clip_text(&count, size, area.w - 4)] }, size)
}

/// Draws a counter that the devices of a pool share.
fn draw_counter(ctx: &DrawCtx<'_>, counter: &CounterUsage, area: Area) -> Html {
    let (used, capacity) = counter.format_amounts();
    let text = words(ctx.lang).counter_description(&counter.name, &used, &capacity);
    let size = ctx.text_size * 75 / 100;
    let bar = (area.w / 3).max(20);
    let part = i128::from(counter.used.max(0)) * i128::from(bar) / i128::from(counter.capacity.max(1));
    let part = i64::try_from(part).unwrap_or(bar).min(bar);
    let available_width = area.w - bar - size;
    html! {
        <g class="counter">
            <title>{ text.clone() }</title>
            { draw_rect(Area::new(area.x, area.y + area.h / 4, bar, area.h / 2), "cell", 2) }
            { draw_rect(Area::new(area.x, area.y + area.h / 4, part, area.h / 2), "counted", 2) }
            { draw_text(area.x + bar + size / 2, area.y + area.h * 8 / 10, size, "soft", TextAnchor::Start, clip_text(&text, size, available_width)) }
        </g>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_have_a_line_each_or_are_counted() {
        let faces = || ["all: train-0", "gpu-of-1: train-1", "gpu-of-2: train-2"].map(str::to_owned).to_vec();
        let lines_in = |w, h| claim_lines(faces(), "3 claims".to_owned(), 12, Area::new(0, 0, w, h));
        assert_eq!(lines_in(200, 60), (faces(), 12));
        assert_eq!(lines_in(200, 30), (vec!["3 claims".to_owned()], 12));
        assert_eq!(lines_in(80, 60), (vec!["3 claims".to_owned()], 12));
        let one = claim_lines(vec!["gpu-of-1: train-1".to_owned()], String::new(), 12, Area::new(0, 0, 90, 20));
        assert!(one.1 < 12, "a single claim is written smaller: {one:?}");
    }
}
