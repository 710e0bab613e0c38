//! Tests pictures of the runs of built-in scenarios.

use std::{collections::BTreeSet, fs, path::Path, rc::Rc};

use api::{Millis, NamespacedName, Str};
use i18n::{Lang, story};
use queries::load;
use releases::Release;
use runlog::{Attempt, Event, EventKind};
use scene::{
    moment_ctx::MomentCtx,
    node_model::{ColumnVerdict, NewcomerPlace, NodeColumn, PodTile, TileState},
    priority::priority_levels,
    score_board::HiddenNodes,
    stage_model::{Scene, StageModel},
};
use simulation::Simulation;
use trace::{
    Frame, FrameAt, Trace,
    steps::{self, Moment, Step},
};
use yew::Callback;

use crate::{
    devices::rack,
    draw::{
        draw_ctx::{DrawCtx, LateDrawings},
        group_band, picture, queue_scene, ruling, scores,
        text_layout::Size,
        zones,
    },
};

mod choices;
mod groups;
mod invariants;
mod queue;

use invariants::check_stage;

/// A completed run with the details of its attempts.
struct FinishedRun {
    release: Release,
    trace: Trace,
    attempts: Vec<Rc<Attempt>>,
}

/// A moment of a run.
struct RunMoment<'r> {
    run: &'r FinishedRun,
    at: usize,
    moment: Moment,
    step: Step,
    /// The events up to the moment.
    past: &'r [Rc<Event>],
    /// The last event.
    event: Option<&'r EventKind>,
    frame: Frame,
    attempt: Option<&'r Rc<Attempt>>,
}

impl FinishedRun {
    /// Runs a manifest under a release.
    fn new(text: &str, release: Option<Release>) -> Self {
        let (_, scenario) = load::load_scenario(text, release).expect("a scenario");
        let release = scenario.release;
        let (mut trace, mut attempts, mut simulation) = (Trace::default(), Vec::new(), Simulation::new(scenario));
        while let Some(events) = simulation.step() {
            attempts.extend(simulation.attempts_since(attempts.len()));
            trace.extend(events);
        }
        Self { release, trace, attempts }
    }

    /// Calls a function with every moment and its picture.
    fn walk_moments(&self, mut check_moment: impl FnMut(&RunMoment<'_>, &StageModel)) {
        let (mut frame, mut events) = (Frame::default(), 0);
        for (at, moment) in steps::moments(self.trace.events()).into_iter().enumerate() {
            frame = self.trace.frame_after(FrameAt { events, frame: &frame }, moment.events);
            events = moment.events;
            let past = &self.trace.events()[..events];
            let attempt_count = past.iter().filter(|event| matches!(event.what, EventKind::Attempted(_))).count();
            let run_moment = RunMoment {
                run: self,
                at,
                moment,
                step: moment.step,
                past,
                event: past.last().map(|event| &event.what),
                frame: frame.clone(),
                attempt: attempt_count.checked_sub(1).map(|last| &self.attempts[last]),
            };
            let stage = StageModel::at_moment(&run_moment.ctx());
            check_moment(&run_moment, &stage);
        }
    }
}

impl RunMoment<'_> {
    fn ctx(&self) -> MomentCtx<'_> {
        MomentCtx::of_moment(&self.run.trace, &self.frame, self.moment, self.attempt)
    }

    fn title(&self) -> String {
        let wording = releases::wording(self.run.release);
        let attempt = self.attempt.map(|attempt| &**attempt);
        story::moment_text(Lang::En, self.run.trace.events(), self.moment, &self.frame, wording, attempt).title
    }
}

/// Calls a function with every moment of a manifest's run and its picture.
fn walk_moments(text: &str, release: Option<Release>, check_moment: impl FnMut(&RunMoment<'_>, &StageModel)) {
    FinishedRun::new(text, release).walk_moments(check_moment);
}

fn all_scenarios() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/scenarios");
    let files = fs::read_dir(folder).expect("a folder").map(|dir_entry| dir_entry.expect("an entry").path());
    let mut all: Vec<_> = files
        .map(|path| {
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            (name, fs::read_to_string(&path).expect("a scenario"))
        })
        .collect();
    all.push(("gang".into(), include_str!("gang.yaml").into()));
    all.sort();
    all
}

