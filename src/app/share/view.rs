//! The sheet that shares what is shown: as a link, a file, Markdown, a frame for another page, a QR code.

use qrcodegen::{QrCode, QrCodeEcc};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{HtmlDialogElement, HtmlElement};
use yew::{Callback, Html, MouseEvent, component, html, use_effect_with, use_memo, use_node_ref};

use crate::app::address::{self, Link};
use crate::app::care::{Caring, Trouble};
use crate::app::outside::copy;
use crate::app::share::Sharing;
use crate::app::share::update::scenario;
use crate::app::store::{Action, Store, Toast};
use crate::app::view::{Props, Same, View, button, on};

/// From so many characters on, something is said about what cuts a link.
const WARNED: [usize; 3] = [1800, 2000, 4000];

/// Phones read codes of links up to so many characters.
const MOST_IN_CODE: usize = 1200;

/// The sheet.
#[component]
pub fn Sheet(props: &Props) -> Html {
    let Props { view, act } = props;
    let (store, said) = (&view.store, view.store.lang.sharing());
    let dialog = use_node_ref();
    let shown = dialog.clone();
    // A modal dialog of the browser's own keeps the focus inside; it goes back to the button when the dialog goes.
    use_effect_with((), move |()| {
        let dialog = shown.cast::<HtmlDialogElement>();
        if let Some(dialog) = &dialog {
            // It is refused only where it is open already.
            let _ = dialog.show_modal();
        }
        move || {
            if let Some(dialog) = dialog {
                dialog.close();
            }
            let opener = gloo::utils::document().get_element_by_id("open-share");
            if let Some(opener) = opener.and_then(|it| it.dyn_into::<HtmlElement>().ok()) {
                // What cannot have the focus leaves it where it is.
                let _ = opener.focus();
            }
        }
    });
    let link = use_link(view);
    html! {
        <dialog ref={dialog} class="gallery share" aria-labelledby="share-title" onclose={on(act, Action::Share(Sharing::Sheet(false)))}>
            <header>
                <h2 id="share-title">{ said.title }</h2>
                <p class="muted" role="status">{ told(store) }</p>
                { button(view.words.close, "icon", html! { "✕" }, on(act, Action::Share(Sharing::Sheet(false)))) }
            </header>
            <div class="ways">
                { if let Some(link) = &*link { ways(view, act, link) } else { html! { <p>{ said.no_room }</p> } } }
                <section>
                    <h3>{ said.file }</h3>
                    <button type="button" class="plain" onclick={on(act, Action::Care(Caring::Save))}>{ said.download }</button>
                </section>
            </div>
        </dialog>
    }
}

/// A link to what is shown. It is made anew only when that changes, and while it plays it stays as it was.
#[yew::hook]
fn use_link(view: &View) -> std::rc::Rc<Option<Link>> {
    let store = &view.store;
    let at = if store.playing { usize::MAX } else { store.at };
    let chosen = (store.pod.clone(), store.node.clone(), store.page, store.beside);
    let run = (Same(store.trace.clone()), store.release, store.presents, store.lang);
    use_memo((at, chosen, run), |_| address::link(store))
}

/// The link, and what is made of it.
fn ways(view: &View, act: &Callback<Action>, link: &Link) -> Html {
    let (store, said) = (&view.store, view.store.lang.sharing());
    let length = link.address.chars().count();
    let warning = match WARNED.iter().filter(|least| length > **least).count() {
        0 => None,
        1 => Some(said.near_2000),
        2 => Some(said.above_2000),
        _ => Some(said.above_4000),
    };
    let about = if scenario(store).is_some() { said.by_name } else { said.whole_text };
    let title = match store.loaded.title.read(store.lang) {
        "" => view.words.untitled,
        title => title,
    };
    html! {
        <>
            <section>
                <h3>{ said.link }</h3>
                <textarea readonly=true rows="2" aria-label={said.link} value={link.address.clone()} />
                <p class="muted">{ format!("{}. {about}", store.lang.characters(length)) }</p>
                if let Some(warning) = warning { <p class="warned">{ warning }</p> }
                <div class="buttons">
                    <button type="button" class="accent" onclick={on(act, Action::Share(Sharing::Copy))}>{ said.copy_link }</button>
                    if can_send() { <button type="button" class="plain" onclick={send(title, &link.address)}>{ said.send }</button> }
                </div>
            </section>
            { code(view, &link.address) }
            { text(view, act, said.markdown, markdown(title, link)) }
            { text(view, act, said.iframe, iframe(title, link)) }
        </>
    }
}

