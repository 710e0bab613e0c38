//! Invariants of every picture of every built-in scenario: one tile for each pod, sums that add up, victims that stay marked.

use std::collections::BTreeSet;

use api::ConditionStatus;
use runlog::{EventKind, EvictionAnswer};
use scene::{
    node_model::{ColumnVerdict, NewcomerPlace, TileState},
    score_board::ScoreBoard,
    score_formula::ScoreFormula,
    stage_model::{Scene, StageModel},
};
use trace::{ruling::Ruling, steps::Step};

use super::{RunMoment, all_scenarios, node_columns, walk_moments};

/// Checks the invariants of a picture.
pub(super) fn check_stage(name: &str, run_moment: &RunMoment<'_>, stage: &StageModel) {
    let moment_name = format!("{name} at {} ({:?})", run_moment.at, run_moment.step);
    // A pod has one tile, and no nominated space on the node where it is.
    let mut tile_keys = BTreeSet::new();
    for tile in stage.pod_tiles() {
        assert!(tile_keys.insert(tile.key.clone()), "{moment_name}: {} is drawn twice", tile.key);
    }
    for node_column in node_columns(stage) {
        for nominated_pod in &node_column.nominated_pods {
            assert!(
                !tile_keys.contains(&nominated_pod.key),
                "{moment_name}: {} is on the stage and promised room",
                nominated_pod.key
            );
        }
        // Pods that a dry run removed are in the tray rather than the column, and none is lost.
        if let Some(node) = run_moment.frame.nodes.get(&node_column.node) {
            let off = node_column.tray.as_ref().map_or(0, |tray| tray.tiles.len());
            // Members that are placed, but not bound, are on no node yet.
            let bound_tiles = node_column.tiles.iter().filter(|tile| tile.state != TileState::Placed);
            assert_eq!(bound_tiles.count() + off, node.pods().count(), "{moment_name}: pods of {}", node_column.node);
        }
        if let Some(newcomer) = &node_column.incoming {
            let reaches = node_column.used_amount() + node_column.nominated_amount() + newcomer.tile.amount;
            match newcomer.place {
                NewcomerPlace::Inside => assert!(
                    newcomer.tile.amount == 0 || reaches <= node_column.capacity,
                    "{moment_name}: {} fits on {} and yet stands over its rim",
                    newcomer.tile.key,
                    node_column.node
                ),
                NewcomerPlace::AboveRim(short) => {
                    assert_eq!(reaches - node_column.capacity, short, "{moment_name}: what stands over the rim");
                }
                NewcomerPlace::NotAdmitted => {}
            }
            if let Some(shortfall) = &newcomer.shortfall {
                assert_eq!(
                    shortfall.used + shortfall.nominated + shortfall.requested - shortfall.capacity,
                    shortfall.missing,
                    "{moment_name}: the sum"
                );
                assert_eq!(shortfall.used, node_column.used_amount(), "{moment_name}: what is taken");
                assert_eq!(shortfall.requested, newcomer.tile.amount, "{moment_name}: the filter and the tile");
                assert_eq!(
                    shortfall.nominated,
                    node_column.nominated_amount(),
                    "{moment_name}: what is promised to {:?}",
                    shortfall.nominated_pods
                );
            }
        }
        // No result is shown before its step.
        let is_due = match run_moment.step {
            Step::PreFilter => node_column.verdict == ColumnVerdict::NotJudged,
            Step::FirstPass(_) | Step::Filter(_) | Step::ExtenderFilter(_) => {
                matches!(node_column.verdict, ColumnVerdict::NotJudged | ColumnVerdict::Fits | ColumnVerdict::Fails(..))
            }
            _ => true,
        };
        assert!(is_due, "{moment_name}: {} is {:?} already", node_column.node, node_column.verdict);
        if matches!(run_moment.step, Step::Lift(_) | Step::Try(_) | Step::Reprieve(..)) {
            assert!(node_column.checks.is_empty(), "{moment_name}: the checks of before are gone");
        }
    }
    if let Scene::Scores(score_board) = &stage.scene {
        check_scores(&moment_name, score_board);
    }
    check_budgets(&moment_name, run_moment, stage);
    // A victim is marked from the choice until its removal.
    let events = run_moment.past;
    let mut doomed: Vec<&str> = Vec::new();
    for (at, event) in events.iter().enumerate() {
        match &event.what {
            EventKind::Attempted(summary)
                if at + 1 < run_moment.past.len() || matches!(run_moment.step, Step::Choose | Step::Failed) =>
            {
                let room = summary.preemption.as_ref().and_then(|preemption| preemption.room.as_ref());
                doomed.extend(room.iter().flat_map(|room| room.victims.iter().map(|victim| &**victim)));
            }
            EventKind::PodRemoved(pod) => doomed.retain(|other| *other != &**pod),
            _ => {}
        }
    }
    for tile in stage.pod_tiles().into_iter().filter(|tile| doomed.contains(&&*tile.key)) {
        assert!(tile.is_victim, "{moment_name}: {} has to go and looks as if it could stay", tile.key);
    }
    // The node of the moment is on the stage, unless it doesn't exist.
    if let (EventKind::Bound { node, .. } | EventKind::Nominated { node, .. }, true) = (
        &events.last().map_or(&EventKind::PodRemoved("".into()), |event| &event.what),
        !run_moment.ctx().is_in_attempt() && run_moment.step != Step::Start,
    ) {
        assert!(
            node_columns(stage).iter().any(|node_column| node_column.node == *node),
            "{moment_name}: {node} is not in the picture"
        );
    }
}

