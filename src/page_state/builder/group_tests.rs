//! Tests of pod groups and feature gates in the builder, up to the run.

use std::rc::Rc;

use api::Str;
use releases::Release;
use runlog::Event;
use serde_json::json;

use super::{
    feature_gates,
    group_forecast::{ForecastOutcome, GroupForecast},
    outline::{ObjectGroup, Outline, OutlineItem},
    *,
};
use crate::{
    actions::{
        Action,
        builder::{BuilderMsg, ObjectMsg},
    },
    run::RunMsg,
    store::Store,
    testing::InlineWorker,
    update::reduce,
};

const NODES: &str = "{kind: Node, metadata: {name: a}, status: {capacity: {cpu: '2', memory: 8Gi, pods: '110'}}}\n";

fn pod(name: &str, more: &str) -> String {
    format!(
        "---\n# the pod {name}\nkind: Pod\nmetadata: {{name: {name}}}\nspec:\n  {more}containers: [{{name: c, resources: {{requests: {{cpu: 600m}}}}}}]\n"
    )
}

fn four_pods() -> String {
    let pods: String = (0..4).map(|number| pod(&format!("train-{number}"), "")).collect();
    format!("{NODES}{pods}")
}

fn store_with(text: &str) -> Store {
    let mut store = Store::with_all_chunks();
    store.builder.text = Rc::<str>::from(text).into();
    // Something has run, so that edits can be undone.
    store.run.number = 1;
    store
}

fn act(store: &Store, object_msg: ObjectMsg) -> Store {
    let store = reduce(store, object_msg.into()).0;
    assert!(!store.builder.is_edit_refused, "{}", store.builder.text);
    store
}

fn select(store: &Store, ids: &[&str]) -> Store {
    let ids = ids.iter().map(|id| (*id).to_owned()).collect();
    reduce(store, Action::Builder(BuilderMsg::SelectMany(ids))).0
}

fn item(store: &Store, id: &str) -> OutlineItem {
    let outline = Outline::new(&store.builder.text);
    outline.get(id).unwrap_or_else(|| panic!("{id} in {}", store.builder.text)).clone()
}

fn run_events(store: &Store) -> Vec<Rc<Event>> {
    let store = InlineWorker::default().apply_action(store, Action::Run(RunMsg::RunEdited));
    assert!(store.run.problems.is_empty(), "{:?}\n{}", store.run.problems, store.builder.text);
    store.run.view.trace.events().to_vec()
}

fn forecast(store: &Store, group: &str) -> GroupForecast {
    GroupForecast::of_events(&run_events(store), &group.into())
}

const TRAIN: [&str; 4] = ["Pod//train-0", "Pod//train-1", "Pod//train-2", "Pod//train-3"];

#[test]
fn a_gang_of_selected_pods_gets_a_forecast_from_the_run() {
    let start = store_with(&four_pods());
    let grouped = act(&select(&start, &TRAIN), ObjectMsg::GroupSelected);
    assert_eq!(grouped.builder.selected_ids, ["PodGroup//train"], "its form is open");
    let group = item(&grouped, "PodGroup//train");
    assert_eq!(group.group, ObjectGroup::PodGroups);
    assert_eq!(group.value["spec"], json!({"schedulingPolicy": {"gang": {"minCount": 4}}}));
    for id in TRAIN {
        assert_eq!(item(&grouped, id).value["spec"]["schedulingGroup"], json!({"podGroupName": "train"}));
    }
    assert!(grouped.builder.text.contains("# the pod train-2"), "comments stay");
    // Without the feature gates, the group has no effect.
    let outline = Outline::new(&grouped.builder.text);
    let missing = feature_gates::missing_gates(outline.gates, &pod_groups::wanted_gates(&group));
    assert_eq!(missing, ["GenericWorkload", "GangScheduling"]);
    assert_eq!(forecast(&grouped, "default/train"), GroupForecast::NotTried);
    // With them three members fit, which is too few.
    let gated = act(&grouped, ObjectMsg::TurnOnGates(missing));
    let tried = |placed, outcome| move |forecast| matches!(forecast, GroupForecast::Tried { placed: found, members: 4, outcome: end, .. } if (found, end) == (placed, outcome));
    let first = forecast(&gated, "default/train");
    assert!(tried(3, ForecastOutcome::NothingBound)(first.clone()), "{first:?}");
    let typed = ObjectMsg::EditField {
        id: "PodGroup//train".into(),
        prefix: "".into(),
        path: form::MIN_COUNT_PATH,
        typed: "3".into(),
    };
    let lower = act(&gated, typed);
    let second = forecast(&lower, "default/train");
    assert!(tried(3, ForecastOutcome::Bound)(second.clone()), "{second:?}");
    // Each edit can be undone.
    let mut back = lower;
    for _ in 0..3 {
        back = act(&back, ObjectMsg::Undo);
    }
    assert_eq!(back.builder.text, start.builder.text);
}

