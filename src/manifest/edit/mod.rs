//! Edits that leave the rest of a text unchanged, byte for byte, including comments.
//!
//! An edit is a splice located in a tree that records where each value begins and ends. Every edit checks itself: the new text is parsed again, and
//! must mean the same as the old one with the intended change. If it does not (because of an alias, or unusual notation), the edit is rejected and
//! the text stays unchanged.

mod yaml_writer;

use std::ops::Range;

use serde_json::Value;
pub use yaml_writer::write_document;
use yaml_writer::{Splice, Style};

pub use super::tree::PathStep;
use super::{
    reader::{self, Document},
    repair::repair_text,
    tree::TreeNode,
};

/// The position of a value: the index of its document (from 0, empty ones counted), and the steps within it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ValuePath {
    /// Index of the document, counted from 0.
    pub document: usize,
    /// The path within the document.
    pub steps: Vec<PathStep>,
}

impl ValuePath {
    /// A path that continues with these steps.
    #[must_use]
    pub fn join(&self, steps_below: impl IntoIterator<Item = PathStep>) -> Self {
        let mut place = self.clone();
        place.steps.extend(steps_below);
        place
    }
}

/// Why an edit was rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditError {
    /// The text cannot be read.
    Unreadable,
    /// The notation at this place should only be changed by a person.
    Notation,
}

/// The value of each document; null for empty ones.
///
/// # Errors
/// If the text is not valid YAML.
pub fn read_documents(text: &str) -> Result<Vec<Value>, EditError> {
    Ok(parse_documents(text)?.iter().map(document_value).collect())
}

/// The value of a text with a single document; `None` if it is invalid, or has several documents.
#[must_use]
pub fn read_single(text: &str) -> Option<Value> {
    let mut documents = read_documents(text).ok()?;
    if documents.len() == 1 { documents.pop() } else { None }
}

fn parse_documents(text: &str) -> Result<Vec<Document>, EditError> {
    let repaired = |_| repair_text(text).and_then(|repaired| reader::documents(&repaired.text).ok());
    reader::documents(text).or_else(|finding| repaired(finding).ok_or(EditError::Unreadable))
}

/// The value of a document.
fn document_value(document: &Document) -> Value {
    document.root.as_ref().map_or(Value::Null, TreeNode::to_json)
}

/// Sets a value, and creates missing parents. An index may append to a list.
///
/// # Errors
/// If the text cannot be edited there.
pub fn set_value(text: &str, place: &ValuePath, value: &Value) -> Result<String, EditError> {
    change_values(text, &[(place.clone(), Some(value.clone()))])
}

/// Removes a value. Parents that become empty are removed as well, down to the second step of the path.
///
/// # Errors
/// If the text cannot be edited there.
pub fn remove_value(text: &str, place: &ValuePath) -> Result<String, EditError> {
    change_values(text, &[(place.clone(), None)])
}

/// Sets and removes several values. The text is parsed once for all changes.
///
/// # Errors
/// If one of the changes is not possible, or two of them conflict.
pub fn change_values(text: &str, changes: &[(ValuePath, Option<Value>)]) -> Result<String, EditError> {
    let documents = parse_documents(text)?;
    let mut splices = Vec::new();
    let mut removed_depths = Vec::new();
    for (place, value) in changes {
        let root = document_root(&documents, place)?;
        match value {
            Some(value) => splices.push(set_splice(text, root, place, value)?),
            None => {
                let removal = find_removal(text, root, place)?;
                splices.push(removal.splice);
                removed_depths.push(removal.depth);
            }
        }
    }
    apply_checked(text, &documents, splices, |values| {
        let mut removed_depths = removed_depths.into_iter();
        changes.iter().all(|(place, value)| {
            let tree = &mut values[place.document];
            match value {
                Some(value) => put_in_tree(tree, &place.steps, value.clone()),
                None => removed_depths.next().is_some_and(|depth| take_from_tree(tree, &place.steps[..depth])),
            }
        })
    })
}

