//! JavaScript 模块拒绝调用时的中文用词。

use super::Zh;
use crate::catalogue::module::Sentences;

impl Sentences for Zh {
    fn module_arguments(&self, said: &str) -> String {
        format!("参数格式不正确：{said}")
    }

    fn module_no_pod(&self, pod: &str) -> String {
        format!("没有名为 {pod} 的 Pod")
    }

    fn module_has_node(&self, pod: &str, node: &str) -> String {
        format!("Pod {pod} 已在 {node} 上：请去掉 spec.nodeName，才能对它进行调度")
    }

    fn module_not_a_pod(&self) -> String {
        "pod 不是 Pod 对象：缺少 metadata.name".into()
    }
}
