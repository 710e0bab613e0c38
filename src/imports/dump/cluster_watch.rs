//! What a watch reports about the objects of a list: each event is a line with the object as it is now. The objects are reduced as those of the list
//! are, and replace them when the lists are joined.

use api::{Set, Table};
use serde::{Deserialize, Serialize};

use super::{
    DumpObject, KindField, PageProblem, ReducedText,
    prune::{json_text_at, json_value_at},
};

/// What a part of a watch reports.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WatchPart {
    /// The version up to which the watch has reported, from which another watch goes on; empty if the part states none.
    pub resource_version: String,
    /// What happened, in order. Changes without consequence for scheduling that are not listed are counted in `other_changes`.
    pub changes: Vec<SeenChange>,
    /// The number of other changes.
    pub other_changes: u64,
    /// Whether the server no longer knows the version from which the watch began.
    pub has_expired: bool,
}

/// A change that was seen in a cluster.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenChange {
    pub kind: String,
    /// `namespace/name`, or the name of an object without a namespace.
    pub name: String,
    pub what: SeenWhat,
}

/// What was seen to happen to an object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SeenWhat {
    Came,
    /// A pod was bound to this node.
    Bound(String),
    /// A pod is being deleted, for this reason of its condition `DisruptionTarget`; empty without one.
    Leaving(String),
    Gone,
}

/// What a watch has reported about a list.
#[derive(Default)]
pub(super) struct ListWatch {
    /// The start of an event whose end has not arrived.
    rest: Vec<u8>,
    /// The row of each object that changed, as in the reduced text; empty if it is gone.
    rows: Table<String, Vec<u8>>,
    /// The pods that were seen on a node.
    bound: Set<String>,
    /// The pods that were seen to be deleted.
    leaving: Set<String>,
    has_begun: bool,
}

