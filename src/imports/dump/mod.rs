//! Dumps of any size: a file is read as it arrives, object by object, and fields that no decision needs are dropped on the way.
//!
//! A file of more than a megabyte goes to the worker as a handle, never as a text, and is read chunk by chunk. `unpack` decodes gzip and
//! UTF-16, `split_objects` finds where objects begin and end (JSON by its brackets, YAML by its lines), `prune` keeps the fields that
//! `kept_fields` names: of an object from a cluster those that its decoder knows, of an object that a person wrote all of them, because no
//! API server has checked it (`tests/engine/reading.rs` compares all ways in which a text can arrive). `tar` does the same for the large files
//! of a tar archive, and `zip` for those of a zip archive, whose directory is at its end: it requests slices of the file. `preview` finds the
//! nodes and pods for a preview while the file is read.
//!
//! `cluster_lists` does the same for the answers of an API server to list calls, which arrive page by page; `cluster_history` has what was seen in a
//! cluster after that.
//!
//! The result is the text of the scenario, a `PluginList` with an object on each line. Its annotations say what was dropped, so that this is
//! still known when the text is opened again. It is a text like any other: the loader, drafts and forks need nothing else.
//! `tests/engine/dumps.rs` compares its run with that of the whole text. A small file that cannot be split is read as a whole.

mod archive_members;
mod cluster_history;
mod cluster_lists;
mod cluster_watch;
mod kept_fields;
mod preview;
mod prune;
mod split_objects;
mod tar;
mod unpack;
mod zip;

use api::{Kind, Set, Table};
pub use cluster_lists::{ClusterLists, ListPage, PageProblem, PageReader};
pub use cluster_watch::{SeenChange, SeenWhat, WatchPart};
use findings::{Finding, Place, Problem, ReadingProblem};
use kept_fields::{KeptFields, KeptPart};
use manifest::{
    FAILED_SCHEDULING, ImpliedKind, MAX_REDUCED, ReadCluster, ReducedHead, documents, implied_kind, is_custom_version,
    is_reduced, item_kind, path_above, reduced_head, tree::TreeNode,
};
pub use preview::PreviewObject;
use preview::PreviewReader;
use serde::{Deserialize, Serialize};
use split_objects::{DumpFormat, DumpPiece, ObjectSplitter, SplitError};
pub use tar::TarReader;
use unpack::Unpacker;
pub use zip::ZipReader;

/// A kind that nothing here reads, but that is validated.
const JUDGED_KIND: &str = "CronJob";
/// The most dropped fields that are listed.
const MAX_NAMED_FIELDS: usize = 12;

/// The fields of an object that are kept for its kind.
#[must_use]
pub fn keep_fields(kind: &str, object: &serde_json::Value) -> Option<serde_json::Value> {
    let (bytes, mut pruned_json) = (serde_json::to_vec(object).ok()?, Vec::new());
    prune::filter_json(&bytes, &mut KeptFields::for_kind(kind), &mut pruned_json).ok()?;
    serde_json::from_slice(&pruned_json).ok()
}

/// How much of a file has been read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// Bytes of the file, before unpacking.
    pub bytes: u64,
    /// The number of objects found.
    pub objects: u64,
}

/// A large file that is read piece by piece, and reduced to what the simulator uses.
#[derive(Default)]
pub struct Dump {
    unpack: Unpacker,
    text: TextDump,
    bytes: u64,
    sketch: PreviewReader,
}

impl From<SplitError> for Finding {
    fn from(error: SplitError) -> Self {
        let SplitError { line, column, problem } = error;
        Self::new(Place { document: 0, line, column, ..Place::default() }, problem)
    }
}

#[derive(Default)]
struct TextDump {
    splitter: ObjectSplitter,
    reduced: ReducedText,
    /// Bytes after unpacking.
    bytes: u64,
    error: Option<SplitError>,
}

/// The reduced text so far.
#[derive(Default)]
struct ReducedText {
    reduced_yaml: Vec<u8>,
    kept_fields_by_kind: Table<(String, KeptPart), KeptFields>,
    /// The start of the current document in the text. Only its end shows whether the document is a list.
    document_start: ReducedTextSize,
    /// The start of the last item in the text.
    last_item: ReducedTextSize,
    objects: u64,
    /// Items without a kind in a list whose kind comes after them, with the line of each.
    unnamed: Vec<(Vec<u8>, u32)>,
    /// The path of the file in its archive.
    path: Option<String>,
    /// The line in which a list breaks off.
    cut_line: Option<u32>,
    /// The kinds of objects without a `kind`.
    implied_kinds: Set<Kind>,
    /// The version of objects without a kind, if it is not the one of their kind in the table.
    version: Option<String>,
}

