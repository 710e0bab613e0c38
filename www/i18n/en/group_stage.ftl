### Texts in the picture of a group: its band, the snapshot, the units of its preemption.

## Fixed words

snapshot-rule = Each member placed counts for the next ones. Nothing is bound.
nothing-bound = Nothing is bound.
all-back = All go back at once. This cycle keeps no node for them.
awaits-victims = These members are not bound before the victims are gone.
bind = The minimum is reached: those that fit are bound, in this order.
bind-basic = Those that fit are bound, in this order.
may-go = Everything of lower priority may go, unit by unit
no-units = No pod has a lower priority than the group: none may go.
no-units-short = None may go
eviction = eviction
no-fit = no fit
all-removed = All units are removed at once, and the whole group is tried
put-back = Put back one by one: budget breakers first, then the most important
victims = What could not be put back goes
thrown-away-title = The dry run found these places. They are not kept.
group-message = The group's message
own-message = Its own error
may-go-short = What may go
all-removed-short = All removed at once
put-back-short = Put back one by one
goes = What goes
not-kept = These places are not kept
stays = stays
victim = victim
next = next
removed = removed
tried-now = now
asked-first = asked first: budget
room-free = Room is free.
room-for-anyone = Whoever is popped first may take it.
taken-back = taken back
nominated = nominated
dry-run = dry run of the whole group
awaits = waits for its victims
no-node = no node
thrown-away = thrown away
left-behind = stays behind
reserved = reserved
snapshot = Snapshot
member-sign = a member of a group of pods
preemption = Preemption:
remove = remove all
victims-phase = victims
verdict = Verdict
bind-all = Bind all
back = Back to the queue

## Sentences

snapshot-taken-one = A snapshot, taken at { $clock }.
snapshot-taken-two = One snapshot for both, taken at { $clock }.
snapshot-taken-many = One snapshot for all { $members }, taken at { $clock }.
group-priority = group priority { $priority }
members-on-nodes = { $bound } of { $members } members on { $nodes }
units-asked =
    { $asked } of { $units } tried · { $stay ->
        [one] 1 stays
       *[other] { $stay } stay
    }, { $victims ->
        [one] 1 is a victim
       *[other] { $victims } are victims
    } so far
units-asked-short = { $asked } of { $units } tried
more-messages-one = and 1 more message
more-messages-many = and { $messages } more messages
units-count-one = 1 unit
units-count-many = { $units } units
nominated-of = { $nominated } of { $members } nominated
rival-nominated = { $pod } is nominated to { $node }.
victims-left = Shutting down: { $victims }, { $left } left.
units-going = { $going } of { $units } go
unit-extent = { $pods }, as one
unit-order-priority = priority { $priority }
unit-order-groups = priority { $priority }, groups
unit-order-pods = priority { $priority }, single pods
unit-order-budget = budget first · { $order }
placement-count = { $placement }: { $placed } of { $members }
node-free = { $amount } free
tray-left = tray: { $pods }
member-phase = Member { $order }:
put-back-phase = put back { $asked } of { $units }
