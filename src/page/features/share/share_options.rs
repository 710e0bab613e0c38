//! The content of the share dialog: a link, a file, Markdown, an iframe, and a QR code.

use std::rc::Rc;

use i18n::{export, live_cluster};
use manifest::is_from_cluster;
use page_state::{
    actions::{
        Action, EditingAction,
        recovery::RecoveryMsg,
        share::{ExportMsg, ShareMsg},
    },
    overlays::{OverlayMsg, Toast},
};
use protocol::Export;
use ui::{
    callback::on_action,
    download::{save_blob, save_text},
    svg_capture,
};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use yew::{Callback, Html, MouseEvent, component, html};

use crate::{
    effects::{address::Link, clipboard::copy_text},
    features::share::{
        embed_exit::{use_present_link, use_quiz_link, use_share_link},
        handout,
        qr_code::draw_large_qr_code,
    },
    view::{Props, View},
};

/// Link lengths, in characters, beyond which a note says what may cut them off.
const LINK_LENGTH_LIMITS: [usize; 3] = [1800, 2000, 4000];

/// The contents of the dialog.
pub fn draw_share_options(view: &Rc<View>, dispatch: &Callback<Action>) -> Html {
    html! { <ShareOptions view={view.clone()} dispatch={dispatch.clone()} /> }
}

#[component]
fn ShareOptions(props: &Props) -> Html {
    let Props { view, dispatch, .. } = props;
    let share = view.store.lang.share_labels();
    let is_custom_lesson = view.store.lesson.current.as_ref().is_some_and(|progress| progress.custom_source.is_some());
    let (link, quiz, present) = (use_share_link(view), use_quiz_link(view), use_present_link(view));
    let exports = export::words(view.store.lang).export_labels();
    html! {
        <div class="ways">
            if is_from_cluster(&view.store.builder.text) {
                <section>
                    <p class="warned">{ live_cluster::words(view.store.lang).cluster_labels().share_hint }</p>
                    { draw_pseudonym_button(view, dispatch) }
                </section>
            }
            { if let Some(link) = &*link { draw_link_forms(view, dispatch, link) } else { html! { <p>{ if is_custom_lesson { share.own_lesson } else { share.no_room } }</p> } } }
            if let Some(present) = &*present { { draw_copyable(view, dispatch, exports.present, Some(exports.present_hint), present.address.clone()) } }
            if let Some(quiz) = &*quiz { { draw_copyable(view, dispatch, share.quiz, Some(share.quiz_hint), quiz.address.clone()) } }
            <section>
                <h3>{ share.file }</h3>
                <button type="button" class="plain" onclick={on_action(dispatch, Action::Recovery(RecoveryMsg::SaveText))}>{ if is_custom_lesson { share.download_lesson } else { share.download } }</button>
            </section>
            { draw_file_buttons(view, dispatch) }
        </div>
    }
}

/// The selector of the timeline.
const TIMELINE_SELECTOR: &str = "#player .timeline";

/// Buttons that export files and save pictures of the view.
fn draw_file_buttons(view: &View, dispatch: &Callback<Action>) -> Html {
    let exports = export::words(view.store.lang).export_labels();
    let files = [(exports.cluster, Export::Cluster), (exports.kwok, Export::Kwok), (exports.trace, Export::Trace)];
    let button = |(name, export): (&'static str, Export)| {
        let onclick = on_action(dispatch, Action::Share(ShareMsg::RequestExport(export)));
        html! { <button type="button" class="plain" {onclick}>{ name }</button> }
    };
    let pictures = [
        (exports.stage_svg, "#stage", "stage.svg", false),
        (exports.stage_png, "#stage", "stage.png", true),
        (exports.score_svg, TIMELINE_SELECTOR, "timeline.svg", false),
        (exports.score_png, TIMELINE_SELECTOR, "timeline.png", true),
    ];
    let lanes = view.store.overlays.has_lanes_open;
    let title = view.story.title.clone();
    let picture = |(name, selector, file, is_png): (&'static str, &'static str, &'static str, bool)| {
        let (dispatch, title) = (dispatch.clone(), title.clone());
        // The lanes of the timeline are opened while they are captured.
        let opens_lanes = selector == TIMELINE_SELECTOR && !lanes;
        let onclick =
            Callback::from(move |_: MouseEvent| save_picture(&dispatch, selector, file, is_png, opens_lanes, &title));
        html! { <button type="button" class="plain" {onclick}>{ name }</button> }
    };
    html! {
        <section>
            <h3>{ exports.take_away }</h3>
            <div class="buttons">
                { for files.map(button) }
                { handout::draw_button(&view.store, dispatch) }
                <button type="button" class="plain" onclick={on_action(dispatch, EditingAction::Export(ExportMsg::StartMarkdown).into())}>{ exports.story }</button>
                { for pictures.map(picture) }
            </div>
            <h3>{ exports.names }</h3>
            <p class="muted">{ exports.names_hint }</p>
            { draw_pseudonym_button(view, dispatch) }
        </section>
    }
}

