### What budgets, zones and controllers come to, line by line: a name, a number, and where it comes from.

## Fixed words

expected = Expected
desired = Desired healthy
healthy = Healthy
allowed = Allowed
allowed-now = Allowed now
answer = Answer
not-ready = Not ready
state = State
rate = Rate
wants = Desired
has = Current
ready = Ready
creates = Creates
deletes = Deletes
scales = Scales
backoff = Backoff
yes = allowed
uncounted = Not counted yet: no pod may be evicted.
from-text = the status given in the manifest
none-expected = no pods are expected, so none may be evicted
no-count = SyncFailed: nothing may be evicted
no-controller = no controller: adds nothing to the expected number
tainted = NoExecute
threshold = at least 55% and 3 nodes: PartialDisruption; all nodes: FullDisruption
all-ready = all nodes are ready
from-start = since the start
in-vain = the last attempt failed
pods = Pods that it selects
nodes = Its nodes
none-selected = It selects no pod.
of-this-order = in this order
budgets = Disruption budgets
zones = Zones
no-budget = There are no disruption budgets.
no-zone = There are no nodes.
function = Upstream

## Sentences

budget-title = Budget { $name }{ $demand }
eviction-title-none = Eviction of { $pod }
eviction-title-budget = Eviction of { $pod }, budget { $budget }
zone-title = Nodes without a zone
zone-title-named = Zone { $name }
scale-source-each = { $owner }: { $scale } desired
no-controller-text = no controller defines a replica count
unmanaged-pods = ; without a controller: { $unmanaged }, not counted here
pods-selected = the selector matches { $pods }
desired-formula-nothing = the budget sets no limit
desired-formula-min-available = minAvailable: { $value } of { $expected }, rounded up
desired-formula-max-unavailable = { $expected } − { $away }, by maxUnavailable: { $value }
healthy-formula-no-away = of { $pods }
healthy-formula-some-away = of { $pods }; not counted: { $away }
name-with-note = { $name } ({ $note })
more-pods = { $hidden-count } more
count-time = counted at { $when }
evictions-since = evictions allowed since the count: { $spent }
healthy-enough = { $healthy } − { $desired }, but not below 0
one-disruption-spent = { $before } − 1 = { $remaining-disruptions } left
not-ready-share = { $not-ready } of { $nodes } = { $percent }%
state-since = since { $when }, for { $so-long }
taint-rate-value-many = { $number } per s
taint-rate-reason-none-full = no zone has a ready node: no NoExecute taint, no eviction
taint-rate-reason-none = { $nodes } nodes, at most 50: no more nodes get the NoExecute taint
taint-rate-reason = one node every { $seconds } s gets the NoExecute taint
creates-of-missing-one-at-a-time = of { $missing } missing: one at a time
