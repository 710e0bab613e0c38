//! A link for a class: its address, buttons that copy or save it, and a QR code.

use i18n::{Lang, classroom::words};
use page_state::{actions::Action, overlays::Toast};
use yew::{Callback, Html, MouseEvent, html};

use crate::{
    effects::{clipboard::copy_text, text_link::MAX_LINK_CHARS},
    features::share::qr_code::draw_large_qr_code,
    page_metadata,
};

/// Chat programs may cut off links that are longer than this.
const LONG_LINK_CHARS: usize = 2000;

/// The address of a fragment on this page.
pub(super) fn link_address(fragment: &str) -> String {
    page_metadata::file_address(&format!("#{fragment}"))
}

/// A callback that copies a text.
pub(super) fn on_copy(dispatch: &Callback<Action>, text: String, toast: Toast) -> Callback<MouseEvent> {
    let dispatch = dispatch.clone();
    Callback::from(move |_: MouseEvent| copy_text(&dispatch, &text, toast, None))
}

/// The link with its label and its QR code.
pub(super) fn draw_link_box(
    lang: Lang,
    dispatch: &Callback<Action>,
    fragment: &str,
    [name, hint, code_name]: [&'static str; 3],
) -> Html {
    let labels = words(lang).classroom_labels();
    let address = link_address(fragment);
    let length = address.chars().count();
    if length > MAX_LINK_CHARS {
        return html! { <p class="warned">{ labels.too_long }</p> };
    }
    let code = draw_large_qr_code(&address, code_name, lang);
    html! {
        <div class="link-box">
            <p class="muted">{ format!("{}. {hint}", lang.characters(length)) }</p>
            <textarea readonly=true rows="2" aria-label={name} value={address.clone()} />
            if length > LONG_LINK_CHARS { <p class="warned">{ labels.long_link }</p> }
            <button type="button" class="accent" onclick={on_copy(dispatch, address, Toast::LinkCopied)}>{ labels.copy }</button>
            { code.unwrap_or_else(|| html! { <p class="muted">{ labels.code_too_long }</p> }) }
        </div>
    }
}
