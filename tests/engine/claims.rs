//! `ResourceClaims` in whole runs, from the manifest to the events of pods, claims and devices.

use std::rc::Rc;

use schedscope::{
    manifest,
    releases::Release,
    runlog::{DeviceRejection, DeviceShortage, Event, EventKind},
    simulation::{Scenario, Simulation},
};

/// Two nodes with two GPUs each, and a `DeviceClass`.
const CLUSTER: &str = r#"
apiVersion: v1
kind: Node
metadata: {name: a}
status: {allocatable: {cpu: 4, memory: 8Gi, pods: 10}}
---
apiVersion: v1
kind: Node
metadata: {name: b}
status: {allocatable: {cpu: 4, memory: 8Gi, pods: 10}}
---
apiVersion: resource.k8s.io/v1
kind: DeviceClass
metadata: {name: gpu}
spec: {selectors: [{cel: {expression: 'device.driver == "gpu.example.com"'}}], extendedResourceName: example.com/gpu}
---
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: a-gpu}
spec:
  driver: gpu.example.com
  nodeName: a
  pool: {name: a, generation: 1, resourceSliceCount: 1}
  devices: [{name: gpu-0, attributes: {model: {string: l4}}}, {name: gpu-1, attributes: {model: {string: l4}}}]
---
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: b-gpu}
spec:
  driver: gpu.example.com
  nodeName: b
  pool: {name: b, generation: 1, resourceSliceCount: 1}
  devices: [{name: gpu-0, attributes: {model: {string: h100}}}, {name: gpu-1, attributes: {model: {string: h100}}}]
---
apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata: {name: one}
spec: {spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu}}]}}}
"#;

fn claim(name: &str, request: &str) -> String {
    format!(
        "---\napiVersion: resource.k8s.io/v1\nkind: ResourceClaim\nmetadata: {{name: {name}}}\nspec: {{devices: {{requests: [{{name: gpu, {request}}}]}}}}\n"
    )
}

fn pod(name: &str, claim: &str) -> String {
    format!(
        "---\napiVersion: v1\nkind: Pod\nmetadata: {{name: {name}}}\nspec: {{resourceClaims: [{{name: gpu, {claim}}}], containers: [{{name: c}}]}}\n"
    )
}

/// The events of pods and claims in a run, one line each.
fn run(text: &str, release: Release) -> Vec<String> {
    let manifest = manifest::load_for(text, Some(release)).unwrap_or_else(|errors| panic!("{errors:?}"));
    let scenario = Scenario::from_manifest(&manifest).unwrap_or_else(|error| panic!("{error:?}"));
    let events = Simulation::new(scenario).run_to_end().1;
    let event_line = |Event { at, what }: &Event| {
        let text = match what {
            EventKind::Bound { pod, node } => format!("{pod} bound to {node}"),
            EventKind::Message { text, reason, .. } if *reason == *"FailedScheduling" => text.to_string(),
            EventKind::DeviceApplied(object)
                if object.kind.is_namespaced() && object.kind.name() == "ResourceClaim" =>
            {
                let json: serde_json::Value = serde_json::from_str(&object.json).expect("JSON");
                let status = &json["status"];
                let list = |value: &serde_json::Value, field: &str| -> String {
                    let items = value.as_array().into_iter().flatten();
                    items.map(|item| item[field].as_str().unwrap_or_default()).collect::<Vec<_>>().join("+")
                };
                let results = &status["allocation"]["devices"]["results"];
                let (pools, devices) = (list(results, "pool"), list(results, "device"));
                let users = list(&status["reservedFor"], "name");
                format!("{}: {pools}/{devices} for {users}", object.metadata.name)
            }
            EventKind::DeviceRemoved(key) => format!("{key} goes"),
            EventKind::Queued { pod, queue, by, .. } => format!("{pod} {queue:?} by {by}"),
            _ => return None,
        };
        Some(format!("{at} {}", text.replace("default/", "")))
    };
    events.iter().filter_map(event_line).collect()
}

