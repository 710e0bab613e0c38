//! What chunks draw, or what stands there until they are loaded. Waiting, failing and trying again are drawn here alone.

use std::rc::Rc;

use page_state::{
    actions::Action,
    chunk::{Chunk, ChunkMsg},
    overlays::OverlayMsg,
};
use ui::callback::on_action;
use yew::{Callback, Html, MouseEvent, html};

use crate::view::{Editing, Study, View};

/// The frame around what is told while a chunk is being fetched: that of the view which is going to stand there.
#[derive(Clone)]
pub enum LoadingFrame {
    /// None.
    Bare,
    /// A part of the page without which the rest is complete: nothing is told.
    Hidden,
    /// The editor beside the stage.
    Editor,
    /// The console below the stage.
    Console,
    /// The narrator's place.
    Narrator,
    /// A menu on the stage.
    Menu,
    /// A dialog with a name, and what closes it.
    Dialog(&'static str, Callback<MouseEvent>),
}

/// What the chunk `Editing` draws.
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

/// What the chunk `Study` draws.
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

/// That a chunk is being fetched, or that it could not be, with a button to try again.
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
        // A click on the veil around it would close what is waited for.
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
