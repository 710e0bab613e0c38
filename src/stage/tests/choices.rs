//! Tests the drawings of choices, among candidates of preemption and by scores, and of many nodes.

use std::collections::BTreeMap;

use trace::pod_ends;

use super::{
    groups::{DrawnShapes, overlap, render_svg},
    *,
};
use crate::draw::{draw_ctx::earliest_start, rail};

const SCENARIOS: [&str; 8] =
    ["balance", "extender", "first-pod", "ladder", "rung-start", "rung-tie", "sampling", "then-and-now"];
/// Phones, a tablet, a desktop, and a presentation.
const SIZES: [Size; 5] =
    [Size::new(374, 300), Size::new(374, 444), Size::new(800, 732), Size::new(952, 665), Size::new(1760, 980)];

fn draw_svg(lang: Lang, run_moment: &RunMoment<'_>, stage: &StageModel, size: Size) -> String {
    let ctx = DrawCtx {
        attempt: run_moment.attempt.map(|attempt| (&**attempt, run_moment.step)),
        late_drawings: LateDrawings { scores: Some(scores::draw_scores), ..LateDrawings::default() },
        ..DrawCtx::new(lang, &run_moment.frame, stage, Callback::noop())
    };
    render_svg(picture::draw_scene(ctx, stage, size))
}

#[test]
fn texts_of_scores_and_ladders_do_not_overlap() {
    let (mut scores, mut ladders) = (0, 0);
    for (name, text) in all_scenarios().into_iter().filter(|(name, _)| SCENARIOS.contains(&name.as_str())) {
        let mut attempts = BTreeSet::new();
        walk_moments(&text, None, |run_moment, stage| {
            match &stage.scene {
                Scene::Scores(_) => scores += 1,
                Scene::Ladder(_) => ladders += 1,
                _ => return,
            }
            // Later attempts are drawn like the first ones.
            attempts.insert(run_moment.past.len());
            if attempts.len() > 4 {
                return;
            }
            for (lang, size) in [Lang::En, Lang::Zh].into_iter().flat_map(|lang| SIZES.map(|size| (lang, size))) {
                let shapes = DrawnShapes::of_svg(&draw_svg(lang, run_moment, stage, size));
                let moment_name = format!("{name} at {} ({:?}), {lang:?} {size:?}", run_moment.at, run_moment.step);
                let texts: Vec<_> = shapes.texts.iter().filter(|(text, _)| !text.is_empty()).collect();
                for (at, (text, area)) in texts.iter().enumerate() {
                    assert!(
                        area.x >= 0 && area.right() <= size.width && area.y >= 0 && area.bottom() <= size.height,
                        "{moment_name}: “{text}” leaves the picture: {area:?}"
                    );
                    for (other, other_area) in &texts[..at] {
                        assert!(
                            !overlap(area, other_area),
                            "{moment_name}: “{text}” {area:?} covers “{other}” {other_area:?}"
                        );
                    }
                }
            }
        });
    }
    assert!(scores > 0 && ladders > 0);
}

#[test]
fn the_ribbon_of_a_pod_covers_no_text() {
    let mut ribbons = 0;
    for name in ["ladder", "reprieve", "nomination", "two-budgets", "in-vain"] {
        let run = FinishedRun::new(&scenario_text(name), None);
        let pod_ends = pod_ends::pod_ends(run.trace.events());
        let ribbon_texts: BTreeSet<String> = pod_ends.values().map(|end| Lang::En.pod_end(end)).collect();
        run.walk_moments(|run_moment, stage| {
            for size in [Size::new(370, 490), Size::new(374, 444), Size::new(530, 600), Size::new(952, 665)] {
                let ctx = DrawCtx {
                    pod_ends: Some(&pod_ends),
                    ..DrawCtx::new(Lang::En, &run_moment.frame, stage, Callback::noop())
                };
                let shapes = DrawnShapes::of_svg(&render_svg(picture::draw_scene(ctx, stage, size)));
                let is_ribbon = |text: &str| ribbon_texts.iter().any(|end| end.starts_with(text.trim_end_matches('…')));
                for (at, (text, area)) in shapes.texts.iter().enumerate().filter(|(_, (text, _))| is_ribbon(text)) {
                    ribbons += usize::from(!text.is_empty());
                    for (_, (other, other_area)) in shapes.texts.iter().enumerate().filter(|(other, _)| *other != at) {
                        assert!(
                            text.is_empty() || !overlap(area, other_area),
                            "{name} at {} {size:?}: “{text}” {area:?} covers “{other}” {other_area:?}",
                            run_moment.at
                        );
                    }
                }
            }
        });
    }
    assert!(ribbons > 100, "{ribbons}");
}