#[test]
fn pods_share_the_devices_of_a_claim() {
    let exactly = "exactly: {deviceClassName: gpu, selectors: [{cel: {expression: 'device.attributes[\"gpu.example.com\"].model == \"h100\"'}}]}";
    let text =
        [CLUSTER, &claim("c", exactly), &pod("p", "resourceClaimName: c"), &pod("q", "resourceClaimName: c")].concat();
    for release in [Release::V1_34, Release::V1_36] {
        let wanted = [
            "0 c: / for ",
            "0 p Active by PodAdd",
            "0 q Active by PodAdd",
            "0 c: b/gpu-0 for p",
            "0 c: b/gpu-0 for p+q",
            "50 p bound to b",
            "50 q bound to b",
        ];
        assert_eq!(run(&text, release), wanted, "{release}");
    }
}

#[test]
fn a_claim_from_a_template_is_created_and_deleted_with_its_pod() {
    let script = "---\nkind: Scenario\nscript:\n- {at: 10s, delete: {kind: Pod, name: p}}\n- {at: 60s, cordon: a}\n";
    let text = [CLUSTER, &pod("p", "resourceClaimTemplateName: one"), script].concat();
    for release in [Release::V1_34, Release::V1_36] {
        let texts = run(&text, release);
        let name = texts[1].strip_prefix("100 ").and_then(|line| line.split_once(':')).expect("a claim is made").0;
        assert!(name.starts_with("p-gpu-") && name.len() == "p-gpu-".len() + 5, "{name}");
        // Both nodes have the same score.
        let node = texts[4].rsplit(' ').next().expect("a node");
        let wanted = [
            "0 p Gated by PodAdd".to_owned(),
            format!("100 {name}: / for "),
            "100 p Active by UnschedulablePodUpdatePodGeneratedResourceClaim".to_owned(),
            format!("100 {name}: {node}/gpu-0 for p"),
            format!("150 p bound to {node}"),
            format!("40100 {name}: / for "),
            format!("40100 ResourceClaim/{name} goes"),
        ];
        assert_eq!(texts, wanted, "{release}");
    }
}

#[test]
fn an_unused_claim_is_deallocated_and_allocated_on_another_node() {
    // The claim has a device on a full node, but no users.
    let held = "---\napiVersion: resource.k8s.io/v1\nkind: ResourceClaim\nmetadata: {name: c}\nspec: {devices: {requests: \
                [{name: gpu, exactly: {deviceClassName: gpu}}]}}\nstatus: {allocation: {devices: {results: [{request: gpu, driver: \
                gpu.example.com, pool: a, device: gpu-0}]}, nodeSelector: {nodeSelectorTerms: [{matchFields: [{key: metadata.name, \
                operator: In, values: [a]}]}]}}}\n";
    let full = "---\napiVersion: v1\nkind: Pod\nmetadata: {name: full}\nspec: {nodeName: a, priority: 9, containers: [{name: c, \
                resources: {requests: {cpu: 4}}}]}\nstatus: {phase: Running}\n";
    let wants = pod("p", "resourceClaimName: c").replace("{name: c}]", "{name: c, resources: {requests: {cpu: 1}}}]");
    let text = [CLUSTER, held, full, &wants].concat();
    for release in [Release::V1_34, Release::V1_36] {
        let texts = run(&text, release);
        let given_back = texts.iter().position(|line| line.ends_with("c: / for ")).expect("it is given back");
        assert!(
            texts[..given_back].iter().any(|line| line.contains("deallocation of ResourceClaim completed")),
            "{texts:?}"
        );
        assert!(
            texts[given_back..].iter().any(|line| line.ends_with("p Backoff by resource.k8s.io/ResourceClaimUpdate")),
            "{texts:?}"
        );
        assert!(texts.last().is_some_and(|line| line.ends_with("p bound to b")), "{texts:?}");
    }
}

#[test]
fn a_failed_binding_keeps_the_allocation_and_removes_the_user() {
    let failure = "---\nkind: Scenario\nbindFailures: [{name: p, times: 1}]\n";
    let text =
        [CLUSTER, &claim("c", "exactly: {deviceClassName: gpu}"), &pod("p", "resourceClaimName: c"), failure].concat();
    for release in [Release::V1_34, Release::V1_36] {
        let texts = run(&text, release);
        let place =
            texts.iter().find_map(|line| line.strip_suffix("/gpu-0 for p")).and_then(|text| text.rsplit(' ').next());
        let node = place.expect("it gets a device");
        let released =
            texts.iter().position(|line| line.ends_with(&format!("c: {node}/gpu-0 for "))).expect("released");
        assert!(texts[released..].iter().any(|line| line.ends_with(&format!("p bound to {node}"))), "{texts:?}");
    }
}

