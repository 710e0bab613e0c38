//! What the JavaScript module says of calls that cannot be answered.

use crate::languages::Speaker;
use crate::table::grammar::Grammar;

/// Refusals.
pub trait ModuleSentences: Grammar {
    /// The arguments are not of the right shape; `said` is what their reader says.
    fn module_arguments(&self, said: &str) -> String {
        say!(self, format!("invalid arguments: {said}"), format!("参数格式不正确：{said}"))
    }

    /// No pod has that name.
    fn module_no_pod(&self, pod: &str) -> String {
        say!(self, format!("no pod is named {pod}"), format!("没有名为 {pod} 的 Pod"))
    }

    /// The pod has a node already.
    fn module_has_node(&self, pod: &str, node: &str) -> String {
        say!(
            self,
            format!("pod {pod} is already on {node}: remove spec.nodeName to have it scheduled"),
            format!("Pod {pod} 已在 {node} 上：请去掉 spec.nodeName，才能对它进行调度")
        )
    }

    /// What should be the pod is none.
    fn module_not_a_pod(&self) -> String {
        say!(
            self,
            "the argument pod is not a pod: metadata.name is missing".into(),
            "pod 不是 Pod 对象：缺少 metadata.name".into()
        )
    }
}

impl<T: Speaker> ModuleSentences for T {}
