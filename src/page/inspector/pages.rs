//! Pages of the inspector that come with a part of the program.

use std::rc::Rc;

use yew::{Callback, Html, html};

use crate::inspector::{node, pod, tables};
use crate::panes::Page;
use crate::store::Action;
use crate::view::View;

/// A page.
pub fn page(page: Page, view: &Rc<View>, act: &Callback<Action>) -> Html {
    match page {
        Page::Scores => html! { <tables::Scores view={view.clone()} act={act.clone()} /> },
        Page::Preemption => html! { <tables::Preemption view={view.clone()} act={act.clone()} /> },
        Page::Pod => pod::page(view, act),
        Page::Node => node::page(view, act),
        Page::Now | Page::Filters | Page::WhatIf | Page::Source | Page::Edit => Html::default(),
    }
}
