//! Pages of the inspector that come with a part of the program.

use std::rc::Rc;

use yew::{Callback, Html, html};

use crate::inspector::{around, node, pod, tables};
use crate::panes::Page;
use crate::store::Action;
use crate::view::{Props, View};

/// A page.
pub fn page(page: Page, view: &Rc<View>, act: &Callback<Action>) -> Html {
    match page {
        Page::Scores => html! { <tables::Scores ..Props::seeing(tables::SEES, view, act) /> },
        Page::Preemption => html! { <tables::Preemption ..Props::seeing(tables::SEES, view, act) /> },
        Page::Pod => pod::page(view, act),
        Page::Node => node::page(view, act),
        Page::Around => around::page(view, act),
        Page::Now => around::now(view, act),
        Page::Filters | Page::WhatIf | Page::Source | Page::Edit => Html::default(),
    }
}
