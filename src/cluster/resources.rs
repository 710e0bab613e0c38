//! Amounts of resources, and how a release adds up the requests of a pod.

use serde::{Deserialize, Serialize};

use crate::api::{Container, Pod, ResourceList, Str};

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
    pub fn named(name: &str) -> Self {
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
    pub fn from_list(list: &ResourceList) -> Self {
        let mut sum = Self::default();
        for (name, quantity) in list.iter() {
            match name.as_str() {
                "cpu" => sum.milli_cpu = quantity.milli_value(),
                "memory" => sum.memory = quantity.value(),
                "ephemeral-storage" => sum.ephemeral_storage = quantity.value(),
                "pods" => sum.pods = quantity.value(),
                scalar if is_scalar(scalar) => sum.scalars.push((name.clone(), quantity.value())),
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
    pub fn less_than(&self, before: &Self) -> Vec<Resource> {
        let scalars = before.scalars.iter().map(|(name, _)| Resource::Scalar(name.clone()));
        let all = [Resource::Cpu, Resource::Memory, Resource::EphemeralStorage].into_iter().chain(scalars);
        all.filter(|resource| self.get(resource) < before.get(resource)).collect()
    }

    /// Adds `other`, except its pod count.
    #[inline]
    pub fn add(&mut self, other: &Self) {
        self.combine(other, |a, b| a.saturating_add(b));
    }

    /// Takes `other` away, except its pod count.
    #[inline]
    pub fn sub(&mut self, other: &Self) {
        self.combine(other, |a, b| a.saturating_sub(b));
    }

    /// The larger of both, resource by resource.
    pub fn max(&mut self, other: &Self) {
        self.combine(other, i64::max);
    }

    fn combine(&mut self, other: &Self, op: impl Fn(i64, i64) -> i64) {
        self.milli_cpu = op(self.milli_cpu, other.milli_cpu);
        self.memory = op(self.memory, other.memory);
        self.ephemeral_storage = op(self.ephemeral_storage, other.ephemeral_storage);
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

/// How a release adds up requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accounting {
    /// `spec.overhead` counts.
    pub overhead: bool,
    /// Init containers with `restartPolicy: Always` run on beside the containers.
    pub sidecars: bool,
    /// `spec.resources` replaces the sum of the containers.
    pub pod_level: bool,
    /// Init containers of pods that are on a node count there.
    pub init_when_bound: bool,
    /// How a pod counts for scores that pretend every container requests something.
    pub non_zero: NonZero,
}

/// How a release fills in missing requests for scoring: 100m and 200 MiB a container.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NonZero {
    /// Containers only.
    Containers,
    /// Init containers too; the overhead of the incoming pod is read in whole CPUs, a slip of upstream's.
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

impl Accounting {
    /// What the pod asks for while it looks for a place.
    #[must_use]
    pub fn incoming(&self, pod: &Pod) -> Resources {
        self.request(pod, true, &|container| Resources::from_list(&container.resources.requests))
    }

    /// What the pod takes on its node.
    #[must_use]
    pub fn bound(&self, pod: &Pod) -> Resources {
        let of = |container: &Container| Resources::from_list(&container.resources.requests);
        self.request(pod, self.init_when_bound, &of)
    }

    /// What scores pretend the pod asks for while it looks for a place.
    #[must_use]
    pub fn incoming_non_zero(&self, pod: &Pod) -> NonZeroRequest {
        let mut request = self.bound_non_zero(pod);
        if self.non_zero == NonZero::InitAndRoundedOverhead {
            let overhead = Resources::from_list(&pod.spec.overhead);
            let whole = pod.spec.overhead.get("cpu").map_or(0, crate::api::Quantity::value);
            request.milli_cpu += whole - overhead.milli_cpu;
        }
        request
    }

    /// What scores pretend the pod takes on its node.
    #[must_use]
    pub fn bound_non_zero(&self, pod: &Pod) -> NonZeroRequest {
        let of = |container: &Container| Resources {
            milli_cpu: container.resources.requests.get("cpu").map_or(DEFAULT_MILLI_CPU, |q| q.milli_value()),
            memory: container.resources.requests.get("memory").map_or(DEFAULT_MEMORY, |q| q.value()),
            ..Resources::default()
        };
        let sum = self.request(pod, self.non_zero != NonZero::Containers, &of);
        NonZeroRequest { milli_cpu: sum.milli_cpu, memory: sum.memory }
    }

    fn request(&self, pod: &Pod, with_init: bool, of: &dyn Fn(&Container) -> Resources) -> Resources {
        let mut sum = Resources::default();
        for container in &pod.spec.containers {
            sum.add(&of(container));
        }
        if with_init {
            // A sidecar runs beside everything that starts after it; another init container runs alone with those.
            let (mut sidecars, mut peak) = (Resources::default(), Resources::default());
            for container in &pod.spec.init_containers {
                let mut now = of(container);
                if self.sidecars && container.restart_policy.as_ref().is_some_and(|policy| policy == "Always") {
                    sidecars.add(&now);
                    sum.add(&now);
                    now = sidecars.clone();
                } else {
                    now.add(&sidecars);
                }
                peak.max(&now);
            }
            sum.max(&peak);
        }
        if let (true, Some(resources)) = (self.pod_level, &pod.spec.resources) {
            // Only these have a meaning for the whole pod.
            let whole = Resources::from_list(&resources.requests);
            for (name, _) in resources.requests.iter() {
                match name.as_str() {
                    "cpu" => sum.milli_cpu = whole.milli_cpu,
                    "memory" => sum.memory = whole.memory,
                    page if page.starts_with("hugepages-") => {
                        sum.scalars.retain(|(scalar, _)| scalar != name);
                        sum.add(&Resources {
                            scalars: vec![(name.clone(), whole.scalar(name))],
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
}
