//! The workload controllers: they compare the desired state with the pods that exist, and create or delete pods.
//!
//! Each controller is a module. `pod_control` is what they share (upstream's `RealPodControl` and `controller_utils.go`), `ownership` adopts and
//! releases pods (`PodControllerRefManager`), and `garbage_collector` deletes the pods of deleted workloads. They take their work from one
//! [`WorkQueue`](super::work_queue::WorkQueue), in the order in which the workloads were created.

pub(crate) mod daemon_set;
pub(crate) mod deployment;
pub(crate) mod garbage_collector;
pub(crate) mod job;
pub(crate) mod ownership;
mod pod_control;
pub(crate) mod replica_set;
mod rollout;
pub(crate) mod stateful_set;

pub use daemon_set::should_run_daemon;
