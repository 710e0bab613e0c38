//! PodDisruptionBudgets: which pods they count, and how many they allow to be disrupted.

use super::*;

#[test]
fn pods_become_unhealthy_on_an_unreachable_node_but_not_on_a_not_ready_one() {
    let cluster = format!("{}{WEB}{}", node("a", ""), BUDGET.replace("minAvailable: 2", "minAvailable: 1"));
    assert_story(
        &format!("{cluster}{}", script("durationSeconds: 60\nscript: [{at: 10s, unreachable: a}]\n")),
        &["1.100 budget web allows 1 (2 healthy, 1 desired)", "50.100 budget web allows 0 (0 healthy, 1 desired)"],
    );
    let text = run_story(
        &format!("{cluster}{}", script("durationSeconds: 60\nscript: [{at: 10s, notReady: a}]\n")),
        Release::V1_36,
    );
    assert!(!lines_from(&text, "1.100").contains("0 healthy"), "{text}");
}

#[test]
fn an_unready_pod_can_be_evicted_if_enough_others_are_ready() {
    let three = WEB.replace("replicas: 2", "replicas: 3").replace("app: web}}\n    spec: {", "app: web}}\n    spec: {topologySpreadConstraints: [{maxSkew: 1, topologyKey: kubernetes.io/hostname, whenUnsatisfiable: ScheduleAnyway, labelSelector: {matchLabels: {app: web}}}], ");
    let cluster = format!("{}{}{three}{BUDGET}", node("a", ""), node("b", ""));
    let lines = "durationSeconds: 90\nscript: [{at: 10s, unreachable: a}, {at: 60s, drain: a}]\n";
    let drained = |release| run_story(&format!("{cluster}{}", script(lines)), release).matches("Drained").count();
    assert!(
        drained(Release::V1_34) > drained(Release::V1_20),
        "{}",
        run_story(&format!("{cluster}{}", script(lines)), Release::V1_34)
    );
}

#[test]
fn budgets_are_reconciled_before_the_first_attempt() {
    let pod = |name: &str, more: &str| {
        format!(
            "---\nkind: Pod\nmetadata: {{name: {name}, labels: {{app: web}}}}\nspec: {{{more} containers: [{{name: c}}]}}\n"
        )
    };
    let running = |name: &str| format!("{}status: {{phase: Running}}\n", pod(name, "nodeName: a,"));
    let text = assert_story(
        &format!(
            "{}{}{}{}{}",
            node("a", ""),
            BUDGET.replace("minAvailable: 2", "minAvailable: 1"),
            running("one"),
            running("two"),
            pod("new", "")
        ),
        &["0.000 budget web allows 1 (2 healthy, 1 desired)", "0.000 default/new popped"],
    );
    assert_eq!(text.matches("allows 0").count(), 1, "{text}");
}

#[test]
fn a_budget_is_reconciled_before_the_first_attempt_if_it_expects_pods_or_has_healthy_ones() {
    let pending = "---\nkind: Pod\nmetadata: {name: new}\nspec: {containers: [{name: c}]}\n";
    let unready = "status: {phase: Running, conditions: [{type: Ready, status: 'False'}]}";
    for (budget, status, numbers) in [
        // Pods without a controller are not expected.
        ("maxUnavailable: 1", "status: {phase: Running}", "2 healthy, 0 desired"),
        ("minAvailable: 1", unready, "0 healthy, 1 desired"),
    ] {
        let running = pods(&["one", "two"], None).replace("status: {phase: Running}", status);
        let text = format!("{}{}{running}{pending}", node("a", ""), budget_with(budget));
        assert_story(&text, &[&format!("0.000 budget web allows 0 ({numbers})"), "0.000 default/new popped"]);
    }
}

/// A budget with this field, such as `maxUnavailable: 1`.
fn budget_with(what: &str) -> String {
    BUDGET.replace("minAvailable: 2", what)
}

/// Running pods, with or without an owner.
fn pods(names: &[&str], owner: Option<(&str, &str, &str)>) -> String {
    let owner = owner.map_or_else(String::new, |(version, kind, name)| {
        format!(", ownerReferences: [{{apiVersion: {version}, kind: {kind}, name: {name}, uid: u-{name}, controller: true}}]")
    });
    let pod = |name: &&str| {
        format!(
            "---\napiVersion: v1\nkind: Pod\nmetadata: {{name: {name}, labels: {{app: web}}{owner}}}\nspec: {{nodeName: a, containers: \
             [{{name: c}}]}}\nstatus: {{phase: Running}}\n"
        )
    };
    names.iter().map(pod).collect()
}

