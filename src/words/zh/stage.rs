//! The stage in Chinese.

use super::Zh;
use crate::catalogue::grammar::Grammar as _;
use crate::catalogue::reason::taint;
use crate::catalogue::stage::{Craft, Sentences, Stage};
use crate::{amount, short};
use record::Reason;
use trace::ends::End;

pub(super) static STAGE: Stage = Stage {
    victim: "牺牲者",
    stays: "可以保留",
    starting: "正在启动",
    reserved: "已预留",
    done: "已完成",
    fits: "放得下",
    chosen: "被选中",
    trial: "试运行",
    might_help: "驱逐可能有用",
    no_help: "驱逐没有用",
    dropped: "淘汰",
    no_candidate: "不是候选节点",
    removed: "试运行中移走的 Pod",
    victims: "牺牲者",
    missing: "节点不存在",
    no_nodes: "还没有节点。可在“构建”中添加。",
    no_requests: "没有资源请求",
    on_stage: "见集群图",
    other_scheduler: "其他调度器",
    other_scheduler_is: "指定了其他调度器的 Pod，此调度器不处理。",
    present: "演示",
    present_end: "结束演示",
    inspector: "检查器",
    key_present: "演示：只显示解说、集群图和时间线",
    console_line: "打开控制台",
    captions: "解说",
    fold: "收起检查器",
    console_close: "关闭控制台",
    signs: "图例",
    measure: "高度表示",
    measure_auto: "高度：自动",
    welcome: "一步一步地看 kube-scheduler 如何决定",
    welcome_why: "每一次过滤、打分和抢占，都与真实的调度器一致。",
    door_watch: "观看一次抢占",
    door_build: "构建自己的集群",
    door_paste: "粘贴自己的集群",
};

pub(super) static CRAFT: Craft = Craft {
    page: "编辑",
    edit: "编辑…",
    cordon: "标记为不可调度",
    uncordon: "标记为可调度",
    from_the_start: "从一开始",
    nothing_chosen: "点击集群图中的节点、Pod 或干扰预算即可修改，也可以添加新的对象。",
    node: "节点",
    pod: "Pod",
    search_to_add: "添加：输入名称",
    nothing_found: "没有这个名称的模板。",
    of_workload: "这个 Pod 由工作负载创建，请修改其模板。",
    not_in_text: "场景文本中没有这个对象。",
    menu: "菜单",
    show: "查看",
};

impl Sentences for Zh {
    fn needs(&self, pod: &str, amount: &str) -> String {
        format!("{pod} 需要 {amount}")
    }

    fn needs_nothing(&self, pod: &str) -> String {
        format!("{pod} 没有资源请求")
    }

    fn too_few(&self, amount: &str) -> String {
        format!("还差 {amount}")
    }

    fn lack(&self, needs: &str, taken: &str, capacity: &str, promised: Option<(&str, &[&str])>, short: &str) -> String {
        let promised =
            promised.map(|(amount, to)| format!("，另有 {amount} 留给 {}", self.list(to))).unwrap_or_default();
        format!("需要 {needs}；{capacity} 中已请求 {taken}{promised}：还差 {short}。")
    }

    fn requested_of(&self, taken: &str, capacity: &str, trial: bool) -> String {
        let trial = if trial { "（试运行中）" } else { "" };
        format!("已请求 {taken} / {capacity}{trial}")
    }

    fn other_of(&self, resource: &str, taken: &str, capacity: &str) -> String {
        let resource = if resource == "memory" { "内存" } else { resource };
        format!("{resource} {taken} / {capacity}")
    }

    fn pods_of(&self, pods: usize, most: i64) -> String {
        if most > 0 { format!("Pod {pods} / {most}") } else { format!("{pods} 个 Pod") }
    }

    fn promised_to(&self, pod: &str, amount: &str) -> String {
        format!("{amount} 留给 {pod}（已提名）")
    }

    fn candidate_with(&self, victims: usize, violations: usize) -> String {
        match violations {
            0 => format!("候选节点：{victims} 个牺牲者"),
            some => format!("候选节点：{victims} 个牺牲者，其中 {some} 个违反预算"),
        }
    }

    fn put_back_next(&self, pod: &str) -> String {
        format!("下一步：尝试放回 {pod}")
    }

    fn terminating_for(&self, left: &str) -> String {
        format!("正在终止 · {left}")
    }

