//! 中文解说。标题说发生了什么，正文用数字说明原因。

use super::Zh;
use crate::catalogue::grammar::{Grammar as _, Told, told};
use crate::catalogue::story::Sentences;
use record::{Deletion, EVENT_LIMIT, Ending};
use record::{HostChoice, Point};

impl Sentences for Zh {
    fn start(&self, nodes: usize, pods: usize) -> Told {
        told("初始集群", format!("{nodes} 个节点，{pods} 个 Pod。按播放，或用 → 逐步前进。"))
    }

    fn node_added(&self, node: &str) -> Told {
        told("添加节点", format!("{node} 加入集群。"))
    }

    fn node_updated(&self, node: &str) -> Told {
        told("节点更新", format!("{node} 的标签、污点、状况或资源发生了变化。"))
    }

    fn node_removed(&self, node: &str) -> Told {
        told("移除节点", format!("{node} 不再属于集群。"))
    }

    fn budget_updated(&self, budget: &str, healthy: i32, desired: i32, allowed: i32) -> Told {
        told(
            "重新计算干扰预算",
            format!("{budget}：健康 Pod {healthy} 个，至少需要 {desired} 个；还可中断 {allowed} 个。"),
        )
    }

    fn budget_removed(&self, budget: &str) -> Told {
        told("删除干扰预算", format!("{budget} 不再保护任何 Pod。"))
    }

    fn class_removed(&self, class: &str) -> Told {
        told("删除优先级类", format!("{class} 已删除。已有 Pod 保留其优先级。"))
    }

    fn pod_created(&self, pod: &str) -> Told {
        told("创建 Pod", format!("{pod} 还没有节点。"))
    }

    fn pod_created_on(&self, pod: &str, node: &str) -> Told {
        told("创建 Pod", format!("{pod} 创建时 spec.nodeName 就是 {node}，因此不经过调度器。"))
    }

    fn pod_created_by(&self, pod: &str, by: &str) -> Told {
        told("创建 Pod", format!("{by} 创建了 {pod}。"))
    }

    fn pod_updated(&self, pod: &str) -> Told {
        told("Pod 更新", format!("{pod} 的规约或标签已更改。"))
    }

    fn pod_removed(&self, pod: &str) -> Told {
        told("Pod 已删除", format!("{pod} 已不存在，其资源已释放。"))
    }

    fn queued_new(&self, pod: &str, queue: &str) -> Told {
        told(format!("进入队列：{queue}"), format!("{pod} 是新 Pod，进入“{queue}”。"))
    }

    fn queued_unschedulable(&self, pod: &str, queue: &str, backoff: &str) -> Told {
        told(format!("移入队列：{queue}"), format!("{pod} 在此等待，直到出现可能使其可调度的变化。{backoff}"))
    }

    fn queued_backoff_over(&self, pod: &str, queue: &str) -> Told {
        told(format!("移入队列：{queue}"), format!("{pod} 的退避已结束，可以再次尝试。"))
    }

    fn queued_by(&self, pod: &str, queue: &str, by: &str, backoff: &str) -> Told {
        told(format!("移入队列：{queue}"), format!("{by} 可能使 {pod} 可调度。{backoff}"))
    }

    fn backoff_left(&self, wait: &str) -> String {
        format!("其退避将在 {wait} 后结束。")
    }

    fn popped(&self, pod: &str, attempt: u32) -> Told {
        told("调度器取出下一个 Pod", format!("{pod}：优先级高者先，同级中等待最久者先。这是第 {attempt} 次尝试。"))
    }

    fn popped_early(&self, pod: &str, attempt: u32, left: &str) -> Told {
        told(
            "调度器从 backoffQ 中取出一个 Pod",
            format!("activeQ 为空，所以即使 {pod} 的退避还剩 {left}，也会尝试调度。这是第 {attempt} 次尝试。"),
        )
    }

    fn nominated(&self, pod: &str, node: &str) -> Told {
        told(
            "已提名节点",
            format!(
                "{pod} 的 status.nominatedNodeName 现为 {node}。在该节点检查同级或更低优先级的 Pod 时，{pod} 视为已在运行。"
            ),
        )
    }

