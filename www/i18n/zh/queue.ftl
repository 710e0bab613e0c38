### The scheduler's queue as the stage.

## Fixed words

unschedulable-q = 不可调度
backoff-q = backoffQ
active-q = activeQ
cycle-q = 正在调度
unschedulable-is = 已失败，等待可能有帮助的事件
backoff-is = 退避尚未结束；最先离开的在最上面
active-is = 先按优先级，再按等待时间；第一个会被取出
cycle-is = 一次一个 Pod
empty = 空
idle = 空闲
next = 接下来
now = 现在
no-hints = 这个版本没有排队提示：一个事件会移动每个 Pod。
no-event-wakes = 除了自己的门控被移除，没有事件能唤醒它
failure-returns = 尝试失败就回到这里；退避时间加倍，直到上限
attempts-legend = 一个条形是一次退避：越长时间越久，越高失败次数越多。✗ 失败的尝试，● 事件
hint-queue = 提示：Queue
hint-skip = 提示：Skip
hint-unregistered = 没有注册这个事件
backoff-over = 退避已结束
any-taint-change = 任何污点变化都算
not-increased = 它请求的资源没有增加
stays = 留下
an-event = 一个事件

## Sentences

gated-count = { $count }，另有 { $gated } 个被门控
rejected-by = { $plugins } 拒绝了它
compared = { $answer }。{ $evidence }
amount-compared = 需要 { $needed }，{ $object } 有 { $offered }
amount-freed = { $object } 归还 { $amount }
label-missing = { $object } 没有标签 { $label }
label-differs = { $object } 有 { $value }，而不是 { $label }
label-matches = { $object } 有 { $label }
taint-blocks = { $object } 有污点 { $taint }
taints-tolerated = { $object } 没有阻止它的污点
node-cordoned = { $object } 已被封锁
node-open = { $object } 没有被封锁
moves-after-backoff = 退避已于 { $time } 结束 → { $shelf }
moves-in-backoff = 退避持续到 { $time } → { $shelf }
moves-to = → { $shelf }
stays-until = 留下，没有事件时最多约 { $time }
backoff-ends = 退避到 { $time }
backoff-ended = 退避已于 { $time } 结束
left-of = 共 { $total }，到 { $time } 为止
moved-by = 由 { $event } 移动
waits-since = 自 { $time } 起
requests = 需要 { $amount }
gated-by = 门控：{ $gates }
next-pod = 下一个：{ $pod }
idle-until = 空闲到 { $time }
comes-at = { $pod } 于 { $time } 到来
more-pods = 还有 { $count } 个，优先级 { $lowest } 到 { $highest }
more-alike = 还有 { $count } 个，优先级 { $priority }
more-rejected = { $plugins } 拒绝了 { $count } 个
more-waiting = 还有 { $count } 个
before-by-priority = { $place } 先于 { $next }：优先级 { $higher } 高于 { $lower }。
before-by-time = { $place } 先于 { $next }：优先级都是 { $priority }，而 { $pod } 等得更久。
attempts-of = { $pod }：尝试与退避
binds-to = 绑定到 { $node }
node-joins = { $time } · { $node } 加入
node-joins-with = { $time } · { $node } 加入：{ $amounts }
node-changes = { $time } · { $node } 变化
node-leaves = { $time } · { $node } 被删除
pod-leaves = { $time } · { $pod } 已消失
pod-changes = { $time } · { $pod } 变化
pod-arrives = { $time } · { $pod } 绑定到 { $node }
pod-on-shelf = { $pod }，优先级 { $priority }，{ $shelf }
