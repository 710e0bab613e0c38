//! The origin of an object, and its effect on violated rules.

use api::Kind;
use findings::{FieldError, FieldRule, Leniency};

use crate::tree::TreeNode;

/// The origin of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Provenance {
    /// A person wrote it.
    New,
    /// A script applies it: fields that are absent may exist in the cluster already.
    Applied,
    /// It comes from a cluster.
    Cluster,
}

impl Provenance {
    /// Infers the origin: only API servers set `uid` and `resourceVersion`, and only existing objects have a status. Nodes have a status in manifests
    /// written by hand, too.
    pub(crate) fn of_object(kind: Kind, node: &TreeNode, is_applied: bool) -> Self {
        match () {
            () if is_identified(node) || kind != Kind::Node && has_value(node, "status") => Self::Cluster,
            () if is_applied => Self::Applied,
            () => Self::New,
        }
    }

    /// The same for an object of a kind that is not simulated.
    pub(crate) fn of_unread_object(node: &TreeNode) -> Self {
        if is_identified(node) || has_value(node, "status") { Self::Cluster } else { Self::New }
    }
}

fn has_value(node: &TreeNode, key: &str) -> bool {
    node.get(key).is_some_and(|value| !value.is_null())
}

fn is_identified(node: &TreeNode) -> bool {
    node.get("metadata").is_some_and(|metadata| ["uid", "resourceVersion"].iter().any(|key| has_value(metadata, key)))
}

/// Why a violated rule is not an error; `None` if it is one.
pub(crate) fn leniency(error: &FieldError, provenance: Provenance) -> Option<Leniency> {
    match error.rule {
        FieldRule::NoSpreadSelector | FieldRule::FractionalByte => Some(Leniency::Warning),
        // Such names occur in shared texts, and are never meant as booleans.
        FieldRule::BooleanName => Some(Leniency::Meant),
        _ if provenance == Provenance::Cluster => Some(Leniency::FromCluster),
        FieldRule::Required => Some(Leniency::NotNeeded),
        _ => None,
    }
}