    fn nomination_cleared(&self, pod: &str) -> Told {
        told("提名已清除", format!("{pod} 不再有提名节点，须像其他 Pod 一样寻找节点。"))
    }

    fn nomination_lost(&self, pod: &str, by: &str) -> Told {
        told("提名已清除", format!("{by} 的优先级更高并占用该节点，因此 {pod} 失去提名。"))
    }

    fn expected(&self, pod: &str, node: &str) -> Told {
        told(
            "已写入预期节点",
            format!(
                "{pod} 的绑定需要时间，因此其 status.nominatedNodeName 现在就设为 {node}。自动扩缩容器等其他程序可由此得知它将运行在哪里。"
            ),
        )
    }

    fn assumed(&self, pod: &str, node: &str) -> Told {
        told("假定", format!("调度器从现在起将 {pod} 计入 {node}。绑定期间即可调度下一个 Pod。"))
    }

    fn bound(&self, pod: &str, node: &str) -> Told {
        told("已绑定", format!("{pod} 的 spec.nodeName 现为 {node}。"))
    }

    fn waits(&self, pod: &str, node: &str, plugins: &[&str], at_most: &str) -> Told {
        told(
            "在 Permit 处等待",
            format!(
                "{} 推迟了 {pod} 到 {node} 的绑定。其请求在此期间计入该节点。{at_most} 内没有答复则被拒绝。",
                self.list(plugins)
            ),
        )
    }

    fn allowed(&self, pod: &str, node: &str) -> Told {
        told("已允许", format!("{pod} 不再等待：可以绑定到 {node}。"))
    }

    fn pre_binding(&self, pod: &str, node: &str, takes: &str) -> Told {
        told("PreBind", format!("插件正在为 {pod} 准备 {node}，用时 {takes}。"))
    }

    fn binding_volumes(&self, pod: &str, claims: &[&str], gives_up: &str) -> Told {
        told(
            "正在绑定卷",
            format!(
                "调度器将 {pod} 所需的卷告知 API 服务器。申领 {} 绑定之后，{pod} 才会绑定到节点；最多等待 {gives_up}。",
                self.list(claims)
            ),
        )
    }

    fn unreserved(&self, pod: &str, node: &str, at: Point) -> Told {
        told(
            format!("在 {at:?} 处被拒绝"),
            format!("{pod} 不绑定到 {node}。调度器不再将其计入该节点（Unreserve），该 Pod 回到队列。"),
        )
    }

    fn bind_failed(&self, pod: &str, node: &str) -> Told {
        told(
            "绑定失败",
            format!("API 服务器拒绝将 {pod} 绑定到 {node}。调度器释放预留的资源（Unreserve），退避后重试。"),
        )
    }

    fn creating(&self, pod: &str) -> Told {
        told("正在启动容器", format!("kubelet 正在创建 {pod} 的容器。"))
    }

    fn running(&self, pod: &str) -> Told {
        told("运行中", format!("{pod} 的所有容器都在运行。"))
    }

    fn succeeded(&self, pod: &str) -> Told {
        told("已完成", format!("{pod} 成功结束，其资源已释放。"))
    }

    fn terminating(&self, pod: &str, left: &str, why: &Deletion) -> Told {
        let (title, cause) = match why {
            Deletion::Preempted { by } => ("牺牲者终止中", format!("{pod} 被 {} 抢占。", crate::short(by))),
            Deletion::Deleted => ("Pod 终止中", format!("{pod} 被删除。")),
            Deletion::ScaledDown => ("Pod 终止中", format!("{pod} 的控制器的副本数超过所需。")),
            Deletion::Drained => ("Pod 终止中", format!("腾空节点时驱逐 {pod}。")),
            Deletion::Orphaned => ("Pod 终止中", format!("{pod} 所在的节点已不存在。")),
            Deletion::Tainted => ("Pod 终止中", format!("NoExecute 污点驱逐 {pod}。")),
        };
        told(title, format!("{cause}它有 {left} 的时间终止，在此之前仍占用资源。"))
    }

    fn script(&self, command: &str) -> Told {
        told("脚本", format!("kubectl {command}"))
    }