#[test]
fn a_budget_expects_the_replicas_of_the_controllers() {
    // Four of the ten replicas fit.
    let ten = WEB.replace("replicas: 2", "replicas: 10");
    let run =
        |budget: &str| format!("{}{ten}{}{}", node("a", ""), budget_with(budget), script("durationSeconds: 10\n"));
    for (budget, numbers) in [
        ("maxUnavailable: 2", "10 expected, 8 desired, 4 healthy, 0 allowed"),
        ("maxUnavailable: 65%", "10 expected, 3 desired, 4 healthy, 1 allowed"),
        ("minAvailable: 35%", "10 expected, 4 desired, 4 healthy, 0 allowed"),
        ("minAvailable: 2", "10 expected, 2 desired, 4 healthy, 2 allowed"),
    ] {
        let text = run_story(&run(budget), Release::V1_36);
        assert!(text.contains(numbers), "{budget}: {text}");
        assert_eq!(text.contains("Deployment/web=10"), budget != "minAvailable: 2", "{text}");
    }
}

#[test]
fn pods_without_a_controller_do_not_count_as_expected() {
    let two = pods(&["one", "two"], None);
    let end = script("durationSeconds: 10\nscript: [{at: 5s, evict: {name: one}}]\n");
    let text = format!("{}{two}{}{end}", node("a", ""), budget_with("maxUnavailable: 1"));
    let story = assert_story_under(
        Release::V1_36,
        &text,
        &[
            "0.100 event UnmanagedPods: Pods selected by this PodDisruptionBudget (selector: &LabelSelector{MatchLabels:map[string]string{app: \
             web,},MatchExpressions:[]LabelSelectorRequirement{},}) were found to be unmanaged.",
            "0.100 budget default/web counts 2 pods, maxUnavailable 1 [2 unmanaged]: 0 expected, 0 desired, 2 healthy, 0 allowed",
            "5.000 eviction of default/one refused by default/web: 429 The disruption budget web does not allow evicting pods currently",
        ],
    );
    assert_eq!(story.matches("UnmanagedPods").count(), 1, "{story}");
    // In early releases such a pod is an error.
    assert_story_under(
        Release::V1_20,
        &text,
        &[
            "0.100 event CalculateExpectedPodCountFailed: Failed to calculate the number of expected pods: found no controller ref for pod \"one\"",
        ],
    );
    // An absolute minAvailable does not depend on the expected number.
    let plain = format!("{}{two}{}{end}", node("a", ""), budget_with("minAvailable: 1"));
    assert_story_under(Release::V1_36, &plain, &["5.000 eviction of default/one allowed by default/web, 0 left"]);
}

#[test]
fn a_controller_without_a_scale_is_an_error() {
    let custom = |definition: &str| {
        let version = format!("[{{name: v1{definition}}}]");
        format!(
            "---\napiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {{name: shops.x.io}}\nspec: {{group: x.io, \
             names: {{kind: Shop, plural: shops}}, versions: {version}}}\n---\napiVersion: x.io/v1\nkind: Shop\nmetadata: {{name: o}}\n\
             spec: {{replicas: 4}}\n"
        )
    };
    let scaled = custom(", subresources: {scale: {specReplicasPath: .spec.replicas}}");
    for (owner, more, why) in [
        (("apps/v1", "DaemonSet", "o"), "", Err("daemonsets.apps does not implement the scale subresource")),
        (("v1", "Node", "o"), "", Err("nodes does not implement the scale subresource")),
        (("x.io/v1", "Shop", "o"), "", Err("no matches for kind \"Shop\" in version \"x.io/v1\"")),
        (("x.io/v1", "Shop", "o"), &custom(""), Err("shops.x.io does not implement the scale subresource")),
        (("x.io/v1", "Shop", "p"), &scaled, Err("found no controllers for pod \"one\"")),
        (("x.io/v1", "Shop", "o"), &scaled, Ok("[Shop/o=4]: 4 expected, 3 desired, 2 healthy, 0 allowed")),
    ] {
        let script = script("durationSeconds: 10\nscript: [{at: 5s, evict: {name: one}}]\n");
        let owned = pods(&["one", "two"], Some(owner));
        let text = format!("{}{more}{owned}{}{script}", node("a", ""), budget_with("maxUnavailable: 1"));
        let story = run_story(&text, Release::V1_36);
        let wanted = match why {
            Err(why) => format!(
                "429 The disruption budget web does not allow evicting pods currently because it failed sync: {why}"
            ),
            Ok(numbers) => numbers.to_owned(),
        };
        assert!(story.contains(&wanted), "{wanted}\n{story}");
    }
}

