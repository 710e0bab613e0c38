//! Edits of a text that leave all the rest of it as it is, byte for byte, comments included.
//!
//! An edit is a splice found on a tree that knows where each value begins and ends. Every edit checks itself: the new text
//! is read again, and must say exactly what the old one said with the wanted change. Where it does not (an alias, an
//! unusual notation), the edit is refused and the text stays.

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

/// Where a value stands: the index of its document (from 0, empty ones counted), and the steps within.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ValuePath {
    /// Index of the document.
    pub document: usize,
    /// The way within it.
    pub steps: Vec<PathStep>,
}

impl ValuePath {
    /// A place further in.
    #[must_use]
    pub fn join(&self, steps_below: impl IntoIterator<Item = PathStep>) -> Self {
        let mut place = self.clone();
        place.steps.extend(steps_below);
        place
    }
}

/// Why a text is left as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditError {
    /// The text cannot be read.
    Unreadable,
    /// The notation at this place is one that only a person should change.
    Notation,
}

/// What each document says; nothing for empty ones.
///
/// # Errors
/// Where the text is no YAML.
pub fn read_documents(text: &str) -> Result<Vec<Value>, EditError> {
    Ok(parse_documents(text)?.iter().map(document_value).collect())
}

/// What a text of a single document says; nothing where it cannot be read, or has more of them.
#[must_use]
pub fn read_single(text: &str) -> Option<Value> {
    let mut documents = read_documents(text).ok()?;
    if documents.len() == 1 { documents.pop() } else { None }
}

fn parse_documents(text: &str) -> Result<Vec<Document>, EditError> {
    let repaired = |_| repair_text(text).and_then(|repaired| reader::documents(&repaired.text).ok());
    reader::documents(text).or_else(|finding| repaired(finding).ok_or(EditError::Unreadable))
}

/// What a document says.
fn document_value(document: &Document) -> Value {
    document.root.as_ref().map_or(Value::Null, TreeNode::to_json)
}

/// Sets a value, making what is missing on the way. A list may grow by one at its end.
///
/// # Errors
/// Where this text cannot be edited there.
pub fn set_value(text: &str, place: &ValuePath, value: &Value) -> Result<String, EditError> {
    change_values(text, &[(place.clone(), Some(value.clone()))])
}

/// Takes a value out. Mappings and lists that become empty by it go too, down to the second step of the place.
///
/// # Errors
/// Where this text cannot be edited there.
pub fn remove_value(text: &str, place: &ValuePath) -> Result<String, EditError> {
    change_values(text, &[(place.clone(), None)])
}

/// Sets values and takes values out, all at once: one reading of the text for any number of changes.
///
/// # Errors
/// Where one of them is not possible, or two of them get into each other's way.
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

/// What to cut, and the value that goes with it.
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

/// The line on which a value begins, from 1.
#[must_use]
pub fn line_of(text: &str, place: &ValuePath) -> Option<usize> {
    let documents = parse_documents(text).ok()?;
    let target_node = place.steps.iter().try_fold(document_root(&documents, place).ok()?, TreeNode::child)?;
    Some(text[..target_node.start()].matches('\n').count() + 1)
}

/// Adds a document at the end.
///
/// # Errors
/// Where the result would not be readable.
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

/// The text of one document, without the line that begins it.
///
/// # Errors
/// Where there is no such document.
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

/// Takes documents out, with the comments that stand in them.
///
/// # Errors
/// Where there is no such document.
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

/// From the line that begins a document, or its first value, to where the next one begins.
fn document_bounds(text: &str, documents: &[Document], at: usize) -> Option<Range<usize>> {
    let document = documents.get(at)?;
    let end = documents.get(at + 1).map_or(text.len(), |next| next.start);
    if document.explicit {
        return Some(document.start..end);
    }
    let first = document.root.as_ref()?.start();
    // The first document has no line of its own, and what stands above it is about the file: the next one's line goes.
    let end = match text.get(end..) {
        Some(rest) if rest.starts_with("---\n") => end + 4,
        _ => end,
    };
    Some(text[..first].rfind('\n').map_or(0, |at| at + 1)..end)
}

/// A value with the mappings and lists around it that are not there yet.
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

/// Applies splices, and lets the result through only if it says what it should.
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

/// Sets a value in a tree; whether there was a way to it.
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
