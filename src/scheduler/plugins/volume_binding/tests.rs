use super::*;
use crate::{
    cluster::{Objects, Snapshot},
    framework::StorageEvent,
    plugins::testing::{judge_with, pod, pod_hint, snapshot, storage_from_json},
};

const TODAY: VolumeBinding = VolumeBinding { fails_by_error: false, checks_recent_volume_features: true };

const WAIT_FOR_FIRST_CONSUMER: &str =
    r#"{"metadata":{"name":"wait"},"provisioner":"x","volumeBindingMode":"WaitForFirstConsumer"}"#;
const LOCAL: &str = r#"{"metadata":{"name":"local"},"provisioner":"kubernetes.io/no-provisioner","volumeBindingMode":"WaitForFirstConsumer"}"#;

fn wants(claims: &[&str]) -> String {
    let volume = |name: &&str| format!(r#"{{"persistentVolumeClaim":{{"claimName":"{name}"}}}}"#);
    let volumes: Vec<String> = claims.iter().map(volume).collect();
    format!(r#"{{"metadata":{{"namespace":"d"}},"spec":{{"volumes":[{}]}}}}"#, volumes.join(","))
}

fn claim(name: &str, class: &str, size: &str, more: &str) -> String {
    format!(
        r#"{{"metadata":{{"namespace":"d","name":"{name}"}},"spec":{{"storageClassName":"{class}","resources":
            {{"requests":{{"storage":"{size}"}}}}{more}}}}}"#
    )
}

fn volume(name: &str, class: &str, size: &str, node: &str, more: &str) -> String {
    format!(
        r#"{{"metadata":{{"name":"{name}"}},"spec":{{"storageClassName":"{class}","capacity":{{"storage":"{size}"}},
            "nodeAffinity":{{"required":{{"nodeSelectorTerms":[{{"matchExpressions":[
            {{"key":"host","operator":"In","values":["{node}"]}}]}}]}}}}{more}}},"status":{{"phase":"Available"}}}}"#
    )
}

