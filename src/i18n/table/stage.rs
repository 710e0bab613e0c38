//! What stands on the stage: words beside what is drawn.

use runlog::Reason;
use trace::{
    budget_guard::{BudgetState, GuardingBudgets},
    pod_ends::PodEnd,
};

use crate::{
    Shortage,
    languages::{En, Speaker, Zh},
    short_pod_name,
    table::{
        grammar::{CountedNoun, Grammar},
        reason::{ReasonSentences as _, format_taint},
    },
};

/// Names of pods that a question has at most.
const COVERED: usize = 8;

message_struct! {
    /// The fixed words of the stage.
    pub struct StageLabels {
        victim: "victim", "牺牲者";
        not_ready: "not ready", "未就绪";
        spared: "spared", "不被抢占";
        score_steps: "raw: the plugin’s own number → normalized: the same range for all plugins → × weight: points that are added", "原始分：插件自己的数值 → 归一化：换算到所有插件共用的范围 → × 权重：加到总分上的分数";
        least_is_best: ". Here the lowest raw number is best", "。此处原始分越低越好";
        cut_short: ", as on every node: drawn shorter", "，每个节点都相同：画得较短";
        stays: "stays", "可以保留";
        waits: "Waits for room", "等待空间";
        starting: "starting", "正在启动";
        reserved: "reserved", "已预留";
        done: "completed", "已完成";
        fits: "fits", "放得下";
        chosen: "chosen", "被选中";
        trial: "dry run", "试运行";
        might_help: "eviction might help", "驱逐可能有用";
        no_help: "eviction can’t help", "驱逐没有用";
        dropped: "out", "淘汰";
        no_candidate: "not a candidate", "不是候选节点";
        removed: "Still removed", "仍被移走";
        victims: "Victims", "牺牲者";
        missing: "no such node", "节点不存在";
        no_run: "Nothing to run: see the list above the editor in Build.", "没有可运行的内容：请看“构建”中编辑器上方的列表。";
        no_nodes: "No nodes yet. Add one in Build.", "还没有节点。可在“构建”中添加。";
        no_requests: "no requests", "没有资源请求";
        on_stage: "on the stage", "见集群图";
        other_scheduler: "other scheduler", "其他调度器";
        other_scheduler_is: "This scheduler ignores pods that name another one.", "指定了其他调度器的 Pod，此调度器不处理。";
        uncounted: "Not counted yet: no pod may be evicted.", "尚未统计：不可驱逐任何 Pod。";
        zones: "Zones", "可用区";
        without_zone: "no zone", "无可用区";
        guarded: "a pod with a disruption budget", "受干扰预算保护的 Pod";
        present: "Present", "演示";
        present_end: "End the presentation", "结束演示";
        inspector: "Inspector", "检查器";
        key_present: "present: narrator, stage and timeline only", "演示：只显示解说、集群图和时间线";
        console_line: "Open the console", "打开控制台";
        captions: "Captions", "解说";
        fold: "Hide the inspector", "收起检查器";
        console_close: "Close the console", "关闭控制台";
        signs: "Legend", "图例";
        needed: "needed", "需要";
        promised: "promised to nominated pods", "已留给获提名的 Pod";
        short: "short", "不足";
        left: "left", "剩余";
        used_without_victims: "requested by others", "其余 Pod 已请求";
        measure: "Bar height shows", "高度表示";
        measure_auto: "Bar height: automatic", "高度：自动";
        welcome: "See how kube-scheduler decides, step by step", "一步一步地看 kube-scheduler 如何决定";
        welcome_why: "Every filter, score and preemption, decided as the real scheduler does.", "每一次过滤、打分和抢占，都与真实的调度器一致。";
        welcome_back: "Your cluster is as you left it.", "您的集群与离开时一样。";
        door_go_on: "Keep building", "继续构建";
        door_watch: "Watch a preemption", "观看一次抢占";
        door_build: "Build your own cluster", "构建自己的集群";
        door_paste: "Paste your cluster", "粘贴自己的集群";
    }
}

