//! How a budget is counted, and what an eviction is answered.

use runlog::{BudgetCount, Demand, Eviction, EvictionAnswer, UnhealthyReason};

use crate::{
    languages::Speaker,
    table::grammar::{CountedNoun, Grammar, TitleAndText, title_and_text},
};

/// Pods come by name; owners as `Deployment/web`.
pub trait DisruptionSentences: Grammar {
    /// The arithmetic of a budget, as a step.
    fn budget_counted(&self, count: &BudgetCount) -> TitleAndText {
        let name = count.budget.name();
        let sentences = self.budget_arithmetic(count);
        translate!(
            self,
            title_and_text(format!("Counting pods for {name}"), sentences.join(" ")),
            title_and_text(format!("为 {name} 计数"), sentences.join(""))
        )
    }

    /// The same in sentences: what is expected and why, what is desired, what is healthy and what isn't, what is allowed.
    fn budget_arithmetic(&self, count: &BudgetCount) -> Vec<String> {
        let mut sentences = vec![self.expected_pods_reason(count)];
        if let Some(reason) = &count.failed {
            sentences.push(translate!(
                self,
                format!("The controller can’t count: {reason}. No eviction is allowed (SyncFailed)."),
                format!("控制器无法计数：{reason}。不允许任何驱逐（SyncFailed）。")
            ));
            return sentences;
        }
        let (expected, desired, healthy, allowed) = (count.expected, count.desired, count.healthy, count.allowed);
        sentences.push(match &count.demand {
            Demand::MaxUnavailable(value) => translate!(
                self,
                format!("maxUnavailable: {value}, so {desired} should be healthy."),
                format!("maxUnavailable: {value}，所以期望 {desired} 个健康。")
            ),
            Demand::MinAvailable(value) => translate!(
                self,
                format!("minAvailable: {value}, so {desired} should be healthy."),
                format!("minAvailable: {value}，所以期望 {desired} 个健康。")
            ),
            Demand::Nothing => {
                translate!(self, "The budget sets no limit.".to_owned(), "预算没有提出任何要求。".to_owned())
            }
        });
        sentences.push(translate!(self, format!("{healthy} are healthy."), format!("健康 {healthy} 个。")));
        if !count.unhealthy.is_empty() {
            let names: Vec<String> = count
                .unhealthy
                .iter()
                .map(|(pod, reason)| format!("{pod} ({})", self.unhealthy_reason(*reason)))
                .collect();
            sentences.push(translate!(
                self,
                format!("Not counted as healthy: {}.", names.join(", ")),
                format!("不计为健康：{}。", names.join("、"))
            ));
        }
        sentences.push(if expected <= 0 {
            translate!(
                self,
                "No pods are expected, so no eviction is allowed.".to_owned(),
                "期望的 Pod 数为 0 时，不允许驱逐。".to_owned()
            )
        } else {
            translate!(
                self,
                format!("{healthy} − {desired}: {} allowed.", self.disruption_count(allowed)),
                format!("{healthy} − {desired}：允许中断 {allowed} 个。")
            )
        });
        sentences
    }

    fn disruption_count(&self, allowed: i32) -> String {
        self.count(usize::try_from(allowed).unwrap_or(0), CountedNoun::Disruption)
    }

    /// How many pods there should be, and who says so.
    fn expected_pods_reason(&self, count: &BudgetCount) -> String {
        let expected = count.expected;
        let pods = self.count(usize::try_from(count.pods).unwrap_or(0), CountedNoun::Pod);
        if !count.demand.needs_scale() {
            return translate!(
                self,
                format!("The selector matches {pods}: {expected} expected."),
                format!("选择算符匹配 {pods}：预期 {expected} 个。")
            );
        }
        let scales: Vec<String> = count.scales.iter().map(|(owner, scale)| format!("{owner}: {scale}")).collect();
        let unmanaged = count.unmanaged;
        let mut text = match (scales.is_empty(), count.failed.is_some()) {
            (true, true) => translate!(self, format!("The selector matches {pods}."), format!("选择算符匹配 {pods}。")),
            (true, false) => translate!(
                self,
                format!("The selector matches {pods}, but no controller defines a replica count: {expected} expected."),
                format!("选择算符匹配 {pods}，但没有控制器说明应有多少个：预期 {expected} 个。")
            ),
            (false, _) => translate!(
                self,
                format!(
                    "The selector matches {pods}; the scale of their controllers counts ({}): {expected} expected.",
                    scales.join(", ")
                ),
                format!("选择算符匹配 {pods}；计入的是其控制器的规模（{}）：预期 {expected} 个。", scales.join("、"))
            ),
        };
        if unmanaged > 0 {
            text += &translate!(
                self,
                format!(" Pods without a controller are not included ({unmanaged})."),
                format!("没有控制器的 Pod 不增加这个数（{unmanaged} 个）。")
            );
        }
        text
    }

    fn unhealthy_reason(&self, reason: UnhealthyReason) -> &'static str {
        match reason {
            UnhealthyReason::Terminating => translate!(self, "being deleted", "正在删除"),
            UnhealthyReason::Disrupted => translate!(self, "its eviction was allowed", "已允许驱逐"),
            UnhealthyReason::NotReady => translate!(self, "not ready", "未就绪"),
        }
    }

    /// What the Eviction API answers.
    fn eviction_answered(&self, eviction: &Eviction) -> TitleAndText {
        let pod = eviction.pod.strip_prefix("default/").unwrap_or(&eviction.pod);
        let budget = eviction.budget.as_ref().map_or("", |budget| budget.name());
        let title = match &eviction.answer {
            EvictionAnswer::Refused { code, .. } => {
                translate!(
                    self,
                    format!("Eviction of {pod}: refused ({code})"),
                    format!("驱逐 {pod}：被拒绝（{code}）")
                )
            }
            _ => translate!(self, format!("Eviction of {pod}: allowed"), format!("驱逐 {pod}：允许")),
        };
        let text = match &eviction.answer {
            EvictionAnswer::NotDisrupted => translate!(
                self,
                "The pod isn’t running yet, has finished, or is already being deleted, so no budget is checked."
                    .to_owned(),
                "该 Pod 尚未运行、已结束或已在删除：不询问任何预算。".to_owned()
            ),
            EvictionAnswer::Unprotected => {
                translate!(
                    self,
                    "No disruption budget selects the pod.".to_owned(),
                    "没有干扰预算选中该 Pod。".to_owned()
                )
            }
            EvictionAnswer::AlwaysAllowed => translate!(
                self,
                format!("The pod isn’t ready, and {budget} has unhealthyPodEvictionPolicy: AlwaysAllow."),
                format!("该 Pod 未就绪，而 {budget} 的 unhealthyPodEvictionPolicy 为 AlwaysAllow。")
            ),
            EvictionAnswer::EnoughHealthy => translate!(
                self,
                format!("The pod isn’t ready, and {budget} has enough healthy pods without it."),
                format!("该 Pod 未就绪，而 {budget} 的健康 Pod 已经足够。")
            ),
            EvictionAnswer::Granted { left } => translate!(
                self,
                format!("This uses one disruption of {budget}; {left} left."),
                format!("从 {budget} 中扣除一次中断；还剩 {left} 次。")
            ),
            EvictionAnswer::Refused { message, cause, .. } => {
                let text = format!("{message} {cause}").trim_end().to_owned();
                translate!(self, text, text)
            }
        };
        title_and_text(title, text)
    }
}

impl<T: Speaker> DisruptionSentences for T {}