fn scenario_text(name: &str) -> String {
    all_scenarios().into_iter().find(|(other, _)| other == name).expect("a scenario").1
}

fn node_columns(stage: &StageModel) -> &[NodeColumn] {
    match &stage.scene {
        Scene::Nodes(node_columns, _) => node_columns,
        _ => &[],
    }
}

#[test]
fn every_picture_can_be_drawn_at_any_size() {
    let sizes = [(1, 1), (320, 24), (90, 700), (1400, 100), (1180, 128), (300, 216), (760, 560)]
        .map(|(width, height)| Size::new(width, height));
    let late_drawings = LateDrawings {
        devices: Some(rack::draw_rack),
        ruling: Some(ruling::draw_ruling),
        scores: Some(scores::draw_scores),
        group: Some(group_band::draw_group),
        queue: Some(queue_scene::draw_queue),
        zones: Some(zones::draw_zones),
    };
    for (_, text) in all_scenarios() {
        let run = FinishedRun::new(&text, None);
        let priorities = priority_levels(&run.trace);
        run.walk_moments(|run_moment, stage| {
            for size in sizes {
                let ctx = DrawCtx {
                    attempt: run_moment.attempt.map(|attempt| (&**attempt, run_moment.step)),
                    priorities: &priorities,
                    has_ids: true,
                    late_drawings,
                    ..DrawCtx::new(Lang::En, &run_moment.frame, stage, Callback::noop())
                };
                drop(picture::draw_scene(ctx, stage, size));
            }
        });
    }
}

#[test]
fn a_picture_can_be_drawn_from_a_run_alone() {
    walk_moments(&scenario_text("preemption"), None, |run_moment, stage| {
        let ctx = DrawCtx::new(Lang::En, &run_moment.frame, stage, Callback::noop());
        let svg = format!("{:?}", picture::draw_scene(ctx, stage, Size::new(760, 560)));
        for tile in stage.pod_tiles() {
            assert!(svg.contains(&format!("\"{}\"", tile.key)), "{} is not drawn at {}", tile.key, run_moment.at);
        }
    });
}

#[test]
fn pictures_of_the_first_release_satisfy_the_invariants() {
    for name in ["preemption", "ladder", "nomination", "reprieve", "then-and-now"] {
        walk_moments(&scenario_text(name), Release::from_name("v1.16"), |run_moment, stage| {
            check_stage(name, run_moment, stage);
        });
    }
}

#[test]
fn a_dry_run_shows_removed_and_reprieved_pods() {
    let mut texts = Vec::new();
    walk_moments(&scenario_text("reprieve"), None, |run_moment, stage| {
        let Some(node_column) = node_columns(stage).first().filter(|column| column.tray.is_some()) else { return };
        let names = |tiles: &[PodTile]| {
            tiles
                .iter()
                .map(|tile| tile.key.rsplit('/').next().unwrap_or_default().to_owned())
                .collect::<Vec<_>>()
                .join(" ")
        };
        let tray = node_column.tray.as_ref().expect("a tray");
        let newcomer_place = node_column.incoming.as_ref().map(|incoming_pod| incoming_pod.place);
        texts.push(format!(
            "{:?}: [{}] | [{}] {newcomer_place:?}",
            run_moment.step,
            names(&node_column.tiles),
            names(&tray.tiles)
        ));
    });
    let expected = [
        "Lift(0): [] | [",
        "Try(0): [] | [",
        "Reprieve(0, 0): [db] | [",
        "Reprieve(0, 1): [",
        "Reprieve(0, 2): [",
        "Verdict(0): [db] | [",
    ];
    assert_eq!(texts.len(), expected.len(), "{texts:#?}");
    for (text, expected) in texts.iter().zip(expected) {
        assert!(text.starts_with(expected), "{text} is not {expected}");
    }
    assert!(texts[1].ends_with("Some(Inside)") && texts[2].ends_with("Some(Inside)"), "{texts:#?}");
    assert!(texts[3].contains("db web") && texts[3].ends_with("Some(AboveRim(2000))"), "{texts:#?}");
}

