//! The first visit: what the page is for, and where to begin, shown in place of the narrator. The stage shows a scenario shortly before a decision.

use std::rc::Rc;

use page_state::{
    actions::{
        Action,
        builder::{BuilderMsg, Tab},
        gallery::GalleryMsg,
        player::PlayerMsg,
    },
    builder::update::show_tab,
    open_target::OpenTarget,
    overlays::OverlayMsg,
};
use ui::redraw::refocus_after_redraw;
use yew::{Callback, Html, html};

use crate::{
    page_metadata,
    view::{
        View,
        chunk_views::{LoadingFrame, draw_study},
    },
};

/// The path of the essay below the folder of a language.
const ESSAY: &str = "preemption/";

/// The buttons that play the run, and that open the editor.
const PLAY_BUTTON: &str = ".player .play";
const EDITOR_BUTTON: &str = "#open-editor";

/// The id of the list of the other ways to begin, which a button opens on a small screen.
const MORE_DOORS: &str = "more-doors";

/// One sentence, three buttons, and what happens in the loop.
pub fn draw_welcome(view: &Rc<View>, dispatch: &Callback<Action>) -> Html {
    let stage = view.store.lang.stage_labels();
    let open = |tab: Tab| {
        vec![
            Action::Open(OpenTarget::Text("".into())),
            Action::Overlays(OverlayMsg::SetEditorOpen(true)),
            show_tab(tab),
        ]
    };
    let door = |class: &'static str, label: &'static str, focus: &'static str, actions: Vec<Action>| {
        let dispatch = dispatch.clone();
        let onclick = move |_| {
            // The doors disappear, so the focus moves to what they opened.
            refocus_after_redraw(focus);
            for action in &actions {
                dispatch.emit(action.clone());
            }
        };
        html! { <button type="button" {class} {onclick}>{ label }</button> }
    };
    // With a draft, the first button continues the draft; otherwise the example is fetched.
    let drafted = view.store.gallery.scenario.is_none();
    let reason = if drafted { stage.welcome_back } else { stage.welcome_why };
    let (watch, build) = match drafted {
        true => (
            Action::Gallery(GalleryMsg::FetchIntro),
            ("accent", stage.door_go_on, vec![Action::Overlays(OverlayMsg::SetEditorOpen(true))]),
        ),
        false => (Action::Player(PlayerMsg::Toggle), ("plain", stage.door_build, open(Tab::Objects))),
    };
    // The build draws the picture beside the essay of its language.
    let essay = match view.is_prerender {
        true => ESSAY.to_owned(),
        false => page_metadata::localized_address(view.store.lang, ESSAY),
    };
    html! {
        <section id="narrator" class="story welcome" aria-label={stage.welcome}>
            <div class="told" tabindex="0" role="group" aria-label={stage.welcome}>
                <h2>{ stage.welcome }</h2>
                <p><span class="reason">{ reason }{ " " }</span><a class="link" href={essay}>{ view.words.essay }</a></p>
            </div>
            <div class="doors">
                { door(if drafted { "plain" } else { "accent" }, stage.door_watch, PLAY_BUTTON, vec![watch]) }
                <button type="button" class="plain more" popovertarget={MORE_DOORS}>{ stage.door_more }</button>
                <div id={MORE_DOORS} popover="auto">
                    { door(build.0, build.1, EDITOR_BUTTON, build.2) }
                    { door("plain", stage.door_paste, EDITOR_BUTTON, [open(Tab::Yaml), vec![Action::Builder(BuilderMsg::GoToPosition(1, 1))]].concat()) }
                </div>
            </div>
            if !drafted { <div class="beat">{ draw_study(view, dispatch, LoadingFrame::Hidden, |study| (study.draw_intro_loop)(view, dispatch)) }</div> }
        </section>
    }
}
