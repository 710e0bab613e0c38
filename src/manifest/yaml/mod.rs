//! YAML as kubectl reads it: a port of the scanner and the parser of go-yaml v2 (`go.yaml.in/yaml/v2`, itself a port of libyaml), which
//! `sigs.k8s.io/yaml` uses to turn manifests into JSON.
//!
//! Its YAML is that of version 1.1, and more lenient than the specification: quoted text may go on at any column. [`Scanner`](scanner::Scanner) cuts a
//! text into tokens, [`Parser`] makes events of them, and [`resolve_plain`] says what a scalar without quotes is. `tests/engine/kubectl_yaml.rs`
//! compares all of it with what the Go packages make of 600 snippets.
//!
//! No crate does this: `libyaml-safer` 0.3 panics at a tag before a comma in brackets (`[!!str, b]`), which would end a program in WebAssembly, takes
//! time that grows with the square of the depth of brackets, and refuses surrogate pairs in JSON and `\'` in double quotes. `granit-parser` 2.2 reads
//! YAML 1.2, so that it refuses quoted text that goes on at the indentation of its key, and reads 416 of those 600 snippets as this port does.
//!
//! `LICENSE` in this folder is that of libyaml.
//!
//! What differs on purpose:
//! - JSON is read by the same code. Within brackets the escapes of JSON are allowed (`\/`, halves of surrogate pairs), and in a document in brackets
//!   a key in quotes may be long, and its colon may be on another line.
//! - A question mark may stand in a text without quotes within brackets, `{text: Where?}`, which go-yaml v2 refuses as other parsers do not.
//! - kubectl cuts a stream at each line that starts with `---` before it parses a document
//!   (`k8s.io/apimachinery/pkg/util/yaml`, `YAMLReader`); this is part of the scanner here. A directive (`%YAML`) is therefore never followed by its
//!   document, and refused.

mod parser;
mod plain;
mod scalars;
mod scanner;
mod tags;

pub(crate) use parser::{Event, Parser, Properties};
pub(crate) use plain::{PlainScalar, resolve_plain};
pub(crate) use tags::apply_tag;

use std::borrow::Cow;

/// A place in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mark {
    pub byte: usize,
    /// From 0.
    pub line: usize,
    /// In characters, from 0.
    pub column: usize,
}

/// From one place to another, the second one not included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct MarkRange {
    pub start: Mark,
    pub end: Mark,
}

/// Why a text is no YAML, in go-yaml's words, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SyntaxError {
    pub problem: Cow<'static, str>,
    pub mark: Mark,
}

impl SyntaxError {
    fn new(mark: Mark, problem: impl Into<Cow<'static, str>>) -> Self {
        Self { problem: problem.into(), mark }
    }
}
