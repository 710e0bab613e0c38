### What goes on between the steps of attempts.

## Fixed words

going-on = Going on now
nothing = No pod is being scheduled, bound or terminated.

## Sentences

pod-at-point =
    { $pod } is at { $point } in its { $bind ->
        [true] binding
       *[false] scheduling
    } cycle, for { $node }.
pod-in-cycle = { $pod } is in its scheduling cycle.
pod-in-permit = { $pod } is waiting in Permit, for at most { $remaining-time }. Its resources are held on { $node }.
pod-in-pre-bind = PreBind is preparing { $node } for { $pod }: { $remaining-time } left. { $pod } isn’t bound yet.
pod-in-binding = { $pod } is in its binding cycle, for { $node }. The scheduler doesn’t wait for it.
pod-starts = { $pod } is bound to { $node }. Its containers are starting.
pod-waits-for-victims = { $pod } is nominated to { $node } and isn’t scheduled yet.
next-cycle-active-one = Next cycle: { $pod } (priority { $priority }), the only pod in activeQ.
next-cycle-active-many = Next cycle: { $pod } (priority { $priority }), the first of { $of } pods in activeQ.
next-cycle-backoff = activeQ is empty. The backoff of { $pod } ends first, in { $remaining-time }.
next-cycle-event =
    No further scheduling cycle is due: { $waiting ->
        [one] 1 pod waits
       *[other] { $waiting } pods wait
    } for an event that may help.
no-next-cycle = No further scheduling cycle is due: no pod is waiting for a node.
pod-in-pre-bind-claims = { $claim-count ->
        [one] PreBind is waiting until { $claims } is bound before { $pod } can be bound to { $node }: at most { $remaining-time }.
       *[other] PreBind is waiting until { $claims } are bound before { $pod } can be bound to { $node }: at most { $remaining-time }.
    }
pod-shuts-down = { $pod } is terminating: { $remaining-time } left.
pod-shuts-down-for-preemptor = { $pod } is terminating: { $remaining-time } left. It was evicted for { $preemptor }.
