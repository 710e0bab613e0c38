//! Upstream's bugs in the device search, one test for each. Correcting one of them makes the engine differ from the
//! release.

use api::devices::{DeviceClass, ResourceClaim, ResourceSlice};
use runlog::{DeviceRejection, SearchEnd};

use super::*;
use crate::{allocation_result::claim_allocation, allocator::Allocator};

const EARLY: Rules = Rules {
    has_beta_features: false,
    requires_complete_pools: false,
    reuses_results_of_previous_alternative: true,
    forgets_current_alternative: true,
    restarts_search_for_each_device: true,
    class_config_names_requests: false,
    timeout_is_error: false,
    binding_timeout: api::Millis::ZERO,
};
const LATEST: Rules = Rules {
    has_beta_features: true,
    requires_complete_pools: true,
    reuses_results_of_previous_alternative: false,
    forgets_current_alternative: false,
    restarts_search_for_each_device: false,
    class_config_names_requests: true,
    timeout_is_error: true,
    ..EARLY
};
/// A shared counter set with 10 units.
const TEN: &str = r#"[{"name":"set","counters":{"memory":{"value":"10"}}}]"#;

/// Returns a device of a model that consumes `takes` units of the shared counter.
fn device(name: &str, model: &str, takes: u32, more: &str) -> String {
    let model = format!(r#""attributes":{{"model":{{"string":"{model}"}}}}"#);
    let counters = format!(r#"[{{"counterSet":"set","counters":{{"memory":{{"value":"{takes}"}}}}}}]"#);
    let counters = if takes > 0 { format!(r#","consumesCounters":{counters}"#) } else { String::new() };
    format!(r#"{{"name":"{name}",{model}{counters}{more}}}"#)
}

fn slice(driver: &str, name: &str, slices: usize, content: &str) -> String {
    format!(
        r#"{{"metadata":{{"name":"{driver}-{name}"}},"spec":{{"driver":"{driver}","nodeName":"n",
            "pool":{{"name":"p","generation":1,"resourceSliceCount":{slices}}},{content}}}}}"#
    )
}

/// Returns the slices of a pool with these devices and their shared counters, if any.
fn pool(driver: &str, devices: &[String], counters: Option<&str>) -> Vec<String> {
    let slices = 1 + usize::from(counters.is_some());
    let devices = slice(driver, "devices", slices, &format!(r#""devices":[{}]"#, devices.join(",")));
    let counters = counters.map(|sets| slice(driver, "counters", slices, &format!(r#""sharedCounters":{sets}"#)));
    [devices].into_iter().chain(counters).collect()
}

/// Returns the fields of a request or an alternative for devices of a model.
fn wants(model: &str, mode: &str, more: &str) -> String {
    let selector = format!("device.attributes[device.driver].model == '{model}'");
    let count = if mode == "All" { "" } else { r#","count":1"# };
    format!(
        r#""deviceClassName":"any","allocationMode":"{mode}"{count},"selectors":[{{"cel":{{"expression":"{selector}"}}}}]{more}"#
    )
}

fn claim(requests: &str, constraints: &str) -> ResourceClaim {
    let devices = format!(r#"{{"requests":[{requests}],"constraints":[{constraints}]}}"#);
    let json = format!(r#"{{"metadata":{{"namespace":"ns","name":"c"}},"spec":{{"devices":{devices}}}}}"#);
    serde_json::from_str(&json).expect("a claim")
}

fn state(slices: &[String], taken: &[&str]) -> ClaimState {
    let mut state = ClaimState::default();
    let class: DeviceClass = serde_json::from_str(r#"{"metadata":{"name":"any"}}"#).expect("a class");
    state.put_class(class.into());
    for json in slices {
        let slice: ResourceSlice = serde_json::from_str(json).expect("a slice");
        state.put_slice(slice.into());
    }
    for device in taken {
        let result = format!(r#"{{"request":"r","driver":"d","pool":"p","device":"{device}"}}"#);
        let status = format!(r#"{{"allocation":{{"devices":{{"results":[{result}]}}}}}}"#);
        let json = format!(r#"{{"metadata":{{"namespace":"ns","name":"{device}"}},"status":{status}}}"#);
        state.put_claim(Rc::new(serde_json::from_str(&json).expect("a claim")));
    }
    state
}

fn node() -> Node {
    serde_json::from_str(r#"{"metadata":{"name":"n"}}"#).expect("a node")
}

/// Returns the devices that are allocated to a claim; `None` if there is no solution.
fn devices(claim_state: &ClaimState, claim: &ResourceClaim, rules: &Rules) -> Option<Vec<String>> {
    let requests = CycleRequests::new(claim_state, rules, vec![claim]);
    let choice = Allocator::new(rules, claim_state).allocate(0, &node().into(), &requests).expect("no error")?;
    let allocation = claim_allocation(&choice, 0, claim, claim_state.classes(), rules).expect("nodes that reach it");
    Some(allocation.devices.results.iter().map(|result| result.device.to_string()).collect())
}

fn exactly(name: &str, request: &str) -> String {
    format!(r#"{{"name":"{name}","exactly":{{{request}}}}}"#)
}

fn first_available(alternatives: &[String]) -> String {
    let named = alternatives.iter().enumerate();
    let named: Vec<String> = named.map(|(at, wants)| format!(r#"{{"name":"s{at}",{wants}}}"#)).collect();
    format!(r#"{{"name":"r","firstAvailable":[{}]}}"#, named.join(","))
}

#[test]
fn counters_stay_spent_when_a_taint_refuses_the_device() {
    let taint = r#","taints":[{"key":"broken","effect":"NoSchedule"}]"#;
    let [tainted, sound] = [device("a", "m", 6, taint), device("b", "m", 6, "")];
    let claim = claim(&exactly("r", &wants("m", "ExactCount", "")), "");
    let alone = state(&pool("d", std::slice::from_ref(&sound), Some(TEN)), &[]);
    assert_eq!(devices(&alone, &claim, &LATEST), Some(vec!["b".to_owned()]));
    let behind = state(&pool("d", &[tainted, sound], Some(TEN)), &[]);
    assert_eq!(devices(&behind, &claim, &LATEST), None);
}

#[test]
fn counters_stay_spent_when_a_constraint_refuses_the_device() {
    let same = r#"{"matchAttribute":"d/serial"}"#;
    let serial = r#""attributes":{"serial":{"int":1},"#;
    let with_serial = device("b", "m", 6, "").replace(r#""attributes":{"#, serial);
    let request = exactly("r", &wants("m", "ExactCount", ""));
    let alone = state(&pool("d", std::slice::from_ref(&with_serial), Some(TEN)), &[]);
    assert_eq!(devices(&alone, &claim(&request, same), &LATEST), Some(vec!["b".to_owned()]));
    let behind = state(&pool("d", &[device("a", "m", 6, ""), with_serial], Some(TEN)), &[]);
    assert_eq!(devices(&behind, &claim(&request, same), &LATEST), None);
}

#[test]
fn a_constraint_keeps_the_value_of_a_device_that_has_too_little_left() {
    // The first request uses 6 of the shared device's 10 units. The first alternative of the second request cannot have
    // 6 more, but its model stays recorded as the value that the constraint demands of the second alternative.
    let capacity = r#","allowMultipleAllocations":true,"capacity":{"memory":{"value":"10"}}"#;
    let all = [device("a", "shared", 0, capacity), device("b", "other", 0, "")];
    let six = r#","capacity":{"requests":{"memory":"6"}}"#;
    let alternatives = first_available(&[wants("shared", "All", six), wants("other", "ExactCount", "")]);
    let both = format!("{},{alternatives}", exactly("first", &wants("shared", "ExactCount", six)));
    let state = state(&pool("d", &all, None), &[]);
    assert_eq!(devices(&state, &claim(&both, ""), &LATEST), Some(vec!["a".to_owned(), "b".to_owned()]));
    let same = r#"{"requests":["r"],"matchAttribute":"d/model"}"#;
    assert_eq!(devices(&state, &claim(&both, same), &LATEST), None);
}

#[test]
fn a_shared_device_that_is_put_back_keeps_its_counters() {
    let shared = device("a", "m", 6, r#","allowMultipleAllocations":true"#);
    let [small, last] = [device("b", "m", 4, ""), device("c", "last", 6, "")];
    let both = [("r0", "m"), ("r1", "last")].map(|(name, model)| exactly(name, &wants(model, "ExactCount", "")));
    let claim = claim(&both.join(","), "");
    let without = state(&pool("d", &[small.clone(), last.clone()], Some(TEN)), &[]);
    assert_eq!(devices(&without, &claim, &LATEST), Some(vec!["b".to_owned(), "c".to_owned()]));
    let with = state(&pool("d", &[shared, small, last], Some(TEN)), &[]);
    assert_eq!(devices(&with, &claim, &LATEST), None);
}

#[test]
fn pools_of_one_name_share_their_counters_whatever_their_drivers() {
    let of = |driver: &str| pool(driver, &[device("a", driver, 6, "")], Some(TEN));
    let state = state(&[of("d"), of("e")].concat(), &[]);
    let [one, other] = ["d", "e"].map(|model| exactly(model, &wants(model, "ExactCount", "")));
    assert_eq!(devices(&state, &claim(&one, ""), &LATEST), Some(vec!["a".to_owned()]));
    assert_eq!(devices(&state, &claim(&other, ""), &LATEST), Some(vec!["a".to_owned()]));
    assert_eq!(devices(&state, &claim(&format!("{one},{other}"), ""), &LATEST), None);
}

#[test]
fn overdrawn_counter_blocks_its_whole_pool() {
    let sets = format!(r#"{},{{"name":"other","counters":{{"memory":{{"value":"10"}}}}}}]"#, &TEN[..TEN.len() - 1]);
    let other = device("b", "m", 1, "").replace(r#""counterSet":"set""#, r#""counterSet":"other""#);
    let state_with = |taken: &[&str]| state(&pool("d", &[device("a", "x", 12, ""), other.clone()], Some(&sets)), taken);
    let claim = claim(&exactly("r", &wants("m", "ExactCount", "")), "");
    assert_eq!(devices(&state_with(&[]), &claim, &LATEST), Some(vec!["b".to_owned()]));
    assert_eq!(devices(&state_with(&["a"]), &claim, &LATEST), None);
}

#[test]
fn v1_34_goes_on_with_the_first_alternative_after_a_device_of_another() {
    let all = [device("a", "m", 0, ""), device("b", "m", 0, "")];
    let state = state(&pool("d", &all, None), &[]);
    let claim = claim(&first_available(&[wants("none", "ExactCount", ""), wants("m", "All", "")]), "");
    assert_eq!(devices(&state, &claim, &EARLY), Some(vec!["a".to_owned()]));
    assert_eq!(devices(&state, &claim, &LATEST), Some(vec!["a".to_owned(), "b".to_owned()]));
}

#[test]
fn v1_34_lists_for_an_alternative_what_the_one_before_matched() {
    let all = [device("a", "taken", 0, ""), device("b", "m", 0, "")];
    let state = state(&pool("d", &all, None), &["a"]);
    let claim = claim(&first_available(&[wants("taken", "All", ""), wants("m", "All", "")]), "");
    assert_eq!(devices(&state, &claim, &EARLY), None);
    assert_eq!(devices(&state, &claim, &LATEST), Some(vec!["b".to_owned()]));
}

#[test]
fn v1_34_tries_devices_in_every_order() {
    let all = [device("a", "m", 0, ""), device("b", "m", 0, "")];
    let state = state(&pool("d", &all, None), &[]);
    let claim = claim(&exactly("r", &wants("m", "ExactCount", "").replace(r#""count":1"#, r#""count":3"#)), "");
    for (rules, tries) in [(&EARLY, 4), (&LATEST, 3)] {
        let (allocator, node) = (Allocator::new(rules, &state), Rc::new(node()));
        let requests = CycleRequests::new(&state, rules, vec![&claim]);
        let pools = state.pools().of_node(0, &node, rules);
        let mut search = Search::new(allocator.shared_state(), &node, &requests, &pools);
        search.trail = Some(Box::default());
        assert_eq!(search.find_allocation(), Ok(false));
        let steps = search.trail.map(|trail| trail.steps).unwrap_or_default();
        let chosen = steps.iter().filter(|step| matches!(step, TrailStep::Choose(..))).count();
        assert_eq!(chosen, tries, "{rules:?}");
    }
}

/// Devices without counters and shares, which requests for whole devices take in order: the plain search, and where it
/// gives up, the general one.
#[test]
fn whole_devices_are_chosen_in_order() {
    let any = |count: usize| {
        let request = r#""deviceClassName":"any","allocationMode":"ExactCount""#;
        format!(r#"{request},"count":{count}"#)
    };
    let a = wants("m", "ExactCount", "");
    let taint = r#","taints":[{"key":"broken","effect":"NoSchedule"}]"#;
    let plain = [device("a", "m", 0, ""), device("b", "n", 0, ""), device("c", "m", 0, ""), device("d", "m", 0, taint)];
    let with_counters = [device("a", "m", 6, ""), device("b", "m", 6, "")];
    let shared = [device("a", "m", 0, r#","allowMultipleAllocations":true"#), device("b", "m", 0, "")];
    let one = |request: &str| exactly("r", request);
    let two = |first: &str, second: &str| format!("{},{}", exactly("r", first), exactly("s", second));
    for (all, counters, taken, requests, expected) in [
        (&plain[..], None, &[][..], one(&any(2)), Some("a b")),
        (&plain, None, &["a"], one(&any(2)), Some("b c")),
        (&plain, None, &[], one(&a), Some("a")),
        (&plain, None, &["a"], one(&a), Some("c")),
        // Too few: b is of another model, and d has a taint.
        (&plain, None, &["a", "c"], one(&a), None),
        (&plain, None, &[], one(&any(4)), None),
        (&plain, None, &[], one(&any(0)), Some("")),
        (&plain, None, &[], two(&a, &any(2)), Some("a b c")),
        // The first request has to leave a to the second one.
        (&plain, None, &["c"], two(&any(1), &a), Some("b a")),
        (&plain, None, &[], two(&any(3), &a), None),
        (&with_counters, Some(TEN), &[], one(&any(2)), None),
        (&shared, None, &[], two(&any(1), &any(1)), Some("a a")),
    ] {
        let state = state(&pool("d", all, counters), taken);
        let chosen = devices(&state, &claim(&requests, ""), &LATEST).map(|devices| devices.join(" "));
        assert_eq!(chosen.as_deref(), expected, "{requests} {taken:?}");
    }
}

/// Upstream: `AllocationResultsMaxSize`.
#[test]
fn a_claim_has_at_most_32_devices() {
    let all: Vec<String> = (0..33).map(|number| device(&format!("gpu-{number}"), "m", 0, "")).collect();
    let state = state(&pool("d", &all, None), &[]);
    let claim_for = |count: usize| {
        let request = wants("m", "ExactCount", "").replace(r#""count":1"#, &format!(r#""count":{count}"#));
        claim(&exactly("r", &request), "")
    };
    for rules in [&EARLY, &LATEST] {
        assert_eq!(devices(&state, &claim_for(32), rules).map(|devices| devices.len()), Some(32), "{rules:?}");
        let too_many = claim_for(33);
        let requests = CycleRequests::new(&state, rules, vec![&too_many]);
        let error = Allocator::new(rules, &state).allocate(0, &node().into(), &requests).err();
        let text = "claim ns/c: number of requested devices 33 exceeds the claim limit of 32";
        assert_eq!(error, Some(AllocationError::Cycle(text.into())), "{rules:?}");
    }
}

/// An allocated device is skipped before its selectors are evaluated, so an error of theirs does not fail the cycle.
#[test]
fn selectors_are_not_evaluated_for_an_allocated_device() {
    // The first device lacks the attribute that the selector reads.
    let all = [r#"{"name":"a"}"#.to_owned(), device("b", "m", 0, "")];
    let claim = claim(&exactly("r", &wants("m", "ExactCount", "")), "");
    for rules in [&EARLY, &LATEST] {
        let free = state(&pool("d", &all, None), &[]);
        let requests = CycleRequests::new(&free, rules, vec![&claim]);
        let error = Allocator::new(rules, &free).allocate(0, &node().into(), &requests).err();
        assert!(matches!(error, Some(AllocationError::Cycle(_))), "{rules:?}: {error:?}");
        let taken = state(&pool("d", &all, None), &["a"]);
        assert_eq!(devices(&taken, &claim, rules), Some(vec!["b".to_owned()]), "{rules:?}");
    }
}

#[test]
fn an_allocated_device_uses_its_counters_once() {
    let request = exactly("r", &wants("m", "ExactCount", ""));
    for (takes, expected) in [(6, Some(vec!["b".to_owned()])), (7, None)] {
        let all = [device("a", "other", 4, ""), device("b", "m", takes, "")];
        let state = state(&pool("d", &all, Some(TEN)), &["a"]);
        assert_eq!(devices(&state, &claim(&request, ""), &LATEST), expected, "{takes}");
    }
}

/// v1.34 reports an invalid pool as an error of the cycle, v1.36 skips the pool.
#[test]
fn the_record_of_a_search_says_that_a_pool_is_invalid() {
    let twins = [device("a", "m", 0, ""), device("a", "m", 0, "")];
    let state = state(&pool("d", &twins, None), &[]);
    let claim = claim(&exactly("r", &wants("m", "ExactCount", "")), "");
    let error = SearchEnd::Error("pool p is invalid: duplicate device name a".into());
    let short = SearchEnd::NotFound { request: 0, chosen: 0, wanted: 1 };
    for (rules, end) in [(&EARLY, error), (&LATEST, short)] {
        let requests = CycleRequests::new(&state, rules, vec![&claim]);
        let search = Allocator::new(rules, &state).search_with_details(0, &node().into(), &requests, Vec::new());
        assert_eq!(search.end, end, "{rules:?}");
        let rejection = Some(DeviceRejection::PoolInvalid);
        assert_eq!(search.requests[0].devices, [rejection.clone(), rejection], "{rules:?}");
    }
}

/// Upstream does not evaluate selectors for an allocated device, so the record does not mention their errors.
#[test]
fn the_record_of_an_allocated_device_names_its_claim_unless_a_selector_excludes_it() {
    // The first device lacks the attribute that the selector reads.
    let all = [r#"{"name":"a"}"#.to_owned(), device("b", "other", 0, ""), device("c", "m", 0, "")];
    let state = state(&pool("d", &all, None), &["a", "b", "c"]);
    let claim = claim(&exactly("r", &wants("m", "ExactCount", "")), "");
    let requests = CycleRequests::new(&state, &LATEST, vec![&claim]);
    let search = Allocator::new(&LATEST, &state).search_with_details(0, &node().into(), &requests, Vec::new());
    let rejections = search.requests[0].devices.iter().map(|rejection| match rejection {
        Some(DeviceRejection::Taken(claim)) => claim.to_string(),
        Some(DeviceRejection::Selector { number, error, .. }) => format!("selector {number} {error:?}"),
        other => format!("{other:?}"),
    });
    assert_eq!(rejections.collect::<Vec<_>>(), ["ns/a", "selector 0 None", "ns/c"]);
}
