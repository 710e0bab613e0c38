//! The life cycle of claims and volumes, independent of pods.

use schedscope::{api::StorageObject, runlog::EventKind, simulation::Simulation};

use super::*;

#[test]
fn claims_and_volumes_in_use_are_deleted_when_they_are_released() {
    let now = |text: String| text.replace("spec: {", "spec: {terminationGracePeriodSeconds: 0, ");
    let delete = |at: u32, kind: &str, name: &str| format!("- {{at: {at}s, delete: {{kind: {kind}, name: {name}}}}}\n");
    let script = [
        "script:\n".to_owned(),
        delete(10, "PersistentVolumeClaim", "idle"),
        delete(11, "PersistentVolume", "pvc-default-data"),
        delete(12, "PersistentVolumeClaim", "data"),
        delete(13, "StorageClass", "now"),
        delete(20, "Pod", "db"),
    ];
    let cluster = [
        node("a"),
        class("now", "Immediate", "disk.example.com"),
        claim("data", "now"),
        claim("idle", "now"),
        now(pod("db", "data")),
        scenario(&script.concat()),
    ];
    let text = assert_story(
        Release::V1_34,
        &cluster.concat(),
        &[
            "default/db bound to a",
            "10.000  PersistentVolumeClaim/default/idle goes",
            "PersistentVolume/pvc-default-idle goes",
            "11.000  PersistentVolume/pvc-default-data applied",
            "12.000  PersistentVolumeClaim/default/data applied",
            "13.000  StorageClass/now goes",
            "20.000  default/db gone",
            "PersistentVolumeClaim/default/data goes",
            "PersistentVolume/pvc-default-data goes",
        ],
    );
    assert_eq!(text.matches(" goes\n").count(), 5, "each goes once\n{text}");
}

#[test]
fn a_claim_whose_volume_is_missing_is_lost_with_one_event() {
    let lost = claim("data", "local")
        .replace("name: data", "name: data, annotations: {pv.kubernetes.io/bind-completed: 'yes'}")
        .replace("spec: {", "spec: {volumeName: gone, ");
    let later = claim("later", "local").replace("---\n", "").replace('\n', "\n    ");
    let cluster = [
        node("a"),
        class("local", "WaitForFirstConsumer", "kubernetes.io/no-provisioner"),
        lost,
        scenario(&format!("script:\n- at: 5s\n  apply:\n    {later}\n")),
    ];
    let says = "event ClaimLost: Bound claim has lost its PersistentVolume. Data on the volume is lost!";
    let text = assert_story(
        Release::V1_34,
        &cluster.concat(),
        &[says, "PersistentVolumeClaim/default/later applied", "WaitForFirstConsumer"],
    );
    assert_eq!(text.matches(says).count(), 1, "{text}");
}

#[test]
fn a_claim_is_bound_to_the_volume_that_it_names() {
    let named = |name: &str| claim(name, "local").replace("spec: {", "spec: {volumeName: big, ");
    let cluster = |held: &str| {
        [
            node("a"),
            class("local", "Immediate", "kubernetes.io/no-provisioner"),
            volume("big", "local", "5Gi", "zone-a").replace("spec: {", &format!("spec: {{{held}")),
            volume("small", "local", "2Gi", "zone-a"),
            named("data"),
            scenario(""),
        ]
        .concat()
    };
    assert_story(Release::V1_34, &cluster(""), &["default/data bound to big"]);
    let text = assert_story(Release::V1_34, &cluster("claimRef: {namespace: default, name: other}, "), &["end:"]);
    assert!(!text.contains("bound to"), "{text}");
}

#[test]
fn a_claim_has_the_labels_and_annotations_of_its_template() {
    // The class is named by an annotation, as before the field existed.
    let template = "{metadata: {name: data, labels: {app: db}, annotations: {volume.beta.kubernetes.io/storage-class: wait}}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}";
    let set = format!(
        "---\nkind: StatefulSet\nmetadata: {{name: db}}\nspec: {{selector: {{matchLabels: {{app: db}}}}, template: {{metadata: {{labels: {{app: db}}}}, spec: {{containers: [{{name: c, image: i}}]}}}}, volumeClaimTemplates: [{template}]}}\n"
    );
    let text = [node("a"), class("wait", "WaitForFirstConsumer", "disk.example.com"), set, scenario("")].concat();
    assert_story(
        Release::V1_34,
        &text,
        &["pvc-default-data-db-0 made for default/data-db-0", "default/db-0 bound to a"],
    );
    let manifest = manifest::load(&text).expect("a manifest");
    let events = Simulation::new(Scenario::from_manifest(&manifest).expect("a scenario")).run_to_end().1;
    let claim = events.iter().find_map(|event| match &event.what {
        EventKind::StorageApplied(StorageObject::Claim(claim)) => Some(claim),
        _ => None,
    });
    let labels = &claim.expect("a claim").metadata.labels;
    assert_eq!(labels.get("app").map(|value| value.as_str()), Some("db"));
}