message_struct! {
    /// The fixed words of building on the stage.
    pub struct StageEditLabels {
        page: "Edit", "编辑";
        edit: "Edit…", "编辑…";
        cordon: "Cordon", "标记为不可调度";
        uncordon: "Uncordon", "标记为可调度";
        from_the_start: "From the start", "从一开始";
        nothing_chosen:
            "Click a node, pod or budget on the stage to change it, or add one.",
            "点击集群图中的节点、Pod 或干扰预算即可修改，也可以添加新的对象。";
        node: "Node", "节点";
        pod: "Pod", "Pod";
        search_to_add: "Add… (type to search)", "添加：输入名称";
        nothing_found: "No matching template.", "没有这个名称的模板。";
        of_workload: "This pod is managed by a workload. Edit its pod template.", "这个 Pod 由工作负载创建，请修改其模板。";
        not_in_text: "This object isn’t in the manifest.", "场景文本中没有这个对象。";
        protect_all: "Protect them all", "全部保护";
        cancel: "Cancel", "取消";
        menu: "Menu", "菜单";
        show: "Show", "查看";
    }
}

/// Short sentences on the stage. Amounts come as text with their unit, pods without the namespace `default`.
pub trait StageSentences: Grammar {
    fn pod_needs(&self, pod: &str, amount: &str) -> String {
        translate!(self, format!("{pod} needs {amount}"), format!("{pod} 需要 {amount}"))
    }

    fn needs_nothing(&self, pod: &str) -> String {
        translate!(self, format!("{pod} requests nothing"), format!("{pod} 没有资源请求"))
    }

    fn zone_now(&self, not_ready: usize, nodes: usize) -> String {
        translate!(self, format!("{not_ready} of {nodes} not ready"), format!("{nodes} 个节点中 {not_ready} 个未就绪"))
    }

    fn too_few(&self, amount: &str) -> String {
        translate!(self, format!("{amount} short"), format!("还差 {amount}"))
    }

    fn resource_shortage(
        &self,
        needs: &str,
        used: &str,
        capacity: &str,
        nominated: Option<(&str, &[&str])>,
        short: &str,
    ) -> String {
        translate!(
            self,
            {
                let counted = nominated
                    .map(|(amount, nominated_pods)| format!(" and {amount} counted for {}", self.list(nominated_pods)))
                    .unwrap_or_default();
                format!("Needs {needs}; {used} of {capacity} requested{counted}: {short} short.")
            },
            {
                let counted = nominated
                    .map(|(amount, nominated_pods)| format!("，另为 {} 计入 {amount}", self.list(nominated_pods)))
                    .unwrap_or_default();
                format!("需要 {needs}；{capacity} 中已请求 {used}{counted}：还差 {short}。")
            }
        )
    }

    fn requested_of(&self, used: &str, capacity: &str, trial: bool) -> String {
        translate!(
            self,
            {
                let trial = if trial { " in this dry run" } else { "" };
                format!("{used} of {capacity} requested{trial}")
            },
            {
                let trial = if trial { "（试运行中）" } else { "" };
                format!("已请求 {used} / {capacity}{trial}")
            }
        )
    }

    fn other_of(&self, resource: &str, used: &str, capacity: &str) -> String {
        translate!(self, format!("{resource} {used} of {capacity}"), {
            let resource = if resource == "memory" { "内存" } else { resource };
            format!("{resource} {used} / {capacity}")
        })
    }

    fn pods_of(&self, pods: usize, most: i64) -> String {
        translate!(
            self,
            if most > 0 { format!("{pods} of {most} pods") } else { self.count(pods, CountedNoun::Pod) },
            if most > 0 { format!("Pod {pods} / {most}") } else { format!("{pods} 个 Pod") }
        )
    }

    fn counted_for(&self, pod: &str, amount: &str) -> String {
        translate!(self, format!("{amount} counted for {pod} (nominated)"), format!("为 {pod} 计入 {amount}（已提名）"))
    }

    /// The same for a nominated pod that does not stand in the way of the one that is checked.
    fn uncounted_for(&self, pod: &str, amount: &str) -> String {
        translate!(
            self,
            format!("{amount} for {pod} (nominated), not counted here"),
            format!("{pod}（已提名）的 {amount}，这里不计入")
        )
    }

    fn candidate_with(&self, victims: usize, violations: usize) -> String {
        translate!(
            self,
            {
                let victims = self.count(victims, CountedNoun::Victim);
                match violations {
                    0 => format!("candidate: {victims}"),
                    1 => format!("candidate: {victims}, 1 violates a budget"),
                    some => format!("candidate: {victims}, {some} violate a budget"),
                }
            },
            match violations {
                0 => format!("候选节点：{victims} 个牺牲者"),
                some => format!("候选节点：{victims} 个牺牲者，其中 {some} 个违反预算"),
            }
        )
    }

