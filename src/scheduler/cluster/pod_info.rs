//! A pod with what the scheduler computes once and reads often: upstream's `PodInfo`.

use std::rc::Rc;

use api::{Labels, Pod, PodAffinity, PodAffinityTerm, RestartPolicy, Str, Volume};

use super::{Accounting, HostPort, NonZeroRequest, Resources};

/// A pod, its sums and its affinity terms.
#[derive(Debug)]
pub struct PodInfo {
    /// The object.
    pub pod: Rc<Pod>,
    /// What it asks for while it looks for a place.
    pub request: Resources,
    /// What it takes on its node.
    pub bound_request: Resources,
    /// What it asks for, for scores that fill in missing requests.
    pub(crate) non_zero_request: NonZeroRequest,
    /// Host ports of its containers (and, where the release counts sidecars, of those).
    pub host_ports: Vec<HostPort>,
    sums: PodSums,
    has_affinity: bool,
    has_required_anti_affinity: bool,
    has_volumes: bool,
}

/// What dry runs of preemption ask of a pod: what it takes, and how important it is. Objects of pods are far apart in memory, and a dry run
/// asks thousands of them; so a node keeps these of all its pods beside each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PodSums {
    /// The priority that counts.
    pub priority: i32,
    /// It takes nothing else than what stands here: no named resources, host ports or volumes, and has no affinity to pods.
    pub is_plain: bool,
    /// When it started, in milliseconds of the wall clock; one that did not yet counts as later than all.
    pub start: i64,
    /// Thousandths of a CPU.
    pub milli_cpu: i64,
    /// Bytes.
    pub memory: i64,
    /// Bytes.
    pub ephemeral_storage: i64,
    /// What it takes for scores that fill in missing requests.
    pub non_zero: NonZeroRequest,
}

impl PodInfo {
    /// Adds up `pod` as a release does.
    #[must_use]
    pub fn new(pod: Rc<Pod>, accounting: &Accounting) -> Self {
        let or = |text: &Str, default: &str| if text.is_empty() { default.into() } else { text.clone() };
        let sidecars = pod
            .spec
            .init_containers
            .iter()
            .filter(|container| accounting.sidecars && container.restart_policy == Some(RestartPolicy::Always));
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

    /// Identity of the pod: its uid, or `namespace/name` of a manifest without one would do as well.
    #[must_use]
    pub fn uid(&self) -> &Str {
        &self.pod.metadata.uid
    }

    /// The pod's labels.
    #[must_use]
    pub fn labels(&self) -> &Labels {
        &self.pod.metadata.labels
    }

    /// The pod's namespace.
    #[must_use]
    pub fn namespace(&self) -> &Str {
        &self.pod.metadata.namespace
    }

    /// The priority that counts.
    #[must_use]
    pub fn priority(&self) -> i32 {
        self.sums.priority
    }

    /// When it started, in milliseconds of the wall clock; one that did not yet counts as later than all.
    #[must_use]
    pub fn start(&self) -> i64 {
        self.sums.start
    }

    fn affinity(&self) -> (Option<&PodAffinity>, Option<&PodAffinity>) {
        let affinity = self.pod.spec.affinity.as_ref();
        (affinity.and_then(|a| a.pod_affinity.as_ref()), affinity.and_then(|a| a.pod_anti_affinity.as_ref()))
    }

    /// Whether two pods have the same affinity and anti-affinity to pods.
    pub(super) fn has_same_affinity(&self, other: &Self) -> bool {
        self.has_affinity == other.has_affinity && (!self.has_affinity || self.affinity() == other.affinity())
    }

    /// Required pod affinity terms.
    #[must_use]
    pub(crate) fn required_affinity(&self) -> &[PodAffinityTerm] {
        if self.has_affinity { self.affinity().0.map_or(&[], |affinity| &affinity.required) } else { &[] }
    }

    /// Required pod anti-affinity terms.
    #[must_use]
    pub(crate) fn required_anti_affinity(&self) -> &[PodAffinityTerm] {
        if self.has_required_anti_affinity { self.affinity().1.map_or(&[], |affinity| &affinity.required) } else { &[] }
    }

    /// Whether the pod has any pod affinity or anti-affinity, even an empty one.
    #[must_use]
    pub(crate) fn has_affinity(&self) -> bool {
        self.has_affinity
    }

    /// Whether it has volumes that any rule looks at.
    #[must_use]
    pub fn has_volumes(&self) -> bool {
        self.has_volumes
    }

    /// What dry runs ask of it.
    #[must_use]
    pub fn sums(&self) -> &PodSums {
        &self.sums
    }

    /// Whether it has required anti-affinity terms.
    #[must_use]
    pub(crate) fn has_required_anti_affinity(&self) -> bool {
        self.has_required_anti_affinity
    }
}
