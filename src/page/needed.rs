//! When a part of the program is needed: its place on the page is seen, or is going to be.

use crate::care::Trouble;
use crate::inspector::closer;
use crate::lesson::{predict, task};
use crate::page_part::PagePart;
use crate::panes::Page;
use crate::run::Status;
use crate::stage::picture;
use crate::store::Store;

/// Whether a part is needed now.
pub fn is(store: &Store, part: PagePart) -> bool {
    match part {
        PagePart::Building => {
            let unread = store.care.troubles.iter().any(|it| matches!(it, Trouble::Unreadable(..)));
            edits(store) || store.front.menu.is_some() || task::open(store) || unread
        }
        PagePart::Configuring => edits(store) && store.builder.configures(),
        PagePart::Sharing => {
            let codes = store.front.presents && !store.share.embedded && predict::asks(store);
            let away = store.share.embedded && rests(store);
            store.share.open || store.share.handout || codes || away
        }
        PagePart::Source => inspects(store, Page::Source),
        PagePart::Supposing => inspects(store, Page::WhatIf),
        PagePart::Commanding => store.front.commands,
        // It reads lessons, marks terms, and draws what there is to open.
        PagePart::Teaching => {
            rests(store)
                || store.gallery.open
                || store.course.wanted.is_some()
                || store.course.taken.is_some()
                || predict::shown(store).is_some()
        }
        PagePart::Inspecting => rests(store) || closer::is_seen(store),
        PagePart::Devices => store.run.loaded.claims,
        PagePart::Mapping => is_large(store),
        // The language changes when it is there: see `parts::speak`.
        PagePart::Chinese => false,
    }
}

/// Whether the nodes of a run, or of files that are read, are ever too many for cards.
fn is_large(store: &Store) -> bool {
    let branches = store.branches.all.iter().map(|branch| &branch.trace);
    let mut shown = branches.chain(&store.reading.sketch).chain([&store.run.trace]);
    shown.any(|it| it.trace.most_nodes() > picture::MOST)
}

/// Whether the text or a form is seen.
fn edits(store: &Store) -> bool {
    (store.front.editor && !store.front.presents) || store.edits()
}

/// Whether a page of the inspector is seen.
fn inspects(store: &Store, page: Page) -> bool {
    store.inspector.page == page && !store.inspector.folded && !store.front.presents
}

/// Once the page and the run are there some parts come by themselves. Inside of another page they wait until nothing plays.
fn rests(store: &Store) -> bool {
    store.front.came && store.run.status == Status::Done && !(store.share.embedded && store.player.playing)
}

#[cfg(test)]
mod tests {
    use super::{PagePart, Status, Store, is};
    use crate::front::Showing;
    use crate::store::Action;
    use crate::update::reduce;

    #[test]
    fn what_comes_by_itself_waits_until_the_page_is_seen() {
        let mut store = Store::default();
        store.inspector.folded = true;
        store.run.status = Status::Done;
        let by_itself = [PagePart::Teaching, PagePart::Inspecting];
        assert!(by_itself.iter().all(|part| !is(&store, *part)));
        let (came, _) = reduce(&store, Action::Front(Showing::Came));
        assert!(by_itself.iter().all(|part| is(&came, *part)));
        assert!(!is(&Store { run: crate::run::Run::default(), ..came }, PagePart::Teaching));
    }
}