    fn folded(&self, long: &str, cycles: usize) -> String {
        match cycles {
            0 => format!("{long} 内没有事件"),
            _ => format!("{long} 内有 {cycles} 个周期与前一个同样失败"),
        }
    }

    fn evicts(&self, by: &str, victim: &str, at: &str) -> String {
        format!("{at}：{by} 抢占 {victim}")
    }

    fn ends(&self, end: &End) -> String {
        match end {
            End::Pending => "最终仍待调度".into(),
            End::On(node) => format!("→ {node}"),
            End::Preempted(by) => {
                let by = short(by);
                format!("因 {by} 被驱逐")
            }
            End::Gone => "最终已不在".into(),
        }
    }

    fn pass_of(&self, pass: u8) -> String {
        match pass {
            1 => "第 1 遍（共 2 遍）：计入已提名的 Pod".into(),
            _ => "第 2 遍（共 2 遍）：不计已提名的 Pod".into(),
        }
    }

    fn skipped_checks(&self, count: usize) -> String {
        format!("跳过 {count} 项：Pod 没有用到")
    }

    fn alike(&self, more: usize) -> String {
        format!("另有 {more} 个相同")
    }

    fn drawn(&self, of: usize) -> String {
        format!("规则已用完：从 {of} 个节点中随机选一个")
    }

    fn weighted(&self, raw: i64, normalized: i64, weight: i64, points: i64) -> String {
        format!("原始分 {raw} → 归一化 {normalized} × 权重 {weight} = {points}")
    }

    fn points(&self, total: i64) -> String {
        format!("{total} 分")
    }

    fn more_nodes(&self, more: usize) -> String {
        format!("另有 {more} 个节点得分更低")
    }

    fn scheduled_by(&self, scheduler: &str) -> String {
        format!("由 {scheduler} 调度")
    }

    fn gated_by(&self, gates: &[&str]) -> String {
        format!("调度门控：{}", self.list(gates))
    }

    fn waits_for(&self, node: &str) -> String {
        format!("已提名到 {node}")
    }

    fn brief(&self, reason: &Reason) -> String {
        match reason {
            Reason::Cordoned => "已标记为不可调度".into(),
            Reason::OtherNodeNamed => "指定了其他节点".into(),
            Reason::UntoleratedTaint { key, value } => format!("污点 {}", taint(key, value)),
            Reason::NodeSelectorMismatch | Reason::AddedAffinityMismatch => "标签不匹配".into(),
            Reason::PortTaken { port } => format!("端口 {port} 已占用"),
            Reason::TooManyPods { pods, allowed } => format!("Pod {pods} / {allowed}"),
            Reason::Insufficient { resource, requested, used, capacity } => {
                let name = if **resource == *"memory" { "内存" } else { resource };
                format!("{name} 还差 {}", amount(resource, requested + used - capacity))
            }
            Reason::SpreadLabelMissing { key } => format!("没有标签 {key}"),
            Reason::SpreadSkew { count, own, min, max_skew, .. } => format!("偏差 {} > {max_skew}", count + own - min),
            Reason::PodAffinity => "不满足 Pod 亲和性".into(),
            Reason::PodAntiAffinity | Reason::ExistingPodsAntiAffinity => "Pod 反亲和性".into(),
            Reason::OutsideNodeSet { .. } => "此前已排除".into(),
            Reason::NoVictims => "没有优先级更低的 Pod".into(),
            Reason::Volume(_) => "卷".into(),
            other => crate::catalogue::reason::Sentences::reason(self, other).trim_end_matches('。').to_owned(),
        }
    }

    fn at_this_moment(&self, clock: &str) -> String {
        format!("此刻（{clock}）")
    }

    fn made_by(&self, pod: &str, workload: &str) -> String {
        format!("{pod} 由 {workload} 创建：此处的修改对它的所有 Pod 生效。")
    }

    fn arrives(&self, name: &str, at: &str) -> String {
        format!("{name} 在 {at} 出现。")
    }

    fn pod_told(&self, pod: &str, priority: i32, amount: &str, fate: &str) -> String {
        let rest =
            [amount, fate].into_iter().filter(|it| !it.is_empty()).fold(String::new(), |all, it| all + "，" + it);
        format!("{pod}，优先级 {priority}{rest}")
    }
}
