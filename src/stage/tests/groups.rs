//! Tests the drawings of groups.

use std::{
    collections::BTreeMap,
    future::Future,
    pin::pin,
    task::{Context, Poll, Waker},
};

use scene::{
    group_model::{BandStage, GroupScene, MemberState},
    node_model::TileState as State,
};
use trace::group_steps::GroupStep;
use yew::{Html, LocalServerRenderer, Properties, component};

use super::*;
use crate::draw::text_layout::{Area, text_width};

const SCENARIOS: [&str; 5] = ["whole-or-not", "as-one", "thrown-away", "needy-member", "gang"];
/// A phone, a desktop, and a presentation.
const SIZES: [Size; 3] = [Size::new(374, 444), Size::new(952, 665), Size::new(1760, 980)];

#[derive(Clone, PartialEq, Properties)]
struct DrawnProps {
    html: Html,
}

#[component]
fn Drawn(props: &DrawnProps) -> Html {
    props.html.clone()
}

/// Renders a drawing as SVG; nothing in it is asynchronous.
pub(super) fn render_svg(html: Html) -> String {
    let mut future = pin!(LocalServerRenderer::<Drawn>::with_props(DrawnProps { html }).hydratable(false).render());
    loop {
        if let Poll::Ready(svg) = future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return svg;
        }
    }
}

/// The shapes of a picture, in its coordinates.
#[derive(Debug, Default)]
pub(super) struct DrawnShapes {
    /// The texts with their areas, except the numbers on beads, which lie on the rope.
    pub(super) texts: Vec<(String, Area)>,
    /// The straight parts of ropes.
    ropes: Vec<Area>,
    /// The upper edges of columns.
    rims: Vec<Area>,
    slots: Vec<Area>,
    units: Vec<Area>,
    /// The heights of the columns.
    grounds: Vec<i64>,
    /// The heights of the nodes' frames.
    frames: Vec<i64>,
    /// The numbers of the units, and those that are folded into one card.
    unit_numbers: Vec<String>,
    folded_units: usize,
    /// The hexagon of the band.
    mark: Option<Area>,
}

impl DrawnShapes {
    pub(super) fn of_svg(svg: &str) -> Self {
        let mut shapes = Self::default();
        let mut groups: Vec<((i64, i64), bool, bool)> = vec![((0, 0), false, false)];
        for part in svg.split('<').skip(1) {
            let (tag, content) = part.split_once('>').unwrap_or((part, ""));
            let value = |name: &str| {
                let from = tag.find(&format!(" {name}=\""))? + name.len() + 3;
                tag[from..].split('"').next()
            };
            let number = |name: &str| value(name).and_then(|text| text.parse::<i64>().ok()).unwrap_or(0);
            let class = value("class").unwrap_or_default();
            let &((x, y), is_slot, is_unit) = groups.last().expect("a group");
            if tag == "/g" {
                groups.pop();
            } else if tag == "g" || tag.starts_with("g ") {
                let moved = value("transform").and_then(|text| text.strip_prefix("translate(")).and_then(|text| {
                    let (x, y) = text.trim_end_matches(')').split_once(' ')?;
                    Some((x.parse::<i64>().ok()?, y.parse::<i64>().ok()?))
                });
                let (by_x, by_y) = moved.unwrap_or((0, 0));
                shapes.folded_units += usize::try_from(number("data-units")).unwrap_or(0);
                let origin = (x + by_x, y + by_y);
                groups.push((origin, class.starts_with("slot "), class.starts_with("unit ")));
            } else if tag.starts_with("text ") && class == "unit-order" {
                shapes.unit_numbers.push(content.to_owned());
            } else if tag.starts_with("text ") && class != "bead-number" {
                let size = number("font-size");
                // The measured width is a little larger than what a browser draws.
                let width = text_width(content, size) * 9 / 10;
                let left = match value("text-anchor") {
                    Some("middle") => number("x") - width / 2,
                    Some("end") => number("x") - width,
                    _ => number("x"),
                };
                let area = Area::new(x + left, y + number("y") - size * 3 / 4, width, size * 3 / 4);
                shapes.texts.push((content.to_owned(), area));
            } else if tag.starts_with("rect ") && class == "body" && (is_slot || is_unit) {
                let area = Area::new(x + number("x"), y + number("y"), number("width"), number("height"));
                if is_slot { &mut shapes.slots } else { &mut shapes.units }.push(area);
            } else if tag.starts_with("rect ") && class == "ground" {
                shapes.grounds.push(number("height"));
            } else if tag.starts_with("rect ") && class.starts_with("frame") {
                shapes.frames.push(number("height"));
            } else if tag.starts_with("path ") && class == "hex" {
                shapes.mark.get_or_insert(hexagon_area(value("d").unwrap_or_default()));
            } else if tag.starts_with("path ") && class == "rim" {
                shapes.rims.extend(rope_parts(value("d").unwrap_or_default(), (x, y)));
            } else if tag.starts_with("path ") && class == "rope" {
                shapes.ropes.extend(rope_parts(value("d").unwrap_or_default(), (x, y)));
            }
        }
        shapes
    }
}

