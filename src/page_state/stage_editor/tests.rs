use api::{NamespacedName, Str};
use scene::objects::ObjectRef;

use crate::{
    actions::{Action, player::PlayerMsg, selection::SelectionMsg},
    builder::{
        outline::{ObjectGroup, value_at},
        palette::PALETTE,
    },
    overlays::Toast,
    panels::InspectorPage,
    stage_edit::{NewObject, StageEdit},
    store::Store,
    testing::InlineWorker,
    update::reduce,
};

const TEXT: &str = "kind: Node\nmetadata: {name: a}\nstatus: {allocatable: {cpu: 2}}\n---\nkind: Node\nmetadata: {name: b}\nstatus: \
                    {allocatable: {cpu: 2}}\n---\nkind: Pod\nmetadata: {name: one}\nspec: {containers: [{name: c, resources: \
                    {requests: {cpu: 1}}}]}\n---\nkind: Deployment\nmetadata: {name: web}\nspec:\n  replicas: 2\n  template:\n    \
                    metadata: {labels: {app: web}}\n    spec: {containers: [{name: c}]}\n---\nkind: Scenario\nscript:\n- {at: 1s, \
                    create: {kind: Pod, metadata: {name: late}, spec: {containers: [{name: c}]}}}\n";

/// A completed run and its worker.
fn open_and_run(text: &str) -> (Store, InlineWorker) {
    let mut worker = InlineWorker::default();
    let store = worker.open_text(text);
    (reduce(&store, Action::Player(PlayerMsg::End)).0, worker)
}

fn apply_edit(store: &Store, worker: &mut InlineWorker, edit: StageEdit) -> Store {
    worker.apply_action(store, Action::from(edit))
}

fn find_pod(store: &Store, name_prefix: &str) -> NamespacedName {
    let frame = store.run.view.trace.frame_at(usize::MAX);
    frame.pods.keys().find(|key| key.starts_with(name_prefix)).cloned().expect("the run has it")
}

#[test]
fn an_object_opens_the_form_of_its_source() {
    let (store, mut worker) = open_and_run(TEXT);
    let pod = find_pod(&store, "default/web-");
    for (object_ref, expected) in [
        (ObjectRef::Node("a".into()), Some("Node//a")),
        (ObjectRef::Pod("default/one".into()), Some("Pod//one")),
        (ObjectRef::Pod(pod), Some("Deployment//web")),
        (ObjectRef::Pod("default/late".into()), Some("script/0")),
        (ObjectRef::Budget("default/none".into()), None),
    ] {
        let store = apply_edit(&store, &mut worker, StageEdit::OpenForm(object_ref.clone()));
        assert_eq!(store.inspector.page, InspectorPage::EditForm);
        assert_eq!(store.builder.selected_ids.last().map(String::as_str), expected, "{object_ref:?}");
    }
}

#[test]
fn clicks_open_further_forms_while_a_form_is_open() {
    let (store, mut worker) = open_and_run(TEXT);
    let (looked, _) = reduce(&store, Action::Selection(SelectionMsg::PickPod(Some("default/one".into()))));
    assert_eq!(looked.inspector.page, InspectorPage::Pod);
    let store = apply_edit(&store, &mut worker, StageEdit::OpenForm(ObjectRef::Node("a".into())));
    let (store, _) = reduce(&store, Action::Selection(SelectionMsg::PickPod(Some("default/one".into()))));
    assert_eq!(
        (store.inspector.page, store.builder.selected_ids.last().map(String::as_str)),
        (InspectorPage::EditForm, Some("Pod//one"))
    );
}

