//! Determines which devices a node can reach, from slices and their pools. Upstream: `GatherPools`.

use std::{cell::RefCell, rc::Rc};

use api::{Node, NodeSelector, NodeSelectorTerms, Str, Table, devices::ResourceSlice};
use runlog::NodeIx;
use scheduler::cluster::ClaimRules as Rules;

use crate::slices::{self, PoolId, Slice, SliceIndex};

/// The part of a pool that a node can reach.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct NodePool {
    pub driver: Str,
    pub name: Str,
    /// Slices with devices, in the order in which they are tried.
    pub slices: Vec<Rc<Slice>>,
    /// Slices for other nodes, whose devices use the same counters.
    pub slices_of_other_nodes: Vec<Rc<Slice>>,
    /// Total amounts of its counters, in billionths.
    pub counters: Counters,
    /// Whether slices of the pool are missing.
    pub(crate) is_incomplete: bool,
    /// Why the pool is inconsistent, so that none of its devices can be used.
    pub invalid: Option<Str>,
}

/// Amounts by counter set and counter, in billionths.
pub(crate) type Counters = Table<Str, Table<Str, i128>>;

impl NodePool {
    /// Returns `driver/pool`.
    pub(crate) fn id(&self) -> String {
        format!("{}/{}", self.driver, self.name)
    }

    /// Upstream's message of a search that reaches the pool, if it is invalid.
    pub(crate) fn invalid_message(&self) -> Option<Str> {
        self.invalid.as_ref().map(|reason| format!("pool {} is invalid: {reason}", self.name).into())
    }

    fn has_binding_conditions(&self) -> bool {
        let has_binding_conditions =
            |slice: &Rc<Slice>| slice.object.spec.devices.iter().any(|device| !device.binding_conditions.is_empty());
        self.slices.iter().any(has_binding_conditions)
    }
}

/// Maximum number of slices and counter sets of a node's cached pools. A pool may have a slice for each node, and each
/// node would list all of them.
const MAX_PARTS: usize = 64;

/// Slices, with a cache of the pools that each node can reach: every cycle needs those of many nodes, and they rarely
/// change.
///
/// Invariant: the cached pools of a node are the result of [`gather_pools`].
#[derive(Debug, Default)]
pub(crate) struct PoolIndex {
    slices: SliceIndex,
    /// Cached pools by node index.
    pools: RefCell<Vec<Option<NodePools>>>,
}

/// The cached pools of a node, which are valid as long as node object and rules are the same.
#[derive(Debug)]
struct NodePools {
    node: Rc<Node>,
    rules: Rules,
    pools: Rc<[NodePool]>,
}

impl PoolIndex {
    pub(crate) fn new(slices: SliceIndex) -> Self {
        Self { slices, pools: RefCell::default() }
    }

    /// Returns the pools of a node, in the order in which they are searched.
    pub(crate) fn of_node(&self, node_ix: NodeIx, node: &Rc<Node>, rules: &Rules) -> Rc<[NodePool]> {
        let mut all = self.pools.borrow_mut();
        if all.len() <= node_ix {
            all.resize_with(node_ix + 1, || None);
        }
        let is_current = |pools: &&NodePools| Rc::ptr_eq(&pools.node, node) && pools.rules == *rules;
        if let Some(NodePools { pools, .. }) = all[node_ix].as_ref().filter(is_current) {
            debug_assert!(**pools == *gather_pools(&self.slices, node, rules), "cached pools are up to date");
            return Rc::clone(pools);
        }
        let pools: Rc<[NodePool]> = gather_pools(&self.slices, node, rules).into();
        let parts = |pool: &NodePool| pool.slices.len() + pool.slices_of_other_nodes.len() + pool.counters.len();
        let is_small = pools.iter().map(parts).sum::<usize>() <= MAX_PARTS;
        let node_pools = || NodePools { node: Rc::clone(node), rules: *rules, pools: Rc::clone(&pools) };
        all[node_ix] = is_small.then(node_pools);
        pools
    }
}

/// Whether a node is selected: by its name, as one of all nodes, or by a selector. Without any of these, no node is.
pub(crate) fn matches_node(
    node: &Node,
    name: Option<&Str>,
    all_nodes: Option<bool>,
    selector: Option<&NodeSelector>,
) -> bool {
    match name.filter(|name| !name.is_empty()) {
        Some(name) => *name == node.metadata.name,
        None => {
            all_nodes == Some(true)
                || selector.is_some_and(|selector| NodeSelectorTerms::from_selector(selector).match_node(node))
        }
    }
}

