//! The empty stage of the builder, with one thing to do.

use std::rc::Rc;

use i18n::table::form_labels::FormLabel;
use page_state::{
    actions::{
        Action,
        builder::{BuilderMsg, Tab},
    },
    builder::update::show_tab,
    overlays::OverlayMsg,
    stage_edit::NewObject,
};
use yew::{Callback, Html, html};

use crate::view::{View, draw_add_card};

/// What to do first: add a node. A person with a cluster pastes its dump instead.
pub fn draw_invitation(view: &Rc<View>, dispatch: &Callback<Action>) -> Html {
    let (lang, names) = (view.store.lang, view.store.lang.stage_edit_labels());
    let paste = {
        let dispatch = dispatch.clone();
        Callback::from(move |_| {
            let actions = [
                Action::Overlays(OverlayMsg::SetEditorOpen(true)),
                show_tab(Tab::Yaml),
                Action::Builder(BuilderMsg::GoToPosition(1, 1)),
            ];
            for action in actions {
                dispatch.emit(action);
            }
        })
    };
    html! {
        <section class="invitation" aria-labelledby="invitation">
            <h2 id="invitation">{ lang.form_label(FormLabel::EmptyStage) }</h2>
            <p>{ lang.form_label(FormLabel::EmptyStageHint) }</p>
            { draw_add_card(dispatch, names.node, NewObject::Node) }
            <p class="muted"><button type="button" class="link" onclick={paste}>{ lang.form_label(FormLabel::PasteCluster) }</button></p>
        </section>
    }
}