/// The parts of a bar add up to its total, what is equal is the same for all bars, and no bar is longer than the picture.
fn check_scores(path: &str, score_board: &ScoreBoard) {
    for score_bar in &score_board.bars {
        let uneven: i64 = score_board.uneven_rows().map(|row| score_bar.parts[row]).sum();
        let node = &score_bar.node;
        assert_eq!(score_board.even_points() + uneven, score_bar.total, "{path}: the bar of {node}");
        assert!(uneven <= score_board.whole, "{path}: the bar of {node} leaves the picture");
        for (row, (_, weight)) in score_board.rows.iter().enumerate() {
            assert_eq!(score_bar.scores[row].1 * weight, score_bar.parts[row], "{path}: {node}, plugin {row}");
        }
    }
    for row in score_board.uneven_rows() {
        let scores: Vec<(i64, i64)> = score_board.bars.iter().map(|score_bar| score_bar.scores[row]).collect();
        // What the picture prints gives the number beside it.
        if let Some(rule) = ScoreFormula::of_scores(&scores) {
            assert!(
                scores.iter().all(|(raw, normalized)| rule.normalize(*raw) == Some(*normalized)),
                "{path}: {rule:?}"
            );
        }
    }
}

/// The numbers of a budget add up, and are the same on the stage, on its page, in the list and in its status.
fn check_budgets(path: &str, run_moment: &RunMoment<'_>, stage: &StageModel) {
    let events = run_moment.past;
    // The budget is inconsistent between its update and the answer to the eviction.
    let is_consistent = !matches!(events.last().map(|event| &event.what), Some(EventKind::BudgetUpdated(_)));
    for (key, budget) in &run_moment.frame.budgets {
        let ruling = run_moment.frame.ruling_of_budget(key).expect("a ruling");
        assert_eq!(ruling.budget, *budget, "{path}: {key}");
        let Some(count) = ruling.count() else { continue };
        let status = &budget.status;
        let numbers = (status.expected_pods, status.desired_healthy, status.current_healthy);
        assert_eq!(numbers, (count.expected, count.desired, count.healthy), "{path}: {key}");
        let since = events.iter().rev().take_while(
            |event| !matches!(&event.what, EventKind::BudgetCounted(budget_count) if budget_count.budget == *key),
        );
        let granted = since.filter(|event| match &event.what {
            EventKind::EvictionAnswered(eviction) => {
                eviction.budget.as_ref() == Some(key) && matches!(eviction.answer, EvictionAnswer::Granted { .. })
            }
            _ => false,
        });
        assert!(
            !is_consistent || usize::try_from(ruling.evictions_since_count()) == Ok(granted.count()),
            "{path}: {key} allows {status:?}"
        );
    }
    let Scene::Ruling(ruling) = &stage.scene else { return };
    match &**ruling {
        Ruling::Budget(budget_ruling) => {
            let count = budget_ruling.count().expect("it was counted");
            let (healthy, unhealthy_names) =
                (budget_ruling.pods.iter().filter(|pod| pod.unhealthy.is_none()).count(), count.unhealthy.len());
            if count.failed.is_none() {
                assert_eq!(i32::try_from(budget_ruling.pods.len()), Ok(count.pods), "{path}: pods");
                assert_eq!(i32::try_from(healthy), Ok(count.healthy), "{path}: {:?}", budget_ruling.pods);
                assert_eq!(
                    i32::try_from(unhealthy_names),
                    Ok(count.pods - count.healthy),
                    "{path}: {:?}",
                    count.unhealthy
                );
                let allowed = if count.expected > 0 { (count.healthy - count.desired).max(0) } else { 0 };
                assert_eq!(
                    (budget_ruling.budget.status.disruptions_allowed, budget_ruling.evictions_since_count()),
                    (allowed, 0),
                    "{path}: allowed"
                );
            }
        }
        Ruling::Eviction(eviction, Some(budget_ruling)) => {
            if let EvictionAnswer::Granted { left } = eviction.answer {
                assert_eq!(budget_ruling.budget.status.disruptions_allowed, left, "{path}: left");
            }
        }
        Ruling::Zone(zone_ruling) => {
            let away = zone_ruling.nodes.iter().filter(|node| node.ready != ConditionStatus::True).count();
            assert_eq!(
                (away, zone_ruling.nodes.len()),
                (zone_ruling.not_ready_share().not_ready, zone_ruling.not_ready_share().nodes),
                "{path}: {:?}",
                zone_ruling.nodes
            );
        }
        Ruling::Eviction(_, None) | Ruling::Reconcile(_) => {}
    }
}

#[test]
fn every_picture_of_every_scenario_satisfies_the_invariants() {
    for (name, text) in all_scenarios() {
        walk_moments(&text, None, |run_moment, stage| check_stage(&name, run_moment, stage));
    }
}
