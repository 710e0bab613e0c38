//! The poster of a run: its river with notes from the captions, to print or to save.

use gloo::utils::{document, window};
use i18n::{Lang, export, river::words};
use page_state::{
    actions::Action,
    overlays::{OverlayMsg, Toast},
    store::Store,
};
use stage::river::poster::{MAX_NOTES, PosterNote, PosterPlan, PosterText, draw_poster};
use ui::{
    download::{save_blob, save_text},
    element::focus_element,
    modal::use_modal,
    svg_capture,
};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlElement;
use yew::{
    Callback, Html, KeyboardEvent, MouseEvent, Properties, component, html, use_effect_with, use_memo, use_node_ref,
};

use crate::{
    features::river::sheet::{RiverPicture, SheetProps},
    view::timeline::axis::TimeAxis,
};

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct PosterProps {
    /// The river, with its axis.
    pub sheet: SheetProps,
    pub text: PosterText,
    pub dispatch: Callback<Action>,
    pub on_close: Callback<()>,
}

/// What the poster of a run says.
pub(crate) fn poster_text(store: &Store, title: &str, axis: &TimeAxis) -> PosterText {
    let lang = store.lang;
    let release = store.run.shown_release();
    let captions = &store.run.view.captions;
    let note = |at: usize| {
        let (moment, caption) = &captions[at];
        PosterNote { place: axis.moment_place(*moment), text: lang.pick_caption(caption).to_owned() }
    };
    PosterText {
        title: title.to_owned(),
        about: lang.pick(&store.run.manifest_summary.description).trim().to_owned(),
        source: vec![format!("Kubernetes {}", release.patch()), words(lang).river_labels().river_label.to_owned()],
        notes: spread_evenly(captions.len()).map(note).collect(),
    }
}

/// The indices of at most [`MAX_NOTES`] of so many captions: the first, the last, and some between.
fn spread_evenly(count: usize) -> impl Iterator<Item = usize> {
    let shown = count.min(MAX_NOTES);
    (0..shown).map(move |at| if count <= MAX_NOTES { at } else { at * (count - 1) / (MAX_NOTES - 1) })
}

/// The poster as SVG.
pub(crate) fn draw_sheet(sheet: &SheetProps, text: &PosterText) -> Html {
    let plan = PosterPlan::new(text);
    let picture = RiverPicture::new(&SheetProps { size: plan.river_size, ..sheet.clone() });
    picture.draw_with(sheet.lang, None, |ctx| draw_poster(ctx, &picture.layout, &plan, text))
}

/// The poster as a dialog, from which it is printed and saved.
#[component]
pub(crate) fn Poster(props: &PosterProps) -> Html {
    let PosterProps { sheet, text, dispatch, on_close } = props;
    let (labels, exports) = (words(sheet.lang).river_labels(), export::words(sheet.lang).export_labels());
    let (dialog, first) = (use_modal(None), use_node_ref());
    use_effect_with((), {
        let first = first.clone();
        move |()| {
            if let Some(button) = first.cast::<HtmlElement>() {
                focus_element(&button);
            }
        }
    });
    let drawing = use_memo((sheet.clone(), text.clone()), |(sheet, text)| draw_sheet(sheet, text));
    let print = Callback::from(|_: MouseEvent| {
        // Without a printer the browser shows an error itself.
        let _ = window().print();
    });
    let save = |is_png: bool| {
        let (dispatch, title) = (dispatch.clone(), text.title.clone());
        Callback::from(move |_: MouseEvent| save_poster(&dispatch, is_png, title.clone()))
    };
    let close = {
        let on_close = on_close.clone();
        Callback::from(move |_: MouseEvent| on_close.emit(()))
    };
    let onclose = {
        let on_close = on_close.clone();
        Callback::from(move |_: yew::Event| on_close.emit(()))
    };
    // Escape otherwise closes what the page shows on top, which knows no poster.
    let onkeydown = {
        let on_close = on_close.clone();
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Escape" {
                event.prevent_default();
                event.stop_propagation();
                on_close.emit(());
            }
        })
    };
    html! {
        <dialog ref={dialog} class="poster on-paper" aria-label={labels.poster} {onclose} {onkeydown}>
            <div class="buttons unprinted">
                <button ref={first} type="button" class="accent" onclick={print}>{ exports.print }</button>
                <button type="button" class="plain" onclick={save(false)}>{ exports.as_svg }</button>
                <button type="button" class="plain" onclick={save(true)}>{ exports.as_png }</button>
                <button type="button" class="plain" onclick={close}>{ close_label(sheet.lang) }</button>
            </div>
            <div class="poster-paper" role="img" aria-label={format!("{}: {}", labels.poster, text.title)}>{ (*drawing).clone() }</div>
        </dialog>
    }
}

