### How many more pods like one fit.

## Fixed words

more = 还能放下多少个同样的 Pod？
more-preempting = 允许抢占时呢？
full = 再多一个就放不下了：
how = 在这次运行的副本中试出：从当前时刻起逐个创建该 Pod 的副本，不带属主引用和调度门控。已在等待的 Pod 可能先占用资源。
rebalance = 重新平衡
rebalance-ask = 现在哪些 Pod 会换节点？
rebalance-how = 逐个把 Pod 从节点上拿下并重新决定，其余 Pod 保持原位。因此它们不能同时移动，移动一个就会影响其余的。得分相同的节点视为一样；DaemonSet Pod 不动。节点达到 100 个时，调度器只查看其中一部分。
rebalance-none = 所有 Pod 都会留在现在的节点上。
rebalance-from = 节点
rebalance-to = 会换到
rebalance-nowhere = 无处可放
amend = 从头换一个数值
amend-what = 哪个数值
amend-of = 对象
amend-to = 新数值
amend-class = 优先级类的值
amend-budget = 干扰预算的要求
amend-weight = 评分的权重
amend-class-how = API 服务器拒绝修改 PriorityClass 的值，Pod 也保留创建时的优先级：在集群中需另建优先级类，并用它创建新的 Pod。
amend-how = 整个场景会从头再运行一次，与本次运行并列。带有该类优先级的 Pod 会得到新的值。

## Sentences

rebalance-result =
    { $tried-pods } 个 Pod 中有 { $moves } 个会换节点。{ $untried-pods ->
        [0] {""}
       *[other] 另有 { $untried-pods } 个没有试。
    }
fixed-pods = 未询问 { $count } 个 Pod：DaemonSet Pod、镜像 Pod 和已结束的 Pod 不会移动。
copies-fit = { $count ->
        [0] { $preempting ->
                [true] 即使抢占也一个都放不下。
               *[false] 一个也放不下。
            }
       *[other] 还能放下 { $count } 个。
    }
copies-on-node = { $node }：{ $count }
copies-preempt =
    它们会抢占 { $victim-count } 个 Pod：{ $names }{ $has-more ->
        [true] ……
       *[false] {""}
    }。
capacity-limit-most = 没有再往下试：可能还有空间。
capacity-limit-run-ended = 在试下一个之前运行已经结束。没有运行的调度器不会处理它的 Pod。
capacity-limit-not-seen = 跟踪运行 { $time } 后，下一个仍未被尝试：可能还有空间。
