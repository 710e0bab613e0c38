### The purpose of each phase of a scheduling cycle.

## Fixed words

pop = 从 activeQ 取出下一个 Pod：优先级最高的优先，优先级相同时等待最久的优先。
pre-filter = 在检查节点之前，对 Pod 和集群只看一次。插件可以在此拒绝 Pod、指明只需检查哪些节点，或声明不需要自己的过滤器。
filter = 逐个检查节点。有一个过滤器不通过，节点就出局；只有可行节点才会打分。
post-filter = 仅在没有可行节点时运行。抢占寻找优先级更低、驱逐后能腾出空间的 Pod，并提名一个节点。
score = 为每个可行节点打分。各插件的分数先归一化到同一范围，再乘以权重并求和。
select = 选择总分最高的节点。总分相同时随机选择；v1.36 在没有扩展器时不抽取随机数，由堆的顺序决定，通常是最先检查的节点。
reserve = 从这里起把 Pod 计入该节点（调度器“假定”它已在那里），并预留它需要的卷、设备等。如果之后的阶段失败，会撤销预留。
permit = 批准绑定、拒绝绑定，或让它等待别的条件。
pre-bind = 完成绑定之前必须做的事，例如绑定卷、写入已分配的设备。
bind = 把绑定发给 API 服务器，后者设置 `spec.nodeName`。随后由该节点的 kubelet 接手。
post-bind = 通知插件 Pod 已绑定。此时不能再拒绝。
no-plugins = 没有内置插件在此处起作用；自己的插件可以。
no-framework = v1.16 在此处没有插件：这是调度器固定的一步。
watch = 查看这一刻

## Sentences

plugins-of = { $release } 的内置插件：
optional-plugin = { $name }（默认关闭）
