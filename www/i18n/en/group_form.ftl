### Texts of pod groups in the builder: actions, the outcome in the run, and feature gates.

## Fixed words

make-gang = Make a gang
make-gang-hint = These pods start together, or none of them
members = Members
no-members = No pod names this group yet.
leave-hint = Click to take it out of the group
can-join = Pods that can join
join-hint = Click to add it to the group
nobody-can-join = The namespace has no other pods.
dissolve = Dissolve
dissolve-hint = Deletes the group and keeps its pods
in-this-run = In this run
start-together = Start its pods together
start-together-hint = Makes the Job Indexed with parallelism = completions, and turns on the feature gates for that
job-is-gang = The Job controller makes a Workload and a PodGroup for it: its pods start together, or none of them.
gates = Feature gates
gates-hint = Of the API server, the scheduler and the controllers. Alpha in v1.36, and off by default.
turn-on = Turn on
turn-on-with-release = Turn on and run v1.36
turn-on-with-needs = Turn on with what it needs
turn-on-all-with-release = Turn on with what it needs and run v1.36
use-v1-36 = Run v1.36
generic-workload = Pods can belong to groups
gang-scheduling = The minimum of a gang starts together, or nobody
workload-aware-preemption = Preemption for a group as a whole; disruption mode and priority of groups
topology-aware-workload-scheduling = All pods of a group in one domain of a topology
workload-with-job = The Job controller makes gangs of Indexed Jobs

## Sentences

gates-off = { $gate-count ->
        [one] The feature gate { $names } is off: without it this has no effect.
       *[other] The feature gates { $names } are off: without them this has no effect.
    }
fields-behind = { $fields }: with the feature gate { $gate }
release-without-groups = This run is of { $release }. Groups of pods are played from v1.36 on.
gang-too-small = { $members } of { $minimum } pods are here: nobody is tried before the minimum is complete.
group-not-tried = It has not been tried in this run.
group-fits = { $all-fit ->
        [true] { $members ->
                [one] { $clock }: its pod fits and is bound.
                [2] { $clock }: both fit and are bound.
               *[other] { $clock }: all { $members } fit and are bound.
            }
       *[false] { $clock }: { $placed } of { $members } fit and are bound. The others are tried later.
    }
group-waits = { $clock }: { $placed } of { $members } fit, some of them only after evictions. Nobody is bound yet.
group-does-not-fit = { $placed ->
        [0] { $clock }: none of { $members } fits. Nothing would be bound.
       *[other] { $clock }: { $placed } of { $members } fit. Nothing would be bound.
    }
group-failed = { $clock }: an error ended its cycle.
