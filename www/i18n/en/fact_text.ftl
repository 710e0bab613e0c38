### Texts for the facts of an explanation.

fact-came-bound = It was created with spec.nodeName { $node }, so it skipped the scheduler.
fact-never-tried = The scheduler hasn’t tried it yet.
fact-feasible = { $some } of { $looked } checked nodes passed every filter (the cluster has { $all }).
fact-nominated-first = { $node } was its nominated node and passed, so no other node was checked.
fact-only-node = Only { $node } was feasible, so there was nothing to score.
fact-best-none = { $node } had the best total, { $total }.
fact-best = { $node } had the best total, { $total }; next was { $second } with { $points }.
fact-drawn = { $nodes } had the same total; one was chosen at random.
fact-top-of-heap = { $nodes } had the same total; their order decided, not chance.
fact-made-by = Most of the difference comes from { $plugin }: { $points } points.
fact-room-made = Preemption had made room for it on { $node } by evicting { $victims }.
fact-is-there = It is on { $node }.
fact-no-such-node = { $node } was not in the cluster when the pod was tried.
fact-not-looked = { $node } was not checked: enough feasible nodes had already been found.
fact-rejected-everywhere = { $plugin } rejected the pod for every node. { $failure }
fact-rejected =
    { $node } did not pass. { $has-plugin ->
        [true] { $plugin }:{" "}
       *[false] {""}
    }{ $failure } ({ $code })
fact-outscored = { $node } was feasible but had { $total } points; { $winner } had { $best }.
fact-lost-by = It lost the most points on { $plugin }: { $points }.
fact-not-potential = Removing pods would not have helped on { $node }.
fact-not-tried = Preemption had enough candidates before it got to { $node }.
fact-no-candidate = { $node } was not a candidate for preemption. { $failure }
fact-dropped = { $node } was a candidate but lost on the rule “{ $rule }”: { $text } against { $best }.
fact-equal-node = { $node } and { $chosen } tied on every rule; { $chosen } was chosen at random.
fact-chosen-node =
    Preemption is making room on { $node }: { $victims ->
        [one] 1 victim
       *[other] { $victims } victims
    }.
fact-only-candidate = { $node } was the only candidate.
fact-decided-by =
    The rule “{ $rule }” chose { $node } from the last { $of ->
        [one] 1 candidate
       *[other] { $of } candidates
    }.
fact-gated = Scheduling gates hold it back.
fact-in-cycle = It is being scheduled at this moment.
fact-attempt-failed = Its attempt has just failed; it is about to go back into a queue.
fact-rejected-for = { $words }: { $names }.
fact-message = Its last attempt failed: { $message }
fact-waits-for-no-victims = Its nominated node is { $node }: resources are held for it there.
fact-waits-for = Its nominated node is { $node }, where it waits for its victims to terminate: { $victims-leaving }.
fact-waits-until = It waits in the queue “{ $queue }”; its backoff ends in { $remaining-time }.
fact-waits-none = It waits in the queue “{ $queue }”.
fact-moved-by = In this run, { $by } moves it to the queue “{ $queue }” at { $at }.
fact-tried-again = The next attempt is at { $at }.
fact-never-moved = Nothing in this run triggers another attempt.
fact-not-moved-until = Nothing triggers another attempt before the run was stopped, at { $at }. What happens later isn’t known.
fact-preempted-by = { $by } preempted it on { $node }.
fact-no-reprieve =
    With it put back, { $preemptor } didn’t fit. { $plugin }: { $reason }{ $has-budgets ->
        [true] {" "}Its eviction violates { $budgets }: preemption respects budgets only as far as it can.
       *[false] {""}
    }
