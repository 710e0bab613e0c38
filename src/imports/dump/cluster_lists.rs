//! The answers of an API server to list calls: each arrives in pages, and is reduced as a dump is.
//!
//! A page that breaks off, or is no list, leaves everything that was read before as it was.

use api::Table;
use findings::{Finding, ReadingProblem};
use manifest::ReadCluster;
use serde::{Deserialize, Serialize};

use super::{
    DumpPiece, ObjectSplitter, PreviewObject, Progress, ReducedText, ReducedTextSize,
    cluster_history::ClusterHistory,
    cluster_watch::{ListWatch, WatchPart, WatchedList},
    join_reduced,
    preview::PreviewReader,
};

/// What a page says about its list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListPage {
    /// The number of its objects.
    pub objects: u64,
    /// What the request for the next page passes on; empty after the last page.
    pub continue_token: String,
    /// How many objects further pages have, if the server counts them.
    pub remaining: Option<u64>,
    /// The version of the list, from which a watch goes on.
    pub resource_version: String,
}

/// Why a page can't be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PageProblem {
    /// It ends in the middle of an object.
    BreaksOff,
    /// It is not JSON.
    NotJson,
    /// It is JSON, but no list of objects.
    NotAList,
    /// The objects are too many for a run.
    TooLarge,
}

/// The lists that were read so far, by the number of each.
#[derive(Default)]
pub struct ClusterLists {
    lists: Table<u32, ClusterList>,
    history: ClusterHistory,
    bytes: u64,
}

#[derive(Default)]
struct ClusterList {
    reduced: ReducedText,
    preview: PreviewReader,
    watch: ListWatch,
}

/// A page that is being read.
pub struct PageReader {
    list: u32,
    splitter: ObjectSplitter,
    /// What was read of the list before, and of this page.
    state: ClusterList,
    before: ReducedTextSize,
    bytes: u64,
    document: Option<Vec<u8>>,
    problem: Option<PageProblem>,
}

/// The fields of a list besides its items.
#[derive(Default, Deserialize)]
#[serde(default)]
struct ListHead {
    kind: String,
    metadata: ListMeta,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct ListMeta {
    #[serde(rename = "continue")]
    continue_token: String,
    remaining_item_count: Option<u64>,
    resource_version: String,
}

impl ClusterLists {
    /// Begins to read a page of a list. The first page replaces what was read of the list before. `version` is that of the request.
    pub fn begin_page(&mut self, list: u32, version: &str, is_first: bool) -> PageReader {
        let mut state = self.lists.remove(&list).filter(|_| !is_first).unwrap_or_default();
        let before = state.reduced.mark();
        (state.reduced.version, state.reduced.document_start) = (Some(version.to_owned()), before);
        let splitter = ObjectSplitter::default();
        PageReader { list, splitter, state, before, bytes: 0, document: None, problem: None }
    }

    /// Ends a page. If it can't be used, the list stays as it was before.
    ///
    /// # Errors
    /// What is wrong with the page.
    pub fn end_page(&mut self, mut page: PageReader) -> Result<ListPage, PageProblem> {
        let result = page.finish();
        if result.is_err() {
            page.state.reduced.reset(page.before);
        }
        self.bytes += page.bytes;
        self.lists.insert(page.list, page.state);
        result
    }

    /// How much has been read, without pages that are being read.
    #[must_use]
    pub fn progress(&self) -> Progress {
        Progress { bytes: self.bytes, objects: self.lists.values().map(|list| list.reduced.objects).sum() }
    }

    /// The nodes and pods read since the last call.
    pub fn take_preview(&mut self) -> Vec<PreviewObject> {
        self.lists.values_mut().flat_map(|list| list.preview.read_more(&list.reduced.reduced_yaml)).collect()
    }

