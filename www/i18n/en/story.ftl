### Texts of the story.

run-start-title = The cluster at the start
run-start =
    { $nodes ->
        [one] 1 node
       *[other] { $nodes } nodes
    }, { $pods ->
        [one] 1 pod
       *[other] { $pods } pods
    }. Press play, or step with →.
node-added-title = Node added
node-added = { $node } joined the cluster.
node-updated-title = Node updated
node-updated = The labels, taints, conditions or resources of { $node } changed.
node-changed-title = Node updated
node-changed = { $node }: { $changes }.
cordon-changed-cordoned = cordoned: no new pods
cordon-changed-not-cordoned = uncordoned: open for new pods
taint-added = taint { $taint } added
taint-removed = taint { $taint } removed
condition-changed = condition { $condition }: { $change }
node-labels-changed = labels changed
node-resources-changed = resources changed
node-removed-title = Node removed
node-removed = { $node } is no longer part of the cluster.
budget-updated-title = Budget recalculated
budget-updated =
    { $budget }: { $healthy } healthy, { $desired } required; { $allowed ->
        [one] 1 disruption
       *[other] { $allowed } disruptions
    } allowed.
budget-removed-title = Disruption budget deleted
budget-removed = { $budget } no longer protects any pod.
class-removed-title = Priority class deleted
class-removed = { $class } was deleted. Existing pods keep their priority.
pod-created-title = Pod created
pod-created = { $pod } has no node yet.
pod-created-on-title = Pod created
pod-created-on = { $pod } was created with spec.nodeName { $node }, so it skips the scheduler.
pod-created-by-title = Pod created
pod-created-by = { $owner } created { $pod }.
pod-updated-title = Pod updated
pod-updated = The spec or the labels of { $pod } changed.
resize-pending-title = Resize infeasible
resize-pending = The node of { $pod } can never grant the new requests: { $why }. { $pod } keeps what it had, and only that counts.
resize-pending-otherwise-title = Resize deferred
resize-pending-otherwise = The kubelet defers the new requests of { $pod }: { $why }. { $pod } keeps what it had until there is room. The scheduler counts the new requests already.
pod-removed-title = Pod deleted
pod-removed = { $pod } is gone. Its resources are free.
queued-new-title = Queued: { $queue }
queued-new = { $pod } is new and enters the queue “{ $queue }”.
queued-unschedulable-title = Moved to queue: { $queue }
queued-unschedulable = { $pod } waits here until something changes that could make it schedulable.{ $backoff }
queued-after-failure-title = Moved to queue: { $queue }
queued-after-failure =
    The attempt failed. { $is-backing-off ->
        [true] { $pod } is tried again after its backoff.{ $backoff }
       *[false] { $pod } is tried again without waiting.
    }
queued-backoff-over-title = Moved to queue: { $queue }
queued-backoff-over = The backoff of { $pod } is over. It can be retried.
queued-by-title = Moved to queue: { $queue }
queued-by = { $queue-event } might make { $pod } schedulable.{ $backoff }
shortened-backoff = {" "}Its backoff is { $backoff }, but ends with a full second: { $wait } are left.
remaining-backoff = {" "}{ $wait } of its backoff are left.
pod-popped-title = The scheduler takes the next pod
pod-popped = { $pod }: highest priority first, then the longest wait. This is attempt { $attempt }.
pod-popped-early-title = The scheduler takes a pod from backoffQ
pod-popped-early = activeQ is empty, so { $pod } is tried early, with { $remaining-backoff } of its backoff left. This is attempt { $attempt }.
pod-nominated-title = Node nominated
pod-nominated = status.nominatedNodeName of { $pod } is now { $node }. When pods of equal or lower priority are checked there, { $pod } counts as if it were running.
node-expected-title = Expected node recorded
node-expected = The binding of { $pod } takes time, so status.nominatedNodeName of { $pod } is set to { $node } now. Other programs, such as an autoscaler, can see where it will run.
nomination-cleared-title = Nomination cleared
nomination-cleared = { $pod } no longer has a nominated node. It has to find a node like any other pod.
nomination-lost-title = Nomination cleared
nomination-lost = { $preemptor } has a higher priority and takes the node, so { $pod } loses its nomination.
pod-assumed-title = Assumed
pod-assumed = The scheduler now counts { $pod } on { $node }. It can schedule the next pod while this one is being bound.
pod-bound-title = Bound
pod-bound = spec.nodeName of { $pod } is now { $node }.
binding-failed-title = Binding failed
binding-failed = The API server refused to bind { $pod } to { $node }. The scheduler releases the reserved resources (Unreserve) and retries after a backoff.
pod-waits-in-permit-title = Waiting in Permit
pod-waits-in-permit = { $plugins } delays the binding of { $pod } to { $node }. Meanwhile its requests count there. If there is no answer within { $at-most }, it is rejected.
permit-allowed-title = Allowed
permit-allowed = { $pod } no longer waits in Permit: it can be bound to { $node }.
pod-pre-binding-title = PreBind
pod-pre-binding = Plugins prepare { $node } for { $pod }. This takes { $takes }.
binding-volumes-title = Binding volumes
binding-volumes =
    The scheduler tells the API server which volumes { $pod } needs. { $pod } is bound once its { $claim-count ->
        [one] claim { $claims } is
       *[other] claims { $claims } are
    } bound. The scheduler waits at most { $gives-up }.
