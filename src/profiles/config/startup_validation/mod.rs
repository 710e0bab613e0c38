//! Reproduces upstream's validation of a configuration at startup, for v1.34 and v1.36: decoding, then all errors of
//! the validation, then the first error of creating a profile.
//!
//! Whether the engine can follow a document is checked by the readers outside of this folder, which point at one value
//! and state what would be valid. This module reproduces upstream's own verdict and message: a document that upstream
//! refuses is refused even if the readers would accept it.
//!
//! Upstream: `options.LoadConfigFromFile`, `validation.ValidateKubeSchedulerConfiguration`, `profile.NewMap`.

mod arguments;
mod extenders;
mod faults;
mod fields;
mod framework;
mod names;

use faults::{StartupRefusal, ValidationErrors};
use fields::{items_of, number_or, parse_duration, scheduler_names};
use findings::{ConfigurationProblem, Noun, Problem};
use serde_json::Value;

use super::{json_reader::ConfigError, version::VersionRules};

const API_VERSION: &str = "kubescheduler.config.k8s.io/v1";
const KIND: &str = "KubeSchedulerConfiguration";

/// Returns why the scheduler refuses to start, if it does. `read` is the reader's error: an unknown field name ends
/// decoding.
pub(super) fn startup_refusal(
    document: &Value,
    version: &VersionRules<'_>,
    read: Option<&ConfigError>,
) -> Option<StartupRefusal> {
    decoding_refusal(document, read)
        .or_else(|| validation_refusal(document))
        .or_else(|| framework::framework_refusal(document, version))
}

fn refusal_at(path: &str, text: String) -> StartupRefusal {
    StartupRefusal { path: path.into(), text }
}

fn decoding_refusal(document: &Value, read: Option<&ConfigError>) -> Option<StartupRefusal> {
    let text = |name: &str| document[name].as_str().unwrap_or_default();
    let (version, kind) = (text("apiVersion"), text("kind"));
    if kind.is_empty() {
        return Some(refusal_at("", format!("Object 'Kind' is missing in '{document}'")));
    }
    if version != API_VERSION || kind != KIND {
        let scheme = "in scheme \"pkg/scheduler/apis/config/scheme/scheme.go:29\"";
        return Some(refusal_at("", format!("no kind {kind:?} is registered for version {version:?} {scheme}")));
    }
    let Some((error, name)) = read.and_then(|error| match &error.problem {
        Problem::Configuration(ConfigurationProblem::Unknown { noun: Noun::Field, name, .. }) => Some((error, name)),
        _ => None,
    }) else {
        return duration_refusal(document);
    };
    let field = |path: &str| if path.is_empty() { name.to_string() } else { format!("{path}.{name}") };
    let unknown = |path: &str| format!("strict decoding error: unknown field {:?}", field(path));
    let text = match error.path.split_once(".args") {
        None => unknown(&error.path),
        Some((config, within)) => {
            let plugin = plugin_at(document, config)?;
            let decoding = format!("decoding .{config}: strict decoding error: decoding args for plugin {plugin}");
            format!("strict decoding error: {decoding}: {}", unknown(within.trim_start_matches('.')))
        }
    };
    Some(refusal_at(&error.path, text))
}

/// Returns the name of the plugin whose arguments are at `profiles[i].pluginConfig[j]`.
fn plugin_at<'v>(document: &'v Value, path: &str) -> Option<&'v str> {
    let mut numbers = path.split(['[', ']']).filter_map(|part| part.parse::<usize>().ok());
    document["profiles"].get(numbers.next()?)?["pluginConfig"].get(numbers.next()?)?["name"].as_str()
}

/// Returns the error of the first duration that Go cannot parse.
fn duration_refusal(document: &Value) -> Option<StartupRefusal> {
    for (ix, profile) in items_of(&document["profiles"]).iter().enumerate() {
        for (nth, config) in items_of(&profile["pluginConfig"]).iter().enumerate() {
            if config["name"].as_str() != Some("DynamicResources") {
                continue;
            }
            for name in ["filterTimeout", "bindingTimeout"] {
                let Some(text) = config["args"][name].as_str().filter(|text| parse_duration(text).is_none()) else {
                    continue;
                };
                let place = format!("profiles[{ix}].pluginConfig[{nth}]");
                let text = format!(
                    "decoding .{place}: decoding args for plugin DynamicResources: time: invalid duration {text:?}"
                );
                return Some(refusal_at(&format!("{place}.args.{name}"), text));
            }
        }
    }
    None
}