#[test]
fn binding_waits_for_device_conditions_until_the_configured_timeout() {
    let waits = CLUSTER
        .replace("name: gpu-0, ", "name: gpu-0, bindingConditions: [attached], bindingFailureConditions: [broken], ");
    let waits = waits
        .replace("name: gpu-1, ", "name: gpu-1, bindingConditions: [attached], bindingFailureConditions: [broken], ");
    let scenario = "---\nkind: Scenario\ndurationSeconds: 1000\n";
    let text =
        [&waits, &claim("c", "exactly: {deviceClassName: gpu}"), &pod("p", "resourceClaimName: c"), scenario].concat();
    let timeout = "---\napiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\nprofiles:\n- pluginConfig:\n  - {name: DynamicResources, args: {bindingTimeout: 20s}}\n";
    for (text, seconds) in [(text.clone(), 600), (text + timeout, 20)] {
        let texts = run(&text, Release::V1_36);
        let late = texts.iter().find(|line| line.contains("timeout")).unwrap_or_else(|| panic!("{texts:#?}"));
        assert!(late.starts_with(&format!("{seconds}000 ")), "{late}");
    }
}

#[test]
fn extended_resources_are_backed_by_devices_if_a_class_names_them() {
    let wants = "---\napiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c, resources: {requests: \
                 {example.com/gpu: 2}, limits: {example.com/gpu: 2}}}]}\n";
    let text = [CLUSTER, wants].concat();
    let texts = run(&text, Release::V1_36);
    assert!(
        texts.iter().any(|line| line.contains("p-extended-resources-") && line.ends_with("/gpu-0+gpu-1 for p")),
        "{texts:?}"
    );
    assert!(texts.iter().any(|line| line.contains("p bound to")), "{texts:?}");
    // v1.34 does not support this.
    let texts = run(&text, Release::V1_34);
    assert!(texts.iter().any(|line| line.contains("2 Insufficient example.com/gpu")), "{texts:?}");
}

/// The allocation search of a run's last attempt, one line per node, request and step.
fn device_searches(text: &str, release: Release) -> Vec<String> {
    let manifest = manifest::load_for(text, Some(release)).unwrap_or_else(|errors| panic!("{errors:?}"));
    let scenario = Scenario::from_manifest(&manifest).unwrap_or_else(|error| panic!("{error:?}"));
    let mut last = None;
    let _ = Simulation::new(scenario).run_with_attempts(|attempt| last = Some(Rc::clone(attempt)));
    let attempt = last.expect("an attempt");
    let mut lines = Vec::new();
    for search in &attempt.searches {
        let node = &attempt.nodes[search.node];
        let out = |out: &Option<DeviceRejection>| match out {
            None => "free".to_owned(),
            Some(DeviceRejection::Selector { is_of_class, number, looks, error, .. }) => {
                let looks: Vec<_> = looks.iter().map(|(part, value)| format!("{part} is {value:?}")).collect();
                let error = error.as_ref().map_or_else(String::new, |error| format!(" ({error})"));
                format!("{} {number}: {}{error}", if *is_of_class { "class" } else { "request" }, looks.join(", "))
            }
            Some(out) => format!("{out:?}"),
        };
        for wish in &search.requests {
            let devices: Vec<String> = wish.devices.iter().map(out).collect();
            lines.push(format!("{node} {} {:?}: {}", wish.request, wish.count, devices.join("; ")));
        }
        lines.extend(search.steps.iter().map(|step| format!("{node} {step:?}")));
        lines.push(format!("{node} {:?}", search.end));
    }
    lines
}

