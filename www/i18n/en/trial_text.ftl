### What comes of a drain, of the loss of a zone and of a priority class, in sentences and for each pod.

followed-time-until = The run was followed for { $time } after this moment; what happens later isn’t known.
job-failure = Job { $job } fails ({ $reason }): its pods are deleted on every node, and it creates no more.
departures-elsewhere-one = Because of it, 1 pod elsewhere goes, too.
departures-elsewhere-many = Because of it, { $count } pods elsewhere go, too.
eviction-obstacle-some-errors = because the API server answers their eviction with an error ({ $codes })
eviction-obstacle-some-budgets = because { $names } allows no more evictions
eviction-error-one-budget = { $names }: error { $code }, { $message }. kubectl drain doesn’t ask again.
eviction-error = { $names }: error { $code }, “{ $message }” kubectl drain doesn’t ask again, whatever { $budgets } allow. All of these budgets but one have to go, or --disable-eviction, which deletes pods without asking budgets.
drain-refusal = kubectl drain says: { $refusal }
flag-effect-ignore-daemonsets =
    { $flag }: leaves { $count } DaemonSet { $count ->
        [one] pod
       *[other] pods
    } in place ({ $names }).
flag-effect-delete-emptydir-data =
    { $flag }: lets { $count } { $count ->
        [one] pod
       *[other] pods
    } go; the data in their emptyDir volumes is lost ({ $names }).
flag-effect =
    { $flag }: deletes { $count } { $count ->
        [one] pod without a controller; nothing recreates it
       *[other] pods without a controller; nothing recreates them
    } ({ $names }).
violated-budgets-some-names =
    This violates the { $name-count ->
        [one] budget
       *[other] budgets
    } { $names }: preemption may do so when there is no other way.
# Leaves out $name-count.
first-names = { $some } and { $hidden-count } more
pod-consequence-goes-finished = finished before; deleted after { $after }
pod-consequence-goes = { $reason }, gone after { $text-after }
pod-consequence-lingers-to-end = { $reason }, still Terminating at the end
pod-consequence-lingers-until = { $reason }, still Terminating after { $time }
pod-consequence-fails-no-reason = fails
pod-consequence-fails = fails: { $reason }
pod-consequence-eviction-fails-none = stays: its eviction is answered with error { $code }
pod-consequence-eviction-fails = stays: it can’t be evicted (error { $code }), as several budgets select it: { $budgets }
pod-consequence-kept-no-budgets = not evicted before the run ends
pod-consequence-kept = stays: protected by { $names }
deletion-reason-preempted = preempted by { $by }
deletion-reason-preempted-for-group = preempted by the group { $group }
deletion-reason-drained = evicted
deletion-reason-orphaned = its node is gone
deletion-reason-deleted = deleted
obstacle-separator = {" and "}
drain-with-flags = Not with plain kubectl drain: it stops before it evicts any pod. With { $flags },{" "}
drain-even-with-flags = Not with plain kubectl drain: it stops before it evicts any pod. Even with { $flags },{" "}
drain-not-as-far-as-followed = Not as far as the run was followed:{" "}
drain-pending =
    { $prefix }{ $pods ->
        [one] 1 pod is
       *[other] { $pods } pods are
    } still on { $node } then. { $rest }
drain-only-pod-stays = its only pod stays
drain-pods-stay = { $pods } of { $total } pods stay
drain-nothing-leaves = Yes: no pod has to leave { $node }.
drain-possible =
    Yes, { $node } can be drained: { $pods ->
        [one] 1 pod leaves it
       *[other] all { $pods } pods leave it
    } within { $time }. { $rest }
drain-nothing-leaves-with-flags = { $prefix }no pod has to leave { $node }.
drain-possible-with-flags =
    { $prefix }{ $pods ->
        [one] 1 pod leaves it
       *[other] all { $pods } pods leave it
    } within { $time }. { $rest }
drain-not-during-run = Not during this run: { $pods } on { $node }. { $rest }
drain-impossible = No: { $pods } on { $node } { $obstacle }. { $rest }
drain-not-during-run-with-flags = { $prefix }{ $pods } on { $node } during this run. { $rest }
drain-impossible-with-flags = { $prefix }{ $pods } on { $node } { $obstacle }. { $rest }
zone-loss =
    Losing zone { $zone } takes down { $nodes ->
        [one] 1 node
       *[other] { $nodes } nodes
    }; { $pods ->
        [one] 1 pod is
       *[other] { $pods } pods are
    } evicted.
zone-loss-stays = { $pods ->
        [one] 1 pod is not evicted in this run.
       *[other] { $pods } pods are not evicted in this run.
    }
zone-loss-open = { $pods ->
        [one] 1 pod is not evicted by then.
       *[other] { $pods } pods are not evicted by then.
    }
zone-loss-node-pods = { $pods ->
        [one] 1 DaemonSet or mirror pod stays.
       *[other] { $pods } DaemonSet and mirror pods stay.
    }
class-needs-no-preemption = None: a copy of { $like } with class { $class } goes to { $node } without preemption.
class-preempts = A copy of { $like } with class { $class } goes to { $node } and preempts { $names }.
class-preempts-nobody-so-far = A copy of { $like } with class { $class } preempts nobody so far, and is Pending.
class-preempts-so-far = A copy of { $like } with class { $class } preempts { $names } so far, and is Pending.
class-stays-pending = None: a copy of { $like } with class { $class } stays Pending.
class-preempts-in-vain = A copy of { $like } with class { $class } preempts { $names }, and is still Pending at the end.
start-elsewhere = { $pods ->
        [one] 1 starts elsewhere
       *[other] { $pods } start elsewhere
    }
stay-pending = { $pods ->
        [one] 1 stays Pending
       *[other] { $pods } stay Pending
    }
come-later = { $pods ->
        [one] 1 comes once the old pod is gone
       *[other] { $pods } come once the old pods are gone
    }
depend-on-others = { $pods ->
        [one] 1 depends on a controller that isn’t simulated
       *[other] { $pods } depend on controllers that aren’t simulated
    }
have-not-come = { $pods ->
        [one] 1 hasn’t come yet
       *[other] { $pods } haven’t come yet
    }
job-failed = { $pods ->
        [one] 1 doesn’t come, as its Job failed
       *[other] { $pods } don’t come, as their Job failed
    }
not-recreated = { $pods ->
        [one] 1 is not recreated
       *[other] { $pods } are not recreated
    }
aftermath = Replacements: { $outcomes }.
