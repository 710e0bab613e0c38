### The field: who has to go, for all values of two numbers.

fits-title = { $pod } 放得下：没有 Pod 需要离开
fits-text = 空闲空间足够 { $amount } cpu。
pending-title = 驱逐也无济于事：{ $pod } 保持 Pending
pending-text = 即使没有任何优先级较低的 Pod，也没有 { $amount } cpu 的空间。
victims-title = { $victims } 必须离开
stays-text = { $pods } 留下：每个 Pod 只要还放得下，就被放回。
nobody-stays-text = 没有 Pod 能被放回。
saved-text = 请求更多，{ $pods } 反而留下。
lot-text = 有几个节点同样好：从中随机抽取一个。
fits-label = ✓ 放得下
pending-label = ✗ Pending
areas-heading = 谁必须离开？每个区域是一个答案。
row-note = 虚线上的结果
table-caption = 如果 { $other } 请求 { $amount } cpu
more-than = 超过 { $amount } cpu
up-to = 至多 { $amount } cpu
nobody = 没有 Pod 需要离开
