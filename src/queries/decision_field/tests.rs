//! Tests fields against a rule for one node, and against decisions of their own.

use api::Millis;
use protocol::{Answer, FieldBytes, FieldPointQuery, FieldQuery, Question};
use simulation::Scenario;

use super::*;
use crate::{decide, load, test_support::FinishedRun};

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
    let axis =
        |name: &str, max: i64| FieldAxis { number: FieldNumber::PodCpu(key(name)), max, step: 250, unit: 10, scale: 1 };
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
        FieldAnswer::Pending { .. } => None,
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
        assert_eq!(field.answers()[answer], answer_of_attempt(&decision.attempt), "{point:?}");
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

/// Checks that the answer changes at every part of the outlines, but at the edge of the field and left of a line. Returns the number of parts.
fn check_border_sides(field: &mut DecisionField, map: &AreaMap, left: i64) -> usize {
    let (max, unit) = ([field.axes()[0].max, field.axes()[1].max], [field.axes()[0].unit, field.axes()[1].unit]);
    let mut checked = 0;
    for outline in map.outlines.iter().flatten() {
        for (from, to) in outline.iter().zip(outline.iter().cycle().skip(1)) {
            let is_on_edge = (0..2).any(|axis| from[axis] == to[axis] && [0, max[axis]].contains(&from[axis]));
            let length = [0, 1].map(|axis| (to[axis] - from[axis]).abs() / unit[axis]);
            if is_on_edge || from[0].min(to[0]) < left || length[0].max(length[1]) < 8 {
                continue;
            }
            for part in 1..4 {
                let middle =
                    [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * part / 4 / unit[axis] * unit[axis]);
                // Across the border, two units to each side: less than two pixels of a picture.
                let axis = usize::from(length[0] >= length[1]);
                let sides = [-2, 3].map(|offset| {
                    let mut side = middle;
                    side[axis] = (side[axis] + offset * unit[axis]).clamp(0, max[axis]);
                    field.answer_at(side)
                });
                assert_ne!(sides[0], sides[1], "{from:?} to {to:?} at {middle:?}");
                checked += 1;
            }
        }
    }
    checked
}

#[test]
fn the_answer_changes_at_every_border() {
    for least in [0, 1] {
        let mut field = field(least);
        let map = field.map();
        let checked = check_border_sides(&mut field, &map, 0);
        assert!(checked > 50, "{checked}");
    }
}

/// A priority is above that of another pod or not, so the borders of this field are stairs that no straight line follows.
#[test]
fn a_border_within_a_cell_is_followed() {
    let pending =
        PendingDecision::new(scenario(&cluster(0)), &key("urgent")).unwrap_or_else(|error| panic!("{error:?}"));
    let axes = [
        FieldAxis { number: FieldNumber::PodPriority(key("urgent")), max: 128, step: 16, unit: 1, scale: 1 },
        FieldAxis { number: FieldNumber::NodeCpu("a".into()), max: 8192, step: 1024, unit: 8, scale: 1 },
    ];
    let mut field = DecisionField::new(pending, axes);
    let map = field.map();
    // The pod of priority 0 is spared by a pod of the same priority only: an area as narrow as a unit.
    let checked = check_border_sides(&mut field, &map, 16);
    assert!(checked > 10, "{checked}");
}

#[test]
fn a_run_answers_with_ever_finer_fields_and_their_points() {
    let axis =
        |name: &str, max: i64| FieldAxis { number: FieldNumber::PodCpu(key(name)), max, step: 250, unit: 5, scale: 1 };
    let query = FieldQuery { pod: key("urgent"), axes: [axis("urgent", 8500), axis("web", 4000)] };
    // Before the first decision.
    let mut run = FinishedRun::new(&cluster(0), None, Some(Millis::new(1)));
    let Answer::Field(map) = run.answer_to(Question::Field(FieldBytes::new(&query))) else { panic!("no field") };
    let map: AreaMap = map.decode();
    assert!(map.lines[0].len() > 40 && map.areas.len() >= 9, "{:?} {}", map.lines[0].len(), map.areas.len());
    let mut field = field(0);
    for (at, answer) in map.grid.iter().enumerate().step_by(7) {
        let columns = map.lines[0].len();
        let expected = field.answer_at(map.grid_point([at % columns, at / columns]));
        assert_eq!(map.answers[*answer], field.answers()[expected], "{at}");
    }
    let point = FieldPointQuery { field: query.clone(), point: [5500, 3000] };
    let Answer::FieldPoint(decision) = run.answer_to(Question::FieldPoint(FieldBytes::new(&point))) else {
        panic!("no point")
    };
    let decision = decision.decode::<Option<FieldDecision>>().expect("a decision");
    assert_eq!(decision.answer.victims(), [key("web"), key("batch")]);
    let node = decision.node.expect("a node");
    assert_eq!((node.capacity, node.newcomer.amount, node.pods.len()), (8000, 5500, 4));
    let victims: Vec<(&str, i64)> =
        node.pods.iter().filter(|pod| pod.is_victim).map(|pod| (pod.pod.name(), pod.amount)).collect();
    assert_eq!(victims, [("web", 3000), ("batch", 2000)]);
    assert!(decision.row.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 != pair[1].1));
    let missing = FieldQuery { pod: key("nobody"), ..query };
    let answer = run.answer_to(Question::Field(FieldBytes::new(&missing)));
    assert_eq!(answer, Answer::Field(FieldBytes::new(&AreaMap::default())));
}

