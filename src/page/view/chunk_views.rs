//! Draws views of chunks, or a placeholder until the chunk is loaded: loading, failure, and a button to try again.

use std::rc::Rc;

use page_state::{
    actions::Action,
    chunk::{Chunk, ChunkMsg},
    overlays::OverlayMsg,
};
use ui::callback::on_action;
use yew::{Callback, Html, MouseEvent, html};

use crate::view::{Editing, Study, View};

/// The frame of a placeholder, like that of the view that replaces it.
#[derive(Clone)]
pub enum LoadingFrame {
    Bare,
    /// Nothing is drawn: the page is complete without the view.
    Hidden,
    /// The editor beside the stage.
    Editor,
    /// The console below the stage.
    Console,
    /// The place of the narrator.
    Narrator,
    /// A menu on the stage.
    Menu,
    /// A dialog with its label, and the callback that closes it.
    Dialog(&'static str, Callback<MouseEvent>),
}

/// Draws a view of the chunk `Editing`.
pub fn draw_editing(
    view: &Rc<View>,
    dispatch: &Callback<Action>,
    frame: LoadingFrame,
    draw: impl FnOnce(&'static Editing) -> Html,
) -> Html {
    match view.chunks.editing {
        Some(editing) => draw(editing),
        None => draw_loading(view, dispatch, Chunk::Editing, view.store.chunks.editing.has_failed(), frame),
    }
}

/// Draws a view of the chunk `Study`.
pub fn draw_study(
    view: &Rc<View>,
    dispatch: &Callback<Action>,
    frame: LoadingFrame,
    draw: impl FnOnce(&'static Study) -> Html,
) -> Html {
    match view.chunks.study {
        Some(study) => draw(study),
        None => draw_loading(view, dispatch, Chunk::Study, view.store.chunks.study.has_failed(), frame),
    }
}

/// A placeholder: the chunk is being fetched, or could not be fetched, with a button to try again.
fn draw_loading(
    view: &Rc<View>,
    dispatch: &Callback<Action>,
    chunk: Chunk,
    has_failed: bool,
    frame: LoadingFrame,
) -> Html {
    let lang = view.store.lang;
    let labels = lang.notice_labels();
    let retry = dispatch.reform(move |event: MouseEvent| {
        // A click on the backdrop would close the dialog.
        event.stop_propagation();
        Action::Chunks(ChunkMsg::Retry(chunk))
    });
    let notice = html! {
        <div class="coming" role="status">
            <p>{ if has_failed { labels.part_failed } else { labels.part_comes } }</p>
            if has_failed {
                <button type="button" class="plain" onclick={retry}>{ labels.try_again }</button>
            }
        </div>
    };
    match frame {
        LoadingFrame::Bare => notice,
        LoadingFrame::Hidden => Html::default(),
        LoadingFrame::Editor => html! { <aside class="editor" aria-label={view.words.editor}>{ notice }</aside> },
        LoadingFrame::Console => {
            html! { <section class="console" aria-label={lang.timeline_labels().console}>{ notice }</section> }
        }
        LoadingFrame::Narrator => html! { <section id="narrator" class="story course">{ notice }</section> },
        LoadingFrame::Menu => {
            let close = on_action(dispatch, Action::Overlays(OverlayMsg::SetMenu(None)));
            html! { <div class="menu-veil" onclick={close}><div class="menu">{ notice }</div></div> }
        }
        LoadingFrame::Dialog(label, close) => {
            html! { <div class="veil" onclick={close}><div class="dialog" role="dialog" aria-label={label}>{ notice }</div></div> }
        }
    }
}
