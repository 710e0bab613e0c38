//! A text that cannot be read.

use api::Str;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

/// Why a text cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
pub enum ReadingProblem {
    /// More bytes than are read.
    TooLarge {
        /// How many there are.
        bytes: usize,
        /// How many are read.
        limit: usize,
    },
    /// The bytes are text, but neither UTF-8 nor UTF-16.
    NotUtf8 {
        /// The first byte that is not.
        byte: u8,
    },
    /// The bytes are no text.
    Binary,
    /// The bytes begin as UTF-16, and don't go on as such.
    BrokenUtf16,
    /// The browser does not read the file.
    Refused {
        /// The browser's own words.
        message: Str,
    },
    /// A packed file that is damaged, or packed in a way that is not known here.
    BrokenArchive,
    /// A zip of more than four gigabytes or 65,534 files, which has another format.
    Zip64,
    /// A packed file that holds more than is read.
    UnpacksTooLarge {
        /// How many bytes are read.
        limit: usize,
    },
    /// A file that goes on where it should end: it was cut off.
    Truncated,
    /// It begins as JSON, and doesn't go on as such.
    NotJson,
    /// Even what is kept of a file is more than a text may have.
    ReducedTooLarge {
        /// How many bytes a text may have.
        limit: usize,
    },
    /// The parser refuses it.
    NotYaml {
        /// The parser's own words.
        words: Str,
    },
    /// A Helm template, which is a text with gaps.
    Template,
    /// A table that `kubectl get` prints for people.
    TableForPeople,
    /// What `kubectl describe` prints for people.
    Described,
    /// A text for another program.
    Foreign { text: ForeignText },
    /// What a merge key names is no mapping.
    MergeOfOther,
    /// An alias stands inside the value that it names.
    AliasInItself,
    /// Values are nested too deep.
    TooDeep {
        /// How deep they may be.
        limit: usize,
    },
    /// More values than are read, aliases counted each time.
    TooMany {
        /// How many are read.
        limit: usize,
    },
    /// Aliases make up nearly all of the text, or much of a large one.
    ExcessiveAliasing,
    /// A key that is a list, a mapping or nothing.
    KeyNotText,
}

/// What a text is that is no manifest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ForeignText {
    /// A file for Docker Compose.
    Compose,
    /// The values of a Helm chart.
    HelmValues,
    /// What a Helm chart says of itself.
    HelmChart,
    /// A kustomization, which says how to put manifests together.
    Kustomization,
    /// What kubectl needs to talk to a cluster.
    Kubeconfig,
    /// A template whose gaps another program fills: `${NAME}`, `{% if %}`.
    Placeholders,
    /// Log lines of a scheduler.
    SchedulerLog,
    /// Log lines of another program, of a journal or a container.
    Log,
    /// What `kubectl top` prints.
    Usage,
    /// A release as Helm describes it, without its manifests.
    HelmRelease,
    /// A configuration for Terraform.
    Terraform,
    /// Operations of a JSON patch.
    JsonPatch,
    /// The difference of two files.
    Diff,
    /// A web page.
    WebPage,
}
