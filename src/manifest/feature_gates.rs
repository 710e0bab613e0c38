//! Resolves the feature gates that a scenario sets, for a release.

use api::{FeatureGates, Str, shorten};
use findings::{Finding, Notice, Problem, ScenarioProblem, StartupRefused};
use releases::{
    Release, feature_gates,
    served_api::{default_gate_state, is_settable, nearest_with_gate},
};

use super::{
    load::Loader,
    scenario::ScenarioDoc,
    tree::{TreeNode, Value},
    yaml::{PlainScalar, resolve_plain},
};

/// The simulated gates that the scenario sets and the release knows.
pub(super) fn resolve_gates(release: Release, scenario: &TreeNode) -> FeatureGates {
    let pairs = match scenario.get("featureGates").map(|node| &node.value) {
        Some(Value::Mapping(pairs)) => &**pairs,
        _ => &[],
    };
    let flag = |value: &TreeNode| match resolve_plain(value.text()?) {
        PlainScalar::Bool(flag) => Some(flag),
        _ => None,
    };
    let set = pairs.iter().filter_map(|(key, value)| Some((key.text()?, flag(value)?)));
    feature_gates::resolve(release, set)
}

/// Reports gates that the release does not know, with which none of its components starts, and gates that are not modeled here.
///
/// A scenario that names its release sets gates for that release. When it is run under another release for comparison, gates that are missing there
/// are ignored.
///
/// Upstream: `featureGate.SetFromMap` of `k8s.io/component-base/featuregate`.
pub(super) fn check_gates(loader: &mut Loader, scenario: &ScenarioDoc) {
    let release = loader.served.release;
    let named = scenario.release.as_ref().and_then(|name| Release::from_name(name));
    for (name, is_on) in &scenario.feature_gates {
        let place = scenario.gates_place.clone();
        match default_gate_state(release, name) {
            None if named.is_some_and(|named| named != release && default_gate_state(named, name).is_some()) => {
                let notice = Notice::GateOfOtherRelease { name: shorten(name), release: release.name().into() };
                loader.add_notice_at(place, notice);
            }
            None => {
                let other = nearest_with_gate(release, name).map(|other| Str::from(other.name()));
                let problem =
                    ScenarioProblem::UnknownGate { name: shorten(name), release: release.name().into(), other };
                let refused = StartupRefused {
                    problem: problem.into(),
                    said: format!("unrecognized feature gate: {name}").into(),
                };
                loader.findings.push(Finding::new(place, Problem::Refused(refused.into())));
                // A component stops at the first unknown gate.
                return;
            }
            Some(default) if !is_settable(name) && default != *is_on => {
                loader.add_notice_at(place, Notice::GateNotSimulated { name: shorten(name) });
            }
            Some(_) => {}
        }
    }
}
