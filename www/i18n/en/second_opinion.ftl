### What the cluster's own scheduler wrote about its pending pods, beside what the engine says.

## Fixed words

ask = Does the cluster’s own scheduler agree?
theirs = The cluster’s scheduler
ours = This engine
same = The same reasons
same-words = The same, word for word
not-compared = Not compared: there are no numbers of nodes to compare.
gated = Not scheduled: it has scheduling gates.
of-group = Scheduled together with its group
state-changed = Usually, nodes or pods changed after the scheduler had tried it.
how = Each pending pod is decided by itself in the cluster as the text describes it, and compared with its condition PodScheduled or its latest FailedScheduling event.

## Sentences

agreement-summary = { $same } of { $compared ->
        [one] 1 pending pod
       *[other] { $compared } pending pods
    }: same reasons.
agreement-summary-none = There is nothing to compare.
fits-on = Fits on { $node }
silent-pods =
    No scheduler has written about { $count ->
        [one] 1 pending pod
       *[other] { $count } pending pods
    }: { $names }{ $has-more ->
        [true] , …
       *[false] {""}
    }.
undecided-pods = { $count ->
        [one] 1 more pod was
       *[other] { $count } more pods were
    } not compared.
reason-counts = “{ $reason }”: { $theirs } there, { $ours } here.
reason-only-theirs = “{ $reason }”: only there, { $theirs }.
reason-only-ours = “{ $reason }”: only here, { $ours }.
cause-other-scheduler = It belongs to { $name }, which this run doesn’t have.
cause-nominated = It is nominated to { $node }: a preemption is under way.
cause-nodes-changed = The scheduler saw { $theirs } nodes; here there are { $ours }.
cause-unknown-reason = No release that is simulated says “{ $reason }”: a plugin or an extender may say it.
cause-other-release = These are the words of { $releases }.
