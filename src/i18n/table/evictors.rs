//! What is done for a pod, and what would evict it.

use api::Str;
use protocol::{DrainEffect, Evictors, NodeLossEffect, PreemptionEffect, Preemptor};

use crate::{
    format_amount, format_bytes, format_clock,
    languages::Speaker,
    short_pod_name,
    table::{grammar::Grammar, short_phrases::Phrases, stay_reason::StaySentences},
};

/// Pods that are named at most.
const MAX_PODS: usize = 6;

message_struct! {
    /// Fixed words of it.
    pub struct EvictionLabels {
        protect: "Protect this pod", "保护这个 Pod";
        ask: "What would evict it?", "什么会驱逐它？";
        priority: "Give it a priority…", "为它设置优先级……";
        no_class: "no class", "不设优先级类";
        claim: "Claim a device…", "申领设备……";
        new_class: "New highest class…", "新建最高的优先级类……";
        way: "By", "方式";
        drain: "A drain", "腾空节点";
        silence: "An unreachable node", "节点失联";
        taint: "A NoExecute taint", "NoExecute 污点";
        nowhere: "It isn’t on a node, so it can’t be evicted.", "它不在任何节点上，无从驱逐。";
        how:
            "Tried on this cluster: for each priority class, a pod that must run on this node, with different cpu or memory requests; \
                the drain, the unreachable node and the taint, each in a copy of this run. Other constraints of a preemptor were not tried.",
            "以当前集群试出：对每个优先级类，用一个必须运行在该节点上的 Pod，逐个尝试 cpu 或内存请求；腾空、失联和污点在这次运行的副本中试出。未尝试抢占者的其他约束。";
    }
}

