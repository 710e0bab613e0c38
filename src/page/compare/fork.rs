//! The line above the stage of a fork.

use yew::{Callback, Html, html};

use crate::acts::Branching;
use crate::compare::branches;
use crate::store::Action;
use crate::view::{View, on};

/// What was done in the fork that is shown, how what it changed is marked, and the way back to the run that it left.
pub fn line(view: &View, act: &Callback<Action>) -> Html {
    let (store, words) = (&view.store, view.words);
    let Some((here, _)) = branches::fork(store) else { return Html::default() };
    let told = format!("{}: {}", words.page_whatif, here.label);
    html! {
        <p class="fork"><span class="what" title={told.clone()}>{ told }</span><span class="unlike-is" title={words.unlike_is}>{ words.differs }</span>
            <button type="button" class="plain" onclick={on(act, Action::Branches(Branching::Back))}>{ words.way_back }</button></p>
    }
}
