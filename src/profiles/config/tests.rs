use api::Millis;
use findings::{ConfigurationProblem, ExpectedValue, FoundValue, Noun, ObjectProblem, Problem};
use releases::{
    Release,
    documents::{
        PluginWeight, effective_plugins, point_plugins,
        policy_names::{default_policy_list, known_policy_names},
        sample,
    },
};
use runlog::PluginId;
use scheduler::framework::Profile;
use serde_json::{Value, json};

use super::{ConfigError, configurations};

fn v1(profile: Value) -> Value {
    json!({"apiVersion": "kubescheduler.config.k8s.io/v1", "kind": "KubeSchedulerConfiguration", "profiles": [profile]})
}

fn v1beta1(profile: Value) -> Value {
    json!({"apiVersion": "kubescheduler.config.k8s.io/v1beta1", "kind": "KubeSchedulerConfiguration",
        "profiles": [profile]})
}

fn configure(release: Release, document: &Value) -> Result<super::Configuration, ConfigError> {
    let by_release =
        super::configurations(std::slice::from_ref(document), &[]).map_err(|wrong| wrong.error)?.by_release;
    Ok(by_release.into_iter().find(|(other, _)| *other == release).expect("a document of the release").1)
}

fn one(release: Release, document: &Value) -> Profile {
    let mut profiles = configure(release, document).unwrap_or_else(|wrong| panic!("{wrong:?}")).profiles;
    assert_eq!(profiles.len(), 1);
    profiles.remove(0)
}

fn scores(profile: &Profile) -> Vec<String> {
    profile.scores.iter().map(|row| format!("{} {}", row.id, row.weight)).collect()
}

fn preempts(profile: &Profile) -> bool {
    profile.post_filters.iter().any(|row| row.plugin == PluginId::DefaultPreemption)
}

fn filters(profile: &Profile) -> Vec<&str> {
    profile.filters.iter().map(|row| row.id.as_str()).collect()
}