#[test]
fn the_winner_is_highlighted_and_the_others_are_faded() {
    let mut choices = 0;
    walk_moments(&scenario_text("ladder"), None, |run_moment, stage| {
        let Scene::Ladder(ladder) = &stage.scene else { return };
        let svg = draw_svg(Lang::En, run_moment, stage, Size::new(952, 665));
        let counts = ["candidate won", "candidate lost", "winner"]
            .map(|class| svg.matches(&format!("class=\"{class}\"")).count());
        if run_moment.step == Step::Choose {
            assert_eq!(counts, [1, ladder.candidates.len() - 1, 1], "{}", run_moment.at);
            choices += 1;
        } else {
            assert_eq!(counts, [0, 0, 0], "before the choice nobody has won");
        }
    });
    assert_eq!(choices, 1);
}

#[test]
fn start_times_are_shown_relative_to_the_earliest() {
    let (mut compared, mut asked) = (0, 0);
    walk_moments(&scenario_text("rung-start"), None, |run_moment, stage| {
        let svg = draw_svg(Lang::En, run_moment, stage, Size::new(952, 665));
        if let (Step::Rung(current), Scene::Ladder(ladder)) = (run_moment.step, &stage.scene)
            && ladder.rules[current] == runlog::LadderRule::LatestStart
        {
            assert!(svg.contains("earliest ✗") && svg.contains(" later<"), "{svg}");
            compared += 1;
        }
        // During a question about the node, the tiles show it.
        if run_moment.step == Step::Event && matches!(run_moment.event, Some(EventKind::Popped { .. })) && asked == 0 {
            assert!(!svg.contains("earliest"), "nobody asks");
            let earliest = earliest_start(&run_moment.frame);
            assert!(earliest.is_some());
            let ctx = DrawCtx {
                earliest_start: earliest,
                ..DrawCtx::new(Lang::En, &run_moment.frame, stage, Callback::noop())
            };
            let svg = render_svg(picture::draw_scene(ctx, stage, Size::new(952, 665)));
            assert!(svg.contains("earliest") && svg.contains(" later"), "{svg}");
            asked += 1;
        }
    });
    assert_eq!((compared, asked), (1, 1));
    // Of five candidates on a phone, each has space for a word.
    let mut on_phone = 0;
    walk_moments(&scenario_text("ladder"), None, |run_moment, stage| {
        if run_moment.step == Step::Rung(4) {
            let svg = draw_svg(Lang::En, run_moment, stage, Size::new(374, 444));
            assert!(svg.contains(">earliest ✗<") && svg.contains(">+20 min<"), "{svg}");
            on_phone += 1;
        }
    });
    assert_eq!(on_phone, 1);
}

#[test]
fn the_last_score_step_shows_the_winner_and_its_lead() {
    let mut ends = 0;
    walk_moments(&scenario_text("balance"), None, |run_moment, stage| {
        let Scene::Scores(score_board) = &stage.scene else { return };
        let svg = draw_svg(Lang::En, run_moment, stage, Size::new(952, 665));
        let winner = score_board.bars.iter().find(|bar| bar.is_winner);
        assert_eq!(svg.contains("the same range for all plugins"), winner.is_none(), "{svg}");
        if let Some(winner) = winner {
            let mut others: Vec<i64> =
                score_board.bars.iter().filter(|bar| !bar.is_winner).map(|bar| bar.total).collect();
            others.sort_unstable();
            let second = others.pop().expect("another node");
            let expected = match winner.total - second {
                0 => format!("tie with {}", winner.total),
                lead => format!("{} wins with {} points: {lead} point", winner.node, winner.total),
            };
            assert!(svg.contains(&expected), "no {expected} in {svg}");
            ends += 1;
        }
    });
    assert!(ends > 0);
}

