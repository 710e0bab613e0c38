use i18n::Lang;
use queries::load;

use super::{
    edits::join_documents,
    outline::{Outline, plain_scalar, value_at},
    palette::PALETTE,
    *,
};
use crate::{
    actions::{
        Action,
        builder::{BuilderMsg, ObjectMsg, SelectMode},
    },
    effects::{Effect, StorageEffect},
    open_target::OpenTarget,
    store::Store,
    update::reduce,
};

fn apply_all(actions: impl IntoIterator<Item = Action>) -> Store {
    actions.into_iter().fold(Store::with_all_chunks(), |store, action| reduce(&store, action).0)
}

fn add_template(label: &str) -> Action {
    let index = PALETTE.iter().position(|template| Lang::En.form_label(template.label) == label);
    ObjectMsg::AddTemplate(index.expect("the palette has it")).into()
}

fn edit_field(id: &str, prefix: &'static str, path: &'static str, typed_text: &str) -> Action {
    ObjectMsg::EditField { id: id.into(), prefix: prefix.into(), path, typed: typed_text.into() }.into()
}

#[test]
fn every_template_of_the_palette_runs() {
    for (index, added) in PALETTE.iter().enumerate() {
        let store = apply_all([
            add_template("Standard · 4 cpu, 16Gi"),
            ObjectMsg::AddTemplate(index).into(),
            ObjectMsg::AddTemplate(index).into(),
        ]);
        assert!(!store.builder.is_edit_refused, "{}", Lang::En.form_label(added.label));
        let load_result = load::load_scenario(&store.builder.text, None);
        // Objects that the script names may be missing.
        assert!(
            load_result.is_ok(),
            "{}: {:?}\n{}",
            Lang::En.form_label(added.label),
            load_result.err(),
            store.builder.text
        );
        let selected_id = store.builder.selected_ids.last().cloned().unwrap_or_default();
        let outline = Outline::new(&store.builder.text);
        let outline_item = outline.get(&selected_id).expect("what was added is chosen");
        assert!(
            !form::form_parts(outline_item).is_empty()
                || config_form::document_release(outline_item, store.run.shown_release()).is_some()
        );
    }
}

#[test]
fn a_rename_keeps_rejected_inputs_of_the_form() {
    let store = apply_all([
        add_template("Small · 500m, 512Mi"),
        add_template("Small · 500m, 512Mi"),
        edit_field("Pod//small-1", "", "spec.containers.0.resources.requests.cpu", "much"),
    ]);
    let key = |store: &Store, id: &str| {
        Outline::new(&store.builder.text)
            .get(id)
            .map(|outline_item| outline_item.field_key("metadata.name"))
            .expect("it is there")
    };
    let renamed = reduce(&store, edit_field("Pod//small-1", "", "metadata.name", "web")).0;
    // The keys stay the same, so the focus stays in its field.
    assert_eq!(key(&renamed, "Pod//web"), key(&store, "Pod//small-1"));
    assert_ne!(key(&renamed, "Pod//web"), key(&renamed, "Pod//small-2"));
    let [rejected_input] = &renamed.builder.rejected_inputs[..] else {
        panic!("{:?}", renamed.builder.rejected_inputs)
    };
    assert_eq!(
        (&*rejected_input.id, &*rejected_input.input),
        ("Pod//web", "much"),
        "what cannot be written stays to be mended"
    );
}

