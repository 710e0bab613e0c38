//! Merge keys (`<<`), which YAML 1.1 has and kubectl reads.

use api::{Set, Str};

use super::tree::{Span, TreeNode, Value};

/// Unfolds merge keys: what stands in the mapping itself counts more than what is merged, and what is merged first more than
/// what comes after it. Merged pairs come first, so that a new key is written behind one that stands here.
pub(super) fn expand_merge_keys(pairs: &mut Vec<(TreeNode, TreeNode)>) -> Result<(), Span> {
    let is_merge = |key: &TreeNode| matches!(&key.value, Value::Scalar { text, plain: true } if text == "<<");
    let Some(at) = pairs.iter().position(|(key, _)| is_merge(key)) else { return Ok(()) };
    let (key, from) = pairs.remove(at);
    let sources = match from.value {
        Value::Sequence(items) => items,
        value => vec![TreeNode { value, span: from.span }],
    };
    let mut own_keys: Set<Str> = pairs.iter().filter_map(|(key, _)| key.text().map(Str::from)).collect();
    let mut merged = Vec::new();
    for source in sources {
        match source.value {
            Value::Mapping(more) => {
                merged.extend(
                    more.into_iter().filter(|(key, _)| key.text().is_some_and(|key| own_keys.insert(key.into()))),
                );
            }
            _ if source.is_null() => {}
            _ => return Err(key.span),
        }
    }
    pairs.splice(0..0, merged);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::reader::documents;

    #[test]
    fn merged_pairs_are_there_unless_their_key_is() {
        for (text, wanted) in [
            ("b: &b {x: 1, y: 2}\na:\n  <<: *b\n  y: 3\n", Some(r#"{"x":1,"y":3}"#)),
            ("b: &b {x: 1}\nc: &c {x: 2, z: 4}\na: {<<: [*b, *c]}\n", Some(r#"{"x":1,"z":4}"#)),
            ("b: &b {x: 1}\nc: &c {<<: *b, y: 2}\na: {<<: *c}\n", Some(r#"{"x":1,"y":2}"#)),
            ("a: {\"<<\": 1}\n", Some(r#"{"<<":1}"#)),
            ("a: {<<: , x: 1}\n", Some(r#"{"x":1}"#)),
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
