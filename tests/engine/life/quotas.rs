//! `ResourceQuotas` and `LimitRanges`: rejected pods, and retries of controllers.

use schedscope::i18n::{Lang, problem_text::finding_line};

use super::*;

fn quota(spec: &str) -> String {
    format!("---\nkind: ResourceQuota\nmetadata: {{name: q}}\nspec: {{{spec}}}\n")
}

fn pod(name: &str, more: &str) -> String {
    format!(
        "---\nkind: Pod\nmetadata: {{name: {name}}}\nspec: {{{more} terminationGracePeriodSeconds: 1, containers: [{{name: c, resources: {{requests: {{cpu: 1}}, limits: {{cpu: 1}}}}}}]}}\n"
    )
}

/// A script entry that creates a pod after five seconds.
fn create_later(name: &str, more: &str) -> String {
    let indented = pod(name, more).lines().skip(1).fold(String::new(), |text, line| text + "    " + line + "\n");
    format!("- at: 5s\n  create:\n{indented}")
}

#[test]
fn a_controller_creates_pods_up_to_the_quota_and_retries() {
    let web = WEB.replace("replicas: 2", "replicas: 5");
    let text = format!(
        "{}{}{web}{}",
        node("a", ""),
        quota("hard: {requests.cpu: 3, pods: 10}"),
        script(
            "script: [{at: 10s, scale: {kind: Deployment, name: web, replicas: 2}}, {at: 30s, scale: {kind: Deployment, name: web, replicas: 3}}]\n"
        ),
    );
    let story = assert_story(
        &text,
        &[
            "0.000 event FailedCreate: Error creating: pods \"web-",
            "10.000 $ kubectl scale",
            "30.000 $ kubectl scale",
            "30.100 pod default/web-",
        ],
    );
    assert_eq!(story.matches("FailedCreate").count(), 1, "said once\n{story}");
    assert!(
        story.contains(
            "is forbidden: exceeded quota: q, requested: requests.cpu=1, used: requests.cpu=3, limited: requests.cpu=3"
        ),
        "{story}"
    );
    assert_eq!(story.matches("assumed on").count(), 4, "three, and one more when there was room\n{story}");
}

#[test]
fn a_controller_creates_pods_when_the_quota_has_room_again() {
    for (kind, hard) in [
        ("ReplicaSet", "pods: 2"),
        ("Deployment", "limits.cpu: 2"),
        ("StatefulSet", "count/pods: 2"),
        ("Job", "cpu: 2000m"),
    ] {
        let web = WEB
            .replace("Deployment", kind)
            .replace("replicas: 2", "replicas: 3\n  parallelism: 3\n  completions: 3\n  podManagementPolicy: Parallel")
            .replace("requests: {cpu: 1}", "requests: {cpu: 1}, limits: {cpu: 1}");
        let web = match kind {
            "Job" => web
                .replace("  selector:", "  manualSelector: true\n  selector:")
                .replace("spec: {t", "spec: {restartPolicy: Never, t"),
            _ => web,
        };
        let text =
            format!("{}{}{web}{}", node("a", ""), quota(&format!("hard: {{{hard}}}")), script("durationSeconds: 60\n"));
        let story = run_story(&text, Release::V1_34);
        let most = if kind == "Job" { 3 } else { 2 };
        assert_eq!(story.matches("assumed on").count(), most, "{kind}: a Job's pods end and make room\n{story}");
        let says = match kind {
            "StatefulSet" => {
                "event FailedCreate: create Pod web-2 in StatefulSet web failed error: pods \"web-2\" is forbidden: exceeded quota: q, requested: count/pods=1, used: count/pods=2, limited: count/pods=2"
            }
            _ => "event FailedCreate: Error creating: pods \"web-",
        };
        assert!(story.contains(says), "{kind}\n{story}");
    }
}

