//! The user's data that the browser stores, and how to export or delete it.

use page_state::actions::{Action, recovery::RecoveryMsg};
use ui::{callback::on_action, element::draw_button};
use yew::{Callback, Html, html};

use crate::view::View;

/// Everything that is stored, with buttons to save, open and delete it.
pub fn draw_device_data(
    view: &View,
    dispatch: &Callback<Action>,
    is_confirmed: bool,
    on_ask: Callback<web_sys::MouseEvent>,
) -> Html {
    let store = &view.store;
    let labels = store.lang.notice_labels();
    let draft = |draft: &page_state::actions::recovery::DraftInfo| {
        let (open_draft, forget) =
            (RecoveryMsg::OpenDraft(draft.tab.clone()), RecoveryMsg::ForgetDraft(draft.tab.clone()));
        let remove = store.lang.delete_draft(&draft.first_line);
        html! {
            <li key={draft.tab.to_string()}>
                <button type="button" class="line" onclick={on_action(dispatch, Action::Recovery(open_draft))}>{ store.lang.draft_title(&draft.first_line, draft.bytes) }</button>
                { draw_button(&remove, "icon", html! { "×" }, on_action(dispatch, Action::Recovery(forget))) }
            </li>
        }
    };
    let forget = if is_confirmed { on_action(dispatch, Action::Recovery(RecoveryMsg::ForgetAll)) } else { on_ask };
    html! {
        <>
            if !store.recovery.autosave.drafts.is_empty() {
                <h3>{ labels.drafts }</h3>
                <ul class="drafts">{ for store.recovery.autosave.drafts.iter().map(draft) }</ul>
            }
            <div class="acts">
                <button type="button" class="plain" onclick={on_action(dispatch, Action::Recovery(RecoveryMsg::ExportAll))}>{ labels.save_all }</button>
                <button type="button" class="plain" onclick={forget}>{ if is_confirmed { labels.forget_sure } else { labels.forget_all } }</button>
            </div>
        </>
    }
}