#[test]
fn forms_edit_the_manifest() {
    let store = apply_all([
        add_template("Standard · 4 cpu, 16Gi"),
        add_template("Small · 500m, 512Mi"),
        add_template("High · 1000"),
        edit_field("Pod//small-1", "", "spec.priorityClassName", "high"),
        edit_field("Pod//small-1", "", "spec.nodeName", "node-1"),
        edit_field("Pod//small-1", "", "metadata.labels", "app=web, tier=front"),
        edit_field("Pod//small-1", "", "spec.containers.0.resources.requests.cpu", "2"),
        edit_field("Pod//small-1", "", "spec.tolerations", "a=b:NoSchedule, *"),
        edit_field("Node//node-1", "", "metadata.name", "alpha"),
        edit_field("PriorityClass//high", "", "metadata.name", "top"),
        edit_field("Pod//small-1", "", "spec.affinity", "apart"),
    ]);
    let outline = Outline::new(&store.builder.text);
    let pod = outline.get("Pod//small-1").expect("it is there");
    assert_eq!(pod.value["spec"]["priorityClassName"], "top", "{}", store.builder.text);
    assert_eq!(pod.value["spec"]["nodeName"], "alpha");
    assert_eq!(pod.value["spec"]["containers"][0]["resources"]["requests"]["cpu"], "2");
    assert_eq!(pod.value["metadata"]["labels"], serde_json::json!({"app": "web", "tier": "front"}));
    assert_eq!(
        outline.get("Node//alpha").expect("renamed").value["metadata"]["labels"]["kubernetes.io/hostname"],
        "alpha"
    );
    assert!(!form_checks::has_hidden_fields(pod), "{}", store.builder.text);
    for (prefix, fields) in form::form_parts(pod) {
        for field in fields {
            let value = value_at(&pod.value, &form::join_path(&prefix, field.path));
            let formatted = field_input::format_value(field.input, value, form_checks::pod_labels_at(pod, &prefix))
                .expect("it can be shown");
            let again = field_input::parse_input(field.input, &formatted, form_checks::pod_labels_at(pod, &prefix))
                .expect("what is shown can be typed");
            assert_eq!(again.unwrap_or_default(), *value, "{}", field.path);
        }
    }
    assert!(load::load_scenario(&store.builder.text, None).is_ok(), "{}", store.builder.text);
}

#[test]
fn invalid_input_is_rejected_and_changes_nothing() {
    let previous_store = apply_all([add_template("Standard · 4 cpu, 16Gi")]);
    for (path, text) in [("status.capacity.cpu", "lots"), ("metadata.name", "A b"), ("spec.taints", "x:Sometimes")] {
        let (next_store, effects) = reduce(&previous_store, edit_field("Node//node-1", "", path, text));
        assert_eq!((next_store.builder.text, effects), (previous_store.builder.text.clone(), Vec::new()));
        assert_eq!(
            next_store.builder.rejected_inputs.first().map(|rejected_input| rejected_input.input.as_str()),
            Some(text)
        );
    }
}

#[test]
fn changes_can_be_undone() {
    let store = apply_all([
        add_template("Standard · 4 cpu, 16Gi"),
        add_template("Big · 2 cpu, 4Gi"),
        Action::Builder(BuilderMsg::SetCopyCount(3)),
        ObjectMsg::DuplicateSelected.into(),
    ]);
    assert_eq!(
        Outline::new(&store.builder.text).names_of_kind("Pod").collect::<Vec<_>>(),
        ["big-1", "big-2", "big-3", "big-4"]
    );
    assert_eq!(store.builder.selected_ids.len(), 3);
    let (store_after_delete, _) = reduce(&store, Action::from(ObjectMsg::DeleteSelected));
    assert_eq!(Outline::new(&store_after_delete.builder.text).names_of_kind("Pod").count(), 1);
    let (restored_store, _) = reduce(&store_after_delete, Action::from(ObjectMsg::Undo));
    assert_eq!(restored_store.builder.text, store.builder.text);
    let (again, _) = reduce(&restored_store, Action::from(ObjectMsg::Redo));
    assert_eq!(again.builder.text, store_after_delete.builder.text);
    let (first, _) = reduce(&reduce(&restored_store, Action::from(ObjectMsg::Undo)).0, Action::from(ObjectMsg::Undo));
    assert_eq!(Outline::new(&first.builder.text).entries.len(), 1);
}

#[test]
fn a_range_selects_all_between() {
    let mut store = apply_all([
        add_template("Big · 2 cpu, 4Gi"),
        Action::Builder(BuilderMsg::SetCopyCount(3)),
        ObjectMsg::DuplicateSelected.into(),
    ]);
    for (id, pick) in
        [("Pod//big-1", SelectMode::Single), ("Pod//big-3", SelectMode::Range), ("Pod//big-2", SelectMode::Toggle)]
    {
        store = reduce(&store, Action::from(ObjectMsg::Select(id.into(), pick))).0;
    }
    assert_eq!(store.builder.selected_ids, ["Pod//big-1", "Pod//big-3"]);
}