    fn put_back_next(&self, pod: &str) -> String {
        translate!(self, format!("next: try to put {pod} back"), format!("下一步：尝试放回 {pod}"))
    }

    fn pod_terminating_for(&self, remaining_time: &str) -> String {
        translate!(self, format!("terminating · {remaining_time}"), format!("正在终止 · {remaining_time}"))
    }

    /// A stretch of the timeline that is folded: so long, with so many cycles like the one before.
    fn folded_stretch(&self, long: &str, cycles: usize) -> String {
        match cycles {
            0 => translate!(self, format!("{long} without an event"), format!("{long} 内没有事件")),
            _ => translate!(
                self,
                format!("{long} with {cycles} cycles that fail like the previous one"),
                format!("{long} 内有 {cycles} 个周期与前一个同样失败")
            ),
        }
    }

    /// A preemptor and its victim, and when that begins to shut down.
    fn preemption_arrow(&self, preemptor: &str, victim: &str, at: &str) -> String {
        translate!(self, format!("{preemptor} preempts {victim} at {at}"), format!("{at}：{preemptor} 抢占 {victim}"))
    }

    /// How the run ends for a pod.
    fn pod_end(&self, end: &PodEnd) -> String {
        match end {
            PodEnd::Pending => translate!(self, "pending at the end".into(), "最终仍待调度".into()),
            PodEnd::On(node) => format!("→ {node}"),
            PodEnd::Preempted(by) => {
                let preemptor = short_pod_name(by);
                translate!(self, format!("evicted for {preemptor}"), format!("因 {preemptor} 被驱逐"))
            }
            PodEnd::Gone => translate!(self, "gone at the end".into(), "最终已不在".into()),
        }
    }

    fn pass_of(&self, pass: u8) -> String {
        match pass {
            1 => translate!(
                self,
                "Pass 1 of 2: nominated pods count".into(),
                "第 1 遍（共 2 遍）：计入已提名的 Pod".into()
            ),
            _ => {
                translate!(
                    self,
                    "Pass 2 of 2: without nominated pods".into(),
                    "第 2 遍（共 2 遍）：不计已提名的 Pod".into()
                )
            }
        }
    }

    fn skipped_checks(&self, count: usize) -> String {
        translate!(self, format!("{count} skipped: the pod doesn’t use them"), format!("跳过 {count} 项：Pod 没有用到"))
    }

    fn more_alike(&self, hidden_count: usize) -> String {
        translate!(self, format!("{hidden_count} more like it"), format!("另有 {hidden_count} 个相同"))
    }

    fn drawn_from(&self, of: usize) -> String {
        translate!(
            self,
            format!("No rules left: one of {of} is chosen at random"),
            format!("规则已用完：从 {of} 个节点中随机选一个")
        )
    }

    /// How the points of a plugin are computed, and what they are added to.
    fn weighted_score(&self, raw: i64, normalized: i64, weight: i64, total: i64) -> String {
        let points = self.weighted_points(raw, normalized, weight);
        let before = total - weight * normalized;
        let sum = format!("{before} + {} = {total}", weight * normalized);
        translate!(self, format!("{points}; total {sum}"), format!("{points}；总分 {sum}"))
    }

    fn weighted_points(&self, raw: i64, normalized: i64, weight: i64) -> String {
        let points = weight * normalized;
        translate!(
            self,
            format!("raw {raw} → normalized {normalized} × weight {weight} = {points}"),
            format!("原始分 {raw} → 归一化 {normalized} × 权重 {weight} = {points}")
        )
    }

    /// How far the node with the most points is ahead of the next one.
    fn score_lead(&self, winner: &str, total: i64, second: &str, lead: i64) -> String {
        let (total, lead) = (self.total_points(total), self.total_points(lead));
        translate!(
            self,
            format!("{winner} wins with {total}: {lead} more than {second}"),
            format!("{winner} 以 {total}胜出，比 {second} 多 {lead}")
        )
    }

    /// The question that the filters are about to answer.
    fn fit_question(&self, pod: &str, needs: &str, free: &str) -> String {
        translate!(
            self,
            format!("Next: does {pod} fit? It needs {needs}; free: {free}."),
            format!("接下来：{pod} 放得下吗？它需要 {needs}，空闲 {free}。")
        )
    }

    fn score_tie(&self, count: usize, total: i64) -> String {
        let total = self.total_points(total);
        translate!(
            self,
            format!("{} tie with {total}", self.count(count, CountedNoun::Node)),
            format!("{count} 个节点同为 {total}")
        )
    }