/// Returns all errors of the validation. Upstream: `ValidateKubeSchedulerConfiguration`.
fn validation_refusal(document: &Value) -> Option<StartupRefusal> {
    let mut faults = ValidationErrors::default();
    let burst = &document["clientConnection"]["burst"];
    if number_or(burst, 0) < 0 {
        faults.invalid("clientConnection.burst", burst, "must be non-negative");
    }
    leader_election(&document["leaderElection"], &mut faults);
    let parallelism = &document["parallelism"];
    if number_or(parallelism, 16) <= 0 {
        faults.invalid("parallelism", parallelism, "should be an integer value greater than zero");
    }
    validate_profiles(items_of(&document["profiles"]), &mut faults);
    validate_percentage("percentageOfNodesToScore", &document["percentageOfNodesToScore"], &mut faults);
    let (first, longest) = (&document["podInitialBackoffSeconds"], &document["podMaxBackoffSeconds"]);
    if number_or(first, 1) <= 0 {
        faults.invalid("podInitialBackoffSeconds", first, "must be greater than 0");
    }
    if number_or(longest, 10) < number_or(first, 1) {
        let why = "must be greater than or equal to PodInitialBackoffSeconds";
        faults.invalid("podMaxBackoffSeconds", &number_or(longest, 10).into(), why);
    }
    extenders::check(items_of(&document["extenders"]), &mut faults);
    faults.into_refusal("")
}

fn leader_election(election: &Value, faults: &mut ValidationErrors) {
    if election["leaderElect"].as_bool() == Some(false) {
        return;
    }
    let field = |name: &str, default: &str| -> (String, i64) {
        let text = election[name].as_str().unwrap_or(default).to_owned();
        let millis = parse_duration(&text).unwrap_or(1);
        if millis == 0 { (default.to_owned(), parse_duration(default).unwrap_or(1)) } else { (text, millis) }
    };
    let (lease, renew) = (field("leaseDuration", "15s"), field("renewDeadline", "10s"));
    for (name, (text, millis)) in
        [("leaseDuration", &lease), ("renewDeadline", &renew), ("retryPeriod", &field("retryPeriod", "2s"))]
    {
        if *millis <= 0 {
            faults.invalid(&format!("leaderElection.{name}"), &text.as_str().into(), "must be greater than zero");
        }
    }
    if lease.1 <= renew.1 {
        let why = "must be greater than `RenewDeadline`";
        faults.invalid("leaderElection.leaseDuration", &renew.0.into(), why);
    }
    if let Some(lock) = election["resourceLock"].as_str().filter(|lock| !lock.is_empty() && *lock != "leases") {
        faults.invalid("leaderElection.resourceLock", &lock.into(), "resourceLock value must be \"leases\"");
    }
}

fn validate_percentage(path: &str, value: &Value, faults: &mut ValidationErrors) {
    if !(0..=100).contains(&number_or(value, 0)) {
        faults.invalid(path, value, "not in valid range [0-100]");
    }
}

fn validate_profiles(profiles: &[Value], faults: &mut ValidationErrors) {
    let names = scheduler_names(profiles);
    for (ix, profile) in profiles.iter().enumerate() {
        let path = format!("profiles[{ix}]");
        if names[ix].is_empty() {
            faults.push_required(&format!("{path}.schedulerName"), "");
        }
        validate_percentage(&format!("{path}.percentageOfNodesToScore"), &profile["percentageOfNodesToScore"], faults);
        check_removed_plugins(&path, &profile["plugins"], faults);
        let mut visited_names: Vec<&str> = Vec::new();
        for (nth, config) in items_of(&profile["pluginConfig"]).iter().enumerate() {
            let path = format!("{path}.pluginConfig[{nth}]");
            let name = config["name"].as_str().unwrap_or_default();
            if visited_names.contains(&name) {
                faults.push_duplicate(&path, &name.into());
            }
            visited_names.push(name);
            if names::REMOVED.contains(&name) {
                check_removed(&path, name, faults);
            } else {
                arguments::check(name, &format!("{path}.args"), &config["args"], faults);
            }
        }
        if names[..ix].contains(&names[ix]) {
            // Upstream prints the path object of the other profile, which has no public fields.
            faults.push_duplicate(&format!("{path}.schedulerName"), &serde_json::json!({}));
        }
    }
    common_queue_sort(profiles, faults);
}

