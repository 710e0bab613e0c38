//! What was seen in a cluster after its lists were read: the rows of objects as they changed, in the order in which they were seen. A moment is a
//! number of changes. The lists as they were read, with the changes before a moment, are the cluster at that moment.

use std::rc::Rc;

use api::Table;
use serde::Deserialize;

use super::prune::json_value_at;

/// The most changes that are kept. Beyond them, the oldest half becomes part of the lists, so that earlier moments are forgotten.
const MAX_CHANGES: usize = 4_000;
/// The most bytes of rows that are kept.
const MAX_BYTES: usize = 16 << 20;

/// The changes of all lists, the oldest first.
#[derive(Default)]
pub(super) struct ClusterHistory {
    changes: Vec<RowChange>,
    /// The number of changes that became part of the lists.
    forgotten: u64,
    bytes: usize,
    /// The current row of each object that was seen to change.
    latest: Table<(u32, String), Rc<[u8]>>,
}

struct RowChange {
    list: u32,
    name: String,
    /// The object after the change as in the reduced text; empty if it is gone.
    row: Rc<[u8]>,
}

/// The rows of a list that are replaced, by the name of the object.
#[derive(Default)]
pub(super) struct RowChanges(Table<String, Rc<[u8]>>);

impl ClusterHistory {
    /// Adds a change, and returns the moment after it; `None` if the row is the one that the object had.
    pub(super) fn add(&mut self, list: u32, name: &str, row: Vec<u8>) -> Option<u64> {
        let row: Rc<[u8]> = row.into();
        let before = self.latest.insert((list, name.to_owned()), Rc::clone(&row));
        if before.is_some_and(|before| before == row) {
            return None;
        }
        self.bytes += row.len();
        self.changes.push(RowChange { list, name: name.to_owned(), row });
        Some(self.forgotten + self.changes.len() as u64)
    }

    /// The first moment that is kept.
    pub(super) fn first_moment(&self) -> u64 {
        self.forgotten
    }

    /// The changes of a list before a moment, or all of them.
    pub(super) fn changes_until(&self, list: u32, moment: Option<u64>) -> RowChanges {
        let count = moment.map_or(u64::MAX, |moment| moment.saturating_sub(self.forgotten));
        let count = usize::try_from(count).unwrap_or(usize::MAX).min(self.changes.len());
        let of_list = self.changes[..count].iter().filter(|change| change.list == list);
        RowChanges(of_list.map(|change| (change.name.clone(), Rc::clone(&change.row))).collect())
    }

    /// If there are too many changes, forgets the oldest ones, and returns them for each list.
    pub(super) fn take_oldest(&mut self) -> Table<u32, RowChanges> {
        let mut by_list = Table::<u32, RowChanges>::new();
        if self.changes.len() <= MAX_CHANGES && self.bytes <= MAX_BYTES {
            return by_list;
        }
        for RowChange { list, name, row } in self.changes.drain(..self.changes.len().div_ceil(2)) {
            self.forgotten += 1;
            self.bytes -= row.len();
            by_list.or_default(list).0.insert(name, row);
        }
        by_list
    }
}

impl RowChanges {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The rows of a list with these changes.
    pub(super) fn apply(&self, list: &[u8]) -> Vec<u8> {
        let mut text = Vec::with_capacity(list.len());
        for row in rows(list) {
            if name_of_row(row).is_none_or(|name| !self.0.contains_key(&name)) {
                text.extend(b"- ");
                text.extend(row);
                text.push(b'\n');
            }
        }
        self.0.values().for_each(|row| text.extend(&**row));
        text
    }
}

/// The objects of a reduced text.
pub(super) fn rows(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|byte| *byte == b'\n').filter_map(|line| line.strip_prefix(b"- "))
}

/// The name of the object of a row, after its namespace.
pub(super) fn name_of_row(row: &[u8]) -> Option<String> {
    #[derive(Default, Deserialize)]
    #[serde(default)]
    struct RowMeta {
        name: String,
        namespace: String,
    }
    let RowMeta { name, namespace } = serde_json::from_slice(json_value_at(row, "metadata")?).ok()?;
    Some(full_name(&namespace, &name))
}

/// `namespace/name`, or the name of an object without a namespace.
pub(super) fn full_name(namespace: &str, name: &str) -> String {
    if namespace.is_empty() { name.to_owned() } else { format!("{namespace}/{name}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, node: &str) -> Vec<u8> {
        format!("- {{\"metadata\":{{\"name\":\"{name}\",\"namespace\":\"a\"}},\"spec\":{{\"nodeName\":\"{node}\"}}}}\n")
            .into_bytes()
    }

    #[test]
    fn each_moment_has_the_changes_before_it() {
        let list = [row("p", ""), row("q", "")].concat();
        let mut history = ClusterHistory::default();
        assert_eq!(history.add(1, "a/p", row("p", "n")), Some(1));
        assert_eq!(history.add(2, "a/p", row("p", "other list")), Some(2));
        assert_eq!(history.add(1, "a/p", row("p", "n")), None, "it did not change");
        assert_eq!(history.add(1, "a/p", Vec::new()), Some(3));
        let rows = |moment| -> Vec<String> {
            let text = history.changes_until(1, moment).apply(&list);
            String::from_utf8(text).expect("a text").lines().map(str::to_owned).collect()
        };
        assert_eq!(rows(Some(0)).len(), 2);
        assert!(rows(Some(1)).iter().any(|row| row.contains("\"n\"")), "{:?}", rows(Some(1)));
        assert_eq!((rows(Some(2)).len(), rows(Some(3)).len(), rows(None).len()), (2, 1, 1));
    }

    #[test]
    fn the_oldest_changes_become_part_of_the_list() {
        let mut history = ClusterHistory::default();
        let mut list = row("p", "");
        for number in 0..=MAX_CHANGES {
            history.add(1, "a/p", row("p", &format!("n{number}")));
        }
        let oldest = history.take_oldest();
        list = oldest.get(&1).expect("changes").apply(&list);
        assert!(String::from_utf8_lossy(&list).contains("\"n2000\""), "{}", String::from_utf8_lossy(&list));
        assert!(history.take_oldest().is_empty());
        let at = |moment| String::from_utf8(history.changes_until(1, Some(moment)).apply(&list)).expect("a text");
        assert!(at(2002).contains("\"n2001\"") && at(7).contains("\"n2000\""), "an earlier moment is forgotten");
        assert_eq!(history.add(1, "a/p", row("p", "new")), Some(MAX_CHANGES as u64 + 2));
    }
}
