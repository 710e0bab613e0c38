//! The pages of the inspector that come with a chunk.

use std::rc::Rc;

use yew::{Callback, Html, html};

use crate::{
    inspector::{budgets_zones, node, pod, tables},
    panes::InspectorPage,
    store::Action,
    view::{Props, View},
};

/// A page.
pub fn draw_page(page: InspectorPage, view: &Rc<View>, act: &Callback<Action>) -> Html {
    match page {
        InspectorPage::Scores => html! { <tables::Scores ..Props::with_slices(tables::SLICES, view, act) /> },
        InspectorPage::Preemption => html! { <tables::Preemption ..Props::with_slices(tables::SLICES, view, act) /> },
        InspectorPage::Pod => pod::draw_pod(view, act),
        InspectorPage::Node => node::draw_node(view, act),
        InspectorPage::BudgetsZones => budgets_zones::draw_budgets_zones(view, act),
        InspectorPage::Now => budgets_zones::draw_current_ruling(view, act),
        InspectorPage::Filters | InspectorPage::WhatIf | InspectorPage::Source | InspectorPage::EditForm => {
            Html::default()
        }
    }
}
