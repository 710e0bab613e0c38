//! What a watch reports about the objects of a list: each event is a line with the object as it is now. The objects are reduced as those of the list
//! are, and become changes of the history.

use api::Set;
use serde::{Deserialize, Serialize};

use super::{
    DumpObject, KindField, PageProblem, ReducedText,
    cluster_history::{ClusterHistory, full_name, name_of_row, rows},
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
    /// The first moment that is still kept.
    pub first_moment: u64,
    /// Whether the server no longer knows the version from which the watch began.
    pub has_expired: bool,
}

/// A change that was seen in a cluster.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenChange {
    pub kind: String,
    /// `namespace/name`, or the name of an object without a namespace.
    pub name: String,
    /// What happened to it.
    pub what: SeenWhat,
    /// The moment after it: the number of changes of all lists until then.
    pub moment: u64,
}

/// What was seen to happen to an object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SeenWhat {
    /// It was created.
    Came,
    /// A pod was bound to this node.
    Bound(String),
    /// A pod was nominated to this node.
    Nominated(String),
    /// A pod is being deleted, for this reason of its condition `DisruptionTarget`; empty without one.
    Leaving(String),
    /// It does not exist anymore.
    Gone,
}

/// What a watch has reported about a list.
#[derive(Default)]
pub(super) struct ListWatch {
    /// The start of an event whose end has not arrived.
    rest: Vec<u8>,
    /// The pods that were seen on a node.
    bound: Set<String>,
    /// The pods that were seen to be nominated, each with its node.
    nominated: Set<(String, String)>,
    /// The pods that were seen to be deleted.
    leaving: Set<String>,
    has_begun: bool,
}

/// A list that is watched.
pub(super) struct WatchedList<'l> {
    pub number: u32,
    /// What was read of it.
    pub reduced: &'l mut ReducedText,
    pub history: &'l mut ClusterHistory,
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

impl BriefMeta {
    fn full_name(&self) -> String {
        full_name(&self.namespace, &self.name)
    }
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct BriefSpec {
    node_name: String,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct BriefStatus {
    conditions: Vec<BriefCondition>,
    nominated_node_name: String,
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
    pub(super) fn read(&mut self, list: &mut WatchedList<'_>, bytes: &[u8]) -> Result<WatchPart, PageProblem> {
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

    fn take_event(&mut self, list: &mut WatchedList<'_>, line: &[u8], part: &mut WatchPart) -> Result<(), PageProblem> {
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
        self.begin(list.reduced);
        let kind = json_text_at(object, "kind").unwrap_or_default().to_owned();
        let name = brief.metadata.full_name();
        let row = if event == "DELETED" { Vec::new() } else { list.reduced.reduce_row(object, &kind)? };
        let Some(moment) = list.history.add(list.number, &name, row) else {
            part.other_changes += 1;
            return Ok(());
        };
        match self.find_change(event, &name, brief) {
            Some(what) => part.changes.push(SeenChange { kind, name, what, moment }),
            None => part.other_changes += 1,
        }
        Ok(())
    }

    /// What a change is that is listed; `None` for any other.
    fn find_change(&mut self, event: &str, name: &str, brief: PodBrief) -> Option<SeenWhat> {
        if event == "DELETED" {
            self.bound.remove(name);
            self.leaving.remove(name);
            return Some(SeenWhat::Gone);
        }
        let (node, nominated) = (brief.spec.node_name, brief.status.nominated_node_name);
        let is_bound = !node.is_empty() && self.bound.insert(name.to_owned());
        let is_nominated = !nominated.is_empty() && self.nominated.insert((name.to_owned(), nominated.clone()));
        if event == "ADDED" {
            return Some(SeenWhat::Came);
        }
        if brief.metadata.deletion_timestamp.is_some() && self.leaving.insert(name.to_owned()) {
            let why = brief.status.conditions.into_iter().find(|condition| condition.r#type == "DisruptionTarget");
            return Some(SeenWhat::Leaving(why.map(|condition| condition.reason).unwrap_or_default()));
        }
        let bound = is_bound.then_some(SeenWhat::Bound(node));
        bound.or_else(|| is_nominated.then_some(SeenWhat::Nominated(nominated)))
    }

    /// Before the first event: remembers which pods of the list are on a node.
    fn begin(&mut self, list: &ReducedText) {
        if std::mem::replace(&mut self.has_begun, true) {
            return;
        }
        for row in rows(&list.reduced_yaml) {
            let is_bound = json_value_at(row, "spec").and_then(|spec| json_text_at(spec, "nodeName")).is_some();
            if let (true, Some(name)) = (is_bound, name_of_row(row)) {
                self.bound.insert(name);
            }
        }
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
        let text = lists.join(ReadCluster::default(), None).expect("a text");
        let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("- ")).collect();
        assert_eq!(rows.len(), 2, "{text}");
        assert!(
            !text.contains("\"old\"") && rows.iter().any(|row| row.contains("\"waits\"") && row.contains("nodeName"))
        );
        // A moment seen before: the first change is that `new` came.
        let text = lists.join(ReadCluster::default(), Some(1)).expect("a text");
        assert!(text.contains("\"new\"") && text.contains("\"old\"") && !text.contains("deletionTimestamp"), "{text}");
        let text = lists.join(ReadCluster::default(), Some(0)).expect("a text");
        assert!(!text.contains("\"new\""), "{text}");
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