#[test]
fn the_allocation_search_is_recorded() {
    let model = |model: &str| {
        format!(
            "exactly: {{deviceClassName: gpu, selectors: [{{cel: {{expression: 'device.attributes[\"gpu.example.com\"].model == \"{model}\"'}}}}]}}"
        )
    };
    let taken = "---\napiVersion: resource.k8s.io/v1\nkind: ResourceClaim\nmetadata: {name: other}\nspec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu}}]}}\nstatus: {allocation: {devices: {results: [{request: gpu, driver: gpu.example.com, pool: b, device: gpu-1}]}}}\n";
    let text = [CLUSTER, taken, &claim("c", &model("h100")), &pod("p", "resourceClaimName: c")].concat();
    let l4 = r#"request 0: device.attributes["gpu.example.com"].model is Some("\"l4\"")"#;
    let wanted = [
        &format!("a gpu Some(1): {l4}; {l4}"),
        "a Short { request: 0, chosen: 0 }",
        "a NotFound { request: 0, chosen: 0, wanted: 1 }",
        r#"b gpu Some(1): free; Taken("default/other")"#,
        "b Chosen { request: 0, device: 0 }",
        "b Found",
    ];
    assert_eq!(device_searches(&text, Release::V1_34), wanted);
    // A constraint that no two devices satisfy: the second device is rejected, the first one is released, and the next one fails too.
    let distinct = "exactly: {deviceClassName: gpu, count: 2}}], constraints: [{requests: [gpu], matchAttribute: gpu.example.com/serial";
    let text = [CLUSTER, &claim("c", distinct), &pod("p", "resourceClaimName: c")].concat();
    let texts = device_searches(&text, Release::V1_36);
    let refused = r#"a Refused { request: 0, device: 0, why: Match { attribute: "gpu.example.com/serial", value: None, common: None } }"#;
    assert_eq!(texts[..3], ["a gpu Some(2): free; free", refused, &refused.replace("device: 0", "device: 1")]);
    assert_eq!(texts[3..5], ["a Short { request: 0, chosen: 0 }", "a NotFound { request: 0, chosen: 0, wanted: 2 }"]);
}

#[test]
fn counters_taints_and_shares_are_recorded_with_numbers() {
    let slice = |name: &str, spec: &str| {
        format!("---\napiVersion: resource.k8s.io/v1\nkind: ResourceSlice\nmetadata: {{name: {name}}}\nspec: {spec}\n")
    };
    let cluster = &CLUSTER[..CLUSTER.find("---\napiVersion: resource.k8s.io/v1\nkind: ResourceSlice").expect("slices")];
    let part = |name: &str, memory: &str| {
        format!(
            "{{name: {name}, consumesCounters: [{{counterSet: gpu-0, counters: {{memory: {{value: {memory}}}}}}}]}}"
        )
    };
    let of = "driver: gpu.example.com, nodeName: a, pool: {name: a, generation: 1, resourceSliceCount: 2}";
    let counters = slice(
        "a-counters",
        "{driver: gpu.example.com, pool: {name: a, generation: 1, resourceSliceCount: 2}, nodeName: a, sharedCounters: [{name: gpu-0, counters: {memory: {value: 40Gi}}}]}",
    );
    let devices = [
        part("large", "30Gi"),
        part("small", "20Gi"),
        "{name: bad, taints: [{key: broken, effect: NoSchedule}]}".to_owned(),
        "{name: shared, allowMultipleAllocations: true, capacity: {memory: {value: 4Gi}}}".to_owned(),
    ];
    let devices = slice("a-parts", &format!("{{{of}, devices: [{}]}}", devices.join(", ")));
    let request = "exactly: {deviceClassName: gpu, count: 2, capacity: {requests: {memory: 8Gi}}}";
    let text = [cluster, &counters, &devices, &claim("c", request), &pod("p", "resourceClaimName: c")].concat();
    let texts = device_searches(&text, Release::V1_36);
    let short = |what: &str, needs: i64, left: i64| {
        format!("{:?}", DeviceShortage { name: what.into(), needed: needs, remaining: left })
    };
    assert_eq!(
        texts[0],
        format!(
            "a gpu Some(2): Capacity({0}); Capacity({0}); Taint {{ key: \"broken\", value: \"\", effect: \"NoSchedule\" }}; Capacity({1})",
            short("memory", 8 << 30, 0),
            short("memory", 8 << 30, 4 << 30)
        )
    );
    let two = "exactly: {deviceClassName: gpu, count: 3}";
    let text = [cluster, &counters, &devices, &claim("c", two), &pod("p", "resourceClaimName: c")].concat();
    let texts = device_searches(&text, Release::V1_36);
    assert_eq!(texts[1], "a Chosen { request: 0, device: 0 }");
    let why = short("gpu-0/memory", 20 << 30, 10 << 30);
    assert_eq!(texts[2], format!("a Refused {{ request: 0, device: 1, why: Counter({why}) }}"));
    assert!(texts.last().is_some_and(|end| end.starts_with("b NotFound")), "{texts:?}");
}

