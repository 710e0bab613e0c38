//! Texts that cannot be parsed.

use api::Str;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

/// Why a text cannot be parsed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
pub enum ReadingProblem {
    /// The text is too large.
    TooLarge {
        /// Its size in bytes.
        bytes: usize,
        /// The allowed size in bytes.
        limit: usize,
    },
    /// The text is neither UTF-8 nor UTF-16.
    NotUtf8 {
        /// The first byte that is not UTF-8.
        byte: u8,
    },
    /// The data is binary.
    Binary,
    /// The data starts as UTF-16, but is not valid.
    BrokenUtf16,
    /// The browser cannot read the file.
    Refused {
        /// The browser's message.
        message: Str,
    },
    /// An archive is damaged, or uses an unsupported compression.
    BrokenArchive,
    /// A zip is larger than 4 GB or has more than 65,534 files, which requires the format Zip64.
    Zip64,
    /// An archive unpacks to too many bytes.
    UnpacksTooLarge {
        /// The allowed number of bytes.
        limit: usize,
    },
    /// The file is incomplete.
    Truncated,
    /// The text starts as JSON, but is not valid.
    NotJson,
    /// Even the reduced form of a file is too large.
    ReducedTooLarge {
        /// The allowed size in bytes.
        limit: usize,
    },
    /// The YAML parser rejects the text.
    NotYaml {
        /// The parser's message.
        words: Str,
    },
    /// The text is a Helm template.
    Template,
    /// The text is a table as `kubectl get` prints it.
    TableForPeople,
    /// The text is the output of `kubectl describe`.
    Described,
    /// The text is for another program.
    Foreign { text: ForeignText },
    /// The value of a merge key is not a mapping.
    MergeOfOther,
    /// An alias is inside of the value that it refers to.
    AliasInItself,
    /// Values are nested too deeply.
    TooDeep {
        /// The allowed depth.
        limit: usize,
    },
    /// There are too many values, with aliases counted each time.
    TooMany {
        /// The allowed number.
        limit: usize,
    },
    /// Aliases expand to nearly all of the text, or to much of a large one.
    ExcessiveAliasing,
    /// A key is a sequence, a mapping or null.
    KeyNotText,
}

/// What a text is that is not a manifest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ForeignText {
    /// A Docker Compose file.
    Compose,
    /// `values.yaml` of a Helm chart.
    HelmValues,
    /// `Chart.yaml` of a Helm chart.
    HelmChart,
    /// A Kustomize `kustomization.yaml`.
    Kustomization,
    /// A kubeconfig file.
    Kubeconfig,
    /// A template with placeholders of another program: `${NAME}`, `{% if %}`.
    Placeholders,
    /// Logs of a scheduler.
    SchedulerLog,
    /// Other logs: of a program, a journal or a container.
    Log,
    /// The output of `kubectl top`.
    Usage,
    /// The output of `helm status` without manifests.
    HelmRelease,
    /// A Terraform configuration.
    Terraform,
    /// A list of JSON patch operations.
    JsonPatch,
    /// A diff of two files.
    Diff,
    WebPage,
}
