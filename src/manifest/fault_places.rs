//! Finds the places of fields that admission rejects.

use api::Table;
use findings::Finding;

use super::{
    lists::unfold_list,
    reader::{Document, Reader, TextPiece},
    tree::TreeNode,
};
use crate::admission::Fault;

/// The errors with the places of their fields. The trees have been dropped by now, so the text is read again.
pub(super) fn locate_faults(text: &str, admission_faults: &Table<u32, Vec<Fault>>) -> Result<Vec<Finding>, Finding> {
    fn locate_in_tree(
        node: &TreeNode,
        document: u32,
        admission_faults: &Table<u32, Vec<Fault>>,
        findings: &mut Vec<Finding>,
    ) {
        for (item, _) in unfold_list(node).into_iter().flatten() {
            locate_in_tree(item, document, admission_faults, findings);
        }
        for Fault { path, refusal } in admission_faults.get(&node.span.start).into_iter().flatten() {
            let place = node.find_nearest(path).span.to_place(document, path.as_str());
            findings.push(Finding::new(place, refusal.clone()));
        }
    }
    let mut findings = Vec::new();
    for piece in Reader::new(text)? {
        match piece? {
            TextPiece::Item { document, node, .. } => locate_in_tree(&node, document, admission_faults, &mut findings),
            TextPiece::Document(Document { number, root: Some(root), .. }) => {
                locate_in_tree(&root, number, admission_faults, &mut findings);
            }
            TextPiece::Document(_) => {}
        }
    }
    Ok(findings)
}
