//! Quality of service classes.

use std::fmt;

use super::{Pod, ResourceList};

/// `v1.PodQOSClass`, from the class that a kubelet evicts first to the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QosClass {
    /// No container has a request or a limit of cpu or memory.
    BestEffort,
    /// Neither of the other classes.
    Burstable,
    /// Every container has limits of cpu and memory, and requests equal to them.
    Guaranteed,
}

const COUNTED_RESOURCES: [&str; 2] = ["cpu", "memory"];

impl QosClass {
    /// The class of a pod. Upstream: `qos.ComputePodQOS`.
    #[must_use]
    pub fn of_pod(pod: &Pod) -> Self {
        let spec = &pod.spec;
        let containers = || spec.containers.iter().chain(&spec.init_containers).map(|container| &container.resources);
        // Requests and limits of the whole pod replace those of its containers.
        let resources: Vec<_> = spec.resources.as_ref().map_or_else(|| containers().collect(), |pod| vec![pod]);
        let amount = |list: &ResourceList, name: &str| list.get(name).map_or(0, |quantity| quantity.milli_value());
        let sum = |list: fn(&super::ResourceRequirements) -> &ResourceList, name: &str| {
            resources.iter().fold(0_i64, |sum, resources| sum.saturating_add(amount(list(resources), name).max(0)))
        };
        let sums = COUNTED_RESOURCES
            .map(|name| (sum(|resources| &resources.requests, name), sum(|resources| &resources.limits, name)));
        if sums == [(0, 0); 2] {
            return Self::BestEffort;
        }
        let has_limits =
            resources.iter().all(|resources| COUNTED_RESOURCES.iter().all(|name| amount(&resources.limits, name) > 0));
        if has_limits && sums.iter().all(|(request, limit)| request == limit) {
            Self::Guaranteed
        } else {
            Self::Burstable
        }
    }
}

impl fmt::Display for QosClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::BestEffort => "BestEffort",
            Self::Burstable => "Burstable",
            Self::Guaranteed => "Guaranteed",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_and_limits_of_all_containers_make_the_class() {
        for (spec, class) in [
            (r#""containers":[{}]"#, QosClass::BestEffort),
            (r#""containers":[{"resources":{"requests":{"example.com/a":"1"}}}]"#, QosClass::BestEffort),
            (r#""containers":[{"resources":{"requests":{"cpu":"1"}}}]"#, QosClass::Burstable),
            (
                r#""containers":[{"resources":{"requests":{"cpu":"1","memory":"1Gi"},"limits":{"cpu":"1","memory":"1Gi"}}}]"#,
                QosClass::Guaranteed,
            ),
            (
                r#""containers":[{"resources":{"requests":{"cpu":"1","memory":"1Gi"},"limits":{"cpu":"2","memory":"1Gi"}}}]"#,
                QosClass::Burstable,
            ),
            (
                r#""containers":[{"resources":{"requests":{"cpu":"1","memory":"1Gi"},"limits":{"cpu":"1","memory":"1Gi"}}},{}]"#,
                QosClass::Burstable,
            ),
            (
                r#""resources":{"requests":{"cpu":"1","memory":"1Gi"},"limits":{"cpu":"1","memory":"1Gi"}},"containers":[{}]"#,
                QosClass::Guaranteed,
            ),
        ] {
            let pod: Pod = serde_json::from_str(&format!(r#"{{"spec":{{{spec}}}}}"#)).expect("a pod");
            assert_eq!(QosClass::of_pod(&pod), class, "{spec}");
        }
    }
}
