use std::rc::Rc;

use api::Millis;
use runlog::{Code, Event, EventKind, NodeRecord, PreemptionRecord, Reason, Reprieve, Rung, ScoreRecord, VictimInfo};

use super::*;

/// A cluster of nodes, each with the pods on it.
fn cluster(nodes: &[(&str, &[&str])]) -> Frame {
    let mut frame = Frame::default();
    let mut apply = |what| frame.apply_event(&Event { at: Millis::ZERO, what });
    for (node, pods) in nodes {
        let object = serde_json::from_str(&format!(r#"{{"metadata":{{"name":"{node}"}}}}"#)).expect("a node");
        apply(EventKind::NodeAdded(Rc::new(object)));
        for pod in *pods {
            let object = serde_json::from_str(&format!(r#"{{"metadata":{{"name":"{pod}","namespace":"default"}}}}"#))
                .expect("a pod");
            apply(EventKind::PodCreated { pod: Rc::new(object), by: Str::default(), dropped_group: None });
            apply(EventKind::Bound { pod: format!("default/{pod}").into(), node: (*node).into() });
        }
    }
    frame
}

fn failure(text: &str) -> Failure {
    Failure { code: Code::Unschedulable, reasons: vec![Reason::Text(text.into())] }
}

/// A filter record of a node, with a failure if `fails`.
fn filter_step(node: NodeIx, fails: Option<&str>) -> NodeRecord {
    let failed = fails.map(|why| (RowId::from("Filter"), failure(why))).into_iter().collect();
    NodeRecord::new(node, failed)
}

fn score_step(id: &str, weight: i64, normalized: &[i64]) -> ScoreRowRecord {
    let normalized = normalized.to_vec();
    ScoreRowRecord { id: RowId::from(id), weight, raw: normalized.clone(), normalized, evidence: Vec::new() }
}

/// An attempt on the nodes a, b, c and d: `d` is rejected, the others are scored as `rows` states, and the second one wins.
fn by_score(rows: Vec<ScoreRowRecord>) -> Attempt {
    let totals = (0..3).map(|at| rows.iter().map(|row| row.normalized[at] * row.weight).sum()).collect();
    Attempt {
        pod: "default/web".into(),
        nodes: ["a", "b", "c", "d"].map(Str::from).to_vec(),
        filter: vec![filter_step(0, None), filter_step(1, None), filter_step(2, None), filter_step(3, Some("full"))],
        scores: ScoreRecord { nodes: vec![0, 1, 2], rows, totals, ..ScoreRecord::default() },
        outcome: AttemptOutcome::Scheduled { node: 1, ties: vec![1] },
        ..Attempt::default()
    }
}

/// A dry run that removes pods and reprieves them; those in `victims` fail, because the preemptor would not fit.
fn dry_run(node: NodeIx, removed: &[&str], victims: &[usize]) -> DryRun {
    let info = |pod: &&str| VictimInfo { pod: format!("default/{pod}").into(), ..VictimInfo::default() };
    let reprieve = |pod: usize| Reprieve {
        pod,
        violates: Vec::new(),
        failure: victims.contains(&pod).then(|| (RowId::from("Filter"), failure("no room with it"))),
    };
    DryRun {
        node,
        removed: removed.iter().map(info).collect(),
        reprieves: (0..removed.len()).map(reprieve).collect(),
        victims: victims.to_vec(),
        ..DryRun::default()
    }
}

/// An attempt that fits on none of a, b and c, with these dry runs; `chosen` is the chosen node.
fn by_preemption(dry_runs: Vec<DryRun>, ladder: Vec<Rung>, chosen: Option<NodeIx>) -> Attempt {
    let preemption = PreemptionRecord { dry_runs, ladder, chosen, ..PreemptionRecord::default() };
    Attempt {
        pod: "default/web".into(),
        nodes: ["a", "b", "c"].map(Str::from).to_vec(),
        filter: (0..3).map(|node| filter_step(node, Some("full"))).collect(),
        preemption: Some(preemption),
        outcome: AttemptOutcome::Failed { message: "0/3".into(), is_fit_error: true, rows: Vec::new() },
        ..Attempt::default()
    }
}

fn names(choices: &[AnswerChoice]) -> Vec<String> {
    let name = |pick: &Pick| match pick {
        Pick::Node(name) => name.to_string(),
        Pick::Pod(key) => key.name().to_owned(),
        Pick::NoNode => "-".to_owned(),
        Pick::Fits(fits) => fits.to_string(),
        Pick::Outcome(outcome) => format!("{outcome:?}"),
        Pick::Unit(unit) => format!("{:?}", unit.pods),
    };
    choices.iter().map(|choice| name(&choice.pick)).collect()
}

/// The only right choice.
fn right<'c, 'a>(choices: &'c [AnswerChoice<'a>]) -> &'c AnswerChoice<'a> {
    let right: Vec<_> = choices.iter().filter(|choice| choice.is_right).collect();
    assert_eq!(right.len(), 1, "{choices:?}");
    right[0]
}

#[test]
fn the_node_with_the_highest_score_is_right() {
    let attempt = by_score(vec![score_step("Fit", 1, &[60, 90, 30]), score_step("Spread", 2, &[40, 50, 60])]);
    // The cluster lists the nodes in order of creation, including one that the attempt doesn't know.
    let frame = cluster(&[("d", &[]), ("c", &[]), ("new", &[]), ("b", &[]), ("a", &[])]);
    let choices = node_choices(&attempt, &frame);
    assert_eq!(names(&choices), ["d", "c", "b", "a", "-"]);
    let [a, b, c, d] = [0, 1, 2, 3].map(|at| &attempt.nodes[at]);
    let (fit, spread) = (&attempt.scores.rows[0].id, &attempt.scores.rows[1].id);
    let full = failure("full");
    assert_eq!(
        *right(&choices),
        AnswerChoice { pick: Pick::Node(b.clone()), is_right: true, reason: ChoiceReason::ScoresMost(b, 190) }
    );
    let best = (b, 190);
    for (at, why) in [
        (0, ChoiceReason::Rejected(d, &full)),
        // It has more points than the winner in the other row.
        (1, ChoiceReason::ScoresLess { choice: (c, 150), best, gap: Some(Gap { row: fit, choice: 30, best: 90 }) }),
        (3, ChoiceReason::ScoresLess { choice: (a, 140), best, gap: Some(Gap { row: fit, choice: 60, best: 90 }) }),
        (4, ChoiceReason::ScoresMost(b, 190)),
    ] {
        assert_eq!(choices[at].reason, why);
    }
    // A weight can turn the smaller difference into the larger one.
    let weighed = by_score(vec![score_step("Fit", 1, &[60, 90, 30]), score_step("Spread", 4, &[40, 50, 60])]);
    assert_eq!(largest_gap(&weighed, 0, 1), Some(Gap { row: spread, choice: 160, best: 200 }));
}

#[test]
fn the_gap_is_the_largest_one_in_which_the_winner_has_more() {
    type Row = (&'static str, i64, [i64; 3]);
    type Largest = Option<(&'static str, i64, i64)>;
    let table: [(&[Row], Largest); 6] = [
        (&[("Small", 1, [10, 11, 0]), ("Large", 1, [10, 40, 0]), ("Middle", 1, [10, 20, 0])], Some(("Large", 10, 40))),
        (&[("Large", 1, [10, 40, 0]), ("Small", 1, [10, 11, 0])], Some(("Large", 10, 40))),
        (&[("Small", 1, [10, 11, 0]), ("More", 1, [90, 10, 0])], Some(("Small", 10, 11))),
        (&[("Weighed", 5, [10, 12, 0]), ("Plain", 1, [10, 19, 0])], Some(("Weighed", 50, 60))),
        (&[("Same", 1, [10, 10, 0])], None),
        (&[], None),
    ];
    for (rows, gap) in table {
        let attempt = by_score(rows.iter().map(|(id, weight, points)| score_step(id, *weight, points)).collect());
        let largest = largest_gap(&attempt, 0, 1);
        assert_eq!(largest.map(|gap| (gap.row.as_str(), gap.choice, gap.best)), gap, "{rows:?}");
        assert_eq!(largest_gap(&attempt, 3, 1), None, "a node that is rejected has no points");
    }
}

#[test]
fn the_only_node_that_fits_is_right_without_scores() {
    let mut attempt = by_score(Vec::new());
    attempt.scores = ScoreRecord::default();
    let choices = node_choices(&attempt, &cluster(&[("b", &[])]));
    assert_eq!(right(&choices).reason, ChoiceReason::OnlyNode(&attempt.nodes[1]));
}

#[test]
fn an_extender_rejects_a_node_too() {
    let mut attempt = by_score(Vec::new());
    let (outside, refused) = (failure("outside"), failure("refused"));
    attempt.filter[0].outside_node_set = Some(outside.clone());
    attempt.filter[2].extender_rejection = Some(refused.clone());
    for (node, failure) in [("a", &outside), ("c", &refused)] {
        let choices = fit_choices(&attempt, node).expect("it is looked at");
        assert_eq!(
            *right(&choices),
            AnswerChoice {
                pick: Pick::Fits(false),
                is_right: true,
                reason: ChoiceReason::Rejected(&node.into(), failure)
            }
        );
    }
}

#[test]
fn a_node_fits_or_does_not() {
    let mut attempt = by_score(Vec::new());
    attempt.filter.remove(0);
    let full = failure("full");
    for (node, wanted) in [
        ("a", None),
        ("e", None),
        ("b", Some((true, ChoiceReason::Passes(&attempt.nodes[1])))),
        ("d", Some((false, ChoiceReason::Rejected(&attempt.nodes[3], &full)))),
    ] {
        let choices = fit_choices(&attempt, node);
        assert_eq!(
            choices.as_deref().map(names),
            wanted.is_some().then(|| vec!["true".to_owned(), "false".to_owned()])
        );
        let right_choice =
            choices.as_deref().map(|choice| (right(choice).pick == Pick::Fits(true), right(choice).reason.clone()));
        assert_eq!(right_choice, wanted, "{node}");
    }
}

#[test]
fn a_pod_that_is_tried_again_fits_or_does_not() {
    let bound = by_score(vec![score_step("Fit", 1, &[1, 2, 1])]);
    let preempts = by_preemption(vec![dry_run(1, &["low"], &[0])], Vec::new(), Some(1));
    let waits = by_preemption(Vec::new(), Vec::new(), None);
    let unseen = Attempt { filter: Vec::new(), ..waits.clone() };
    let full = failure("full");
    for (attempt, fits, why) in [
        (&bound, true, ChoiceReason::ScoresMost(&bound.nodes[1], 2)),
        (&preempts, false, ChoiceReason::MakesRoom(&preempts.nodes[1])),
        (&waits, false, ChoiceReason::Rejected(&waits.nodes[0], &full)),
        (&unseen, false, ChoiceReason::NothingFits),
    ] {
        let question = question_about(DecisionKind::Fits, attempt, &Frame::default()).expect("a question");
        assert_eq!(
            *right(&question.choices),
            AnswerChoice { pick: Pick::Fits(fits), is_right: true, reason: why.clone() }
        );
        assert!(question.choices.iter().all(|choice| choice.reason == why), "both answers have one reason");
    }
}

#[test]
fn the_node_that_preemption_chooses_is_right() {
    let ladder = vec![
        Rung { rule: LadderRule::FewestViolations, values: vec![(0, 0), (1, 0)], kept: vec![0, 1] },
        Rung { rule: LadderRule::LowestFirstPriority, values: vec![(0, 20), (1, 10)], kept: vec![1] },
    ];
    let failed = DryRun { node: 2, failure: Some((None, failure("still full"))), ..DryRun::default() };
    let runs = vec![dry_run(0, &["x", "y"], &[0, 1]), dry_run(1, &["low"], &[0]), failed];
    let attempt = by_preemption(runs, ladder, Some(1));
    let [a, b, c] = [0, 1, 2].map(|at| &attempt.nodes[at]);
    let choices = node_choices(&attempt, &cluster(&[("a", &[]), ("b", &[]), ("c", &[])]));
    let still_full = failure("still full");
    assert_eq!(right(&choices).pick, Pick::Node("b".into()));
    let rule = LadderRule::LowestFirstPriority;
    let rule_comparison = RuleComparison { node: a, value: 20, victims: 2 };
    let best = Some(RuleComparison { node: b, value: 10, victims: 1 });
    let wanted = [
        ChoiceReason::Loses { rule, choice: rule_comparison, best },
        ChoiceReason::MakesRoom(b),
        ChoiceReason::NoHelp(c, Some(&still_full)),
        ChoiceReason::MakesRoom(b),
    ];
    assert_eq!(choices.into_iter().map(|choice| choice.reason).collect::<Vec<_>>(), wanted);
}

#[test]
fn no_node_is_right_where_nothing_helps() {
    let mut attempt = by_preemption(Vec::new(), Vec::new(), None);
    attempt.filter.truncate(1);
    let choices = node_choices(&attempt, &cluster(&[("a", &[]), ("b", &[])]));
    assert_eq!(
        *right(&choices),
        AnswerChoice { pick: Pick::NoNode, is_right: true, reason: ChoiceReason::NothingFits }
    );
    assert_eq!(choices[0].reason, ChoiceReason::Rejected(&attempt.nodes[0], &failure("full")));
    assert_eq!(choices[1].reason, ChoiceReason::NoHelp(&attempt.nodes[1], None));
}

#[test]
fn victims_are_wanted_in_the_order_of_eviction() {
    // The pod that was removed second is evicted first.
    let mut run = dry_run(1, &["kept", "late", "early"], &[2, 1]);
    run.reprieves.remove(1);
    let rule = LadderRule::LowestFirstPriority;
    let ladder = vec![Rung { rule, values: vec![(0, 20), (1, 10)], kept: vec![1] }];
    let attempt = by_preemption(vec![dry_run(0, &["other"], &[0]), run], ladder, Some(1));
    let frame = cluster(&[("a", &["other"]), ("b", &["early", "high", "kept", "late"])]);
    let question = question_about(DecisionKind::Victims, &attempt, &frame).expect("a question");
    assert_eq!(question.node, Some(&attempt.nodes[1]));
    assert_eq!(names(&question.choices), ["early", "high", "kept", "late", "other"]);
    assert_eq!(question.order, [0, 3]);
    let no_room = failure("no room with it");
    let wanted = [
        (true, ChoiceReason::Victim("default/early".into(), Some(&no_room))),
        (false, ChoiceReason::NotLower("default/high".into())),
        (false, ChoiceReason::PutBack("default/kept".into())),
        (true, ChoiceReason::Victim("default/late".into(), None)),
        (
            false,
            ChoiceReason::Elsewhere {
                pod: "default/other".into(),
                node: &attempt.nodes[0],
                reason: Box::new(ChoiceReason::Loses {
                    rule,
                    choice: RuleComparison { node: &attempt.nodes[0], value: 20, victims: 1 },
                    // A wrong answer must not reveal the chosen node.
                    best: None,
                }),
            },
        ),
    ];
    assert_eq!(question.choices.into_iter().map(|choice| (choice.is_right, choice.reason)).collect::<Vec<_>>(), wanted);
}

#[test]
fn more_than_eight_candidates_are_limited_to_dry_run_victims() {
    let pods = ["p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8", "p9"];
    let attempt = by_preemption(vec![dry_run(1, &["p1", "p3"], &[1])], Vec::new(), Some(1));
    for (count, wanted) in [(7, 7), (8, 8), (9, 2)] {
        let choices = victim_choices(&attempt, &cluster(&[("b", &pods[..count])])).expect("choices");
        assert_eq!(choices.len(), wanted, "{count} pods");
        assert_eq!(right(&choices).pick, Pick::Pod("default/p3".into()));
    }
    // A pod without a node is not offered.
    let mut frame = cluster(&[("b", &pods[..8])]);
    let waits = serde_json::from_str(r#"{"metadata":{"name":"waits","namespace":"default"}}"#).expect("a pod");
    frame.apply_event(&Event {
        at: Millis::ZERO,
        what: EventKind::PodCreated { pod: Rc::new(waits), by: Str::default(), dropped_group: None },
    });
    assert_eq!(victim_choices(&attempt, &frame).expect("choices").len(), 8);
}

#[test]
fn nothing_is_asked_about_victims_where_there_are_none_or_only_one_pod() {
    let frame = cluster(&[("b", &["low"])]);
    for attempt in [
        by_score(Vec::new()),
        by_preemption(vec![dry_run(1, &["low"], &[0])], Vec::new(), None),
        by_preemption(vec![dry_run(1, &["low"], &[])], Vec::new(), Some(1)),
        by_preemption(vec![dry_run(1, &["low"], &[0])], Vec::new(), Some(1)),
    ] {
        assert_eq!(question_about(DecisionKind::Victims, &attempt, &frame), None);
    }
}

/// Name, priority, start, and whether the eviction violates a budget.
type Pods = &'static [(&'static str, i32, i64, bool)];
/// The number of each victim; and for each set of interchangeable victims, its size and whether the start orders it.
type AlikeVictims = (&'static [usize], &'static [(usize, bool)]);

#[test]
fn victims_of_one_priority_are_alike_if_both_violate_a_budget_or_neither_does() {
    let attempt_of = |pods: &[(&str, i32, i64, bool)]| {
        let names: Vec<&str> = pods.iter().map(|(name, ..)| *name).collect();
        let mut run = dry_run(1, &names, &(0..pods.len()).collect::<Vec<_>>());
        for (at, (_, priority, start, violates)) in pods.iter().enumerate() {
            (run.removed[at].priority, run.removed[at].start) = (*priority, *start);
            run.reprieves[at].violates = violates.then(|| "budget".into()).into_iter().collect();
        }
        by_preemption(vec![run], Vec::new(), Some(1))
    };
    let table: [(Pods, AlikeVictims); 4] = [
        (&[("a", 5, 10, false), ("b", 5, 20, false), ("c", 1, 0, false)], (&[0, 0, 1], &[(2, true)])),
        (&[("a", 5, 10, false), ("b", 5, 10, false)], (&[0, 0], &[(2, false)])),
        (&[("a", 5, 10, true), ("b", 5, 20, false)], (&[0, 1], &[])),
        (
            &[("a", 5, 1, true), ("b", 3, 2, true), ("c", 3, 2, true), ("d", 3, 3, false)],
            (&[0, 1, 1, 2], &[(2, false)]),
        ),
    ];
    for (pods, (groups, ties)) in table {
        let attempt = attempt_of(pods);
        let names: Vec<&str> = pods.iter().map(|(name, ..)| *name).collect();
        let question = question_about(DecisionKind::Victims, &attempt, &cluster(&[("b", &names)])).expect("a question");
        assert_eq!(question.alike_groups, groups, "{pods:?}");
        let tie_sizes: Vec<_> = question.ties.iter().map(|tie| (tie.pods.len(), tie.is_ordered_by_start)).collect();
        assert_eq!(tie_sizes, ties, "{pods:?}");
    }
}
