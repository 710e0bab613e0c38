use crate::builder::Build;
use crate::opening::Opening;
use crate::store::Action;
use crate::update::reduce;
use answers::load;
use words::Lang;

use super::edits::joined;
use super::outline::{Outline, at, plain};
use super::palette::PALETTE;
use super::*;
use crate::store::{Effect, Store};

fn built(builds: impl IntoIterator<Item = Build>) -> Store {
    builds.into_iter().fold(Store::default(), |store, build| reduce(&store, Action::Builder(build)).0)
}

fn template(label: &str) -> Build {
    Build::Add(PALETTE.iter().position(|it| Lang::En.form(it.label) == label).expect("the palette has it"))
}

fn typed(id: &str, prefix: &'static str, path: &'static str, typed: &str) -> Build {
    Build::Type { id: id.into(), prefix: prefix.into(), path, typed: typed.into() }
}

#[test]
fn everything_in_the_palette_runs() {
    for (index, added) in PALETTE.iter().enumerate() {
        let store = built([template("Standard · 4 cpu, 16Gi"), Build::Add(index), Build::Add(index)]);
        assert!(!store.builder.refused, "{}", Lang::En.form(added.label));
        let loaded = load::scenario(&store.builder.text, None);
        // What the script names need not be there.
        assert!(loaded.is_ok(), "{}: {:?}\n{}", Lang::En.form(added.label), loaded.err(), store.builder.text);
        let chosen = store.builder.chosen.last().cloned().unwrap_or_default();
        let outline = Outline::new(&store.builder.text);
        let entry = outline.get(&chosen).expect("what was added is chosen");
        assert!(!form::parts(entry).is_empty() || configuring::release(entry, store.run.shown_release()).is_some());
    }
}

#[test]
fn a_new_name_takes_along_what_is_typed_elsewhere_in_the_form() {
    let store = built([
        template("Small · 500m, 512Mi"),
        template("Small · 500m, 512Mi"),
        typed("Pod//small-1", "", "spec.containers.0.resources.requests.cpu", "much"),
    ]);
    let key = |store: &Store, id: &str| {
        Outline::new(&store.builder.text).get(id).map(|entry| entry.field_key("metadata.name")).expect("it is there")
    };
    let named = reduce(&store, Action::Builder(typed("Pod//small-1", "", "metadata.name", "web"))).0;
    // The fields are the same ones: what has the focus keeps it.
    assert_eq!(key(&named, "Pod//web"), key(&store, "Pod//small-1"));
    assert_ne!(key(&named, "Pod//web"), key(&named, "Pod//small-2"));
    let [wrong] = &named.builder.wrong[..] else { panic!("{:?}", named.builder.wrong) };
    assert_eq!((&*wrong.id, &*wrong.typed), ("Pod//web", "much"), "what cannot be written stays to be mended");
}

