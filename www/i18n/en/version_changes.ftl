### What changed from one minor release to the next.

changes-since = { $count ->
        [0] No decision is known to differ between v1.{ $minor } and { $release }
        [one] What differs between v1.{ $minor } and { $release }: 1 change
       *[other] What differs between v1.{ $minor } and { $release }: { $count } changes
    }
version-change-change-text-scores = plugins score nodes from 0 to 100; before, from 0 to 10, so ties were more common
version-change-change-text-spread-constraints = topologySpreadConstraints take effect; before, they were ignored
version-change-change-text-overhead = the overhead of a RuntimeClass counts toward the pod’s requests; before, it did not
version-change-change-text-profiles = one scheduler can have several profiles, chosen by schedulerName
version-change-change-text-never-preempts = pods with preemptionPolicy: Never don’t preempt; before, the field was ignored
version-change-change-text-default-spread = pods of a Service or a workload are spread by default topology constraints; before, by SelectorSpread
version-change-change-text-candidates = preemption tries a tenth of the nodes (at least 100), starting at a random one; before, all of them
version-change-change-text-storage-capacity = the storage capacity that a CSI driver publishes counts for volumes yet to be provisioned
version-change-change-text-nominated-first = the node that a pod is nominated to is tried first, and taken if the pod fits there
version-change-change-text-namespace-selector = the namespaceSelector of pod affinity takes effect
version-change-change-text-weights = default weights (configuration v1beta3): TaintToleration 3, NodeAffinity 2, InterPodAffinity 2; before, 1 each
version-change-change-text-no-policy = Policy files are no longer supported
version-change-change-text-migrated-disks = in-tree AWS, Azure and GCE disks count as volumes of the CSI driver
version-change-change-text-spread-nodes = nodeAffinityPolicy and nodeTaintsPolicy determine which nodes a spread constraint counts; before, these fields were ignored
version-change-change-text-min-domains = minDomains of a spread constraint takes effect
version-change-change-text-spread-label-keys = matchLabelKeys of a spread constraint take effect
version-change-change-text-gates = schedulingGates hold a pod back; before, it was scheduled right away
version-change-change-text-once-pod = a ReadWriteOncePod volume that another pod uses rejects every node, and preemption can free it
version-change-change-text-sidecars = requests of init containers with restartPolicy: Always are added to those of the regular containers
version-change-change-text-affinity-label-keys = matchLabelKeys and mismatchLabelKeys of pod affinity take effect
version-change-change-text-queue-hints = a pod that didn’t fit is retried only after events that its plugins consider helpful
version-change-change-text-async-preemption = victims are deleted while the next pods are already being scheduled
version-change-change-text-pops-backoff = when activeQ is empty, a pod that is still backing off is tried early
version-change-change-text-resize = requests of running pods can be resized in place, and count as the kubelet has allocated them
version-change-change-text-pod-level = pod-level requests (spec.resources) take effect
version-change-change-text-claims = resource claims (DRA) take effect by default
version-change-change-text-ties = ties are no longer broken uniformly: usually the first node wins
version-change-change-text-taint-text = messages count nodes with untolerated taints together and no longer name the taint (already in v1.34.2)
version-change-change-text-node-features = nodes declare features of their kubelet, and pods that need one fit only there
version-change-change-text-balance = NodeResourcesBalancedAllocation scores how much a pod improves the balance; before, how balanced the node is with it
version-change = v1.{ $since }: { $change-text }
