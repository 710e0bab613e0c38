//! Builds the allocation of a claim: its devices, the configuration for drivers, and the nodes from which the devices
//! can be reached.

use std::rc::Rc;

use api::{
    NodeSelector, NodeSelectorTerm, Operator, Requirement, Str, Table,
    devices::{
        Allocation, AllocationConfig, AllocationResult, ConfigSource, DeviceAllocations, DeviceClass, ExactRequest,
        ResourceClaim,
    },
};
use scheduler::cluster::ClaimRules as Rules;

use crate::{
    node_choice::NodeChoice,
    request::{alternatives_of, name_of},
};

/// Placeholder for the random id that upstream gives to a share.
pub(crate) const SHARE_ID: &str = "(random)";

/// Returns the allocation of the claim at index `at`.
pub(crate) fn claim_allocation(
    choice: &NodeChoice,
    at: usize,
    claim: &ResourceClaim,
    classes: &Table<Str, Rc<DeviceClass>>,
    rules: &Rules,
) -> Result<Allocation, Str> {
    let results = choice.devices_of(at).filter_map(|chosen_device| {
        let (spec, device) = (&chosen_device.slice.object.spec, chosen_device.device());
        let request = &claim.spec.devices.requests[chosen_device.key.request];
        let exact_request = *alternatives_of(request).get(chosen_device.key.alternative)?;
        let is_admin = request.first_available.is_empty() && exact_request.admin_access == Some(true);
        Some(AllocationResult {
            request: name_of(request, exact_request),
            driver: spec.driver.clone(),
            pool: spec.pool.name.clone(),
            device: device.name.clone(),
            admin_access: is_admin.then_some(true),
            tolerations: if rules.has_beta_features { exact_request.tolerations.clone() } else { Vec::new() },
            binding_conditions: device.binding_conditions.clone(),
            binding_failure_conditions: device.binding_failure_conditions.clone(),
            share_id: chosen_device.shares.as_ref().map(|_| SHARE_ID.into()),
            consumed_capacity: chosen_device.shares.clone().unwrap_or_default(),
        })
    });
    let results = results.collect();
    let config = allocation_config(choice, at, claim, classes, rules);
    let node_selector = match node_reach(choice, at, claim, rules)? {
        NodeReach::ThisNode => Some(NodeSelectorTerm {
            match_fields: vec![Requirement {
                key: "metadata.name".into(),
                operator: Operator::In,
                values: vec![choice.node.metadata.name.clone()],
            }],
            ..NodeSelectorTerm::default()
        }),
        NodeReach::Terms(terms) => common_term(&terms),
    };
    let node_selector = node_selector.map(|term| NodeSelector { node_selector_terms: vec![term] });
    Ok(Allocation { devices: DeviceAllocations { results, config }, node_selector, allocation_timestamp: None })
}

/// Returns the configuration from classes, then that from the claim.
fn allocation_config(
    choice: &NodeChoice,
    at: usize,
    claim: &ResourceClaim,
    classes: &Table<Str, Rc<DeviceClass>>,
    rules: &Rules,
) -> Vec<AllocationConfig> {
    let requests = &claim.spec.devices.requests;
    // Returns the request, or the alternative that was chosen for it, with its full name.
    let chosen_request = |request: usize| -> Option<(Str, &ExactRequest)> {
        let alternatives = alternatives_of(&requests[request]);
        let exact_request = *alternatives.get(choice.alternative_of(at, request))?;
        Some((name_of(&requests[request], exact_request), exact_request))
    };
    let mut all: Vec<AllocationConfig> = Vec::new();
    let mut known_classes: Vec<(Str, usize, usize)> = Vec::new();
    for (full_name, exact_request) in (0..requests.len()).filter_map(chosen_request) {
        let Some(class) = classes.get(&exact_request.device_class_name) else { continue };
        let class_configs = known_classes.iter().find(|(name, ..)| *name == class.metadata.name);
        if let Some(&(_, first_config, end_config)) = class_configs.filter(|_| rules.class_config_names_requests) {
            all[first_config..end_config].iter_mut().for_each(|config| config.requests.push(full_name.clone()));
            continue;
        }
        let first_config = all.len();
        all.extend(class.spec.config.iter().map(|config| AllocationConfig {
            source: ConfigSource::FromClass,
            requests: if rules.class_config_names_requests { vec![full_name.clone()] } else { Vec::new() },
            opaque: config.opaque.clone(),
        }));
        known_classes.push((class.metadata.name.clone(), first_config, all.len()));
    }
    for config in &claim.spec.devices.config {
        let claim_config = AllocationConfig {
            source: ConfigSource::FromClaim,
            requests: config.requests.clone(),
            opaque: config.opaque.clone(),
        };
        let concerns = |request: &usize| {
            let chosen_name = chosen_request(*request).map(|(full_name, _)| full_name);
            config.requests.contains(&requests[*request].name)
                || chosen_name.is_some_and(|name| config.requests.contains(&name))
        };
        let times = match config.requests.is_empty() {
            true => 1,
            false => (0..requests.len()).filter(concerns).count(),
        };
        all.extend(std::iter::repeat_n(claim_config, times));
    }
    all
}