#[test]
fn the_ladder_is_drawn_up_to_the_choice() {
    let (mut rungs, mut choices) = (0, 0);
    walk_moments(&scenario_text("ladder"), None, |run_moment, stage| {
        if let Step::Rung(current_index) = run_moment.step {
            let Scene::Ladder(ladder) = &stage.scene else { panic!("no ladder at {:?}", run_moment.step) };
            assert_eq!((ladder.current, ladder.applied_rule_count), (Some(current_index), current_index + 1));
            assert!(ladder.candidates.iter().all(|candidate| !candidate.victims.is_empty()));
            assert!(stage.rail.is_empty(), "nobody is drawn twice");
            rungs += 1;
        }
        if run_moment.step == Step::Choose {
            let Scene::Ladder(ladder) = &stage.scene else { panic!("no ladder") };
            assert_eq!(ladder.candidates.iter().filter(|candidate| candidate.is_winner).count(), 1);
            choices += 1;
        }
    });
    assert_eq!((rungs, choices), (5, 1));
    let mut tie_sizes = Vec::new();
    walk_moments(&scenario_text("rung-tie"), None, |run_moment, stage| {
        if let (Step::Choose, Scene::Ladder(ladder)) = (run_moment.step, &stage.scene) {
            tie_sizes.push(ladder.tie_size);
        }
    });
    assert!(!tie_sizes.is_empty() && tie_sizes.iter().all(|size| *size == Some(2)), "{tie_sizes:?}");
}

#[test]
fn pods_of_candidates_that_were_not_chosen_are_spared() {
    let mut counts = (0, 0);
    for (name, text) in all_scenarios() {
        walk_moments(&text, None, |run_moment, stage| {
            let moment_name = format!("{name} at {} ({:?})", run_moment.at, run_moment.step);
            let (Step::Choose, Scene::Ladder(ladder)) = (run_moment.step, &stage.scene) else { return };
            // A victim of an earlier preemptor stays marked, whichever node is chosen now.
            let ended_attempts = run_moment.past.split_last().map_or(&[][..], |(_, earlier_events)| earlier_events);
            let earlier_victims: BTreeSet<&NamespacedName> = ended_attempts
                .iter()
                .filter_map(|event| match &event.what {
                    EventKind::Attempted(summary) => summary.preemption.as_ref()?.room.as_ref(),
                    _ => None,
                })
                .flat_map(|room| &room.victims)
                .collect();
            for candidate in &ladder.candidates {
                for tile in &candidate.victims {
                    let spared = tile.state == TileState::Spared;
                    let goes = candidate.is_winner || earlier_victims.contains(&tile.key);
                    assert_eq!(tile.is_victim, goes, "{moment_name}: {}", tile.key);
                    assert_eq!(spared, !goes, "{moment_name}: {} is {:?}", tile.key, tile.state);
                    if spared { counts.0 += 1 } else { counts.1 += 1 }
                }
            }
        });
    }
    assert!(counts.0 > 0 && counts.1 > 0, "{counts:?}");
}

