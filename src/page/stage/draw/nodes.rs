//! Nodes on the stage: one, large, with its tray and its checks; or some beside each other at one scale.
#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)] // pixels

use yew::{Html, html};

use crate::stage::draw::pen::{Area, At, Pen, clip, lines, node_link, path, rect, text, width, wrap};
use crate::stage::draw::tiles;
use crate::stage::draw::tiles::with_unit;
use crate::stage::draw::vessel;
use crate::stage::draw::vessel::Stand;
use crate::stage::draw::words;
use crate::stage::rack;
use crate::stage::scene::model::against;
use crate::stage::scene::node::{Check, Lack, Standing, Tile, Tray, Verdict, Vessel};
use ::words::short;
use trace::cells::Cell;

/// Pictures narrower than this put below what others put beside.
const NARROW: i64 = 520;

/// Nodes in a picture of this size.
pub fn draw(pen: &Pen<'_>, vessels: &[Vessel], focus: Option<usize>, w: i64, h: i64) -> Html {
    match vessels {
        [] => text(w / 2, h / 2, pen.base, "soft", At::Middle, pen.lang.stage().no_nodes.to_owned()),
        [only] => one(pen, only, Area::new(0, 0, w, h)),
        several => shared(pen, several, focus, w, h),
    }
}

/// A name that opens the node.
fn name(pen: &Pen<'_>, vessel: &Vessel, x: i64, y: i64, size: i64, room: i64) -> Html {
    let area = Area::new(x, y - size, width(&vessel.node, size).min(room), size * 5 / 4);
    node_link(pen, &vessel.node, area, text(x, y, size, "text strong", At::Start, clip(&vessel.node, size, room)))
}

