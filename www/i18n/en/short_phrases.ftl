### Sentences of the views that hold a number or a name.

forks-at = Fork the run at { $time }: everything up to this point stays the same, then this happens.
nodes-differ =
    Different pods on { $nodes ->
        [one] 1 node, whose frame is dashed
       *[other] { $nodes } nodes, whose frames are dashed
    }.
show-nodes = Show these { $nodes } nodes
more-by-name = { $hidden-count } more. Narrow the list by name.
partly-curable = preemption might help on { $some } of them, but not on { $rest }
feasible-of = { $feasible } of { $checked } checked nodes are feasible
points-of = Points of { $node }
node-lacks-points = { $node } needs { $points } more points to beat { $winner }.
loses-most = It loses the most points on { $plugin }: { $points }.
enough-alone = Enough to win on its own: { $plugins }.
equal-totals = { $node } and { $winner } have the same total. One of the nodes with that total is chosen at random.
preemption-might-help = Nodes on which removing pods might make room: { $some } of { $total-count }. None has been tried yet.
candidates-of-dry-runs = { $candidates } · dry runs: { $dry-runs } of { $nodes }
earlier-candidates = { $count } earlier candidates are not shown.
running-for = running for { $time }
grace-period = { $seconds } s grace period
would-violate-budgets = its eviction would violate { $budgets }
why-is-here = Why is { $pod } here?
why-is-not-here = Why is { $pod } not here?
questions-about = Questions about { $pod }
open-node = Node { $node }: show its details
and-more = and { $hidden-count } more
pods-pending = { $pods ->
        [0] No pod stays Pending
        [one] 1 pod stays Pending at the end: why?
       *[other] { $pods } pods stay Pending at the end: why?
    }
pods-wait = { $pods }: { $reason }
lines-found = { $lines } of { $total-count } lines
step-of-run-short = step { $at } of { $last }
step-of-run = { $at } of { $last }
caption-of =
    { $number ->
        [0] caption – of { $total-count }
       *[other] caption { $number } of { $total-count }
    }
preferred-with-weight = preferred, weight { $weight }
moment-of = { $time }, moment { $at } of { $last }
may-be-away = With all of them healthy, { $spare } may be unavailable.
budget-now = Now: { $allowed } allowed, { $healthy } healthy, { $desired } required.
objects-selected = { $count } selected
delete-named = Delete { $name }
rename-named = Rename { $name }
deleted-named = Deleted { $name }.
picture-size = { $cpu } cpu × { $memory } · outline: the largest node, { $node-cpu } × { $node-memory }. Drag the edges.
more-to-search = and { $hidden-count } more: search for them
more-waiting = + { $hidden-count } more
nodes-found = { $count } found
map-summary =
    Nodes: { $nodes } in { $zones ->
        [one] 1 zone
       *[other] { $zones } zones
    }. Pods on nodes: { $pods }. Requested: { $cpu }% of cpu, { $memory }% of memory. Cordoned: { $cordoned }, not ready: { $silent }.
map-step = {" "}At this step: { $marks }.
count-of = { $what }: { $count }
node-usage = { $cpu } / { $all-cpu } cpu, { $memory } / { $all-memory } memory, { $pods } / { $most } pods
