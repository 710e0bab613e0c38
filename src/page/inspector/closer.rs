//! When something is seen that comes with the part `inspecting`.

use crate::panes::Page;
use crate::store::Store;
use trace::steps::Step;

/// Whether something is seen that comes with the part `inspecting`.
pub(crate) fn is_seen(store: &Store) -> bool {
    let page = || match store.inspector.page {
        Page::Scores | Page::Preemption | Page::Pod | Page::Node | Page::Around | Page::WhatIf => true,
        Page::Now => store.moment().is_some_and(|moment| of_decision(moment.step)),
        Page::Filters | Page::Source | Page::Edit => false,
    };
    !store.front.presents && (store.console.open || !store.inspector.folded && page())
        || store.branches.beside.is_some()
}

/// Whether a step is one behind the filters.
fn of_decision(step: Step) -> bool {
    let before = matches!(step, Step::Start | Step::Event | Step::Point(_) | Step::PreFilter);
    !before && !matches!(step, Step::FirstPass(_) | Step::Filter(_) | Step::ExtenderFilter(_))
}
