//! The key of an object.

use crate::{Kind, ObjectMeta, Str};

/// Kind, namespace and name of an object.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ObjectKey {
    pub kind: Kind,
    /// Empty for kinds without namespaces.
    pub namespace: Str,
    pub name: Str,
}

impl ObjectKey {
    /// The key of an object; `namespace` is ignored for kinds without namespaces.
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
        let (namespace, name) = (Str::from("default"), Str::from("web"));
        assert!(ObjectKey::new(Kind::Node, &namespace, &name).namespace.is_empty());
        assert_eq!(ObjectKey::new(Kind::Pod, &namespace, &name).namespace, namespace);
    }
}
