//! What extenders were asked, and what came of it.

use api::Millis;

use crate::{
    languages::Speaker,
    table::grammar::{CountedNoun, Grammar},
};

message_struct! {
    /// Words beside a request and its answer.
    pub struct ExchangeLabels {
        requests: "Requests to extenders", "对扩展程序的请求";
        sent: "kube-scheduler sends", "kube-scheduler 发送";
        answer: "the extender answers", "扩展程序的应答";
        kept: "kept", "保留";
        no_message: "rejected without a message", "未给出消息即排除";
        may_help: "eviction might help", "驱逐可能有帮助";
        no_help: "eviction can’t help", "驱逐没有帮助";
        not_named: "not in the answer: 0", "应答中没有：0";
        withdrawn: "no longer a candidate", "不再是候选节点";
        bare:
            "The nodes come back as bare objects, so from now on they count as empty: no pods and no images.",
            "返回的只是节点对象：此后这些节点视为空节点，没有 Pod 和镜像。";
        ignored: "The error is ignored, as if the extender had not been asked.", "错误被忽略，如同没有询问过该扩展程序。";
        counts: "The extender is not ignorable, so the error counts.", "该扩展程序不可忽略（ignorable 为 false），因此错误生效。";
        no_victims: "no victims", "没有牺牲者";
    }
}

/// Requests to extenders and their answers.
pub trait ExtenderSentences: Grammar {
    fn exchange_labels(&self) -> &'static ExchangeLabels {
        ExchangeLabels::of(self)
    }

    /// What the scheduler does: it asks this one.
    fn extender_request(&self, extender: &str) -> String {
        translate!(
            self,
            format!("kube-scheduler asks the extender {extender}"),
            format!("kube-scheduler 询问扩展程序 {extender}")
        )
    }

    /// The victims of a candidate, and how many of their evictions violate a budget.
    fn candidate_victims(&self, victims: &[&str], violations: i64) -> String {
        translate!(
            self,
            {
                let victims = if victims.is_empty() {
                    self.exchange_labels().no_victims.into()
                } else {
                    format!("evict {}", self.list(victims))
                };
                match violations {
                    0 => victims,
                    1 => format!("{victims} (1 violates a budget)"),
                    more => format!("{victims} ({more} violate a budget)"),
                }
            },
            {
                let victims = if victims.is_empty() {
                    self.exchange_labels().no_victims.into()
                } else {
                    format!("驱逐 {}", self.list(victims))
                };
                if violations == 0 { victims } else { format!("{victims}（{violations} 个违反干扰预算）") }
            }
        )
    }

    /// The scheduler waits so many milliseconds for the answer.
    fn extender_delay(&self, wait: Millis) -> String {
        translate!(
            self,
            format!("The scheduler waits {wait} ms for the answer and schedules no other pod in the meantime."),
            format!("调度器等待应答 {wait} 毫秒，期间不调度其他 Pod。")
        )
    }

    /// What happened, in a few words: it kept some of so many nodes.
    fn extender_kept_nodes(&self, extender: &str, kept_count: usize, asked_count: usize) -> String {
        translate!(
            self,
            format!("{extender} keeps {kept_count} of {}", self.count(asked_count, CountedNoun::Node)),
            format!("{extender} 保留 {kept_count}/{asked_count} 个节点")
        )
    }

    /// It gave points to so many of the nodes.
    fn extender_gave_points(&self, extender: &str) -> String {
        translate!(self, format!("{extender} scores the nodes"), format!("{extender} 给节点打分"))
    }

    /// It left so many candidates of so many.
    fn extender_left_candidates(&self, extender: &str, kept_count: usize, candidate_count: usize) -> String {
        translate!(
            self,
            format!("{extender} keeps {kept_count} of {}", self.count(candidate_count, CountedNoun::Candidate)),
            format!("{extender} 留下 {kept_count}/{candidate_count} 个候选节点")
        )
    }

    /// The request failed.
    fn extender_failure(&self, extender: &str, ignored: bool) -> String {
        translate!(
            self,
            if ignored { format!("{extender} fails and is ignored") } else { format!("{extender} fails") },
            if ignored { format!("{extender} 出错，被忽略") } else { format!("{extender} 出错") }
        )
    }

    /// It takes a candidate away from preemption.
    fn extender_withdrew_candidate(&self, extender: &str, node: &str) -> String {
        translate!(
            self,
            format!("The extender {extender} no longer named {node} as a candidate."),
            format!("扩展程序 {extender} 不再把 {node} 列为候选节点。")
        )
    }

    /// It was asked about so many nodes and kept some; they may come back bare.
    fn extender_filter_answer(&self, extender: &str, node_count: usize, texts: &[&str], is_bare: bool) -> String {
        translate!(
            self,
            {
                let of = self.count(node_count, CountedNoun::Node);
                let text = if texts.is_empty() { "none".into() } else { self.list(texts) };
                let bare_note = if is_bare {
                    " It sends the nodes back whole, so they now count as empty: no pods, no usage, no images."
                } else {
                    ""
                };
                format!("The extender {extender} checked {of} and kept {text}.{bare_note}")
            },
            {
                let text = if texts.is_empty() {
                    "没有保留任何节点".into()
                } else {
                    format!("保留 {}", self.list(texts))
                };
                let bare_note = if is_bare {
                    "它返回完整的节点对象，因此这些节点此后视为空节点：没有 Pod、用量和镜像。"
                } else {
                    ""
                };
                format!("扩展程序 {extender} 检查了 {node_count} 个节点，{text}。{bare_note}")
            }
        )
    }

    /// It gave scores, each of which is multiplied.
    fn extender_score_answer(&self, extender: &str, scores: &[(&str, i64)], factor: i64) -> String {
        if scores.is_empty() {
            return translate!(
                self,
                format!("The extender {extender} scored no nodes."),
                format!("扩展程序 {extender} 没有给任何节点打分。")
            );
        }
        let scores: Vec<String> = scores.iter().map(|(node, score)| format!("{node} {score} × {factor}")).collect();
        let scores = self.list(&scores.iter().map(String::as_str).collect::<Vec<_>>());
        translate!(
            self,
            format!("The extender {extender} adds {scores}."),
            format!("扩展程序 {extender} 加分：{scores}。")
        )
    }

    /// It was asked about so many candidates of preemption and left some.
    fn extender_preempt_answer(&self, extender: &str, candidate_count: usize, kept_nodes: &[&str]) -> String {
        translate!(
            self,
            {
                let of = self.count(candidate_count, CountedNoun::Candidate);
                let kept_text = if kept_nodes.is_empty() { "none".into() } else { self.list(kept_nodes) };
                format!("The extender {extender} checked {of} for preemption and kept {kept_text}.")
            },
            {
                let kept_text = if kept_nodes.is_empty() {
                    "没有留下候选节点".into()
                } else {
                    format!("留下 {}", self.list(kept_nodes))
                };
                format!("扩展程序 {extender} 检查了 {candidate_count} 个抢占候选节点，{kept_text}。")
            }
        )
    }
}

impl<T: Speaker> ExtenderSentences for T {}
