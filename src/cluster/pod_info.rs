//! A pod with what the scheduler computes once and reads often: upstream's `PodInfo`.

use std::rc::Rc;

use crate::api::{Labels, Pod, PodAffinity, PodAffinityTerm, Str, Volume};

use super::{Accounting, NonZeroRequest, Resources};

/// A pod, its sums and its affinity terms.
#[derive(Debug)]
pub struct PodInfo {
    /// The object.
    pub pod: Rc<Pod>,
    /// What it asks for while it looks for a place.
    pub request: Resources,
    /// What it takes on its node.
    pub used: Resources,
    /// The same two for scores that fill in missing requests.
    pub non_zero_request: NonZeroRequest,
    /// See `non_zero_request`.
    pub non_zero_used: NonZeroRequest,
    /// Host ports of its containers (and, where the release counts sidecars, of those).
    pub host_ports: Vec<HostPort>,
    // Copies of what dry runs of preemption read from thousands of pods: the object itself is far away in memory.
    priority: i32,
    start: i64,
    has_affinity: bool,
    has_required_anti_affinity: bool,
    has_volumes: bool,
    is_plain: bool,
}

/// A port on the node's own address.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct HostPort {
    /// `0.0.0.0` means every address.
    pub ip: Str,
    /// `TCP`, `UDP` or `SCTP`.
    pub protocol: Str,
    /// Greater than 0.
    pub port: i32,
}

impl HostPort {
    /// Whether both cannot be open on one node.
    #[must_use]
    pub fn conflicts(&self, other: &Self) -> bool {
        let every = |port: &Self| port.ip == "0.0.0.0";
        self.port == other.port
            && self.protocol == other.protocol
            && (self.ip == other.ip || every(self) || every(other))
    }
}

impl PodInfo {
    /// Adds up `pod` as a release does.
    #[must_use]
    pub fn new(pod: Rc<Pod>, accounting: &Accounting) -> Self {
        let or = |text: &Str, default: &str| if text.is_empty() { default.into() } else { text.clone() };
        let sidecars = pod.spec.init_containers.iter().filter(|container| {
            accounting.sidecars && container.restart_policy.as_ref().is_some_and(|policy| policy == "Always")
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
        let has_volumes = pod.spec.volumes.iter().any(Volume::matters);
        Self {
            priority: pod.priority(),
            start: pod.status.start_time.map_or(i64::MAX, |time| time.0),
            is_plain: !has_affinity && !has_volumes && host_ports.is_empty(),
            has_affinity,
            has_required_anti_affinity: anti_affinity.is_some_and(|anti| !anti.required.is_empty()),
            has_volumes,
            request: accounting.incoming(&pod),
            used: accounting.bound(&pod),
            non_zero_request: accounting.incoming_non_zero(&pod),
            non_zero_used: accounting.bound_non_zero(&pod),
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
        self.priority
    }

    /// When it started, in milliseconds of the wall clock; one that did not yet counts as later than all.
    #[must_use]
    pub fn start(&self) -> i64 {
        self.start
    }

    fn affinity(&self) -> (Option<&PodAffinity>, Option<&PodAffinity>) {
        let affinity = self.pod.spec.affinity.as_ref();
        (affinity.and_then(|a| a.pod_affinity.as_ref()), affinity.and_then(|a| a.pod_anti_affinity.as_ref()))
    }

    /// Required pod affinity terms.
    #[must_use]
    pub fn required_affinity(&self) -> &[PodAffinityTerm] {
        if self.has_affinity { self.affinity().0.map_or(&[], |affinity| &affinity.required) } else { &[] }
    }

    /// Required pod anti-affinity terms.
    #[must_use]
    pub fn required_anti_affinity(&self) -> &[PodAffinityTerm] {
        if self.has_required_anti_affinity { self.affinity().1.map_or(&[], |affinity| &affinity.required) } else { &[] }
    }

    /// Whether the pod has any pod affinity or anti-affinity, even an empty one.
    #[must_use]
    pub fn has_affinity(&self) -> bool {
        self.has_affinity
    }

    /// Whether it has volumes that any rule looks at.
    #[must_use]
    pub fn has_volumes(&self) -> bool {
        self.has_volumes
    }

    /// Whether it takes nothing of a node but amounts: no port, no volume, and no terms about other pods.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.is_plain
    }

    /// Whether it has required anti-affinity terms.
    #[must_use]
    pub fn has_required_anti_affinity(&self) -> bool {
        self.has_required_anti_affinity
    }
}
