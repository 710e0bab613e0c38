### What the cluster's own scheduler wrote about its pending pods, beside what the engine says.

## Fixed words

ask = 集群自己的调度器怎么说？
theirs = 集群的调度器
ours = 本引擎
same = 原因相同
same-words = 逐字相同
not-compared = 未比较：没有可比较的节点数量。
gated = 未调度：它有调度门控。
of-group = 与所在的组一起调度
state-changed = 通常是调度器尝试之后，节点或 Pod 发生了变化。
how = 在文本所描述的集群中逐个判定每个处于 Pending 的 Pod，并与其 PodScheduled 状况或最近的 FailedScheduling 事件比较。

## Sentences

agreement-summary = { $compared } 个处于 Pending 的 Pod 中，{ $same } 个原因相同。
agreement-summary-none = 没有可比较的内容。
fits-on = 可以放到 { $node } 上
silent-pods =
    没有调度器写明 { $count } 个处于 Pending 的 Pod 的原因：{ $names }{ $has-more ->
        [true] ……
       *[false] {""}
    }。
undecided-pods = 另有 { $count } 个 Pod 未比较。
reason-counts = “{ $reason }”：那里 { $theirs } 个，这里 { $ours } 个。
reason-only-theirs = “{ $reason }”：只有那里有，{ $theirs } 个。
reason-only-ours = “{ $reason }”：只有这里有，{ $ours } 个。
cause-other-scheduler = 它属于 { $name }，而这次运行中没有该调度器。
cause-nominated = 它已被提名到 { $node }：抢占正在进行。
cause-nodes-changed = 调度器看到 { $theirs } 个节点，这里有 { $ours } 个。
cause-unknown-reason = 所模拟的版本都没有“{ $reason }”这一说法：可能出自某个插件或扩展程序。
cause-other-release = 这是 { $releases } 的措辞。