    /// Takes the next bytes of a watch of a list. They go on where those before ended, unless the watch began again.
    ///
    /// # Errors
    /// If an event is not JSON. What came before it counts.
    pub fn read_watch(&mut self, list: u32, is_new: bool, bytes: &[u8]) -> Result<WatchPart, PageProblem> {
        let Self { lists, history, .. } = self;
        let Some(ClusterList { reduced, watch, .. }) = lists.get_mut(&list) else {
            return Err(PageProblem::NotAList);
        };
        if is_new {
            watch.restart();
        }
        let mut part = watch.read(&mut WatchedList { number: list, reduced, history }, bytes);
        for (list, changes) in history.take_oldest() {
            if let Some(list) = lists.get_mut(&list) {
                list.reduced.reduced_yaml = changes.apply(&list.reduced.reduced_yaml);
            }
        }
        if let Ok(part) = &mut part {
            part.first_moment = history.first_moment();
        }
        part
    }

    /// One text of all lists as they were at a moment: after this number of the changes that watches have reported, or after all of them.
    ///
    /// # Errors
    /// If it would be too large.
    pub fn join(&self, cluster: ReadCluster<'_>, moment: Option<u64>) -> Result<String, Finding> {
        let rows = |(number, list): (&u32, &ClusterList)| {
            let changes = self.history.changes_until(*number, moment);
            (!changes.is_empty()).then(|| changes.apply(&list.reduced.reduced_yaml))
        };
        let changed: Vec<Option<Vec<u8>>> = self.lists.iter().map(rows).collect();
        let parts: Vec<(&ReducedText, &[u8])> = self
            .lists
            .values()
            .zip(&changed)
            .map(|(list, changed)| (&list.reduced, changed.as_ref().unwrap_or(&list.reduced.reduced_yaml).as_slice()))
            .collect();
        join_reduced(&parts, self.bytes, Some(cluster))
    }
}

impl PageReader {
    /// Adds bytes of the page. After a problem, the rest is ignored.
    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes += bytes.len() as u64;
        if self.problem.is_some() {
            return;
        }
        // Whatever is no JSON object would be read as YAML.
        if self.bytes == bytes.len() as u64 && bytes.trim_ascii_start().first() != Some(&b'{') {
            self.problem = Some(PageProblem::NotJson);
            return;
        }
        let Self { splitter, state, document, .. } = self;
        let result = splitter.push(bytes, &mut |piece, format| {
            if let DumpPiece::Document { bytes, has_items, .. } = &piece {
                *document = Some(bytes.to_vec());
                // The items of an empty list may be `null`.
                if !has_items {
                    return Ok(());
                }
            }
            state.reduced.take_piece(piece, format)
        });
        if let Err(error) = result {
            self.problem = Some(match error.problem {
                ReadingProblem::ReducedTooLarge { .. } | ReadingProblem::TooLarge { .. } => PageProblem::TooLarge,
                _ => PageProblem::NotJson,
            });
        }
    }

