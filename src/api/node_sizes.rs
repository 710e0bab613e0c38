//! What a text can be given that it doesn't have: nodes as a cloud's are, and objects that others name.

use serde::{Deserialize, Serialize};

use super::{DEFAULT_CLASS_ANNOTATION, Kind, Str};

/// A node as it can be added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum NodeSize {
    /// 2 cpu, 4 GiB.
    Small,
    /// 4 cpu, 16 GiB.
    #[default]
    Standard,
    /// 16 cpu, 64 GiB.
    Large,
    /// 8 cpu, 64 GiB and four GPUs.
    Gpu,
}

/// What a node of a size has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeCapacity {
    pub cpu: i64,
    /// Memory in GiB.
    pub memory: i64,
    /// Ephemeral storage in GiB.
    pub storage: i64,
    pub gpus: i64,
}

/// Pods that a node takes: the kubelet's `maxPods`, if nobody sets it.
pub const MAX_PODS: i64 = 110;
/// The resource that GPUs are.
pub const GPU: &str = "nvidia.com/gpu";
/// Nodes stand in as many zones.
const ZONES: [char; 3] = ['a', 'b', 'c'];

impl NodeSize {
    /// All, the smallest first.
    pub const ALL: [Self; 4] = [Self::Small, Self::Standard, Self::Large, Self::Gpu];

    /// Its name, which is the instance type too.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Standard => "standard",
            Self::Large => "large",
            Self::Gpu => "gpu",
        }
    }

    /// What such a node has.
    #[must_use]
    pub fn capacity(self) -> NodeCapacity {
        let node_capacity = |cpu, memory, storage, gpus| NodeCapacity { cpu, memory, storage, gpus };
        match self {
            Self::Small => node_capacity(2, 4, 20, 0),
            Self::Standard => node_capacity(4, 16, 50, 0),
            Self::Large => node_capacity(16, 64, 100, 0),
            Self::Gpu => node_capacity(8, 64, 100, 4),
        }
    }

    /// `count` nodes as documents, spread over three zones. They have the labels that a kubelet and a cloud set, those of v1.16
    /// among them, and names that `taken` does not know.
    #[must_use]
    pub fn to_documents(self, count: usize, is_name_taken: &dyn Fn(&str) -> bool) -> String {
        let names = (1..).map(|number: usize| format!("node-{number}")).filter(|name| !is_name_taken(name));
        let documents: Vec<String> =
            names.take(count).zip(ZONES.iter().cycle()).map(|(name, zone)| self.to_document(&name, *zone)).collect();
        documents.join("---\n")
    }

    fn to_document(self, name: &str, zone: char) -> String {
        let NodeCapacity { cpu, memory, storage, gpus } = self.capacity();
        let gpus = if gpus > 0 { format!(", {GPU}: \"{gpus}\"") } else { String::new() };
        let kind = self.name();
        format!(
            "apiVersion: v1\nkind: Node\nmetadata:\n  name: {name}\n  labels:\n    kubernetes.io/hostname: {name}\n    \
             kubernetes.io/os: linux\n    kubernetes.io/arch: amd64\n    node.kubernetes.io/instance-type: {kind}\n    \
             topology.kubernetes.io/region: region-1\n    topology.kubernetes.io/zone: region-1{zone}\n    \
             beta.kubernetes.io/os: linux\n    beta.kubernetes.io/arch: amd64\n    beta.kubernetes.io/instance-type: {kind}\n    \
             failure-domain.beta.kubernetes.io/region: region-1\n    failure-domain.beta.kubernetes.io/zone: region-1{zone}\n\
             status:\n  capacity: {{cpu: \"{cpu}\", memory: {memory}Gi, ephemeral-storage: {storage}Gi, pods: \"{MAX_PODS}\"{gpus}}}\n"
        )
    }
}

/// Nodes for a text that has none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NodeOffer {
    pub size: NodeSize,
    /// How many.
    pub count: usize,
}

/// An object that others name and that the text doesn't have.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum MissingObject {
    /// A priority class. The API server would refuse the pods.
    PriorityClass {
        name: Str,
        /// The nearest name that exists.
        near: Option<Str>,
    },
    /// A runtime class. The API server would refuse the pods.
    RuntimeClass { name: Str },
    /// A namespace of pods, whose labels somebody asks for.
    Namespace { name: Str },
    /// A storage class that a claim waits for.
    StorageClass {
        /// Its name; empty for the default class.
        name: Str,
    },
    /// A claim that a pod waits for.
    Claim { namespace: Str, name: Str },
}

impl MissingObject {
    /// Kind and name; the name of a default class is empty.
    #[must_use]
    pub fn kind_and_name(&self) -> (Kind, &Str) {
        match self {
            Self::PriorityClass { name, .. } => (Kind::PriorityClass, name),
            Self::RuntimeClass { name } => (Kind::RuntimeClass, name),
            Self::Namespace { name } => (Kind::Namespace, name),
            Self::StorageClass { name } => (Kind::StorageClass, name),
            Self::Claim { name, .. } => (Kind::PersistentVolumeClaim, name),
        }
    }

    /// The object as a document. `value` is that of a priority class.
    #[must_use]
    pub fn to_document(&self, value: i32) -> String {
        match self {
            Self::PriorityClass { name, .. } => format!(
                "apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {{name: {name:?}}}\nvalue: {value}\n"
            ),
            Self::RuntimeClass { name } => {
                format!(
                    "apiVersion: node.k8s.io/v1\nkind: RuntimeClass\nmetadata: {{name: {name:?}}}\nhandler: {name:?}\n"
                )
            }
            Self::Namespace { name } => format!("apiVersion: v1\nkind: Namespace\nmetadata: {{name: {name:?}}}\n"),
            Self::StorageClass { name } => {
                let meta = if name.is_empty() {
                    format!("name: standard, annotations: {{{DEFAULT_CLASS_ANNOTATION}: \"true\"}}")
                } else {
                    format!("name: {name:?}")
                };
                format!(
                    "apiVersion: storage.k8s.io/v1\nkind: StorageClass\nmetadata: {{{meta}}}\n\
                     provisioner: example.com/disk\nvolumeBindingMode: WaitForFirstConsumer\n"
                )
            }
            Self::Claim { namespace, name } => format!(
                "apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {{name: {name:?}, namespace: {namespace:?}}}\nspec:\n  \
                 accessModes: [ReadWriteOnce]\n  resources: {{requests: {{storage: 1Gi}}}}\n"
            ),
        }
    }
}
