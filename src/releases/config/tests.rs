use serde_json::{Value, json};

use crate::framework::Profile;
use crate::releases::Release;

use super::{Configuration, Wrong};

fn v1(profile: Value) -> Value {
    json!({"apiVersion": "kubescheduler.config.k8s.io/v1", "kind": "KubeSchedulerConfiguration", "profiles": [profile]})
}

fn v1beta1(profile: Value) -> Value {
    json!({"apiVersion": "kubescheduler.config.k8s.io/v1beta1", "kind": "KubeSchedulerConfiguration",
        "profiles": [profile]})
}

fn configure(release: Release, document: &Value) -> Result<Configuration, Wrong> {
    let found = super::configurations(std::slice::from_ref(document)).map_err(|(_, wrong)| wrong)?;
    Ok(found.into_iter().find(|(other, _)| *other == release).expect("a document of the release").1)
}

fn one(release: Release, document: &Value) -> Profile {
    let mut found = configure(release, document).unwrap_or_else(|wrong| panic!("{wrong}")).profiles;
    assert_eq!(found.len(), 1);
    found.remove(0)
}

fn scores(profile: &Profile) -> Vec<String> {
    profile.scores.iter().map(|row| format!("{} {}", row.name, row.weight)).collect()
}

fn filters(profile: &Profile) -> Vec<&str> {
    profile.filters.iter().map(|row| row.name).collect()
}

#[test]
fn an_empty_configuration_is_the_default_profile() {
    for (release, document) in [
        (Release::V1_34, v1(json!({"plugins": {}}))),
        (Release::V1_20, v1beta1(json!({"plugins": {}}))),
        (Release::V1_16, json!({"kind": "Policy"})),
    ] {
        let (found, default) = (one(release, &document), crate::releases::profile(release));
        assert_eq!(scores(&found), scores(&default), "{release}");
        assert_eq!(filters(&found), filters(&default), "{release}");
        assert!(found.preemption.is_some(), "{release}");
    }
}

#[test]
fn scores_are_chosen_and_weighted() {
    let least = ["NodeResourcesLeastAllocated 1"];
    for (release, plugins, expected) in [
        (
            Release::V1_34,
            json!({"score": {"disabled": [{"name": "*"}], "enabled": [{"name": "ImageLocality", "weight": 5}]}}),
            &["ImageLocality 5"][..],
        ),
        (
            Release::V1_34,
            json!({"multiPoint": {"disabled": [{"name": "*"}], "enabled": [{"name": "NodeResourcesFit"}]}}),
            &["NodeResourcesFit 1"],
        ),
        // What the point names itself goes first, with the point's weight.
        (
            Release::V1_34,
            json!({
            "multiPoint": {"disabled": [{"name": "*"}], "enabled": [{"name": "TaintToleration", "weight": 4}, {"name": "NodeAffinity", "weight": 7}]},
            "score": {"enabled": [{"name": "NodeAffinity", "weight": 9}]}}),
            &["NodeAffinity 9", "TaintToleration 4"],
        ),
        (
            Release::V1_20,
            json!({"score": {"disabled": [{"name": "*"}], "enabled": [{"name": "NodeResourcesLeastAllocated"}]}}),
            &least,
        ),
        (
            Release::V1_20,
            json!({"score": {"disabled": [{"name": "*"}], "enabled": [{"name": "NodeResourcesMostAllocated", "weight": 3}]}}),
            &["NodeResourcesMostAllocated 3"],
        ),
    ] {
        let profile = json!({"plugins": plugins});
        let document = if release == Release::V1_34 { v1(profile) } else { v1beta1(profile) };
        assert_eq!(scores(&one(release, &document)), expected, "{document}");
    }
}

#[test]
fn plugins_are_switched_off() {
    let profile = one(
        Release::V1_34,
        &v1(json!({"plugins": {
        "filter": {"disabled": [{"name": "NodeName"}]}, "postFilter": {"disabled": [{"name": "*"}]}}})),
    );
    assert!(!filters(&profile).contains(&"NodeName"));
    assert!(profile.preemption.is_none());
    let profile =
        one(Release::V1_34, &v1(json!({"plugins": {"multiPoint": {"disabled": [{"name": "TaintToleration"}]}}})));
    assert!(!filters(&profile).contains(&"TaintToleration"));
    assert!(scores(&profile).iter().all(|row| !row.starts_with("TaintToleration")));
    assert!(profile.preemption.is_some());
}

#[test]
fn several_profiles_by_name() {
    let document = json!({"apiVersion": "kubescheduler.config.k8s.io/v1", "kind": "KubeSchedulerConfiguration",
        "percentageOfNodesToScore": 30, "profiles": [
            {"schedulerName": "a", "percentageOfNodesToScore": 70}, {"schedulerName": "b",
                "pluginConfig": [{"name": "DefaultPreemption", "args": {"minCandidateNodesAbsolute": 7}}]}]});
    let found = configure(Release::V1_34, &document).unwrap().profiles;
    let told: Vec<_> = found
        .iter()
        .map(|p| {
            (p.scheduler.as_str(), p.cycle.percentage_of_nodes_to_score, p.preemption.map(|p| p.min_candidate_absolute))
        })
        .collect();
    assert_eq!(told, [("a", 70, Some(100)), ("b", 30, Some(7))]);
}