    fn finish(&mut self) -> Result<ListPage, PageProblem> {
        if let Some(problem) = self.problem {
            return Err(problem);
        }
        let Some(document) = self.document.take() else { return Err(PageProblem::BreaksOff) };
        let ListHead { kind, metadata } = serde_json::from_slice(&document).map_err(|_| PageProblem::NotJson)?;
        if !kind.ends_with("List") {
            return Err(PageProblem::NotAList);
        }
        let ListMeta { continue_token, remaining_item_count, resource_version } = metadata;
        Ok(ListPage {
            objects: self.state.reduced.objects - self.before.objects,
            continue_token,
            remaining: remaining_item_count,
            resource_version,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLUSTER: ReadCluster<'static> = ReadCluster { version: "v1.36.2", time: "2026-01-01T00:00:00Z" };

    fn pod(name: &str) -> String {
        format!(r#"{{"metadata":{{"name":"{name}","namespace":"a","uid":"u-{name}"}},"spec":{{"nodeName":"n"}}}}"#)
    }

    fn page(items: &[String], meta: &str) -> String {
        let items = items.join(",");
        format!(
            r#"{{"kind":"PodList","apiVersion":"v1","metadata":{{"resourceVersion":"7"{meta}}},"items":[{items}]}}"#
        )
    }

    fn read(lists: &mut ClusterLists, text: &str, is_first: bool) -> Result<ListPage, PageProblem> {
        let mut page = lists.begin_page(1, "v1", is_first);
        // The pieces end in the middle of objects.
        for piece in text.as_bytes().chunks(17) {
            page.push(piece);
        }
        lists.end_page(page)
    }

    #[test]
    fn pages_follow_each_other() {
        let mut lists = ClusterLists::default();
        let first = page(&[pod("p1"), pod("p2")], r#","continue":"more","remainingItemCount":1"#);
        let answer = read(&mut lists, &first, true).expect("a page");
        assert_eq!((answer.objects, &*answer.continue_token, answer.remaining), (2, "more", Some(1)));
        assert_eq!(lists.take_preview().len(), 2, "before the last page");
        let answer = read(&mut lists, &page(&[pod("p3")], ""), false).expect("a page");
        assert_eq!((answer.objects, &*answer.continue_token, &*answer.resource_version), (1, "", "7"));
        assert_eq!((lists.take_preview().len(), lists.progress().objects), (1, 3));
        let text = lists.join(CLUSTER, None).expect("a text");
        assert!(manifest::is_from_cluster(&text), "{text}");
        assert_eq!(text.matches(r#""kind":"Pod","apiVersion":"v1""#).count(), 3, "{text}");
    }

    #[test]
    fn a_page_that_can_not_be_used_leaves_what_was_read_before() {
        let good = page(&[pod("p1"), pod("p2")], r#","continue":"more""#);
        let next = page(&[pod("p3"), pod("p4")], "");
        for (bad, problem) in [
            (&next[..next.len() - 30], PageProblem::BreaksOff),
            (&next[..next.len() - 1], PageProblem::BreaksOff),
            ("", PageProblem::BreaksOff),
            ("<!doctype html><title>Sign in</title>", PageProblem::NotJson),
            (r#"{"kind":"PodList","items":[{"metadata":{"name":"p3" oops}}]}"#, PageProblem::NotJson),
            (r#"{"kind":"Status","apiVersion":"v1","status":"Failure","code":500}"#, PageProblem::NotAList),
        ] {
            let mut lists = ClusterLists::default();
            read(&mut lists, &good, true).expect("a page");
            assert_eq!(read(&mut lists, bad, false), Err(problem), "{bad}");
            assert_eq!(lists.progress().objects, 2, "{bad}");
            read(&mut lists, &next, false).expect("the same page again");
            let text = lists.join(CLUSTER, None).expect("a text");
            for name in ["p1", "p2", "p3", "p4"] {
                assert_eq!(text.matches(&format!("\"name\":\"{name}\"")).count(), 1, "{bad}: {text}");
            }
        }
    }

    #[test]
    fn a_list_that_begins_again_replaces_what_was_read_of_it() {
        let mut lists = ClusterLists::default();
        read(&mut lists, &page(&[pod("p1"), pod("p2")], r#","continue":"expires""#), true).expect("a page");
        read(&mut lists, &page(&[pod("p2")], ""), true).expect("a page");
        let text = lists.join(CLUSTER, None).expect("a text");
        assert!(!text.contains("p1") && text.contains("p2"), "{text}");
    }

    #[test]
    fn empty_lists_and_earlier_versions_are_read() {
        let mut lists = ClusterLists::default();
        for items in ["[]", "null"] {
            let text = format!(r#"{{"kind":"PodList","apiVersion":"v1","metadata":{{}},"items":{items}}}"#);
            assert_eq!(read(&mut lists, &text, true).map(|page| page.objects), Ok(0));
        }
        let budgets = r#"{"kind":"PodDisruptionBudgetList","apiVersion":"policy/v1beta1","metadata":{},
            "items":[{"metadata":{"name":"b","namespace":"a","uid":"u"},"spec":{"minAvailable":1}}]}"#;
        let mut page = lists.begin_page(2, "policy/v1beta1", true);
        page.push(budgets.as_bytes());
        assert_eq!(lists.end_page(page).map(|page| page.objects), Ok(1));
        let text = lists.join(CLUSTER, None).expect("a text");
        assert!(text.contains(r#""kind":"PodDisruptionBudget","apiVersion":"policy/v1beta1""#), "{text}");
    }
}
