//! Documents of our own, beside the objects of Kubernetes ([`KINDS`]).

use api::KINDS;

/// Their kinds.
pub const OWN_KINDS: [&str; 4] = ["Scenario", "Script", EXTENDER, PLUGIN];
/// The kinds of those that play an extender and a plugin.
pub(super) const EXTENDER: &str = "Extender";
pub(super) const PLUGIN: &str = "Plugin";
/// The version that they are written with.
const OWN_VERSION: &str = "schedscope.dev/v1alpha1";
/// Their group, with its slash.
const OWN_GROUP: &str = "schedscope.dev/";

/// Whether a version is that of a document of our own.
#[must_use]
pub fn is_own_version(api_version: &str) -> bool {
    api_version.starts_with(OWN_GROUP)
}

/// Whatever is read here: objects and our own documents, by their kinds, each with the version that it is written with.
pub fn document_kinds() -> impl Iterator<Item = (&'static str, &'static str)> {
    KINDS.iter().map(|info| (info.name, info.api_version)).chain(OWN_KINDS.map(|kind| (kind, OWN_VERSION)))
}
