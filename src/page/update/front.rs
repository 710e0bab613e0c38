//! What stands in front of the page, or in its place.

use crate::front::Showing;
use crate::store::{Effect, Store};
use crate::wish::Wish;

/// Does it.
pub fn change(store: &mut Store, showing: Showing) -> Vec<Wish> {
    let front = &mut store.front;
    match showing {
        Showing::Came => front.came = true,
        Showing::Editor(editor) => {
            (front.editor, front.presents) = (editor, false);
            return vec![Effect::KeepDrawers.into()];
        }
        Showing::Present(presents) if presents != front.presents && !store.share.embedded => {
            front.presents = presents;
            return vec![Effect::FullScreen(presents).into()];
        }
        Showing::Present(_) => {}
        Showing::Lanes(lanes) => {
            front.lanes = lanes;
            return vec![Effect::KeepDrawers.into()];
        }
        Showing::Help(help) => front.help = help,
        Showing::Commands(commands) => front.commands = commands && !store.share.embedded,
        Showing::Dismiss => return dismiss(store),
        Showing::Toast(toast) => {
            front.toast = toast;
            return toast.map(|_| Effect::Fade.into()).into_iter().collect();
        }
    }
    Vec::new()
}

/// Hides the first thing that stands in front; where nothing does, nobody presents any more.
fn dismiss(store: &mut Store) -> Vec<Wish> {
    if std::mem::take(&mut store.front.commands) {
        return Vec::new();
    }
    if store.front.menu.take().is_some() || store.course.defined.take().is_some() {
        return Vec::new();
    }
    for seen in [&mut store.share.handout, &mut store.share.open] {
        if std::mem::take(seen) {
            return Vec::new();
        }
    }
    if store.front.help || store.gallery.open {
        (store.front.help, store.gallery.open) = (false, false);
        return Vec::new();
    }
    change(store, Showing::Present(false))
}
