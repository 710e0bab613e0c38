//! The objects of a text as plain data, for those who write them down again.

use findings::Finding;
use serde_json::Value;

use super::{
    lists::{is_list, item_kind, unfold_list},
    reader::{Document, Reader, TextPiece},
    tree::TreeNode,
};

/// Every object of a text, in its order; items of lists say their kind.
///
/// # Errors
/// Where the text is no YAML.
pub fn object_values(text: &str) -> Result<Vec<Value>, Finding> {
    let mut values = Vec::new();
    // Of the document that is being read: whether it is a list is known at its end.
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
                    Some(root) => unfold_object(&root, "", &mut values),
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