#[test]
fn several_objects_are_changed_in_one_step() {
    let store = apply_all([
        add_template("High · 1000"),
        add_template("Small · 500m, 512Mi"),
        add_template("Deployment ×3"),
        Action::Builder(BuilderMsg::SelectMany(vec![
            "Pod//small-1".into(),
            "Deployment//web".into(),
            "PriorityClass//high".into(),
        ])),
        ObjectMsg::SetFields(vec![("spec.priorityClassName", "high".into()), ("metadata.namespace", "team-a".into())])
            .into(),
    ]);
    let outline = Outline::new(&store.builder.text);
    let field_text = |id: &str, path: &str| plain_scalar(value_at(&outline.get(id).expect("it is there").value, path));
    assert_eq!(field_text("Pod/team-a/small-1", "spec.priorityClassName"), "high", "{}", store.builder.text);
    assert_eq!(field_text("Deployment/team-a/web", "spec.template.spec.priorityClassName"), "high");
    assert_eq!(store.builder.selected_ids, ["Pod/team-a/small-1", "Deployment/team-a/web", "PriorityClass//high"]);
    let (down, _) = reduce(&store, Action::from(ObjectMsg::MovePriority(false)));
    assert!(!down.builder.text.contains("priorityClassName"), "{}", down.builder.text);
    let (restored_store, _) = reduce(&down, Action::from(ObjectMsg::Undo));
    assert_eq!(restored_store.builder.text, store.builder.text);
    let (store_after_error, _) =
        reduce(&store, Action::from(ObjectMsg::SetFields(vec![("metadata.namespace", "A B".into())])));
    assert_eq!(
        (store_after_error.builder.rejected_inputs.len(), &store_after_error.builder.text),
        (1, &store.builder.text)
    );
}

#[test]
fn rejected_inputs_of_other_fields_stay() {
    let store = apply_all([
        add_template("Standard · 4 cpu, 16Gi"),
        edit_field("Node//node-1", "", "status.capacity.cpu", "lots"),
        edit_field("Node//node-1", "", "status.capacity.memory", "8Gi"),
    ]);
    assert!(store.builder.text.contains("8Gi"));
    assert_eq!(store.builder.rejected_inputs.iter().map(|input| input.input.as_str()).collect::<Vec<_>>(), ["lots"]);
    let (right, _) = reduce(&store, edit_field("Node//node-1", "", "status.capacity.cpu", "8"));
    assert!(right.builder.rejected_inputs.is_empty());
}

#[test]
fn values_are_checked_against_the_rest_of_the_object() {
    let store =
        apply_all([add_template("Keep 2 of app=web"), add_template("Deployment ×3"), add_template("High · 1000")]);
    for (id, prefix, path, text) in [
        ("PodDisruptionBudget//web", "", "spec.maxUnavailable", "1"),
        ("PriorityClass//high", "", "value", "2000000000"),
    ] {
        let (next_store, _) = reduce(&store, edit_field(id, prefix, path, text));
        assert_eq!(
            (next_store.builder.rejected_inputs.len(), &next_store.builder.text),
            (1, &store.builder.text),
            "{path}"
        );
    }
    let labels = edit_field("Deployment//web", "spec.template", "metadata.labels", "app=shop");
    let (next_store, _) = reduce(&store, labels);
    let outline = Outline::new(&next_store.builder.text);
    let web = outline.get("Deployment//web").expect("it is there");
    assert_eq!(web.value["spec"]["selector"]["matchLabels"]["app"], "shop", "the selector follows");
    assert!(load::load_scenario(&next_store.builder.text, None).is_ok());
}

#[test]
fn items_of_a_typed_list_and_bare_arrays_are_listed() {
    let text = r#"{"kind": "NodeList", "items": [{"metadata": {"name": "a"}}]}
[{"kind": "Pod", "metadata": {"name": "b"}}]"#;
    let outline = Outline::new(text);
    let kinds_and_names: Vec<_> =
        outline.entries.iter().map(|outline_item| (outline_item.kind.as_str(), outline_item.name.as_str())).collect();
    assert_eq!((kinds_and_names, outline.list), (vec![("Node", "a"), ("Pod", "b")], None));
}