#[test]
fn quotas_also_reject_pods_that_users_create() {
    let text = format!(
        "{}{}{}{}",
        node("a", ""),
        quota(
            "hard: {pods: 1}, scopeSelector: {matchExpressions: [{scopeName: PriorityClass, operator: In, values: [high]}]}"
        ),
        "---\nkind: PriorityClass\nmetadata: {name: high}\nvalue: 5\n",
        script(&format!(
            "script:\n{}{}{}",
            create_later("one", "priorityClassName: high,"),
            create_later("two", "priorityClassName: high,"),
            create_later("three", "")
        )),
    );
    let story = assert_story(
        &text,
        &[
            "5.000 kubectl: Error from server (Forbidden): pods \"two\" is forbidden: exceeded quota: q, requested: pods=1, used: pods=1, limited: pods=1",
        ],
    );
    assert!(story.contains("default/one assumed") && story.contains("default/three assumed"), "{story}");
    assert!(!story.contains("default/two assumed"), "{story}");
}

#[test]
fn releases_differ_in_the_message_about_missing_requests() {
    let silent = WEB.replace("resources: {requests: {cpu: 1}}", "");
    let text = format!("{}{}{silent}", node("a", ""), quota("hard: {limits.cpu: 9, requests.cpu: 9}"));
    let today = "is forbidden: failed quota: q: must specify limits.cpu for: c; requests.cpu for: c";
    let before = "is forbidden: failed quota: q: must specify limits.cpu,requests.cpu";
    for (release, says) in
        [(Release::V1_16, before), (Release::V1_20, before), (Release::V1_34, today), (Release::V1_36, today)]
    {
        let story = run_story(&text, release);
        assert!(story.lines().any(|line| line.ends_with(says)), "{release}\n{story}");
        assert!(!story.contains("assumed"), "{release}\n{story}");
    }
}

#[test]
fn quotas_apply_to_claims_of_a_stateful_set() {
    let set = WEB.replace("Deployment", "StatefulSet").replace(
        "  template:",
        "  podManagementPolicy: Parallel\n  volumeClaimTemplates: [{metadata: {name: data}, spec: {resources: {requests: {storage: 5Gi}}}}]\n  template:",
    );
    let text = run_story(
        &format!("{}{}{set}", node("a", ""), quota("hard: {requests.storage: 9Gi, persistentvolumeclaims: 5}")),
        Release::V1_34,
    );
    let says = "event FailedCreate: create Claim data-web-1 for Pod web-1 in StatefulSet web failed error: persistentvolumeclaims \"data-web-1\" is forbidden: exceeded quota: q, requested: requests.storage=5Gi, used: requests.storage=5Gi, limited: requests.storage=9Gi";
    assert_eq!(text.matches(says).count(), 1, "{text}");
}

#[test]
fn a_quota_created_by_a_script_applies_from_then_on() {
    let of = |hard: &str| format!("{{kind: ResourceQuota, metadata: {{name: q}}, spec: {{hard: {{pods: {hard}}}}}}}");
    let scale = |replicas: u32| format!("scale: {{kind: Deployment, name: web, replicas: {replicas}}}");
    let text = format!(
        "{}{WEB}{}",
        node("a", ""),
        script(&format!(
            "script:\n- {{at: 10s, create: {}}}\n- {{at: 20s, {}}}\n- {{at: 30s, apply: {}}}\n- {{at: 40s, {}}}\n- {{at: 50s, delete: {{kind: ResourceQuota, name: q}}}}\n",
            of("1"),
            scale(3),
            of("3"),
            scale(4)
        )),
    );
    let story = assert_story(
        &text,
        &[
            "0.000 pod default/web-",
            "10.000 $ kubectl create resourcequota q",
            "20.100 event FailedCreate: Error creating: pods \"web-",
            "30.000 $ kubectl apply resourcequota q",
            // The controller retries after its backoff, because no event tells it about the free quota.
            "30.325 pod default/web-",
            "40.100 event FailedCreate",
            "50.000 $ kubectl delete resourcequota default/q",
            "50.325 pod default/web-",
        ],
    );
    assert!(story.contains("requested: pods=1, used: pods=2, limited: pods=1"), "what was there counts\n{story}");
    assert!(story.contains("requested: pods=1, used: pods=3, limited: pods=3"), "{story}");
    assert!(!story.contains(" gone"), "what was let in stays\n{story}");
}

