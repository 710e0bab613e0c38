//! What budgets, zones and controllers come to, line by line: a name, a number, and where it comes from.

use runlog::{Demand, ZoneState};

use crate::{
    languages::Speaker,
    table::grammar::{CountedNoun, Grammar},
};

message_struct! {
    /// The names of the lines, and fixed words beside them.
    pub struct RulingLabels {
        expected: "Expected", "预期";
        desired: "Desired healthy", "期望健康";
        healthy: "Healthy", "健康";
        allowed: "Allowed", "允许中断";
        allowed_now: "Allowed now", "现在允许";
        answer: "Answer", "回答";
        not_ready: "Not ready", "未就绪";
        state: "State", "状态";
        rate: "Rate", "速率";
        wants: "Desired", "需要";
        has: "Current", "现有";
        ready: "Ready", "就绪";
        creates: "Creates", "创建";
        deletes: "Deletes", "删除";
        scales: "Scales", "调整规模";
        backoff: "Backoff", "退避";
        yes: "allowed", "允许";
        uncounted: "Not counted yet: no pod may be evicted.", "尚未统计：不可驱逐任何 Pod。";
        from_text: "the status given in the manifest", "场景文本中的状态";
        none_expected: "no pods are expected, so none may be evicted", "预期为 0 时，不允许驱逐";
        no_count: "SyncFailed: nothing may be evicted", "SyncFailed：不允许任何驱逐";
        no_controller: "no controller: adds nothing to the expected number", "没有控制器：不增加预期数";
        tainted: "NoExecute", "NoExecute";
        threshold: "at least 55% and 3 nodes: PartialDisruption; all nodes: FullDisruption", "达到 55% 且至少 3 个节点：PartialDisruption；全部：FullDisruption";
        all_ready: "all nodes are ready", "所有节点都已就绪";
        from_start: "since the start", "从一开始";
        in_vain: "the last attempt failed", "上一次尝试没有成功";
        pods: "Pods that it selects", "选中的 Pod";
        nodes: "Its nodes", "其中的节点";
        none_selected: "It selects no pod.", "没有选中任何 Pod。";
        of_this_order: "in this order", "依此顺序";
        budgets: "Disruption budgets", "干扰预算";
        zones: "Zones", "可用区";
        no_budget: "There are no disruption budgets.", "没有干扰预算。";
        no_zone: "There are no nodes.", "没有节点。";
        function: "Upstream", "上游函数";
    }
}

