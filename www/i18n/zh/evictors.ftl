### What is done for a pod, and what would evict it.

## Fixed words

protect = 保护这个 Pod
ask = 什么会驱逐它？
priority = 为它设置优先级……
no-class = 不设优先级类
claim = 申领设备……
new-class = 新建最高的优先级类……
way = 方式
drain = 腾空节点
silence = 节点失联
taint = NoExecute 污点
nowhere = 它不在任何节点上，无从驱逐。
how = 以当前集群试出：对每个优先级类，用一个必须运行在该节点上的 Pod，逐个尝试 cpu 或内存请求；腾空、失联和污点在这次运行的副本中试出。未尝试抢占者的其他约束。

## Sentences

untried-classes-one = 还有 1 个更低的优先级类未尝试。
untried-classes-many = 还有 { $count } 个更低的优先级类未尝试。
priority-class = { $name }（{ $value }）
class-preempts-not-higher = 不比它高，不能
class-preempts-never = 从不抢占（preemptionPolicy: Never）
class-preempts-spares = 更高，但在 { $node } 上无论请求多少 cpu 或内存都不会让它成为牺牲者
class-preempts-from =
    在 { $node } 上{ $request ->
        [0] 无论请求多少都
        [1] 只要请求 { $resource } 就
       *[other] 请求超过 { $free } 时
    }会驱逐它；届时驱逐 { $names }{ $has-more ->
        [true] ……
       *[false] {""}
    }
drain-effect-goes = 立即删除它，因为它此前已结束
drain-effect-kept = 在这次运行期间不会驱逐它：被 { $names } 阻止
drain-effect-fails-none = 无法驱逐它：错误 { $code }，{ $message }
drain-effect-fails = 无论 { $budgets } 是否允许都无法驱逐它：错误 { $code }，“{ $message }”
node-loss-effect-immediate = 立即驱逐它
node-loss-effect-goes = { $after } 后驱逐它
evicted-by-classes = 被 { $classes } 抢占
evicted-by-drain = 腾空节点
evicted-by-silence = 节点失联
evicted-by-taint = NoExecute 污点
evicted-by-nothing = 所尝试的都不会驱逐它。
evictors-summary = 会驱逐它的有：{ $ways }。
drain-evicts-immediately = 立即驱逐它{ $flags }
drain-evicts-after = { $time } 后驱逐它{ $flags }
drain-needs-force = （需要 --force：它没有控制器）
drain-needs-delete-data = （需要 --delete-emptydir-data：它有 emptyDir 卷，其中的数据会丢失）
