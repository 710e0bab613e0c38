//! Checks the spec of a pod, or of a workload's pod template.

use api::{
    Container, NodeSelectorTerm, Operator, PodAffinityTerm, PodSpec, PreemptionPolicy, Quantity, ResourceList, Set,
    TaintEffect, TolerationOperator, UnsatisfiableAction, shorten,
};
use findings::{AdmissionProblem as Refusal, NameForm};

use super::{
    fault::{
        Faults, check_amounts, check_form, check_label_value, check_labels, check_number, check_selector, check_word,
        new_fault,
    },
    limits::{is_pod_level_resource, sum_of_containers},
};

const REQUIRED: &str = "requiredDuringSchedulingIgnoredDuringExecution";
const PREFERRED: &str = "preferredDuringSchedulingIgnoredDuringExecution";

/// Checks everything except for the priority.
pub(super) fn check_spec(pod_spec: &PodSpec, base: &str, faults: &mut Faults) {
    if pod_spec.containers.is_empty() {
        faults.push(new_fault(format!("{base}.containers"), Refusal::NoContainers));
    }
    check_containers(pod_spec, base, faults);
    check_pod_level(pod_spec, base, faults);
    check_labels(&pod_spec.node_selector, &format!("{base}.nodeSelector"), faults);
    check_tolerations(pod_spec, base, faults);
    for (index, constraint) in pod_spec.topology_spread_constraints.iter().enumerate() {
        let path = format!("{base}.topologySpreadConstraints[{index}]");
        let action = constraint.when_unsatisfiable.as_str();
        check_word(action, UnsatisfiableAction::WORDS, &format!("{path}.whenUnsatisfiable"), faults);
        if constraint.max_skew <= 0 {
            faults.push(new_fault(format!("{path}.maxSkew"), Refusal::Skew { skew: constraint.max_skew }));
        }
        if let Some(domains) = constraint.min_domains {
            check_number(domains, 1, i32::MAX.into(), format!("{path}.minDomains"), faults);
        }
        check_topology_key(&constraint.topology_key, &path, faults);
        check_selector(constraint.label_selector.as_ref(), &format!("{path}.labelSelector"), faults);
    }
    check_affinity(pod_spec, base, faults);
    for (index, volume) in pod_spec.volumes.iter().enumerate().filter(|(_, volume)| !volume.name.is_empty()) {
        check_form(&volume.name, NameForm::Label, format!("{base}.volumes[{index}].name"), faults);
    }
    if let Some(policy) = &pod_spec.preemption_policy {
        check_word(policy.as_str(), PreemptionPolicy::WORDS, &format!("{base}.preemptionPolicy"), faults);
    }
}

fn check_containers(pod_spec: &PodSpec, base: &str, faults: &mut Faults) {
    let lists = [("initContainers", &pod_spec.init_containers), ("containers", &pod_spec.containers)];
    let path_and_container: Vec<(String, &Container)> = lists
        .iter()
        .flat_map(|(list, them)| {
            them.iter().enumerate().map(move |(index, container)| (format!("{base}.{list}[{index}]"), container))
        })
        .collect();
    let mut names = Set::new();
    for (path, container) in &path_and_container {
        // Dumps that were edited by hand omit names, and they are not needed here.
        if !container.name.is_empty() {
            check_form(&container.name, NameForm::Label, format!("{path}.name"), faults);
            if !names.insert(&container.name) {
                let name = container.name.clone();
                faults.push(new_fault(format!("{path}.name"), Refusal::RepeatedContainer { name }));
            }
        }
        let resources = &container.resources;
        for (name, limit) in resources.limits.iter() {
            if let Some(request) =
                resources.requests.get(name).filter(|request| request.milli_value() > limit.milli_value())
            {
                let (request, limit) = (request.as_str().into(), limit.as_str().into());
                let above = Refusal::AboveLimit { resource: name.clone(), request, limit };
                faults.push(new_fault(format!("{path}.resources.requests.{name}"), above));
            }
        }
        for (index, port) in container.ports.iter().enumerate() {
            for (name, number) in [("containerPort", port.container_port), ("hostPort", port.host_port)] {
                check_number(number, 0, 65_535, format!("{path}.ports[{index}].{name}"), faults);
            }
        }
    }
}

