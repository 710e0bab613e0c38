### Texts of pod groups in the builder: actions, the outcome in the run, and feature gates.

## Fixed words

make-gang = 组成 gang
make-gang-hint = 这些 Pod 要么一起启动，要么都不启动
members = 成员
no-members = 还没有 Pod 属于此组。
leave-hint = 点击即移出该组
can-join = 可加入的 Pod
join-hint = 点击即加入该组
nobody-can-join = 该名字空间没有其他 Pod。
dissolve = 解散
dissolve-hint = 删除该组，保留其 Pod
in-this-run = 本次运行中
start-together = 让其 Pod 一起启动
start-together-hint = 把 Job 设为 Indexed，使并行数等于完成数，并打开所需的特性门控
job-is-gang = Job 控制器会为它创建 Workload 和 PodGroup：其 Pod 要么一起启动，要么都不启动。
gates = 特性门控
gates-hint = 属于 API 服务器、调度器和控制器。在 v1.36 中为 Alpha，默认关闭。
turn-on = 打开
turn-on-with-release = 打开并改用 v1.36 运行
turn-on-with-needs = 连同所需的门控一起打开
turn-on-all-with-release = 连同所需的门控一起打开，并改用 v1.36 运行
use-v1-36 = 改用 v1.36 运行
generic-workload = Pod 可以属于组
gang-scheduling = gang 达到最小数量才一起启动，否则都不启动
workload-aware-preemption = 为整个组抢占；组的干扰模式与优先级
topology-aware-workload-scheduling = 组的所有 Pod 在同一拓扑域
workload-with-job = Job 控制器让 Indexed Job 成为 gang

## Sentences

gates-off = 特性门控 { $names } 未打开：此设置不起作用。
fields-behind = { $fields }：需要特性门控 { $gate }
release-without-groups = 本次运行的版本是 { $release }。从 v1.36 起才有 Pod 组。
gang-too-small = 需要 { $minimum } 个 Pod，现有 { $members } 个：达到最小数量之前都不会尝试。
group-not-tried = 本次运行中尚未尝试。
group-fits = { $all-fit ->
        [true] { $clock }：{ $members } 个全部放得下，已绑定。
       *[false] { $clock }：{ $members } 个中有 { $placed } 个放得下，已绑定。其余稍后再试。
    }
group-waits = { $clock }：{ $members } 个中有 { $placed } 个放得下，其中有的要先驱逐其他 Pod。目前都不绑定。
group-does-not-fit = { $placed ->
        [0] { $clock }：{ $members } 个都放不下，什么都不会绑定。
       *[other] { $clock }：{ $members } 个中有 { $placed } 个放得下，什么都不会绑定。
    }
group-failed = { $clock }：其调度周期因错误而结束。