fn class(pen: &Pen<'_>, vessel: &Vessel) -> &'static str {
    match (vessel.missing, pen.unlike.contains(&vessel.node)) {
        (true, _) => "node missing",
        (_, true) => "node unlike",
        _ => "node",
    }
}

/// The node that the moment is about.
pub fn one(pen: &Pen<'_>, vessel: &Vessel, all: Area) -> Html {
    let b = pen.base;
    let narrow = all.w < NARROW;
    let pad = if narrow { b / 2 } else { b };
    let frame = Area::new(all.x + 2, all.y + 2, all.w - 4, all.h - 4);
    let (x, right) = (frame.x + pad, frame.right() - pad);
    // The name and how full the node is.
    let head = b * 3 / 2;
    let mut y = frame.y + pad / 2;
    let title = name(pen, vessel, x, y + head, head, right - x);
    let beside = x + width(&vessel.node, head) + b;
    let (room, facts) = (words::room(pen, vessel), words::facts(pen, vessel));
    let full = format!("{room} · {facts}");
    let told = match right - beside {
        free if width(&full, b) <= free => text(beside, y + head, b, "soft", At::Start, full),
        free if width(&room, b) <= free => {
            y += b * 13 / 10;
            let more = text(x, y + head, b * 9 / 10, "soft", At::Start, clip(&facts, b * 9 / 10, right - x));
            html! { <>{ text(beside, y + head - b * 13 / 10, b, "soft", At::Start, room) }{ more }</> }
        }
        _ => {
            y += b * 13 / 10;
            text(x, y + head, b, "soft", At::Start, clip(&full, b, right - x))
        }
    };
    y += head + b * 8 / 10;
    let shelf = without_height(vessel);
    let shelf_height = if shelf.is_empty() { 0 } else { b * 3 };
    let (rack_height, rack) = rack::devices(pen, &vessel.node, (x, right - x), (frame.bottom() - y) / 2);
    let checks = !vessel.checks.is_empty();
    let ticks = b * 37 / 10;
    // What is said has no room beside a vessel in a narrow picture, unless the tray stands there anyway.
    let under = narrow && vessel.tray.is_none();
    let said = under.then(|| said(pen, vessel)).flatten();
    let said = said.map(|it| (it.class, wrap(&it.text, b, right - x, 3)));
    let line = b * 13 / 10;
    let told_height = said.as_ref().map_or(0, |(_, told)| i64::try_from(told.len()).unwrap_or(0) * line + b / 2);
    let below = told_height + if narrow && checks { (all.h * 2 / 5).min(b * 13) } else { 0 };
    // From the first check of an attempt to its end the vessel keeps its width, whatever stands beside it: else it would jump.
    let share = match (vessel.tray.is_some() || checks, &vessel.verdict) {
        _ if under => 100,
        (false, Verdict::Open) => 100,
        _ => 52,
    };
    let wide = ((right - x) * share / 100).min(b * 56).min(right - x - ticks);
    let place = Area::new(x + 6, y, wide - 6, frame.bottom() - pad - shelf_height - rack_height - below - y);
    let per = place.h as f64 / vessel::units(vessel);
    let stand = vessel::stand(vessel, place, per);
    let beside = Area::new(place.right() + ticks, y, right - place.right() - ticks, place.h);
    let trying = (vessel.tray.is_some() || vessel.newcomer.is_some()).then_some("");
    html! {
        <g data-subject={pen.nodes.then_some("")} data-node={vessel.node.to_string()} class={class(pen, vessel)} data-trial={trying}>
            { rect(frame, "frame", 8) }
            { title }{ told }
            { vessel::draw(pen, vessel, &stand, ticks) }
            if !under { { self::beside(pen, vessel, &stand, beside, checks && !narrow) } }
            if let Some((class, told)) = said { <g data-verdict="">{ lines(x, place.bottom() + b / 4, b, class, &told).0 }</g> }
            if narrow && checks { { checks_at(pen, vessel, Area::new(x, place.bottom() + told_height + b / 2, right - x, below - told_height - b / 2)) } }
            if rack_height > 0 { { rack::at(frame.bottom() - pad - rack_height, rack) } }
            { self::shelf(pen, vessel, &shelf, Area::new(x, frame.bottom() - pad - rack_height - shelf_height + b / 2, right - x, shelf_height - b / 2)) }
        </g>
    }
}

/// What is said of the node at this moment.
struct Said {
    class: &'static str,
    text: String,
    /// It is about the pod that is tried here.
    verdict: bool,
}

fn said(pen: &Pen<'_>, vessel: &Vessel) -> Option<Said> {
    let tried = |text| Said { class: "wrong", text, verdict: true };
    let said = match &vessel.newcomer {
        Some(newcomer) => match &newcomer.lack {
            Some(lack) => tried(words::lack(pen, lack)),
            None if newcomer.place == Standing::Away => tried(pen.lang.failure(newcomer.failure.as_ref()?)),
            None => return None,
        },
        None if vessel.tray.is_none() => {
            let (class, text) = words::verdict(pen, &vessel.verdict);
            Said { class, text, verdict: false }
        }
        None => return None,
    };
    Some(said).filter(|it| !it.text.is_empty())
}

/// At the right of the vessel: what is missing, the tray of a dry run, the checks.
fn beside(pen: &Pen<'_>, vessel: &Vessel, stand: &Stand, area: Area, checks: bool) -> Html {
    let b = pen.base;
    let mut y = area.y;
    let mut said = Vec::new();
    let lack = vessel.newcomer.as_ref().and_then(|it| it.lack.as_ref());
    // Without a tray beside the vessel there is room: what the check says stands large, with its arithmetic.
    let large = vessel.tray.is_none() && area.w >= b * 14 && area.h >= b * 20;
    if let Some(it) = self::said(pen, vessel) {
        let size = match (large, it.verdict) {
            (true, _) => b * 15 / 10,
            (false, true) => b,
            (false, false) => b * 12 / 10,
        };
        let told = wrap(&it.text, size, if it.verdict { area.w } else { area.w * 92 / 100 }, 5);
        if let Some(lack) = lack.filter(|_| !large) {
            // Beside the part over the rim.
            let tall = i64::try_from(told.len()).unwrap_or(0) * b * 13 / 10;
            let top = stand.y(vessel.taken() + vessel.promised() + lack.needs);
            y = (top + (stand.ground.y - top - tall) / 2).max(area.y);
        }
        let (lines, foot) = lines(area.x, y, size, it.class, &told);
        let sum = lack.filter(|_| large).map(|lack| sum(pen, lack, Area::new(area.x, foot + b / 2, area.w, area.h)));
        y = sum.as_ref().map_or(foot + b / 2, |(_, foot)| foot + b);
        let sum = sum.map(|(drawn, _)| drawn);
        said.push(html! { <g data-verdict={it.verdict.then_some("")}>{ lines }{ sum }</g> });
    }
    // A dry run without removed pods has no tray.
    let tray = vessel.tray.as_ref().filter(|tray| !tray.over || !tray.tiles.is_empty());
    if let Some(tray) = tray {
        said.push(self::tray(pen, vessel, tray, stand, Area::new(area.x, y, area.w, area.bottom() - y)));
    } else if checks {
        said.push(checks_at(pen, vessel, Area::new(area.x, y, area.w, area.bottom() - y)));
    }
    html! { { for said } }
}

/// The arithmetic of what is missing, as one would write it below each other; and where it ends.
fn sum(pen: &Pen<'_>, lack: &Lack, area: Area) -> (Html, i64) {
    let (size, own, panel) = (pen.base * 12 / 10, pen.lang.stage(), pen.lang.panel());
    let numbers = words::numbers(lack);
    let mut rows = vec![("", numbers.capacity, panel.allocatable), ("−", numbers.taken, panel.used)];
    if lack.promised != 0 {
        rows.push(("−", numbers.promised, own.promised));
    }
    let missing = format!("−{}", numbers.short);
    rows.extend([("=", numbers.free, panel.free), ("−", numbers.needs, own.needed), ("=", missing, own.short)]);
    let rows: Vec<_> =
        rows.into_iter().map(|(sign, number, name)| (sign, with_unit(&lack.resource, number), name)).collect();
    let column = rows.iter().map(|(_, number, _)| width(number, size)).max().unwrap_or(0) + size;
    let pitch = size * 15 / 10;
    let right = area.x + size + column;
    let drawn = rows.iter().zip(0_i64..).map(|((sign, number, name), at)| {
        let y = area.y + at * pitch + size;
        let class = if at + 1 == i64::try_from(rows.len()).unwrap_or(0) { "bad" } else { "text" };
        let rule = (*sign == "=").then(|| path(format!("M{} {}H{right}", area.x, y - size - pitch / 8), "tick"));
        html! {
            <>
                { rule }
                { text(area.x, y, size, "soft", At::Start, (*sign).to_owned()) }
                { text(right, y, size, class, At::End, number.clone()) }
                { text(right + size, y, size, if class == "bad" { "bad" } else { "soft" }, At::Start, clip(name, size, area.right() - right - size)) }
            </>
        }
    });
    (html! { <g class="sum">{ for drawn }</g> }, area.y + i64::try_from(rows.len()).unwrap_or(0) * pitch)
}

/// Pods that the dry run took off, at the scale of the vessel.
fn tray(pen: &Pen<'_>, vessel: &Vessel, tray: &Tray, stand: &Stand, area: Area) -> Html {
    let b = pen.base;
    let words = pen.lang.stage();
    let head = if tray.over { words.victims } else { words.removed };
    let next =
        tray.next.as_ref().filter(|_| !tray.over).map(|key| pen.lang.put_back_next(short(key))).unwrap_or_default();
    let amounts: Vec<i64> = tray.tiles.iter().map(|tile| tile.amount).collect();
    let wanted = (amounts.iter().sum::<i64>() as f64 * stand.per).round() as i64 + b / 2;
    let (size, wide) = (b * 9 / 10, area.w.min(b * 26));
    let told = wrap(&format!("{head}: {}", tray.tiles.len()), size, wide, 2);
    let next = if next.is_empty() { Vec::new() } else { wrap(&next, size, wide, 2) };
    let count = |lines: &[String]| i64::try_from(lines.len()).unwrap_or(0);
    let labels = (count(&told) + count(&next)) * size * 13 / 10 + b * 2 / 3;
    let top = (stand.ground.bottom() - wanted.max(b * 4)).max(area.y + labels);
    let frame = Area::new(area.x, top, wide, stand.ground.bottom() - top);
    let inside = Area::new(frame.x + 4, frame.y + 4, frame.w - 8, frame.h - 6);
    let all: i64 = amounts.iter().sum::<i64>().max(1);
    let per = stand.per.min(inside.h as f64 / all as f64);
    let places = tiles::stack(&amounts, inside, per);
    let pods = tray.tiles.iter().zip(&places).map(|(tile, place)| {
        let place = Area::new(place.x, place.y + 1, place.w, (place.h - 2).max(3));
        tiles::draw(pen, tile, place, "", tiles::face(pen, tile, place))
    });
    let (told, foot) = lines(frame.x, frame.y - labels, size, "soft", &told);
    let (next, _) = lines(frame.x, foot, size, "text", &next);
    let gone = vessel.node.to_string();
    html! {
        <g class="tray" data-tray={gone}>
            { told }
            { next }
            { rect(frame, "tray-frame", 4) }
            { for pods }
        </g>
    }
}

/// Every check by its name: those that failed with what was compared, those that passed, and how many there was no need for.
fn checks_at(pen: &Pen<'_>, vessel: &Vessel, area: Area) -> Html {
    let size = pen.base * 9 / 10;
    let pitch = size * 3 / 2;
    let mut y = area.y;
    let mut drawn: Vec<Html> = Vec::new();
    if let Some(pass) = vessel.pass {
        let (told, foot) = lines(area.x, y, size, "soft", &wrap(&pen.lang.pass_of(pass), size, area.w, 2));
        drawn.push(told);
        y = foot + size / 3;
    }
    let of = |cell: Cell| vessel.checks.iter().filter(move |it| it.cell == cell);
    let (failed, passed) = (of(Cell::Fail).count(), of(Cell::Pass).count());
    // Where all of them do not fit below each other, those that pass share their lines.
    let room = (area.bottom() - y) / pitch;
    let apart = i64::try_from(passed + failed * 2 + 1).unwrap_or(0) <= room;
    let one = |check: &Check, y: i64| {
        let (mark, class) = if check.cell == Cell::Fail { ("✗", "bad") } else { ("✓", "good") };
        let said = clip(&check.name, size, area.w - size * 3 / 2);
        html! { <>{ text(area.x, y + size, size, class, At::Start, mark.to_owned()) }{ text(area.x + size * 3 / 2, y + size, size, "text", At::Start, said) }</> }
    };
    for check in of(Cell::Fail).chain(of(Cell::Pass).filter(|_| apart)) {
        drawn.push(html! { <g data-check={check.name.to_string()}>{ one(check, y) }</g> });
        y += pitch;
        let away = vessel.newcomer.as_ref().is_some_and(|it| it.place != Standing::Inside);
        if let Some(failure) = check.failure.as_ref().filter(|_| !away) {
            let (told, foot) = lines(
                area.x + size * 3 / 2,
                y,
                size,
                "soft",
                &wrap(&pen.lang.failure(failure), size, area.w - size * 3 / 2, 3),
            );
            drawn.push(told);
            y = foot + size / 3;
        }
    }
    if !apart && passed > 0 {
        let names = of(Cell::Pass).map(|it| it.name.as_str()).collect::<Vec<_>>();
        let told = format!("✓ {}", pen.lang.list(&names));
        let most = usize::try_from((area.bottom() - y) / (size * 13 / 10) - 1).unwrap_or(1).max(1);
        let (told, foot) = lines(area.x, y, size, "text", &wrap(&told, size, area.w, most));
        drawn.push(told);
        y = foot + size / 3;
    }
    let skipped = of(Cell::Skip).count();
    if skipped > 0 && y + pitch <= area.bottom() + size {
        let told = format!("– {}", pen.lang.skipped_checks(skipped));
        drawn.push(lines(area.x, y, size, "soft", &wrap(&told, size, area.w, 2)).0);
    }
    html! { <g class="checks">{ for drawn }</g> }
}

/// Pods that request nothing, or need nothing any more, and how each is marked. They have no height, so they stand below the
/// ground; so does one that is tried.
fn without_height(vessel: &Vessel) -> Vec<(&Tile, &'static str)> {
    let tried = vessel
        .newcomer
        .as_ref()
        .map(|it| (&it.tile, if it.place == Standing::Inside { " newcomer low fits" } else { " newcomer low" }));
    let there = vessel.tiles.iter().map(|tile| (tile, ""));
    there.chain(tried).filter(|(tile, _)| tile.amount == 0).collect()
}

/// The pods without height in a row, and what is found of the one that is tried.
fn shelf(pen: &Pen<'_>, vessel: &Vessel, tiles: &[(&Tile, &'static str)], area: Area) -> Html {
    if tiles.is_empty() {
        return Html::default();
    }
    let tried = vessel.newcomer.as_ref().filter(|it| it.tile.amount == 0).map(|it| words::outcome(pen, it));
    let size = pen.base * 8 / 10;
    let label = format!("{}:", pen.lang.stage().no_requests);
    let from = area.x + width(&label, size) + size;
    let count = i64::try_from(tiles.len()).unwrap_or(1);
    let told = tried.as_ref().map_or(0, |(_, told)| width(told, pen.base) + pen.base);
    let each = ((area.right() - from - told) / count).min(pen.base * 14).max(8);
    let pods = tiles.iter().zip(0_i64..).map(|((tile, extra), at)| {
        let place = Area::new(from + at * each, area.y, each - 4, area.h);
        tiles::draw(pen, tile, place, extra, tiles::face(pen, tile, place))
    });
    let middle = area.y + area.h / 2;
    let told = tried.map(|(class, told)| {
        let x = from + count * each + size / 2;
        html! { <g data-verdict="">{ text(x, middle + pen.base / 3, pen.base, class, At::Start, clip(&told, pen.base, area.right() - x)) }</g> }
    });
    html! { <>{ text(area.x, middle + size / 3, size, "soft", At::Start, label) }{ for pods }{ told }</> }
}

