### What goes on between the steps of attempts.

## Fixed words

going-on = 正在进行
nothing = 当前没有 Pod 在调度、绑定或终止。

## Sentences

pod-at-point =
    { $pod } 处于{ $bind ->
        [true] 绑定
       *[false] 调度
    }周期的 { $point }，目标节点为 { $node }。
pod-in-cycle = { $pod } 处于调度周期。
pod-in-permit = { $pod } 在 Permit 等待，最多还有 { $remaining-time }。{ $node } 为它预留资源。
pod-in-pre-bind = PreBind 正在为 { $pod } 准备 { $node }：还剩 { $remaining-time }。{ $pod } 尚未绑定。
pod-in-binding = { $pod } 处于绑定周期，目标节点为 { $node }。调度器不会等它。
pod-starts = { $pod } 已绑定到 { $node }，容器正在启动。
pod-waits-for-victims = { $pod } 的提名节点是 { $node }，尚未调度。
next-cycle-active-one = 下一个周期：{ $pod }（优先级 { $priority }），activeQ 中只有它。
next-cycle-active-many = 下一个周期：{ $pod }（优先级 { $priority }），activeQ 中 { $of } 个 Pod 的第一个。
next-cycle-backoff = activeQ 为空。{ $pod } 的退避最先结束，还有 { $remaining-time }。
next-cycle-event = 没有下一个周期：{ $waiting } 个 Pod 在等待可能有帮助的事件。
no-next-cycle = 没有下一个周期：没有 Pod 在等待节点。
pod-in-pre-bind-claims = PreBind 等待 { $claims } 完成绑定，之后 { $pod } 才能到 { $node }：最多 { $remaining-time }。
pod-shuts-down = { $pod } 正在终止：还剩 { $remaining-time }。
pod-shuts-down-for-preemptor = { $pod } 正在终止：还剩 { $remaining-time }。它因 { $preemptor } 被驱逐。
