//! A link to what is shown; and in the page inside of another, the way out.

use std::rc::Rc;

use yew::{Html, component, html, use_memo};

use crate::address;
use crate::address::Link;
use crate::site;
use crate::store::Store;
use crate::view::{Props, Same, View};

/// A link to what is shown. It is made anew only when that changes, and while it plays it stays as it was.
#[yew::hook]
pub(crate) fn use_link(view: &View) -> Rc<Option<Link>> {
    use_made(view, address::link)
}

/// A link that asks how the decision comes out which is shown.
#[yew::hook]
pub(crate) fn use_quiz(view: &View) -> Rc<Option<Link>> {
    use_made(view, address::quiz)
}

#[yew::hook]
fn use_made(view: &View, make: fn(&Store) -> Option<Link>) -> Rc<Option<Link>> {
    let store = &view.store;
    let at = if store.player.playing { usize::MAX } else { store.player.at };
    let chosen =
        (store.selection.pod.clone(), store.selection.node.clone(), store.inspector.page, store.branches.beside);
    let run = (Same(store.run.trace.clone()), store.run.release, store.front.presents, store.lang);
    use_memo((at, chosen, run), |_| make(store))
}

/// In the page inside of another: the way to this moment in the whole page.
#[component]
pub fn Away(props: &Props) -> Html {
    let view = &props.view;
    let link = use_link(view);
    let href = link.as_ref().as_ref().map_or_else(|| site::address(""), |link| link.address.clone());
    way(view, href)
}

/// The way out: to this moment or, until the part is there that can make a link, to the page.
pub(crate) fn way(view: &View, href: String) -> Html {
    html! { <a class="plain away" {href} target="_blank" rel="noopener">{ view.store.lang.sharing().open_in }{ " ↗" }</a> }
}
