### The river: a whole run at once.

waiting = waiting
at-bank = at the bank
none-waiting = none waiting
refused = refused
evicted = evicted
all-nodes = all nodes
healthy-pods = healthy pods
legend-bound = bound
legend-starting = containers starting
legend-failure = failed or refused
legend-nominated = nominated
legend-shutdown = shutting down: the wedge is the time left
legend-fold = idle, folded
legend-instant = one instant, enlarged
resource-choice = Heights show
pod-choice = Highlight
no-pod = no pod
open-moment = Open this moment
poster = Poster
river-label = The river of the run
how-to = Time runs to the right. A band is a node, as high as its capacity; a ribbon is a pod, as thick as its request. Pods that fit nowhere wait at the bank above; a weir is a budget.
hint = Move over the picture to read an instant; click to open it on the stage. ← → go from moment to moment, Home and End to the ends, Space plays.
nothing-yet = Nothing has happened yet. The river shows a run as soon as it has begun.
working = The run is not over: the river goes up to now.
moments-caption = The moments of this run
head-time = Time
head-pod = Pod
head-event = What happens
head-node = Node
event-created = created
event-fails = a try fails
event-nominated = nominated
event-assumed = assumed
event-bound = bound
event-running = running
event-preempted = preempted
event-evicted = evicted
event-deleted = deleted
event-gone = gone
event-refused = eviction refused
event-allowed = eviction allowed

requested-of = { $used } of { $capacity }
waiting-tag = { $count } waiting, { $amount }
added-at = added at { $time }, { $amount }
nominated-needs = nominated, needs { $amount }
pending-label = { $amount }, pending
victim-label = { $pod } ✗ has { $grace }
evicted-label = evicted, { $grace }
ends-label = deleted, { $grace }
budget-name = budget { $budget }
needed = { $count } needed
may-go = { $healthy } − { $needed } = { $allowed } may go
nothing-may-go = { $healthy } healthy, { $needed } needed: { $allowed } may go
short-pods = { $healthy } healthy, { $short } short
healthy-tag = { $healthy } healthy: { $allowed } may go
granted-tag = { $healthy } healthy, { $granted } of them granted: { $allowed } more may go
budget-without-expected = budget { $budget }: { $healthy } healthy, 0 expected, { $allowed } may go, all the time
constant-budget = budget { $budget }: { $healthy } healthy, { $needed } needed, { $allowed } may go, all the time
quiet-nodes = { $count ->
    [one] 1 node: nothing happens
   *[other] { $count } nodes: nothing happens
}
zone-nodes = { $count ->
    [one] 1 node, { $amount }
   *[other] { $count } nodes, { $amount }
}
pods-of = { $count } { $owner }
priority-pods = { $count ->
    [one] 1 pod, priority { $priority }
   *[other] { $count } pods, priority { $priority }
}
some-pods = { $count ->
    [one] 1 pod
   *[other] { $count } pods
}
moments-more = { $count ->
    [one] 1 more moment
   *[other] { $count } more moments
}