#[test]
fn the_minimum_follows_added_and_removed_members() {
    let grouped = act(&select(&store_with(&four_pods()), &TRAIN[..3]), ObjectMsg::GroupSelected);
    let minimum =
        |store: &Store| item(store, "PodGroup//train").value["spec"]["schedulingPolicy"]["gang"]["minCount"].clone();
    let toggle = |store: &Store, member: &str| {
        act(store, ObjectMsg::ToggleMember { group: "PodGroup//train".into(), member: member.into() })
    };
    assert_eq!(minimum(&grouped), 3);
    let more = toggle(&grouped, TRAIN[3]);
    assert_eq!(
        (minimum(&more), &*item(&more, TRAIN[3]).value["spec"]["schedulingGroup"]["podGroupName"].to_string()),
        (4.into(), "\"train\"")
    );
    let fewer = toggle(&toggle(&more, TRAIN[0]), TRAIN[1]);
    assert_eq!(minimum(&fewer), 2);
    assert!(item(&fewer, TRAIN[0]).value["spec"]["schedulingGroup"].is_null(), "{}", fewer.builder.text);
    // A minimum set by the user stays.
    let typed = |store: &Store, typed: &str| {
        let path = form::MIN_COUNT_PATH;
        reduce(
            store,
            ObjectMsg::EditField { id: "PodGroup//train".into(), prefix: "".into(), path, typed: typed.into() }.into(),
        )
        .0
    };
    let own = typed(&fewer, "1");
    assert_eq!(minimum(&toggle(&own, TRAIN[0])), 1);
    // Invalid values are rejected at the field.
    for wrong in ["0", "-1", "many", "", "99999999999"] {
        let store = typed(&own, wrong);
        assert_eq!((store.builder.rejected_inputs.len(), minimum(&store)), (1, 1.into()), "{wrong}");
    }
    let dissolved = act(&own, ObjectMsg::DissolveGroup("PodGroup//train".into()));
    assert_eq!(dissolved.builder.selected_ids, [TRAIN[2], TRAIN[3]]);
    assert!(!dissolved.builder.text.contains("schedulingGroup") && !dissolved.builder.text.contains("PodGroup"));
    assert_eq!(act(&dissolved, ObjectMsg::Undo).builder.text, own.builder.text);
}

#[test]
fn a_group_is_created_in_the_namespace_of_its_pods() {
    let late = "---\nkind: Scenario\nscript:\n- {at: 1s, create: {kind: Pod, metadata: {name: late, namespace: lab}, spec: {containers: [{name: c}]}}}\n";
    let text = format!(
        "{NODES}---\nkind: Pod\nmetadata: {{name: early, namespace: lab}}\nspec: {{containers: [{{name: c}}]}}\n---\nkind: Pod\n\
         metadata: {{name: far}}\nspec: {{containers: [{{name: c}}]}}\n---\napiVersion: scheduling.volcano.sh/v1beta1\nkind: PodGroup\n\
         metadata: {{name: group}}\n{late}"
    );
    let store = store_with(&text);
    let outline = Outline::new(&store.builder.text);
    assert_eq!(outline.get("PodGroup//group").map(|entry| entry.group), Some(ObjectGroup::Other), "it is Volcano's");
    let ids = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect::<Vec<_>>();
    assert!(!pod_groups::can_group(&outline, &ids(&["Pod/lab/early", "Pod//far"])));
    assert!(!pod_groups::can_group(&outline, &ids(&["Pod//far", "Node//a"])) && !pod_groups::can_group(&outline, &[]));
    let grouped = act(&select(&store, &["Pod/lab/early", "script/0"]), ObjectMsg::GroupSelected);
    let group = item(&grouped, "PodGroup/lab/group-2");
    assert_eq!(group.value["metadata"], json!({"name": "group-2", "namespace": "lab"}));
    assert_eq!(item(&grouped, "script/0").value["create"]["spec"]["schedulingGroup"]["podGroupName"], "group-2");
    // References of its pods follow a new name.
    let typed = ObjectMsg::EditField {
        id: "PodGroup/lab/group-2".into(),
        prefix: "".into(),
        path: "metadata.name",
        typed: "both".into(),
    };
    let renamed = act(&grouped, typed);
    assert_eq!(item(&renamed, "Pod/lab/early").value["spec"]["schedulingGroup"]["podGroupName"], "both");
    assert_eq!(item(&renamed, "script/0").value["create"]["spec"]["schedulingGroup"]["podGroupName"], "both");
}

