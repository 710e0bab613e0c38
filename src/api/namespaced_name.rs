//! The name of an object in its namespace.

use std::{borrow::Borrow, fmt, ops::Deref};

use serde::{Deserialize, Serialize};

use crate::{ObjectMeta, Str};

/// Namespace and name of an object as one string, `namespace/name`, as upstream's `types.NamespacedName` prints it.
///
/// It identifies an object of a kind at a time. The order is that of the strings, so `a-b/x` comes before `a/x`. A string without a slash is a name
/// without a namespace.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NamespacedName(Str);

impl NamespacedName {
    #[must_use]
    pub fn new(namespace: &str, name: &str) -> Self {
        Self(format!("{namespace}/{name}").into())
    }

    /// The key of the object with this metadata.
    #[must_use]
    pub fn of(metadata: &ObjectMeta) -> Self {
        Self::new(&metadata.namespace, &metadata.name)
    }

    /// The namespace; empty if there is none.
    #[must_use]
    pub fn namespace(&self) -> &str {
        self.0.split_once('/').map_or("", |(namespace, _)| namespace)
    }

    #[must_use]
    pub fn name(&self) -> &str {
        self.0.split_once('/').map_or(&self.0, |(_, name)| name)
    }

    /// The string `namespace/name`.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// The string `namespace/name`, shared.
    #[must_use]
    pub fn as_text(&self) -> &Str {
        &self.0
    }
}

/// For a string that is already `namespace/name`: from a link, a script or a message.
impl From<Str> for NamespacedName {
    fn from(text: Str) -> Self {
        Self(text)
    }
}

impl From<String> for NamespacedName {
    fn from(text: String) -> Self {
        Self(text.into())
    }
}

impl From<&str> for NamespacedName {
    fn from(text: &str) -> Self {
        Self(text.into())
    }
}

impl From<&Str> for NamespacedName {
    fn from(text: &Str) -> Self {
        Self(text.clone())
    }
}

impl From<NamespacedName> for Str {
    fn from(key: NamespacedName) -> Self {
        key.0
    }
}

impl Deref for NamespacedName {
    type Target = str;
    fn deref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for NamespacedName {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl AsRef<str> for NamespacedName {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl PartialEq<str> for NamespacedName {
    fn eq(&self, other: &str) -> bool {
        self.0 == *other
    }
}

impl PartialEq<&str> for NamespacedName {
    fn eq(&self, other: &&str) -> bool {
        self.0 == **other
    }
}

impl fmt::Display for NamespacedName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for NamespacedName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

#[cfg(test)]
mod tests {
    use super::NamespacedName;

    #[test]
    fn splits_at_the_first_slash() {
        for (text, namespace, name) in
            [("default/web-1", "default", "web-1"), ("node-a", "", "node-a"), ("a/b/c", "a", "b/c"), ("", "", "")]
        {
            let key = NamespacedName::from(text);
            assert_eq!((key.namespace(), key.name(), &*key), (namespace, name, text));
        }
        assert_eq!(NamespacedName::new("kube-system", "dns"), NamespacedName::from("kube-system/dns"));
    }

    #[test]
    fn sorts_as_text() {
        assert!(NamespacedName::new("a-b", "x") < NamespacedName::new("a", "x"), "'-' comes before '/'");
    }
}