#[test]
fn files_are_joined_into_one_manifest() {
    assert_eq!(
        join_documents(vec!["---\nkind: A\n\n".into(), String::new(), "\u{feff}kind: B".into()]),
        "kind: A\n---\nkind: B\n"
    );
    let store = apply_all([
        add_template("High · 1000"),
        ObjectMsg::AppendText("kind: Namespace\nmetadata: {name: a}\n".into()).into(),
    ]);
    assert_eq!(Outline::new(&store.builder.text).entries.len(), 2);
}

#[test]
fn assumed_owners_can_be_dropped_in_every_notation() {
    let pod = "{kind: Pod, metadata: {name: p, ownerReferences: [{kind: Job, name: j, uid: u, controller: true}], labels: {a: b}}, spec: {containers: [{name: c}]}}";
    for text in [
        format!("{pod}\n"),
        format!("kind: List\nitems:\n- {pod}\n"),
        format!("{pod}\n---\nkind: Scenario\ntitle: Mine\nscript: []\n"),
    ] {
        let opened_store = reduce(&Store::with_all_chunks(), Action::Open(OpenTarget::Text(text.as_str().into()))).0;
        let assumes = |text: &str| !load::load_scenario(text, None).expect("a scenario").1.inferred_owners.is_empty();
        let without_owners = reduce(&opened_store, Action::from(ObjectMsg::DropAssumedOwners)).0;
        assert_eq!(
            (assumes(&text), assumes(&without_owners.builder.text)),
            (true, false),
            "{}",
            without_owners.builder.text
        );
        assert_eq!(reduce(&without_owners, Action::from(ObjectMsg::Undo)).0.builder.text, opened_store.builder.text);
    }
}

#[test]
fn imported_scenarios_overwrite_nothing() {
    let saved_scenario = |name: &str, text: &str| SavedScenario { name: name.into(), text: text.into() };
    let mut store = Store::with_all_chunks();
    store.builder.saved_scenarios = Rc::new(vec![saved_scenario("a", "one"), saved_scenario("b", "two")]);
    let file = vec![("a".to_owned(), "one".into()), ("b".to_owned(), "other".into()), ("c".to_owned(), "three".into())];
    let (store, effects) = reduce(&store, Action::Builder(BuilderMsg::ImportSaved(file)));
    assert_eq!(
        *store.builder.saved_scenarios,
        [
            saved_scenario("a", "one"),
            saved_scenario("b", "two"),
            saved_scenario("b 2", "other"),
            saved_scenario("c", "three")
        ]
    );
    assert_eq!(effects, [Effect::Storage(StorageEffect::KeepScenarios)]);
}

#[test]
fn node_amounts_change_in_capacity_and_allocatable() {
    let text = "kind: Node\nmetadata: {name: a}\nstatus: {allocatable: {cpu: 2}}\n---\nkind: Node\nmetadata: {name: b}\nstatus: \
                {capacity: {cpu: 4}, allocatable: {cpu: 3900m}}\n---\nkind: Node\nmetadata: {name: c}\n";
    let opened_store = reduce(&Store::with_all_chunks(), Action::Open(OpenTarget::Text(text.into()))).0;
    let cpu = |store: &Store, id: &str| {
        let manifest = store.builder.parse_current();
        let outline_item = manifest.outline().get(id).expect("it is there");
        let of = |path: &str| plain_scalar(value_at(&outline_item.value, path));
        (
            plain_scalar(form::field_value(outline_item, "status.capacity.cpu")),
            of("status.capacity.cpu"),
            of("status.allocatable.cpu"),
        )
    };
    let three = |a: &str, b: &str, c: &str| (a.to_owned(), b.to_owned(), c.to_owned());
    assert_eq!(cpu(&opened_store, "Node//b"), three("3900m", "4", "3900m"));
    for (id, after) in [("Node//a", ("", "8")), ("Node//b", ("8", "8")), ("Node//c", ("8", ""))] {
        let store = reduce(&opened_store, edit_field(id, "", "status.capacity.cpu", "8")).0;
        assert_eq!(cpu(&store, id), three("8", after.0, after.1), "{id}");
        let selected = reduce(&opened_store, Action::from(ObjectMsg::Select(id.into(), SelectMode::Single))).0;
        let store = reduce(&selected, Action::from(ObjectMsg::SetFields(vec![("status.capacity.cpu", "8".into())]))).0;
        assert_eq!(cpu(&store, id), three("8", after.0, after.1), "{id}, of all that are chosen");
    }
}

