//! Amounts of resources, and how a release adds up the requests of a pod.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::{ConditionType, Container, ContainerStatus, Pod, ResourceList, RestartPolicy, Str};

/// The largest amount that counts: 8 Pi. A thousand of it can be added up, and hundredths of it are whole numbers still.
const LARGEST_AMOUNT: i64 = 1 << 53;

/// An amount as it counts: what is larger than the largest amount counts as that.
fn cap_amount(amount: i64) -> i64 {
    amount.clamp(-LARGEST_AMOUNT, LARGEST_AMOUNT)
}

/// Amounts: of a pod's requests, of a node's room, or of what is used there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resources {
    /// Thousandths of a CPU.
    pub milli_cpu: i64,
    /// Bytes.
    pub memory: i64,
    /// Bytes.
    pub ephemeral_storage: i64,
    /// How many pods a node takes; 0 in a request.
    pub pods: i64,
    /// Extended resources, huge pages and the like, sorted by name. An entry of 0 is still an entry.
    pub scalars: Vec<(Str, i64)>,
}

/// A resource that has a formula of its own, or one of the named rest.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Resource {
    /// `cpu`, in thousandths.
    Cpu,
    /// `memory`, in bytes.
    Memory,
    /// `ephemeral-storage`, in bytes.
    EphemeralStorage,
    /// Any other.
    Scalar(Str),
}

impl Resource {
    /// The resource of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Self {
        match name {
            "cpu" => Self::Cpu,
            "memory" => Self::Memory,
            "ephemeral-storage" => Self::EphemeralStorage,
            _ => Self::Scalar(name.into()),
        }
    }

    /// Its name in manifests and messages.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Cpu => "cpu",
            Self::Memory => "memory",
            Self::EphemeralStorage => "ephemeral-storage",
            Self::Scalar(name) => name,
        }
    }
}

impl Resources {
    /// Reads a resource list, ignoring names that the scheduler ignores.
    #[must_use]
    pub fn from_list(resource_list: &ResourceList) -> Self {
        let mut sum = Self::default();
        for (name, quantity) in resource_list.iter() {
            match name.as_str() {
                "cpu" => sum.milli_cpu = cap_amount(quantity.milli_value()),
                "memory" => sum.memory = cap_amount(quantity.value()),
                "ephemeral-storage" => sum.ephemeral_storage = cap_amount(quantity.value()),
                "pods" => sum.pods = cap_amount(quantity.value()),
                scalar if is_scalar(scalar) => sum.scalars.push((name.clone(), cap_amount(quantity.value()))),
                _ => {}
            }
        }
        sum
    }

    /// The amount of one resource; 0 where it has no entry.
    #[must_use]
    pub fn get(&self, resource: &Resource) -> i64 {
        match resource {
            Resource::Cpu => self.milli_cpu,
            Resource::Memory => self.memory,
            Resource::EphemeralStorage => self.ephemeral_storage,
            Resource::Scalar(name) => self.scalar(name),
        }
    }

    /// The amount of a scalar resource; 0 where it has no entry.
    #[must_use]
    pub fn scalar(&self, name: &Str) -> i64 {
        self.scalars.iter().find(|(n, _)| n == name).map_or(0, |(_, amount)| *amount)
    }

    /// Resources of which there is less than `before`, pod counts left out.
    #[must_use]
    pub fn decreased_since(&self, before: &Self) -> Vec<Resource> {
        let scalars = before.scalars.iter().map(|(name, _)| Resource::Scalar(name.clone()));
        let resources = [Resource::Cpu, Resource::Memory, Resource::EphemeralStorage].into_iter().chain(scalars);
        resources.filter(|resource| self.get(resource) < before.get(resource)).collect()
    }

    /// Adds `other`, except its pod count.
    pub fn add(&mut self, other: &Self) {
        self.combine_amounts(other, |a, b| a.saturating_add(b));
    }

    /// Takes `other` away, except its pod count.
    pub fn sub(&mut self, other: &Self) {
        self.combine_amounts(other, |a, b| a.saturating_sub(b));
    }

    /// Adds the named resources alone.
    pub fn add_scalars(&mut self, other: &Self) {
        self.combine_scalars(other, |a, b| a.saturating_add(b));
    }

