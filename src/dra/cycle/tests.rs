//! A `ClaimState` that was updated incrementally decides like one that is built afresh: random clusters in which
//! claims, slices and nodes are added, changed and removed.

use api::{
    Node, Pod,
    devices::{DeviceClass, DeviceObject, ResourceSlice},
};
use scheduler::cluster::{Accounting, ClaimWork, Claims, Snapshot};
use serde_json::{Value, json};

use super::*;

/// A pseudorandom number generator.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % limit
    }

    /// Returns one of the texts; the first one is the most likely.
    fn pick<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        if self.below(2) == 0 { texts[0] } else { texts[self.below(texts.len())] }
    }

    fn is_rare(&mut self) -> bool {
        self.below(6) == 0
    }
}

fn node(number: usize, numbers: &mut Numbers) -> Rc<Node> {
    let zone = numbers.pick(&["a", "b"]);
    let json = json!({"metadata": {"name": format!("node-{number}"), "labels": {"zone": zone}},
        "status": {"allocatable": {"cpu": "8", "pods": "10"}}});
    Rc::new(serde_json::from_value(json).expect("a node"))
}

/// Returns the field that selects the nodes of a slice or a device, and its value.
fn reach(node: usize, numbers: &mut Numbers) -> (&'static str, Value) {
    let zone = |values: Value| json!({"matchExpressions": [{"key": "zone", "operator": "In", "values": values}]});
    match numbers.below(8) {
        0 => ("allNodes", json!(true)),
        1 => ("nodeSelector", json!({"nodeSelectorTerms": [zone(json!(["a"]))]})),
        2 if numbers.is_rare() => {
            ("nodeSelector", json!({"nodeSelectorTerms": [zone(json!(["a"])), zone(json!(["b"]))]}))
        }
        _ => ("nodeName", json!(format!("node-{node}"))),
    }
}

fn device(number: usize, node: usize, numbers: &mut Numbers, has_counters: bool, is_per_device: bool) -> Value {
    let mut device = json!({"name": format!("gpu-{number}"), "attributes": {
        "model": {"string": numbers.pick(&["l4", "h100"])}, "slot": {"int": number / 2}}});
    if numbers.is_rare() && numbers.is_rare() {
        device["attributes"]["model"] = json!({"version": "not-a-version"});
    }
    if has_counters && numbers.below(2) == 0 {
        let counters = json!({"memory": {"value": numbers.pick(&["3", "6"])}});
        device["consumesCounters"] = json!([{"counterSet": "set", "counters": counters}]);
    }
    if numbers.is_rare() {
        device["taints"] = json!([{"key": "broken", "value": "", "effect": "NoSchedule"}]);
    }
    if numbers.below(3) == 0 {
        device["allowMultipleAllocations"] = json!(true);
        device["capacity"] = json!({"memory": {"value": "10"}});
    }
    if numbers.is_rare() {
        device["bindingConditions"] = json!(["ready"]);
    }
    if is_per_device {
        let (key, value) = reach(node, numbers);
        device[key] = value;
    }
    device
}

fn slice(number: usize, numbers: &mut Numbers) -> Rc<ResourceSlice> {
    let driver = numbers.pick(&["d", "d.e"]);
    let (has_counters, is_per_device) = (numbers.below(3) == 0, numbers.below(4) == 0);
    let count = 1 + numbers.below(4);
    let devices: Vec<Value> =
        (0..count).map(|at| device(at, number % 4, numbers, has_counters, is_per_device)).collect();
    let pool = match numbers.pick(&["one for each slice", "common"]) {
        "common" => "common".to_owned(),
        _ => format!("pool-{number}"),
    };
    let slices = 1 + usize::from(numbers.is_rare());
    let mut spec = json!({"driver": driver, "devices": devices,
        "pool": {"name": pool, "generation": 1 + numbers.below(4) / 3, "resourceSliceCount": slices}});
    if numbers.is_rare() {
        spec["devices"] = json!([]);
        spec["sharedCounters"] = json!([{"name": "set", "counters": {"memory": {"value": "10"}}}]);
    }
    if is_per_device {
        spec["perDeviceNodeSelection"] = json!(true);
    } else {
        let (key, value) = reach(number % 4, numbers);
        spec[key] = value;
    }
    let json = json!({"metadata": {"name": format!("slice-{number}"), "uid": format!("slice-{number}")}, "spec": spec});
    Rc::new(serde_json::from_value(json).expect("a slice"))
}

