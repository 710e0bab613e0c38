//! Namespaces that are being deleted, and those that were.

use api::{Namespace, ObjectMeta, Set, Str, Table, Time};

/// What the API server knows of namespaces besides their labels. A namespace of which the manifest has no object exists, too.
#[derive(Clone, Default)]
pub(crate) struct Namespaces {
    /// Of the namespaces that have any.
    finalizers: Table<Str, Vec<Str>>,
    /// Namespaces that are being deleted, and since when.
    terminating: Table<Str, Time>,
    deleted: Set<Str>,
}

impl Namespaces {
    /// Stores a created or changed namespace.
    pub(crate) fn put(&mut self, namespace: &Namespace) {
        let ObjectMeta { name, finalizers, deletion_timestamp, .. } = &namespace.metadata;
        self.deleted.remove(name);
        self.finalizers.remove(name);
        if !finalizers.is_empty() {
            self.finalizers.insert(name.clone(), finalizers.clone());
        }
        if let Some(since) = deletion_timestamp {
            self.begin_deletion(name, *since);
        }
    }

    /// Marks a namespace as terminating. Returns false if it was already.
    pub(crate) fn begin_deletion(&mut self, name: &Str, since: Time) -> bool {
        !self.terminating.contains_key(name) && self.terminating.insert(name.clone(), since).is_none()
    }

    /// Removes a namespace.
    pub(crate) fn remove(&mut self, name: &Str) {
        self.terminating.remove(name);
        self.finalizers.remove(name);
        self.deleted.insert(name.clone());
    }

    pub(crate) fn is_terminating(&self, name: &str) -> bool {
        self.terminating.contains_key(name)
    }

    pub(crate) fn is_deleted(&self, name: &str) -> bool {
        self.deleted.contains(name)
    }

    /// The finalizers and the time of deletion of a namespace, with its name.
    pub(crate) fn metadata(&self, name: &Str) -> ObjectMeta {
        ObjectMeta {
            name: name.clone(),
            finalizers: self.finalizers.get(name).cloned().unwrap_or_default(),
            deletion_timestamp: self.terminating.get(name).copied(),
            ..ObjectMeta::default()
        }
    }
}
