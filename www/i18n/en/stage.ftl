### What stands on the stage: words beside what is drawn.

pod-needs = { $pod } needs { $amount }
needs-nothing = { $pod } requests nothing
zone-now = { $not-ready } of { $nodes } not ready
too-few = { $amount } short
requested-of =
    { $used } of { $capacity } requested{ $trial ->
        [true] {" "}in this dry run
       *[false] {""}
    }
other-of = { $resource } { $used } of { $capacity }
pods-of = { $has-limit ->
        [true] { $pods } of { $most } pods
       *[false] { $pods ->
                [one] 1 pod
               *[other] { $pods } pods
            }
    }
counted-for = { $pod } · nominated, { $amount }
uncounted-for = { $pod } · nominated, { $amount }, not counted here
candidate-with = { $violations ->
        [0] candidate: { $victims ->
                [one] 1 victim
               *[other] { $victims } victims
            }
        [one] candidate: { $victims ->
                [one] 1 victim
               *[other] { $victims } victims
            }, 1 violates a budget
       *[other] candidate: { $victims ->
                [one] 1 victim
               *[other] { $victims } victims
            }, { $violations } violate a budget
    }
put-back-next = next: try to put { $pod } back
pod-terminating-for = terminating · { $remaining-time }
folded-stretch-none = { $long } without an event
folded-stretch-many = { $long } with { $cycles } cycles that fail like the previous one
preemption-arrow = { $preemptor } preempts { $victim } at { $at }
pod-end-pending = pending at the end
pod-end-preempted = evicted for { $preemptor }
pod-end-gone = gone at the end
pass-of-one = Pass 1 of 2: nominated pods count
pass-of-many = Pass 2 of 2: without nominated pods
skipped-checks = { $count } skipped: the pod doesn’t use them
more-alike = { $hidden-count } more like it
drawn-from = No rules left: one of { $of } is chosen at random
score-lead = { $winner } wins with { $total }: { $lead } more than { $second }
fit-question = Next: does { $pod } fit? It needs { $needs }; free: { $free }.
score-tie =
    { $count ->
        [one] 1 node
       *[other] { $count } nodes
    } tie with { $total }
total-points = { $is-one ->
        [true] 1 point
       *[false] { $total } points
    }
more-nodes-with-fewer =
    and { $fewer ->
        [one] 1 node
       *[other] { $fewer } nodes
    } with fewer points
more-nodes-as-good =
    and { $equal ->
        [one] 1 node
       *[other] { $equal } nodes
    } with { $total } too
more-nodes =
    and { $equal ->
        [one] 1 node
       *[other] { $equal } nodes
    } with { $total } too, { $fewer } with fewer
scheduled-by = for { $scheduler }
gated-by = gate: { $gates }
waits-for = nominated to { $node }
at-this-moment = At this moment ({ $clock })
made-by = { $pod } is managed by { $workload }: a change here applies to all its pods.
# Leaves out $other-count.
budget-covers =
    No budget yet: one that covers { $pod } also covers { $names }{ $hidden-count ->
        [0] {""}
       *[other] {" "}and { $hidden-count } more
    }, as their labels match.{ $is-alone ->
        [true] {" "}To protect { $pod } alone, give it a label that no other pod has.
       *[false] {""}
    }
arrives-at = { $name } arrives at { $at }.
brief-reason-cordoned = cordoned
brief-reason-other-node-named = names another node
brief-reason-untolerated-taint = taint { $taint }
brief-reason-node-selector-mismatch = labels don’t match
brief-reason-port-taken = port { $port } in use
brief-reason-too-many-pods = { $pods } of { $allowed } pods
brief-reason-insufficient = { $short } { $resource } short
brief-reason-spread-label-missing = no label { $key }
brief-reason-spread-skew = skew { $skew } > { $max-skew }
brief-reason-pod-affinity = pod affinity not met
brief-reason-pod-anti-affinity = pod anti-affinity
brief-reason-outside-node-set = already ruled out
brief-reason-no-victims = no lower-priority pod
brief-reason-volume = volume
pod-budgets = protected by { $names }: no eviction, since the Eviction API serves no pod that more than one budget selects
protecting-budgets-each-uncounted = protected by { $name }, which isn’t counted yet: no eviction
protecting-budgets-each-open = protected by { $name }: { $allowed } may be evicted now
protecting-budgets-each-closed = protected by { $name }: no eviction now, { $healthy } healthy, { $desired } required
protecting-budgets-each-short = protected by { $name }: no eviction, only { $healthy } healthy of { $desired } required
pod-description =
    { $pod }, priority { $priority }{ $has-amount ->
        [true] , { $amount }
       *[false] {""}
    }{ $has-fate ->
        [true] , { $fate }
       *[false] {""}
    }
resource-shortage = Needs { $needs }; { $used } of { $capacity } requested: { $short } short.
resource-shortage-with-nominated = Needs { $needs }; { $used } of { $capacity } requested and { $amount } counted for { $pods }: { $short } short.
