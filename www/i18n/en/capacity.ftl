### How many more pods like one fit.

## Fixed words

more = How many more pods like this would fit?
more-preempting = …and with preemption?
full = The next one doesn’t fit anywhere:
how = Tried in a copy of this run: copies of the pod are created at this moment, one after another, without owner references and scheduling gates. Pods that are already waiting may take the room first.
rebalance = Rebalancing
rebalance-ask = Which pods would land on a different node now?
rebalance-how = Each pod is taken off its node and rescheduled on its own, while all others stay put. So they can’t all move at once, and each move changes the result for the rest. Nodes with equal scores count as the same; DaemonSet pods stay. In clusters of 100 or more nodes, the scheduler checks only some of them.
rebalance-none = All pods would stay on their nodes.
rebalance-from = Node
rebalance-to = Would land on
rebalance-nowhere = no node
amend = Change a number from the start
amend-what = Which number
amend-of = Of which object
amend-to = New number
amend-class = Value of a priority class
amend-budget = Value of a disruption budget
amend-weight = Weight of a score
amend-class-how = An API server refuses to change the value of a PriorityClass, and pods keep the priority with which they were created: in a cluster, create another class, and new pods with it.
amend-how = The whole scenario runs again, next to this run. Pods that carry the priority of the class get its new value.

## Sentences

rebalance-result =
    { $moves } of { $tried-pods ->
        [one] 1 pod
       *[other] { $tried-pods } pods
    } would land on a different node.{ $untried-pods ->
        [0] {""}
       *[other] {" "}{ $untried-pods } more were not tried.
    }
fixed-pods =
    Not asked: { $count ->
        [one] 1 pod
       *[other] { $count } pods
    }, as DaemonSet pods, mirror pods and finished pods don’t move.
copies-fit = { $count ->
        [0] { $preempting ->
                [true] No more would fit, even with preemption.
               *[false] No more would fit.
            }
        [one] 1 more would fit.
       *[other] { $count } more would fit.
    }
copies-on-node = { $node }: { $count }
copies-preempt =
    They preempt { $victim-count ->
        [one] 1 pod
       *[other] { $victim-count } pods
    }: { $names }{ $has-more ->
        [true] , …
       *[false] {""}
    }.
capacity-limit-most = No more were tried: there may be room for others.
capacity-limit-run-ended = The run ended before the next one was tried. Pods of a scheduler that isn’t running are never tried.
capacity-limit-not-seen = The run was followed for { $time }, and the next one was not tried by then: there may be room for others.
