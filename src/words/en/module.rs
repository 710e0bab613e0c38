//! Refusals of the JavaScript module in English.

use super::En;
use crate::catalogue::module::Sentences;

impl Sentences for En {
    fn module_arguments(&self, said: &str) -> String {
        format!("the arguments are not of the right shape: {said}")
    }

    fn module_no_pod(&self, pod: &str) -> String {
        format!("there is no pod {pod}")
    }

    fn module_has_node(&self, pod: &str, node: &str) -> String {
        format!("pod {pod} is on {node} already: remove spec.nodeName to have it scheduled")
    }

    fn module_not_a_pod(&self) -> String {
        "pod is not a pod: it needs metadata.name".into()
    }
}
