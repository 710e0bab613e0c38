//! Remarks, which stop nothing.

use serde::{Deserialize, Serialize};

use crate::api::Str;

/// What was left out, or assumed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Notice {
    /// Scheduling does not depend on objects of this kind.
    KindIgnored {
        /// The kind.
        kind: Str,
    },
    /// Objects of this kind would change what happens, and nothing here acts on them.
    NotModelled {
        /// The kind.
        kind: Str,
    },
    /// An object with the kind and name of one before it.
    SameName {
        /// The kind.
        kind: Str,
    },
    /// A pod is bound to a node that is not in the text.
    NoSuchNode,
    /// A pod waits for a scheduler that does not run here.
    OtherScheduler {
        /// Its name.
        name: Str,
    },
    /// Nothing here acts on this field.
    FieldIgnored {
        /// Kind of the object.
        kind: Str,
        /// Path of the field, without the numbers of list items.
        path: Str,
    },
    /// Pods that claim devices, which is not modelled: a release that knows claims leaves them pending.
    ResourceClaims,
    /// A node with neither capacity nor allocatable.
    NoCapacity,
    /// A node that does not say how many pods it takes.
    NoPodCount {
        /// The number that is assumed.
        assumed: u32,
    },
    /// The configurations in the text are for other releases.
    NotConfigured {
        /// The release that runs with its defaults.
        release: Str,
    },
}
