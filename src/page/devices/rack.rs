//! The devices of a node as a rack in its frame: a row for each driver and pool, a cell for each device, a claim as a tile that docks at
//! its devices, and beside a pool the counters that its devices share.

use yew::{Html, classes, html};

use crate::devices::inventory::{Gauge, Held, Holder, Pool, Slot};
use crate::stage::draw::pen::{Area, At, Pen, Sources, clip, fit, rect, text};
use api::Str;
use record::{Attempt, DeviceSearch, SearchEnd, SearchStep};
use trace::steps::Step;
use words::devices::words;
use words::short;

/// What the step says of a device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Mark {
    #[default]
    None,
    /// It would go to this request: an index into those of the search.
    Found(usize),
    /// No request can have it.
    Out,
}

/// The rack of a node.
pub fn draw(pen: &Pen<'_>, sources: Sources<'_>, node: &Str, area: Area) -> (i64, Html) {
    let Some(view) = sources.frame.nodes.get(node) else { return (0, Html::default()) };
    let rack = Held::of(sources.frame).rack(&view.node);
    let search = sources.attempt.and_then(|(attempt, step)| looked_at(attempt, step, node));
    let mut y = area.y;
    let (mut drawn, mut left) = (Vec::new(), 0);
    for pool in &rack.pools {
        let (height, html) = self::pool(pen, pool, search, Area::new(area.x, y, area.w, area.h));
        if y + height > area.bottom() && !drawn.is_empty() {
            left += pool.devices.len();
            continue;
        }
        drawn.push(html);
        y += height;
    }
    if drawn.is_empty() {
        return (0, Html::default());
    }
    if left > 0 {
        let size = pen.base * 8 / 10;
        let told = words(pen.lang).and_more_of_them(left);
        drawn.push(text(area.x, y + size, size, "soft", At::Start, told));
        y += size * 3 / 2;
    }
    (y - area.y, html! { <g class="rack" data-rack={node.to_string()}>{ for drawn }</g> })
}

/// The search on the node, once the step has been there.
fn looked_at<'a>(attempt: &'a Attempt, step: Step, node: &Str) -> Option<&'a DeviceSearch> {
    let ix = attempt.nodes.iter().position(|it| it == node)?;
    let at = attempt.filter.iter().position(|record| record.node == ix)?;
    let told = match step {
        Step::PreFilter => 0,
        Step::FirstPass(now) => now,
        Step::Filter(now) => now + 1,
        _ => attempt.filter.len(),
    };
    if at < told { attempt.search(ix) } else { None }
}

fn mark(search: Option<&DeviceSearch>, pool: &Pool, device: &Slot) -> Mark {
    let Some(search) = search else { return Mark::None };
    let is_it = |it: &record::DeviceName| (&it.driver, &it.pool, &it.name) == (&pool.driver, &pool.name, &device.name);
    let Some(at) = search.devices.iter().position(is_it) else { return Mark::None };
    if search.end == SearchEnd::Found {
        let mut found = Mark::None;
        for step in &search.steps {
            match step {
                SearchStep::Chosen { request, device } if *device == at => found = Mark::Found(*request),
                SearchStep::PutBack { device, .. } if *device == at => found = Mark::None,
                _ => {}
            }
        }
        if found != Mark::None {
            return found;
        }
    }
    let out = |wish: &record::DeviceWish| wish.devices.get(at).is_some_and(Option::is_some);
    if !search.requests.is_empty() && search.requests.iter().all(out) { Mark::Out } else { Mark::None }
}

fn pool(pen: &Pen<'_>, pool: &Pool, search: Option<&DeviceSearch>, area: Area) -> (i64, Html) {
    let b = pen.base;
    let size = b * 8 / 10;
    let own = pool.driver.as_str();
    let label = format!("{own} · {}", pool.name);
    let mut y = area.y + size * 3 / 2;
    let head = text(area.x, y - size * 4 / 10, size, "soft", At::Start, clip(&label, size, area.w));
    let count = i64::try_from(pool.devices.len()).unwrap_or(i64::MAX).max(1);
    let roomy = (area.w / (b * 5)).max(1);
    let columns = count.min(roomy.max((count + 2) / 3));
    let each = (area.w / columns).min(b * 16).max(4);
    let small = each < b * 3;
    let high = if small { b } else { b * 26 / 10 };
    let mut cells = Vec::new();
    for (at, device) in (0_i64..).zip(&pool.devices) {
        let (column, row) = (at % columns, at / columns);
        let place = Area::new(area.x + column * each, y + row * high, each - 3, high - 3);
        cells.push(cell(pen, pool, device, mark(search, pool, device), search, place, small));
    }
    // A claim that has devices beside each other is one tile.
    let mut from = 0;
    while from < pool.devices.len() {
        let holders = &pool.devices[from].holders;
        let row = |at: usize| i64::try_from(at).unwrap_or(0) / columns;
        let same = |at: &usize| !holders.is_empty() && pool.devices[*at].holders == *holders && row(*at) == row(from);
        let to = (from + 1..pool.devices.len()).take_while(same).last().unwrap_or(from);
        if !holders.is_empty() {
            let (first, last) = (i64::try_from(from).unwrap_or(0), i64::try_from(to).unwrap_or(0));
            let x = area.x + first % columns * each;
            let top = y + first / columns * high + if small { 2 } else { high / 2 - 2 };
            let place =
                Area::new(x + 2, top, (last - first + 1) * each - 7, if small { high - 7 } else { high / 2 - 3 });
            cells.push(claim(pen, holders, place));
        }
        from = to + 1;
    }
    y += (count + columns - 1) / columns * high;
    let mut gauges = Vec::new();
    for counter in &pool.counters {
        gauges.push(gauge(pen, counter, Area::new(area.x, y + 2, area.w.min(b * 26), size * 13 / 10)));
        y += size * 17 / 10;
    }
    (y + 2 - area.y, html! { <g class="pool" data-pool={label}>{ head }{ for cells }{ for gauges }</g> })
}