fn close_label(lang: Lang) -> &'static str {
    lang.page_labels().close
}

/// Saves the poster that is on the screen.
fn save_poster(dispatch: &Callback<Action>, is_png: bool, title: String) {
    let dispatch = dispatch.clone();
    spawn_local(async move {
        if capture_poster(is_png, &title).await.is_err() {
            dispatch.emit(Action::Overlays(OverlayMsg::SetToast(Some(Toast::PictureUnsupported))));
        }
    });
}

async fn capture_poster(is_png: bool, title: &str) -> Result<(), JsValue> {
    let sheet = document().query_selector(".poster-paper")?.ok_or(JsValue::NULL)?;
    let svg = svg_capture::capture_svg(&sheet, title)?;
    if is_png {
        return save_blob(&svg_capture::render_png(&svg).await?, "river.png");
    }
    save_text(&svg, "river.svg");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_spread_over_the_run() {
        assert_eq!(spread_evenly(3).collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(spread_evenly(11).collect::<Vec<_>>(), [0, 2, 4, 6, 8, 10]);
        assert_eq!(spread_evenly(0).count(), 0);
    }

    #[cfg(feature = "prerender")]
    #[test]
    fn the_poster_says_what_the_captions_say() {
        use std::rc::Rc;

        use stage::river::layout::RiverForm;

        use crate::{features::river::still_picture, shell::prerender::render_html};

        for (name, text, notes) in [
            ("budget-counts", include_str!("../../../../www/scenarios/budget-counts.yaml"), 5),
            ("drain", include_str!("../../../../www/scenarios/drain.yaml"), 6),
            ("silent-node", include_str!("../../../../www/scenarios/silent-node.yaml"), 6),
        ] {
            let store = page_state::testing::InlineWorker::default().open_text(text);
            let river: Rc<trace::river::River> = still_picture::river_of(&store);
            for lang in Lang::ALL.iter().copied() {
                let store = Store { lang, ..store.clone() };
                let sheet =
                    still_picture::sheet_of(&store, &river, stage::draw::text_layout::Size::new(1, 1), RiverForm::Wide);
                let text = poster_text(&store, store.title(), &sheet.axis);
                let html = render_html(draw_sheet(&sheet, &text));
                assert_eq!(html.matches("class=\"disc\"").count(), 2 * notes.min(text.notes.len()), "{name}");
                for part in [store.title(), "Kubernetes v1.", "Schedscope", "ribbon-body"] {
                    assert!(html.contains(part), "no {part} in\n{html}");
                }
                let sizes = html.split("font-size=\"").skip(1).filter_map(|text| text.split('"').next()?.parse().ok());
                assert!(
                    sizes.min().is_some_and(|size: i64| size >= 11) && html.len() < 200_000,
                    "{name}: {}",
                    html.len()
                );
                if let Ok(folder) = std::env::var("PICTURES") {
                    std::fs::write(format!("{folder}/poster-{name}-{}.svg", lang.code()), html).expect("a file");
                }
            }
        }
    }
}
