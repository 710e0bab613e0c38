//! Amounts of resources, and how each release adds up a pod's requests.

use std::{borrow::Cow, cmp::Ordering, fmt};

use serde::{Deserialize, Serialize};

use super::{ConditionType, Container, ContainerStatus, Pod, Quantity, ResourceList, RestartPolicy, Str};

/// The largest amount (8 Pi): larger ones are capped, so that a thousand of them, or a hundred times one, fit an `i64`.
const LARGEST_AMOUNT: i64 = 1 << 53;

/// Limits an amount to the largest one.
fn cap_amount(amount: i64) -> i64 {
    amount.clamp(-LARGEST_AMOUNT, LARGEST_AMOUNT)
}

/// Amounts of a pod's requests, of a node's allocatable resources, or of what is requested on a node.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resources {
    /// Thousandths of a CPU.
    pub milli_cpu: i64,
    /// Bytes.
    pub memory: i64,
    /// Bytes.
    pub ephemeral_storage: i64,
    /// The number of pods that a node allows; 0 in a request.
    pub pods: i64,
    /// Extended resources, huge pages and others, sorted by name. An amount of 0 is a valid entry.
    pub scalars: Vec<(Str, i64)>,
}

/// The name of a resource. Amounts of it are whole numbers of the unit in which the scheduler counts it. Ordered, printed and serialized as its name.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Str", into = "Str")]
pub enum Resource {
    /// `cpu`, counted in thousandths.
    #[default]
    Cpu,
    /// `memory`, counted in bytes.
    Memory,
    /// `ephemeral-storage`, counted in bytes.
    EphemeralStorage,
    /// Any other, such as `example.com/gpu` or `pods`.
    Scalar(Str),
}

impl From<Str> for Resource {
    fn from(name: Str) -> Self {
        match name.as_str() {
            "cpu" => Self::Cpu,
            "memory" => Self::Memory,
            "ephemeral-storage" => Self::EphemeralStorage,
            _ => Self::Scalar(name),
        }
    }
}

impl From<Resource> for Str {
    fn from(resource: Resource) -> Self {
        match resource {
            Resource::Scalar(name) => name,
            basic => basic.name().into(),
        }
    }
}

impl PartialOrd for Resource {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Resource {
    fn cmp(&self, other: &Self) -> Ordering {
        self.name().cmp(other.name())
    }
}

impl fmt::Debug for Resource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.name(), f)
    }
}

impl fmt::Display for Resource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Resource {
    #[must_use]
    pub fn from_name(name: &str) -> Self {
        Str::from(name).into()
    }

    /// The number of pods, which no request counts.
    #[must_use]
    pub fn pods() -> Self {
        Self::Scalar("pods".into())
    }

    /// Whether this is the number of pods.
    #[must_use]
    pub fn is_pods(&self) -> bool {
        matches!(self, Self::Scalar(name) if *name == "pods")
    }

    /// A quantity in the unit in which the resource is counted: thousandths of a CPU, bytes, or pieces.
    #[must_use]
    pub fn amount(&self, quantity: &Quantity) -> i64 {
        match self {
            Self::Cpu => quantity.milli_value(),
            _ => quantity.value(),
        }
    }

    /// The amount in a list, or 0.
    #[must_use]
    pub fn amount_in(&self, resource_list: &ResourceList) -> i64 {
        resource_list.get(self.name()).map_or(0, |quantity| self.amount(quantity))
    }

    /// The quantity of an amount; `None` if it exceeds what a quantity can express.
    #[must_use]
    pub fn quantity(&self, amount: i64) -> Option<Quantity> {
        match self {
            Self::Cpu => Quantity::parse(&format!("{amount}m")),
            _ => Quantity::parse(&amount.to_string()),
        }
    }

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
    /// Converts a resource list, without the names that the scheduler ignores.
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

    /// The amount of a resource, or 0.
    #[must_use]
    pub fn get(&self, resource: &Resource) -> i64 {
        match resource {
            Resource::Cpu => self.milli_cpu,
            Resource::Memory => self.memory,
            Resource::EphemeralStorage => self.ephemeral_storage,
            Resource::Scalar(name) => self.scalar(name),
        }
    }

