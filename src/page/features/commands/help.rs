//! The list of keyboard shortcuts.

use std::rc::Rc;

use page_state::{actions::Action, overlays::OverlayMsg};
use ui::callback::on_action;
use yew::{Callback, Html, html};

use crate::{features::commands::shortcuts, page_metadata, view::View};

/// The list as a dialog.
pub fn draw_help(view: &Rc<View>, dispatch: &Callback<Action>) -> Html {
    let labels = view.words;
    // The manual opens in another tab, so that the state of the page is kept.
    let manual = page_metadata::localized_address(view.store.lang, "manual/");
    html! {
        <div class="veil" onclick={on_action(dispatch, Action::Overlays(OverlayMsg::SetHelpOpen(false)))}>
            <div class="dialog" role="dialog" aria-modal="true" aria-label={labels.keys}>
                <h2>{ labels.keys }</h2>
                <dl class="keys">
                    { for shortcuts::help_entries(view.store.lang).map(|(key, what)| html! { <><dt><kbd>{ key }</kbd></dt><dd>{ what }</dd></> }) }
                </dl>
                <a href={manual} target="_blank" rel="noopener">{ labels.manual }</a>
                <button type="button" class="plain" onclick={on_action(dispatch, Action::Overlays(OverlayMsg::SetHelpOpen(false)))}>{ labels.close }</button>
            </div>
        </div>
    }
}
