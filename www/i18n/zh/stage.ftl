### What stands on the stage: words beside what is drawn.

pod-needs = { $pod } 需要 { $amount }
needs-nothing = { $pod } 没有资源请求
zone-now = { $nodes } 个节点中 { $not-ready } 个未就绪
too-few = 还差 { $amount }
requested-of =
    已请求 { $used } / { $capacity }{ $trial ->
        [true] （试运行中）
       *[false] {""}
    }
other-of =
    { $is-memory ->
        [true] 内存
       *[false] { $resource }
    } { $used } / { $capacity }
pods-of = { $has-limit ->
        [true] Pod { $pods } / { $most }
       *[false] { $pods } 个 Pod
    }
counted-for = { $pod } · 已提名，{ $amount }
uncounted-for = { $pod } · 已提名，{ $amount }，这里不计入
candidate-with = { $violations ->
        [0] 候选节点：{ $victims } 个牺牲者
       *[other] 候选节点：{ $victims } 个牺牲者，其中 { $violations } 个违反预算
    }
put-back-next = 下一步：尝试放回 { $pod }
pod-terminating-for = 正在终止 · { $remaining-time }
folded-stretch-none = { $long } 内没有事件
folded-stretch-many = { $long } 内有 { $cycles } 个周期与前一个同样失败
preemption-arrow = { $at }：{ $preemptor } 抢占 { $victim }
pod-end-pending = 最终仍待调度
pod-end-preempted = 因 { $preemptor } 被驱逐
pod-end-gone = 最终已不在
pass-of-one = 第 1 遍（共 2 遍）：计入已提名的 Pod
pass-of-many = 第 2 遍（共 2 遍）：不计已提名的 Pod
skipped-checks = 跳过 { $count } 项：Pod 没有用到
more-alike = 另有 { $hidden-count } 个相同
drawn-from = 规则已用完：从 { $of } 个节点中随机选一个
score-lead = { $winner } 以 { $total }胜出，比 { $second } 多 { $lead }
fit-question = 接下来：{ $pod } 放得下吗？它需要 { $needs }，空闲 { $free }。
score-tie = { $count } 个节点同为 { $total }
total-points = { $total } 分
more-nodes-with-fewer = 另有 { $fewer } 个节点得分更低
more-nodes-as-good = 另有 { $equal } 个节点同为 { $total }
more-nodes = 另有 { $equal } 个节点同为 { $total }，{ $fewer } 个节点得分更低
scheduled-by = 由 { $scheduler } 调度
gated-by = 调度门控：{ $gates }
waits-for = 已提名到 { $node }
at-this-moment = 此刻（{ $clock }）
made-by = { $pod } 由 { $workload } 创建：此处的修改对它的所有 Pod 生效。
# Leaves out $hidden-count.
budget-covers =
    尚未设置预算：覆盖 { $pod } 的干扰预算还会覆盖 { $names }{ $hidden-count ->
        [0] {""}
       *[other] {" "}等 { $other-count } 个
    }，因为它们的标签同样匹配。{ $is-alone ->
        [true] 若只保护 { $pod }，请为它设置其他 Pod 没有的标签。
       *[false] {""}
    }
arrives-at = { $name } 在 { $at } 出现。
brief-reason-cordoned = 已标记为不可调度
brief-reason-other-node-named = 指定了其他节点
brief-reason-untolerated-taint = 污点 { $taint }
brief-reason-node-selector-mismatch = 标签不匹配
brief-reason-port-taken = 端口 { $port } 已占用
brief-reason-too-many-pods = Pod { $pods } / { $allowed }
brief-reason-insufficient =
    { $is-memory ->
        [true] 内存
       *[false] { $resource }
    } 还差 { $short }
brief-reason-spread-label-missing = 没有标签 { $key }
brief-reason-spread-skew = 偏差 { $skew } > { $max-skew }
brief-reason-pod-affinity = 不满足 Pod 亲和性
brief-reason-pod-anti-affinity = Pod 反亲和性
brief-reason-outside-node-set = 此前已排除
brief-reason-no-victims = 没有优先级更低的 Pod
brief-reason-volume = 卷
pod-budgets = 受 { $names } 保护：不可驱逐，因为驱逐 API 不支持被多个预算选中的 Pod
protecting-budgets-each-uncounted = 受 { $name } 保护，尚未统计：不可驱逐
protecting-budgets-each-open = 受 { $name } 保护：现在可驱逐 { $allowed } 个
protecting-budgets-each-closed = 受 { $name } 保护：现在不可驱逐，健康 { $healthy } 个，至少需要 { $desired } 个
protecting-budgets-each-short = 受 { $name } 保护：不可驱逐，健康的只有 { $healthy } 个，至少需要 { $desired } 个
pod-description =
    { $pod }，优先级 { $priority }{ $has-amount ->
        [true] ，{ $amount }
       *[false] {""}
    }{ $has-fate ->
        [true] ，{ $fate }
       *[false] {""}
    }
resource-shortage = 需要 { $needs }；{ $capacity } 中已请求 { $used }：还差 { $short }。
resource-shortage-with-nominated = 需要 { $needs }；{ $capacity } 中已请求 { $used }，另为 { $pods } 计入 { $amount }：还差 { $short }。
