//! A vessel: ground, ticks, pods, promises, and the pod that is tried on top of them.
#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)] // pixels

use std::fmt::Write as _;

use yew::{Html, html};

use crate::stage::draw::pen::{Area, At, Pen, clip, fit, lines, path, rect, text, width, wrap};
use crate::stage::draw::tiles;
use crate::stage::draw::tiles::amount_of;
use crate::stage::draw::words;
use crate::stage::scene::node::{Newcomer, Promise, Standing, Tile, Vessel};
use ::words::{amount, short};

/// Of what stands over the rim so much is drawn, as a share of the node; more is cut off, and marked.
const HIGHEST: f64 = 0.8;

/// How far above the rim a pod stands that is not let in, as a share of the node.
const GAP: f64 = 0.04;

/// How a vessel stands in its place.
pub struct Stand {
    /// From the rim down to the ground.
    pub ground: Area,
    /// Pixels for a unit of the resource.
    pub per: f64,
    /// The highest line that anything may reach.
    pub top: i64,
}

/// How high a vessel is with all that stands on it, in units of the resource.
pub fn units(vessel: &Vessel) -> f64 {
    let over = vessel.overhang as f64;
    if vessel.capacity == 0 {
        return over.max(1.0);
    }
    let away = vessel.newcomer.as_ref().is_some_and(|it| it.place == Standing::Away);
    let gap = if away { vessel.capacity as f64 * GAP } else { 0.0 };
    vessel.capacity as f64 + over.min(vessel.capacity as f64 * HIGHEST) + gap
}

/// Stands a vessel on the foot of a place, at `per` pixels for each unit.
pub fn stand(vessel: &Vessel, place: Area, per: f64) -> Stand {
    let height = (vessel.capacity as f64 * per).round() as i64;
    Stand { ground: Area::new(place.x, place.bottom() - height, place.w, height), per, top: place.y }
}

impl Stand {
    /// Where something ends that reaches so high.
    pub fn y(&self, units: i64) -> i64 {
        (self.ground.bottom() - (units as f64 * self.per).round() as i64).max(self.top)
    }
}

/// The vessel with everything in it. `ticks` is the room at its right for the scale.
pub fn draw(pen: &Pen<'_>, vessel: &Vessel, stand: &Stand, ticks: i64) -> Html {
    let Stand { ground, per, top } = stand;
    let standing: Vec<&Tile> = vessel.tiles.iter().filter(|tile| tile.amount > 0).collect();
    let counted: Vec<&Promise> = vessel.promises.iter().filter(|it| it.counts && it.amount > 0).collect();
    let mut amounts: Vec<i64> = standing.iter().map(|it| it.amount).collect();
    amounts.extend(counted.iter().map(|it| it.amount));
    let inside = Area::new(ground.x + 3, ground.y, ground.w - 6, ground.h);
    let places = tiles::stack(&amounts, inside, *per);
    let pods = standing.iter().zip(&places).map(|(tile, place)| {
        let place = cut(*place, *top);
        tiles::draw(pen, tile, inset(place), "", tiles::face(pen, tile, inset(place)))
    });
    let bands = counted
        .iter()
        .zip(&places[standing.len()..])
        .map(|(it, place)| band(pen, it, inset(cut(*place, *top)), ground.y));
    let aside = vessel.promises.iter().filter(|it| !it.counts && it.amount > 0).map(|it| aside(pen, it, ground, *per));
    let stacked: i64 = amounts.iter().sum();
    let newcomer = vessel
        .newcomer
        .as_ref()
        .filter(|it| it.tile.amount > 0)
        .map(|it| newcomer(pen, it, stand, inside, (stacked, ticks > 0)));
    html! {
        <>
            if vessel.missing { { rect(Area::new(ground.x, *top, ground.w, ground.bottom() - top), "ground missing", 4) } }
            else { { rect(*ground, "ground", 4) } }
            { scale(pen, vessel, ground, ticks) }
            { for aside }
            { for pods }
            { for bands }
            { newcomer }
            if !vessel.missing { { path(format!("M{} {}H{}", ground.x - 6, ground.y, ground.right() + 6), "rim") } }
        </>
    }
}

/// A hair's breadth between tiles.
fn inset(area: Area) -> Area {
    if area.h > 6 { Area::new(area.x, area.y + 1, area.w, area.h - 2) } else { area }
}

/// What would stand out of the picture is cut.
fn cut(area: Area, top: i64) -> Area {
    let y = area.y.max(top);
    Area::new(area.x, y, area.w, area.bottom() - y)
}

