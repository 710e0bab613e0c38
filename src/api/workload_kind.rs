//! The kinds of workloads.

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
    /// The kind of this name in manifests.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        use WorkloadKind as Kind;
        [Kind::Deployment, Kind::ReplicaSet, Kind::ReplicationController, Kind::StatefulSet, Kind::DaemonSet, Kind::Job]
            .into_iter()
            .find(|kind| kind.name() == name)
    }

    /// The kind's name in manifests.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Deployment => "Deployment",
            Self::ReplicaSet => "ReplicaSet",
            Self::ReplicationController => "ReplicationController",
            Self::StatefulSet => "StatefulSet",
            Self::DaemonSet => "DaemonSet",
            Self::Job => "Job",
        }
    }

    /// The version of the API that has the kind.
    #[must_use]
    pub fn api_version(self) -> &'static str {
        match self {
            Self::ReplicationController => "v1",
            Self::Job => "batch/v1",
            _ => "apps/v1",
        }
    }
}