    /// Takes the named resources alone away.
    pub fn sub_scalars(&mut self, other: &Self) {
        self.combine_scalars(other, |a, b| a.saturating_sub(b));
    }

    /// The larger of both, resource by resource.
    pub fn max(&mut self, other: &Self) {
        self.combine_amounts(other, i64::max);
    }

    fn combine_amounts(&mut self, other: &Self, op: impl Fn(i64, i64) -> i64) {
        self.milli_cpu = op(self.milli_cpu, other.milli_cpu);
        self.memory = op(self.memory, other.memory);
        self.ephemeral_storage = op(self.ephemeral_storage, other.ephemeral_storage);
        self.combine_scalars(other, op);
    }

    fn combine_scalars(&mut self, other: &Self, op: impl Fn(i64, i64) -> i64) {
        for (name, amount) in &other.scalars {
            match self.scalars.binary_search_by(|(n, _)| n.cmp(name)) {
                Ok(at) => self.scalars[at].1 = op(self.scalars[at].1, *amount),
                Err(at) => self.scalars.insert(at, (name.clone(), op(0, *amount))),
            }
        }
    }
}

/// Whether a resource name is one that the scheduler counts beside cpu, memory and storage: upstream's
/// `IsScalarResourceName`.
fn is_scalar(name: &str) -> bool {
    name.contains("kubernetes.io/")
        || name.starts_with("hugepages-")
        || name.starts_with("attachable-volumes-")
        || name.contains('/') && !name.starts_with("requests.")
}

/// Whether a resource is an extended one, such as `example.com/gpu`: upstream's `IsExtendedResourceName`.
#[must_use]
pub fn is_extended(name: &str) -> bool {
    name.contains('/') && !name.contains("kubernetes.io/") && !name.starts_with("requests.")
}

/// Whether a request of this resource has a meaning for a pod as a whole.
fn is_pod_level(name: &str) -> bool {
    matches!(name, "cpu" | "memory") || name.starts_with("hugepages-")
}

/// How a release adds up requests. The engine and whatever draws what it did add up by the same one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Accounting {
    /// `spec.overhead` counts.
    pub overhead: bool,
    /// Init containers with `restartPolicy: Always` run on beside the containers.
    pub sidecars: bool,
    /// `spec.resources` replaces the sum of the containers.
    pub pod_level: bool,
    /// Init containers of pods that are on a node count there.
    pub init_when_bound: bool,
    /// What a resize in place that is under way counts.
    pub resizes: ResizeRule,
    /// How a pod counts for scores that pretend every container requests something.
    pub non_zero: NonZeroRule,
}

/// Where a resize in place that is under way counts with the largest of what is wanted, given and promised: the kubelet may still be
/// at any of them. A resize that the node can never grant counts with what is given or promised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ResizeRule {
    /// Nowhere: requests are what the spec says.
    Nowhere,
    /// In containers and sidecars.
    Containers,
    /// In the requests of the pod as a whole too.
    ContainersAndPods,
}

/// How a release fills in missing requests for scoring: 100m and 200 MiB a container.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NonZeroRule {
    /// Containers only.
    Containers,
    /// Init containers too; the overhead of the incoming pod is read in whole CPUs, a bug of v1.20, in `calculatePodResourceRequest`
    /// (`Value` where it should be `MilliValue`). Test: `an_overhead_is_read_in_whole_cpus`.
    InitAndRoundedOverhead,
    /// As for real requests.
    LikeRequests,
}

const DEFAULT_MILLI_CPU: i64 = 100;
const DEFAULT_MEMORY: i64 = 200 * 1024 * 1024;

/// cpu (thousandths) and memory (bytes) for scoring.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NonZeroRequest {
    /// Thousandths of a CPU.
    pub milli_cpu: i64,
    /// Bytes.
    pub memory: i64,
}

impl Default for Accounting {
    fn default() -> Self {
        Self::ALL
    }
}

impl Accounting {
    /// What pods ask for, all of it.
    pub const ALL: Self = Self {
        overhead: true,
        sidecars: true,
        pod_level: true,
        init_when_bound: true,
        resizes: ResizeRule::Nowhere,
        non_zero: NonZeroRule::LikeRequests,
    };

