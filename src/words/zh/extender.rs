//! 中文的 extender 说明。

use super::Zh;
use crate::words::catalogue::extender::Sentences;
use crate::words::catalogue::grammar::Grammar as _;

impl Sentences for Zh {
    fn extender_filtered(&self, extender: &str, asked: usize, kept: &[&str], bare: bool) -> String {
        let kept =
            if kept.is_empty() { "没有保留任何节点".into() } else { format!("保留 {}", self.list(kept)) };
        let bare = if bare {
            "它返回完整的节点对象，因此这些节点此后视为空节点：没有 Pod、用量和镜像。"
        } else {
            ""
        };
        format!("Extender {extender} 检查了 {asked} 个节点，{kept}。{bare}")
    }

    fn extender_scored(&self, extender: &str, scores: &[(&str, i64)], factor: i64) -> String {
        if scores.is_empty() {
            return format!("Extender {extender} 没有给任何节点打分。");
        }
        let told: Vec<String> = scores.iter().map(|(node, score)| format!("{node} {score} × {factor}")).collect();
        format!("Extender {extender} 加分：{}。", self.list(&told.iter().map(String::as_str).collect::<Vec<_>>()))
    }

    fn extender_sacrificed(&self, extender: &str, asked: usize, left: &[&str]) -> String {
        let left =
            if left.is_empty() { "没有留下候选节点".into() } else { format!("留下 {}", self.list(left)) };
        format!("Extender {extender} 检查了 {asked} 个抢占候选节点，{left}。")
    }

    fn extender_failed(&self, extender: &str, text: &str, ignored: bool) -> String {
        let then = if ignored { "错误被忽略" } else { "流程到此结束" };
        format!("Extender {extender} 出错，{then}：{text}")
    }
}