#[test]
fn devices_of_a_node_have_a_form() {
    let slice = "ResourceSlice//gpu-node-1";
    let typed = |(prefix, path, text): (&'static str, &'static str, &str)| edit_field(slice, prefix, path, text);
    let edits = [
        ("", "spec.devices", "3"),
        ("", "spec.devices.*.attributes", "model=h100, cores=16, ecc=true, driver=1.2.3, slot=\"7\""),
        ("", "spec.devices.*.capacity", "memory=80Gi"),
        ("spec.devices.1", "capacity", "memory=40Gi"),
        ("spec.devices.2", "name", "spare"),
        ("spec.devices.2", "taints", "broken:NoSchedule"),
    ];
    let store = apply_all(std::iter::once(add_template("Node with 2 GPUs (DRA)")).chain(edits.map(typed)));
    assert_eq!(
        (store.builder.rejected_inputs.len(), store.builder.is_edit_refused),
        (0, false),
        "{:?}",
        store.builder.rejected_inputs
    );
    let outline = Outline::new(&store.builder.text);
    let outline_item = outline.get(slice).expect("it is there");
    let attributes = serde_json::json!({
        "model": {"string": "h100"}, "cores": {"int": 16}, "ecc": {"bool": true}, "driver": {"version": "1.2.3"}, "slot": {"string": "7"}
    });
    let device = |name: &str, memory: &str| serde_json::json!({"name": name, "attributes": attributes, "capacity": {"memory": {"value": memory}}});
    let mut spare = device("spare", "80Gi");
    spare["taints"] = serde_json::json!([{"key": "broken", "effect": "NoSchedule"}]);
    assert_eq!(
        outline_item.value["spec"]["devices"],
        serde_json::json!([device("gpu-0", "80Gi"), device("gpu-1", "40Gi"), spare])
    );
    assert!(
        form::has_mixed_values(outline_item, "spec.devices.*.capacity")
            && !form::has_mixed_values(outline_item, "spec.devices.*.attributes")
    );
    assert!(!form_checks::has_hidden_fields(outline_item), "{}", store.builder.text);
    assert!(load::load_scenario(&store.builder.text, None).is_ok(), "{}", store.builder.text);
    for invalid_input in [
        ("", "spec.devices", "129"),
        ("", "spec.devices", "0"),
        ("", "spec.devices.*.attributes", "2nd=x"),
        ("spec.devices.0", "capacity", "memory=lots"),
        ("spec.devices.0", "name", "gpu-1"),
        ("spec.devices.0", "name", ""),
        ("spec.devices.0", "taints", "broken:PreferNoSchedule"),
    ] {
        let (next_store, _) = reduce(&store, typed(invalid_input));
        assert_eq!(
            (next_store.builder.rejected_inputs.len(), &next_store.builder.text),
            (1, &store.builder.text),
            "{invalid_input:?}"
        );
    }
    let (fewer, _) = reduce(&store, typed(("", "spec.devices", "1")));
    assert_eq!(
        value_at(&Outline::new(&fewer.builder.text).get(slice).expect("it is there").value, "spec.devices.1"),
        &serde_json::Value::Null
    );
}