#[test]
fn budgets_and_memory_are_numbers_too() {
    let pending =
        PendingDecision::new(scenario(&cluster(1)), &key("urgent")).unwrap_or_else(|error| panic!("{error:?}"));
    let axes = [
        FieldAxis { number: FieldNumber::AllowedDisruptions(key("db")), max: 20, step: 10, unit: 1, scale: 10 },
        FieldAxis { number: FieldNumber::PodMemory(key("urgent")), max: 5000, step: 500, unit: 4, scale: 1 },
    ];
    let mut field = DecisionField::new(pending, axes);
    let mut answer = |point: FieldPoint| {
        let answer = field.answer_at(point);
        field.answers()[answer].clone()
    };
    assert!(matches!(answer([0, 4096]), FieldAnswer::Fits { .. }));
    assert!(answer([0, 4100]).is_pending());
    // Values are rounded: 0.4 disruptions are none.
    assert_eq!(answer([4, 2000]), answer([0, 2000]));
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
        FieldAxis { number: FieldNumber::PodPriority(key("urgent")), max: 200, step: 10, unit: 1, scale: 1 },
        FieldAxis { number: FieldNumber::NodeCpu("a".into()), max: 16_000, step: 1000, unit: 100, scale: 1 },
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

/// Each weight gives the decision that the scheduler takes with this weight in its configuration.
#[test]
fn weights_are_numbers_too() {
    let cluster = "
kind: Node
metadata: {name: a}
status: {allocatable: {cpu: 8, memory: 8Gi, pods: 9}}
---
kind: Node
metadata: {name: b, labels: {disk: ssd}}
status: {allocatable: {cpu: 8, memory: 8Gi, pods: 9}}
---
kind: Pod
metadata: {name: web}
spec: {nodeName: b, containers: [{name: c, resources: {requests: {cpu: 7, memory: 7Gi}}}]}
---
kind: Pod
metadata: {name: urgent}
spec:
  containers: [{name: c, resources: {requests: {cpu: 500m, memory: 500Mi}}}]
  affinity:
    nodeAffinity:
      preferredDuringSchedulingIgnoredDuringExecution:
      - {weight: 1, preference: {matchExpressions: [{key: disk, operator: Exists}]}}
---
";
    let configured = |weights: [i64; 2]| {
        let enabled = ["NodeAffinity", "NodeResourcesFit"].into_iter().zip(weights);
        let enabled: Vec<String> = enabled
            .filter(|(_, weight)| *weight > 0)
            .map(|(name, weight)| format!("{{name: {name}, weight: {weight}}}, "))
            .collect();
        let text = format!(
            "{cluster}apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\nprofiles:\n- plugins: {{score: {{disabled: \
             [{{name: NodeAffinity}}, {{name: NodeResourcesFit}}], enabled: [{}]}}}}\n",
            enabled.concat()
        );
        let pending = PendingDecision::new(scenario(&text), &key("urgent"));
        answer_of_attempt(&pending.unwrap_or_else(|error| panic!("{error:?}")).decide())
    };
    let pending = PendingDecision::new(scenario(cluster), &key("urgent")).unwrap_or_else(|error| panic!("{error:?}"));
    let axis = |plugin: &str| FieldAxis {
        number: FieldNumber::PluginWeight(plugin.into()),
        max: 100,
        step: 10,
        unit: 1,
        scale: 10,
    };
    let mut field = DecisionField::new(pending, [axis("NodeAffinity"), axis("NodeResourcesFit")]);
    for weights in (0..=5).flat_map(|x| (0..=5).map(move |y| [x, y])) {
        let answer = field.answer_at(weights.map(|weight| weight * 10));
        assert_eq!(field.answers()[answer], configured(weights), "{weights:?}");
    }
    let is_on = |name: &str| {
        field.answers().iter().any(|answer| matches!(answer, FieldAnswer::Fits { node, .. } if *node == name))
    };
    assert!(is_on("a") && is_on("b"), "{:?}", field.answers());
}

#[test]
fn areas_beside_a_narrow_one_have_no_knots() {
    // A pod that requests nothing fits on a full node, so that one area is one unit wide. Where it meets two others, their border ends at the edge.
    for step in [50, 125, 170, 250] {
        let pending =
            PendingDecision::new(scenario(&cluster(1)), &key("urgent")).unwrap_or_else(|error| panic!("{error:?}"));
        let axis =
            |name: &str, max: i64| FieldAxis { number: FieldNumber::PodCpu(key(name)), max, step, unit: 10, scale: 1 };
        let map = DecisionField::new(pending, [axis("urgent", 4250), axis("web", 6000)]).map();
        for (answer, outlines) in map.answers.iter().zip(&map.outlines) {
            let sizes: Vec<usize> = outlines.iter().map(Vec::len).collect();
            assert!(sizes.len() == 1 && sizes[0] <= 8, "step {step}: {answer:?} has outlines of {sizes:?} points");
        }
    }
}
