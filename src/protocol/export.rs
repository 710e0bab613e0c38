//! Files that can be exported from a run, and how they differ from the scenario.

use std::fmt;

use api::{Millis, Str};
use serde::{Deserialize, Serialize};

/// A kind of file that can be exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Export {
    /// The objects that are there at the start, for `kubectl apply`.
    Cluster,
    /// A script that makes a cluster with KWOK and lets the scenario happen in it.
    Kwok,
    /// The events of the run.
    Trace,
    /// The text with other names.
    Names,
}

/// An exported file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExportedFile {
    /// The file, without the comments at its top.
    pub body: FileBody,
    /// What it says otherwise than the scenario, each with how often.
    pub notes: Vec<(ExportNote, usize)>,
    /// Where names were replaced, the file that says which stands for which.
    pub names: String,
}

/// What an exported file consists of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileBody(Vec<FilePart>);

/// A part of an exported file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FilePart {
    /// Text, as it stands in the file.
    Text(String),
    /// A comment, in the reader's language, on lines of its own.
    Remark(ExportNote),
}

impl FileBody {
    /// Its parts, in order.
    #[must_use]
    pub fn parts(&self) -> &[FilePart] {
        &self.0
    }

    /// Whether nothing is in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Its text, without the remarks.
    #[must_use]
    pub fn text(&self) -> String {
        let text = |part: &FilePart| if let FilePart::Text(text) = part { text.clone() } else { String::new() };
        self.0.iter().map(text).collect()
    }

    /// Adds text.
    pub fn push_text(&mut self, text: &str) {
        match self.0.last_mut() {
            Some(FilePart::Text(last)) => last.push_str(text),
            _ => self.0.push(FilePart::Text(text.to_owned())),
        }
    }

    /// Adds a remark.
    pub fn push_remark(&mut self, note: ExportNote) {
        self.0.push(FilePart::Remark(note));
    }

    /// Adds the parts of another body.
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
    /// Documents that no cluster knows are left out.
    Ours {
        /// Their kind.
        kind: Str,
    },
    /// A scheduler's configuration is no object of a cluster.
    Configuration { kind: Str },
    /// An object that says no version of its kind is left out.
    NoVersion { kind: Str },
    /// A class that every cluster has is left out.
    SystemClass { name: Str },
    /// A pod may bring no priority but that of a class, so there is one.
    ClassMade { name: Str, value: i32 },
    /// No class may have so high a value.
    TooHigh { value: i32 },
    /// An object that others name and that the text lacks.
    Added { kind: Str, name: Str },
    /// Pods that have ended are left out.
    Ended,
    /// Pods on nodes that the text does not have are left out.
    NoSuchNode,
    /// Pods that are going in the scenario stay.
    Terminating,
    /// Nodes that are not ready in the scenario become ready.
    NotReady,
    /// What owned an object is not named: a cluster gives other identities.
    Owners,
    /// Service accounts of pods are left out.
    Accounts,
    /// Names came of `generateName`.
    Named,
    /// What a cluster requires and scheduling does not was filled in.
    Filled,
    /// What the script does later is not in the file.
    Later,
    /// An action that the file does not have.
    NotDone {
        /// When.
        at: Millis,
        action: Str,
    },
    /// A field of the scenario that the file has nothing for.
    Simulated { field: Str },
    /// A server that comes with the file answers for the extenders.
    Extenders,
    /// The status of budgets follows at once, and not after the scenario's time.
    Stale { millis: Millis },
    /// A budget's status is counted anew.
    BudgetStatus { name: Str },
    /// Nobody makes volumes for claims.
    Provisioner { name: Str },
    /// An object of a kind that only some clusters know is left out.
    Custom { kind: Str },
    /// Pods whose owner the text lacks are not made anew.
    Unowned,
    /// Pods that are not ready in the scenario become ready.
    PodsNotReady,
    /// A pod begins without its nomination.
    Nominated { name: Str },
    /// A claim that has devices in the scenario begins without.
    Unallocated { name: Str },
    /// Slices stand in the cluster as they are: no driver keeps them.
    NoDriver,
    /// Feature gates that every part of the control plane needs, as `A=true,B=true`, and the version of the API that comes with them.
    FeatureGates { gates: Str, api: Str },
    /// What the release, or a feature gate that is off, has nothing for is left out: a kind, or a field of pods.
    NoGroups { what: Str },
}