/// Some nodes at one scale. Of the one that is looked at every check is named below.
fn shared(pen: &Pen<'_>, vessels: &[Vessel], focus: Option<usize>, w: i64, h: i64) -> Html {
    let b = pen.base;
    let looked = focus.and_then(|at| vessels.get(at)).filter(|it| !it.checks.is_empty());
    let told = looked.map_or(0, |vessel| (told_height(pen, vessel, w - b) + b).min(h / 3));
    let count = i64::try_from(vessels.len()).unwrap_or(1);
    let columns = count.min((w / 118).max(1));
    let rows = (count + columns - 1) / columns;
    let (each, high) = (w / columns, (h - told) / rows);
    let head = b * 45 / 10;
    let foot = if vessels.iter().any(|it| !without_height(it).is_empty()) { b * 2 } else { b / 2 };
    let most = vessels.iter().map(vessel::units).fold(1.0, f64::max);
    let racks: Vec<(i64, Html)> =
        vessels.iter().map(|it| rack::devices(pen, &it.node, (b / 2, each - 6 - b), high / 2)).collect();
    let rack_height = racks.iter().map(|(height, _)| *height).max().unwrap_or(0);
    let foot = foot + rack_height;
    let per = (high - head - foot - b / 2).max(20) as f64 / most;
    let drawn = vessels.iter().zip(racks).zip(0_i64..).map(|((vessel, (_, rack)), at)| {
        let (column, row) = (at % columns, at / columns);
        let area = Area::new(column * each + 3, row * high + 3, each - 6, high - 6);
        let focus = focus.and_then(|focus| i64::try_from(focus).ok()) == Some(at);
        let devices = (rack_height > 0).then_some((rack_height, rack));
        column_of(pen, vessel, area, per, (head, foot), focus, devices)
    });
    let below = looked.map(|vessel| self::told(pen, vessel, Area::new(b / 2, h - told + b / 3, w - b, told - b / 2)));
    html! { <>{ for drawn }{ below }</> }
}

