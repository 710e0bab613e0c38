### Texts for the steps of an attempt.

may-preempt-title = Can it preempt?
may-preempt = Yes. { $pod } fits on no node, and it isn’t waiting for victims on a nominated node. Next, preemption looks for lower-priority pods to evict.
may-not-preempt-title = It can’t preempt
potential-nodes-title = On which nodes could eviction help? { $some } of { $total-count }
potential-nodes = { $some ->
        [0] None: removing pods wouldn’t change why the filters fail.
       *[other] Removing pods might make room on: { $names }.
    }
does-not-fit-alone = { $pod } still doesn’t fit
fits-alone-title = { $pod } fits without them
fits-alone = { $node } is a candidate. Next: try to put each pod back, first those whose eviction would violate a budget, then by priority.
pod-reprieved-title = { $victim } can stay
pod-reprieved = With { $victim } back on { $node }, { $pod } still fits: reprieved.{ $would-violate }
pod-is-victim-title = { $victim } is a victim
pod-is-victim = With { $victim } back on { $node }, { $pod } no longer fits. { $reason }{ $would-violate }
node-is-no-candidate = { $node } is not a candidate
all-equal =
    { $of ->
        [2] Both
       *[other] All { $of }
    } candidates tie on this rule.
nodes-remain =
    { $name-count } of { $of ->
        [one] 1 candidate
       *[other] { $of } candidates
    } remain: { $names }.
latest-start = {" "}The victim compared there started { $length } later than on the next candidate.
pod-not-scheduled-title = Not scheduled yet
pod-not-scheduled-node = { $pod } doesn’t fit on any node yet. Preemption is making room on { $node }.
pod-not-scheduled-none = { $pod } stays Pending.
rejected-everywhere = Rejected before any node was checked
pod-fits = { $pod } fits on { $node }
does-not-fit = { $pod } doesn’t fit on { $node }
every-filter-passes = Every filter passes: { $pod } fits on { $node }.
nominated-node-is-tried-alone = {" "}The pod is nominated to { $node }, so this node is tried first and alone. The others are checked only if it doesn’t fit.
nominated-node-is-selected = The pod is nominated to { $node } and fits there. No other node was checked, so there is nothing to score.
rejected-because = { $plugin }: { $reason }
with-nominated-one = {" "}This is pass 1: nominated pods count as if they were running ({ $pods }). Pass 2 isn’t needed.
with-nominated-many = {" "}This is pass 2, without the nominated pods ({ $pods }): they may never start here.
first-pass-result-title = { $node }, pass 1 of 2: with nominated pods
first-pass-result =
    { $pod } passes every filter on { $node } with { $nominated } counted as running there. The filters run again without { $nominated-count ->
        [one] it
       *[other] them
    }.
all-nodes-score = All { $count } feasible nodes score { $points } (weight { $weight }): no difference here.
best-score = Best: { $nodes } with { $points } (weight { $weight }).
pod-goes-to = { $pod } goes to { $node }
only-feasible = Only { $node } is feasible, so there is nothing to score.
best-total-none = { $node } has the best total, { $total }.
best-total-top-of-heap = { $count } nodes share the best total, { $total }. Their order decides: { $node } is on top of the heap. Nothing is random.
best-total = { $count } nodes share the best total, { $total }. { $node } is chosen from them at random.
would-violate = { $has-budgets ->
        [true] {" "}Its eviction would violate { $budgets }.
       *[false] {""}
    }
dry-run-start-title = Dry run on { $node }: remove lower-priority pods
dry-run-start = { $pod-count ->
        [one] Removes the only pod with a lower priority than { $pod }: { $names }.
       *[other] Removes all { $pod-count } pods with a lower priority than { $pod }: { $names }.
    }
node-is-candidate-title = { $node } is a candidate
no-victims-needed = No pod has to be evicted.
node-is-candidate = { $violations ->
        [0] Victims: { $victims }. No eviction violates a budget.
        [one] Victims: { $victims }. 1 eviction violates a budget.
       *[other] Victims: { $victims }. { $violations } evictions violate a budget.
    }
node-chosen-title = { $node } is chosen
node-chosen = Victims: { $victims }.
node-chosen-at-random = { $ties } nodes tie on every rule; one of them is chosen at random.
pre-filter-result-title = Each plugin looks at the pod
pre-filter-possible-nodes = { $nodes ->
        [one] Only 1 node could fit the pod.
       *[other] Only { $nodes } nodes could fit the pod.
    }
pre-filter-skipped = Skipped, because the pod doesn’t use them: { $plugins }.
