//! Tests of exports with pod groups.

use protocol::ExportNote;
use serde_json::Value;

use super::tests::{cluster, kwok, reads, release};

const GANG: &str = "kind: Scenario
release: v1.36
featureGates: {GenericWorkload: true, GangScheduling: true, WorkloadAwarePreemption: true}
script:
- {at: 5s, create: {kind: PodGroup, apiVersion: scheduling.k8s.io/v1alpha2, metadata: {name: late}, spec: {schedulingPolicy: {basic: {}}}}}
---
apiVersion: scheduling.k8s.io/v1alpha2
kind: Workload
metadata: {name: w}
spec: {podGroupTemplates: [{name: t, schedulingPolicy: {gang: {minCount: 2}}, disruptionMode: PodGroup}]}
---
apiVersion: scheduling.k8s.io/v1alpha2
kind: PodGroup
metadata: {name: train, finalizers: [scheduling.k8s.io/podgroup-protection]}
spec: {podGroupTemplateRef: {workload: {workloadName: w, podGroupTemplateName: t}}, schedulingPolicy: {gang: {minCount: 2}}, disruptionMode: PodGroup}
status: {conditions: [{type: PodGroupScheduled, status: 'False', reason: Unschedulable}]}
---
kind: Pod
metadata: {name: train-0}
spec: {schedulingGroup: {podGroupName: train}, containers: [{name: c, image: i}]}
";

#[test]
fn a_cluster_for_groups_has_the_feature_gates_and_the_api() {
    const FLAGS: &str = "GenericWorkload=true,GangScheduling=true,WorkloadAwarePreemption=true";
    let told = ExportNote::FeatureGates { gates: FLAGS.into(), api: "scheduling.k8s.io/v1alpha2".into() };
    assert_eq!(manifest::load(GANG).err(), None);
    let made = cluster(GANG, release("v1.36"));
    assert!(made.notes.contains(&(told.clone(), 1)), "{:?}", made.notes);
    let kinds: Vec<Value> = manifest::object_values(&made.body).expect("YAML");
    let kinds: Vec<&str> = kinds.iter().filter_map(|object| object["kind"].as_str()).collect();
    assert_eq!(kinds, ["Workload", "PodGroup", "Pod"], "a group is refused before its Workload is there");
    assert!(made.body.contains("podGroupName: train") && made.body.contains("disruptionMode: PodGroup"));
    assert!(!made.body.contains("finalizers") && !made.body.contains("conditions"), "{}", made.body);
    let script = kwok(GANG, release("v1.36"));
    let flags = format!("--kube-feature-gates={FLAGS} --kube-runtime-config=scheduling.k8s.io/v1alpha2=true");
    let create = script.body.lines().find(|line| line.starts_with("kwokctl create cluster")).expect("a cluster");
    assert!(create.contains(&flags), "{create}");
    assert!(script.body.contains("name: late") && reads(&script.body) != Some(false));
    assert!(script.notes.contains(&(told, 1)));
}

#[test]
fn what_a_cluster_without_groups_would_refuse_is_left_out() {
    let off = GANG.replace("GenericWorkload: true, GangScheduling: true, WorkloadAwarePreemption: true", "");
    for (text, minor) in [(GANG, "v1.34"), (off.as_str(), "v1.36")] {
        for made in [cluster(text, release(minor)), kwok(text, release(minor))] {
            assert!(!made.body.contains("schedulingGroup") && !made.body.contains("PodGroup"), "{}", made.body);
            assert!(!made.body.contains("feature-gates") && made.body.contains("train-0"), "{}", made.body);
            let left_out = |what: &str| ExportNote::NoGroups { what: what.into() };
            for what in ["PodGroup", "Workload", "schedulingGroup"] {
                assert!(made.notes.iter().any(|(note, _)| *note == left_out(what)), "{what}: {:?}", made.notes);
            }
        }
    }
}