#[test]
fn stage_edits_change_the_manifest_and_can_be_undone() {
    let (store, mut worker) = open_and_run(TEXT);
    let pod = ObjectRef::Pod("default/one".into());
    let nodes = |store: &Store| store.builder.parse_current().outline().names_of_kind("Node").count();
    let pods = |store: &Store| store.builder.parse_current().outline().names_of_kind("Pod").count();
    let next_store = apply_edit(&store, &mut worker, StageEdit::AddObject(NewObject::Node));
    assert_eq!((nodes(&next_store), next_store.inspector.page), (3, InspectorPage::EditForm));
    let next_store = apply_edit(&store, &mut worker, StageEdit::DuplicateObject(pod.clone()));
    assert_eq!(pods(&next_store), 2);
    let next_store = apply_edit(&store, &mut worker, StageEdit::DeleteObject(pod));
    assert_eq!(pods(&next_store), 0);
    let (restored_store, _) = reduce(&next_store, Action::from(crate::actions::builder::ObjectMsg::Undo));
    assert_eq!(&**restored_store.builder.text, TEXT);
    let next_store = apply_edit(&store, &mut worker, StageEdit::SetCordoned("a".into(), true));
    assert_eq!(
        next_store.builder.parse_current().outline().get("Node//a").map(|outline| value_at(
            &outline.value,
            "spec.unschedulable"
        )
        .clone()),
        Some(true.into())
    );
    let next_store = apply_edit(&next_store, &mut worker, StageEdit::SetCordoned("a".into(), false));
    assert!(
        next_store.builder.parse_current().outline().get("Node//a").is_some_and(|outline| value_at(
            &outline.value,
            "spec.unschedulable"
        )
        .is_null())
    );
}

#[test]
fn a_pod_dragged_to_a_node_gets_its_node_name() {
    let (store, mut worker) = open_and_run(TEXT);
    for node in ["b", "a"] {
        let next_store =
            apply_edit(&store, &mut worker, StageEdit::MovePod { pod: "default/one".into(), node: node.into() });
        assert_eq!(next_store.run.view.trace.frame_at(usize::MAX).pods["default/one"].node.as_deref(), Some(node));
    }
    // A node name in the template would move all replicas.
    let pod = find_pod(&store, "default/web-");
    let next_store = apply_edit(&store, &mut worker, StageEdit::MovePod { pod, node: "a".into() });
    assert_eq!((&**next_store.builder.text, next_store.overlays.toast), (TEXT, Some(Toast::OwnedByWorkload)));
}

#[test]
fn dropping_a_template_on_a_node_is_one_undo_step() {
    let (store, mut worker) = open_and_run(TEXT);
    let of = |group| PALETTE.iter().position(|template| template.group == group).expect("the palette has it");
    let (pod, node) = (of(ObjectGroup::Pods), of(ObjectGroup::Nodes));
    for (template, onto, kind) in [(pod, Some("b"), "Pod"), (pod, None, "Pod"), (node, Some("b"), "Node")] {
        let names = |store: &Store| store.builder.parse_current().outline().names_of_kind(kind).count();
        let next_store =
            apply_edit(&store, &mut worker, StageEdit::DropTemplate { template, node: onto.map(Str::from) });
        assert_eq!(names(&next_store), names(&store) + 1);
        assert_eq!(next_store.run.number, store.run.number + 1, "one run");
        let id = next_store.builder.selected_ids.last().expect("it is chosen").clone();
        let on = value_at(
            &next_store.builder.parse_current().outline().get(&id).expect("it is there").value,
            "spec.nodeName",
        )
        .clone();
        assert_eq!(on.as_str(), onto.filter(|_| kind == "Pod"), "{kind}");
        assert_eq!(&**reduce(&next_store, Action::from(crate::actions::builder::ObjectMsg::Undo)).0.builder.text, TEXT);
    }
}

#[test]
fn a_pod_is_dragged_to_a_priority_class_in_one_step() {
    let text = TEXT
        .replace("spec: {containers: [{name: c, resources:", "spec: {priority: 5, containers: [{name: c, resources:");
    let (store, mut worker) =
        open_and_run(&format!("{text}---\nkind: PriorityClass\nmetadata: {{name: high}}\nvalue: 100\n"));
    let give = |store: &Store, worker: &mut InlineWorker, pod: NamespacedName, class: &str| {
        apply_edit(store, worker, StageEdit::SetPriorityClass { pod, class: class.into() })
    };
    let priority = |store: &Store, key: &str| store.run.view.trace.frame_at(usize::MAX).pods[key].pod.priority();
    let high = give(&store, &mut worker, "default/one".into(), "high");
    assert_eq!((priority(&store, "default/one"), priority(&high, "default/one")), (5, 100), "{}", high.builder.text);
    // A pod of a workload changes the whole workload.
    let web = find_pod(&high, "default/web-");
    let all = give(&high, &mut worker, web, "high");
    assert_eq!(priority(&all, &find_pod(&all, "default/web-")), 100, "{}", all.builder.text);
    let none = give(&high, &mut worker, "default/one".into(), "");
    assert_eq!(priority(&none, "default/one"), 0);
    let (store, effects) = reduce(&high, Action::from(crate::actions::builder::ObjectMsg::Undo));
    assert_eq!(priority(&worker.run_effects(store, effects), "default/one"), 5);
}