    fn total_points(&self, total: i64) -> String {
        translate!(self, self.count(usize::try_from(total).unwrap_or(0), CountedNoun::Point), format!("{total} 分"))
    }

    /// Nodes that are not drawn: so many with as many points as the lowest that is drawn, and so many with fewer.
    fn more_nodes(&self, equal: usize, fewer: usize, points: i64) -> String {
        let total = self.total_points(points);
        translate!(
            self,
            match (equal, fewer) {
                (0, fewer) => format!("and {} with fewer points", self.count(fewer, CountedNoun::Node)),
                (equal, 0) => format!("and {} with {total} too", self.count(equal, CountedNoun::Node)),
                (equal, fewer) =>
                    format!("and {} with {total} too, {fewer} with fewer", self.count(equal, CountedNoun::Node)),
            },
            match (equal, fewer) {
                (0, fewer) => format!("另有 {fewer} 个节点得分更低"),
                (equal, 0) => format!("另有 {equal} 个节点同为 {total}"),
                (equal, fewer) => format!("另有 {equal} 个节点同为 {total}，{fewer} 个节点得分更低"),
            }
        )
    }

    fn scheduled_by(&self, scheduler: &str) -> String {
        translate!(self, format!("for {scheduler}"), format!("由 {scheduler} 调度"))
    }

    fn gated_by(&self, gates: &[&str]) -> String {
        translate!(self, format!("gate: {}", self.list(gates)), format!("调度门控：{}", self.list(gates)))
    }

    fn waits_for(&self, node: &str) -> String {
        translate!(self, format!("nominated to {node}"), format!("已提名到 {node}"))
    }

    fn at_this_moment(&self, clock: &str) -> String {
        translate!(self, format!("At this moment ({clock})"), format!("此刻（{clock}）"))
    }

    fn made_by(&self, pod: &str, workload: &str) -> String {
        translate!(
            self,
            format!("{pod} is managed by {workload}: a change here applies to all its pods."),
            format!("{pod} 由 {workload} 创建：此处的修改对它的所有 Pod 生效。")
        )
    }

    /// What a budget would cover, before it is made: more than the pod that was clicked. A pod alone can get a label of its own.
    fn budget_covers(&self, pod: &str, is_alone: bool, others: &[&str]) -> String {
        let (named, hidden_count) = (&others[..others.len().min(COVERED)], others.len().saturating_sub(COVERED));
        let names = self.list(named);
        translate!(
            self,
            {
                let more_text = if hidden_count > 0 { format!(" and {hidden_count} more") } else { String::new() };
                let text = format!(
                    "No budget yet: one that covers {pod} also covers {names}{more_text}, as their labels match."
                );
                let protect_alone_text = format!(" To protect {pod} alone, give it a label that no other pod has.");
                if is_alone { text + &protect_alone_text } else { text }
            },
            {
                let more_text = if hidden_count > 0 { format!(" 等 {} 个", others.len()) } else { String::new() };
                let text =
                    format!("尚未设置预算：覆盖 {pod} 的干扰预算还会覆盖 {names}{more_text}，因为它们的标签同样匹配。");
                let protect_alone_text = format!("若只保护 {pod}，请为它设置其他 Pod 没有的标签。");
                if is_alone { text + &protect_alone_text } else { text }
            }
        )
    }

    fn arrives_at(&self, name: &str, at: &str) -> String {
        translate!(self, format!("{name} arrives at {at}."), format!("{name} 在 {at} 出现。"))
    }

