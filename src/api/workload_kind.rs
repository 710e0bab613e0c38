//! Kinds of workloads.

use crate::Kind;

/// The workloads whose controllers are modeled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WorkloadKind {
    /// Manages pods through `ReplicaSets`, one for each template.
    Deployment,
    /// Keeps a number of pods.
    ReplicaSet,
    /// The predecessor of the ReplicaSet.
    ReplicationController,
    /// Keeps pods with ordinals and their own claims.
    StatefulSet,
    /// Keeps a pod on each eligible node.
    DaemonSet,
    /// Runs pods to completion.
    Job,
}

impl WorkloadKind {
    pub const ALL: [Self; 6] = [
        Self::Deployment,
        Self::ReplicaSet,
        Self::ReplicationController,
        Self::StatefulSet,
        Self::DaemonSet,
        Self::Job,
    ];

    /// The same kind as a [`Kind`].
    #[must_use]
    pub fn kind(self) -> Kind {
        match self {
            Self::Deployment => Kind::Deployment,
            Self::ReplicaSet => Kind::ReplicaSet,
            Self::ReplicationController => Kind::ReplicationController,
            Self::StatefulSet => Kind::StatefulSet,
            Self::DaemonSet => Kind::DaemonSet,
            Self::Job => Kind::Job,
        }
    }

    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Kind::from_name(name)?.workload()
    }

    #[must_use]
    pub fn name(self) -> &'static str {
        self.kind().name()
    }

    #[must_use]
    pub fn api_version(self) -> &'static str {
        self.kind().info().api_version
    }
}

impl Kind {
    /// The same kind as a [`WorkloadKind`], if it is one.
    #[must_use]
    pub fn workload(self) -> Option<WorkloadKind> {
        WorkloadKind::ALL.into_iter().find(|workload| workload.kind() == self)
    }
}
