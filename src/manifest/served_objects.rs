//! Checks an object as the API server does before it looks at values: whether it serves the kind and version, and which fields it has.

use std::borrow::Cow;

use api::{FeatureGates, FormerVersion, Kind, Str, shorten};
use findings::Notice;
use releases::{
    Release, ReleaseChoice,
    served_api::{Availability, ServedApi},
};

use super::{
    kind_versions::{KindCheck, api_version, check_kind, was_in_cluster},
    load::Loader,
    served_fields::{ServedCheck, UnservedField, remove_fields},
    tree::TreeNode,
};

impl Loader {
    /// Whether the API server knows the kind and version of an object. Errors are reported. If `implied`, the kind is that of the object's list.
    pub(super) fn is_known(&mut self, kind: &str, tree_node: &TreeNode, base: &str, implied: bool) -> bool {
        match check_kind(kind, tree_node) {
            KindCheck::Valid => {
                self.note_later_version(kind, tree_node);
                return true;
            }
            KindCheck::Unversioned(version) => {
                if !implied {
                    self.add_notice(tree_node.span, Notice::NoVersion { kind: shorten(kind), version: version.into() });
                }
                return true;
            }
            KindCheck::Former(FormerVersion { version, removed_in }) => {
                self.is_release_dependent = true;
                if self.served.release.minor() < removed_in {
                    return true;
                }
                let (kind, version) = (shorten(kind), version.into());
                self.add_notice(tree_node.span, Notice::VersionRemoved { kind, version, minor: removed_in });
                return true;
            }
            KindCheck::Wrong(field, wrong) => {
                self.add_error(tree_node.find_nearest(field).span, &format!("{base}{field}"), wrong);
            }
            KindCheck::Custom => self.take_custom(kind, tree_node),
        }
        false
    }

    /// Adds a notice that the release does not have the version of an object yet. An object from a cluster would have been returned in an older
    /// version.
    fn note_later_version(&mut self, kind: &str, tree_node: &TreeNode) {
        let Some(info) = Kind::from_name(kind).map(Kind::info) else { return };
        let Some((minor, _)) = info.introduced else { return };
        self.is_release_dependent = true;
        let release = self.served.release;
        if api_version(tree_node) == info.api_version && release.minor() < minor && !was_in_cluster(tree_node) {
            let (kind, version) = (kind.into(), info.api_version.into());
            let release = release.name().into();
            self.add_notice(tree_node.span, Notice::VersionOfOtherRelease { kind, version, release, minor });
        }
    }

    /// The object without the fields that the API server drops; `None` if the release does not serve the kind.
    pub(super) fn served_object<'n>(&mut self, kind: &str, tree_node: &'n TreeNode) -> Option<Cow<'n, TreeNode>> {
        let (Some(known_kind), Some(lazy_reader)) = (Kind::from_name(kind), self.lazy_reader) else {
            return Some(Cow::Borrowed(tree_node));
        };
        let release = self.served.release.name();
        match (lazy_reader.served.kind)(&self.served, known_kind) {
            Availability::Served | Availability::Unknown => {}
            Availability::OtherRelease(other) => {
                let (kind, release, other) = (kind.into(), release.into(), other.name().into());
                self.is_release_dependent = true;
                self.add_notice(tree_node.span, Notice::KindOfOtherRelease { kind, release, other });
                return None;
            }
            Availability::GateOff { gate, .. } => {
                self.is_release_dependent = true;
                self.add_notice(tree_node.span, Notice::KindBehindGate { kind: kind.into(), gate: gate.into() });
                return None;
            }
        }
        let check = (lazy_reader.served.check_fields)(&self.served, known_kind, tree_node);
        Some(self.drop_unserved_fields(kind, tree_node, check))
    }

    /// The object without the fields that were found not to be served, after a notice about each.
    pub(super) fn drop_unserved_fields<'n>(
        &mut self,
        kind: &str,
        tree_node: &'n TreeNode,
        check: ServedCheck,
    ) -> Cow<'n, TreeNode> {
        self.is_release_dependent |= check.is_release_dependent || !check.faults.is_empty();
        self.served_faults = check.faults;
        if check.unserved.is_empty() {
            return Cow::Borrowed(tree_node);
        }
        for field in &check.unserved {
            self.note_unserved_field(kind, field, was_in_cluster(tree_node));
        }
        Cow::Owned(remove_fields(tree_node, &check.unserved))
    }

    /// Adds a notice about a dropped field, except for status fields of an object from a cluster.
    fn note_unserved_field(&mut self, kind: &str, field: &UnservedField, was_in_cluster: bool) {
        let notice = match was_in_cluster {
            true if field.path.starts_with("status.") || field.path.starts_with("metadata.") => return,
            // The release of that cluster had the field.
            true if field.is_unknown() => Notice::FieldIgnored { kind: kind.into(), path: field.path.as_str().into() },
            _ if field.is_unknown() => {
                // Of the items of a list, the first one is named.
                let key = (Str::from(kind), Str::from(field.path.as_str()));
                let first = self.unknown_fields.get(&key).cloned();
                let notice = first.unwrap_or_else(|| field.to_notice(kind, self.served.release));
                self.unknown_fields.insert(key, notice.clone());
                notice
            }
            _ => field.to_notice(kind, self.served.release),
        };
        self.add_notice(field.span, notice);
    }

    /// The API of the chosen release, or else of the release that the text states.
    pub(super) fn stated_api(&self, choice: ReleaseChoice) -> ServedApi {
        let scenario = self.scenario.as_ref().map(|document| &document.root);
        let named = || Release::from_name(scenario?.get("release")?.text()?);
        let configured = || match (&*self.configurations, self.lazy_reader) {
            ([only], Some(lazy_reader)) => (lazy_reader.served.stated_release)(&only.value, choice.fallback),
            _ => None,
        };
        let of_kubelets = || Some(Release::nearest(self.kubelet.as_ref()?.minor));
        let release = choice.resolve(named().or_else(configured).or_else(of_kubelets));
        let gates = match (scenario, self.lazy_reader) {
            (Some(scenario), Some(lazy_reader)) => (lazy_reader.served.resolve_gates)(release, scenario),
            _ => FeatureGates::default(),
        };
        ServedApi { release, gates }
    }

    pub(super) fn is_listed(&mut self, list: &TreeNode) -> bool {
        self.is_known(list.get("kind").and_then(TreeNode::text).unwrap_or_default(), list, "", false)
    }
}
