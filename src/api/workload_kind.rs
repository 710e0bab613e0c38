//! The kinds of workloads.

use crate::Kind;

/// The workloads that have a controller here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WorkloadKind {
    /// Makes a replica set.
    Deployment,
    /// Keeps a number of pods.
    ReplicaSet,
    /// The same under an older name.
    ReplicationController,
    /// Keeps numbered pods, one after the other.
    StatefulSet,
    /// Keeps a pod on each node.
    DaemonSet,
    /// Runs pods to their end.
    Job,
}

impl WorkloadKind {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Deployment,
        Self::ReplicaSet,
        Self::ReplicationController,
        Self::StatefulSet,
        Self::DaemonSet,
        Self::Job,
    ];

    /// The same among all kinds.
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

    /// The kind of this name in manifests.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Kind::from_name(name)?.workload()
    }

    /// The kind's name in manifests.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.kind().name()
    }

    /// The version of the API that has the kind.
    #[must_use]
    pub fn api_version(self) -> &'static str {
        self.kind().info().api_version
    }
}

impl Kind {
    /// The kind of workload that it is, if it is one.
    #[must_use]
    pub fn workload(self) -> Option<WorkloadKind> {
        WorkloadKind::ALL.into_iter().find(|workload| workload.kind() == self)
    }
}