pod-unreserved-title = Rejected at { $at }
pod-unreserved = { $pod } is not bound to { $node }. The scheduler no longer counts it there (Unreserve), and it goes back to the queue.
containers-creating-title = Containers starting
containers-creating = The kubelet creates the containers of { $pod }.
pod-running-title = Running
pod-running = All containers of { $pod } are running.
pod-failed-title = Failed
pod-failed = { $pod } has failed{ $reason }. It takes no resources, and does not start again.
pod-succeeded-title = Succeeded
pod-succeeded = { $pod } completed. Its resources are free.
script-action-title = Script
kubectl-output-title = kubectl has printed a message
object-changed-title = Cluster changed
point-description-reserve = The scheduler assumes { $pod } on { $node }: its requests count there before the API server knows. Plugins can reserve what the pod needs.
point-description-permit = Plugins can delay or reject the binding of { $pod }. Meanwhile the next scheduling cycle can start.
point-description-pre-bind = The last chance to prepare { $node } for { $pod }, for example its volumes.
point-description-bind = The scheduler tells the API server that { $pod } runs on { $node }. The kubelet there takes over.
point-description = { $pod } is bound. Plugins can react to it; the scheduler is done with this pod.
summary-on-nodes = { $pods ->
        [one] 1 pod on a node
       *[other] { $pods } pods on a node
    }
summary-pending = { $pods } Pending
summary-preempted = { $pods ->
        [one] 1 was preempted
       *[other] { $pods } were preempted
    }
summary-gone = { $pods ->
        [one] 1 was deleted or evicted
       *[other] { $pods } were deleted or evicted
    }
run-summary = The run ends: { $counts }.
victim-terminating-title = Victim terminating
pod-terminating-title = Pod terminating
pod-terminating = { $cause } It has { $grace-period } to shut down and holds its resources until then.
pod-preempted = { $pod } is preempted by { $preemptor }.
pod-preempted-for-group = { $pod } is preempted by the group { $group } as a whole.
pod-deleted = { $pod } was deleted.
pod-scaled-down = The controller of { $pod } has more replicas than it needs.
pod-drained = { $pod } is evicted because its node is being drained.
pod-evicted = { $pod } is evicted through the Eviction API.
pod-of-older-template = { $pod } is of an older template, so its controller replaces it.
pod-ended = { $pod } has ended, so its controller replaces it.
pod-unwanted = The DaemonSet of { $pod } doesn’t want it on its node.
pod-collected = The workload that owned { $pod } was deleted, so the garbage collector deletes the pod.
pod-orphaned = The node of { $pod } no longer exists.
pod-namespace-deleted = The namespace of { $pod } was deleted.
pod-device-tainted = A NoExecute taint of one of its devices evicts { $pod }.
pod-tainted = A NoExecute taint evicts { $pod }.
run-is-quiet = Nothing more will happen.
run-duration-over = The scenario’s duration is over.
too-many-events = There were more than { $limit } events. What happens later isn’t known. Use fewer pods, or a shorter durationSeconds.
endless-rejections = A kubelet keeps rejecting pods, and their controller keeps creating new ones. What happens later isn’t known.
run-ended-title = End of the run
run-stopped-title = The run was stopped here
# A command of the script, as it is.
script-action = { $action }
# What kubectl prints, as it is.
kubectl-output = { $output }
