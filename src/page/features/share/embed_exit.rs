//! Links to the current view; in an embedded page, the link to the whole page.

use std::rc::Rc;

use page_state::store::Store;
use ui::memo::ByIdentity;
use yew::{Html, component, html, use_memo};

use crate::{
    effects::address::{self, Link},
    page_metadata,
    view::{Props, View},
};

/// A link to the current view. It is rebuilt only when the view changes, and not during playback.
#[yew::hook]
pub(crate) fn use_share_link(view: &View) -> Rc<Option<Link>> {
    use_cached_link(view, address::share_link)
}

/// A link that asks the reader to predict the current decision.
#[yew::hook]
pub(crate) fn use_quiz_link(view: &View) -> Rc<Option<Link>> {
    use_cached_link(view, address::quiz_link)
}

/// A link that opens the current view as a presentation.
#[yew::hook]
pub(crate) fn use_present_link(view: &View) -> Rc<Option<Link>> {
    use_cached_link(view, address::present_link)
}

#[yew::hook]
fn use_cached_link(view: &View, make: fn(&Store) -> Option<Link>) -> Rc<Option<Link>> {
    let store = &view.store;
    let at = if store.player.is_playing { usize::MAX } else { store.player.moment };
    let selection =
        (store.selection.pod.clone(), store.selection.node.clone(), store.inspector.page, store.branches.compared);
    let run_view = (
        ByIdentity(store.run.view.clone()),
        store.run.release,
        (store.overlays.is_presenting, store.theme),
        store.lang,
    );
    use_memo((at, selection, run_view), |_| make(store))
}

/// In an embedded page: a link to this moment in the whole page.
#[component]
pub fn EmbedExit(props: &Props) -> Html {
    let view = &props.view;
    let link = use_share_link(view);
    let href = link.as_ref().as_ref().map_or_else(|| page_metadata::file_address(""), |link| link.address.clone());
    draw_exit(view, href)
}

/// The link out of the frame: to the current moment or, while the chunk that builds links isn't loaded, to the page.
pub(crate) fn draw_exit(view: &View, href: String) -> Html {
    html! { <a class="plain away" {href} target="_blank" rel="noopener">{ view.store.lang.share_labels().open_in }{ " ↗" }</a> }
}
