### The scheduler's queue as the stage.

## Fixed words

unschedulable-q = Unschedulable
backoff-q = backoffQ
active-q = activeQ
cycle-q = Scheduling
unschedulable-is = failed, and waits for an event that may help
backoff-is = its backoff still runs; the next one out is on top
active-is = by priority, then by waiting time; the first one is popped
cycle-is = one pod at a time
empty = empty
idle = idle
next = Next
now = now
no-hints = This release has no queueing hints: an event moves every pod.
no-event-wakes = woken only when its gate is removed
failure-returns = A failed attempt goes back; its backoff doubles, up to a maximum
attempts-legend = A bar is a backoff: as wide as it is long, as high as the number of failures. ✗ failed attempt, ● event
hint-queue = hint: Queue
hint-skip = hint: Skip
hint-unregistered = not registered for this event
backoff-over = backoff is over
any-taint-change = any change of taints counts
not-increased = nothing that it requests has increased
stays = stays
an-event = an event

## Sentences

gated-count = { $count } and { $gated } gated
rejected-by = { $plugins } rejected it
compared = { $answer }. { $evidence }
amount-compared = { $needed } needed, { $offered } on { $object }
amount-freed = { $object } gives back { $amount }
label-missing = { $object } has no label { $label }
label-differs = { $object } has { $value }, not { $label }
label-matches = { $object } has { $label }
taint-blocks = { $object } has the taint { $taint }
taints-tolerated = no taint of { $object } is in its way
node-cordoned = { $object } is cordoned
node-open = { $object } is not cordoned
moves-after-backoff = backoff over at { $time } → { $shelf }
moves-in-backoff = backoff runs until { $time } → { $shelf }
moves-to = → { $shelf }
stays-until = stays, at most about { $time } without an event
backoff-ends = backoff until { $time }
backoff-ended = backoff over since { $time }
left-of = left of { $total }, until { $time }
moved-by = moved by { $event }
waits-since = since { $time }
requests = needs { $amount }
gated-by = gated: { $gates }
next-pod = next: { $pod }
idle-until = idle until { $time }
comes-at = { $pod } comes at { $time }
more-pods = and { $count } more, priority { $lowest } to { $highest }
more-alike = and { $count } more, priority { $priority }
more-rejected = { $count } rejected by { $plugins }
more-waiting = and { $count } more
before-by-priority = { $place } before { $next }: priority { $higher } is higher than { $lower }.
before-by-time = { $place } before { $next }: both have priority { $priority }, and { $pod } has waited longer.
attempts-of = { $pod }: attempts and backoffs
binds-to = bound to { $node }
node-joins = { $time } · { $node } joins
node-joins-with = { $time } · { $node } joins: { $amounts }
node-changes = { $time } · { $node } changes
node-leaves = { $time } · { $node } is deleted
pod-leaves = { $time } · { $pod } is gone
pod-changes = { $time } · { $pod } changes
pod-arrives = { $time } · { $pod } is bound to { $node }
pod-on-shelf = { $pod }, priority { $priority }, { $shelf }
