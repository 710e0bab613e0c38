//! Finds fields that the API server of a release does not know, or drops while a feature gate is off.
//!
//! They are removed from the tree of an object before anything is checked or decoded, as the API server drops them before validation and defaulting.
//! Fields that no release knows are rejected, as kubectl does, except for objects from a cluster, where they are ignored.

use std::fmt::Write as _;

use api::{Kind, Str, edit_distance, nearest_name};
use findings::{DropReason, DroppedField, Notice};
use releases::{
    Release,
    served_api::{ApiField, ApiType, Availability, ServedApi},
};

use super::{
    field_places::place_notice,
    field_rules::FieldFault,
    served_values::{check_huge_pages, check_restart_policy, check_value, is_source_missing, no_volume_type},
    tree::{Span, TreeNode, Value},
};

/// The result of checking the fields of an object.
#[derive(Default)]
pub(super) struct ServedCheck {
    pub unserved: Vec<UnservedField>,
    /// Values that the release does not accept, and what is wrong without the dropped fields.
    pub faults: Vec<FieldFault>,
    /// Whether another release, or other feature gates, might treat the object differently.
    pub is_release_dependent: bool,
}

/// A field that the API server does not accept.
pub(super) struct UnservedField {
    /// The index of the entry or item at each step of the path.
    steps: Vec<usize>,
    /// Its path, without list indexes.
    pub path: String,
    /// Its path as kubectl prints it.
    indexed_path: Str,
    pub span: Span,
    /// `Unknown` if no release has the field, or else why this one lacks it.
    availability: Availability,
    /// The known field with the most similar name, if the name is misspelled.
    similar: Option<&'static str>,
}

impl UnservedField {
    /// Whether no release has the field.
    pub(super) fn is_unknown(&self) -> bool {
        self.availability == Availability::Unknown
    }

    /// The notice about the field.
    pub(super) fn to_notice(&self, kind: &str, release: Release) -> Notice {
        let (kind_name, path) = (kind.into(), self.path.as_str().into());
        let indexed_path = self.indexed_path.clone();
        let name = |release: Release| Str::from(release.name());
        let reason = match self.availability {
            Availability::OtherRelease(other) => DropReason::OtherRelease { served_by: name(other) },
            Availability::GateOff { gate, is_settable, served_by } => {
                DropReason::GateOff { gate: gate.into(), is_settable, served_by: served_by.map(name) }
            }
            Availability::Served | Availability::Unknown => {
                return match (place_notice(kind, &self.path), self.similar) {
                    (Some(Notice::FieldMisplaced { proper, .. }), _) => {
                        Notice::FieldMisplaced { kind: kind_name, path: indexed_path, proper }
                    }
                    (None, Some(near)) => {
                        Notice::FieldMisspelled { kind: kind_name, path: indexed_path, near: near.into() }
                    }
                    _ => Notice::FieldUnknown { kind: kind_name, path: indexed_path },
                };
            }
        };
        Notice::FieldDropped(DroppedField { kind: kind_name, path, release: name(release), reason }.into())
    }

    /// Whether the simulation drops the field itself when the pod is created, so that this can be shown.
    fn is_dropped_by_run(&self) -> bool {
        self.path == "spec.schedulingGroup"
    }
}

/// Finds the fields of an object that the API server does not accept. Fields below them are not checked.
pub(super) fn check_served_fields(served: &ServedApi, kind: Kind, node: &TreeNode) -> ServedCheck {
    let mut check = check_fields_of_type(served, ApiType::of_kind(kind), node);
    if kind == Kind::Pod {
        check_huge_pages(served, node, &mut check.faults);
    }
    check
}

/// The same for an object whose kind may be one that is not simulated.
pub(super) fn check_fields_of_type(served: &ServedApi, object_type: Option<ApiType>, node: &TreeNode) -> ServedCheck {
    let mut walk = ObjectWalk { served, steps: Vec::new(), check: ServedCheck::default() };
    if let Some(object_type) = object_type {
        walk.visit_fields(object_type, node);
    }
    walk.check
}

/// A copy of the object without these fields.
pub(super) fn remove_fields(node: &TreeNode, fields: &[UnservedField]) -> TreeNode {
    let mut node = node.clone();
    // From the last one on, so that the indexes of the others stay valid.
    for field in fields.iter().rev().filter(|field| !field.is_dropped_by_run()) {
        remove_at(&mut node, &field.steps);
    }
    node
}