/// The state of the reduced text at some point.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct ReducedTextSize {
    bytes: usize,
    objects: u64,
    unnamed: usize,
}

/// Combines many small texts to one reduced text; those that cannot be split follow unchanged.
pub(crate) fn reduce_texts(texts: Vec<String>) -> Result<Vec<String>, Finding> {
    let (mut reduced, mut bytes, mut other_texts) = (ReducedText::default(), 0, Vec::new());
    for text in texts {
        let (start, mut splitter) = (reduced.mark(), ObjectSplitter::default());
        let mut take_piece = |piece: DumpPiece<'_>, format| reduced.take_piece(piece, format);
        let split = splitter.push(text.as_bytes(), &mut take_piece).and_then(|()| splitter.finish(&mut take_piece));
        if is_reduced(&text) || split.is_err() {
            reduced.reset(start);
            reduced.document_start = start;
            other_texts.push(text);
        } else {
            bytes += text.len() as u64;
        }
    }
    other_texts.insert(0, reduced.into_text(bytes)?);
    Ok(other_texts)
}

impl Dump {
    /// Sets the file's path in its archive, from which the kind of its objects may follow.
    pub fn set_path(&mut self, path: &str) {
        self.text.reduced.path = Some(path.to_owned());
    }

    /// Adds bytes of the file.
    ///
    /// # Errors
    /// A syntax error, with its line.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Finding> {
        self.bytes += bytes.len() as u64;
        let text = &mut self.text;
        let done = self.unpack.push(bytes, &mut |bytes| text.push(bytes));
        self.text.finding_of(done)
    }

    /// How much has been read.
    #[must_use]
    pub fn progress(&self) -> Progress {
        Progress { bytes: self.bytes, objects: self.text.reduced.objects }
    }

    /// The nodes and pods found since the last call.
    pub fn take_preview(&mut self) -> Vec<PreviewObject> {
        self.sketch.read_more(&self.text.reduced.reduced_yaml)
    }

    /// The reduced text.
    ///
    /// # Errors
    /// A syntax error, with its line.
    pub fn finish(mut self) -> Result<String, Finding> {
        let text = &mut self.text;
        let done = self.unpack.finish(&mut |bytes| text.push(bytes));
        self.text.finding_of(done)?;
        let TextDump { splitter, mut reduced, bytes, .. } = self.text;
        splitter.finish(&mut |piece, format| reduced.take_piece(piece, format))?;
        reduced.into_text(bytes)
    }
}

impl TextDump {
    fn push(&mut self, bytes: &[u8]) -> Result<(), ReadingProblem> {
        self.bytes += bytes.len() as u64;
        let Self { splitter, reduced, .. } = self;
        splitter.push(bytes, &mut |piece, format| reduced.take_piece(piece, format)).map_err(|error| {
            let problem = error.problem.clone();
            self.error = Some(error);
            problem
        })
    }

    fn finding_of(&mut self, done: Result<(), ReadingProblem>) -> Result<(), Finding> {
        done.map_err(|problem| match self.error.take() {
            Some(error) => error.into(),
            None => Finding::new(Place::default(), problem),
        })
    }
}

/// Whether an object says its kind.
#[derive(Clone, Copy, PartialEq, Eq)]
enum KindField {
    Present,
    /// The kind follows from the object's list or its file.
    Missing,
}