fn request(name: &str, numbers: &mut Numbers) -> Value {
    let expression = numbers.pick(&[
        "device.attributes['d'].slot >= 0",
        "device.driver == 'd'",
        "has(device.attributes['d'].model) && device.attributes['d'].model == 'l4'",
        "device.attributes['d'].slot < 1",
        "device.attributes['d'].slot < 2",
        "device.attributes['d'].missing",
    ]);
    let mut request = json!({"name": name, "deviceClassName": numbers.pick(&["gpu", "gpu", "gpu", "any", "any", "any", "missing"]),
        "allocationMode": "ExactCount", "count": 1 + numbers.below(5) / 3});
    if numbers.below(2) == 0 {
        request["selectors"] = json!([{"cel": {"expression": expression}}]);
    }
    if numbers.is_rare() {
        request["allocationMode"] = json!("All");
    }
    if numbers.is_rare() {
        request["capacity"] = json!({"requests": {"memory": "4"}});
    }
    if numbers.is_rare() {
        request["tolerations"] = json!([{"operator": "Exists"}]);
    }
    request
}

fn claim(number: usize, numbers: &mut Numbers) -> Rc<ResourceClaim> {
    let requests: Vec<Value> = (0..=numbers.below(4) / 2)
        .map(|at| {
            let name = format!("r{at}");
            if numbers.below(3) > 0 {
                let mut exactly = request("", numbers);
                if numbers.is_rare() {
                    exactly["adminAccess"] = json!(true);
                }
                return json!({"name": name, "exactly": exactly});
            }
            let alternatives: Vec<Value> =
                (0..=numbers.below(3)).map(|at| request(&format!("s{at}"), numbers)).collect();
            json!({"name": name, "firstAvailable": alternatives})
        })
        .collect();
    let mut devices = json!({"requests": requests});
    if numbers.is_rare() {
        let attribute = numbers.pick(&["matchAttribute", "distinctAttribute"]);
        devices["constraints"] = json!([{attribute: "d/slot"}]);
    }
    if numbers.is_rare() {
        devices["config"] = json!([{"requests": ["r0"], "opaque": {"driver": "d", "parameters": {"of": "claim"}}}]);
    }
    let name = format!("claim-{number}");
    let json = json!({"metadata": {"name": name, "namespace": "n", "uid": name}, "spec": {"devices": devices}});
    Rc::new(serde_json::from_value(json).expect("a claim"))
}

fn class(name: &str, expression: Option<&str>) -> Rc<DeviceClass> {
    let selectors: Vec<Value> =
        expression.iter().map(|expression| json!({"cel": {"expression": expression}})).collect();
    let config = json!([{"opaque": {"driver": "d", "parameters": {"of": name}}}]);
    let json = json!({"metadata": {"name": name}, "spec": {"selectors": selectors, "config": config}});
    Rc::new(serde_json::from_value(json).expect("a class"))
}

fn pod(number: usize, claims: &[usize]) -> PodInfo {
    let names = claims.iter().map(|claim| (format!("c{claim}"), format!("claim-{claim}")));
    let claims: Vec<Value> = names.map(|(name, claim)| json!({"name": name, "resourceClaimName": claim})).collect();
    let name = format!("pod-{number}");
    let json = json!({"metadata": {"name": name, "namespace": "n", "uid": name}, "spec": {"resourceClaims": claims}});
    let pod: Pod = serde_json::from_value(json).expect("a pod");
    PodInfo::new(Rc::new(pod), &Accounting::default())
}

/// Runs a cycle over nodes in the given order. Returns everything that the cycle shows of them, and the plan for the
/// last feasible one.
fn cycle(
    claims: &dyn Claims,
    rules: &Rules,
    pod: &PodInfo,
    snapshot: &Snapshot,
    order: &[usize],
) -> (Vec<String>, Option<ClaimPlan>) {
    let mut outcomes = Vec::new();
    let mut feasible = None;
    match claims.pre_filter(rules, pod) {
        ClaimSearch::NoClaims => outcomes.push("no claims".to_owned()),
        ClaimSearch::Rejected(text) | ClaimSearch::Failed(text) => outcomes.push(text.to_string()),
        ClaimSearch::Nodes(judge) => {
            for &ix in order {
                let node = &snapshot.nodes()[ix];
                let verdict = judge.judge(ix, node);
                outcomes.push(format!("{ix} {verdict:?} {:?}", judge.search(ix, node)));
                if verdict.is_ok() {
                    let parts = claims.score_parts(pod, ix);
                    outcomes.push(format!("{} {parts:?}", claims.score(pod, ix)));
                    outcomes.push(format!("{:?}", claims.node_offers(node.name())));
                    feasible = Some(node.name());
                }
            }
        }
    }
    outcomes.push(format!("{:?}", claims.claim_to_free(pod)));
    let plan = feasible.and_then(|node| claims.reserve_plan(pod, node).expect("a plan"));
    outcomes.push(format!("{plan:?}"));
    (outcomes, plan)
}

