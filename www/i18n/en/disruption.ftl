### How a budget is counted, and what an eviction is answered.

budget-arithmetic-with-reason = The controller can’t count: { $reason }. No eviction is allowed (SyncFailed).
budget-arithmetic-max-unavailable = maxUnavailable: { $value }, so { $desired } should be healthy.
budget-arithmetic-min-available = minAvailable: { $value }, so { $desired } should be healthy.
budget-arithmetic-nothing = The budget sets no limit.
budget-arithmetic = { $healthy } are healthy.
budget-arithmetic-nothing-expected = No pods are expected, so no eviction is allowed.
budget-arithmetic-otherwise =
    { $healthy } − { $desired }: { $allowed ->
        [one] 1 disruption
       *[other] { $allowed } disruptions
    } allowed.
expected-pods-reason-not-needs-scale = The selector matches { $pods }: { $expected } expected.
expected-pods-reason-failed = The selector matches { $pods }.
expected-pods-reason-without-controller = The selector matches { $pods }, but no controller defines a replica count: { $expected } expected.
expected-pods-reason-above-none = {" "}Pods without a controller are not included ({ $unmanaged }).
unhealthy-reason-terminating = being deleted
unhealthy-reason-disrupted = its eviction was allowed
unhealthy-reason-not-ready = not ready
eviction-answered-title-refused = Eviction of { $pod }: refused ({ $code })
eviction-answered-title = Eviction of { $pod }: allowed
eviction-answered-text-not-disrupted = The pod isn’t running yet, has finished, or is already being deleted, so no budget is checked.
eviction-answered-text-unprotected = No disruption budget selects the pod.
eviction-answered-text-always-allowed = The pod isn’t ready, and { $budget } has unhealthyPodEvictionPolicy: AlwaysAllow.
eviction-answered-text-enough-healthy = The pod isn’t ready, and { $budget } has enough healthy pods without it: the default unhealthyPodEvictionPolicy, IfHealthyBudget, allows that.
eviction-answered-text-granted = This uses one disruption of { $budget }; { $left } left.
budget-counted = Counting pods for { $name }
not-counted-as-healthy = Not counted as healthy: { $pods }.
scale-of-controllers-counts = The selector matches { $pods }; the scale of their controllers counts ({ $scales }): { $expected } expected.
# An answer of the API server, as it is.
eviction-refused = { $message } { $cause }
