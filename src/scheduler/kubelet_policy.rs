//! The differences between the kubelets of releases.

/// How a kubelet admits pods. Upstream: `lifecycle.predicateAdmitHandler`.
#[derive(Clone, Copy, Debug)]
pub struct KubeletPolicy {
    /// Whether the predicates have the names of the early scheduler (`MatchNodeSelector`, `PodFitsHostPorts`), and host
    /// ports are checked before labels. Up to v1.17.
    pub has_early_predicates: bool,
    /// Whether pods that do not tolerate a `NoExecute` taint are rejected, except static pods. Since v1.22.
    pub checks_taints: bool,
    /// Whether pods for another operating system are rejected. Since v1.23.
    pub checks_operating_system: bool,
    /// Whether a pod that the kubelet stops, because of node pressure or its deadline, is marked as failed at once;
    /// otherwise after its containers have stopped. Up to v1.23.
    pub fails_stopped_pods_early: bool,
}