#[test]
fn a_form_writes_all_fields_of_a_group() {
    let class = "---\nkind: PriorityClass\nmetadata: {name: high}\nvalue: 1000\n";
    let text = format!("{}{class}", four_pods());
    let grouped = act(&select(&store_with(&text), &TRAIN), ObjectMsg::GroupSelected);
    let store =
        act(&grouped, ObjectMsg::TurnOnGates(vec!["WorkloadAwarePreemption", "TopologyAwareWorkloadScheduling"]));
    let typed = |store: &Store, path: &'static str, typed: &str| {
        reduce(
            store,
            ObjectMsg::EditField { id: "PodGroup//train".into(), prefix: "".into(), path, typed: typed.into() }.into(),
        )
        .0
    };
    let spec = |store: &Store| item(store, "PodGroup//train").value["spec"].clone();
    let mut store = typed(&store, "spec.disruptionMode", "PodGroup");
    store = typed(&store, "spec.priorityClassName", "high");
    store = typed(&store, "spec.schedulingConstraints.topology.0.key", "topology.kubernetes.io/zone");
    let topology = json!({"topology": [{"key": "topology.kubernetes.io/zone"}]});
    let gang = json!({"gang": {"minCount": 4}});
    assert_eq!(
        spec(&store),
        json!({"schedulingPolicy": gang, "disruptionMode": "PodGroup", "priorityClassName": "high", "schedulingConstraints": topology})
    );
    assert!(!form_checks::has_hidden_fields(&item(&store, "PodGroup//train")), "{}", store.builder.text);
    run_events(&store);
    // The priority must equal that of the class, and be at most the user limit.
    for wrong in ["7", "2000000000"] {
        let refused = typed(&store, "spec.priority", wrong);
        assert_eq!((refused.builder.rejected_inputs.len(), spec(&refused)["priority"].is_null()), (1, true), "{wrong}");
    }
    assert_eq!(spec(&typed(&store, "spec.priority", "1000"))["priority"], 1000);
    // Clearing fields leaves no empty parents.
    store = typed(&store, "spec.schedulingConstraints.topology.0.key", "");
    store = typed(&store, "spec.schedulingPolicy", "basic");
    assert_eq!(
        spec(&store),
        json!({"schedulingPolicy": {"basic": {}}, "disruptionMode": "PodGroup", "priorityClassName": "high"})
    );
    store = typed(&store, "spec.schedulingPolicy", "gang");
    assert_eq!(spec(&store)["schedulingPolicy"], gang, "all its members");
    assert_eq!(typed(&store, "spec.schedulingPolicy", "").builder.rejected_inputs.len(), 1);
    // A pod leaves the group through its own form.
    let leave = ObjectMsg::EditField {
        id: TRAIN[0].into(),
        prefix: "".into(),
        path: form::MEMBERSHIP_PATH,
        typed: String::new(),
    };
    assert!(item(&act(&store, leave), TRAIN[0]).value["spec"]["schedulingGroup"].is_null());
}

#[test]
fn a_job_becomes_a_gang_with_its_gates() {
    let job = "---\napiVersion: batch/v1\nkind: Job\nmetadata: {name: j}\nspec:\n  completions: 3\n  template:\n    spec: {restartPolicy: Never, containers: [{name: c, resources: {requests: {cpu: 600m}}}]}\n";
    let store = store_with(&format!("{NODES}{job}"));
    let gang = act(&select(&store, &["Job//j"]), ObjectMsg::MakeGangJob("Job//j".into()));
    let entry = item(&gang, "Job//j");
    assert!(pod_groups::is_gang_job(&entry), "{}", gang.builder.text);
    let spec = &entry.value["spec"];
    assert_eq!(
        (&spec["parallelism"], &spec["completions"], &spec["completionMode"]),
        (&3.into(), &3.into(), &"Indexed".into())
    );
    let story: Vec<String> = run_events(&gang).iter().map(|event| event.what.story_line()).collect();
    assert!(story.iter().any(|line| line.starts_with("podgroup default/j-") && line.contains("Success")), "{story:#?}");
    // Repeating it changes nothing.
    assert_eq!(act(&gang, ObjectMsg::MakeGangJob("Job//j".into())).builder.text, gang.builder.text);
    assert_eq!(act(&gang, ObjectMsg::Undo).builder.text, store.builder.text);
}

