//! Suggests nodes for a manifest that has none: their size and number, from the requests of its pods.

use api::{ApiObject, Pod, PodSpec};
use manifest::{
    Manifest,
    node_sizes::{GPU, MAX_PODS, NodeCapacity, NodeOffer, NodeSize},
};
use scheduler::cluster::{Accounting, Resources};

/// The smallest number of nodes that is suggested, so that the scheduler has a choice.
const MIN_NODES: i64 = 3;
/// The largest number of nodes that is suggested.
const MAX_NODES: i64 = 100;
const GIB: i64 = 1 << 30;

/// CPU in thousandths, memory and ephemeral storage in bytes, and the number of GPUs.
#[derive(Clone, Copy, Default)]
struct Amounts([i64; 4]);

impl Amounts {
    fn from_spec(pod_spec: &PodSpec) -> Self {
        let pod = Pod { spec: pod_spec.clone(), ..Pod::default() };
        let Resources { milli_cpu, memory, ephemeral_storage, scalars, .. } = Accounting::ALL.incoming_request(&pod);
        let gpus = scalars.iter().find(|(name, _)| name == GPU).map_or(0, |(_, count)| *count);
        Self([milli_cpu, memory, ephemeral_storage, gpus])
    }

    fn from_size(size: NodeSize) -> Self {
        let NodeCapacity { cpu, memory, storage, gpus } = size.capacity();
        Self([cpu * 1000, memory * GIB, storage * GIB, gpus])
    }

    fn plus_times(self, other: Self, times: i64) -> Self {
        let mut sum = self.0;
        sum.iter_mut().zip(other.0).for_each(|(sum, more)| *sum = sum.saturating_add(more.saturating_mul(times)));
        Self(sum)
    }

    fn fits_capacity(self, capacity: Self) -> bool {
        self.0.iter().zip(capacity.0).all(|(requested, available)| *requested <= available)
    }
}

/// Suggests the first standard size with room for the largest pod beside all DaemonSet pods, and enough nodes to leave a tenth of the resources
/// free.
pub(crate) fn offer_nodes(manifest: &Manifest) -> NodeOffer {
    let (mut largest, mut sum, mut on_each_node) = (Amounts::default(), Amounts::default(), Amounts::default());
    let (mut pods, mut max_apart, mut daemons) = (0_i64, 0, 0);
    for kind in manifest.objects.iter().map(|object| &object.kind) {
        let Some(spec) = kind.pod_spec() else { continue };
        let pod_request = Amounts::from_spec(spec);
        let times = match kind {
            ApiObject::DaemonSet(_) => {
                on_each_node = on_each_node.plus_times(pod_request, 1);
                daemons += 1;
                continue;
            }
            ApiObject::Job(job) => i64::from(job.spec.parallelism.unwrap_or(1)),
            ApiObject::Pod(_) => 1,
            ApiObject::Deployment(workload)
            | ApiObject::ReplicaSet(workload)
            | ApiObject::ReplicationController(workload)
            | ApiObject::StatefulSet(workload) => i64::from(workload.spec.replicas.unwrap_or(1)),
            _ => 0,
        };
        largest
            .0
            .iter_mut()
            .zip(pod_request.0)
            .for_each(|(largest_amount, amount)| *largest_amount = (*largest_amount).max(amount));
        sum = sum.plus_times(pod_request, times);
        pods = pods.saturating_add(times);
        if has_anti_affinity(spec) {
            max_apart = max_apart.max(times);
        }
    }
    let fitting = |size: &NodeSize| largest.plus_times(on_each_node, 1).fits_capacity(Amounts::from_size(*size));
    let size = [NodeSize::Standard, NodeSize::Large, NodeSize::Gpu].into_iter().find(fitting);
    let size = size.unwrap_or(if largest.0[3] > 0 { NodeSize::Gpu } else { NodeSize::Large });
    let free = Amounts::from_size(size).plus_times(on_each_node, -1);
    let needed = |(requested, free): (&i64, i64)| match free {
        free if *requested == 0 || free <= 0 => 0,
        free => requested.saturating_mul(11).saturating_add(free * 10 - 1) / (free * 10),
    };
    let count = sum.0.iter().zip(free.0).map(needed).max().unwrap_or(0);
    let count = count.max(pods.saturating_add(MAX_PODS - 1) / (MAX_PODS - daemons).max(1)).max(max_apart);
    NodeOffer { size, count: usize::try_from(count.clamp(MIN_NODES, MAX_NODES)).unwrap_or_default() }
}

/// Whether pods of this spec have a required anti-affinity.
fn has_anti_affinity(pod_spec: &PodSpec) -> bool {
    let anti_affinity = pod_spec.affinity.as_ref().and_then(|affinity| affinity.pod_anti_affinity.as_ref());
    anti_affinity.is_some_and(|anti_affinity| !anti_affinity.required.is_empty())
}

#[cfg(test)]
mod tests {

    use super::*;

    fn workload(kind: &str, count: &str, spec: &str, requests: &str) -> String {
        format!(
            "kind: {kind}\nmetadata: {{name: w}}\nspec:\n  {count}\n  template: {{spec: {{{spec} containers: [{{name: c, resources: {{limits: {{{requests}}}}}}}]}}}}\n---\n"
        )
    }

    #[test]
    fn nodes_are_chosen_from_what_pods_ask_for() {
        let deployment =
            |count: u32, spec, requests| workload("Deployment", &format!("replicas: {count}"), spec, requests);
        let agent = workload("DaemonSet", "", "", "cpu: 2");
        let apart = "affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: kubernetes.io/hostname, labelSelector: {}}]}},";
        for (text, size, count) in [
            (String::new(), NodeSize::Standard, 3),
            (deployment(3, "", "cpu: 1"), NodeSize::Standard, 3),
            (deployment(40, "", "cpu: 1"), NodeSize::Standard, 11),
            (deployment(5, apart, "cpu: 100m"), NodeSize::Standard, 5),
            (deployment(2, "", "cpu: 6"), NodeSize::Large, 3),
            (deployment(1, "", "memory: 500Gi"), NodeSize::Large, 9),
            (deployment(9, "", "nvidia.com/gpu: 2"), NodeSize::Gpu, 5),
            (format!("{agent}{}", deployment(20, "", "cpu: 1")), NodeSize::Standard, 11),
            (format!("{agent}{}", deployment(1, "", "cpu: 3")), NodeSize::Large, 3),
            // A DaemonSet pod takes one of the pods of each node. If it takes all resources of a node, only its own requests count.
            (format!("{agent}{}", deployment(440, "", "")), NodeSize::Standard, 5),
            (
                format!("{}{}", workload("DaemonSet", "", "", "cpu: 16"), deployment(1, "", "cpu: 1")),
                NodeSize::Large,
                3,
            ),
            (deployment(500, "", ""), NodeSize::Standard, 5),
            (deployment(440, "", ""), NodeSize::Standard, 4),
            (deployment(140_000, "", "cpu: 9"), NodeSize::Large, 100),
        ] {
            let manifest = manifest::load(&text).expect("a text");
            assert_eq!(offer_nodes(&manifest), NodeOffer { size, count }, "{text}");
        }
    }
}
