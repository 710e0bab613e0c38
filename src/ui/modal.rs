//! Modal dialogs of the browser, which keep the focus inside.

use web_sys::HtmlDialogElement;
use yew::{NodeRef, hook, use_effect_with, use_node_ref};

use crate::element::focus_element;

/// A dialog that is open for as long as it is drawn. Then the focus goes back to the element of this id; without one, to what had it before.
#[hook]
pub fn use_modal(opener: Option<&'static str>) -> NodeRef {
    let dialog = use_node_ref();
    let dialog_ref = dialog.clone();
    use_effect_with((), move |()| {
        let before = gloo::utils::document().active_element();
        let dialog = dialog_ref.cast::<HtmlDialogElement>();
        if let Some(dialog) = &dialog {
            // It is refused only where it is open already.
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