/// Sentences of it. Owners come as `Deployment/web`, pods without the namespace `default`, times as clocks.
pub trait RulingSentences: Grammar {
    /// The fixed words.
    fn ruling_labels(&self) -> &'static RulingLabels {
        RulingLabels::of(self)
    }

    fn budget_title(&self, name: &str, demand: &Demand) -> String {
        let demand = match demand {
            Demand::Nothing => String::new(),
            Demand::MinAvailable(value) => format!(" · minAvailable: {value}"),
            Demand::MaxUnavailable(value) => format!(" · maxUnavailable: {value}"),
        };
        translate!(self, format!("Budget {name}{demand}"), format!("预算 {name}{demand}"))
    }

    fn eviction_title(&self, pod: &str, budget: Option<&str>) -> String {
        translate!(
            self,
            budget.map_or_else(|| format!("Eviction of {pod}"), |budget| format!("Eviction of {pod}, budget {budget}")),
            budget.map_or_else(|| format!("驱逐 {pod}"), |budget| format!("驱逐 {pod}，预算 {budget}"))
        )
    }

    fn zone_title(&self, name: &str) -> String {
        match name {
            "" => translate!(self, "Nodes without a zone".to_owned(), "没有可用区标签的节点".to_owned()),
            _ => translate!(self, format!("Zone {name}"), format!("可用区 {name}")),
        }
    }

    /// Whose scale counts.
    fn scale_source(&self, scales: &[(&str, i32)]) -> String {
        let each: Vec<String> = scales
            .iter()
            .map(|(owner, scale)| {
                translate!(self, format!("{owner}: {scale} desired"), format!("{owner} 需要 {scale} 个"))
            })
            .collect();
        let each: Vec<&str> = each.iter().map(String::as_str).collect();
        self.list(&each)
    }

    fn no_controller(&self) -> &'static str {
        translate!(self, "no controller defines a replica count", "没有控制器说明应有多少个")
    }

    fn unmanaged_pods(&self, unmanaged: i32) -> String {
        translate!(
            self,
            format!("; without a controller: {unmanaged}, not counted here"),
            format!("；没有控制器的 {unmanaged} 个不计入")
        )
    }

    fn pods_selected(&self, pods: i32) -> String {
        let pods = self.count(usize::try_from(pods).unwrap_or(0), CountedNoun::Pod);
        translate!(self, format!("the selector matches {pods}"), format!("选择算符匹配 {pods}"))
    }

    /// How the desired number comes from the expected one.
    fn desired_formula(&self, demand: &Demand, expected: i32, away: i32) -> String {
        match demand {
            Demand::Nothing => translate!(self, "the budget sets no limit".to_owned(), "预算没有提出要求".to_owned()),
            Demand::MinAvailable(value) if demand.needs_scale() => translate!(
                self,
                format!("minAvailable: {value} of {expected}, rounded up"),
                format!("minAvailable：{expected} 的 {value}，向上取整")
            ),
            Demand::MinAvailable(value) => format!("minAvailable: {value}"),
            Demand::MaxUnavailable(value) => translate!(
                self,
                format!("{expected} − {away}, by maxUnavailable: {value}"),
                format!("{expected} − {away}，依据 maxUnavailable: {value}")
            ),
        }
    }

    fn healthy_formula(&self, pods: i32, away: &[String]) -> String {
        let pods = self.count(usize::try_from(pods).unwrap_or(0), CountedNoun::Pod);
        let away: Vec<&str> = away.iter().map(String::as_str).collect();
        translate!(
            self,
            match away.is_empty() {
                true => format!("of {pods}"),
                false => format!("of {pods}; not counted: {}", self.list(&away)),
            },
            match away.is_empty() {
                true => format!("共 {pods}"),
                false => format!("共 {pods}；不计入：{}", self.list(&away)),
            }
        )
    }

    /// A pod, or a node, with what is to be said of it.
    fn name_with_note(&self, name: &str, note: &str) -> String {
        translate!(self, format!("{name} ({note})"), format!("{name}（{note}）"))
    }

    fn more_pods(&self, hidden_count: usize) -> String {
        translate!(self, format!("{hidden_count} more"), format!("另外 {hidden_count} 个"))
    }

    fn count_time(&self, when: &str) -> String {
        translate!(self, format!("counted at {when}"), format!("计数于 {when}"))
    }

    fn evictions_since(&self, spent: i32) -> String {
        translate!(
            self,
            format!("evictions allowed since the count: {spent}"),
            format!("计数之后已允许驱逐 {spent} 次")
        )
    }

    fn healthy_enough(&self, healthy: i32, desired: i32) -> String {
        translate!(
            self,
            format!("{healthy} − {desired}, but not below 0"),
            format!("{healthy} − {desired}，但不低于 0")
        )
    }

    fn one_disruption_spent(&self, before: i32, remaining_disruptions: i32) -> String {
        translate!(
            self,
            format!("{before} − 1 = {remaining_disruptions} left"),
            format!("{before} − 1 = {remaining_disruptions}，还剩 {remaining_disruptions} 次")
        )
    }

    fn not_ready_share(&self, not_ready: usize, nodes: usize, percent: usize) -> String {
        translate!(self, format!("{not_ready} of {nodes} = {percent}%"), format!("{not_ready} / {nodes} = {percent}%"))
    }

    fn state_since(&self, when: &str, so_long: &str) -> String {
        translate!(self, format!("since {when}, for {so_long}"), format!("从 {when} 起，已 {so_long}"))
    }

    /// How fast nodes are tainted: so many in 100 seconds; and why.
    fn taint_rate(&self, per_100_s: u32, state: ZoneState, nodes: usize) -> (String, String) {
        let value = match per_100_s {
            0 => "0".to_owned(),
            rate => {
                let (integer_part, rest) = (rate / 100, rate % 100);
                let number = format!("{integer_part}.{rest:02}");
                let number = number.trim_end_matches('0').to_owned();
                translate!(self, format!("{number} per s"), format!("每秒 {number}"))
            }
        };
        let reason = match (per_100_s, state) {
            (0, ZoneState::Full) => translate!(
                self,
                "no zone has a ready node: no NoExecute taint, no eviction".to_owned(),
                "没有任何可用区有就绪的节点：不加 NoExecute 污点，不驱逐".to_owned()
            ),
            (0, _) => translate!(
                self,
                format!("{nodes} nodes, at most 50: no more nodes get the NoExecute taint"),
                format!("{nodes} 个节点，不超过 50 个：不再给节点加 NoExecute 污点")
            ),
            (rate, _) => {
                let seconds = 100 / rate.max(1);
                translate!(
                    self,
                    format!("one node every {seconds} s gets the NoExecute taint"),
                    format!("每 {seconds} 秒给一个节点加上 NoExecute 污点")
                )
            }
        };
        (value, reason)
    }

    fn creates_of_missing(&self, makes: usize, missing: usize) -> String {
        match makes == missing {
            true => String::new(),
            false => {
                translate!(self, format!("of {missing} missing: one at a time"), format!("缺少 {missing} 个：逐个创建"))
            }
        }
    }
}

impl<T: Speaker> RulingSentences for T {}
