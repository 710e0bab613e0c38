### Texts of the menu of a pod or a node: what it does to this one, where a form lets one choose which.

delete-pod = 删除这个 Pod
evict-pod = 驱逐这个 Pod（遵守预算）
cordon-node = 将这个节点标记为不可调度
uncordon-node = 将这个节点标记为可调度
drain-node = 腾空这个节点
fail-node = 让这个节点失联
remove-node = 删除这个节点