/// The scale of a node stays constant when a pod is created, queued, tried, nominated, bound or removed.
#[test]
fn the_scale_stays_constant_when_pods_change() {
    let mut heights_seen = 0;
    for name in ["preemption", "nomination", "reprieve", "ladder"] {
        let mut heights: BTreeMap<Str, (i64, i64)> = BTreeMap::new();
        walk_moments(&scenario_text(name), None, |run_moment, stage| {
            for column in node_columns(stage) {
                let height = (column.capacity, column.overhang);
                let before = heights.insert(column.node.clone(), height).unwrap_or(height);
                assert_eq!(
                    before, height,
                    "{name} at {} ({:?}, {:?}): {}",
                    run_moment.at, run_moment.step, run_moment.event, column.node
                );
                heights_seen += 1;
            }
        });
    }
    assert!(heights_seen > 100, "{heights_seen}");
}

/// The same for texts above, below or beside nodes.
#[test]
fn the_capacity_line_keeps_its_position_during_a_run() {
    let wide = [(952, 665), (1260, 810)];
    // On a phone the verdict and the checks are below the column.
    let narrow = [(374, 300), (374, 444)].map(|size| ("preemption", size));
    let wide = ["preemption", "reprieve", "nomination", "ladder"].map(|name| wide.map(|size| (name, size)));
    for (name, (width, height)) in wide.into_iter().flatten().chain(narrow) {
        // By the nodes that share the stage, and whether there are pods without height, which have their own row.
        let (mut rims, mut pictures) = (BTreeMap::<(Vec<Str>, bool), BTreeSet<String>>::new(), 0);
        walk_moments(&scenario_text(name), None, |run_moment, stage| {
            let Scene::Nodes(columns, _) = &stage.scene else { return };
            let svg = draw_svg(Lang::En, run_moment, stage, Size::new(width, height));
            let rim = svg.split("<path ").find(|path| path.contains("class=\"rim\""));
            let Some(rim) = rim else { return };
            let (_, line) = rim.split_once("d=\"M").expect("its line");
            let rim_y = line.split(['H', ' ']).nth(1).expect("its height").to_owned();
            let incoming_tiles = columns.iter().filter_map(|column| Some(&column.incoming.as_ref()?.tile));
            let has_flat_tiles =
                columns.iter().flat_map(|column| &column.tiles).chain(incoming_tiles).any(|tile| tile.amount == 0);
            let nodes = columns.iter().map(|column| column.node.clone()).collect();
            rims.entry((nodes, has_flat_tiles)).or_default().insert(rim_y);
            pictures += 1;
        });
        assert!(rims.values().all(|ys| ys.len() == 1), "{name} {width}×{height}: {rims:?}");
        assert!(pictures > 20, "{name}: {pictures}");
    }
}

/// Each rule keeps its row and each candidate its column, however many rules are applied, and whether or not the last one leaves a tie.
#[test]
fn the_ladder_keeps_its_layout_at_all_steps() {
    for size in [Size::new(374, 444), Size::new(952, 665)] {
        for name in ["ladder", "rung-start", "rung-tie"] {
            let (mut places, mut pictures) = (BTreeSet::new(), 0);
            walk_moments(&scenario_text(name), None, |run_moment, stage| {
                let Scene::Ladder(ladder) = &stage.scene else { return };
                assert_eq!(ladder.rules.len(), 5, "{name}");
                let svg = draw_svg(Lang::En, run_moment, stage, size);
                let shapes = DrawnShapes::of_svg(&svg);
                let rows: Vec<(i64, String)> = shapes
                    .texts
                    .iter()
                    .filter(|(text, _)| (1..=5).any(|number| text.starts_with(&format!("{number}. "))))
                    .map(|(text, area)| (area.y, text.clone()))
                    .collect();
                let ground = svg.split("<rect ").find(|rect| rect.contains("class=\"ground\"")).expect("a ground");
                let (_, y) = ground.split_once(" y=\"").expect("its place");
                places.insert((y.split('"').next().map(str::to_owned), rows));
                pictures += 1;
            });
            assert_eq!(places.len(), 1, "{name} {size:?}: {places:?}");
            assert!(pictures > 2, "{name}: {pictures}");
        }
    }
}