#[allow(clippy::too_many_arguments)] // what a cell is made of
fn cell(
    pen: &Pen<'_>,
    pool: &Pool,
    device: &Slot,
    mark: Mark,
    search: Option<&DeviceSearch>,
    area: Area,
    small: bool,
) -> Html {
    let own = words(pen.lang);
    let holders: Vec<String> = device.holders.iter().map(|it| short(&it.claim).to_owned()).collect();
    let mut said = own.device_is(&device.name, &holders, &device.taints, &device.facts);
    let wish = match (mark, search) {
        (Mark::Found(request), Some(search)) => search.requests.get(request),
        _ => None,
    };
    match mark {
        Mark::Found(_) => said = format!("{said}; {}", own.fixed().chosen),
        Mark::Out => said = format!("{said}; {}", own.fixed().out),
        Mark::None => {}
    }
    let class = classes!(
        "device",
        (!device.holders.is_empty()).then_some("held"),
        (!device.taints.is_empty()).then_some("tainted"),
        match mark {
            Mark::Found(_) => Some("found"),
            Mark::Out => Some("unsuited"),
            Mark::None => None,
        }
    );
    let size = pen.base * 75 / 100;
    let name = format!("{}{}", if device.taints.is_empty() { "" } else { "⚠ " }, device.name);
    let size = fit(&name, size, area.w - 6, 9);
    let bare = device.holders.is_empty() && wish.is_none();
    let facts = bare.then(|| {
        let values: Vec<&str> = device.facts.iter().filter_map(|fact| Some(fact.split_once('=')?.1)).collect();
        let size = pen.base * 7 / 10;
        let face = clip(&values.join(" · "), size, area.w - 6);
        text(area.x + 4, area.bottom() - size * 5 / 10, size, "soft", At::Start, face)
    });
    let wanted = wish.map(|wish| {
        let face = format!("✓ {}", short(&wish.claim));
        let size = fit(&face, pen.base * 75 / 100, area.w - 8, 9);
        text(area.x + 4, area.bottom() - size * 5 / 10, size, "good", At::Start, clip(&face, size, area.w - 6))
    });
    html! {
        <g {class} data-device={format!("{}/{}/{}", pool.driver, pool.name, device.name)} role="img" aria-label={said.clone()}>
            <title>{ said }</title>
            { rect(area, "cell", 3) }
            if !small {
                { text(area.x + 4, area.y + size * 11 / 10, size, "text", At::Start, clip(&name, size, area.w - 6)) }
                { facts }
                { wanted }
            }
        </g>
    }
}

/// Claims at their devices, with the pods that use them.
fn claim(pen: &Pen<'_>, holders: &[Holder], area: Area) -> Html {
    let own = words(pen.lang);
    let told = |holder: &Holder| {
        let users: Vec<&str> = holder.users.iter().map(Str::as_str).collect();
        own.claim_is(short(&holder.claim), &users)
    };
    let said = holders.iter().map(told).collect::<Vec<_>>().join("; ");
    let face = |holder: &Holder| {
        let users: Vec<&str> = holder.users.iter().map(Str::as_str).collect();
        let users = if users.is_empty() { String::new() } else { format!(": {}", users.join(", ")) };
        format!("{}{users}", short(&holder.claim))
    };
    let face = holders.iter().map(face).collect::<Vec<_>>().join(" | ");
    let size = fit(&face, pen.base * 75 / 100, area.w - 6, 9);
    let shared = holders.len() > 1 || holders.iter().any(|it| it.users.len() > 1);
    let class = classes!("docked", shared.then_some("shared"));
    html! {
        <g {class} data-claim={holders.first().map(|it| it.claim.to_string())} role="img" aria-label={said.clone()}>
            <title>{ said }</title>
            { rect(area, "claim-tile", 3) }
            if area.h >= size { { text(area.x + 3, area.y + area.h / 2 + size * 36 / 100, size, "claim-name", At::Start, clip(&face, size, area.w - 4)) } }
        </g>
    }
}

/// A counter that the devices of a pool share.
fn gauge(pen: &Pen<'_>, counter: &Gauge, area: Area) -> Html {
    let (taken, all) = counter.amounts();
    let said = words(pen.lang).counter_is(&counter.name, &taken, &all);
    let size = pen.base * 75 / 100;
    let bar = (area.w / 3).max(20);
    let part = i128::from(counter.taken.max(0)) * i128::from(bar) / i128::from(counter.all.max(1));
    let part = i64::try_from(part).unwrap_or(bar).min(bar);
    let room = area.w - bar - size;
    html! {
        <g class="counter">
            <title>{ said.clone() }</title>
            { rect(Area::new(area.x, area.y + area.h / 4, bar, area.h / 2), "cell", 2) }
            { rect(Area::new(area.x, area.y + area.h / 4, part, area.h / 2), "counted", 2) }
            { text(area.x + bar + size / 2, area.y + area.h * 8 / 10, size, "soft", At::Start, clip(&said, size, room)) }
        </g>
    }
}
