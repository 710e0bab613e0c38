//! A table is held against the tree of the standard library.
#![allow(clippy::disallowed_types)] // what tables are compared with
#![cfg(not(target_arch = "wasm32"))]

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::{super::Str, *};

#[derive(Clone, Debug)]
enum Do {
    Insert(u16, u32),
    OrInsert(u16, u32),
    Change(u16),
    Remove(u16),
    PopFirst,
    /// In ascending order from a key on, as names with numbers come.
    Fill(u16, u8),
    /// In a row from a key on, as a group of pods goes.
    Drain(u16, u16),
    Retain(u16),
}

fn deeds() -> impl Strategy<Value = Vec<Do>> {
    let key = 0..1000_u16;
    let deed = prop_oneof![
        6 => (key.clone(), any::<u32>()).prop_map(|(key, value)| Do::Insert(key, value)),
        2 => (key.clone(), any::<u32>()).prop_map(|(key, value)| Do::OrInsert(key, value)),
        1 => key.clone().prop_map(Do::Change),
        4 => key.clone().prop_map(Do::Remove),
        1 => Just(Do::PopFirst),
        2 => (key.clone(), 0..200_u8).prop_map(|(key, many)| Do::Fill(key, many)),
        1 => (key, 0..300_u16).prop_map(|(key, many)| Do::Drain(key, many)),
        1 => (1..5_u16).prop_map(Do::Retain),
    ];
    prop::collection::vec(deed, 0..80)
}

/// Keys as texts, half of which are nothing but a number before the others.
fn key(number: u16) -> Str {
    if number.is_multiple_of(2) { format!("{number}") } else { format!("pod-{number:04}") }.into()
}

fn apply(deed: &Do, table: &mut Table<Str, u32>, tree: &mut BTreeMap<Str, u32>) {
    match *deed {
        Do::Insert(at, value) => assert_eq!(table.insert(key(at), value), tree.insert(key(at), value)),
        Do::OrInsert(at, value) => {
            assert_eq!(table.or_insert_with(key(at), || value), tree.entry(key(at)).or_insert(value));
            *table.or_default(key(at)) /= 2;
            *tree.entry(key(at)).or_default() /= 2;
        }
        Do::Change(at) => {
            assert_eq!(table.get_mut(key(at).as_str()), tree.get_mut(key(at).as_str()));
            for value in table.values_mut().chain(tree.values_mut()) {
                *value /= 3;
            }
            for (key, value) in table.iter_mut().chain(tree.iter_mut()) {
                *value += u32::try_from(key.len()).expect("short");
            }
        }
        Do::Remove(at) => assert_eq!(table.remove_entry(&key(at)), tree.remove_entry(&key(at))),
        Do::PopFirst => assert_eq!(table.pop_first(), tree.pop_first()),
        Do::Fill(from, many) => {
            let entries = || (from..from + u16::from(many)).map(|at| (key(at), u32::from(at)));
            table.extend(entries());
            tree.extend(entries());
        }
        Do::Drain(from, many) => {
            for at in from..from + many {
                assert_eq!(table.remove(key(at).as_str()), tree.remove(key(at).as_str()));
            }
        }
        Do::Retain(of) => {
            let keep =
                |key: &Str, value: &mut u32| !key.len().is_multiple_of(usize::from(of)) && !value.is_multiple_of(5);
            table.retain(keep);
            tree.retain(keep);
        }
    }
}

/// What places depend on, and what keeps a table from holding a leaf for every entry.
fn is_sound(table: &Table<Str, u32>) {
    assert!(table.leaves.iter().all(|leaf| !leaf.is_empty() && leaf.len() <= LEAF));
    assert!(table.keys().is_sorted_by(|a, b| a < b));
    assert_eq!(table.len, table.leaves.iter().map(Vec::len).sum::<usize>());
}

proptest! {
    #[test]
    fn table_behaves_like_btree_map(deeds in deeds(), from in 0..1000_u16) {
        let (mut table, mut tree) = (Table::new(), BTreeMap::new());
        for deed in &deeds {
            apply(deed, &mut table, &mut tree);
            is_sound(&table);
            prop_assert_eq!(table.len(), tree.len());
            prop_assert_eq!(table.first(), tree.first_key_value());
        }
        prop_assert!(table.iter().eq(&tree));
        prop_assert!(table.keys().eq(tree.keys()) && table.values().eq(tree.values()));
        prop_assert!(table.range_from(&key(from)).eq(tree.range(key(from)..)));
        for at in 0..1300 {
            prop_assert_eq!(table.get_key_value(&key(at)), tree.get_key_value(&key(at)));
            prop_assert_eq!(table.contains_key(key(at).as_str()), tree.contains_key(key(at).as_str()));
        }
        // Written alike, read back, and equal however the entries are spread.
        prop_assert_eq!(format!("{table:?}"), format!("{tree:?}"));
        let (json, bytes) = (serde_json::to_string(&table).unwrap(), postcard::to_allocvec(&table).unwrap());
        prop_assert_eq!(&json, &serde_json::to_string(&tree).unwrap());
        prop_assert_eq!(&bytes, &postcard::to_allocvec(&tree).unwrap());
        prop_assert_eq!(&serde_json::from_str::<Table<Str, u32>>(&json).unwrap(), &table);
        prop_assert_eq!(&postcard::from_bytes::<Table<Str, u32>>(&bytes).unwrap(), &table);
        let copy: Table<Str, u32> = table.clone().into_iter().collect();
        prop_assert_eq!(&copy, &table);
        prop_assert!(table.into_iter().eq(tree));
    }
}

#[test]
fn few_entries_need_few_leaves() {
    let mut table: Table<u32, u32> = (0..10_000).map(|key| (key, key)).collect();
    assert_eq!(table.leaves.len(), 10_000_usize.div_ceil(LEAF), "what comes in order fills its leaves");
    (0..10_000).filter(|key| key % 100 != 0).for_each(|key| assert!(table.remove(&key).is_some()));
    assert_eq!(table.len(), 100);
    assert!(table.leaves.len() <= 10, "{} leaves", table.leaves.len());
}