    /// The amount of a scalar resource, or 0.
    #[must_use]
    pub fn scalar(&self, name: &Str) -> i64 {
        self.scalars.iter().find(|(n, _)| n == name).map_or(0, |(_, amount)| *amount)
    }

    /// The resources, except the number of pods, of which there is less than in `before`.
    #[must_use]
    pub fn decreased_since(&self, before: &Self) -> Vec<Resource> {
        let scalars = before.scalars.iter().map(|(name, _)| Resource::Scalar(name.clone()));
        let resources = [Resource::Cpu, Resource::Memory, Resource::EphemeralStorage].into_iter().chain(scalars);
        resources.filter(|resource| self.get(resource) < before.get(resource)).collect()
    }

    /// Adds `other`, except for the number of pods.
    pub fn add(&mut self, other: &Self) {
        self.combine_amounts(other, |a, b| a.saturating_add(b));
    }

    /// Subtracts `other`, except for the number of pods.
    pub fn sub(&mut self, other: &Self) {
        self.combine_amounts(other, |a, b| a.saturating_sub(b));
    }

    /// Adds the scalar resources of `other`.
    pub fn add_scalars(&mut self, other: &Self) {
        self.combine_scalars(other, |a, b| a.saturating_add(b));
    }

    /// Subtracts the scalar resources of `other`.
    pub fn sub_scalars(&mut self, other: &Self) {
        self.combine_scalars(other, |a, b| a.saturating_sub(b));
    }

    /// Sets each amount to the larger of both, except for the number of pods.
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

/// Whether the scheduler counts this resource by its name. Upstream: `IsScalarResourceName`.
fn is_scalar(name: &str) -> bool {
    name.contains("kubernetes.io/")
        || name.starts_with("hugepages-")
        || name.starts_with("attachable-volumes-")
        || name.contains('/') && !name.starts_with("requests.")
}

/// Whether this is an extended resource such as `example.com/gpu`. Upstream: `IsExtendedResourceName`.
#[must_use]
pub fn is_extended(name: &str) -> bool {
    name.contains('/') && !name.contains("kubernetes.io/") && !name.starts_with("requests.")
}

/// Whether this resource can be requested for a whole pod.
fn is_pod_level(name: &str) -> bool {
    matches!(name, "cpu" | "memory") || name.starts_with("hugepages-")
}

/// How a release adds up requests. The engine and everything that displays its decisions use the same rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Accounting {
    /// Whether `spec.overhead` is added.
    #[serde(rename = "overhead")]
    pub counts_overhead: bool,
    /// Whether init containers with `restartPolicy: Always` count as sidecars.
    #[serde(rename = "sidecars")]
    pub counts_sidecars: bool,
    /// Whether `spec.resources` replaces the sum of the containers.
    #[serde(rename = "pod_level")]
    pub counts_pod_level: bool,
    /// Whether init containers count for bound pods.
    pub counts_init_when_bound: bool,
    /// Where an in-place resize is considered.
    pub resizes: ResizeRule,
    /// How scores count pods whose containers lack requests.
    pub non_zero: NonZeroRule,
}

/// Where an in-place resize counts with the largest of the requested, current and allocated amounts, because the kubelet may be at any of them. An
/// infeasible resize counts with the current and allocated amounts only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ResizeRule {
    /// Nowhere: the requests of the spec count.
    Nowhere,
    /// In containers and sidecars.
    Containers,
    /// In containers, sidecars and the requests of the whole pod.
    ContainersAndPods,
}

/// How a release replaces missing requests for scoring, by 100m and 200 MiB per container.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NonZeroRule {
    /// In containers only.
    Containers,
    /// In init containers as well. The overhead of the incoming pod is rounded up to whole CPUs, a bug of v1.20 in `calculatePodResourceRequest`
    /// (`Value` instead of `MilliValue`). Test: `an_overhead_is_read_in_whole_cpus`.
    InitAndRoundedOverhead,
    /// In the same containers as for real requests.
    LikeRequests,
}

const DEFAULT_MILLI_CPU: i64 = 100;
const DEFAULT_MEMORY: i64 = 200 * 1024 * 1024;