#[test]
fn nodes_without_a_bar_are_counted_by_score() {
    let mut cases = Vec::new();
    walk_moments(&scenario_text("sampling"), None, |run_moment, stage| {
        let (Scene::Scores(score_board), Some(attempt)) = (&stage.scene, run_moment.attempt) else { return };
        let bar_count = score_board.bars.len();
        let row_count = score_board.rows.len();
        let total = |column: usize| -> i64 {
            attempt.scores.rows[..row_count].iter().map(|row| row.weight * row.normalized[column]).sum()
        };
        let mut totals: Vec<i64> = (0..attempt.scores.nodes.len()).map(total).collect();
        totals.sort_unstable_by_key(|total| std::cmp::Reverse(*total));
        let lowest = totals[bar_count - 1];
        let HiddenNodes { equal, fewer, points } = score_board.hidden;
        assert_eq!(equal + fewer, totals.len() - bar_count);
        assert_eq!((points, equal), (lowest, totals[bar_count..].iter().filter(|total| **total == lowest).count()));
        cases.push((run_moment.step, equal, fewer));
    });
    let equal = |step: &Step| cases.iter().any(|(other, equal, fewer)| other == step && *equal == 92 && *fewer == 0);
    assert!(equal(&Step::Select), "a hundred nodes share the best total: {cases:?}");
    assert!(cases.iter().any(|(step, equal, _)| matches!(step, Step::Score(_)) && *equal > 0), "{cases:?}");
    let lang = Lang::En;
    assert_eq!(lang.more_nodes(92, 0, 300), "and 92 nodes with 300 points too");
    assert_eq!(lang.more_nodes(40, 52, 1), "and 40 nodes with 1 point too, 52 with fewer");
    assert_eq!(lang.more_nodes(0, 1, 300), "and 1 node with fewer points");
}

/// A native sidecar, pod-level requests, and overhead: the filter and the picture show the same number.
#[test]
fn the_picture_counts_requests_as_the_release_does() {
    let node = "kind: Node\nmetadata: {name: n}\nstatus: {allocatable: {cpu: 2500m, memory: 8Gi, pods: '10'}}\n---\n";
    let sidecar = "initContainers: [{name: s, restartPolicy: Always, resources: {requests: {cpu: '2'}}}], ";
    let total = "resources: {requests: {cpu: '4'}}, ";
    let class = "kind: RuntimeClass\napiVersion: node.k8s.io/v1\nmetadata: {name: kata}\nhandler: kata\noverhead: {podFixed: {cpu: '5'}}\n---\n";
    for (spec, release, expected) in [
        (sidecar, "v1.34", 3000),
        (sidecar, "v1.20", 2000),
        (total, "v1.36", 4000),
        ("runtimeClassName: kata, ", "v1.34", 6000),
    ] {
        let pod = format!(
            "kind: Pod\nmetadata: {{name: p}}\nspec: {{{spec}containers: [{{name: c, resources: {{requests: {{cpu: '1'}}}}}}]}}\n"
        );
        let mut amounts = Vec::new();
        walk_moments(&format!("{class}{node}{pod}"), Release::from_name(release), |run_moment, stage| {
            let pod = &run_moment.frame.pods.get("default/p");
            assert!(pod.is_none_or(|pod| pod.requests().milli_cpu == expected), "{spec} {release}");
            for newcomer in node_columns(stage).iter().filter_map(|node_column| node_column.incoming.as_ref()) {
                amounts.push((newcomer.tile.amount, newcomer.shortfall.as_ref().map(|shortfall| shortfall.requested)));
            }
        });
        let expected_shortfall = (expected > 2500).then_some(expected);
        assert!(
            !amounts.is_empty() && amounts.iter().all(|pair| *pair == (expected, expected_shortfall)),
            "{spec} {release}: {amounts:?}"
        );
    }
}

#[test]
fn pods_on_missing_nodes_are_drawn_as_missing() {
    let node = "kind: Node\nmetadata: {name: here}\nstatus: {allocatable: {cpu: '4', memory: 8Gi, pods: '10'}}\n";
    let lost = "kind: Pod\nmetadata: {name: lost}\nspec: {nodeName: nowhere, containers: [{name: c, resources: {requests: {cpu: '1'}}}]}\n";
    let text = format!("{node}---\n{lost}");
    let mut is_seen = false;
    walk_moments(&text, None, |_, stage| {
        let missing = node_columns(stage).iter().find(|column| column.node == *"nowhere");
        is_seen |= missing.is_some_and(|column| column.is_missing && column.tiles.len() == 1);
    });
    assert!(is_seen, "the node that is not there has its pod");
}