#[test]
fn forms_patch_the_text() {
    let store = built([
        template("Standard · 4 cpu, 16Gi"),
        template("Small · 500m, 512Mi"),
        template("High · 1000"),
        typed("Pod//small-1", "", "spec.priorityClassName", "high"),
        typed("Pod//small-1", "", "spec.nodeName", "node-1"),
        typed("Pod//small-1", "", "metadata.labels", "app=web, tier=front"),
        typed("Pod//small-1", "", "spec.containers.0.resources.requests.cpu", "2"),
        typed("Pod//small-1", "", "spec.tolerations", "a=b:NoSchedule, *"),
        typed("Node//node-1", "", "metadata.name", "alpha"),
        typed("PriorityClass//high", "", "metadata.name", "top"),
        typed("Pod//small-1", "", "spec.affinity", "apart"),
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
    assert!(!form::says_more(pod), "{}", store.builder.text);
    for (prefix, fields) in form::parts(pod) {
        for field in fields {
            let value = at(&pod.value, &form::join(&prefix, field.path));
            let shown = form::show(field.input, value, form::labels(pod, &prefix)).expect("it can be shown");
            let again =
                form::parse(field.input, &shown, form::labels(pod, &prefix)).expect("what is shown can be typed");
            assert_eq!(again.unwrap_or_default(), *value, "{}", field.path);
        }
    }
    assert!(load::scenario(&store.builder.text, None).is_ok(), "{}", store.builder.text);
}

#[test]
fn what_cannot_be_written_is_told_and_changes_nothing() {
    let before = built([template("Standard · 4 cpu, 16Gi")]);
    for (path, text) in [("status.capacity.cpu", "lots"), ("metadata.name", "A b"), ("spec.taints", "x:Sometimes")] {
        let (after, effects) = reduce(&before, Action::Builder(typed("Node//node-1", "", path, text)));
        assert_eq!((after.builder.text, effects), (Rc::clone(&before.builder.text), Vec::new()));
        assert_eq!(after.builder.wrong.first().map(|wrong| wrong.typed.as_str()), Some(text));
    }
}

#[test]
fn changes_can_be_taken_back() {
    let store =
        built([template("Standard · 4 cpu, 16Gi"), template("Big · 2 cpu, 4Gi"), Build::Copies(3), Build::Duplicate]);
    assert_eq!(
        Outline::new(&store.builder.text).names("Pod").collect::<Vec<_>>(),
        ["big-1", "big-2", "big-3", "big-4"]
    );
    assert_eq!(store.builder.chosen.len(), 3);
    let (gone, _) = reduce(&store, Action::Builder(Build::Delete));
    assert_eq!(Outline::new(&gone.builder.text).names("Pod").count(), 1);
    let (back, _) = reduce(&gone, Action::Builder(Build::Undo));
    assert_eq!(back.builder.text, store.builder.text);
    let (again, _) = reduce(&back, Action::Builder(Build::Redo));
    assert_eq!(again.builder.text, gone.builder.text);
    let (first, _) = reduce(&reduce(&back, Action::Builder(Build::Undo)).0, Action::Builder(Build::Undo));
    assert_eq!(Outline::new(&first.builder.text).entries.len(), 1);
}

#[test]
fn shift_chooses_all_between() {
    let mut store = built([template("Big · 2 cpu, 4Gi"), Build::Copies(3), Build::Duplicate]);
    for (id, pick) in [("Pod//big-1", Pick::One), ("Pod//big-3", Pick::Range), ("Pod//big-2", Pick::Toggle)] {
        store = reduce(&store, Action::Builder(Build::Choose(id.into(), pick))).0;
    }
    assert_eq!(store.builder.chosen, ["Pod//big-1", "Pod//big-3"]);
}

#[test]
fn many_are_changed_as_one() {
    let store = built([
        template("High · 1000"),
        template("Small · 500m, 512Mi"),
        template("Deployment ×3"),
        Build::ChooseAll(vec!["Pod//small-1".into(), "Deployment//web".into(), "PriorityClass//high".into()]),
        Build::All(vec![("spec.priorityClassName", "high".into()), ("metadata.namespace", "team-a".into())]),
    ]);
    let outline = Outline::new(&store.builder.text);
    let said = |id: &str, path: &str| plain(at(&outline.get(id).expect("it is there").value, path));
    assert_eq!(said("Pod/team-a/small-1", "spec.priorityClassName"), "high", "{}", store.builder.text);
    assert_eq!(said("Deployment/team-a/web", "spec.template.spec.priorityClassName"), "high");
    assert_eq!(store.builder.chosen, ["Pod/team-a/small-1", "Deployment/team-a/web", "PriorityClass//high"]);
    let (down, _) = reduce(&store, Action::Builder(Build::Raise(false)));
    assert!(!down.builder.text.contains("priorityClassName"), "{}", down.builder.text);
    let (back, _) = reduce(&down, Action::Builder(Build::Undo));
    assert_eq!(back.builder.text, store.builder.text);
    let (wrong, _) = reduce(&store, Action::Builder(Build::All(vec![("metadata.namespace", "A B".into())])));
    assert_eq!((wrong.builder.wrong.len(), &wrong.builder.text), (1, &store.builder.text));
}

#[test]
fn what_is_wrong_elsewhere_stays() {
    let store = built([
        template("Standard · 4 cpu, 16Gi"),
        typed("Node//node-1", "", "status.capacity.cpu", "lots"),
        typed("Node//node-1", "", "status.capacity.memory", "8Gi"),
    ]);
    assert!(store.builder.text.contains("8Gi"));
    assert_eq!(store.builder.wrong.iter().map(|it| it.typed.as_str()).collect::<Vec<_>>(), ["lots"]);
    let (right, _) = reduce(&store, Action::Builder(typed("Node//node-1", "", "status.capacity.cpu", "8")));
    assert!(right.builder.wrong.is_empty());
}

#[test]
fn fields_know_the_rest_of_their_object() {
    let store = built([template("Keep 2 of app=web"), template("Deployment ×3"), template("High · 1000")]);
    for (id, prefix, path, text) in [
        ("PodDisruptionBudget//web", "", "spec.maxUnavailable", "1"),
        ("PriorityClass//high", "", "value", "2000000000"),
    ] {
        let (after, _) = reduce(&store, Action::Builder(typed(id, prefix, path, text)));
        assert_eq!((after.builder.wrong.len(), &after.builder.text), (1, &store.builder.text), "{path}");
    }
    let labels = typed("Deployment//web", "spec.template", "metadata.labels", "app=shop");
    let (after, _) = reduce(&store, Action::Builder(labels));
    let outline = Outline::new(&after.builder.text);
    let web = outline.get("Deployment//web").expect("it is there");
    assert_eq!(web.value["spec"]["selector"]["matchLabels"]["app"], "shop", "the selector follows");
    assert!(load::scenario(&after.builder.text, None).is_ok());
}

#[test]
fn items_of_a_typed_list_and_bare_arrays_are_listed() {
    let text = r#"{"kind": "NodeList", "items": [{"metadata": {"name": "a"}}]}
[{"kind": "Pod", "metadata": {"name": "b"}}]"#;
    let outline = Outline::new(text);
    let told: Vec<_> = outline.entries.iter().map(|entry| (entry.kind.as_str(), entry.name.as_str())).collect();
    assert_eq!((told, outline.list), (vec![("Node", "a"), ("Pod", "b")], None));
}

#[test]
fn files_become_one_text() {
    assert_eq!(
        joined(vec!["---\nkind: A\n\n".into(), String::new(), "\u{feff}kind: B".into()]),
        "kind: A\n---\nkind: B\n"
    );
    let store = built([template("High · 1000"), Build::Append("kind: Namespace\nmetadata: {name: a}\n".into())]);
    assert_eq!(Outline::new(&store.builder.text).entries.len(), 2);
}

#[test]
fn assumed_owners_are_left_in_every_text() {
    let pod = "{kind: Pod, metadata: {name: p, ownerReferences: [{kind: Job, name: j, uid: u, controller: true}], labels: {a: b}}, spec: {containers: [{name: c}]}}";
    for text in [
        format!("{pod}\n"),
        format!("kind: List\nitems:\n- {pod}\n"),
        format!("{pod}\n---\nkind: Scenario\ntitle: Mine\nscript: []\n"),
    ] {
        let open = reduce(&Store::default(), Action::Open(Opening::Text(text.as_str().into()))).0;
        let assumes = |text: &str| !load::scenario(text, None).expect("a scenario").1.assumed.is_empty();
        let left = reduce(&open, Action::Builder(Build::LeaveOwners)).0;
        assert_eq!((assumes(&text), assumes(&left.builder.text)), (true, false), "{}", left.builder.text);
        assert_eq!(reduce(&left, Action::Builder(Build::Undo)).0.builder.text, open.builder.text);
    }
}

#[test]
fn what_comes_from_a_file_writes_over_nothing() {
    let kept = |name: &str, text: &str| Kept { name: name.into(), text: text.into() };
    let mut store = Store::default();
    store.builder.kept = Rc::new(vec![kept("a", "one"), kept("b", "two")]);
    let file = vec![("a".to_owned(), "one".into()), ("b".to_owned(), "other".into()), ("c".to_owned(), "three".into())];
    let (store, effects) = reduce(&store, Action::Builder(Build::Import(file)));
    assert_eq!(*store.builder.kept, [kept("a", "one"), kept("b", "two"), kept("b 2", "other"), kept("c", "three")]);
    assert_eq!(effects, [Effect::KeepOwn]);
}

#[test]
fn a_nodes_amounts_are_changed_wherever_they_stand() {
    let text = "kind: Node\nmetadata: {name: a}\nstatus: {allocatable: {cpu: 2}}\n---\nkind: Node\nmetadata: {name: b}\nstatus: \
                {capacity: {cpu: 4}, allocatable: {cpu: 3900m}}\n---\nkind: Node\nmetadata: {name: c}\n";
    let open = reduce(&Store::default(), Action::Open(Opening::Text(text.into()))).0;
    let cpu = |store: &Store, id: &str| {
        let read = store.builder.read();
        let entry = read.outline().get(id).expect("it is there");
        let of = |path: &str| plain(at(&entry.value, path));
        (plain(form::value(entry, "status.capacity.cpu")), of("status.capacity.cpu"), of("status.allocatable.cpu"))
    };
    let three = |a: &str, b: &str, c: &str| (a.to_owned(), b.to_owned(), c.to_owned());
    assert_eq!(cpu(&open, "Node//b"), three("3900m", "4", "3900m"));
    for (id, after) in [("Node//a", ("", "8")), ("Node//b", ("8", "8")), ("Node//c", ("8", ""))] {
        let store = reduce(&open, Action::Builder(typed(id, "", "status.capacity.cpu", "8"))).0;
        assert_eq!(cpu(&store, id), three("8", after.0, after.1), "{id}");
        let chosen = reduce(&open, Action::Builder(Build::Choose(id.into(), Pick::One))).0;
        let store = reduce(&chosen, Action::Builder(Build::All(vec![("status.capacity.cpu", "8".into())]))).0;
        assert_eq!(cpu(&store, id), three("8", after.0, after.1), "{id}, of all that are chosen");
    }
}

#[test]
fn devices_of_a_node_are_a_form() {
    let slice = "ResourceSlice//gpu-node-1";
    let typed = |(prefix, path, text): (&'static str, &'static str, &str)| typed(slice, prefix, path, text);
    let edits = [
        ("", "spec.devices", "3"),
        ("", "spec.devices.*.attributes", "model=h100, cores=16, ecc=true, driver=1.2.3, slot=\"7\""),
        ("", "spec.devices.*.capacity", "memory=80Gi"),
        ("spec.devices.1", "capacity", "memory=40Gi"),
        ("spec.devices.2", "name", "spare"),
        ("spec.devices.2", "taints", "broken:NoSchedule"),
    ];
    let store = built(std::iter::once(template("Node with 2 GPUs (DRA)")).chain(edits.map(typed)));
    assert_eq!((store.builder.wrong.len(), store.builder.refused), (0, false), "{:?}", store.builder.wrong);
    let outline = Outline::new(&store.builder.text);
    let entry = outline.get(slice).expect("it is there");
    let attributes = serde_json::json!({
        "model": {"string": "h100"}, "cores": {"int": 16}, "ecc": {"bool": true}, "driver": {"version": "1.2.3"}, "slot": {"string": "7"}
    });
    let device = |name: &str, memory: &str| serde_json::json!({"name": name, "attributes": attributes, "capacity": {"memory": {"value": memory}}});
    let mut spare = device("spare", "80Gi");
    spare["taints"] = serde_json::json!([{"key": "broken", "effect": "NoSchedule"}]);
    assert_eq!(
        entry.value["spec"]["devices"],
        serde_json::json!([device("gpu-0", "80Gi"), device("gpu-1", "40Gi"), spare])
    );
    assert!(form::differs(entry, "spec.devices.*.capacity") && !form::differs(entry, "spec.devices.*.attributes"));
    assert!(!form::says_more(entry), "{}", store.builder.text);
    assert!(load::scenario(&store.builder.text, None).is_ok(), "{}", store.builder.text);
    for wrong in [
        ("", "spec.devices", "129"),
        ("", "spec.devices", "0"),
        ("", "spec.devices.*.attributes", "2nd=x"),
        ("spec.devices.0", "capacity", "memory=lots"),
        ("spec.devices.0", "name", "gpu-1"),
        ("spec.devices.0", "name", ""),
        ("spec.devices.0", "taints", "broken:PreferNoSchedule"),
    ] {
        let (after, _) = reduce(&store, Action::Builder(typed(wrong)));
        assert_eq!((after.builder.wrong.len(), &after.builder.text), (1, &store.builder.text), "{wrong:?}");
    }
    let (fewer, _) = reduce(&store, Action::Builder(typed(("", "spec.devices", "1"))));
    assert_eq!(
        at(&Outline::new(&fewer.builder.text).get(slice).expect("it is there").value, "spec.devices.1"),
        &serde_json::Value::Null
    );
}

#[test]
fn requests_of_claims_and_templates_are_a_form() {
    for (label, id, base) in [
        ("Claim that pods can share", "ResourceClaim//shared-gpu-1", ""),
        ("Pod with a claim for a GPU", "ResourceClaimTemplate//one-gpu", "spec"),
    ] {
        let typed = |prefix: &str, path: &'static str, text: &str| Build::Type {
            id: id.into(),
            prefix: form::join(base, prefix).into(),
            path,
            typed: text.into(),
        };
        let of = |request: &str| format!("spec.devices.requests.{request}");
        let store = built([
            template(label),
            Build::Type { id: id.into(), prefix: base.into(), path: "spec.devices.requests", typed: "2".into() },
            Build::Type {
                id: id.into(),
                prefix: base.into(),
                path: "spec.devices.constraints.0.matchAttribute",
                typed: "gpu.example.com/model".into(),
            },
            typed(&of("0.exactly"), "count", "2"),
            typed(&of("1"), "name", "rest"),
            typed(&of("1.exactly"), "allocationMode", "All"),
            typed(&of("1.exactly"), "selectors.0.cel.expression", "device.driver == \"gpu.example.com\""),
            typed(&of("0.exactly"), "selectors.0.cel.expression", "true"),
            typed(&of("0.exactly"), "selectors.0.cel.expression", ""),
        ]);
        assert_eq!(store.builder.wrong, [], "{id}");
        let outline = Outline::new(&store.builder.text);
        let entry = outline.get(id).expect("it is there");
        let wanted = serde_json::json!({
            "requests": [
                {"name": "gpu", "exactly": {"deviceClassName": "gpu", "count": 2}},
                {"name": "rest", "exactly": {"deviceClassName": "gpu", "allocationMode": "All",
                    "selectors": [{"cel": {"expression": "device.driver == \"gpu.example.com\""}}]}},
            ],
            "constraints": [{"matchAttribute": "gpu.example.com/model"}],
        });
        assert_eq!(claims::devices(entry), &wanted, "{}", store.builder.text);
        assert!(!form::says_more(entry), "{}", store.builder.text);
        assert!(load::scenario(&store.builder.text, None).is_ok(), "{}", store.builder.text);
        for (request, path, text) in
            [("1.exactly", "count", "2"), ("0.exactly", "allocationMode", "All"), ("1", "name", "gpu")]
        {
            let (after, _) = reduce(&store, Action::Builder(typed(&of(request), path, text)));
            assert_eq!((after.builder.wrong.len(), &after.builder.text), (1, &store.builder.text), "{path}");
        }
    }
}

#[test]
fn a_claim_takes_one_click_and_one_step_back() {
    let before = built([template("Small · 500m, 512Mi")]);
    let store = reduce(&before, Action::Builder(Build::Claim("new".into()))).0;
    assert_eq!(store.builder.chosen, ["Pod//small-1"]);
    let outline = Outline::new(&store.builder.text);
    for id in ["Node//gpu-node-1", "ResourceSlice//gpu-node-1", "DeviceClass//gpu", "ResourceClaimTemplate//gpu"] {
        assert!(outline.get(id).is_some(), "{id} in {}", store.builder.text);
    }
    assert!(!form::says_more(outline.get("Pod//small-1").expect("it is there")), "{}", store.builder.text);
    let back = reduce(&store, Action::Builder(Build::Undo)).0;
    assert_eq!(back.builder.text, before.builder.text);
    // A name that changes is followed.
    let renamed = reduce(&store, Action::Builder(typed("DeviceClass//gpu", "", "metadata.name", "card"))).0;
    let renamed = reduce(&renamed, Action::Builder(typed("ResourceClaimTemplate//gpu", "", "metadata.name", "one"))).0;
    let outline = Outline::new(&renamed.builder.text);
    let said = |id: &str, path: &str| plain(at(&outline.get(id).expect("it is there").value, path));
    let class = "spec.spec.devices.requests.0.exactly.deviceClassName";
    assert_eq!(said("ResourceClaimTemplate//one", class), "card");
    assert_eq!(said("Pod//small-1", "spec.resourceClaims.0.resourceClaimTemplateName"), "one");
}
