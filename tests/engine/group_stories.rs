//! The decisive lines of the scenarios about pod groups.

use schedscope::releases::Release;

use crate::gallery::Decisive;

const NEWEST: &[Release] = &[Release::V1_36];
const BEFORE_GROUPS: &[Release] = &[Release::V1_16, Release::V1_20, Release::V1_34];

pub(crate) const DECISIVE: &[Decisive] = &[
    (
        "whole-or-not",
        NEWEST,
        &[
            "default/red-0 held back by GangScheduling: waiting for minCount pods from a gang to appear in scheduling queue",
            "podgroup default/red popped [default/red-2, default/red-1, default/red-0]",
            "podgroup default/red Success [default/red-2 … Wait, … Wait, … Success]",
            "podgroup default/blue Unschedulable [default/blue-1 … Wait, default/blue-0 -]",
            "event FailedScheduling: pod group is unschedulable, waiting for minCount pods from a gang to be scheduled",
            "podgroup default/blue waits for something else to happen",
            "default/red-0 gone",
            "podgroup default/blue Success",
        ],
    ),
    (
        "gang-claim",
        NEWEST,
        &[
            "podgroup default/train Success [default/train-0 node-a Wait (gpu-of-0=node-a/gpu-0 model=node-a/gpu-2), default/train-1 node-b Success (gpu-of-1=node-b/gpu-0 model=node-a/gpu-2)]",
            "event FailedScheduling: running PreBind plugin \"DynamicResources\": claim default/model got allocated elsewhere in the meantime",
            "default/train-0 bound to node-a",
            "fails: … deallocation of ResourceClaim completed",
            "podgroup default/train Unschedulable [default/train-1 -]",
            "default/train-1 bound to node-a",
        ],
    ),
    (
        "swapped-claims",
        NEWEST,
        &[
            "podgroup default/train Success [default/train-0 node-a Wait (all=node-a/gpu-0 gpu-of-0=node-a/gpu-1), default/train-1 node-b Wait (all=node-b/gpu-0 gpu-of-1=node-a/gpu-0), default/train-2 node-b Success (all=node-b/gpu-0 gpu-of-2=node-a/gpu-0)]",
            "event FailedScheduling: running PreBind plugin \"DynamicResources\": claim default/all got allocated elsewhere in the meantime",
            "default/train-0 bound to node-a",
            "podgroup default/train Unschedulable",
        ],
    ),
    (
        "gang-volume",
        NEWEST,
        &[
            "podgroup default/store Success [default/store-0 node-a Wait (data-0=disk-a), default/store-1 node-b Success (data-1=disk-b)]",
            "default/cache bound to node-a",
            "event FailedScheduling: running PreBind plugin \"VolumeBinding\": Operation cannot be fulfilled on persistentvolumes",
        ],
    ),
    (
        "two-jobs",
        NEWEST,
        &[
            "podgroup default/job-a Success [default/job-a-3 … Wait, … Wait, … Wait, … Success]",
            "podgroup default/job-b Unschedulable [default/job-b-3 … Wait, … Wait, … -, … -]",
            "default/job-a-3 gone",
            "podgroup default/job-b Success",
        ],
    ),
    ("two-jobs", BEFORE_GROUPS, &["default/job-b-2 bound", "decision for default/job-b-3", "fails: 0/2"]),
    (
        "needy-member",
        NEWEST,
        &[
            "podgroup default/sim Unschedulable, waits [default/sim-2 node-c Success, default/sim-3 node-c Success by preemption, default/sim-5 node-d Success by preemption]",
            "default/sim-2 nominated to node-c",
            "default/sim-b0 terminating",
        ],
    ),
    (
        "in-vain",
        NEWEST,
        &[
            "podgroup default/mpi Unschedulable [default/mpi-3 … Wait by preemption, default/mpi-2 … Wait by preemption, default/mpi-1 -, default/mpi-0 -]",
            "default/mpi-a0 terminating",
            "default/mpi-a1 gone",
            "default/mpi-3 held back by GangScheduling",
        ],
    ),
    (
        "as-one",
        NEWEST,
        &[
            "podgroup default/etl Unschedulable, waits … 7 units, victims [default/web-5, default/svc-10, default/web-8, default/low-7, default/db-9, default/db-6]",
            "event Preempted: Preempted by podgroup uid-default-etl on node cluster",
            "default/svc-10 terminating",
            "podgroup default/etl Success",
        ],
    ),
    (
        "thrown-away",
        NEWEST,
        &[
            "podgroup default/job Unschedulable, waits … 4 units, victims [default/low-b-0]",
            "decision for default/vip",
            "default/vip assumed on node-b",
            "podgroup default/job Unschedulable, waits … 3 units, victims [default/low-c-0]",
            "podgroup default/job Success [default/job-1 node-c Wait, default/job-0 node-c Success, default/job-2 -]",
            "podgroup default/job Unschedulable, waits [default/job-2 -], 2 units, victims [default/low-c-1]",
        ],
    ),
    (
        "group-priority",
        NEWEST,
        &[
            "podgroup default/mpi Unschedulable [… 2 units, victims [] pod group is unschedulable",
            "podgroup default/mpi Unschedulable: pod group is unschedulable, pod group is unschedulable",
            "podgroup default/mpi Success",
        ],
    ),
    (
        "replacement",
        NEWEST,
        &[
            "podgroup default/job Success",
            "default/job-1 gone",
            "default/job-again held back by GangScheduling: waiting for minCount pods from a gang to appear in scheduling queue",
            "end: Quiet",
        ],
    ),
    (
        "in-one-zone",
        NEWEST,
        &["podgroup default/ring Success [… placement Some(\"zone-b\") of 2", "default/ring-2 bound to node-b"],
    ),
    (
        "breaks-a-group",
        NEWEST,
        &["decision for default/urgent", "preempts on", "default/rank-… gone", "default/urgent bound"],
    ),
    (
        "overlooked",
        NEWEST,
        &[
            "podgroup default/team Success [default/lead node-a Wait, default/worker-0 node-a Success]",
            "decision for default/worker-1",
            "node-a InterPodAffinity: node(s) didn't satisfy existing pods anti-affinity rules",
            "default/worker-1 bound to node-b",
        ],
    ),
];