fn nodes() -> Snapshot {
    snapshot(&[
        (r#"{"metadata":{"name":"a","labels":{"host":"a","zone":"1"}}}"#, &[]),
        (r#"{"metadata":{"name":"b","labels":{"host":"b","zone":"2"}}}"#, &[]),
    ])
}

/// Filters both nodes. Returns for each the volumes to bind as `claim=volume`, or the reasons for which it fails.
fn plan_bindings(objects: &[(&str, &str)], claims: &[&str]) -> [Result<Vec<String>, Vec<VolumeReason>>; 2] {
    let objects = Objects { storage: storage_from_json(objects), ..Objects::default() };
    let (pod, snapshot) = (pod(&wants(claims)), nodes());
    let cycle = CycleCtx { pod: &pod, snapshot: &snapshot, objects: &objects, order: None };
    let verdicts = judge_with(&TODAY, &pod, &snapshot, &objects);
    [0, 1].map(|ix| match &verdicts[ix] {
        Err(failure) => Err(failure
            .reasons
            .iter()
            .map(|reason| match reason {
                Reason::Volume(reason) => reason.clone(),
                other => panic!("{other:?}"),
            })
            .collect()),
        Ok(()) => {
            let plan = TODAY.volume_plan(&cycle, &snapshot.nodes()[ix]);
            let bind =
                plan.bind.iter().map(|(claim, volume)| format!("{}={}", claim.metadata.name, volume.metadata.name));
            let make = plan.provision.iter().map(|claim| format!("{}=new", claim.metadata.name));
            Ok(bind.chain(make).collect())
        }
    })
}

fn nothing(claim: &str, class: &str, why: Unbindable) -> Vec<VolumeReason> {
    vec![VolumeReason::NothingToBind { claim: claim.into(), class: class.into(), why }]
}

#[test]
fn the_smallest_volume_that_suits_and_the_smallest_claim_first() {
    let (big, small) = (claim("big", "local", "5Gi", ""), claim("small", "local", "1Gi", ""));
    let (v9, v6, v2) = (
        volume("v9", "local", "9Gi", "a", ""),
        volume("v6", "local", "6Gi", "a", ""),
        volume("v2", "local", "2Gi", "a", ""),
    );
    let other = volume("other", "wait", "1Gi", "a", "");
    let base = [("class", LOCAL), ("claim", &*big), ("claim", &*small), ("volume", &v9), ("volume", &other)];
    let none = nothing("small", "local", Unbindable::NoProvisioner);
    let all = [&base[..], &[("volume", &*v6), ("volume", &*v2)]].concat();
    assert_eq!(
        plan_bindings(&all, &["big", "small"]),
        [Ok(vec!["small=v2".into(), "big=v6".into()]), Err(none.clone())]
    );
    let two = [&base[..], &[("volume", &*v6)]].concat();
    assert_eq!(
        plan_bindings(&two, &["big", "small"]),
        [Ok(vec!["small=v6".into(), "big=v9".into()]), Err(none.clone())]
    );
    let one = nothing("big", "local", Unbindable::NoProvisioner);
    assert_eq!(plan_bindings(&base, &["big", "small"]), [Err(one), Err(none)]);
}

#[test]
fn what_is_set_aside_is_taken_and_what_is_taken_is_left() {
    let open = claim("c", "local", "1Gi", "");
    let aside = r#","claimRef":{"namespace":"d","name":"c"}"#;
    let foreign = r#","claimRef":{"namespace":"d","name":"x"}"#;
    let (free, mine, theirs) = (
        volume("v1", "local", "1Gi", "a", ""),
        volume("v5", "local", "5Gi", "a", aside),
        volume("v2", "local", "2Gi", "b", foreign),
    );
    let none = || Err(nothing("c", "local", Unbindable::NoProvisioner));
    let base = [("class", LOCAL), ("claim", &*open), ("volume", &*free), ("volume", &*theirs)];
    assert_eq!(plan_bindings(&base, &["c"]), [Ok(vec!["c=v1".into()]), none()]);
    assert_eq!(plan_bindings(&[&base[..], &[("volume", &mine)]].concat(), &["c"]), [Ok(vec!["c=v5".into()]), none()]);
}

#[test]
fn what_is_not_there_can_be_made_where_class_and_driver_allow() {
    let open = claim("c", "wait", "3Gi", "");
    let only = WAIT_FOR_FIRST_CONSUMER.replace(
        r#""provisioner""#,
        r#""allowedTopologies":[{"matchLabelExpressions":[{"key":"zone","values":["2"]}]}],"provisioner""#,
    );
    let driver = r#"{"metadata":{"name":"x"},"spec":{"storageCapacity":true}}"#;
    let room = |name: &str, zone: &str, capacity: &str, most: &str| {
        format!(
            r#"{{"metadata":{{"name":"{name}"}},"storageClassName":"wait","capacity":"{capacity}","maximumVolumeSize":"{most}",
                "nodeTopology":{{"matchLabels":{{"zone":"{zone}"}}}}}}"#
        )
    };
    let (enough, little) = (room("r1", "1", "9Gi", "4Gi"), room("r2", "2", "9Gi", "2Gi"));
    let made = || Ok(vec!["c=new".to_owned()]);
    let full =
        Err(vec![VolumeReason::NotEnoughStorage { claim: "c".into(), class: "wait".into(), requested: 3 << 30 }]);
    assert_eq!(plan_bindings(&[("class", WAIT_FOR_FIRST_CONSUMER), ("claim", &open)], &["c"]), [made(), made()]);
    let elsewhere = Err(nothing("c", "wait", Unbindable::Topology));
    assert_eq!(plan_bindings(&[("class", &only), ("claim", &open)], &["c"]), [elsewhere, made()]);
    let rooms = [
        ("class", WAIT_FOR_FIRST_CONSUMER),
        ("claim", &open),
        ("driver", driver),
        ("capacity", &enough),
        ("capacity", &little),
    ];
    assert_eq!(plan_bindings(&rooms, &["c"]), [made(), full]);
    let selected = open.replace(r#""name":"c""#, &format!(r#""name":"c","annotations":{{"{SELECTED_NODE}":"a"}}"#));
    let other = Err(nothing("c", "wait", Unbindable::OtherNode));
    assert_eq!(plan_bindings(&[("class", WAIT_FOR_FIRST_CONSUMER), ("claim", &selected)], &["c"]), [made(), other]);
}

#[test]
fn claim_reasons_that_exclude_all_nodes() {
    let open = claim("c", "now", "1Gi", "");
    let now = WAIT_FOR_FIRST_CONSUMER.replace("wait", "now").replace("WaitForFirstConsumer", "Immediate");
    let immediate = Err(vec![VolumeReason::UnboundImmediate { claim: "c".into() }]);
    assert_eq!(plan_bindings(&[("class", &now), ("claim", &open)], &["c"])[0], immediate);
    assert_eq!(plan_bindings(&[("claim", &open)], &["c"])[1], immediate);
    assert_eq!(plan_bindings(&[], &["c"])[0], Err(vec![VolumeReason::ClaimNotFound { claim: "c".into() }]));
    let going = open.replace(r#""name":"c""#, r#""name":"c","deletionTimestamp":"2024-01-01T00:00:00Z""#);
    assert_eq!(
        plan_bindings(&[("claim", &going)], &["c"])[0],
        Err(vec![VolumeReason::ClaimTerminating { claim: "c".into() }])
    );
    let lost = open.replace(r#""spec""#, r#""status":{"phase":"Lost"},"spec""#);
    let reason = VolumeReason::ClaimLost { claim: "c".into(), volume: Str::default() };
    assert_eq!(plan_bindings(&[("claim", &lost)], &["c"])[0], Err(vec![reason]));
}

#[test]
fn a_bound_claim_goes_where_its_volume_is() {
    let bound = claim("c", "local", "1Gi", r#","volumeName":"v""#)
        .replace(r#""name":"c""#, r#""name":"c","annotations":{"pv.kubernetes.io/bind-completed":"yes"}"#);
    let text = volume("v", "local", "1Gi", "b", "");
    let mismatch = VolumeReason::AffinityMismatch { claim: "c".into(), volume: "v".into() };
    let gone = VolumeReason::VolumeGone { claim: "c".into(), volume: "v".into() };
    assert_eq!(plan_bindings(&[("claim", &bound), ("volume", &text)], &["c"]), [Err(vec![mismatch]), Ok(vec![])]);
    assert_eq!(plan_bindings(&[("claim", &bound)], &["c"])[0], Err(vec![gone]));
}

#[test]
fn early_releases_fail_by_error() {
    let early = VolumeBinding { fails_by_error: true, checks_recent_volume_features: false };
    let open = claim("c", "now", "1Gi", "");
    let objects = Objects { storage: storage_from_json(&[("claim", &open)]), ..Objects::default() };
    let (waiting, snapshot) = (pod(&wants(&["c"])), nodes());
    let verdicts = judge_with(&early, &waiting, &snapshot, &objects);
    assert_eq!(verdicts[0], Err(Failure::error("pod has unbound immediate PersistentVolumeClaims".into())));
    let cycle = CycleCtx { pod: &waiting, snapshot: &snapshot, objects: &Objects::default(), order: None };
    let prepared = Filter::prepare(&early, &cycle);
    assert!(matches!(prepared, PreFilterOutcome::Error(text) if text == "persistentvolumeclaim \"c\" not found"));
}

#[test]
fn change_of_a_used_claim_requeues_its_pod() {
    let waiting = pod(&wants(&["c"]));
    let claim = |namespace: &str, name: &str| {
        let json = format!(r#"{{"metadata":{{"namespace":"{namespace}","name":"{name}"}}}}"#);
        Rc::new(serde_json::from_str::<PersistentVolumeClaim>(&json).unwrap())
    };
    for (namespace, name, expected) in [("d", "c", true), ("d", "e", false), ("e", "c", false)] {
        let claim = claim(namespace, name);
        let event = ClusterEvent::Storage(StorageEvent::Claim { old: None, new: Some(&claim) });
        assert_eq!(pod_hint(&TODAY, &waiting, &event), Some(expected), "{namespace} {name}");
    }
    let gone = claim("d", "c");
    let event = ClusterEvent::Storage(StorageEvent::Claim { old: Some(&gone), new: None });
    assert_eq!(pod_hint(&TODAY, &waiting, &event), None);
}