fn is_relevant(slice: &ResourceSlice, node: &Node, rules: &Rules) -> bool {
    let spec = &slice.spec;
    if !rules.has_beta_features && (spec.per_device_node_selection.is_some() || !spec.shared_counters.is_empty()) {
        return false;
    }
    if !spec.shared_counters.is_empty() {
        return true;
    }
    let names_a_node = spec.node_name.as_ref().is_some_and(|name| !name.is_empty());
    if names_a_node || spec.all_nodes == Some(true) || spec.node_selector.is_some() {
        return matches_node(node, spec.node_name.as_ref(), spec.all_nodes, spec.node_selector.as_ref());
    }
    spec.per_device_node_selection == Some(true)
        && spec.devices.iter().any(|device| {
            matches_node(node, device.node_name.as_ref(), device.all_nodes, device.node_selector.as_ref())
        })
}

/// Computes the pools of a node, in the order in which they are searched.
fn gather_pools(slices: &SliceIndex, node: &Node, rules: &Rules) -> Vec<NodePool> {
    let mut slices_by_pool: Table<PoolId, Vec<Rc<Slice>>> = Table::new();
    for slice in slices.candidates_for(&node.metadata.name).filter(|slice| is_relevant(&slice.object, node, rules)) {
        let spec = &slice.object.spec;
        let pool = slices_by_pool.or_default(PoolId::from(spec));
        match pool.first().map(|first| first.object.spec.pool.generation) {
            // The slice is outdated.
            Some(generation) if spec.pool.generation < generation => {}
            Some(generation) if spec.pool.generation > generation => *pool = vec![Rc::clone(slice)],
            _ => pool.push(Rc::clone(slice)),
        }
    }
    let (mut pools, mut last) = (Vec::new(), Vec::new());
    for (id, mut node_slices) in slices_by_pool {
        node_slices.sort_by(|a, b| a.object.metadata.name.cmp(&b.object.metadata.name));
        let Some(pool) = build_pool(id, node_slices, slices, rules) else { continue };
        if pool.has_binding_conditions() { last.push(pool) } else { pools.push(pool) }
    }
    // v1.34's `GatherPools` iterates over a Go map, in no particular order; the recorded decisions have pools sorted by
    // `driver/pool` as one text. v1.36 sorts by driver, then pool, which differs if one driver's name is a prefix of
    // another's. Test: `pools_are_ordered_as_in_the_release`.
    if !rules.requires_complete_pools {
        pools.sort_by_key(NodePool::id);
        last.sort_by_key(NodePool::id);
    }
    pools.append(&mut last);
    pools
}

/// Builds a pool from the slices for a node; `None` if a newer generation is being published.
fn build_pool(id: PoolId, node_slices: Vec<Rc<Slice>>, slices: &SliceIndex, rules: &Rules) -> Option<NodePool> {
    let first = &node_slices.first()?.object.spec.pool;
    let complete = |slices: usize| i64::try_from(slices) == Ok(first.resource_slice_count);
    let mut pool = NodePool { driver: id.driver.clone(), name: id.name.clone(), ..NodePool::default() };
    if !rules.requires_complete_pools {
        pool.is_incomplete = !complete(node_slices.len());
        pool.invalid = duplicate_device(&node_slices);
        // Slices with binding conditions come last.
        let (waiting, others): (Vec<_>, Vec<_>) = node_slices
            .into_iter()
            .partition(|slice| slice.object.spec.devices.iter().any(|device| !device.binding_conditions.is_empty()));
        pool.slices = others.into_iter().chain(waiting).collect();
        return Some(pool);
    }
    let mut other_slices = Vec::new();
    if !complete(node_slices.len()) {
        let pool_slices = slices.of_pool(&id);
        if pool_slices.iter().any(|slice| slice.object.spec.pool.generation > first.generation) {
            return None;
        }
        let is_same_generation = |slice: &&Rc<Slice>| slice.object.spec.pool.generation == first.generation;
        let latest_slices: Vec<&Rc<Slice>> = pool_slices.iter().filter(is_same_generation).collect();
        if !complete(latest_slices.len()) {
            return Some(NodePool { is_incomplete: true, ..pool });
        }
        let is_here = |slice: &Rc<Slice>| node_slices.iter().any(|other| Rc::ptr_eq(other, slice));
        other_slices = latest_slices.into_iter().filter(|slice| !is_here(slice)).map(Rc::clone).collect();
    }
    let (counting, devices): (Vec<_>, Vec<_>) =
        node_slices.into_iter().partition(|slice| !slice.object.spec.shared_counters.is_empty());
    pool.invalid =
        duplicate_device(&devices).or_else(|| sum_counters(&counting, &mut pool.counters).err()).or_else(|| {
            let all_slices = devices.iter().chain(&counting).chain(&other_slices);
            let mut consumers = all_slices.flat_map(|slice| &slice.object.spec.devices);
            consumers.find_map(|device| {
                device.consumes_counters.iter().find_map(|consumption| {
                    let Some(counter_set) = pool.counters.get(&consumption.counter_set) else {
                        return Some(format!("counter set {} not found", consumption.counter_set).into());
                    };
                    let missing = consumption.counters.iter().find(|(name, _)| !counter_set.contains_key(*name));
                    missing.map(|(name, _)| {
                        format!("counter {name} not found in counter set {}", consumption.counter_set).into()
                    })
                })
            })
        });
    (pool.slices, pool.slices_of_other_nodes) = (devices, other_slices);
    Some(pool)
}