/// Text to copy.
fn text(view: &View, act: &Callback<Action>, name: &'static str, text: String) -> Html {
    let said = view.store.lang.sharing();
    let onclick = {
        let (act, text) = (act.clone(), text.clone());
        Callback::from(move |_: MouseEvent| copy(&act, &text, Toast::Text, None))
    };
    html! {
        <section>
            <h3>{ name }</h3>
            <textarea readonly=true rows="2" aria-label={name} value={text} />
            <button type="button" class="plain" aria-label={format!("{}: {name}", said.copy)} {onclick}>{ said.copy }</button>
        </section>
    }
}

/// What happened to what was to be copied: the page's own notes are behind the sheet.
fn told(store: &Store) -> &'static str {
    let by_hand = store.care.troubles.iter().any(|it| matches!(it, Trouble::ByHand(_)));
    match store.toast {
        Some(Toast::Copied) => store.lang.words().copied,
        Some(Toast::Text) => store.lang.timeline().text_copied,
        Some(Toast::Refused) => store.lang.timeline().refused,
        _ if by_hand => store.lang.timeline().refused,
        _ => "",
    }
}

/// A link with a title, and before it the picture that the build drew, if there is one.
fn markdown(title: &str, link: &Link) -> String {
    let plain: String =
        title.chars().flat_map(|c| matches!(c, '[' | ']' | '\\').then_some('\\').into_iter().chain([c])).collect();
    match &link.picture {
        Some(picture) => format!("[![{plain}]({picture})]({})", link.address),
        None => format!("[{plain}]({})", link.address),
    }
}

/// A frame for another page.
fn iframe(title: &str, link: &Link) -> String {
    let title = title.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
    let address = link.embedded.replace('&', "&amp;");
    format!("<iframe src=\"{address}\" title=\"{title}\" width=\"100%\" height=\"520\" loading=\"lazy\"></iframe>")
}

/// A QR code, where a phone could read it.
fn code(view: &View, link: &str) -> Html {
    let said = view.store.lang.sharing();
    let code = (link.len() <= MOST_IN_CODE).then(|| QrCode::encode_text(link, QrCodeEcc::Low).ok()).flatten();
    let drawing = match code {
        None => html! { <p class="muted">{ said.code_too_long }</p> },
        Some(code) => {
            let size = code.size();
            let dark = (0..size).flat_map(|y| (0..size).map(move |x| (x, y))).filter(|(x, y)| code.get_module(*x, *y));
            let path = dark.fold(String::new(), |path, (x, y)| path + &format!("M{x} {y}h1v1h-1z"));
            // What reads it needs four modules of white around it.
            let area = format!("-4 -4 {0} {0}", size + 8);
            html! { <svg class="code" role="img" aria-label={said.code} viewBox={area}><path d={path} /></svg> }
        }
    };
    html! { <section class="coded"><h3>{ said.code }</h3>{ drawing }</section> }
}

fn method(name: &str) -> Option<js_sys::Function> {
    js_sys::Reflect::get(&gloo::utils::window().navigator(), &name.into()).ok()?.dyn_into().ok()
}

/// Whether the system has a way to send links.
fn can_send() -> bool {
    method("share").is_some()
}

/// Lets the system ask to whom to send the link.
fn send(title: &str, link: &str) -> Callback<MouseEvent> {
    let (title, link) = (title.to_owned(), link.to_owned());
    Callback::from(move |_| {
        let what = js_sys::Object::new();
        // A plain object takes every key.
        for (key, value) in [("title", &title), ("url", &link)] {
            let _ = js_sys::Reflect::set(&what, &key.into(), &JsValue::from_str(value));
        }
        let sent = method("share").and_then(|share| share.call1(&gloo::utils::window().navigator(), &what).ok());
        if let Some(sent) = sent.and_then(|it| it.dyn_into::<js_sys::Promise>().ok()) {
            wasm_bindgen_futures::spawn_local(async move {
                // Whoever changes their mind has sent nothing, and knows it.
                let _ = wasm_bindgen_futures::JsFuture::from(sent).await;
            });
        }
    })
}

/// In the page inside of another: the way to this moment in the whole page.
#[component]
pub fn Away(props: &Props) -> Html {
    let view = &props.view;
    let link = use_link(view);
    let href = link.as_ref().as_ref().map_or_else(|| crate::app::site::address(""), |link| link.address.clone());
    html! { <a class="plain away" {href} target="_blank" rel="noopener">{ view.store.lang.sharing().open_in }{ " ↗" }</a> }
}