#[test]
fn protecting_a_new_pod_covers_no_other_pod() {
    use crate::actions::builder::ObjectMsg;

    let (mut store, mut worker) = open_and_run(TEXT);
    let typed = |id: &str, path: &'static str, typed_text: &str| {
        Action::from(ObjectMsg::EditField {
            id: id.into(),
            prefix: String::new().into(),
            path,
            typed: typed_text.into(),
        })
    };
    for name in ["victim", "preemptor"] {
        store = apply_edit(&store, &mut worker, StageEdit::AddObject(NewObject::Pod));
        store = worker.apply_action(&store, typed("Pod//small-1", "metadata.name", name));
    }
    let covered = |store: &Store| {
        let frame = store.run.view.trace.frame_at(usize::MAX);
        let names = frame.pods.iter().filter(|(_, view)| !frame.budgets_of(&view.pod).is_empty());
        names.map(|(key, _)| key.to_string()).collect::<Vec<_>>()
    };
    let next_store = apply_edit(&store, &mut worker, StageEdit::ProtectPod("default/victim".into()));
    assert_eq!(covered(&next_store), ["default/victim"], "{}", next_store.builder.text);
    assert_eq!(next_store.builder.protection, None);
    // The budget follows a renamed pod, and a label set by the user stays.
    let renamed = worker.apply_action(&next_store, typed("Pod//victim", "metadata.name", "kept"));
    assert_eq!(covered(&renamed), ["default/kept"], "{}", renamed.builder.text);
    for (path, value) in [("metadata.labels", "app=web, tier=x"), ("metadata.name", "other")] {
        store = worker.apply_action(&store, typed("Pod//preemptor", path, value));
    }
    let outline = store.builder.parse_current();
    let labels = &outline.outline().get("Pod//other").expect("it is there").value["metadata"]["labels"];
    assert_eq!(*labels, serde_json::json!({"app": "web", "tier": "x"}));
    // A copy gets its own label as well.
    let copied =
        apply_edit(&next_store, &mut worker, StageEdit::DuplicateObject(ObjectRef::Pod("default/victim".into())));
    assert_eq!(covered(&copied), ["default/victim"], "{}", copied.builder.text);
}

#[test]
fn a_budget_that_covers_other_pods_needs_confirmation() {
    use crate::actions::builder::ObjectMsg;

    let pods = ["one", "two", "three"].map(|name| {
        format!(
            "---\nkind: Pod\nmetadata: {{name: {name}, labels: {{app: shared}}}}\nspec: {{containers: [{{name: c}}]}}\n"
        )
    });
    let pods = pods.concat();
    let text = TEXT.replace("---\nkind: Pod\nmetadata: {name: one}", "---\nkind: Pod\nmetadata: {name: old}") + &pods;
    let (store, mut worker) = open_and_run(&text);
    let others = |store: &Store| store.builder.protection.as_ref().map(|protection| protection.others.clone());
    let web = find_pod(&store, "default/web-");
    for (pod, expected) in [("default/one", vec!["two", "three"]), (web.as_str(), vec!["web ×2"])] {
        let asking_store = apply_edit(&store, &mut worker, StageEdit::ProtectPod(pod.into()));
        assert_eq!(others(&asking_store), Some(expected.iter().map(ToString::to_string).collect()), "{pod}");
        assert_eq!(
            (&**asking_store.builder.text, asking_store.inspector.page),
            (text.as_str(), InspectorPage::EditForm),
            "nothing is changed yet"
        );
        let protected = worker
            .apply_action(&asking_store, Action::from(ObjectMsg::ProtectPods { pod: pod.into(), is_for_all: true }));
        assert_eq!(
            (
                others(&protected),
                protected.builder.parse_current().outline().names_of_kind("PodDisruptionBudget").count()
            ),
            (None, 1)
        );
        // An existing budget changes nothing and asks nothing.
        let again = apply_edit(&protected, &mut worker, StageEdit::ProtectPod(pod.into()));
        assert_eq!((others(&again), &again.builder.text), (None, &protected.builder.text));
        // Another action doesn't confirm.
        assert_eq!(
            others(&apply_edit(&asking_store, &mut worker, StageEdit::OpenForm(ObjectRef::Node("a".into())))),
            None
        );
    }
}
