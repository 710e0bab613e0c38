### How a language counts.

zone-without-name = nodes without a zone
zone-with-name = zone { $name }
all-zones-down = No zone has a ready node, so the controller itself may be at fault: it removes its NoExecute taints and evicts no pods.
whole-zone-down = Other zones have ready nodes: one node every 10 s gets the NoExecute taint.
small-zone-partly-down = 55% or more are not ready, and the zone has at most 50 nodes: no more nodes get the NoExecute taint.
large-zone-partly-down = 55% or more are not ready, and the zone has more than 50 nodes: one node every 100 s gets the NoExecute taint.
all-nodes-ready = All nodes are ready.
zone-is-normal = One node every 10 s gets the NoExecute taint.
zone-changed-title = { $state }: { $zone }
zone-changed =
    { $not-ready } of { $nodes ->
        [one] 1 node
       *[other] { $nodes } nodes
    } not ready. { $reason }
old-template = {" "}It still has the old template.
scaled-in-proportion = {" "}The size changed during a rollout, so each ReplicaSet is scaled in proportion.
unavailable-first = {" "}Unavailable pods of the old template are removed first.
old-pods-spared = {" "}As many pods of the old template are removed as can be spared.
recreated = {" "}Recreate: all old pods are deleted before new ones are created.
replica-set-scaled = ReplicaSet { $set }: { $from } → { $to }.
pods-created = { $pods ->
        [one] Creates 1 pod.
       *[other] Creates { $pods } pods.
    }
pods-deleted = Deletes { $pods }, in this order.
controller-acted = { $wanted } desired, { $current } current. { $consequence }{ $reason } ({ $function })
controller-acted-title = { $kind } { $name }
