//! The allocation of a claim: its devices, the configuration for drivers, and the nodes from which the devices can be reached.

use api::{
    NodeSelector, NodeSelectorTerm, Operator, Requirement, Str,
    devices::{Allocation, AllocationConfig, AllocationResult, ConfigSource, DeviceAllocations, ResourceClaim},
};

use crate::{
    request::{RequestKey, RequestState},
    search::{AllocationError, Search},
};

/// Stands for the identity of a share, which upstream draws.
pub(crate) const SHARE_ID: &str = "(random)";

/// What the claim at `at` gets.
pub(crate) fn claim_allocation(
    search: &Search<'_>,
    at: usize,
    claim: &ResourceClaim,
) -> Result<Allocation, AllocationError> {
    let rules = search.shared.rules;
    let results = search.chosen_devices[at].iter().map(|chosen_device| {
        let (device, pool) = (search.device(chosen_device.position), &search.pools[chosen_device.position.pool]);
        let request = &search.requests[&chosen_device.key];
        AllocationResult {
            request: request.full_name(),
            driver: pool.driver.clone(),
            pool: pool.name.clone(),
            device: device.name.clone(),
            admin_access: request.is_admin().then_some(true),
            tolerations: if rules.beta_features { request.request.tolerations.clone() } else { Vec::new() },
            binding_conditions: device.binding_conditions.clone(),
            binding_failure_conditions: device.binding_failure_conditions.clone(),
            share_id: chosen_device.shares.as_ref().map(|_| SHARE_ID.into()),
            consumed_capacity: chosen_device.shares.clone().unwrap_or_default(),
        }
    });
    let results = results.collect();
    let config = allocation_config(search, at, claim);
    let node_selector = node_selector(search, at).map_err(|why| {
        AllocationError::Cycle(format!("create NodeSelector for claim {}: {why}", claim.metadata.name).into())
    })?;
    Ok(Allocation { devices: DeviceAllocations { results, config }, node_selector, allocation_timestamp: None })
}

/// The request, or the alternative of it that was chosen.
fn chosen_request<'s, 'a>(search: &'s Search<'a>, at: usize, request: usize) -> Option<&'s RequestState<'a>> {
    let alternative = search.chosen_alternatives.get(&(at, request)).copied().unwrap_or(0);
    search.requests.get(&RequestKey { claim: at, request, alternative })
}

/// First what classes say, then what the claim says.
fn allocation_config(search: &Search<'_>, at: usize, claim: &ResourceClaim) -> Vec<AllocationConfig> {
    let mut all: Vec<AllocationConfig> = Vec::new();
    let mut classes: Vec<(Str, usize, usize)> = Vec::new();
    let requests = &claim.spec.devices.requests;
    for request_state in (0..requests.len()).filter_map(|request| chosen_request(search, at, request)) {
        let class = &request_state.class;
        let class_configs = classes.iter().find(|(name, ..)| *name == class.metadata.name);
        if let Some(&(_, first_config, end_config)) =
            class_configs.filter(|_| search.shared.rules.class_config_names_requests)
        {
            all[first_config..end_config].iter_mut().for_each(|config| config.requests.push(request_state.full_name()));
            continue;
        }
        let first_config = all.len();
        all.extend(class.spec.config.iter().map(|config| AllocationConfig {
            source: ConfigSource::FromClass,
            requests: if search.shared.rules.class_config_names_requests {
                vec![request_state.full_name()]
            } else {
                Vec::new()
            },
            opaque: config.opaque.clone(),
        }));
        classes.push((class.metadata.name.clone(), first_config, all.len()));
    }
    for config in &claim.spec.devices.config {
        let claim_config = AllocationConfig {
            source: ConfigSource::FromClaim,
            requests: config.requests.clone(),
            opaque: config.opaque.clone(),
        };
        let concerns = |(number, request): (usize, &api::devices::DeviceRequest)| {
            let chosen_name = chosen_request(search, at, number).map(|request_state| request_state.full_name());
            config.requests.contains(&request.name) || chosen_name.is_some_and(|name| config.requests.contains(&name))
        };
        let times = match config.requests.is_empty() {
            true => 1,
            false => requests.iter().enumerate().filter(|request| concerns(*request)).count(),
        };
        all.extend(std::iter::repeat_n(claim_config, times));
    }
    all
}

/// The first device that only one node has decides; otherwise all that slices demand of nodes. Upstream: `allocator.createNodeSelector`.
fn node_selector(search: &Search<'_>, at: usize) -> Result<Option<NodeSelector>, String> {
    let mut term = NodeSelectorTerm::default();
    for chosen_device in &search.chosen_devices[at] {
        let (spec, device) = (&search.slice(chosen_device.position).object.spec, search.device(chosen_device.position));
        let (name, selector) = match spec.per_device_node_selection == Some(true) {
            true => (&device.node_name, &device.node_selector),
            false => (&spec.node_name, &spec.node_selector),
        };
        if name.is_some() || search.shared.rules.beta_features && device.binds_to_node == Some(true) {
            let node_name_requirement = Requirement {
                key: "metadata.name".into(),
                operator: Operator::In,
                values: vec![search.node.metadata.name.clone()],
            };
            let term = NodeSelectorTerm { match_fields: vec![node_name_requirement], ..NodeSelectorTerm::default() };
            return Ok(Some(NodeSelector { node_selector_terms: vec![term] }));
        }
        match selector.as_ref().map(|selector| selector.node_selector_terms.as_slice()) {
            None | Some([]) => {}
            Some([one]) => {
                add_requirements(&mut term.match_fields, &one.match_fields);
                add_requirements(&mut term.match_expressions, &one.match_expressions);
            }
            Some(terms) => return Err(format!("unsupported ResourceSlice.NodeSelector with {} terms", terms.len())),
        }
    }
    let has_requirements = !term.match_fields.is_empty() || !term.match_expressions.is_empty();
    Ok(has_requirements.then(|| NodeSelector { node_selector_terms: vec![term] }))
}

fn add_requirements(all: &mut Vec<Requirement>, more: &[Requirement]) {
    for requirement in more {
        if !all.contains(requirement) {
            all.push(requirement.clone());
        }
    }
}
