//! Values that fields accept, for fields where other values have no effect here. Upstream: the `NotSupported` errors of `pkg/apis/*/validation`.

use findings::FieldRule;

use super::field::{Field, FieldFaults};

const RESTART_POLICIES: [&str; 3] = ["Always", "OnFailure", "Never"];
/// In the order of the message about a container.
pub(crate) const CONTAINER_RESTART_POLICIES: [&str; 3] = ["Always", "Never", "OnFailure"];
const OPERATING_SYSTEMS: [&str; 2] = ["linux", "windows"];
const PROTOCOLS: [&str; 3] = ["SCTP", "TCP", "UDP"];
const DEPLOYMENT_STRATEGIES: [&str; 2] = ["Recreate", "RollingUpdate"];
const DAEMON_STRATEGIES: [&str; 2] = ["RollingUpdate", "OnDelete"];
const COMPLETION_MODES: [&str; 2] = ["NonIndexed", "Indexed"];
const RANGE_TYPES: [&str; 3] = ["Pod", "Container", "PersistentVolumeClaim"];

/// Reports the value of a key that is not in `words`. `quoted` is the value as the API server's message shows it.
pub(super) fn check_word(
    parent: &Field<'_>,
    key: &str,
    words: &[&str],
    quoted: Option<String>,
    faults: &mut FieldFaults,
) {
    let word = parent.text(key);
    if word.is_empty() || words.contains(&word) {
        return;
    }
    let known_words = words.iter().map(|word| format!("{word:?}")).collect::<Vec<_>>().join(", ");
    // If the message shows the whole mapping, it also names the mapping.
    let place = if quoted.is_some() { String::new() } else { format!(".{key}") };
    let given = quoted.unwrap_or_else(|| format!("{word:?}"));
    parent.report(&place, FieldRule::UnknownWord, &[&given, &known_words], faults);
}

pub(super) fn check_restart_policy(pod_spec: &Field<'_>, faults: &mut FieldFaults) {
    check_word(pod_spec, "restartPolicy", &RESTART_POLICIES, None, faults);
}

pub(super) fn check_container_restart_policy(container: &Field<'_>, faults: &mut FieldFaults) {
    check_word(container, "restartPolicy", &CONTAINER_RESTART_POLICIES, None, faults);
}

pub(super) fn check_operating_system(pod_spec: &Field<'_>, faults: &mut FieldFaults) {
    if let Some(os) = pod_spec.get("os") {
        check_word(&os, "name", &OPERATING_SYSTEMS, None, faults);
    }
}

pub(super) fn check_protocol(port: &Field<'_>, faults: &mut FieldFaults) {
    check_word(port, "protocol", &PROTOCOLS, None, faults);
}

pub(super) fn check_completion_mode(spec: &Field<'_>, faults: &mut FieldFaults) {
    check_word(spec, "completionMode", &COMPLETION_MODES, None, faults);
}

/// Checks how a Deployment or DaemonSet replaces its pods. The API server's message shows the strategy as a Go struct.
fn check_strategy(spec: &Field<'_>, key: &str, words: &[&str], faults: &mut FieldFaults) {
    let Some(strategy) = spec.get(key) else { return };
    let given = format!("{{\"Type\":{:?},\"RollingUpdate\":null}}", strategy.text("type"));
    check_word(&strategy, "type", words, Some(given), faults);
}

pub(super) fn check_deployment_strategy(spec: &Field<'_>, faults: &mut FieldFaults) {
    check_strategy(spec, "strategy", &DEPLOYMENT_STRATEGIES, faults);
}

pub(super) fn check_daemon_strategy(spec: &Field<'_>, faults: &mut FieldFaults) {
    check_strategy(spec, "updateStrategy", &DAEMON_STRATEGIES, faults);
}

pub(super) fn check_set_words(spec: &Field<'_>, faults: &mut FieldFaults) {
    let policy = spec.text("podManagementPolicy");
    if !matches!(policy, "" | "OrderedReady" | "Parallel") {
        let values = [&*format!("{policy:?}"), "'OrderedReady' or 'Parallel'"];
        spec.report(".podManagementPolicy", FieldRule::UnknownSetWord, &values, faults);
    }
    let Some(strategy) = spec.get("updateStrategy") else { return };
    let kind = strategy.text("type");
    if !matches!(kind, "" | "RollingUpdate" | "OnDelete") {
        let given = format!("{{\"Type\":{kind:?},\"RollingUpdate\":null}}");
        strategy.report("", FieldRule::UnknownSetWord, &[&given, "'RollingUpdate' or 'OnDelete'"], faults);
    }
}

pub(super) fn check_range_type(item: &Field<'_>, faults: &mut FieldFaults) {
    let kind = item.text("type");
    if !kind.is_empty() && !kind.contains('/') && !RANGE_TYPES.contains(&kind) {
        item.report(".type", FieldRule::RangeType, &[kind], faults);
    }
}