impl ReducedText {
    fn take_piece(&mut self, piece: DumpPiece<'_>, format: DumpFormat) -> Result<(), SplitError> {
        match piece {
            DumpPiece::Item { bytes, line, list } => {
                self.last_item = self.mark();
                let object = DumpObject::parse(bytes, line, format)?;
                match (object.kind(), list) {
                    (Some(kind), _) => self.write_object(&object, &kind, KindField::Present)?,
                    (None, Some(list)) if !item_kind(&list).is_empty() => {
                        self.write_object(&object, item_kind(&list), KindField::Missing)?;
                    }
                    (None, Some(_)) => self.write_kindless(&object)?,
                    (None, None) => self.unnamed.push((bytes.to_vec(), line)),
                }
            }
            DumpPiece::Document { bytes, line, end_line, has_items } => {
                let object = DumpObject::parse(bytes, line, format)?;
                let kind = object.kind().unwrap_or_default();
                let is_array = bytes.trim_ascii().starts_with(b"[");
                let has_received_items = self.mark() != self.document_start;
                if has_items && (kind.ends_with("List") || is_array) {
                    self.write_unnamed(item_kind(&kind), format)?;
                } else if has_items && has_received_items && kind.is_empty() && self.is_cut_short(&object) {
                    // kubectl writes the kind after the items, so the file breaks off in the last item.
                    self.reset(self.last_item);
                    self.write_unnamed("", format)?;
                    self.cut_line.get_or_insert(end_line);
                } else if let (true, "", Some(implied)) = (has_items, kind.as_str(), self.implied_kind(&object)) {
                    self.write_unnamed(implied, format)?;
                } else {
                    // What looked like items were other values.
                    self.reset(self.document_start);
                    match kind.as_str() {
                        _ if object.is_nothing() => {}
                        "" => self.write_kindless(&object)?,
                        kind => self.write_object(&object, kind, KindField::Present)?,
                    }
                }
                self.document_start = self.mark();
            }
            DumpPiece::Cut { line, list } => {
                if self.mark() == self.document_start {
                    return Err(SplitError { line, column: 1, problem: ReadingProblem::Truncated });
                }
                self.write_unnamed(list.as_deref().map_or("", item_kind), format)?;
                self.cut_line.get_or_insert(line);
            }
        }
        if self.reduced_yaml.len() > MAX_REDUCED {
            let problem = ReadingProblem::ReducedTooLarge { limit: MAX_REDUCED };
            return Err(SplitError { line: 0, column: 0, problem });
        }
        Ok(())
    }

    fn mark(&self) -> ReducedTextSize {
        ReducedTextSize { bytes: self.reduced_yaml.len(), objects: self.objects, unnamed: self.unnamed.len() }
    }

    /// Reverts to an earlier state.
    fn reset(&mut self, mark: ReducedTextSize) {
        self.reduced_yaml.truncate(mark.bytes);
        self.objects = mark.objects;
        self.unnamed.truncate(mark.unnamed);
    }

    /// Whether a document with items and without a kind is a YAML list whose end is missing. With a single item it is not clear.
    fn is_cut_short(&self, document: &DumpObject<'_>) -> bool {
        let DumpObject::Tree { node: root, .. } = document else { return false };
        root.get("apiVersion").is_some() && self.last_item != self.document_start
    }

    /// Writes the items without a kind once the kind of their list is known.
    fn write_unnamed(&mut self, kind: &str, format: DumpFormat) -> Result<(), SplitError> {
        for (bytes, line) in std::mem::take(&mut self.unnamed) {
            let object = DumpObject::parse(&bytes, line, format)?;
            if kind.is_empty() {
                self.write_kindless(&object)?;
            } else {
                self.write_object(&object, kind, KindField::Missing)?;
            }
        }
        Ok(())
    }

