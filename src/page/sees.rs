//! What of a view a component looks at. It draws anew when that changes, and only then.
//!
//! A view is made anew for every action, so that two are never the same. But most of what is in it is shared with the one before:
//! whoever looks at the text alone has nothing to draw when the playhead moves. A component names its slices, one bit each; a slice
//! that it forgets is found by the test of `still`, which draws all components before and after actions.

use std::rc::Rc;

use crate::compare::{Branch, Branches};
use crate::run::{Run, alike};
use crate::store::Store;

/// Slices of a view.
pub type Sees = u32;

/// The language.
pub(crate) const LANG: Sees = 1;
/// The theme.
pub(crate) const THEME: Sees = 1 << 1;
/// The run, and how it stands.
pub(crate) const RUN: Sees = 1 << 2;
/// The moment shown, and all that follows from it: the cluster, the attempt, the story.
pub(crate) const MOMENT: Sees = 1 << 3;
/// How the playhead goes.
pub(crate) const PLAYER: Sees = 1 << 4;
/// The chosen pod.
pub const POD: Sees = 1 << 5;
/// The chosen node, budget or zone.
pub const NODE: Sees = 1 << 6;
/// What heights stand for.
pub(crate) const MEASURE: Sees = 1 << 7;
/// The inspector.
pub(crate) const INSPECTOR: Sees = 1 << 8;
/// The console.
pub(crate) const CONSOLE: Sees = 1 << 9;
/// Whether the editor and the lanes are seen, and whether a person presents.
pub const ROOM: Sees = 1 << 10;
/// What else stands in front.
pub(crate) const FRONT: Sees = 1 << 11;
/// The gallery.
pub(crate) const GALLERY: Sees = 1 << 12;
/// What the worker was asked, and what it said.
pub const KNOWN: Sees = 1 << 13;
/// Lessons, predictions, terms.
pub(crate) const COURSE: Sees = 1 << 14;
/// Moments to come back to.
pub(crate) const BOOKMARKS: Sees = 1 << 15;
/// The text, and what is done to it.
pub(crate) const BUILDER: Sees = 1 << 16;
/// What keeps people's work.
pub(crate) const CARE: Sees = 1 << 17;
/// How the parts of the program stand.
pub const PARTS: Sees = 1 << 18;
/// Large files.
pub const READING: Sees = 1 << 19;
/// Links.
pub const SHARE: Sees = 1 << 20;
/// Other runs, and the one beside.
pub(crate) const BRANCHES: Sees = 1 << 21;
/// How the run ends for each pod.
pub const ENDS: Sees = 1 << 22;
/// That it is another view, in whatever.
pub(crate) const OTHER: Sees = 1 << 23;
/// All of it.
pub const ALL: Sees = (OTHER << 1) - 1;

/// The slices in which a state differs from another one, without what follows from it for the moment shown.
pub fn differ(a: &Store, b: &Store) -> Sees {
    let same = [
        (LANG, a.lang == b.lang),
        (THEME, a.theme == b.theme),
        (RUN, run(&a.run, &b.run)),
        (MOMENT, a.player.at == b.player.at),
        (PLAYER, a.player.looks() == b.player.looks()),
        (POD, a.selection.pod == b.selection.pod),
        (NODE, (&a.selection.node, &a.selection.around) == (&b.selection.node, &b.selection.around)),
        (MEASURE, a.selection.measure == b.selection.measure),
        (INSPECTOR, a.inspector == b.inspector),
        (CONSOLE, a.console == b.console),
        (ROOM, room(a) == room(b)),
        (FRONT, a.front == b.front),
        (GALLERY, a.gallery == b.gallery),
        (KNOWN, a.details == b.details && a.answers == b.answers),
        (COURSE, a.course == b.course),
        (BOOKMARKS, a.bookmarks == b.bookmarks),
        (BUILDER, a.builder == b.builder),
        (CARE, a.care == b.care),
        (PARTS, a.parts == b.parts),
        (READING, a.reading == b.reading),
        (SHARE, a.share == b.share),
        (BRANCHES, branches(&a.branches, &b.branches)),
    ];
    same.iter().filter(|(_, same)| !same).fold(0, |all, (slice, _)| all | slice)
}

fn room(store: &Store) -> (bool, bool, bool) {
    (store.front.editor, store.front.lanes, store.front.presents)
}

fn run(a: &Run, b: &Run) -> bool {
    (a.number, a.release, a.status, a.stale) == (b.number, b.release, b.status, b.stale)
        && Rc::ptr_eq(&a.trace, &b.trace)
        && Rc::ptr_eq(&a.loaded, &b.loaded)
        && Rc::ptr_eq(&a.problems, &b.problems)
        && alike(&a.text, &b.text)
}

fn branches(a: &Branches, b: &Branches) -> bool {
    let same = |(a, b): (&Branch, &Branch)| a.at == b.at && Rc::ptr_eq(&a.trace, &b.trace);
    (a.shown, a.beside, a.all.len()) == (b.shown, b.beside, b.all.len()) && a.all.iter().zip(&b.all).all(same)
}
