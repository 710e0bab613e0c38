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
        /// The maximum size in bytes.
        limit: usize,
    },
    /// The bytes seem to be text, but are neither UTF-8 nor UTF-16.
    NotUtf8 {
        /// The first byte that is not valid UTF-8.
        byte: u8,
    },
    /// The bytes are not text.
    Binary,
    /// The bytes begin like UTF-16, but are not valid UTF-16.
    BrokenUtf16,
    /// The browser failed to read the file.
    Refused {
        /// The browser's message.
        message: Str,
    },
    /// An archive that is damaged or has an unsupported format.
    BrokenArchive,
    /// A Zip64 archive (more than 4 GB or 65,534 files), which is not supported.
    Zip64,
    /// The unpacked content of an archive is too large.
    UnpacksTooLarge {
        /// The maximum size in bytes.
        limit: usize,
    },
    /// The file ends in the middle of a value: it is incomplete.
    Truncated,
    /// The text begins like JSON, but is not valid JSON.
    NotJson,
    /// Even the excerpt of a large file is too large.
    ReducedTooLarge {
        /// The maximum size of a text in bytes.
        limit: usize,
    },
    /// The text is not valid YAML.
    NotYaml {
        /// The parser's message.
        words: Str,
    },
    /// A Helm template, which has placeholders.
    Template,
    /// A table printed by `kubectl get`.
    TableForPeople,
    /// The output of `kubectl describe`.
    Described,
    /// A text that belongs to another program.
    Foreign { text: ForeignText },
    /// The value of a merge key (`<<`) is not a mapping.
    MergeOfOther,
    /// An alias occurs inside the value that it refers to.
    AliasInItself,
    /// Values are nested too deeply.
    TooDeep {
        /// The maximum depth.
        limit: usize,
    },
    /// The text has too many values. Values behind aliases are counted each time.
    TooMany {
        /// The maximum number.
        limit: usize,
    },
    /// Expanded aliases make up nearly all values, or a large part of a large text.
    ExcessiveAliasing,
    /// A key is a list, a mapping or null.
    KeyNotText,
}

/// The kinds of text that are recognized but are not manifests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ForeignText {
    /// A Docker Compose file.
    Compose,
    /// The values of a Helm chart.
    HelmValues,
    /// The `Chart.yaml` of a Helm chart.
    HelmChart,
    /// A `kustomization.yaml`.
    Kustomization,
    /// A kubeconfig file.
    Kubeconfig,
    /// A template for another program, with placeholders such as `${NAME}` or `{% if %}`.
    Placeholders,
    /// Log lines of a scheduler.
    SchedulerLog,
    /// Log lines of another program, a journal or a container.
    Log,
    /// The output of `kubectl top`.
    Usage,
    /// Helm's description of a release, without its manifests.
    HelmRelease,
    /// A Terraform configuration.
    Terraform,
    /// A JSON patch.
    JsonPatch,
    /// The output of `diff`.
    Diff,
    /// An HTML page.
    WebPage,
}
