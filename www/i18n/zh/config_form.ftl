### The forms of documents about the scheduler: what fields do, what to write, and what can be done. Fields themselves are called as in the document.

## Fixed words

scheduler-name-hint = Pod 通过 spec.schedulerName 选择该配置文件
percentage-of-nodes-hint = 找到该比例的可行节点后停止查找；0 表示取决于集群规模
hard-pod-affinity-weight-hint = 0 到 100：已运行的 Pod 以必需亲和性要求此 Pod 时所计的权重
no-preemption = 不进行抢占
always-check-all-predicates-hint = 收集所有谓词的原因，而不是只取第一个
initial-backoff-hint = Pod 首次调度失败后等待的秒数
max-backoff-hint = 最长等待的秒数
scoring-strategy-hint = 偏好空闲最多（LeastAllocated）、空闲最少（MostAllocated）的节点，或按曲线打分
weighted-resources-hint = 例如 cpu=2, memory=1：权重为 1 到 100
shape-hint = 利用率（0 到 100）=分数（0 到 10），例如 0=0, 100=10
ignored-resources-hint = 过滤时忽略的扩展资源，例如 example.com/gpu
balanced-resources-hint = 请求比例应当均衡的资源，例如 cpu, memory
ignore-preferred-terms-hint = Pod 自身没有偏好亲和性时，不计已运行 Pod 的偏好亲和性
defaulting-type-hint = System：版本自带的约束；List：下面的约束
default-constraints-hint = 用于没有约束的 Pod，例如 topology.kubernetes.io/zone=1:ScheduleAnyway
added-affinity-hint = 该配置文件下所有 Pod 的节点亲和性，以 YAML 书写
url-prefix-hint = 询问的地址；由该主机对应的 Extender 文档作答
filter-verb-hint = 询问通过过滤的节点，例如 filter
prioritize-verb-hint = 询问 0 到 10 的分数，例如 prioritize
extender-weight-hint = 其分数所乘的权重
preempt-verb-hint = 询问抢占的候选节点，例如 preempt
bind-verb-hint = 由它绑定 Pod；只能有一个扩展程序如此
http-timeout-hint = 超过此时间的应答视为失败
managed-resources-hint = 只就请求这些资源的 Pod 询问它
node-cache-capable-hint = 只向它发送节点名称，而不是整个节点
ignorable-hint = 它失败时，调度器照常继续
text-required = 请填写
invalid-duration = 请写时长，例如 5s 或 500ms
invalid-percentage = 请写 0 到 100 的整数
invalid-number = 请写 1 到 1,000,000 的整数
invalid-names = 请写名称，以逗号分隔
invalid-weights = 请写 名称=权重，以逗号分隔；权重为 1 到 100
invalid-shape = 请写 利用率=分数，以逗号分隔，例如 0=0, 100=10
invalid-constraints = 请写 topologyKey=maxSkew:DoNotSchedule 或 ScheduleAnyway
invalid-yaml = 请以 YAML 写一个映射
weight = 权重
default = 默认值
up = 上移
down = 下移
disable = 停用
enable = 启用
enable-again = 重新启用
available-plugins = 可启用
changed = 已更改
no-plugins = 此扩展点上没有插件运行。
use-defaults = 恢复默认
other-fields-hint = 此处没有的字段在文本中保持不变。
plugins-by-point = 各扩展点的插件
arguments = 插件参数
add-profile = 配置文件
remove-profile = 删除此配置文件
add-extender = 扩展程序
remove-extender = 删除此扩展程序
extender-document-hint = 每个扩展程序由文本中的一个 Extender 文档作答；没有它，文本无法运行。
host-hint = 它为哪个扩展程序作答：其 urlPrefix 中的主机
other-host-hint = 主机与名称不同时填写
delay-hint = 每次作答所需的毫秒数；其间调度器不处理其他 Pod
failed-nodes-hint = 被拒绝的节点，每行一个，例如 node-a: the disk is old
unresolvable-nodes-hint = 同上，但抢占也无济于事
dropped-nodes-hint = 不附消息而被略去的节点，例如 node-a, node-b
unknown-nodes-hint = 应答中未被询问的名称
failure-status-hint = 请求以此 HTTP 状态码失败，100 到 599，例如 500
failure-error-hint = 应答只有这一条错误
failure-pod-labels-hint = 仅对带有这些标签的 Pod 出错，例如 app=web
extender-scores-hint = 0 到 10 的分数，例如 node-a=10, node-b=0
plugin-scores-hint = 0 到 100 的分数，例如 node-a=100, node-b=0；归一化时最高 1,000,000
node-victims-hint = 每个节点的牺牲者，以 YAML 书写：node-a: {"{"}victims: [default/pod-1]{"}"}
plugin-name-hint = 配置文件以此名称启用它：字母、数字和 -
normalize-hint = No：保持不变；HighestBest：最高者为 100；LowestBest：最低者最好
rule-pod-labels-hint = 带有这些标签的 Pod，例如 app=web；留空表示全部
rule-nodes-hint = 按名称指定节点，例如 node-a, node-b；留空表示全部
nodes-with-these-labels = 带有这些标签的节点，例如 disk=ssd；留空表示全部
free-below-hint = 空闲资源少于此值的节点，例如 cpu=500m, memory=1Gi
rejection-message-hint = 节点被拒绝的原因
preemption-cannot-help = 抢占无济于事
keep-node-hint = 无论后面的规则如何，节点均通过
extender-score-hint = 分数，0 到 10
plugin-score-hint = 分数，0 到 100；归一化时最高 1,000,000
drop-candidate-hint = 该节点不再是候选
keep-victims-hint = 只需驱逐前若干个牺牲者
wait-hint = Pod 等待的毫秒数；留空表示立即作答
timeout-hint = 超过此毫秒数仍无应答则被拒绝
reject-reason-hint = Pod 被拒绝的原因；留空表示允许
times-hint = 对每个 Pod 生效的次数，之后即允许；留空表示始终
write-a-whole-number = 请写此范围内的整数
invalid-labels = 请写 键=值，以逗号分隔，每个键只写一次
invalid-amounts = 请写 资源=数量，以逗号分隔，例如 cpu=500m, memory=1Gi
invalid-scores = 请写 节点=分数，以逗号分隔；分数为此范围内的整数
invalid-messages = 请为每个节点写一行：名称、冒号、消息
plugin-intro = 自定义插件。配置文件以其名称启用之处，它便运行。
extender-intro = 扩展程序在此场景中的应答。何时询问它由调度器配置决定。
nothing-set = 未设置
rules = 规则
rules-hint = 先看各节点的列表，再取第一条适用于 Pod 和节点的规则。
add-rule = 新规则
remove-rule = 删除此规则
add-extender-document = 作答的文档

## Sentences

read-by-release = 默认值取自 { $release }。
default-value = 默认：{ $value }
plugin-count = { $count } 个插件
profile-title = 配置文件 { $name }
extender-title = 扩展程序 { $name }
rule-title = 规则 { $number }