#[test]
fn alternatives_are_scored_by_their_position() {
    let list = |model: &str| {
        format!(
            "{{name: {model}, deviceClassName: gpu, selectors: [{{cel: {{expression: 'device.attributes[\"gpu.example.com\"].model == \"{model}\"'}}}}]}}"
        )
    };
    let request = format!("firstAvailable: [{}, {}]", list("h100"), list("l4"));
    let text = [CLUSTER, &claim("c", &request), &pod("p", "resourceClaimName: c")].concat();
    let manifest = manifest::load_for(&text, Some(Release::V1_36)).unwrap_or_else(|errors| panic!("{errors:?}"));
    let scenario = Scenario::from_manifest(&manifest).unwrap_or_else(|error| panic!("{error:?}"));
    let mut texts = Vec::new();
    let _ = Simulation::new(scenario).run_with_attempts(|attempt| {
        let row = attempt.scores.rows.iter().find(|row| row.id.name() == "DynamicResources").expect("its row");
        texts = row.evidence.iter().map(|evidence| format!("{evidence:?}")).collect();
    });
    let part = |what: &str, value: i64| format!("Sum([ScorePart {{ what: {what:?}, value: {value} }}])");
    assert_eq!(texts, [part("gpu/l4", 7), part("gpu/h100", 8)]);
}

#[test]
fn a_missing_template_is_reported_once_and_used_when_it_is_created() {
    let template = "{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: late}, spec: {spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu}}]}}}}";
    let script = format!("---\nkind: Scenario\nscript:\n- {{at: 10s, cordon: b}}\n- {{at: 20s, create: {template}}}\n");
    let text = [CLUSTER, &pod("p", "resourceClaimTemplateName: late"), &script].concat();
    for release in [Release::V1_34, Release::V1_36] {
        let manifest = manifest::load_for(&text, Some(release)).unwrap_or_else(|errors| panic!("{errors:?}"));
        let scenario = Scenario::from_manifest(&manifest).unwrap_or_else(|error| panic!("{error:?}"));
        let events = Simulation::new(scenario).run_to_end().1;
        let filter_map = events.iter().filter_map(|event| match &event.what {
            EventKind::Message { about, reason, text, is_warning: true }
                if *reason == *"FailedResourceClaimCreation" =>
            {
                Some(format!("{about}: {text}"))
            }
            _ => None,
        });
        let why = "Pod/default/p: PodResourceClaim gpu: resource claim template \"late\": \
                   resourceclaimtemplate.resource.k8s.io \"late\" not found";
        assert_eq!(filter_map.collect::<Vec<_>>(), [why], "{release}");
        assert!(run(&text, release).iter().any(|line| line.ends_with("p bound to a")), "{release}");
    }
}

#[test]
fn a_deleted_claim_stays_while_a_pod_uses_it() {
    let script = "---\nkind: Scenario\nscript:\n- {at: 5s, delete: {kind: ResourceClaim, name: unused}}\n- {at: 10s, delete: {kind: ResourceClaim, name: c}}\n- {at: 20s, delete: {kind: Pod, name: p}}\n";
    let text = [
        CLUSTER,
        &claim("c", "exactly: {deviceClassName: gpu}"),
        &claim("unused", "exactly: {deviceClassName: gpu}"),
        &pod("p", "resourceClaimName: c"),
        script,
    ]
    .concat();
    for release in [Release::V1_34, Release::V1_36] {
        let texts = run(&text, release);
        let removals: Vec<&str> = texts.iter().filter(|line| line.ends_with(" goes")).map(String::as_str).collect();
        // The pod's grace period is 30 seconds.
        assert_eq!(removals, ["5000 ResourceClaim/unused goes", "50100 ResourceClaim/c goes"], "{release}: {texts:#?}");
    }
}
