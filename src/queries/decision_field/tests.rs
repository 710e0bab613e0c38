//! Tests fields against a rule for one node, and against decisions of their own.

use simulation::Scenario;

use super::*;
use crate::{decide, load};

/// A node of 8 CPU with four pods, and a pending one. `least` is the budget of `db`.
fn cluster(least: u32) -> String {
    let pod = |name: &str, priority: i32, cpu: i64, more: &str| {
        format!(
            "---\nkind: Pod\nmetadata: {{name: {name}, labels: {{app: {name}}}}}\nspec: {{priority: {priority}, {more}containers: [{{name: c, \
             resources: {{requests: {{cpu: {cpu}m}}}}}}]}}\nstatus: {{phase: Running, conditions: [{{type: Ready, status: 'True'}}]}}\n"
        )
    };
    let bound = "nodeName: a, ";
    [
        "kind: Node\nmetadata: {name: a}\nstatus: {allocatable: {cpu: 8, memory: 4Gi, pods: 9}}\n".to_owned(),
        format!("---\nkind: PodDisruptionBudget\nmetadata: {{name: db}}\nspec: {{minAvailable: {least}, selector: {{matchLabels: {{app: db}}}}}}\n"),
        pod("db", 0, 1000, bound),
        pod("batch", 10, 2000, bound),
        pod("api", 50, 1000, bound),
        pod("web", 100, 1000, bound),
        pod("urgent", 1000, 1000, ""),
    ]
    .concat()
}

fn scenario(text: &str) -> Scenario {
    load::load_scenario(text, None).unwrap_or_else(|findings| panic!("{findings:?}")).1
}

fn key(name: &str) -> NamespacedName {
    NamespacedName::new("default", name)
}

/// What `urgent` requests, and what `web` requests.
fn field(least: u32) -> DecisionField {
    let pending =
        PendingDecision::new(scenario(&cluster(least)), &key("urgent")).unwrap_or_else(|error| panic!("{error:?}"));
    let axis = |name: &str, max: i64| FieldAxis { number: FieldNumber::PodCpu(key(name)), max, step: 250, unit: 10 };
    DecisionField::new(pending, [axis("urgent", 8500), axis("web", 4000)])
}

/// Who has to go on one node: all pods are removed, then put back in this order where they still fit.
fn expected_victims(x: i64, y: i64, has_budget: bool) -> Option<Vec<&'static str>> {
    if 4000 + x + y <= 8000 {
        return Some(Vec::new());
    }
    if x > 8000 {
        return None;
    }
    let [db, web, api, batch] = [("db", 1000), ("web", y), ("api", 1000), ("batch", 2000)];
    let order = if has_budget { [db, web, api, batch] } else { [web, api, batch, db] };
    let (mut room, mut victims) = (8000 - x, Vec::new());
    for (name, cpu) in order {
        if cpu <= room { room -= cpu } else { victims.push(name) }
    }
    let rank = |name: &&str| ["web", "api", "batch", "db"].iter().position(|other| other == name);
    victims.sort_by_key(rank);
    Some(victims)
}

fn victims_of(answer: &FieldAnswer) -> Option<Vec<String>> {
    match answer {
        FieldAnswer::Fits { .. } => Some(Vec::new()),
        FieldAnswer::Preempts { victims, .. } => Some(victims.iter().map(|pod| pod.name().to_owned()).collect()),
        FieldAnswer::Pending => None,
    }
}

#[test]
fn every_answer_follows_from_removing_all_and_putting_back() {
    for (least, has_budget) in [(0, false), (1, true)] {
        let mut field = field(least);
        let mut compared = 0;
        for x in (0..=8500).step_by(170) {
            for y in (0..=4000).step_by(130) {
                let answer = field.answer_at([x, y]);
                let expected = expected_victims(x, y, has_budget);
                let found = victims_of(&field.answers()[answer]);
                assert_eq!(
                    found,
                    expected.map(|names| names.into_iter().map(str::to_owned).collect()),
                    "{x} {y} {has_budget}"
                );
                compared += 1;
            }
        }
        assert!(compared > 1500, "{compared}");
    }
}