#[test]
fn a_terminating_pod_shows_its_remaining_seconds() {
    let mut times_left = Vec::new();
    walk_moments(&scenario_text("preemption"), None, |_, stage| {
        let tiles = stage.pod_tiles().into_iter().filter(|tile| tile.is_victim);
        times_left.extend(tiles.filter_map(|tile| match tile.state {
            TileState::Terminating(times_left) => Some(times_left),
            _ => None,
        }));
    });
    assert_eq!(times_left.first(), Some(&Millis::from_seconds(30)), "{times_left:?}");
}

#[test]
fn identical_nodes_share_an_entry_of_the_rail() {
    let node = |at: usize| {
        let tainted = at < 30;
        let taint = if tainted { "spec: {taints: [{key: gpu, value: 'yes', effect: NoSchedule}]}\n" } else { "" };
        format!(
            "---\nkind: Node\nmetadata: {{name: n{at:02}}}\n{taint}status: {{allocatable: {{cpu: '4', memory: 8Gi, pods: '10'}}}}\n"
        )
    };
    let nodes: String = (0..34).map(node).collect();
    let pod =
        "---\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c, resources: {requests: {cpu: '1'}}}]}\n";
    let mut is_seen = false;
    walk_moments(&format!("{nodes}{pod}"), None, |run_moment, stage| {
        let count: usize = stage.rail.iter().map(|rail| 1 + rail.equal_nodes.len()).sum();
        assert!(stage.rail.is_empty() || count == 34, "{count}");
        if run_moment.step == Step::Filter(33) {
            let tainted = stage
                .rail
                .iter()
                .find(|rail_entry| matches!(rail_entry.node.verdict, ColumnVerdict::Fails(..)))
                .expect("tainted nodes");
            assert_eq!(tainted.equal_nodes.len(), 29);
            is_seen = true;
        }
    });
    assert!(is_seen);
}

#[test]
fn an_attempt_before_the_end_of_the_backoff_is_explained() {
    let mut early = 0;
    walk_moments(&scenario_text("backoff"), Release::from_name("v1.34"), |run_moment, _| {
        let events = run_moment.past;
        let Some((last, earlier_events)) = events.split_last() else { return };
        let (EventKind::Popped { pod, .. }, Step::Event) = (&last.what, run_moment.step) else { return };
        let queued = earlier_events.iter().rev().find_map(|event| match &event.what {
            EventKind::Queued { pod: queued, until, .. } if queued == pod => Some(*until),
            _ => None,
        });
        if queued.flatten().is_some_and(|until| until > last.at) && run_moment.title().contains("backoffQ") {
            early += 1;
        }
    });
    assert!(early > 0, "v1.34 takes pods from backoffQ when it has nothing else to do");
}

#[test]
fn equal_scores_do_not_dwarf_others() {
    let mut is_seen = false;
    walk_moments(&scenario_text("first-pod"), Release::from_name("v1.16"), |run_moment, stage| {
        if let (Step::Select, Scene::Scores(score_board)) = (run_moment.step, &stage.scene) {
            assert!(score_board.is_even.contains(&true), "{score_board:?}");
            let total: i64 = score_board.bars.iter().map(|score_bar| score_bar.total).max().unwrap_or(0);
            assert!(score_board.whole * 2 < total, "the scale is that of what differs");
            is_seen = true;
        }
    });
    assert!(is_seen);
}

#[test]
fn a_victim_waiting_in_permit_is_unmarked_after_its_rejection() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/stories/permit-victim.yaml");
    let text = fs::read_to_string(file).expect("a scenario");
    let (mut marked, mut rejected) = (false, false);
    walk_moments(&text, None, |run_moment, stage| {
        rejected |= matches!(run_moment.event, Some(EventKind::Unreserved { pod, .. }) if *pod == *"default/low");
        let victim = stage.pod_tiles().iter().any(|tile| *tile.key == *"default/low" && tile.is_victim);
        assert!(!(rejected && victim), "it is no victim any more at {}", run_moment.at);
        marked |= victim;
    });
    assert!(marked && rejected);
}

