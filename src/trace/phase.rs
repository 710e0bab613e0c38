//! The life of a pod in phases.

/// What a pod is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// It has no node.
    Pending,
    /// The scheduler counts it on a node, but has not told the API server yet.
    Assumed,
    /// The scheduler counts it on a node, and plugins let it wait in `Permit`.
    Waiting,
    /// The scheduler counts it on a node, and plugins prepare that in `PreBind`.
    PreBinding,
    /// It has a node.
    Bound,
    /// Its containers are being created.
    Creating,
    /// Its containers run.
    Running,
    /// It is asked to stop.
    Terminating,
    /// It is done (of a Job), and takes no room on its node any more.
    Succeeded,
    /// It came to a bad end, and takes no room on its node either.
    Failed,
}

impl Phase {
    /// Whether the pod came to its end, and is only an object now.
    #[must_use]
    pub fn is_over(self) -> bool {
        matches!(self, Self::Succeeded | Self::Failed)
    }
}