    /// The kind of an object without a `kind`, if it is certain.
    fn implied_kind(&self, object: &DumpObject<'_>) -> Option<&'static str> {
        match object.implied_kind(self.path.as_deref())? {
            ImpliedKind::Known(kind) => Some(kind.name()),
            ImpliedKind::Likely(_) | ImpliedKind::Other(_) => None,
        }
    }

    /// Writes an object without a `kind`; the loader reports it.
    fn write_kindless(&mut self, object: &DumpObject<'_>) -> Result<(), SplitError> {
        match object.implied_kind(self.path.as_deref()) {
            Some(ImpliedKind::Known(kind)) => {
                self.implied_kinds.insert(kind);
                self.write_object(object, kind.name(), KindField::Missing)
            }
            // A file of an archive with objects that nothing reads.
            Some(ImpliedKind::Other(folder)) => {
                let kept_fields =
                    self.kept_fields_by_kind.or_insert_with((folder, KeptPart::Known), KeptFields::nothing);
                kept_fields.count_dropped("…", object.length());
                Ok(())
            }
            Some(ImpliedKind::Likely(_)) | None => self.write_object(object, "", KindField::Present),
        }
    }

    /// Writes what is kept of an object, and adds its kind if it has none.
    fn write_object(&mut self, object: &DumpObject<'_>, kind: &str, kind_field: KindField) -> Result<(), SplitError> {
        let part = match Kind::from_name(kind) {
            _ if is_custom_version(&object.text("apiVersion").unwrap_or_default()) => KeptPart::Custom,
            _ if kind == "Event" && object.text("reason").is_some_and(|reason| reason == FAILED_SCHEDULING) => {
                KeptPart::SchedulingEvent
            }
            // An object that is not from a cluster was not validated by an API server, so all of it is kept.
            Some(_) if !object.has_uid() => KeptPart::Whole,
            None if kind == JUDGED_KIND && !object.has_uid() => KeptPart::Whole,
            _ => KeptPart::Known,
        };
        let kept_fields =
            self.kept_fields_by_kind.or_insert_with((kind.to_owned(), part), || KeptFields::for_part(part, kind));
        let item_start = self.reduced_yaml.len() + 2;
        self.reduced_yaml.extend(b"- ");
        match object {
            DumpObject::Json(bytes, line) => {
                prune::filter_json(bytes, kept_fields, &mut self.reduced_yaml)
                    .map_err(|at| not_json(bytes, *line, at.0))?;
            }
            DumpObject::Tree { node, .. } => prune::filter_tree(node, kept_fields, &mut self.reduced_yaml),
            DumpObject::Nothing => {}
        }
        if kind_field == KindField::Missing && !kind.is_empty() && self.reduced_yaml.get(item_start) == Some(&b'{') {
            let fields = if self.reduced_yaml.get(item_start + 1) == Some(&b'}') { "" } else { "," };
            let table_version = Kind::from_name(kind).map(|kind| kind.info().api_version);
            let version = self.version.as_deref().or(table_version).filter(|_| object.text("apiVersion").is_none());
            let version = version.map(|version| format!(",\"apiVersion\":\"{version}\""));
            let text = format!("\"kind\":\"{kind}\"{}{fields}", version.unwrap_or_default());
            let rest = self.reduced_yaml.split_off(item_start + 1);
            self.reduced_yaml.extend(text.into_bytes());
            self.reduced_yaml.extend(rest);
        }
        self.reduced_yaml.push(b'\n');
        self.objects += 1;
        Ok(())
    }

    /// The text, with a header that lists what was left out.
    fn into_text(self, bytes: u64) -> Result<String, Finding> {
        join_reduced(&[(&self, &self.reduced_yaml)], bytes, None)
    }
}

/// One text of several reduced ones, each with its rows, and a header that lists what was left out of them.
fn join_reduced(
    parts: &[(&ReducedText, &[u8])],
    bytes: u64,
    cluster: Option<ReadCluster<'_>>,
) -> Result<String, Finding> {
    let mut omitted = Table::<String, u64>::new();
    for ((kind, _), kept_fields) in parts.iter().flat_map(|(part, _)| &part.kept_fields_by_kind) {
        let mut omitted_fields = Vec::new();
        kept_fields.list_left_out("", &mut omitted_fields);
        for (path, bytes) in omitted_fields {
            let sum = omitted.or_default(format!("{kind} {path}"));
            *sum = sum.saturating_add(bytes);
        }
    }
    let mut left_out_fields: Vec<(String, u64)> = omitted.into_iter().collect();
    left_out_fields.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    let rest: u64 = left_out_fields.iter().skip(MAX_NAMED_FIELDS).map(|(_, bytes)| *bytes).fold(0, u64::saturating_add);
    left_out_fields.truncate(MAX_NAMED_FIELDS);
    let mut left_out_names = left_out_fields.iter().map(|(what, bytes)| format!("{what} {bytes}")).collect::<Vec<_>>();
    if rest > 0 {
        left_out_names.push(format!("… {rest}"));
    }
    let implied_kinds: Set<Kind> = parts.iter().flat_map(|(part, _)| &part.implied_kinds).copied().collect();
    let implied_kinds: Vec<&str> = implied_kinds.iter().map(|kind| kind.name()).collect();
    let mut text = reduced_head(&ReducedHead {
        bytes,
        cluster,
        left_out: &left_out_names.join(", "),
        cut_line: parts.iter().find_map(|(part, _)| part.cut_line),
        implied_kinds: &implied_kinds.join(","),
    });
    let is_empty = parts.iter().all(|(_, rows)| rows.is_empty());
    text += if is_empty { "items: []\n" } else { "items:\n" };
    for (_, rows) in parts {
        if text.len().saturating_add(rows.len()) > MAX_REDUCED {
            return Err(Finding::new(Place::default(), ReadingProblem::ReducedTooLarge { limit: MAX_REDUCED }));
        }
        text += std::str::from_utf8(rows).map_err(|error| {
            let byte = rows[error.valid_up_to()];
            Finding::new(Place::default(), ReadingProblem::NotUtf8 { byte })
        })?;
    }
    Ok(text)
}

/// An object of the file.
enum DumpObject<'t> {
    Json(&'t [u8], u32),
    Tree {
        node: TreeNode,
        /// The path of the file that the object comes from, if a comment states it.
        path: Option<String>,
    },
    Nothing,
}

impl<'t> DumpObject<'t> {
    fn parse(bytes: &'t [u8], line: u32, format: DumpFormat) -> Result<Self, SplitError> {
        if format == DumpFormat::Json {
            return Ok(Self::Json(bytes, line));
        }
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let (before, after) = bytes.split_at(error.valid_up_to());
            let (line, column) = position_after(before, line);
            SplitError { line, column, problem: ReadingProblem::NotUtf8 { byte: after[0] } }
        })?;
        let documents_read = documents(text).map_err(|finding| {
            let problem = match finding.problem {
                Problem::Reading(reading) => reading,
                _ => ReadingProblem::NotJson,
            };
            SplitError { line: line.saturating_add(finding.place.line), column: finding.place.column, problem }
        })?;
        let root = documents_read.into_iter().find_map(|document| document.root);
        Ok(root.map_or(Self::Nothing, |node| {
            let path = path_above(text, node.start()).map(str::to_owned);
            Self::Tree { node, path }
        }))
    }

    fn kind(&self) -> Option<String> {
        self.text("kind")
    }

    /// The string value of a top-level key.
    fn text(&self, key: &str) -> Option<String> {
        match self {
            Self::Json(bytes, _) => prune::json_text_at(bytes, key).map(str::to_owned),
            Self::Tree { node, .. } => node.get(key)?.text().map(str::to_owned),
            Self::Nothing => None,
        }
    }

    /// Whether the object has a uid, so that it comes from a cluster.
    fn has_uid(&self) -> bool {
        match self {
            Self::Json(bytes, _) => prune::json_value_at(bytes, "metadata")
                .and_then(|metadata| prune::json_text_at(metadata, "uid"))
                .is_some_and(|uid| !uid.is_empty()),
            Self::Tree { node, .. } => {
                node.get("metadata").and_then(|metadata| metadata.get("uid")).is_some_and(|uid| !uid.is_null())
            }
            Self::Nothing => false,
        }
    }

    /// The kind that follows from the path of its file and its fields.
    fn implied_kind(&self, path: Option<&str>) -> Option<ImpliedKind> {
        match self {
            Self::Json(bytes, _) => {
                let documents = documents(std::str::from_utf8(bytes).ok()?).ok()?;
                implied_kind(path, documents.first()?.root.as_ref()?)
            }
            Self::Tree { node, path: own_path } => implied_kind(own_path.as_deref().or(path), node),
            Self::Nothing => None,
        }
    }

    /// Its size in bytes in the file.
    fn length(&self) -> usize {
        match self {
            Self::Json(bytes, _) => bytes.len(),
            Self::Tree { node, .. } => node.end().saturating_sub(node.start()),
            Self::Nothing => 0,
        }
    }

    fn is_nothing(&self) -> bool {
        matches!(self, Self::Nothing)
    }
}

fn not_json(bytes: &[u8], line: u32, at: usize) -> SplitError {
    let (line, column) = position_after(&bytes[..at.min(bytes.len())], line);
    SplitError { line, column, problem: ReadingProblem::NotJson }
}

/// Line and column, from 1, after bytes that begin in `line`, from 0.
fn position_after(before: &[u8], line: u32) -> (u32, u32) {
    let small = |number| u32::try_from(number).unwrap_or(u32::MAX);
    let lines = before.iter().filter(|byte| **byte == b'\n').count();
    let column = before.iter().rev().take_while(|byte| **byte != b'\n').count();
    (line.saturating_add(small(lines)).saturating_add(1), small(column + 1))
}

#[cfg(test)]
mod tests;
