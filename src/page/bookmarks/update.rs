//! What is done with bookmarks, and under which name they are kept.

use crate::run::Run;
use crate::store::Effect;
use crate::wish::Wish;

use super::{Bookmark, Marking};

/// Does it.
pub fn change(marks: &mut Vec<Bookmark>, at: usize, marking: Marking) -> Vec<Wish> {
    let here = marks.iter().position(|mark| mark.at == at);
    match (marking, here) {
        (Marking::Toggle, Some(here)) => {
            marks.remove(here);
        }
        (Marking::Toggle, None) => marks.push(Bookmark { at, name: String::new() }),
        (Marking::Add(name), Some(here)) => marks[here].name = name,
        (Marking::Add(name), None) => marks.push(Bookmark { at, name }),
        (Marking::Rename(index, name), _) => {
            marks.iter_mut().skip(index).take(1).for_each(|mark| mark.name.clone_from(&name));
        }
        (Marking::Remove(index), _) if index < marks.len() => {
            marks.remove(index);
        }
        (Marking::Remove(_), _) => {}
        (Marking::Remembered(kept), _) => {
            *marks = kept;
            return Vec::new();
        }
    }
    marks.sort_by_key(|mark| mark.at);
    vec![Effect::KeepMarks.into()]
}

/// Under which name the bookmarks of a run are kept: they hold for this text under this release only.
pub fn key(run: &Run) -> String {
    let release = run.release.map_or("", |release| release.name());
    // A number stood at the end once: with a zero in its place, what was kept is still found.
    let parts = [run.text.as_bytes(), &[0], release.as_bytes(), &[0], &0_usize.to_le_bytes()];
    // FNV-1a: short, and the same for ever.
    let hash = parts
        .iter()
        .flat_map(|part| part.iter())
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
    format!("schedscope.marks.{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Action, Store};
    use crate::update::reduce;
    use releases::Release;

    fn at(at: usize, bookmarks: Vec<Bookmark>) -> Store {
        let mut store = Store { bookmarks, ..Store::default() };
        store.player.at = at;
        store
    }

    #[test]
    fn bookmarks_come_and_go() {
        let mark = |at, name: &str| Bookmark { at, name: name.into() };
        let cases = [
            (Marking::Toggle, vec![mark(3, "c"), mark(5, ""), mark(8, "h")]),
            (Marking::Add("here".into()), vec![mark(3, "c"), mark(5, "here"), mark(8, "h")]),
            (Marking::Rename(1, "x".into()), vec![mark(3, "c"), mark(8, "x")]),
            (Marking::Rename(7, "x".into()), vec![mark(3, "c"), mark(8, "h")]),
            (Marking::Remove(0), vec![mark(8, "h")]),
            (Marking::Remove(7), vec![mark(3, "c"), mark(8, "h")]),
        ];
        for (marking, wanted) in cases {
            let store = at(5, vec![mark(3, "c"), mark(8, "h")]);
            let (next, effects) = reduce(&store, Action::Bookmarks(marking.clone()));
            assert_eq!((&next.bookmarks, effects), (&wanted, vec![Effect::KeepMarks]), "{marking:?}");
        }
        let store = at(3, vec![mark(3, "c")]);
        assert_eq!(reduce(&store, Action::Bookmarks(Marking::Toggle)).0.bookmarks, []);
    }

    #[test]
    fn each_text_and_release_has_its_own() {
        let of = |text: &str, release| key(&Run { text: text.into(), release, ..Run::default() });
        let keys = [of("a", None), of("b", None), of("a", Some(Release::V1_16)), of("a", Some(Release::V1_20))];
        for (at, one) in keys.iter().enumerate() {
            assert!(keys[..at].iter().all(|other| other != one), "{keys:?}");
        }
        assert_eq!(of("a", None), keys[0]);
    }
}
