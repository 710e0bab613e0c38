//! What the JavaScript module says of calls that cannot be answered.

use crate::{
    languages::Speaker,
    table::grammar::{Grammar, TitleAndText, title_and_text},
};

/// Refusals.
pub trait ModuleSentences: Grammar {
    /// The arguments are not of the right shape; `said` is what their reader says.
    fn module_arguments(&self, text: &str) -> String {
        translate!(self, format!("invalid arguments: {text}"), format!("参数格式不正确：{text}"))
    }

    /// No pod has that name.
    fn module_no_pod(&self, pod: &str) -> String {
        translate!(self, format!("no pod is named {pod}"), format!("没有名为 {pod} 的 Pod"))
    }

    /// The pod has a node already.
    fn module_has_node(&self, pod: &str, node: &str) -> String {
        translate!(
            self,
            format!("pod {pod} is already on {node}: remove spec.nodeName to have it scheduled"),
            format!("Pod {pod} 已在 {node} 上：请去掉 spec.nodeName，才能对它进行调度")
        )
    }

    /// What should be the pod is none.
    fn module_not_a_pod(&self) -> String {
        translate!(
            self,
            "pod is not a pod: it needs metadata.name".into(),
            "pod 不是 Pod 对象：缺少 metadata.name".into()
        )
    }

    /// A word is none of those that can be chosen.
    fn module_no_such_word(&self, word: &str, known_names: &[&str], nearest_name: Option<&str>) -> TitleAndText {
        translate!(
            self,
            title_and_text(
                format!("`{word}` is none of {}", known_names.join(", ")),
                nearest_name.map_or_else(String::new, |nearest_name| format!("did you mean {nearest_name}?"))
            ),
            title_and_text(
                format!("`{word}` 不是以下之一：{}", known_names.join("、")),
                nearest_name.map_or_else(String::new, |nearest_name| format!("是否想写 {nearest_name}？"))
            )
        )
    }

    /// A key that nothing reads.
    fn module_unknown_key(&self, key: &str, known_names: &[&str], nearest_name: Option<&str>) -> TitleAndText {
        translate!(
            self,
            title_and_text(
                format!("unknown key `{key}`"),
                nearest_name.map_or_else(
                    || format!("known are {}", known_names.join(", ")),
                    |nearest_name| format!("did you mean {nearest_name}?")
                )
            ),
            title_and_text(
                format!("未知的键 `{key}`"),
                nearest_name.map_or_else(
                    || format!("可用的键：{}", known_names.join("、")),
                    |nearest_name| format!("是否想写 {nearest_name}？")
                )
            )
        )
    }

    /// A value that JSON doesn't have, by its name in JavaScript.
    fn module_not_json(&self, name: &str) -> TitleAndText {
        translate!(
            self,
            title_and_text(
                format!("{name} is no value of JSON"),
                "give a number, text, true, false, null, a list or an object, or leave the field out"
            ),
            title_and_text(
                format!("{name} 不是 JSON 的值"),
                "请使用数字、文本、true、false、null、列表或对象，或去掉该字段"
            )
        )
    }

    /// An object that is inside itself; `outer` is where it stands first.
    fn module_cyclic(&self, outer: &str) -> TitleAndText {
        translate!(
            self,
            title_and_text(
                format!("this object contains itself: it is the one at {outer}"),
                "give objects as JSON.parse makes them"
            ),
            title_and_text(format!("该对象包含自身：它就是 {outer} 处的对象"), "请使用 JSON.parse 所生成的那种对象")
        )
    }

    /// A getter or a proxy threw an error, perhaps one without words.
    fn module_threw(&self, error: &str) -> TitleAndText {
        let colon = if error.is_empty() { "" } else { translate!(self, ": ", "：") };
        translate!(
            self,
            title_and_text(
                format!("reading this threw an error{colon}{error}"),
                "give objects as JSON.parse makes them"
            ),
            title_and_text(format!("读取此处时抛出了错误{colon}{error}"), "请使用 JSON.parse 所生成的那种对象")
        )
    }

    /// An object that is there already.
    fn module_duplicate(&self, object: &str, first: &str) -> TitleAndText {
        translate!(
            self,
            title_and_text(
                format!("{object} stands at {first} already"),
                "leave one of them out, or give it another name"
            ),
            title_and_text(format!("{object} 已出现在 {first}"), "请去掉其中一个，或改用其他名称")
        )
    }
}

impl<T: Speaker> ModuleSentences for T {}
