//! Edits of a text that leave all the rest of it as it is, byte for byte, comments included.
//!
//! An edit is a splice found on a tree that knows where each value begins and ends. Every edit checks itself: the new text
//! is read again, and must say exactly what the old one said with the wanted change. Where it does not (an alias, an
//! unusual notation), the edit is refused and the text stays.

mod write;

use std::ops::Range;

use serde_json::Value;

use super::reader::{self, Document};
use super::tree::Node;
pub use super::tree::Step;
pub use write::document;

/// Where a value stands: the index of its document (from 0, empty ones counted), and the steps within.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Index of the document.
    pub document: usize,
    /// The way within it.
    pub steps: Vec<Step>,
}

impl Place {
    /// A place further in.
    #[must_use]
    pub fn then(&self, more: impl IntoIterator<Item = Step>) -> Self {
        let mut place = self.clone();
        place.steps.extend(more);
        place
    }
}

/// Why a text is left as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The text cannot be read.
    Unreadable,
    /// The notation at this place is one that only a person should change.
    Notation,
}

/// What each document says; nothing for empty ones.
///
/// # Errors
/// Where the text is no YAML.
pub fn read(text: &str) -> Result<Vec<Value>, Refusal> {
    Ok(documents(text)?.iter().map(said).collect())
}

/// What a text of a single document says; nothing where it cannot be read, or has more of them.
#[must_use]
pub fn one(text: &str) -> Option<Value> {
    let mut documents = read(text).ok()?;
    if documents.len() == 1 { documents.pop() } else { None }
}

fn documents(text: &str) -> Result<Vec<Document>, Refusal> {
    reader::documents(text).map_err(|_| Refusal::Unreadable)
}

/// What a document says.
fn said(document: &Document) -> Value {
    document.root.as_ref().map_or(Value::Null, Node::json)
}

/// Sets a value, making what is missing on the way. A list may grow by one at its end.
///
/// # Errors
/// Where this text cannot be edited there.
pub fn set(text: &str, place: &Place, value: &Value) -> Result<String, Refusal> {
    change(text, &[(place.clone(), Some(value.clone()))])
}

/// Takes a value out. Mappings and lists that become empty by it go too, down to the second step of the place.
///
/// # Errors
/// Where this text cannot be edited there.
pub fn remove(text: &str, place: &Place) -> Result<String, Refusal> {
    change(text, &[(place.clone(), None)])
}

/// Sets values and takes values out, all at once: one reading of the text for any number of changes.
///
/// # Errors
/// Where one of them is not possible, or two of them get into each other's way.
pub fn change(text: &str, changes: &[(Place, Option<Value>)]) -> Result<String, Refusal> {
    let documents = documents(text)?;
    let mut splices = Vec::new();
    let mut gone = Vec::new();
    for (place, value) in changes {
        let root = root(&documents, place)?;
        match value {
            Some(value) => splices.push(setting(text, root, place, value)?),
            None => {
                let (splice, depth) = taking(text, root, place)?;
                splices.push(splice);
                gone.push(depth);
            }
        }
    }
    checked(text, &documents, splices, |values| {
        let mut gone = gone.into_iter();
        changes.iter().all(|(place, value)| {
            let tree = &mut values[place.document];
            match value {
                Some(value) => put(tree, &place.steps, value.clone()),
                None => gone.next().is_some_and(|depth| take(tree, &place.steps[..depth])),
            }
        })
    })
}

fn setting(text: &str, root: &Node, place: &Place, value: &Value) -> Result<(Range<usize>, String), Refusal> {
    let mut here = root;
    let mut depth = 0;
    while let Some(child) = place.steps.get(depth).and_then(|step| here.child(step)) {
        here = child;
        depth += 1;
    }
    let style = write::Style::of(text, root);
    match place.steps.get(depth) {
        None => Ok(write::replace(text, here, value, style)),
        Some(step) => {
            let inner = wrap(&place.steps[depth + 1..], value)?;
            write::insert(text, here, step, &inner, style).ok_or(Refusal::Notation)
        }
    }
}

/// What to cut, and how many steps of the place are left of what goes.
fn taking(text: &str, root: &Node, place: &Place) -> Result<((Range<usize>, String), usize), Refusal> {
    let mut way = vec![root];
    for step in &place.steps {
        way.push(way[way.len() - 1].child(step).ok_or(Refusal::Notation)?);
    }
    let mut depth = place.steps.len();
    while depth > 2 && way[depth - 1].children() == 1 && matches!(place.steps[depth - 2], Step::Key(_)) {
        depth -= 1;
    }
    let (Some(last), Some(parent)) = (place.steps[..depth].last(), depth.checked_sub(1).map(|at| way[at])) else {
        return Err(Refusal::Notation);
    };
    Ok((write::cut(text, parent, last).ok_or(Refusal::Notation)?, depth))
}

/// The line on which a value begins, from 1.
#[must_use]
pub fn line(text: &str, place: &Place) -> Option<usize> {
    let documents = documents(text).ok()?;
    let here = place.steps.iter().try_fold(root(&documents, place).ok()?, Node::child)?;
    Some(text[..here.start()].matches('\n').count() + 1)
}

