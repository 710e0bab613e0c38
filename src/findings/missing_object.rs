//! Objects that are referenced but not in the text.

use api::{DEFAULT_CLASS_ANNOTATION, Kind, Str};
use serde::{Deserialize, Serialize};

/// An object that other objects reference, but that is not in the text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum MissingObject {
    /// A priority class. The API server would reject the pods that name it.
    PriorityClass {
        name: Str,
        /// The most similar name that exists.
        near: Option<Str>,
    },
    /// A runtime class. The API server would reject the pods that name it.
    RuntimeClass { name: Str },
    /// A namespace of pods, whose labels a selector uses.
    Namespace { name: Str },
    /// The storage class of a `PersistentVolumeClaim`.
    StorageClass {
        /// The name; empty for the default class.
        name: Str,
    },
    /// A `PersistentVolumeClaim` that a pod uses.
    Claim { namespace: Str, name: Str },
}

impl MissingObject {
    /// Kind and name. The name of the default storage class is empty.
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

    /// A minimal YAML document for the object. `value` is used for a priority class.
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