/// Without scores the nodes stay, and the chosen one is highlighted.
#[test]
fn the_only_feasible_node_is_highlighted() {
    let node = |name: &str, cpu: u32| {
        format!("kind: Node\nmetadata: {{name: {name}}}\nstatus: {{allocatable: {{cpu: '{cpu}', pods: '10'}}}}\n---\n")
    };
    let pod = "kind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c, resources: {requests: {cpu: '2'}}}]}\n";
    let mut choices = 0;
    walk_moments(&[&node("a", 1), &node("b", 4), &node("c", 1), pod].concat(), None, |run_moment, stage| {
        if run_moment.step == Step::Select {
            let svg = draw_svg(Lang::En, run_moment, stage, Size::new(952, 665));
            let counts =
                ["class=\"faded\"", "class=\"frame won\"", "data-node=\"b\""].map(|part| svg.matches(part).count());
            assert_eq!((counts, node_columns(stage).len()), ([2, 1, 1], 3), "{svg}");
            choices += 1;
        }
    });
    assert_eq!(choices, 1);
}

/// The text size leaves space for the shield before the name.
#[test]
fn a_protected_pod_shows_its_name_on_a_narrow_node() {
    let node = |at: usize| {
        format!(
            "kind: Node\nmetadata: {{name: n{at}}}\nstatus: {{allocatable: {{cpu: '4', pods: '10'}}}}\n---\n\
             kind: Pod\nmetadata: {{name: db-{at}, labels: {{app: db}}}}\nspec: {{nodeName: n{at}, priority: 1000, \
             containers: [{{name: c, resources: {{requests: {{cpu: '2'}}}}}}]}}\nstatus: {{phase: Running}}\n---\n"
        )
    };
    let nodes = (1..=6).map(node).collect::<Vec<_>>().concat();
    let budget = "kind: PodDisruptionBudget\napiVersion: policy/v1\nmetadata: {name: db}\n\
                  spec: {minAvailable: 6, selector: {matchLabels: {app: db}}}\n";
    let mut pictures = 0;
    walk_moments(&(nodes + budget), None, |run_moment, stage| {
        let is_protected = stage.pod_tiles().iter().any(|tile| !tile.guards.0.is_empty());
        if node_columns(stage).len() == 6 && is_protected {
            for width in (600..=960).step_by(40) {
                let svg = draw_svg(Lang::En, run_moment, stage, Size::new(width, 665));
                assert!(svg.contains(">db-6<") && !svg.contains(">db-…<"), "{width}: {svg}");
                pictures += 1;
            }
        }
    });
    assert!(pictures > 0);
}

#[test]
fn many_nodes_are_grouped_by_zone_with_count_and_state() {
    let node = |at: usize| {
        let zone = if at.is_multiple_of(2) { "west" } else { "east" };
        let (spec, status) = match at {
            3 => ("spec: {unschedulable: true}\n", ""),
            4 => ("spec: {taints: [{key: gpu, value: 'yes', effect: NoSchedule}]}\n", ""),
            5 => ("", ", conditions: [{type: Ready, status: Unknown}]"),
            _ => ("", ""),
        };
        format!(
            "---\nkind: Node\nmetadata: {{name: n{at:03}, labels: {{topology.kubernetes.io/zone: {zone}}}}}\n{spec}status: {{allocatable: {{cpu: '4', memory: 8Gi, pods: '10'}}{status}}}\n"
        )
    };
    let text: String = (0..110).map(node).collect();
    let mut is_seen = false;
    walk_moments(&text, None, |run_moment, stage| {
        if stage.scene != Scene::RailOnly || run_moment.frame.nodes.len() < 110 {
            return;
        }
        is_seen = true;
        let count: usize = stage.rail.iter().map(|entry| 1 + entry.equal_nodes.len()).sum();
        assert_eq!(count, 110);
        let ctx = DrawCtx::new(Lang::En, &run_moment.frame, stage, Callback::noop());
        let html = render_svg(rail::draw_rail(&ctx, stage));
        for expected in ["<h3>west · 55</h3>", "<h3>east · 55</h3>", ">not ready<", ">cordoned<", "gpu=yes:NoSchedule"]
        {
            assert!(html.contains(expected), "no {expected} in {html}");
        }
        // Each of two zones has a stack of identical nodes, with a cell for each of them.
        assert_eq!(html.matches("class=\"cells\"").count(), 2);
        let cells = html.matches("h8v8h-8z").count();
        assert_eq!(cells, 107);
        for class in ["silent", "tainted", "ground cordoned"] {
            assert_eq!(html.matches(&format!("class=\"{class}\"")).count(), 1, "{class} in {html}");
        }
    });
    assert!(is_seen);
}

