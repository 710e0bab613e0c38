//! The pages of the inspector, and the questions about a pod, a node or the run with their answers.
//!
//! The table of the pages is in `page_state/panels.rs`; `view` draws the tabs, and [`draw_page`] selects the view of a page in the
//! chunk `Study`.

pub mod activity;
pub mod budgets_zones;
pub mod capacity;
pub mod device_search;
pub mod group;
pub mod node;
pub mod object_history;
pub mod pod;
pub mod questions;
pub mod remedies;
pub mod source;
pub mod tables;
pub mod view;

use std::rc::Rc;

use page_state::{actions::Action, panels::InspectorPage};
use yew::{Callback, Html, html};

use crate::{
    features::{comparison::what_if, field::panel, river::moments},
    view::{Props, View},
};

/// A page that the chunk `Study` draws; of the page `Now`, what it adds to it.
pub fn draw_page(page: InspectorPage, view: &Rc<View>, dispatch: &Callback<Action>) -> Html {
    match page {
        InspectorPage::Filters => html! {
            <>
                <tables::Filters ..Props::with_slices(tables::SLICES, view, dispatch) />
                { device_search::draw_searches(view) }
            </>
        },
        InspectorPage::Scores => html! { <tables::Scores ..Props::with_slices(tables::SLICES, view, dispatch) /> },
        InspectorPage::Preemption => group::draw_group_preemption(view)
            .unwrap_or_else(|| html! { <tables::Preemption ..Props::with_slices(tables::SLICES, view, dispatch) /> }),
        InspectorPage::Group => group::draw_groups(view, dispatch),
        InspectorPage::Pod => pod::draw_pod(view, dispatch),
        InspectorPage::Node => node::draw_node(view, dispatch),
        InspectorPage::BudgetsZones => budgets_zones::draw_budgets_zones(view, dispatch),
        InspectorPage::Now => budgets_zones::draw_current_ruling(view, dispatch),
        InspectorPage::WhatIf => html! {
            <>{ questions::draw_run_questions(view, dispatch) }{ what_if::draw_what_if(view, dispatch) }</>
        },
        InspectorPage::Field => panel::draw_field_page(view, dispatch),
        InspectorPage::River => moments::draw_river_page(view, dispatch),
        InspectorPage::Source => source::draw_source(view, dispatch),
        InspectorPage::EditForm => Html::default(),
    }
}