/// The pass, the checks that passed, and how many there was no need for.
fn rest(pen: &Pen<'_>, vessel: &Vessel) -> String {
    let of = |cell: Cell| vessel.checks.iter().filter(move |it| it.cell == cell);
    let passed: Vec<&str> = of(Cell::Pass).map(|it| it.name.as_str()).collect();
    let passed = (!passed.is_empty()).then(|| format!("✓ {}", pen.lang.list(&passed)));
    let skipped = Some(of(Cell::Skip).count()).filter(|count| *count > 0).map(|count| pen.lang.skipped_checks(count));
    let parts = [vessel.pass.map(|pass| pen.lang.pass_of(pass)), passed, skipped];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// How high the checks of a node are as running text.
fn told_height(pen: &Pen<'_>, vessel: &Vessel, room: i64) -> i64 {
    let size = pen.base * 9 / 10;
    let failed = vessel.checks.iter().filter(|it| it.cell == Cell::Fail).count() * 2;
    let lines = failed + wrap(&rest(pen, vessel), size, room, 3).len();
    i64::try_from(lines).unwrap_or(0) * size * 13 / 10
}

/// The checks of the node that is looked at, in running text below the vessels.
fn told(pen: &Pen<'_>, vessel: &Vessel, area: Area) -> Html {
    let size = pen.base * 9 / 10;
    let mut y = area.y;
    let mut drawn = Vec::new();
    let most = usize::try_from(area.h / (size * 13 / 10)).unwrap_or(1).max(1);
    let of = |cell: Cell| vessel.checks.iter().filter(move |it| it.cell == cell);
    let lack = vessel.newcomer.as_ref().and_then(|it| it.lack.as_ref()).map(|lack| words::lack(pen, lack));
    let mut left = most;
    for check in of(Cell::Fail) {
        let why = lack.clone().or_else(|| check.failure.as_ref().map(|it| pen.lang.failure(it))).unwrap_or_default();
        let said = wrap(&format!("✗ {}: {why}", check.name), size, area.w, left.clamp(1, 2));
        left = left.saturating_sub(said.len());
        let (told, foot) = lines(area.x, y, size, "wrong", &said);
        drawn.push(html! { <g data-verdict="" data-check={check.name.to_string()}>{ told }</g> });
        y = foot;
    }
    if left > 0 {
        drawn.push(lines(area.x, y, size, "soft", &wrap(&rest(pen, vessel), size, area.w, left)).0);
    }
    html! { <g class="checks" data-subject={pen.nodes.then_some("")}>{ for drawn }</g> }
}

fn column_of(
    pen: &Pen<'_>,
    vessel: &Vessel,
    area: Area,
    per: f64,
    (head, foot): (i64, i64),
    focus: bool,
    devices: Option<(i64, Html)>,
) -> Html {
    let b = pen.base;
    let size = b * 11 / 10;
    let pad = b / 2;
    let (x, room) = (area.x + pad, area.w - 2 * pad);
    let (colour, said) = match &vessel.newcomer {
        Some(newcomer) => words::outcome(pen, newcomer),
        None => words::verdict(pen, &vessel.verdict),
    };
    let small = b * 85 / 100;
    let said = match said.as_str() {
        "" if vessel.cordoned => format!("{} · {}", pen.words.cordoned, words::room(pen, vessel)),
        "" => words::room(pen, vessel),
        _ => said,
    };
    let said = wrap(&said, small, room, 2);
    let colour = if colour.is_empty() { "soft" } else { colour };
    let place = Area::new(x, area.y + head, room, area.h - head - foot);
    let stand = vessel::stand(vessel, place, per);
    let shelf = without_height(vessel);
    let rack_height = devices.as_ref().map_or(0, |(height, _)| *height);
    let each = room / i64::try_from(shelf.len().max(1)).unwrap_or(1);
    let below = shelf.iter().zip(0_i64..).map(|((tile, extra), at)| {
        let place = Area::new(x + at * each, place.bottom() + b / 4, each - 2, foot - rack_height - b / 2);
        tiles::draw(pen, tile, place, extra, tiles::face(pen, tile, place))
    });
    let frame = match (focus, against(&vessel.verdict)) {
        (true, _) => "frame focus",
        (_, true) => "frame out",
        _ => "frame",
    };
    let out = against(&vessel.verdict) && !focus;
    html! {
        <g key={vessel.node.to_string()} data-subject={pen.nodes.then_some("")} data-node={vessel.node.to_string()} class={class(pen, vessel)}>
            { rect(area, frame, 6) }
            { name(pen, vessel, x, area.y + pad + size, size, room) }
            <g data-verdict={(focus || out).then_some("")}>{ lines(x, area.y + pad + size * 13 / 10, small, colour, &said).0 }</g>
            { vessel::draw(pen, vessel, &stand, 0) }
            { for below }
            if let Some((height, drawn)) = devices { <g transform={format!("translate({} {})", area.x, area.bottom() - height - b / 4)}>{ drawn }</g> }
            if out { { path(format!("M{} {}L{} {}", area.x + 6, area.bottom() - 6, area.right() - 6, area.bottom() - 6), "barred") } }
        </g>
    }
}