/// Checks that pod-level resources agree with those of the containers.
fn check_pod_level(pod_spec: &PodSpec, base: &str, faults: &mut Faults) {
    let Some(requirements) = &pod_spec.resources else { return };
    let path = format!("{base}.resources");
    for (list, amounts) in [("requests", &requirements.requests), ("limits", &requirements.limits)] {
        check_amounts(amounts, &format!("{path}.{list}"), faults);
        for (name, _) in amounts.iter().filter(|(name, _)| !is_pod_level_resource(name)) {
            faults.push(new_fault(format!("{path}.{list}.{name}"), Refusal::NotOfPods { resource: shorten(name) }));
        }
    }
    let containers = sum_of_containers(pod_spec, |resources| &resources.requests, ResourceList::default());
    for (name, request) in requirements.requests.iter() {
        let format_amount = |amount: &Quantity| shorten(amount.as_str());
        let path = format!("{path}.requests.{name}");
        if let Some(sum) = containers.get(name).filter(|sum| sum.milli_value() > request.milli_value()) {
            let (request, containers) = (format_amount(request), format_amount(sum));
            faults.push(new_fault(path, Refusal::BelowContainers { resource: name.clone(), request, containers }));
        } else if let Some(limit) =
            requirements.limits.get(name).filter(|limit| request.milli_value() > limit.milli_value())
        {
            let (request, limit) = (format_amount(request), format_amount(limit));
            faults.push(new_fault(path, Refusal::AboveLimit { resource: name.clone(), request, limit }));
        }
    }
    for (index, container) in pod_spec.containers.iter().enumerate() {
        for (name, limit) in container.resources.limits.iter() {
            if let Some(pod) = requirements.limits.get(name).filter(|pod| limit.milli_value() > pod.milli_value()) {
                let (limit, pod) = (shorten(limit.as_str()), shorten(pod.as_str()));
                let above = Refusal::AbovePod { resource: name.clone(), limit, pod };
                faults.push(new_fault(format!("{base}.containers[{index}].resources.limits.{name}"), above));
            }
        }
    }
}

fn check_tolerations(pod_spec: &PodSpec, base: &str, faults: &mut Faults) {
    for (index, toleration) in pod_spec.tolerations.iter().enumerate() {
        let path = format!("{base}.tolerations[{index}]");
        if !toleration.operator.is_unset() {
            check_word(toleration.operator.as_str(), TolerationOperator::WORDS, &format!("{path}.operator"), faults);
        }
        if !toleration.effect.is_unset() {
            check_word(toleration.effect.as_str(), TaintEffect::WORDS, &format!("{path}.effect"), faults);
        }
        if !toleration.key.is_empty() {
            check_form(&toleration.key, NameForm::Key, format!("{path}.key"), faults);
        }
        check_label_value(&toleration.value, format!("{path}.value"), faults);
    }
}

fn check_topology_key(key: &str, path: &str, faults: &mut Faults) {
    let path = format!("{path}.topologyKey");
    if key.is_empty() {
        faults.push(new_fault(path, Refusal::NoTopologyKey));
    } else {
        check_form(key, NameForm::Key, path, faults);
    }
}

fn check_affinity(pod_spec: &PodSpec, base: &str, faults: &mut Faults) {
    let Some(affinity) = &pod_spec.affinity else { return };
    let check_term = |affinity_term: &PodAffinityTerm, path: &str, faults: &mut Faults| {
        check_selector(affinity_term.label_selector.as_ref(), &format!("{path}.labelSelector"), faults);
        check_topology_key(&affinity_term.topology_key, path, faults);
    };
    for (name, pods) in [("podAffinity", &affinity.pod_affinity), ("podAntiAffinity", &affinity.pod_anti_affinity)] {
        let Some(pods) = pods else { continue };
        let path = format!("{base}.affinity.{name}");
        for (index, term) in pods.required.iter().enumerate() {
            check_term(term, &format!("{path}.{REQUIRED}[{index}]"), faults);
        }
        for (index, weighted) in pods.preferred.iter().enumerate() {
            let path = format!("{path}.{PREFERRED}[{index}]");
            check_number(weighted.weight, 1, 100, format!("{path}.weight"), faults);
            check_term(&weighted.pod_affinity_term, &format!("{path}.podAffinityTerm"), faults);
        }
    }
    let Some(nodes) = &affinity.node_affinity else { return };
    let path = format!("{base}.affinity.nodeAffinity");
    for (index, preferred) in nodes.preferred.iter().enumerate() {
        let path = format!("{path}.{PREFERRED}[{index}]");
        check_number(preferred.weight, 1, 100, format!("{path}.weight"), faults);
        check_node_term(&preferred.preference, &format!("{path}.preference"), faults);
    }
    let required = nodes.required.as_ref();
    for (index, term) in required.into_iter().flat_map(|selector| &selector.node_selector_terms).enumerate() {
        check_node_term(term, &format!("{path}.{REQUIRED}.nodeSelectorTerms[{index}]"), faults);
    }
}

/// Checks the keys, operators and values of a node selector term. Upstream: `ValidateNodeSelectorRequirement`.
fn check_node_term(term: &NodeSelectorTerm, path: &str, faults: &mut Faults) {
    for (index, requirement) in term.match_expressions.iter().enumerate() {
        let path = format!("{path}.matchExpressions[{index}]");
        check_form(&requirement.key, NameForm::Key, format!("{path}.key"), faults);
        check_word(requirement.operator.as_str(), Operator::WORDS, &format!("{path}.operator"), faults);
        for (index, value) in requirement.values.iter().enumerate() {
            check_label_value(value, format!("{path}.values[{index}]"), faults);
        }
    }
}