fn set_splice(text: &str, root: &TreeNode, place: &ValuePath, value: &Value) -> Result<Splice, EditError> {
    let mut parent_node = root;
    let mut depth = 0;
    while let Some(child) = place.steps.get(depth).and_then(|step| parent_node.child(step)) {
        parent_node = child;
        depth += 1;
    }
    let style = Style::of_document(text, root);
    match place.steps.get(depth) {
        None => Ok(yaml_writer::replace_value(text, parent_node, value, style)),
        Some(step) => {
            let wrapped_value = wrap_in_parents(&place.steps[depth + 1..], value)?;
            yaml_writer::insert_entry(text, parent_node, step, &wrapped_value, style).ok_or(EditError::Notation)
        }
    }
}

/// A cut, with the value that it removes.
struct Removal {
    splice: Splice,
    /// The number of steps from the root to the value.
    depth: usize,
}

fn find_removal(text: &str, root: &TreeNode, place: &ValuePath) -> Result<Removal, EditError> {
    let mut nodes_on_path = vec![root];
    for step in &place.steps {
        nodes_on_path.push(nodes_on_path[nodes_on_path.len() - 1].child(step).ok_or(EditError::Notation)?);
    }
    let mut depth = place.steps.len();
    while depth > 2
        && nodes_on_path[depth - 1].descendant_count() == 1
        && matches!(place.steps[depth - 2], PathStep::Key(_))
    {
        depth -= 1;
    }
    let (Some(last), Some(parent)) = (place.steps[..depth].last(), depth.checked_sub(1).map(|at| nodes_on_path[at]))
    else {
        return Err(EditError::Notation);
    };
    Ok(Removal { splice: yaml_writer::cut_entry(text, parent, last).ok_or(EditError::Notation)?, depth })
}

/// The line on which a value begins, counted from 1.
#[must_use]
pub fn line_of(text: &str, place: &ValuePath) -> Option<usize> {
    let documents = parse_documents(text).ok()?;
    let target_node = place.steps.iter().try_fold(document_root(&documents, place).ok()?, TreeNode::child)?;
    Some(text[..target_node.start()].matches('\n').count() + 1)
}

/// Appends a document.
///
/// # Errors
/// If the result would not be readable.
pub fn append_document(text: &str, body: &str) -> Result<String, EditError> {
    let mut longer_text = text.to_owned();
    if !longer_text.is_empty() && !longer_text.ends_with('\n') {
        longer_text.push('\n');
    }
    if parse_documents(text)?.iter().any(|document| document.root.is_some()) {
        longer_text += "---\n";
    }
    longer_text += body.trim_start_matches('\n');
    if !longer_text.ends_with('\n') {
        longer_text.push('\n');
    }
    parse_documents(&longer_text).map(|_| longer_text)
}

/// The text of a document, without its `---` line.
///
/// # Errors
/// If there is no such document.
pub fn document_body(text: &str, document: usize) -> Result<String, EditError> {
    let documents = parse_documents(text)?;
    let span = document_bounds(text, &documents, document).ok_or(EditError::Notation)?;
    let document_text = &text[span];
    let document_text = if document_text.starts_with("---") {
        document_text.split_once('\n').map_or("", |(_, rest)| rest)
    } else {
        document_text
    };
    Ok(document_text.trim_end().to_owned() + "\n")
}

/// Removes documents, with the comments in them.
///
/// # Errors
/// If there is no such document.
pub fn remove_documents(text: &str, which: &[usize]) -> Result<String, EditError> {
    let documents = parse_documents(text)?;
    let cuts: Option<Vec<_>> =
        which.iter().map(|at| Some(Splice::cut(document_bounds(text, &documents, *at)?))).collect();
    let after = apply_splices(text, cuts.ok_or(EditError::Notation)?);
    let non_null_documents =
        |values: Vec<Value>| values.into_iter().filter(|value| !value.is_null()).collect::<Vec<_>>();
    let values = documents
        .iter()
        .enumerate()
        .filter(|(at, _)| !which.contains(at))
        .map(|(_, document)| document_value(document))
        .collect();
    if non_null_documents(read_documents(&after)?) == non_null_documents(values) {
        Ok(after)
    } else {
        Err(EditError::Notation)
    }
}