/// Ticks and their numbers at the right of the vessel.
fn scale(pen: &Pen<'_>, vessel: &Vessel, ground: &Area, room: i64) -> Html {
    if room == 0 || vessel.capacity <= 0 {
        return Html::default();
    }
    let size = pen.base * 8 / 10;
    let steps = ticks(pen.resource, vessel.capacity, ground.h / (size * 3).max(1));
    let y = |value: i64| ground.bottom() - (value as f64 * ground.h as f64 / vessel.capacity as f64).round() as i64;
    let x = ground.right() + 8;
    let marks = steps.iter().map(|value| {
        html! {
            <>
                if *value != 0 { { path(format!("M{} {}H{}", ground.x, y(*value), ground.right()), "tick") } }
                { text(x, y(*value) + size / 3, size, "soft", At::Start, amount(pen.resource, *value)) }
            </>
        }
    });
    let full = amount_of(pen.resource, vessel.capacity);
    html! { <>{ for marks }{ text(x, ground.y + size / 3, size, "text", At::Start, clip(&full, size, room)) }</> }
}

/// Values for ticks below the rim: round, and no more than there is room for.
fn ticks(resource: &str, capacity: i64, most: i64) -> Vec<i64> {
    let unit = match resource {
        "cpu" => 1000,
        "memory" | "ephemeral-storage" => 1 << 30,
        _ => 1,
    };
    let steps = [unit / 4, unit / 2, unit, unit * 2, unit * 4, unit * 8, unit * 16, unit * 32, unit * 64];
    let fits = |step: &&i64| **step > 0 && capacity / **step <= most;
    let step = steps.iter().find(fits).copied().unwrap_or(capacity.max(1));
    (0..=capacity / step).map(|at| at * step).filter(|value| value + step / 2 < capacity).collect()
}

/// Resources promised to a nominated pod that count against the tried pod.
fn band(pen: &Pen<'_>, promise: &Promise, area: Area, rim: i64) -> Html {
    let size = (area.h * 3 / 5).min(pen.base);
    let told = pen.lang.counted_for(short(&promise.key), &amount_of(pen.resource, promise.amount));
    let size = fit(&told, size, area.w - size, size.min(9));
    let face = if size < 9 { String::new() } else { clip(&told, size, area.w - size) };
    let (middle, _) = clear(area, rim, size * 3 / 2);
    html! {
        <g class="promise" data-promise={promise.key.to_string()}>
            <title>{ told }</title>
            { rect(area, "body", 3) }
            { text(area.x + size / 2, middle + size * 36 / 100, size, "text", At::Start, face) }
        </g>
    }
}

/// Resources promised to a nominated pod that don't count against the tried pod: a mark at the edge.
fn aside(pen: &Pen<'_>, promise: &Promise, ground: &Area, per: f64) -> Html {
    let height = ((promise.amount as f64 * per) as i64).min(ground.h);
    let told = pen.lang.counted_for(short(&promise.key), &amount_of(pen.resource, promise.amount));
    html! {
        <g class="promise aside" data-promise={promise.key.to_string()}>
            <title>{ told }</title>
            { rect(Area::new(ground.right() - 7, ground.y, 6, height), "body", 2) }
        </g>
    }
}

