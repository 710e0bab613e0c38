//! 中文的扩展程序说明。

use api::Millis;

use super::Zh;
use crate::catalogue::extender::{Exchange, Sentences};
use crate::catalogue::grammar::Grammar as _;

static EXCHANGE: Exchange = Exchange {
    requests: "对扩展程序的请求",
    sent: "kube-scheduler 发送",
    answer: "扩展程序的应答",
    kept: "保留",
    no_message: "未给出消息即排除",
    may_help: "驱逐可能有帮助",
    no_help: "驱逐没有帮助",
    not_named: "应答中没有：0",
    withdrawn: "不再是候选节点",
    bare: "返回的只是节点对象：此后这些节点视为空节点，没有 Pod 和镜像。",
    ignored: "错误被忽略，如同没有询问过该扩展程序。",
    counts: "该扩展程序不可忽略（ignorable 为 false），因此错误生效。",
    no_victims: "没有牺牲者",
};

impl Sentences for Zh {
    fn exchange(&self) -> &'static Exchange {
        &EXCHANGE
    }

    fn asks_extender(&self, extender: &str) -> String {
        format!("kube-scheduler 询问扩展程序 {extender}")
    }

    fn sacrifice(&self, victims: &[&str], violations: i64) -> String {
        let victims =
            if victims.is_empty() { EXCHANGE.no_victims.into() } else { format!("驱逐 {}", self.list(victims)) };
        if violations == 0 { victims } else { format!("{victims}（{violations} 个违反干扰预算）") }
    }

    fn extender_took(&self, wait: Millis) -> String {
        format!("调度器等待应答 {wait} 毫秒，期间不调度其他 Pod。")
    }

    fn extender_kept(&self, extender: &str, kept: usize, asked: usize) -> String {
        format!("{extender} 保留 {kept}/{asked} 个节点")
    }

    fn extender_points(&self, extender: &str) -> String {
        format!("{extender} 给节点打分")
    }

    fn extender_left(&self, extender: &str, left: usize, asked: usize) -> String {
        format!("{extender} 留下 {left}/{asked} 个候选节点")
    }

    fn extender_trouble(&self, extender: &str, ignored: bool) -> String {
        if ignored { format!("{extender} 出错，被忽略") } else { format!("{extender} 出错") }
    }

    fn extender_withdrew(&self, extender: &str, node: &str) -> String {
        format!("扩展程序 {extender} 不再把 {node} 列为候选节点。")
    }

    fn extender_filtered(&self, extender: &str, asked: usize, kept: &[&str], bare: bool) -> String {
        let kept =
            if kept.is_empty() { "没有保留任何节点".into() } else { format!("保留 {}", self.list(kept)) };
        let bare = if bare {
            "它返回完整的节点对象，因此这些节点此后视为空节点：没有 Pod、用量和镜像。"
        } else {
            ""
        };
        format!("扩展程序 {extender} 检查了 {asked} 个节点，{kept}。{bare}")
    }

    fn extender_scored(&self, extender: &str, scores: &[(&str, i64)], factor: i64) -> String {
        if scores.is_empty() {
            return format!("扩展程序 {extender} 没有给任何节点打分。");
        }
        let told: Vec<String> = scores.iter().map(|(node, score)| format!("{node} {score} × {factor}")).collect();
        format!("扩展程序 {extender} 加分：{}。", self.list(&told.iter().map(String::as_str).collect::<Vec<_>>()))
    }

    fn extender_sacrificed(&self, extender: &str, asked: usize, left: &[&str]) -> String {
        let left =
            if left.is_empty() { "没有留下候选节点".into() } else { format!("留下 {}", self.list(left)) };
        format!("扩展程序 {extender} 检查了 {asked} 个抢占候选节点，{left}。")
    }
}