fn document_root<'d>(documents: &'d [Document], place: &ValuePath) -> Result<&'d TreeNode, EditError> {
    documents.get(place.document).and_then(|document| document.root.as_ref()).ok_or(EditError::Notation)
}

/// The bytes from the `---` line of a document, or its first value, to the start of the next one.
fn document_bounds(text: &str, documents: &[Document], at: usize) -> Option<Range<usize>> {
    let document = documents.get(at)?;
    let end = documents.get(at + 1).map_or(text.len(), |next| next.start);
    if document.has_marker {
        return Some(document.start..end);
    }
    let first = document.root.as_ref()?.start();
    // The first document has no `---` line, and the comments above it are about the file, so the next document's line is removed.
    let end = match text.get(end..) {
        Some(rest) if rest.starts_with("---\n") => end + 4,
        _ => end,
    };
    Some(text[..first].rfind('\n').map_or(0, |at| at + 1)..end)
}

/// A value inside the mappings and lists that do not exist yet.
fn wrap_in_parents(steps: &[PathStep], value: &Value) -> Result<Value, EditError> {
    steps.iter().rev().try_fold(value.clone(), |inner, step| match step {
        PathStep::Key(key) => Ok(Value::Object([(key.clone(), inner)].into_iter().collect())),
        PathStep::Index(0) => Ok(Value::Array(vec![inner])),
        PathStep::Index(_) => Err(EditError::Notation),
    })
}

fn apply_splices(text: &str, mut splices: Vec<Splice>) -> String {
    splices.sort_by_key(|splice| splice.range.start);
    let mut spliced_text = String::with_capacity(text.len() + 64);
    let mut from = 0;
    for Splice { range, text: replacement } in splices {
        spliced_text += &text[from..range.start.max(from)];
        spliced_text += &replacement;
        from = from.max(range.end);
    }
    spliced_text + &text[from..]
}

/// Applies splices, and accepts the result only if it has the intended meaning.
fn apply_checked(
    text: &str,
    before: &[Document],
    splices: Vec<Splice>,
    change: impl FnOnce(&mut Vec<Value>) -> bool,
) -> Result<String, EditError> {
    let after = apply_splices(text, splices);
    let mut expected_documents: Vec<Value> = before.iter().map(document_value).collect();
    let has_path = change(&mut expected_documents);
    if has_path && read_documents(&after) == Ok(expected_documents) { Ok(after) } else { Err(EditError::Notation) }
}

/// Sets a value in a tree. Returns whether there was a path to it.
fn put_in_tree(tree: &mut Value, steps: &[PathStep], value: Value) -> bool {
    let Some((step, rest)) = steps.split_first() else {
        *tree = value;
        return true;
    };
    if tree.is_null() {
        *tree = if matches!(step, PathStep::Key(_)) {
            Value::Object(serde_json::Map::default())
        } else {
            Value::Array(vec![])
        };
    }
    match (step, tree) {
        (PathStep::Key(key), Value::Object(pairs)) => {
            put_in_tree(pairs.entry(key.clone()).or_insert(Value::Null), rest, value)
        }
        (PathStep::Index(at), Value::Array(items)) => {
            if *at == items.len() {
                items.push(Value::Null);
            }
            items.get_mut(*at).is_some_and(|item| put_in_tree(item, rest, value))
        }
        _ => false,
    }
}

fn take_from_tree(tree: &mut Value, steps: &[PathStep]) -> bool {
    match (steps, tree) {
        ([PathStep::Key(key)], Value::Object(pairs)) => pairs.remove(key).is_some(),
        ([PathStep::Index(at)], Value::Array(items)) if *at < items.len() => {
            items.remove(*at);
            true
        }
        ([PathStep::Key(key), rest @ ..], Value::Object(pairs)) => {
            pairs.get_mut(key).is_some_and(|pair| take_from_tree(pair, rest))
        }
        ([PathStep::Index(at), rest @ ..], Value::Array(items)) => {
            items.get_mut(*at).is_some_and(|item| take_from_tree(item, rest))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests;
