//! When the inspector or the console shows something that comes with the chunk `Study`.

use trace::steps::Step;

use crate::{panes::InspectorPage, store::Store};

/// Whether the inspector or the console shows something that comes with the chunk `Study`.
pub fn is_inspecting_needed(store: &Store) -> bool {
    let page = || match store.inspector.page {
        InspectorPage::Scores
        | InspectorPage::Preemption
        | InspectorPage::Group
        | InspectorPage::Pod
        | InspectorPage::Node
        | InspectorPage::BudgetsZones
        | InspectorPage::WhatIf => true,
        InspectorPage::Now => store.moment().is_some_and(|moment| is_after_filters(moment.step)),
        InspectorPage::Filters | InspectorPage::Source | InspectorPage::EditForm => false,
    };
    !store.overlays.is_presenting && (store.console.is_open || !store.inspector.is_folded && page())
        || store.branches.compared.is_some()
}

/// Whether a step is one behind the filters.
fn is_after_filters(step: Step) -> bool {
    let before = matches!(step, Step::Start | Step::Event | Step::Point(_) | Step::Group(_) | Step::PreFilter);
    !before && !matches!(step, Step::FirstPass(_) | Step::Filter(_) | Step::ExtenderFilter(_))
}