#[test]
fn a_limit_range_created_by_a_script_applies_to_later_pods() {
    let silent = WEB.replace("resources: {requests: {cpu: 1}}", "");
    let range = |item: &str| {
        format!("{{kind: LimitRange, metadata: {{name: l}}, spec: {{limits: [{{type: Container, {item}}}]}}}}")
    };
    let scale = |at: u32, replicas: u32| {
        format!("- {{at: {at}s, scale: {{kind: Deployment, name: web, replicas: {replicas}}}}}\n")
    };
    let text = format!(
        "{}{silent}{}",
        node("a", ""),
        script(&format!(
            "script:\n- {{at: 10s, create: {}}}\n{}- {{at: 30s, apply: {}}}\n{}- {{at: 50s, delete: {{kind: LimitRange, name: l}}}}\n",
            range("defaultRequest: {cpu: 9}"),
            scale(20, 3),
            range("max: {memory: 1Gi}, maxLimitRequestRatio: {cpu: 2}"),
            scale(40, 4)
        )),
    );
    let story = assert_story(
        &text,
        &[
            "10.000 $ kubectl create limitrange l",
            "20.100 pod default/web-",
            "a NodeResourcesFit: Insufficient cpu",
            "30.000 $ kubectl apply limitrange l",
            "40.000 $ kubectl scale",
            "50.000 $ kubectl delete limitrange default/l",
            "50.100 pod default/web-",
        ],
    );
    assert_eq!(story.matches("assumed on").count(), 3, "two before, one after\n{story}");
    assert!(!story.contains(" gone"), "nobody rolls the deployment over\n{story}");
    let manifest = manifest::load(&text).expect("a manifest");
    let notices: Vec<(usize, String)> =
        manifest.notices.iter().map(|notice| (notice.place.line as usize, finding_line(Lang::En, notice))).collect();
    let at = |wanted: &str| text.lines().position(|line| line.starts_with(wanted)).map(|at| at + 1);
    let says =
        |at: Option<usize>, words: &str| notices.iter().any(|(line, text)| Some(*line) == at && text.contains(words));
    assert!(says(at("- {at: 10s"), "a LimitRange sets requests for containers that have none: cpu=9"), "{notices:?}");
    let refused = "from here on the API server rejects new pods of the Deployment web: the LimitRange l";
    assert!(says(at("- {at: 30s"), refused), "{notices:?}");
}

#[test]
fn pods_created_before_a_limit_range_are_not_affected() {
    let text = |at: u32| {
        let range = "{kind: LimitRange, metadata: {name: l}, spec: {limits: [{type: Container, max: {cpu: 500m}}]}}";
        let gone = "{at: 4s, delete: {kind: LimitRange, name: l}}";
        let of = format!("script:\n- {{at: {at}s, create: {range}}}\n- {gone}\n{}", create_later("one", ""));
        format!("{}{}", node("a", ""), script(&of))
    };
    for at in [3, 6] {
        assert!(run_story(&text(at), Release::V1_34).contains("default/one assumed on a"), "{at}");
    }
    let problems = manifest::load(&text(5)).map(|_| ()).expect_err("it is there by then, as it stands before");
    assert!(format!("{problems:?}").contains("LimitRange"), "{problems:?}");
}

#[test]
fn limit_ranges_apply_to_claims_of_a_stateful_set() {
    let set = WEB.replace("Deployment", "StatefulSet").replace(
        "  template:",
        "  volumeClaimTemplates: [{metadata: {name: data}, spec: {resources: {requests: {storage: 500Mi}}}}]\n  template:",
    );
    let range = |item: &str| {
        format!(
            "{{kind: LimitRange, metadata: {{name: l}}, spec: {{limits: [{{type: PersistentVolumeClaim, {item}}}]}}}}"
        )
    };
    let text = |item: &str| {
        format!(
            "{}---\n{}\n{set}{}",
            node("a", ""),
            range(item),
            script(&format!("script:\n- {{at: 10s, apply: {}}}\n", range("max: {storage: 1Gi}")))
        )
    };
    for (case, says) in [
        ("min: {storage: 1Gi}", "minimum storage usage per PersistentVolumeClaim is 1Gi, but request is 500Mi"),
        ("max: {storage: 100Mi}", "maximum storage usage per PersistentVolumeClaim is 100Mi, but request is 500Mi"),
    ] {
        let whole = format!(
            "0.000 event FailedCreate: create Claim data-web-0 for Pod web-0 in StatefulSet web failed error: persistentvolumeclaims \"data-web-0\" is forbidden: {says}"
        );
        // The pod is created with its claim as soon as the limit range allows the claim.
        let story =
            assert_story(&text(case), &[&whole, "10.000 $ kubectl apply limitrange l", "10.100 pod default/web-0"]);
        // One event for the claim, and one for the pod.
        assert_eq!(story.matches("is forbidden").count(), 2, "{story}");
    }
}

