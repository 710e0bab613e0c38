//! Controllers that keep nothing between two tasks but what their work queue has.

#[derive(Clone, Copy, Debug)]
pub(crate) struct DeploymentController;

#[derive(Clone, Copy, Debug)]
pub(crate) struct ReplicaSetController;

#[derive(Clone, Copy, Debug)]
pub(crate) struct StatefulSetController;

#[derive(Clone, Copy, Debug)]
pub(crate) struct PodGcController;