#[test]
fn a_gate_without_its_dependencies_is_refused() {
    let mut store = store_with(NODES);
    // A release without these gates runs, which the manifest doesn't name.
    Rc::make_mut(&mut store.run.manifest_summary).summary.release = Release::from_name("v1.34").expect("a release");
    let refused = reduce(&store, ObjectMsg::SetGate("GangScheduling", true).into()).0;
    let text: Str = "GangScheduling is enabled, but depends on features that are disabled: [GenericWorkload]".into();
    let refusal = |text: &Str| Some(feature_gates::RefusedGate { gate: "GangScheduling", text: text.clone() });
    assert_eq!((&refused.builder.refused_gate, &refused.builder.text), (&refusal(&text), &store.builder.text));
    let first = act(&refused, ObjectMsg::SetGate("GenericWorkload", true));
    assert_eq!(first.builder.refused_gate, None);
    assert!(
        first.builder.text.ends_with("kind: Scenario\nfeatureGates: {GenericWorkload: true}\nrelease: v1.36\n"),
        "{}",
        first.builder.text
    );
    let second = act(&first, ObjectMsg::SetGate("GangScheduling", true));
    // It can be turned off only once no other gate depends on it.
    let kept = reduce(&second, ObjectMsg::SetGate("GenericWorkload", false).into()).0;
    assert_eq!(kept.builder.text, second.builder.text);
    assert_eq!(kept.builder.refused_gate.map(|refused| refused.text), Some(text));
    let off =
        act(&act(&second, ObjectMsg::SetGate("GangScheduling", false)), ObjectMsg::SetGate("GenericWorkload", false));
    assert!(!off.builder.text.contains("featureGates"), "{}", off.builder.text);
    let whole = act(&store, ObjectMsg::TurnOnGates(vec!["WorkloadAwarePreemption"]));
    let gates = Outline::new(&whole.builder.text).gates;
    assert!(
        gates.generic_workload && gates.gang_scheduling && gates.workload_aware_preemption && !gates.workload_with_job
    );
    run_events(&whole);
    // Other fields of the scenario stay.
    let own = store_with("kind: Scenario\ntitle: Mine # really\nfeatureGates: {SomethingElse: true}\nscript: []\n");
    let text = act(&own, ObjectMsg::SetGate("GenericWorkload", true)).builder.text;
    assert!(
        text.contains("# really") && text.contains("SomethingElse: true") && text.contains("GenericWorkload: true"),
        "{text}"
    );
}

#[test]
fn group_fields_are_set_by_name() {
    let scripted = "---\nkind: Scenario\nfeatureGates: {GenericWorkload: true, GangScheduling: true}\nscript:\n- {at: 1s, create: {apiVersion: \
                    scheduling.k8s.io/v1alpha2, kind: PodGroup, metadata: {name: late}, spec: {schedulingPolicy: {gang: {minCount: 4}}}}}\n";
    let store = act(&select(&store_with(&format!("{}{scripted}", four_pods())), &TRAIN), ObjectMsg::GroupSelected);
    let set = |store: &Store, group: &str| {
        act(store, ObjectMsg::SetGroupFields { group: group.into(), fields: vec![(form::MIN_COUNT_PATH, "3".into())] })
    };
    let minimum = |value: &serde_json::Value| outline::value_at(value, form::MIN_COUNT_PATH).clone();
    assert_eq!(minimum(&item(&set(&store, "default/train"), "PodGroup//train").value), 3);
    assert_eq!(minimum(&item(&set(&store, "default/late"), "script/0").value["create"]), 3);
    let missing = ObjectMsg::SetGroupFields { group: "lab/train".into(), fields: Vec::new() };
    assert!(reduce(&store, missing.into()).0.builder.is_edit_refused);
    let off = act(&store, ObjectMsg::TurnOffGates);
    assert!(!off.builder.text.contains("featureGates") && off.builder.text.contains("script:"));
}

#[test]
fn turning_gates_on_switches_to_a_release_with_groups() {
    let mut store = act(&select(&store_with(&four_pods()), &TRAIN), ObjectMsg::GroupSelected);
    store.run.release = releases::Release::from_name("v1.20");
    let on = act(&store, ObjectMsg::TurnOnGates(vec!["GangScheduling"]));
    assert_eq!(on.run.release, Some(releases::feature_gates::SINCE));
    assert!(on.builder.text.contains("release: v1.36"));
    let tried = |forecast| matches!(forecast, GroupForecast::Tried { .. });
    assert!(tried(forecast(&on, "default/train")));
}
