//! The fields of an object that are not simulated, and what is kept of them.

use api::{Str, Table};

use super::{
    decode::IgnoredField,
    template_digest::{TEMPLATE_PATH, field_json},
    tree::TreeNode,
};

/// The digests of unused fields in a pod template, by their paths within the template.
pub(super) fn template_digests(ignored: &[IgnoredField]) -> Table<Str, u64> {
    let digest = |field: &IgnoredField| {
        let (_, path) = field.path.split_once(TEMPLATE_PATH)?;
        Some((Str::from(path), field.template_digest?))
    };
    ignored.iter().filter_map(digest).collect()
}

/// The unused fields of a new object outside of its pod template, by path, as JSON. `base` is the path of the object.
pub(super) fn unused_fields(object: &TreeNode, base: &str, ignored: &[IgnoredField]) -> Table<Str, Str> {
    let field = |field: &IgnoredField| {
        let path = field.path.strip_prefix(base).unwrap_or(&field.path).trim_start_matches('.');
        let name = path.rsplit(['.', ']']).next().unwrap_or(path);
        let is_kept =
            !path.starts_with(TEMPLATE_PATH) && !path.starts_with("status") && !matches!(path, "apiVersion" | "kind");
        let json = field_json(name, object.find_nearest(path)).filter(|_| is_kept)?;
        Some((Str::from(path), json))
    };
    ignored.iter().filter_map(field).collect()
}

/// A path without list indexes, so that equal fields of different items are counted together.
pub(super) fn path_without_indexes(path: &str) -> String {
    let mut text = String::new();
    let mut rest = path;
    while let Some((before, after)) = rest.split_once('[') {
        text += before;
        text += "[]";
        rest = after.split_once(']').map_or("", |(_, after)| after);
    }
    text + rest
}
