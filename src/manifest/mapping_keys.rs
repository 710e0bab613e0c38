//! Reads keys as kubectl does: merge keys (`<<`) and repeated keys (`mapping` and `merge` of go-yaml's `decode.go`), and keys that are not strings
//! (`convertToJSONableObject` of `sigs.k8s.io/yaml`).

use api::{Str, Table};
use findings::ReadingProblem;

use super::{
    tree::{Span, TreeNode, Value},
    yaml::{PlainScalar, resolve_plain},
};

/// Replaces a key by its JSON string, such as `16` for `0x10`. Booleans stay as written, since documents of our own have such fields (`on`);
/// [`TreeNode::key_name`] returns the name that kubectl reads.
///
/// # Errors
/// If the key is not a scalar, or null.
pub(super) fn make_key_text(key: &mut TreeNode) -> Result<(), ReadingProblem> {
    let Value::Scalar { text, is_plain } = &mut key.value else { return Err(ReadingProblem::KeyNotText) };
    if !*is_plain {
        return Ok(());
    }
    let name = match resolve_plain(text) {
        PlainScalar::Text | PlainScalar::Bool(_) => return Ok(()),
        PlainScalar::Null => return Err(ReadingProblem::KeyNotText),
        PlainScalar::Whole(number) => number.to_string(),
        PlainScalar::Number(number) => number,
        PlainScalar::NotFinite("NaN") => ".nan".to_owned(),
        PlainScalar::NotFinite("-Inf") => "-.inf".to_owned(),
        PlainScalar::NotFinite(_) => ".inf".to_owned(),
    };
    *text = name.as_str().into();
    Ok(())
}

/// Whether a key is a merge key, `<<`.
pub(super) fn is_merge_key(key: &TreeNode) -> bool {
    matches!(&key.value, Value::Scalar { text, is_plain: true } if text == "<<")
}

/// Expands merge keys, and keeps the last one of repeated keys. The mapping is filled from front to back, and later entries replace earlier ones, so
/// that a merge key replaces what comes before it: go-yaml v2 differs in this from the specification and from its own later versions. If several
/// sources are merged, the first one takes precedence. Merged pairs come first in the result, so that a new key is inserted after a pair that is
/// really in the mapping.
///
/// # Errors
/// The place of a merge key whose value is neither a mapping nor a list of mappings.
pub(super) fn unfold_pairs(pairs: Vec<(TreeNode, TreeNode)>) -> Result<Vec<(TreeNode, TreeNode)>, Span> {
    let mut filled = FilledMapping::default();
    for (key, value) in pairs {
        if !is_merge_key(&key) {
            filled.put(key, value, false);
            continue;
        }
        let sources = match value.value {
            Value::Sequence(items) => items,
            value => vec![TreeNode { value, span: key.span }],
        };
        for source in sources.into_iter().rev() {
            let Value::Mapping(merged) = source.value else { return Err(key.span) };
            for (key, value) in merged {
                filled.put(key, value, true);
            }
        }
    }
    Ok(filled.into_pairs())
}

#[derive(Default)]
struct FilledMapping {
    /// The pairs. The flag states whether the key only comes from a merge.
    pairs: Vec<(TreeNode, TreeNode, bool)>,
    places: Table<Str, usize>,
}

impl FilledMapping {
    fn put(&mut self, key: TreeNode, value: TreeNode, is_merged: bool) {
        let name = Str::from(key.text().unwrap_or_default());
        if let Some(&place) = self.places.get(name.as_str()) {
            let pair = &mut self.pairs[place];
            *pair = (key, value, pair.2 && is_merged);
        } else {
            self.places.insert(name, self.pairs.len());
            self.pairs.push((key, value, is_merged));
        }
    }

    fn into_pairs(self) -> Vec<(TreeNode, TreeNode)> {
        let (merged, others): (Vec<_>, Vec<_>) = self.pairs.into_iter().partition(|(_, _, is_merged)| *is_merged);
        merged.into_iter().chain(others).map(|(key, value, _)| (key, value)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::reader::documents;

    #[test]
    fn later_pairs_replace_earlier_ones() {
        for (text, wanted) in [
            ("b: &b {x: 1, y: 2}\na:\n  <<: *b\n  y: 3\n", Some(r#"{"x":1,"y":3}"#)),
            ("b: &b {x: 1}\na:\n  x: 2\n  <<: *b\n  z: 3\n", Some(r#"{"x":1,"z":3}"#)),
            ("b: &b {x: 1}\na: {x: 2, <<: *b, x: 3}\n", Some(r#"{"x":3}"#)),
            ("a: {x: 1, z: 2, x: 3}\n", Some(r#"{"x":3,"z":2}"#)),
            ("b: &b {x: 1}\nc: &c {z: 2}\na: {<<: *b, <<: *c}\n", Some(r#"{"x":1,"z":2}"#)),
            ("a: {!!merge <<: {x: 1}}\n", Some(r#"{"x":1}"#)),
            ("b: &b {x: 1}\nc: &c {x: 2, z: 4}\na: {<<: [*b, *c]}\n", Some(r#"{"x":1,"z":4}"#)),
            ("b: &b {x: 1}\nc: &c {<<: *b, y: 2}\na: {<<: *c}\n", Some(r#"{"x":1,"y":2}"#)),
            ("a: {\"<<\": 1}\n", Some(r#"{"<<":1}"#)),
            ("a: {<<: , x: 1}\n", None),
            (
                "a: {0x10: x, on: 1, 1.50: z, \"010\": u, y: w}\n",
                Some(r#"{"010":"u","1.5":"z","16":"x","on":1,"y":"w"}"#),
            ),
            ("a: {[x]: 1}\n", None),
            ("a: {~: 1}\n", None),
            ("a: {<<: 1}\n", None),
            ("a: {<<: [x]}\n", None),
        ] {
            let json = documents(text)
                .ok()
                .and_then(|documents| Some(documents.first()?.root.as_ref()?.get("a")?.to_json().to_string()));
            assert_eq!(json.as_deref(), wanted, "{text}");
        }
    }
}
