//! Validates arguments of plugins after defaulting. Upstream: `validation_pluginargs.go`.

use serde_json::{Value, json};

use super::{
    faults::ValidationErrors,
    fields::{items_of, number_or, parse_duration},
    names,
};

/// Collects the errors in a plugin's arguments that the validation of the document reports.
pub(super) fn check(plugin: &str, path: &str, args: &Value, faults: &mut ValidationErrors) {
    match plugin {
        "DefaultPreemption" => validate_preemption(path, args, faults),
        "InterPodAffinity" => {
            let weight = &args["hardPodAffinityWeight"];
            if !(0..=100).contains(&number_or(weight, 1)) {
                faults.invalid(&format!("{path}.hardPodAffinityWeight"), weight, "not in valid range [0, 100]");
            }
        }
        "NodeAffinity" => validate_affinity(&format!("{path}.addedAffinity"), &args["addedAffinity"], faults),
        "NodeResourcesBalancedAllocation" => validate_balanced_allocation(path, args, faults),
        "PodTopologySpread" => validate_spread(path, args, faults),
        "VolumeBinding" => validate_volume_binding(path, args, faults),
        "DynamicResources" => dynamic_resources(path, args, faults),
        _ => {}
    }
}

fn validate_preemption(path: &str, args: &Value, faults: &mut ValidationErrors) {
    let names = ["minCandidateNodesPercentage", "minCandidateNodesAbsolute"];
    let paths = names.map(|name| format!("{path}.{name}"));
    let [percentage, absolute] = [number_or(&args[names[0]], 10), number_or(&args[names[1]], 100)];
    if !(0..=100).contains(&percentage) {
        faults.invalid(&paths[0], &percentage.into(), "not in valid range [0, 100]");
    }
    if absolute < 0 {
        faults.invalid(&paths[1], &absolute.into(), "not in valid range [0, inf)");
    }
    if percentage == 0 && absolute == 0 {
        for (path, other) in [(&paths[0], names[1]), (&paths[1], names[0])] {
            faults.invalid(path, &0.into(), &format!("cannot be zero at the same time as {other}"));
        }
    }
}

fn validate_affinity(path: &str, affinity: &Value, faults: &mut ValidationErrors) {
    let required = "requiredDuringSchedulingIgnoredDuringExecution";
    for (ix, term) in items_of(&affinity[required]["nodeSelectorTerms"]).iter().enumerate() {
        validate_operators(&format!("{path}.{required}.nodeSelectorTerms[{ix}]"), term, faults);
    }
    let preferred = "preferredDuringSchedulingIgnoredDuringExecution";
    for (ix, term) in items_of(&affinity[preferred]).iter().enumerate() {
        validate_operators(&format!("{path}.{preferred}[{ix}]"), &term["preference"], faults);
    }
}

fn validate_operators(path: &str, term: &Value, faults: &mut ValidationErrors) {
    const OPERATORS: [&str; 6] = ["In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"];
    for (ix, expression) in items_of(&term["matchExpressions"]).iter().enumerate() {
        let operator = &expression["operator"];
        if !operator.as_str().is_some_and(|operator| OPERATORS.contains(&operator)) {
            faults.push_unsupported(&format!("{path}.matchExpressions[{ix}].operator"), operator, &OPERATORS);
        }
    }
}

fn validate_balanced_allocation(path: &str, args: &Value, faults: &mut ValidationErrors) {
    let mut visited_values: Vec<&Value> = Vec::new();
    for (ix, resource) in items_of(&args["resources"]).iter().enumerate() {
        let (path, name) = (format!("{path}.resources[{ix}]"), &resource["name"]);
        if visited_values.contains(&name) {
            faults.push_duplicate(&format!("{path}.name"), name);
        }
        visited_values.push(name);
        let weight = number_or(&resource["weight"], 0);
        if ![0, 1].contains(&weight) {
            faults.invalid(&format!("{path}.weight"), &weight.into(), "must be 1");
        }
    }
}

fn validate_spread(path: &str, args: &Value, faults: &mut ValidationErrors) {
    let kind = args["defaultingType"].as_str().filter(|kind| !kind.is_empty()).unwrap_or("System");
    let constraints = items_of(&args["defaultConstraints"]);
    let place = format!("{path}.defaultingType");
    match kind {
        "List" => {}
        "System" if constraints.is_empty() => {}
        "System" => faults.invalid(&place, &kind.into(), "when .defaultConstraints are not empty"),
        _ => faults.push_unsupported(&place, &kind.into(), &["System", "List"]),
    }
    let text = |constraint: &Value, name: &str| constraint[name].as_str().unwrap_or_default().to_owned();
    let of = |constraint: &Value| (text(constraint, "topologyKey"), text(constraint, "whenUnsatisfiable"));
    for (ix, constraint) in constraints.iter().enumerate() {
        let place = format!("{path}.defaultConstraints[{ix}]");
        let skew = number_or(&constraint["maxSkew"], 0);
        if skew <= 0 {
            faults.invalid(&format!("{place}.maxSkew"), &skew.into(), "not in valid range (0, inf)");
        }
        let (key, action) = of(constraint);
        if key.is_empty() {
            faults.push_required(&format!("{place}.topologyKey"), "can not be empty");
        } else {
            label_name(&format!("{place}.topologyKey"), &key, faults);
        }
        let actions = ["DoNotSchedule", "ScheduleAnyway"];
        if action.is_empty() {
            faults.push_required(&format!("{place}.whenUnsatisfiable"), "can not be empty");
        } else if !actions.contains(&action.as_str()) {
            faults.push_unsupported(&format!("{place}.whenUnsatisfiable"), &action.as_str().into(), &actions);
        }
        if !constraint["labelSelector"].is_null() {
            let why = "constraint must not define a selector, as they deduced for each pod";
            faults.push_forbidden(&format!("{place}.labelSelector"), why);
        }
        if constraints[..ix].iter().any(|other| of(other) == (key.clone(), action.clone())) {
            faults.push_duplicate(&place, &format!("{{{key}, {action}}}").into());
        }
    }
}

