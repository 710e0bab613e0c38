//! Controllers that keep no state besides their work queue.

#[derive(Clone, Copy, Debug)]
pub(crate) struct DeploymentController;

#[derive(Clone, Copy, Debug)]
pub(crate) struct ReplicaSetController;

#[derive(Clone, Copy, Debug)]
pub(crate) struct StatefulSetController;

#[derive(Clone, Copy, Debug)]
pub(crate) struct PodGcController;
