//! Reads a YAML document that is not a manifest, such as the front matter of a lesson.

use api::shorten;
use findings::{Finding, ObjectProblem, Place};
use serde::de::DeserializeOwned;

use super::{decode, reader};

/// Parses a text that is not a manifest: one YAML document, such as the front matter of a lesson. Unknown fields are errors if the type denies them,
/// and so are repeated keys. Upstream: `UnmarshalStrict` of `sigs.k8s.io/yaml`.
///
/// # Errors
/// The first error, with its place.
pub fn parse_value<T: DeserializeOwned>(text: &str) -> Result<T, Finding> {
    let (documents, repeated_keys) = reader::documents_and_repeated_keys(text)?;
    if let Some((place, key)) = repeated_keys.into_iter().next() {
        return Err(Finding::new(place, ObjectProblem::RepeatedKey { key: shorten(&key) }));
    }
    let empty = || Finding::new(Place::default(), ObjectProblem::NoKind { near: None });
    let root = documents.into_iter().find_map(|document| document.root).ok_or_else(empty)?;
    let (value, ignored) = decode::decode_node::<T>(&root, "", false).map_err(|misfit| {
        let decode::DecodeProblem { problem, location: at } = *misfit.0;
        let decode::ErrorLocation { path, span } = at.unwrap_or_default();
        Finding::new(span.to_place(1, path), problem)
    })?;
    match ignored.into_iter().next() {
        None => Ok(value),
        Some(field) => Err(Finding::new(field.span.to_place(1, field.path.clone()), field.to_notice("", &field.path))),
    }
}

/// The line, counted from 1, on which the value of a field starts in a text for [`parse_value`]; if the field is absent, the line of its parent.
#[must_use]
pub fn find_line(text: &str, path: &str) -> Option<usize> {
    let documents = reader::documents(text).ok()?;
    let root = documents.into_iter().find_map(|document| document.root)?;
    usize::try_from(root.find_nearest(path).span.to_place(1, path).line).ok()
}