/// The bounding box of a path of `M`, `L` and `H`.
fn hexagon_area(path: &str) -> Area {
    let points = path.trim_end_matches('Z').split(['M', 'L', 'H']).filter(|point| !point.is_empty());
    let (mut xs, mut ys) = (Vec::new(), Vec::new());
    for point in points {
        let numbers: Vec<i64> = point.split(' ').map(|number| number.parse().expect("a number")).collect();
        xs.push(numbers[0]);
        ys.extend(numbers.get(1));
    }
    let span = |numbers: &[i64]| (*numbers.iter().min().expect("a point"), *numbers.iter().max().expect("a point"));
    let ((left, right), (top, bottom)) = (span(&xs), span(&ys));
    Area::new(left, top, right - left, bottom - top)
}

/// The straight parts of a path of `M`, `H` and `V`.
fn rope_parts(path: &str, (x, y): (i64, i64)) -> Vec<Area> {
    let mut parts = Vec::new();
    let mut at = (0, 0);
    let mut rest = path;
    while let Some(command) = rest.chars().next() {
        let end = rest[1..].find(['M', 'H', 'V']).map_or(rest.len(), |end| end + 1);
        let numbers: Vec<i64> = rest[1..end].split(' ').filter_map(|number| number.parse().ok()).collect();
        let before = at;
        match (command, &numbers[..]) {
            ('M', [x, y]) => at = (*x, *y),
            ('H', [x]) => at.0 = *x,
            ('V', [y]) => at.1 = *y,
            _ => panic!("{path}"),
        }
        if command != 'M' {
            let (left, top) = (before.0.min(at.0), before.1.min(at.1));
            parts.push(Area::new(x + left - 2, y + top - 2, (before.0 - at.0).abs() + 4, (before.1 - at.1).abs() + 4));
        }
        rest = &rest[end..];
    }
    parts
}

pub(super) fn overlap(one: &Area, other: &Area) -> bool {
    one.x < other.right() && other.x < one.right() && one.y < other.bottom() && other.y < one.bottom()
}

