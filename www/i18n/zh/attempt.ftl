### Texts for the steps of an attempt.

may-preempt-title = 可以抢占吗？
may-preempt = 可以。没有节点能容纳 { $pod }，它也没有在提名节点上等待牺牲者。它将寻找可以驱逐的低优先级 Pod。
may-not-preempt-title = 不能抢占
potential-nodes-title = 驱逐可能对哪些节点有用？{ $some }/{ $total-count }
potential-nodes = { $some ->
        [0] 没有：移走 Pod 不会改变过滤失败的原因。
       *[other] 移走 Pod 后可能腾出空间的节点：{ $names }。
    }
does-not-fit-alone = { $pod } 仍然放不下
fits-alone-title = 移走它们后 { $pod } 放得下
fits-alone = { $node } 是候选。接着逐个尝试放回 Pod：先是驱逐会违反干扰预算的，再按优先级从高到低。
pod-reprieved-title = { $victim } 可以保留
pod-reprieved = 将 { $victim } 放回 { $node } 后，{ $pod } 仍放得下：免于驱逐。{ $would-violate }
pod-is-victim-title = { $victim } 是牺牲者
pod-is-victim = 将 { $victim } 放回 { $node } 后，{ $pod } 放不下。{ $reason }{ $would-violate }
node-is-no-candidate = { $node } 不是候选
all-equal = 按此规则 { $of } 个候选相同。
nodes-remain = { $of } 个候选中留下 { $name-count } 个：{ $names }。
latest-start = 那里参与比较的牺牲者比下一个候选节点上的晚启动 { $length }。
pod-not-scheduled-title = 尚未调度
pod-not-scheduled-node = 现在没有节点能容纳 { $pod }。抢占正在 { $node } 上腾出空间。
pod-not-scheduled-none = { $pod } 保持 Pending。
rejected-everywhere = 检查节点之前即被拒绝
pod-fits = { $pod } 可放到 { $node } 上
does-not-fit = { $pod } 不能放到 { $node } 上
every-filter-passes = 所有过滤都通过：{ $pod } 可放到 { $node } 上。
nominated-node-is-tried-alone = 该 Pod 已提名到 { $node }，因此先单独检查这个节点。只有它放不下时才检查其他节点。
nominated-node-is-selected = 该 Pod 已提名到 { $node } 并且放得下。没有检查其他节点，因此无需打分。
rejected-because = { $plugin }：{ $reason }
with-nominated-one = 这是第一遍：已提名的 Pod 视为已在运行（{ $pods }）。无需第二遍。
with-nominated-many = 这是第二遍，不计已提名的 Pod（{ $pods }）：它们可能永远不会在这里启动。
first-pass-result-title = { $node }，第一遍（共两遍）：计入已提名的 Pod
first-pass-result = 将 { $nominated } 视为已在 { $node } 上运行时，{ $pod } 通过了所有过滤插件。接着不计它们，再过滤一遍。
all-nodes-score = { $count } 个可行节点均为 { $points } 分（权重 { $weight }），没有区别。
best-score = 最高：{ $nodes }，{ $points } 分（权重 { $weight }）。
pod-goes-to = { $pod } 放到 { $node }
only-feasible = 只有 { $node } 可行，无需打分。
best-total-none = { $node } 总分最高：{ $total }。
best-total-top-of-heap = { $count } 个节点同为最高总分 { $total }，由它们的顺序选出堆顶的 { $node }，并未随机选择。
best-total = { $count } 个节点同为最高总分 { $total }，从中随机选出 { $node }。
would-violate = { $has-budgets ->
        [true] 驱逐它会违反干扰预算 { $budgets }。
       *[false] {""}
    }
dry-run-start-title = 在 { $node } 上试运行：移走低优先级 Pod
dry-run-start = 移走全部 { $pod-count } 个优先级低于 { $pod } 的 Pod：{ $names }。
node-is-candidate-title = { $node } 是候选
no-victims-needed = 无需驱逐任何 Pod。
node-is-candidate = { $violations ->
        [0] 牺牲者：{ $victims }。不违反任何干扰预算。
       *[other] 牺牲者：{ $victims }。其中 { $violations } 个的驱逐违反干扰预算。
    }
node-chosen-title = 选中 { $node }
node-chosen = 牺牲者：{ $victims }。
node-chosen-at-random = 按所有规则 { $ties } 个节点都相同，随机选择其一。
pre-filter-result-title = 各插件先检查 Pod
pre-filter-possible-nodes = 只有 { $nodes } 个节点可能合适。
pre-filter-skipped = 以下插件跳过，因为该 Pod 未使用它们：{ $plugins }。
