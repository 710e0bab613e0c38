//! Links as QR codes, and enlarged to the size of the window.

use i18n::Lang;
use qrcodegen::{QrCode, QrCodeEcc};
use ui::modal::use_modal;
use yew::{Callback, Event, Html, KeyboardEvent, MouseEvent, Properties, component, html, use_state};

/// The maximum length, in characters, of a link whose QR code phones can read.
const MAX_CODE_CHARS: usize = 1200;

/// The QR code of a link; `None` if phones could not read it.
pub fn draw_qr_code(link: &str, name: &'static str) -> Option<Html> {
    let code = (link.len() <= MAX_CODE_CHARS).then(|| QrCode::encode_text(link, QrCodeEcc::Low).ok()).flatten()?;
    let size = code.size();
    let dark = (0..size).flat_map(|y| (0..size).map(move |x| (x, y))).filter(|(x, y)| code.get_module(*x, *y));
    let path = dark.fold(String::new(), |path, (x, y)| path + &format!("M{x} {y}h1v1h-1z"));
    // Readers need a white margin of four modules.
    let area = format!("-4 -4 {0} {0}", size + 8);
    Some(html! { <svg class="code" role="img" aria-label={name} viewBox={area}><path d={path} /></svg> })
}

/// The QR code as a button that enlarges it to the size of the window, so that it can be scanned from the last row of a room.
pub fn draw_large_qr_code(link: &str, name: &'static str, lang: Lang) -> Option<Html> {
    let drawing = draw_qr_code(link, name)?;
    Some(html! { <QrCodeButton {drawing} {name} {lang} /> })
}

#[derive(Clone, PartialEq, Properties)]
struct QrCodeProps {
    drawing: Html,
    name: &'static str,
    lang: Lang,
    /// Closes the enlarged code.
    #[prop_or_default]
    on_close: Callback<()>,
}

#[component]
fn QrCodeButton(props: &QrCodeProps) -> Html {
    let is_large = use_state(|| false);
    let on_enlarge = {
        let is_large = is_large.clone();
        Callback::from(move |_: MouseEvent| is_large.set(true))
    };
    let on_close = {
        let is_large = is_large.clone();
        Callback::from(move |()| is_large.set(false))
    };
    let hint = props.lang.share_labels().enlarge_code;
    html! {
        <>
            <button type="button" class="qr-button" aria-haspopup="dialog" aria-label={format!("{}: {hint}", props.name)} title={hint} onclick={on_enlarge}>{ props.drawing.clone() }</button>
            if *is_large { <LargeQrCode {on_close} ..props.clone() /> }
        </>
    }
}

/// The code alone. Escape, Enter and a click anywhere close it and return the focus.
#[component]
fn LargeQrCode(props: &QrCodeProps) -> Html {
    let dialog = use_modal(None);
    let on_close = props.on_close.reform(|_: Event| ());
    let on_click = {
        let on_close = props.on_close.clone();
        Callback::from(move |event: MouseEvent| {
            // The click must not reach what is behind.
            event.stop_propagation();
            on_close.emit(());
        })
    };
    let on_key = {
        let on_close = props.on_close.clone();
        Callback::from(move |event: KeyboardEvent| {
            // The sheet behind stays open.
            if event.key() == "Escape" {
                event.prevent_default();
                event.stop_propagation();
                on_close.emit(());
            }
        })
    };
    let hint = props.lang.share_labels().shrink_code;
    html! {
        <dialog ref={dialog} class="qr-large" aria-label={props.name} onclose={on_close} onclick={on_click} onkeydown={on_key}>
            <button type="button" aria-label={hint} title={hint}>{ props.drawing.clone() }</button>
        </dialog>
    }
}
