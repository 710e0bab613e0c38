//! What tells an object from all others.

use crate::{Kind, ObjectMeta, Str};

/// An object by its kind, namespace and name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ObjectKey {
    pub kind: Kind,
    /// Empty for kinds without namespaces.
    pub namespace: Str,
    pub name: Str,
}

impl ObjectKey {
    /// The key of an object of a kind. What has no namespace gets none.
    #[must_use]
    pub fn new(kind: Kind, namespace: &Str, name: &Str) -> Self {
        let namespace = if kind.info().is_namespaced { namespace.clone() } else { Str::default() };
        Self { kind, namespace, name: name.clone() }
    }

    /// The key of an object with this metadata.
    #[must_use]
    pub fn of(kind: Kind, meta: &ObjectMeta) -> Self {
        Self::new(kind, &meta.namespace, &meta.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_namespace_gets_none() {
        let key = ObjectKey::new(Kind::Node, &"default".into(), &"n".into());
        assert!(key.namespace.is_empty() && key.kind.workload().is_none());
    }
}
