//! Modal dialogs of the browser, which keep the focus inside.

use web_sys::HtmlDialogElement;
use yew::{NodeRef, hook, use_effect_with, use_node_ref};

use crate::element::focus_element;

/// A dialog that is open as long as it is mounted. Afterwards, the focus returns to the element with the id `opener`, or without one, to the
/// element that had it before.
#[hook]
pub fn use_modal(opener: Option<&'static str>) -> NodeRef {
    let dialog = use_node_ref();
    let dialog_ref = dialog.clone();
    use_effect_with((), move |()| {
        let before = gloo::utils::document().active_element();
        let dialog = dialog_ref.cast::<HtmlDialogElement>();
        if let Some(dialog) = &dialog {
            // This only fails if the dialog is already open.
            let _ = dialog.show_modal();
        }
        move || {
            if let Some(dialog) = dialog {
                dialog.close();
            }
            let focus_target = opener.map_or(before, |id| gloo::utils::document().get_element_by_id(id));
            if let Some(focus_target) = focus_target {
                focus_element(&focus_target);
            }
        }
    });
    dialog
}
