//! Dirty slices: the parts of a view that a component depends on, so that it is redrawn only when one of them changes.
//!
//! A view is rebuilt for every action, so two views are never identical. But they share most of their data: a component that only depends on the
//! manifest need not be redrawn when the playhead moves. A component lists its slices, one bit each; `redraw_tests` finds slices that are missing,
//! by drawing all components before and after actions.

use page_state::{
    comparison::{Branch, BranchList},
    overlays::Overlays,
    run::{RunState, is_same_text},
    store::Store,
};
use std::rc::Rc;

/// A set of slices, one bit each.
pub type Slices = u32;

pub(crate) const LANG: Slices = 1;
pub(crate) const THEME: Slices = 1 << 1;
/// The run and its status.
pub(crate) const RUN: Slices = 1 << 2;
/// The current moment and everything that follows from it: the cluster, the attempt, the narrator's text.
pub(crate) const MOMENT: Slices = 1 << 3;
/// The playback of the player.
pub(crate) const PLAYER: Slices = 1 << 4;
/// The selected pod.
pub const POD: Slices = 1 << 5;
/// The selected node, budget or zone.
pub const NODE: Slices = 1 << 6;
/// What bar heights show.
pub(crate) const MEASURE: Slices = 1 << 7;
pub(crate) const INSPECTOR: Slices = 1 << 8;
pub(crate) const CONSOLE: Slices = 1 << 9;
/// Whether the editor and the lanes are open, and whether the page presents.
pub const LAYOUT: Slices = 1 << 10;
/// Overlays other than those in `LAYOUT`.
pub(crate) const OVERLAYS: Slices = 1 << 11;
pub(crate) const GALLERY: Slices = 1 << 12;
/// Questions to the worker, and its answers.
pub const CACHE: Slices = 1 << 13;
/// Lessons, predictions, terms.
pub(crate) const LESSON: Slices = 1 << 14;
pub(crate) const BOOKMARKS: Slices = 1 << 15;
/// The manifest in the builder, and its editing state.
pub(crate) const BUILDER: Slices = 1 << 16;
/// Autosave and crash recovery.
pub(crate) const RECOVERY: Slices = 1 << 17;
/// The load states of chunks.
pub const CHUNKS: Slices = 1 << 18;
/// The import of large files.
pub const IMPORT: Slices = 1 << 19;
/// Links.
pub const SHARE: Slices = 1 << 20;
/// The other branches, and the compared one.
pub(crate) const BRANCHES: Slices = 1 << 21;
/// How the run ends for each pod.
pub const POD_ENDS: Slices = 1 << 22;
/// Lesson drafts, courses, results.
pub(crate) const CLASSROOM: Slices = 1 << 23;
/// Whether the view itself differs, in anything that no other slice covers.
pub(crate) const OTHER: Slices = 1 << 24;
/// All slices.
pub const ALL: Slices = (OTHER << 1) - 1;

/// The slices in which two states differ, without what follows from them for the current moment.
pub fn changed_slices(a: &Store, b: &Store) -> Slices {
    let unchanged_slices = [
        (LANG, a.lang == b.lang),
        (THEME, a.theme == b.theme),
        (RUN, is_same_run(&a.run, &b.run)),
        (MOMENT, a.player.moment == b.player.moment),
        (PLAYER, a.player.visible_state() == b.player.visible_state()),
        (POD, a.selection.pod == b.selection.pod),
        (NODE, (&a.selection.node, &a.selection.guardrail) == (&b.selection.node, &b.selection.guardrail)),
        (MEASURE, a.selection.measure == b.selection.measure),
        (INSPECTOR, a.inspector == b.inspector),
        (CONSOLE, a.console == b.console),
        (LAYOUT, layout_of(a) == layout_of(b)),
        (OVERLAYS, a.overlays == b.overlays),
        (GALLERY, a.gallery == b.gallery),
        (CACHE, a.detail_cache == b.detail_cache && a.answer_cache == b.answer_cache),
        (LESSON, a.lesson == b.lesson),
        (BOOKMARKS, a.bookmarks == b.bookmarks),
        (BUILDER, a.builder == b.builder),
        (RECOVERY, a.recovery == b.recovery),
        (CHUNKS, a.chunks == b.chunks),
        (IMPORT, a.import == b.import),
        (SHARE, a.share == b.share),
        (CLASSROOM, a.classroom == b.classroom),
        (BRANCHES, is_same_branches(&a.branches, &b.branches)),
    ];
    unchanged_slices.iter().filter(|(_, is_same)| !is_same).fold(0, |all, (slice, _)| all | slice)
}

fn layout_of(store: &Store) -> [bool; 4] {
    let Overlays { is_editor_open, has_lanes_open, is_group_sheet_open, is_presenting, .. } = store.overlays;
    [is_editor_open, has_lanes_open, is_group_sheet_open, is_presenting]
}

fn is_same_run(a: &RunState, b: &RunState) -> bool {
    (a.number, a.release, a.status, a.is_stale) == (b.number, b.release, b.status, b.is_stale)
        && Rc::ptr_eq(&a.view, &b.view)
        && Rc::ptr_eq(&a.manifest_summary, &b.manifest_summary)
        && a.problems.is_same(&b.problems)
        && is_same_text(&a.text, &b.text)
}

fn is_same_branches(a: &BranchList, b: &BranchList) -> bool {
    let is_same_branch = |(a, b): (&Branch, &Branch)| a.moment == b.moment && Rc::ptr_eq(&a.view, &b.view);
    (a.current, a.compared, a.branches.len()) == (b.current, b.compared, b.branches.len())
        && a.branches.iter().zip(&b.branches).all(is_same_branch)
}
