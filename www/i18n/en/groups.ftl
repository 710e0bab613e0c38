### What is said of groups of pods.

group-event-pod-group-updated-title = PodGroup: { $reason }
group-event-pod-group-updated = { $name }: { $message }
group-event-pod-group-scheduled = { $name }: the condition PodGroupScheduled is { $status }.
group-event-pod-group-updated-none-title = PodGroup
group-event-pod-group-updated-none = { $name } is a gang: { $min-count } of its pods start, or none.
group-event-pod-group-updated-none-none-title = PodGroup
group-event-pod-group-updated-none-none = { $name } is a group whose pods need not start together.
group-event-pod-group-removed-title = PodGroup deleted
group-event-pod-group-removed = { $name } no longer exists.
group-event-held-back-title = PreEnqueue: { $plugin }
group-event-held-back = { $plugin } holds { $pod } back: { $text }
group-event-group-popped-title = Cycle of a group
group-event-group-popped = { $count } pods of { $name } are tried in one cycle, one after the other.
group-event-group-held-title = Tight loop
group-event-group-held = kube-scheduler would try { $name } again and again without a pause. The simulator goes on when something else is due.
group-attempted-success-title = Group scheduled
group-attempted-success = { $with-node } of { $count } pods of { $name } go to their nodes.
group-attempted-title = Group waits for victims
# Leaves out $message.
group-attempted = { $name } waits until its victims are gone, and starts no pod before.{ $preemption }
group-attempted-unschedulable-title = Group unschedulable
group-attempted-unschedulable = { $with-node } of { $count } pods of { $name } got a node, { $permitted } were permitted; all nodes are given back. { $message }{ $preemption }
group-attempted-error-title = Group failed
group-attempted-error = An error ends the cycle of { $name }: { $message }
dropped-group = The API server dropped its schedulingGroup { $group }: without the feature gate GenericWorkload pods aren’t scheduled in groups.
with-dropped-group = { $text } { $sentence }
group-preemption = {" "}Of { $units } less important units { $victims } are evicted.
