//! What differs between the kubelets of releases.

/// How a kubelet admits pods. Upstream: `lifecycle.predicateAdmitHandler`.
#[derive(Clone, Copy, Debug)]
pub struct KubeletPolicy {
    /// The predicates have the names of the old scheduler (`MatchNodeSelector`, `PodFitsHostPorts`), and host ports are checked before
    /// labels. Up to v1.17.
    pub early_predicates: bool,
    /// Pods that do not tolerate a `NoExecute` taint are not admitted, except static pods. Since v1.22.
    pub checks_taints: bool,
    /// Nor are pods for another operating system. Since v1.23.
    pub checks_operating_system: bool,
    /// A pod that the kubelet stops, to make room or because of its deadline, has failed as soon as it is asked to stop; else when its containers
    /// have stopped. Up to v1.23.
    pub fails_stopped_pods_early: bool,
}
