### Texts of the moments of a group's cycle and of its preemption.

## Fixed words

members = members
minimum = minCount
with-node = with a node
priority = group priority
disruption = disruptionMode
condition = condition
none-yet = none yet
order = Members, in the order they are tried
why-order = Why this order
units = Units, in the order they are put back
stays = stays
goes = victim
not-asked = not asked
why-pending = Why is this group pending?
gangs-off = gangs off
gangs-on = gangs on
gangs-choice = gangs off | on
terminating = Terminating
terminating-is = Victims of preemption that shut down, with the time left
no-groups = There is no group of pods.

## Sentences

group-step-title = One snapshot
group-step = { $members ->
        [one] A snapshot for { $group }, of which one member waits. Nothing is bound before the verdict.
        [2] One snapshot for both members of { $group }, tried in this order. The first one counts for the second. Nothing is bound before the verdict.
       *[other] One snapshot for all { $members } of { $group }, tried in this order. Each one placed counts for the next. Nothing is bound before the verdict.
    }
group-step-messages-title = Whose message
group-step-messages = { $placed ->
        [one] The one that fitted gets the group's message, { $others } a message of its own.
       *[other] The { $placed } that fitted get the group's message, { $others } a message of its own.
    }
group-step-bind-title = { $group } is bound
group-step-bind = { $placed ->
        [one] The one that fits is bound.
        [2] Both that fit are bound, in the order in which they were tried.
       *[other] All { $placed } that fit are bound, in the order in which they were tried.
    }
group-step-stragglers-title = Left behind
group-step-stragglers = The minimum runs. What does not fit stays behind and is tried later: { $late }.
member-result-title = { $pod } fits nowhere
member-result = { $pod } fits nowhere. The cycle of { $group } goes on without it.
member-result-permit-permit-wait = {" "}Permit: wait
member-result-permit-permit-success = {" "}Permit: go
member-result-permit = { $permit }{ $quorum }.
member-result-reserved = {" "}{ $text }
member-result-requires-preemption-title = { $pod } needs an eviction
member-result-requires-preemption = { $pod } would fit on { $node } once pods there are gone. So nobody is bound yet.{ $reserved }{ $permit }
member-placed-title = { $pod } is placed
member-placed = { $pod } fits on { $node }. It is placed, not bound.{ $reserved }{ $permit }
placement-result-points = {" "}It scores { $score }.
placement-fits-title = Placement { $name }
placement-fits = { $group } fits in { $name }, { $nodes }.{ $points }
placement-result-otherwise-title = Placement { $name }
placement-result-otherwise = { $group } does not fit in { $name }, { $nodes }.
placed-of-minimum = { $placed } of { $members } placed · minimum { $minimum }
placed-of-none = { $placed } of { $members } placed
placed-beside = { $bound } bound, { $placed } of { $members } placed · minimum { $minimum }
placed-beside-none = { $bound } bound, { $placed } of { $members } placed
group-page-name = Group
order-reason = { $popped } was the head of the queue, and its siblings came along. They are tried by priority, then by when they first entered the active queue; those that entered together are in random order.
permit-quorum = {" "}({ $placed } bound or placed, minimum { $wanted })
group-kind-is-gang = gang of { $members }
group-kind-otherwise = group of { $members }
members-here-minimum-below-minimum = { $here } of { $minimum } here · gated
members-here-minimum = { $here } here · minimum { $minimum }
members-here-none = { $here } here
fits-of-minimum = { $placed } of { $members } fit · minimum { $minimum }
fits-of-none = { $placed } of { $members } fit
waits-for-victims = waits for { $victims }
pods-on-nodes = { $pods } on { $nodes }
minimum-flag = minimum { $minimum }
is-being-tried = is being tried
fits-nowhere = fits nowhere
fits-nowhere-in = not in { $placement }
goes-back = goes back
needs-room-on = needs room on { $node }
placed-not-bound = placed, not bound
group-verdict-success = Minimum reached: those that fit are bound.
group-verdict = { $group } waits until its victims are gone. None of these members is bound before, and all go back.
group-verdict-unschedulable = { $has-minimum ->
        [true] The group has its minimum without these members: they go back at once.
       *[false] Too few: all go back at once.
    } This cycle keeps no node for them.
group-verdict-error = An error ends the cycle of { $group }.
group-preemption-impossible-title = Nothing may go
group-preemption-impossible = { $group }'s group priority is { $priority }. Nothing that runs has a lower one: no eviction helps.
group-preemption-step-units-priority-title = What may go
group-preemption-step-units-priority = { $group }'s group priority is { $priority }. Everything lower may go, unit by unit: { $units }.
group-preemption-step-units-none-title = No preemption
group-preemption-step-units-none = { $group } may not preempt.
fits-without-units-title = All units removed
fits-without-units = { $units ->
        [one] The only unit is removed in the dry run, and { $group } fits: { $placed } of { $all }. Now it is put back.
       *[other] All { $units } units are removed in the dry run, and { $group } fits: { $placed } of { $all }. Now they are put back one by one.
    }
does-not-fit-without-units-title = All units removed
does-not-fit-without-units = { $units ->
        [one] The only unit is removed in the dry run, and { $group } still does not fit. No eviction helps.
       *[other] All { $units } units are removed in the dry run, and { $group } still does not fit. No eviction helps.
    }
group-preemption-step-victims-title = { $count } of { $units } units go
group-preemption-step-victims = { $count } of { $units } units go: { $names }. Evicted in all: { $pods }.
group-preemption-step-nominations-no-placements = No member is nominated.
group-preemption-step-nominations-otherwise = Only what had fitted before is nominated: { $placements }.
group-preemption-step-title = The placement is thrown away
group-preemption-step = Where the members would fit without the victims is not kept. { $nominations }
unit-result-first = {" "}{ $name } is among those asked first: its budget allows no disruption.
unit-stays-title = { $name } stays
unit-stays = { $name } is put back, number { $number }. With it { $group } still fits, { $placed } of { $members }, so it stays.{ $first }
unit-goes-as-one-title = { $name } goes as one
unit-goes-as-one = { $name } comes back whole, { $pods } pods. Only { $placed } of { $members } of { $group } fit with it: { $name } is a victim, as one.{ $first }
unit-is-victim-title = { $name } is a victim
unit-is-victim = { $name } is put back, number { $number }. Only { $placed } of { $members } of { $group } fit with it: it is a victim.{ $first }
gang-incomplete-title = { $group } is gated
gang-incomplete = { $group } has { $here } of { $minimum } members. PreEnqueue of GangScheduling holds them back: the gang is not tried.
gang-complete-title = { $group } is complete
gang-complete = { $pod } completes the gang. It enters the active queue first; the waiting members follow in random order.
sibling-popped-title = { $pod } comes along with { $popped }
sibling-popped = { $popped } was the head of the queue. { $pod } is taken out of the queue with it, as they are in one group. Members are tried by priority, then by when they first entered the active queue. This is attempt { $attempt }.
group-popped-title = Cycle of { $group }
group-popped = { $pod } is popped and takes its waiting siblings along: { $siblings }.
group-victims-end-title = The victims shut down
group-victims-end = { $victims } on { $nodes }. { $left } left until the last is gone.
group-room-free-title = Room is free
group-room-free = { $pod } was the last victim of { $group }. Room is free. { $claim }
group-verdict-title = { $group }: { $placed }