/// The fields of a pod that show what happened to it.
#[derive(Default, Deserialize)]
#[serde(default)]
struct PodBrief {
    metadata: BriefMeta,
    spec: BriefSpec,
    status: BriefStatus,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct BriefMeta {
    name: String,
    namespace: String,
    resource_version: String,
    deletion_timestamp: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct BriefSpec {
    node_name: String,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct BriefStatus {
    conditions: Vec<BriefCondition>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct BriefCondition {
    r#type: String,
    reason: String,
}

impl ListWatch {
    /// Takes the next bytes of a watch of a list that was read to this text. The end of the last event may be missing.
    ///
    /// # Errors
    /// If an event is not JSON. What came before it counts.
    pub(super) fn read(&mut self, list: &mut ReducedText, bytes: &[u8]) -> Result<WatchPart, PageProblem> {
        let mut part = WatchPart::default();
        let mut text = std::mem::take(&mut self.rest);
        text.extend(bytes);
        let complete = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        self.rest = text.split_off(complete);
        for line in text.split(|byte| *byte == b'\n').filter(|line| !line.trim_ascii().is_empty()) {
            self.take_event(list, line, &mut part)?;
        }
        Ok(part)
    }

    /// Drops the start of an event whose connection broke.
    pub(super) fn restart(&mut self) {
        self.rest.clear();
    }

    fn take_event(&mut self, list: &mut ReducedText, line: &[u8], part: &mut WatchPart) -> Result<(), PageProblem> {
        let (Some(event), Some(object)) = (json_text_at(line, "type"), json_value_at(line, "object")) else {
            return Err(PageProblem::NotJson);
        };
        if event == "ERROR" {
            part.has_expired = true;
            return Ok(());
        }
        let brief: PodBrief = serde_json::from_slice(object).map_err(|_| PageProblem::NotJson)?;
        part.resource_version.clone_from(&brief.metadata.resource_version);
        if event == "BOOKMARK" {
            return Ok(());
        }
        self.begin(list);
        let kind = json_text_at(object, "kind").unwrap_or_default().to_owned();
        let name = name_of(&brief.metadata);
        let change = match event {
            "DELETED" => {
                self.rows.insert(name.clone(), Vec::new());
                self.bound.remove(&name);
                self.leaving.remove(&name);
                Some(SeenWhat::Gone)
            }
            _ => {
                self.rows.insert(name.clone(), list.reduce_row(object, &kind)?);
                let node = &brief.spec.node_name;
                let is_bound = !node.is_empty() && self.bound.insert(name.clone());
                if event == "ADDED" {
                    Some(SeenWhat::Came)
                } else if brief.metadata.deletion_timestamp.is_some() && self.leaving.insert(name.clone()) {
                    let why =
                        brief.status.conditions.into_iter().find(|condition| condition.r#type == "DisruptionTarget");
                    Some(SeenWhat::Leaving(why.map(|condition| condition.reason).unwrap_or_default()))
                } else {
                    is_bound.then(|| SeenWhat::Bound(node.clone()))
                }
            }
        };
        match change {
            Some(what) => part.changes.push(SeenChange { kind, name, what }),
            None => part.other_changes += 1,
        }
        Ok(())
    }

    /// Before the first event: remembers which pods of the list are on a node.
    fn begin(&mut self, list: &ReducedText) {
        if std::mem::replace(&mut self.has_begun, true) {
            return;
        }
        for row in rows(&list.reduced_yaml) {
            let is_bound = json_value_at(row, "spec").and_then(|spec| json_text_at(spec, "nodeName")).is_some();
            if let (true, Some(name)) = (is_bound, row_name(row)) {
                self.bound.insert(name);
            }
        }
    }

    /// Replaces the objects that a watch has reported.
    pub(super) fn apply(&mut self, list: &mut ReducedText) {
        let changed = std::mem::take(&mut self.rows);
        if changed.is_empty() {
            return;
        }
        let mut text = Vec::with_capacity(list.reduced_yaml.len());
        for row in rows(&list.reduced_yaml) {
            if row_name(row).is_none_or(|name| !changed.contains_key(&name)) {
                text.extend(b"- ");
                text.extend(row);
                text.push(b'\n');
            }
        }
        for row in changed.values() {
            text.extend(row);
        }
        list.objects = text.iter().map(|byte| u64::from(*byte == b'\n')).sum();
        list.reduced_yaml = text;
    }
}

impl ReducedText {
    /// An object as a row, without adding it.
    fn reduce_row(&mut self, object: &[u8], kind: &str) -> Result<Vec<u8>, PageProblem> {
        let before = self.mark();
        let written = self.write_object(&DumpObject::Json(object, 0), kind, KindField::Present);
        let row = self.reduced_yaml.split_off(before.bytes);
        self.reset(before);
        written.map(|()| row).map_err(|_| PageProblem::NotJson)
    }
}

/// The objects of a reduced text.
fn rows(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|byte| *byte == b'\n').filter_map(|line| line.strip_prefix(b"- "))
}

fn row_name(row: &[u8]) -> Option<String> {
    let metadata: BriefMeta = serde_json::from_slice(json_value_at(row, "metadata")?).ok()?;
    Some(name_of(&metadata))
}

fn name_of(metadata: &BriefMeta) -> String {
    let BriefMeta { name, namespace, .. } = metadata;
    if namespace.is_empty() { name.clone() } else { format!("{namespace}/{name}") }
}

#[cfg(test)]
mod tests {
    use manifest::ReadCluster;

    use super::{super::ClusterLists, *};

    fn pod(name: &str, rest: &str) -> String {
        format!(
            r#"{{"kind":"Pod","apiVersion":"v1","metadata":{{"name":"{name}","namespace":"a","uid":"u-{name}","resourceVersion":"9"{rest}}}"#
        )
    }

    fn read() -> ClusterLists {
        let mut lists = ClusterLists::default();
        let items = [pod("old", r#"},"spec":{"nodeName":"n"}"#), pod("waits", r#"},"spec":{}"#)].join(",");
        let text =
            format!(r#"{{"kind":"PodList","apiVersion":"v1","metadata":{{"resourceVersion":"7"}},"items":[{items}]}}"#);
        let mut page = lists.begin_page(1, "v1", true);
        page.push(text.as_bytes());
        lists.end_page(page).expect("a page");
        lists
    }

    fn event(kind: &str, object: &str) -> String {
        format!("{{\"type\":\"{kind}\",\"object\":{object}}}\n")
    }

    #[test]
    fn what_happens_is_seen_and_is_part_of_the_next_text() {
        let mut lists = read();
        let preempted = r#","deletionTimestamp":"2026-01-01T00:00:00Z"},"spec":{"nodeName":"n"},"status":{"conditions":[{"type":"DisruptionTarget","reason":"PreemptionByScheduler"}]}"#;
        let events = [
            event("ADDED", &pod("new", r#"},"spec":{}"#)),
            event("MODIFIED", &pod("old", r#"},"spec":{"nodeName":"n"}"#)),
            event("MODIFIED", &pod("old", preempted)),
            event("DELETED", &pod("old", preempted)),
            event("MODIFIED", &pod("waits", r#"},"spec":{"nodeName":"n"}"#)),
            event("BOOKMARK", r#"{"kind":"Pod","metadata":{"resourceVersion":"12"}}"#),
        ]
        .concat();
        let (mut changes, mut other_changes, mut version) = (Vec::new(), 0, String::new());
        // An event may arrive in parts.
        for bytes in events.as_bytes().chunks(23) {
            let part = lists.read_watch(1, false, bytes).expect("events");
            changes.extend(part.changes.into_iter().map(|change| (change.name, change.what)));
            other_changes += part.other_changes;
            if !part.resource_version.is_empty() {
                version = part.resource_version;
            }
        }
        let change = |name: &str, what| (format!("a/{name}"), what);
        assert_eq!(
            changes,
            [
                change("new", SeenWhat::Came),
                change("old", SeenWhat::Leaving("PreemptionByScheduler".into())),
                change("old", SeenWhat::Gone),
                change("waits", SeenWhat::Bound("n".into())),
            ]
        );
        assert_eq!((other_changes, &*version), (1, "12"));
        let text = lists.join(ReadCluster::default()).expect("a text");
        let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("- ")).collect();
        assert_eq!(rows.len(), 2, "{text}");
        assert!(
            !text.contains("\"old\"") && rows.iter().any(|row| row.contains("\"waits\"") && row.contains("nodeName"))
        );
    }

    #[test]
    fn a_watch_that_expired_or_breaks_off_changes_nothing() {
        let mut lists = read();
        let gone = event("ERROR", r#"{"kind":"Status","code":410,"reason":"Expired"}"#);
        assert!(lists.read_watch(1, false, gone.as_bytes()).is_ok_and(|part| part.has_expired));
        let part = lists.read_watch(1, false, &event("ADDED", &pod("new", r#"},"spec":{}"#)).as_bytes()[..40]);
        assert_eq!(part, Ok(WatchPart::default()));
        let part =
            lists.read_watch(1, true, event("ADDED", &pod("new", r#"},"spec":{}"#)).as_bytes()).expect("an event");
        assert_eq!(part.changes.len(), 1);
        assert_eq!(lists.read_watch(1, false, b"<html>\n"), Err(PageProblem::NotJson));
    }
}