    /// What the pod asks for while it looks for a place. No kubelet has it yet, so there is no resize.
    #[must_use]
    pub fn incoming_request(&self, pod: &Pod) -> Resources {
        Self { resizes: ResizeRule::Nowhere, ..*self }.pod_request(pod, true, &Resources::from_list)
    }

    /// What the pod takes on its node.
    #[must_use]
    pub fn bound_request(&self, pod: &Pod) -> Resources {
        self.pod_request(pod, self.init_when_bound, &Resources::from_list)
    }

    /// What scores pretend the pod asks for while it looks for a place. Requests of the pod as a whole do not count here: a bug of
    /// upstream's, whose `resourceAllocationScorer` does not know the feature. Test: `requests_of_a_whole_pod_count_on_its_node_alone`.
    #[must_use]
    pub fn incoming_non_zero_request(&self, pod: &Pod) -> NonZeroRequest {
        let containers = Self { resizes: ResizeRule::Nowhere, pod_level: false, ..*self };
        let mut request = containers.non_zero_request(pod, |_| true);
        if self.non_zero == NonZeroRule::InitAndRoundedOverhead {
            let overhead = Resources::from_list(&pod.spec.overhead);
            let overhead_cpu = pod.spec.overhead.get("cpu").map_or(0, |amount| cap_amount(amount.value()));
            request.milli_cpu += overhead_cpu - overhead.milli_cpu;
        }
        request
    }

    /// What scores pretend the pod takes on its node.
    #[must_use]
    pub fn bound_non_zero_request(&self, pod: &Pod) -> NonZeroRequest {
        let pod_level_requests =
            pod.spec.resources.as_ref().filter(|_| self.pod_level).map(|resources| &resources.requests);
        match pod_level_requests.filter(|requests| requests.iter().any(|(name, _)| is_pod_level(name))) {
            // A pod that asks for something as a whole gets only what it asks for nowhere: upstream's `getNonMissingContainerRequests`.
            // So it counts there for less than it did while it looked for a place. Same test.
            Some(pod_requests) => self.non_zero_request(pod, |name| {
                let containers =
                    pod.spec.containers.iter().map(|container| (container, &pod.status.container_statuses));
                let mut containers_with_statuses = containers.chain(
                    pod.spec.init_containers.iter().map(|container| (container, &pod.status.init_container_statuses)),
                );
                let container_requests = |(container, statuses): (&Container, &Vec<_>)| {
                    self.of_container(pod, container, statuses).contains(name)
                };
                !pod_requests.contains(name)
                    && !pod.spec.overhead.contains(name)
                    && !containers_with_statuses.any(container_requests)
            }),
            None => self.non_zero_request(pod, |_| true),
        }
    }

    /// Requests for scoring, where containers that lack one of those that `fills` says get the default.
    fn non_zero_request(&self, pod: &Pod, has_default: impl Fn(&str) -> bool) -> NonZeroRequest {
        let default = |name: &str, amount: i64| if has_default(name) { amount } else { 0 };
        let (cpu, memory) = (default("cpu", DEFAULT_MILLI_CPU), default("memory", DEFAULT_MEMORY));
        let request_with_defaults = |requests: &ResourceList| Resources {
            milli_cpu: requests.get("cpu").map_or(cpu, |q| cap_amount(q.milli_value())),
            memory: requests.get("memory").map_or(memory, |q| cap_amount(q.value())),
            ..Resources::default()
        };
        let sum = self.pod_request(pod, self.non_zero != NonZeroRule::Containers, &request_with_defaults);
        NonZeroRequest { milli_cpu: sum.milli_cpu, memory: sum.memory }
    }