    fn printed(&self, output: &str) -> Told {
        told("kubectl 输出", output)
    }

    fn changed(&self) -> Told {
        told("集群变化", "")
    }

    fn ended(&self, ending: Ending) -> Told {
        let why = match ending {
            Ending::Quiet => "不会再发生任何事情。".to_owned(),
            Ending::Duration => "场景时长已到。".to_owned(),
            Ending::Limit => {
                format!("事件超过 {EVENT_LIMIT} 个，运行在此停止。请减少 Pod，或缩短 durationSeconds。")
            }
        };
        told("运行结束", why)
    }

    fn point(&self, point: Point, pod: &str, node: &str) -> String {
        match point {
            Point::Reserve => {
                format!(
                    "调度器假定 {pod} 在 {node} 上：API 服务器尚不知情时，其请求已计入。插件可以预留 Pod 所需的资源。"
                )
            }
            Point::Permit => {
                format!("插件可以推迟或拒绝 {pod} 的绑定；这里没有插件这样做。下一个调度周期可以同时开始。")
            }
            Point::PreBind => format!("插件可以在 {node} 上为 {pod} 做准备，例如卷。"),
            Point::Bind => format!("调度器通知 API 服务器：{pod} 运行在 {node} 上，由该节点的 kubelet 接手。"),
            _ => format!("{pod} 已绑定。插件可以作出响应；调度器对该 Pod 的工作已完成。"),
        }
    }

    fn may_preempt(&self, pod: &str) -> Told {
        told(
            "可以抢占吗？",
            format!("可以。没有节点能容纳 {pod}，它也没有在提名节点上等待牺牲者。它将寻找可以驱逐的低优先级 Pod。"),
        )
    }

    fn may_not_preempt(&self, why: String) -> Told {
        told("不能抢占", why)
    }

    fn potential(&self, some: usize, all: usize, names: &[&str]) -> Told {
        told(
            format!("驱逐可能对哪些节点有用？{some}/{all}"),
            if some == 0 {
                "没有：移走 Pod 不会改变过滤失败的原因。".into()
            } else {
                format!("移走 Pod 后可能腾出空间的节点：{}。", self.list(names))
            },
        )
    }

    fn dry_run(&self, node: &str, pod: &str, removed: &[&str]) -> Told {
        told(
            format!("在 {node} 上试运行：移走低优先级 Pod"),
            format!("移走全部 {} 个优先级低于 {pod} 的 Pod：{}。", removed.len(), self.list(removed)),
        )
    }

    fn does_not_fit_alone(&self, pod: &str) -> String {
        format!("{pod} 仍然放不下")
    }

    fn fits_alone(&self, pod: &str, node: &str) -> Told {
        told(
            format!("移走它们后 {pod} 放得下"),
            format!("{node} 是候选。接着逐个尝试放回 Pod：先是驱逐会违反干扰预算的，再按优先级从高到低。"),
        )
    }

    fn reprieved(&self, asked: &str, node: &str, pod: &str, budgets: &[&str]) -> Told {
        told(
            format!("{asked} 可以保留"),
            format!("将 {asked} 放回 {node} 后，{pod} 仍放得下：免于驱逐。{}", self.would_violate(budgets)),
        )
    }

    fn victim(&self, asked: &str, node: &str, pod: &str, why: &str, budgets: &[&str]) -> Told {
        told(
            format!("{asked} 是牺牲者"),
            format!("将 {asked} 放回 {node} 后，{pod} 放不下。{why}{}", self.would_violate(budgets)),
        )
    }

    fn no_candidate(&self, node: &str) -> String {
        format!("{node} 不是候选")
    }

    fn candidate(&self, node: &str, victims: &[&str], violations: usize) -> Told {
        let text = match (victims, violations) {
            ([], _) => "无需驱逐任何 Pod。".into(),
            (_, 0) => format!("牺牲者：{}。不违反任何干扰预算。", self.list(victims)),
            _ => format!("牺牲者：{}。其中 {violations} 个的驱逐违反干扰预算。", self.list(victims)),
        };
        told(format!("{node} 是候选"), text)
    }