/// Draws every moment of groups' cycles.
fn walk_drawn_groups(lang: Lang, mut check: impl FnMut(&str, &RunMoment<'_>, &StageModel, Size, &DrawnShapes)) {
    let late_drawings = LateDrawings { group: Some(group_band::draw_group), ..LateDrawings::default() };
    for (name, text) in all_scenarios().into_iter().filter(|(name, _)| SCENARIOS.contains(&name.as_str())) {
        let run = FinishedRun::new(&text, None);
        let priorities = priority_levels(&run.trace);
        let mut cycles = 0;
        run.walk_moments(|run_moment, stage| {
            cycles += usize::from(run_moment.step == Step::Group(GroupStep::Snapshot));
            // The attempts of a tight loop are alike.
            if stage.group.is_none() || cycles > 3 {
                return;
            }
            for size in SIZES {
                let ctx = DrawCtx {
                    attempt: run_moment.attempt.map(|attempt| (&**attempt, run_moment.step)),
                    priorities: &priorities,
                    late_drawings,
                    ..DrawCtx::new(lang, &run_moment.frame, stage, Callback::noop())
                };
                let shapes = DrawnShapes::of_svg(&render_svg(picture::draw_scene(ctx, stage, size)));
                let moment_name = format!("{name} at {} ({:?}), {size:?}", run_moment.at, run_moment.step);
                check(&moment_name, run_moment, stage, size, &shapes);
            }
        });
    }
}

#[test]
fn ropes_avoid_texts_and_texts_stay_in_the_picture() {
    let mut ropes = 0;
    for lang in [Lang::En, Lang::Zh] {
        walk_drawn_groups(lang, |moment_name, _, _, size, shapes| {
            for (text, area) in &shapes.texts {
                assert!(
                    area.x >= 0 && area.right() <= size.width && area.y >= 0 && area.bottom() <= size.height,
                    "{moment_name}: “{text}” leaves the picture: {area:?}"
                );
                for rope in &shapes.ropes {
                    assert!(!overlap(rope, area), "{moment_name}: the rope {rope:?} runs over “{text}” {area:?}");
                }
            }
            ropes += shapes.ropes.len();
        });
    }
    assert!(ropes > 0);
}

#[test]
fn slots_and_units_do_not_overlap() {
    let (mut slots, mut units) = (0, 0);
    walk_drawn_groups(Lang::En, |moment_name, _, stage, size, shapes| {
        let band = stage.group.as_ref().expect("a band");
        // Bound members have slots, too, if there is space for them.
        let all = band.slots.len() + band.bound.len();
        assert!([band.slots.len(), all].contains(&shapes.slots.len()), "{moment_name}");
        for areas in [&shapes.slots, &shapes.units] {
            for (at, area) in areas.iter().enumerate() {
                assert!(area.x >= 0 && area.right() <= size.width, "{moment_name}: {area:?}");
                assert!(!areas[..at].iter().any(|other| overlap(other, area)), "{moment_name}: {areas:?}");
            }
        }
        // Texts on one line don't overlap.
        for (at, (text, area)) in shapes.texts.iter().enumerate() {
            for (other, other_area) in &shapes.texts[..at] {
                let is_line = area.y == other_area.y && overlap(area, other_area);
                assert!(!is_line, "{moment_name}: “{text}” {area:?} and “{other}” {other_area:?}");
            }
        }
        slots += shapes.slots.len();
        units += shapes.units.len();
    });
    assert!(slots > 0 && units > 0);
}

/// Every unit has a number on its card, or is counted on a card for several.
#[test]
fn all_units_are_in_view() {
    let mut cards = 0;
    walk_drawn_groups(Lang::En, |moment_name, _, stage, _, shapes| {
        let band = stage.group.as_ref().expect("a band");
        if band.shows_units() {
            assert_eq!(shapes.unit_numbers.len() + shapes.folded_units, band.units.len(), "{moment_name}");
            if band.units.len() <= 7 {
                assert_eq!(shapes.unit_numbers.len(), band.units.len(), "{moment_name}");
            }
            cards += shapes.unit_numbers.len();
        }
    });
    assert!(cards > 0);
}

/// While a group is tried with its units removed, the columns have most of the height of their nodes.
#[test]
fn columns_fill_their_frames() {
    let mut frames = 0;
    walk_drawn_groups(Lang::En, |moment_name, run_moment, stage, size, shapes| {
        let is_trial = matches!(run_moment.step, Step::Group(GroupStep::WithoutUnits | GroupStep::Reprieve(_)));
        if is_trial && stage.rail.is_empty() && size != SIZES[0] {
            let (column, frame) = (shapes.grounds.iter().max(), shapes.frames.iter().max());
            let (column, frame) = (column.expect("a column"), frame.expect("a frame"));
            assert!(column * 100 >= frame * 55, "{moment_name}: {column} of {frame}");
            frames += 1;
        }
    });
    assert!(frames > 0);
}

/// Placed, nominated and bound are never mixed: a member has a ghost exactly where its slot shows it as placed.
#[test]
fn slots_and_ghosts_agree() {
    let (mut ghosts, mut assumed) = (0, 0);
    for (_, text) in all_scenarios().into_iter().filter(|(name, _)| SCENARIOS.contains(&name.as_str())) {
        walk_moments(&text, None, |run_moment, stage| {
            let Some(band) = &stage.group else { return };
            if !matches!(stage.scene, Scene::Nodes(..)) || !stage.rail.is_empty() {
                return;
            }
            for slot in &band.slots {
                let on_node = node_columns(stage).iter().find_map(|column| {
                    let tile = column.tiles.iter().find(|tile| tile.key == slot.pod)?;
                    Some((column.node.clone(), tile.state))
                });
                let moment_name = format!("{} ({:?}): {slot:?}", run_moment.at, run_moment.step);
                match &slot.state {
                    MemberState::Placed(node) | MemberState::NeedsRoom(node) => {
                        assert_eq!(on_node, Some((node.clone(), State::Placed)), "{moment_name}");
                        ghosts += 1;
                    }
                    MemberState::Assumed(node) => {
                        assert_eq!(on_node, Some((node.clone(), State::Reserved)), "{moment_name}");
                        assumed += 1;
                    }
                    _ => assert_eq!(on_node, None, "{moment_name}"),
                }
            }
        });
    }
    assert!(ghosts > 0 && assumed > 0);
}

/// If the run is cut, as before a prediction, the band shows the same for the members tried so far.
#[test]
fn a_cut_run_shows_the_placed_members() {
    let (mut placed, mut compared) = (0, 0);
    for name in ["two-jobs", "whole-or-not", "needy-member"] {
        walk_moments(&scenario_text(name), None, |run_moment, stage| {
            let is_member = matches!(run_moment.step, Step::Group(GroupStep::Member(_)));
            let Some(band) = stage.group.as_ref().filter(|_| is_member || run_moment.step.is_in_attempt()) else {
                return;
            };
            let cut = GroupScene::at_moment(run_moment.past, &run_moment.frame, run_moment.moment).expect("a group");
            assert_eq!(cut.band.slots, band.slots, "{name} at {} ({:?})", run_moment.at, run_moment.step);
            placed += cut.band.slots.iter().filter(|slot| matches!(slot.state, MemberState::Placed(_))).count();
            compared += 1;
        });
    }
    assert!(placed > 20 && compared > 20, "{placed} of {compared}");
}

#[test]
fn members_without_a_place_are_drawn_above_the_nearest_node() {
    let mut over = 0;
    walk_moments(&scenario_text("as-one"), None, |run_moment, stage| {
        let is_trial = matches!(run_moment.step, Step::Group(GroupStep::WithoutUnits | GroupStep::Reprieve(_)));
        let Some(band) = stage.group.as_ref().filter(|_| is_trial) else { return };
        for column in node_columns(stage) {
            let Some(incoming) = &column.incoming else { continue };
            let slot = band.slots.iter().position(|slot| slot.pod == incoming.tile.key).expect("a member");
            assert_eq!(band.slots[slot].state, MemberState::Nowhere(None));
            assert_eq!(incoming.tile.mark.and_then(|mark| mark.order), Some(slot + 1));
            let short = column.used_amount() + column.nominated_amount() + incoming.tile.amount - column.capacity;
            assert!(short > 0 && incoming.place == NewcomerPlace::AboveRim(short), "{}", run_moment.at);
            over += 1;
        }
    });
    assert!(over > 0);
}

#[test]
fn the_end_of_a_tight_loop_shows_its_last_cycle() {
    let mut loops = 0;
    walk_moments(&scenario_text("whole-or-not"), None, |run_moment, stage| {
        let Some(EventKind::GroupHeld(group)) = run_moment.event else { return };
        let band = stage.group.as_ref().expect("a band");
        assert_eq!((&band.group, band.succeeds), (group, Some(false)));
        assert!(!band.messages.is_empty());
        assert!(band.tight_loop.as_ref().is_some_and(|tight_loop| tight_loop.tries > 1));
        loops += 1;
    });
    assert!(loops > 0);
}

/// With the gates off, the API server drops the groups that pods name: the pods show the name with a hollow mark.
#[test]
fn pods_with_a_dropped_group_have_a_hollow_mark() {
    let text = scenario_text("two-jobs");
    let off = text.replace("featureGates: {GenericWorkload: true, GangScheduling: true}\n", "");
    assert_ne!(off, text);
    let has_no_gates = |release: &Release| releases::feature_gates::names(*release).next().is_none();
    let before_gates = Release::ALL.into_iter().find(has_no_gates);
    for (text, release) in [(&off, None), (&text, before_gates), (&text, None)] {
        let is_off = release.is_some() || *text == off;
        let run = FinishedRun::new(text, release);
        let (mut tiles, mut hollow) = (0, 0);
        run.walk_moments(|run_moment, stage| {
            assert_eq!(run_moment.frame.pod_groups.is_empty(), is_off);
            for tile in stage.pod_tiles() {
                let mark = tile.mark.expect("a mark");
                let group = usize::from(tile.key.name().starts_with("job-b"));
                assert_eq!((mark.is_hollow, mark.hue), (is_off, group), "{} {}", run_moment.at, tile.key);
            }
            if stage.group.is_some() || run_moment.at % 7 > 0 {
                return;
            }
            tiles += stage.pod_tiles().len();
            let ctx = DrawCtx::new(Lang::En, &run_moment.frame, stage, Callback::noop());
            let svg = render_svg(picture::draw_scene(ctx, stage, SIZES[1]));
            hollow += svg.matches("The API server dropped its schedulingGroup job-").count();
            assert_eq!(svg.contains("hexagon g0 hollow"), is_off && svg.contains("data-pod=\"default/job-a"));
        });
        assert!(tiles > 0);
        assert_eq!(hollow, if is_off { tiles } else { 0 });
    }
}

/// From the end of its cycle until its victims are gone, a group keeps its band, with numbers from the frame.
#[test]
fn a_group_keeps_its_band_while_its_victims_terminate() {
    let (mut waits, mut thrown, mut free) = (0, 0, 0);
    for name in ["as-one", "thrown-away", "needy-member"] {
        walk_moments(&scenario_text(name), None, |run_moment, stage| {
            let frame = &run_moment.frame;
            let moment_name = format!("{name} at {} ({:?})", run_moment.at, run_moment.step);
            let Some(band) = &stage.group else { return };
            let BandStage::Awaits(victims) = band.stage else { return };
            let leaving: Vec<_> = frame.pods.values().filter(|view| view.deletion.is_some()).collect();
            assert_eq!(victims.count, leaving.len(), "{moment_name}");
            let ends = leaving.iter().filter_map(|view| view.terminates_at).max();
            assert_eq!(victims.left, ends.map_or(Millis::ZERO, |end| end.saturating_since(frame.now)), "{moment_name}");
            for slot in &band.slots {
                let nominated = frame.pods[&slot.pod].nominated.as_ref();
                match &slot.state {
                    MemberState::Nominated(node) => assert_eq!(nominated, Some(node), "{moment_name}"),
                    MemberState::ThrownAway { nominated: node, .. } => {
                        assert_eq!(nominated, node.as_ref(), "{moment_name}");
                        thrown += 1;
                    }
                    MemberState::Nowhere(_) | MemberState::Back => assert_eq!(nominated, None, "{moment_name}"),
                    state => panic!("{moment_name}: {state:?}"),
                }
            }
            waits += 1;
            free += usize::from(victims.count == 0);
        });
    }
    assert!(waits > 8 && thrown > 0 && free > 0, "{waits} {thrown} {free}");
}

/// While members are tried, for themselves or by their group's preemption, a column keeps its height.
#[test]
fn the_scale_stays_constant_during_a_group_cycle() {
    let mut heights: BTreeMap<(usize, i64), BTreeSet<Vec<i64>>> = BTreeMap::new();
    let (mut cycles, mut steps) = (0, 0);
    walk_drawn_groups(Lang::En, |_, run_moment, stage, size, shapes| {
        let band = stage.group.as_ref().expect("a band");
        cycles += usize::from(size == SIZES[0] && run_moment.step == Step::Group(GroupStep::Snapshot));
        let is_trial = matches!(
            run_moment.step,
            Step::Group(
                GroupStep::Snapshot
                    | GroupStep::Units
                    | GroupStep::WithoutUnits
                    | GroupStep::Reprieve(_)
                    | GroupStep::Victims
                    | GroupStep::Forget
            )
        );
        if is_trial && band.has_trial && stage.rail.is_empty() && size != SIZES[0] {
            steps += 1;
            heights.entry((cycles, size.width)).or_default().insert(shapes.grounds.clone());
        }
    });
    assert!(steps > 30, "{steps}");
    assert!(heights.values().all(|heights| heights.len() == 1), "{heights:?}");
}

#[test]
fn the_mark_of_a_band_does_not_overlap_its_slots() {
    let mut slots = 0;
    walk_drawn_groups(Lang::En, |moment_name, _, _, _, shapes| {
        let mark = shapes.mark.expect("the mark of a band");
        for slot in &shapes.slots {
            assert!(mark.bottom() + 3 <= slot.y, "{moment_name}: {mark:?} {slot:?}");
        }
        assert!(mark.y >= 8, "{moment_name}: {mark:?}");
        slots += shapes.slots.len();
    });
    assert!(slots > 0);
}

/// The capacity line is drawn above everything on a node, so no text of a tile may lie on it.
#[test]
fn texts_of_a_group_avoid_the_capacity_line() {
    let mut rims = 0;
    walk_drawn_groups(Lang::En, |moment_name, run_moment, _, _, shapes| {
        // A pod above the capacity is larger than its place during an attempt, and is tested there.
        if run_moment.step.is_in_attempt() {
            return;
        }
        for rim in &shapes.rims {
            for (text, area) in &shapes.texts {
                assert!(!overlap(rim, area), "{moment_name}: a rim {rim:?} strikes out “{text}” {area:?}");
            }
        }
        rims += shapes.rims.len();
    });
    assert!(rims > 0);
}
