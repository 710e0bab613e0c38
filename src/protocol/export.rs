//! Files that can be exported from a run, and notes about how they differ from the scenario.

use std::fmt;

use api::{Millis, Str};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Export {
    /// The initial objects, for `kubectl apply`.
    Cluster,
    /// A script that creates a cluster with KWOK and reproduces the scenario in it.
    Kwok,
    /// The events of the run as JSON.
    Trace,
    /// The manifest with anonymized names.
    Names,
}

/// A file exported from a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExportedFile {
    /// The content, without the comments at its top.
    pub body: FileBody,
    /// How the file differs from the scenario, each note with the number of its occurrences.
    pub notes: Vec<(ExportNote, usize)>,
    /// For an anonymized manifest, a second file with the replaced names; otherwise empty.
    pub names: String,
}

/// The content of an exported file, in parts.
/// The content of an exported file, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileBody(Vec<FilePart>);

/// A part of an exported file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FilePart {
    /// Text, unchanged.
    Text(String),
    /// A comment on lines of its own, which the page renders in the reader's language.
    Remark(ExportNote),
}

impl FileBody {
    #[must_use]
    pub fn parts(&self) -> &[FilePart] {
        &self.0
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Its text without the remarks.
    #[must_use]
    pub fn text(&self) -> String {
        let text = |part: &FilePart| if let FilePart::Text(text) = part { text.clone() } else { String::new() };
        self.0.iter().map(text).collect()
    }

    pub fn push_text(&mut self, text: &str) {
        match self.0.last_mut() {
            Some(FilePart::Text(last)) => last.push_str(text),
            _ => self.0.push(FilePart::Text(text.to_owned())),
        }
    }

    pub fn push_remark(&mut self, note: ExportNote) {
        self.0.push(FilePart::Remark(note));
    }

    pub fn append(&mut self, other: Self) {
        for part in other.0 {
            match part {
                FilePart::Text(text) => self.push_text(&text),
                FilePart::Remark(note) => self.push_remark(note),
            }
        }
    }
}

impl From<String> for FileBody {
    fn from(text: String) -> Self {
        if text.is_empty() { Self::default() } else { Self(vec![FilePart::Text(text)]) }
    }
}

impl fmt::Write for FileBody {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.push_text(text);
        Ok(())
    }
}

/// A difference between a file for a real cluster and the scenario.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ExportNote {
    /// Documents of Schedscope's own kinds are left out.
    Ours { kind: Str },
    /// A scheduler configuration is left out, since it is not an object of a cluster.
    Configuration { kind: Str },
    /// An object without an `apiVersion` is left out.
    NoVersion { kind: Str },
    /// A priority class that every cluster has is left out.
    SystemClass { name: Str },
    /// A pod may only have the priority of a class, so a class was added.
    ClassMade { name: Str, value: i32 },
    /// The priority is higher than that of any class that users may create.
    TooHigh { value: i32 },
    /// An object that others refer to and the manifest lacks was added.
    Added { kind: Str, name: Str },
    /// Pods that have ended are left out.
    Ended,
    /// Pods on nodes that the manifest lacks are left out.
    NoSuchNode,
    /// Pods that are terminating in the scenario are not terminating in the cluster.
    Terminating,
    /// Nodes that are not ready in the scenario become ready.
    NotReady,
    /// Owner references are left out, since the cluster assigns other UIDs.
    Owners,
    /// Service accounts of pods are left out.
    Accounts,
    /// Names were generated from `generateName`.
    Named,
    /// Fields that a cluster requires and scheduling does not use were filled in.
    Filled,
    /// The later actions of the script are not in the file.
    Later,
    /// An action of the script that the file can't reproduce.
    NotDone {
        /// The time of the action.
        at: Millis,
        action: Str,
    },
    /// A field of the scenario that has no equivalent in the file.
    Simulated { field: Str },
    /// Extenders are played by a server that comes with the file.
    Extenders,
    /// The status of budgets is updated at once, not after the scenario's delay.
    Stale { millis: Millis },
    /// A budget's status is recomputed by the cluster.
    BudgetStatus { name: Str },
    /// No provisioner creates volumes for claims of this class.
    Provisioner { name: Str },
    /// An object of a custom resource is left out.
    Custom { kind: Str },
    /// Pods whose owner the manifest lacks are not recreated when they are gone.
    Unowned,
    /// Pods that are not ready in the scenario become ready.
    PodsNotReady,
    /// A pod starts without its nomination.
    Nominated { name: Str },
    /// A device claim that is allocated in the scenario starts without devices.
    Unallocated { name: Str },
    /// `ResourceSlice`s are static: no driver updates them.
    NoDriver,
    /// Feature gates that all control plane components need, as `A=true,B=true`, and the version of the API that they enable.
    FeatureGates { gates: Str, api: Str },
    /// A kind, or a field of pods, that the release or a disabled feature gate doesn't support is left out.
    NoGroups { what: Str },
}
