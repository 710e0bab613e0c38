### Sentences of the views that hold a number or a name.

forks-at = 在 { $time } 处建立分支：此前一切不变，之后发生此操作。
nodes-differ = { $nodes } 个节点上的 Pod 不同：这些节点的边框是虚线。
show-nodes = 展开这 { $nodes } 个节点
more-by-name = 还有 { $hidden-count } 个：请按名称缩小范围。
partly-curable = 其中 { $some } 个节点抢占可能有用，{ $rest } 个无用
feasible-of = 已检查节点中的可行节点：{ $feasible }/{ $checked }
points-of = { $node } 的得分
node-lacks-points = { $node } 还需多 { $points } 分才能胜过 { $winner }。
loses-most = 失分最多的是 { $plugin }：{ $points } 分。
enough-alone = 单独就足以追回的插件：{ $plugins }。
equal-totals = { $node } 与 { $winner } 总分相同，从同分节点中随机选择一个。
preemption-might-help = 移走 Pod 后可能腾出空间的节点：{ $some }/{ $total-count }；尚未尝试。
candidates-of-dry-runs = { $candidates } · 试运行：{ $nodes } 个中的 { $dry-runs } 个
earlier-candidates = 较早的 { $count } 个候选未显示。
running-for = 已运行 { $time }
grace-period = 宽限期 { $seconds } 秒
would-violate-budgets = 驱逐它会违反干扰预算 { $budgets }
why-is-here = 为什么 { $pod } 在这里？
why-is-not-here = 为什么 { $pod } 不在这里？
questions-about = 关于 { $pod } 的问题
open-node = 节点 { $node }：查看详情
and-more = 另有 { $hidden-count } 个
pods-pending = { $pods ->
        [0] 没有 Pod 停留在 Pending
       *[other] 结束时 { $pods } 个 Pod 仍为 Pending：为什么？
    }
pods-wait = { $pods }：{ $reason }
lines-found = { $lines } / { $total-count } 行
step-of-run-short = 第 { $at }/{ $last } 步
step-of-run = { $at }/{ $last } 步
caption-of =
    { $number ->
        [0] 解说 –/{ $total-count }
       *[other] 解说 { $number }/{ $total-count }
    }
preferred-with-weight = 偏好，权重 { $weight }
moment-of = { $time }，第 { $at } 个时刻，共 { $last } 个
may-be-away = 全部健康时，还可中断 { $spare } 个。
budget-now = 此刻：还可中断 { $allowed } 个，健康 { $healthy } 个，至少需要 { $desired } 个。
objects-selected = 已选择 { $count } 个
delete-named = 删除 { $name }
rename-named = 重命名 { $name }
deleted-named = 已删除 { $name }。
picture-size = { $cpu } cpu × { $memory } · 外框：最大的节点 { $node-cpu } × { $node-memory }。可拖动边缘。
more-to-search = 还有 { $hidden-count } 个，请搜索
more-waiting = 另有 { $hidden-count } 个
nodes-found = 找到 { $count } 个
map-summary = { $zones } 个可用区中的 { $nodes } 个节点，节点上有 { $pods } 个 Pod：已请求 { $cpu }% cpu、{ $memory }% 内存；{ $cordoned } 个已标记为不可调度，{ $silent } 个未就绪。
map-step = 此步骤：{ $marks }。
count-of = { $what }：{ $count }
node-usage = cpu { $cpu } / { $all-cpu }，内存 { $memory } / { $all-memory }，Pod { $pods } / { $most }