/// The button that replaces names by pseudonyms.
fn draw_pseudonym_button(view: &View, dispatch: &Callback<Action>) -> Html {
    let onclick = on_action(dispatch, Action::Share(ShareMsg::RequestExport(Export::Names)));
    let name = export::words(view.store.lang).export_labels().replace_names;
    html! { <button type="button" class="plain" {onclick}>{ name }</button> }
}

/// Saves a picture of a part of the page.
fn save_picture(
    dispatch: &Callback<Action>,
    selector: &'static str,
    file: &'static str,
    is_png: bool,
    opens_lanes: bool,
    title: &str,
) {
    let (dispatch, title) = (dispatch.clone(), title.to_owned());
    spawn_local(async move {
        if opens_lanes {
            dispatch.emit(Action::Overlays(OverlayMsg::SetLanesOpen(true)));
            next_frame().await;
        }
        let saved = match gloo::utils::document().query_selector(selector) {
            Ok(Some(element)) => capture_and_save(&element, file, is_png, &title).await,
            _ => Err(JsValue::NULL),
        };
        if opens_lanes {
            dispatch.emit(Action::Overlays(OverlayMsg::SetLanesOpen(false)));
        }
        if saved.is_err() {
            dispatch.emit(Action::Overlays(OverlayMsg::SetToast(Some(Toast::PictureUnsupported))));
        }
    });
}

/// Waits until the requested view is drawn.
async fn next_frame() {
    let frame = js_sys::Promise::new(&mut |done, _| {
        // If no frames are drawn, it continues at once.
        if gloo::utils::window().request_animation_frame(&done).is_err() {
            let _ = done.call0(&JsValue::NULL);
        }
    });
    let _ = JsFuture::from(frame).await;
}

async fn capture_and_save(element: &web_sys::Element, file: &str, is_png: bool, title: &str) -> Result<(), JsValue> {
    let svg = svg_capture::capture_svg(element, title)?;
    if is_png {
        return save_blob(&svg_capture::render_png(&svg).await?, file);
    }
    save_text(&svg, file);
    Ok(())
}

/// The link as text, Markdown, iframe and QR code.
fn draw_link_forms(view: &View, dispatch: &Callback<Action>, link: &Link) -> Html {
    let (store, share) = (&view.store, view.store.lang.share_labels());
    let length = link.address.chars().count();
    let warning = match LINK_LENGTH_LIMITS.iter().filter(|least| length > **least).count() {
        0 => None,
        1 => Some(share.near_2000),
        2 => Some(share.above_2000),
        _ => Some(share.above_4000),
    };
    let is_custom_lesson = store.lesson.current.as_ref().is_some_and(|progress| progress.custom_source.is_some());
    let about = if is_custom_lesson {
        i18n::classroom::words(store.lang).classroom_labels().link_hint
    } else if store.gallery.unchanged_scenario(&store.run.text).is_some() {
        share.by_name
    } else {
        share.whole_text
    };
    let title = view.title();
    html! {
        <>
            <section>
                <h3>{ share.link }</h3>
                <textarea readonly=true rows="2" aria-label={share.link} value={link.address.clone()} />
                <p class="muted">{ format!("{}. {about}", store.lang.characters(length)) }</p>
                if let Some(warning) = warning { <p class="warned">{ warning }</p> }
                <div class="buttons">
                    <button type="button" class="accent" onclick={on_action(dispatch, Action::Share(ShareMsg::CopyLink))}>{ share.copy_link }</button>
                    if can_share() { <button type="button" class="plain" onclick={on_share(title, &link.address)}>{ share.send }</button> }
                </div>
            </section>
            { draw_code(view, &link.address) }
            { draw_copyable(view, dispatch, share.markdown, None, link_as_markdown(title, link)) }
            { draw_copyable(view, dispatch, share.iframe, None, link_as_iframe(title, link)) }
        </>
    }
}

