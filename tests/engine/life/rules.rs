//! Individual rules of the API server and the controllers.

use super::*;

fn pod(name: &str, spec: &str, container: &str) -> String {
    format!(
        "---\nkind: Pod\nmetadata: {{name: {name}, labels: {{app: web}}}}\nspec: {{terminationGracePeriodSeconds: 1, {spec} containers: \
         [{{name: c, {container}}}]}}\n"
    )
}

#[test]
fn the_lowest_global_default_priority_is_used() {
    // A cluster can have two of them if they were created at the same time.
    let class = |name: &str, value: i32| {
        format!(
            "---\nkind: PriorityClass\nmetadata: {{name: {name}, uid: {name}}}\nvalue: {value}\nglobalDefault: true\n"
        )
    };
    let text = format!("{}{}{}", class("nine", 9), class("five", 5), pod("p", "", ""));
    let manifest = manifest::load(&text).unwrap_or_else(|errors| panic!("{errors:?}"));
    let scenario = Scenario::from_manifest(&manifest).expect("a scenario");
    assert_eq!(scenario.pods[0].priority(), 5);
}

#[test]
fn container_ports_are_host_ports_with_host_network() {
    let ports = "ports: [{containerPort: 80}]";
    let text = |spec: &str| format!("{}{}{}", node("a", ""), pod("one", spec, ports), pod("two", spec, ports));
    assert_story(
        &text("hostNetwork: true, "),
        &[
            "0.000 default/one assumed on a",
            "0.000 event FailedScheduling: 0/1 nodes are available: 1 node(s) didn't have free ports",
        ],
    );
    assert_story(&text(""), &["0.000 default/one assumed on a", "0.000 default/two assumed on a"]);
}

#[test]
fn requests_default_to_limits() {
    let cluster = format!(
        "{}{}{}",
        node("a", ""),
        pod("one", "", "resources: {limits: {cpu: 3}}"),
        pod("two", "", "resources: {limits: {cpu: 3}}")
    );
    assert_story(
        &cluster,
        &[
            "0.000 default/one assumed on a",
            "0.000 event FailedScheduling: 0/1 nodes are available: 1 Insufficient cpu",
        ],
    );
}

#[test]
fn a_pod_with_two_budgets_cannot_be_evicted() {
    let budget = |name: &str| {
        format!(
            "---\nkind: PodDisruptionBudget\nmetadata: {{name: {name}}}\nspec: {{minAvailable: 0, selector: {{matchLabels: {{app: web}}}}}}\n"
        )
    };
    let evict = script("durationSeconds: 12\nscript: [{at: 10s, evict: {name: p}}]\n");
    let text = assert_story(
        &format!("{}{}{}{}{evict}", node("a", ""), pod("p", "nodeName: a, ", ""), budget("x"), budget("y")),
        &["10.000"],
    );
    assert!(text.contains("This pod has more than one PodDisruptionBudget"), "{text}");
    assert!(!text.contains("p terminating"), "{text}");
    assert_story(
        &format!("{}{}{}{evict}", node("a", ""), pod("p", "nodeName: a, ", ""), budget("x")),
        &["10.000 eviction of default/p allowed by default/x, 0 left", "10.000 default/p terminating"],
    );
}

#[test]
fn a_pending_pod_is_evicted_regardless_of_its_budget() {
    let budget = "---\nkind: PodDisruptionBudget\nmetadata: {name: x}\nspec: {minAvailable: 1, selector: {matchLabels: {app: web}}}\n";
    let evict = script("durationSeconds: 12\nscript: [{at: 10s, evict: {name: p}}]\n");
    assert_story(&format!("{budget}{}{evict}", pod("p", "", "")), &["10.000 default/p gone"]);
}

#[test]
fn a_later_taint_does_not_shorten_a_running_toleration_timer() {
    let tolerates = |key: &str, seconds: u32| {
        format!("{{key: {key}, operator: Exists, effect: NoExecute, tolerationSeconds: {seconds}}}")
    };
    let cluster = format!(
        "{}{}",
        node("a", ""),
        pod("p", &format!("nodeName: a, tolerations: [{}, {}], ", tolerates("long", 50), tolerates("short", 20)), "")
    );
    let taint =
        |at: u32, key: &str| format!("{{at: {at}s, taint: {{node: a, key: {key}, value: \"\", effect: NoExecute}}}}");
    let run = |script_: String| format!("{cluster}{}", script(&format!("durationSeconds: 90\nscript: [{script_}]\n")));
    assert_story(&run(taint(10, "long")), &["60.000 default/p terminating until 61.000, Tainted"]);
    let both = format!("{}, {}", taint(10, "long"), taint(15, "short"));
    assert_story(&run(both), &["60.000 default/p terminating until 61.000, Tainted"]);
    let at_once = format!("{}, {}", taint(10, "long"), taint(10, "short"));
    assert_story(&run(at_once), &["30.000 default/p terminating until 31.000, Tainted"]);
}

