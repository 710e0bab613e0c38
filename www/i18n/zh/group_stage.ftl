### Texts in the picture of a group: its band, the snapshot, the units of its preemption.

## Fixed words

snapshot-rule = 已放下的成员计入后面的尝试。尚未绑定。
nothing-bound = 尚未绑定。
all-back = 所有成员同时放回队列，本周期不为它们保留任何节点。
awaits-victims = 牺牲者离开之前，这些成员都不绑定。
bind = 达到最小数量：放得下的成员按此顺序绑定。
bind-basic = 放得下的成员按此顺序绑定。
may-go = 优先级更低的都可以被驱逐，以单元计
no-units = 没有优先级比这个组更低的 Pod：谁也不能被驱逐。
no-units-short = 谁也不能被驱逐
eviction = 需驱逐
no-fit = 放不下
all-removed = 同时移除全部单元，再尝试整组
put-back = 逐个放回：先是违反 PodDisruptionBudget 的，再按重要性
victims = 放不回去的被驱逐
thrown-away-title = 模拟找到了这些位置，但不会保留。
group-message = 整组的消息
own-message = 自己的错误
may-go-short = 谁可以被驱逐
all-removed-short = 全部同时移除
put-back-short = 逐个放回
goes = 被驱逐的
not-kept = 这些位置不会保留
stays = 留下
victim = 牺牲者
next = 下一个
removed = 已移除
tried-now = 正在试
asked-first = 最先放回：有预算
room-free = 空间已腾出。
room-for-anyone = 谁先出队谁就可以占用。
taken-back = 已收回
nominated = 已提名
dry-run = 整组模拟
awaits = 等待牺牲者离开
no-node = 没有节点
thrown-away = 被丢弃
left-behind = 落在后面
reserved = 已预留
snapshot = 快照
member-sign = Pod 组的成员
preemption = 抢占：
remove = 全部移除
victims-phase = 牺牲者
verdict = 结论
bind-all = 全部绑定
back = 放回队列

## Sentences

snapshot-taken-one = 一份快照，摄于 { $clock }。
snapshot-taken-two = 两个成员共用一份快照，摄于 { $clock }。
snapshot-taken-many = { $members } 个成员共用一份快照，摄于 { $clock }。
group-priority = 组优先级 { $priority }
members-on-nodes = { $members } 个成员中 { $bound } 个在 { $nodes }上
units-asked = { $units } 个中已试 { $asked } 个 · 到此 { $stay } 个留下、{ $victims } 个是牺牲者
units-asked-short = { $units } 个中已试 { $asked } 个
more-messages-one = 另有 1 条消息
more-messages-many = 另有 { $messages } 条消息
units-count-one = 1 个单元
units-count-many = { $units } 个单元
nominated-of = { $members } 个中已提名 { $nominated } 个
rival-nominated = { $pod } 已提名到 { $node }。
victims-left = 终止中：{ $victims }，还剩 { $left }。
units-going = { $units } 个中驱逐 { $going } 个
unit-extent = { $pods }，作为整体
unit-order-priority = 优先级 { $priority }
unit-order-groups = 优先级 { $priority }，组
unit-order-pods = 优先级 { $priority }，单个 Pod
unit-order-budget = 有预算的在先 · { $order }
placement-count = { $placement }：{ $members } 个中的 { $placed } 个
node-free = 空闲 { $amount }
tray-left = 托盘：{ $pods }
member-phase = 成员 { $order }：
put-back-phase = 放回 { $asked }/{ $units }
