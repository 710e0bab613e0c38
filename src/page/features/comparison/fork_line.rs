//! The line above the stage that names the fork.

use page_state::{
    actions::{Action, comparison::BranchMsg},
    selectors::branch_comparison,
};
use ui::callback::on_action;
use yew::{Callback, Html, html};

use crate::view::View;

/// What was changed in the current fork, the legend of its marks, and a button back to the original run.
pub fn draw_fork_line(view: &View, dispatch: &Callback<Action>) -> Html {
    let (store, labels) = (&view.store, view.words);
    let Some((branch, _)) = branch_comparison::current_fork(store) else { return Html::default() };
    let text = format!("{}: {}", labels.page_whatif, branch.label);
    html! {
        <p class="fork"><span class="what" title={text.clone()}>{ text }</span><span class="unlike-is" title={labels.unlike_is}>{ labels.differs }</span>
            <button type="button" class="plain" onclick={on_action(dispatch, Action::Branches(BranchMsg::ReturnToOriginal))}>{ labels.way_back }</button></p>
    }
}