    /// Why a node is rejected, in two or three words.
    fn brief_reason(&self, reason: &Reason) -> String {
        match reason {
            Reason::Cordoned => translate!(self, "cordoned".into(), "已标记为不可调度".into()),
            Reason::OtherNodeNamed => translate!(self, "names another node".into(), "指定了其他节点".into()),
            Reason::UntoleratedTaint { key, value } => {
                translate!(
                    self,
                    format!("taint {}", format_taint(key, value)),
                    format!("污点 {}", format_taint(key, value))
                )
            }
            Reason::NodeSelectorMismatch | Reason::AddedAffinityMismatch => {
                translate!(self, "labels don’t match".into(), "标签不匹配".into())
            }
            Reason::PortTaken { port } => {
                translate!(self, format!("port {port} in use"), format!("端口 {port} 已占用"))
            }
            Reason::TooManyPods { pods, allowed } => {
                translate!(self, format!("{pods} of {allowed} pods"), format!("Pod {pods} / {allowed}"))
            }
            Reason::Insufficient { resource, requested, used, capacity } => {
                let short = Shortage::new(resource, *requested, *used, *capacity).short;
                translate!(self, format!("{short} {resource} short"), {
                    let name = if **resource == *"memory" { "内存" } else { resource };
                    format!("{name} 还差 {short}")
                })
            }
            Reason::SpreadLabelMissing { key } => {
                translate!(self, format!("no label {key}"), format!("没有标签 {key}"))
            }
            Reason::SpreadSkew { count, self_match: self_count, min, max_skew, .. } => translate!(
                self,
                format!("skew {} > {max_skew}", count + self_count - min),
                format!("偏差 {} > {max_skew}", count + self_count - min)
            ),
            Reason::PodAffinity => translate!(self, "pod affinity not met".into(), "不满足 Pod 亲和性".into()),
            Reason::PodAntiAffinity | Reason::ExistingPodsAntiAffinity => {
                translate!(self, "pod anti-affinity".into(), "Pod 反亲和性".into())
            }
            Reason::OutsideNodeSet { .. } => translate!(self, "already ruled out".into(), "此前已排除".into()),
            Reason::NoVictims => translate!(self, "no lower-priority pod".into(), "没有优先级更低的 Pod".into()),
            Reason::Volume(_) => translate!(self, "volume".into(), "卷".into()),
            other => translate!(
                self,
                En.reason_text(other).trim_end_matches('.').to_owned(),
                Zh.reason_text(other).trim_end_matches('。').to_owned()
            ),
        }
    }

    /// By which budgets a pod is protected, and what they allow now. A pod that several select cannot be evicted, whatever they allow.
    fn pod_budgets_text(&self, guards: &GuardingBudgets) -> String {
        let names: Vec<&str> = guards.0.iter().map(|budget| budget.metadata.name.as_str()).collect();
        if names.len() < 2 {
            return self.protecting_budgets_text(guards);
        }
        let names = self.list(&names);
        translate!(
            self,
            format!(
                "protected by {names}: no eviction, since the Eviction API serves no pod that more than one budget selects"
            ),
            format!("受 {names} 保护：不可驱逐，因为驱逐 API 不支持被多个预算选中的 Pod")
        )
    }

    /// By which budgets one or more pods are protected, and what they allow now.
    fn protecting_budgets_text(&self, guards: &GuardingBudgets) -> String {
        let each = guards.0.iter().map(|budget| {
            let (name, status) = (&budget.metadata.name, &budget.status);
            let (allowed, healthy, desired) =
                (status.disruptions_allowed, status.current_healthy, status.desired_healthy);
            match BudgetState::from_budget(budget) {
                BudgetState::Uncounted => translate!(
                    self,
                    format!("protected by {name}, which isn’t counted yet: no eviction"),
                    format!("受 {name} 保护，尚未统计：不可驱逐")
                ),
                BudgetState::Open => translate!(
                    self,
                    format!("protected by {name}: {allowed} may be evicted now"),
                    format!("受 {name} 保护：现在可驱逐 {allowed} 个")
                ),
                BudgetState::Closed => translate!(
                    self,
                    format!("protected by {name}: no eviction now, {healthy} healthy, {desired} required"),
                    format!("受 {name} 保护：现在不可驱逐，健康 {healthy} 个，至少需要 {desired} 个")
                ),
                BudgetState::Short => translate!(
                    self,
                    format!("protected by {name}: no eviction, only {healthy} healthy of {desired} required"),
                    format!("受 {name} 保护：不可驱逐，健康的只有 {healthy} 个，至少需要 {desired} 个")
                ),
            }
        });
        let each: Vec<String> = each.collect();
        translate!(self, each.join("; "), each.join("；"))
    }

    fn pod_description(&self, pod: &str, priority: i32, amount: &str, fate: &str) -> String {
        translate!(
            self,
            {
                let rest = [amount, fate]
                    .into_iter()
                    .filter(|text| !text.is_empty())
                    .fold(String::new(), |all, text| all + ", " + text);
                format!("{pod}, priority {priority}{rest}")
            },
            {
                let rest = [amount, fate]
                    .into_iter()
                    .filter(|text| !text.is_empty())
                    .fold(String::new(), |all, text| all + "，" + text);
                format!("{pod}，优先级 {priority}{rest}")
            }
        )
    }
}

impl<T: Speaker> StageSentences for T {}