fn remove_at(node: &mut TreeNode, steps: &[usize]) {
    match (&mut node.value, steps) {
        (Value::Mapping(pairs), [last]) => drop(pairs.remove(*last)),
        (Value::Mapping(pairs), [first, rest @ ..]) => remove_at(&mut pairs[*first].1, rest),
        (Value::Sequence(items), [first, rest @ ..]) => remove_at(&mut items[*first], rest),
        _ => {}
    }
}

/// A walk through the tree of an object, along the types of the API.
struct ObjectWalk<'w> {
    served: &'w ServedApi,
    /// The index of the entry or item at each step, with the key if it is an entry.
    steps: Vec<(usize, Option<&'w str>)>,
    check: ServedCheck,
}

/// A path with list indexes.
fn path_of(steps: &[(usize, Option<&str>)]) -> String {
    let mut path = String::new();
    for (number, key) in steps {
        match key {
            Some(key) => {
                path += if path.is_empty() { "" } else { "." };
                path += key;
            }
            None => {
                let _ = write!(path, "[{number}]");
            }
        }
    }
    path
}

impl<'w> ObjectWalk<'w> {
    fn visit_fields(&mut self, object_type: ApiType, node: &'w TreeNode) {
        let Value::Mapping(pairs) = &node.value else { return };
        for (number, (key, value)) in pairs.iter().enumerate() {
            let Some(name) = key.text() else { continue };
            // Later releases find unknown fields in the API server, which does not skip null; before, kubectl did.
            let is_unknown = || self.served.release.minor() >= 25 && self.served.field(object_type, name).is_none();
            if value.is_null() && !is_unknown() {
                continue;
            }
            let is_type_meta = self.steps.is_empty() && matches!(name, "apiVersion" | "kind");
            if is_type_meta {
                continue;
            }
            self.steps.push((number, Some(name)));
            match self.served.field(object_type, name) {
                None => {
                    let is_present = |field: &str| node.get(field).is_some_and(|value| !value.is_null());
                    let similar = self.similar_field(object_type, name).filter(|similar| !is_present(similar));
                    self.report(value, Availability::Unknown, similar);
                }
                Some(ApiField { availability, is_release_dependent, value_type, is_map }) => {
                    self.check.is_release_dependent |= is_release_dependent;
                    match availability {
                        Availability::Served => {
                            self.visit_value(value_type, is_map, value);
                            self.check_words(object_type, name, value);
                        }
                        missing => {
                            if matches!(missing, Availability::GateOff { .. })
                                && is_source_missing(object_type, node, name)
                            {
                                let path = path_of(&self.steps[..self.steps.len() - 1]);
                                self.check.faults.push(no_volume_type(path, node.span));
                            }
                            self.report(value, missing, None);
                        }
                    }
                }
            }
            self.steps.pop();
        }
    }

    /// Visits the value of a field: an object of the type, a list of these, or a map to these.
    fn visit_value(&mut self, value_type: Option<ApiType>, is_map: bool, value: &'w TreeNode) {
        let Some(value_type) = value_type else { return };
        match &value.value {
            Value::Sequence(items) => {
                for (number, item) in items.iter().enumerate() {
                    self.steps.push((number, None));
                    self.visit_fields(value_type, item);
                    self.steps.pop();
                }
            }
            Value::Mapping(pairs) if is_map => {
                for (number, (key, value)) in pairs.iter().enumerate() {
                    self.steps.push((number, key.text()));
                    self.visit_fields(value_type, value);
                    self.steps.pop();
                }
            }
            _ => self.visit_fields(value_type, value),
        }
    }

    /// Reports a value that the release does not accept.
    fn check_words(&mut self, object_type: ApiType, name: &str, value: &TreeNode) {
        let list = self.steps.iter().rev().nth(2).and_then(|(_, key)| *key).unwrap_or_default();
        let errors = match (object_type.name(), name) {
            ("Container", "restartPolicy") => check_restart_policy(self.served, list, value),
            _ => check_value(self.served, object_type, name, value),
        };
        for error in errors {
            self.check.faults.push(FieldFault { path: path_of(&self.steps), span: value.span, error });
        }
    }

