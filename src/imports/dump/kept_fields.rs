//! What of an object is kept: the fields that its decoder knows, as [`shape`] tells.

use api::{CONFIGURATION_KINDS, Kind, Table, annotations::OF_PODS};
use manifest::{FieldShape, OWN_KINDS, field_shape};

/// Where `kubectl apply` keeps a second copy of the whole object.
const LAST_APPLIED: &str = "kubectl.kubernetes.io/last-applied-configuration";
/// Answers that the loader explains. Every field of them may count, as of our own documents and of a scheduler's.
const ANSWERS: [&str; 2] = ["Table", "Status"];
/// What names an object, and says whether a cluster had it.
const IDENTITY: [&str; 3] = ["name", "namespace", "uid"];
/// Lists of pods whose items say nothing when they say their name alone.
const TERSE: [&str; 3] = ["volumes", "containerStatuses", "initContainerStatuses"];
/// Names that are counted one by one at a place; a text may have any number of others.
const MOST_NAMES: usize = 50;

/// Which part of an object is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum KeptPart {
    /// All of it.
    Whole,
    /// What the decoder of its kind knows.
    Known,
    /// What may be known of a custom resource: that it wants pods.
    Custom,
}

/// What of a value is kept.
pub(super) enum KeptFields {
    /// Everything.
    All,
    /// A mapping without these keys.
    Without(FieldFilter),
    /// Of a mapping these fields; of a list the same for each item.
    Only(FieldFilter),
}

/// Fields that are kept or left out, and what was left out so far.
#[derive(Default)]
pub(super) struct FieldFilter {
    names: Vec<(&'static str, KeptFields)>,
    left_out: Table<Box<str>, u64>,
    /// Of a list: whether items go that keep nothing but a name.
    terse: bool,
}

impl KeptFields {
    /// What is kept of objects of a kind, or of a custom one of the same name.
    pub(super) fn for_part(part: KeptPart, kind: &str) -> Self {
        match part {
            KeptPart::Whole => Self::All,
            KeptPart::Known => Self::for_kind(kind),
            KeptPart::Custom => {
                let names = vec![
                    ("apiVersion", Self::All),
                    ("kind", Self::All),
                    ("metadata", Self::only_names(&IDENTITY)),
                    ("spec", Self::All),
                ];
                Self::Only(FieldFilter { names, ..FieldFilter::default() })
            }
        }
    }

    /// Nothing.
    pub(super) fn nothing() -> Self {
        Self::Only(FieldFilter::default())
    }

    /// What is kept of objects of a kind. Of those that nothing here reads, their names.
    pub(super) fn for_kind(kind: &str) -> Self {
        let is_whole = [&OWN_KINDS[..], &ANSWERS, &CONFIGURATION_KINDS].into_iter().any(|kinds| kinds.contains(&kind));
        if kind.is_empty() || is_whole || kind.ends_with("List") {
            return Self::All;
        }
        let known_kind = Kind::from_name(kind);
        let mut object = match known_kind {
            Some(kind) => kept_below(kind, &mut Vec::new()),
            None => Self::Only(FieldFilter {
                names: vec![("metadata", Self::only_names(&IDENTITY))],
                ..FieldFilter::default()
            }),
        };
        if let ("CustomResourceDefinition", Self::Only(fields)) = (kind, &mut object) {
            fields.names.push(("spec", Self::definition_spec()));
        }
        if let Self::Only(fields) = &mut object {
            fields.names.extend([("apiVersion", Self::All), ("kind", Self::All)]);
            // The loader reads it by hand.
            if let (Some(Kind::Node), Some((_, Self::Only(status)))) =
                (known_kind, fields.names.iter_mut().find(|name| name.0 == "status"))
            {
                status.names.push(("nodeInfo", Self::only_names(&["kubeletVersion"])));
            }
        }
        object
    }

    /// What a definition says of its kind, without the schemas.
    fn definition_spec() -> Self {
        let version =
            FieldFilter { names: vec![("name", Self::All), ("subresources", Self::All)], ..FieldFilter::default() };
        let names = vec![
            ("group", Self::All),
            ("names", Self::All),
            ("subresources", Self::All),
            ("versions", Self::Only(version)),
        ];
        Self::Only(FieldFilter { names, ..FieldFilter::default() })
    }

    fn only_names(names: &[&'static str]) -> Self {
        let names = names.iter().map(|name| (*name, Self::All)).collect();
        Self::Only(FieldFilter { names, ..FieldFilter::default() })
    }

    /// What was left out, by path, with its bytes.
    pub(super) fn list_left_out(&self, path: &str, omitted_fields: &mut Vec<(String, u64)>) {
        let (Self::Only(fields) | Self::Without(fields)) = self else { return };
        let child_path = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
        omitted_fields.extend(fields.left_out.iter().map(|(name, bytes)| (child_path(name), *bytes)));
        for (name, field_filter) in &fields.names {
            field_filter.list_left_out(&child_path(name), omitted_fields);
        }
    }

    /// What is kept of a field; nothing if it goes.
    pub(super) fn field_filter(&mut self, name: &str) -> Option<&mut Self> {
        match self {
            Self::Only(fields) => fields.names.iter_mut().find(|pair| pair.0 == name).map(|pair| &mut pair.1),
            all => Some(all),
        }
    }

    /// Whether a field goes.
    pub(super) fn is_dropped(&self, name: &str) -> bool {
        match self {
            Self::All => false,
            Self::Only(fields) => fields.names.iter().all(|pair| pair.0 != name),
            Self::Without(fields) => fields.names.iter().any(|pair| pair.0 == name),
        }
    }

    /// Whether an item of a list goes after all, as it is written.
    pub(super) fn is_item_dropped(&self, item_json: &[u8]) -> bool {
        let says_more = || item_json.iter().filter(|byte| **byte == b':').nth(1).is_some();
        matches!(self, Self::Only(fields) if fields.terse) && item_json.starts_with(b"{\"name\":") && !says_more()
    }

    /// Counts a field that went.
    pub(super) fn count_dropped(&mut self, name: &str, bytes: usize) {
        let (Self::Only(FieldFilter { left_out: left, .. }) | Self::Without(FieldFilter { left_out: left, .. })) = self
        else {
            return;
        };
        let name = if left.len() < MOST_NAMES || left.contains_key(name) { name } else { "…" };
        let sum = left.or_default(name.into());
        *sum = sum.saturating_add(bytes as u64);
    }
}

/// What the decoder of a kind knows below a path.
fn kept_below(kind: Kind, path: &mut Vec<&'static str>) -> KeptFields {
    if path[..] == ["metadata", "annotations"] {
        if kind == Kind::Pod {
            return KeptFields::only_names(&OF_PODS);
        }
        let names = vec![(LAST_APPLIED, KeptFields::All)];
        return KeptFields::Without(FieldFilter { names, ..FieldFilter::default() });
    }
    let Some((FieldShape::Fields(fields), _)) = field_shape(kind.name(), path) else { return KeptFields::All };
    let mut child_fields = |name: &'static str| {
        path.push(name);
        let field_filter = kept_below(kind, path);
        path.pop();
        (name, field_filter)
    };
    let names = fields.iter().map(|name| child_fields(name)).collect();
    let terse = kind == Kind::Pod && path.last().is_some_and(|name| TERSE.contains(name));
    KeptFields::Only(FieldFilter { names, terse, ..FieldFilter::default() })
}
