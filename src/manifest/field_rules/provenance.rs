//! Where an object comes from, and what that means for the rules that it breaks.

use api::Kind;
use findings::{FieldError, FieldRule, Leniency};

use crate::tree::TreeNode;

/// Where an object comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Provenance {
    /// Somebody wrote it.
    New,
    /// A script applies it: what is absent may be in the cluster already.
    Applied,
    /// A cluster had it.
    Cluster,
}

impl Provenance {
    /// What an object tells of it: only API servers give a `uid` or a `resourceVersion`, and only what is there has a status. Nodes are
    /// written with a status here as everywhere.
    pub(crate) fn of_object(kind: Kind, node: &TreeNode, is_applied: bool) -> Self {
        match () {
            () if is_identified(node) || kind != Kind::Node && has_value(node, "status") => Self::Cluster,
            () if is_applied => Self::Applied,
            () => Self::New,
        }
    }

    /// The same of an object of a kind that is not read here.
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

/// Why a broken rule does not stop a text; nothing if it does.
pub(crate) fn leniency(error: &FieldError, provenance: Provenance) -> Option<Leniency> {
    match error.rule {
        FieldRule::NoSpreadSelector | FieldRule::FractionalByte => Some(Leniency::Warning),
        // Texts with such names have been shared, and nobody means a truth value by them.
        FieldRule::BooleanName => Some(Leniency::Meant),
        _ if provenance == Provenance::Cluster => Some(Leniency::FromCluster),
        FieldRule::Required => Some(Leniency::NotNeeded),
        _ => None,
    }
}
