### Texts of the menu of a pod or a node: what it does to this one, where a form lets one choose which.

delete-pod = Delete this pod
evict-pod = Evict this pod (respects budgets)
cordon-node = Cordon this node
uncordon-node = Uncordon this node
drain-node = Drain this node
fail-node = Make this node unreachable
remove-node = Delete this node