fn duplicate_device(slices: &[Rc<Slice>]) -> Option<Str> {
    let duplicate_name = match slices {
        [slice] => slice.duplicate_name.clone(),
        several => slices::duplicate_device_name(several.iter().flat_map(|slice| &slice.object.spec.devices)),
    };
    duplicate_name.map(|name| format!("duplicate device name {name}").into())
}

fn sum_counters(slices: &[Rc<Slice>], counters: &mut Counters) -> Result<(), Str> {
    for counter_set in slices.iter().flat_map(|slice| &slice.object.spec.shared_counters) {
        let amounts =
            counter_set.counters.iter().map(|(name, counter)| (name.clone(), counter.value.nanos())).collect();
        if counters.insert(counter_set.name.clone(), amounts).is_some() {
            return Err(format!("duplicate counter set name {}", counter_set.name).into());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device_numbers::DeviceNumbers;

    #[test]
    fn pools_are_ordered_as_in_the_release() {
        let slice = |driver: &str, device: &str| -> Rc<Slice> {
            let pool = r#"{"name":"p","generation":1,"resourceSliceCount":1}"#;
            let spec = format!(r#"{{"driver":"{driver}","allNodes":true,"pool":{pool},"devices":[{device}]}}"#);
            let json = format!(r#"{{"metadata":{{"name":"{driver}"}},"spec":{spec}}}"#);
            Rc::new(Slice::new(serde_json::from_str(&json).expect("a slice"), &DeviceNumbers::default()))
        };
        // Devices with binding conditions come last.
        let waits = r#"{"name":"x","bindingConditions":["ready"]}"#;
        let all = [slice("a", "{}"), slice("a-b", "{}"), slice("0", waits)];
        let slices = SliceIndex::from_slices(all.iter());
        let node = serde_json::from_str(r#"{"metadata":{"name":"n"}}"#).expect("a node");
        for (whole_pools, expected) in [(false, ["a-b/p", "a/p", "0/p"]), (true, ["a/p", "a-b/p", "0/p"])] {
            let rules =
                Rules { requires_complete_pools: whole_pools, has_beta_features: whole_pools, ..Rules::default() };
            let texts: Vec<String> = gather_pools(&slices, &node, &rules).iter().map(NodePool::id).collect();
            assert_eq!(texts, expected);
        }
    }

    #[test]
    fn slices_of_a_pool_are_searched_by_name() {
        let pool = r#"{"name":"p","generation":1,"resourceSliceCount":2}"#;
        let slice = |name: &str, reach: &str| -> Rc<Slice> {
            let spec = format!(r#"{{"driver":"d",{reach},"pool":{pool},"devices":[{{"name":"{name}"}}]}}"#);
            let json = format!(r#"{{"metadata":{{"name":"{name}"}},"spec":{spec}}}"#);
            Rc::new(Slice::new(serde_json::from_str(&json).expect("a slice"), &DeviceNumbers::default()))
        };
        let (everywhere, here) = (r#""allNodes":true"#, r#""nodeName":"n""#);
        let node = serde_json::from_str(r#"{"metadata":{"name":"n"}}"#).expect("a node");
        for reach in [[everywhere, here], [here, everywhere]] {
            let all = [slice("a", reach[0]), slice("b", reach[1])];
            let pools = gather_pools(&SliceIndex::from_slices(all.iter()), &node, &Rules::default());
            let names: Vec<&str> = pools[0].slices.iter().map(|slice| slice.object.metadata.name.as_str()).collect();
            assert_eq!(names, ["a", "b"], "{reach:?}");
        }
    }

    #[test]
    fn a_pool_has_the_slices_of_its_latest_generation() {
        let slice = |name: &str, generation: u32| -> Rc<Slice> {
            let pool = format!(r#"{{"name":"p","generation":{generation},"resourceSliceCount":1}}"#);
            let spec = format!(r#"{{"driver":"d","allNodes":true,"pool":{pool},"devices":[{{"name":"{name}"}}]}}"#);
            let json = format!(r#"{{"metadata":{{"name":"{name}"}},"spec":{spec}}}"#);
            Rc::new(Slice::new(serde_json::from_str(&json).expect("a slice"), &DeviceNumbers::default()))
        };
        let node = serde_json::from_str(r#"{"metadata":{"name":"n"}}"#).expect("a node");
        for (generations, expected) in [([1, 2], &["b"][..]), ([2, 1], &["a"]), ([2, 2], &["a", "b"])] {
            let all = [slice("a", generations[0]), slice("b", generations[1])];
            let pools = gather_pools(&SliceIndex::from_slices(all.iter()), &node, &Rules::default());
            let names: Vec<&str> = pools[0].slices.iter().map(|slice| slice.object.metadata.name.as_str()).collect();
            assert_eq!(names, expected, "{generations:?}");
        }
    }
}
