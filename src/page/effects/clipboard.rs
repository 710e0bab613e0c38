//! Copies text to the clipboard, with a toast about the result.

use page_state::{
    actions::{
        Action,
        recovery::{PageNotice, RecoveryMsg},
    },
    overlays::{OverlayMsg, Toast},
};
use ui::clipboard;
use yew::Callback;

/// Copies a text to the clipboard. If that fails, `by_hand` is shown, if given: a notice with the text to copy.
pub fn copy_text(dispatch: &Callback<Action>, text: &str, success_toast: Toast, by_hand: Option<PageNotice>) {
    let dispatch = dispatch.clone();
    clipboard::copy_text(text, move |is_copied| {
        dispatch.emit(match by_hand {
            _ if is_copied => Action::Overlays(OverlayMsg::SetToast(Some(success_toast))),
            Some(page_notice) => Action::Recovery(RecoveryMsg::AddNotice(page_notice)),
            None => Action::Overlays(OverlayMsg::SetToast(Some(Toast::ClipboardRefused))),
        });
    });
}