#[test]
fn a_pod_waits_while_a_limit_range_forbids_its_ephemeral_claim() {
    let range =
        "{kind: LimitRange, metadata: {name: l}, spec: {limits: [{type: PersistentVolumeClaim, max: {storage: 1Gi}}]}}";
    let volume = "volumes: [{name: data, ephemeral: {volumeClaimTemplate: {spec: {storageClassName: local, accessModes: [ReadWriteOnce], resources: {requests: {storage: 5Gi}}}}}}],";
    let class = "---\nkind: StorageClass\nmetadata: {name: local}\nprovisioner: ebs.csi.aws.com\nvolumeBindingMode: WaitForFirstConsumer\n";
    let text = format!(
        "{}{class}---\n{range}\n{}{}",
        node("a", ""),
        pod("one", volume),
        script("script:\n- {at: 10s, delete: {kind: LimitRange, name: l}}\n")
    );
    let says = "0.100 event FailedBinding: ephemeral volume data: create PVC one-data: persistentvolumeclaims \"one-data\" is forbidden: maximum storage usage per PersistentVolumeClaim is 1Gi, but request is 5Gi";
    let story =
        assert_story(&text, &[says, "10.000 $ kubectl delete limitrange default/l", "10.100 default/one assumed on a"]);
    assert_eq!(story.matches("is forbidden").count(), 1, "{story}");
}

#[test]
fn a_runtime_class_created_by_a_script_applies_to_later_pods() {
    let web = WEB.replace("    spec: {", "    spec: {runtimeClassName: kata, ");
    assert_ne!(web, WEB);
    let class = |more: &str| format!("{{kind: RuntimeClass, metadata: {{name: kata}}, handler: kata, {more}}}");
    let scale = |at: u32, replicas: u32| {
        format!("- {{at: {at}s, scale: {{kind: Deployment, name: web, replicas: {replicas}}}}}\n")
    };
    let text = format!(
        "{}{web}{}",
        node("a", ""),
        script(&format!(
            "script:\n- {{at: 10s, create: {}}}\n{}- {{at: 30s, apply: {}}}\n{}- {{at: 50s, delete: {{kind: RuntimeClass, name: kata}}}}\n",
            class("overhead: {podFixed: {cpu: 20}}"),
            scale(20, 3),
            class("scheduling: {nodeSelector: {runtime: kata}}"),
            scale(40, 4)
        )),
    );
    let story = assert_story(
        &text,
        &[
            "10.000 $ kubectl create runtimeclass kata",
            "20.100 pod default/web-",
            "a NodeResourcesFit: Insufficient cpu",
            "30.000 $ kubectl apply runtimeclass kata",
            "40.100 pod default/web-",
            "a NodeAffinity:",
            "50.000 $ kubectl delete runtimeclass kata",
        ],
    );
    assert_eq!(story.matches("assumed on").count(), 2, "those before\n{story}");
    assert!(!story.contains(" gone"), "nobody rolls the deployment over\n{story}");
}

#[test]
fn quota_resources_that_are_not_counted_give_a_notice() {
    let notices = |hard: &str| -> Vec<String> {
        let manifest = manifest::load(&quota(&format!("hard: {{{hard}}}"))).expect("a manifest");
        let lines = manifest.notices.iter().map(|notice| finding_line(Lang::En, notice));
        lines.filter(|text| !text.contains("without apiVersion")).collect()
    };
    let texts = notices("services: 1, pods: 5, count/secrets: 2");
    assert!(
        texts.iter().any(|text| text.contains("count/secrets") && text.contains("services") && !text.contains("pods")),
        "{texts:?}"
    );
    let known = "pods: 1, count/pods: 1, cpu: 1, requests.nvidia.com/gpu: 1, limits.memory: 1Gi, requests.storage: 1Gi, fast.storageclass.storage.k8s.io/requests.storage: 1Gi, hugepages-2Mi: 1Gi, persistentvolumeclaims: 2";
    assert_eq!(notices(known), Vec::<String>::new());
}