    /// The field of the release whose name differs in at most two letters.
    fn similar_field(&self, object_type: ApiType, name: &str) -> Option<&'static str> {
        let is_served = |field: &&str| {
            let field = self.served.field(object_type, field);
            field.is_some_and(|field| field.availability == Availability::Served)
        };
        let nearest = nearest_name(name, object_type.field_names().filter(is_served))?;
        (name.len() > 4 && edit_distance(name, nearest) <= 2).then_some(nearest)
    }

    fn report(&mut self, value: &TreeNode, availability: Availability, similar: Option<&'static str>) {
        let mut path = String::new();
        for (_, key) in &self.steps {
            match key {
                Some(key) => {
                    path += if path.is_empty() { "" } else { "." };
                    path += key;
                }
                None => path += "[]",
            }
        }
        let indexed_path = path_of(&self.steps).into();
        let steps = self.steps.iter().map(|(number, _)| *number).collect();
        let field = UnservedField { steps, path, indexed_path, span: value.span, availability, similar };
        self.check.unserved.push(field);
    }
}

#[cfg(test)]
mod tests {
    use api::{FeatureGates, KINDS, Set};
    use releases::served_api::default_gate_state;

    use super::*;
    use crate::tree::TreeNode;

    const FIELDS: &str = include_str!("../releases/served_api/fields.txt");

    /// A row of the table of fields, parsed independently.
    struct Row {
        type_name: &'static str,
        /// Keys and list marks that lead to the field from a kind.
        path: Vec<&'static str>,
        kind: &'static str,
        /// The letters of the releases that have the field.
        releases: &'static str,
        gate: Option<&'static str>,
    }

    fn split_presence(text: &'static str, whole: &'static str) -> (&'static str, &'static str, Option<&'static str>) {
        let (text, gate) = text.split_once('?').map_or((text, None), |(text, gate)| (text, Some(gate)));
        let (name, releases) = text.split_once('@').unwrap_or((text, whole));
        (name, releases, gate)
    }

    /// A row for each field of each type, at the first path that leads to it from a kind.
    fn rows() -> Vec<Row> {
        let lines: Vec<_> = FIELDS.lines().map(|line| line.split_once(": ").expect("a type")).collect();
        let mut rows = Vec::new();
        let mut seen = Set::new();
        let mut open: std::collections::VecDeque<_> =
            KINDS.iter().map(|info| info.name).chain(["CronJob"]).map(|kind| (kind, kind, Vec::new())).collect();
        while let Some((kind, type_name, path)) = open.pop_front() {
            if !seen.insert(type_name) {
                continue;
            }
            let is_line = |(head, _): &&(&'static str, &'static str)| split_presence(head, "").0 == type_name;
            let (head, fields) = lines.iter().find(is_line).unwrap_or_else(|| panic!("no type {type_name}"));
            let (_, type_releases, _) = split_presence(head, "abcd");
            for field in fields.split(' ') {
                let (shape, releases, gate) = split_presence(field, type_releases);
                let (name, inner) = shape.split_once('=').unwrap_or((shape, ""));
                let mut path: Vec<&'static str> = path.clone();
                path.push(name);
                rows.push(Row { type_name, path: path.clone(), kind, releases, gate });
                match inner {
                    "" => {}
                    list if list.ends_with('*') => {
                        path.push("[]");
                        open.push_back((kind, list.trim_end_matches('*'), path));
                    }
                    map if map.ends_with('%') => {
                        path.push("key");
                        open.push_back((kind, map.trim_end_matches('%'), path));
                    }
                    inner => open.push_back((kind, inner, path)),
                }
            }
        }
        assert_eq!(seen.len(), lines.len(), "types that no kind uses");
        rows
    }

    fn scalar(text: &str) -> TreeNode {
        TreeNode { value: Value::Scalar { text: text.into(), is_plain: true }, span: Span::default() }
    }

    /// An object with a value at the end of a path.
    fn tree_of(path: &[&str]) -> TreeNode {
        let value = match path {
            [] => return scalar("x"),
            ["[]", rest @ ..] => Value::Sequence(vec![tree_of(rest)]),
            [key, rest @ ..] => Value::Mapping(vec![(scalar(key), tree_of(rest))]),
        };
        TreeNode { value, span: Span::default() }
    }