    fn pod_request(
        &self,
        pod: &Pod,
        with_init: bool,
        request_of_list: &dyn Fn(&ResourceList) -> Resources,
    ) -> Resources {
        let mut sum = Resources::default();
        for container in &pod.spec.containers {
            sum.add(&request_of_list(&self.of_container(pod, container, &pod.status.container_statuses)));
        }
        if with_init {
            // A sidecar runs beside everything that starts after it; another init container runs alone with those.
            let (mut sidecars, mut peak) = (Resources::default(), Resources::default());
            for container in &pod.spec.init_containers {
                let running_now = if self.sidecars && container.restart_policy == Some(RestartPolicy::Always) {
                    let resources =
                        request_of_list(&self.of_container(pod, container, &pod.status.init_container_statuses));
                    sidecars.add(&resources);
                    sum.add(&resources);
                    sidecars.clone()
                } else {
                    let mut init_request = request_of_list(&container.resources.requests);
                    init_request.add(&sidecars);
                    init_request
                };
                peak.max(&running_now);
            }
            sum.max(&peak);
        }
        if let (true, Some(resources)) = (self.pod_level, &pod.spec.resources) {
            // Only these have a meaning for the whole pod.
            let pod_level = Resources::from_list(&self.of_pod(pod, &resources.requests));
            for (name, _) in resources.requests.iter() {
                match name.as_str() {
                    "cpu" => sum.milli_cpu = pod_level.milli_cpu,
                    "memory" => sum.memory = pod_level.memory,
                    page if is_pod_level(page) => {
                        sum.scalars.retain(|(scalar, _)| scalar != name);
                        sum.add(&Resources {
                            scalars: vec![(name.clone(), pod_level.scalar(name))],
                            ..Resources::default()
                        });
                    }
                    _ => {}
                }
            }
        }
        if self.overhead {
            sum.add(&Resources::from_list(&pod.spec.overhead));
        }
        sum
    }

    /// The requests of a container or sidecar.
    fn of_container<'p>(
        &self,
        pod: &Pod,
        container: &'p Container,
        statuses: &[ContainerStatus],
    ) -> Cow<'p, ResourceList> {
        let spec_requests = &container.resources.requests;
        let status = statuses.iter().find(|status| status.name == container.name);
        match status.and_then(|status| Some((status.resources.as_ref()?, &status.allocated_resources))) {
            Some((given, promised)) if self.resizes != ResizeRule::Nowhere => {
                Cow::Owned(largest_while_resizing(pod, spec_requests, &given.requests, promised))
            }
            _ => Cow::Borrowed(spec_requests),
        }
    }

    /// The requests of the pod as a whole.
    fn of_pod<'p>(&self, pod: &'p Pod, spec_requests: &'p ResourceList) -> Cow<'p, ResourceList> {
        match &pod.status.resources {
            Some(status_resources) if self.resizes == ResizeRule::ContainersAndPods => Cow::Owned(
                largest_while_resizing(pod, spec_requests, &status_resources.requests, &pod.status.allocated_resources),
            ),
            _ => Cow::Borrowed(spec_requests),
        }
    }
}