fn label_name(path: &str, name: &str, faults: &mut ValidationErrors) {
    for why in names::qualified_name_errors(name) {
        faults.invalid(path, &name.into(), &why);
    }
}

fn validate_volume_binding(path: &str, args: &Value, faults: &mut ValidationErrors) {
    let seconds = number_or(&args["bindTimeoutSeconds"], 600);
    if seconds < 0 {
        let why = "invalid BindTimeoutSeconds, should not be a negative value";
        faults.invalid(&format!("{path}.bindTimeoutSeconds"), &seconds.into(), why);
    }
    if !args["shape"].is_null() {
        let point = |point: &Value| {
            let (utilization, score) = (number_or(&point["utilization"], 0), number_or(&point["score"], 0));
            format!("{{\"Utilization\":{utilization},\"Score\":{score}}}")
        };
        let points: Vec<String> = items_of(&args["shape"]).iter().map(point).collect();
        let why = "unexpected field `shape`, remove it or turn on the feature gate StorageCapacityScoring";
        faults.invalid_as(&format!("{path}.shape"), &format!("[{}]", points.join(",")), why);
    }
}

fn dynamic_resources(path: &str, args: &Value, faults: &mut ValidationErrors) {
    for (name, least, why) in
        [("filterTimeout", 0, "must be zero or positive"), ("bindingTimeout", 1000, "must be at least 1 second")]
    {
        if args[name].as_str().and_then(parse_duration).is_some_and(|millis| millis < least) {
            faults.invalid(&format!("{path}.{name}"), &args[name], why);
        }
    }
}

/// Collects the errors that `NodeResourcesFit` itself reports when it is created. Upstream: `NewFit`.
pub(super) fn validate_fit(args: &Value, faults: &mut ValidationErrors) {
    for (ix, name) in items_of(&args["ignoredResources"]).iter().enumerate() {
        label_name(&format!("ignoredResources[{ix}]"), name.as_str().unwrap_or_default(), faults);
    }
    for (ix, group) in items_of(&args["ignoredResourceGroups"]).iter().enumerate() {
        let (path, name) = (format!("ignoredResourceGroups[{ix}]"), group.as_str().unwrap_or_default());
        if name.contains('/') {
            faults.invalid(&path, group, "resource group name can't contain '/'");
        }
        label_name(&path, name, faults);
    }
    let strategy = &args["scoringStrategy"];
    if strategy.is_null() {
        return;
    }
    let kinds = ["LeastAllocated", "MostAllocated", "RequestedToCapacityRatio"];
    let kind = strategy["type"].as_str().unwrap_or_default();
    if !kinds.contains(&kind) {
        faults.push_unsupported("scoringStrategy.type", &kind.into(), &kinds);
    }
    for (ix, resource) in items_of(&strategy["resources"]).iter().enumerate() {
        let weight = number_or(&resource["weight"], 0);
        if !(0..=100).contains(&weight) {
            let name = resource["name"].as_str().unwrap_or_default();
            let why = format!("resource weight of {name} not in valid range (0, 100]");
            faults.invalid(&format!("scoringStrategy.resources[{ix}].weight"), &weight.into(), &why);
        }
    }
    let (path, ratio) = ("scoringStrategy.requestedToCapacityRatio", &strategy["requestedToCapacityRatio"]);
    match (kind == kinds[2], ratio.is_null()) {
        (true, true) => faults.push_required(path, "must be specified when type is RequestedToCapacityRatio"),
        (true, false) => validate_shape(&format!("{path}.shape"), items_of(&ratio["shape"]), faults),
        (false, false) => faults.push_forbidden(path, "must be nil when type is not RequestedToCapacityRatio"),
        (false, true) => {}
    }
}

fn validate_shape(path: &str, points: &[Value], faults: &mut ValidationErrors) {
    if points.is_empty() {
        return faults.push_required(path, "at least one point must be specified");
    }
    let utilization = |point: &Value| number_or(&point["utilization"], 0);
    if let Some(ix) = (1..points.len()).find(|&ix| utilization(&points[ix - 1]) >= utilization(&points[ix])) {
        let why = "values must be sorted in increasing order";
        faults.invalid(&format!("{path}[{ix}].utilization"), &utilization(&points[ix]).into(), why);
    }
    for (ix, point) in points.iter().enumerate() {
        for (name, high) in [("utilization", 100), ("score", 10)] {
            let value = number_or(&point[name], 0);
            if !(0..=high).contains(&value) {
                let why = format!("not in valid range [0, {high}]");
                faults.invalid(&format!("{path}[{ix}].{name}"), &json!(value), &why);
            }
        }
    }
}