/// The nodes from which the devices of a claim can be reached.
pub(crate) enum NodeReach<'c> {
    /// Only this node, because a device is local to it.
    ThisNode,
    /// The nodes that match all these terms.
    Terms(Vec<&'c NodeSelectorTerm>),
}

/// Returns the nodes from which the chosen devices can be reached: only this one if a device is local to it, otherwise
/// those that match the selectors of all slices. Upstream: `allocator.createNodeSelector`.
///
/// # Errors
/// A device has a selector with several terms.
pub(crate) fn node_reach<'c>(
    choice: &'c NodeChoice,
    at: usize,
    claim: &ResourceClaim,
    rules: &Rules,
) -> Result<NodeReach<'c>, Str> {
    let mut all = Vec::new();
    for chosen_device in choice.devices_of(at) {
        let (spec, device) = (&chosen_device.slice.object.spec, chosen_device.device());
        let (name, selector) = match spec.per_device_node_selection == Some(true) {
            true => (&device.node_name, &device.node_selector),
            false => (&spec.node_name, &spec.node_selector),
        };
        if name.is_some() || rules.has_beta_features && device.binds_to_node == Some(true) {
            return Ok(NodeReach::ThisNode);
        }
        match selector.as_ref().map(|selector| selector.node_selector_terms.as_slice()) {
            None | Some([]) => {}
            Some([one]) => all.push(one),
            Some(terms) => {
                let why = format!("unsupported ResourceSlice.NodeSelector with {} terms", terms.len());
                return Err(format!("create NodeSelector for claim {}: {why}", claim.metadata.name).into());
            }
        }
    }
    Ok(NodeReach::Terms(all))
}

/// Returns a term that matches where all these terms match; `None` if they have no requirements.
fn common_term(terms: &[&NodeSelectorTerm]) -> Option<NodeSelectorTerm> {
    let mut common = NodeSelectorTerm::default();
    for term in terms {
        add_requirements(&mut common.match_fields, &term.match_fields);
        add_requirements(&mut common.match_expressions, &term.match_expressions);
    }
    (!common.match_fields.is_empty() || !common.match_expressions.is_empty()).then_some(common)
}

fn add_requirements(all: &mut Vec<Requirement>, more: &[Requirement]) {
    for requirement in more {
        if !all.contains(requirement) {
            all.push(requirement.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Upstream: `createNodeSelector`, which adds each requirement once.
    #[test]
    fn a_common_term_has_the_fields_and_expressions_of_all_terms() {
        let term = |fields: &str, expressions: &str| -> NodeSelectorTerm {
            let requirements = |keys: &str| {
                let keys = keys.split_whitespace();
                let all: Vec<String> = keys.map(|key| format!(r#"{{"key":"{key}","operator":"Exists"}}"#)).collect();
                all.join(",")
            };
            let (fields, expressions) = (requirements(fields), requirements(expressions));
            let json = format!(r#"{{"matchFields":[{fields}],"matchExpressions":[{expressions}]}}"#);
            serde_json::from_str(&json).expect("a term")
        };
        for (terms, expected) in [
            (vec![], None),
            (vec![term("", "")], None),
            (vec![term("a", "")], Some(term("a", ""))),
            (vec![term("a", "b"), term("c a", "b d")], Some(term("a c", "b d"))),
        ] {
            assert_eq!(common_term(&terms.iter().collect::<Vec<_>>()), expected, "{terms:?}");
        }
    }
}
