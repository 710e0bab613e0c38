//! The controllers of workloads: they compare what a workload wants with what there is, and create or delete pods.
//!
//! A module for each controller. `pod_control` is what they share (upstream's `RealPodControl` and `controller_utils.go`), `ownership`
//! knows whose pod is whose (`PodControllerRefManager`), and `garbage_collector` deletes the pods of workloads that are gone. They take
//! their work from one [`WorkQueue`](super::work_queue::WorkQueue), in the order in which the workloads were created.

pub(crate) mod daemon_set;
mod deployment;
pub(crate) mod garbage_collector;
pub(crate) mod job;
pub(crate) mod ownership;
mod pod_control;
mod replica_set;
mod rollout;
mod stateful_set;
pub(crate) mod stateless;

pub use daemon_set::should_run_daemon;
