//! Objects that others refer to and that a manifest lacks.

use api::{DEFAULT_CLASS_ANNOTATION, Kind, Str};
use serde::{Deserialize, Serialize};

/// An object that others refer to and that the manifest lacks.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum MissingObject {
    /// A priority class. The API server would reject the pods.
    PriorityClass {
        name: Str,
        /// The most similar existing name.
        near: Option<Str>,
    },
    /// A runtime class. The API server would reject the pods.
    RuntimeClass { name: Str },
    /// A namespace whose labels a namespace selector needs.
    Namespace { name: Str },
    /// A storage class that a claim needs.
    StorageClass {
        /// The name; empty for the default class.
        name: Str,
    },
    /// A claim that a pod needs.
    Claim { namespace: Str, name: Str },
}

impl MissingObject {
    /// Kind and name of the object; the name is empty for the default storage class.
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

    /// A manifest of the object. `value` is the priority of a priority class.
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