#[test]
fn an_applied_service_replaces_only_the_one_with_its_name() {
    let service = |name: &str, app: &str| {
        format!("{{kind: Service, metadata: {{name: {name}}}, spec: {{selector: {{app: {app}}}}}}}")
    };
    // Both nodes have the same number of pods, so only the service makes a difference.
    let text = format!(
        "{}{}{}{}---\n{}\n",
        node("a", ""),
        node("b", ""),
        pod("web", "nodeName: a, ", ""),
        pod("other", "nodeName: b, ", "").replace("app: web", "app: other"),
        service("web", "web")
    );
    let comes =
        "{at: 10s, create: {kind: Pod, metadata: {name: next, labels: {app: web}}, spec: {containers: [{name: c}]}}}";
    for (applied, tied) in [(service("second", "none"), false), (service("web", "none"), true)] {
        let lines = format!("script: [{{at: 5s, apply: {applied}}}, {comes}]\n");
        let text = assert_story_under(
            Release::V1_16,
            &format!("{text}{}", script(&lines)),
            &["5.000 $ kubectl apply service", "10.000 decision for default/next", "goes to"],
        );
        let goes = text.lines().find(|line| line.contains("goes to")).unwrap_or_default();
        assert_eq!(goes.contains("tied: "), tied, "{text}");
        assert!(tied || goes.ends_with("goes to b"), "{text}");
    }
}

#[test]
fn applying_null_removes_a_label() {
    let story = script(
        "durationSeconds: 10\nscript:\n- {at: 5s, label: {kind: Node, name: a, labels: {zone: null, disk: ssd}}}\n- {at: 6s, label: {name: p, labels: {app: }}}\n- {at: 7s, evict: {name: p}}\n",
    );
    let budget = "---\nkind: PodDisruptionBudget\nmetadata: {name: x}\nspec: {minAvailable: 0, selector: {matchLabels: {app: web}}}\n";
    assert_story(
        &format!("{}{}{budget}{story}", node("a", ""), pod("p", "nodeName: a, ", "")),
        &[
            "1.100 budget default/x counts 1 pods",
            "5.000 $ kubectl label node a disk=ssd zone-",
            "6.000 $ kubectl label pod default/p app-",
            // The controller does not look for budgets that selected the pod before the change.
            "7.000 eviction of default/p allowed: Unprotected",
        ],
    );
}

#[test]
fn existing_names_cannot_be_created_and_some_fields_are_immutable() {
    let web = "{kind: Deployment, metadata: {name: web}, spec: {replicas: 1, selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c}]}}}}";
    let class = "{kind: PriorityClass, metadata: {name: high}, value: 10}";
    let created = |at: u32, object: &str| format!("- {{at: {at}s, create: {object}}}\n");
    let applied = |at: u32, object: &str| format!("- {{at: {at}s, apply: {object}}}\n");
    let lone = "{kind: Pod, metadata: {name: lone, labels: {app: x}}, spec: {containers: [{name: c}]}}";
    let urgent = "{kind: Pod, metadata: {name: urgent}, spec: {priorityClassName: high, containers: [{name: c}]}}";
    let lines = [
        "durationSeconds: 30\nscript:\n".to_owned(),
        created(1, web),
        created(2, class),
        applied(3, &class.replace("10", "20")),
        applied(4, &class.replace("value", "preemptionPolicy: Never, value")),
        applied(5, class),
        created(6, urgent),
        created(7, lone),
        created(8, lone),
        applied(9, &lone.replace("app: x", "app: y")),
        applied(10, &lone.replace("name: c", "name: d")),
        applied(11, &web.replace("app: web", "app: other")),
        "- {at: 12s, delete: {name: lone}}\n".to_owned(),
        created(13, lone),
    ];
    assert_story_under(
        Release::V1_36,
        &format!("{}---\n{web}\n---\n{class}\n{}", node("a", ""), script(&lines.concat())),
        &[
            "1.000 $ kubectl create Deployment web",
            "1.000 kubectl: Error from server (AlreadyExists): deployments.apps \"web\" already exists",
            "2.000 kubectl: Error from server (AlreadyExists): priorityclasses.scheduling.k8s.io \"high\" \
             already exists",
            "3.000 kubectl: The PriorityClass \"high\" is invalid: value: Forbidden: may not be changed in an update.",
            "4.000 kubectl: The PriorityClass \"high\" is invalid: preemptionPolicy: Invalid value: \"Never\": field is immutable",
            "5.000 priorityclass high 10",
            "6.000 pod default/urgent created, priority 10",
            "8.000 kubectl: Error from server (AlreadyExists): pods \"lone\" already exists",
            "9.000 pod default/lone edited",
            "10.000 kubectl: The Pod \"lone\" is invalid: spec: Forbidden: pod updates may not change fields other than `spec.containers",
            "11.000 kubectl: The Deployment \"web\" is invalid: spec.selector: Invalid value: {\"matchLabels\":{\"app\":\"other\"}}: field is \
             immutable",
            "13.000 kubectl: Error from server (AlreadyExists): object is being deleted: pods \"lone\" already \
             exists",
        ],
    );
}

#[test]
fn an_existing_taint_is_not_added_again() {
    let taint =
        |at: u32, effect: &str| format!("{{at: {at}s, taint: {{node: a, key: k, value: \"{at}\", effect: {effect}}}}}");
    let lines =
        format!("script: [{}, {}, {}]\n", taint(1, "NoSchedule"), taint(2, "NoSchedule"), taint(3, "PreferNoSchedule"));
    let text = assert_story(
        &format!("{}{}", node("a", ""), script(&lines)),
        &[
            "1.000 node a changes, taints [k:NoSchedule]",
            "2.000 kubectl: error: node a already has k taint(s) with same effect(s) and --overwrite is false",
            "3.000 node a changes, taints [k:NoSchedule, k:PreferNoSchedule]",
        ],
    );
    assert_eq!(text.matches("node a changes").count(), 2, "{text}");
}