#[test]
fn an_empty_configuration_is_the_default_profile() {
    for (release, document) in [
        (Release::V1_34, v1(json!({"plugins": {}}))),
        (Release::V1_20, v1beta1(json!({"plugins": {}}))),
        (Release::V1_16, json!({"kind": "Policy"})),
    ] {
        let (profile, default) = (one(release, &document), crate::default_profile(release));
        assert_eq!(scores(&profile), scores(&default), "{release}");
        assert_eq!(filters(&profile), filters(&default), "{release}");
        assert_eq!(profile.post_filters.last().map(|row| row.plugin), Some(PluginId::DefaultPreemption), "{release}");
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
            json!({"multiPoint": {"disabled": [{"name": "*"}], "enabled": [{"name": "NodeResourcesFit"}, {"name": "DefaultBinder"}, {"name": "PrioritySort"}]}}),
            &["NodeResourcesFit 1"],
        ),
        // Plugins that the point itself enables precede those of `multiPoint`, with the point's weight.
        (
            Release::V1_34,
            json!({
            "multiPoint": {"disabled": [{"name": "*"}], "enabled": [{"name": "TaintToleration", "weight": 4}, {"name": "NodeAffinity", "weight": 7}, {"name": "DefaultBinder"}, {"name": "PrioritySort"}]},
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
    assert!(!preempts(&profile));
    let profile =
        one(Release::V1_34, &v1(json!({"plugins": {"multiPoint": {"disabled": [{"name": "TaintToleration"}]}}})));
    assert!(!filters(&profile).contains(&"TaintToleration"));
    assert!(scores(&profile).iter().all(|row| !row.starts_with("TaintToleration")));
    assert!(preempts(&profile));
}

#[test]
fn several_profiles_by_name() {
    let document = json!({"apiVersion": "kubescheduler.config.k8s.io/v1", "kind": "KubeSchedulerConfiguration",
        "percentageOfNodesToScore": 30, "profiles": [
            {"schedulerName": "a", "percentageOfNodesToScore": 70}, {"schedulerName": "b",
                "pluginConfig": [{"name": "DefaultPreemption", "args": {"minCandidateNodesAbsolute": 7}}]}]});
    let profiles = configure(Release::V1_34, &document).unwrap().profiles;
    let settings: Vec<_> = profiles
        .iter()
        .map(|p| {
            let preemption = format!("{:?}", p.post_filters[1].implementation);
            let (_, wanted) = preemption.split_once("min_candidate_absolute: ").expect("the plugin's argument");
            let wanted: String = wanted.chars().take_while(char::is_ascii_digit).collect();
            (p.scheduler.as_str(), p.cycle.percentage_of_nodes_to_score, wanted)
        })
        .collect();
    assert_eq!(settings, [("a", 70, "100".into()), ("b", 30, "7".into())]);
}

#[test]
fn a_policy_chooses_predicates_and_priorities() {
    let profile = one(
        Release::V1_16,
        &json!({"kind": "Policy", "alwaysCheckAllPredicates": true,
        "predicates": [{"name": "PodFitsResources"}, {"name": "HostName"}, {"name": "NoDiskConflict"}],
        "priorities": [{"name": "MostRequestedPriority", "weight": 4}, {"name": "EqualPriority", "weight": 1}]}),
    );
    let expected =
        ["CheckNodeUnschedulable", "HostName", "PodFitsResources", "NoDiskConflict", "PodToleratesNodeTaints"];
    assert_eq!(filters(&profile), expected);
    assert_eq!(scores(&profile), ["MostRequestedPriority 4", "EqualPriority 1"]);
    assert!(profile.cycle.always_checks_all);
}

#[test]
fn an_argument_of_a_policy_has_exactly_one_kind() {
    let (labels, label) = (json!({"labels": ["zone"]}), json!({"label": "zone"}));
    for (list, argument, kinds) in [
        ("predicates", json!({}), 0),
        ("predicates", json!({"serviceAffinity": labels}), 1),
        ("predicates", json!({"labelsPresence": labels}), 1),
        ("predicates", json!({"serviceAffinity": labels, "labelsPresence": labels}), 2),
        ("priorities", json!({}), 0),
        ("priorities", json!({"serviceAntiAffinity": label}), 1),
        ("priorities", json!({"labelPreference": label}), 1),
        ("priorities", json!({"serviceAntiAffinity": label, "labelPreference": label}), 2),
    ] {
        let mut algorithm = json!({"name": "custom", "argument": argument});
        if list == "priorities" {
            algorithm["weight"] = 1.into();
        }
        let document = json!({"kind": "Policy", list: [algorithm]});
        let refusal = configure(Release::V1_16, &document).err().map(|error| (error.0.path.clone(), error.0.problem));
        let expected = (format!("{list}[0].argument"), ConfigurationProblem::OneArgument { kinds }.into());
        assert_eq!(refusal, (kinds != 1).then_some(expected), "{document}");
    }
}

#[test]
fn what_is_wrong_has_its_path_and_the_nearest_name() {
    let config = |name: &str, args: Value| v1(json!({"pluginConfig": [{"name": name, "args": args}]}));
    let unknown = |noun, name: &str, near: &str| {
        let (name, near) = (name.into(), Some(near.into()));
        Problem::from(ConfigurationProblem::Unknown { noun, name, known: Vec::new(), near })
    };
    let whole = |low, high, text: &str| {
        ObjectProblem::Misfit { wanted: ExpectedValue::Whole { low, high }, actual: FoundValue::Scalar(text.into()) }
            .into()
    };
    for (release, document, path, expected) in [
        (
            Release::V1_34,
            v1(json!({"plugins": {"scores": {}}})),
            "profiles[0].plugins",
            unknown(Noun::Field, "scores", "score"),
        ),
        (
            Release::V1_34,
            v1(json!({"plugins": {"score": {"enabled": [{"name": "NodeResourceFit"}]}}})),
            "profiles[0].plugins.score.enabled[0].name",
            unknown(Noun::Plugin, "NodeResourceFit", "NodeResourcesFit"),
        ),
        (
            Release::V1_34,
            config("NodeResourcesFit", json!({"scoringStrategy": {"type": "MostAlocated"}})),
            "profiles[0].pluginConfig[0].args.scoringStrategy.type",
            unknown(Noun::Strategy, "MostAlocated", "MostAllocated"),
        ),
        (
            Release::V1_34,
            config(
                "NodeResourcesFit",
                json!({"scoringStrategy": {
                    "type": "RequestedToCapacityRatio",
                    "requestedToCapacityRatio": {"shape": [{"utilization": 0, "score": 11}]},
                }}),
            ),
            "profiles[0].pluginConfig[0].args.scoringStrategy.requestedToCapacityRatio.shape[0].score",
            whole(0, 10, "11"),
        ),
        (
            Release::V1_34,
            config("InterPodAffinity", json!({"hardPodAffinityWeight": 101})),
            "profiles[0].pluginConfig[0].args.hardPodAffinityWeight",
            whole(0, 100, "101"),
        ),
        (
            Release::V1_34,
            config("PodTopologySpread", json!({"defaultConstraints": [{}]})),
            "profiles[0].pluginConfig[0].args.defaultConstraints[0]",
            ConfigurationProblem::ConstraintsOfSystem.into(),
        ),
        (
            Release::V1_34,
            v1(json!({"plugins": {"score": {"enabled": [{"name": "NodeName"}]}}})),
            "profiles[0].plugins.score",
            ConfigurationProblem::OtherPoint { plugin: "NodeName".into() }.into(),
        ),
        (
            Release::V1_16,
            json!({"kind": "Policy", "predicates": [{"name": "PodFitsResource"}]}),
            "predicates[0].name",
            unknown(Noun::Predicate, "PodFitsResource", "PodFitsResources"),
        ),
        (
            Release::V1_16,
            json!({"kind": "Policy", "priorities": [{"name": "EqualPriority", "weight": 0}]}),
            "priorities[0].weight",
            whole(1, 922_337_203_685_477_579, "0"),
        ),
    ] {
        let mut config_error = configure(release, &document).err().expect("a problem");
        if let Problem::Configuration(ConfigurationProblem::Unknown { known, near: Some(near), .. }) =
            &mut config_error.0.problem
        {
            assert!(known.contains(near), "{document}");
            known.clear();
        }
        assert_eq!((config_error.0.path.as_str(), config_error.0.problem), (path, expected), "{document}");
    }
    // Without a similar name, all known names are listed.
    let config_error =
        configure(Release::V1_20, &v1beta1(json!({"plugins": {"multiPoint": {}}}))).err().expect("a problem");
    let Problem::Configuration(ConfigurationProblem::Unknown { noun, name, known, near }) = config_error.0.problem
    else {
        panic!("{config_error:?}")
    };
    assert_eq!((noun, name.as_str(), near), (Noun::Field, "multiPoint", None));
    assert_eq!((known.len(), known[0].as_str(), known[10].as_str()), (11, "queueSort", "postBind"));
}

#[test]
fn a_component_configuration_changes_the_policy() {
    let component = json!({"apiVersion": "kubescheduler.config.k8s.io/v1alpha1", "kind": "KubeSchedulerConfiguration",
        "schedulerName": "mine", "disablePreemption": true, "percentageOfNodesToScore": 40});
    let policy = json!({"kind": "Policy", "apiVersion": "v1", "alwaysCheckAllPredicates": true});
    let by_release = super::configurations(&[policy, component], &[]).map_err(|wrong| wrong.error).unwrap().by_release;
    let profile = &by_release[&Release::V1_16].profiles[0];
    assert_eq!((profile.scheduler.as_str(), profile.cycle.percentage_of_nodes_to_score), ("mine", 40));
    assert!(profile.cycle.always_checks_all && !preempts(profile));
}

#[test]
fn each_release_has_one_configuration() {
    let (latest, earlier) = (v1(json!({})), v1beta1(json!({})));
    let by_release =
        super::configurations(&[latest.clone(), earlier.clone()], &[]).map_err(|wrong| wrong.error).unwrap().by_release;
    assert!(by_release.keys().eq(&[Release::V1_20, Release::V1_34, Release::V1_36]));
    let twice = super::configurations(&[latest.clone(), earlier, latest], &[]).map(|_| ()).unwrap_err();
    let (kind, release) = ("KubeSchedulerConfiguration".into(), "v1.34".into());
    assert_eq!(
        (twice.index, twice.error.0.problem),
        (2, ConfigurationProblem::RepeatedDocument { kind, release }.into())
    );
    let none = json!({"apiVersion": "kubescheduler.config.k8s.io/v1beta3", "kind": "KubeSchedulerConfiguration"});
    let wrong = super::configurations(&[none], &[]).map(|_| ()).unwrap_err().error;
    let Problem::Configuration(ConfigurationProblem::UnknownVersion { version, known }) = wrong.0.problem else {
        panic!("{wrong:?}")
    };
    assert_eq!((version.as_str(), known.len()), ("kubescheduler.config.k8s.io/v1beta3", 3));
}

#[test]
fn backoff_is_read() {
    let mut document = v1(json!({}));
    document["podInitialBackoffSeconds"] = json!(3);
    assert_eq!(configure(Release::V1_34, &document).unwrap().backoff.first, Millis::from_seconds(3));
    document["podMaxBackoffSeconds"] = json!(2);
    let wrong = configure(Release::V1_34, &document).err().expect("a problem");
    assert_eq!(
        (wrong.0.path.as_str(), wrong.0.problem),
        ("podMaxBackoffSeconds", ConfigurationProblem::BackoffOrder.into())
    );
    for (seconds, is_valid) in [(0, false), (1_000_000, true), (1_000_001, false)] {
        document["podMaxBackoffSeconds"] = json!(seconds);
        document["podInitialBackoffSeconds"] = json!(1);
        assert_eq!(configure(Release::V1_34, &document).is_ok(), is_valid, "{seconds}");
    }
}

#[test]
fn rows_after_the_filters_follow_the_document() {
    let (claims, preemption) = ("DynamicResources", "DefaultPreemption");
    for (plugins, wanted) in [
        (json!({}), vec![claims, preemption]),
        (json!({"postFilter": {"disabled": [{"name": claims}]}}), vec![preemption]),
        (json!({"postFilter": {"disabled": [{"name": "*"}]}}), vec![]),
        (json!({"multiPoint": {"disabled": [{"name": claims}]}}), vec![preemption]),
        (json!({"postFilter": {"enabled": [{"name": preemption}]}}), vec![preemption, claims]),
        (
            json!({"filter": {"enabled": [{"name": claims}]}, "reserve": {"disabled": [{"name": "*"}]}}),
            vec![claims, preemption],
        ),
    ] {
        let profile = one(Release::V1_34, &v1(json!({"plugins": plugins.clone()})));
        let texts: Vec<&str> = profile.post_filters.iter().map(|row| row.id.as_str()).collect();
        assert_eq!((texts, profile.binds.len()), (wanted, 1), "{plugins}");
    }
    let off = json!({"bind": {"disabled": [{"name": "DefaultBinder"}]}});
    let misplaced = json!({"postFilter": {"enabled": [{"name": "NodeName"}]}});
    for (release, document, wanted) in [
        (
            Release::V1_34,
            v1(json!({"schedulerName": "mine", "plugins": off.clone()})),
            ("profiles[0].plugins.bind", ConfigurationProblem::NoBinder { scheduler: Some("mine".into()) }),
        ),
        (
            Release::V1_20,
            v1beta1(json!({"plugins": off})),
            ("profiles[0].plugins.bind", ConfigurationProblem::NoBinder { scheduler: None }),
        ),
        (
            Release::V1_20,
            v1beta1(json!({"plugins": {"preScore": {"enabled": [{"name": "ServiceAffinity"}]}}})),
            ("profiles[0].plugins.preScore", ConfigurationProblem::OtherPoint { plugin: "ServiceAffinity".into() }),
        ),
        (
            Release::V1_34,
            v1(json!({"plugins": misplaced})),
            ("profiles[0].plugins.postFilter", ConfigurationProblem::OtherPoint { plugin: "NodeName".into() }),
        ),
    ] {
        let wrong = configure(release, &document).map(|_| ()).expect_err("a wrong document");
        assert_eq!((wrong.0.path.as_str(), wrong.0.problem), (wanted.0, wanted.1.into()));
    }
}

#[test]
fn the_names_for_the_page_are_what_runs() {
    let mine = json!({"metadata": {"name": "Mine"}, "filter": {}, "score": {}, "permit": {}});
    let mine: Vec<std::rc::Rc<api::user_rules::PluginDoc>> = vec![serde_json::from_value(mine).expect("a plugin")];
    let sets = [
        json!({}),
        json!({"score": {"disabled": [{"name": "ImageLocality"}], "enabled": [{"name": "Mine", "weight": 5}]}}),
        json!({"score": {"disabled": [{"name": "*"}], "enabled": [{"name": "Mine"}, {"name": "NodeAffinity", "weight": 3}]},
            "permit": {"enabled": [{"name": "Mine"}]}}),
        json!({"filter": {"disabled": [{"name": "NodeName"}, {"name": "NodePorts"}], "enabled": [{"name": "Mine"}, {"name": "NodePorts"}]}}),
        json!({"postFilter": {"disabled": [{"name": "*"}]}, "preScore": {"disabled": [{"name": "TaintToleration"}]}}),
        json!({"reserve": {"disabled": [{"name": "VolumeBinding"}]}, "preBind": {"disabled": [{"name": "*"}]},
            "bind": {"disabled": [{"name": "*"}], "enabled": [{"name": "DefaultBinder"}]}}),
    ];
    let latest = [
        json!({"multiPoint": {"enabled": [{"name": "Mine", "weight": 4}], "disabled": [{"name": "NodePorts"}]},
            "score": {"enabled": [{"name": "ImageLocality", "weight": 8}]}}),
        json!({"multiPoint": {"enabled": [{"name": "NodeAffinity", "weight": 9}]}, "filter": {"enabled": [{"name": "Mine"}, {"name": "NodeName"}]}}),
    ];
    for release in [Release::V1_20, Release::V1_34, Release::V1_36] {
        let more = if release == Release::V1_20 { &[][..] } else { &latest[..] };
        for plugins in sets.iter().chain(more) {
            let profile = json!({"schedulerName": "default-scheduler", "plugins": plugins});
            let document = if release == Release::V1_20 { v1beta1(profile) } else { v1(profile) };
            let result = super::component_of(release, &document, None, &mine);
            let profile = result.unwrap_or_else(|wrong| panic!("{release} {plugins}: {wrong:?}")).profiles.remove(0);
            for point in point_plugins(release) {
                let listed_plugins = effective_plugins(release, plugins, &point, |name| {
                    name == "Mine" && ["filter", "score", "permit"].contains(&point.name)
                })
                .expect("it can be read");
                let ids = |row: &runlog::RowId| (row.to_string(), 0);
                let runs: Vec<PluginWeight> = match point.name {
                    "filter" => profile
                        .filters
                        .iter()
                        .filter(|row| row.enabled != scheduler::framework::EnabledPoints::PreFilterOnly)
                        .map(|row| ids(&row.id))
                        .collect(),
                    "score" => profile.scores.iter().map(|row| (row.id.to_string(), row.weight)).collect(),
                    "postFilter" => profile.post_filters.iter().map(|row| ids(&row.id)).collect(),
                    "reserve" => profile.reserves.iter().map(|row| ids(&row.id)).collect(),
                    "permit" => profile.permits.iter().map(|row| ids(&row.id)).collect(),
                    "preBind" => profile.pre_binds.iter().map(|row| ids(&row.id)).collect(),
                    "bind" => profile.binds.iter().map(|row| ids(&row.id)).collect(),
                    // These points have no separate tables: a row knows whether its plugin extends them.
                    "preScore" => {
                        let skipped =
                            |name: &str| profile.scores.iter().any(|row| row.id == *name && !row.runs_pre_score);
                        assert!(
                            listed_plugins.iter().all(|(name, _)| !skipped(name)),
                            "{release} {plugins}: {listed_plugins:?}"
                        );
                        continue;
                    }
                    _ => continue,
                };
                assert_eq!(listed_plugins, runs, "{release} {} {plugins}", point.name);
            }
        }
    }
}

#[test]
fn lists_of_policies_are_known() {
    for release in [Release::V1_16, Release::V1_20] {
        let default = super::policy_of(release, &json!({"apiVersion": "v1", "kind": "Policy"})).expect("a policy");
        for list in ["predicates", "priorities"] {
            let (known, defaults) = (known_policy_names(release, list), default_policy_list(release, list));
            let one = |(name, weight): &PluginWeight| match weight {
                0 => json!({"name": name}),
                weight => json!({"name": name, "weight": weight}),
            };
            assert!(defaults.iter().all(|(name, _)| known.contains(&name.as_str())), "{release} {list}");
            let all: Vec<Value> = defaults.iter().map(one).collect();
            let policy = json!({"apiVersion": "v1", "kind": "Policy", list: all});
            let configuration =
                super::policy_of(release, &policy).map_err(|wrong| format!("{wrong:?}")).expect("a policy");
            let (profile, default) = (&configuration.profiles[0], &default.profiles[0]);
            assert_eq!((filters(profile), scores(profile)), (filters(default), scores(default)), "{release} {list}");
        }
    }
}

#[test]
fn each_sample_is_read_by_its_release() {
    for release in Release::ALL {
        let documents = manifest::edit::read_documents(sample(release)).expect("one document");
        let by_release =
            configurations(&documents, &[]).map_err(|wrong| wrong.error).expect("a configuration").by_release;
        assert!(by_release.contains_key(&release), "{release}");
    }
}