#[test]
fn a_policy_chooses_predicates_and_priorities() {
    let profile = one(
        Release::V1_16,
        &json!({"kind": "Policy", "alwaysCheckAllPredicates": true,
        "predicates": [{"name": "PodFitsResources"}, {"name": "HostName"}, {"name": "NoDiskConflict"}],
        "priorities": [{"name": "MostRequestedPriority", "weight": 4}, {"name": "EqualPriority", "weight": 1}]}),
    );
    let expected = ["CheckNodeUnschedulable", "HostName", "PodFitsResources", "PodToleratesNodeTaints"];
    assert_eq!(filters(&profile), expected);
    assert_eq!(scores(&profile), ["MostRequestedPriority 4"]);
    assert!(profile.cycle.always_check_all);
}

#[test]
fn what_is_wrong_is_told_with_its_path_and_the_nearest_name() {
    let config = |name: &str, args: Value| v1(json!({"pluginConfig": [{"name": name, "args": args}]}));
    for (release, document, expected) in [
        (
            Release::V1_34,
            v1(json!({"plugins": {"scores": {}}})),
            "profiles[0].plugins: unknown field \"scores\"; did you mean \"score\"?",
        ),
        (
            Release::V1_34,
            v1(json!({"plugins": {"score": {"enabled": [{"name": "NodeResourceFit"}]}}})),
            "profiles[0].plugins.score.enabled[0].name: unknown plugin \"NodeResourceFit\"; did you mean \"NodeResourcesFit\"?",
        ),
        (
            Release::V1_34,
            config("NodeResourcesFit", json!({"scoringStrategy": {"type": "MostAlocated"}})),
            "profiles[0].pluginConfig[0].args.scoringStrategy.type: unknown strategy \"MostAlocated\"; did you mean \"MostAllocated\"?",
        ),
        (
            Release::V1_34,
            config("InterPodAffinity", json!({"hardPodAffinityWeight": 101})),
            "profiles[0].pluginConfig[0].args.hardPodAffinityWeight: must be a whole number from 0 to 100",
        ),
        (
            Release::V1_34,
            config("PodTopologySpread", json!({"defaultConstraints": [{}]})),
            "profiles[0].pluginConfig[0].args.defaultConstraints[0]: defaultConstraints need defaultingType: List",
        ),
        (
            Release::V1_34,
            v1(json!({"plugins": {"score": {"enabled": [{"name": "NodeName"}]}}})),
            "profiles[0].plugins.score: NodeName does not extend this point",
        ),
        (
            Release::V1_20,
            v1beta1(json!({"plugins": {"multiPoint": {}}})),
            "profiles[0].plugins: unknown field \"multiPoint\"; there are queueSort, preFilter, filter, postFilter, preScore, score, reserve, permit, \
             preBind, bind, postBind",
        ),
        (
            Release::V1_20,
            v1beta1(json!({"plugins": {"score": {"enabled": [{"name": "SelectorSpread"}]}}})),
            "profiles[0].plugins.score.enabled[0].name: SelectorSpread is not supported here",
        ),
        (
            Release::V1_16,
            json!({"kind": "Policy", "predicates": [{"name": "PodFitsResource"}]}),
            "predicates[0].name: unknown predicate \"PodFitsResource\"; did you mean \"PodFitsResources\"?",
        ),
        (
            Release::V1_16,
            json!({"kind": "Policy", "priorities": [{"name": "EqualPriority", "weight": 0}]}),
            "priorities[0].weight: must be a whole number from 1 to 922337203685477580",
        ),
    ] {
        let found = configure(release, &document).err().map(|wrong| wrong.to_string());
        assert_eq!(found.as_deref(), Some(expected), "{document}");
    }
}

#[test]
fn a_component_configuration_changes_the_policy() {
    let component = json!({"apiVersion": "kubescheduler.config.k8s.io/v1alpha1", "kind": "KubeSchedulerConfiguration",
        "schedulerName": "mine", "disablePreemption": true, "percentageOfNodesToScore": 40});
    let policy = json!({"kind": "Policy", "apiVersion": "v1", "alwaysCheckAllPredicates": true});
    let found = super::configurations(&[policy, component]).map_err(|(_, wrong)| wrong).unwrap();
    let profile = &found[&Release::V1_16].profiles[0];
    assert_eq!((profile.scheduler.as_str(), profile.cycle.percentage_of_nodes_to_score), ("mine", 40));
    assert!(profile.cycle.always_check_all && profile.preemption.is_none());
}

#[test]
fn each_release_has_one_configuration() {
    let (latest, earlier) = (v1(json!({})), v1beta1(json!({})));
    let found = super::configurations(&[latest.clone(), earlier.clone()]).map_err(|(_, wrong)| wrong).unwrap();
    assert!(found.keys().eq(&[Release::V1_20, Release::V1_34]));
    let twice = super::configurations(&[latest.clone(), earlier, latest]).map(|_| ()).unwrap_err();
    assert_eq!((twice.0, twice.1.text.as_str()), (2, "there is a KubeSchedulerConfiguration for v1.34 already"));
    let none = json!({"apiVersion": "kubescheduler.config.k8s.io/v1beta3", "kind": "KubeSchedulerConfiguration"});
    let (_, wrong) = super::configurations(&[none]).map(|_| ()).unwrap_err();
    assert!(wrong.text.starts_with("kubescheduler.config.k8s.io/v1beta3 belongs to no release here"), "{wrong}");
}

#[test]
fn backoff_is_read() {
    let mut document = v1(json!({}));
    document["podInitialBackoffSeconds"] = json!(3);
    assert_eq!(configure(Release::V1_34, &document).unwrap().backoff.first, 3000);
    document["podMaxBackoffSeconds"] = json!(2);
    let wrong = configure(Release::V1_34, &document).err().map(|wrong| wrong.to_string());
    let expected = "podMaxBackoffSeconds: podMaxBackoffSeconds must be no less than podInitialBackoffSeconds";
    assert_eq!(wrong.as_deref(), Some(expected));
}
