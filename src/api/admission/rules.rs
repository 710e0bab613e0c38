//! What runtime classes and limit ranges make of a pod.
//!
//! <https://kubernetes.io/docs/concepts/containers/runtime-class/> and
//! <https://kubernetes.io/docs/concepts/policy/limit-range/>

use super::fault::{Fault, fault};
use super::kubelet::WantedLabels;
use crate::api::offer::Missing;
use crate::api::problem::{Admission as Refusal, Notice};
use crate::api::{Container, LimitRange, LimitRangeItem, PodSpec, ResourceList, RuntimeClass, Str, shortened};

/// What is in a text that changes other objects at their admission, beside priority classes.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// Labels of kubelets that pods ask for.
    pub labels: WantedLabels,
    /// Runtime classes.
    pub runtimes: Vec<RuntimeClass>,
    /// Limit ranges.
    pub limits: Vec<LimitRange>,
}

impl Rules {
    /// Gives a pod the overhead, the node selector and the tolerations of its runtime class. A pod that brings another overhead or
    /// asks for other nodes is refused.
    pub fn run(&self, spec: &mut PodSpec, base: &str, assumed: &mut Vec<Notice>, faults: &mut Vec<Fault>) {
        let name = spec.runtime_class_name.clone();
        if name.is_empty() {
            return;
        }
        let Some(class) = self.runtimes.iter().find(|class| class.metadata.name == name) else {
            // A pod out of a cluster has been through admission with its class.
            if spec.node_name.is_empty() && spec.overhead.is_empty() {
                assumed.push(Notice::Missing(Missing::RuntimeClass { name: shortened(&name) }));
            }
            return;
        };
        let fixed = &class.overhead.pod_fixed;
        if spec.overhead.is_empty() {
            spec.overhead.clone_from(fixed);
        } else if spec.overhead != *fixed {
            faults.push(fault(format!("{base}.overhead"), Refusal::ClassOverhead { class: name.clone() }));
        }
        for (key, value) in class.scheduling.node_selector.iter() {
            match spec.node_selector.get(key) {
                Some(own) if own != value => {
                    let conflict = Refusal::ClassSelector { class: name.clone(), value: value.clone() };
                    faults.push(fault(format!("{base}.nodeSelector.{key}"), conflict));
                }
                Some(_) => {}
                None => spec.node_selector.insert(key.clone(), value.clone()),
            }
        }
        for toleration in &class.scheduling.tolerations {
            if !spec.tolerations.contains(toleration) {
                spec.tolerations.push(toleration.clone());
            }
        }
    }

    /// Gives containers the requests that limit ranges of their namespace have for those without.
    pub fn limit(&self, spec: &mut PodSpec, namespace: &Str, assumed: &mut Vec<Notice>) {
        // What runs was made when other limit ranges may have been there.
        if !spec.node_name.is_empty() {
            return;
        }
        let own = self.limits.iter().filter(|range| range.metadata.namespace == *namespace);
        for item in own.flat_map(|range| &range.spec.limits).filter(|item| item.r#type == "Container") {
            let requests = defaults(item);
            for container in spec.init_containers.iter_mut().chain(&mut spec.containers) {
                if let Some(added) = fill(container, &requests) {
                    assumed.push(Notice::LimitRangeRequest { added });
                }
            }
        }
    }
}

/// Requests for containers without: `defaultRequest`, else `default`, else `max`, else `min`, each resource for itself.
fn defaults(item: &LimitRangeItem) -> ResourceList {
    let mut requests = item.default_request.clone();
    for list in [&item.default, &item.max, &item.min] {
        list.iter().for_each(|(name, amount)| requests.insert_absent(name, amount));
    }
    requests
}

/// What a container got, as `cpu=100m`; nothing if it had all.
fn fill(container: &mut Container, requests: &ResourceList) -> Option<Vec<Str>> {
    let own = &mut container.resources.requests;
    let mut added = Vec::new();
    for (name, amount) in requests.iter().filter(|(name, _)| !own.contains(name)).collect::<Vec<_>>() {
        added.push(format!("{name}={}", amount.as_str()).into());
        own.insert_absent(name, amount);
    }
    (!added.is_empty()).then_some(added)
}
