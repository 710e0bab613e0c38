//! Annotations of pods that something here reads. Each key is spelled here, so that a large file keeps all of them.

/// The index of a pod of an Indexed Job.
pub const JOB_INDEX: &str = "batch.kubernetes.io/job-completion-index";
/// What the deletion of a pod costs its ReplicaSet.
pub const DELETION_COST: &str = "controller.kubernetes.io/pod-deletion-cost";
/// A pod that stands for one which a kubelet runs from a file.
pub const MIRROR: &str = "kubernetes.io/config.mirror";
/// How many seconds the pods of a Job run.
pub const RUN_SECONDS: &str = "schedscope.dev/run-seconds";
/// A pod, made to try something, that no controller adopts and no budget counts, whatever its labels say.
pub const STANDALONE: &str = "schedscope.dev/standalone";

/// All of them.
pub const OF_PODS: [&str; 5] = [JOB_INDEX, DELETION_COST, MIRROR, RUN_SECONDS, STANDALONE];
