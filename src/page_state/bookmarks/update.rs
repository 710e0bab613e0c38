//! Applies the actions of bookmarks, and names the key under which they are stored.

use crate::{
    actions::bookmarks::{Bookmark, BookmarkMsg},
    effects::{Effect, StorageEffect},
    outcome::UpdateOutcome,
    run::RunState,
};

/// Applies an action to the bookmarks of the current run; `at` is the current moment.
pub fn update_bookmarks(marks: &mut Vec<Bookmark>, at: usize, bookmark_msg: BookmarkMsg) -> UpdateOutcome {
    let current_index = marks.iter().position(|bookmark| bookmark.at == at);
    match (bookmark_msg, current_index) {
        (BookmarkMsg::Toggle, Some(current_index)) => {
            marks.remove(current_index);
        }
        (BookmarkMsg::Toggle, None) => marks.push(Bookmark { at, name: String::new() }),
        (BookmarkMsg::Add(name), Some(current_index)) => marks[current_index].name = name,
        (BookmarkMsg::Add(name), None) => marks.push(Bookmark { at, name }),
        (BookmarkMsg::Rename(index, name), _) => {
            marks.iter_mut().skip(index).take(1).for_each(|bookmark| bookmark.name.clone_from(&name));
        }
        (BookmarkMsg::Remove(index), _) if index < marks.len() => {
            marks.remove(index);
        }
        (BookmarkMsg::Remove(_), _) => {}
        (BookmarkMsg::Restore(bookmarks), _) => {
            *marks = bookmarks;
            return UpdateOutcome::default();
        }
    }
    marks.sort_by_key(|bookmark| bookmark.at);
    Effect::Storage(StorageEffect::KeepBookmarks).into()
}

/// The longest text that is hashed as a whole. Of a longer one, about this many bytes are, so that hashing takes a millisecond.
const MAX_HASHED_BYTES: usize = 1 << 20;

/// The storage key for the bookmarks of a run, per manifest and release.
pub fn storage_key(run_state: &RunState) -> String {
    let release = run_state.release.map_or("", |release| release.name());
    let text = run_state.text.as_bytes();
    let sample: Vec<u8>;
    let text = match text.len() / MAX_HASHED_BYTES {
        0 => text,
        stride => {
            sample = text.iter().copied().step_by(stride + 1).chain(text.len().to_le_bytes()).collect();
            &sample
        }
    };
    // The zero replaces a former number, so that the keys of stored bookmarks stay valid.
    let hashed_parts = [text, &[0], release.as_bytes(), &[0], &0_usize.to_le_bytes()];
    // FNV-1a: short and stable.
    let hash = hashed_parts
        .iter()
        .flat_map(|part| part.iter())
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
    format!("schedscope.marks.{hash:016x}")
}

#[cfg(test)]
mod tests {
    use releases::Release;

    use super::*;
    use crate::{actions::Action, store::Store, update::reduce};

    fn at(at: usize, bookmarks: Vec<Bookmark>) -> Store {
        let mut store = Store { bookmarks, ..Store::with_all_chunks() };
        store.player.moment = at;
        store
    }

    #[test]
    fn bookmarks_are_added_renamed_and_removed() {
        let bookmark = |at, name: &str| Bookmark { at, name: name.into() };
        let cases = [
            (BookmarkMsg::Toggle, vec![bookmark(3, "c"), bookmark(5, ""), bookmark(8, "h")]),
            (BookmarkMsg::Add("here".into()), vec![bookmark(3, "c"), bookmark(5, "here"), bookmark(8, "h")]),
            (BookmarkMsg::Rename(1, "x".into()), vec![bookmark(3, "c"), bookmark(8, "x")]),
            (BookmarkMsg::Rename(7, "x".into()), vec![bookmark(3, "c"), bookmark(8, "h")]),
            (BookmarkMsg::Remove(0), vec![bookmark(8, "h")]),
            (BookmarkMsg::Remove(7), vec![bookmark(3, "c"), bookmark(8, "h")]),
        ];
        for (bookmark_msg, expected) in cases {
            let store = at(5, vec![bookmark(3, "c"), bookmark(8, "h")]);
            let (next_store, effects) = reduce(&store, Action::Bookmarks(bookmark_msg.clone()));
            assert_eq!(
                (&next_store.bookmarks, effects),
                (&expected, vec![Effect::Storage(StorageEffect::KeepBookmarks)]),
                "{bookmark_msg:?}"
            );
        }
        let store = at(3, vec![bookmark(3, "c")]);
        assert_eq!(reduce(&store, Action::Bookmarks(BookmarkMsg::Toggle)).0.bookmarks, []);
    }

    #[test]
    fn each_text_and_release_has_its_own_key() {
        let of = |text: &str, release| storage_key(&RunState { text: text.into(), release, ..RunState::default() });
        let keys = [of("a", None), of("b", None), of("a", Some(Release::V1_16)), of("a", Some(Release::V1_20))];
        for (at, key) in keys.iter().enumerate() {
            assert!(keys[..at].iter().all(|other| other != key), "{keys:?}");
        }
        assert_eq!(of("a", None), keys[0]);
        // Of a long text, not every byte is hashed, but its length is.
        let long = "a".repeat(5 * MAX_HASHED_BYTES);
        assert_eq!(of(&long, None), of(&long, None));
        for other in [long.replacen('a', "b", MAX_HASHED_BYTES), format!("{long}a")] {
            assert_ne!(of(&other, None), of(&long, None));
        }
    }
}
