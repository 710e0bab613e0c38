### How a language counts.

zone-without-name = 没有可用区标签的节点
zone-with-name = 可用区 { $name }
all-zones-down = 所有可用区都没有就绪的节点，故障可能在控制器自身：它移除自己的 NoExecute 污点，不驱逐任何 Pod。
whole-zone-down = 其他可用区有就绪的节点：每 10 秒给一个节点加上 NoExecute 污点。
small-zone-partly-down = 至少 55% 的节点未就绪，且该可用区不超过 50 个节点：不再给任何节点加 NoExecute 污点。
large-zone-partly-down = 至少 55% 的节点未就绪，且该可用区超过 50 个节点：每 100 秒给一个节点加上 NoExecute 污点。
all-nodes-ready = 所有节点都已就绪。
zone-is-normal = 每 10 秒给一个节点加上 NoExecute 污点。
zone-changed-title = { $state }：{ $zone }
zone-changed = { $nodes } 个节点中有 { $not-ready } 个未就绪。{ $reason }
old-template = 它仍使用旧的模板。
scaled-in-proportion = 滚动更新途中规模改变，因此各 ReplicaSet 按比例分配。
unavailable-first = 旧模板中不可用的 Pod 先删除。
old-pods-spared = 旧模板的 Pod 能减多少就减多少。
recreated = Recreate：先删除所有旧 Pod，再创建新 Pod。
replica-set-scaled = ReplicaSet { $set }：{ $from } → { $to }。
pods-created = 创建 { $pods } 个 Pod。
pods-deleted = 依次删除 { $pods }。
controller-acted = 需要 { $wanted } 个，现有 { $current } 个。{ $consequence }{ $reason }（{ $function }）
controller-acted-title = { $kind } { $name }