    #[test]
    fn each_field_of_the_table_is_dropped_or_stays_as_it_says() {
        let rows = rows();
        assert!(rows.len() > 1000, "{}", rows.len());
        for (letter, release) in "abcd".chars().zip(Release::ALL) {
            let served = ServedApi { release, gates: FeatureGates::default() };
            let is_off = |row: &Row| {
                !row.releases.contains(letter)
                    || row.gate.is_some_and(|gate| default_gate_state(release, gate) == Some(false))
            };
            let off: Vec<&Row> = rows.iter().filter(|row| is_off(row)).collect();
            for row in &rows {
                let what = format!("{} {}: {}", row.type_name, row.path.join("."), release);
                // A field is also gone if one of its parents is.
                let is_gone = off.iter().any(|other| other.kind == row.kind && row.path.starts_with(&other.path));
                let tree = tree_of(&row.path);
                let check = check_fields_of_type(&served, ApiType::from_name(row.kind), &tree);
                assert_eq!(check.unserved.len(), usize::from(is_gone), "{what}");
                let rest = remove_fields(&tree, &check.unserved);
                let is_left = check.unserved.iter().all(UnservedField::is_dropped_by_run);
                assert_eq!(rest == tree, is_left, "{what}");
                assert!(check.unserved.iter().all(|field| !field.is_unknown()), "{what}");
            }
        }
    }

    /// The table is not consulted for simple texts, so these must not contain any field that it might drop.
    #[test]
    fn a_text_with_fields_that_may_be_dropped_is_not_simple() {
        let pod = |spec: &str| {
            format!("kind: Pod\nmetadata: {{name: p}}\nspec: {{{spec}containers: [{{name: c, image: i}}]}}\n")
        };
        let deployment = |spec: &str| {
            let pods = "{metadata: {labels: {a: b}}, spec: {containers: [{name: c, image: i}]}}";
            format!(
                "kind: Deployment\nmetadata: {{name: d}}\nspec: {{{spec}selector: {{matchLabels: {{a: b}}}}, template: {pods}}}\n"
            )
        };
        let is_simple = |text: &str| {
            crate::load_common(text, releases::ReleaseChoice::default()).is_ok_and(|manifest| manifest.is_simple())
        };
        for text in [pod("priorityClassName: '', "), deployment(""), deployment("replicas: 2, ")] {
            assert!(is_simple(&text), "{text}");
        }
        for text in [
            pod("schedulingGroup: {podGroupName: g}, "),
            pod("volumes: [{name: v, image: {reference: i}}], "),
            pod("initContainers: [{name: a, image: i, restartPolicyRules: [{action: Restart}]}], "),
            pod("hostPID: true, "),
            pod("gadget: true, "),
            deployment("parallelism: 2, "),
            deployment("updateStrategy: {type: OnDelete}, "),
            deployment("gadget: true, "),
        ] {
            assert!(!is_simple(&text), "{text}");
        }
    }

    /// Where kubectl checks by itself, it skips null.
    #[test]
    fn an_unknown_field_may_be_null_in_early_releases() {
        let null = TreeNode { value: Value::Scalar { text: "null".into(), is_plain: true }, span: Span::default() };
        let pod = |field: &str| TreeNode {
            value: Value::Mapping(vec![(
                scalar("spec"),
                TreeNode { value: Value::Mapping(vec![(scalar(field), null.clone())]), span: Span::default() },
            )]),
            span: Span::default(),
        };
        for (release, unknown) in [(Release::V1_16, 0), (Release::V1_20, 0), (Release::V1_34, 1), (Release::V1_36, 1)] {
            let served = ServedApi { release, gates: FeatureGates::default() };
            let count = |field: &str| check_served_fields(&served, Kind::Pod, &pod(field)).unserved.len();
            assert_eq!((count("gadget"), count("nodeName")), (unknown, 0), "{release}");
        }
    }

    #[test]
    fn field_of_no_release_is_unknown_at_any_depth() {
        let served = ServedApi { release: Release::V1_34, gates: FeatureGates::default() };
        for path in [
            &["sepc"][..],
            &["spec", "gadget"],
            &["spec", "containers", "[]", "livenessProbe", "httpGet", "prot"],
            &[
                "spec",
                "affinity",
                "nodeAffinity",
                "requiredDuringSchedulingIgnoredDuringExecution",
                "nodeSelectorTerms",
                "[]",
                "matchExpression",
            ],
            &["metadata", "lables"],
        ] {
            let check = check_served_fields(&served, Kind::Pod, &tree_of(path));
            assert!(matches!(&*check.unserved, [field] if field.is_unknown()), "{path:?}");
        }
        // Keys of maps are not fields.
        for path in [&["metadata", "labels", "gadget"][..], &["spec", "nodeSelector", "gadget"]] {
            assert!(check_served_fields(&served, Kind::Pod, &tree_of(path)).unserved.is_empty(), "{path:?}");
        }
    }
}