#[test]
fn a_field_decides_as_a_cluster_with_these_numbers() {
    let mut field = field(1);
    for (at, point) in [[4500, 2000], [0, 0], [8000, 4000], [8010, 100], [3990, 1510]].into_iter().enumerate() {
        let text = cluster(1).replace(
            "priority: 100, nodeName: a, containers: [{name: c, resources: {requests: {cpu: 1000m}}}]",
            &format!(
                "priority: 100, nodeName: a, containers: [{{name: c, resources: {{requests: {{cpu: {}m}}}}}}]",
                point[1]
            ),
        );
        let text = text.replace(
            "priority: 1000, containers: [{name: c, resources: {requests: {cpu: 1000m}}}]",
            &format!("priority: 1000, containers: [{{name: c, resources: {{requests: {{cpu: {}m}}}}}}]", point[0]),
        );
        assert_ne!(text, cluster(1), "{at}");
        let decision = decide(scenario(&text), &key("urgent")).unwrap_or_else(|error| panic!("{error:?}"));
        let answer = field.answer_at(point);
        assert_eq!(field.answers()[answer], FieldAnswer::of_attempt(&decision.attempt), "{point:?}");
    }
}

#[test]
fn borders_lie_between_different_answers() {
    let mut field = field(0);
    let row = field.row(3000);
    // The free room is 1, then each victim or set of victims makes more: the borders are multiples of 1000.
    let starts: Vec<i64> = row.iter().map(|(start, _)| *start).collect();
    assert_eq!(starts, [0, 1010, 2010, 3010, 4010, 5010, 6010, 7010, 8010]);
    for (start, answer) in row.into_iter().skip(1) {
        assert_eq!(field.answer_at([start, 3000]), answer);
        assert_ne!(field.answer_at([start - 10, 3000]), answer);
    }
}

/// Whether a point is inside outlines, by the even-odd rule.
fn is_inside(outlines: &[Vec<FieldPoint>], [x, y]: FieldPoint) -> bool {
    let crossings =
        outlines.iter().flat_map(|outline| outline.iter().zip(outline.iter().cycle().skip(1))).filter(|(from, to)| {
            let crosses = (from[1] > y) != (to[1] > y);
            crosses
                && i128::from(x - from[0]) * i128::from((to[1] - from[1]).abs())
                    < i128::from(to[0] - from[0]) * i128::from((y - from[1]) * (to[1] - from[1]).signum())
        });
    crossings.count() % 2 == 1
}

#[test]
fn outlines_enclose_the_points_with_their_answer() {
    for least in [0, 1] {
        let mut field = field(least);
        let map = field.map();
        let mut compared = 0;
        for x in (15..8500).step_by(70) {
            for y in (15..4000).step_by(90) {
                let inside: Vec<usize> =
                    (0..map.outlines.len()).filter(|at| is_inside(&map.outlines[*at], [x, y])).collect();
                // Outlines are simplified by up to a unit, so near a border they may enclose a point with the answer beyond it.
                let nearby = [[0, 0], [-20, 0], [20, 0], [0, -20], [0, 20]];
                let near_answers = nearby.map(|[dx, dy]| field.answer_at([x + dx, y + dy]));
                assert!(inside.iter().all(|answer| near_answers.contains(answer)), "{x} {y}: {inside:?}");
                let is_at_border = near_answers.iter().any(|answer| *answer != near_answers[0]);
                assert!(inside.len() == 1 || is_at_border, "{x} {y}: {inside:?}");
                compared += 1;
            }
        }
        assert!(compared > 5000, "{compared}");
        let corners: usize = map.outlines.iter().flatten().map(Vec::len).sum();
        assert!(corners < 100, "borders are straight: {corners} corners");
    }
}

#[test]
fn labels_stay_within_their_areas() {
    let map = field(0).map();
    let large = map.areas.iter().filter(|area| area.grid_points.len() > 40);
    let mut count = 0;
    for area in large {
        let place = map.label_place(area, [100, 0]).expect("room");
        assert!(area.grid_points.contains(&place));
        assert_eq!(map.label_place(area, [10_000, 100]), None);
        count += 1;
    }
    assert!(count >= 7, "{count}");
}

#[test]
fn priorities_and_nodes_are_numbers_too() {
    let pending =
        PendingDecision::new(scenario(&cluster(0)), &key("urgent")).unwrap_or_else(|error| panic!("{error:?}"));
    let axes = [
        FieldAxis { number: FieldNumber::PodPriority(key("urgent")), max: 200, step: 10, unit: 1 },
        FieldAxis { number: FieldNumber::NodeCpu("a".into()), max: 16_000, step: 1000, unit: 100 },
    ];
    let mut field = DecisionField::new(pending, axes);
    let mut victims = |point: FieldPoint| {
        let answer = field.answer_at(point);
        victims_of(&field.answers()[answer])
    };
    assert_eq!(victims([50, 6000]), Some(Vec::new()));
    assert_eq!(victims([50, 5000]), Some(vec!["db".to_owned()]));
    assert_eq!(victims([0, 5000]), None);
}