fact-gone-unbound = It was deleted before it was bound to a node.
fact-spared = It was put back on { $node } and { $by } still fit: reprieved.
fact-not-lower = Its priority { $priority } is not lower than { $other }, the priority of { $by }: it can’t be a victim.
fact-other-node = It is on { $node }; preemption made room on { $chosen }.
helpful-change-effect-fits = it goes to { $node }
helpful-change-effect-preempts = it preempts { $victims } on { $node }
helpful-change-change-none = Without any change
helpful-change-change-more-room = With { $by } more { $resource } on { $name }
helpful-change-change-smaller-request = If it requested { $by } less { $resource }
helpful-change-change-no-taint = Without the taint { $key } on { $node }
helpful-change-change-uncordon = If { $node } were uncordoned
helpful-change-change-node-labels = After kubectl label node { $node } { $edits }
helpful-change-change-one-fewer = Without { $pod } on { $node }
helpful-change-change-higher-priority = With priority { $priority }
helpful-change-change-more-devices = With { $count } more devices like { $like } in { $name }
helpful-change-change-no-device-taint = Without the taint { $key } on the device { $device } of { $name }
helpful-change-change-another-node = With one more node like { $node }
helpful-change-change-lower-minimum = If minCount of { $group } were { $min-count }
helpful-change-change-higher-class = If { $group } had the priority class { $class } ({ $value })
helpful-change-change-gates-off = With the feature gates of groups off
given-up-constraint-node-selector = Without { $key } in its nodeSelector
given-up-constraint-node-affinity = Without its required node affinity
given-up-constraint-pod-affinity = Without its required pod affinity ({ $key })
given-up-constraint-pod-anti-affinity = Without its required pod anti-affinity ({ $key })
given-up-constraint-topology-spread = Without its topology spread constraint ({ $key })
given-up-constraint-label = Without its label { $key }
wakes-on-any-change = It can be retried as soon as any pod is deleted, or any node is added or changes; at the latest after { $latest }.
wakes-after = It is retried after { $latest }.
plugin-wake-event-change-node-resources-fit = a pod is deleted or requests less, a node is added or gets more resources
plugin-wake-event-change-node-unschedulable = a node is uncordoned or added
plugin-wake-event-change-node-name = the named node is added
plugin-wake-event-change-taint-toleration = a taint is removed, a node without it is added, or the pod tolerates it
plugin-wake-event-change-node-affinity = a node with the right labels is added, or a node gets them
plugin-wake-event-change-node-ports = a pod with that host port is deleted, or a node is added
plugin-wake-event-change-inter-pod-affinity = a pod that its affinity selects is added, deleted or relabeled
plugin-wake-event-change-pod-topology-spread = a pod that it spreads with is added or deleted, or a node with the topology key changes
deletion-preempted = { $by } preempted it.
deletion-preempted-for-group = The group { $group } preempted it as a whole.
deletion-deleted = A person or the script deleted it; the scheduler was not involved.
deletion-scaled-down = Its controller had more replicas than it needs; the scheduler was not involved.
deletion-updated = It was of an older template, so its controller replaced it; the scheduler was not involved.
deletion-ended = It had ended, so its controller replaced it; the scheduler was not involved.
deletion-unwanted = Its DaemonSet didn’t want it on its node; the scheduler was not involved.
deletion-drained = It was evicted when its node was drained, within the budgets.
deletion-evicted = It was evicted through the Eviction API, within the budgets.
deletion-collected = The workload that owned it was deleted; the garbage collector deleted it.
deletion-namespace-deleted = Its namespace was deleted; the scheduler was not involved.
deletion-device-tainted = A NoExecute taint of one of its devices evicted it.
deletion-orphaned = Its node no longer exists.
deletion-tainted = A NoExecute taint that it doesn’t tolerate evicted it.
change-after = {" "}after { $time }
change-binds = { $change }, { $effect }{ $after }.
change-binds-elsewhere = { $change }, it would fit on { $fits-on }, but it goes to { $node }{ $after }.
change-lets-other-first = { $change }, it would fit on { $fits-on }, but { $other } goes there first, and it stays pending.
change-is-tried-in-vain = { $change }, it would fit on { $fits-on }, but it is tried in vain later, and stays pending.
change-is-not-tried = { $change }, it would fit on { $fits-on }, but it isn’t tried again before the run ends.
change-not-seen = { $change }, it would fit on { $fits-on }, but it isn’t bound within { $time }, as far as the run was followed.
group-change-from-start = {" "}at { $clock } of a run from the start
group-change-after = {" "}after { $clock }
group-change = { $change }, it would be bound to { $node }{ $when }, with { $bound } of { $members } pods of its group bound.
wakes-on = It is retried when: { $changes }; at the latest after waiting { $latest }.
