### What came of a text that a cluster gave out: what was taken, left out and assumed.

## Fixed words

came = Import summary
taken = Used
left-out = Left out
assumed = Assumed
nothing = nothing
switch-off = Turn off
switch-off-is = Writes assumeOwners: false to the manifest: lost pods of these owners are not recreated

## Sentences

left-out-cut-off = everything from line { $line } on, where the list breaks off
left-out-reduced = parts of objects that can’t affect scheduling
left-out-quota-of-others = ResourceQuota limits on { $what }
assumed-nearest-release = { $release } is used for nodes of { $version }
assumed-no-pod-count = { $assumed } pods per node
assumed-no-capacity = a node without capacity
assumed-no-version = { $version } for a { $kind }
assumed-kind-implied = the kind { $kind } for objects without one
assumed-owners-assumed = controllers of owners that aren’t in the manifest ({ $owners }) recreate lost pods
assumed-owners-not-simulated = lost pods of { $owners } are not recreated
assumed-job-run-time = pods of Jobs that are under way run as long as this run lasts ({ $running })
assumed-job-run-time-of-new = pods of new Jobs succeed after 10 s ({ $starting })
assumed-job-run-time-of-both = pods of Jobs that are under way run as long as this run lasts ({ $running }), those of new Jobs succeed after 10 s ({ $starting })
assumed-no-such-node = pods on nodes that aren’t in the manifest use no capacity
assumed-same-name =
    of each duplicate { $kind }, { $is-first-kept ->
        [true] the first
       *[false] the last
    }
assumed-kubelet-labels = node labels { $labels }
assumed-limit-range-request = requests { $added }, from a LimitRange
assumed-own-priority = priority { $given } as written
assumed-missing-priority-class = priority 0 for the class { $name }
assumed-missing-runtime-class = no overhead for the RuntimeClass { $name }
assumed-missing-namespace = no labels for the Namespace { $name }
assumed-missing-storage-class-no-name = no default StorageClass
assumed-missing-storage-class = no StorageClass { $name }
assumed-missing-claim = no PersistentVolumeClaim { $name }
