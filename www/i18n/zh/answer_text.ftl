### Answers to an operator's questions: a sentence, and what stands in the table below it.

## Fixed words

questions = 问题
drain = 可以腾空它吗？
class-of = 这个优先级类会抢占谁？
see-it = 看它发生
tried = 已试
works = 正在尝试……
then = 结果
next = 取代它的 Pod
reason = 原因
nodes = 节点
how-many = 数量
not-made-anew = 没有：它没有控制器
nothing = 暂时没有
once-gone = 旧 Pod 消失之后
job-failed = 没有：它的 Job 已失败
so-far = 目前：
stop = 停止
stopped = 已停止。
moment = 运行中的那一刻
how-tried = 在这次运行的副本中试出：从当前时刻直到结束，包括脚本、控制器和调度器所做的一切。
how-tried-partly = 在这次运行的副本中试出：从当前时刻起跟踪到答案所说的时间，包括脚本、控制器和调度器所做的一切。
room-ask = 腾出的空间归谁？
room-is-open = 腾出的空间不为任何成员保留：谁先出队谁占用。
nobody-comes = 没有别的 Pod 到来
room-how = 在这次运行的副本中跟踪得出：一个去掉脚本之后带来的对象，一个有更重要的 Pod 到来。

## Sentences

room-branch-name-rival-node = { $pod } 前往 { $node }。
room-branch-name-rival-none = { $group } 被尝试之前，{ $pod } 没有得到节点。
room-branch-name-rival-in-run = { $pod } 到来：优先级 { $priority }，{ $cpu } cpu
room-branch-name-rival-not-in-run = 一个优先级 { $priority } 的 Pod 到来，请求 { $cpu } cpu
room-branch-none-to-end = 运行结束前没有再尝试 { $group }。
room-branch-none-until = 跟踪运行 { $time } 期间没有再尝试 { $group }。
room-branch-retry-no-bound = { $clock } 尝试 { $group }：{ $members } 个成员放得下 { $placed } 个，谁也没有绑定。
room-branch-retry = { $clock } 尝试 { $group }：{ $members } 个成员放得下 { $placed } 个并已绑定：{ $bound }。
room-branch-some-victims = 它再次抢占：{ $victims }。
zone-lost = 如果可用区 { $zone } 失效呢？
questions-title = 关于 { $name } 的问题
owner-not-simulated = 由未模拟的 { $kind } 决定
answer-progress = 正在尝试…… { $percent } %
replacement-place-node = { $pod } 在 { $node }
replacement-place-none-no-message = { $pod } 处于 Pending
replacement-place-none = { $pod } 处于 Pending：{ $message }
no-node-takes = { $pod } 无法放到 { $total-count } 个节点中的任何一个：{ $affected } 个的原因是“{ $reason }”。
changes-help-result = { $count ->
        [0] 尝试过的单项更改都不能放下 { $pod }。
       *[other] 有 { $count } 项更改，任意一项都能放下 { $pod }。
    }
changes-help-one = { $result }另有 1 项尚不确定：其运行过长，没有跟踪到结束。
changes-help-many = { $result }另有 { $undecided-count } 项尚不确定：其运行过长，没有跟踪到结束。
tried-change-result-node = 已试：{ $pod } 放到 { $node }。
tried-change-result-none = 已试：{ $pod } 仍处于 Pending。
fork-result-on-node = { $pod } 在 { $time } 绑定到 { $node }
fork-result-pending = { $pod } 仍处于 Pending：{ $reason }
fork-result-pending-untried = { $pod } 仍处于 Pending：未曾尝试
fork-result-gone = { $pod } 最后不存在
