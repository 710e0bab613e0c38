//! Texts of the story.

use runlog::{Deletion, EVENT_LIMIT, Ending, Point, StopReason};

use crate::{
    languages::Speaker,
    table::grammar::{CountedNoun, Grammar, TitleAndText, title_and_text},
};

/// The texts of the story. Names of pods come without the namespace `default`, times as text.
pub trait StorySentences: Grammar {
    fn run_start(&self, nodes: usize, pods: usize) -> TitleAndText {
        translate!(
            self,
            {
                let (nodes, pods) = (self.count(nodes, CountedNoun::Node), self.count(pods, CountedNoun::Pod));
                title_and_text("The cluster at the start", format!("{nodes}, {pods}. Press play, or step with →."))
            },
            title_and_text("初始集群", format!("{nodes} 个节点，{pods} 个 Pod。按播放，或用 → 逐步前进。"))
        )
    }

    /// How a run ends for its pods: how many have a node, wait, were preempted, and went otherwise.
    fn run_summary(&self, [on, pending, preempted, gone]: [usize; 4]) -> String {
        let listed = |counts: [(usize, String); 4], comma: &str| {
            let texts = counts.into_iter().filter(|(count, _)| *count > 0).map(|(_, text)| text);
            texts.collect::<Vec<_>>().join(comma)
        };
        translate!(
            self,
            {
                let was = |count: usize| if count == 1 { "was" } else { "were" };
                let pod_counts = [
                    (on, format!("{} on a node", self.count(on, CountedNoun::Pod))),
                    (pending, format!("{pending} Pending")),
                    (preempted, format!("{preempted} {} preempted", was(preempted))),
                    (gone, format!("{gone} {} deleted or evicted", was(gone))),
                ];
                format!("The run ends: {}.", listed(pod_counts, ", "))
            },
            {
                let pod_counts = [
                    (on, format!("{on} 个 Pod 在节点上")),
                    (pending, format!("{pending} 个 Pending")),
                    (preempted, format!("{preempted} 个被抢占")),
                    (gone, format!("{gone} 个被删除或驱逐")),
                ];
                format!("运行结束：{}。", listed(pod_counts, "，"))
            }
        )
    }

    fn node_added(&self, node: &str) -> TitleAndText {
        translate!(
            self,
            title_and_text("Node added", format!("{node} joined the cluster.")),
            title_and_text("添加节点", format!("{node} 加入集群。"))
        )
    }

    fn node_updated(&self, node: &str) -> TitleAndText {
        translate!(
            self,
            title_and_text("Node updated", format!("The labels, taints, conditions or resources of {node} changed.")),
            title_and_text("节点更新", format!("{node} 的标签、污点、状况或资源发生了变化。"))
        )
    }

    fn node_changed(&self, node: &str, changes: &[&str]) -> TitleAndText {
        let changes = self.list(changes);
        translate!(
            self,
            title_and_text("Node updated", format!("{node}: {changes}.")),
            title_and_text("节点更新", format!("{node}：{changes}。"))
        )
    }

