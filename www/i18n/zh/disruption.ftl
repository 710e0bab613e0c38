### How a budget is counted, and what an eviction is answered.

budget-arithmetic-with-reason = 控制器无法计数：{ $reason }。不允许任何驱逐（SyncFailed）。
budget-arithmetic-max-unavailable = maxUnavailable: { $value }，所以期望 { $desired } 个健康。
budget-arithmetic-min-available = minAvailable: { $value }，所以期望 { $desired } 个健康。
budget-arithmetic-nothing = 预算没有提出任何要求。
budget-arithmetic = 健康 { $healthy } 个。
budget-arithmetic-nothing-expected = 期望的 Pod 数为 0 时，不允许驱逐。
budget-arithmetic-otherwise = { $healthy } − { $desired }：允许中断 { $allowed } 个。
expected-pods-reason-not-needs-scale = 选择算符匹配 { $pods }：预期 { $expected } 个。
expected-pods-reason-failed = 选择算符匹配 { $pods }。
expected-pods-reason-without-controller = 选择算符匹配 { $pods }，但没有控制器说明应有多少个：预期 { $expected } 个。
expected-pods-reason-above-none = 没有控制器的 Pod 不增加这个数（{ $unmanaged } 个）。
unhealthy-reason-terminating = 正在删除
unhealthy-reason-disrupted = 已允许驱逐
unhealthy-reason-not-ready = 未就绪
eviction-answered-title-refused = 驱逐 { $pod }：被拒绝（{ $code }）
eviction-answered-title = 驱逐 { $pod }：允许
eviction-answered-text-not-disrupted = 该 Pod 尚未运行、已结束或已在删除：不询问任何预算。
eviction-answered-text-unprotected = 没有干扰预算选中该 Pod。
eviction-answered-text-always-allowed = 该 Pod 未就绪，而 { $budget } 的 unhealthyPodEvictionPolicy 为 AlwaysAllow。
eviction-answered-text-enough-healthy = 该 Pod 未就绪，而 { $budget } 的健康 Pod 已经足够：默认的 unhealthyPodEvictionPolicy，即 IfHealthyBudget，允许驱逐它。
eviction-answered-text-granted = 从 { $budget } 中扣除一次中断；还剩 { $left } 次。
budget-counted = 为 { $name } 计数
not-counted-as-healthy = 不计为健康：{ $pods }。
scale-of-controllers-counts = 选择算符匹配 { $pods }；计入的是其控制器的规模（{ $scales }）：预期 { $expected } 个。
# An answer of the API server, as it is.
eviction-refused = { $message } { $cause }