/// The largest amounts of three lists, of which the first does not count if the node can never grant it. Upstream: `determineContainerReqs`.
fn largest_while_resizing(
    pod: &Pod,
    spec_requests: &ResourceList,
    status_requests: &ResourceList,
    promised: &ResourceList,
) -> ResourceList {
    let pending = pod.status.conditions.iter().find(|condition| condition.r#type == ConditionType::PodResizePending);
    let infeasible = pending.is_some_and(|condition| condition.reason == "Infeasible");
    let mut largest_amounts = if infeasible { ResourceList::default() } else { spec_requests.clone() };
    for (name, amount) in status_requests.iter().chain(promised.iter()) {
        if largest_amounts.get(name).is_none_or(|so_far| so_far.milli_value() < amount.milli_value()) {
            largest_amounts.insert(name.clone(), amount.clone());
        }
    }
    largest_amounts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_resize_counts_with_the_largest_of_what_is_wanted_given_and_promised() {
        let amounts = |cpu: Option<u32>| cpu.map_or("{}".to_owned(), |cpu| format!(r#"{{"cpu":"{cpu}"}}"#));
        let accounting = |resizes| Accounting {
            overhead: true,
            sidecars: true,
            pod_level: true,
            init_when_bound: true,
            resizes,
            non_zero: NonZeroRule::LikeRequests,
        };
        // What is wanted, given and promised; whether it can never be granted; what counts of a container and of a pod.
        for (wanted, given, promised, infeasible, container, whole) in [
            (Some(1), Some(3), Some(2), false, 3, 3),
            (Some(4), Some(3), Some(2), false, 4, 4),
            (Some(4), Some(3), Some(2), true, 3, 3),
            (Some(4), Some(1), None, true, 1, 1),
            // A resource without a pod-level request stays the sum over the containers.
            (None, Some(3), None, false, 3, 0),
            (Some(4), None, None, true, 0, 0),
        ] {
            let [wanted, given, promised] = [wanted, given, promised].map(amounts);
            let conditions = if infeasible { r#"[{"type":"PodResizePending","reason":"Infeasible"}]"# } else { "[]" };
            let one = format!(
                r#"{{"spec":{{"containers":[{{"name":"a","resources":{{"requests":{wanted}}}}}]}},"status":{{
                    "conditions":{conditions},"containerStatuses":[
                    {{"name":"a","resources":{{"requests":{given}}},"allocatedResources":{promised}}}]}}}}"#
            );
            let all = format!(
                r#"{{"spec":{{"resources":{{"requests":{wanted}}}}},"status":{{"conditions":{conditions},
                    "resources":{{"requests":{given}}},"allocatedResources":{promised}}}}}"#
            );
            let [one, all]: [Pod; 2] = [one, all].map(|json| serde_json::from_str(&json).expect("a pod"));
            let cpu = |resizes, pod: &Pod| accounting(resizes).bound_request(pod).milli_cpu / 1000;
            assert_eq!(cpu(ResizeRule::Containers, &one), container, "{one:?}");
            assert_eq!(cpu(ResizeRule::ContainersAndPods, &all), whole, "{all:?}");
            let spec = one.spec.containers[0].resources.requests.get("cpu").map_or(0, crate::Quantity::value);
            assert_eq!((cpu(ResizeRule::Nowhere, &one), cpu(ResizeRule::Containers, &all)), (spec, spec));
            assert_eq!(accounting(ResizeRule::ContainersAndPods).incoming_request(&one).milli_cpu / 1000, spec);
        }
    }

    fn accounting(non_zero: NonZeroRule) -> Accounting {
        Accounting {
            overhead: true,
            sidecars: true,
            pod_level: true,
            init_when_bound: true,
            resizes: ResizeRule::Nowhere,
            non_zero,
        }
    }

    #[test]
    fn an_overhead_is_read_in_whole_cpus() {
        let json = r#"{"spec":{"overhead":{"cpu":"250m"},"containers":[{"resources":{"requests":{"cpu":"1"}}}]}}"#;
        let pod: Pod = serde_json::from_str(json).expect("a pod");
        for (non_zero, incoming) in [(NonZeroRule::InitAndRoundedOverhead, 1001), (NonZeroRule::LikeRequests, 1250)] {
            let accounting = accounting(non_zero);
            assert_eq!(accounting.incoming_non_zero_request(&pod).milli_cpu, incoming, "{non_zero:?}");
            assert_eq!(accounting.bound_non_zero_request(&pod).milli_cpu, 1250, "{non_zero:?}");
        }
    }

    #[test]
    fn requests_of_a_whole_pod_count_on_its_node_alone() {
        let accounting = accounting(NonZeroRule::LikeRequests);
        for (whole, container, incoming, bound) in [
            (r#"{"cpu":"2"}"#, "{}", (100, DEFAULT_MEMORY), (2000, DEFAULT_MEMORY)),
            (r#"{"cpu":"2"}"#, r#"{"cpu":"1"}"#, (1000, DEFAULT_MEMORY), (2000, DEFAULT_MEMORY)),
            // One container asks for memory, so the other one gets none there.
            (r#"{"cpu":"2"}"#, r#"{"memory":"1"}"#, (100, 1), (2000, 1)),
        ] {
            let spec = format!(
                r#""resources":{{"requests":{whole}}},"containers":[{{"resources":{{"requests":{container}}}}}]"#
            );
            let pod: Pod = serde_json::from_str(&format!(r#"{{"spec":{{{spec}}}}}"#)).expect("a pod");
            let of = |request: NonZeroRequest| (request.milli_cpu, request.memory);
            assert_eq!(of(accounting.incoming_non_zero_request(&pod)), incoming, "{spec}");
            assert_eq!(of(accounting.bound_non_zero_request(&pod)), bound, "{spec}");
        }
    }
}
