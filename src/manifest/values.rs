//! The objects of a text as JSON, for code that writes them out again.

use findings::Finding;
use serde_json::Value;

use super::{
    implied_kind::{ImpliedKind, implied_kind, path_above},
    lists::{is_kindless, is_list, item_kind, unfold_list},
    reader::{Document, Reader, TextPiece},
    repair::repair_text,
    tree::TreeNode,
};

/// All objects of a text, in order. Items of lists get the kind that the list implies.
///
/// # Errors
/// If the text is not valid YAML.
pub fn object_values(text: &str) -> Result<Vec<Value>, Finding> {
    values_of(text).or_else(|finding| match repair_text(text) {
        Some(repaired) => values_of(&repaired.text).map_err(|_| finding),
        None => Err(finding),
    })
}

fn values_of(text: &str) -> Result<Vec<Value>, Finding> {
    let mut values = Vec::new();
    // Collects the items of the current document: whether it is a list is known only at its end.
    let mut items = Vec::new();
    for piece in Reader::new(text)? {
        match piece? {
            TextPiece::Item { node, list, .. } => {
                items.push(value_with_kind(&node, list.as_deref().map_or("", item_kind)));
            }
            TextPiece::Document(Document { root, .. }) => {
                let items = std::mem::take(&mut items);
                match root {
                    Some(root) if is_list(&root) => {
                        let kind = item_kind(root.get("kind").and_then(TreeNode::text).unwrap_or_default());
                        values.extend(items.into_iter().map(|item| with_kind(item, kind)));
                        unfold_object(&root, "", &mut values);
                    }
                    Some(root) => match implied_kind(path_above(text, root.start()), &root) {
                        Some(ImpliedKind::Known(kind)) if is_kindless(&root) => match items {
                            items if items.is_empty() => unfold_object(&root, kind.name(), &mut values),
                            items => values.extend(items.into_iter().map(|item| with_kind(item, kind.name()))),
                        },
                        _ => unfold_object(&root, "", &mut values),
                    },
                    None => {}
                }
            }
        }
    }
    Ok(values)
}

fn unfold_object(tree_node: &TreeNode, kind: &str, values: &mut Vec<Value>) {
    match unfold_list(tree_node) {
        Some(items) => items.into_iter().for_each(|(item, kind)| unfold_object(item, kind, values)),
        None => values.push(value_with_kind(tree_node, kind)),
    }
}

fn value_with_kind(tree_node: &TreeNode, kind: &str) -> Value {
    with_kind(tree_node.to_json(), kind)
}

fn with_kind(mut value: Value, kind: &str) -> Value {
    if let Value::Object(fields) = &mut value
        && !kind.is_empty()
        && !fields.contains_key("kind")
    {
        fields.insert("kind".to_owned(), kind.into());
    }
    value
}
