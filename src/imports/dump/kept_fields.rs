//! The fields of an object that are kept: those that its decoder knows, according to [`field_shape`].

use api::{CONFIGURATION_KINDS, Kind, Table, annotations::OF_PODS};
use manifest::{FieldShape, OWN_KINDS, field_shape};

/// The annotation in which `kubectl apply` stores a copy of the whole object.
const LAST_APPLIED: &str = "kubectl.kubernetes.io/last-applied-configuration";
/// API objects that the loader explains; all of their fields are kept, as of our own documents and scheduler configurations.
const ANSWERS: [&str; 2] = ["Table", "Status"];
/// Metadata that identify an object, and show whether it comes from a cluster.
const IDENTITY: [&str; 3] = ["name", "namespace", "uid"];
/// Fields of an event of a scheduler, in either version.
const EVENT_FIELDS: [&str; 8] =
    ["apiVersion", "kind", "reason", "message", "note", "lastTimestamp", "deprecatedLastTimestamp", "eventTime"];
/// Lists of pods of which items with nothing but a name are dropped.
const TERSE: [&str; 3] = ["volumes", "containerStatuses", "initContainerStatuses"];
/// The most names that are counted separately at a path, because a file may have any number of names.
const MOST_NAMES: usize = 50;

/// The part of an object that is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum KeptPart {
    /// Everything, for objects that no API server has validated.
    Whole,
    /// The fields that the decoder of its kind knows.
    Known,
    /// For a custom resource: the fields that show whether it creates pods.
    Custom,
    /// For an event: what a scheduler said about a pod.
    SchedulingEvent,
}

/// What is kept of a value.
pub(super) enum KeptFields {
    All,
    /// All fields of a mapping except these.
    Without(FieldFilter),
    /// Only these fields of a mapping; in a list, of each item.
    Only(FieldFilter),
}

/// Fields to keep or to drop, and the bytes dropped so far.
#[derive(Default)]
pub(super) struct FieldFilter {
    names: Vec<(&'static str, KeptFields)>,
    left_out: Table<Box<str>, u64>,
    /// For a list: whether items with nothing but a name are dropped.
    drops_bare_items: bool,
}

impl KeptFields {
    /// What is kept of the objects of a kind.
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
            KeptPart::SchedulingEvent => {
                let mut names: Vec<_> = EVENT_FIELDS.into_iter().map(|name| (name, Self::All)).collect();
                let about = || Self::only_names(&["kind", "namespace", "name", "uid"]);
                names.extend([("involvedObject", about()), ("regarding", about())]);
                names.push(("metadata", Self::only_names(&IDENTITY)));
                names.push(("series", Self::only_names(&["lastObservedTime"])));
                Self::Only(FieldFilter { names, ..FieldFilter::default() })
            }
        }
    }

    pub(super) fn nothing() -> Self {
        Self::Only(FieldFilter::default())
    }

    /// What is kept of the objects of a kind, or only their identity if nothing reads the kind.
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
            // The loader reads this field without the schema.
            if let (Some(Kind::Node), Some((_, Self::Only(status)))) =
                (known_kind, fields.names.iter_mut().find(|name| name.0 == "status"))
            {
                status.names.push(("nodeInfo", Self::only_names(&["kubeletVersion"])));
            }
        }
        object
    }

    /// The fields of a `CustomResourceDefinition`'s spec, without the schemas.
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

    /// Adds the dropped fields below `path`, with their size in bytes.
    pub(super) fn list_left_out(&self, path: &str, omitted_fields: &mut Vec<(String, u64)>) {
        let (Self::Only(fields) | Self::Without(fields)) = self else { return };
        let child_path = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
        omitted_fields.extend(fields.left_out.iter().map(|(name, bytes)| (child_path(name), *bytes)));
        for (name, field_filter) in &fields.names {
            field_filter.list_left_out(&child_path(name), omitted_fields);
        }
    }

    /// What is kept of a field; `None` if it is dropped.
    pub(super) fn field_filter(&mut self, name: &str) -> Option<&mut Self> {
        match self {
            Self::Only(fields) => fields.names.iter_mut().find(|pair| pair.0 == name).map(|pair| &mut pair.1),
            all => Some(all),
        }
    }

    /// Whether a field is dropped.
    pub(super) fn is_dropped(&self, name: &str) -> bool {
        match self {
            Self::All => false,
            Self::Only(fields) => fields.names.iter().all(|pair| pair.0 != name),
            Self::Without(fields) => fields.names.iter().any(|pair| pair.0 == name),
        }
    }

    /// Whether an item of a list is dropped after all, given its filtered JSON.
    pub(super) fn is_item_dropped(&self, item_json: &[u8]) -> bool {
        let says_more = || item_json.iter().filter(|byte| **byte == b':').nth(1).is_some();
        matches!(self, Self::Only(fields) if fields.drops_bare_items)
            && item_json.starts_with(b"{\"name\":")
            && !says_more()
    }

    /// Counts the bytes of a dropped field.
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

/// What is kept below a path of a kind.
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
    let drops_bare_items = kind == Kind::Pod && path.last().is_some_and(|name| TERSE.contains(name));
    KeptFields::Only(FieldFilter { names, drops_bare_items, ..FieldFilter::default() })
}
