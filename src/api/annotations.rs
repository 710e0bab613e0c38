//! Pod annotations that are evaluated here. Reducing a large file keeps exactly these.

/// The completion index of an Indexed Job's pod.
pub const JOB_INDEX: &str = "batch.kubernetes.io/job-completion-index";
/// The cost of deleting a pod; `ReplicaSets` delete pods with lower costs first.
pub const DELETION_COST: &str = "controller.kubernetes.io/pod-deletion-cost";
/// Marks a mirror pod, which represents a static pod that a kubelet runs from a file.
pub const MIRROR: &str = "kubernetes.io/config.mirror";
/// How many seconds the pods of a Job run.
pub const RUN_SECONDS: &str = "schedscope.dev/run-seconds";
/// Marks a pod, created by an answer, that no controller adopts and no budget counts, whatever its labels.
pub const STANDALONE: &str = "schedscope.dev/standalone";

pub const OF_PODS: [&str; 5] = [JOB_INDEX, DELETION_COST, MIRROR, RUN_SECONDS, STANDALONE];
