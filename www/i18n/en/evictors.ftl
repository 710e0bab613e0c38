### What is done for a pod, and what would evict it.

## Fixed words

protect = Protect this pod
ask = What would evict it?
priority = Give it a priority…
no-class = no class
claim = Claim a device…
new-class = New highest class…
way = By
drain = A drain
silence = An unreachable node
taint = A NoExecute taint
nowhere = It isn’t on a node, so it can’t be evicted.
how = Tried on this cluster: for each priority class, a pod that must run on this node, with different cpu or memory requests; the drain, the unreachable node and the taint, each in a copy of this run. Other constraints of a preemptor were not tried.

## Sentences

untried-classes-one = 1 lower priority class was not tried.
untried-classes-many = { $count } lower priority classes were not tried.
priority-class = { $name } ({ $value })
class-preempts-not-higher = not higher, so it can’t
class-preempts-never = never preempts (preemptionPolicy: Never)
class-preempts-spares = higher, but no cpu or memory request on { $node } makes it a victim
class-preempts-from =
    evicts it on { $node } with { $request ->
        [0] any request, even none
        [one] any { $resource } request
       *[other] a request of more than { $free }
    }; victims: { $names }{ $has-more ->
        [true] , …
       *[false] {""}
    }
drain-effect-goes = deletes it at once, since it finished before
drain-effect-kept = doesn’t evict it during this run: blocked by { $names }
drain-effect-fails-none = can’t evict it: error { $code }, { $message }
drain-effect-fails = can’t evict it, whatever { $budgets } allow: error { $code }, “{ $message }”
node-loss-effect-immediate = evicts it immediately
node-loss-effect-goes = evicts it after { $after }
evicted-by-classes = preemption by { $classes }
evicted-by-drain = draining its node
evicted-by-silence = its node becoming unreachable
evicted-by-taint = a NoExecute taint
evicted-by-nothing = Nothing that was tried evicts it.
evictors-summary = These would evict it: { $ways }.
drain-evicts-immediately = evicts it immediately{ $flags }
drain-evicts-after = evicts it after { $time }{ $flags }
drain-needs-force = , with --force: it has no controller
drain-needs-delete-data = , with --delete-emptydir-data: it has an emptyDir volume, whose data is lost
