### The field: who has to go, for all values of two numbers.

fits-title = { $pod } fits: no pod has to go
fits-text = There is free room for { $amount } cpu.
pending-title = No eviction helps: { $pod } stays pending
pending-text = Even without all pods of lower priority there is no room for { $amount } cpu.
victims-title = { $count ->
    [one] { $victims } has to go
   *[other] { $victims } have to go
}
stays-text = { $count ->
    [one] { $pods } stays: each pod is put back where it still fits.
   *[other] { $pods } stay: each pod is put back where it still fits.
}
nobody-stays-text = No pod can be put back.
saved-text = Asking for more has saved { $pods }.
lot-text = Several nodes are equally good: one of them is drawn by lot.
fits-label = ✓ fits
pending-label = ✗ pending
areas-heading = Who has to go? Each area is one answer.
row-note = the dashed line, from left to right
table-caption = If { $other } requests { $amount } cpu
more-than = more than { $amount } cpu
up-to = up to { $amount } cpu
nobody = no pod has to go

# The field of the playground.
placed-text = It is placed on { $node }.
stays-on-node = { $count ->
    [one] { $pods } stays on { $node }: each pod is put back where it still fits.
   *[other] { $pods } stay on { $node }: each pod is put back where it still fits.
}
names-and = { $names } and { $last }
names-more = { $names } and { $count } more
node-stays = { $stays } of { $capacity } { $resource } stay
pod-needs = { $pod } needs { $amount } { $resource }
victims-heading = has to go: { $count }
axis-pod-cpu = cpu that { $name } requests
axis-pod-memory = memory that { $name } requests
axis-pod-priority = priority of { $name }
axis-node-cpu = cpu of { $name }
axis-node-memory = memory of { $name }
axis-plugin-weight = weight of { $name }
axis-disruptions = disruptions that the budget { $name } allows
deciding = Deciding: { $percent } %
deciding-left = Deciding: { $percent } %, about { $seconds } s left
decided = { $count } decisions by the engine · { $release }
point-label = { $x-title }: { $x }. { $y-title }: { $y }. { $answer }
amount-range = above { $from }, up to { $to }
amount-up-to = up to { $to }
row-caption = On the dashed line: { $title } is { $value }
areas-caption = Areas of the field, the largest first
axis-across = To the right
axis-up = Upward
pod-choice = Pod
stop = Stop
stopped-note = Stopped: the areas are as exact as they were decided.
stopped-early = Stopped before there was a picture. Choose other axes to begin again.
choice-missing = What the link names is not in this run. The field shows the default instead.
nothing-to-show = The field shows what the scheduler decides about a pod. This run has no pod that is scheduled, or no node.
works = The engine decides…
how-to = Drag the point, or move it with the arrow keys: the engine decides, and the node follows. Each area is one answer. Share saves the picture as SVG or PNG.
lot-note = Hatched areas: no eviction helps, or one of several equal nodes is drawn by lot.
moment-note = The cluster is that of { $time }, just before { $pod } is tried.
answer-head = Answer
node-head = Node
share-head = Share
close-field = Back to the stage
own-values = Values of the run
