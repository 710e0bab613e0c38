//! What the browser keeps of a person, and how to take it along or forget it.

use yew::{Callback, Html, html};

use super::Caring;
use crate::store::Action;
use crate::view::{View, button, on};

/// Everything that is kept here: to save, to open, to forget.
pub fn keeping(view: &View, act: &Callback<Action>, sure: bool, ask: Callback<web_sys::MouseEvent>) -> Html {
    let store = &view.store;
    let care = store.lang.care();
    let draft = |draft: &super::Draft| {
        let (open, forget) = (Caring::OpenDraft(draft.tab.clone()), Caring::ForgetDraft(draft.tab.clone()));
        let remove = store.lang.delete_draft(&draft.first);
        html! {
            <li key={draft.tab.to_string()}>
                <button type="button" class="line" onclick={on(act, Action::Care(open))}>{ store.lang.draft_named(&draft.first, draft.bytes) }</button>
                { button(&remove, "icon", html! { "×" }, on(act, Action::Care(forget))) }
            </li>
        }
    };
    let forget = if sure { on(act, Action::Care(Caring::ForgetAll)) } else { ask };
    html! {
        <>
            if !store.care.drafts.is_empty() {
                <h3>{ care.drafts }</h3>
                <ul class="drafts">{ for store.care.drafts.iter().map(draft) }</ul>
            }
            <div class="acts">
                <button type="button" class="plain" onclick={on(act, Action::Care(Caring::SaveAll))}>{ care.save_all }</button>
                <button type="button" class="plain" onclick={forget}>{ if sure { care.forget_sure } else { care.forget_all } }</button>
            </div>
        </>
    }
}
