//! The effects of runtime classes on pods.
//!
//! <https://kubernetes.io/docs/concepts/containers/runtime-class/>

use api::{PodSpec, RuntimeClass, shorten};
use findings::{AdmissionProblem as Refusal, MissingObject, Notice};

use super::fault::{Fault, new_fault};

#[derive(Clone, Debug, Default)]
pub struct RuntimeClasses(Vec<RuntimeClass>);

impl RuntimeClasses {
    /// Adds a class, or replaces the one with the same name.
    pub fn put_class(&mut self, class: RuntimeClass) {
        self.remove(&class.metadata.name);
        self.0.push(class);
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds or replaces those of `other`.
    pub fn merge(&mut self, other: Self) {
        other.0.into_iter().for_each(|class| self.put_class(class));
    }

    #[must_use]
    pub fn class(&self, name: &str) -> Option<&RuntimeClass> {
        self.0.iter().find(|class| class.metadata.name == *name)
    }

    /// Removes a class.
    pub fn remove(&mut self, name: &str) {
        self.0.retain(|class| class.metadata.name != *name);
    }

    /// Applies the overhead, node selector and tolerations of a pod's runtime class. A pod with another overhead or a conflicting node selector is
    /// rejected.
    pub fn apply_class(&self, pod_spec: &mut PodSpec, base: &str, assumed: &mut Vec<Notice>, faults: &mut Vec<Fault>) {
        let name = pod_spec.runtime_class_name.clone();
        let Some(class) = self.0.iter().find(|class| class.metadata.name == name) else {
            return note_missing_runtime_class(pod_spec, assumed);
        };
        let fixed = &class.overhead.pod_fixed;
        if pod_spec.overhead.is_empty() {
            pod_spec.overhead.clone_from(fixed);
        } else if pod_spec.overhead != *fixed {
            faults.push(new_fault(format!("{base}.overhead"), Refusal::ClassOverhead { class: name.clone() }));
        }
        for (key, value) in class.scheduling.node_selector.iter() {
            match pod_spec.node_selector.get(key) {
                Some(text) if text != value => {
                    let conflict = Refusal::ClassSelector { class: name.clone(), value: value.clone() };
                    faults.push(new_fault(format!("{base}.nodeSelector.{key}"), conflict));
                }
                Some(_) => {}
                None => pod_spec.node_selector.insert(key.clone(), value.clone()),
            }
        }
        for toleration in &class.scheduling.tolerations {
            if !pod_spec.tolerations.contains(toleration) {
                pod_spec.tolerations.push(toleration.clone());
            }
        }
    }
}

/// Adds a notice about a missing runtime class. A pod from a cluster was already admitted with its class.
pub(super) fn note_missing_runtime_class(pod_spec: &PodSpec, assumed: &mut Vec<Notice>) {
    let name = &pod_spec.runtime_class_name;
    if !name.is_empty() && pod_spec.node_name.is_empty() && pod_spec.overhead.is_empty() {
        assumed.push(Notice::Missing(MissingObject::RuntimeClass { name: shorten(name) }));
    }
}
