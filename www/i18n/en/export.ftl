### Files that are taken away, and what stands at their top.

## Fixed words

take-away = Take away
present = As a presentation
present-hint = The link opens with large text, without the bar and the inspector.
cluster = For a real cluster (YAML)
kwok = Script for KWOK
trace = Events of the run (JSON)
story = What happened (Markdown)
stage-svg = Stage (SVG)
stage-png = Stage (PNG)
score-svg = Timeline (SVG)
score-png = Timeline (PNG)
as-svg = SVG
as-png = PNG
names = Anonymize
names-hint = Opens the same scenario with made-up names for nodes, namespaces, pods, labels and images, without descriptions, and with only the fields that scheduling reads. Links, files and pictures then don’t reveal whose cluster it is. Scheduler configurations are kept, with the names in them replaced. The file names.json is saved on this device only: open it here to restore the names.
replace-names = Replace the names
cluster-head = The objects at the start of the scenario, exported by Schedscope for: kubectl apply -f
kwok-head = Reproduces the scenario in a KWOK cluster (https://kwok.sigs.k8s.io): a real control plane without kubelets. Requires kwokctl and kubectl. Takes the name of the cluster as an argument (default: schedscope); kwokctl delete cluster --name=schedscope deletes the cluster. KWOK simulates the kubelets as defined by the stages below: pods start shortly after they are bound and disappear at the end of their grace period. With SPEED=2 in the environment, the script waits half as long between its actions; grace periods, backoffs and timeouts stay the same.
differs = What differs from the scenario:
names-differ = Pods created by workloads have other names there: a command for one of them may fail.
late = Still missing after two minutes, continuing:
moving = Pods are still changing. Their current state:
handout = Printable handout
print = Print
name-and-date = Name: ____________________   Date: ______________
open-online = Open it here
questions = Predict
why = Why?
no-node = No node: it stays Pending
compared = Candidates compared
victims = Victims
with-answers = With answers
answers = Answers
happened = What happened

## Sentences

which-victims = Which pods have to go so that { $pod } gets a node?
attempts-told = The first { $detailed-count } of { $total-count } attempts are described in full, the others in brief.
moments-left-out = … and { $left-out-count } more moments.
export-note-ours =
    Left out: { $times ->
        [one] 1 document of kind { $kind }
       *[other] { $times } documents of kind { $kind }
    }, which only Schedscope understands.
export-note-configuration =
    Left out: { $times ->
        [one] 1 document of kind { $kind }
       *[other] { $times } documents of kind { $kind }
    }, a file for kube-scheduler, not an object of a cluster.
export-note-no-version =
    Left out: { $times ->
        [one] 1 document of kind { $kind }
       *[other] { $times } documents of kind { $kind }
    }, without an apiVersion.
export-note-system-class = Left out: the priority class { $name }, which every cluster has.
export-note-class-made =
    Added: the priority class { $name } for { $times ->
        [one] 1 pod
       *[other] { $times } pods
    } with priority { $value }, because a pod can’t set its own priority.
export-note-too-high =
    { $times ->
        [one] 1 pod
       *[other] { $times } pods
    } with priority { $value }: 1000000000 here, the highest value that a user-defined class may have.
export-note-added-no-name = Added: an object of kind { $kind } that other objects need.
export-note-added = Added: { $kind } { $name }, which other objects refer to but the manifest lacks.
export-note-ended =
    Left out: { $times ->
        [one] 1 pod
       *[other] { $times } pods
    } that had finished.
export-note-no-such-node =
    Left out: { $times ->
        [one] 1 pod
       *[other] { $times } pods
    } on nodes that aren’t in the manifest.
export-note-terminating =
    Kept: { $times ->
        [one] 1 pod
       *[other] { $times } pods
    } being deleted in the scenario.
export-note-not-ready = Nodes that are not ready or unreachable in the scenario become ready.
export-note-owners = Owner references are left out because a cluster assigns different UIDs.
export-note-accounts = Service accounts of pods are left out.
export-note-named = Objects with generateName have a fixed name here.
export-note-filled = Fields that a cluster requires but scheduling doesn’t were filled in: container names and images, selectors, volume sources.
export-note-later =
    Not in this file: { $times ->
        [one] 1 action
       *[other] { $times } actions
    } of the script. The KWOK script has them.
export-note-not-done = Not reproduced, at { $at }: { $action }.
export-note-simulated = Not reproduced: { $field } of the scenario, which has no counterpart in a cluster.
export-note-extenders = While this script runs, a Python server answers for the extenders, at 127.0.0.1:18080 or the address in EXTENDERS. Messages contain that address. The cluster runs as local processes (KWOK_RUNTIME=binary) so that its scheduler can reach the server.
export-note-stale = Budgets are recalculated as soon as a pod is gone. In the scenario that takes { $seconds } s, and decisions in between see the old status; that doesn’t happen here.
export-note-budget-status = Left out: the status of the budget { $name }. The disruption controller recalculates it.
export-note-provisioner = No provisioner { $name } is running: claims that wait for a new volume stay pending, and so do their pods.
export-note-custom =
    Left out: { $times ->
        [one] 1 document of kind { $kind }
       *[other] { $times } documents of kind { $kind }
    }, a custom resource. A budget that uses its scale is calculated differently.
export-note-unowned =
    The manifest lacks the owner of { $times ->
        [one] 1 pod
       *[other] { $times } pods
    }: after an eviction or deletion they are not recreated.
export-note-pods-not-ready =
    { $times ->
        [one] 1 pod is
       *[other] { $times } pods are
    } not ready in the scenario: a cluster determines that again.
export-note-nominated = Left out: the nominated node of the pod { $name }. Only a scheduler sets it.
export-note-unallocated = The claim { $name } starts without devices: a cluster allocates them again.
export-note-no-driver = Resource slices are created as they are. No driver maintains them or prepares their devices.
export-note-feature-gates = Required: a cluster with alpha features on. kube-apiserver --feature-gates={ $gates } --runtime-config={ $api }=true; kube-scheduler and kube-controller-manager --feature-gates={ $gates }. With kind: the same under featureGates and runtimeConfig of its configuration. A cluster without them refuses PodGroup and Workload, or drops fields of them and of pods without a word.
export-note-no-groups =
    Left out: { $what } ({ $times ->
        [one] once
       *[other] { $times } times
    }), since this release has no groups of pods or the scenario turns their feature gate off.
