//! The kinds of documents of our own, besides the objects of Kubernetes ([`KINDS`]).

use api::KINDS;

pub const OWN_KINDS: [&str; 4] = ["Scenario", "Script", EXTENDER, PLUGIN];
/// Documents that define the responses of an extender, and a plugin.
pub(super) const EXTENDER: &str = "Extender";
pub(super) const PLUGIN: &str = "Plugin";
/// The `apiVersion` of these documents.
const OWN_VERSION: &str = "schedscope.dev/v1alpha1";
/// The group, with a slash.
const OWN_GROUP: &str = "schedscope.dev/";

/// Whether an `apiVersion` belongs to a document of our own.
#[must_use]
pub fn is_own_version(api_version: &str) -> bool {
    api_version.starts_with(OWN_GROUP)
}

/// All kinds that can be read, objects and documents of our own, each with its current `apiVersion`.
pub fn document_kinds() -> impl Iterator<Item = (&'static str, &'static str)> {
    KINDS.iter().map(|info| (info.name, info.api_version)).chain(OWN_KINDS.map(|kind| (kind, OWN_VERSION)))
}
