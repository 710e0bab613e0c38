//! The frame of the share dialog.

use page_state::{
    actions::{Action, recovery::PageNotice, share::ShareMsg},
    overlays::Toast,
    store::Store,
};
use ui::{callback::on_action, element::draw_button, modal::use_modal};
use yew::{Html, component, html};

use crate::{features::share::share_options, view::Props};

/// The share dialog, whose content is in a chunk.
#[component]
pub fn ShareSheet(props: &Props) -> Html {
    let Props { view, dispatch, .. } = props;
    let (store, share) = (&view.store, view.store.lang.share_labels());
    let dialog = use_modal(Some("open-share"));
    html! {
        <dialog ref={dialog} class="gallery share" aria-labelledby="share-title" onclose={on_action(dispatch, Action::Share(ShareMsg::SetSheetOpen(false)))}>
            <header>
                <h2 id="share-title">{ share.title }</h2>
                <p class="muted" role="status">{ copy_result(store) }</p>
                { draw_button(view.words.close, "icon", html! { "✕" }, on_action(dispatch, Action::Share(ShareMsg::SetSheetOpen(false)))) }
            </header>
            { share_options::draw_share_options(view, dispatch) }
        </dialog>
    }
}

/// The result of copying: the page's own toasts are hidden behind the dialog.
fn copy_result(store: &Store) -> &'static str {
    let by_hand = store.recovery.notices.iter().any(|notice| matches!(notice, PageNotice::CopyByHand(_)));
    match store.overlays.toast {
        Some(Toast::LinkCopied) => store.lang.page_labels().copied,
        Some(Toast::TextCopied) => store.lang.timeline_labels().text_copied,
        Some(Toast::PictureUnsupported) => store.lang.share_labels().no_picture,
        Some(Toast::NoNamesReplaced) => store.lang.share_labels().no_names,
        Some(Toast::ClipboardRefused) => store.lang.timeline_labels().refused,
        _ if by_hand => store.lang.timeline_labels().refused,
        _ => "",
    }
}