/// Amounts for scoring.
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
    /// Counts everything, except resizes.
    pub const ALL: Self = Self {
        counts_overhead: true,
        counts_sidecars: true,
        counts_pod_level: true,
        counts_init_when_bound: true,
        resizes: ResizeRule::Nowhere,
        non_zero: NonZeroRule::LikeRequests,
    };

    /// The requests of a pending pod. It has no kubelet yet, so it has no resize either.
    #[must_use]
    pub fn incoming_request(&self, pod: &Pod) -> Resources {
        Self { resizes: ResizeRule::Nowhere, ..*self }.pod_request(pod, true, &Resources::from_list)
    }

    /// The requests of a bound pod.
    #[must_use]
    pub fn bound_request(&self, pod: &Pod) -> Resources {
        self.pod_request(pod, self.counts_init_when_bound, &Resources::from_list)
    }

    /// The amounts that scores use for a pending pod. Requests of the whole pod do not count here, a bug of upstream's `resourceAllocationScorer`,
    /// which lacks support for them. Test: `requests_of_a_whole_pod_count_on_its_node_alone`.
    #[must_use]
    pub fn incoming_non_zero_request(&self, pod: &Pod) -> NonZeroRequest {
        let containers = Self { resizes: ResizeRule::Nowhere, counts_pod_level: false, ..*self };
        let mut request = containers.non_zero_request(pod, |_| true);
        if self.non_zero == NonZeroRule::InitAndRoundedOverhead {
            let overhead = Resources::from_list(&pod.spec.overhead);
            let overhead_cpu = pod.spec.overhead.get("cpu").map_or(0, |amount| cap_amount(amount.value()));
            request.milli_cpu += overhead_cpu - overhead.milli_cpu;
        }
        request
    }

    /// The amounts that scores use for a bound pod.
    #[must_use]
    pub fn bound_non_zero_request(&self, pod: &Pod) -> NonZeroRequest {
        let pod_level_requests =
            pod.spec.resources.as_ref().filter(|_| self.counts_pod_level).map(|resources| &resources.requests);
        match pod_level_requests.filter(|requests| requests.iter().any(|(name, _)| is_pod_level(name))) {
            // With requests for the whole pod, only resources that are requested nowhere get defaults (upstream: `getNonMissingContainerRequests`).
            // So such a pod counts for less once it is bound. Same test.
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

    /// The requests for scoring: containers without a request get the default of each resource for which `has_default` holds.
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
            // A sidecar runs beside all containers that start after it; another init container runs alone with the sidecars before it.
            let (mut sidecars, mut peak) = (Resources::default(), Resources::default());
            for container in &pod.spec.init_containers {
                let running_now = if self.counts_sidecars && container.restart_policy == Some(RestartPolicy::Always) {
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
        if let (true, Some(resources)) = (self.counts_pod_level, &pod.spec.resources) {
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
        if self.counts_overhead {
            sum.add(&Resources::from_list(&pod.spec.overhead));
        }
        sum
    }

    /// The requests of a container or sidecar, considering a resize.
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

    /// The requests of the whole pod, considering a resize.
    fn of_pod<'p>(&self, pod: &'p Pod, spec_requests: &'p ResourceList) -> Cow<'p, ResourceList> {
        match &pod.status.resources {
            Some(status_resources) if self.resizes == ResizeRule::ContainersAndPods => Cow::Owned(
                largest_while_resizing(pod, spec_requests, &status_resources.requests, &pod.status.allocated_resources),
            ),
            _ => Cow::Borrowed(spec_requests),
        }
    }
}

/// The largest amounts of three lists, without the first if the resize is infeasible. Upstream: `determineContainerReqs`.
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
            counts_overhead: true,
            counts_sidecars: true,
            counts_pod_level: true,
            counts_init_when_bound: true,
            resizes,
            non_zero: NonZeroRule::LikeRequests,
        };
        // Requested, current and allocated amounts; whether the resize is infeasible; the expected amounts for a container and for a pod.
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
            counts_overhead: true,
            counts_sidecars: true,
            counts_pod_level: true,
            counts_init_when_bound: true,
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
            // One container requests memory, so the other one gets no default on the node.
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