#[test]
fn a_state_that_went_through_changes_decides_as_one_that_is_made_anew() {
    let latest = Rules {
        has_beta_features: true,
        requires_complete_pools: true,
        class_config_names_requests: true,
        ..Rules::default()
    };
    let early = Rules { restarts_search_for_each_device: true, ..Rules::default() };
    let (mut placed, mut rejected) = (0, 0);
    for seed in 0..20 {
        let (mut numbers, rules) = (Numbers(seed), if seed % 3 == 0 { early } else { latest });
        let mut snapshot = Snapshot::default();
        (0..4).for_each(|number| {
            snapshot.add_node(node(number, &mut numbers));
        });
        let classes = [class("gpu", Some("device.driver.startsWith('d')")), class("any", None)];
        let mut state = ClaimState::default();
        for class in classes {
            state.put_class(class);
        }
        let mut state: Rc<dyn Claims> = Rc::new(state);
        for number in 0..6 {
            state = state.with_object(DeviceObject::Slice(slice(number, &mut numbers)));
        }
        let (mut reserved, mut before) = (Vec::<ClaimPlan>::new(), Vec::new());
        for step in 0..40 {
            match numbers.below(16) {
                0 => state = state.with_object(DeviceObject::Slice(slice(numbers.below(8), &mut numbers))),
                1 => {
                    let name = format!("slice-{}", numbers.below(8)).into();
                    state = state.without_object(api::devices::DeviceKind::Slice, &Str::default(), &name);
                }
                2 => {
                    snapshot.update_node(node(numbers.below(4), &mut numbers));
                }
                3 | 4 if !reserved.is_empty() => {
                    // A reserved plan is reverted, or written to the API.
                    let plan = reserved.swap_remove(numbers.below(reserved.len()));
                    for planned in &plan.claims {
                        let bound_claim = state.bound_claim(&plan, planned).ok().filter(|_| numbers.below(3) > 0);
                        let is_written = bound_claim.is_some();
                        if let Some(claim) = bound_claim {
                            state = state.with_object(DeviceObject::Claim(claim));
                        }
                        state = state.without_in_flight(&planned.claim, is_written);
                    }
                }
                5 => {
                    let name = format!("claim-{}", numbers.below(12)).into();
                    state = state.without_object(api::devices::DeviceKind::Claim, &"n".into(), &name);
                }
                // An earlier copy of the state continues.
                6 if !before.is_empty() => (state, reserved) = before.swap_remove(numbers.below(before.len())),
                7 => before.push((Rc::clone(&state), reserved.clone())),
                _ => {}
            }
            let number = numbers.below(12);
            if state.get(api::devices::DeviceKind::Claim, &"n".into(), &format!("claim-{number}").into()).is_none() {
                state = state.with_object(DeviceObject::Claim(claim(number, &mut numbers)));
            }
            let claims = [number, numbers.below(12)];
            let pod = pod(step, if numbers.is_rare() { &claims } else { &claims[..1] });
            let start = numbers.below(4);
            let order: Vec<usize> = (0..4).map(|at| (start + at) % 4).collect();
            let known = state.as_any().downcast_ref::<ClaimState>().expect("a state");
            let fresh = known.rebuild();
            let (outcomes, plan) = cycle(&*state, &rules, &pod, &snapshot, &order);
            assert_eq!(outcomes, cycle(&fresh, &rules, &pod, &snapshot, &order).0, "seed {seed}, step {step}");
            match plan.filter(|_| numbers.below(4) > 0) {
                Some(plan) => {
                    state = state.with_in_flight(&plan, false);
                    reserved.push(plan);
                    placed += 1;
                }
                None => rejected += 1,
            }
        }
    }
    assert!(placed > 80 && rejected > 80, "{placed} {rejected}");
}