/// Sentences of it.
pub trait EvictorSentences: Grammar + Phrases + StaySentences {
    /// The fixed words.
    fn eviction_labels(&self) -> &'static EvictionLabels {
        EvictionLabels::of(self)
    }

    /// All of it in a sentence: which of the four ways there are.
    fn evictors_summary(&self, evictors: &Evictors) -> String {
        let preempts = |preemptor: &&Preemptor| matches!(preemptor.preempts, PreemptionEffect::From { .. });
        let classes: Vec<&str> = evictors.classes.iter().filter(preempts).map(|class| class.class.as_str()).collect();
        let drained = matches!(evictors.drain, DrainEffect::Goes { .. });
        let silent = matches!(evictors.silence, NodeLossEffect::Goes(_));
        let tainted = matches!(evictors.taint, NodeLossEffect::Goes(_));
        translate!(
            self,
            {
                let mut ways = Vec::new();
                if !classes.is_empty() {
                    ways.push(format!("preemption by {}", self.list(&classes)));
                }
                ways.extend(drained.then(|| "draining its node".to_owned()));
                ways.extend(silent.then(|| "its node becoming unreachable".to_owned()));
                ways.extend(tainted.then(|| "a NoExecute taint".to_owned()));
                if ways.is_empty() {
                    "Nothing that was tried evicts it.".to_owned()
                } else {
                    format!("These would evict it: {}.", ways.join("; "))
                }
            },
            {
                let mut ways = Vec::new();
                if !classes.is_empty() {
                    ways.push(format!("被 {} 抢占", self.list(&classes)));
                }
                ways.extend(drained.then(|| "腾空节点".to_owned()));
                ways.extend(silent.then(|| "节点失联".to_owned()));
                ways.extend(tainted.then(|| "NoExecute 污点".to_owned()));
                if ways.is_empty() {
                    "所尝试的都不会驱逐它。".to_owned()
                } else {
                    format!("会驱逐它的有：{}。", ways.join("；"))
                }
            }
        )
    }

    /// How many lower classes were not tried; nothing where all were.
    fn untried_classes(&self, count: usize) -> String {
        match count {
            0 => String::new(),
            1 => translate!(
                self,
                "1 lower priority class was not tried.".into(),
                "还有 1 个更低的优先级类未尝试。".into()
            ),
            _ => translate!(
                self,
                format!("{count} lower priority classes were not tried."),
                format!("还有 {count} 个更低的优先级类未尝试。")
            ),
        }
    }

    /// A priority class and its value.
    fn priority_class(&self, name: &str, value: i32) -> String {
        translate!(self, format!("{name} ({value})"), format!("{name}（{value}）"))
    }

    /// What a class does, on this node.
    fn class_preempts(&self, node: &str, preemptor: &Preemptor) -> String {
        let Preemptor { preempts, .. } = preemptor;
        match preempts {
            PreemptionEffect::NotHigher => translate!(self, "not higher, so it can’t".into(), "不比它高，不能".into()),
            PreemptionEffect::Never => {
                translate!(
                    self,
                    "never preempts (preemptionPolicy: Never)".into(),
                    "从不抢占（preemptionPolicy: Never）".into()
                )
            }
            PreemptionEffect::Spares => translate!(
                self,
                format!("higher, but no cpu or memory request on {node} makes it a victim"),
                format!("更高，但在 {node} 上无论请求多少 cpu 或内存都不会让它成为牺牲者")
            ),
            PreemptionEffect::From { resource, request, victims } => {
                // It is the smallest that does: what is one step below it can be had without.
                let free = match (resource.as_str(), request.saturating_sub(1)) {
                    ("cpu", free) => format!("{} cpu", format_amount("cpu", free)),
                    (_, free) => format_bytes(free),
                };
                let names: Vec<&str> = victims.iter().take(MAX_PODS).map(|pod| short_pod_name(pod)).collect();
                let has_more = victims.len() > MAX_PODS;
                translate!(
                    self,
                    format!(
                        "evicts it on {node} with {}; victims: {}{}",
                        match request {
                            0 => "any request, even none".to_owned(),
                            1 => format!("any {resource} request"),
                            _ => format!("a request of more than {free}"),
                        },
                        self.list(&names),
                        if has_more { ", …" } else { "" }
                    ),
                    format!(
                        "在 {node} 上{}会驱逐它；届时驱逐 {}{}",
                        match request {
                            0 => "无论请求多少都".to_owned(),
                            1 => format!("只要请求 {resource} 就"),
                            _ => format!("请求超过 {free} 时"),
                        },
                        self.list(&names),
                        if has_more { "……" } else { "" }
                    )
                )
            }
        }
    }

    /// What a drain does.
    fn drain_effect(&self, drain: &DrainEffect, finished: bool) -> String {
        match drain {
            DrainEffect::Goes { .. } if finished => translate!(
                self,
                "deletes it at once, since it finished before".into(),
                "立即删除它，因为它此前已结束".into()
            ),
            DrainEffect::Goes { after, flags } => translate!(
                self,
                {
                    let when = if after.to_millis() < 1000 {
                        "immediately".to_owned()
                    } else {
                        format!("after {}", format_clock(*after))
                    };
                    let needs = flag_reasons(flags).map(|(flag, reason, _)| format!(", with {flag}: {reason}"));
                    format!("evicts it {when}{}", needs.collect::<String>())
                },
                {
                    let when = if after.to_millis() < 1000 {
                        "立即".to_owned()
                    } else {
                        format!("{} 后", format_clock(*after))
                    };
                    let needs = flag_reasons(flags).map(|(flag, _, reason)| format!("（需要 {flag}：{reason}）"));
                    format!("{when}驱逐它{}", needs.collect::<String>())
                }
            ),
            DrainEffect::Kept(budgets) => {
                let names: Vec<&str> = budgets.iter().map(Str::as_str).collect();
                translate!(
                    self,
                    format!("doesn’t evict it during this run: blocked by {}", self.list(&names)),
                    format!("在这次运行期间不会驱逐它：被 {} 阻止", self.list(&names))
                )
            }
            DrainEffect::Fails(error) => {
                let budgets: Vec<&str> = error.budgets.iter().map(|key| short_pod_name(key)).collect();
                let (code, message) = (error.code, &error.message);
                match budgets.len() {
                    0 | 1 => translate!(
                        self,
                        format!("can’t evict it: error {code}, {message}"),
                        format!("无法驱逐它：错误 {code}，{message}")
                    ),
                    _ => translate!(
                        self,
                        format!("can’t evict it, whatever {} allow: error {code}, “{message}”", self.list(&budgets)),
                        format!("无论 {} 是否允许都无法驱逐它：错误 {code}，“{message}”", self.list(&budgets))
                    ),
                }
            }
            DrainEffect::Left(reason) => self.stay_reason(*reason, true),
        }
    }

    /// How long it is left on a node that is not well.
    fn node_loss_effect(&self, lasts: NodeLossEffect) -> String {
        match lasts {
            NodeLossEffect::Goes(after) if after.to_millis() < 1000 => {
                translate!(self, "evicts it immediately".into(), "立即驱逐它".into())
            }
            NodeLossEffect::Goes(after) => {
                translate!(
                    self,
                    format!("evicts it after {}", format_clock(after)),
                    format!("{} 后驱逐它", format_clock(after))
                )
            }
            NodeLossEffect::Stays(reason) => self.stay_reason(reason, false),
        }
    }
}

/// Flags of a drain, and why a pod needs them, in English and Chinese.
fn flag_reasons(flags: &[Str]) -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let known_names = [
        ("--force", "it has no controller", "它没有控制器"),
        (
            "--delete-emptydir-data",
            "it has an emptyDir volume, whose data is lost",
            "它有 emptyDir 卷，其中的数据会丢失",
        ),
    ];
    known_names.into_iter().filter(|(flag, ..)| flags.iter().any(|other| other == flag))
}

impl<T: Speaker> EvictorSentences for T {}