/// Adds a document at the end.
///
/// # Errors
/// Where the result would not be readable.
pub fn append(text: &str, body: &str) -> Result<String, Refusal> {
    let mut more = text.to_owned();
    if !more.is_empty() && !more.ends_with('\n') {
        more.push('\n');
    }
    if documents(text)?.iter().any(|document| document.root.is_some()) {
        more += "---\n";
    }
    more += body.trim_start_matches('\n');
    if !more.ends_with('\n') {
        more.push('\n');
    }
    documents(&more).map(|_| more)
}

/// The text of one document, without the line that begins it.
///
/// # Errors
/// Where there is no such document.
pub fn body(text: &str, document: usize) -> Result<String, Refusal> {
    let documents = documents(text)?;
    let span = bounds(text, &documents, document).ok_or(Refusal::Notation)?;
    let inner = &text[span];
    let inner = if inner.starts_with("---") { inner.split_once('\n').map_or("", |(_, rest)| rest) } else { inner };
    Ok(inner.trim_end().to_owned() + "\n")
}

/// Takes documents out, with the comments that stand in them.
///
/// # Errors
/// Where there is no such document.
pub fn remove_documents(text: &str, which: &[usize]) -> Result<String, Refusal> {
    let documents = documents(text)?;
    let spans: Option<Vec<_>> = which.iter().map(|it| Some((bounds(text, &documents, *it)?, String::new()))).collect();
    let after = spliced(text, spans.ok_or(Refusal::Notation)?);
    let left = |values: Vec<Value>| values.into_iter().filter(|value| !value.is_null()).collect::<Vec<_>>();
    let kept = documents.iter().enumerate().filter(|(at, _)| !which.contains(at)).map(|(_, it)| said(it)).collect();
    if left(read(&after)?) == left(kept) { Ok(after) } else { Err(Refusal::Notation) }
}

fn root<'d>(documents: &'d [Document], place: &Place) -> Result<&'d Node, Refusal> {
    documents.get(place.document).and_then(|document| document.root.as_ref()).ok_or(Refusal::Notation)
}

/// From the line that begins a document, or its first value, to where the next one begins.
fn bounds(text: &str, documents: &[Document], at: usize) -> Option<Range<usize>> {
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
fn wrap(steps: &[Step], value: &Value) -> Result<Value, Refusal> {
    steps.iter().rev().try_fold(value.clone(), |inner, step| match step {
        Step::Key(key) => Ok(Value::Object([(key.clone(), inner)].into_iter().collect())),
        Step::Index(0) => Ok(Value::Array(vec![inner])),
        Step::Index(_) => Err(Refusal::Notation),
    })
}

fn spliced(text: &str, mut splices: Vec<(Range<usize>, String)>) -> String {
    splices.sort_by_key(|(span, _)| span.start);
    let mut out = String::with_capacity(text.len() + 64);
    let mut from = 0;
    for (span, new) in splices {
        out += &text[from..span.start.max(from)];
        out += &new;
        from = from.max(span.end);
    }
    out + &text[from..]
}

/// Applies splices, and lets the result through only if it says what it should.
fn checked(
    text: &str,
    before: &[Document],
    splices: Vec<(Range<usize>, String)>,
    change: impl FnOnce(&mut Vec<Value>) -> bool,
) -> Result<String, Refusal> {
    let after = spliced(text, splices);
    let mut wanted: Vec<Value> = before.iter().map(said).collect();
    let possible = change(&mut wanted);
    if possible && read(&after) == Ok(wanted) { Ok(after) } else { Err(Refusal::Notation) }
}

/// Sets a value in a tree; whether there was a way to it.
fn put(tree: &mut Value, steps: &[Step], value: Value) -> bool {
    let Some((step, rest)) = steps.split_first() else {
        *tree = value;
        return true;
    };
    if tree.is_null() {
        *tree =
            if matches!(step, Step::Key(_)) { Value::Object(serde_json::Map::default()) } else { Value::Array(vec![]) };
    }
    match (step, tree) {
        (Step::Key(key), Value::Object(pairs)) => put(pairs.entry(key.clone()).or_insert(Value::Null), rest, value),
        (Step::Index(at), Value::Array(items)) => {
            if *at == items.len() {
                items.push(Value::Null);
            }
            items.get_mut(*at).is_some_and(|item| put(item, rest, value))
        }
        _ => false,
    }
}

fn take(tree: &mut Value, steps: &[Step]) -> bool {
    match (steps, tree) {
        ([Step::Key(key)], Value::Object(pairs)) => pairs.remove(key).is_some(),
        ([Step::Index(at)], Value::Array(items)) if *at < items.len() => {
            items.remove(*at);
            true
        }
        ([Step::Key(key), rest @ ..], Value::Object(pairs)) => pairs.get_mut(key).is_some_and(|it| take(it, rest)),
        ([Step::Index(at), rest @ ..], Value::Array(items)) => items.get_mut(*at).is_some_and(|it| take(it, rest)),
        _ => false,
    }
}

#[cfg(test)]
mod tests;