/// A text that can be copied, with its purpose.
fn draw_copyable(
    view: &View,
    dispatch: &Callback<Action>,
    name: &'static str,
    hint: Option<&'static str>,
    text: String,
) -> Html {
    let share = view.store.lang.share_labels();
    let onclick = {
        let (dispatch, text) = (dispatch.clone(), text.clone());
        Callback::from(move |_: MouseEvent| copy_text(&dispatch, &text, Toast::TextCopied, None))
    };
    html! {
        <section>
            <h3>{ name }</h3>
            if let Some(hint) = hint { <p class="muted">{ hint }</p> }
            <textarea readonly=true rows="2" aria-label={name} value={text} />
            <button type="button" class="plain" aria-label={format!("{}: {name}", share.copy)} {onclick}>{ share.copy }</button>
        </section>
    }
}

/// A Markdown link with a title, preceded by the prerendered picture, if there is one.
fn link_as_markdown(title: &str, link: &Link) -> String {
    let plain: String =
        title.chars().flat_map(|c| matches!(c, '[' | ']' | '\\').then_some('\\').into_iter().chain([c])).collect();
    match &link.picture {
        Some(picture) => format!("[![{plain}]({picture})]({})", link.address),
        None => format!("[{plain}]({})", link.address),
    }
}

/// An iframe for another page.
fn link_as_iframe(title: &str, link: &Link) -> String {
    let title = title.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
    let address = link.embed_address.replace('&', "&amp;");
    format!("<iframe src=\"{address}\" title=\"{title}\" width=\"100%\" height=\"520\" loading=\"lazy\"></iframe>")
}

/// The QR code of the current quiz, for an audience.
pub(crate) fn draw_quiz_code(view: &Rc<View>, dispatch: &Callback<Action>) -> Html {
    html! { <QuizCode view={view.clone()} dispatch={dispatch.clone()} /> }
}

#[component]
fn QuizCode(props: &Props) -> Html {
    let quiz = use_quiz_link(&props.view);
    quiz.as_ref().as_ref().map_or_else(Html::default, |quiz| draw_code(&props.view, &quiz.address))
}

/// A QR code, if a phone could read it.
fn draw_code(view: &View, link: &str) -> Html {
    let share = view.store.lang.share_labels();
    let drawing = draw_large_qr_code(link, share.code, view.store.lang)
        .unwrap_or_else(|| html! { <p class="muted">{ share.code_too_long }</p> });
    html! { <section class="coded"><h3>{ share.code }</h3>{ drawing }</section> }
}

fn navigator_method(name: &str) -> Option<js_sys::Function> {
    js_sys::Reflect::get(&gloo::utils::window().navigator(), &name.into()).ok()?.dyn_into().ok()
}

/// Whether the system can share links.
fn can_share() -> bool {
    navigator_method("share").is_some()
}

/// Opens the system's dialog for sharing the link.
fn on_share(title: &str, link: &str) -> Callback<MouseEvent> {
    let (title, link) = (title.to_owned(), link.to_owned());
    Callback::from(move |_| {
        let what = js_sys::Object::new();
        // Setting a property of a plain object can't fail.
        for (key, value) in [("title", &title), ("url", &link)] {
            let _ = js_sys::Reflect::set(&what, &key.into(), &JsValue::from_str(value));
        }
        let sent =
            navigator_method("share").and_then(|share| share.call1(&gloo::utils::window().navigator(), &what).ok());
        if let Some(sent) = sent.and_then(|promise| promise.dyn_into::<js_sys::Promise>().ok()) {
            wasm_bindgen_futures::spawn_local(async move {
                // Canceling the dialog needs no message.
                let _ = wasm_bindgen_futures::JsFuture::from(sent).await;
            });
        }
    })
}
