//! The pages of the inspector that are in a chunk.

use std::rc::Rc;

use page_state::{panes::InspectorPage, store::Action};
use yew::{Callback, Html, html};

use crate::{
    features::inspector::{budgets_zones, group, node, pod, tables},
    view::{Props, View},
};

pub fn draw_page(page: InspectorPage, view: &Rc<View>, dispatch: &Callback<Action>) -> Html {
    match page {
        InspectorPage::Scores => html! { <tables::Scores ..Props::with_slices(tables::SLICES, view, dispatch) /> },
        InspectorPage::Preemption => {
            if let Some(preemption) = group::draw_group_preemption(view) {
                return preemption;
            }
            html! { <tables::Preemption ..Props::with_slices(tables::SLICES, view, dispatch) /> }
        }
        InspectorPage::Group => group::draw_groups(view, dispatch),
        InspectorPage::Pod => pod::draw_pod(view, dispatch),
        InspectorPage::Node => node::draw_node(view, dispatch),
        InspectorPage::BudgetsZones => budgets_zones::draw_budgets_zones(view, dispatch),
        InspectorPage::Now => budgets_zones::draw_current_ruling(view, dispatch),
        InspectorPage::Filters | InspectorPage::WhatIf | InspectorPage::Source | InspectorPage::EditForm => {
            Html::default()
        }
    }
}
