//! The phases of a pod's life.

/// The phase of a pod, finer than upstream's `PodPhase`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    Pending,
    /// The scheduler has assumed it on a node, but has not bound it yet.
    Assumed,
    /// It is assumed on a node and waits in `Permit`.
    Waiting,
    /// It is assumed on a node and in `PreBind`.
    PreBinding,
    /// It is bound to a node.
    Bound,
    /// Its containers are being created.
    Creating,
    /// Its containers are running.
    Running,
    Terminating,
    /// It has completed (a pod of a Job) and no longer uses resources on its node.
    Succeeded,
    /// It has failed and no longer uses resources on its node.
    Failed,
}

impl Phase {
    /// Whether the pod has ended, so that only its object remains.
    #[must_use]
    pub fn is_over(self) -> bool {
        matches!(self, Self::Succeeded | Self::Failed)
    }
}
