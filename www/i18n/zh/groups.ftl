### What is said of groups of pods.

group-event-pod-group-updated-title = PodGroup：{ $reason }
group-event-pod-group-updated = { $name }：{ $message }
group-event-pod-group-scheduled = { $name }：状况 PodGroupScheduled 为 { $status }。
group-event-pod-group-updated-none-title = PodGroup
group-event-pod-group-updated-none = { $name } 是一个 gang：要么 { $min-count } 个 Pod 一起启动，要么都不启动。
group-event-pod-group-updated-none-none-title = PodGroup
group-event-pod-group-updated-none-none = { $name } 是一个组，其 Pod 不必一起启动。
group-event-pod-group-removed-title = PodGroup 已删除
group-event-pod-group-removed = { $name } 已不存在。
group-event-held-back-title = PreEnqueue：{ $plugin }
group-event-held-back = { $plugin } 拦住了 { $pod }：{ $text }
group-event-group-popped-title = 整组调度周期
group-event-group-popped = { $name } 的 { $count } 个 Pod 在一个周期中依次尝试。
group-event-group-held-title = 无间断重试
group-event-group-held = kube-scheduler 会不停地重试 { $name }。模拟器等到下一件事发生时再继续。
group-attempted-success-title = 整组已调度
group-attempted-success = { $name } 的 { $count } 个 Pod 中有 { $with-node } 个前往节点。
group-attempted-title = 整组等待牺牲者
group-attempted = { $name } 等牺牲者离开，在此之前不启动任何 Pod。{ $preemption }{ $message }
group-attempted-unschedulable-title = 整组不可调度
group-attempted-unschedulable = { $name } 的 { $count } 个 Pod 中 { $with-node } 个得到节点，{ $permitted } 个获得许可；所有节点都被归还。{ $message }{ $preemption }
group-attempted-error-title = 整组出错
group-attempted-error = 错误结束了 { $name } 的周期：{ $message }
dropped-group = API 服务器丢弃了它的 schedulingGroup { $group }：没有特性门控 GenericWorkload，Pod 不会按组调度。
with-dropped-group = { $text }{ $sentence }
group-preemption = { $units } 个优先级较低的单元中，驱逐 { $victims } 个。