/// The pod that is tried: on top of what stands there, or above it all where it is not let in.
fn newcomer(pen: &Pen<'_>, it: &Newcomer, stand: &Stand, inside: Area, (stacked, bracketed): (i64, bool)) -> Html {
    let Stand { ground, per, top } = stand;
    let px = |units: i64| (units as f64 * per).round() as i64;
    let height = px(it.tile.amount).max(4);
    let foot = match it.place {
        Standing::Away => (ground.y - (ground.h as f64 * GAP) as i64).min(ground.bottom() - px(stacked)),
        Standing::Inside | Standing::Over(_) => ground.bottom() - px(stacked),
    };
    let area = Area::new(inside.x, foot - height, inside.w, height);
    let broken = area.y < *top;
    let area = cut(area, *top);
    let (extra, class) = match it.place {
        Standing::Inside => (" newcomer fits", "good"),
        Standing::Over(_) | Standing::Away => (" newcomer over", "bad"),
    };
    let size = pen.base * 11 / 10;
    let priority = crate::stage::tile::priority(it.tile.priority);
    let strip = Area::new(area.x, area.y, (width(&priority, size) + size * 6 / 5).min(area.w / 4), area.h);
    let x = strip.right() + size * 2 / 3;
    let room = area.right() - x - size / 2;
    let (_, said) = words::outcome(pen, it);
    let roomy = area.h >= size * 7 / 2;
    let (middle, high) = clear(area, ground.y, if roomy { size * 3 } else { size * 5 / 4 });
    // One line, where neither part has room for two.
    let roomy = roomy && high >= size * 5 / 2;
    let face = if area.h < 11 {
        Html::default()
    } else if roomy {
        let large = fit(&said, size * 13 / 10, room * 9 / 10, 11);
        let needs = words::needs(pen, it);
        let size = fit(&needs, size, room, 10);
        // Where it is narrow, each takes two lines if there is room for them. Bold letters are wider.
        let (upper, lower) = (wrap(&needs, size, room, 2), wrap(&said, large, room * 10 / 11, 2));
        let count = |lines: &[String]| i64::try_from(lines.len()).unwrap_or(0);
        let tall = (count(&upper) * size + count(&lower) * large) * 13 / 10;
        if count(&upper) + count(&lower) > 2 && tall <= high {
            let (needs, foot) = lines(x, middle - tall / 2, size, "text", &upper);
            html! { <>{ needs }<g data-verdict="">{ lines(x, foot, large, class, &lower).0 }</g></> }
        } else {
            html! {
                <>
                    { text(x, middle - size / 3, size, "text", At::Start, clip(&needs, size, room)) }
                    <g data-verdict="">{ text(x, middle + large, large, class, At::Start, clip(&said, large, room)) }</g>
                </>
            }
        }
    } else {
        let told = format!("{} · {said}", words::needs(pen, it));
        let size = fit(&told, size.min(high.max(14) * 7 / 10), room, 9);
        text(x, middle + size * 36 / 100, size, "text", At::Start, clip(&told, size, room))
    };
    let strip_size = fit(&priority, size.min(area.h * 7 / 10), strip.w - 4, 8);
    let (middle, _) = clear(area, ground.y, strip_size * 5 / 4);
    let inner = html! {
        <>
            { rect(strip, "strip", 3) }
            if area.h >= 11 {
                { text(strip.x + strip.w / 2, middle + strip_size * 36 / 100, strip_size, "rank", At::Middle, clip(&priority, strip_size, strip.w)) }
            }
            if broken { { path(zigzag(area), "zigzag") } }
            { face }
        </>
    };
    html! { <>{ tiles::draw(pen, &it.tile, area, extra, inner) }if bracketed { { bracket(it, ground, area) } }</> }
}

/// The middle of a text of this height in an area that the rim may cross: in the part over it if there is room, so that the rim
/// does not strike the text out, otherwise in the larger part. Tells how high that part is, too.
fn clear(area: Area, rim: i64, high: i64) -> (i64, i64) {
    let (over, under) = (rim - area.y, area.bottom() - rim);
    match (over > 0 && under > 0, over >= high || over >= under) {
        (true, true) => (area.y + over / 2, over),
        (true, false) => (rim + under / 2, under),
        (false, _) => (area.y + area.h / 2, area.h),
    }
}

/// The upper edge of something that is cut off there.
fn zigzag(area: Area) -> String {
    let mut d = format!("M{} {}", area.x, area.y + 5);
    let (mut x, mut up) = (area.x, true);
    while x < area.right() {
        x = (x + 8).min(area.right());
        let _ = write!(d, "L{x} {}", if up { area.y } else { area.y + 5 });
        up = !up;
    }
    d
}

/// Marks the part over the rim.
fn bracket(it: &Newcomer, ground: &Area, area: Area) -> Html {
    if !matches!(it.place, Standing::Over(_)) || area.y >= ground.y {
        return Html::default();
    }
    let x = ground.right() + 6;
    path(format!("M{x} {}h10V{}h-10", area.y, ground.y - 10), "bracket")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_rim_strikes_out_a_text() {
        let area = Area::new(0, 100, 50, 60);
        assert_eq!([90, 100, 160, 200].map(|rim| clear(area, rim, 30)), [(130, 60); 4]);
        assert_eq!(clear(area, 130, 30), (115, 30));
        assert_eq!(clear(area, 125, 30), (142, 35));
        assert_eq!(clear(area, 150, 60), (125, 50));
    }

    #[test]
    fn ticks_are_round_and_fit() {
        assert_eq!(ticks("cpu", 4000, 5), [0, 1000, 2000, 3000]);
        assert_eq!(ticks("cpu", 500, 4), [0, 250]);
        assert_eq!(ticks("memory", 8 << 30, 3), [0, 4 << 30]);
        assert_eq!(ticks("pods", 3, 9), [0, 1, 2]);
    }
}
