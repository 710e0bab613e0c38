### Files that are taken away, and what stands at their top.

## Fixed words

take-away = 导出
present = 作为演示
present-hint = 打开链接时使用大号文字，不显示顶栏和检查器。
cluster = 用于真实集群（YAML）
kwok = KWOK 脚本
trace = 运行事件（JSON）
story = 运行过程（Markdown）
stage-svg = 集群图（SVG）
stage-png = 集群图（PNG）
score-svg = 时间线（SVG）
score-png = 时间线（PNG）
as-svg = SVG
as-png = PNG
names = 替换名称
names-hint = 用虚构的名称打开同一场景：替换节点、命名空间、Pod、标签和镜像的名称，去掉说明文字，只保留调度会读取的内容。之后的链接、文件和图片都不会透露集群的归属。调度器的配置会保留，其中的名称也会替换。对照表 names.json 只保存在此设备上：在此页面打开它即可还原名称。
replace-names = 替换名称
cluster-head = 场景开始时已有的对象，由 Schedscope 生成，用于 kubectl apply -f
kwok-head = 在用 KWOK（https://kwok.sigs.k8s.io）创建的、没有 kubelet 的真实集群中重现场景。需要 kwokctl 和 kubectl。可以把集群名称作为参数，默认为 schedscope；用 kwokctl delete cluster --name=schedscope 删除集群。KWOK 按下面的 Stage 扮演 kubelet：Pod 绑定后稍过片刻启动，体面终止期限结束时消失。设置环境变量 SPEED=2 时，脚本各操作之间的等待时间减半；体面终止期限、退避和超时不变。
differs = 与场景不同之处：
names-differ = 由工作负载创建的 Pod 名称会不同：针对这些 Pod 的命令可能失败。
late = 两分钟后仍未就绪，继续执行：
moving = Pod 仍在变化，目前的状态如下：
handout = 打印讲义
print = 打印
name-and-date = 姓名：____________________   日期：______________
open-online = 在此打开
questions = 预测
why = 为什么？
no-node = 没有节点：它保持 Pending
compared = 候选节点比较
victims = 牺牲者
with-answers = 带答案
answers = 答案
happened = 发生了什么

## Sentences

which-victims = 哪些 Pod 必须让出位置，{ $pod } 才能得到节点？
attempts-told = 共 { $total-count } 次调度尝试，前 { $detailed-count } 次为详细记录，其余为概要。
moments-left-out = ……另有 { $left-out-count } 个时刻。
export-note-ours = 省略：{ $times } 个 { $kind } 文档，只有 Schedscope 认识。
export-note-configuration = 省略：{ $times } 个 { $kind } 文档，它是 kube-scheduler 的配置文件，不是集群对象。
export-note-no-version = 省略：{ $times } 个 { $kind } 文档，没有 apiVersion。
export-note-system-class = 省略：PriorityClass { $name }，每个集群都有。
export-note-class-made = 添加：PriorityClass { $name }，供 { $times } 个优先级为 { $value } 的 Pod 使用，因为 Pod 不能自带优先级。
export-note-too-high = { $times } 个优先级为 { $value } 的 Pod 在此为 1000000000：用户创建的 PriorityClass 不能更高。
export-note-added-no-name = 添加：其他对象需要的 { $kind }。
export-note-added = 添加：{ $kind } { $name }，其他对象引用了它，而文本中没有。
export-note-ended = 省略：{ $times } 个已结束的 Pod。
export-note-no-such-node = 省略：{ $times } 个 Pod，其节点不在文本中。
export-note-terminating = { $times } 个正在删除的 Pod 在此保留。
export-note-not-ready = 场景中未就绪或失联的节点在此会就绪。
export-note-owners = 省略属主引用，因为集群会分配不同的 UID。
export-note-accounts = 省略 Pod 的服务账号。
export-note-named = 带 generateName 的对象在此有固定名称。
export-note-filled = 补全了集群要求而调度不需要的内容：容器的名称和镜像、选择算符、卷的来源。
export-note-later = 本文件不含脚本中的 { $times } 个操作。KWOK 脚本包含这些操作。
export-note-not-done = { $at } 的操作无法重现：{ $action }。
export-note-simulated = 无法重现：场景的 { $field }，集群中没有对应的内容。
export-note-extenders = 脚本运行期间，由一个 Python 服务器代替扩展程序应答，地址为 127.0.0.1:18080，或由 EXTENDERS 指定。消息中会出现该地址。集群以本机进程运行（KWOK_RUNTIME=binary），以便调度器访问该服务器。
export-note-stale = Pod 消失后预算立即重新计算。场景中这需要 { $seconds } 秒，其间的决定看到的是旧状态：这在此不会发生。
export-note-budget-status = 省略：预算 { $name } 的状态，干扰控制器会重新计算。
export-note-provisioner = 没有程序扮演制备器 { $name }：等待新卷的申领会保持 Pending，使用它们的 Pod 也一样。
export-note-custom = 省略：{ $times } 个 { $kind } 文档，它是定制资源。以其规模为准的预算会有不同的计数。
export-note-unowned = 文本中没有 { $times } 个 Pod 的属主：它们被驱逐或删除后不会重新创建。
export-note-pods-not-ready = 场景中有 { $times } 个 Pod 未就绪：集群会重新判断。
export-note-nominated = 省略：Pod { $name } 的提名节点，它只能由调度器设置。
export-note-unallocated = 申领 { $name } 开始时没有设备：集群会重新分配。
export-note-no-driver = 资源切片按原样创建，没有驱动维护它们或准备设备。
export-note-feature-gates = 需要启用了 Alpha 特性的集群。kube-apiserver --feature-gates={ $gates } --runtime-config={ $api }=true；kube-scheduler 与 kube-controller-manager --feature-gates={ $gates }。用 kind 时，写在其配置的 featureGates 和 runtimeConfig 中。没有启用的集群会拒绝 PodGroup 和 Workload，或悄悄丢弃它们以及 Pod 的字段。
export-note-no-groups = 省略：{ $what }（{ $times } 处），因为此版本没有 Pod 组，或场景未打开其特性门控。