#[test]
fn a_claim_that_has_devices_already_scores_by_its_alternative() {
    let request = json!({"deviceClassName": "any", "allocationMode": "ExactCount", "count": 1});
    let alternatives = ["s0", "s1", "s2"].map(|name| {
        let mut alternative = request.clone();
        alternative["name"] = json!(name);
        alternative
    });
    for (allocated, expected) in [("r/s0", 8), ("r/s1", 7), ("r/s2", 6), ("r", 0), ("other/s1", 0)] {
        let mut snapshot = Snapshot::default();
        snapshot.add_node(serde_json::from_value(json!({"metadata": {"name": "node-0"}})).expect("a node"));
        let mut state = ClaimState::default();
        state.put_class(class("any", None));
        let slice = json!({"metadata": {"name": "slice"}, "spec": {"driver": "d", "allNodes": true,
            "pool": {"name": "p", "generation": 1, "resourceSliceCount": 1}, "devices": [{"name": "gpu"}]}});
        state.put_slice(serde_json::from_value(slice).expect("a slice"));
        // Scores are computed only if the pod has a claim to allocate as well.
        let result = json!({"request": allocated, "driver": "other", "pool": "p", "device": "gpu"});
        for (name, requests, status) in [
            (
                "claim-0",
                json!({"name": "r", "firstAvailable": alternatives}),
                json!({"allocation": {"devices": {"results": [result]}}}),
            ),
            ("claim-1", json!({"name": "r", "exactly": request}), json!({})),
        ] {
            let claim = json!({"metadata": {"name": name, "namespace": "n", "uid": name},
                "spec": {"devices": {"requests": [requests]}}, "status": status});
            state.put_claim(serde_json::from_value(claim).expect("a claim"));
        }
        let pod = pod(0, &[0, 1]);
        let rules = Rules::default();
        let ClaimSearch::Nodes(judge) = state.pre_filter(&rules, &pod) else { panic!("{allocated}") };
        judge.judge(0, &snapshot.nodes()[0]).expect("a feasible node");
        assert_eq!(state.score(&pod, 0), expected, "{allocated}");
    }
}

/// Upstream: `Unreserve` removes the pod from `status.reservedFor` of every allocated claim that is reserved for it.
#[test]
fn unreserve_releases_a_claim_that_was_reserved_before_the_cycle() {
    let mut snapshot = Snapshot::default();
    snapshot.add_node(serde_json::from_value(json!({"metadata": {"name": "node-0"}})).expect("a node"));
    let mut state = ClaimState::default();
    state.put_class(class("any", None));
    let consumer = |name: &str| json!({"resource": "pods", "name": name, "uid": name});
    let status =
        json!({"allocation": {"devices": {"results": []}}, "reservedFor": [consumer("pod-0"), consumer("pod-1")]});
    let claim = json!({"metadata": {"name": "claim-0", "namespace": "n", "uid": "claim-0"}, "status": status});
    state.put_claim(serde_json::from_value(claim).expect("a claim"));
    let (pod, rules) = (pod(0, &[0]), Rules::default());
    let ClaimSearch::Nodes(judge) = state.pre_filter(&rules, &pod) else { panic!("a claim") };
    judge.judge(0, &snapshot.nodes()[0]).expect("a feasible node");
    let plan = state.reserve_plan(&pod, "node-0").expect("a plan").expect("claims");
    assert!(plan.claims.is_empty(), "nothing is allocated or reserved");
    let [ClaimWork::Write(released)] = &state.released_claims(&plan)[..] else { panic!("{plan:?}") };
    let users: Vec<&str> = released.status.reserved_for.iter().map(|user| user.name.as_str()).collect();
    assert_eq!(users, ["pod-1"]);
}

/// Releases without the beta features ignore binding conditions.
#[test]
fn an_allocated_claim_cannot_be_used_once_its_devices_failed_or_took_too_long() {
    let result = json!({"request": "r", "driver": "d", "pool": "p", "device": "gpu",
        "bindingConditions": ["ready"], "bindingFailureConditions": ["broken"]});
    let latest = Rules { has_beta_features: true, binding_timeout: api::Millis::from_seconds(600), ..Rules::default() };
    let (node, pod) = (json!({"metadata": {"name": "node-0"}}), pod(0, &[0]));
    let mut snapshot = Snapshot::default();
    snapshot.add_node(serde_json::from_value(node).expect("a node"));
    for (conditions, wall, is_usable) in [
        (&[][..], 600_000, true),
        (&[], 600_001, false),
        (&["ready"], 600_001, true),
        (&["broken"], 0, false),
        (&["ready", "broken"], 0, false),
    ] {
        let true_conditions: Vec<Value> =
            conditions.iter().map(|name| json!({"type": name, "status": "True"})).collect();
        let device = json!({"driver": "d", "pool": "p", "device": "gpu", "conditions": true_conditions});
        let allocation =
            json!({"devices": {"results": [result.clone()]}, "allocationTimestamp": "1970-01-01T00:00:00Z"});
        let claim = json!({"metadata": {"name": "claim-0", "namespace": "n", "uid": "claim-0"},
            "status": {"allocation": allocation, "devices": [device]}});
        let mut state = ClaimState::default();
        state.put_claim(serde_json::from_value(claim).expect("a claim"));
        state.set_clock(wall);
        for (rules, expected) in [(Rules::default(), true), (latest, is_usable)] {
            let ClaimSearch::Nodes(judge) = state.pre_filter(&rules, &pod) else { panic!("a claim") };
            assert_eq!(judge.judge(0, &snapshot.nodes()[0]).is_ok(), expected, "{conditions:?} {wall} {rules:?}");
        }
    }
}