#[test]
fn a_cordoned_node_is_marked() {
    let text = "kind: Node\nmetadata: {name: a}\nstatus: {allocatable: {cpu: 2}}\n---\nkind: Node\nmetadata: {name: b}\nstatus: \
                {allocatable: {cpu: 2}}\n---\nkind: Scenario\nscript:\n- {at: 1s, cordon: b}\n";
    let mut last = Vec::new();
    walk_moments(text, None, |_, stage| {
        last = node_columns(stage).iter().map(|column| (column.node.to_string(), column.is_cordoned)).collect();
    });
    assert_eq!(last, [("a".to_owned(), false), ("b".to_owned(), true)]);
}

/// Two nominated pods and a third one that fits beside them: the filters run twice on the node, and each pass is a step.
#[test]
fn two_passes_of_the_filters_are_two_steps() {
    let (mut first, mut second) = (0, 0);
    for (name, text) in all_scenarios() {
        walk_moments(&text, None, |run_moment, stage| {
            let Some(attempt) = run_moment.attempt else { return };
            let looked = match run_moment.step {
                Step::FirstPass(at) => (at, 1),
                Step::Filter(at) if attempt.filter[at].has_second_pass() => (at, 2),
                _ => return,
            };
            let (record, pass) = (&attempt.filter[looked.0], looked.1);
            let node = &attempt.nodes[record.node];
            let moment_name = format!("{name} at {} ({:?})", run_moment.at, run_moment.step);
            let Some(node_column) = node_columns(stage).iter().find(|column| column.node == *node) else {
                panic!("{moment_name}: no {node}")
            };
            assert_eq!(node_column.filter_pass, Some(pass), "{moment_name}");
            let counted: Vec<bool> =
                node_column.nominated_pods.iter().map(|nominated_pod| nominated_pod.is_counted).collect();
            if pass == 1 {
                first += 1;
                assert!(counted.contains(&true), "{moment_name}: nominated pods count in the first pass");
                assert_eq!(node_column.verdict, ColumnVerdict::NotJudged, "{moment_name}: the node is not judged yet");
                assert!(
                    node_column
                        .incoming
                        .as_ref()
                        .is_some_and(|incoming_pod| incoming_pod.place == NewcomerPlace::Inside),
                    "{moment_name}"
                );
                assert!(run_moment.title().contains("pass 1 of 2"), "{moment_name}: {}", run_moment.title());
            } else {
                second += 1;
                if record.passes_filters() {
                    assert!(!counted.contains(&true), "{moment_name}: and not in the second");
                }
            }
        });
    }
    assert!(first > 0 && first == second, "{first} first passes, {second} second ones");
}

#[test]
fn heights_show_the_chosen_resource() {
    let run = FinishedRun::new(&scenario_text("preemption"), None);
    let measured = |chosen_resource: Option<&str>| {
        let (chosen_resource, mut measures) = (chosen_resource.map(Str::from), Vec::new());
        run.walk_moments(|run_moment, _| {
            let stage =
                StageModel::at_moment(&MomentCtx { chosen_resource: chosen_resource.as_ref(), ..run_moment.ctx() });
            let capacities: Vec<i64> = node_columns(&stage).iter().map(|column| column.capacity).collect();
            measures.push((stage.resource.to_string(), capacities));
        });
        measures.swap_remove(0)
    };
    let (text, cpu) = measured(None);
    assert_eq!(text, "cpu");
    for (chosen_resource, expected) in [("memory", "memory"), ("pods", "pods"), ("example.com/gpu", "cpu")] {
        let (resource, capacity) = measured(Some(chosen_resource));
        assert_eq!(resource, expected);
        assert_eq!(capacity == cpu, expected == "cpu");
    }
}