/// Draws with the text size of a presentation, in a window of 1280×720.
fn draw_for_audience(run_moment: &RunMoment<'_>, stage: &StageModel, size: Size) -> DrawnShapes {
    let ctx = DrawCtx {
        attempt: run_moment.attempt.map(|attempt| (&**attempt, run_moment.step)),
        least_text_size: if matches!(stage.scene, Scene::Ladder(_)) { 18 } else { 23 },
        ..DrawCtx::new(Lang::En, &run_moment.frame, stage, Callback::noop())
    };
    DrawnShapes::of_svg(&render_svg(picture::draw_scene(ctx, stage, size)))
}

/// The height of a drawn text.
fn drawn_height(shapes: &DrawnShapes, text: &str) -> Option<i64> {
    shapes.texts.iter().find(|(drawn, _)| drawn == text).map(|(_, area)| area.h)
}

#[test]
fn names_on_low_tiles_are_readable_in_a_presentation() {
    let node = "kind: Node\nmetadata: {name: plain}\nstatus: {allocatable: {cpu: '16', memory: 8Gi, pods: '10'}}\n";
    // Equal tiles are side by side, others above each other.
    for requests in [["1", "1"], ["1", "1500m"]] {
        let pods = ["web", "train"].iter().zip(requests).map(|(name, cpu)| {
            format!("---\nkind: Pod\nmetadata: {{name: {name}}}\nspec: {{containers: [{{name: c, resources: {{requests: {{cpu: '{cpu}'}}}}}}]}}\n")
        });
        let (mut names, mut verdicts) = (0, 0);
        walk_moments(&format!("{node}{}", pods.collect::<String>()), None, |run_moment, stage| {
            let shapes = draw_for_audience(run_moment, stage, Size::new(790, 430));
            let least = 18 * 3 / 4;
            if let (Some(web), Some(train)) = (drawn_height(&shapes, "web"), drawn_height(&shapes, "train")) {
                assert!(web >= least && train >= least, "{web} {train} at {}", run_moment.at);
                names += 1;
            }
            if run_moment.step == Step::Filter(0) {
                let verdict = shapes.texts.iter().find(|(text, _)| text.contains("✓ fits")).expect("a verdict");
                assert!(verdict.1.h >= least, "{verdict:?}");
                verdicts += 1;
            }
        });
        assert!(names > 0 && verdicts == 2, "{requests:?}: {names} {verdicts}");
    }
}

#[test]
fn pods_of_candidates_are_readable_in_a_presentation() {
    let mut ladders = 0;
    walk_moments(&scenario_text("ladder"), None, |run_moment, stage| {
        let Scene::Ladder(ladder) = &stage.scene else { return };
        let size = Size::new(1062, 526);
        let shapes = draw_for_audience(run_moment, stage, size);
        assert!(
            ladder.candidates.iter().flat_map(|candidate| &candidate.victims).all(|tile| {
                let name = i18n::short_pod_name(&tile.key).to_owned();
                name == "a-database" || drawn_height(&shapes, &name).is_some_and(|height| height >= 11 * 3 / 4)
            }),
            "{:?}",
            shapes.texts
        );
        for (at, (text, area)) in shapes.texts.iter().enumerate() {
            let others = shapes.texts[..at].iter().filter(|(other, _)| !other.is_empty());
            assert!(text.is_empty() || others.into_iter().all(|(_, other)| !overlap(area, other)), "{text}");
            assert!(area.right() <= size.width && area.bottom() <= size.height, "{text}");
        }
        ladders += 1;
    });
    assert!(ladders > 5);
}

#[test]
fn a_victim_on_a_narrow_node_keeps_its_mark() {
    let mut victims = 0;
    walk_moments(&scenario_text("ladder"), None, |run_moment, stage| {
        let count = node_columns(stage).iter().flat_map(|column| &column.tiles).filter(|tile| tile.is_victim).count();
        let shapes = DrawnShapes::of_svg(&draw_svg(Lang::En, run_moment, stage, Size::new(952, 665)));
        let marks = shapes.texts.iter().filter(|(text, _)| text.contains('✗')).count();
        assert!(marks >= count, "{marks} of {count} at {}: {:?}", run_moment.at, shapes.texts);
        victims += count;
    });
    assert!(victims > 0);
}
