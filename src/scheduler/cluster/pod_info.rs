//! A pod with values that the scheduler computes once and reads often. Upstream: `PodInfo`.

use std::{cmp::Reverse, rc::Rc};

use api::{Labels, Pod, PodAffinity, PodAffinityTerm, RestartPolicy, Str, Volume};

use super::{Accounting, HostPort, NonZeroRequest, Resources};

/// A pod with its requests and what is derived from its spec.
#[derive(Debug)]
pub struct PodInfo {
    pub pod: Rc<Pod>,
    /// Its requests while it is pending.
    pub request: Resources,
    /// Its requests once it is on a node, which may differ because of resizes and init containers.
    pub bound_request: Resources,
    /// Its requests while it is pending, with defaults for missing ones.
    pub(crate) non_zero_request: NonZeroRequest,
    /// Host ports of its containers, and of its sidecars in releases that count them.
    pub host_ports: Vec<HostPort>,
    sums: PodSums,
    has_affinity: bool,
    has_required_anti_affinity: bool,
    has_volumes: bool,
}

/// A pod's requests and priority, as dry runs of preemption need them. Pods are scattered in memory, and a dry run
/// needs thousands of them; so a node stores these values of all its pods contiguously.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PodSums {
    /// The pod's priority; 0 if unset.
    pub priority: i32,
    /// Whether the pod has no extended resources, host ports, volumes and pod affinity, so that these sums are all that
    /// counts.
    pub is_plain: bool,
    /// Start time in milliseconds since the epoch; `i64::MAX` if it has not started.
    pub start: i64,
    /// Requested CPU in milli-cores.
    pub milli_cpu: i64,
    /// Requested memory in bytes.
    pub memory: i64,
    /// Requested ephemeral storage in bytes.
    pub ephemeral_storage: i64,
    /// Requests with defaults for missing ones.
    pub non_zero: NonZeroRequest,
}

/// Sort key equivalent to upstream's `MoreImportantPod`: higher priority first, then earlier start time.
pub(crate) type Importance = (Reverse<i32>, i64);

impl PodSums {
    pub(crate) fn importance(&self) -> Importance {
        (Reverse(self.priority), self.start)
    }
}

impl PodInfo {
    /// Computes the requests of `pod` by the rules of a release.
    #[must_use]
    pub fn new(pod: Rc<Pod>, accounting: &Accounting) -> Self {
        let or = |text: &Str, default: &str| if text.is_empty() { default.into() } else { text.clone() };
        let sidecars =
            pod.spec.init_containers.iter().filter(|container| {
                accounting.counts_sidecars && container.restart_policy == Some(RestartPolicy::Always)
            });
        let host_ports = sidecars
            .chain(&pod.spec.containers)
            .flat_map(|container| &container.ports)
            .filter(|port| port.host_port > 0)
            .map(|port| HostPort {
                ip: or(&port.host_ip, "0.0.0.0"),
                protocol: or(&port.protocol, "TCP"),
                port: port.host_port,
            })
            .collect::<Vec<_>>();
        let affinity = pod.spec.affinity.as_ref();
        let anti_affinity = affinity.and_then(|affinity| affinity.pod_anti_affinity.as_ref());
        let has_affinity = anti_affinity.is_some() || affinity.is_some_and(|affinity| affinity.pod_affinity.is_some());
        let has_volumes = pod.spec.volumes.iter().any(Volume::affects_scheduling);
        let bound_request = accounting.bound_request(&pod);
        let sums = PodSums {
            priority: pod.priority(),
            start: pod.status.start_time.map_or(i64::MAX, |time| time.0),
            is_plain: !has_affinity && !has_volumes && host_ports.is_empty() && bound_request.scalars.is_empty(),
            milli_cpu: bound_request.milli_cpu,
            memory: bound_request.memory,
            ephemeral_storage: bound_request.ephemeral_storage,
            non_zero: accounting.bound_non_zero_request(&pod),
        };
        Self {
            sums,
            has_affinity,
            has_required_anti_affinity: anti_affinity.is_some_and(|anti| !anti.required.is_empty()),
            has_volumes,
            request: accounting.incoming_request(&pod),
            bound_request,
            non_zero_request: accounting.incoming_non_zero_request(&pod),
            host_ports,
            pod,
        }
    }

    /// Returns the uid, which identifies the pod.
    #[must_use]
    pub fn uid(&self) -> &Str {
        &self.pod.metadata.uid
    }

    #[must_use]
    pub fn labels(&self) -> &Labels {
        &self.pod.metadata.labels
    }

    #[must_use]
    pub fn namespace(&self) -> &Str {
        &self.pod.metadata.namespace
    }

    /// Returns the pod's priority.
    #[must_use]
    pub fn priority(&self) -> i32 {
        self.sums.priority
    }

    /// Returns the start time in milliseconds since the epoch; `i64::MAX` if it has not started.
    #[must_use]
    pub fn start(&self) -> i64 {
        self.sums.start
    }

    fn affinity(&self) -> (Option<&PodAffinity>, Option<&PodAffinity>) {
        let affinity = self.pod.spec.affinity.as_ref();
        (affinity.and_then(|a| a.pod_affinity.as_ref()), affinity.and_then(|a| a.pod_anti_affinity.as_ref()))
    }

    /// Whether both pods have the same affinity and anti-affinity to pods.
    pub(super) fn has_same_affinity(&self, other: &Self) -> bool {
        self.has_affinity == other.has_affinity && (!self.has_affinity || self.affinity() == other.affinity())
    }

    /// Returns the required pod affinity terms.
    #[must_use]
    pub(crate) fn required_affinity(&self) -> &[PodAffinityTerm] {
        if self.has_affinity { self.affinity().0.map_or(&[], |affinity| &affinity.required) } else { &[] }
    }

    /// Returns the required pod anti-affinity terms.
    #[must_use]
    pub(crate) fn required_anti_affinity(&self) -> &[PodAffinityTerm] {
        if self.has_required_anti_affinity { self.affinity().1.map_or(&[], |affinity| &affinity.required) } else { &[] }
    }

    /// Whether the pod has any pod affinity or anti-affinity, even an empty one.
    #[must_use]
    pub(crate) fn has_affinity(&self) -> bool {
        self.has_affinity
    }

    /// Whether the pod has volumes that affect scheduling.
    #[must_use]
    pub fn has_volumes(&self) -> bool {
        self.has_volumes
    }

    /// Returns the pod's requests and priority.
    #[must_use]
    pub fn sums(&self) -> &PodSums {
        &self.sums
    }

    /// Whether the pod has required anti-affinity terms.
    #[must_use]
    pub(crate) fn has_required_anti_affinity(&self) -> bool {
        self.has_required_anti_affinity
    }
}