    fn all_equal(&self, of: usize) -> String {
        format!("按此规则 {of} 个候选相同。")
    }

    fn remain(&self, of: usize, names: &[&str]) -> String {
        format!("{of} 个候选中留下 {} 个：{}。", names.len(), self.list(names))
    }

    fn chosen(&self, node: &str, victims: &[&str], ties: usize) -> Told {
        let text = match victims {
            [] => "无需驱逐任何 Pod。".into(),
            _ => format!("牺牲者：{}。", self.list(victims)),
        };
        let tie = match ties {
            0 | 1 => String::new(),
            count => format!("按所有规则 {count} 个节点都相同，随机选择其一。"),
        };
        told(format!("选中 {node}"), text + &tie)
    }

    fn not_scheduled(&self, pod: &str, making_room_on: Option<&str>) -> Told {
        told(
            "尚未调度",
            match making_room_on {
                Some(node) => format!("现在没有节点能容纳 {pod}。抢占正在 {node} 上腾出空间。"),
                None => format!("{pod} 保持 Pending。"),
            },
        )
    }

    fn rejected_everywhere(&self) -> String {
        "检查节点之前即被拒绝".into()
    }

    fn pre_filter(&self, possible: Option<usize>, skipped: &[&str]) -> Told {
        let only = possible.map(|nodes| format!("只有 {nodes} 个节点可能合适。"));
        let skip =
            (!skipped.is_empty()).then(|| format!("以下插件跳过，因为该 Pod 未使用它们：{}。", self.list(skipped)));
        told("各插件先检查 Pod", [only, skip].into_iter().flatten().collect::<String>())
    }

    fn fits(&self, node: &str) -> String {
        format!("{node} 可行")
    }

    fn does_not_fit(&self, node: &str) -> String {
        format!("{node} 不可行")
    }

    fn every_filter_passes(&self, pod: &str, node: &str) -> String {
        format!("所有过滤都通过：{pod} 可放到 {node} 上。")
    }

    fn because(&self, plugin: &str, why: &str) -> String {
        format!("{plugin}：{why}")
    }

    fn with_nominated(&self, pods: &[&str], pass: u8) -> String {
        let pods = self.list(pods);
        match pass {
            1 => format!("这是第一遍：已提名的 Pod 视为已在运行（{pods}）。无需第二遍。"),
            _ => format!("这是第二遍，不计已提名的 Pod（{pods}）：它们可能永远不会在这里启动。"),
        }
    }

    fn first_pass(&self, pod: &str, node: &str, nominated: &[&str]) -> Told {
        (
            format!("{node}，第一遍（共两遍）：计入已提名的 Pod"),
            format!(
                "将 {} 视为已在 {node} 上运行时，{pod} 通过了所有过滤插件。接着不计它们，再过滤一遍。",
                self.list(nominated)
            ),
        )
    }

    fn all_score(&self, points: i64, weight: i64) -> String {
        format!("所有节点均为 {points} 分（权重 {weight}），没有区别。")
    }

    fn best_score(&self, nodes: &[&str], points: i64, weight: i64) -> String {
        format!("最高：{}，{points} 分（权重 {weight}）。", self.list(nodes))
    }

    fn goes_to(&self, pod: &str, node: &str) -> String {
        format!("{pod} 放到 {node}")
    }

    fn only_feasible(&self, node: &str) -> String {
        format!("只有 {node} 可行，无需打分。")
    }

    fn best_total(&self, node: &str, total: i64, ties: usize, host: HostChoice) -> String {
        match ties {
            0 | 1 => format!("{node} 总分最高：{total}。"),
            count if host == HostChoice::TopOfHeap => {
                format!("{count} 个节点同为最高总分 {total}，由它们的顺序选出堆顶的 {node}，并未随机选择。")
            }
            count => format!("{count} 个节点同为最高总分 {total}，从中随机选出 {node}。"),
        }
    }
}

impl Zh {
    fn would_violate(&self, budgets: &[&str]) -> String {
        if budgets.is_empty() {
            String::new()
        } else {
            format!("驱逐它会违反干扰预算 {}。", self.list(budgets))
        }
    }
}