    fn cordon_changed(&self, is_cordoned: bool) -> &'static str {
        match is_cordoned {
            true => translate!(self, "cordoned: no new pods", "已标记为不可调度：不再接收新 Pod"),
            false => translate!(self, "uncordoned: open for new pods", "已恢复为可调度"),
        }
    }

    fn taint_added(&self, taint: &str) -> String {
        translate!(self, format!("taint {taint} added"), format!("添加污点 {taint}"))
    }

    fn taint_removed(&self, taint: &str) -> String {
        translate!(self, format!("taint {taint} removed"), format!("移除污点 {taint}"))
    }

    fn condition_changed(&self, condition: &str, former: Option<&str>, status: &str) -> String {
        let change = former.map_or_else(|| status.to_owned(), |former| format!("{former} → {status}"));
        translate!(self, format!("condition {condition}: {change}"), format!("状况 {condition}：{change}"))
    }

    fn node_labels_changed(&self) -> &'static str {
        translate!(self, "labels changed", "标签有变化")
    }

    fn node_resources_changed(&self) -> &'static str {
        translate!(self, "resources changed", "资源有变化")
    }

    fn node_removed(&self, node: &str) -> TitleAndText {
        translate!(
            self,
            title_and_text("Node removed", format!("{node} is no longer part of the cluster.")),
            title_and_text("移除节点", format!("{node} 不再属于集群。"))
        )
    }

    fn budget_updated(&self, budget: &str, healthy: i32, desired: i32, allowed: i32) -> TitleAndText {
        translate!(
            self,
            {
                let allowed = self.count(usize::try_from(allowed).unwrap_or(0), CountedNoun::Disruption);
                title_and_text(
                    "Budget recalculated",
                    format!("{budget}: {healthy} healthy, {desired} required; {allowed} allowed."),
                )
            },
            title_and_text(
                "重新计算干扰预算",
                format!("{budget}：健康 Pod {healthy} 个，至少需要 {desired} 个；还可中断 {allowed} 个。"),
            )
        )
    }

    fn budget_removed(&self, budget: &str) -> TitleAndText {
        translate!(
            self,
            title_and_text("Disruption budget deleted", format!("{budget} no longer protects any pod.")),
            title_and_text("删除干扰预算", format!("{budget} 不再保护任何 Pod。"))
        )
    }

    fn class_removed(&self, class: &str) -> TitleAndText {
        translate!(
            self,
            title_and_text(
                "Priority class deleted",
                format!("{class} was deleted. Existing pods keep their priority.")
            ),
            title_and_text("删除优先级类", format!("{class} 已删除。已有 Pod 保留其优先级。"))
        )
    }

    fn pod_created(&self, pod: &str) -> TitleAndText {
        translate!(
            self,
            title_and_text("Pod created", format!("{pod} has no node yet.")),
            title_and_text("创建 Pod", format!("{pod} 还没有节点。"))
        )
    }

    fn pod_created_on(&self, pod: &str, node: &str) -> TitleAndText {
        translate!(
            self,
            title_and_text(
                "Pod created",
                format!("{pod} was created with spec.nodeName {node}, so it skips the scheduler.")
            ),
            title_and_text("创建 Pod", format!("{pod} 创建时 spec.nodeName 就是 {node}，因此不经过调度器。"))
        )
    }

    fn pod_created_by(&self, pod: &str, owner: &str) -> TitleAndText {
        translate!(
            self,
            title_and_text("Pod created", format!("{owner} created {pod}.")),
            title_and_text("创建 Pod", format!("{owner} 创建了 {pod}。"))
        )
    }

    fn pod_updated(&self, pod: &str) -> TitleAndText {
        translate!(
            self,
            title_and_text("Pod updated", format!("The spec or the labels of {pod} changed.")),
            title_and_text("Pod 更新", format!("{pod} 的规约或标签已更改。"))
        )
    }

    /// A pod asks for other requests than its kubelet gives it: `why` is the kubelet's word.
    fn resize_pending(&self, pod: &str, is_infeasible: bool, why: &str) -> TitleAndText {
        translate!(
            self,
            if is_infeasible {
                let text = format!(
                    "The node of {pod} can never grant the new requests: {why}. {pod} keeps what it had, and only that counts."
                );
                title_and_text("Resize infeasible", text)
            } else {
                let text = format!(
                    "The kubelet defers the new requests of {pod}: {why}. {pod} keeps what it had until there is room. The scheduler counts the new requests already."
                );
                title_and_text("Resize deferred", text)
            },
            if is_infeasible {
                let text =
                    format!("{pod} 所在的节点永远无法满足新的请求：{why}。{pod} 保持原有资源，也只按原有资源计算。");
                title_and_text("调整大小不可行", text)
            } else {
                let text = format!(
                    "kubelet 推迟 {pod} 的资源调整：{why}。有空间之前 {pod} 保持原有资源，但调度器已按新的请求计算。"
                );
                title_and_text("调整大小被推迟", text)
            }
        )
    }

    fn pod_removed(&self, pod: &str) -> TitleAndText {
        translate!(
            self,
            title_and_text("Pod deleted", format!("{pod} is gone. Its resources are free.")),
            title_and_text("Pod 已删除", format!("{pod} 已不存在，其资源已释放。"))
        )
    }

    fn queued_new(&self, pod: &str, queue: &str) -> TitleAndText {
        translate!(
            self,
            title_and_text(format!("Queued: {queue}"), format!("{pod} is new and enters the queue “{queue}”.")),
            title_and_text(format!("进入队列：{queue}"), format!("{pod} 是新 Pod，进入“{queue}”。"))
        )
    }

    fn queued_unschedulable(&self, pod: &str, queue: &str, backoff: &str) -> TitleAndText {
        translate!(
            self,
            title_and_text(
                format!("Moved to queue: {queue}"),
                format!("{pod} waits here until something changes that could make it schedulable.{backoff}"),
            ),
            title_and_text(
                format!("移入队列：{queue}"),
                format!("{pod} 在此等待，直到出现可能使其可调度的变化。{backoff}")
            )
        )
    }

    fn queued_backoff_over(&self, pod: &str, queue: &str) -> TitleAndText {
        translate!(
            self,
            title_and_text(
                format!("Moved to queue: {queue}"),
                format!("The backoff of {pod} is over. It can be retried.")
            ),
            title_and_text(format!("移入队列：{queue}"), format!("{pod} 的退避已结束，可以再次尝试。"))
        )
    }

    fn queued_by(&self, pod: &str, queue: &str, queue_event: &str, backoff: &str) -> TitleAndText {
        translate!(
            self,
            title_and_text(
                format!("Moved to queue: {queue}"),
                format!("{queue_event} might make {pod} schedulable.{backoff}")
            ),
            title_and_text(format!("移入队列：{queue}"), format!("{queue_event} 可能使 {pod} 可调度。{backoff}"))
        )
    }

    fn remaining_backoff(&self, wait: &str) -> String {
        translate!(self, format!(" Its backoff: {wait}."), format!("其退避将在 {wait} 后结束。"))
    }

    fn pod_popped(&self, pod: &str, attempt: u32) -> TitleAndText {
        translate!(
            self,
            title_and_text(
                "The scheduler takes the next pod",
                format!("{pod}: highest priority first, then the longest wait. This is attempt {attempt}."),
            ),
            title_and_text(
                "调度器取出下一个 Pod",
                format!("{pod}：优先级高者先，同级中等待最久者先。这是第 {attempt} 次尝试。")
            )
        )
    }

    /// It is taken before its backoff is over, as the scheduler has nothing else to do.
    fn pod_popped_early(&self, pod: &str, attempt: u32, remaining_backoff: &str) -> TitleAndText {
        translate!(
            self,
            title_and_text(
                "The scheduler takes a pod from backoffQ",
                format!(
                    "activeQ is empty, so {pod} is tried early, with {remaining_backoff} of its backoff left. This is attempt {attempt}."
                ),
            ),
            title_and_text(
                "调度器从 backoffQ 中取出一个 Pod",
                format!(
                    "activeQ 为空，所以即使 {pod} 的退避还剩 {remaining_backoff}，也会尝试调度。这是第 {attempt} 次尝试。"
                ),
            )
        )
    }

    fn pod_nominated(&self, pod: &str, node: &str) -> TitleAndText {
        translate!(
            self,
            title_and_text(
                "Node nominated",
                format!(
                    "status.nominatedNodeName of {pod} is now {node}. When pods of equal or lower priority are checked there, {pod} counts as if it were running."
                ),
            ),
            title_and_text(
                "已提名节点",
                format!(
                    "{pod} 的 status.nominatedNodeName 现为 {node}。在该节点检查同级或更低优先级的 Pod 时，{pod} 视为已在运行。"
                ),
            )
        )
    }

    fn node_expected(&self, pod: &str, node: &str) -> TitleAndText {
        translate!(
            self,
            title_and_text(
                "Expected node recorded",
                format!(
                    "The binding of {pod} takes time, so status.nominatedNodeName of {pod} is set to {node} now. Other programs, such as an autoscaler, can see where it will run."
                ),
            ),
            title_and_text(
                "已写入预期节点",
                format!(
                    "{pod} 的绑定需要时间，因此其 status.nominatedNodeName 现在就设为 {node}。自动扩缩容器等其他程序可由此得知它将运行在哪里。"
                ),
            )
        )
    }

    fn nomination_cleared(&self, pod: &str) -> TitleAndText {
        translate!(
            self,
            title_and_text(
                "Nomination cleared",
                format!("{pod} no longer has a nominated node. It has to find a node like any other pod."),
            ),
            title_and_text("提名已清除", format!("{pod} 不再有提名节点，须像其他 Pod 一样寻找节点。"))
        )
    }

    fn nomination_lost(&self, pod: &str, preemptor: &str) -> TitleAndText {
        translate!(
            self,
            title_and_text(
                "Nomination cleared",
                format!("{preemptor} has a higher priority and takes the node, so {pod} loses its nomination."),
            ),
            title_and_text("提名已清除", format!("{preemptor} 的优先级更高并占用该节点，因此 {pod} 失去提名。"))
        )
    }

    fn pod_assumed(&self, pod: &str, node: &str) -> TitleAndText {
        translate!(
            self,
            title_and_text(
                "Assumed",
                format!(
                    "The scheduler now counts {pod} on {node}. It can schedule the next pod while this one is being bound."
                ),
            ),
            title_and_text("假定", format!("调度器从现在起将 {pod} 计入 {node}。绑定期间即可调度下一个 Pod。"))
        )
    }

    fn pod_bound(&self, pod: &str, node: &str) -> TitleAndText {
        translate!(
            self,
            title_and_text("Bound", format!("spec.nodeName of {pod} is now {node}.")),
            title_and_text("已绑定", format!("{pod} 的 spec.nodeName 现为 {node}。"))
        )
    }

    fn binding_failed(&self, pod: &str, node: &str) -> TitleAndText {
        translate!(
            self,
            title_and_text(
                "Binding failed",
                format!(
                    "The API server refused to bind {pod} to {node}. The scheduler releases the reserved resources (Unreserve) and retries after a backoff."
                ),
            ),
            title_and_text(
                "绑定失败",
                format!("API 服务器拒绝将 {pod} 绑定到 {node}。调度器释放预留的资源（Unreserve），退避后重试。"),
            )
        )
    }

    fn pod_waits_in_permit(&self, pod: &str, node: &str, plugins: &[&str], at_most: &str) -> TitleAndText {
        translate!(
            self,
            title_and_text(
                "Waiting in Permit",
                format!(
                    "{} delays the binding of {pod} to {node}. Meanwhile its requests count there. If there is no answer within {at_most}, it is rejected.",
                    self.list(plugins)
                ),
            ),
            title_and_text(
                "在 Permit 处等待",
                format!(
                    "{} 推迟了 {pod} 到 {node} 的绑定。其请求在此期间计入该节点。{at_most} 内没有答复则被拒绝。",
                    self.list(plugins)
                ),
            )
        )
    }

    fn permit_allowed(&self, pod: &str, node: &str) -> TitleAndText {
        translate!(
            self,
            title_and_text("Allowed", format!("{pod} no longer waits in Permit: it can be bound to {node}.")),
            title_and_text("已允许", format!("{pod} 不再等待：可以绑定到 {node}。"))
        )
    }

    fn pod_pre_binding(&self, pod: &str, node: &str, takes: &str) -> TitleAndText {
        translate!(
            self,
            title_and_text("PreBind", format!("Plugins prepare {node} for {pod}. This takes {takes}.")),
            title_and_text("PreBind", format!("插件正在为 {pod} 准备 {node}，用时 {takes}。"))
        )
    }

    fn binding_volumes(&self, pod: &str, claims: &[&str], gives_up: &str) -> TitleAndText {
        translate!(
            self,
            {
                let (claim, are) = if claims.len() == 1 { ("claim", "is") } else { ("claims", "are") };
                title_and_text(
                    "Binding volumes",
                    format!(
                        "The scheduler tells the API server which volumes {pod} needs. {pod} is bound once its {claim} {} {are} bound. The scheduler waits at most {gives_up}.",
                        self.list(claims)
                    ),
                )
            },
            title_and_text(
                "正在绑定卷",
                format!(
                    "调度器将 {pod} 所需的卷告知 API 服务器。申领 {} 绑定之后，{pod} 才会绑定到节点；最多等待 {gives_up}。",
                    self.list(claims)
                ),
            )
        )
    }

    fn pod_unreserved(&self, pod: &str, node: &str, at: Point) -> TitleAndText {
        translate!(
            self,
            title_and_text(
                format!("Rejected at {at:?}"),
                format!(
                    "{pod} is not bound to {node}. The scheduler no longer counts it there (Unreserve), and it goes back to the queue."
                ),
            ),
            title_and_text(
                format!("在 {at:?} 处被拒绝"),
                format!("{pod} 不绑定到 {node}。调度器不再将其计入该节点（Unreserve），该 Pod 回到队列。"),
            )
        )
    }

    fn containers_creating(&self, pod: &str) -> TitleAndText {
        translate!(
            self,
            title_and_text("Containers starting", format!("The kubelet creates the containers of {pod}.")),
            title_and_text("正在启动容器", format!("kubelet 正在创建 {pod} 的容器。"))
        )
    }

    fn pod_running(&self, pod: &str) -> TitleAndText {
        translate!(
            self,
            title_and_text("Running", format!("All containers of {pod} are running.")),
            title_and_text("运行中", format!("{pod} 的所有容器都在运行。"))
        )
    }

    fn pod_failed(&self, pod: &str, reason: &str) -> TitleAndText {
        let reason = if reason.is_empty() { String::new() } else { format!(" ({reason})") };
        translate!(
            self,
            title_and_text(
                "Failed",
                format!("{pod} has failed{reason}. It takes no resources, and does not start again.")
            ),
            title_and_text("失败", format!("{pod} 已失败{reason}。它不占用资源，也不会再启动。"))
        )
    }
    fn pod_succeeded(&self, pod: &str) -> TitleAndText {
        translate!(
            self,
            title_and_text("Succeeded", format!("{pod} completed. Its resources are free.")),
            title_and_text("已完成", format!("{pod} 成功结束，其资源已释放。"))
        )
    }

    fn pod_terminating(&self, pod: &str, grace_period: &str, reason: &Deletion) -> TitleAndText {
        translate!(
            self,
            {
                let (title, cause) = match reason {
                    Deletion::Preempted { by } => {
                        ("Victim terminating", format!("{pod} is preempted by {}.", crate::short_pod_name(by)))
                    }
                    Deletion::PreemptedForGroup { group } => {
                        let group = crate::short_pod_name(group);
                        ("Victim terminating", format!("{pod} is preempted by the group {group} as a whole."))
                    }
                    Deletion::Deleted => ("Pod terminating", format!("{pod} was deleted.")),
                    Deletion::ScaledDown => {
                        ("Pod terminating", format!("The controller of {pod} has more replicas than it needs."))
                    }
                    Deletion::Drained => {
                        ("Pod terminating", format!("{pod} is evicted because its node is being drained."))
                    }
                    Deletion::Evicted => ("Pod terminating", format!("{pod} is evicted through the Eviction API.")),
                    Deletion::Updated => {
                        ("Pod terminating", format!("{pod} is of an older template, so its controller replaces it."))
                    }
                    Deletion::Ended => ("Pod terminating", format!("{pod} has ended, so its controller replaces it.")),
                    Deletion::Unwanted => {
                        ("Pod terminating", format!("The DaemonSet of {pod} doesn’t want it on its node."))
                    }
                    Deletion::Collected => (
                        "Pod terminating",
                        format!("The workload that owned {pod} was deleted, so the garbage collector deletes the pod."),
                    ),
                    Deletion::Orphaned => ("Pod terminating", format!("The node of {pod} no longer exists.")),
                    Deletion::NamespaceDeleted => ("Pod terminating", format!("The namespace of {pod} was deleted.")),
                    Deletion::DeviceTainted => {
                        ("Pod terminating", format!("A NoExecute taint of one of its devices evicts {pod}."))
                    }
                    Deletion::Tainted => ("Pod terminating", format!("A NoExecute taint evicts {pod}.")),
                };
                title_and_text(
                    title,
                    format!("{cause} It has {grace_period} to shut down and holds its resources until then."),
                )
            },
            {
                let (title, cause) = match reason {
                    Deletion::Preempted { by } => {
                        ("牺牲者终止中", format!("{pod} 被 {} 抢占。", crate::short_pod_name(by)))
                    }
                    Deletion::PreemptedForGroup { group } => {
                        let group = crate::short_pod_name(group);
                        ("牺牲者终止中", format!("{pod} 被整个 PodGroup {group} 抢占。"))
                    }
                    Deletion::Deleted => ("Pod 终止中", format!("{pod} 被删除。")),
                    Deletion::ScaledDown => ("Pod 终止中", format!("{pod} 的控制器的副本数超过所需。")),
                    Deletion::Drained => ("Pod 终止中", format!("腾空节点时驱逐 {pod}。")),
                    Deletion::Evicted => ("Pod 终止中", format!("{pod} 被 Eviction API 驱逐。")),
                    Deletion::Updated => ("Pod 终止中", format!("{pod} 属于旧的模板，控制器将其替换。")),
                    Deletion::Ended => ("Pod 终止中", format!("{pod} 已结束，控制器将其替换。")),
                    Deletion::Unwanted => ("Pod 终止中", format!("{pod} 的 DaemonSet 不需要它运行在该节点上。")),
                    Deletion::Collected => {
                        ("Pod 终止中", format!("拥有 {pod} 的工作负载已不存在，垃圾收集器将其删除。"))
                    }
                    Deletion::Orphaned => ("Pod 终止中", format!("{pod} 所在的节点已不存在。")),
                    Deletion::NamespaceDeleted => ("Pod 终止中", format!("{pod} 所在的名字空间已被删除。")),
                    Deletion::DeviceTainted => ("Pod 终止中", format!("其设备上的 NoExecute 污点驱逐 {pod}。")),
                    Deletion::Tainted => ("Pod 终止中", format!("NoExecute 污点驱逐 {pod}。")),
                };
                title_and_text(title, format!("{cause}它有 {grace_period} 的时间终止，在此之前仍占用资源。"))
            }
        )
    }

    fn script_action(&self, action: &str, by_kubectl: bool) -> TitleAndText {
        let action = if by_kubectl { format!("kubectl {action}") } else { action.to_owned() };
        translate!(self, title_and_text("Script", action), title_and_text("脚本", action))
    }

    /// The title stands above a caption too, so it announces no words.
    fn kubectl_output(&self, output: &str) -> TitleAndText {
        translate!(
            self,
            title_and_text("kubectl has printed a message", output),
            title_and_text("kubectl 输出了一条消息", output)
        )
    }

    fn object_changed(&self) -> TitleAndText {
        translate!(self, title_and_text("Cluster changed", ""), title_and_text("集群变化", ""))
    }

    fn run_ended(&self, run_ending: Ending) -> TitleAndText {
        translate!(
            self,
            {
                let reason = match run_ending {
                    Ending::Quiet => "Nothing more will happen.".to_owned(),
                    Ending::Duration => "The scenario’s duration is over.".to_owned(),
                    Ending::Stopped(StopReason::TooManyEvents) => format!(
                        "There were more than {EVENT_LIMIT} events. What happens later isn’t known. Use fewer pods, or a shorter \
                         durationSeconds."
                    ),
                    Ending::Stopped(StopReason::EndlessRejections) => {
                        "A kubelet keeps rejecting pods, and their controller keeps creating new ones. What happens later isn’t known."
                            .to_owned()
                    }
                };
                let title = if run_ending.is_end_of_run() { "End of the run" } else { "The run was stopped here" };
                title_and_text(title, reason)
            },
            {
                let reason = match run_ending {
                    Ending::Quiet => "不会再发生任何事情。".to_owned(),
                    Ending::Duration => "场景时长已到。".to_owned(),
                    Ending::Stopped(StopReason::TooManyEvents) => {
                        format!("事件超过 {EVENT_LIMIT} 个。之后没有再运行。请减少 Pod，或缩短 durationSeconds。")
                    }
                    Ending::Stopped(StopReason::EndlessRejections) => {
                        "kubelet 不断拒绝 Pod，其控制器又不断创建新的。之后没有再运行。".to_owned()
                    }
                };
                title_and_text(if run_ending.is_end_of_run() { "运行结束" } else { "运行在此停止" }, reason)
            }
        )
    }

    fn point_description(&self, point: Point, pod: &str, node: &str) -> String {
        match point {
            Point::Reserve => translate!(
                self,
                format!(
                    "The scheduler assumes {pod} on {node}: its requests count there before the API server knows. Plugins can reserve what the pod needs."
                ),
                format!(
                    "调度器假定 {pod} 在 {node} 上：API 服务器尚不知情时，其请求已计入。插件可以预留 Pod 所需的资源。"
                )
            ),
            Point::Permit => translate!(
                self,
                format!(
                    "Plugins can delay or reject the binding of {pod}. Meanwhile the next scheduling cycle can start."
                ),
                format!("插件可以推迟或拒绝 {pod} 的绑定；这里没有插件这样做。下一个调度周期可以同时开始。")
            ),
            Point::PreBind => translate!(
                self,
                format!("The last chance to prepare {node} for {pod}, for example its volumes."),
                format!("插件可以在 {node} 上为 {pod} 做准备，例如卷。")
            ),
            Point::Bind => translate!(
                self,
                format!("The scheduler tells the API server that {pod} runs on {node}. The kubelet there takes over."),
                format!("调度器通知 API 服务器：{pod} 运行在 {node} 上，由该节点的 kubelet 接手。")
            ),
            _ => translate!(
                self,
                format!("{pod} is bound. Plugins can react to it; the scheduler is done with this pod."),
                format!("{pod} 已绑定。插件可以作出响应；调度器对该 Pod 的工作已完成。")
            ),
        }
    }
}

impl<T: Speaker> StorySentences for T {}