#[test]
fn requests_of_claims_and_templates_have_a_form() {
    for (label, id, base) in [
        ("Claim that pods can share", "ResourceClaim//shared-gpu-1", ""),
        ("Pod with a claim for a GPU", "ResourceClaimTemplate//one-gpu", "spec"),
    ] {
        let typed = |prefix: &str, path: &'static str, text: &str| {
            let prefix = form::join_path(base, prefix).into();
            Action::from(ObjectMsg::EditField { id: id.into(), prefix, path, typed: text.into() })
        };
        let of = |request: &str| format!("spec.devices.requests.{request}");
        let store = apply_all([
            add_template(label),
            ObjectMsg::EditField {
                id: id.into(),
                prefix: base.into(),
                path: "spec.devices.requests",
                typed: "2".into(),
            }
            .into(),
            ObjectMsg::EditField {
                id: id.into(),
                prefix: base.into(),
                path: "spec.devices.constraints.0.matchAttribute",
                typed: "gpu.example.com/model".into(),
            }
            .into(),
            typed(&of("0.exactly"), "count", "2"),
            typed(&of("1"), "name", "rest"),
            typed(&of("1.exactly"), "allocationMode", "All"),
            typed(&of("1.exactly"), "selectors.0.cel.expression", "device.driver == \"gpu.example.com\""),
            typed(&of("0.exactly"), "selectors.0.cel.expression", "true"),
            typed(&of("0.exactly"), "selectors.0.cel.expression", ""),
        ]);
        assert_eq!(store.builder.rejected_inputs, [], "{id}");
        let outline = Outline::new(&store.builder.text);
        let outline_item = outline.get(id).expect("it is there");
        let expected = serde_json::json!({
            "requests": [
                {"name": "gpu", "exactly": {"deviceClassName": "gpu", "count": 2}},
                {"name": "rest", "exactly": {"deviceClassName": "gpu", "allocationMode": "All",
                    "selectors": [{"cel": {"expression": "device.driver == \"gpu.example.com\""}}]}},
            ],
            "constraints": [{"matchAttribute": "gpu.example.com/model"}],
        });
        assert_eq!(claims::device_spec(outline_item), &expected, "{}", store.builder.text);
        assert!(!form_checks::has_hidden_fields(outline_item), "{}", store.builder.text);
        assert!(load::load_scenario(&store.builder.text, None).is_ok(), "{}", store.builder.text);
        for (request, path, text) in
            [("1.exactly", "count", "2"), ("0.exactly", "allocationMode", "All"), ("1", "name", "gpu")]
        {
            let (next_store, _) = reduce(&store, typed(&of(request), path, text));
            assert_eq!(
                (next_store.builder.rejected_inputs.len(), &next_store.builder.text),
                (1, &store.builder.text),
                "{path}"
            );
        }
    }
}

#[test]
fn adding_a_claim_is_one_undo_step() {
    let previous_store = apply_all([add_template("Small · 500m, 512Mi")]);
    let store = reduce(&previous_store, Action::from(ObjectMsg::ToggleClaim("new".into()))).0;
    assert_eq!(store.builder.selected_ids, ["Pod//small-1"]);
    let outline = Outline::new(&store.builder.text);
    for id in ["Node//gpu-node-1", "ResourceSlice//gpu-node-1", "DeviceClass//gpu", "ResourceClaimTemplate//gpu"] {
        assert!(outline.get(id).is_some(), "{id} in {}", store.builder.text);
    }
    assert!(
        !form_checks::has_hidden_fields(outline.get("Pod//small-1").expect("it is there")),
        "{}",
        store.builder.text
    );
    let restored_store = reduce(&store, Action::from(ObjectMsg::Undo)).0;
    assert_eq!(restored_store.builder.text, previous_store.builder.text);
    // References follow a new name.
    let renamed = reduce(&store, edit_field("DeviceClass//gpu", "", "metadata.name", "card")).0;
    let renamed = reduce(&renamed, edit_field("ResourceClaimTemplate//gpu", "", "metadata.name", "one")).0;
    let outline = Outline::new(&renamed.builder.text);
    let field_text = |id: &str, path: &str| plain_scalar(value_at(&outline.get(id).expect("it is there").value, path));
    let class = "spec.spec.devices.requests.0.exactly.deviceClassName";
    assert_eq!(field_text("ResourceClaimTemplate//one", class), "card");
    assert_eq!(field_text("Pod//small-1", "spec.resourceClaims.0.resourceClaimTemplateName"), "one");
}