#[test]
fn unready_pods_are_evicted_according_to_the_unhealthy_pod_policy() {
    let lone = pods(&["lone"], None)
        .replace("status: {phase: Running}", "status: {phase: Running, conditions: [{type: Ready, status: 'False'}]}");
    let run = |budget: &str| {
        let evict = script("durationSeconds: 10\nscript: [{at: 5s, evict: {name: lone}}]\n");
        format!("{}{lone}{}{evict}", node("a", ""), budget_with(budget))
    };
    assert_story_under(
        Release::V1_36,
        &run("minAvailable: 1"),
        &["5.000 eviction of default/lone refused by default/web: 429"],
    );
    assert_story_under(
        Release::V1_36,
        &run("minAvailable: 1, unhealthyPodEvictionPolicy: AlwaysAllow"),
        &["5.000 eviction of default/lone allowed by default/web: AlwaysAllowed"],
    );
    let two = format!("{}{}", run("minAvailable: 1"), pods(&["other"], None));
    assert_story_under(Release::V1_36, &two, &["5.000 eviction of default/lone allowed by default/web: EnoughHealthy"]);
}

#[test]
fn a_budget_allows_no_disruption_before_its_first_reconciliation() {
    let two = pods(&["one", "two"], None);
    let budget = "{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: web}, spec: {minAvailable: 0, selector: {matchLabels: {app: web}}}}";
    let lines = format!(
        "durationSeconds: 10\nscript:\n- {{at: 5s, apply: {budget}}}\n- {{at: 5s, evict: {{name: one}}}}\n- {{at: 6s, evict: {{name: one}}}}\n"
    );
    assert_story_under(
        Release::V1_36,
        &format!("{}{two}{}{}", node("a", ""), budget_with("minAvailable: 1"), script(&lines)),
        &[
            "5.000 eviction of default/one refused by default/web: 429 The disruption budget web is still being processed by the server.",
            "6.000 eviction of default/one allowed by default/web, 1 left",
        ],
    );
}

#[test]
fn applying_an_unchanged_budget_keeps_its_status() {
    let two = pods(&["one", "two"], None);
    let budget = "{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: web}, spec: {minAvailable: 1, selector: {matchLabels: {app: web}}}}";
    let lines =
        format!("durationSeconds: 10\nscript:\n- {{at: 5s, apply: {budget}}}\n- {{at: 5s, evict: {{name: one}}}}\n");
    assert_story_under(
        Release::V1_36,
        &format!("{}{two}{}{}", node("a", ""), budget_with("minAvailable: 1"), script(&lines)),
        &["5.000 eviction of default/one allowed by default/web, 0 left"],
    );
}

#[test]
fn a_pod_with_several_budgets_counts_in_one_of_them() {
    let second = BUDGET.replace("{name: web}", "{name: second}");
    let story = script("durationSeconds: 60\nscript: [{at: 10s, delete: {name: p-1}}]\n");
    let text = assert_story(
        &format!("{}{}{BUDGET}{second}{story}", node("a", ""), pods(&["p-1", "p-2", "p-3"], None)),
        &[
            "0.100 budget web allows 1 (3 healthy, 2 desired)",
            "0.100 budget second allows 1 (3 healthy, 2 desired)",
            "10.100 event MultiplePodDisruptionBudgets: Pod \"default\"/\"p-1\" matches multiple PodDisruptionBudgets. Chose \"web\" \
             arbitrarily.",
            "10.100 budget web allows 0 (2 healthy, 2 desired)",
        ],
    );
    assert_eq!(text.matches("budget default/second counts").count(), 1, "{text}");
    assert_eq!(text.matches("MultiplePodDisruptionBudgets").count(), 1, "{text}");
}

#[test]
fn a_budget_without_matching_pods_gives_one_event() {
    let pod = "---\nkind: Pod\nmetadata: {name: p, labels: {app: web}}\nspec: {nodeName: a, terminationGracePeriodSeconds: 1, containers: [{name: c}]}\n";
    let text = assert_story(
        &format!(
            "{}{BUDGET}{}",
            node("a", ""),
            script(&format!(
                "durationSeconds: 60\nscript: [{{at: 10s, create: {}}}, {{at: 20s, delete: {{name: p}}}}]\n",
                to_one_line(pod)
            ))
        ),
        &["10.100 budget web allows 0", "21.100 event NoPods: No matching pods found"],
    );
    assert_eq!(text.matches("NoPods").count(), 1, "what is there at the start was said long since\n{text}");
}

/// A pod's YAML in one line.
fn to_one_line(pod: &str) -> String {
    let parts: Vec<&str> = pod.lines().skip(1).collect();
    format!("{{{}}}", parts.join(", "))
}