fn check_removed(path: &str, name: &str, faults: &mut ValidationErrors) {
    let why = format!("was invalid in version {API_VERSION:?} (KubeSchedulerConfiguration is version {API_VERSION:?})");
    faults.invalid(path, &name.into(), &why);
}

fn check_removed_plugins(path: &str, plugins: &Value, faults: &mut ValidationErrors) {
    for (point, plugin_set) in plugins.as_object().into_iter().flatten().filter(|(point, _)| *point != "multiPoint") {
        for (nth, plugin) in items_of(&plugin_set["enabled"]).iter().enumerate() {
            if let Some(name) = plugin["name"].as_str().filter(|name| names::REMOVED.contains(name)) {
                check_removed(&format!("{path}.plugins.{point}.enabled[{nth}]"), name, faults);
            }
        }
    }
}

/// All profiles share one queue, so they must sort it in the same way.
fn common_queue_sort(profiles: &[Value], faults: &mut ValidationErrors) {
    let plugin_set = |profile: &Value| -> Value {
        let plugins = |name: &str, weighs: bool| -> Value {
            let plugin = |plugin: &Value| {
                let weight = if weighs { number_or(&plugin["weight"], 0) } else { 0 };
                serde_json::json!({"Name": plugin["name"], "Weight": weight})
            };
            let plugins: Vec<Value> = items_of(&profile["plugins"]["queueSort"][name]).iter().map(plugin).collect();
            if plugins.is_empty() { Value::Null } else { plugins.into() }
        };
        serde_json::json!({"Enabled": plugins("enabled", true), "Disabled": plugins("disabled", false)})
    };
    let Some(first) = profiles.first() else { return };
    let first = plugin_set(first);
    let enabled = items_of(&first["Enabled"]).len();
    if enabled > 1 {
        let why = "only one queue sort plugin can be enabled";
        faults.invalid("profiles[0].plugins.queueSort.Enabled", &enabled.into(), why);
    }
    for (ix, profile) in profiles.iter().enumerate().skip(1) {
        let queue_sort = plugin_set(profile);
        if queue_sort != first {
            let printed = format!("{{\"Enabled\":{},\"Disabled\":{}}}", queue_sort["Enabled"], queue_sort["Disabled"]);
            faults.invalid_as(
                &format!("profiles[{ix}].plugins.queueSort"),
                &printed,
                "must be the same for all profiles",
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_removed_plugin_is_refused_where_a_point_enables_or_an_argument_names_it() {
        let removed = json!([{"name": "NodeName"}, {"name": "EBSLimits"}]);
        for (profile, path) in [
            (json!({"plugins": {"filter": {"enabled": removed}}}), Some("profiles[0].plugins.filter.enabled[1]")),
            (json!({"plugins": {"filter": {"disabled": removed}}}), None),
            // `multiPoint` is checked when the profile is created.
            (json!({"plugins": {"multiPoint": {"enabled": removed}}}), None),
            (json!({"pluginConfig": removed}), Some("profiles[0].pluginConfig[1]")),
        ] {
            let refusal = validation_refusal(&json!({"profiles": [profile]}));
            assert_eq!(refusal.as_ref().map(|refusal| refusal.path.as_str()), path, "{profile}");
            assert!(refusal.is_none_or(|refusal| refusal.text.contains("was invalid in version")), "{profile}");
        }
    }

    #[test]
    fn the_lock_of_the_leader_election_is_a_lease() {
        for (lock, path) in [("", None), ("leases", None), ("endpoints", Some("leaderElection.resourceLock"))] {
            let refusal = validation_refusal(&json!({"leaderElection": {"resourceLock": lock}}));
            assert_eq!(refusal.map(|refusal| refusal.path).as_deref(), path, "{lock}");
        }
    }
}
