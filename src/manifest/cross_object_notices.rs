//! Notices about objects that are valid on their own, but unlikely to be intended together.

use api::{ApiObject, Set, Str};
use findings::{Notice, Place};

use super::{
    annotation_notices::notice_of_annotations,
    dangling_refs::{find_absent_namespaces, find_missing},
    loaded_manifest::ManifestObject,
};

/// The notices about the objects of a manifest, each with its place. The flags state which objects are new.
pub(super) fn cross_object_notices(objects: &[ManifestObject], is_new_object: &[bool]) -> Vec<(Notice, Place)> {
    let mut names = Set::new();
    let mut notices = Vec::new();
    let nodes: Set<&Str> = objects.iter().filter_map(node_name).collect();
    for ManifestObject { kind, document, span } in objects {
        let meta = kind.metadata();
        if let Some(notice) = notice_of_annotations(kind) {
            notices.push((notice, span.to_place(*document, "metadata.annotations")));
        }
        let has_own_name = !meta.name.is_empty() && meta.generate_name.is_empty();
        if has_own_name && !names.insert((kind.kind(), &meta.namespace, &meta.name)) {
            let is_first_kept = matches!(kind, ApiObject::Pod(_) | ApiObject::PriorityClass(_));
            let notice = Notice::SameName { kind: kind.kind().name().into(), is_first_kept };
            notices.push((notice, span.to_place(*document, "")));
        }
        if let ApiObject::Pod(pod) = kind
            && !pod.spec.node_name.is_empty()
            && !nodes.is_empty()
            && !nodes.contains(&pod.spec.node_name)
        {
            notices.push((Notice::NoSuchNode, span.to_place(*document, "spec.nodeName")));
        }
    }
    for (name, ManifestObject { document, span, .. }) in find_absent_namespaces(objects, is_new_object) {
        notices.push((Notice::NoNamespace { name }, span.to_place(*document, "")));
    }
    for (missing, ManifestObject { document, span, .. }) in find_missing(objects) {
        notices.push((Notice::Missing(missing), span.to_place(*document, "")));
    }
    notices
}

fn node_name(object: &ManifestObject) -> Option<&Str> {
    match &object.kind {
        ApiObject::Node(node) => Some(&node.metadata.name),
        _ => None,
    }
}
